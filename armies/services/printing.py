"""From an army to its roster as a PDF, and what every file that is printed says of its printing."""

from typing import Final

from django.conf import settings
from django.utils import timezone

from armies.models import Army
from armies.paper.section import Imprint, Section, alone
from armies.paper.sheet import PAPERS as FORMATS
from armies.rules.opting import TITLES
from armies.services.reading import facts_of
from armies.sheets.roster import roster

PAPERS: Final = tuple(FORMATS)
SYSTEMS: Final = tuple(TITLES)


def imprint() -> Imprint:
    """This version of Muster and today, for the footers."""
    return Imprint(settings.MUSTER_VERSION, timezone.localdate().isoformat())


def pdf(section: Section, paper: str = "a4") -> bytes:
    """A section as a file of its own, printed today; raises `ValueError` for an unknown paper."""
    return alone(section, imprint(), paper)


def roster_pdf(army: Army, *, system: str, paper: str, address: str = "") -> bytes:
    """The roster of ``army``; the same army on the same day gives the same bytes.

    Args:
        system: one of ``SYSTEMS``.
        paper: one of ``PAPERS``.
        address: the army's own address, printed as a QR code where given.
    """
    return pdf(roster(facts_of(army), system=system, address=address), paper)
