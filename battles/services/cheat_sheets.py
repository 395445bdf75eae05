"""Cheat sheets of a system, a battle, a tracked game or an army: whole, or limited to what one side needs."""

from typing import Any

from battles.engine import registry
from battles.engine.armies.facts import Army
from battles.engine.armies.systems import rules_of, written_groups
from battles.engine.core import SetupError, SideId
from battles.engine.options import echoed
from battles.engine.sheets.cheat_pages import Page, Wanted, limited
from battles.models import TableGame
from battles.services.access import Access
from battles.services.play.position import current_position
from battles.services.tracker.games import setup_of

Pages = tuple[Page, ...]


def system_sheet(key: str) -> Pages:
    """The cheat sheet of a system with its printed numbers. Raises `UnknownSystem`."""
    return registry.sheets(key).cheat_sheet(registry.settings(key).rules())


def cheat_sheet(access: Access, *, only_own: bool = False) -> Pages:
    """The cheat sheet of a battle, with its options and house rules.

    ``only_own`` limits it to what the viewer's own side can need. A spectator and an umpire get the whole sheet.
    """
    position = current_position(access.battle)
    return setup_sheet(position.system.key, position.state.setup, _side_of(access) if only_own else None)


def _side_of(access: Access) -> SideId | None:
    """The side whose view they get; once the battle is over, their first side."""
    places = (access.viewer, *access.own)
    return next((place for place in places if place in registry.load(access.battle.system).sides), None)


def table_sheet(game: TableGame, side: SideId | None = None) -> Pages:
    """The cheat sheet of a tracked game, or of one of its sides. Raises `SetupError` for an unknown side."""
    return setup_sheet(game.system, setup_of(game), side)


def setup_sheet(key: str, setup: Any, side: SideId | None = None) -> Pages:
    """The cheat sheet of a set-up, or of one of its sides. Raises `SetupError` for an unknown side."""
    pages = registry.sheets(key).cheat_sheet(setup.rules)
    if side is None:
        return pages
    sides = registry.load(key).sides
    if side not in sides:
        raise SetupError(f"There is no side {echoed(side)}. The sides are {', '.join(sides)}.", "side")
    return limited(pages, registry.sheets(key).wanted(setup, side))


def army_wants(army: Army, key: str) -> Wanted:
    """The parts of a cheat sheet that an army can need against any enemy, with its options and house rules.

    The army may have problems.

    Raises:
        SetupError: a choice card is open, or the system is of another century; the sentence names the army.
        UnknownSystem: there is no such system.
        ValueError: an option cannot be read.
    """
    return registry.army(key).wanted(army, rules_of(army, key))


def written_sheet(text: str, key: str) -> Pages:
    """The cheat sheet of an army given as text, under a system that takes such armies.

    Raises:
        SetupError: the system takes no armies as text.
        ValueError: the text cannot be read; the sentence names the line.
    """
    systems = written_groups()
    if key not in systems:
        raise SetupError(f"{echoed(key)} takes no armies as text. These systems do: {', '.join(systems)}.", "system")
    return limited(system_sheet(key), systems[key].wanted(text))
