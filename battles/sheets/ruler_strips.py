"""How a ruler is cut into strips that the paper holds, and what each strip says where."""

from typing import Final, NamedTuple

from battles.engine.kit import Ruler

LONGEST: Final = 2_400
"""Tenths of a millimetre of a strip, which both papers take on their long side."""
LEAST_LABEL: Final = 90
"""Tenths of a millimetre that words want."""


class Label(NamedTuple):
    """Words between two places of a strip, in tenths of a millimetre from its beginning; ``rule`` behind them."""

    near: int
    far: int
    words: str
    rule: str


class Strip(NamedTuple):
    """A piece of a ruler from ``begin`` to ``end``, in tenths of a millimetre, and its number ``of`` how many."""

    ruler: Ruler
    begin: int
    end: int
    number: int
    of: int
    labels: tuple[Label, ...]
    marks: tuple[int, ...]

    @property
    def long(self) -> int:
        return self.end - self.begin


def strips(ruler: Ruler) -> tuple[Strip, ...]:
    """The fewest strips of whole units that hold it, one after the other."""
    most = LONGEST // ruler.step * ruler.step
    whole = -(-ruler.reach // ruler.step) * ruler.step
    count = -(-whole // most)
    ends = [min(whole, most * (place + 1)) for place in range(count)]
    found = []
    for number, end in enumerate(ends, start=1):
        begin = ends[number - 2] if number > 1 else 0
        marks = tuple(notch.at - begin for notch in ruler.notches if begin < notch.at <= end)
        found.append(Strip(ruler, begin, end, number, count, _labels(ruler, begin, end), marks))
    return tuple(found)


def _labels(ruler: Ruler, begin: int, end: int) -> tuple[Label, ...]:
    """The words of each notch where the strip has room: before the notch, and of a band wherever it runs."""
    found = []
    before = 0
    for notch in ruler.notches:
        near, far = max(before, begin), min(notch.at, end)
        ends_here = begin < notch.at <= end
        last_room = end < notch.at and notch.at - end < LEAST_LABEL
        if far - near >= LEAST_LABEL and (ruler.bands or ends_here or last_room):
            words = notch.word if ends_here else f"{notch.word} (to {_figure(notch.at, ruler)})"
            found.append(Label(near - begin, far - begin, words, notch.rule))
        before = notch.at
    return tuple(found)


def _figure(at: int, ruler: Ruler) -> str:
    return f"{at / ruler.step:g} {ruler.unit}"
