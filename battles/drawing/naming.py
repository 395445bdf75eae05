"""Where the names on a map stand: beside what they name, off the edge of the ground and clear of each other."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from battles.engine.picture import Ground, Name

Anchor = Literal["start", "middle", "end"]


class Placed(NamedTuple):
    """A name on its baseline; ``x`` is its start, middle or end by ``anchor``."""

    name: Name
    x: float
    y: float
    anchor: Anchor


WIDE: Final = 0.5
"""Width of a letter in sizes of type, on the whole."""
HIGH: Final = 0.75
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


def placed(ground: Ground, size: float) -> Iterator[Placed]:
    """The names set in type of a ``size`` in units of the ground; coordinates along the edges stay where they are."""
    taken: list[tuple[float, float, float, float]] = []
    for name in ground.names:
        if name.kind == "edge":
            yield Placed(name, *name.at, "middle")
            continue
        found = [
            Placed(name, name.at[0] + dx * ground.step, name.at[1] + dy * ground.step, anchor)
            for dx, dy, anchor in PLACES
        ]
        best = min(found, key=lambda one: _trouble(_box(one, size), ground, taken))
        taken.append(_box(best, size))
        yield best


def _box(one: Placed, size: float) -> tuple[float, float, float, float]:
    """Left, top, right and foot."""
    wide = len(one.name.text) * size * WIDE
    left = one.x - {"start": 0, "middle": wide / 2, "end": wide}[one.anchor]
    return left, one.y - size * HIGH, left + wide, one.y + size * 0.2


def _trouble(
    box: tuple[float, float, float, float], ground: Ground, taken: Sequence[tuple[float, float, float, float]]
) -> float:
    """How much of a name would lie on others or off the ground."""
    left, top, right, foot = box
    off = max(0, -left) + max(0, right - ground.width) + max(0, -top) + max(0, foot - ground.height)
    over = sum(
        max(0.0, min(right, other[2]) - max(left, other[0])) * max(0.0, min(foot, other[3]) - max(top, other[1]))
        for other in taken
    )
    return off * (foot - top) + over
