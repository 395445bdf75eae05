"""Standing orders as a system offers them: what a side answers in the other side's turn without being asked."""

from collections.abc import Mapping
from typing import Final

from battles.engine.option_spec import OptionSpec

ASK: Final = "ask"
ALWAYS: Final = "always"
NEVER: Final = "never"
EITHER: Final[Mapping[str, str]] = {ALWAYS: "Always", NEVER: "Never"}


def order(label: str, sentence: str, rule: str, words: Mapping[str, str] = EITHER) -> OptionSpec:
    """An order that says one of ``words``, or, as it stands at first, that its side wants to be asked."""
    return OptionSpec(
        kind="choice", default=ASK, label=label, sentence=sentence, rule=rule, words={ASK: "Ask me", **words}
    )


def said(given: Mapping[str, object], name: str) -> str:
    """What an order says, ``ask`` where it was not given."""
    return str(given.get(name, ASK))
