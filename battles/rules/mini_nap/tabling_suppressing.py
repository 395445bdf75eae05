"""Suppression at the table, as one deed: who suppresses which batteries (MN-FIRE-60 to 62)."""

from collections.abc import Iterator

from battles.engine.core import Refusal
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.answering import most_suppressed
from battles.rules.mini_nap.kinds import is_formed, unit_class
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tabling_facts import Kind, choices, unit_in, units_of
from battles.rules.mini_nap.tabling_play import Keeping


def _facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    able = (each for each in units_of(state) if _may_suppress(state, each))
    who = Fact(
        key="unit",
        label="Who suppresses",
        choices=choices(state, able),
        value=stated.get("unit", ""),
        rule="MN-FIRE-60",
        opens=True,
    )
    number = unit_in(state, stated)
    if number == NONE:
        return (who,)
    batteries = choices(state, _batteries(state))
    first = Fact(
        key="battery",
        label="The battery that is about to fire",
        choices=batteries,
        value=stated.get("battery", ""),
        rule="MN-FIRE-61",
    )
    if most_suppressed(state.setup.rules.tables, state.units[number].points) < 2:
        return (who, first)
    second = Fact(
        key="second",
        label="And another within its range",
        choices=(FactChoice("none", "no other"), *batteries),
        value=stated.get("second", "none"),
        rule="MN-FIRE-61",
    )
    return (who, first, second)


def _batteries(state: State) -> Iterator[int]:
    """The batteries of the active side that could be suppressed."""
    for number in units_of(state, state.active or None):
        unit = state.units[number]
        if unit_class(unit) == "artillery" and unit.crew_in == NONE and not unit.yellow:
            yield number


def _may_suppress(state: State, number: int) -> bool:
    """Infantry in skirmish line, of the side without the initiative, that may still fire (MN-FIRE-60)."""
    unit = state.units[number]
    if not state.active or unit.side == state.active or unit_class(unit) != "infantry" or is_formed(unit):
        return False
    return not (unit.yellow or unit.mute or unit.idle)


def _refuse(state: State, stated: Facts) -> Refusal | None:
    battery, second = (unit_in(state, stated, key) for key in ("battery", "second"))
    if second == battery:
        return Refusal("malformed", "MN-FIRE-61", f"{state.units[battery].name} is suppressed once.")
    if state.division != NONE or state.step not in ("manoeuvre", "fire"):
        return Refusal("wrong_phase", "MN-FIRE-62", "Suppression answers a battery that is about to fire.")
    return None


def _perform(play: Keeping, stated: Facts) -> None:
    number, battery, second = (unit_in(play.state, stated, key) for key in ("unit", "battery", "second"))
    batteries = (battery,) if second == NONE else (battery, second)
    if play.state.step == "manoeuvre":
        play.tell(happened.StepBegan(step="fire"))
    play.tell(happened.Suppressed(unit=number, batteries=batteries))
    for each in batteries:
        play.mark(each, "MN-RULING-81", mute=True)


SUPPRESS = Kind(title="Suppression", facts=_facts, refuse=_refuse, perform=_perform, question=True)
"""Skirmishers keep batteries from firing."""
