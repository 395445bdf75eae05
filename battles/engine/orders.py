"""Standing orders of a system: how a side answers a question without being asked each time."""

from collections.abc import Mapping
from typing import Final

from battles.engine.options import OptionSpec

ASK: Final = "ask"
ALWAYS: Final = "always"
NEVER: Final = "never"
SKIP: Final = "skip"
"""The side continues without being asked; it can still answer from the panel."""
EITHER: Final[Mapping[str, str]] = {ALWAYS: "Always", NEVER: "Never"}


def order(label: str, sentence: str, rule: str, words: Mapping[str, str] = EITHER) -> OptionSpec:
    """A standing order with the values ``words``; its default is to ask the player."""
    return OptionSpec(
        kind="choice", default=ASK, label=label, sentence=sentence, rule=rule, words={ASK: "Ask me", **words}
    )


def all_skipped(orders: Mapping[str, OptionSpec]) -> dict[str, str]:
    """All orders that allow ``skip``, set to it: for a computer player, which decides without being asked."""
    return {name: SKIP for name, spec in orders.items() if SKIP in spec.allowed}


def order_value(orders: Mapping[str, object], name: str) -> str:
    """The value of an order, ``ask`` if it was not given."""
    return str(orders.get(name, ASK))
