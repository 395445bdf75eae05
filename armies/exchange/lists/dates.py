"""Dates in titles of lists, in several languages."""

import re
from datetime import date
from typing import Final

from armies.exchange.lists.folded_text import fold

MONTHS: Final = (
    ("jan", "enero", "gennaio", "anvar"),
    ("feb", "fev", "fevr"),
    ("mar", "maerz", "maart"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag", "mei", "maa"),
    ("jun", "juin", "giu", "iun"),
    ("jul", "juil", "lug", "iul"),
    ("aug", "aou", "ago", "avg"),
    ("sep", "set", "sentabr"),
    ("oct", "okt", "ott", "out"),
    ("nov", "noabr"),
    ("dec", "dez", "dic", "dekabr"),
)
"""Beginnings of the names of the months, folded."""
ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
YEAR: Final = re.compile(r"\b(1[678]\d\d)\b")
NUMERIC: Final = re.compile(r"\b(\d{1,2})\.?[\s/.]{1,2}([ivx]+|\d{1,2})[./]\s?(1[678]\d\d)\b")
ISO: Final = re.compile(r"\b(1[678]\d\d)-(\d\d)-(\d\d)\b")


def date_in(text: str) -> str:
    """The date in ``text`` as YYYY-MM-DD; empty if a part of it is missing or there are several days."""
    words = fold(text)
    if match := ISO.search(words):
        return _iso(int(match[1]), int(match[2]), int(match[3]))
    if match := NUMERIC.search(words):
        month = ROMAN.index(match[2]) + 1 if match[2] in ROMAN else int(match[2]) if match[2].isdecimal() else 0
        return _iso(int(match[3]), month, int(match[1]))
    year = YEAR.search(words)
    month = next((number for word in re.findall(r"[a-z]{3,}", words) if (number := _month(word))), 0)
    days = re.findall(r"\b(\d{1,2})(?!\d)", YEAR.sub(" ", words))
    return _iso(int(year[1]), month, int(days[0])) if year and month and len(days) == 1 else ""


def _month(word: str) -> int:
    return next((n for n, starts in enumerate(MONTHS, start=1) if word.startswith(starts)), 0)


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
