"""Names of units, leaders, hexes, dice and levels in sentences and in notation."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from battles.engine.core import Modifier, SideId
from battles.engine.dice import Roll
from battles.engine.words.sides import agrees, in_sentence
from battles.engine.words.verbs import with_verb
from battles.kits.hex.grid import Cell, Grid, grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.facts import checker
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.occupancy import Occupancy
from battles.rules.easy_napoleonics.state import NOWHERE, Board, Leader, State, Unit
from battles.rules.easy_napoleonics.tables import Formation, Grade, Level
from battles.rules.easy_napoleonics.terrain import field_of

FACINGS: Final[tuple[str, ...]] = ("N", "ENE", "ESE", "S", "WSW", "WNW")
"""Names of the facings by number (EN-FACE-03)."""

_KEPT: Final = 64

MOST_ECHOED: Final = 40
"""Most characters of a wrong word that an error message repeats."""

T = TypeVar("T", bound=str)


class NotationError(ValueError):
    """A text that cannot be read; the message says what is wrong and where."""


def unit_tag(units: Sequence[Unit], number: int) -> str:
    """Name of a unit in notation: ``A07`` is the seventh of side a."""
    return _tags(tuple(unit.side for unit in units), ())[0][number]


def leader_tag(leaders: Sequence[Leader], number: int) -> str:
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


def names_of(state: State) -> Names:
    """Names in the battle of ``state`` (cached)."""
    units, leaders = tuple(unit.side for unit in state.units), tuple(man.side for man in state.leaders)
    return _named(state.board.columns, state.board.rows, units, leaders)


_named = lru_cache(maxsize=_KEPT)(Names)


class Words:
    """Reader of a text, word by word. Every error is a `NotationError` that names the word."""

    def __init__(self, words: Sequence[str], names: Names, needs: str) -> None:
        self.words = words
        self.names = names
        self.needs = needs
        self.place = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""

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
        return self.unit() if self.next else NOWHERE

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


MINUS: Final = "−"

FORMATION_WORDS: Final[dict[Formation, str]] = {
    "line": "line",
    "column": "column",
    "square": "square",
    "hasty_square": "hasty square",
    "masse": "masse",
    "limbered": "limbered",
    "unlimbered": "unlimbered",
}
LEVEL_WORDS: Final[dict[Level, str]] = {"good": "Good", "fair": "Fair", "bad": "Bad", "broken": "Broken"}
"""EN-MORALE-03."""

GUNS: Final[frozenset[Formation]] = frozenset({"limbered", "unlimbered"})


def sentence_of(*parts: str, rules: Iterable[str]) -> str:
    """Join sentences, each with a capital and a full stop; the rules, each once, come before the last full stop."""
    text = " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part)
    cited = ", ".join(dict.fromkeys(rules))
    return f"{text[:-1]} ({cited})." if cited else text


def side(state: State, number: SideId) -> str:
    """The name of a side in the middle of a sentence: ``the French``."""
    return in_sentence(side_label(state, number))


def side_label(state: State, number: SideId) -> str:
    """The name of a side without an article of ours, for headings, scores and brackets."""
    return _lower(state.setup.forces[number == "b"].name)


def side_verb(state: State, number: SideId, one: str, many: str) -> str:
    """The name of a side in a sentence, with the form of a verb that agrees with it."""
    return f"{side(state, number)} {agrees(side_label(state, number), one, many)}"


def entry(board: Board, cells: Sequence[Cell]) -> str:
    """The hexes where a piece comes on, after the named road through one of them: ``Brussels road, 0901 or 1001``."""
    ways = (course.name for course in board.courses if course.kind != "stream" and set(course.cells) & set(cells))
    road = next(filter(None, ways), "")
    labels = [grid(board.columns, board.rows).label(cell) for cell in cells]
    hexes = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} or {labels[-1]}" if labels else ""
    return ", ".join(filter(None, (road, hexes)))


def both_sides(state: State, of: tuple[int, int]) -> str:
    """A number for each side, with its name: ``Blue 6, Red 9``."""
    return f"{side_label(state, 'a')} {of[0]}, {side_label(state, 'b')} {of[1]}"


def unit(state: State, number: int) -> str:
    """Name of a unit. It has its side if the enemy has a unit of that name, its tag if its own side has another."""
    own = state.units[number]
    namesakes = [place for place, one in enumerate(state.units) if one.name == own.name and place != number]
    if not namesakes:
        return _lower(own.name)
    if any(state.units[place].side == own.side for place in namesakes):
        return f"{_lower(own.name)} ({unit_tag(state.units, number)})"
    return f"{_lower(own.name)} ({side_label(state, own.side)})"


def unit_does(state: State, number: int, words: str) -> str:
    """A unit and what it does: ``the Lancers were removed``; ``words`` is the form for one: ``was removed``."""
    return with_verb(unit(state, number), words)


def leader(state: State, number: int) -> str:
    """Name of a leader, with the side if another leader has that name."""
    own = state.leaders[number]
    alone = sum(one.name == own.name for one in state.leaders) == 1
    return _lower(own.name) if alone else f"{_lower(own.name)} ({side_label(state, own.side)})"


def _lower(name: str) -> str:
    """A name as it stands in the middle of a sentence."""
    return f"the{name[3:]}" if name.startswith("The ") else name


def units(state: State, numbers: Iterable[int]) -> str:
    return listed(unit(state, number) for number in numbers)


def leaders(state: State, numbers: Iterable[int]) -> str:
    return listed(leader(state, number) for number in numbers)


def label(state: State, cell: Cell) -> str:
    return grid(state.board.columns, state.board.rows).label(cell)


def place(state: State, cell: Cell) -> str:
    """Label of a hex, with its name if it has one."""
    name = next((name for named, name in state.board.names if named == cell), "")
    return f"{label(state, cell)} ({_lower(name)})" if name else label(state, cell)


def facing(number: int) -> str:
    return FACINGS[number]


def in_formation(formation: Formation) -> str:
    return FORMATION_WORDS[formation] if formation in GUNS else f"in {FORMATION_WORDS[formation]}"


def formation_verb(formation: Formation) -> str:
    """A change of formation as a verb: ``form column``, ``unlimber``."""
    return {"limbered": "limber", "unlimbered": "unlimber"}.get(formation, f"form {FORMATION_WORDS[formation]}")


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; of several with commas of their own, ``a; b; and c``."""
    items = list(words)
    if len(items) > 2 and any("," in word for word in items):
        return f"{'; '.join(items[:-1])}; and {items[-1]}"
    return joined(items)


def joined(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), *words[-1:]])


def count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def signed(number: int) -> str:
    """``+2`` or ``−1``."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def number(value: int) -> str:
    """``2`` or ``−1``."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def faces(rolls: Iterable[Roll]) -> str:
    """Natural faces as a list: ``7 and 3``."""
    return listed(str(face) for roll in rolls for face in roll.faces)


def plus(first: str, number: int) -> str:
    """``first`` with a number added or subtracted: ``2D10 + 3``."""
    return f"{first} {MINUS if number < 0 else '+'} {abs(number)}"


def modifiers(rows: Iterable[Modifier]) -> str:
    return "; ".join(f"{row.what} {signed(row.value)}" for row in rows)


def rules_of(rows: Iterable[Modifier]) -> list[str]:
    return [row.rule for row in rows]


def needing(state: State, grade: Grade, face: int, rows: Sequence[Modifier]) -> str:
    """The natural face that is needed and why: ``needing 5 (veteran 6; target in column +1)``."""
    number = state.setup.rules.tables.grade_number[grade]
    why = f"{tables.GRADE_WORDS[grade]} {number}"
    if rows:
        why += f"; {modifiers(rows)}"
    if face != number - sum(row.value for row in rows):
        why += "; a natural 10 is always enough" if face == tables.DIE else "; a natural 1 is never enough"
    return f"needing {face} ({why})"


def checks_needing(
    state: State, number: int, level: Level, face: int, rows: Sequence[Modifier] | None = None
) -> tuple[str, list[str]]:
    """What a unit's check needed, and the rules of its modifiers, which are worked out if ``rows`` is None."""
    if rows is None:
        fitting = check_rows(state, number, level, face)
        if fitting is None:
            grade = state.units[number].grade
            number_of = state.setup.rules.tables.grade_number[grade]
            return f"needing {face} at {LEVEL_WORDS[level]} ({tables.GRADE_WORDS[grade]} {number_of})", []
        rows = fitting
    return needing(state, state.units[number].grade, face, rows), rules_of(rows)


def check_rows(state: State, number: int, level: Level, face: int) -> Sequence[Modifier] | None:
    """Modifiers with which a unit at ``level`` needs ``face``; None if no modifiers give it."""
    field = field_of(state)
    facts = checker(Occupancy(field.grid, state.units, state.leaders), number)
    for led in (facts.leader, False):
        needed, rows = check_of(field.book, facts, level, led)
        if needed == face:
            return rows.rows
    return None


def outcome_of_checks(checks: int, failures: int) -> str:
    """``failed`` or ``passed``; of several checks, how many failed."""
    if checks == 1:
        return "failed" if failures else "passed"
    if not failures:
        return "both passed" if checks == 2 else f"all {checks} passed"
    if failures == checks:
        return "both failed" if checks == 2 else f"all {checks} failed"
    return f"{failures} failed"


def level_change(before: Level, after: Level) -> str:
    """Change of a level: ``from Good to Fair``, or ``still Good``."""
    if before == after:
        return f"still {LEVEL_WORDS[after]}"
    return f"from {LEVEL_WORDS[before]} to {LEVEL_WORDS[after]}"
