"""What stands on a board as SVG: the part that is made anew after every action."""

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Final
from urllib.parse import quote

from django.templatetags.static import static
from msgspec import Struct

from armies.rules.nations import nations
from battles.drawing import blocks
from battles.drawing.outline import loops
from battles.engine.picture import Area, Block, Ground, Scene, Zone
from battles.pages.board_pen import attributes, closed, n, outline, words

SPRITE: Final = "battles/img/blocks.svg"
HIT: Final = 25
"""Radius of the ground about a block that answers to a pointer."""
LEADER_HIT: Final = 12
DISC: Final = (30, 20)
"""Width and height of a leader's disc."""
LABEL_BELOW: Final = 24
BAR: Final = 12
"""Half the length of the mark of a contact."""
FLAG: Final = "M-17 2V-25L-1 -20L-17 -15"


class Marked(Struct, frozen=True, kw_only=True):
    """What a page points out on a board.

    ``selected`` is the key of a block; ``areas`` and ``targets`` are keys of where it may go and of blocks that it may
    act against. ``recent`` are the last moves: a block, and its area before and after. With ``address`` every block
    is a link to it with the key at its end.
    """

    selected: str = ""
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    recent: tuple[tuple[str, str, str], ...] = ()
    address: str = ""

    def link(self, key: str) -> str:
        """The address that selects a block."""
        return self.address + quote(key)


NOTHING: Final = Marked()


def scene_group(ground: Ground, scene: Scene, marked: Marked = NOTHING, sprite: str | None = None) -> str:
    """``<g id="scene">``. ``sprite`` is the address of the blocks, "" where they stand in the same file."""
    here = static(SPRITE) if sprite is None else sprite
    areas = {area.key: area for area in ground.areas}
    placed = {block.key: block for block in scene.blocks}
    coats = _coats(scene)
    pieces = [
        *(piece for zone in scene.zones for piece in _zone(zone, areas, coats)),
        *_flags(scene, areas, coats),
        *(piece for move in marked.recent for piece in _track(move, areas, placed)),
        *_links(scene, placed),
        '<g id="marks">',
        *_marks(marked, areas, placed),
        "</g>",
        *(_block(block, marked, here) for block in sorted(scene.blocks, key=_order)),
    ]
    return f'<g id="scene">{"".join(pieces)}</g>'


def _order(block: Block) -> tuple[bool, int]:
    """From the back to the front, leaders over all."""
    return block.shape == "leader", block.at[1]


def _coats(scene: Scene) -> dict[str, str]:
    """The classes of what belongs to a side as a whole, in the colours of most of its blocks."""
    found = {}
    for side, _ in scene.sides:
        own = [css_of(block) for block in (*scene.blocks, *scene.off) if block.side == side]
        found[side] = f"side-{side} {max(own, key=own.count, default='coat-a')}"
    return found


def _zone(zone: Zone, areas: Mapping[str, Area], coats: Mapping[str, str]) -> Iterator[str]:
    found = [areas[key] for key in zone.areas if key in areas]
    side = f" {coats.get(zone.side, '')}" if zone.side and zone.kind == "deployment" else ""
    title = f"<title>{words(zone.words)}</title>"
    yield f'<path class="zone {zone.kind}{side}" d="{closed(loops(found))}">{title}</path>'


def _flags(scene: Scene, areas: Mapping[str, Area], coats: Mapping[str, str]) -> Iterator[str]:
    """A flag on each area of an objective, in the colours of the side that holds it."""
    held: dict[str, str] = {}
    for zone in scene.zones:
        if zone.kind == "objective":
            now = dict(zone.held)
            for key in zone.areas:
                held[key] = held.get(key) or now.get(key, "")
    for key, side in held.items():
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
    if before in areas and before != after:
        old_x, old_y = areas[before].middle
        yield f'<path class="track {coat}" d="M{old_x} {old_y}L{x} {y}"/>'
        yield f'<circle class="was {coat}" cx="{old_x}" cy="{old_y}" r="5"/>'
    yield f'<circle class="now {coat}" cx="{x}" cy="{y}" r="{HIT}"/>'


def _links(scene: Scene, placed: Mapping[str, Block]) -> Iterator[str]:
    """A bar across the middle between two blocks in contact."""
    for one, two in scene.links:
        if one in placed and two in placed:
            (x1, y1), (x2, y2) = placed[one].at, placed[two].at
            long = hypot(x2 - x1, y2 - y1) or 1
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            dx, dy = (y2 - y1) / long * BAR, (x1 - x2) / long * BAR
            yield f'<path class="clash" d="M{n(x - dx)} {n(y - dy)}L{n(x + dx)} {n(y + dy)}"/>'


def _marks(marked: Marked, areas: Mapping[str, Area], placed: Mapping[str, Block]) -> Iterator[str]:
    """Outlines of areas: where the selected block may go, whom it may act against, and where it stands."""
    for key in marked.areas:
        if key in areas:
            yield f'<path class="go" d="{outline(areas[key].outline)}"/>'
    for key in marked.targets:
        if key in placed:
            yield f'<path class="aim" d="{outline(areas[placed[key].area].outline)}"/>'
    if marked.selected in placed:
        yield f'<path class="on" d="{outline(areas[placed[marked.selected].area].outline)}"/>'


def _block(block: Block, marked: Marked, sprite: str) -> str:
    x, y = block.at
    own = block.key == marked.selected
    states = [
        "block",
        f"side-{block.side}",
        css_of(block),
        "leader" if block.shape == "leader" else "",
        "spent" if block.spent else "",
        "on" if own else "",
        "aim" if block.key in marked.targets else "",
    ]
    shared = attributes(
        class_=" ".join(filter(None, states)),
        data_key=block.key,
        data_area=block.area,
        aria_label=block.words,
        aria_current="true" if own else "",
    )
    inner = (
        f'<circle class="hit" r="{LEADER_HIT if block.shape == "leader" else HIT}"/>{"".join(_drawn(block, sprite))}'
    )
    place = f'transform="translate({x} {y})"'
    if marked.address:
        return f"<a{attributes(href=marked.link(block.key))}{shared} {place}>{inner}</a>"
    return f'<g{shared} tabindex="0" role="button" {place}>{inner}</g>'


def css_of(block: Block) -> str:
    """The class of the colours of a block's nation; of its side where it has none."""
    found = nations().get(block.nation)
    return found.css if found else f"coat-{'b' if block.side == 'b' else 'a'}"


def _drawn(block: Block, sprite: str) -> Iterator[str]:
    """The block turned to its front, its pips and its label, which stand upright."""
    if block.shape == "leader":
        wide, high = DISC
        yield (f'<use href="{sprite}#{block.sign}" x="{-wide // 2}" y="{-high // 2}" width="{wide}" height="{high}"/>')
        return
    turned = f' transform="rotate({n(block.turn / 10)})"' if block.turn else ""
    size = 2 * blocks.HALF
    name = blocks.name_of(block.sign, block.shape, block.side)
    yield (
        f'<use class="k" href="{sprite}#{name}" x="{-blocks.HALF}" y="{-blocks.HALF}" '
        f'width="{size}" height="{size}"{turned}/>'
    )
    unsure = '<tspan class="unsure"> ?</tspan>' if block.unsure else ""
    yield f'<text class="halo" y="{LABEL_BELOW}">{words(block.label)}{unsure}</text>'
    if block.level and not block.unsure:
        yield f'<use class="pips" href="{sprite}#m-{block.level}" x="-9" y="{LABEL_BELOW + 3}" width="18" height="6"/>'
