"""Actions in short notation: ``MV A07 column ENE 0806``, for logs, tests and letters; positions besides.

Two letters for the kind of action, then its parts. A unit is its side's letter and its number within the side, two
digits or more: ``A07``; a leader has an L between: ``AL1``. Hexes are labels of the board, facings their names.
``read`` takes what ``write`` gives; large and small letters are the same to it.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.cards import MIX
from battles.rules.easy_napoleonics.notation_words import (
    FACINGS,
    Names,
    NotationError,
    Words,
    echoed,
    leader_tag,
    names_of,
    unit_tag,
)
from battles.rules.easy_napoleonics.position_reading import read_position
from battles.rules.easy_napoleonics.position_text import write_position
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tables import FORMATIONS, NATION_TAGS

__all__ = [
    "CODES",
    "FORMS",
    "NotationError",
    "leader_tag",
    "read",
    "read_position",
    "unit_tag",
    "write",
    "write_position",
]

LONGEST_TEXT: Final = 2_000
"""Characters that the notation of one action may have."""

_UNLIMBER: Final = "unlimber"
_WITH: Final = "with"
_OVER: Final = "over"
_WORDS: Final = {True: "yes", False: "no"}

HOWS: Final[tuple[Literal["stay", "in", "turn"], ...]] = ("stay", "in", "turn")
ANSWERS: Final[tuple[Literal["hold", "fire", "square"], ...]] = ("hold", "fire", "square")


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
