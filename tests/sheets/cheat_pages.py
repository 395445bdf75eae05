"""Reading cheat sheets back: the size of each word, and words that lie over each other."""

import io
from collections import Counter
from functools import cache
from itertools import pairwise

import pdfplumber

IDS = 6.2
"""Points of rule IDs, the only words that may be smaller than the text."""


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
    """Pairs of words that lie over each other by more than a hair."""
    out = []
    for page in words(data):
        lines: dict[int, list[dict[str, float | str]]] = {}
        for word in page:
            base = round(float(word["bottom"]) - float(word["size"]) * 0.25)
            lines.setdefault(base, []).append(word)
        for line in lines.values():
            for left, right in pairwise(sorted(line, key=lambda word: float(word["x0"]))):
                if float(right["x0"]) < float(left["x1"]) - 0.4:
                    out.append(f"{left['text']} over {right['text']}")
    return out
