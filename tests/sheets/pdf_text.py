"""PDF files read back: text, sizes of type, places of words."""

import io
import re
from collections import Counter
from collections.abc import Container, Iterator
from ctypes import c_double
from functools import cache
from math import pi
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from pypdf import PdfReader

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


@cache
def words(data: bytes) -> tuple[tuple[dict[str, float | str], ...], ...]:
    """The words of every page with their boxes and sizes, without letters that are not level."""
    return tuple(tuple(_words(page)) for page in pdfium.PdfDocument(data))


def _words(page: Any) -> Iterator[dict[str, float | str]]:
    letters, high = page.get_textpage(), page.get_height()
    word: dict[str, float | str] = {}
    for index in range(letters.count_chars()):
        char = chr(raw.FPDFText_GetUnicode(letters, index))
        x, y = c_double(), c_double()
        raw.FPDFText_GetCharOrigin(letters, index, x, y)
        angle = raw.FPDFText_GetCharAngle(letters, index)
        if char.isspace() or min(angle, 2 * pi - angle) > 0.001:
            yield from [word] if word else []
            word = {}
            continue
        left, _, right, _ = letters.get_charbox(index)
        size = float(raw.FPDFText_GetFontSize(letters, index))
        foot = high - y.value + DESCENT * size
        same = (
            bool(word) and abs(float(word["bottom"]) - foot) < 0.1 and -OVERHANG * size < left - float(word["x1"]) < GAP
        )
        if word and same and abs(float(word["size"]) - size) < 0.01:
            word |= {"text": f"{word['text']}{char}", "x1": max(right, float(word["x1"]))}
            continue
        yield from [word] if word else []
        word = {"text": char, "x0": left, "x1": right, "top": foot - size, "bottom": foot, "size": size}
    yield from [word] if word else []


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


@cache
def pages(data: bytes) -> list[str]:
    """The text of every page, as pypdf reads it."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def text(data: bytes) -> str:
    """All words with single spaces."""
    return " ".join(" ".join(pages(data)).split())


def without_spaces(words: str) -> str:
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
