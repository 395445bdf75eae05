"""Write and read positions as short text for people."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.engine.words import NotationError
from battles.kits.hex.grid import Cell
from battles.kits.hex.notation import FACINGS, Names, Words, echoed, names_of
from battles.rules.easy_napoleonics.setup import CHOICE, MIX
from battles.rules.easy_napoleonics.state import (
    NOWHERE,
    Arrival,
    Hand,
    Leader,
    Pair,
    Pending,
    Phase,
    Setup,
    State,
    Unit,
    start,
)
from battles.rules.easy_napoleonics.tables import FORMATIONS, GRADES, KINDS, LEVELS, NATION_TAGS, TERRAINS

FIRST_LINE: Final = "Easy Napoleonics position 1"
"""The first line of every position: the system and the version of the format."""

NOBODY: Final = "-"
"""The word for no side or no hex."""

PAIRS: Final = ("contacts", "standing", "first", "accepted", "declined", "pairs", "fought")
"""Fields of the state that are pairs of units."""

WHO: Final = (("acting", "acting"), ("holder", "initiative"), ("mover", "mover"), ("fires_first", "fires"))
"""Fields of the state that are sides, with the word for each."""

FLAGS: Final = ("activated", "reformed", "moved_in_column", "locked", "mute", "rallied", "tried_square")
COUNTS: Final = (("used", 0), ("dice_left", -1), ("advances", 0))
LISTS: Final = ("charged", "at")
"""Marks of a unit for this turn: flags, numbers with their default, lists of other units."""


def write_position(state: State) -> str:
    """``state`` as text; ``read_position`` with the same set-up reads it back."""
    names = names_of(state)
    lines = [FIRST_LINE, *_head(state, names), *_turn_lines(state, names)]
    lines += [_leader(leader, tag, names) for leader, tag in zip(state.leaders, names.leaders, strict=True)]
    lines += [_unit(unit, tag, names) for unit, tag in zip(state.units, names.units, strict=True)]
    return "\n".join(lines) + "\n"


def _pairs(names: Names, pairs: tuple[Pair, ...]) -> str:
    return " ".join(f"{names.units[first]}/{names.units[second]}" for first, second in pairs)


def _head(state: State, names: Names) -> Iterator[str]:
    sides = [f"{word} {getattr(state, field).upper()}" for field, word in WHO if getattr(state, field)]
    score = f"score {state.score[0]} {state.score[1]}"
    yield " ".join((f"turn {state.turn}", state.phase, *sides, f"streak {state.streak}", score))
    if state.first_to_deploy:
        yield f"deploys-first {state.first_to_deploy.upper()}"
    marks = [word for word, true in (("listed", state.listed), ("time-called", state.time_called)) if true]
    yield from marks
    if state.outcome is not None:
        winner = (state.outcome.winner or NOBODY).upper()
        yield f"outcome {winner} {json.dumps(state.outcome.reason)} {json.dumps(state.outcome.rule)}"
    for side, hand in zip("AB", state.hands, strict=True):
        if hand != Hand():
            yield f"hand {side} {_hand(hand)}"
    of_setup = set(state.setup.board.terrain)
    added = [(cell, kind) for cell, kind in state.board.terrain if (cell, kind) not in of_setup]
    if added:
        yield "terrain " + " ".join(f"{names.grid.label(cell)} {kind}" for cell, kind in added)


def _hand(hand: Hand) -> str:
    lists = (("cards", hand.cards), ("chosen", hand.chosen), ("deck", hand.deck))
    words = [f"{word} {','.join(cards)}" for word, cards in lists if cards]
    if hand.chooses:
        words.append(f"chooses {hand.chooses}")
    if hand.nation is not None:
        words.append(f"nation {hand.nation}")
    return " ".join(words)


def _turn_lines(state: State, names: Names) -> Iterator[str]:
    for field in PAIRS:
        pairs = getattr(state, field)
        if pairs:
            yield f"{field} {_pairs(names, pairs)}"
    if state.nominated:
        yield "nominated " + " ".join(names.units[number] for number in state.nominated)
    if state.held:
        yield "held " + " ".join(f"{names.grid.label(cell)} {side.upper()}" for cell, side in state.held)
    for decision in state.pending:
        words = [f"pending {decision.kind} {decision.side.upper()}"]
        for word, number, tags in (
            ("unit", decision.unit, names.units),
            ("leader", decision.leader, names.leaders),
            ("other", decision.other, names.units),
        ):
            if number != NOWHERE:
                words.append(f"{word} {tags[number]}")
        if decision.cell != NOWHERE:
            words.append(f"hex {names.grid.label(decision.cell)}")
        yield " ".join(words)


def _place(cell: Cell, names: Names) -> str:
    return NOBODY if cell == NOWHERE else names.grid.label(cell)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _leader(leader: Leader, tag: str, names: Names) -> str:
    words = ["leader", tag, _place(leader.cell, names), _quoted(leader.name), f"left {leader.left}"]
    if leader.unit != NOWHERE:
        words.append(f"unit {names.units[leader.unit]}")
    if not leader.alive:
        words.append("killed")
    return " ".join([*words, *_arrival(leader.arrival, names)])


def _arrival(arrival: Arrival | None, names: Names) -> list[str]:
    """``arrives 3 0901,1001``; nothing without an arrival."""
    return [] if arrival is None else ["arrives", str(arrival.turn), ",".join(map(names.grid.label, arrival.cells))]


def _unit(unit: Unit, tag: str, names: Names) -> str:
    words = ["unit", tag, unit.kind, unit.grade, unit.formation, _place(unit.cell, names), FACINGS[unit.facing]]
    words += [unit.level, _quoted(unit.name), f"worth {unit.worth}"]
    if unit.nation != "none":
        words.append(unit.nation)
    if unit.armored:
        words.append("armored")
    words += [flag.replace("_", "-") for flag in FLAGS if getattr(unit, flag)]
    if unit.moved:
        words.append("moved" if unit.moved == "move" else "sidestepped")
    words += [f"{name.replace('_', '-')} {getattr(unit, name)}" for name, none in COUNTS if getattr(unit, name) != none]
    for name in LISTS:
        if foes := getattr(unit, name):
            words.append(f"{name} {','.join(names.units[foe] for foe in foes)}")
    return " ".join([*words, *_arrival(unit.arrival, names)])


MOST_CHARACTERS: Final = 200_000
"""Characters that the text of a position may have."""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
PENDING_KINDS: Final[tuple[str, ...]] = get_args(Pending.__annotations__["kind"])
_SIDES: Final = ("a", "b", NOBODY)
_MOST_DIGITS: Final = 7
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


def read_position(text: str, setup: Setup) -> State:
    """The state that ``text`` describes in the battle of ``setup``; play need not be able to reach it.

    Raises:
        NotationError: a line that cannot be read; the sentence begins with the line's number.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"A position has at most {MOST_CHARACTERS:,} characters, not {len(text):,}.")
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise NotationError(f"A position begins with the line {FIRST_LINE!r}.")
    return _Reader(setup, lines[1:]).state()


class _Reader:
    """Reads the lines of a position."""

    def __init__(self, setup: Setup, lines: list[tuple[int, str]]) -> None:
        self.setup = setup
        self.lines = [(number, _TOKEN.findall(line)) for number, line in lines]
        self.names = self._names()

    def _names(self) -> Names:
        """The tags of all units and leaders. They are read first, as other lines use them."""
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
        for kind, expected in (("unit", names.units), ("leader", names.leaders)):
            for place, tag, right_tag in zip(places[kind], tags[kind], expected, strict=True):
                if tag != right_tag:
                    wrong = f"{echoed(tag)} should be {right_tag}; numbers start at 1 for each side"
                    raise NotationError(f"Line {place}: {wrong}.")
        return names

    def state(self) -> State:
        """The state after all lines are read."""
        state = replace(start(self.setup), units=(), leaders=())
        for number, words in self.lines:
            reader = _LINES.get(words[0])
            if reader is None:
                kinds = ", ".join(_LINES)
                raise NotationError(
                    f"Line {number}: {echoed(words[0])} is not the start of a line; a line begins with one of {kinds}."
                )
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
        text = json.loads(word) if word.startswith('"') else None
    except ValueError:
        text = None
    if not isinstance(text, str):
        raise words.wrong(word, f'{what} in quotes, such as "4th Line"')
    return text


def _read_turn(state: State, words: Words) -> State:
    fields: dict[str, Any] = {"turn": _number(words, "a turn"), "phase": words.one_of(PHASES, "a phase")}
    for field, word in WHO:
        if words.take_if((word,)):
            fields[field] = words.side()
    if words.take_if(("streak",)):
        fields["streak"] = _number(words, "a streak")
    if words.take_if(("score",)):
        fields["score"] = (_number(words, "points"), _number(words, "points"))
    return replace(state, **fields)


def _read_outcome(state: State, words: Words) -> State:
    winner = _side_or_none(words) or None
    return replace(state, outcome=Outcome(winner, _text(words, "a reason"), _text(words, "a rule")))


def _read_hand(state: State, words: Words) -> State:
    side = words.side()
    fields: dict[str, Any] = {}
    while words.next:
        name = words.one_of(("cards", "chosen", "deck", "chooses", "nation"), "a part of a hand")
        if name == "chooses":
            fields[name] = _number(words, "choice cards")
        elif name == "nation":
            fields[name] = words.one_of(NATION_TAGS, "a nation")
        else:
            listed = words.take("cards")
            fields[name] = tuple(listed.split(","))
            unknown = [card for card in fields[name] if card not in MIX and card != CHOICE]
            if unknown:
                raise words.wrong(listed, f"cards of the deck; {echoed(unknown[0])} is not one")
    a, b = state.hands
    return replace(state, hands=(Hand(**fields), b) if side == "a" else (a, Hand(**fields)))


def _read_terrain(state: State, words: Words) -> State:
    terrain = dict(state.board.terrain)
    while words.next:
        cell = words.cell()
        terrain[cell] = words.one_of(TERRAINS, "terrain")
    return replace(state, board=replace(state.board, terrain=tuple(sorted(terrain.items()))))


def _pair(words: Words) -> Pair:
    word = words.take("a pair of units")
    first, slash, second = word.partition("/")
    if not slash:
        raise words.wrong(word, "a pair of units, such as A07/B04")
    return words.names.unit(first), words.names.unit(second)


def _pair_reader(field: str) -> Callable[[State, Words], State]:
    def reader(state: State, words: Words) -> State:
        pairs = []
        while words.next:
            pairs.append(_pair(words))
        return replace(state, **{field: tuple(pairs)})

    return reader


def _read_nominated(state: State, words: Words) -> State:
    units = []
    while words.next:
        units.append(words.unit())
    return replace(state, nominated=tuple(units))


def _read_held(state: State, words: Words) -> State:
    holders = []
    while words.next:
        holders.append((words.cell(), words.side()))
    return replace(state, held=tuple(holders))


def _read_pending(state: State, words: Words) -> State:
    fields: dict[str, Any] = {"kind": words.one_of(PENDING_KINDS, "a decision"), "side": words.side()}
    while words.next:
        name = words.one_of(("unit", "leader", "other", "hex"), "unit, leader, other or hex")
        if name == "hex":
            fields["cell"] = words.cell()
        else:
            fields[name] = words.leader() if name == "leader" else words.unit()
    return replace(state, pending=(*state.pending, Pending(**fields)))


def _cell_or_none(words: Words) -> Cell:
    return NOWHERE if words.take_if((NOBODY,)) else words.cell()


def _read_arrival(words: Words) -> Arrival:
    turn = _number(words, "a turn")
    return Arrival(turn, tuple(words.names.cell(label) for label in words.take("hexes").split(",")))


def _read_leader(state: State, words: Words) -> State:
    side = words.take("a leader")[0].lower()
    fields: dict[str, Any] = {"cell": _cell_or_none(words), "name": _text(words, "a name")}
    while words.next:
        name = words.one_of(("left", "unit", "killed", "arrives"), "left, unit, killed or arrives")
        if name == "arrives":
            fields["arrival"] = _read_arrival(words)
        elif name == "left":
            fields[name] = _number(words, "hexes")
        elif name == "unit":
            fields[name] = words.unit()
        else:
            fields["alive"] = False
    return replace(state, leaders=(*state.leaders, Leader(side=side, **fields)))


def _read_unit(state: State, words: Words) -> State:
    fields: dict[str, Any] = {"side": words.take("a unit")[0].lower()}
    fields["kind"] = words.one_of(KINDS, "a kind")
    fields["grade"] = words.one_of(GRADES, "a grade")
    fields["formation"] = words.one_of(FORMATIONS, "a formation")
    fields["cell"] = _cell_or_none(words)
    fields["facing"] = words.facing()
    fields["level"] = words.one_of(LEVELS, "a level")
    fields["name"] = _text(words, "a name")
    while words.next:
        _read_mark(fields, words)
    fields.setdefault("worth", 0)
    return replace(state, units=(*state.units, Unit(**fields)))


_MARKS: Final[dict[str, tuple[str, Any]]] = {
    **{flag.replace("_", "-"): (flag, True) for flag in ("armored", *FLAGS)},
    **{tag: ("nation", tag) for tag in NATION_TAGS},
    "moved": ("moved", "move"),
    "sidestepped": ("moved", "sidestep"),
}
_NUMBERS: Final = {name.replace("_", "-"): name for name in ("worth", *(name for name, _ in COUNTS))}


def _read_mark(fields: dict[str, Any], words: Words) -> None:
    """Read one trait or mark of a unit into ``fields``."""
    word = words.one_of((*_MARKS, *_NUMBERS, *LISTS, "arrives"), "a mark of a unit")
    if word == "arrives":
        fields["arrival"] = _read_arrival(words)
    elif word in _MARKS:
        field, value = _MARKS[word]
        fields[field] = value
    elif word in _NUMBERS:
        fields[_NUMBERS[word]] = _number(words, f"the number of {word}")
    else:
        fields[word] = tuple(words.names.unit(tag) for tag in words.take("units").split(","))


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
