"""What the judge makes of positions that a lot has put together: every value, and of what is best the reason.

``kept/judged.txt`` holds it. These are opinions and no rules: whoever changes one reads in the diff what else changes.
`python -m tests.rules.mini_nap.test_mn_judged` writes the text anew.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import judging_command, judging_fire, judging_moves, sampling
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.judging_charge import hazard
from battles.rules.mini_nap.judging_contact import Contact, paired
from battles.rules.mini_nap.judging_field import Field, field_of
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.judging_worth import worth
from battles.rules.mini_nap.shooting import options_of
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_melee import GROUND, keep, kept, melee, told

TEXT = kept("judged")
SEEDS = range(20)
HEADINGS = [f"{seed} {side} {how}" for seed in SEEDS for side, how in zip("ab", ("plain", "ahead"), strict=True)]


def position(seed: int, side: Any) -> State:
    """A melee in which a side has the initiative; every other one with ground."""
    return melee(seed, features=GROUND if seed % 2 else (), active=side, brigade=1 if side == "a" else 3)


def lines(heading: str) -> Iterator[str]:
    """All that is judged of a position by one side."""
    seed, side, how = heading.split()
    state = position(int(seed), side)
    field = field_of(state, side, how == "ahead")
    standing = Standing(field, how == "ahead")
    yield f"worth {worth(state, side)}"
    yield f"stands {_row(standing.worth(each.number, each.unit) for each in field.own)}"
    yield f"backing {_row(field.backing(each.number) for each in (*field.own, *field.foes))}"
    yield f"urgency {_row(judging_command._urgency(field, brigade) for brigade in range(len(state.brigades)))}"
    yield from _stands(field)
    for number in on_table(state, side):
        yield from _manoeuvres(field, standing, number)
        yield from _shots(field, number)
    yield from _combats(field)
    yield f"best {_best(state, side, how == 'ahead')}"


def _row(values: Any) -> str:
    return " ".join(str(each) for each in values)


def _stands(field: Field) -> Iterator[str]:
    """Where commanders would ride."""
    for number, stand in enumerate(field.state.stands):
        if stand.side == field.side and stand.level != "brigade":
            found = judging_command._to_units(field, number, stand)
            yield f"rides {number}: {found and (told(found.action), found.value)}"


def _manoeuvres(field: Field, standing: Standing, number: int) -> Iterator[str]:
    """Of everything that a unit may do what it gains, and of ways what they cost."""
    state = field.state
    for option in sampling.options(state, number):
        found: list[Any] = []
        for action in option.actions:
            if isinstance(action.move, act.Charge | act.ExtendedCharge):
                advice = judging_moves._charge(field, action)
                found += [advice.value, advice.reason]
                continue
            there = judging_moves.applied(state, action)
            found.append(standing.worth(number, there))
            if field.looks_ahead and action.move is not None:
                found[-1] = f"{found[-1]}-{hazard(field, number, there)}"
        yield f"{number} {option.kind}: {_row(found)}"


def _shots(field: Field, number: int) -> Iterator[str]:
    """What every shot of a unit gains."""
    found = [
        judging_fire._shot(field, action).value
        for option in options_of(field.state, number)
        for action in option.actions
        if isinstance(action, act.Fire)
    ]
    if found:
        yield f"{number} fires: {_row(found)}"


def _combats(field: Field) -> Iterator[str]:
    """What combats with each enemy would gain."""
    state = field.state
    for stood in field.own:
        if stood.of != "artillery":
            found = [Contact(field, state, [paired(state, stood.number, foe.number)]).value() for foe in field.foes]
            yield f"{stood.number} fights: {_row(found)}"


def _best(state: State, side: Any, ahead: bool) -> str:
    advice = SYSTEM.judge(SYSTEM.view(state, side), side, ahead=ahead).best(SYSTEM.options(state, side))
    return f"{told(advice.action)} {advice.value} {advice.reason}"


@pytest.mark.parametrize("heading", HEADINGS)
def test_what_a_judge_makes_of_a_position(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("judged", HEADINGS, lines)
