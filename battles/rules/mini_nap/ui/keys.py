"""Keys of units, stands, spots and features on the picture, and the click between two of them."""

from collections.abc import Iterable
from typing import NamedTuple

from battles.engine.core import SideId
from battles.engine.picture import block_of
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import FULL, Place, to_point
from battles.kits.open_table.picture import is_on, key_of, place_named
from battles.rules.mini_nap.positions import footprint, on_table
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.ui.picture import middle_of


class Click(NamedTuple):
    """A click by ``side`` from a selected actor on a target.

    ``actor_kind`` is ``unit`` or ``stand``, or ``""`` for the side itself. ``key`` is the clicked key and ``place`` its
    place, None for nothing or off the table. ``foes`` and ``friends`` are the units there, enemies of the actor and of
    its own side; ``feature`` is the key of a feature; ``here`` is True if only the actor itself is clicked.
    """

    state: State
    side: SideId
    actor_kind: str
    number: int
    key: str
    place: Place | None = None
    foes: tuple[int, ...] = ()
    friends: tuple[int, ...] = ()
    feature: str = ""
    here: bool = False

    @property
    def unit(self) -> Unit:
        return self.state.units[self.number]

    @property
    def actor(self) -> str:
        return f"{self.actor_kind} {self.number}" if self.actor_kind else ""


def click_on(state: State, side: SideId, actor: str, at: str) -> Click | None:
    """The click from one key to another; None if one of them names nothing."""
    blocks = {"unit": state.units, "stand": state.stands}
    actor_kind, number = block_of(actor, **blocks) or ("", NONE)
    if actor and not actor_kind:
        return None
    click = Click(state, side, actor_kind, number, at, here=not at or at == actor)
    kind, other = block_of(at, **blocks) or ("", NONE)
    if kind == "unit":
        unit = state.units[other]
        return _among(click._replace(place=(unit.x, unit.y) if unit.where == "table" else None), (other,))
    if kind == "stand":
        stand = state.stands[other]
        return click._replace(place=(stand.x, stand.y) if stand.where == "table" else None)
    if not at:
        return click
    feature = next((each for each in state.setup.table.features if each.key == at), None)
    if feature is not None:
        return click._replace(place=middle_of(state.setup.table, feature), feature=at)
    place = place_named(state.setup.table, at)
    return None if place is None else _on_a_spot(click._replace(place=place), place)


def _on_a_spot(click: Click, place: Place) -> Click:
    """Add the units on a spot; the actor's own spot counts as the actor."""
    state, point = click.state, to_point(place)
    there = tuple(
        number for number in on_table(state) if not distances.distance_to_point(footprint(state, number), point)
    )
    own = click.actor_kind == "unit" and click.number in there
    return _among(click._replace(here=own), there)


def _among(click: Click, there: tuple[int, ...]) -> Click:
    """Add the units there as friends and foes, without the actor."""
    units = click.state.units
    own_side = click.side
    if click.actor_kind:
        own_side = (units if click.actor_kind == "unit" else click.state.stands)[click.number].side
    others = tuple(number for number in there if not (click.actor_kind == "unit" and number == click.number))
    return click._replace(
        foes=tuple(number for number in others if units[number].side != own_side),
        friends=tuple(number for number in others if units[number].side == own_side),
    )


def unit_key(state: State, number: int) -> str:
    """The key of a unit; ``""`` if there is none of this number."""
    return f"unit {number}" if 0 <= number < len(state.units) else ""


def stand_key(state: State, number: int) -> str:
    """The key of a command stand; ``""`` if there is none of this number."""
    return f"stand {number}" if 0 <= number < len(state.stands) else ""


def spots(state: State, *places: tuple[int, int]) -> tuple[str, ...]:
    """Spot keys of the places on the table, each once."""
    table = state.setup.table
    return tuple(dict.fromkeys(key_of(table, x, y) for x, y in places if is_on(table, x, y)))


def here(state: State, number: int) -> tuple[str, ...]:
    """The spot key of a unit; empty if it is off the table."""
    if not unit_key(state, number) or state.units[number].where != "table":
        return ()
    return spots(state, (state.units[number].x, state.units[number].y))


def targets(state: State, *numbers: int) -> tuple[str, ...]:
    """Keys of the units that exist, each once."""
    return tuple(dict.fromkeys(key for number in numbers if (key := unit_key(state, number))))


def turn_of(was: Unit, now: Unit) -> int | None:
    """The new facing of a unit; None if it keeps the old one."""
    return None if was.facing == now.facing else now.facing % FULL


def where(state: State, units: Iterable[int]) -> tuple[str, ...]:
    """Spot keys of the units on the table."""
    return tuple(spot for number in units for spot in here(state, number))


def feature(state: State, key: str) -> tuple[str, ...]:
    """The key of a feature, if there is one."""
    return (key,) if any(each.key == key for each in state.setup.table.features) else ()
