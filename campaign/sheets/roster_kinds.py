"""Rosters."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from armies.sheets.roster import roster
from campaign.sheets.kinds import Kind, Order, Subject


def _lacks(subject: Subject) -> str:
    return "" if any(side.army for side in subject.sides) else "A roster is made from an army of the army manager."


def _rosters(order: Order) -> Sequence[Section]:
    subject = order.subject
    armies = [side.army for side in order.sides if side.army is not None]
    return [roster(army, system=subject.system, address=subject.address) for army in armies]


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
