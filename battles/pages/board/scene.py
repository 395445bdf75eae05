"""The moving part of a board as SVG, drawn again after every action."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from battles.drawing.blocks import bar, loop
from battles.drawing.last_moves import Trace
from battles.drawing.name_placement import MapNames, scene_names
from battles.drawing.outline import loops
from battles.engine.picture import Area, Block, Ground, Point, Reach, Scene, Zone, spot_of
from battles.pages.board.ground import closed, n, outline, words, zone_name
from battles.pages.board.unit_blocks import HIT, block_group, css_of

BAR: Final = 12
"""Half the length of the mark of a contact."""
CLEAR: Final = 20
SHORT: Final = 17
"""From the middle of a block to where its shots begin, and to where those at it end."""
FLASH: Final = "M0 -9L2.6 -2.6L9 0L2.6 2.6L0 9L-2.6 2.6L-9 0L-2.6 -2.6z"
BLADES: Final = "M-9 -9L9 9M9 -9L-9 9M-10 4L-4 10M10 4L4 10"
LOST: Final = "M-12 -12L12 12M12 -12L-12 12"
SPOT: Final = "m-5 0a5 5 0 1010 0a5 5 0 10-10 0z"
"""A ring about a spot of an open table."""
RIM: Final = 3
"""From a footprint to the outline that points it out."""
ROOM: Final = 22
"""Units between the names of two reaches, one above the other, that are clear of each other."""
WIDE: Final = 4
"""How many times farther apart they have to be side by side."""
ZONE_NAMES: Final = {"deployment": "zone", "objective": "goal", "arrival": "arrival"}
"""The classes of the names of zones."""
FLAG: Final = "M-17 2V-25L-1 -20L-17 -15"


class Marked(Struct, frozen=True, kw_only=True):
    """What a page points out on a board.

    ``selected`` is the key of a block; ``areas`` and ``targets`` are keys of where it may go and of blocks that it may
    act against. ``recent`` are the last moves: a block, and its area before and after; ``traces`` what else was done.
    ``reaches`` are those of the selected block. With ``address`` every block is a link to it with the key at its end.
    """

    selected: str = ""
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    recent: tuple[tuple[str, str, str], ...] = ()
    traces: tuple[Trace, ...] = ()
    reaches: tuple[Reach, ...] = ()
    address: str = ""

    def link(self, key: str) -> str:
        """The address that selects a block."""
        return self.address + quote(key)


NOTHING: Final = Marked()


def scene_group(
    ground: Ground,
    scene: Scene,
    marked: Marked = NOTHING,
    sprite: str | None = None,
    names: MapNames | None = None,
) -> str:
    """``<g id="scene">``. ``sprite`` is the address of the blocks, "" where they stand in the same file.

    Zones have names clear of the ``names`` on the ground; without these the script of the page moves them.
    """
    areas = {area.key: area for area in ground.areas}
    placed = {block.key: block for block in scene.blocks}
    coats = _coats(scene)
    pieces = [
        *(piece for zone in scene.zones for piece in _zone(zone, areas, coats)),
        *_flags(scene, areas, coats),
        *(piece for move in marked.recent for piece in _track(move, areas, placed)),
        *_zone_names(ground, scene, names, coats),
        *_links(scene, placed),
        f'<g id="reaches">{reaches(marked.reaches)}</g>',
        '<g id="marks">',
        *_marks(marked, areas, placed),
        "</g>",
        *(_block(block, marked, sprite) for block in sorted(scene.blocks, key=_order)),
        *map(_trace, marked.traces),
    ]
    return f'<g id="scene">{"".join(pieces)}</g>'


def _order(block: Block) -> tuple[bool, int]:
    """From the back to the front, leaders over all."""
    return block.shape == "leader", block.at[1]


def _coats(scene: Scene) -> dict[str, str]:
    """The classes of what belongs to a side as a whole, in the colours of most of its blocks."""
    coats = {}
    for side, _ in scene.sides:
        own = [css_of(block) for block in (*scene.blocks, *scene.off) if block.side == side]
        coats[side] = f"side-{side} {max(own, key=own.count, default='coat-a')}"
    return coats


def _zone(zone: Zone, areas: Mapping[str, Area], coats: Mapping[str, str]) -> Iterator[str]:
    outlines = loops(areas[key] for key in zone.areas if key in areas)
    outlines = [*outlines, zone.outline] if zone.outline else outlines
    side = f" {coats.get(zone.side, '')}" if zone.side and zone.kind != "objective" else ""
    title = f"<title>{words(zone.words)}</title>"
    yield f'<path class="zone {zone.kind}{side}" d="{closed(outlines)}">{title}</path>'


def _zone_names(ground: Ground, scene: Scene, names: MapNames | None, coats: Mapping[str, str]) -> Iterator[str]:
    """The names of objectives and zones, in places that are free."""
    for zone, one in scene_names(ground, scene, names) if scene.zones else ():
        coat = coats.get(zone.side, "") if zone.side and zone.kind != "objective" else ""
        yield zone_name(one, ZONE_NAMES[zone.kind], coat)


def _flags(scene: Scene, areas: Mapping[str, Area], coats: Mapping[str, str]) -> Iterator[str]:
    """A flag on each area of an objective, in the colours of the side that holds it."""
    holders: dict[str, str] = {}
    for zone in scene.zones:
        if zone.kind == "objective":
            present = dict(zone.held)
            for key in zone.areas:
                holders[key] = holders.get(key) or present.get(key, "")
    for key, side in holders.items():
        if key in areas:
            x, y = areas[key].middle
            yield f'<path class="flag {coats.get(side, "side-none")}" transform="translate({x} {y})" d="{FLAG}"/>'


def _track(move: tuple[str, str, str], areas: Mapping[str, Area], placed: Mapping[str, Block]) -> Iterator[str]:
    """A faint line from the old place of a block to its new one, and a ring about it."""
    key, before, after = move
    block = placed.get(key)
    if block is None or block.area != after:
        return
    x, y = block.at
    coat = f"side-{block.side} {css_of(block)}"
    old = _place(before, areas)
    if old is not None and before != after:
        old_x, old_y = old
        yield f'<path class="track {coat}" d="M{old_x} {old_y}L{x} {y}"/>'
        yield f'<circle class="was {coat}" cx="{old_x}" cy="{old_y}" r="5"/>'
    if block.size[0]:
        yield f'<path class="now {coat}" d="{outline(loop(block, 2 * RIM))}"/>'
    else:
        yield f'<circle class="now {coat}" cx="{x}" cy="{y}" r="{HIT}"/>'


def _place(key: str, areas: Mapping[str, Area]) -> Point | None:
    """Where an area or a spot of an open table lies."""
    return areas[key].middle if key in areas else spot_of(key)


def _trace(trace: Trace) -> str:
    """A shot with its flash at the target, crossed blades between two who fought, a cross where somebody was lost."""
    coat = f"side-{trace.block.side} {css_of(trace.block)}"
    (x1, y1), (x2, y2) = trace.start, trace.end
    if trace.kind == "lost":
        return f'<path class="lost {coat}" transform="translate({x1} {y1})" d="{LOST}"/>'
    if trace.kind == "melee":
        return (
            f'<path class="fought {coat}" transform="translate({n((x1 + x2) / 2)} {n((y1 + y2) / 2)})" d="{BLADES}"/>'
        )
    long = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / long, (y2 - y1) / long
    away, short = min(CLEAR, long / 3), min(SHORT, long / 3)
    shot = f"M{n(x1 + dx * away)} {n(y1 + dy * away)}L{n(x2 - dx * short)} {n(y2 - dy * short)}"
    flash = f'<path class="flash {coat}" transform="translate({n(x2 - dx * short)} {n(y2 - dy * short)})" d="{FLASH}"/>'
    return f'<path class="shot {coat}" d="{shot}"/>{flash}'


def _links(scene: Scene, placed: Mapping[str, Block]) -> Iterator[str]:
    """A bar across the middle between two blocks in contact."""
    for one, two in scene.links:
        if one in placed and two in placed:
            (x1, y1), (x2, y2) = bar(placed[one], placed[two], BAR)
            yield f'<path class="clash" d="M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}"/>'


def reaches(found: tuple[Reach, ...]) -> str:
    """Outlines of how far a block sees, fires, commands or goes, the widest first, each with its name."""
    pieces = []
    named: list[Point] = []
    for reach in sorted(found, key=lambda one: -_spread(one.outline)):
        x, y = _clear(reach.outline, named)
        named.append((x, y))
        pieces.append(f'<path class="reach r-{reach.kind}" d="{outline(reach.outline)}"/>')
        pieces.append(
            f'<g class="reach-name" transform="translate({x} {y})"><text class="halo type" y="-3">'
            f"{words(reach.name)}</text></g>"
        )
    return "".join(pieces)


def _clear(outline: tuple[Point, ...], named: Sequence[Point]) -> Point:
    """The uppermost corner of an outline where its name is clear of the others, else the one farthest from them."""
    corners = sorted(outline, key=lambda spot: (spot[1], spot[0]))
    return max(corners, key=lambda spot: min([ROOM, *(hypot((spot[0] - x) / WIDE, spot[1] - y) for x, y in named)]))


def _spread(points: tuple[Point, ...]) -> int:
    """How much ground an outline lies about, as a rectangle."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return (max(across) - min(across)) * (max(down) - min(down))


def _marks(marked: Marked, areas: Mapping[str, Area], placed: Mapping[str, Block]) -> Iterator[str]:
    """Where the selected block may go, whom it may act against, and where it stands."""
    for key in marked.areas:
        at = spot_of(key)
        if key in areas:
            yield f'<path class="go" d="{outline(areas[key].outline)}"/>'
        elif at is not None:
            yield f'<path class="go" d="M{at[0]} {at[1]}{SPOT}"/>'
    for key in marked.targets:
        if key in placed:
            yield f'<path class="aim" d="{_about(placed[key], areas)}"/>'
    if marked.selected in placed:
        yield f'<path class="on" d="{_about(placed[marked.selected], areas)}"/>'


def _about(block: Block, areas: Mapping[str, Area]) -> str:
    """The outline of the area that a block stands on, or of its footprint on an open table."""
    return outline(areas[block.area].outline if block.area in areas else loop(block, RIM))


def _block(block: Block, marked: Marked, sprite: str | None) -> str:
    states = [
        "leader" if block.shape == "leader" else "",
        "spent" if block.spent else "",
        "on" if block.key == marked.selected else "",
        "aim" if block.key in marked.targets else "",
    ]
    link = marked.link(block.key) if marked.address else ""
    return block_group(block, " ".join(filter(None, states)), link, sprite)
