"""Actions in short notation: ``MV A07 column ENE 0806``, for logs, tests and letters.

Two letters for the kind of action, then its parts. A unit is its side's letter and its number within the side, two
digits or more: ``A07``; a leader has an L between: ``AL1``. Hexes are labels of the board, facings their names.
``read`` takes what ``write`` gives; large and small letters are the same to it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, TypeVar

from battles.engine.core import SideId
from battles.engine.hex import Cell, Grid, grid
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.cards import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, State, Unit
from battles.rules.easy_napoleonics.tables import FORMATIONS, NATION_TAGS

FACINGS: Final[tuple[str, ...]] = ("N", "ENE", "ESE", "S", "WSW", "WNW")
"""EN-FACE-03: the names of the facings, by number."""

MOST_ECHOED: Final = 40
"""Characters of a wrong word that its sentence repeats."""

LONGEST_TEXT: Final = 2_000
"""Characters that the notation of one action may have."""

_UNLIMBER: Final = "unlimber"
_WITH: Final = "with"
_OVER: Final = "over"
_WORDS: Final = {True: "yes", False: "no"}

HOWS: Final[tuple[Literal["stay", "in", "turn"], ...]] = ("stay", "in", "turn")
ANSWERS: Final[tuple[Literal["hold", "fire", "square"], ...]] = ("hold", "fire", "square")

T = TypeVar("T", bound=str)


class NotationError(ValueError):
    """A text that cannot be read: a sentence that says what is wrong and where."""


def unit_tag(units: Sequence[Unit], number: int) -> str:
    """A unit as notation names it: ``A07`` is the seventh of side a."""
    side = units[number].side
    place = sum(unit.side == side for unit in units[: number + 1])
    return f"{side.upper()}{place:02}"


def leader_tag(leaders: Sequence[Leader], number: int) -> str:
    """A leader as notation names him: ``AL1`` is the first of side a."""
    side = leaders[number].side
    place = sum(man.side == side for man in leaders[: number + 1])
    return f"{side.upper()}L{place}"


def echoed(word: str) -> str:
    """A word from outside for a sentence, cut where it is long."""
    text = repr(word)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


class Names:
    """The names of a battle's units, leaders and hexes, both ways."""

    __slots__ = ("grid", "leaders", "men", "numbers", "units")

    def __init__(self, columns: int, rows: int, units: Sequence[Unit], leaders: Sequence[Leader]) -> None:
        self.grid: Final[Grid] = grid(columns, rows)
        self.units: Final = tuple(unit_tag(units, number) for number in range(len(units)))
        self.leaders: Final = tuple(leader_tag(leaders, number) for number in range(len(leaders)))
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
    return Names(state.board.columns, state.board.rows, state.units, state.leaders)


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


def write(state: State, action: Any) -> str:
    """``action`` in notation, in the battle of ``state``."""
    kind = type(action)
    return " ".join((CODES[kind], *_WRITERS[kind](names_of(state), action)))


def read(state: State, text: str) -> Any:
    """The action that ``text`` writes; whether it is legal is not asked.

    Raises:
        NotationError: what is no notation of this battle; the sentence says which word and why.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"The notation of an action has at most {LONGEST_TEXT:,} characters, not {len(text):,}.")
    words = text.split()
    kind = _KINDS.get(words[0].upper()) if words else None
    if kind is None:
        first = echoed(words[0]) if words else "An empty text"
        raise NotationError(f"{first} names no action; an action begins with one of {', '.join(CODES.values())}.")
    reading = Words(words, names_of(state), f"{CODES[kind]} is written {FORMS[kind]}.")
    reading.place = 1
    action = _READERS[kind](reading)
    reading.end()
    return action


# The parts of each kind of action, written and read.


def _tagged(names: Names, unit: int) -> list[str]:
    return [] if unit == NOWHERE else [names.units[unit]]


def _activated(names: Names, action: act.Activate) -> Iterator[str]:
    yield names.units[action.unit]
    if action.formation is not None:
        yield action.formation
    if action.facing is not None:
        yield FACINGS[action.facing]
    if action.cell != NOWHERE:
        yield names.grid.label(action.cell)
    if action.unlimber:
        yield _UNLIMBER
    for word, men in ((_WITH, action.along), (_OVER, action.over)):
        if men:
            yield word
            yield ",".join(names.leaders[man] for man in men)


def _activate(words: Words) -> act.Activate:
    unit = words.unit()
    formation = words.found(FORMATIONS)
    facing = words.found(FACINGS)
    cell = words.cell() if words.next[:1].isdigit() else NOWHERE
    unlimber = words.found((_UNLIMBER,)) is not None
    along = _leaders(words) if words.found((_WITH,)) else ()
    over = _leaders(words) if words.found((_OVER,)) else ()
    turn = None if facing is None else FACINGS.index(facing)
    return act.Activate(unit, formation, turn, cell, unlimber, along, over)


def _leaders(words: Words) -> tuple[int, ...]:
    return tuple(words.names.leader(tag) for tag in words.take("a leader").split(","))


def _mission(words: Words) -> act.Fire:
    target = words.unit()
    dice: list[tuple[int, int]] = []
    while not dice or words.next:
        unit, colon, count = words.take("a unit that fires and its dice").partition(":")
        if not (colon and count.isascii() and count.isdigit() and len(count) <= 2):
            raise words.wrong(words.words[words.place - 1], "a unit that fires, a colon and its dice, such as A07:2")
        dice.append((words.names.unit(unit), int(count)))
    return act.Fire(target, tuple(dice))


def _advance(words: Words) -> act.Advance:
    how = words.one_of(HOWS, "what the winner does")
    facing = words.facing() if how == "turn" else None
    target = words.maybe_unit() if how == "in" else NOWHERE
    return act.Advance(how, facing, target)


def _advanced(names: Names, action: act.Advance) -> list[str]:
    facing = [] if action.facing is None else [FACINGS[action.facing]]
    return [action.how, *facing, *_tagged(names, action.target)]


def _yes(words: Words) -> bool:
    return words.one_of(("yes", "no"), "yes or no") == "yes"


_ROWS: Final[tuple[tuple[type, str, str, Callable[[Names, Any], Any], Callable[[Words], Any]], ...]] = (
    (
        act.TakeCard,
        "TC",
        "TC veteran_infantry",
        lambda _, a: [a.card],
        lambda w: act.TakeCard(w.one_of(tuple(MIX), "a unit card")),
    ),
    (
        act.NameNation,
        "NN",
        "NN france",
        lambda _, a: [a.nation],
        lambda w: act.NameNation(w.one_of(NATION_TAGS, "a nation")),
    ),
    (
        act.Deploy,
        "DP",
        "DP A07 0502 N line",
        lambda n, a: [n.units[a.unit], n.grid.label(a.cell), FACINGS[a.facing], a.formation],
        lambda w: act.Deploy(w.unit(), w.cell(), w.facing(), w.one_of(FORMATIONS, "a formation")),
    ),
    (
        act.DeployLeader,
        "DL",
        "DL AL1 0502, with a battery after it where two share the hex",
        lambda n, a: [n.leaders[a.leader], n.grid.label(a.cell), *_tagged(n, a.unit)],
        lambda w: act.DeployLeader(w.leader(), w.cell(), w.maybe_unit()),
    ),
    (act.ChooseMover, "CM", "CM A", lambda _, a: [a.side.upper()], lambda w: act.ChooseMover(w.side())),
    (act.Rally, "RL", "RL A07", lambda n, a: [n.units[a.unit]], lambda w: act.Rally(w.unit())),
    (
        act.MoveLeader,
        "ML",
        "ML AL1 0502, with a battery after it where two share the hex",
        lambda n, a: [n.leaders[a.leader], n.grid.label(a.cell), *_tagged(n, a.unit)],
        lambda w: act.MoveLeader(w.leader(), w.cell(), w.maybe_unit()),
    ),
    (
        act.Activate,
        "MV",
        "MV A07, then as far as they apply a formation, a facing, a hex, unlimber, with AL1, over BL1",
        _activated,
        _activate,
    ),
    (act.Done, "DN", "DN", lambda _, a: [], lambda _: act.Done()),
    (act.HastySquare, "HS", "HS yes", lambda _, a: [_WORDS[a.attempt]], lambda w: act.HastySquare(_yes(w))),
    (
        act.Relocate,
        "RE",
        "RE 0502, with a battery after it where two share the hex",
        lambda n, a: [n.grid.label(a.cell), *_tagged(n, a.unit)],
        lambda w: act.Relocate(w.cell(), w.maybe_unit()),
    ),
    (act.ChooseFireOrder, "FO", "FO A", lambda _, a: [a.side.upper()], lambda w: act.ChooseFireOrder(w.side())),
    (
        act.Fire,
        "FI",
        "FI B04 A07:2 A09:1",
        lambda n, a: [n.units[a.target], *(f"{n.units[unit]}:{dice}" for unit, dice in a.dice)],
        _mission,
    ),
    (act.Accept, "AC", "AC yes", lambda _, a: [_WORDS[a.fight]], lambda w: act.Accept(_yes(w))),
    (
        act.Fight,
        "FT",
        "FT A07 B04",
        lambda n, a: [n.units[a.attacker], n.units[a.defender]],
        lambda w: act.Fight(w.unit(), w.unit()),
    ),
    (act.Advance, "AD", "AD stay, AD in, AD in B04 or AD turn ENE", _advanced, _advance),
    (
        act.Answer,
        "AN",
        "AN hold, AN fire or AN square",
        lambda _, a: [a.how],
        lambda w: act.Answer(w.one_of(ANSWERS, "an answer")),
    ),
    (act.CallTime, "CT", "CT", lambda _, a: [], lambda _: act.CallTime()),
)

CODES: Final[dict[type, str]] = {row[0]: row[1] for row in _ROWS}
"""The two letters of each kind of action."""

FORMS: Final[dict[type, str]] = {row[0]: row[2] for row in _ROWS}
"""How each kind of action is written, by an example."""

_KINDS: Final[dict[str, type]] = {code: kind for kind, code in CODES.items()}
_WRITERS: Final[dict[type, Callable[[Names, Any], Any]]] = {row[0]: row[3] for row in _ROWS}
_READERS: Final[dict[type, Callable[[Words], Any]]] = {row[0]: row[4] for row in _ROWS}
