"""PDF files read back: text, sizes of type, places of words."""

import re
from collections import Counter
from collections.abc import Container, Iterator
from ctypes import byref, c_double, c_float
from functools import cache, lru_cache
from math import pi
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from armies.paper.section import Imprint, Section, alone
from armies.paper.sheet import FOOTER
from armies.paper.typography import MM
from armies.sheets.army_roster import roster
from battles.engine.armies.facts import Army
from battles.engine.armies.roster_words import RosterStyle
from tests.sheets.builders import sides

IDS = 7.0
"""Points of rule IDs, the only words that may be smaller than the text."""

DESCENT = 0.2
"""The foot of a word below its baseline, as a share of its size."""

GAP = 1.2
"""Points between two letters of a word, at most."""

OVERHANG = 0.35
"""How far an italic letter may lean over the next one, as a share of its size."""

HAIR = 0.4
"""Points by which words may touch."""


Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in points from the upper left corner of a page."""


class Read(NamedTuple):
    """A page as it is read back: its size, its text, and a box for the letters of a line that are set at once."""

    wide: float
    high: float
    text: str
    runs: tuple[Box, ...]


@lru_cache(maxsize=100)
def read_pages(data: bytes) -> tuple[Read, ...]:
    """Every page, read once. A hyphen at the end of a line is read as one; blanks have no box."""
    return tuple(map(_read, pdfium.PdfDocument(data)))


def _read(page: Any) -> Read:
    letters, (wide, high) = page.get_textpage(), page.get_size()
    text = letters.get_text_range().replace("\r\n", "\n").replace("\ufffe", "-")
    boxes = map(letters.get_rect, range(letters.count_rects()))
    return Read(wide, high, text, tuple((left, high - head, right, high - foot) for left, foot, right, head in boxes))


@lru_cache(maxsize=100)
def letters(data: bytes) -> tuple[tuple[Box, ...], ...]:
    """The ink of the letters of every page, for sheets on which the letters of a line stand in several places."""
    return tuple(tuple(_letters(page)) for page in pdfium.PdfDocument(data))


def _letters(page: Any) -> Iterator[Box]:
    read, high = page.get_textpage(), page.get_height()
    left, right, foot, head = (c_double() for _ in range(4))
    edges = [byref(edge) for edge in (left, right, foot, head)]
    for index in range(read.count_chars()):
        raw.FPDFText_GetCharBox(read, index, *edges)
        if right.value > left.value and not chr(raw.FPDFText_GetUnicode(read, index)).isspace():
            yield left.value, high - head.value, right.value, high - foot.value


class Path(NamedTuple):
    """A line or an outline that is drawn at once: its box, without the breadth of the pen."""

    x0: float
    top: float
    x1: float
    bottom: float
    points: int
    pen: float


@lru_cache(maxsize=20)
def paths(data: bytes) -> tuple[tuple[Path, ...], ...]:
    """The paths of every page, without those of symbols."""
    return tuple(tuple(_paths(page)) for page in pdfium.PdfDocument(data))


def _paths(page: Any) -> Iterator[Path]:
    high = page.get_height()
    x, y, pen = c_float(), c_float(), c_float()
    for drawn in page.get_objects([raw.FPDF_PAGEOBJ_PATH], max_depth=1):
        matrix = drawn.get_matrix()
        raw.FPDFPageObj_GetStrokeWidth(drawn, byref(pen))
        points: list[tuple[float, float]] = []
        for index in range(raw.FPDFPath_CountSegments(drawn)):
            segment = raw.FPDFPath_GetPathSegment(drawn, index)
            if points and raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
                yield _path(points, high, pen.value)
                points = []
            raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
            points.append(matrix.on_point(x.value, y.value))
        yield _path(points, high, pen.value)


def _path(points: list[tuple[float, float]], high: float, pen: float) -> Path:
    across, up = zip(*points, strict=True)
    return Path(min(across), high - max(up), max(across), high - min(up), len(points), pen)


def within(data: bytes, page: int, box: Box) -> str:
    """The words in a box, by which a failed test names it."""
    read = pdfium.PdfDocument(data)[page]
    left, top, right, bottom = box
    high = read.get_height()
    return str(read.get_textpage().get_text_bounded(left, high - bottom, right, high - top))


@lru_cache(maxsize=100)
def words(data: bytes) -> tuple[tuple[dict[str, float | str], ...], ...]:
    """The words of every page with their boxes and sizes, without letters that are not level."""
    return tuple(tuple(_words(page)) for page in pdfium.PdfDocument(data))


def _words(page: Any) -> Iterator[dict[str, float | str]]:
    read, high = page.get_textpage(), page.get_height()
    word, end, foot, size = "", 0.0, 0.0, 0.0
    begin, left, right, x, y = 0.0, *(c_double() for _ in range(4))
    edges = [byref(edge) for edge in (left, right, c_double(), c_double())]
    origin = byref(x), byref(y)
    for index in range(read.count_chars() + 1):
        char = chr(raw.FPDFText_GetUnicode(read, index))
        blank = char == "\0" or char.isspace()
        if not blank:
            raw.FPDFText_GetCharOrigin(read, index, *origin)
            raw.FPDFText_GetCharBox(read, index, *edges)
            large = raw.FPDFText_GetFontSize(read, index)
            under = high - y.value + DESCENT * large
            same = word and abs(foot - under) < 0.1 and abs(size - large) < 0.01
            if same and -OVERHANG * large < left.value - end < GAP:
                word, end = word + char, max(right.value, end)
                continue
        if word:
            yield {"text": word, "x0": begin, "x1": end, "top": foot - size, "bottom": foot, "size": size}
            word = ""
        if not blank:
            angle = raw.FPDFText_GetCharAngle(read, index)
            if min(angle, 2 * pi - angle) <= 0.001:
                word, begin, end, foot, size = char, left.value, right.value, under, large


def text_size(data: bytes, page: int = 0) -> float:
    """The size of most words of a page, in points."""
    counted = Counter(round(float(word["size"]), 1) for word in words(data)[page])
    counted.pop(IDS, None)
    return counted.most_common(1)[0][0]


def smaller(data: bytes, than: float) -> list[str]:
    """Words in smaller type that are no rule IDs."""
    found = [word for page in words(data) for word in page if float(word["size"]) < than - 0.01]
    return [
        str(word["text"]) for word in found if abs(float(word["size"]) - IDS) > 0.01 or not _is_id(str(word["text"]))
    ]


def _is_id(word: str) -> bool:
    return word == "to" or all(char.isupper() or char.isdigit() or char in "-,;" for char in word)


RULE_ID = re.compile(r"[A-Z]{2,3}-[A-Z]|^\d\d[,;]?$|^to$")
"""A word of a list of rule IDs, which may be in small print."""


def smallest(data: bytes, small: Container[str] = ()) -> tuple[float, str]:
    """The least size of type and a word in it. With ``small``, rule IDs and these words do not count."""
    read = [(round(float(word["size"]), 2), str(word["text"])) for page in words(data) for word in page]
    return min((size, word) for size, word in read if not small or not (RULE_ID.search(word) or word in small))


def overlapping(data: bytes) -> list[str]:
    """Pairs of words that lie over each other by more than a hair, beside or below each other."""
    out = []
    for page in words(data):
        boxes = sorted(_box(word) for word in page)
        for place, (x0, y0, x1, y1, text) in enumerate(boxes):
            for other in boxes[place + 1 :]:
                if other[0] > x1 - HAIR:
                    break
                if min(y1, other[3]) - max(y0, other[1]) > HAIR * 2:
                    out.append(f"{text} over {other[4]} at {x0:.0f}, {y0:.0f}")
    return out


def _box(word: dict[str, float | str]) -> tuple[float, float, float, float, str]:
    """From the height of a small letter with an ascender to the baseline, so that lines set solid are none."""
    foot, size = float(word["bottom"]), float(word["size"])
    return float(word["x0"]), foot - size * 0.95, float(word["x1"]), foot - size * 0.2, str(word["text"])


DATE = "21 November 2026"
SYSTEMS = ("mini_nap", "easy_napoleonics")
PAPERS = ("a4", "letter")
EDGE = 6 * MM

BY = Imprint("0.1", DATE)


def pdf(section: Section, paper: str = "a4") -> bytes:
    """A section as a file of its own."""
    return alone(section, BY, paper)


WHOLE = RosterStyle(basis=True, closing=True)


def roster_pdf(army: Army, system: str = "mini_nap", paper: str = "a4", **more: Any) -> bytes:
    """The roster with everything that it can show."""
    return pdf(roster(army, system=system, **{"style": WHOLE, **more}), paper)


@cache
def shipped_roster(battle: str, side: int, system: str = "mini_nap", paper: str = "a4") -> bytes:
    """The roster of one side of a battle that comes with the program, made once."""
    return roster_pdf(sides(battle)[side], system, paper)


def pages(data: bytes) -> list[str]:
    """The text of every page."""
    return [page.text for page in read_pages(data)]


def text(data: bytes) -> str:
    """All words with single spaces."""
    return " ".join(" ".join(pages(data)).split())


def without_spaces(words: str) -> str:
    """Without any space, since where a line was broken is no matter."""
    return "".join(words.split())


def sizes(data: bytes) -> set[tuple[float, float]]:
    return {(round(page.wide, 2), round(page.high, 2)) for page in read_pages(data)}


def misplaced(data: bytes) -> list[str]:
    """Letters within 6 mm of the edge of the paper, and letters between the footer's rule and its line."""
    out = []
    for number, page in enumerate(read_pages(data)):
        foot = max((box[3] for box in page.runs), default=page.high)
        for box in page.runs:
            x0, top, x1, bottom = box
            outside = x0 < EDGE or x1 > page.wide - EDGE or bottom > page.high - EDGE or top < EDGE
            over_footer = top < foot - 8 and bottom > page.high - FOOTER * MM
            if outside or over_footer:
                out.append(f"page {number + 1}: {within(data, number, box)} at {x0:.0f}, {top:.0f}")
    return out
