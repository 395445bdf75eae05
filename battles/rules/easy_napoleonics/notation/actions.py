"""Actions in short notation, such as ``MV A07 column ENE 0806``: written and read."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from battles.engine.words import NotationError
from battles.kits.hex.notation import (
    CELL,
    FACING,
    FACINGS,
    LEADER,
    MAYBE_UNIT,
    SIDE,
    UNIT,
    Names,
    Row,
    Words,
    echoed,
    names_of,
    row,
    unit,
    word,
    yes,
)
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tables import FORMATIONS, NATION_TAGS

LONGEST_TEXT: Final = 2_000
"""Characters that the notation of one action may have."""

_UNLIMBER: Final = "unlimber"
_WITH: Final = "with"
_OVER: Final = "over"
_BATTERY: Final = ", followed by a battery if two share the hex"

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
    for before, leaders in ((_WITH, action.along), (_OVER, action.over)):
        if leaders:
            yield before
            yield ",".join(names.leaders[leader] for leader in leaders)


def _read_activation(words: Words) -> act.Activate:
    number = words.unit()
    formation = words.take_if(FORMATIONS)
    facing = words.take_if(FACINGS)
    cell = words.cell() if words.next[:1].isdigit() else NOWHERE
    unlimber = words.take_if((_UNLIMBER,)) is not None
    along = _leaders(words) if words.take_if((_WITH,)) else ()
    over = _leaders(words) if words.take_if((_OVER,)) else ()
    turn = None if facing is None else FACINGS.index(facing)
    return act.Activate(number, formation, turn, cell, unlimber, along, over)


def _leaders(words: Words) -> tuple[int, ...]:
    return tuple(words.names.leader(tag) for tag in words.take("a leader").split(","))


def _write_fire(names: Names, action: act.Fire) -> list[str]:
    return [names.units[action.target], *(f"{names.units[unit]}:{dice}" for unit, dice in action.dice)]


def _read_fire(words: Words) -> act.Fire:
    target = words.unit()
    dice: list[tuple[int, int]] = []
    while not dice or words.next:
        tag, colon, count = words.take("a unit that fires and its dice").partition(":")
        if not (colon and count.isascii() and count.isdigit() and len(count) <= 2):
            raise words.wrong(words.words[words.place - 1], "a unit that fires, a colon and its dice, such as A07:2")
        dice.append((words.names.unit(tag), int(count)))
    return act.Fire(target, tuple(dice))


def _read_advance(words: Words) -> act.Advance:
    how = words.one_of(HOWS, "what the winner does")
    facing = words.facing() if how == "turn" else None
    target = words.maybe_unit() if how == "in" else NOWHERE
    return act.Advance(how, facing, target)


def _write_advance(names: Names, action: act.Advance) -> list[str]:
    facing = [] if action.facing is None else [FACINGS[action.facing]]
    target = [] if action.target == NOWHERE else [names.units[action.target]]
    return [action.how, *facing, *target]


FORMATION: Final = word("formation", FORMATIONS, "a formation")

ROWS: Final[tuple[Row, ...]] = (
    row(act.TakeCard, "TC", "TC veteran_infantry", word("card", tuple(MIX), "a unit card")),
    row(act.NameNation, "NN", "NN france", word("nation", NATION_TAGS, "a nation")),
    row(act.Deploy, "DP", "DP A07 0502 N line", UNIT, CELL, FACING, FORMATION),
    row(act.DeployLeader, "DL", f"DL AL1 0502{_BATTERY}", LEADER, CELL, MAYBE_UNIT),
    row(act.ChooseMover, "CM", "CM A", SIDE),
    row(act.Rally, "RL", "RL A07", UNIT),
    row(act.MoveLeader, "ML", f"ML AL1 0502{_BATTERY}", LEADER, CELL, MAYBE_UNIT),
    (
        act.Activate,
        "MV",
        "MV A07, then any of: a formation, a facing, a hex, unlimber, with AL1, over BL1",
        _write_activation,
        _read_activation,
    ),
    row(act.Done, "DN", "DN"),
    row(act.HastySquare, "HS", "HS yes", yes("attempt")),
    row(act.Relocate, "RE", f"RE 0502{_BATTERY}", CELL, MAYBE_UNIT),
    row(act.ChooseFireOrder, "FO", "FO A", SIDE),
    (act.Fire, "FI", "FI B04 A07:2 A09:1", _write_fire, _read_fire),
    row(act.Accept, "AC", "AC yes", yes("fight")),
    row(act.Fight, "FT", "FT A07 B04", unit("attacker"), unit("defender")),
    (act.Advance, "AD", "AD stay, AD in, AD in B04 or AD turn ENE", _write_advance, _read_advance),
    row(act.Answer, "AN", "AN hold, AN fire or AN square", word("how", ANSWERS, "an answer")),
    row(act.CallTime, "CT", "CT"),
)

CODES: Final[dict[type, str]] = {each[0]: each[1] for each in ROWS}
"""The two letters of each kind of action."""

FORMS: Final[dict[type, str]] = {each[0]: each[2] for each in ROWS}
"""An example of each kind of action in notation."""

_KINDS: Final[dict[str, type]] = {code: kind for kind, code in CODES.items()}
_WRITERS: Final[dict[type, Callable[[Names, Any], Any]]] = {each[0]: each[3] for each in ROWS}
_READERS: Final[dict[type, Callable[[Words], Any]]] = {each[0]: each[4] for each in ROWS}
