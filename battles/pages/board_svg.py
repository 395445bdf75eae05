"""A board as SVG: for a page, for the part of a page that changes, and as a file that stands alone."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

from armies import symbols
from battles.drawing import blocks
from battles.engine.picture import Ground, Scene
from battles.pages.board_ground import ground_group
from battles.pages.board_pen import attributes
from battles.pages.board_scene import NOTHING, Marked, scene_group

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
    found = (str(finders.find(f"campaign/css/{name}")) for name in STYLES)
    text = "\n".join(Path(path).read_text(encoding="utf-8") for path in found)
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).replace("<", "").strip()
