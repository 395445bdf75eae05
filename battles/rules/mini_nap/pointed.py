"""Who points at what on the table, as the keys of a picture name it."""

from typing import NamedTuple

from battles.engine.core import SideId
from battles.engine.table import measures
from battles.engine.table.bearings import Place, to_point
from battles.rules.mini_nap.board import footprint, on_table
from battles.rules.mini_nap.drawing_ground import middle_of
from battles.rules.mini_nap.spots import place_named
from battles.rules.mini_nap.state import NONE, State, Unit


class Pointed(NamedTuple):
    """Somebody of ``side`` points from ``who``, a ``unit``, a ``stand`` or for the side itself nothing, at something.

    ``key`` is what is pointed at and ``place`` where it is, None for nothing and for what is not on the table. ``foes``
    and ``friends`` are the units there, of the enemy of the actor and of its own side; ``feature`` is the key of a
    feature, and ``here`` says that nothing but the actor himself is pointed at.
    """

    state: State
    side: SideId
    who: str
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
        return f"{self.who} {self.number}" if self.who else ""


def pointed(state: State, side: SideId, actor: str, at: str) -> Pointed | None:
    """What two keys name; None where one of them names nothing."""
    who, number = block_of(state, actor) or ("", NONE)
    if actor and not who:
        return None
    made = Pointed(state, side, who, number, at, here=not at or at == actor)
    what, other = block_of(state, at) or ("", NONE)
    if what == "unit":
        unit = state.units[other]
        return _among(made._replace(place=(unit.x, unit.y) if unit.where == "table" else None), (other,))
    if what == "stand":
        stand = state.stands[other]
        return made._replace(place=(stand.x, stand.y) if stand.where == "table" else None)
    if not at:
        return made
    found = next((each for each in state.setup.table.features if each.key == at), None)
    if found is not None:
        return made._replace(place=middle_of(state.setup.table, found), feature=at)
    place = place_named(state.setup.table, at)
    return None if place is None else _on_a_spot(made._replace(place=place), place)


def _on_a_spot(made: Pointed, place: Place) -> Pointed:
    """Whoever stands on a spot; the actor's own is as good as the actor himself."""
    state, point = made.state, to_point(place)
    there = tuple(
        number for number in on_table(state) if not measures.distance_to_point(footprint(state, number), point)
    )
    own = made.who == "unit" and made.number in there
    return _among(made._replace(here=own), there)


def _among(made: Pointed, there: tuple[int, ...]) -> Pointed:
    """The units there by the side of the actor, himself left out."""
    units = made.state.units
    mine = made.side
    if made.who:
        mine = (units if made.who == "unit" else made.state.stands)[made.number].side
    others = tuple(number for number in there if not (made.who == "unit" and number == made.number))
    return made._replace(
        foes=tuple(number for number in others if units[number].side != mine),
        friends=tuple(number for number in others if units[number].side == mine),
    )


def block_of(state: State, key: str) -> tuple[str, int] | None:
    """The unit or stand of a key; None where it names none."""
    what, _, number = key.partition(" ")
    blocks = {"unit": state.units, "stand": state.stands}.get(what)
    if blocks is None or not (number.isascii() and number.isdecimal()) or str(int(number)) != number:
        return None
    return (what, int(number)) if int(number) < len(blocks) else None
