"""Cheat sheets, whole or with what a side's command can need, and a worked example."""

from collections.abc import Sequence
from typing import Final

from armies.paper.section import Section
from battles.engine import registry
from battles.engine.limiting import limited
from battles.sheets.cheat_sheet import cheat_sheet, teaching_sheet
from campaign.sheets.kinds import Choice, Kind, Order


def _cheat_sheets(order: Order) -> Sequence[Section]:
    """One of the whole, or one for each side that is known; a side whose wants cannot be told has the whole."""
    subject = order.subject
    pages = registry.cheat_sheet(subject.system, subject.rules)
    if order.choices["rows"] == "all" or not order.sides:
        return [cheat_sheet(pages, subject.title, subject.book)]
    wants = [(side, side.wanted()) for side in order.sides]
    return [
        cheat_sheet(limited(pages, wanted) if wanted else pages, side.title, subject.book) for side, wanted in wants
    ]


def _lessons(order: Order) -> Sequence[Section]:
    subject = order.subject
    return [teaching_sheet(registry.lesson(subject.system, subject.rules), subject.title, subject.book)]


KINDS: Final = (
    Kind(
        key="cheat_sheet",
        title="Cheat sheet",
        text="The tables of the rules in the order of play, with the options and house rules in force.",
        make=_cheat_sheets,
        choices=(Choice("rows", "Rows", {"all": "every row", "own": "only what a side can need"}),),
    ),
    Kind(
        key="teaching",
        title="Teaching sheet",
        text="A worked example of the rules, step by step, with the numbers in force.",
        make=_lessons,
        usual=False,
    ),
)
