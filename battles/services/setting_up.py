"""Two armies of the army manager as the set-up of a battle, whatever the rule system."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from armies.rules.facts import Army
from battles.engine.core import SetupError
from battles.rules.easy_napoleonics import meta as en
from battles.rules.easy_napoleonics import rules as en_rules
from battles.rules.mini_nap import meta as mn
from battles.rules.mini_nap import rules as mn_rules
from battles.services import fielding, fielding_mini_nap

Fielded = tuple[Any, tuple[str, ...]]


def fielded(key: str, army_a: Army, army_b: Army, values: Mapping[str, Any], *, cards: bool = False) -> Fielded:
    """The set-up of a battle of two armies, and what the players ought to know before they agree to it.

    ``values`` are options of the system by name; ``cards`` says that armies without a draw draw their random cards.

    Raises:
        SetupError: the system does not take armies, or one cannot be fielded; the text says which and why.
        ValueError: an unknown option or a wrong value.
    """
    field = _SYSTEMS.get(key)
    if field is None:
        raise SetupError(f"Battles of {key} cannot be set up from armies.")
    return field(army_a, army_b, values, cards)


def _easy_napoleonics(army_a: Army, army_b: Army, values: Mapping[str, Any], cards: bool) -> Fielded:
    rules = en_rules.Rules(en.read(values))
    return fielding.setup_of(army_a, army_b, rules, title=f"{army_a.name} against {army_b.name}", draw_cards=cards)


def _mini_nap(army_a: Army, army_b: Army, values: Mapping[str, Any], cards: bool) -> Fielded:
    """Mini-Nap has no cards."""
    rules = mn_rules.Rules(mn.read(values))
    return fielding_mini_nap.setup_of(army_a, army_b, rules, title=f"{army_a.name} against {army_b.name}")


_SYSTEMS: Final[Mapping[str, Callable[[Army, Army, Mapping[str, Any], bool], Fielded]]] = {
    en.KEY: _easy_napoleonics,
    mn.KEY: _mini_nap,
}
