"""Cheat sheets: of a system, a battle, a game on a real table, a set-up or an army; whole, or what one side can need.

The numbers and options are those that it is played by. Whom a sheet is limited to is decided here; what he can need is
the system's to say (``battles.engine.limiting``), from what both sides know at the start.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from armies.rules.facts import Army
from armies.rules.lists import OF_HISTORY, WRITTEN
from armies.rules.rolls import rules_of
from battles.engine import registry
from battles.engine.cheat_sheet import Page
from battles.engine.core import SetupError, SideId
from battles.engine.limiting import Wanted, limited
from battles.engine.option_spec import OptionValue, echoed
from battles.models import TableGame
from battles.rules.easy_napoleonics import meta as en
from battles.rules.mini_nap import meta as mn
from battles.services import fielding, fielding_mini_nap
from battles.services.position import now
from battles.services.standing import Standing
from battles.services.table_kept import setup_of

Pages = tuple[Page, ...]


def system_sheet(key: str) -> Pages:
    """The sheet of a system by its printed numbers; raises `UnknownSystem`."""
    return registry.cheat_sheet(key, registry.printed(key))


def cheat_sheet(standing: Standing, *, only_own: bool = False) -> Pages:
    """The sheet of a battle for whoever may see it: options and house rules are open to all.

    ``only_own`` limits it to what his own side can need; who has no side, or every one, has the whole.
    """
    position = now(standing.battle)
    return setup_sheet(position.system.key, position.state.setup, _side_of(standing) if only_own else None)


def _side_of(standing: Standing) -> SideId | None:
    """The side that he looks from; once the battle is over, his first."""
    places = (standing.viewer, *standing.own)
    return next((place for place in places if place in registry.load(standing.battle.system).sides), None)


def table_sheet(game: TableGame, side: SideId | None = None) -> Pages:
    """The sheet of a game on a real table, or of one of its sides; raises `SetupError` for a side it has not."""
    return setup_sheet(game.system, setup_of(game), side)


def setup_sheet(key: str, setup: Any, side: SideId | None = None) -> Pages:
    """The sheet of a set-up, as a scenario's, or of one of its sides; raises `SetupError` for a side it has not."""
    pages = registry.cheat_sheet(key, setup.rules)
    if side is None:
        return pages
    sides = registry.load(key).sides
    if side not in sides:
        raise SetupError(f"There is no side {echoed(side)}: it is one of {', '.join(sides)}.", "side")
    return limited(pages, registry.wanted(key, setup, side))


def army_wants(army: Army, key: str) -> Wanted:
    """What a recorded army can need under a system, by its options and its club's numbers; whatever enemy it meets.

    It need not be fit to take the field.

    Raises:
        SetupError: an open choice card, or a system of another century; the sentence names the army.
        UnknownSystem: there is no such system. ValueError: an option that is not understood.
    """
    return _army_wants(army, key, rules_of(army, key), army.options.get(key, {}))


_GATHERED: Final[Mapping[str, Callable[[Army, Any], Any]]] = {
    en.KEY: fielding.gathered,
    mn.KEY: fielding_mini_nap.gathered,
}


def _army_wants(army: Army, key: str, rules: Any, values: Mapping[str, OptionValue]) -> Wanted:
    if key in _GATHERED:
        return registry.brought(key, _GATHERED[key](army, rules), rules)
    if key in OF_HISTORY:
        system = OF_HISTORY[key]
        return system.wanted(army, system.options(values, army.house))
    title = registry.meta(key).title
    raise SetupError(f"{army.name} has no sheet under {title}: armies recorded here are of another century.", "system")


def written_sheet(text: str, key: str) -> Pages:
    """The sheet of an army that is written down, under a system of ``WRITTEN``.

    Raises:
        SetupError: the system takes no such armies. ValueError: the text cannot be read; a sentence with its line.
    """
    if key not in WRITTEN:
        raise SetupError(f"Armies are not written down under {echoed(key)}: only under {', '.join(WRITTEN)}.", "system")
    return limited(system_sheet(key), WRITTEN[key].wanted(text))
