"""Joining in, fire, and moves after a break-through."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import charges, combat, movement, reactions, weights
from battles.rules.mini_nap.ai.charges import ExpectedCombat, charge_value
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import Attack, value_of
from battles.rules.mini_nap.ai.situation import Situation
from battles.rules.mini_nap.decisions import Contact, Leg, MoveInProgress, Shot, StandEvasion
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted, strip
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.situations import LEDGER, SQUARE, seen
from tests.rules.mini_nap.builders.table_positions import mm


def option(*actions: Any, kind: str = "any") -> Option:
    return Option(kind, "", actions)


# Joining in.

PASS = Option("pass", "", (act.Pass(),))


def joining(**friend: Any) -> State:
    """A combat of one against one, with a friend beside it and one behind the enemy."""
    return field(
        foot(),
        foot("beside", x=6, **friend),
        foot("behind", x=6, y=5, facing=270),
        against=(foot("enemy", y=2, facing=180),),
    )


@pytest.mark.rule("MN-HTH-02", "a unit that joins in counts for what it adds, more if it outflanks")
def test_joining_in() -> None:
    state = joining()
    mine, (first, _, _, enemy) = seen(state), state.units[:4]
    without = mine.gain(first, enemy, Attack(charging=False))
    more = mine.gain(first, enemy, Attack(charging=False, backing=12)) - without
    beside, behind = act.Join(1, 3, 0), act.Join(2, 3, 2_700)
    found = combat.best_join(mine, [option(beside)])
    assert found == Advice(beside, more, "beside joins in against enemy.")
    found = combat.best_join(mine, [option(beside, behind), PASS])
    assert found == Advice(behind, more + combat.FLANK_FIRST, "behind joins in against enemy from the flank.")
    impact = noted(state, 0, impact=True)
    charging = seen(impact).gain(impact.units[0], enemy, Attack(charging=True, backing=12))
    charging -= seen(impact).gain(impact.units[0], enemy, Attack(charging=True))
    assert combat.best_join(seen(impact), [option(beside)]).value == charging


def test_two_fight_already() -> None:
    state = field(
        foot(points=2),
        foot("second", x=5, points=2),
        foot("third", x=-6, points=2),
        against=(foot("enemy", x=2.5, y=2, facing=180, points=9),),
    )
    mine, (first, _, _, enemy) = seen(state), state.units[:4]
    without = mine.gain(first, enemy, Attack(charging=False, backing=4))
    more = mine.gain(first, enemy, Attack(charging=False, backing=8)) - without
    assert combat.best_join(mine, [option(act.Join(2, 3, 0))]).value == more


def test_no_unit_joins_without_gain() -> None:
    """Units that must join do; others join only for a gain."""
    state = joining(points=1)
    hopeless = field(foot(), against=(foot("enemy", y=5, facing=180, points=9, rating="guard"),))
    join = act.Join(0, 1, 0)
    lost = combat.best_join(seen(hopeless), [option(join)])
    assert lost.action == join
    assert lost.value < 0
    assert combat.best_join(seen(hopeless), [option(join), PASS]) == combat.PASS
    even = combat.best_join(seen(state), [option(act.Join(1, 3, 0)), PASS])
    assert even.action == act.Join(1, 3, 0)


@pytest.mark.rule("MN-HTH-05", "a square that breaks up to join may fail, and loses the value of its square")
def test_a_square_that_joins() -> None:
    state = field(foot(), foot("square", x=5, y=-2, **SQUARE), against=(foot("enemy", y=2, facing=180),))
    line = act.Join(1, 2, 0)
    breaks = act.BreakSquare(1, 2, 0)
    plain = combat.best_join(seen(state), [option(line)]).value
    assert combat.best_join(seen(state), [option(breaks)]).value == plain * 4 // 6 - weights.SQUARE


# Break-through.


def broken() -> tuple[State, Situation, PlaceValues]:
    """Cavalry that has broken through, with a weak enemy far ahead."""
    state = field(horse(), against=(foot("weak", y=15, facing=0, points=2, rating="untrained"),), step="break_active")
    state = noted(state, 0, white=True)
    return state, seen(state), PlaceValues(seen(state))


@pytest.mark.rule("MN-BREAK-04", "the shortest and longest rally moves are compared, and all other moves")
def test_what_is_weighed_after_a_break_through() -> None:
    _, mine, standing = broken()
    backs = [act.RallyBack(0, mm(far)) for far in (5, 10, 15, 20)]
    found = combat._moves_to_compare(option(*backs, kind="rally_back"))
    assert found == (backs[0], backs[-1])
    assert combat._moves_to_compare(option(backs[0], kind="rally_forward")) == (backs[0],)
    stops = (act.StopAndRally(0, 0), act.StopAndRally(0, 900))
    assert combat._moves_to_compare(option(*stops, kind="stop_and_rally")) == stops
    charge = act.BreakCharge(0, 1, 0)
    assert combat._moves_to_compare(option(charge, kind="break_charge")) == (charge,)
    assert combat._moves_to_compare(option(act.Retreat(0), kind="retreat")) == ()
    best = combat.best_break(
        mine, standing, [option(*stops, kind="stop_and_rally"), option(charge, kind="break_charge")]
    )
    assert best.action == charge
    assert (
        best.reason
        == "horse charges on at weak: over 99 % to destroy the enemy, 0 % to be destroyed, if no other unit joins in."
    )


@pytest.mark.rule("MN-BREAK-08", "a charge in a break-through costs a hit first")
def test_a_charge_out_of_a_break_through() -> None:
    state, mine, standing = broken()
    unit, target = state.units[:2]
    weaker = replace(unit, points=5)
    attack = Attack(outflanking=True)
    gain = mine.charge_gain(weaker, target, attack, 1_200) - LEDGER.loss_value(unit, 1)
    found = combat.best_break(mine, standing, [option(act.BreakCharge(0, 1, 0), kind="break_charge")])
    assert found.value == standing.value(0, unit) + gain - weights.LEAST_CHARGE
    nowhere = combat.best_break(mine, standing, [option(act.BreakCharge(0, 1, 1_800), kind="break_charge")])
    assert nowhere.value == standing.value(0, unit) - weights.LEAST_CHARGE


# Windows.


def test_infantry_nearby_tries_all_it_can() -> None:
    one, two = act.Anchor(1, "left"), act.Anchor(2, "left")
    ways = [act.NearbySquares(tries) for tries in ((), (one, two), (one,), (two,))]
    words = "The infantry nearby tries to form square, because the cavalry may break through."
    assert reactions.best_nearby_squares(seen(field(foot())), [option(*ways)]) == Advice(ways[1], 0, words)


@pytest.mark.rule("MN-CMD-42", "a stand evades as far from the enemy as it can; anywhere without an enemy")
def test_where_a_stand_evades_to() -> None:
    state = stand_with(field(foot(), against=(foot("enemy", y=9, facing=180), foot("other", x=40, y=-9))), 1, x=1, y=1)
    frame = StandEvasion(stand=1, mover=1)
    near, far, side = (act.EvadeStand(*place(x, y)) for x, y in ((0, 4), (0, -9), (36, -9)))
    found = reactions.best_evasion(seen(state), frame, [option(near, side), option(far)])
    assert found == Advice(far, 0, f"{state.stands[1].name} gets out of the enemy's way.")
    nobody = noted(noted(state, 1, where="lost"), 2, where="lost")
    assert reactions.best_evasion(seen(nobody), frame, [option(near, far)]).action == near


@pytest.mark.rule("MN-REACT-50", "cavalry fights a square only if the odds favour it")
@pytest.mark.parametrize("points", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_whether_cavalry_feints(points: int) -> None:
    square = foot("square", y=3, facing=180, formation="emergency_square", points=points, rating="trained")
    state = field(horse(points=4), against=(square,))
    gain = seen(state).gain(state.units[0], state.units[1], Attack())
    frame = Contact(charger=0, target=1, travel="charge", stage="feint", formed=(1,))
    found = reactions.best_feint(seen(state), frame, [option(act.Feint(), act.Stay())])
    if gain > 0:
        assert (found.action, found.value) == (act.Stay(), gain)
        assert found.reason.startswith("horse fights the square: ")
    else:
        assert (found.action, found.value) == (act.Feint(), -gain)
        assert found.reason.startswith("horse turns away from the square: ")


def test_a_moving_unit_is_not_charged_without_gain() -> None:
    """No charge that gains nothing, whatever it might save; but a counter-charge is weighed by all that is at stake."""
    mover = foot("mover", x=-8, y=9, facing=90, rating="guard", points=9)
    state = field(foot(points=2, rating="untrained"), against=(mover,), active="b", brigade=1)
    course = MoveInProgress(unit=1, travel="advance", legs=(Leg(900, mm(6), 900),), window=True)
    mine = seen(replace(state, stack=(course,)))
    charge = act.OpportunityCharge(0, mm(3), 0)
    assert reactions.best_reaction(mine, course, [option(charge)]) == reactions.PASS
    assert reactions._reaction(mine, course, charge, 5_000).value == 0
    counter = replace(course, travel="charge", target=0)
    met = reactions._reaction(mine, counter, charge, 5_000)
    assert met.value == 5_000 + reactions._reaction(mine, counter, charge, 0).value > 0
    assert reactions.best_reaction(mine, counter, [option(charge)]).action in (charge, act.Pass())


def test_what_a_charge_costs_its_target() -> None:
    state = field(foot(), foot("friend", x=30), against=(horse("charger", y=15, facing=180),), active="b", brigade=1)
    course = MoveInProgress(
        unit=2, travel="charge", legs=(Leg(1_800, mm(5), 1_800), Leg(1_800, mm(6), 1_800)), target=0
    )
    mine, (target, _, charger) = seen(state), state.units[:3]
    assert reactions._charge_cost(mine, course) == mine.charge_gain(charger, target, Attack(), 1_100)
    far = replace(course, legs=(Leg(1_800, 1_300, 1_800),))
    assert reactions._charge_cost(mine, far) == mine.charge_gain(charger, target, Attack(), 1_300)
    assert reactions._charge_cost(mine, replace(course, travel="advance")) == 0
    assert reactions._charge_cost(mine, replace(course, target=-1)) == 0
    assert reactions._charge_cost(mine, replace(course, travel="break_charge")) == reactions._charge_cost(mine, course)


# Fire.


def test_the_best_target() -> None:
    """The shot that costs most; a structure if there is no unit, and no shot without gain."""
    state = field(guns(), against=(foot("enemy", y=18, facing=180),), step="fire")
    mine = seen(state)
    shot = act.Fire(0, 1, place(0, 17))
    blast = act.FireStructure(0, "mill", place(0, 17))
    assert combat.best_shot(mine, [option(act.Done(), kind="done")]) == combat.HOLD
    found = combat.best_shot(
        mine, [option(act.Done(), kind="done"), option(blast, kind="fire_structure"), option(shot, kind="fire")]
    )
    assert found.action == shot
    alone = combat.best_shot(mine, [option(blast, kind="fire_structure")])
    assert alone == Advice(blast, 1, "guns have no better target than the mill.")
    assert found.reason == "guns fire at enemy with 3 dice, the target that loses most."


def answering() -> tuple[State, Shot]:
    """A battery of side b fires at infantry, and a battery and infantry of side a may answer."""
    state = field(foot(), guns("guns", x=10), against=(guns("battery", y=20, facing=180),), active="b", brigade=1)
    frame = Shot(unit=2, target=0, aim=place(0, 1))
    return replace(state, stack=(frame,)), frame


@pytest.mark.rule("MN-FIRE-61", "a battery is kept from firing by as much as its shot would cost")
def test_answers_to_a_shot() -> None:
    state, frame = answering()
    mine = seen(state)
    suppress, back = act.Suppress(1, (2,)), act.ReturnFire(1, place(0, 18.5))
    away = act.ReturnFire(1, place(0, -30))
    passes = Advice(act.Pass(), 0, "An answer would gain nothing.")
    assert combat.best_answer(mine, frame, [option(act.Pass())]) == passes
    assert combat.best_answer(mine, frame, [option(act.Pass(), away)]) == passes
    kept = combat.best_answer(mine, frame, [option(act.Pass(), suppress, away)])
    assert (kept.action, kept.reason) == (suppress, "guns keep battery from firing.")
    assert kept.value == LEDGER.shot_value(state.units[0], 3)
    both = combat.best_answer(mine, frame, [option(act.Suppress(1, (2, 2)))])
    assert both.value == 2 * kept.value
    hit = combat.best_answer(mine, frame, [option(away, back)])
    assert hit.action == back


# Charges, with the best answer to them.


def charge(charger: Any, target: Any, away: int = 900, **changes: Any) -> tuple[int, Situation, State]:
    """The value of a charge that arrives 5 cm further on."""
    state = noted(field(charger, against=(target,)), 1, **changes)
    mine = seen(state, looks=True)
    arrived = replace(state.units[0], y=state.units[0].y + 500)
    return charge_value(mine, 0, arrived, 1, away), mine, state


@pytest.mark.rule("MN-REACT-01", "a charge at a target that can only stand is worth the gain of the combat")
@pytest.mark.parametrize("changes", [{"stood": True}, {"blue": "reaction"}, {"reacted": True}, {"idle": True}])
def test_a_target_that_can_only_stand(changes: dict[str, Any]) -> None:
    found, mine, state = charge(horse(), foot("t", y=9, facing=180), 2_000, **changes)
    there = replace(state.units[0], y=state.units[0].y + 500, impact=True)
    placed = replace(state, units=(there, *state.units[1:]))
    assert found == ExpectedCombat(mine, placed, [(0, 1)]).value()
    free = charge(horse(), foot("t", y=9, facing=180), 2_000)[0]
    assert free < found


@pytest.mark.rule("MN-REACT-10", "unformed targets are pushed back at best; guns cannot get away")
def test_unformed_targets() -> None:
    assert charge(horse(), light("t", y=9, facing=180))[0] == weights.PUSHED
    assert charge(horse(), guns("t", y=9, facing=180))[0] > weights.PUSHED


@pytest.mark.rule("MN-REACT-40", "infantry may form square where cavalry comes from over 12 cm, but for squares")
@pytest.mark.parametrize(
    ("charger", "target", "away", "may"),
    [
        (horse(), foot("t", y=9, facing=180), 1_201, True),
        (horse(), foot("t", y=9, facing=180), 1_200, False),
        (foot(), foot("t", y=9, facing=180), 1_201, False),
        (horse(), horse("t", y=9, facing=180), 1_201, False),
        (horse(), foot("t", y=9, facing=180, **SQUARE), 1_201, False),
    ],
)
def test_units_that_may_form_square(charger: Any, target: Any, away: int, may: bool) -> None:
    state = field(charger, against=(target,))
    assert charges._can_form_square(seen(state), state.units[0], state.units[1], away) is may


def test_a_target_that_fights_already_counts_by_what_is_added() -> None:
    state = field(foot(), foot("second", x=9), against=(foot("enemy", y=2, facing=180),))
    mine = seen(state, looks=True)
    arrived = replace(state.units[1], x=state.units[0].x + 450, y=state.units[2].y, facing=2_700)
    found = charge_value(mine, 1, arrived, 2, 500)
    before = ExpectedCombat.of(mine, state, 2).value()
    placed = replace(state, units=(state.units[0], replace(arrived, impact=True), state.units[2]))
    assert found == ExpectedCombat(mine, placed, [(1, 2)]).value() - before


def test_a_crew_that_flees_gives_up_a_third() -> None:
    state = field(guns(), against=(horse("t", y=3, facing=180),), active="b", brigade=1)
    frame = Contact(charger=1, target=0, travel="charge")
    found = reactions.best_charge_answer(seen(state), frame, [option(act.FleeToSquare(0))])
    assert found.value == -value_of(state.units[0]) // 3


@pytest.mark.rule("MNT-HTH-01", "the attack of a charger: direction, ground, and friends that would join")
def test_how_a_charger_comes() -> None:
    own, friend, enemy = foot(), foot("friend", x=6, y=3), foot("enemy", y=8, facing=180)
    open_, walled = (
        field(own, friend, against=(enemy, foot("theirs", x=8, y=8)), features=features)
        for features in ((), (strip("wall", 6.5, 7, -9, 9),))
    )
    for state, halvings in ((open_, 0), (walled, 1)):
        arrived = replace(state.units[0], y=state.units[0].y + 598)
        found = movement.attack_of(seen(state), 0, arrived, 2)
        assert found == Attack(False, halvings, backing=6, against=6)
        behind = replace(state.units[0], y=state.units[2].y + 200, facing=1_800)
        assert movement.attack_of(seen(state), 0, behind, 2) == Attack(True, 0, backing=6, against=6)
