"""The ground of a board as SVG: drawn once, for nothing on it moves."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from battles.drawing.naming import Placed, placed
from battles.drawing.outline import Spot
from battles.drawing.terrain import Clump, Marks, Way, marks
from battles.engine.picture import Area, Ground, GroundKind
from battles.pages.board_pen import attributes, closed, lines, n, outline, words

LETTERS: Final = 14
"""Size of the type of names, in units of the ground."""

TREE: Final = "a2 2 0 011-3.1 2.4 2.4 0 014.4 0 2 2 0 011.2 3.1m-5.2 1.3h4.4"
"""A crown and its shade, from the left of the crown."""
TUFT: Final = "l-2-4m2 4v-5m0 5l2-4"
STONE: Final = "l1.5-2.5h2.5l1.5 2.5z"
CHURCH: Final = "v-7m-2.2 2.4h4.4"

CASED: Final = frozenset({"stream", "road", "track"})


@lru_cache(maxsize=16)
def ground_group(ground: Ground) -> str:
    """``<g id="ground">``: areas with their keys, what is drawn on them, and names."""
    pieces = [
        f'<rect class="t-ground" width="{ground.width}" height="{ground.height}"/>',
        *_areas(ground.areas),
        '<g class="pen">',
        *_pen(marks(ground)),
        *map(_name, placed(ground, LETTERS)),
        "</g>",
    ]
    return f'<g id="ground">{"".join(pieces)}</g>'


def _areas(areas: Sequence[Area]) -> Iterator[str]:
    """A group for each kind of ground, with the words that most of its areas have."""
    kinds: dict[GroundKind, list[Area]] = {"open": []}
    for area in areas:
        kinds.setdefault(area.ground, []).append(area)
    for kind, found in kinds.items():
        if not found:
            continue
        all_words = [area.words for area in found]
        common = max(dict.fromkeys(all_words), key=all_words.count)
        yield f'<g class="areas g-{kind}"{attributes(data_words=common)}>'
        for area in found:
            own = attributes(data_key=area.key, data_words=area.words if area.words != common else "")
            yield f'<path{own} d="{outline(area.outline)}"/>'
        yield "</g>"


def _pen(found: Marks) -> Iterator[str]:
    yield from _path("t-furrow", lines(found.furrows))
    yield from _path("t-hach", lines(found.hachures))
    yield from _path("t-hach shade", lines(found.shaded))
    yield from _path("t-water", closed(found.shores))
    yield from _path("t-wave", lines(found.waves))
    yield from _ways(found.ways)
    yield from _clumps("t-tuft", found.tufts, TUFT, 0, 2)
    yield from _clumps("t-stone", found.stones, STONE, -2.5, 1.5)
    yield from _clumps("t-tree", found.trees, TREE, -3.5, 3)
    yield from _path("t-house", "".join(f"M{n(x)} {n(y)}h{n(w)}v{n(h)}h{n(-w)}z" for x, y, w, h in found.houses))
    yield from _path("t-church", _stamped(found.churches, CHURCH, 0, 0))


def _path(name: str, data: str) -> Iterator[str]:
    if data:
        yield f'<path class="{name}" d="{data}"/>'


def _clumps(name: str, clumps: Sequence[Clump], stamp: str, dx: float, dy: float) -> Iterator[str]:
    """Each clump is written once and used wherever it stands."""
    if not clumps:
        return
    yield f'<g class="{name}">'
    for number, clump in enumerate(clumps):
        yield f'<defs><path id="{name}-{number}" d="{_stamped(clump.spots, stamp, dx, dy)}"/></defs>'
        yield from (f'<use href="#{name}-{number}" x="{n(x)}" y="{n(y)}"/>' for x, y in clump.at)
    yield "</g>"


def _stamped(spots: Sequence[Spot], stamp: str, dx: float, dy: float) -> str:
    return "".join(f"M{n(x + dx)} {n(y + dy)}{stamp}" for x, y in spots)


def _ways(ways: Sequence[Way]) -> Iterator[str]:
    """Casings first, so that ways that meet run into each other."""
    classes = {"stream": "t-stream", "road": "t-road", "track": "t-road track"}
    for part in ("", " core"):
        for kind in sorted({way.kind for way in ways}):
            data = "".join(_curve(way) for way in ways if way.kind == kind)
            yield from _path(f"{classes[kind]}{part}", data)


def _curve(way: Way) -> str:
    (x, y), arcs = way.arcs
    cubics = "".join("C" + " ".join(f"{n(a)} {n(b)}" for a, b in arc) for arc in arcs)
    return f"M{n(x)} {n(y)}{cubics}"


def _name(one: Placed) -> str:
    """A name; one of several words that is the name of a wide region is set in italics, as engravers do."""
    name = one.name
    if name.kind == "edge":
        return f'<text class="edge" x="{n(one.x)}" y="{n(one.y + 3)}">{words(name.text)}</text>'
    anchor = "" if one.anchor == "middle" else f" at-{one.anchor}"
    return f'<text class="name n-{name.kind}{anchor} halo" x="{n(one.x)}" y="{n(one.y)}">{words(name.text)}</text>'
