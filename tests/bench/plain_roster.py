"""A roster drawn by hand with the fonts of a printed one, beside which sheets are measured."""

import io
import time
from collections.abc import Callable, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from armies.paper.typography import FILES, font
from battles.engine.armies.facts import Army
from battles.engine.armies.tree import walk
from battles.rules.mini_nap import army as mini_nap

PAGES = 4
COLUMNS = (20, 130, 75, 55, 30, 30, 25, 170)
FACES = ("text", "semi", "text", "text", "bold", "text", "ital", "text")
HEAD = ("#", "Unit", "Type", "Rating", "QR", "SP", "Line", "Notes")

Rows = Sequence[tuple[str, ...]]


def table_of(army: Army) -> Rows:
    rows = []
    for place in walk(army):
        if hasattr(place.element, "quality"):
            unit = mini_nap.map_unit(place)
            move, notes = unit.formations[0].move, f"{'; '.join(unit.notes)} {unit.reckoning.sentence[:60]}"
            needed = f"{unit.quality_needed}+"
            row = (
                str(len(rows) + 1),
                unit.name,
                unit.type_word,
                unit.quality_word,
                needed,
                str(unit.points),
                move,
                notes,
            )
            rows.append(row)
    return rows


def plain_table(rows: Rows) -> bytes:
    """The units as a table on four pages with title, introduction and footer, by ``Canvas.drawString`` alone."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, pageCompression=1)
    edges = [30]
    for wide in COLUMNS:
        edges.append(edges[-1] + wide)
    a_page = -(-len(rows) // PAGES)
    for page in range(PAGES):
        y = _head(canvas, page)
        here = [HEAD, *rows[page * a_page : (page + 1) * a_page]]
        for index, row in enumerate(here):
            if index % 2 == 0:
                canvas.setFillGray(0.96)
                canvas.rect(30, y - 24, edges[-1] - 30, 24, stroke=0, fill=1)
                canvas.setFillGray(0)
            for x, words, face in zip(edges, row, FACES if index else ("semi",) * len(row), strict=False):
                canvas.setFont(f"Muster-{face}", 9)
                canvas.drawString(x + 4, y - 15, words[:34])
            y -= 24
        canvas.grid(edges, [y + 24 * line for line in range(len(here) + 1)])
        canvas.setFont("Muster-text", 8)
        canvas.drawString(30, 20, f"Army roster, page {page + 1}")
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _head(canvas: Canvas, page: int) -> float:
    canvas.setFont("Muster-disp", 18)
    canvas.drawString(30, A4[1] - 60, f"Army roster, part {page + 1}")
    canvas.setFont("Muster-dispi", 14)
    canvas.drawString(300, A4[1] - 60, "Field Marshal the Duke of Wellington")
    canvas.setFont("Muster-text", 10)
    y = A4[1] - 80
    for _ in range(3):
        canvas.drawString(30, y, "A short introduction to this part of the roster, in one paragraph of text.")
        y -= 12
    canvas.setStrokeGray(0.5)
    canvas.setLineWidth(0.5)
    return y - 10


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(work: Callable[[], object], army: Army, rounds: int) -> float:
    """How many times the processor time of the plain table some work takes, at best, in one run."""
    rows = table_of(army)
    for face in FILES:
        font(face)
    work()
    plain_table(rows)
    times = [(cpu(work), cpu(lambda: plain_table(rows))) for _ in range(rounds)]
    return min(ours for ours, _ in times) / min(plain for _, plain in times)
