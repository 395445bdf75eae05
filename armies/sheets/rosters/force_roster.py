"""The roster of a side from its muster roll: a scenario's force, or a force after a battle."""

from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.paper.typefaces import Printable, printable_texts
from armies.sheets.ledger import ledger_pages
from battles.engine import registry
from battles.engine.armies.field_ledger import field_sheet, plain_layout
from battles.engine.armies.roster_words import USUAL_STYLE, RosterStyle
from battles.engine.sheets.muster_roll import Roll


def roll_roster(roll: Roll, title: str, address: str = "", style: RosterStyle = USUAL_STYLE) -> Section:
    """The roster of a roll, in the columns of its system's army roster.

    Args:
        title: the title of the battle or scenario.
        address: its address, printed as a QR code; empty for none.
    """
    printable = Printable()
    clean = printable_texts(roll, printable)
    group = registry.army(roll.system)
    if group.field_roster:
        ledger = group.field_roster(clean, printable(title), style)
    else:
        ledger = field_sheet(clean, group.title, printable(title), plain_layout(clean), style)

    def plan(sheet: Sheet) -> Planned:
        return Planned(ledger_pages(sheet, ledger, address))

    return Section("Roster", clean.title, digest_of(roll, title, style), plan)
