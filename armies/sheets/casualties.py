"""What a casualty report counts: strength at the start, lost and left, by unit, brigade, what stands over it, army."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battles.engine.roll import Roll, RollGroup, RollUnit


class Count(NamedTuple):
    """Units and their strength: at the start, and of it what is lost.

    ``level`` is the word of what a single unit stands at, where strength is no number.
    """

    units: int
    gone: int
    start: int
    lost: int
    level: tuple[str, str] = ("", "")

    def __add__(self, other: object) -> "Count":
        if not isinstance(other, Count):
            return NotImplemented
        return Count(self.units + other.units, self.gone + other.gone, self.start + other.start, self.lost + other.lost)

    @property
    def start_words(self) -> str:
        return self.level[0] or f"{self.start:,}"

    @property
    def lost_words(self) -> str:
        return "–" if self.level[0] else f"{self.lost:,}"

    @property
    def left_words(self) -> str:
        return self.level[1] or f"{self.start - self.lost:,}"


class Line(NamedTuple):
    """A line of the report: a unit, or a ``total`` of several."""

    name: str
    symbol: str
    strength: Count
    kind: str = ""
    note: str = ""
    total: bool = False


Block = tuple[str, str, tuple[Line, ...]]
"""Title, detail, lines."""


def counted(unit: RollUnit) -> Count:
    """A unit's strength in points; where its boxes are levels, it counts as one unit at its level."""
    track = unit.track
    if track is None or any(track.boxes):
        levels = track.boxes if track else ()
        fallen = min(track.struck, len(levels) - 1) if track else 0
        level = (levels[0], levels[fallen]) if levels else ("", "")
        if track and track.last > 0 and track.struck == 0 and "grey" in track.title:
            level = (levels[track.last], levels[track.last])
        return Count(1, int(unit.gone), 1, int(unit.gone), level)
    return Count(1, int(unit.gone), len(track.boxes), min(track.struck, len(track.boxes)))


def total(units: Sequence[RollUnit]) -> Count:
    """All of them together."""
    found = Count(0, 0, 0, 0)
    for unit in units:
        found += counted(unit)
    return found


def lines_of(roll: Roll) -> Iterator[Block]:
    """A block for each group with its total, then one of the totals of what stands over groups, and of all.

    Where one group is all there is, its own total is that of all.
    """
    for group in roll.groups:
        lines = [Line(unit.name, unit.symbol, counted(unit), unit.kind, _note(unit)) for unit in group.units]
        if len(group.units) > 1:
            lines.append(_total(group.title, group.units))
        yield group.title, _detail(group), tuple(lines)
    if len(roll.groups) > 1 or any(group.above or len(group.units) == 1 for group in roll.groups):
        yield "Totals", "", tuple(_totals(roll))


def _detail(group: RollGroup) -> str:
    return ", ".join(reversed(group.above))


def _note(unit: RollUnit) -> str:
    """What became of a unit that is out of play: the first of its notes."""
    return unit.notes[0] if unit.gone and unit.notes else ""


def _totals(roll: Roll) -> Iterator[Line]:
    """Every command over groups, the highest first, then the whole side."""
    paths: dict[tuple[str, ...], list[RollUnit]] = {}
    for group in roll.groups:
        for depth in range(1, len(group.above) + 1):
            paths.setdefault(group.above[:depth], []).extend(group.units)
    for path, units in paths.items():
        yield _total(", ".join(reversed(path)), units)
    yield _total(roll.title or "The army", roll.units)


def _total(name: str, units: Sequence[RollUnit]) -> Line:
    count = total(units)
    gone = f"{count.gone} of {count.units} units gone" if count.gone else ""
    return Line(f"{name}: {count.units} unit{'' if count.units == 1 else 's'}", "", count, note=gone, total=True)
