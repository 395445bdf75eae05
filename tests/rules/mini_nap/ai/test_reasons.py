"""The reasons of the computer player: both risks of a charge, and what a move gains and risks."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.odds import whole_percent
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import reasons
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import Attack
from battles.rules.mini_nap.combat.combatants import Combatant, Opposition, duel, fighter_of
from battles.rules.mini_nap.odds.combat import combat_odds
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, plan
from tests.rules.mini_nap.builders.situations import seen
from tests.rules.mini_nap.builders.table_positions import mm


def said(state: State, **there: Any) -> str:
    """Why the first unit moves to a place, by an evaluation that looks ahead."""
    unit = state.units[0]
    move = act.Advance(mm(1))
    return reasons.move_reason(PlaceValues(seen(state, "a", True), True), plan(move=move), replace(unit, **there))


@pytest.mark.rule("MN-HTH-14", "a charge tells both risks, as the odds of the combat have them")
@pytest.mark.parametrize("outflanking", [False, True])
def test_a_charge_tells_both_risks(outflanking: bool) -> None:
    state = field(horse("Trip"), against=(foot("Jamin", y=9, facing=180, points=4),))
    unit, enemy = state.units[:2]
    told = reasons.combat_risks(seen(state), unit, enemy, Attack(outflanking))
    options = state.setup.rules.options
    one, two = (
        Combatant(side=each.side, fighter=fighter_of(options, each), points=each.points, charging=each is unit)
        for each in (unit, enemy)
    )
    ends = combat_odds(duel(one, two, Opposition(0, 1, outflanking, 0)), state.setup.rules)
    won, lost = (whole_percent(ends.chance(lambda left, at=at: not left[at])) for at in (1, 0))
    assert told == f"{won} to destroy the enemy, {lost} to be destroyed, if no other unit joins in"


def test_a_move_says_how_near_it_comes() -> None:
    state = field(foot("Best"), against=(foot("Jamin", y=40, facing=180),))
    assert re.fullmatch(r"Best moves to \d+ cm from Jamin\.", said(state, y=state.units[0].y + mm(10)))


def test_a_move_says_whose_charge_it_risks_or_leaves() -> None:
    state = field(foot("Best", points=3), against=(horse("Trip", y=50, facing=180),))
    unit = state.units[0]
    assert said(state, y=unit.y + mm(15)).endswith("; Trip may charge it there.")
    near = field(foot("Best", points=3), against=(horse("Trip", y=12, facing=180),))
    assert "out of reach of Trip" in said(near, y=near.units[0].y - mm(40))


def test_a_brigade_acts_for_its_best_charge() -> None:
    state = field(horse("Trip"), against=(guns("Rogers", y=12, facing=180),))
    assert reasons.brigade_reason(seen(state), 0).endswith(" acts now: Trip can charge Rogers.")
