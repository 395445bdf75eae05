"""Roster, chart and comparison of an army to print, and the imprint of all sheets."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils import timezone
from msgspec import Struct

from armies.models import Army
from armies.paper.section import Imprint, Section, alone
from armies.paper.sheet import PAPERS as FORMATS
from armies.services.storage import facts_of
from armies.sheets.army_roster import roster
from armies.sheets.charts.chart_content import ORIENTATIONS, PAPER_WORDS, Orientation
from armies.sheets.charts.organisation_chart import Chart, chart
from armies.sheets.comparison import Comparison, compared_titles, comparison
from armies.sheets.comparison_sheet import compare_section
from battles.engine.armies.systems import titles

UNITS: Final[dict[str, str]] = {"yes": "with their units", "no": "down to brigades"}
ORIENTATION_WORDS: Final[dict[Orientation, str]] = {
    "auto": "automatic",
    "landscape": "landscape",
    "portrait": "portrait",
}
CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "system": compared_titles(),
    "units": UNITS,
    "paper": PAPER_WORDS,
    "orientation": {key: ORIENTATION_WORDS[key] for key in ORIENTATIONS},
}
"""Allowed values of each choice in words, by the choice's name in an address."""


class Choices(Struct, frozen=True):
    """Choices for a chart; each value is one of ``CHOICES``."""

    system: str = "recorded"
    units: str = "yes"
    paper: str = "a4"
    orientation: Orientation = "auto"


def read_choices(query: Mapping[str, str], paper: str = "a4") -> Choices:
    """Choices from the query of an address; missing or empty ones have their default.

    Raises:
        ValueError: a value is not in ``CHOICES``; the sentence names the allowed values.
    """
    chosen: dict[str, str] = {"paper": paper if paper in PAPER_WORDS else "a4"}
    for name, values in CHOICES.items():
        value = query.get(name, "")
        if value and value not in values:
            raise ValueError(f"There is no {name} {value[:40]!r} for a chart: choose one of {', '.join(values)}.")
        if value:
            chosen[name] = value
    return Choices(**chosen)  # type: ignore[arg-type]


def chart_of(army: Army, choices: Choices, address: str = "") -> Chart:
    """The chart of ``army``; the same army on the same day gives the same bytes.

    Args:
        address: the army's address, printed as a QR code if given.

    Raises:
        ValueError: a name is too long for the paper.
    """
    return chart(
        facts_of(army),
        system=choices.system,
        paper=choices.paper,
        orientation=choices.orientation,
        units=choices.units == "yes",
        version=settings.MUSTER_VERSION,
        date=timezone.localdate().isoformat(),
        address=address,
    )


PAPERS: Final = tuple(FORMATS)
ROSTER_SYSTEMS: Final = tuple(titles())


def imprint() -> Imprint:
    """This version of Muster and today, for the footers."""
    return Imprint(settings.MUSTER_VERSION, timezone.localdate().isoformat())


def pdf(section: Section, paper: str = "a4") -> bytes:
    """A section as a PDF file with today's date; raises `ValueError` for an unknown paper."""
    return alone(section, imprint(), paper)


def roster_pdf(army: Army, *, system: str, paper: str, address: str = "") -> bytes:
    """The roster of ``army``; the same army on the same day gives the same bytes.

    Args:
        system: one of ``SYSTEMS``.
        paper: one of ``PAPERS``.
        address: the army's address, printed as a QR code if given.
    """
    return pdf(roster(facts_of(army), system=system, address=address), paper)


def comparison_of(army: Army) -> Comparison:
    """``army`` compared under every system; the number of queries does not depend on its size."""
    return comparison(facts_of(army))


def comparison_pdf(army: Army, *, paper: str, orientation: str, address: str = "") -> bytes:
    """The comparison on paper; the same army on the same day gives the same bytes.

    Raises:
        ValueError: an unknown paper or orientation.
    """
    by = imprint()
    section = compare_section(
        facts_of(army), paper=paper, orientation=orientation, version=by.version, date=by.date, address=address
    )
    return pdf(section, paper)
