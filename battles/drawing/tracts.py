"""What an engraver puts on the tracts of an open table, which are as large as they are, not patches of one size."""

from collections.abc import Iterator
from typing import Final

from battles.drawing.outline import Spot, grain, inside
from battles.engine.picture import Area

SPARSE: Final = 1.55
"""How many times farther apart than on a patch trees and tufts stand on a tract."""
CORNER: Final = 0.3
"""The most that is cut from a corner, in steps."""
HOUSE: Final = ((0.34, 0.2), (0.2, 0.32), (0.28, 0.24))
"""Width and height of houses, in steps."""
BETWEEN: Final = 0.62
"""From house to house, in steps."""
FURROW: Final = 0.24
"""From furrow to furrow, in steps."""


def houses(area: Area, step: int) -> Iterator[tuple[float, float, float, float]]:
    """Houses in uneven rows over a settlement, all within it: left, top, width and height. One where it is small."""
    left, top, right, foot = box(area)
    pace = step * BETWEEN
    any_stands = False
    for row in range(int((foot - top) / pace) + 1):
        for column in range(int((right - left) / pace) + 1):
            wide, high = (side * step for side in HOUSE[int(grain(column, row, 3) * 2.99)])
            x = left + (column + 0.5 + (grain(column, row, 1) - 0.5) * 0.45) * pace
            y = top + (row + 0.5 + (grain(column, row, 2) - 0.5) * 0.45) * pace
            corners = ((x - wide / 2, y - high / 2), (x + wide / 2, y - high / 2))
            feet = ((x - wide / 2, y + high / 2), (x + wide / 2, y + high / 2))
            if grain(column, row, 4) > 0.2 and all(inside(spot, area.outline) for spot in (*corners, *feet)):
                any_stands = True
                yield _half(x - wide / 2), _half(y - high / 2), _half(wide), _half(high)
    if not any_stands:
        x, y = area.middle
        wide, high = (right - left) * 0.5, (foot - top) * 0.5
        yield _half(x - wide / 2), _half(y - high / 2), _half(wide), _half(high)


def furrows(area: Area, step: int) -> Iterator[tuple[Spot, Spot]]:
    """Level strokes of uneven length across a field."""
    _, top, _, foot = box(area)
    pace = step * FURROW
    for row in range(1, int((foot - top) / pace) + 1):
        y = top + row * pace
        rims = sorted(
            x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            for (x1, y1), (x2, y2) in zip(area.outline, (*area.outline[1:], area.outline[0]), strict=True)
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(rims[::2], rims[1::2], strict=False):
            start = left + step * (0.1 + 0.3 * grain(left, y, 1))
            end = right - step * (0.1 + 0.3 * grain(right, y, 2))
            if end - start > pace:
                yield (_half(start), _half(y)), (_half(end), _half(y))


def box(area: Area) -> tuple[int, int, int, int]:
    """Left, top, right and foot of an area."""
    across, down = zip(*area.outline, strict=True)
    return min(across), min(down), max(across), max(down)


def _half(value: float) -> float:
    return round(value * 2) / 2
