"""Single decisions of the computer player, and that its battles are sensible to their end."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai import Choice, Greedy, Random, fight, player
from battles.engine.defaults import ListedActions
from battles.engine.dice import SeededDice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai.evaluation import evaluate
from battles.rules.mini_nap.ai.exact_values import WHOLE, Attack, Duel, odds_cache, value_with_points
from battles.rules.mini_nap.ai.situation import situation
from battles.rules.mini_nap.combat.combatants import Combatant, Fighter, Opposition, duel
from battles.rules.mini_nap.decisions import Contact, Leg, MoveInProgress
from battles.rules.mini_nap.odds.combat import combat_odds
from battles.rules.mini_nap.rules import DEFAULTS
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.table_positions import battle as position
from tests.rules.mini_nap.builders.table_positions import brigade, division, force, mm, spot

SECRET = b"mini-nap players"


def chosen(state: State, side: str = "a") -> Any:
    """What a greedy player does."""
    return Greedy(SYSTEM).choose(SYSTEM.secrets.view(state, side), SYSTEM.options(state, side)).action


def ready(*a: Any, against: tuple[Any, ...], **changes: Any) -> State:
    """A position in the Manoeuvre phase with all of side a in command."""
    state = field(*a, against=against, **changes)
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


# Manoeuvre.


def test_it_charges_the_weak() -> None:
    weak = foot("weak", y=7, facing=180, points=2, rating="untrained")
    action = chosen(ready(foot(formation="column"), against=(weak,)))
    assert action == act.Manoeuvre(0, move=act.Charge(1))


def test_it_leaves_the_strong_alone() -> None:
    strong = foot("strong", y=7, facing=180, points=9, rating="guard")
    action = chosen(ready(foot(formation="column", rating="trained"), against=(strong,)))
    assert not isinstance(getattr(action, "move", None), act.Charge | act.ExtendedCharge)


@pytest.mark.rule("MN-HTH-20", "Outflanking makes an even charge a good one.")
@pytest.mark.parametrize(("facing", "charges"), [(180, False), (0, True)])
def test_it_charges_its_like_from_the_rear_only(facing: int, charges: bool) -> None:
    state = ready(foot(formation="column"), against=(foot("like", y=8, facing=facing),))
    action = chosen(state)
    assert isinstance(getattr(action, "move", None), act.Charge) == charges


@pytest.mark.rule("MN-HTH-20", "Cavalry charges a line and leaves a solid square alone.")
@pytest.mark.parametrize(("formation", "charges"), [("line", True), ("solid_square", False)])
def test_cavalry_charges_no_square(formation: str, charges: bool) -> None:
    state = ready(horse(), against=(foot("enemy", y=11, facing=180, formation=formation),))
    action = chosen(state)
    assert isinstance(getattr(action, "move", None), act.Charge) == charges


@pytest.mark.rule("MN-REACT-40", "Cavalry too near for an emergency square makes infantry form a solid one at once.")
def test_infantry_forms_square_against_cavalry_that_is_near() -> None:
    state = ready(foot(), against=(horse("enemy", y=10, facing=180),))
    action = chosen(state)
    assert action.before.change is not None
    assert action.before.change.to == "solid_square"


def test_infantry_forms_no_square_where_there_is_no_cavalry() -> None:
    action = chosen(ready(foot(), against=(foot("enemy", y=30, facing=180),)))
    change = action.before.change
    assert change is None or change.to != "solid_square"


def test_units_go_for_the_enemy() -> None:
    state = ready(foot(), against=(foot("enemy", y=40, facing=180),))
    action = chosen(state)
    assert isinstance(action.move, act.Advance)
    assert action.before.pivot is None


def test_a_battery_does_not_go_up_to_the_enemy() -> None:
    state = ready(guns(), against=(foot("enemy", y=16, facing=180),))
    action = chosen(state)
    if isinstance(action, act.Manoeuvre):
        after = SYSTEM.decide(state, "a", action, SeededDice(bytes(32), 0)).state
        assert after.units[0].y <= state.units[0].y


# Command.


@pytest.mark.rule("MN-CMD-12", "A commander rides to a place where units are in command again.")
def test_a_commander_follows_his_units() -> None:
    units = [foot(str(number), x=6 * number) for number in range(3)]
    mine = force(division(brigade(*units), place=spot(X, Y - 40)))
    state = position(mine, force(foot("enemy", y=60, facing=180)), step="command", brigade=0)
    action = chosen(state)
    assert isinstance(action, act.MoveStand)
    assert abs(action.points[-1][1] - mm(Y)) < mm(14)


def test_the_division_marches_as_one_while_the_enemy_is_far() -> None:
    state = position(force(foot("one", y=-30), foot("two", x=8, y=-30)), force(foot("enemy", y=40, facing=180)))
    assert chosen(state) == act.DivisionManoeuvre(0)


# Fire.


def firing(*a: Any, against: tuple[Any, ...]) -> State:
    return ready(*a, against=against, step="fire")


@pytest.mark.rule("MN-FIRE-43", "Guns fire at the target that the hits cost most.")
def test_guns_fire_at_the_unit_that_suffers_most() -> None:
    column = foot("column", x=-10, y=18, facing=180, formation="column")
    line = foot("line", x=10, y=18, facing=180)
    action = chosen(firing(guns(), against=(line, column)))
    assert isinstance(action, act.Fire)
    assert action.target == 2


def test_fire_that_cannot_hit_is_not_opened() -> None:
    """One die against a unit of skirmishers is halved away; with no target there is no decision."""
    state = firing(guns(weight="light"), against=(light("enemy", y=35, facing=180),))
    assert not [option for option in SYSTEM.options(state, "a") if option.kind == "fire"]


# Windows.


def charged(*a: Any, by: Any, **changes: Any) -> State:
    """Side b has charged the first unit of side a and is in contact with it."""
    state = field(*a, against=(by,), active="b", brigade=1, **changes)
    number = len(a)
    state = noted(state, number, charged=True, impact=True, charged_from=mm(20))
    return replace(state, stack=(Contact(charger=number, target=0, travel="charge"),))


@pytest.mark.rule("MN-REACT-41", "Infantry that cavalry has charged from afar tries for an emergency square.")
def test_infantry_tries_for_an_emergency_square() -> None:
    state = charged(foot(), by=horse("enemy", y=3, facing=180))
    assert isinstance(chosen(state), act.EmergencySquare)


@pytest.mark.rule("MN-REACT-42", "A charge at a British column counts its bonus, one at the KGL does not.")
def test_a_charge_at_the_legion_counts_no_bonus() -> None:
    column = {"formation": "column", "rating": "trained"}
    worth = []
    for nation in ({"nation": "british"}, {"nation": "british", "kgl": True}, {"nation": "other"}):
        state = ready(horse(), against=(foot("enemy", y=25, facing=180, **column, **nation),))
        worth.append(situation(state, "a").charge_at_square(state.units[0], state.units[1], Attack()))
    assert worth[0] < worth[1] == worth[2]


@pytest.mark.rule("MN-REACT-10", "A skirmish line that cavalry has charged falls back.")
def test_skirmishers_fall_back_before_cavalry() -> None:
    state = charged(light(), by=horse("enemy", y=3, facing=180))
    assert isinstance(chosen(state), act.FallBack)


@pytest.mark.rule("MN-REACT-50", "Cavalry feints before a square that has formed.")
def test_cavalry_turns_away_from_a_square() -> None:
    square = foot("square", y=4, facing=180, formation="emergency_square")
    state = field(horse(), against=(square,))
    state = noted(state, 0, charged=True, impact=True, charged_from=mm(20))
    state = replace(state, stack=(Contact(charger=0, target=1, travel="charge", stage="feint", formed=(1,)),))
    assert chosen(state) == act.Feint()


def passing(*, rating: str) -> State:
    """Cavalry of side a while a unit of side b goes past it."""
    mover = foot("mover", x=-8, y=9, facing=90, rating=rating, points=9 if rating == "guard" else 4)
    state = field(
        horse(rating="trained", points=3 if rating == "guard" else 6), against=(mover,), active="b", brigade=1
    )
    leg = Leg(900, mm(6), 900)
    return replace(state, stack=(MoveInProgress(unit=1, travel="advance", legs=(leg,), window=True),))


@pytest.mark.rule("MN-REACT-60", "A unit that goes past is charged only if the odds favour it.")
@pytest.mark.parametrize(("rating", "charges"), [("untrained", True), ("guard", False)])
def test_opportunity_charges_are_made_where_they_are_favourable(rating: str, charges: bool) -> None:
    assert isinstance(chosen(passing(rating=rating)), act.OpportunityCharge) == charges


# Odds.


@pytest.mark.rule("MN-HTH-14", "The expected losses of a duel equal the exact odds.")
@pytest.mark.parametrize(
    ("one", "other", "points", "outflanking", "halvings"),
    [
        (("infantry", "veteran", "line"), ("infantry", "trained", "line"), (6, 5), False, 0),
        (("cavalry", "elite", "line"), ("infantry", "veteran", "emergency_square"), (5, 6), False, 0),
        (("infantry", "trained", "column"), ("artillery", "veteran", "battery"), (7, 4), True, 1),
        (("cavalry", "untrained", "line"), ("infantry", "guard", "skirmish_line"), (4, 3), True, 2),
    ],
)
def test_a_duel_agrees_with_the_exact_odds(
    one: tuple[Any, ...], other: tuple[Any, ...], points: tuple[int, int], outflanking: bool, halvings: int
) -> None:
    first, second = (
        Combatant(
            side=side,
            fighter=Fighter(unit_class=of, rating=rating, formation=stands),
            points=left,
            charging=side == "a",
        )
        for side, (of, rating, stands), left in zip("ab", (one, other), points, strict=True)
    )
    ends = combat_odds(duel(first, second, Opposition(0, 1, outflanking, halvings))).end
    for place, found in enumerate(Duel(DEFAULTS, first, second, outflanking, halvings).losses()):
        want = sum(
            share * (1 - (Fraction(1, 2) + Fraction(left[place], 2 * points[place]) if left[place] else 0))
            for left, share in ends.items()
        )
        assert abs(Fraction(found, WHOLE) - want) < Fraction(1, 10**8)


@pytest.mark.rule("MN-FIRE-43", "A shot is worth the mean of what its hits cost.")
def test_a_shot_is_worth_the_mean_of_its_hits() -> None:
    unit = field(foot()).units[0]
    hit = value_with_points(unit, 6) - value_with_points(unit, 5)
    assert odds_cache(DEFAULTS).shot_value(unit, 1) == hit // 6


# Laws of the evaluation.


def both_sides(step: str, apart: int = 12) -> tuple[State, State]:
    """Foot, horse and guns, their enemies ``apart`` cm away; and the same battle with the sides exchanged."""
    one = (foot("foot", points=5), horse("horse", x=8), guns("guns", x=-8))
    other = (foot("their foot", y=apart, facing=180), horse("their horse", x=6, y=apart + 8, facing=180))
    return (
        field(*one, against=other, step=step),
        field(*other, against=one, step=step, active="b", brigade=1),
    )


@pytest.mark.parametrize("step", ["command", "manoeuvre", "fire", "hand_to_hand"])
def test_both_sides_are_evaluated_alike(step: str) -> None:
    """A computer player that prefers a side would be no fair opponent."""
    state, exchanged = both_sides(step)
    assert evaluate(state, "a") == evaluate(exchanged, "b")
    assert evaluate(state, "b") == evaluate(exchanged, "a")


@pytest.mark.rule("MN-FIRE-43", "a lost strength point is worth what the unit can do with it")
@pytest.mark.parametrize("step", ["command", "manoeuvre", "fire"])
@pytest.mark.parametrize("number", range(5))
def test_what_a_unit_loses_never_helps_its_side(step: str, number: int) -> None:
    """Else the computer would seek the loss. Near enemies it does not hold: dangers add up to more than a unit."""
    state, _ = both_sides(step, apart=60)
    side = state.units[number].side
    fresh, *fewer = (evaluate(noted(state, number, points=points), side) for points in (5, 3, 1))
    assert fresh > max(fewer)
    assert fresh > evaluate(noted(state, number, where="lost"), side)


# Whole battles.


class Kept:
    """A player that records the answers of another."""

    def __init__(self, name: str) -> None:
        self.player = player(name, SYSTEM, b"seed", simulations=1)
        self.choices: list[Choice] = []

    def choose(self, view: Any, options: Any) -> Choice:
        self.choices.append(self.player.choose(view, options))
        return self.choices[-1]


FROM_LISTS: Any = SimpleNamespace(ai=ListedActions("battles.rules.mini_nap"))
"""Mini-Nap for a player who draws from its lists."""


def test_the_system_has_an_evaluator() -> None:
    assert SYSTEM.ai.evaluator is not None


@pytest.mark.parametrize("key", ["division_meeting", "village_and_bridge"])
def test_greedy_ends_a_battle_by_legal_actions_says_why_and_beats_random(key: str) -> None:
    kept = Kept("greedy")
    record = fight(SYSTEM, SYSTEM.scenarios.load(key), {"a": kept, "b": Random(b"random", FROM_LISTS)}, SECRET)
    assert record.outcome is not None
    assert record.outcome.winner == "a"
    for choice in kept.choices:
        assert not choice.why[0].islower(), choice
        assert choice.why.endswith("."), choice
    assert not any(isinstance(choice.action, act.Retreat) for choice in kept.choices)


@pytest.fixture(scope="module")
def between_greedy() -> tuple[Kept, Any]:
    """What side a chose in a battle between two greedy players, and the record of it."""
    kept = Kept("greedy")
    return kept, fight(SYSTEM, SYSTEM.scenarios.load("division_meeting"), {"a": kept, "b": Greedy(SYSTEM)}, b"squares")


def test_squares_are_formed_in_battles_with_cavalry(between_greedy: tuple[Kept, Any]) -> None:
    kept, _ = between_greedy
    actions = [choice.action for choice in kept.choices]
    assert any(isinstance(action, act.EmergencySquare) or forms_square(action) for action in actions)


def forms_square(action: Any) -> bool:
    """Whether a manoeuvre forms a solid square."""
    change = action.before.change if isinstance(action, act.Manoeuvre) else None
    return change is not None and change.to == "solid_square"
