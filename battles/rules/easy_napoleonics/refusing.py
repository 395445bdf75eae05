"""Why an action may not be done."""

from typing import Any

from battles.engine.core import Refusal, SideId
from battles.rules.easy_napoleonics import legal
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.state import State


def refuse(field: Field, state: State, side: SideId, action: Any) -> Refusal | None:
    """None for an action that is listed."""
    for option in legal.options(field, state, side):
        if action in option.actions:
            return None
    return Refusal("malformed", "EN-ACTION-08", "Not listed.")
