"""The laws of ``refuse`` for actions with a part of any type at all, as code in the same process may make them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from battles.engine.battle_file import read
from battles.engine.codec import decode, encode
from battles.engine.core import UMPIRE
from battles.engine.dice import SeededDice
from battles.engine.record import Record, Refused
from battles.engine.replay import states
from battles.engine.rng import Chances
from tests.contract.suite import Foreign, Walk, fits, mutants, some

POSITIONS = 2
"""Positions of a battle in which actions are tried."""

OF_A_KIND = 1
"""Actions of each kind that are changed."""

TRIED = 10
"""Changed actions that are done in a position, of those that are not refused."""


class Word(str):
    pass


class Count(int):
    pass


class Row(tuple[Any, ...]):
    pass


class One(IntEnum):
    ONE = 1


class Rude:
    """Raises, whatever it is asked."""

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError

    def __hash__(self) -> int:
        raise ZeroDivisionError

    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = (value,)
    return value


NUMBERS: Final = (-1, 0, 1, 2, 5, 6, 9_999, 10_000, -(10**6), 2**63, 2**64, 10**30, 10**5000)
WRONG: Final = (
    *(None, 1.0, 0.0, -0.0, 1.5, nan, inf, True, False, One.ONE, Count(0), Count(1), 1j),
    *("", "0", "nobody", "a", "umpire", "line", "\ud800", "x" * 5000, b"line", Word("line"), Word("a")),
    *((), (1,), (1, 2), (1, 2, 3), ((1, 2),), (None,), ("a", 1.0), Row((1, 2)), [], [1], [(1, 2)], {}, {"a": 1}, {1}),
    *(_nested(3), _nested(5_000), Foreign(), Foreign, Rude(), object(), len),
)
"""Parts for any place in any action."""


def variants(value: Any, numbers: Sequence[int]) -> Iterator[Any]:
    """``value`` with another part in each place, down to the parts of its parts; ``numbers`` among them."""
    yield from (*WRONG, *NUMBERS, *numbers)
    if type(value) is tuple:
        yield from (list(value), Row(value), value[:-1], (*value, *value), (*value, None))
        for place, part in enumerate(value[:2]):
            yield from ((*value[:place], other, *value[place + 1 :]) for other in variants(part, numbers))
    elif isinstance(value, Struct):
        yield from (structs_of(type(value), value), msgspec.to_builtins(value), astuple(value))
        yield from changed(value, numbers)


def changed(action: Struct, numbers: Sequence[int] = ()) -> Iterator[Any]:
    """``action`` with one part changed, or as a value of a class derived from its own."""
    yield structs_of(type(action), action)
    for name in action.__struct_fields__:
        yield from (replace(action, **{name: part}) for part in variants(getattr(action, name), numbers))


def structs_of(kind: type[Struct], value: Struct) -> Any:
    """The same value in a class derived from ``kind`` that says the same in JSON."""
    return _derived(kind)(**{name: getattr(value, name) for name in kind.__struct_fields__})


@cache
def _derived(kind: type[Struct]) -> type[Struct]:
    return msgspec.defstruct("Derived", [], bases=(kind,), frozen=True, tag=kind.__struct_config__.tag)


def exactly(one: Any, other: Any) -> bool:
    """True if two values are equal and so are the types of all their parts."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Struct):
        one, other = astuple(one), astuple(other)
    if type(one) is tuple:
        return len(one) == len(other) and all(map(exactly, one, other))
    return bool(one == other)


@dataclass(frozen=True)
class Position:
    """A state of a battle and actions to change."""

    system: Any
    state: Any
    actions: Sequence[Any]

    def changed(self) -> Iterator[Any]:
        """The actions with any part changed; the first numbers that name nobody are among the parts."""
        parts = [getattr(self.state, name) for name in self.state.__struct_fields__]
        numbers = sorted({len(part) for part in parts if isinstance(part, tuple)})
        for action in self.actions:
            yield from changed(action, numbers)

    def refused(self, side: Any, action: Any) -> Any:
        try:
            refusal = self.system.refuse(self.state, side, action)
        except Exception as wrong:
            raise AssertionError(f"{brief(action)} by {side} broke refuse: {wrong!r}") from wrong
        assert refusal is None or fits(refusal), f"{brief(action)} by {side}: {refusal}"
        return refusal


def brief(action: Any) -> str:
    """``action`` for a message, as long as it can be shown."""
    try:
        return repr(action)[:300]
    except Exception:
        return type(action).__name__


def kept(system: Any, file: Path) -> list[Position]:
    """Some positions of a stored battle of ``system``, with an action of each kind that was done in it."""
    battle = read(file.read_bytes(), lambda key: system)
    actions = list({entry.action.kind: entry.action for entry in battle.entries if entry.action is not None}.values())
    reached = some(list(states(battle)), POSITIONS // 2, Chances(file.name.encode()))
    return [Position(system, state, actions) for state in reached]


def positions(walk: Walk) -> list[Position]:
    """Some positions of a battle with actions of every kind that was listed in it, those of the position first."""
    chances, kinds = walk.chances("wrong"), {}
    for action in walk.bank:
        kinds.setdefault(action.kind, []).append(action)
    bank = [action for kind in kinds.values() for action in kind[:OF_A_KIND]]
    found = []
    for moment in [*some(walk.played(), POSITIONS, chances), walk.played()[-1]]:
        listed = [action for side in walk.system.sides for action in some(moment.listed(side), OF_A_KIND, chances)]
        found.append(Position(walk.system, moment.state, [*listed, *bank]))
    return found


def parts_of_a_wrong_type_are_refused(walk: Walk) -> None:
    for position in positions(walk):
        hold_types(position)


def hold_types(position: Position) -> None:
    """``refuse`` never raises; what it does not refuse comes back from JSON as it is, type by type, and can be done."""
    system, tried = position.system, 0
    for side in (*system.sides, UMPIRE):
        for action in position.changed():
            if position.refused(side, action) is not None:
                continue
            again = decode(encode(action), system.action_type)
            assert exactly(again, action), f"{brief(action)} is not refused, and JSON makes it {again}."
            if tried < TRIED:
                tried += 1
                _do(position, side, action)


def _do(position: Position, side: str, action: Any) -> None:
    try:
        position.system.decide(position.state, side, action, SeededDice(b"wrong", 0))
    except Exception as wrong:
        raise AssertionError(f"{action} by {side} is not refused and broke decide: {wrong!r}") from wrong


def what_is_no_action_or_side_is_refused(walk: Walk) -> None:
    for position in positions(walk):
        for thing in (*WRONG, *NUMBERS, *(type(action) for action in position.actions)):
            for side in position.system.sides:
                assert position.refused(side, thing) is not None, f"{brief(thing)} by {side} is not refused."
            for action in position.actions[:3]:
                if not exactly(thing, "a") and not exactly(thing, UMPIRE):
                    assert position.refused(thing, action) is not None, f"{action} by {brief(thing)} is not refused."


def refusals_tell_no_secret(walk: Walk) -> None:
    """An action is refused alike, or allowed alike, in a state that its side cannot tell from the true one."""
    chances = walk.chances("secret")
    for position in positions(walk):
        system, state = walk.system, position.state
        for side in system.sides:
            other = system.secrets.resample(system.secrets.view(state, side), chances)
            for action in (*position.actions, *mutants(walk, position.actions, chances)):
                refusal, supposed = position.refused(side, action), system.refuse(other, side, action)
                assert refusal == supposed, f"{action} by {side}: {refusal}; where it cannot tell: {supposed}"


def nothing_refused_is_recorded(walk: Walk) -> None:
    """A record takes no action that is refused, and stays as it was."""
    record = Record.new(walk.system, walk.setup, b"secret of a record", [b"salt"])
    side = min(walk.system.deciding(record.state))
    listed = [action for option in walk.system.options(record.state, side) for action in option.actions]
    for action in (each for first in some(listed, 3, walk.chances("record")) for each in changed(first)):
        if walk.system.refuse(record.state, side, action) is not None:
            try:
                record.play(side, action)
            except Refused:
                continue
            raise AssertionError(f"{brief(action)} is refused and recorded.")
    assert len(record.entries) == 1


WRONG_PARTS: tuple[Callable[[Walk], None], ...] = (
    parts_of_a_wrong_type_are_refused,
    what_is_no_action_or_side_is_refused,
    refusals_tell_no_secret,
    nothing_refused_is_recorded,
)
