"""Standing orders: what a side answers to the enemy's charges without being asked each time."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import Option
from battles.engine.option_spec import OptionSpec, OptionValue
from battles.engine.orders import ALWAYS, ASK, order, said
from battles.rules.easy_napoleonics import actions as act

ORDERS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "hasty_square": order(
            "Form hasty square", "Infantry that cavalry charges tries to form square.", "EN-SQUARE-04"
        ),
        "accept": order(
            "Attack who came into contact",
            "A unit attacks an enemy that came into contact with it without a charge.",
            "EN-MELEE-06",
        ),
        "answer": order(
            "Answer a breakthrough",
            "What a unit does that a breakthrough attacks, where it may.",
            "EN-OPT-03",
            {"hold": "Hold fire", "fire": "Fire", "square": "Try to form square"},
        ),
    }
)
"""By name, in the order of a form."""


def ordered(options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any | None:
    """The action that ``given`` settles; None where it says nothing of it, or where what it says may not be done."""
    wanted: list[Any] = []
    if said(given, "hasty_square") != ASK:
        wanted.append(act.HastySquare(said(given, "hasty_square") == ALWAYS))
    if said(given, "accept") != ASK:
        wanted.append(act.Accept(said(given, "accept") == ALWAYS))
    if said(given, "answer") != ASK:
        wanted.append(act.Answer(said(given, "answer")))  # type: ignore[arg-type]
    return next((action for option in options for action in option.actions if action in wanted), None)
