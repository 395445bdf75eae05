"""Brushes of the scenario editor, and the change that each stroke makes to features, zones and places."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.drafting import Brush, Stroke, arrival_brush
from battles.engine.options import echoed
from battles.engine.picture import GroundKind, spot_of
from battles.engine.scenario_file import MOST_NAME
from battles.kits.open_table.footprints import FULL
from battles.kits.open_table.picture import place_of
from battles.kits.open_table.scenario import MOST_CORNERS
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.scenario.parts import brigades, commands, units, with_change
from battles.rules.mini_nap.setup.features import WATER, ground_of, key_for, span, usual_outline
from battles.rules.mini_nap.state import Feature, Force, ForceUnit, Place, Point, Setup, selectable_formations
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.terrain_tables import EFFECTS, SHAPES, SPAN_WITHIN

GROUND: Final = "Areas"
LINES: Final = "Lines"
SPANS: Final = "Bridges and fords"
CHANGES: Final = "Change the table"
ZONES: Final = "Deployment"
AREA_SYMBOLS: Final[Mapping[FeatureKind, GroundKind]] = {
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
"""Symbols of the brushes for areas."""

LINE_SYMBOLS: Final[Mapping[FeatureKind, GroundKind]] = {
    "road": "road",
    "stream": "stream",
    "river": "water",
    "ditch": "other",
    "fence": "wood",
    "wall": "wall",
}
"""Symbols of the brushes for lines."""

SPAN_SYMBOLS: Final[Mapping[FeatureKind, GroundKind]] = {"bridge": "bridge", "ford": "stream"}
TURNS: Final = tuple(range(0, FULL, FULL // 8))
"""The facings that the editor offers; a unit may have any."""


def palette(setup: Setup) -> tuple[Brush, ...]:
    """The brushes for ``setup``."""
    return (*_terrain(), *_changes(), *_zones(setup), *_places(setup))


def _terrain() -> Iterator[Brush]:
    for kind, ground in AREA_SYMBOLS.items():
        yield Brush(f"ground.{kind}", _word(kind), GROUND, ground=ground, draws="area")
    for kind, ground in LINE_SYMBOLS.items():
        yield Brush(f"ground.{kind}", _word(kind), LINES, ground=ground, draws="line")
    for kind, ground in SPAN_SYMBOLS.items():
        yield Brush(f"ground.{kind}", _word(kind), SPANS, ground=ground, draws="spot")


def _word(kind: FeatureKind) -> str:
    return EFFECTS[kind].word.capitalize()


def _changes() -> Iterator[Brush]:
    yield Brush("move", "Move a feature", CHANGES, draws="shift")
    yield Brush("corner", "Move a corner", CHANGES, draws="bend")
    yield Brush("name", "Name a feature", CHANGES, asks="Name")
    yield Brush("erase", "Remove from the table", CHANGES)


def _zones(setup: Setup) -> Iterator[Brush]:
    for side, force in zip(SIDES, setup.forces, strict=True):
        yield Brush(f"zone.{side}", f"{force.name} deploys here", ZONES, side=side, draws="box")
    yield Brush("zone.none", "No zones: roll for table edges", ZONES, draws="spot")
    for key, brigade in brigades(setup):
        if brigade.arrives:
            words = f"{brigade.name} arrives here in Turn {brigade.arrives}"
            yield arrival_brush(key, words, _side(key), "box")


def _places(setup: Setup) -> Iterator[Brush]:
    """A brush for each unit and each command stand, side by side."""
    brushes: dict[SideId, list[Brush]] = {side: [] for side in SIDES}
    titles = {side: f"Units of {force.name}" for side, force in zip(SIDES, setup.forces, strict=True)}
    for number, (key, unit) in enumerate(units(setup)):
        side = _side(key)
        brushes[side].append(
            Brush(f"unit.{key}", unit.name, titles[side], side=side, block=f"unit {number}", turns=TURNS, freely=True)
        )
    for number, (key, command) in enumerate(commands(setup)):
        side, words = _side(key), command.commander or f"Command stand of {command.name}"
        brushes[side].append(Brush(f"stand.{key}", words, titles[side], side=side, block=f"stand {number}"))
    for side in SIDES:
        yield from brushes[side]


def _side(key: str) -> SideId:
    return key.partition(".")[0]


MOST_STROKES: Final = 2_000
MOST_AWAY: Final = 100_000
"""Greatest distance of a point from the corner of the table, in tenths of a millimetre."""

COUNTS: Final = {"": (0, 0), "area": (1, MOST_CORNERS), "line": (2, MOST_CORNERS), "spot": (1, 1), "box": (2, 2)}
"""Least and most points of a stroke. A shift or a bend has two; a block has an area or one point."""


def with_strokes(setup: Setup, strokes: Sequence[Stroke]) -> Setup:
    """``setup`` after each stroke in turn.

    Raises:
        SetupError: an unknown brush, points that do not fit the brush, or an impossible area; the path has the number
            of the stroke.
    """
    if len(strokes) > MOST_STROKES:
        raise SetupError(f"You sent {len(strokes):,} strokes; the most at once is {MOST_STROKES:,}.", "strokes")
    brushes = {brush.key: brush for brush in palette(setup)}
    for index, stroke in enumerate(strokes):
        brush = brushes.get(stroke.brush)
        if brush is None:
            raise SetupError(f"There is no brush {echoed(stroke.brush)}.", f"strokes[{index}].brush")
        setup = _StrokeEditor(setup, f"strokes[{index}]").apply(brush, stroke)
    return setup


class _StrokeEditor:
    """Applies one stroke to a set-up."""

    def __init__(self, setup: Setup, path: str) -> None:
        self.setup = setup
        self.path = path

    def fault(self, sentence: str, part: str = "points") -> SetupError:
        return SetupError(sentence, f"{self.path}.{part}")

    def apply(self, brush: Brush, stroke: Stroke) -> Setup:
        what, _, which = brush.key.partition(".")
        if brush.block:
            return self._set_place(brush, which, stroke)
        points = self._points(brush, stroke)
        if what == "ground":
            return self._ground(next(kind for kind in EFFECTS if kind == which), points)
        if what == "zone":
            return self._zone(which, points)
        if what == "entry":
            box = self._box(points)
            return with_change(self.setup, which, lambda brigade: replace(brigade, entry=box))
        if what == "move":
            return self._move(stroke, points)
        if what == "corner":
            return self._bend(stroke, points)
        return self._erase(stroke) if what == "erase" else self._name(stroke)

    def _points(self, brush: Brush, stroke: Stroke) -> tuple[Point, ...]:
        least, most = COUNTS.get(brush.draws, (2, 2))
        if not least <= len(stroke.points) <= most:
            ends = f"{least} to {most}" if least < most else str(least)
            raise self.fault(f"{brush.words}: {_points(len(stroke.points))} drawn; it needs {ends}.")
        points = tuple(place_of(self.setup.table, point) for point in stroke.points)
        if any(abs(part) > MOST_AWAY for place in points for part in place):
            raise self.fault(f"A point is at most {cm(MOST_AWAY)} from the table's corner.")
        return points

    # Features.

    def _ground(self, kind: FeatureKind, points: tuple[Point, ...]) -> Setup:
        features = self.setup.table.features
        over = ""
        if kind in SPAN_SYMBOLS:
            crossing = span(self.setup.rules.tables, features, kind, points[0])
            if crossing is None:
                why = f"A {EFFECTS[kind].word} crosses a stream, a river or a ditch"
                raise self.fault(f"{why}; none is within {cm(SPAN_WITHIN)} (MNT-PLACE-08).")
            over, points = crossing[0].key, crossing[1]
        elif kind in SHAPES and len(points) == 1:
            points = usual_outline(kind, points[0])
        if any(each.kind == kind and each.points == points for each in features):
            return self.setup
        key = key_for(kind, {each.key for each in features})
        feature = Feature(key=key, kind=kind, points=points, over=over)
        try:
            ground_of(self.setup.rules.tables, feature)
        except ValueError as error:
            raise self.fault(f"This shape cannot be a {EFFECTS[kind].word}. {error}") from None
        return self._with((*features, feature))

    def _with(self, features: Sequence[Feature]) -> Setup:
        return replace(self.setup, table=replace(self.setup.table, features=tuple(features)))

    def _key(self, stroke: Stroke) -> str:
        """The key of the one feature or block that the stroke changes."""
        if len(stroke.areas) != 1:
            raise self.fault(f"Choose one feature or block, not {len(stroke.areas)}.", "areas")
        (key,) = stroke.areas
        return key

    def _feature(self, key: str) -> Feature:
        feature = next((each for each in self.setup.table.features if each.key == key), None)
        if feature is None:
            raise self.fault(f"Nothing on the table has the key {echoed(key)}.", "areas")
        return feature

    def _move(self, stroke: Stroke, points: tuple[Point, ...]) -> Setup:
        """Move a feature by the distance between the points; bridges and fords move with their watercourse."""
        feature = self._feature(self._key(stroke))
        (x1, y1), (x2, y2) = points

        def moved(each: Feature) -> Feature:
            return replace(each, points=tuple((x + x2 - x1, y + y2 - y1) for x, y in each.points))

        return self._with([moved(each) if _moves_with(each, feature) else each for each in self.setup.table.features])

    def _bend(self, stroke: Stroke, points: tuple[Point, ...]) -> Setup:
        """Move the corner nearest to the first point to the second point."""
        feature = self._feature(self._key(stroke))
        if feature.over:
            raise self.fault("A bridge or ford keeps its shape: move it as a whole (MNT-PLACE-08).")
        (x, y), to = points
        near = min(feature.points, key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)
        bent = replace(feature, points=tuple(to if each == near else each for each in feature.points))
        try:
            ground_of(self.setup.rules.tables, bent)
        except ValueError as error:
            raise self.fault(f"This shape cannot be a {EFFECTS[feature.kind].word}. {error}") from None
        return self._with([bent if each == feature else each for each in self.setup.table.features])

    def _name(self, stroke: Stroke) -> Setup:
        feature, name = self._feature(self._key(stroke)), stroke.text.strip()
        if len(name) > MOST_NAME:
            raise self.fault(f"A name has at most {MOST_NAME} characters; this one has {len(name)}.", "text")
        return self._with([replace(each, name=name) if each == feature else each for each in self.setup.table.features])

    def _erase(self, stroke: Stroke) -> Setup:
        """Remove a feature with its bridges and fords, or remove a unit or stand, which then deploys in the battle."""
        key = self._key(stroke)
        for brush in palette(self.setup):
            if brush.block == key:
                part = brush.key.partition(".")[2]
                return with_change(self.setup, part, lambda one: replace(one, place=None))
        feature = self._feature(key)
        return self._with([each for each in self.setup.table.features if not _moves_with(each, feature)])

    # Zones.

    def _box(self, points: tuple[Point, ...]) -> tuple[int, int, int, int]:
        """The rectangle between two corners, cut to the table."""
        table = self.setup.table
        left, right = sorted(min(max(x, 0), table.width) for x, _ in points)
        bottom, top = sorted(min(max(y, 0), table.height) for _, y in points)
        return left, bottom, right, top

    def _zone(self, which: str, points: tuple[Point, ...]) -> Setup:
        a, b = (
            replace(force, zone=self._zone_of(force, side, which, points))
            for side, force in zip(SIDES, self.setup.forces, strict=True)
        )
        return replace(self.setup, forces=(a, b))

    def _zone_of(self, force: Force, side: str, which: str, points: tuple[Point, ...]) -> Any:
        if which == "none":
            return None
        return self._box(points) if which == side else force.zone

    # Places.

    def _set_place(self, brush: Brush, key: str, stroke: Stroke) -> Setup:
        """Place a stand or a unit. A unit keeps its formation and facing, or gets the usual ones."""
        if len(stroke.areas) + len(stroke.points) != 1:
            raise self.fault(f"Choose one place for {brush.words}.", "areas")
        point = stroke.points[0] if stroke.points else spot_of(stroke.areas[0])
        if point is None:
            raise self.fault(f"{echoed(stroke.areas[0])} is not a place on the table.", "areas")
        x, y = place_of(self.setup.table, point)
        if max(abs(x), abs(y)) > MOST_AWAY:
            raise self.fault(f"A place is at most {cm(MOST_AWAY)} from the table's corner.", "areas")
        if stroke.turn is not None and not (brush.turns and 0 <= stroke.turn < FULL):
            raise self.fault(f"{brush.words} cannot face {stroke.turn / 10:g} degrees.", "turn")
        parts: dict[str, Any] = dict((*units(self.setup), *commands(self.setup)))
        place = _place(parts[key], key, x, y, stroke.turn)
        return with_change(self.setup, key, lambda one: replace(one, place=place))


def _moves_with(other: Feature, feature: Feature) -> bool:
    """True if ``other`` is ``feature`` or a bridge or ford over it."""
    return other == feature or (feature.kind in WATER and other.over == feature.key)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _place(part: Any, key: str, x: int, y: int, turn: int | None) -> Place:
    if not isinstance(part, ForceUnit):
        return Place(x, y)
    usual = Place(x, y, 0 if key.startswith("a") else FULL // 2, selectable_formations(part)[0])
    place = part.place or usual
    return replace(place, x=x, y=y, facing=place.facing if turn is None else turn)
