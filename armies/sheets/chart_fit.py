"""The largest size at which a tree stands on a page."""

from math import inf
from typing import Final, NamedTuple

from armies.sheets.chart_boxes import LEAST_SCALE, Box
from armies.sheets.chart_layout import DOWN, Block, arrange

MOST_SCALE: Final = 1.5
STEP: Final = 0.97
"""From one size that is tried to the next."""
SPREAD_WORTH: Final = 0.9
"""A tree in which nothing is stacked is taken at this share of the size that stacking would allow."""
_SLACK: Final = 1e-6


class Field(NamedTuple):
    """The part of a page that the tree may take, in millimetres of paper."""

    wide: float
    high: float


class Fit(NamedTuple):
    """A tree laid out, and how many millimetres of paper one of its millimetres takes."""

    block: Block
    scale: float


def sizes(most: float) -> list[float]:
    """The scales that are tried, the largest first."""
    out = [max(most, LEAST_SCALE)]
    while out[-1] * STEP > LEAST_SCALE:
        out.append(out[-1] * STEP)
    return [*out, LEAST_SCALE] if out[-1] > LEAST_SCALE else out


def fits(box: Box, field: Field) -> bool:
    """Whether it stands on the field at the least size."""
    return _stacked(box, field, LEAST_SCALE) is not None or _spread(box, field, LEAST_SCALE) is not None


def best(box: Box, field: Field, most: float = MOST_SCALE) -> Fit | None:
    """The tree as large as the field and ``most`` allow, None where it would be less than the least size."""
    scales = sizes(most)
    low, high = 0, len(scales)
    while low < high:
        middle = (low + high) // 2
        if _stacked(box, field, scales[middle]) is None:
            low = middle + 1
        else:
            high = middle
    stacked = scales[low] if low < len(scales) else 0.0
    spread = _spread(box, field, most)
    if spread is not None and spread.scale >= stacked * SPREAD_WORTH:
        return spread
    return _lowest(box, field, stacked) if stacked else None


def _spread(box: Box, field: Field, most: float) -> Fit | None:
    """Nothing stacked."""
    block = arrange(box)
    scale = min(most, field.wide / block.wide, field.high / block.high)
    return Fit(block, scale) if scale >= LEAST_SCALE - _SLACK else None


def _stacked(box: Box, field: Field, scale: float, height: float = inf) -> Fit | None:
    """Stacked as high as the field, or ``height``, allows at that scale."""
    room = min(height, field.high / scale)
    block = arrange(box, room)
    inside = block.wide <= field.wide / scale + _SLACK and block.high <= field.high / scale + _SLACK
    return Fit(block, scale) if inside else None


def _lowest(box: Box, field: Field, scale: float) -> Fit:
    """The same size, stacked no higher than the width of the field asks for."""
    high = field.high / scale
    found = _stacked(box, field, scale)
    low = min(_least_height(box), high)
    while high - low > 3.0:
        middle = (low + high) / 2
        tried = _stacked(box, field, scale, middle)
        if tried is None:
            low = middle
        else:
            found, high = tried, middle
    if found is None:
        raise ValueError(f"{box.node.name} does not fit at {scale:.2f}.")
    return found


def _least_height(box: Box) -> float:
    """The height of the tree with nothing stacked: less than this would only break units into columns."""
    if not box.children:
        return box.high + sum(row.high for row in box.rows)
    return box.high + DOWN + max(map(_least_height, box.children))
