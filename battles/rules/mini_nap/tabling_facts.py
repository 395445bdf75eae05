"""What a note of the books is made of: facts read and checked, units to choose from, and refusals that many share."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from battles.engine.core import Refusal, SideId
from battles.engine.pointing import Forecast
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.mini_nap.kinds import formations_open
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS, Formation
from battles.rules.mini_nap.tabling_play import Keeping

YES = "yes"


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of note: what it asks for, why it may not be made, what it does, and the odds of its dice."""

    title: str
    facts: Callable[[State, Facts], tuple[Fact, ...]]
    refuse: Callable[[State, Facts], Refusal | None]
    perform: Callable[[Keeping, Facts], None]
    odds: Callable[[State, Facts], tuple[Forecast, ...]] | None = None
    question: bool = False
    """Whether its facts are asked for in a form; else all of them come with a tap."""


def no_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """Those of a note that needs none."""
    return ()


def named(*keys: str) -> Callable[[State, Facts], tuple[Fact, ...]]:
    """Those of a note that is made by a tap, which states them all; whether they hold is for `Kind.refuse` to say."""

    def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
        found = ((key, stated.get(key, "")) for key in keys)
        return tuple(Fact(key=key, label=key, choices=(FactChoice(value, value),), value=value) for key, value in found)

    return facts


def place_of(text: str, word: str, among: int) -> int:
    """The number in ``unit 7`` of ``among`` units; `NONE` for anything else."""
    noun, _, digits = text.partition(" ")
    if noun != word or not digits.isascii() or not digits.isdecimal() or len(digits) > 4:
        return NONE
    return int(digits) if int(digits) < among else NONE


def unit_in(state: State, facts: Facts, key: str = "unit") -> int:
    """The unit that a fact names; `NONE` for none."""
    return place_of(facts.get(key, ""), "unit", len(state.units))


def is_said(facts: Facts, key: str) -> bool:
    """Whether a tick is set."""
    return facts.get(key, "") == YES


def refuse_open(state: State, facts: tuple[Fact, ...], stated: Facts) -> Refusal | None:
    """Why a question cannot be answered yet: a fact is open, or has a value that it cannot have."""
    known = {fact.key for fact in facts}
    if left := sorted(set(stated) - known):
        return Refusal("malformed", "MN-RULING-130", f"Nothing is asked here about “{left[0][:40]}” any more.")
    for fact in facts:
        value = stated.get(fact.key, fact.value)
        allowed = {choice.value for choice in fact.choices} if fact.kind == "choice" else {"", YES}
        if value not in allowed:
            rule = fact.rule or "MN-RULING-130"
            what = f"{fact.label}: choose one" if not value else f"{fact.label}: “{value[:40]}” is none of the choices"
            return Refusal("malformed", rule, f"{what}.")
    return None


def nothing(state: State, stated: Facts) -> Refusal | None:
    """What stands against a note that has nothing against it but choices that there are not."""
    return None


def gone(state: State, number: int, rule: str) -> Refusal | None:
    """A refusal where the books have no such unit on the table."""
    if number == NONE:
        return Refusal("no_such", rule, "There is no such unit in the books.")
    unit = state.units[number]
    if unit.where != "table":
        return Refusal("gone", rule, f"{unit.name} is not on the table.")
    return None


def units_of(state: State, side: SideId | None = None) -> Iterator[int]:
    """The units on the table, of one side or of both."""
    for number, unit in enumerate(state.units):
        if unit.where == "table" and side in (None, unit.side):
            yield number


def choices(state: State, numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    """Units to choose from, by Brigade, and by side where there are units of both."""
    found = list(numbers)
    both = len({state.units[number].side for number in found}) > 1
    return tuple(
        FactChoice(f"unit {number}", state.units[number].name, _headed(state, number, both)) for number in found
    )


def _headed(state: State, number: int, both: bool) -> str:
    unit = state.units[number]
    name = state.brigades[unit.brigade].name
    return f"{state.setup.forces[unit.side == 'b'].name}: {name}" if both else name


def formation_fact(unit: Unit, key: str, stated: Facts, label: str) -> tuple[Fact, ...]:
    """What a unit is formed in now, where it has a choice."""
    open_to = formations_open(unit)
    if len(open_to) < 2:
        return ()
    found = tuple(FactChoice(each, FORMATIONS[each].word) for each in open_to)
    return (Fact(key=key, label=label, choices=found, value=stated.get(key, unit.formation), rule="MN-FORM-07"),)


def formation_in(unit: Unit, facts: Facts, key: str) -> Formation:
    """The formation that is stated of a unit, else the one in the books."""
    said = facts.get(key, "")
    return next((each for each in formations_open(unit) if each == said), unit.formation)


def tick(key: str, label: str, stated: Facts, rule: str = "", *, usual: bool = False) -> Fact:
    """A fact that holds or does not."""
    return Fact(key=key, label=label, kind="tick", value=stated.get(key, YES if usual else ""), rule=rule)
