"""Whole combats, answers to charges and enemies along the way, as the strongest level values them."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai import Choice, Greedy, Marshal, fight
from battles.engine.core import Option
from battles.engine.dice import SeededDice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai.charges import ExpectedCombat, charge_value, interception_cost
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import WHOLE, GroupCombat
from battles.rules.mini_nap.ai.situation import Situation, situation
from battles.rules.mini_nap.combat.combatants import Combatant, CombatGroup, Fighter, Opposition
from battles.rules.mini_nap.odds.combat import combat_odds
from battles.rules.mini_nap.rules import DEFAULTS
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, noted
from tests.rules.mini_nap.builders.table_positions import mm


def ahead(state: State, side: Any = "a") -> Situation:
    return situation(state, side, True)


def moved(unit: Unit, x: float = 0, y: float = 0, **changes: Any) -> Unit:
    """A unit so many centimetres further."""
    return replace(unit, x=unit.x + mm(x), y=unit.y + mm(y), **changes)


# Whole combats.


def soldier(side: Any, points: int, rating: Any = "veteran", **facts: Any) -> Combatant:
    kind = facts.pop("kind", "infantry")
    fighter = Fighter(unit_class=kind, rating=rating, formation=facts.pop("formation", "line"))
    return Combatant(side=side, fighter=fighter, points=points, **facts)


def both_ways(*pairs: tuple[int, int], outflanking: tuple[int, int] = (-1, -1)) -> tuple[Opposition, ...]:
    every = [each for pair in pairs for each in (pair, pair[::-1])]
    return tuple(Opposition(unit, enemy, (unit, enemy) == outflanking) for unit, enemy in every)


@pytest.mark.rule(
    "MN-HTH-14", "What each unit of a combat is expected to lose is what the exact odds say, to a point in fifty."
)
@pytest.mark.parametrize(
    "fray",
    [
        CombatGroup((soldier("a", 6), soldier("b", 6, "trained")), both_ways((0, 1))),
        CombatGroup((soldier("a", 5), soldier("a", 5), soldier("b", 6)), both_ways((0, 2), (1, 2))),
        CombatGroup((soldier("a", 5), soldier("a", 5), soldier("b", 6)), both_ways((0, 2), (1, 2), outflanking=(1, 2))),
        CombatGroup(
            (soldier("a", 4, kind="cavalry", charging=True), soldier("b", 6, "trained"), soldier("b", 3)),
            both_ways((0, 1)),
        ),
    ],
)
def test_a_combat_of_several_costs_what_the_exact_odds_say(fray: CombatGroup) -> None:
    ends = combat_odds(fray).end
    for place, (lost, gone) in enumerate(GroupCombat(DEFAULTS, fray).costs()):
        points = fray.units[place].points
        assert lost / WHOLE == pytest.approx(
            float(sum((points - left[place]) * p for left, p in ends.items())), abs=0.1
        )
        assert gone / WHOLE == pytest.approx(float(sum(p for left, p in ends.items() if not left[place])), abs=0.02)


@pytest.mark.rule("MN-HTH-11", "Points go where they cost most, and no more than needed against one of two enemies.")
def test_points_are_allotted_to_two_enemies() -> None:
    alone = CombatGroup((soldier("a", 9), soldier("b", 2)), both_ways((0, 1)))
    two = CombatGroup((soldier("a", 9), soldier("b", 2), soldier("b", 2)), both_ways((0, 1), (0, 2)))
    (_, one), (_, first, second) = (GroupCombat(DEFAULTS, fray).costs() for fray in (alone, two))
    assert first[1] > one[1] * 9 // 10
    assert second[1] > WHOLE // 2


# Who joins in, and from where.


@pytest.mark.rule(
    "MN-HTH-02", "A friend near enough counts in a combat that is due, and more from behind the enemy's front."
)
def test_friends_that_may_join_in_count() -> None:
    enemy = foot("enemy", y=2, facing=180)
    friends = {
        "none": foot("far", y=-40),
        "beside": foot("beside", x=6),
        "behind": foot("behind", x=6, y=5, facing=270),
    }
    values = {}
    for name, friend in friends.items():
        state = field(foot(), friend, against=(enemy,))
        values[name] = ExpectedCombat.of(ahead(state), state, 0).value()
    assert values["none"] < values["beside"] < values["behind"]


@pytest.mark.rule("MN-HTH-06", "A unit with a white marker does not join in.")
def test_friends_that_may_not_join_in_do_not_count() -> None:
    state = field(foot(), foot("beside", x=6), against=(foot("enemy", y=2, facing=180),))
    marked = noted(state, 1, white=True)
    assert ExpectedCombat.of(ahead(marked), marked, 0).value() < ExpectedCombat.of(ahead(state), state, 0).value()


def test_both_sides_count_a_combat_alike() -> None:
    state = field(foot(), foot("beside", x=6), against=(foot("enemy", y=2, facing=180),))
    assert ExpectedCombat.of(ahead(state), state, 0).value() == -ExpectedCombat.of(ahead(state, "b"), state, 2).value()


# Charges and their answers.


@pytest.mark.rule("MN-REACT-70", "A charge is worth less where its target may counter-charge.")
def test_a_counter_charge_is_reckoned_with() -> None:
    state = field(horse(), against=(horse("enemy", y=10, facing=180),))
    tired = noted(state, 1, blue="reaction")
    arrived = moved(state.units[0], y=6)
    assert charge_value(ahead(state), 0, arrived, 1, mm(6)) < charge_value(ahead(tired), 0, arrived, 1, mm(6))


@pytest.mark.rule(
    "MN-REACT-40", "Cavalry that begins its charge within 12 cm of infantry gains more than from further away."
)
def test_the_way_of_a_charge_decides_whether_infantry_may_form_square() -> None:
    state = field(horse(), against=(foot("enemy", y=10, facing=180),))
    arrived = moved(state.units[0], y=7)
    near, far = (charge_value(ahead(state), 0, arrived, 1, mm(away)) for away in (12, 13))
    assert near > far


@pytest.mark.rule("MN-REACT-14", "To charge skirmishers, who may fall back, is worth less than to charge a line.")
def test_skirmishers_are_expected_to_fall_back() -> None:
    def value(**stands: Any) -> int:
        state = field(horse(), against=(foot("enemy", y=10, facing=180, **stands),))
        return charge_value(ahead(state), 0, moved(state.units[0], y=7), 1, mm(7))

    assert value(type="light_infantry", formation="skirmish_line") < value()


# On the way.


@pytest.mark.rule("MN-REACT-60", "To move where enemy cavalry may charge costs by the chance that it does.")
def test_it_costs_to_move_past_cavalry() -> None:
    state = field(foot(), against=(horse("enemy", x=10, y=4, facing=270),))
    unit = state.units[0]
    assert interception_cost(ahead(state), 0, moved(unit, y=6)) > 0
    assert interception_cost(ahead(noted(state, 1, blue="reaction")), 0, moved(unit, y=6)) == 0
    back = replace(state, units=(moved(unit, y=-54), *state.units[1:]))
    assert interception_cost(ahead(back), 0, moved(unit, y=-60)) == 0


@pytest.mark.rule(
    "MN-REACT-63", "Cavalry that would have to turn by more than 90 degrees is nothing to fear on the way."
)
def test_cavalry_that_looks_away_does_not_count() -> None:
    state = field(foot(), against=(horse("enemy", x=10, y=4, facing=90),))
    unit = state.units[0]
    assert interception_cost(ahead(state), 0, moved(unit, y=6)) == 0


# Small arms.


@pytest.mark.rule("MN-FIRE-13", "Infantry would rather stand where it can fire at a column that answers with one die.")
def test_moving_into_small_arms_range_has_a_value() -> None:
    state = field(foot(), against=(foot("enemy", y=12, facing=180, formation="column"),))
    standing, unit = PlaceValues(ahead(state), True), state.units[0]
    near, short = standing.value(0, moved(unit, y=5.5)), standing.value(0, moved(unit, y=4.5))
    blind = PlaceValues(situation(state, "a"))
    assert near - short > blind.value(0, moved(unit, y=5.5)) - blind.value(0, moved(unit, y=4.5))


# The player.


class NeverPlaysOut:
    """Mini-Nap for a marshal that has only the evaluator."""

    certain = True

    @property
    def ai(self) -> Any:
        return self

    ui = ai

    def evaluator(self, *known: Any, **more: Any) -> Any:
        return SYSTEM.ai.evaluator(*known, **more)

    def evaluate(self, *known: Any) -> Any:
        raise AssertionError("nothing is played out")

    horizon = evaluate

    @property
    def standing_orders(self) -> Any:
        return SYSTEM.ui.standing_orders

    def ordered(self, *asked: Any) -> Any:
        return SYSTEM.ui.ordered(*asked)


class Kept:
    """A marshal that records its answers and stops after a number of choices."""

    def __init__(self, most: int) -> None:
        self.player = Marshal(NeverPlaysOut(), b"seed", simulations=1)  # type: ignore[arg-type]
        self.most = most
        self.choices: list[Choice] = []

    def choose(self, view: Any, options: Any) -> Choice:
        if len(self.choices) >= self.most:
            raise StopIteration
        self.choices.append(self.player.choose(view, options))
        return self.choices[-1]


def test_a_marshal_plays_by_the_evaluator_and_gives_reasons() -> None:
    kept = Kept(90)
    with pytest.raises(StopIteration):
        fight(SYSTEM, SYSTEM.scenarios.load("division_meeting"), {"a": kept, "b": Greedy(SYSTEM)}, b"marshal".ljust(32))
    for choice in kept.choices:
        assert not choice.why[0].islower(), choice
        assert choice.why.endswith("."), choice
    deployed = [choice.action for choice in kept.choices if isinstance(choice.action, act.Deploy)]
    assert {action.formation for action in deployed} == {"line", "battery"}


def test_a_marshal_names_one_action() -> None:
    state = field(guns(), foot("beside", x=8), against=(foot("enemy", y=30, facing=180),))
    options: Any = SYSTEM.options(state, "a")
    found: list[Option] = list(options)
    judge = SYSTEM.ai.evaluator(SYSTEM.secrets.view(state, "a"), "a", ahead=True)
    assert SYSTEM.ai.certain
    assert [advice.action for advice in judge.ranked(found, 60)] == [judge.best(found).action]


# Whole positions, for whoever plays actions out.


@pytest.mark.rule("MN-HTH-20", "A position is worth more if an enemy in a pending combat is outflanked.")
def test_a_position_counts_the_combats_that_are_due() -> None:
    front, rear = (field(foot(), against=(foot("enemy", y=2, facing=facing),)) for facing in (180, 0))
    assert SYSTEM.ai.evaluate(rear, "a") > SYSTEM.ai.evaluate(front, "a") + 200


def test_an_action_that_is_over_brings_the_battle_on() -> None:
    state = field(foot(), foot("beside", x=8), against=(foot("enemy", y=60, facing=180),))
    action = SYSTEM.ai.evaluator(state, "a").best(SYSTEM.options(state, "a")).action
    after = SYSTEM.decide(state, "a", action, SeededDice(bytes(32), 0)).state
    assert SYSTEM.ai.horizon(after) > SYSTEM.ai.horizon(state)
