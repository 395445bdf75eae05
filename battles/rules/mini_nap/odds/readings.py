"""How the rules read the dice of an event: whose they are, what for, and what counts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.dice import Roll
from battles.engine.odds import Reading, unread
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.state import State

EXTENSION: Final = "MN-EXTEND-03"
"""The rule of the dice for the length of an extended charge. They come before the events of the move."""


def readings(state: State, side: SideId, rolls: Sequence[Roll], event: Any = None) -> tuple[Reading, ...]:
    """The readings of the dice of ``event``, each in the order of the roll."""
    extensions = [Reading.total(side, "Extended charges", roll) for roll in rolls if roll.why == EXTENSION]
    others = [roll for roll in rolls if roll.why != EXTENSION]
    reader = READERS.get(type(event))
    return (*extensions, *(reader(state, event, others) if reader else unread(side, others)))


def _fired(state: State, event: happened.Fired, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """The dice of a shot are added up (MN-FIRE-43)."""
    for roll in rolls:
        yield Reading.total(state.units[event.unit].side, "Fire", roll)


def _structure_hit(state: State, event: happened.StructureHit, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """A low face damages a structure (MNT-STRUCT-03)."""
    highest = state.setup.rules.tables.structure_hit_up_to
    for roll in rolls:
        yield Reading.successes(state.units[event.unit].side, "Fire at structures", roll, highest, low=True)


def _fought(state: State, event: happened.Fought, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """The dice of each blow, which may be several rolls; each hits at the unit's QR (MN-HTH-12)."""
    tables, left = state.setup.rules.tables, iter(rolls)
    for throw in event.throws:
        unit = state.units[throw.unit]
        dice = throw.dice * sum(tables.sets[situation].sets for situation in throw.sets)
        while dice > 0 and (roll := next(left, None)) is not None:
            dice -= len(roll.faces)
            yield Reading.successes(unit.side, "Combat", roll, tables.qualities[unit.rating].needed)


def _tested(state: State, event: happened.Tested, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """A quality test: face plus bonus against the QR (MN-RATE-07)."""
    for roll in rolls:
        yield Reading.successes(state.units[event.unit].side, "Quality tests", roll, event.needed - event.bonus)


def _ratings(state: State, event: happened.RatingsThrown, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """The dice of each commander, in the order of the ratings (MN-CMD-61)."""
    for (number, _), roll in zip(event.ratings, rolls, strict=True):
        yield Reading.total(state.stands[number].side, "Ratings of commanders", roll)


def _initiative(state: State, event: Any, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """Totals of side a and of side b by turns (MN-SEQ-01, MN-SEQ-06)."""
    for place, roll in enumerate(rolls):
        yield Reading.total("ab"[place % 2], "Initiative", roll)


def _deployment(state: State, event: happened.DeploymentThrown, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """Totals of side a and of side b by turns, for the choice of edges (MN-RULING-60)."""
    for place, roll in enumerate(rolls):
        yield Reading.total("ab"[place % 2], "Choice of edges", roll)


def _terrain(state: State, event: happened.TerrainLaid, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """Random terrain: no result is better than another."""
    return unread("", rolls, "Preparation")


READERS: Final[Mapping[type, Callable[[State, Any, Sequence[Roll]], Iterator[Reading]]]] = MappingProxyType(
    {
        happened.Fired: _fired,
        happened.StructureHit: _structure_hit,
        happened.Fought: _fought,
        happened.Tested: _tested,
        happened.RatingsThrown: _ratings,
        happened.InitiativeGained: _initiative,
        happened.MarkersCleared: _initiative,
        happened.DeploymentThrown: _deployment,
        happened.TerrainLaid: _terrain,
    }
)
"""The reader of each kind of event with dice."""
