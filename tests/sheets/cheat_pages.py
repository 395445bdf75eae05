"""Reading cheat sheets back: the size of each word, and words that lie over each other."""

import io
from collections import Counter
from functools import cache

import pdfplumber

IDS = 6.2
"""Points of rule IDs, the only words that may be smaller than the text."""
HAIR = 0.4
"""Points by which words may touch."""


@cache
def words(data: bytes) -> tuple[tuple[dict[str, float | str], ...], ...]:
    """The words of every page with their boxes and sizes."""
    with pdfplumber.open(io.BytesIO(data)) as document:
        return tuple(
            tuple(page.extract_words(extra_attrs=["size"], keep_blank_chars=False, x_tolerance=1.2))
            for page in document.pages
        )


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
