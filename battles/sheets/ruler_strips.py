"""How a ruler is cut into strips that the paper holds, and what each strip says where."""

from typing import Final, NamedTuple

from battles.engine.kit import Ruler

LONGEST: Final = 2_400
"""Tenths of a millimetre of a strip, which both papers take on their long side."""
LEAST_LABEL: Final = 90
"""Tenths of a millimetre that words want."""
LEAST_FIRST: Final = 300
"""Tenths of a millimetre from the beginning of a strip to its first mark, where another cut lets it."""


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
    ends = _ends(ruler)
    count = len(ends)
    found = []
    for number, end in enumerate(ends, start=1):
        begin = ends[number - 2] if number > 1 else 0
        marks = tuple(notch.at - begin for notch in ruler.notches if begin < notch.at <= end)
        found.append(Strip(ruler, begin, end, number, count, _labels(ruler, begin, end), marks))
    return tuple(found)


def _ends(ruler: Ruler) -> list[int]:
    """Where strips end: as far on as the paper lets them, but not shortly before a mark, whose words need room."""
    step, whole = ruler.step, -(-ruler.reach // ruler.step) * ruler.step
    ends = [0]
    while ends[-1] < whole:
        last = min(whole, ends[-1] + LONGEST // step * step)
        good = [
            end
            for end in range(last, ends[-1] + LONGEST // 2, -step)
            if end == whole or not any(end < notch.at < end + LEAST_FIRST for notch in ruler.notches)
        ]
        ends.append(good[0] if good else last)
    return ends[1:]


def _labels(ruler: Ruler, begin: int, end: int) -> tuple[Label, ...]:
    """The words of each notch where the strip has room: before the notch, and of a band wherever it runs."""
    found = []
    before = 0
    for notch in ruler.notches:
        near, far = max(before, begin), min(notch.at, end)
        ends_here = begin < notch.at <= end
        if ends_here or (ruler.bands and far - near >= LEAST_LABEL):
            words = notch.word if ends_here else f"{notch.word} (to {_figure(notch.at, ruler)})"
            found.append(Label(near - begin, far - begin, words, notch.rule))
        before = notch.at
    return tuple(found)


def _figure(at: int, ruler: Ruler) -> str:
    return f"{at / ruler.step:g} {ruler.unit}"
