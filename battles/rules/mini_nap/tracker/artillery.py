"""Entries for artillery: fire at a structure, and suppression of batteries.

Source: MNT-STRUCT-02, MN-FIRE-60, MN-FIRE-61, MN-FIRE-62.
"""

from collections.abc import Iterator

from battles.engine.core import Refusal
from battles.engine.forecast import Forecast
from battles.engine.tracker import EntryKind, Fact, FactChoice, Facts, is_stated, tick
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.fire import dice
from battles.rules.mini_nap.reactions.fire import max_suppressed
from battles.rules.mini_nap.state import NONE, State, is_formed, unit_class
from battles.rules.mini_nap.tracker.events import TrackerPlay, choices, unit_fact, unit_in, units_of
from battles.rules.mini_nap.tracker.fire import (
    BANDS,
    band_fact,
    damage,
    damage_odds,
    may_fire,
    structure_fact,
    structure_in,
)
from battles.rules.mini_nap.tracker.quality_tests import chance_of
from battles.rules.mini_nap.words import names as say


def _battery_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    able = (each for each in units_of(state, state.active or None) if _may_batter(state, each))
    firer = unit_fact(state, "firer", "Firing battery", able, stated, rule="MNT-STRUCT-02")
    number = unit_in(state, stated, "firer")
    if number == NONE:
        return (firer,)
    out = tick("out", f"{with_verb(say.unit(state, number), 'is')} not in command", stated, "MN-FIRE-06")
    return (firer, structure_fact(state, stated, "Structure"), band_fact(state, stated), out)


def _may_batter(state: State, number: int) -> bool:
    """True if the unit is artillery that may fire now (MNT-STRUCT-02)."""
    return unit_class(state.units[number]) == "artillery" and may_fire(state, number)


def _refuse_battery(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated, "firer")
    unit, tables = state.units[number], state.setup.rules.tables
    band = next((each for each in BANDS if each == stated.get("band")), None)
    shot = dice.ShotFacts(
        unit_class="artillery",
        formation="battery",
        rating=unit.rating,
        target="line",
        nation=unit.nation,
        kgl=unit.kgl,
        weight=unit.weight,
        band=band,
    )
    if dice.dice_before_halving(dice.shot_dice(tables, shot)):
        return None
    return refused("no_dice_left", "MNT-RULING-21", unit.name, "has", f"no dice at {band} range.")


def _fire_battery(play: TrackerPlay, stated: Facts) -> None:
    """The fire test of a battery out of command, then the die (MNT-RULING-21)."""
    number = unit_in(play.state, stated, "firer")
    if play.state.step == "manoeuvre":
        play.tell(happened.StepBegan(step="fire"))
    if is_stated(stated, "out") and not play.test(number, "MN-FIRE-06"):
        play.mark(number, "MN-RULING-81", mute=True)
        return
    damage(play, number, structure_in(stated))


def _odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    number = unit_in(state, stated, "firer")
    damage_forecast = damage_odds(state, number, structure_in(stated))
    if is_stated(stated, "out"):
        return (chance_of(state, number, "MN-FIRE-06", 0, "It fires"), damage_forecast)
    return (damage_forecast,)


BATTER = EntryKind(
    title="Fire at a structure",
    facts=_battery_facts,
    refuse=_refuse_battery,
    perform=_fire_battery,
    odds=_odds,
    question=True,
)
"""A shot at a structure that holds no enemy."""


def _suppression_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    able = (each for each in units_of(state) if _may_suppress(state, each))
    who = unit_fact(state, "unit", "Suppressing unit", able, stated, rule="MN-FIRE-60")
    number = unit_in(state, stated)
    if number == NONE:
        return (who,)
    batteries = choices(state, _batteries(state))
    first = Fact(
        key="battery",
        label="Battery about to fire",
        choices=batteries,
        value=stated.get("battery", ""),
        rule="MN-FIRE-61",
    )
    if max_suppressed(state.setup.rules.tables, state.units[number].points) < 2:
        return (who, first)
    second = Fact(
        key="second",
        label="Second battery in range",
        choices=(FactChoice("none", "none"), *batteries),
        value=stated.get("second", "none"),
        rule="MN-FIRE-61",
    )
    return (who, first, second)


def _batteries(state: State) -> Iterator[int]:
    """The batteries of the active side that can be suppressed."""
    for number in units_of(state, state.active or None):
        unit = state.units[number]
        if unit_class(unit) == "artillery" and unit.crew_in == NONE and not unit.yellow:
            yield number


def _may_suppress(state: State, number: int) -> bool:
    """True if the unit is an infantry skirmish line of the passive side that may still fire (MN-FIRE-60)."""
    unit = state.units[number]
    if not state.active or unit.side == state.active or unit_class(unit) != "infantry" or is_formed(unit):
        return False
    return not (unit.yellow or unit.mute or unit.idle)


def _refuse_suppression(state: State, stated: Facts) -> Refusal | None:
    battery, second = (unit_in(state, stated, key) for key in ("battery", "second"))
    if second == battery:
        return Refusal("malformed", "MN-FIRE-61", f"{state.units[battery].name} can be suppressed only once.")
    if state.division != NONE or state.step not in ("manoeuvre", "fire"):
        return Refusal("wrong_phase", "MN-FIRE-62", "You can suppress only a battery that is about to fire.")
    return None


def _suppress(play: TrackerPlay, stated: Facts) -> None:
    number, battery, second = (unit_in(play.state, stated, key) for key in ("unit", "battery", "second"))
    batteries = (battery,) if second == NONE else (battery, second)
    if play.state.step == "manoeuvre":
        play.tell(happened.StepBegan(step="fire"))
    play.tell(happened.Suppressed(unit=number, batteries=batteries))
    for each in batteries:
        play.mark(each, "MN-RULING-81", mute=True)


SUPPRESS = EntryKind(
    title="Suppression", facts=_suppression_facts, refuse=_refuse_suppression, perform=_suppress, question=True
)
"""Skirmishers stop batteries from firing."""
