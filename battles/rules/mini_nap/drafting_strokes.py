"""What each stroke does to a drawing: features laid, moved, named and taken away, zones, places."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SetupError
from battles.engine.drafting import Brush, Stroke
from battles.engine.option_spec import echoed
from battles.engine.picture import spot_of
from battles.engine.table.bearings import FULL
from battles.rules.mini_nap.checking import SIDES
from battles.rules.mini_nap.checking_features import WATER, ground_of
from battles.rules.mini_nap.drafting_brushes import OVER, palette
from battles.rules.mini_nap.drafting_chain import changed, commands, units
from battles.rules.mini_nap.kinds import formations_chosen
from battles.rules.mini_nap.laying import key_for, span, usual_outline
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.scenario_file import MOST_CORNERS, MOST_NAME
from battles.rules.mini_nap.setup import Feature, Force, Place, Point, Recruit, Setup
from battles.rules.mini_nap.spots import place_of
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.tables_ground import EFFECTS, SHAPES, SPAN_WITHIN

MOST_STROKES: Final = 2_000
MOST_AWAY: Final = 100_000
"""Tenths of a millimetre from the corner of the table that a point may be."""
COUNTS: Final = {"": (0, 0), "area": (1, MOST_CORNERS), "line": (2, MOST_CORNERS), "spot": (1, 1), "box": (2, 2)}
"""The least and the most points of a stroke; a shift and a bend have two, a block's may have one for its area."""


def painted(setup: Setup, strokes: Sequence[Stroke]) -> Setup:
    """``setup`` after each stroke in turn.

    Raises:
        SetupError: a brush that it has not, points that its brush cannot draw by, or an area that is none; the path
            has the place of the stroke.
    """
    if len(strokes) > MOST_STROKES:
        raise SetupError(f"These are {len(strokes):,} strokes; the most at once is {MOST_STROKES:,}.", "strokes")
    known = {brush.key: brush for brush in palette(setup)}
    for index, stroke in enumerate(strokes):
        brush = known.get(stroke.brush)
        if brush is None:
            raise SetupError(f"There is no brush {echoed(stroke.brush)}.", f"strokes[{index}].brush")
        setup = _Hand(setup, f"strokes[{index}]").lay(brush, stroke)
    return setup


class _Hand:
    """A drawing that a stroke is laid on."""

    def __init__(self, setup: Setup, path: str) -> None:
        self.setup = setup
        self.path = path

    def fault(self, sentence: str, part: str = "points") -> SetupError:
        return SetupError(sentence, f"{self.path}.{part}")

    def lay(self, brush: Brush, stroke: Stroke) -> Setup:
        what, _, which = brush.key.partition(".")
        if brush.block:
            return self._stand(brush, which, stroke)
        points = self._points(brush, stroke)
        if what == "ground":
            return self._ground(next(kind for kind in EFFECTS if kind == which), points)
        if what == "zone":
            return self._zone(which, points)
        if what == "entry":
            box = self._box(points)
            return changed(self.setup, which, lambda brigade: replace(brigade, entry=box))
        if what == "move":
            return self._move(stroke, points)
        if what == "corner":
            return self._bend(stroke, points)
        return self._erase(stroke) if what == "erase" else self._name(stroke)

    def _points(self, brush: Brush, stroke: Stroke) -> tuple[Point, ...]:
        least, most = COUNTS.get(brush.draws, (2, 2))
        if not least <= len(stroke.points) <= most:
            ends = f"{least} to {most}" if least < most else str(least)
            raise self.fault(f"{brush.words}: this has {len(stroke.points)} points; there are {ends}.")
        found = tuple(place_of(self.setup.table, point) for point in stroke.points)
        if any(abs(part) > MOST_AWAY for place in found for part in place):
            raise self.fault(f"A point is at most {cm(MOST_AWAY)} from the table's corner.")
        return found

    # Features.

    def _ground(self, kind: FeatureKind, points: tuple[Point, ...]) -> Setup:
        features = self.setup.table.features
        over = ""
        if kind in OVER:
            found = span(self.setup.rules.tables, features, kind, points[0])
            if found is None:
                why = f"A {EFFECTS[kind].word} lies over a stream, a river or a ditch"
                raise self.fault(f"{why}; there is none within {cm(SPAN_WITHIN)} of there (MNT-PLACE-08).")
            over, points = found[0].key, found[1]
        elif kind in SHAPES and len(points) == 1:
            points = usual_outline(kind, points[0])
        if any(each.kind == kind and each.points == points for each in features):
            return self.setup
        key = key_for(kind, {each.key for each in features})
        feature = Feature(key=key, kind=kind, points=points, over=over)
        try:
            ground_of(self.setup.rules.tables, feature)
        except ValueError as error:
            raise self.fault(f"This is no {EFFECTS[kind].word}. {error}") from None
        return self._with((*features, feature))

    def _with(self, features: Sequence[Feature]) -> Setup:
        return replace(self.setup, table=replace(self.setup.table, features=tuple(features)))

    def _key(self, stroke: Stroke) -> str:
        """The one feature or block that a stroke is about."""
        if len(stroke.areas) != 1:
            raise self.fault(f"This is about one thing on the table, not {len(stroke.areas)}.", "areas")
        (key,) = stroke.areas
        return key

    def _feature(self, key: str) -> Feature:
        found = next((each for each in self.setup.table.features if each.key == key), None)
        if found is None:
            raise self.fault(f"Nothing on the table has the key {echoed(key)}.", "areas")
        return found

    def _move(self, stroke: Stroke, points: tuple[Point, ...]) -> Setup:
        """A feature as far as the second point is from the first; a watercourse takes along what lies over it."""
        found = self._feature(self._key(stroke))
        (x1, y1), (x2, y2) = points

        def moved(each: Feature) -> Feature:
            return replace(each, points=tuple((x + x2 - x1, y + y2 - y1) for x, y in each.points))

        return self._with([moved(each) if _goes_with(each, found) else each for each in self.setup.table.features])

    def _bend(self, stroke: Stroke, points: tuple[Point, ...]) -> Setup:
        """A feature with the corner that is nearest to the first point at the second."""
        found = self._feature(self._key(stroke))
        if found.over:
            raise self.fault("What lies over a watercourse keeps its shape: move it as a whole (MNT-PLACE-08).")
        (x, y), to = points
        near = min(found.points, key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)
        bent = replace(found, points=tuple(to if each == near else each for each in found.points))
        try:
            ground_of(self.setup.rules.tables, bent)
        except ValueError as error:
            raise self.fault(f"This would be no {EFFECTS[found.kind].word}. {error}") from None
        return self._with([bent if each == found else each for each in self.setup.table.features])

    def _name(self, stroke: Stroke) -> Setup:
        found, name = self._feature(self._key(stroke)), stroke.text.strip()
        if len(name) > MOST_NAME:
            raise self.fault(f"A name has up to {MOST_NAME} characters, this one {len(name)}.", "text")
        return self._with([replace(each, name=name) if each == found else each for each in self.setup.table.features])

    def _erase(self, stroke: Stroke) -> Setup:
        """A feature with what lies over it, or a unit or stand, which is deployed in the battle then."""
        key = self._key(stroke)
        for brush in palette(self.setup):
            if brush.block == key:
                part = brush.key.partition(".")[2]
                return changed(self.setup, part, lambda one: replace(one, place=None))
        found = self._feature(key)
        return self._with([each for each in self.setup.table.features if not _goes_with(each, found)])

    # Zones.

    def _box(self, points: tuple[Point, ...]) -> tuple[int, int, int, int]:
        """The rectangle between two corners, as far as it lies on the table."""
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

    def _stand(self, brush: Brush, key: str, stroke: Stroke) -> Setup:
        """A unit in its usual formation, facing the enemy, unless it stood elsewhere in another way; or a stand."""
        if len(stroke.areas) + len(stroke.points) != 1:
            raise self.fault(f"{brush.words} stands in one place.", "areas")
        point = stroke.points[0] if stroke.points else spot_of(stroke.areas[0])
        if point is None:
            raise self.fault(f"{echoed(stroke.areas[0])} is no place on the table.", "areas")
        x, y = place_of(self.setup.table, point)
        if max(abs(x), abs(y)) > MOST_AWAY:
            raise self.fault(f"A place is at most {cm(MOST_AWAY)} from the table's corner.", "areas")
        if stroke.turn is not None and not (brush.turns and 0 <= stroke.turn < FULL):
            raise self.fault(f"{brush.words} cannot face {stroke.turn / 10:g} degrees.", "turn")
        parts: dict[str, Any] = dict((*units(self.setup), *commands(self.setup)))
        place = _place(parts[key], key, x, y, stroke.turn)
        return changed(self.setup, key, lambda one: replace(one, place=place))


def _goes_with(each: Feature, found: Feature) -> bool:
    """Whether it is that feature, or lies over it where that is a watercourse."""
    return each == found or (found.kind in WATER and each.over == found.key)


def _place(part: Any, key: str, x: int, y: int, turn: int | None) -> Place:
    if not isinstance(part, Recruit):
        return Place(x, y)
    usual = Place(x, y, 0 if key.startswith("a") else FULL // 2, formations_chosen(part)[0])
    place = part.place or usual
    return replace(place, x=x, y=y, facing=place.facing if turn is None else turn)
