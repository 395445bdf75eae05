"""Places of names on a map: beside the named thing, inside the edge and clear of each other."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from battles.engine.picture import Ground, Name

Anchor = Literal["start", "middle", "end"]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Placed(NamedTuple):
    """A name; ``x`` is its start, middle or end by ``anchor``, and its baseline is ``down`` letters below ``y``."""

    name: Name
    x: float
    y: float
    anchor: Anchor
    down: float = 0.0


WIDE: Final = 0.5
"""Average width of a letter, as a share of the type size."""
HIGH: Final = 0.75
LOW: Final = 0.2
PLACES: Final[tuple[tuple[float, float, Anchor], ...]] = (
    (0, 0.66, "middle"),
    (0, -0.42, "middle"),
    (0.5, -0.1, "start"),
    (-0.5, -0.1, "end"),
    (0, -0.68, "middle"),
    (0.3, 0.6, "start"),
    (-0.3, 0.6, "end"),
)
"""Offsets in steps from the middle of the named thing, the best first."""
SIDES: Final[tuple[tuple[int, int, Anchor, float], ...]] = (
    (0, 1, "middle", 0.9),
    (0, -1, "middle", -0.3),
    (1, 0, "start", 0.3),
    (-1, 0, "end", 0.3),
)
"""Places around a thing that a name must not cover: side, anchor, and letters down; the best first."""
GAP: Final = 4.0
"""Units between a named thing and a name beside it."""


def placed_names(ground: Ground, size: float) -> Iterator[Placed]:
    """The names in type of a ``size`` in units of the ground; coordinates along the edges keep their places."""
    used: list[Box] = []
    named = [(name, _about(name)) for name in ground.names if any(name.about)]
    for name in ground.names:
        if name.kind == "edge":
            yield Placed(name, *name.at, "middle")
            continue
        others = [*used, *(box for other, box in named if other is not name)]
        best = min(_places(name, ground.step), key=lambda at, others=others: _overlap(_box(at, size), ground, others))  # type: ignore[misc]
        used.append(_box(best, size))
        yield best


def _places(name: Name, step: int) -> Iterator[Placed]:
    """Possible places of a name, the best first."""
    x, y = name.at
    if name.about == (0, 0):
        yield from (Placed(name, x + dx * step, y + dy * step, anchor) for dx, dy, anchor in PLACES)
        return
    wide, high = name.about
    for right, foot, anchor, down in SIDES:
        yield Placed(name, x + right * (wide / 2 + GAP), y + foot * high / 2, anchor, down)


def _about(name: Name) -> Box:
    """The box of a named thing, which no name may cover."""
    (x, y), (wide, high) = name.at, name.about
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _box(place: Placed, size: float) -> Box:
    wide = len(place.name.text) * size * WIDE
    left = place.x - {"start": 0, "middle": wide / 2, "end": wide}[place.anchor]
    base = place.y + place.down * size
    return left, base - size * HIGH, left + wide, base + size * LOW


def _overlap(box: Box, ground: Ground, others: Sequence[Box]) -> float:
    """Area of a name that covers other boxes or is off the ground."""
    left, top, right, foot = box
    off = max(0, -left) + max(0, right - ground.width) + max(0, -top) + max(0, foot - ground.height)
    over = sum(
        max(0.0, min(right, other[2]) - max(left, other[0])) * max(0.0, min(foot, other[3]) - max(top, other[1]))
        for other in others
    )
    return off * (foot - top) + over
