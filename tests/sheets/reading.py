"""Reading a roster back: its text, its sizes, where its words stand."""

import io
from functools import cache

import pypdfium2 as pdfium
from pypdf import PdfReader

from armies.paper.faces import MM
from armies.paper.section import Imprint, Section, alone
from armies.paper.sheet import FOOTER
from armies.rules.facts import Army
from armies.sheets.roster import roster
from tests.sheets.orders import sides

DATE = "21 November 2026"
SYSTEMS = ("mini_nap", "easy_napoleonics")
PAPERS = ("a4", "letter")
EDGE = 6 * MM


BY = Imprint("0.1", DATE)


def pdf(section: Section, paper: str = "a4") -> bytes:
    """A section as a file of its own."""
    return alone(section, BY, paper)


def made(army: Army, system: str = "mini_nap", paper: str = "a4", **more: str) -> bytes:
    return pdf(roster(army, system=system, **more), paper)


@cache
def printed(battle: str, side: int, system: str = "mini_nap", paper: str = "a4") -> bytes:
    """The roster of one side of a battle that comes with the program, made once."""
    return made(sides(battle)[side], system, paper)


@cache
def pages(data: bytes) -> list[str]:
    """The text of every page, as pypdf reads it."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def text(data: bytes) -> str:
    """All words with single spaces."""
    return " ".join(" ".join(pages(data)).split())


def solid(words: str) -> str:
    """Without any space, since where a line was broken is no matter."""
    return "".join(words.split())


def sizes(data: bytes) -> set[tuple[float, float]]:
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(data)).pages]
    return {(round(float(box.width), 2), round(float(box.height), 2)) for box in boxes}


def misplaced(data: bytes) -> list[str]:
    """Letters within 6 mm of the edge of the paper, and letters between the footer's rule and its line."""
    out = []
    document = pdfium.PdfDocument(data)
    for number, page in enumerate(document, 1):
        wide, high = page.get_size()
        words = page.get_textpage()
        boxes = ((index, words.get_charbox(index)) for index in range(words.count_chars()))
        letters = [(index, box) for index, box in boxes if box[2] > box[0]]
        foot = min((box[1] for _, box in letters), default=0.0)
        for index, (x0, y0, x1, y1) in letters:
            outside = x0 < EDGE or x1 > wide - EDGE or y0 < EDGE or y1 > high - EDGE
            over_footer = foot + 8 < y1 and y0 < foot + FOOTER * MM
            if outside or over_footer:
                out.append(f"page {number}: {words.get_text_range(index, 12)} at {x0:.0f}, {y0:.0f}")
    return out
