"""The outline of a drawn subtree: how far it reaches left and right at every height.

An outline is a list of bands, from the top down, that do not overlap in height. Two subtrees stand as
close as their outlines allow, not as their widths would.
"""

from itertools import pairwise
from typing import NamedTuple


class Band(NamedTuple):
    """From ``top`` to ``foot`` something stands between ``left`` and ``right``."""

    top: float
    foot: float
    left: float
    right: float


Outline = tuple[Band, ...]


def moved(outline: Outline, x: float, y: float) -> Outline:
    """``outline`` at another place."""
    return tuple([Band(top + y, foot + y, left + x, right + x) for top, foot, left, right in outline])


def clearance(left: Outline, right: Outline, across: float, down: float) -> float:
    """How far ``right`` must move to the right, so that ``across`` mm are free between it and ``left``.

    Things less than ``down`` mm apart in height count as side by side. Negative where it may move left.
    """
    need = float("-inf")
    for a in left:
        for b in right:
            if a.top < b.foot + down and b.top < a.foot + down:
                need = max(need, a.right - b.left + across)
    return need


def joined(one: Outline, other: Outline) -> Outline:
    """The outline of both together."""
    edges = sorted({edge for band in (*one, *other) for edge in (band.top, band.foot)})
    out: list[Band] = []
    for top, foot in pairwise(edges):
        here = [band for band in (*one, *other) if band.top <= top and foot <= band.foot]
        if not here:
            continue
        left, right = min(band.left for band in here), max(band.right for band in here)
        if out and out[-1].foot == top and out[-1].left == left and out[-1].right == right:
            out[-1] = Band(out[-1].top, foot, left, right)
        else:
            out.append(Band(top, foot, left, right))
    return tuple(out)


def bounds(outline: Outline) -> tuple[float, float, float]:
    """Left, right and foot of it all."""
    return (
        min(band.left for band in outline),
        max(band.right for band in outline),
        max(band.foot for band in outline),
    )
