"""Cheat sheets."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.engine import registry
from battles.sheets.cheat_sheet import cheat_sheet
from campaign.sheets.kinds import Kind, Order


def _cheat_sheets(order: Order) -> Sequence[Section]:
    subject = order.subject
    return [cheat_sheet(registry.cheat_sheet(subject.system, subject.rules), subject.title)]


KINDS: Final = (
    Kind(
        key="cheat_sheet",
        title="Cheat sheet",
        text="The tables of the rules in the order of play, with the options and house rules in force.",
        make=_cheat_sheets,
    ),
)
