"""A board for a template or a file: drawn as SVG, and in words for readers without the drawing."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armies import symbols
from battles.drawing import blocks
from battles.engine.picture import Block, Ground, Scene, Zone
from battles.pages.board.ground import ground_group
from battles.pages.board.pen import attributes
from battles.pages.board.scene import NOTHING, Marked, scene_group
from battles.pages.board.unit_blocks import css_of

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
    return mark_safe(_svg(ground, ground_group(ground) + scene_group(ground, scene, marked)))  # noqa: S308


def moved(ground: Ground, scene: Scene, marked: Marked = NOTHING) -> SafeString:
    """The part of a board that an action changes, to be put in place of the old one."""
    return mark_safe(scene_group(ground, scene, marked))  # noqa: S308


def under(ground: Ground) -> SafeString:
    """The ground of a board alone, to be put in place of the old one where it is being drawn."""
    return mark_safe(ground_group(ground))  # noqa: S308


def board_file(ground: Ground, scene: Scene, title: str) -> str:
    """The board as an SVG file with its styles and symbols in it, and without anything to be pressed."""
    drawn = scene_group(ground, scene, sprite="").replace(' tabindex="0" role="button"', ' role="img"')
    unsized = (block for block in scene.blocks if not block.size[0] or block.shape == "leader")
    used = sorted({(block.sign, block.shape, block.side) for block in unsized})
    shapes = "".join(
        symbols.to_svg(sign) if shape == "leader" else blocks.to_svg(sign, shape, side) for sign, shape, side in used
    )
    levels = "".join(map(blocks.pips, sorted({block.level for block in scene.blocks} & blocks.MORALE.keys())))
    inner = f"<style>{_styles()}</style><defs>{shapes}{levels}</defs>{ground_group(ground)}{drawn}{scale_bar(ground)}"
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
    places: tuple[tuple[str, str], ...]

    @property
    def svg(self) -> SafeString:
        """The board, drawn when it is asked for: a part of a page shows what stands on it alone."""
        return board(self.ground, self.scene, self.marked)


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
        places=_places(ground),
    )


def _side(side: str, name: str, scene: Scene, marked: Marked) -> SideWords:
    off = [block for block in scene.off if block.side == side]
    return SideWords(
        name=name,
        here=tuple(block for block in scene.blocks if block.side == side),
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
