"""From an army to its comparison under every system, for the page and on paper."""

from armies.models import Army
from armies.services.printing import imprint, pdf
from armies.services.reading import facts_of
from armies.sheets.compare import compare_section
from armies.sheets.compare_model import Comparison
from armies.sheets.compare_service import comparison


def comparison_of(army: Army) -> Comparison:
    """``army`` under every system; the same queries whatever its size."""
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
