"""Actions in short notation, such as ``MV A07 column ENE 0806``: written and read."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from battles.engine.words.phrases import NotationError
from battles.kits.hex.notation import FACINGS, Names, Words, echoed, leader_tag, names_of, unit_tag
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.notation.positions import read_position, write_position
from battles.rules.easy_napoleonics.setup import MIX
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
    """The action that ``text`` describes; it may be illegal.

    Raises:
        NotationError: ``text`` is not an action of this battle; the sentence says which word is wrong and why.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"An action in notation has at most {LONGEST_TEXT:,} characters, not {len(text):,}.")
    words = text.split()
    kind = _KINDS.get(words[0].upper()) if words else None
    if kind is None:
        first = echoed(words[0]) if words else "An empty text"
        raise NotationError(f"{first} is not an action; an action begins with one of {', '.join(CODES.values())}.")
    line = Words(words, names_of(state), f"{CODES[kind]} is written {FORMS[kind]}.")
    line.place = 1
    action = _READERS[kind](line)
    line.end()
    return action


# Writers and readers of each kind of action.


def _tagged(names: Names, unit: int) -> list[str]:
    return [] if unit == NOWHERE else [names.units[unit]]


def _write_activation(names: Names, action: act.Activate) -> Iterator[str]:
    yield names.units[action.unit]
    if action.formation is not None:
        yield action.formation
    if action.facing is not None:
        yield FACINGS[action.facing]
    if action.cell != NOWHERE:
        yield names.grid.label(action.cell)
    if action.unlimber:
        yield _UNLIMBER
    for word, leaders in ((_WITH, action.along), (_OVER, action.over)):
        if leaders:
            yield word
            yield ",".join(names.leaders[leader] for leader in leaders)


def _read_activation(words: Words) -> act.Activate:
    unit = words.unit()
    formation = words.take_if(FORMATIONS)
    facing = words.take_if(FACINGS)
    cell = words.cell() if words.next[:1].isdigit() else NOWHERE
    unlimber = words.take_if((_UNLIMBER,)) is not None
    along = _leaders(words) if words.take_if((_WITH,)) else ()
    over = _leaders(words) if words.take_if((_OVER,)) else ()
    turn = None if facing is None else FACINGS.index(facing)
    return act.Activate(unit, formation, turn, cell, unlimber, along, over)


def _leaders(words: Words) -> tuple[int, ...]:
    return tuple(words.names.leader(tag) for tag in words.take("a leader").split(","))


def _read_fire(words: Words) -> act.Fire:
    target = words.unit()
    dice: list[tuple[int, int]] = []
    while not dice or words.next:
        unit, colon, count = words.take("a unit that fires and its dice").partition(":")
        if not (colon and count.isascii() and count.isdigit() and len(count) <= 2):
            raise words.wrong(words.words[words.place - 1], "a unit that fires, a colon and its dice, such as A07:2")
        dice.append((words.names.unit(unit), int(count)))
    return act.Fire(target, tuple(dice))


def _read_advance(words: Words) -> act.Advance:
    how = words.one_of(HOWS, "what the winner does")
    facing = words.facing() if how == "turn" else None
    target = words.maybe_unit() if how == "in" else NOWHERE
    return act.Advance(how, facing, target)


def _write_advance(names: Names, action: act.Advance) -> list[str]:
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
        "DL AL1 0502, followed by a battery if two share the hex",
        lambda n, a: [n.leaders[a.leader], n.grid.label(a.cell), *_tagged(n, a.unit)],
        lambda w: act.DeployLeader(w.leader(), w.cell(), w.maybe_unit()),
    ),
    (act.ChooseMover, "CM", "CM A", lambda _, a: [a.side.upper()], lambda w: act.ChooseMover(w.side())),
    (act.Rally, "RL", "RL A07", lambda n, a: [n.units[a.unit]], lambda w: act.Rally(w.unit())),
    (
        act.MoveLeader,
        "ML",
        "ML AL1 0502, followed by a battery if two share the hex",
        lambda n, a: [n.leaders[a.leader], n.grid.label(a.cell), *_tagged(n, a.unit)],
        lambda w: act.MoveLeader(w.leader(), w.cell(), w.maybe_unit()),
    ),
    (
        act.Activate,
        "MV",
        "MV A07, then any of: a formation, a facing, a hex, unlimber, with AL1, over BL1",
        _write_activation,
        _read_activation,
    ),
    (act.Done, "DN", "DN", lambda _, a: [], lambda _: act.Done()),
    (act.HastySquare, "HS", "HS yes", lambda _, a: [_WORDS[a.attempt]], lambda w: act.HastySquare(_yes(w))),
    (
        act.Relocate,
        "RE",
        "RE 0502, followed by a battery if two share the hex",
        lambda n, a: [n.grid.label(a.cell), *_tagged(n, a.unit)],
        lambda w: act.Relocate(w.cell(), w.maybe_unit()),
    ),
    (act.ChooseFireOrder, "FO", "FO A", lambda _, a: [a.side.upper()], lambda w: act.ChooseFireOrder(w.side())),
    (
        act.Fire,
        "FI",
        "FI B04 A07:2 A09:1",
        lambda n, a: [n.units[a.target], *(f"{n.units[unit]}:{dice}" for unit, dice in a.dice)],
        _read_fire,
    ),
    (act.Accept, "AC", "AC yes", lambda _, a: [_WORDS[a.fight]], lambda w: act.Accept(_yes(w))),
    (
        act.Fight,
        "FT",
        "FT A07 B04",
        lambda n, a: [n.units[a.attacker], n.units[a.defender]],
        lambda w: act.Fight(w.unit(), w.unit()),
    ),
    (act.Advance, "AD", "AD stay, AD in, AD in B04 or AD turn ENE", _write_advance, _read_advance),
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
"""An example of each kind of action in notation."""

_KINDS: Final[dict[str, type]] = {code: kind for kind, code in CODES.items()}
_WRITERS: Final[dict[type, Callable[[Names, Any], Any]]] = {row[0]: row[3] for row in _ROWS}
_READERS: Final[dict[type, Callable[[Words], Any]]] = {row[0]: row[4] for row in _ROWS}
