"""A board for a template: drawn, and in words for whoever does not see it or has no script."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from msgspec import Struct

from battles.engine.picture import Block, Ground, Scene, Zone
from battles.pages.board_blocks import css_of
from battles.pages.board_scene import NOTHING, Marked
from battles.pages.board_svg import board


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
    found: dict[str, dict[str, None]] = {}
    lines = ((way.words, way.key) for way in ground.ways if way.key)
    for said, key in (*((area.words, area.key) for area in ground.areas), *lines):
        found.setdefault(said, {})[key] = None
    common = "" if ground.open else max(found, key=lambda words: len(found[words]), default="")
    ordered = sorted(found, key=lambda words: (len(found[words]) > 1, words))
    return tuple((words, ", ".join(found[words])) for words in ordered if words != common)
