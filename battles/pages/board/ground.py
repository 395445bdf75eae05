"""The ground of a board as SVG, drawn once, and numbers and outlines of SVG, as short as possible."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from django.utils.html import escape

from battles.drawing.course_names import CourseName, scene_boxes
from battles.drawing.name_placement import MapNames, Place, Placed, map_names
from battles.drawing.outline import Loop, Spot, rounded
from battles.drawing.terrain import CORNER, Clump, Marks, Patch, Way, marks
from battles.engine.picture import Area, Ground, GroundKind, Scene

__all__ = ["attributes", "closed", "lines", "n", "outline", "words"]


def n(value: float) -> str:
    """A number with one place at most."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.1f}"


def words(text: str) -> str:
    """Text for an element or an attribute."""
    return str(escape(text))


def attributes(**values: str) -> str:
    """Attributes with their leading space; ``data_key`` is ``data-key``, ``class_`` is ``class``, "" is left out."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in values.items() if value
    )


def outline(points: Sequence[Spot]) -> str:
    """A closed path through whole points, each told from the one before."""
    (x, y), *others = points
    pieces = [f"M{n(x)} {n(y)}"]
    for next_x, next_y in others:
        dx, dy = next_x - x, next_y - y
        pieces.append(f"v{n(dy)}" if not dx else f"h{n(dx)}" if not dy else f"l{n(dx)}{_after(dy)}")
        x, y = next_x, next_y
    return "".join((*pieces, "z"))


def closed(loops: Iterable[Loop]) -> str:
    return "".join(map(outline, loops))


def lines(strokes: Iterable[tuple[Spot, Spot]]) -> str:
    """Straight strokes."""
    return "".join(f"M{n(x1)} {n(y1)}l{n(x2 - x1)}{_after(y2 - y1)}" for (x1, y1), (x2, y2) in strokes)


def _after(value: float) -> str:
    """A number that follows another: its sign parts them, else a space."""
    text = n(value)
    return text if text.startswith("-") else f" {text}"


LETTERS: Final = 14
"""Type size of the names of places, in units of the ground."""
COURSE_LETTERS: Final = 12
"""Type size of the names along roads and streams, in units of the ground."""
SMALLER: Final = 1.6
"""Factor of `LETTERS` on an open table, whose ground is shown at a smaller scale."""

TREE: Final = "a2 2 0 011-3.1 2.4 2.4 0 014.4 0 2 2 0 011.2 3.1m-5.2 1.3h4.4"
"""A crown and its shade, from the left of the crown."""
TUFT: Final = "l-2-4m2 4v-5m0 5l2-4"
STONE: Final = "l1.5-2.5h2.5l1.5 2.5z"
CHURCH: Final = "v-7m-2.2 2.4h4.4"

LINES: Final = {
    "stream": "t-stream",
    "river": "t-stream river",
    "road": "t-road",
    "track": "t-road t-track",
    "ditch": "t-ditch",
    "bank": "t-bank",
    "hedge": "t-hedge",
    "wall": "t-wall",
}
"""The classes of terrain along lines, from below to above."""
ORDER: Final = tuple(LINES)
CASED: Final = frozenset({"stream", "river", "road", "track", "wall"})
"""What has a core of its own over its casing."""
CASING: Final = 2.2
"""How much wider than its core a casing is, in units of the ground."""
UNDER: Final[tuple[GroundKind, ...]] = ("open", "hill", "field", "rough", "other", "marsh", "water", "stream")
"""What lies under all else where areas overlap."""


def ground_group(ground: Ground, scene: Scene | None = None) -> str:
    """``<g id="ground">``: areas with their keys, what is drawn on them, and names, clear of the units of ``scene``."""
    goals = frozenset(zone.name for zone in scene.zones if zone.kind == "objective") if scene else frozenset()
    return f'<g id="ground">{_drawing(ground)}{_names(names_of(ground, scene), goals)}</g>'


def names_of(ground: Ground, scene: Scene | None) -> MapNames:
    """The names on the ground, clear of the units of ``scene``."""
    taken = scene_boxes(scene, {area.key: area.middle for area in ground.areas}) if scene and not ground.open else ()
    larger = SMALLER if ground.open else 1
    return map_names(ground, LETTERS * larger, COURSE_LETTERS * larger, tuple(taken))


@lru_cache(maxsize=16)
def _drawing(ground: Ground) -> str:
    drawn = marks(ground)
    pieces = [
        f'<rect class="t-ground" width="{ground.width}" height="{ground.height}"/>',
        *map(patch_path, drawn.patches),
        *_areas(ground),
        '<g class="pen">',
        *_pen(drawn),
        "</g>",
    ]
    return "".join(pieces)


def _names(found: MapNames, goals: Collection[str]) -> str:
    """The names; those in ``goals`` are places of objectives."""
    courses = (piece for number, one in enumerate(found.courses) for piece in _course_name(one, number))
    return f'<g class="pen">{"".join((*(_name(one, one.name.text in goals) for one in found.names), *courses))}</g>'


def patch_path(patch: Patch) -> str:
    """Adjacent areas of one kind, painted as one."""
    return f'<path class="patch p-{patch.kind}" fill-rule="evenodd" d="{closed(patch.loops)}"/>'


def _areas(ground: Ground) -> Iterator[str]:
    """A group for each kind of ground, with the words that most of its areas have."""
    kinds: dict[GroundKind, list[Area]] = {kind: [] for kind in UNDER} if ground.open else {"open": []}
    for area in ground.areas:
        kinds.setdefault(area.ground, []).append(area)
    corner = ground.step * CORNER
    for kind, areas in kinds.items():
        if not areas:
            continue
        all_words = [area.words for area in areas]
        common = max(dict.fromkeys(all_words), key=all_words.count)
        yield f'<g class="areas g-{kind}"{attributes(data_words=common)}>'
        for area in areas:
            own = attributes(data_key=area.key, data_words=area.words if area.words != common else "")
            yield f'<path{own} d="{outline(rounded(area.outline, corner) if ground.open else area.outline)}"/>'
        yield "</g>"


def _pen(drawn: Marks) -> Iterator[str]:
    yield from _path("t-furrow", lines(drawn.furrows))
    yield from _path("t-hach", lines(drawn.hachures))
    yield from _path("t-hach shade", lines(drawn.shaded))
    yield from _path("t-water", closed(drawn.shores))
    yield from _path("t-wave", lines(drawn.waves))
    yield from way_paths(drawn.ways)
    yield from _path("t-bridge", closed(drawn.bridges))
    yield from _clumps("t-tuft", drawn.tufts, TUFT, 0, 2)
    yield from _clumps("t-stone", drawn.stones, STONE, -2.5, 1.5)
    yield from _clumps("t-tree", drawn.trees, TREE, -3.5, 3)
    yield from _path("t-house", "".join(f"M{n(x)} {n(y)}h{n(w)}v{n(h)}h{n(-w)}z" for x, y, w, h in drawn.houses))
    yield from _path("t-church", _stamped(drawn.churches, CHURCH, 0, 0))


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


def way_paths(ways: Sequence[Way]) -> Iterator[str]:
    """Casings first, so that ways that meet run into each other; each as wide as it is, or as such are drawn."""
    for part in ("", " core"):
        for kind, wide in sorted({(way.kind, way.wide) for way in ways}, key=lambda one: (ORDER.index(one[0]), one[1])):
            if part and kind not in CASED:
                continue
            data = "".join(_curve(way) for way in ways if (way.kind, way.wide) == (kind, wide))
            lies = f' stroke-width="{n(wide if part else wide + CASING)}"' if wide and kind in CASED else ""
            yield f'<path class="{LINES[kind]}{part}"{lies} d="{data}"/>'


def _curve(way: Way) -> str:
    (x, y), arcs = way.arcs
    cubics = "".join("C" + " ".join(f"{n(a)} {n(b)}" for a, b in arc) for arc in arcs)
    return f"M{n(x)} {n(y)}{cubics}"


def zone_name(one: Placed, kind: str, coat: str) -> str:
    """The name of an objective ("goal") or of a zone ("zone"), in the colours of its side."""
    css = f"name n-{kind}{_anchored(one.place)} halo {coat}{_crowded(one.crowded)}"
    data = attributes(data_places=_places(one))
    return f'<text class="{css}" x="{n(one.x)}" y="{n(one.y)}"{data}>{words(one.name.text)}</text>'


def _places(one: Placed) -> str:
    return ";".join(f"{n(at.x)} {n(at.y)} {at.anchor}" for at in one.places)


def _name(one: Placed, is_goal: bool) -> str:
    """A name; one of several words that is the name of a wide region is set in italics, as engravers do."""
    name = one.name
    if name.kind == "edge":
        return f'<text class="edge halo" x="{n(one.x)}" y="{n(one.y + 3)}">{words(name.text)}</text>'
    goal = " goal" if is_goal else ""
    css = f"name n-{name.kind}{goal}{_anchored(one.place)} halo{_crowded(one.crowded)}"
    data = attributes(
        data_about=" ".join(map(str, (*name.at, *name.about))) if any(name.about) else "",
        data_places="" if any(name.about) else _places(one),
    )
    down = f' dy="{n(one.down)}em"' if one.down else ""
    return f'<text class="{css}" x="{n(one.x)}" y="{n(one.y)}"{down}{data}>{words(name.text)}</text>'


def _anchored(place: Place) -> str:
    return "" if place.anchor == "middle" else f" at-{place.anchor}"


def _crowded(crowded: bool) -> str:
    return " crowded" if crowded else ""


def _course_name(one: CourseName, number: int) -> Iterator[str]:
    """The two lines beside a course, and its name on one of them."""
    for line, points in enumerate(one.lines):
        yield f'<path class="t-line" id="course-{number}-{line}" d="M{"L".join(f"{n(x)} {n(y)}" for x, y in points)}"/>'
    kind = "n-water" if one.kind in ("stream", "river") else "n-road"
    places = ";".join(f"{start.line} {n(start.along)}" for start in one.starts)
    path = f'href="#course-{number}-{one.start.line}" startOffset="{n(one.start.along)}"'
    yield (
        f'<text class="name course {kind} halo{_crowded(one.crowded)}"{attributes(data_places=places)}>'
        f"<textPath {path}>{words(one.text)}</textPath></text>"
    )
