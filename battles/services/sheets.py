"""The cheat sheet of a battle, from the numbers and options that it is fought by."""

from battles.engine import registry
from battles.engine.cheat_sheet import Page
from battles.services.position import now
from battles.services.standing import Standing


def cheat_sheet(standing: Standing) -> tuple[Page, ...]:
    """The sheet for whoever may see the battle: options and house rules are open to all."""
    position = now(standing.battle)
    return registry.cheat_sheet(position.system.key, position.state.setup.rules)
