"""The text of a position read again: every line by its first word, every fault by the number of its line."""

import json
import re
from collections.abc import Callable
from typing import Any, Final, get_args

from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.cards import CHOICE, MIX
from battles.rules.easy_napoleonics.notation_words import Names, NotationError, Words, echoed
from battles.rules.easy_napoleonics.position_text import COUNTS, FIRST_LINE, FLAGS, LISTS, NOBODY, PAIRS, WHO
from battles.rules.easy_napoleonics.setup import Setup
from battles.rules.easy_napoleonics.starting import start
from battles.rules.easy_napoleonics.state import NOWHERE, Hand, Leader, Pair, Pending, Phase, State, Unit
from battles.rules.easy_napoleonics.tables import FORMATIONS, GRADES, KINDS, LEVELS, NATION_TAGS, TERRAINS

MOST_CHARACTERS: Final = 200_000
"""Characters that the text of a position may have."""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
PENDING_KINDS: Final[tuple[str, ...]] = get_args(Pending.__annotations__["kind"])
_SIDES: Final = ("a", "b", NOBODY)
_MOST_DIGITS: Final = 7
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


def read_position(text: str, setup: Setup) -> State:
    """The state that ``text`` writes, of the battle of ``setup``; whether play can come to it is not asked.

    Raises:
        NotationError: a line that cannot be read; the sentence begins with its number.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"A position has at most {MOST_CHARACTERS:,} characters, not {len(text):,}.")
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise NotationError(f"A position begins with the line {FIRST_LINE!r}.")
    return _Reading(setup, lines[1:]).state()


class _Reading:
    """The lines of a text, sorted by what they are about."""

    def __init__(self, setup: Setup, lines: list[tuple[int, str]]) -> None:
        self.setup = setup
        self.lines = [(number, _TOKEN.findall(line)) for number, line in lines]
        self.names = self._names()

    def _names(self) -> Names:
        """The names of all units and leaders, which other lines use before theirs come."""
        board = self.setup.board
        tags: dict[str, list[str]] = {"unit": [], "leader": []}
        places: dict[str, list[int]] = {"unit": [], "leader": []}
        for number, words in self.lines:
            if words[0] in tags:
                if len(words) < 2 or words[1][:1] not in ("A", "B"):
                    raise NotationError(f"Line {number}: a {words[0]} begins with its side and number, such as A07.")
                tags[words[0]].append(words[1])
                places[words[0]].append(number)
        units, leaders = ([tag[0].lower() for tag in tags[kind]] for kind in ("unit", "leader"))
        names = Names(board.columns, board.rows, units, leaders)
        for kind, made in (("unit", names.units), ("leader", names.leaders)):
            for place, one, other in zip(places[kind], tags[kind], made, strict=True):
                if one != other:
                    wrong = f"{echoed(one)} stands where {other} should; numbers run from 1 in each side"
                    raise NotationError(f"Line {place}: {wrong}.")
        return names

    def state(self) -> State:
        """Every line read, each by its first word."""
        state = replace(start(self.setup), units=(), leaders=())
        for number, words in self.lines:
            reader = _LINES.get(words[0])
            if reader is None:
                kinds = ", ".join(_LINES)
                raise NotationError(f"Line {number}: {echoed(words[0])} begins no line; a line begins with {kinds}.")
            line = Words(words, self.names, "")
            line.place = 1
            try:
                state = reader(state, line)
                line.end()
            except NotationError as error:
                raise NotationError(f"Line {number}: {str(error).strip()}") from None
        return state


def _number(words: Words, what: str) -> int:
    word = words.take(what)
    if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS):
        raise words.wrong(word, f"{what}: a whole number")
    return int(word)


def _side_or_none(words: Words) -> str:
    side = words.one_of(_SIDES, "a side")
    return "" if side == NOBODY else side


def _text(words: Words, what: str) -> str:
    word = words.take(what)
    try:
        found = json.loads(word) if word.startswith('"') else None
    except ValueError:
        found = None
    if not isinstance(found, str):
        raise words.wrong(word, f'{what} in quotes, such as "4th Line"')
    return found


def _read_turn(state: State, words: Words) -> State:
    facts: dict[str, Any] = {"turn": _number(words, "a turn"), "phase": words.one_of(PHASES, "a phase")}
    for field, word in WHO:
        if words.found((word,)):
            facts[field] = words.side()
    if words.found(("streak",)):
        facts["streak"] = _number(words, "a streak")
    if words.found(("score",)):
        facts["score"] = (_number(words, "points"), _number(words, "points"))
    return replace(state, **facts)


def _read_outcome(state: State, words: Words) -> State:
    winner = _side_or_none(words) or None
    return replace(state, outcome=Outcome(winner, _text(words, "a reason"), _text(words, "a rule")))


def _read_hand(state: State, words: Words) -> State:
    side = words.side()
    facts: dict[str, Any] = {}
    while words.next:
        name = words.one_of(("cards", "chosen", "deck", "chooses", "nation"), "a part of a hand")
        if name == "chooses":
            facts[name] = _number(words, "choice cards")
        elif name == "nation":
            facts[name] = words.one_of(NATION_TAGS, "a nation")
        else:
            listed = words.take("cards")
            facts[name] = tuple(listed.split(","))
            unknown = [card for card in facts[name] if card not in MIX and card != CHOICE]
            if unknown:
                raise words.wrong(listed, f"cards of the deck, and {echoed(unknown[0])} is none")
    a, b = state.hands
    return replace(state, hands=(Hand(**facts), b) if side == "a" else (a, Hand(**facts)))


def _read_terrain(state: State, words: Words) -> State:
    found = dict(state.board.terrain)
    while words.next:
        cell = words.cell()
        found[cell] = words.one_of(TERRAINS, "terrain")
    return replace(state, board=replace(state.board, terrain=tuple(sorted(found.items()))))


def _pair(words: Words) -> Pair:
    word = words.take("a pair of units")
    one, slash, two = word.partition("/")
    if not slash:
        raise words.wrong(word, "a pair of units, such as A07/B04")
    return words.names.unit(one), words.names.unit(two)


def _pair_reader(field: str) -> Callable[[State, Words], State]:
    def reader(state: State, words: Words) -> State:
        pairs = []
        while words.next:
            pairs.append(_pair(words))
        return replace(state, **{field: tuple(pairs)})

    return reader


def _read_nominated(state: State, words: Words) -> State:
    found = []
    while words.next:
        found.append(words.unit())
    return replace(state, nominated=tuple(found))


def _read_held(state: State, words: Words) -> State:
    found = []
    while words.next:
        found.append((words.cell(), words.side()))
    return replace(state, held=tuple(found))


def _read_pending(state: State, words: Words) -> State:
    facts: dict[str, Any] = {"kind": words.one_of(PENDING_KINDS, "a decision"), "side": words.side()}
    while words.next:
        name = words.one_of(("unit", "leader", "other", "hex"), "unit, leader, other or hex")
        if name == "hex":
            facts["cell"] = words.cell()
        else:
            facts[name] = words.leader() if name == "leader" else words.unit()
    return replace(state, pending=(*state.pending, Pending(**facts)))


def _cell_or_none(words: Words) -> Cell:
    return NOWHERE if words.found((NOBODY,)) else words.cell()


def _read_leader(state: State, words: Words) -> State:
    side = words.take("a leader")[0].lower()
    facts: dict[str, Any] = {"cell": _cell_or_none(words), "name": _text(words, "a name")}
    while words.next:
        name = words.one_of(("left", "unit", "killed"), "left, unit or killed")
        if name == "left":
            facts[name] = _number(words, "hexes")
        elif name == "unit":
            facts[name] = words.unit()
        else:
            facts["alive"] = False
    return replace(state, leaders=(*state.leaders, Leader(side=side, **facts)))


def _read_unit(state: State, words: Words) -> State:
    facts: dict[str, Any] = {"side": words.take("a unit")[0].lower()}
    facts["kind"] = words.one_of(KINDS, "a kind")
    facts["grade"] = words.one_of(GRADES, "a grade")
    facts["formation"] = words.one_of(FORMATIONS, "a formation")
    facts["cell"] = _cell_or_none(words)
    facts["facing"] = words.facing()
    facts["level"] = words.one_of(LEVELS, "a level")
    facts["name"] = _text(words, "a name")
    while words.next:
        _read_mark(facts, words)
    facts.setdefault("worth", 0)
    return replace(state, units=(*state.units, Unit(**facts)))


_MARKS: Final[dict[str, tuple[str, Any]]] = {
    **{flag.replace("_", "-"): (flag, True) for flag in ("armored", *FLAGS)},
    **{tag: ("nation", tag) for tag in NATION_TAGS},
    "moved": ("moved", "move"),
    "sidestepped": ("moved", "sidestep"),
}
_NUMBERS: Final = {name.replace("_", "-"): name for name in ("worth", *(name for name, _ in COUNTS))}


def _read_mark(facts: dict[str, Any], words: Words) -> None:
    """What a unit is or has done this turn, in a word or two."""
    word = words.one_of((*_MARKS, *_NUMBERS, *LISTS), "a mark of a unit")
    if word in _MARKS:
        field, value = _MARKS[word]
        facts[field] = value
    elif word in _NUMBERS:
        facts[_NUMBERS[word]] = _number(words, f"the number of {word}")
    else:
        facts[word] = tuple(words.names.unit(tag) for tag in words.take("units").split(","))


_LINES: Final[dict[str, Callable[[State, Words], State]]] = {
    "turn": _read_turn,
    "deploys-first": lambda state, words: replace(state, first_to_deploy=words.side()),
    "listed": lambda state, _: replace(state, listed=True),
    "time-called": lambda state, _: replace(state, time_called=True),
    "outcome": _read_outcome,
    "hand": _read_hand,
    "terrain": _read_terrain,
    **{field: _pair_reader(field) for field in PAIRS},
    "nominated": _read_nominated,
    "held": _read_held,
    "pending": _read_pending,
    "leader": _read_leader,
    "unit": _read_unit,
}
