"""The cheat sheet of a battle or a game on a real table, from the numbers and options that it is fought by."""

from battles.engine import registry
from battles.engine.cheat_sheet import Page
from battles.models import TableGame
from battles.services.position import now
from battles.services.standing import Standing
from battles.services.table_kept import setup_of


def cheat_sheet(standing: Standing) -> tuple[Page, ...]:
    """The sheet for whoever may see the battle: options and house rules are open to all."""
    position = now(standing.battle)
    return registry.cheat_sheet(position.system.key, position.state.setup.rules)


def table_sheet(game: TableGame) -> tuple[Page, ...]:
    """The sheet of a game on a real table."""
    return registry.cheat_sheet(game.system, setup_of(game).rules)
