"""Where the names on a map stand: beside what they name, off the edge of the ground and clear of each other."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from battles.engine.picture import Ground, Name

Anchor = Literal["start", "middle", "end"]
Box = tuple[float, float, float, float]
"""Left, top, right and foot."""


class Placed(NamedTuple):
    """A name; ``x`` is its start, middle or end by ``anchor``, and its baseline lies ``down`` letters below ``y``."""

    name: Name
    x: float
    y: float
    anchor: Anchor
    down: float = 0.0


WIDE: Final = 0.5
"""Width of a letter in sizes of type, on the whole."""
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
"""In steps from the middle of what is named, the best first."""
SIDES: Final[tuple[tuple[int, int, Anchor, float], ...]] = (
    (0, 1, "middle", 0.9),
    (0, -1, "middle", -0.3),
    (1, 0, "start", 0.3),
    (-1, 0, "end", 0.3),
)
"""About what a name must not lie on: the side of it, the anchor, and how far down, in letters; the best first."""
GAP: Final = 4.0
"""Units between what is named and a name at its side."""


def placed(ground: Ground, size: float) -> Iterator[Placed]:
    """The names set in type of a ``size`` in units of the ground; coordinates along the edges stay where they are."""
    taken: list[Box] = []
    named = [(name, _about(name)) for name in ground.names if any(name.about)]
    for name in ground.names:
        if name.kind == "edge":
            yield Placed(name, *name.at, "middle")
            continue
        kept = [*taken, *(box for other, box in named if other is not name)]
        best = min(_ways(name, ground.step), key=lambda one, kept=kept: _trouble(_box(one, size), ground, kept))  # type: ignore[misc]
        taken.append(_box(best, size))
        yield best


def _ways(name: Name, step: int) -> Iterator[Placed]:
    """Where a name may stand, the best place first."""
    x, y = name.at
    if name.about == (0, 0):
        yield from (Placed(name, x + dx * step, y + dy * step, anchor) for dx, dy, anchor in PLACES)
        return
    wide, high = name.about
    for right, foot, anchor, down in SIDES:
        yield Placed(name, x + right * (wide / 2 + GAP), y + foot * high / 2, anchor, down)


def _about(name: Name) -> Box:
    """What a name must not lie on, that of another neither."""
    (x, y), (wide, high) = name.at, name.about
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _box(one: Placed, size: float) -> Box:
    wide = len(one.name.text) * size * WIDE
    left = one.x - {"start": 0, "middle": wide / 2, "end": wide}[one.anchor]
    base = one.y + one.down * size
    return left, base - size * HIGH, left + wide, base + size * LOW


def _trouble(box: Box, ground: Ground, taken: Sequence[Box]) -> float:
    """How much of a name would lie on what is taken or off the ground."""
    left, top, right, foot = box
    off = max(0, -left) + max(0, right - ground.width) + max(0, -top) + max(0, foot - ground.height)
    over = sum(
        max(0.0, min(right, other[2]) - max(left, other[0])) * max(0.0, min(foot, other[3]) - max(top, other[1]))
        for other in taken
    )
    return off * (foot - top) + over
