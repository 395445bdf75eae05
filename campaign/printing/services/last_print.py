"""The choices of the last prints in a browser session, offered again on the print page."""

from collections.abc import Mapping, MutableMapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from django.utils import timezone

from campaign.printing.sheets.packet import Wanted, read_saved

KEY: Final = "prints"
MOST: Final = 6
"""Subjects whose last print a session remembers, at most; the oldest is forgotten."""


class Remembered(NamedTuple):
    """The last print of a subject: for whom, what, the marks of its sheets by reader, and when."""

    reader: str
    wanted: Wanted
    digests: Mapping[str, Mapping[str, str]]
    at: datetime


def remember(
    session: MutableMapping[str, Any],
    subject: str,
    reader: str,
    wanted: Wanted,
    digests: Mapping[str, Mapping[str, str]],
) -> None:
    """Store a print; without ``digests`` it cannot be compared with the next one."""
    prints = {key: value for key, value in session.get(KEY, {}).items() if key != subject}
    row = {
        "reader": reader,
        "wanted": msgspec.to_builtins(wanted),
        "digests": {each: dict(marks) for each, marks in digests.items()},
        "at": timezone.now().isoformat(),
    }
    session[KEY] = dict([*prints.items(), (subject, row)][-MOST:])


def remembered(session: Mapping[str, Any], subject: str) -> Remembered | None:
    """The last print of a subject in this session; None if there is none or it cannot be read."""
    row = session.get(KEY, {}).get(subject)
    try:
        wanted, _ = read_saved(row["wanted"])
        return Remembered(row["reader"], wanted, row["digests"], datetime.fromisoformat(row["at"]))
    except (KeyError, TypeError, ValueError):
        return None


def moment(at: datetime) -> str:
    """``12:40`` today, else the day: ``27 November 2026``."""
    local = timezone.localtime(at)
    return f"{local:%H:%M}" if local.date() == timezone.localdate() else f"{local.day} {local:%B %Y}"
