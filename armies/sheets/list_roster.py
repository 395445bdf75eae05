"""The roster of an army list that is nobody's army here: one that comes with a rulebook."""

from armies.paper.cleaning import printable_texts
from armies.paper.closing import closing_pages
from armies.paper.faces import Printable
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.rules.army_list import ArmyList
from armies.sheets import service_listed
from armies.sheets.roster_listed import listed_pages
from armies.sheets.roster_style import USUAL_STYLE, RosterStyle


def list_roster(listed: ArmyList, address: str = "", style: RosterStyle = USUAL_STYLE) -> Section:
    """The roster of a list; ``address`` is where it is found, printed as a QR code."""
    clean = printable_texts(listed, Printable())

    def plan(sheet: Sheet) -> Planned:
        head = service_listed.masthead(clean)
        pages = listed_pages(sheet, clean, head, address, style)
        return Planned(pages + closing_pages(sheet, service_listed.closing(clean) if style.closing else (), head))

    return Section("Roster", clean.title, digest_of(clean, style), plan)
