"""The roster of an army list: units by corps in their system's columns, boxes to cross off, faults and arithmetic."""

from armies.paper.final_pages import closing_pages
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.paper.typefaces import Printable, printable_texts
from armies.sheets.ledger import ledger_pages
from battles.engine import registry
from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.list_ledger import list_sheet
from battles.engine.armies.roster_style import USUAL_STYLE, RosterStyle


def list_roster(listed: ArmyList, address: str = "", style: RosterStyle = USUAL_STYLE) -> Section:
    """The roster of an army list; ``address`` is its address, printed as a QR code."""
    clean = printable_texts(listed, Printable())
    ledger = list_sheet(clean, registry.army(listed.system).title, style=style)

    def plan(sheet: Sheet) -> Planned:
        closing = ledger.closing if style.closing else ()
        return Planned(ledger_pages(sheet, ledger, address) + closing_pages(sheet, closing, ledger.masthead))

    return Section("Roster", clean.title, digest_of(clean, style), plan)
