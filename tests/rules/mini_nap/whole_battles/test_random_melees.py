"""Crowded positions, fought to the end of the initiative by chance: what holds of every one of them."""

import random
from typing import Any

import pytest

from battles.engine.dice import SeededDice
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.positions import enemies_in_contact, footprint, on_table, overlapping_units
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import ForceUnit, State, in_square, unit_class
from tests.rules.mini_nap.builders.melees import field, noted
from tests.rules.mini_nap.builders.table_positions import recruit

FORMATIONS: dict[str, tuple[str, ...]] = {
    "line_infantry": ("line", "column", "solid_square"),
    "light_infantry": ("line", "column", "skirmish_line"),
    "heavy_cavalry": ("line", "column"),
    "light_cavalry": ("line", "skirmish_line"),
    "foot_artillery": ("battery",),
}
RATINGS = ("guard", "elite", "veteran", "trained", "untrained")
MOST_STEPS = 3_000


def crowd(side: str, chance: random.Random) -> tuple[ForceUnit, ...]:
    """Fourteen units of a side within 30 by 20 cm."""
    found = []
    for number in range(14):
        kind = chance.choice(("line_infantry", *FORMATIONS))
        facts: dict[str, Any] = {"weight": "light"} if kind == "foot_artillery" else {}
        found.append(
            recruit(
                f"{side}{number}",
                kind,
                (chance.randint(60, 90) + chance.choice((0, 0.25, 0.5)), chance.randint(45, 65)),
                chance.choice((0, 90, 180, 270, chance.uniform(0, 359))),
                chance.choice(FORMATIONS[kind]),
                rating=chance.choice(RATINGS),
                points=chance.randint(2, 7),
                **facts,
            )
        )
    return tuple(found)


def position(chance: random.Random) -> State:
    """Two crowds; whoever would stand on another is not there. Some have markers, and some have charged."""
    options = Options(
        hth_allotment=chance.choice(("simultaneous", "active_first")),
        outflank_test=chance.choice(("any_part", "contact_part")),
        one_sp_reform=chance.choice(("forbid", "remove", "ignore")),
        blue_bars_breakthrough_charge=chance.choice(("disorder", "any")),
    )
    state = field(crowd("a", chance), crowd("b", chance), options=options, active=chance.choice("ab"))
    for number in range(len(state.units)):
        if overlapping_units(state, number, footprint(state, number)):
            state = noted(state, number, where="destroyed")
    for number in list(on_table(state)):
        unit = state.units[number]
        free = not enemies_in_contact(state, number) and not in_square(unit) and unit_class(unit) != "artillery"
        state = noted(
            state,
            number,
            command=chance.choice(("in", "in", "cautious", "out")),
            white=free and chance.random() < 0.3,
            blue=chance.choice(("", "", "reaction", "disorder")),
            impact=chance.random() < 0.3,
        )
    return state


def step(state: State, chance: random.Random, dice: SeededDice) -> State:
    """One answer, by chance, or one piece of work."""
    play = Resolution(state, dice)
    handler, sides = turn.current_handler(state), turn.deciders(state)
    if not sides:
        handler.proceed(play)
        assert play.state != state, "work that changes nothing"
    else:
        side = chance.choice(sides)
        options = handler.options(state, side)
        for option in options:
            assert option.actions, option.kind
            for action in option.actions:
                assert handler.refuse(state, side, action) is None, action
        rare = [option for option in options if option.kind in ("break_charge", "join", "break_square")]
        option = chance.choice(rare if rare and chance.random() < 0.7 else options)
        handler.perform(play, side, chance.choice(list(option.actions)))
    folded = state
    for event in play.events:
        folded = evolve(folded, event)
    assert folded == play.state
    return play.state


@pytest.mark.rule("MN-HTH-10", "combat goes on until no two enemies are in contact")
@pytest.mark.rule("MN-BREAK-04", "each unit with a white marker takes one of its ways, and then the phase is over")
@pytest.mark.rule("MN-INTERPEN-04", "nobody ends on another")
@pytest.mark.parametrize("seed", range(16))
def test_every_crowd_fights_to_an_end(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    state, steps = position(chance), 0
    while state.stack or state.step != "end":
        state = step(state, chance, SeededDice(b"crowd %d" % seed, steps))
        steps += 1
        assert steps < MOST_STEPS
        for number in on_table(state):
            assert not overlapping_units(state, number, footprint(state, number)), state.units[number].name
    assert not any(unit.white for unit in state.units if unit.where == "table")
    assert not any(enemies_in_contact(state, number) for number in on_table(state))
