"""Facts of an entry: reading and checking, units to choose from, and shared refusals."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from battles.engine.core import Refusal, SideId
from battles.engine.forecast import Forecast
from battles.engine.tracker import Fact, FactChoice, Facts
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS, Formation
from battles.rules.mini_nap.tracker.events import TrackerPlay
from battles.rules.mini_nap.unit_types import possible_formations

YES = "yes"


class EntryKind(Struct, frozen=True, kw_only=True):
    """A kind of entry: its facts, its refusals, its effect, and the odds of its dice."""

    title: str
    facts: Callable[[State, Facts], tuple[Fact, ...]]
    refuse: Callable[[State, Facts], Refusal | None]
    perform: Callable[[TrackerPlay, Facts], None]
    odds: Callable[[State, Facts], tuple[Forecast, ...]] | None = None
    question: bool = False
    """True if a form asks for the facts; False if a button states them all."""


def no_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """No facts."""
    return ()


def named(*keys: str) -> Callable[[State, Facts], tuple[Fact, ...]]:
    """Facts of an entry whose button states them all; `EntryKind.refuse` checks them."""

    def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
        values = ((key, stated.get(key, "")) for key in keys)
        return tuple(
            Fact(key=key, label=key, choices=(FactChoice(value, value),), value=value) for key, value in values
        )

    return facts


def place_of(text: str, word: str, among: int) -> int:
    """The number in a text such as ``unit 7``, if it is below ``among``; else `NONE`."""
    noun, _, digits = text.partition(" ")
    if noun != word or not digits.isascii() or not digits.isdecimal() or len(digits) > 4:
        return NONE
    return int(digits) if int(digits) < among else NONE


def unit_in(state: State, facts: Facts, key: str = "unit") -> int:
    """The unit that a fact names, or `NONE`."""
    return place_of(facts.get(key, ""), "unit", len(state.units))


def is_stated(facts: Facts, key: str) -> bool:
    """True if a tick box is set."""
    return facts.get(key, "") == YES


def refuse_open(state: State, facts: tuple[Fact, ...], stated: Facts) -> Refusal | None:
    """Why a question cannot be answered yet: a fact is missing or has a wrong value. None if all are there."""
    keys = {fact.key for fact in facts}
    if unknown := sorted(set(stated) - keys):
        return Refusal("malformed", "MN-RULING-130", f"“{unknown[0][:40]}” is not a fact of this question.")
    for fact in facts:
        value = stated.get(fact.key, fact.value)
        allowed = {choice.value for choice in fact.choices} if fact.kind == "choice" else {"", YES}
        if value not in allowed:
            rule = fact.rule or "MN-RULING-130"
            what = (
                f"{fact.label}: choose one" if not value else f"{fact.label}: “{value[:40]}” is not one of the choices"
            )
            return Refusal("malformed", rule, f"{what}.")
    return None


def never_refused(state: State, stated: Facts) -> Refusal | None:
    """No refusal: only the choices of the facts are checked."""
    return None


def not_on_table(state: State, number: int, rule: str) -> Refusal | None:
    """A refusal if there is no such unit on the table, else None."""
    if number == NONE:
        return Refusal("no_such", rule, "There is no such unit in the tracker.")
    unit = state.units[number]
    if unit.where != "table":
        return Refusal("gone", rule, f"{unit.name} is not on the table.")
    return None


def units_of(state: State, side: SideId | None = None) -> Iterator[int]:
    """Numbers of the units on the table, of one side or both."""
    for number, unit in enumerate(state.units):
        if unit.where == "table" and side in (None, unit.side):
            yield number


def choices(state: State, numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    """Units to choose from, grouped by Brigade, and by side if both sides have some."""
    units = list(numbers)
    both = len({state.units[number].side for number in units}) > 1
    return tuple(
        FactChoice(f"unit {number}", state.units[number].name, _heading(state, number, both)) for number in units
    )


def unit_fact(state: State, key: str, label: str, numbers: Iterable[int], stated: Facts, *, rule: str = "") -> Fact:
    """The fact that asks for a unit among ``numbers``; its answer opens further facts."""
    value = stated.get(key, "")
    return Fact(key=key, label=label, choices=choices(state, numbers), value=value, rule=rule, opens=True)


def _heading(state: State, number: int, both: bool) -> str:
    unit = state.units[number]
    name = state.brigades[unit.brigade].name
    return f"{state.setup.forces[unit.side == 'b'].name}: {name}" if both else name


def formation_fact(unit: Unit, key: str, stated: Facts, label: str) -> tuple[Fact, ...]:
    """The fact that asks for a unit's formation, if more than one is possible."""
    open_to = possible_formations(unit)
    if len(open_to) < 2:
        return ()
    formations = tuple(FactChoice(each, FORMATIONS[each].word) for each in open_to)
    return (Fact(key=key, label=label, choices=formations, value=stated.get(key, unit.formation), rule="MN-FORM-07"),)


def formation_in(unit: Unit, facts: Facts, key: str) -> Formation:
    """The stated formation of a unit, or else its formation in the tracker."""
    word = facts.get(key, "")
    return next((each for each in possible_formations(unit) if each == word), unit.formation)


def tick(key: str, label: str, stated: Facts, rule: str = "", *, usual: bool = False) -> Fact:
    """A tick box."""
    return Fact(key=key, label=label, kind="tick", value=stated.get(key, YES if usual else ""), rule=rule)
