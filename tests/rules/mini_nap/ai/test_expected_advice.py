"""Advice in random positions against expected text: every value, and the reason of the best action."""

from collections.abc import Iterator
from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import combat, command, movement
from battles.rules.mini_nap.ai.charges import ExpectedCombat, interception_cost, paired
from battles.rules.mini_nap.ai.evaluation import PlaceValues, evaluate
from battles.rules.mini_nap.ai.situation import Situation, situation
from battles.rules.mini_nap.fire.firing_phase import unit_options
from battles.rules.mini_nap.movement import samples
from battles.rules.mini_nap.positions import on_table
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.random_positions import GROUND, keep, kept, melee, told

TEXT = kept("judged")
SEEDS = range(20)
HEADINGS = [f"{seed} {side} {how}" for seed in SEEDS for side, how in zip("ab", ("plain", "ahead"), strict=True)]


def position(seed: int, side: Any) -> State:
    """A melee in which a side has the initiative; every other one with ground."""
    return melee(seed, features=GROUND if seed % 2 else (), active=side, brigade=1 if side == "a" else 3)


def lines(heading: str) -> Iterator[str]:
    """All values of a position for one side."""
    seed, side, how = heading.split()
    state = position(int(seed), side)
    field = situation(state, side, how == "ahead")
    standing = PlaceValues(field, how == "ahead")
    yield f"worth {evaluate(state, side)}"
    yield f"stands {_row(standing.value(each.number, each.unit) for each in field.own)}"
    yield f"backing {_row(field.backing(each.number) for each in (*field.own, *field.foes))}"
    yield f"urgency {_row(command._urgency(field, brigade) for brigade in range(len(state.brigades)))}"
    yield from _stands(field)
    for number in on_table(state, side):
        yield from _manoeuvres(field, standing, number)
        yield from _shots(field, number)
    yield from _combats(field)
    yield f"best {_best(state, side, how == 'ahead')}"


def _row(values: Any) -> str:
    return " ".join(str(each) for each in values)


def _stands(field: Situation) -> Iterator[str]:
    """Where commanders would ride."""
    for number, stand in enumerate(field.state.stands):
        if stand.side == field.side and stand.level != "brigade":
            found = command._to_units(field, number, stand)
            yield f"rides {number}: {found and (told(found.action), found.value)}"


def _manoeuvres(field: Situation, standing: PlaceValues, number: int) -> Iterator[str]:
    """The gain of every manoeuvre of a unit, and the risk of its moves."""
    state = field.state
    for option in samples.options(state, number):
        found: list[Any] = []
        for action in option.actions:
            if isinstance(action.move, act.Charge | act.ExtendedCharge):
                advice = movement._charge_advice(field, action)
                found += [advice.value, advice.reason]
                continue
            there = movement.unit_after(state, action)
            found.append(standing.value(number, there))
            if field.looks_ahead and action.move is not None:
                found[-1] = f"{found[-1]}-{interception_cost(field, number, there)}"
        yield f"{number} {option.kind}: {_row(found)}"


def _shots(field: Situation, number: int) -> Iterator[str]:
    """The gain of every shot of a unit."""
    found = [
        combat._shot(field, action).value
        for option in unit_options(field.state, number)
        for action in option.actions
        if isinstance(action, act.Fire)
    ]
    if found:
        yield f"{number} fires: {_row(found)}"


def _combats(field: Situation) -> Iterator[str]:
    """The gain of a combat with each enemy."""
    state = field.state
    for stood in field.own:
        if stood.of != "artillery":
            found = [
                ExpectedCombat(field, state, [paired(state, stood.number, foe.number)]).value() for foe in field.foes
            ]
            yield f"{stood.number} fights: {_row(found)}"


def _best(state: State, side: Any, ahead: bool) -> str:
    advice = SYSTEM.ai.evaluator(SYSTEM.secrets.view(state, side), side, ahead=ahead).best(SYSTEM.options(state, side))
    return f"{told(advice.action)} {advice.value} {advice.reason}"


@pytest.mark.parametrize("heading", HEADINGS)
def test_values_and_advice_in_a_position(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("judged", HEADINGS, lines)
