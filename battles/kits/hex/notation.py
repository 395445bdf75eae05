"""The notation of a hex board: names of units, leaders and hexes, a reader of its words, and rows of hexes as text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from battles.engine.core import SideId
from battles.engine.words import NotationError, WordReader
from battles.kits.hex.grid import Cell, Grid, grid
from battles.kits.hex.picture import Board

FACINGS: Final[tuple[str, ...]] = ("N", "ENE", "ESE", "S", "WSW", "WNW")
"""Names of the facings by number (EN-FACE-03)."""

ARROWS: Final = "↑↗↘↓↙↖"
"""The facings as arrows, by number (EN-FACE-03)."""

_KEPT: Final = 64

MOST_ECHOED: Final = 40
"""Most characters of a wrong word that an error message repeats."""

T = TypeVar("T", bound=str)


def unit_tag(units: Sequence[Any], number: int) -> str:
    """Name of a unit in notation: ``A07`` is the seventh of side a."""
    return _tags(tuple(unit.side for unit in units), ())[0][number]


def leader_tag(leaders: Sequence[Any], number: int) -> str:
    """Name of a leader in notation: ``AL1`` is the first of side a."""
    return _tags((), tuple(man.side for man in leaders))[1][number]


@lru_cache(maxsize=_KEPT)
def _tags(units: tuple[SideId, ...], leaders: tuple[SideId, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (
        tuple(f"{side.upper()}{place:02}" for side, place in _counted(units)),
        tuple(f"{side.upper()}L{place}" for side, place in _counted(leaders)),
    )


def _counted(sides: Sequence[SideId]) -> Iterator[tuple[SideId, int]]:
    """Each side with the number of times it has come so far."""
    seen: dict[SideId, int] = {}
    for side in sides:
        seen[side] = seen.get(side, 0) + 1
        yield side, seen[side]


def echoed(word: str) -> str:
    """A word that a user typed, quoted for a message and cut if it is long."""
    text = repr(word)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


class Names:
    """Names of a battle's units, leaders and hexes, and what each name means."""

    __slots__ = ("grid", "leaders", "men", "numbers", "units")

    def __init__(self, columns: int, rows: int, units: Sequence[SideId], leaders: Sequence[SideId]) -> None:
        """Make names from the size of the board and the side of each unit and leader."""
        self.grid: Final[Grid] = grid(columns, rows)
        self.units, self.leaders = _tags(tuple(units), tuple(leaders))
        self.numbers: Final = {tag: number for number, tag in enumerate(self.units)}
        self.men: Final = {tag: number for number, tag in enumerate(self.leaders)}

    def unit(self, word: str) -> int:
        """The unit with a tag. Raises `NotationError` if there is none."""
        return self._number(self.numbers, word, "unit")

    def leader(self, word: str) -> int:
        """The leader with a tag. Raises `NotationError` if there is none."""
        return self._number(self.men, word, "leader")

    def cell(self, word: str) -> Cell:
        """The cell with a label. Raises `NotationError` if the board has none."""
        try:
            return self.grid.cell_of(word)
        except ValueError as error:
            raise NotationError(str(error)) from None

    @staticmethod
    def _number(numbers: dict[str, int], word: str, noun: str) -> int:
        number = numbers.get(word.upper())
        if number is None:
            tags = f"{next(iter(numbers))} to {next(reversed(numbers))}" if numbers else "none"
            raise NotationError(f"There is no {noun} {echoed(word)}; there are {tags}.")
        return number


def names_of(state: Any) -> Names:
    """Names in the battle of ``state`` (cached)."""
    units, leaders = tuple(unit.side for unit in state.units), tuple(man.side for man in state.leaders)
    return _named(state.board.columns, state.board.rows, units, leaders)


_named = lru_cache(maxsize=_KEPT)(Names)


class Words(WordReader):
    """Reader of a text, word by word. Every error is a `NotationError` that names the word."""

    def __init__(self, words: Sequence[str], names: Names, needs: str) -> None:
        super().__init__(words)
        self.names = names
        self.needs = needs

    def take(self, what: str) -> str:
        """Read the next word; ``what`` says what it should be. Raises `NotationError` at the end."""
        word = self.next
        if not word:
            raise NotationError(f"At the end {what} is missing. {self.needs}")
        self.place += 1
        return word

    def one_of(self, allowed: Sequence[T], what: str) -> T:
        word = self.take(what)
        for choice in allowed:
            if word.lower() == choice.lower():
                return choice
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
        return self.unit() if self.next else -1

    def take_if(self, allowed: Sequence[T]) -> T | None:
        """Read the next word if it is one of ``allowed``; else None, and read nothing."""
        word = self.next.lower()
        for choice in allowed:
            if word == choice.lower():
                self.place += 1
                return choice
        return None

    def wrong(self, word: str, wanted: str) -> NotationError:
        """The error that ``word``, which was read last, should be ``wanted``."""
        return NotationError(f"Word {self.place}, {echoed(word)}, should be {wanted}.")

    def end(self) -> None:
        if self.next:
            raise NotationError(f"Remove word {self.place + 1}, {echoed(self.next)}, and all after it. {self.needs}")


Row = tuple[type, str, str, Callable[[Names, Any], Iterable[str]], Callable[[Words], Any]]
"""Action class, its letters, example, function that writes the other words, function that reads them."""


class Part(NamedTuple):
    """One word of an action: how it is written, and how it is read. An optional one may write nothing."""

    written: Callable[[Names, Any], str]
    read: Callable[[Words], Any]


def unit(name: str = "unit") -> Part:
    """The unit under ``name``."""
    return Part(lambda names, action: names.units[getattr(action, name)], Words.unit)


def word(name: str, allowed: Sequence[str], what: str) -> Part:
    """The word under ``name``, one of ``allowed``."""
    return Part(lambda _, action: str(getattr(action, name)), lambda words: words.one_of(allowed, what))


def yes(name: str) -> Part:
    """True or false under ``name``: yes or no."""
    return Part(
        lambda _, action: YES if getattr(action, name) else NO,
        lambda words: words.one_of((YES, NO), "yes or no") == YES,
    )


YES: Final = "yes"
NO: Final = "no"
UNIT: Final = unit()
MAYBE_UNIT: Final = Part(lambda names, action: "" if action.unit < 0 else names.units[action.unit], Words.maybe_unit)
LEADER: Final = Part(lambda names, action: names.leaders[action.leader], Words.leader)
CELL: Final = Part(lambda names, action: names.grid.label(action.cell), Words.cell)
FACING: Final = Part(lambda _, action: FACINGS[action.facing], Words.facing)
SIDE: Final = Part(lambda _, action: str(action.side.upper()), Words.side)


def row(kind: type, letters: str, example: str, *parts: Part) -> Row:
    """The notation of a kind of action whose parts are single words."""

    def written(names: Names, action: Any) -> Iterator[str]:
        return filter(None, (part.written(names, action) for part in parts))

    def read(words: Words) -> Any:
        return kind(*(part.read(words) for part in parts))

    return kind, letters, example, written, read


TEXT_WIDE: Final = 4
"""Characters of a hex in a board as text."""


def board_lines(board: Board, text_of: Callable[[Cell], tuple[str, str]]) -> Iterator[str]:
    """Each row as two lines, odd rows half a hex to the east, with column and row numbers along the edges.

    ``text_of`` gives the two lines of a hex.
    """
    head = "   " + "".join(f"{column:02} ".center(TEXT_WIDE) for column in range(1, board.columns + 1))
    yield head
    for row in range(board.rows):
        cells = range(row * board.columns, (row + 1) * board.columns)
        shift = " " * (TEXT_WIDE // 2 * (row & 1))
        pad = " " * (TEXT_WIDE // 2 * (1 - (row & 1)))
        upper, lower = zip(*map(text_of, cells), strict=True)
        yield f"{row + 1:02} {shift}{''.join(upper)}{pad}{row + 1:02}"
        yield f"   {shift}{''.join(lower)}"
    yield f"  {head}" if board.rows % 2 == 0 else head
