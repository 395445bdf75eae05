"""Two armies of the army manager as the set-up of a battle."""

from collections.abc import Mapping
from typing import Any, Final

from armies.models import Army as ArmyRow
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies.facts import Army
from battles.engine.armies.group import Fielded
from battles.engine.core import SetupError

MOST_SHOWN: Final = 60
"""Characters of a slug that an error message repeats."""


def army_by_slug(slug: str) -> Army:
    """The facts of the army with that slug. Commands use it: it does not check who may see the army.

    Raises:
        SetupError: there is no such army.
    """
    row = ArmyRow.objects.filter(slug=slug).first() if slug.isprintable() else None
    if row is None:
        raise SetupError(f"There is no army with the slug {slug[:MOST_SHOWN]!r}.")
    return facts_of(row)


def fielded(key: str, army_a: Army, army_b: Army, values: Mapping[str, Any], *, cards: bool = False) -> Fielded:
    """The set-up of a battle of two armies, and notes for the players.

    Args:
        values: options of the system by name.
        cards: armies that have no random cards yet draw them.

    Raises:
        SetupError: the system takes no armies, or one cannot be fielded; the text says which and why.
        ValueError: an unknown option or a wrong value.
    """
    if key not in registry.army_systems():
        raise SetupError(f"Battles of {key} cannot be set up from armies.")
    return registry.army(key).setup(army_a, army_b, values, cards)
