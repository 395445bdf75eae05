"""A chart as a PDF: the same pictures give the same bytes."""

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from armies.sheets import marks
from armies.sheets.chart_picture import Code, Frame, Mark, Path, Picture, Sign, Stripe, Text
from armies.sheets.chart_weave import EDGE, Bar, bars, colour, pale
from armies.sheets.faces import MM
from armies.sheets.paper import Sheet


class ChartSheet(Sheet):
    """A page of any size, without the field of a roster."""

    def __init__(self, wide: float, high: float, title: str, subject: str) -> None:
        self.w, self.h = wide, high
        self.left, self.right, self.top, self.bottom = 0.0, wide, 0.0, high
        self._file = io.BytesIO()
        self.canvas = Canvas(self._file, pagesize=(wide * MM, high * MM), invariant=1, pageCompression=1)
        self.canvas.setTitle(title)
        self.canvas.setAuthor("Muster")
        self.canvas.setSubject(subject)
        self._codes = {}
        self._names = {}
        self._begin()

    def draw(self, mark: Mark) -> None:
        """One mark of a picture."""
        if isinstance(mark, Text):
            self.text(mark.x, mark.y, mark.words, mark.face, mark.size, mark.align, mark.grey, squeeze=mark.squeeze)
        elif isinstance(mark, Path):
            self._path(mark)
        elif isinstance(mark, Frame):
            self._frame(mark)
        elif isinstance(mark, Sign):
            marks.symbol(self, mark.name, mark.x, mark.y, mark.wide)
        elif isinstance(mark, Stripe):
            self._stripe(mark)
        elif isinstance(mark, Code):
            marks.qr_code(self, mark.address, mark.right, mark.y, mark.wide)

    def _path(self, path: Path) -> None:
        self.pen(path.weight, path.grey)
        first, *others = (self.point(x, y) for x, y in path.points)
        self.put(f"{first} m {' '.join(f'{point} l' for point in others)} S")

    def _frame(self, frame: Frame) -> None:
        self.ink(1.0)
        self.pen(frame.weight, 0.0, (2.0, 1.5) if frame.dashed else None)
        self.put(f"{self.point(frame.x, frame.y + frame.high)} {frame.wide * MM:.2f} {frame.high * MM:.2f} re B")

    def _stripe(self, stripe: Stripe) -> None:
        red, green, blue = (int(colour(stripe.nation)[at : at + 2], 16) / 255 for at in (1, 3, 5))
        paths = " ".join(map(self._bar, bars(stripe)))
        paint = f"[] 0 d {EDGE} w 0.3 G {paths} B" if pale(stripe.nation) else f"{paths} f"
        self.put(f"q {red:.3f} {green:.3f} {blue:.3f} rg {paint} Q")

    def _bar(self, bar: Bar) -> str:
        x, y, wide, high = bar
        return f"{self.point(x, y + high)} {wide * MM:.2f} {high * MM:.2f} re"


def to_pdf(pages: Sequence[Picture], title: str, subject: str) -> bytes:
    """The pages as one file, all of one size."""
    sheet = ChartSheet(pages[0].wide, pages[0].high, title, subject)
    for page in pages:
        for mark in page.marks:
            sheet.draw(mark)
        sheet.outline(page.outline)
        sheet.next_page()
    return sheet.bytes()
