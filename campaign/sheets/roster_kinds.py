"""Rosters: full, blank, and the casualty report."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.blank_roster import BLANKS, MOST_PAGES, blank_roster
from armies.sheets.casualty_report import casualty_report
from armies.sheets.roll_roster import roll_roster
from armies.sheets.roster import roster
from armies.sheets.roster_style import NONE_LOST, RosterStyle
from battles.engine import registry
from campaign.sheets.kinds import Choice, Kind, Order, Sided, Subject

YES_NO: Final = {"yes": "with it", "no": "without"}
COLUMNS: Final = {"points": "Points", "notes": "Notes", "nation": "Nations", "basis": "Where figures are from"}


def _lacks(subject: Subject) -> str:
    return "" if subject.sides else "There is no command that you may know whole."


def _rosters(order: Order) -> Sequence[Section]:
    subject, chosen = order.subject, order.choices
    shown = {column: chosen[column] == "yes" for column in COLUMNS}
    style = RosterStyle(page_each=chosen["page_each"] == "yes", closing=chosen["closing"] == "yes", **shown)
    return [_roster(subject, side, style, after=chosen["state"] == "after") for side in order.sides]


def _roster(subject: Subject, side: Sided, style: RosterStyle, *, after: bool) -> Section:
    """That of the army manager's army where there is one, else that of the roll, which stands as it stands."""
    if side.army is not None:
        losses = side.losses if after and side.losses else NONE_LOST
        return roster(side.army, system=subject.system, address=subject.address, style=style, losses=losses)
    system = registry.meta(subject.system).title
    return roll_roster(side.roll, system, subject.title, subject.address)


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
            Choice("page_each", "Pages", {"no": "as few as may be", "yes": "a page for each division"}),
            *(Choice(key, label, YES_NO) for key, label in COLUMNS.items()),
            Choice("closing", "Pages behind the numbers", YES_NO),
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
