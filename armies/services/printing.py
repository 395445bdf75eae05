"""From an army to its roster as a PDF."""

from typing import Final

from django.conf import settings
from django.utils import timezone

from armies.models import Army
from armies.rules.opting import TITLES
from armies.services.reading import facts_of
from armies.sheets.roster import roster

PAPERS: Final = ("a4", "letter")
SYSTEMS: Final = tuple(TITLES)


def roster_pdf(army: Army, *, system: str, paper: str, address: str = "") -> bytes:
    """The roster of ``army``; the same army on the same day gives the same bytes.

    Args:
        system: one of ``SYSTEMS``.
        paper: one of ``PAPERS``.
        address: the army's own address, printed as a QR code where given.
    """
    return roster(
        facts_of(army),
        system=system,
        paper=paper,
        version=settings.MUSTER_VERSION,
        date=timezone.localdate().isoformat(),
        address=address,
    )
