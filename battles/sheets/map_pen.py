"""Ground and scene as PDF operators, in black and greys, in units of the ground with ``y`` upwards.

The same drawing as on the screen: woods and settlements with a light tint, water in lines, side a in solid blocks, side
b in open ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Final

from armies import symbols
from battles.drawing import blocks
from battles.drawing.outline import Spot, loops, rounded
from battles.drawing.terrain import CORNER, Clump, Marks, Way, marks
from battles.engine.picture import Block, Ground, GroundKind, Scene

TINTS: Final[dict[GroundKind, float]] = {
    "hill": 0.97,
    "wood": 0.93,
    "town": 0.88,
    "stream": 0.95,
    "water": 0.9,
    "marsh": 0.95,
    "rough": 0.96,
    "field": 0.97,
    "other": 0.96,
}
OUTLINED: Final = frozenset({"wood", "town"})
"""Kinds of ground with a line around each patch; hachures show where a hill ends."""
GRID: Final = 0.6
CASED: Final = {"stream": (4.0, 2.0), "river": (8.0, 6.0), "track": (3.4, 1.8), "road": (6.4, 4.4)}
"""Weights of a line and of its core if it has no width of its own, bottom line first."""
EDGE: Final = 0.8
EDGES: Final = 750
"""Weight of the edge line of a road with its own width, and the ground's width divided by that weight on a wide table:
half a point on the page, as thinner lines are lost in print."""
LINED: Final = {
    "ditch": (3.0, "[1.6 2] 0 d"),
    "bank": (3.0, "[0.8 2] 0 d"),
    "hedge": (3.2, "[0.1 4.4] 0 d"),
    "wall": (2.6, "[] 0 d"),
}
"""Weight and dash of a line without a core."""
DASHES: Final = {"deployment": "[7 5] 0 d", "arrival": "[1.8 3.6] 0 d"}
"""Dashes of the outlines of zones."""
BAR: Final = 12
"""Half the length of a contact mark."""
WATER: Final = 0.9
SOLID: Final = 0.15
"""Grey of a block of side A."""
DISC: Final = 1.25
"""Scale of a leader's disc, relative to its box of 24 by 16."""
ROUND: Final = 0.5523
"""Distance of the control points of a quarter circle, for radius 1."""


class Pen:
    """Collects PDF operators for a ground of a height."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.operators: list[str] = []

    def put(self, operators: str) -> None:
        self.operators.append(operators)

    def at(self, spot: Spot) -> str:
        return f"{spot[0]:.1f} {self.height - spot[1]:.1f}"

    def line(self, spots: Sequence[Spot], close: bool = False) -> str:
        first, *others = map(self.at, spots)
        return " ".join([f"{first} m", *(f"{other} l" for other in others), *(["h"] if close else [])])

    def stroke(self, paths: Iterable[str], weight: float, grey: float, dash: str = "[] 0 d") -> None:
        """Stroke lines of one weight."""
        drawn = " ".join(paths)
        if drawn:
            self.put(f"{dash} {weight:g} w {grey:g} G {drawn} S")

    def fill(self, paths: Iterable[str], grey: float, rule: str = "f") -> None:
        drawn = " ".join(paths)
        if drawn:
            self.put(f"{grey:g} g {drawn} {rule}")

    def disc(self, spot: Spot, radius: float) -> str:
        """The path of a circle as four arcs."""
        x, y = spot
        k = radius * ROUND
        corners = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
        pieces = [f"{self.at((x + radius, y))} m"]
        for (ax, ay), (bx, by) in pairwise(corners):
            control_a = x + radius * ax + k * bx, y + radius * ay + k * by
            control_b = x + radius * bx + k * ax, y + radius * by + k * ay
            pieces.append(f"{self.at(control_a)} {self.at(control_b)} {self.at((x + radius * bx, y + radius * by))} c")
        return " ".join([*pieces, "h"])


@lru_cache(maxsize=8)
def ground_operators(ground: Ground) -> str:
    """Operators of the ground, without its names."""
    pen = Pen(ground.height)
    pen.put("1 J 1 j")
    corner = ground.step * CORNER
    outlines = [(area.ground, rounded(area.outline, corner) if ground.open else area.outline) for area in ground.areas]
    drawn = marks(ground)
    joined = {patch.kind for patch in drawn.patches}
    for kind, tint in TINTS.items():
        if kind not in joined:
            pen.fill((pen.line(outline, True) for own, outline in outlines if own == kind), tint)
    _patches(pen, drawn)
    pen.stroke((pen.line(outline, True) for _, outline in outlines), 0.6, GRID)
    _marks(pen, drawn, max(EDGE, ground.width / EDGES))
    if ground.open:
        wide, high = ground.width, ground.height
        pen.stroke([pen.line(((0, 0), (wide, 0), (wide, high), (0, high)), True)], 3, 0.3)
    return "\n".join(pen.operators)


def _patches(pen: Pen, ground_marks: Marks) -> None:
    """Draw the joined areas of a hex board: a tint, and a line around woods and settlements."""
    for patch in ground_marks.patches:
        paths = [pen.line(loop, True) for loop in patch.loops]
        pen.fill(paths, TINTS[patch.kind], "f*")
        if patch.kind in OUTLINED:
            pen.stroke(paths, 0.9, 0.45)


def _marks(pen: Pen, ground_marks: Marks, edge: float) -> None:
    pen.stroke(map(pen.line, ground_marks.furrows), 0.7, 0.5)
    pen.stroke(map(pen.line, ground_marks.hachures), 0.7, 0.35)
    pen.stroke(map(pen.line, ground_marks.shaded), 1.1, 0.2)
    shores = [pen.line(loop, True) for loop in ground_marks.shores]
    pen.fill(shores, 1.0, "f*")
    pen.stroke(shores, 1.1, 0.2)
    pen.stroke(map(pen.line, ground_marks.waves), 0.6, 0.45)
    _ways(pen, ground_marks, edge)
    pen.stroke(
        (pen.line(((x - 2, y - 2), (x, y + 2), (x + 2, y - 2))) for x, y in _spots(ground_marks.tufts)), 0.7, 0.3
    )
    pen.fill((pen.disc(spot, 1.2) for spot in _spots(ground_marks.stones)), 0.4)
    _trees(pen, list(_spots(ground_marks.trees)))
    pen.fill(
        (pen.line(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), True) for x, y, w, h in ground_marks.houses), 0.1
    )
    crosses = ((((x, y), (x, y - 7)), ((x - 2.2, y - 4.6), (x + 2.2, y - 4.6))) for x, y in ground_marks.churches)
    pen.stroke((pen.line(bar) for cross in crosses for bar in cross), 1.5, 0.1)


def _ways(pen: Pen, ground_marks: Marks, edge: float) -> None:
    """Draw roads and streams; ``edge`` is the weight of the edge line of one with its own width."""
    pen.put("0 J" if any(way.wide for way in ground_marks.ways) else "1 J")
    for part, grey in ((0, 0.2), (1, 1.0)):
        for kind, weights in CASED.items():
            for way in (way for way in ground_marks.ways if way.kind == kind):
                weight = way.wide + (0 if part else 2 * edge) if way.wide else weights[part]
                pen.stroke(_curves(pen, way), weight, WATER if part and kind in ("stream", "river") else grey)
    pen.put("1 J")
    for way in (way for way in ground_marks.ways if way.kind in LINED):
        weight, dash = LINED[way.kind]
        pen.stroke(_curves(pen, way), weight, 0.25, dash)
    pen.fill((pen.line(loop, True) for loop in ground_marks.bridges), 1.0)
    pen.stroke((pen.line(loop, True) for loop in ground_marks.bridges), 1.6, 0.2)


def _curves(pen: Pen, way: Way) -> Iterator[str]:
    start, arcs = way.arcs
    yield f"{pen.at(start)} m"
    yield from (f"{pen.at(one)} {pen.at(two)} {pen.at(end)} c" for one, two, end in arcs)


def _spots(clumps: Sequence[Clump]) -> Iterator[Spot]:
    """All spots of the clumps, back to front."""
    spots = ((x + dx, y + dy) for clump in clumps for x, y in clump.at for dx, dy in clump.spots)
    return iter(sorted(spots, key=lambda spot: (spot[1], spot[0])))


def _trees(pen: Pen, spots: Sequence[Spot]) -> None:
    """Draw trees: a round crown, its shade, a line for the trunk."""
    for x, y in spots:
        pen.put(f"1 g 0.7 w 0.35 G {pen.disc((x, y - 1), 2.9)} B")
    shades = (((x + 0.2, y + 1.2), (x + 2, y - 1.6)) for x, y in spots)
    trunks = (((x, y + 1.9), (x, y + 3.8)) for x, y in spots)
    pen.stroke(map(pen.line, (*shades, *trunks)), 0.7, 0.35)


def scene_operators(ground: Ground, scene: Scene, units: bool) -> str:
    """Operators of zones and objectives, and with ``units`` the blocks without their labels."""
    pen = Pen(ground.height)
    areas = {area.key: area for area in ground.areas}
    for zone in scene.zones:
        outlines = [pen.line(loop, True) for loop in loops(areas[key] for key in zone.areas)]
        outlines += [pen.line(zone.outline, True)] if zone.outline else []
        if zone.kind != "objective":
            pen.stroke(outlines, 1.8, 0.0, DASHES[zone.kind])
        else:
            pen.stroke(outlines, 2.6, 0.0)
    if units:
        for block in sorted(scene.blocks, key=lambda block: (block.shape == "leader", block.at[1])):
            _block(pen, block)
        _contacts(pen, scene)
    return "\n".join(pen.operators)


def _contacts(pen: Pen, scene: Scene) -> None:
    placed = {block.key: block for block in scene.blocks}
    pairs = ((placed[one], placed[two]) for one, two in scene.links)
    bars = (blocks.bar(one, two, BAR) for one, two in pairs)
    pen.stroke(map(pen.line, bars), 3, 0.0)


def _block(pen: Pen, block: Block) -> None:
    """Draw a block at its place and facing."""
    x, y = block.at
    turned = f"{_turn(block.turn)} {x:.1f} {pen.height - y:.1f} cm"
    solid = block.side != "b"
    body, sign = (SOLID, 1.0) if solid else (1.0, 0.0)
    if block.shape == "leader":
        strokes = ((how, path, symbols.LINE) for how, path in symbols.SYMBOLS[block.sign])
        drawn = [_stroke(blocks.PAINTS[how], _centred(path), weight, body, sign) for how, path, weight in strokes]
    else:
        shape = (
            blocks.base_strokes(block.sign, block.shape, block.side, block.size)
            if block.size[0]
            else blocks.strokes(block.sign, block.shape, block.side)
        )
        drawn = [_stroke(one.paint, _operators(one.path, 0, 0, 1), one.weight, body, sign) for one in shape]
    pen.put(f"q {turned} [] 0 d {' '.join(drawn)} Q")


def _turn(tenths: int) -> str:
    """The matrix of a clockwise turn in tenths of a degree."""
    angle = radians(tenths / 10)
    return f"{cos(angle):.4f} {-sin(angle):.4f} {sin(angle):.4f} {cos(angle):.4f}"


def _stroke(paint: blocks.Paint, path: str, weight: float, body: float, sign: float) -> str:
    lined = f"{weight:g} w"
    return {
        "block": f"{lined} {body:g} g 0 G {path} B",
        "sign": f"{lined} {sign:g} G {path} S",
        "signed": f"{sign:g} g {path} f",
        "blank": f"{body:g} g {path} f",
        "edge": f"{lined} 0 G {path} S",
        "edged": f"0 g {path} f",
    }[paint]


def _centred(path: str) -> str:
    """A path of a leader's disc, centred."""
    return _operators(path, symbols.WIDTH / 2, symbols.HEIGHT / 2, DISC)


def _operators(path: str, middle_x: float, middle_y: float, scale: float) -> str:
    """A path of the symbols, with ``y`` down, as operators with ``y`` up."""
    letters = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    pieces = []
    for letter, numbers in symbols.parse(path):
        for place, value in enumerate(numbers):
            pieces.append(f"{(value - middle_x) * scale if place % 2 == 0 else (middle_y - value) * scale:.2f}")
        pieces.append(letters[letter])
    return " ".join(pieces)
