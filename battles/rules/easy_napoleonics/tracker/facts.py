"""Facts of a tracker entry: reading, checks, and choices of units and leaders."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import Refusal, SideId
from battles.engine.forecast import Forecast
from battles.engine.tracker import Fact, FactChoice, Facts
from battles.engine.words.verbs import with_verb
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.names import FORMATION_WORDS
from battles.rules.easy_napoleonics.state import NOWHERE, State, Unit
from battles.rules.easy_napoleonics.tables import MOVES, Formation
from battles.rules.easy_napoleonics.tracker.events import TrackerPlay

YES: Final = "yes"
NOBODY: Final = FactChoice("", "no one")


class EntryKind(Struct, frozen=True, kw_only=True):
    """A kind of tracker entry: its facts, its refusals, its effect, and the odds of its dice."""

    title: str
    facts: Callable[[State, Facts], tuple[Fact, ...]]
    refuse: Callable[[State, Facts], Refusal | None]
    perform: Callable[[TrackerPlay, Facts], None]
    odds: Callable[[State, Facts], tuple[Forecast, ...]] | None = None
    question: bool = False


def number_in(stated: Facts, key: str, word: str, count: int) -> int:
    """The number in ``unit 7`` if it is below ``count``; else `NOWHERE`."""
    noun, _, digits = stated.get(key, "").partition(" ")
    if noun != word or not digits.isascii() or not digits.isdecimal() or len(digits) > 4:
        return NOWHERE
    return int(digits) if int(digits) < count else NOWHERE


def unit_in(state: State, stated: Facts, key: str = "unit") -> int:
    """The unit that a fact names."""
    return number_in(stated, key, "unit", len(state.units))


def leader_in(state: State, stated: Facts, key: str) -> int:
    """The leader that a fact names."""
    return number_in(stated, key, "leader", len(state.leaders))


def tap_facts(*keys: str) -> Callable[[State, Facts], tuple[Fact, ...]]:
    """Facts of an entry made by one tap, which states all of them."""

    def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
        values = ((key, stated.get(key, "")) for key in keys)
        return tuple(
            Fact(key=key, label=key, choices=(FactChoice(value, value),), value=value) for key, value in values
        )

    return facts


def refuse_open(facts: tuple[Fact, ...], stated: Facts) -> Refusal | None:
    """Refusal if a fact is open, unknown, or has a value that is not among its choices."""
    if unknown := sorted(set(stated) - {fact.key for fact in facts}):
        return Refusal("malformed", "EN-SEQ-01", f"“{unknown[0][:40]}” is no longer asked here.")
    for fact in facts:
        value = stated.get(fact.key, fact.value)
        allowed = {choice.value for choice in fact.choices} if fact.kind == "choice" else {"", YES}
        if value not in allowed:
            what = (
                f"{fact.label}: choose one" if not value else f"{fact.label}: “{value[:40]}” is not one of the choices"
            )
            return Refusal("malformed", fact.rule or "EN-SEQ-01", f"{what}.")
    return None


def refuse_missing_unit(state: State, number: int, rule: str) -> Refusal | None:
    """Refusal if there is no such unit, or it is broken."""
    if number == NOWHERE:
        return Refusal("no_such", rule, "There is no such unit in this game.")
    if state.units[number].level == "broken":
        return Refusal("gone", "EN-UNIT-06", f"{with_verb(state.units[number].name, 'is')} broken and removed.")
    arrival = state.units[number].arrival
    if arrival is not None and arrival.turn > state.turn:
        return Refusal(
            "gone", "EN-RULING-120", f"{with_verb(state.units[number].name, 'arrives')} in turn {arrival.turn}."
        )
    return None


def in_play(state: State, side: SideId | None = None) -> Iterator[int]:
    """Numbers of the units in play, of one side or of both."""
    for number, unit in enumerate(state.units):
        late = unit.arrival is not None and unit.arrival.turn > state.turn
        if unit.level != "broken" and not late and side in (None, unit.side):
            yield number


def choices(state: State, numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    """Choices for these units, grouped by side."""
    return tuple(
        FactChoice(f"unit {number}", state.units[number].name, state.setup.forces[state.units[number].side == "b"].name)
        for number in numbers
    )


def formations(unit: Unit) -> tuple[Formation, ...]:
    """Formations of a unit, including hasty square if it has square (EN-UNIT-03)."""
    own = [move.formation for move in MOVES[unit.kind]]
    return (*own, "hasty_square") if "square" in own else tuple(own)


def formation_in(unit: Unit, stated: Facts, key: str) -> Formation:
    """The stated formation of a unit, or the formation that the tracker has."""
    return next((formation for formation in formations(unit) if formation == stated.get(key)), unit.formation)


def unit_facts(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    """Facts about a unit: its formation, and the leader with it."""
    unit, name = state.units[number], say.unit(state, number)
    form_choices = tuple(FactChoice(each, FORMATION_WORDS[each]) for each in formations(unit))
    value = stated.get(f"{key}_formation", unit.formation)
    yield Fact(
        key=f"{key}_formation",
        label=f"{with_verb(name, 'is')} in",
        choices=form_choices,
        value=value,
        rule="EN-UNIT-03",
    )
    leaders = tuple(
        FactChoice(f"leader {place}", leader.name)
        for place, leader in enumerate(state.leaders)
        if leader.side == unit.side and leader.alive
    )
    if leaders:
        label, value = f"Leader with {name}", stated.get(f"{key}_leader", "")
        yield Fact(key=f"{key}_leader", label=label, choices=(NOBODY, *leaders), value=value, rule="EN-LEADER-03")


def choice_fact(key: str, label: str, values: Mapping[Any, str], stated: Facts, usual: str, rule: str) -> Fact:
    """A fact with a few fixed choices."""
    options = tuple(FactChoice(value, words) for value, words in values.items())
    return Fact(key=key, label=label, choices=options, value=stated.get(key, usual), rule=rule)


def unit_choice(
    state: State, key: str, label: str, numbers: Iterable[int], stated: Facts, *, may_be_nobody: bool = False
) -> Fact:
    """A fact that chooses a unit; other facts follow from it."""
    units = choices(state, numbers)
    if may_be_nobody:
        units = (NOBODY, *units)
    return Fact(key=key, label=label, choices=units, value=stated.get(key, ""), opens=True)
