"""The brushes of a drawing: ground to be drawn, what is changed of it, zones, and everybody's places."""

from collections.abc import Iterator, Mapping
from typing import Final

from battles.engine.core import SideId
from battles.engine.drafting import Brush
from battles.engine.picture import GroundKind
from battles.engine.table.bearings import FULL
from battles.rules.mini_nap.checking import SIDES
from battles.rules.mini_nap.drafting_chain import brigades, commands, units
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.tables_ground import EFFECTS

GROUND: Final = "Areas"
LINES: Final = "Lines"
SPANS: Final = "Bridges and fords"
CHANGES: Final = "What lies there"
ZONES: Final = "Where sides deploy and arrive"
PAINTED: Final[Mapping[FeatureKind, GroundKind]] = {
    "contour": "hill",
    "hill": "hill",
    "wood": "wood",
    "forest": "wood",
    "village": "town",
    "landmark": "town",
    "rough": "rough",
    "rough_x": "rough",
    "bog": "marsh",
}
"""How an area's brush is shown."""
WAYS: Final[Mapping[FeatureKind, GroundKind]] = {
    "road": "road",
    "stream": "stream",
    "river": "water",
    "ditch": "other",
    "fence": "wood",
    "wall": "wall",
}
"""How a line's brush is shown."""
OVER: Final[Mapping[FeatureKind, GroundKind]] = {"bridge": "bridge", "ford": "stream"}
TURNS: Final = tuple(range(0, FULL, FULL // 8))
"""The angles that are offered; a unit may face any."""


def palette(setup: Setup) -> tuple[Brush, ...]:
    """The brushes that the drawing of ``setup`` has now."""
    return (*_terrain(), *_changes(), *_zones(setup), *_places(setup))


def _terrain() -> Iterator[Brush]:
    for kind, ground in PAINTED.items():
        yield Brush(f"ground.{kind}", _word(kind), GROUND, ground=ground, draws="area")
    for kind, ground in WAYS.items():
        yield Brush(f"ground.{kind}", _word(kind), LINES, ground=ground, draws="line")
    for kind, ground in OVER.items():
        yield Brush(f"ground.{kind}", _word(kind), SPANS, ground=ground, draws="spot")


def _word(kind: FeatureKind) -> str:
    return EFFECTS[kind].word.capitalize()


def _changes() -> Iterator[Brush]:
    yield Brush("move", "Move it", CHANGES, draws="shift")
    yield Brush("corner", "Move one of its corners", CHANGES, draws="bend")
    yield Brush("name", "Give it a name, or none", CHANGES, asks="Name")
    yield Brush("erase", "Take it off the table", CHANGES)


def _zones(setup: Setup) -> Iterator[Brush]:
    for side, force in zip(SIDES, setup.forces, strict=True):
        yield Brush(f"zone.{side}", f"{force.name} deploys here", ZONES, side=side, draws="box")
    yield Brush("zone.none", "No zones: dice give the edges", ZONES, draws="spot")
    for key, brigade in brigades(setup):
        if brigade.arrives:
            words = f"{brigade.name} arrives here in Turn {brigade.arrives}"
            yield Brush(f"entry.{key}", words, ZONES, side=_side(key), draws="box")


def _places(setup: Setup) -> Iterator[Brush]:
    """A brush for each unit and each command stand, those of a side together."""
    people: dict[SideId, list[Brush]] = {side: [] for side in SIDES}
    titles = {side: f"Places of {force.name}" for side, force in zip(SIDES, setup.forces, strict=True)}
    for number, (key, unit) in enumerate(units(setup)):
        side = _side(key)
        people[side].append(
            Brush(f"unit.{key}", unit.name, titles[side], side=side, block=f"unit {number}", turns=TURNS, freely=True)
        )
    for number, (key, command) in enumerate(commands(setup)):
        side, words = _side(key), command.commander or f"The stand of {command.name}"
        people[side].append(Brush(f"stand.{key}", words, titles[side], side=side, block=f"stand {number}"))
    for side in SIDES:
        yield from people[side]


def _side(key: str) -> SideId:
    return key.partition(".")[0]
