"""Rosters: full, blank, and the casualty report."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.blank_roster import BLANKS, MOST_PAGES, blank_roster
from armies.sheets.casualty_report import casualty_report
from armies.sheets.roll_roster import RollStyle, roll_roster
from armies.sheets.roster import roster
from armies.sheets.roster_style import NONE_LOST, RosterStyle
from battles.engine import registry
from campaign.sheets.kinds import Choice, Kind, Order, Subject

YES_NO: Final = {"yes": "with it", "no": "without"}
COLUMNS: Final = {"points": "Points", "notes": "Notes", "nation": "Nations", "basis": "Where figures are from"}


PAGES: Final = Choice("page_each", "Pages", {"no": "as few as may be", "yes": "a page for each division"})


def _lacks(subject: Subject) -> str:
    if not subject.sides:
        return "There is no command that you may know whole."
    return "" if any(side.army for side in subject.sides) else "No army of the army manager is behind it."


def _field_lacks(subject: Subject) -> str:
    if not subject.sides:
        return "There is no command that you may know whole."
    return "Its armies have rosters of their own." if all(side.army for side in subject.sides) else ""


def _rosters(order: Order) -> Sequence[Section]:
    chosen, after = order.choices, order.choices["state"] == "after"
    shown = {column: chosen[column] == "yes" for column in COLUMNS}
    style = RosterStyle(page_each=chosen["page_each"] == "yes", closing=chosen["closing"] == "yes", **shown)
    return [
        roster(
            side.army,
            system=order.subject.system,
            address=order.subject.address,
            style=style,
            losses=side.losses if after and side.losses else NONE_LOST,
        )
        for side in order.sides
        if side.army is not None
    ]


def _field_rosters(order: Order) -> Sequence[Section]:
    """Those of sides without an army of the army manager, as they stand."""
    subject, chosen = order.subject, order.choices
    system = registry.meta(subject.system).title
    style = RollStyle(page_each=chosen["page_each"] == "yes", facts=chosen["facts"] == "yes")
    return [
        roll_roster(side.roll, system, subject.title, subject.address, style)
        for side in order.sides
        if side.army is None
    ]


def _blank_lacks(subject: Subject) -> str:
    return "" if subject.system in BLANKS else "There is no roster under these rules."


def _blanks(order: Order) -> Sequence[Section]:
    return [blank_roster(order.subject.system, int(order.choices["pages"]))]


def _report_lacks(subject: Subject) -> str:
    return "" if subject.sides else "A casualty report is made for a side, and there is none whose units you may know."


def _reports(order: Order) -> Sequence[Section]:
    filled = order.choices["fill"] == "known"
    return [casualty_report(side.roll, filled=filled, address=order.subject.address) for side in order.sides]


KINDS: Final = (
    Kind(
        key="roster",
        title="Roster",
        text="Every unit with its boxes to strike, ratings and losses, brigade by brigade.",
        make=_rosters,
        lacks=_lacks,
        choices=(
            Choice("state", "Strength", {"fresh": "fresh", "after": "as after the last battle"}),
            PAGES,
            *(Choice(key, label, YES_NO) for key, label in COLUMNS.items()),
            Choice("closing", "Pages behind the numbers", YES_NO),
        ),
        secret=True,
    ),
    Kind(
        key="field_roster",
        title="Roster of a force",
        text="Every unit that a scenario brings or a battle has left, with its boxes to strike.",
        make=_field_rosters,
        lacks=_field_lacks,
        choices=(
            PAGES,
            Choice("facts", "What units do", {"yes": "moves and dice below each", "no": "left out"}),
        ),
        secret=True,
    ),
    Kind(
        key="blank_roster",
        title="Blank roster",
        text="The columns of a roster with empty lines and boxes, to be written by hand.",
        make=_blanks,
        lacks=_blank_lacks,
        choices=(Choice("pages", "Pages", {}, 1, MOST_PAGES, "1"),),
        usual=False,
    ),
    Kind(
        key="casualties",
        title="Casualty report",
        text="Every unit with its strength at the start, and room for what it lost, with totals.",
        make=_reports,
        lacks=_report_lacks,
        choices=(
            Choice("fill", "Losses", {"write": "to be written after the battle", "known": "as far as they are known"}),
        ),
        usual=False,
        secret=True,
    ),
)
