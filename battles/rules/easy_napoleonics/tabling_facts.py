"""What a note of the books is made of: facts read and checked, and the units and leaders to choose from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import Refusal, SideId
from battles.engine.pointing import Forecast
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.state import NOWHERE, State, Unit
from battles.rules.easy_napoleonics.tables import MOVES, Formation
from battles.rules.easy_napoleonics.tabling_play import Keeping
from battles.rules.easy_napoleonics.words_names import FORMATION_WORDS

YES: Final = "yes"
NOBODY: Final = FactChoice("", "nobody")


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of note: what it asks for, why it may not be made, what it does, and the odds of its dice."""

    title: str
    facts: Callable[[State, Facts], tuple[Fact, ...]]
    refuse: Callable[[State, Facts], Refusal | None]
    perform: Callable[[Keeping, Facts], None]
    odds: Callable[[State, Facts], tuple[Forecast, ...]] | None = None
    question: bool = False


def number_in(stated: Facts, key: str, word: str, among: int) -> int:
    """The number in ``unit 7`` of ``among``; `NOWHERE` for anything else."""
    noun, _, digits = stated.get(key, "").partition(" ")
    if noun != word or not digits.isascii() or not digits.isdecimal() or len(digits) > 4:
        return NOWHERE
    return int(digits) if int(digits) < among else NOWHERE


def unit_in(state: State, stated: Facts, key: str = "unit") -> int:
    """The unit that a fact names."""
    return number_in(stated, key, "unit", len(state.units))


def leader_in(state: State, stated: Facts, key: str) -> int:
    """The leader that a fact names."""
    return number_in(stated, key, "leader", len(state.leaders))


def named(*keys: str) -> Callable[[State, Facts], tuple[Fact, ...]]:
    """Facts of a note that is made by a tap, which states them all."""

    def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
        found = ((key, stated.get(key, "")) for key in keys)
        return tuple(Fact(key=key, label=key, choices=(FactChoice(value, value),), value=value) for key, value in found)

    return facts


def refuse_open(facts: tuple[Fact, ...], stated: Facts) -> Refusal | None:
    """Why a question cannot be answered yet: a fact is open, or has a value that it cannot have."""
    if left := sorted(set(stated) - {fact.key for fact in facts}):
        return Refusal("malformed", "EN-SEQ-01", f"Nothing is asked here about “{left[0][:40]}” any more.")
    for fact in facts:
        value = stated.get(fact.key, fact.value)
        allowed = {choice.value for choice in fact.choices} if fact.kind == "choice" else {"", YES}
        if value not in allowed:
            what = f"{fact.label}: choose one" if not value else f"{fact.label}: “{value[:40]}” is none of the choices"
            return Refusal("malformed", fact.rule or "EN-SEQ-01", f"{what}.")
    return None


def gone(state: State, number: int, rule: str) -> Refusal | None:
    """A refusal where the books have no such unit in play."""
    if number == NOWHERE:
        return Refusal("no_such", rule, "There is no such unit in the books.")
    if state.units[number].level == "broken":
        return Refusal("gone", "EN-UNIT-06", f"{state.units[number].name} is broken and out of play.")
    return None


def in_play(state: State, side: SideId | None = None) -> Iterator[int]:
    """The units in play, of one side or of both."""
    for number, unit in enumerate(state.units):
        if unit.level != "broken" and side in (None, unit.side):
            yield number


def choices(state: State, numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    """Units to choose from, by side."""
    return tuple(
        FactChoice(f"unit {number}", state.units[number].name, state.setup.forces[state.units[number].side == "b"].name)
        for number in numbers
    )


def formations(unit: Unit) -> tuple[Formation, ...]:
    """The formations that a unit may be in, a hasty square with the square (EN-UNIT-03)."""
    own = [move.formation for move in MOVES[unit.kind]]
    return (*own, "hasty_square") if "square" in own else tuple(own)


def formation_in(unit: Unit, stated: Facts, key: str) -> Formation:
    """The formation that is stated of a unit, else the one in the books."""
    return next((each for each in formations(unit) if each == stated.get(key)), unit.formation)


def of_unit(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    """What a unit is formed in, and who of its leaders is with it."""
    unit, name = state.units[number], say.unit(state, number)
    found = tuple(FactChoice(each, FORMATION_WORDS[each]) for each in formations(unit))
    value = stated.get(f"{key}_formation", unit.formation)
    yield Fact(key=f"{key}_formation", label=f"{name} is in", choices=found, value=value, rule="EN-UNIT-03")
    with_it = tuple(
        FactChoice(f"leader {place}", man.name)
        for place, man in enumerate(state.leaders)
        if man.side == unit.side and man.alive
    )
    if with_it:
        label, value = f"Leader with {name}", stated.get(f"{key}_leader", "")
        yield Fact(key=f"{key}_leader", label=label, choices=(NOBODY, *with_it), value=value, rule="EN-LEADER-03")


def pick(key: str, label: str, values: Mapping[Any, str], stated: Facts, usual: str, rule: str) -> Fact:
    """A fact of few words."""
    found = tuple(FactChoice(value, words) for value, words in values.items())
    return Fact(key=key, label=label, choices=found, value=stated.get(key, usual), rule=rule)


def who(
    state: State, key: str, label: str, numbers: Iterable[int], stated: Facts, *, may_be_nobody: bool = False
) -> Fact:
    """A fact that names a unit, and opens others."""
    found = choices(state, numbers)
    if may_be_nobody:
        found = (NOBODY, *found)
    return Fact(key=key, label=label, choices=found, value=stated.get(key, ""), opens=True)
