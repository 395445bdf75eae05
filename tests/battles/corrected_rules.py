"""The next version of Easy Napoleonics, for tests: the real system with one rule corrected."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.system import PackageSystem
from battles.rules import easy_napoleonics
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.meta import META
from battles.rules.easy_napoleonics.state import State
from battles.services.play.position import system_of

SYSTEM = easy_napoleonics.SYSTEM
SENTENCE = "No unit changes its formation any more."


class Corrected(PackageSystem):
    """Version 2, in which no unit changes formation."""

    def __init__(self) -> None:
        super().__init__(easy_napoleonics.__name__, SYSTEM.places)

    version = META.version + 1
    meta = replace(META, version=META.version + 1)

    def refuse(self, state: State, side: SideId, action: Any) -> Refusal | None:
        if isinstance(action, Activate) and action.formation is not None:
            return Refusal("not_for_kind", "EN-FORM-01", SENTENCE)
        return SYSTEM.refuse(state, side, action)

    def options(self, state: State, side: SideId) -> Sequence[Option]:
        kept = []
        for option in SYSTEM.options(state, side):
            actions = [action for action in option.actions if self.refuse(state, side, action) is None]
            if actions:
                kept.append(replace(option, actions=actions))
        return kept


class Timed(State, frozen=True, kw_only=True):
    """A state of another shape."""

    minutes: int


class Reshaped(Corrected):
    """The same, with states of another shape."""

    state_type = Timed

    def start(self, setup: Any) -> Timed:
        return Timed(**_fields(SYSTEM.start(setup)), minutes=0)


def _fields(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


@contextmanager
def rules_of(system: PackageSystem) -> Iterator[PackageSystem]:
    """Within the block ``system`` is what Easy Napoleonics is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(easy_napoleonics, "SYSTEM", system, raising=False)
        system_of.cache_clear()
        try:
            yield system
        finally:
            system_of.cache_clear()
