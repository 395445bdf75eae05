"""Rosters."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.roll_roster import roll_roster
from armies.sheets.roster import roster
from battles.engine import registry
from campaign.sheets.kinds import Kind, Order, Sided, Subject


def _lacks(subject: Subject) -> str:
    return "" if subject.sides else "There is no command that you may know whole."


def _rosters(order: Order) -> Sequence[Section]:
    return [_roster(order.subject, side) for side in order.sides]


def _roster(subject: Subject, side: Sided) -> Section:
    """That of the army manager's army where there is one, else that of the roll."""
    if side.army is not None:
        return roster(side.army, system=subject.system, address=subject.address)
    system = registry.meta(subject.system).title
    return roll_roster(side.roll, system, subject.title, subject.address)


KINDS: Final = (
    Kind(
        key="roster",
        title="Roster",
        text="Every unit with its boxes to strike, ratings and losses, brigade by brigade.",
        make=_rosters,
        lacks=_lacks,
        secret=True,
    ),
)
