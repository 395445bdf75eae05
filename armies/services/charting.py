"""From an army to its organisation chart, and what may be chosen of one."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils import timezone
from msgspec import Struct

from armies.models import Army
from armies.services.reading import facts_of
from armies.sheets.chart import Chart, chart
from armies.sheets.chart_model import ORIENTATIONS, PAPER_WORDS, Orientation
from armies.sheets.compare_systems import SYSTEMS

UNITS: Final[dict[str, str]] = {"yes": "with their units", "no": "down to brigades"}
ORIENTATION_WORDS: Final[dict[Orientation, str]] = {
    "auto": "whichever suits it",
    "landscape": "landscape",
    "portrait": "portrait",
}
CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "system": {key: system.title for key, system in SYSTEMS.items()},
    "units": UNITS,
    "paper": PAPER_WORDS,
    "orientation": {key: ORIENTATION_WORDS[key] for key in ORIENTATIONS},
}
"""What may be chosen, by its name in an address: the values that it may have, in words."""


class Choices(Struct, frozen=True):
    """What a chart is to be like; each value is one of ``CHOICES``."""

    system: str = "recorded"
    units: str = "yes"
    paper: str = "a4"
    orientation: Orientation = "auto"


def read_choices(given: Mapping[str, str], paper: str = "a4") -> Choices:
    """Choices out of an address; what is not said or empty stays as it is usual.

    Raises:
        ValueError: a value that is none of ``CHOICES``; the sentence names those there are.
    """
    known: dict[str, str] = {"paper": paper if paper in PAPER_WORDS else "a4"}
    for name, values in CHOICES.items():
        value = given.get(name, "")
        if value and value not in values:
            raise ValueError(f"There is no {name} {value[:40]!r} for a chart: it is one of {', '.join(values)}.")
        if value:
            known[name] = value
    return Choices(**known)  # type: ignore[arg-type]


def chart_of(army: Army, choices: Choices, address: str = "") -> Chart:
    """The chart of ``army``; the same army on the same day gives the same bytes.

    Args:
        address: the army's own address, printed as a QR code where given.

    Raises:
        ValueError: a name so long that it fits no page of that paper.
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
