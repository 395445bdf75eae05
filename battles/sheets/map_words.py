"""The type on a map: names, coordinates, the keys of areas, the labels of units."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from armies.paper.faces import MM, Face, able, width
from battles.drawing.footprints import below
from battles.drawing.naming import placed
from battles.engine.picture import Ground, Scene

LETTERS: Final = 14.0
"""Size of the type of names, in units of the ground, within `NAMES`."""
NAMES: Final = (6.5, 30.0)
LABELS: Final = (5.0, 16.0)
KEYS: Final = (5.0, 8.0)
"""Points: the smallest and the largest type of each."""
NUMBERED: Final = 9.0
"""Millimetres from area to area from which on each area carries its key."""
FOOT: Final = 0.43
"""From the middle of an area to the baseline of its key, in steps."""
BELOW: Final = 25
"""From the middle of a block to the baseline of its label."""


class Word(NamedTuple):
    """A piece of type: the middle of its baseline in units of the ground, its face, its size in points."""

    text: str
    x: float
    y: float
    face: Face
    size: float
    boxed: bool = False
    """Whether it lies on a white ground of its own."""


def map_words(ground: Ground, scale: float, printable: Callable[[str], str]) -> Iterator[Word]:
    """Names, coordinates and keys where a unit of the ground is ``scale`` millimetres."""
    point = scale * MM
    small = _within(KEYS, 5.2 * point)
    if ground.step * scale >= NUMBERED and not ground.open:
        for area in ground.areas:
            yield Word(printable(area.key), area.middle[0], area.middle[1] + ground.step * FOOT, "text", small)
    size = _within(NAMES, LETTERS * point)
    for one in placed(ground, size / point):
        words = printable(one.name.text)
        if one.name.kind == "edge":
            yield Word(words, one.x, one.y + small / point * 0.35, "text", small * 1.25)
            continue
        face = able("dispi", words)
        half = width(words, face, size) / scale / 2
        middle = one.x + {"start": half, "middle": 0.0, "end": -half}[one.anchor]
        yield Word(words, middle, one.y + one.down * size / point, face, size, True)


def unit_words(scene: Scene, scale: float, printable: Callable[[str], str]) -> Iterator[Word]:
    """The label of each unit, with how shaken it is."""
    size = _within(LABELS, 9.5 * scale * MM)
    for block in scene.blocks:
        if block.shape != "leader":
            state = "?" if block.unsure else f"({block.level})" if block.level else ""
            words = f"{printable(block.label)} {state}".strip()
            under = below(block) + size / MM / scale if block.size[0] else BELOW
            yield Word(words, block.at[0], block.at[1] + under, "semi", size, True)


def _within(bounds: tuple[float, float], size: float) -> float:
    least, most = bounds
    return min(max(least, size), most)
