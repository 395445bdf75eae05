"""Numbers and words of terrain: tables T1, T2 and T3 of the terrain volume."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from battles.rules.mini_nap.tables import FeatureKind, Going, GroundUser, Way

Shape = Literal["area", "line"]


class GoingRow(Struct, frozen=True):
    """T1 for one user of one kind of ground: the rate of each kind of movement there.

    ``move`` is for every movement that is not a charge, an intercept, a prolong or a redeploy.
    """

    move: Way = "free"
    charge: Way = "free"
    intercept: Way = "free"
    prolong: Way = "free"
    redeploy: Way = "free"

    def way(self, going: Going) -> Way:
        return getattr(self, going)  # type: ignore[no-any-return]


USERS: Final[tuple[GroundUser, ...]] = (
    "formed_infantry",
    "unformed_infantry",
    "formed_cavalry",
    "unformed_cavalry",
    "artillery",
    "stand",
)

_FREE: Final = GoingRow()
_HALF: Final = GoingRow("half", "half", "half", "half", "half")
_BARRED: Final = GoingRow("no", "no", "no", "no", "no")
_NO_CHARGE: Final = GoingRow("half", "no", "no", "half", "half")
_NO_INTERCEPT: Final = GoingRow("half", "half", "no", "half", "half")


def _ground(*rows: GoingRow) -> Mapping[GroundUser, GoingRow]:
    return MappingProxyType(dict(zip(USERS, rows, strict=True)))


def _alike(row: GoingRow) -> Mapping[GroundUser, GoingRow]:
    return _ground(*(row,) * len(USERS))


_OVER: Final = GoingRow("over", "over", "over", "no", "over")
_FORD: Final = _ground(
    _NO_CHARGE, _NO_CHARGE, _NO_CHARGE, _NO_CHARGE, GoingRow("half", "no", "no", "no", "half"), _HALF
)
_HEDGE: Final = _ground(_HALF, _HALF, _NO_CHARGE, _NO_CHARGE, _HALF, _HALF)

GOING: Final[Mapping[FeatureKind, Mapping[GroundUser, GoingRow]]] = MappingProxyType(
    {
        "contour": _alike(_FREE),
        "hill": _alike(_HALF),
        "rough": _ground(
            GoingRow("free", "half", "half"),
            GoingRow("free", "half", "half"),
            _NO_CHARGE,
            _NO_CHARGE,
            _HALF,
            _HALF,
        ),
        "rough_x": _alike(_BARRED),
        "bog": _alike(_BARRED),
        "wood": _ground(_HALF, _HALF, _NO_CHARGE, _NO_CHARGE, _BARRED, _HALF),
        "forest": _ground(_BARRED, _HALF, _BARRED, _BARRED, _BARRED, _HALF),
        "village": _ground(_HALF, _HALF, _NO_INTERCEPT, _NO_INTERCEPT, _HALF, _HALF),
        "landmark": _ground(_FREE, _FREE, _BARRED, _BARRED, _BARRED, _BARRED),
        "bridge": _alike(_OVER),
        "fence": _HEDGE,
        "wall": _HEDGE,
        "stream": _FORD,
        "ford": _FORD,
        "river": _alike(_BARRED),
        "ditch": _alike(_HALF),
        "road": _alike(_FREE),
    }
)
"""T1 (MNT-MOVE), with rulings where the guideline leaves a gap.

Source: MNT-RULING-06, MNT-RULING-07, MNT-RULING-14, MNT-RULING-26, MNT-RULING-28, MNT-RULING-30, MNT-DITCH-02,
MNT-FOREST-02, MNT-PLACE-13.
"""


class BarRow(Struct, frozen=True):
    """The rule that bars these users from such ground; without a row, the rule of the ground itself is cited."""

    rule: str
    kinds: tuple[FeatureKind, ...]
    users: tuple[GroundUser, ...] = USERS
    goings: tuple[Going, ...] = ("charge", "intercept")


_HORSE: Final[tuple[GroundUser, ...]] = ("formed_cavalry", "unformed_cavalry")

BARS: Final = (
    BarRow("MNT-ROUGH-04", ("rough",), _HORSE),
    BarRow("MNT-WOOD-02", ("wood",), ("artillery",), ("move", "prolong", "redeploy")),
    BarRow("MNT-WOOD-03", ("wood",), _HORSE),
    BarRow("MNT-VILLAGE-02", ("village",), _HORSE),
    BarRow("MNT-FENCE-02", ("fence", "wall"), _HORSE),
    BarRow("MNT-STREAM-02", ("stream", "ford"), ("artillery",), ("prolong",)),
    BarRow("MNT-STREAM-03", ("stream", "ford")),
)
"""The rules of section 3 behind each ``no`` of T1."""


class EffectRow(Struct, frozen=True):
    """T2 and T3 for a kind of feature (MNT-BOUNCE-01, MNT-GEN-01).

    ``advantage`` is that of MNT-HTH: for its defender, or only against units in it (``over_those_in``).
    With ``bars_guns`` no battery fires while interpenetrated with it, with ``bars_all`` no unit does.
    A ``built`` feature can be damaged (MNT-STRUCT); a ``large`` one has the greater strength. The two bounces are data
    only (MNT-RULING-02).
    """

    rule: str
    word: str
    shape: Shape
    levels: tuple[int, ...] = (0,)
    cover: bool = False
    advantage: Literal["none", "defender", "over_those_in"] = "none"
    bars_guns: bool = False
    bars_all: bool = False
    built: bool = False
    large: bool = False
    bounces_onto: bool = False
    bounces_beyond: bool = False


HILL_LEVELS: Final = tuple(range(2, 10))
"""MNT-PLACE-10, MN-RULING-160."""

EFFECTS: Final[Mapping[FeatureKind, EffectRow]] = MappingProxyType(
    {
        "contour": EffectRow("MNT-CONTOUR-01", "contour", "area", levels=(1,), bounces_onto=True, bounces_beyond=True),
        "hill": EffectRow("MNT-HILL-01", "hill", "area", levels=HILL_LEVELS, advantage="defender"),
        "rough": EffectRow("MNT-ROUGH-03", "rough ground", "area", advantage="defender"),
        "rough_x": EffectRow("MNT-ROUGH-02", "impassable rough ground", "area"),
        "bog": EffectRow("MNT-BOG-01", "boggy ground", "area"),
        "wood": EffectRow("MNT-WOOD-01", "wood", "area", levels=(1, 2), cover=True, advantage="defender"),
        "forest": EffectRow("MNT-FOREST-01", "forest", "area", levels=(2,), cover=True, advantage="defender"),
        "village": EffectRow(
            "MNT-VILLAGE-01",
            "village",
            "area",
            levels=(1,),
            cover=True,
            advantage="defender",
            built=True,
            large=True,
        ),
        "landmark": EffectRow(
            "MNT-LANDMARK-01", "landmark", "area", levels=(1,), cover=True, advantage="defender", built=True
        ),
        "bridge": EffectRow("MNT-BRIDGE-01", "bridge", "area", advantage="defender", built=True),
        "fence": EffectRow(
            "MNT-FENCE-01",
            "fence",
            "line",
            advantage="defender",
            bars_guns=True,
            bounces_onto=True,
            bounces_beyond=True,
        ),
        "wall": EffectRow(
            "MNT-FENCE-04",
            "wall",
            "line",
            cover=True,
            advantage="defender",
            bars_guns=True,
            bounces_onto=True,
        ),
        "stream": EffectRow("MNT-STREAM-01", "stream", "line", advantage="over_those_in", bars_all=True),
        "ford": EffectRow("MNT-STREAM-01", "ford", "area", advantage="over_those_in", bars_all=True),
        "river": EffectRow("MNT-RIVER-01", "river", "line"),
        "ditch": EffectRow("MNT-DITCH-01", "ditch", "line", cover=True, advantage="defender", bounces_onto=True),
        "road": EffectRow("MNT-ROAD-01", "road", "line"),
    }
)
"""T2 and T3; the widths of lines are in ``tables``, since a club may change them.

Source: MNT-BRIDGE-07, MNT-DITCH-03, MNT-FENCE-05, MNT-FOREST-03, MNT-HILL-02, MNT-HILL-03, MNT-RIVER-02, MNT-ROUGH-05,
MNT-STREAM-06, MNT-VILLAGE-03, MNT-WOOD-04, MNT-RULING-18.
"""

STREAM_AT_MOST: Final = 200
"""MNT-STREAM-01, MNT-PLACE-09: tenths of a millimetre; a wider watercourse is a river."""
WOOD_ACROSS: Final = (500, 1000)
"""MNT-WOOD-01, MNT-PLACE-01, MNT-WOOD-05."""
VILLAGE_ACROSS: Final = (500, 1000)
"""MNT-VILLAGE-01, MNT-PLACE-03."""
LANDMARK_ACROSS: Final = 500
"""MNT-LANDMARK-01, MNT-PLACE-05."""
WOODS_APART: Final = 1500
"""MNT-PLACE-02."""
VILLAGES_APART: Final = 4000
"""MNT-PLACE-04."""
CHURCH_WITHIN: Final = 500
"""MNT-LANDMARK-07, MNT-PLACE-06."""
BANK_WITHIN: Final = 300
"""MNT-RULING-19: a wood this near a river is exempt from spacing."""
SPAN_OVER: Final = 100
"""How far a bridge or ford placed on a watercourse reaches beyond either bank."""
SPAN_WIDE: Final[Mapping[FeatureKind, int]] = MappingProxyType({"bridge": 500, "ford": 700})
"""Width of a bridge or ford placed on a watercourse: a column has room on it."""
SPAN_WITHIN: Final = 1000
"""A bridge or ford placed this near a watercourse belongs to it."""


class ShapeRow(Struct, frozen=True):
    """The usual shape of a kind of area, such as a model of it has.

    ``corners`` are spread evenly round its middle, each at this many hundredths of ``least``; the depth is then scaled
    to ``across`` hundredths. ``least`` is for a die that shows 1; each higher face adds ``step``.
    """

    corners: tuple[int, ...]
    least: int
    step: int
    across: int = 100


_SQUARE: Final = (100, 100, 100, 100)
_ROUND: Final = (100, 93, 98, 92, 99, 95, 100, 94)
_LONG: Final = (100, 94, 88, 97, 100, 92, 100, 95, 86, 98)

SHAPES: Final[Mapping[FeatureKind, ShapeRow]] = MappingProxyType(
    {
        "contour": ShapeRow(_LONG, 1200, 150, across=60),
        "hill": ShapeRow(_LONG, 900, 150, across=65),
        "rough": ShapeRow(_ROUND, 400, 60),
        "rough_x": ShapeRow(_ROUND, 400, 60),
        "bog": ShapeRow(_LONG, 500, 80, across=70),
        "wood": ShapeRow(_ROUND, 350, 25),
        "forest": ShapeRow(_LONG, 700, 100, across=75),
        "village": ShapeRow(_SQUARE, 380, 15),
        "landmark": ShapeRow(_SQUARE, 150, 15),
    }
)
"""MNT-RULING-33: every face stays within MNT-PLACE-01, MNT-PLACE-03, MNT-PLACE-05."""
USUAL_FACE: Final = 3
"""The die face for the usual shape when no die is rolled."""


class ScatterRow(Struct, frozen=True):
    """Number of features of a kind on each part of a table, by the face of 1D6 (MNT-RULING-33)."""

    kind: FeatureKind
    numbers: tuple[int, int, int, int, int, int]


SCATTERED: Final = (
    ScatterRow("contour", (0, 1, 1, 1, 2, 2)),
    ScatterRow("hill", (0, 0, 1, 1, 1, 2)),
    ScatterRow("village", (0, 0, 1, 1, 1, 2)),
    ScatterRow("wood", (1, 1, 2, 2, 3, 3)),
    ScatterRow("rough", (0, 0, 0, 1, 1, 1)),
    ScatterRow("bog", (0, 0, 0, 0, 0, 1)),
)
"""MNT-RULING-33, in the order in which they are placed."""
SCATTER_DIE: Final = 6
STREAM_FROM: Final = 4
"""MNT-RULING-33: from this face there is a stream."""
ROAD_FROM: Final = 3
"""MNT-RULING-33: from this face there is a road."""
FORD_UP_TO: Final = 2
"""MNT-RULING-33: up to this face a road crosses the stream by a ford, else by a bridge."""
PART_OF_TABLE: Final = 180 * 120
"""MNT-RULING-33: square centimetres of a part of the table; dice are rolled for each part, at least one."""
PLACE_DIE: Final = 100
"""MNT-RULING-33: its face is a position along a side, in hundredths."""
BEARING_DIE: Final = 12
"""MNT-RULING-33: its face is the bearing of a feature, in twelfths of a turn."""
SCATTER_TRIES: Final = 20
"""MNT-RULING-33: places tried for a feature before it is left out."""
SCATTER_CLEAR: Final = 200
"""MNT-RULING-33: least distance of a feature from other features and units; high ground is exempt."""
SCATTER_RIM: Final = 300
"""MNT-RULING-33: least distance from the table's edge of a bend of a line and of the middle of an area."""
