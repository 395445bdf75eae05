"""The words that notation is made of: tags of units and leaders, facings, and reading a text word by word."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from battles.engine.core import SideId
from battles.engine.hex import Cell, Grid, grid
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, State, Unit

FACINGS: Final[tuple[str, ...]] = ("N", "ENE", "ESE", "S", "WSW", "WNW")
"""EN-FACE-03: the names of the facings, by number."""

_KEPT: Final = 64

MOST_ECHOED: Final = 40
"""Characters of a wrong word that its sentence repeats."""

T = TypeVar("T", bound=str)


class NotationError(ValueError):
    """A text that cannot be read: a sentence that says what is wrong and where."""


def unit_tag(units: Sequence[Unit], number: int) -> str:
    """A unit as notation names it: ``A07`` is the seventh of side a."""
    return _tags(tuple(unit.side for unit in units), ())[0][number]


def leader_tag(leaders: Sequence[Leader], number: int) -> str:
    """A leader as notation names him: ``AL1`` is the first of side a."""
    return _tags((), tuple(man.side for man in leaders))[1][number]


@lru_cache(maxsize=_KEPT)
def _tags(units: tuple[SideId, ...], leaders: tuple[SideId, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (
        tuple(f"{side.upper()}{place:02}" for side, place in _counted(units)),
        tuple(f"{side.upper()}L{place}" for side, place in _counted(leaders)),
    )


def _counted(sides: Sequence[SideId]) -> Iterator[tuple[SideId, int]]:
    """Each side with how often it has come so far."""
    seen: dict[SideId, int] = {}
    for side in sides:
        seen[side] = seen.get(side, 0) + 1
        yield side, seen[side]


def echoed(word: str) -> str:
    """A word from outside for a sentence, cut where it is long."""
    text = repr(word)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


class Names:
    """The names of a battle's units, leaders and hexes, both ways."""

    __slots__ = ("grid", "leaders", "men", "numbers", "units")

    def __init__(self, columns: int, rows: int, units: Sequence[SideId], leaders: Sequence[SideId]) -> None:
        """The names on a board of that size, from the side of each unit and of each leader."""
        self.grid: Final[Grid] = grid(columns, rows)
        self.units, self.leaders = _tags(tuple(units), tuple(leaders))
        self.numbers: Final = {tag: number for number, tag in enumerate(self.units)}
        self.men: Final = {tag: number for number, tag in enumerate(self.leaders)}

    def unit(self, word: str) -> int:
        """The unit of a tag; raises `NotationError` where there is none."""
        return self._known(self.numbers, word, "unit")

    def leader(self, word: str) -> int:
        """The leader of a tag; raises `NotationError` where there is none."""
        return self._known(self.men, word, "leader")

    def cell(self, word: str) -> Cell:
        """The cell of a label; raises `NotationError` where the board has none."""
        try:
            return self.grid.cell_of(word)
        except ValueError as error:
            raise NotationError(str(error)) from None

    @staticmethod
    def _known(known: dict[str, int], word: str, noun: str) -> int:
        found = known.get(word.upper())
        if found is None:
            tags = f"{next(iter(known))} to {next(reversed(known))}" if known else "none"
            raise NotationError(f"There is no {noun} {echoed(word)}; there are {tags}.")
        return found


def names_of(state: State) -> Names:
    """The names in the battle of ``state``."""
    units, leaders = tuple(unit.side for unit in state.units), tuple(man.side for man in state.leaders)
    return _named(state.board.columns, state.board.rows, units, leaders)


_named = lru_cache(maxsize=_KEPT)(Names)


class Words:
    """The words of a text one after the other; every fault is a `NotationError` about the word it stands at."""

    def __init__(self, words: Sequence[str], names: Names, needs: str) -> None:
        self.words = words
        self.names = names
        self.needs = needs
        self.place = 0

    @property
    def next(self) -> str:
        """The word to be read, empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, what: str) -> str:
        """The next word, which is to be a ``what``."""
        word = self.next
        if not word:
            raise NotationError(f"Here {what} is missing at the end. {self.needs}")
        self.place += 1
        return word

    def one_of(self, allowed: Sequence[T], what: str) -> T:
        word = self.take(what)
        for known in allowed:
            if word.lower() == known.lower():
                return known
        raise self.wrong(word, f"{what}: one of {', '.join(allowed)}")

    def unit(self) -> int:
        return self.names.unit(self.take("a unit"))

    def leader(self) -> int:
        return self.names.leader(self.take("a leader"))

    def cell(self) -> Cell:
        return self.names.cell(self.take("a hex"))

    def facing(self) -> int:
        return FACINGS.index(self.one_of(FACINGS, "a facing"))

    def side(self) -> SideId:
        return self.one_of(("a", "b"), "a side")

    def maybe_unit(self) -> int:
        return self.unit() if self.next else NOWHERE

    def found(self, allowed: Sequence[T]) -> T | None:
        """The next word where it is one of ``allowed``, else nothing is read."""
        word = self.next.lower()
        for known in allowed:
            if word == known.lower():
                self.place += 1
                return known
        return None

    def wrong(self, word: str, wanted: str) -> NotationError:
        """The fault that ``word``, which was read last, is not what is ``wanted``."""
        return NotationError(f"Word {self.place}, {echoed(word)}, should be {wanted}.")

    def end(self) -> None:
        if self.next:
            raise NotationError(f"Nothing may follow from word {self.place + 1}, {echoed(self.next)}. {self.needs}")
