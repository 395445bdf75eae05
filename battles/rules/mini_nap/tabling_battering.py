"""A shot at a structure at the table, with no enemy in it (MNT-STRUCT-02)."""

from battles.engine.core import Refusal
from battles.engine.pointing import Forecast
from battles.engine.tabling import Fact, Facts
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import firing
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tabling_facts import Kind, choices, is_said, tick, unit_in, units_of
from battles.rules.mini_nap.tabling_fire import BANDS, band_fact, may_fire
from battles.rules.mini_nap.tabling_play import Keeping
from battles.rules.mini_nap.tabling_structures import damage, damage_odds, structure_fact, structure_in
from battles.rules.mini_nap.tabling_tests import chance_of


def _facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    able = (each for each in units_of(state, state.active or None) if _may_batter(state, each))
    firer = Fact(
        key="firer",
        label="Who fires",
        choices=choices(state, able),
        value=stated.get("firer", ""),
        rule="MNT-STRUCT-02",
        opens=True,
    )
    number = unit_in(state, stated, "firer")
    if number == NONE:
        return (firer,)
    out = tick("out", f"{say.unit(state, number)} is not in command", stated, "MN-FIRE-06")
    return (firer, structure_fact(state, stated, "At which structure"), band_fact(state, stated), out)


def _may_batter(state: State, number: int) -> bool:
    """Artillery fires at structures, in its own initiative (MNT-STRUCT-02)."""
    return unit_class(state.units[number]) == "artillery" and may_fire(state, number)


def _refuse(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated, "firer")
    unit, tables = state.units[number], state.setup.rules.tables
    band = next((each for each in BANDS if each == stated.get("band")), None)
    shot = firing.Shot(
        unit_class="artillery",
        formation="battery",
        rating=unit.rating,
        target="line",
        nation=unit.nation,
        kgl=unit.kgl,
        weight=unit.weight,
        band=band,
    )
    if firing.undivided(firing.count(tables, shot)):
        return None
    return Refusal("no_dice_left", "MNT-RULING-21", f"{unit.name} has no dice at {band} range.")


def _perform(play: Keeping, stated: Facts) -> None:
    """The fire test of a battery out of command, then the die (MNT-RULING-21)."""
    number = unit_in(play.state, stated, "firer")
    if play.state.step == "manoeuvre":
        play.tell(happened.StepBegan(step="fire"))
    if is_said(stated, "out") and not play.test(number, "MN-FIRE-06"):
        play.mark(number, "MN-RULING-81", mute=True)
        return
    damage(play, number, structure_in(stated))


def _odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    number = unit_in(state, stated, "firer")
    found = damage_odds(state, number, structure_in(stated))
    if is_said(stated, "out"):
        return (chance_of(state, number, "MN-FIRE-06", 0, "It fires"), found)
    return (found,)


BATTER = Kind(title="Fire at a structure", facts=_facts, refuse=_refuse, perform=_perform, odds=_odds, question=True)
"""A shot at a structure with no enemy in it."""
