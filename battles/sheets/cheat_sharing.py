"""Which block of a page stands in which column, so that all fit and columns are about equally full."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

MOST_STEPS: Final = 4_000
"""How many places are tried before it is given up to put blocks out of their order."""

FIRST: Final = 1e-6
"""What a column costs more than the one before it, so that of equal places the first is taken."""

Runs = list[list[int]]
"""The numbers of the blocks in each column, from the top."""


def shared(heights: Sequence[float], rooms: Sequence[float], gap: float, *, strict: bool) -> Runs | None:
    """A place for each block in columns with these rooms; None where none is found.

    In order down the columns where that is possible, with about the same room left in each. Else, unless ``strict``,
    as near to that as the rooms allow: within a column the order stands.
    """
    found = _in_order(heights, rooms, gap)
    return found or (None if strict else _near_order(heights, rooms, gap))


def _in_order(heights: Sequence[float], rooms: Sequence[float], gap: float) -> Runs | None:
    sums = [0.0]
    for height in heights:
        sums.append(sums[-1] + height)
    best: tuple[float, Runs] | None = None
    for cuts in combinations(range(len(heights) + 1), len(rooms) - 1):
        ends = (0, *cuts, len(heights))
        spans = list(pairwise(ends))
        free = [
            room - (sums[end] - sums[start]) - gap * max(0, end - start - 1)
            for room, (start, end) in zip(rooms, spans, strict=True)
        ]
        if min(free) < -0.01:
            continue
        cost = sum(
            (1.0 + place * 1e-6) * (room - left) ** 2
            for place, (room, left) in enumerate(zip(rooms, free, strict=True))
        )
        if best is None or cost < best[0]:
            best = cost, [list(range(start, end)) for start, end in spans]
    return best[1] if best else None


def _near_order(heights: Sequence[float], rooms: Sequence[float], gap: float) -> Runs | None:
    """The first places found, each block as near to the one before it as there is room."""
    left = [room + gap for room in rooms]
    need = [height + gap for height in heights]
    if sum(need) > sum(left) + 0.01:
        return None
    found: list[int] = []
    steps = 0

    def place(number: int, column: int) -> bool:
        nonlocal steps
        if number == len(need):
            return True
        for each in _nearest(column, len(left)):
            steps += 1
            if steps > MOST_STEPS or left[each] + 0.01 < need[number]:
                continue
            left[each] -= need[number]
            found.append(each)
            if place(number + 1, each if each > column else column):
                return True
            found.pop()
            left[each] += need[number]
        return False

    if not place(0, 0):
        return None
    return [[number for number, each in enumerate(found) if each == column] for column in range(len(rooms))]


def _nearest(column: int, columns: int) -> Iterator[int]:
    """This column, those to its right, then those to its left from the nearest on."""
    yield from range(column, columns)
    yield from range(column - 1, -1, -1)
