"""A board as SVG for a template or a file, in words for readers without it, and its start as a small picture."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armies import symbols
from battles.drawing import blocks
from battles.drawing.outline import Loop, rounded
from battles.drawing.terrain import CORNER, marks
from battles.engine.picture import Area, Block, Ground, Scene, Zone
from battles.pages.board.ground import (
    UNDER,
    attributes,
    closed,
    ground_group,
    n,
    names_of,
    outline,
    patch_path,
    way_paths,
)
from battles.pages.board.scene import NOTHING, Marked, scene_group
from battles.pages.board.unit_blocks import counter_text, css_of

FRONT: Final = 0.034
DEPTH: Final = 0.02
"""The least front and depth of a unit, as shares of the width of the ground."""


def start_picture(ground: Ground, scene: Scene, label: str) -> SafeString:
    """An SVG that a reader hears as ``label``; troops that arrive later are not in it."""
    drawn = marks(ground)
    areas = {area.key: area for area in ground.areas}
    pieces = [
        f'<rect class="t-ground" width="{ground.width}" height="{ground.height}"/>',
        *map(patch_path, drawn.patches),
        *(_open_areas(ground) if ground.open else ()),
        f'<path class="t-water" d="{closed(drawn.shores)}"/>' if drawn.shores else "",
        *way_paths(drawn.ways),
        *_objectives(scene, areas),
        *(_unit(block, ground) for block in scene.blocks if block.shape != "leader"),
    ]
    frame = attributes(
        class_="map board-map start-map open" if ground.open else "map board-map start-map",
        viewBox=f"0 0 {ground.width} {ground.height}",
        role="img",
        aria_label=label,
    )
    return mark_safe(f"<svg{frame}>{''.join(pieces)}</svg>")  # noqa: S308


def _open_areas(ground: Ground) -> Iterator[str]:
    """The areas of an open table, joined by kind."""
    kinds: dict[str, list[Loop]] = {kind: [] for kind in UNDER}
    for area in ground.areas:
        kinds.setdefault(area.ground, []).append(rounded(area.outline, ground.step * CORNER))
    for kind, loops in kinds.items():
        if loops:
            yield f'<g class="areas g-{kind}"><path d="{closed(loops)}"/></g>'


def _objectives(scene: Scene, areas: Mapping[str, Area]) -> Iterator[str]:
    keys = dict.fromkeys(key for zone in scene.zones if zone.kind == "objective" for key in zone.areas)
    for key in keys:
        if key in areas:
            yield f'<path class="zone objective" d="{outline(areas[key].outline)}"/>'


def _unit(block: Block, ground: Ground) -> str:
    """A bar with the front of the unit, large enough to be seen."""
    wide = max(block.size[0], ground.width * FRONT)
    deep = max(block.size[1], ground.width * DEPTH)
    turned = f" rotate({n(block.turn / 10)})" if block.turn else ""
    x, y = block.at
    data = f"M{n(-wide / 2)} {n(-deep / 2)}h{n(wide)}v{n(deep)}h{n(-wide)}z"
    return f'<path class="side-{block.side} {css_of(block)}" transform="translate({x} {y}){turned}" d="{data}"/>'


STYLES: Final = (
    *("tokens.css", "nations.css", "components/map.css"),
    *("pages/board.css", "pages/board-units.css", "pages/board-open.css"),
)
"""What a file needs of the style sheets; ``prefers-color-scheme`` holds in it as in a page."""

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""What a browser may do with a file that it opens: draw it by the styles in it, and nothing else."""

TEN: Final = 1000
"""Tenths of a millimetre of the bar that shows the scale."""


def board(ground: Ground, scene: Scene, marked: Marked = NOTHING) -> SafeString:
    """The board of a page. Everything in it is escaped."""
    names = names_of(ground, scene)
    inner = ground_group(ground, scene) + scene_group(ground, scene, marked, names=names)
    return mark_safe(_svg(ground, inner))  # noqa: S308


def moved(ground: Ground, scene: Scene, marked: Marked = NOTHING) -> SafeString:
    """The part of a board that an action changes, to be put in place of the old one."""
    return mark_safe(scene_group(ground, scene, marked))  # noqa: S308


def under(ground: Ground) -> SafeString:
    """The ground of a board alone, to be put in place of the old one where it is being drawn."""
    return mark_safe(ground_group(ground))  # noqa: S308


def board_file(ground: Ground, scene: Scene, title: str) -> str:
    """The board as an SVG file with its styles and symbols in it, and without anything to be pressed."""
    drawn = scene_group(ground, scene, sprite="", names=names_of(ground, scene)).replace(
        ' tabindex="0" role="button"', ' role="img"'
    )
    unsized = (block for block in scene.blocks if not block.size[0] or block.shape == "leader")
    used = sorted({(block.sign, block.shape, block.side) for block in unsized})
    shapes = "".join(
        symbols.to_svg(sign) if shape == "leader" else blocks.to_svg(sign, shape, side) for sign, shape, side in used
    )
    levels = "".join(map(blocks.pips, sorted({block.level for block in scene.blocks} & blocks.MORALE.keys())))
    under = ground_group(ground, scene)
    inner = f"<style>{_styles()}</style><defs>{shapes}{levels}</defs>{under}{drawn}{scale_bar(ground)}"
    return _svg(ground, inner, alone=True, label=f"{title}. {ground.words}") + "\n"


def scale_bar(ground: Ground) -> str:
    """How long ten centimetres of an open table are, at the foot of a file."""
    if not ground.open:
        return ""
    long = round(TEN * ground.step / ground.tenths)
    x, y = ground.step // 2, ground.height - ground.step // 2
    return (
        f'<g class="scale"><path d="M{x} {y - 6}v6h{long}v-6"/>'
        f'<text class="halo" x="{x + long // 2}" y="{y - 6}">10 cm</text></g>'
    )


def _svg(ground: Ground, inner: str, alone: bool = False, label: str = "") -> str:
    shared = attributes(
        xmlns="http://www.w3.org/2000/svg" if alone else "",
        class_="map board-map open" if ground.open else "map board-map",
        viewBox=f"0 0 {ground.width} {ground.height}",
        width=str(ground.width) if alone else "",
        height=str(ground.height) if alone else "",
        data_open=f"{ground.tenths / ground.step:g}" if ground.open else "",
        role="img" if alone else "group",
        aria_label=label or ground.words,
    )
    return f"<svg{shared}>{inner}</svg>"


@cache
def _styles() -> str:
    """The style sheets without their remarks and spare white space."""
    files = (str(finders.find(f"campaign/css/{name}")) for name in STYLES)
    text = "\n".join(Path(path).read_text(encoding="utf-8") for path in files)
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).replace("<", "").strip()


class Waiting(Struct, frozen=True):
    """A block beside the board, with the address that selects it, "" where nothing does."""

    block: Block
    css: str
    address: str
    selected: bool


class SideWords(Struct, frozen=True):
    """What a side has on the board, still to come, and lost."""

    name: str
    css: str
    here: tuple[Block, ...]
    coming: tuple[Waiting, ...]
    gone: tuple[Block, ...]


class Picture(Struct, frozen=True):
    """What ``battles/_board.html`` shows: ``picture`` in its context."""

    ground: Ground
    scene: Scene
    marked: Marked
    words: str
    sides: tuple[SideWords, ...]
    objectives: tuple[Zone, ...]
    arrivals: tuple[Zone, ...]
    places: tuple[tuple[str, str], ...]

    @property
    def svg(self) -> SafeString:
        """The board, drawn when it is asked for: a part of a page shows what stands on it alone."""
        return board(self.ground, self.scene, self.marked)

    @property
    def levels(self) -> tuple[tuple[str, str], ...]:
        """The lowered levels that pips on the board show, each with its name."""
        shown = {block.level for block in self.scene.blocks if not block.unsure}
        names = dict(self.scene.levels)
        return tuple((level, names.get(level, level)) for level in blocks.MORALE if level in shown)

    @property
    def counters(self) -> tuple[tuple[str, str], ...]:
        """The short words on counters of the board, each with what it stands for."""
        on_board = dict.fromkeys(mark for block in self.scene.blocks if block.size[0] for mark in block.marks)
        return tuple((counter_text(mark), mark) for mark in on_board if counter_text(mark) != mark)

    @property
    def strength(self) -> str:
        """A counter that tells strength, such as ``5/6``, as an example; ``""`` without one."""
        return next((mark for block in self.scene.blocks for mark in block.marks if "/" in mark), "")


def picture(ground: Ground, scene: Scene, marked: Marked = NOTHING, own: Sequence[str] = ()) -> Picture:
    """The board of a page; the reader's ``own`` sides come first beside it and in words."""
    sides = sorted(scene.sides, key=lambda side: side[0] not in own)
    return Picture(
        ground=ground,
        scene=scene,
        marked=marked,
        words=ground.words,
        sides=tuple(_side(side, name, scene, marked) for side, name in sides),
        objectives=tuple(zone for zone in scene.zones if zone.kind == "objective"),
        arrivals=tuple(zone for zone in scene.zones if zone.kind == "arrival"),
        places=_places(ground),
    )


def _side(side: str, name: str, scene: Scene, marked: Marked) -> SideWords:
    here = tuple(block for block in scene.blocks if block.side == side)
    off = [block for block in scene.off if block.side == side]
    first = next((block for block in (*here, *off) if block.shape != "leader"), None)
    return SideWords(
        name=name,
        css=f"side-{side} {css_of(first)}" if first else "",
        here=here,
        coming=tuple(_waiting(block, marked) for block in off if block.level != "broken"),
        gone=tuple(block for block in off if block.level == "broken"),
    )


def _waiting(block: Block, marked: Marked) -> Waiting:
    address = marked.link(block.key) if marked.address else ""
    return Waiting(block, f"side-{block.side} {css_of(block)}", address, block.key == marked.selected)


def _places(ground: Ground) -> tuple[tuple[str, str], ...]:
    """What lies on the board, each with the keys of its areas, single ones first.

    The commonest ground of a board goes unsaid; on an open table all that lies there is terrain, lines as well.
    """
    keys_of: dict[str, dict[str, None]] = {}
    lines = ((way.words, way.key) for way in ground.ways if way.key)
    for name, key in (*((area.words, area.key) for area in ground.areas), *lines):
        keys_of.setdefault(name, {})[key] = None
    common = "" if ground.open else max(keys_of, key=lambda words: len(keys_of[words]), default="")
    ordered = sorted(keys_of, key=lambda words: (len(keys_of[words]) > 1, words))
    return tuple((words, ", ".join(keys_of[words])) for words in ordered if words != common)
