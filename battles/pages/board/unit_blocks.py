"""Units and leaders as SVG, and their previewed positions."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from django.templatetags.static import static
from msgspec import Struct

from battles.drawing import blocks
from battles.drawing.course_names import LABEL_WIDE, counter_box, label_base
from battles.engine.armies.nations import nations
from battles.engine.picture import Block, Ground, Point, Shape, Sign
from battles.pages.board.ground import attributes, n, words
from battles.services.play.action_menu import Choice, Spot

SPRITE: Final = "battles/img/blocks.svg"
HIT: Final = 25
"""Radius of the ground about a block that answers to a pointer."""

LEADER_HIT: Final = 12
ABOUT: Final = 3
"""From the edge of a footprint to the edge of the ground that answers for it."""

DISC: Final = (30, 20)
"""Width and height of a leader's disc."""

LABEL_FREE: Final = 8
"""Letters of a label on areas that are set at their own width; longer ones are as wide as the most."""
SHORT: Final = 2
"""Letters of a counter that stands for a word."""
MOST_KEPT: Final = 2_000
"""Drawn blocks that a process keeps: most of them are the same after an action."""

COUNTER: Final = (6.0, 5.6, 11)
"""A counter in its own units: its width about its letters, the width of a letter, its height."""


def css_of(block: Block) -> str:
    """The class of the colours of a block's nation; of its side where it has none."""
    nation = nations().get(block.nation)
    return nation.css if nation else f"coat-{'b' if block.side == 'b' else 'a'}"


@lru_cache(maxsize=MOST_KEPT)
def block_group(block: Block, state: str, link: str, sprite: str | None = None) -> str:
    """A block at its place, to be pressed; with a ``link`` to it. ``state`` is its further classes."""
    own = "on" in state.split()
    shared = attributes(
        class_=" ".join(filter(None, ["block", f"side-{block.side}", css_of(block), state])),
        data_key=block.key,
        data_area=block.area,
        data_size=f"{block.size[0]} {block.size[1]}" if block.size[0] else "",
        data_turn=str(block.turn) if block.size[0] else "",
        data_drawn=block.shape if block.size[0] else "",
        data_box="" if block.size[0] else " ".join(f"{edge:.0f}" for edge in counter_box(block.shape, block.turn)),
        aria_label=_name(block),
        aria_current="true" if own else "",
    )
    inner = f"{_hit(block)}{''.join(_drawn(block, _address(sprite)))}"
    place = f'transform="translate({block.at[0]} {block.at[1]})"'
    if link:
        return f"<a{attributes(href=link)}{shared} {place}>{inner}</a>"
    return f'<g{shared} tabindex="0" role="button" {place}>{inner}</g>'


def _name(block: Block) -> str:
    """What a block is called to a reader without the drawing: its words, with its label where they leave it out."""
    return block.words if block.label.casefold() in block.words.casefold() else f"{block.words}, {block.label}"


def preview_drawing(block: Block, sprite: str | None = None) -> str:
    """A block alone about 0, 0, its front up: to be set at a place of the board and turned there."""
    leader = " leader" if block.shape == "leader" else ""
    css = f"block ghost side-{block.side} {css_of(block)}{leader}"
    return f'<g class="{css}" aria-hidden="true">{_symbol(block, _address(sprite))}</g>'


def _address(sprite: str | None) -> str:
    return static(SPRITE) if sprite is None else sprite


def _hit(block: Block) -> str:
    """The ground that answers for a block: about it, or what it stands on."""
    if block.shape == "leader" or not block.size[0]:
        return f'<circle class="hit" r="{LEADER_HIT if block.shape == "leader" else HIT}"/>'
    wide, deep = (side + 2 * ABOUT for side in block.size)
    return (
        f'<rect class="hit" x="{n(-wide / 2)}" y="{n(-deep / 2)}" width="{wide}" height="{deep}"{_turned(block.turn)}/>'
    )


def _turned(turn: int) -> str:
    return f' transform="rotate({n(turn / 10)})"' if turn else ""


def _symbol(block: Block, sprite: str, turn: int = 0) -> str:
    """The footprint and the sign of a block, turned; a leader's disc stands upright."""
    if block.shape == "leader":
        wide, high = DISC
        return f'<use href="{sprite}#{block.sign}" x="{-wide // 2}" y="{-high // 2}" width="{wide}" height="{high}"/>'
    if block.size[0]:
        return f'<g class="k"{_turned(turn)}>{_footprint(block.sign, block.shape, block.side, block.size)}</g>'
    size = 2 * blocks.HALF
    name = blocks.name_of(block.sign, block.shape, block.side)
    return (
        f'<use class="k" href="{sprite}#{name}" x="{-blocks.HALF}" y="{-blocks.HALF}" '
        f'width="{size}" height="{size}"{_turned(turn)}/>'
    )


@cache
def _footprint(sign: Sign, shape: Shape, side: str, size: tuple[int, int]) -> str:
    return blocks.markup(blocks.base_strokes(sign, shape, side, size))


def _drawn(block: Block, sprite: str) -> Iterator[str]:
    """The block turned to its front, its label, its pips and its counters, which stand upright."""
    yield _symbol(block, sprite, block.turn)
    if block.shape == "leader" and not block.size[0]:
        return
    unsure = '<tspan class="unsure" aria-hidden="true"> ?</tspan>' if block.unsure else ""
    pips = block.level and not block.unsure
    if not block.size[0]:
        letters = len(block.label) + (2 if block.unsure else 0)
        fit = f' textLength="{n(LABEL_WIDE)}" lengthAdjust="spacingAndGlyphs"' if letters > LABEL_FREE else ""
        base = label_base(block)
        yield f'<text class="halo" y="{n(base)}"{fit}>{words(block.label)}{unsure}</text>'
        if pips:
            yield _pips(block.level, sprite, base + 3)
        return
    own = [f'<text class="halo" y="9.5">{words(block.label)}{unsure}</text>', *_counters(block, 12)]
    yield from _told(block, *own, *([_pips(block.level, sprite, 25 if block.marks else 12)] if pips else ()))
    if block.body:
        body = f'<text class="halo" y="9.5" aria-hidden="true">{words(block.body)}</text>'
        yield from _told(block, body, css=" body")


def _told(block: Block, *pieces: str, css: str = "") -> Iterator[str]:
    """What stands below a footprint, in type that keeps its size."""
    place = f'transform="translate(0 {n(blocks.below(block) + 1)})"'
    yield f'<g class="told{css}" {place}><g class="type">{"".join(pieces)}</g></g>'


def _pips(level: str, sprite: str, top: float) -> str:
    return f'<use class="pips" href="{sprite}#m-{level}" x="-9" y="{n(top)}" width="18" height="6"/>'


def _counters(block: Block, top: float) -> Iterator[str]:
    """The marks of a block in a row, each on a counter."""
    texts = list(map(counter_text, block.marks))
    about, letter, high = COUNTER
    widths = [about + letter * len(text) for text in texts]
    left = -(sum(widths) + len(widths) - 1) / 2
    for text, wide in zip(texts, widths, strict=True):
        yield f'<rect class="counter" x="{n(left)}" y="{n(top)}" width="{n(wide)}" height="{high}" rx="2"/>'
        place = f'x="{n(left + wide / 2)}" y="{n(top + high - 2.4)}"'
        yield f'<text class="counted" {place} aria-hidden="true">{words(text)}</text>'
        left += wide + 1


def counter_text(mark: str) -> str:
    """A mark for a counter: a number as it is, the first letters of several words, the beginning of one."""
    if any(letter.isdigit() for letter in mark):
        return mark
    parts = mark.split()
    return "".join(part[0].upper() for part in parts) if len(parts) > 1 else mark[:SHORT].capitalize()


FULL: Final = 3600
"""Tenths of a degree of a full turn."""

NEAR: Final = 0.6
"""Of a step: how far from a pose a pointer still means it."""

NEAR_OPEN: Final = 0.24
"""The same on an open table, where what lies farther off can be asked for."""


class Poses(Struct, frozen=True):
    """Poses as a script reads them, and what each is called there, by the place pointed at and the action."""

    data: Mapping[str, Any]
    names: Mapping[tuple[str, str], str]

    def name_of(self, choice: Choice, at: str) -> str:
        """What the pose of a choice at a place, or at the first it has, is called; ``""`` where it has none."""
        if at:
            return self.names.get((at, choice.text), "")
        return next((name for (_, text), name in self.names.items() if text == choice.text), "")


NO_POSES: Final = Poses({}, {})


def of_spots(spots: Sequence[Spot], block: Block, ground: Ground) -> Poses:
    """The poses of ``block`` at each of its spots; the usual one of a spot is the one most like how it stands.

    ``data`` holds ``drawings``, SVG about 0, 0 with its front up; ``ways``, lists of poses that many spots share, each
    the figures ``[drawing, x, y, turn]`` of a pose, the actor first, from the spot's own place; ``spots``, each its
    key, its place, which ways it has, and which of these is usual; ``near``, how far from a pose it is still meant.
    A pose is called by the places of its spot and of itself among the ways: ``12:3``. ``bends`` holds by these
    names where its way turns; by the spot alone if that is so for all of its poses. Where a spot holds what is
    likeliest meant there, the first is the usual one.
    """
    poses = _PoseList()
    for spot in spots:
        poses.lay(spot.at, spot.choices, None if spot.likeliest else block)
    return poses.poses(round(ground.step * (NEAR_OPEN if ground.open else NEAR))) if poses.spots else NO_POSES


def of_choices(choices: Sequence[Choice]) -> Poses:
    """The poses of choices of several actors, each a spot of its own."""
    poses = _PoseList()
    for choice in choices:
        poses.lay(choice.text, (choice,), None)
    return poses.poses(0) if poses.spots else NO_POSES


class _PoseList:
    """Poses being gathered; what is equal is kept once."""

    def __init__(self) -> None:
        self.drawings: dict[str, int] = {}
        self.by_looks: dict[tuple[Any, ...], int] = {}
        self.ways: dict[tuple[Any, ...], int] = {}
        self.spots: list[tuple[str, int, int, int, int]] = []
        self.names: dict[tuple[str, str], str] = {}
        self.bends: dict[str, tuple[Point, ...]] = {}

    def lay(self, at: str, choices: Sequence[Choice], block: Block | None) -> None:
        shown = [choice for choice in choices if choice.preview_blocks]
        if not shown:
            return
        x, y = shown[0].preview_blocks[0].at
        way = tuple(tuple(self._figure(ghost, x, y) for ghost in choice.preview_blocks) for choice in shown)
        usual = min(range(len(shown)), key=lambda index: _change(shown[index].preview_blocks[0], block))
        for index, choice in enumerate(shown):
            self.names[at, choice.text] = f"{len(self.spots)}:{index}"
        bends = [choice.preview_blocks[0].bends for choice in shown]
        if len(set(bends)) == 1:
            self.bends |= {str(len(self.spots)): bends[0]} if bends[0] else {}
        else:
            self.bends |= {f"{len(self.spots)}:{index}": each for index, each in enumerate(bends) if each}
        self.spots.append((at, x, y, self.ways.setdefault(way, len(self.ways)), usual))

    def _figure(self, block: Block, x: int, y: int) -> tuple[int, int, int, int]:
        looks = block.side, block.nation, block.shape, block.sign, block.size
        drawing = self.by_looks.get(looks)
        if drawing is None:
            drawing = self.by_looks[looks] = self.drawings.setdefault(preview_drawing(block), len(self.drawings))
        return drawing, block.at[0] - x, block.at[1] - y, block.turn

    def poses(self, near: int) -> Poses:
        data = {"drawings": list(self.drawings), "ways": list(self.ways), "spots": self.spots, "near": near}
        data["bends"] = self.bends
        return Poses(data, self.names)


def _change(preview: Block, block: Block | None) -> tuple[bool, int]:
    """How far a ghost is from how its block stands: the shape first, then the turn."""
    if block is None:
        return False, 0
    turned = (preview.turn - block.turn) % FULL
    return preview.shape != block.shape, min(turned, FULL - turned)
