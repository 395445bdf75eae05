"""Charts of a report as marks on a plane: strength by turn as lines, losses by brigade as bars.

A mark's place is in units from the top left; page and paper draw the same marks.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

WIDE: Final = 110.0
"""Width of a chart in units."""
LEFT, RIGHT, TOP, FOOT = 12.0, 3.0, 8.0, 9.0
"""Room round the plot of a line chart for its words."""
HIGH: Final = 62.0
SIZE: Final = 4.2
"""Height of type in units."""
LETTER: Final = 2.1
"""Average width of a letter in units."""
KEY: Final = 11.0
"""Width of a side's line before its name above the plot."""
MOST_NAME: Final = 50
"""Most letters of a name above its bar."""
MOST_TICKS: Final = 8
LAST_ROOM: Final = 12.0
"""Least distance of a turn's word from the last one."""
STEPS: Final = (1, 2, 5)
ROW: Final = 11.0
"""Height of a bar with its words."""
BAR: Final = 3.6

Align = Literal["start", "middle", "end"]


class Stroke(NamedTuple):
    """A line: of a side by its number, or of the grid for -1."""

    points: tuple[tuple[float, float], ...]
    side: int = -1


class Dot(NamedTuple):
    """A point on the line of a side."""

    x: float
    y: float
    side: int


class Bar(NamedTuple):
    """A bar of a side: what was lost is open, what is left is filled."""

    x: float
    y: float
    wide: float
    left: float
    side: int
    high: float = BAR


class Word(NamedTuple):
    """A text with the place of its baseline; of a side by its number, or -1."""

    x: float
    y: float
    text: str
    align: Align = "start"
    side: int = -1


Drawn = Stroke | Dot | Bar | Word


class Chart(NamedTuple):
    """A chart: its size in units, its marks, and what it shows in words."""

    wide: float
    high: float
    marks: tuple[Drawn, ...]
    words: str


def strength_chart(measure: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]) -> Chart:
    """Strength left by turn, a line for each side; ``rows`` begin with the start."""
    most = max((value for _, left in rows for value in left), default=0)
    scale = _Scale(len(rows), most)
    marks = [*_grid(scale), *_turns(scale, [when for when, _ in rows])]
    for side in range(len(names)):
        places = tuple(scale.place(turn, left[side]) for turn, (_, left) in enumerate(rows))
        marks += [Stroke(places, side), *(Dot(x, y, side) for x, y in places)]
    marks += _keys(names)
    sides = "; ".join(f"{name} {rows[0][1][side]:,} to {rows[-1][1][side]:,}" for side, name in enumerate(names))
    return Chart(WIDE, HIGH, tuple(marks), f"{measure.capitalize()} left at the end of each turn: {sides}.")


class _Scale:
    """Places on the plot of a line chart."""

    def __init__(self, turns: int, most: int) -> None:
        self.turns = turns
        self.step = next(step * 10**power for power in range(12) for step in STEPS if step * 10**power * 5 >= most)
        self.top = max(1, -(-most // self.step)) * self.step

    def place(self, turn: int, value: int) -> tuple[float, float]:
        across = turn / (self.turns - 1) if self.turns > 1 else 0.5
        high = HIGH - TOP - FOOT
        return round(LEFT + across * (WIDE - LEFT - RIGHT), 2), round(TOP + high * (1 - value / self.top), 2)


def _grid(scale: _Scale) -> Iterator[Drawn]:
    for value in range(0, scale.top + 1, scale.step):
        _, y = scale.place(0, value)
        yield Stroke(((LEFT, y), (WIDE - RIGHT, y)))
        yield Word(LEFT - 2.6, y + SIZE / 3, f"{value:,}", "end")


def _turns(scale: _Scale, words: Sequence[str]) -> Iterator[Drawn]:
    """The turns below the plot, as many as have room; the first and the last always."""
    every = -(-len(words) // MOST_TICKS)
    last = len(words) - 1
    for turn, word in enumerate(words):
        x, _ = scale.place(turn, 0)
        if turn == last or (turn % every == 0 and scale.place(last, 0)[0] - x >= LAST_ROOM):
            align: Align = "middle" if 0 < turn < last or last == 0 else "start" if turn == 0 else "end"
            yield Word(x, HIGH - 2.0, word.removeprefix("Turn ") if 0 < turn < last else word, align)


def _keys(names: Sequence[str]) -> Iterator[Drawn]:
    """The name of each side with its line, above the plot."""
    room = (WIDE - LEFT - RIGHT - KEY * len(names)) / LETTER
    most = int(room if sum(map(len, names)) <= room else room / len(names))
    spare = max(0.0, room - sum(min(len(name), most) for name in names)) * LETTER / max(1, len(names))
    x = LEFT
    for side, name in enumerate(names):
        word = shortened(name, most)
        yield Stroke(((x, 3.0), (x + 8.0, 3.0)), side)
        yield Dot(x + 4.0, 3.0, side)
        yield Word(x + 10.0, 3.0 + SIZE / 3, word, "start", side)
        x += KEY + len(word) * LETTER + spare


def losses_chart(measure: str, side: int, rows: Sequence[tuple[str, int, int]], most: int) -> Chart:
    """Losses of a side by brigade as bars; each row is a name with its strength before and after.

    Args:
        most: the strength of the longest bar.
    """
    marks: list[Drawn] = []
    for place, (name, before, after) in enumerate(rows):
        y = place * ROW
        marks.append(Word(0.0, y + SIZE, shortened(name, MOST_NAME), "start", side))
        marks.append(Word(WIDE, y + SIZE, f"{after:,} of {before:,} left", "end"))
        marks.append(Bar(0.0, y + SIZE + 1.6, WIDE * before / max(1, most), WIDE * after / max(1, most), side))
    words = "; ".join(f"{name} {after:,} of {before:,}" for name, before, after in rows)
    return Chart(WIDE, max(1, len(rows)) * ROW, tuple(marks), f"{measure.capitalize()} left by brigade: {words}.")


def shortened(name: str, most: int) -> str:
    """A name of at most ``most`` characters; of a Brigade with its Division, its own name if both are too long."""
    if len(name) > most:
        name = name.rpartition(", ")[2]
    return name if len(name) <= most else f"{name[: max(1, most - 1)].rstrip()}…"
