"""Dates as people write them, kept as YYYY-MM-DD."""

import re
from datetime import date
from typing import Final

from armies.exchange.cleaning import plain

MONTHS: Final = {
    word: number
    for number, words in enumerate(
        (
            "jan january januar janvier",
            "feb february februar fevrier",
            "mar march marz maerz mars",
            "apr april avril",
            "may mai",
            "jun june juni juin",
            "jul july juli juillet",
            "aug august aout",
            "sep sept september septembre",
            "oct october okt oktober octobre",
            "nov november novembre",
            "dec december dez dezember decembre",
        ),
        start=1,
    )
    for word in words.split()
}
ISO: Final = re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})")
NUMBERS: Final = re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})")
DAY_FIRST: Final = re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?P<m>[a-z]+)\.?,?\s+(?P<y>\d{4})")
MONTH_FIRST: Final = re.compile(r"(?P<m>[a-z]+)\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})")


def iso(text: str) -> str:
    """The date of ``text`` as YYYY-MM-DD, empty for an empty text.

    Raises:
        ValueError: with a sentence; it is no date, or one that can be read in two ways (6/16/1815).
    """
    wanted = plain(text).strip()
    if not wanted:
        return ""
    for pattern in (ISO, NUMBERS, DAY_FIRST, MONTH_FIRST):
        if match := pattern.fullmatch(wanted):
            month = MONTHS.get(match["m"]) or (int(match["m"]) if match["m"].isdecimal() else 0)
            try:
                return date(int(match["y"]), month, int(match["d"])).isoformat()
            except ValueError:
                break
    raise ValueError(f"“{text}” is not a date; write it as 1815-06-16.")
