"""Facts of a tracker entry: reading, checks, and choices of units and leaders."""

from collections.abc import Iterable, Iterator
from typing import Final

from battles.engine.core import Refusal, SideId
from battles.engine.tracker import Fact, FactChoice, Facts, number_in
from battles.engine.words.verbs import refused, with_verb
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.names import FORMATION_WORDS
from battles.rules.easy_napoleonics.state import NOWHERE, State, Unit
from battles.rules.easy_napoleonics.tables import MOVES, Formation

NOBODY: Final = FactChoice("", "no one")


def unit_in(state: State, stated: Facts, key: str = "unit") -> int:
    """The unit that a fact names."""
    return number_in(stated, key, "unit", len(state.units))


def leader_in(state: State, stated: Facts, key: str) -> int:
    """The leader that a fact names."""
    return number_in(stated, key, "leader", len(state.leaders))


def refuse_missing_unit(state: State, number: int, rule: str) -> Refusal | None:
    """Refusal if there is no such unit, or it is broken."""
    if number == NOWHERE:
        return Refusal("no_such", rule, "There is no such unit in this game.")
    if state.units[number].level == "broken":
        return refused("gone", "EN-UNIT-06", state.units[number].name, "is", "broken and removed.")
    arrival = state.units[number].arrival
    if arrival is not None and arrival.turn > state.turn:
        return refused("gone", "EN-RULING-120", state.units[number].name, "arrives", f"in turn {arrival.turn}.")
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


def unit_choice(
    state: State, key: str, label: str, numbers: Iterable[int], stated: Facts, *, may_be_nobody: bool = False
) -> Fact:
    """A fact that chooses a unit; other facts follow from it."""
    units = choices(state, numbers)
    if may_be_nobody:
        units = (NOBODY, *units)
    return Fact(key=key, label=label, choices=units, value=stated.get(key, ""), opens=True)
