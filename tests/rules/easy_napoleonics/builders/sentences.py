"""Events for the sentences of the log."""

from typing import Any

from msgspec.structs import replace

from battles.engine.dice import Roll
from battles.rules.easy_napoleonics.state import Force, State
from tests.rules.easy_napoleonics.builders.positions import position

FORCES = tuple(Force(name=name, units=(), leaders=(), zone=()) for name in ("The French", "Wellington's army"))


def made(*units: Any, leaders: Any = (), state: dict[str, Any] | None = None, **facts: Any) -> State:
    plain = position(units, leaders, state=state, **facts)
    return replace(plain, setup=replace(plain.setup, forces=FORCES))


def d10(why: str, *faces: int) -> Roll:
    return Roll(why, 10, faces)
