"""What the judge makes of answers in fights: who joins in, who is kept from firing, what follows a break-through."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import judging_charge, judging_combat, judging_fire, judging_moves, judging_windows, weights
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.frames import Contact, Course, Leg, Shot, StandCourse
from battles.rules.mini_nap.judging_charge import charge_worth
from battles.rules.mini_nap.judging_contact import Contact as Combats
from battles.rules.mini_nap.judging_field import Field
from battles.rules.mini_nap.judging_odds import Attack, value_of
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_judged import LEDGER, SQUARE, seen
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, noted, strip


def option(*actions: Any, kind: str = "any") -> Option:
    return Option(kind, "", actions)


# Joining in.

PASS = Option("pass", "", (act.Pass(),))


def joining(**friend: Any) -> State:
    """A fight of one against one, a friend beside it and one behind the enemy."""
    return field(
        foot(),
        foot("beside", x=6, **friend),
        foot("behind", x=6, y=5, facing=270),
        against=(foot("enemy", y=2, facing=180),),
    )


@pytest.mark.rule("MN-HTH-02", "a unit that joins is worth what it adds, more from behind the enemy's front")
def test_who_joins_in() -> None:
    state = joining()
    mine, (first, _, _, enemy) = seen(state), state.units[:4]
    without = mine.gain(first, enemy, Attack(charging=False))
    more = mine.gain(first, enemy, Attack(charging=False, backing=12)) - without
    beside, behind = act.Join(1, 3, 0), act.Join(2, 3, 2_700)
    words = "{} joins in against enemy, which shifts the odds."
    found = judging_combat.best_join(mine, [option(beside)])
    assert found == Advice(beside, more, words.format("beside"))
    found = judging_combat.best_join(mine, [option(beside, behind), PASS])
    assert found == Advice(behind, more + judging_combat.FLANK_FIRST, words.format("behind"))
    impact = noted(state, 0, impact=True)
    charging = seen(impact).gain(impact.units[0], enemy, Attack(charging=True, backing=12))
    charging -= seen(impact).gain(impact.units[0], enemy, Attack(charging=True))
    assert judging_combat.best_join(seen(impact), [option(beside)]).value == charging


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
    assert judging_combat.best_join(mine, [option(act.Join(2, 3, 0))]).value == more


def test_nobody_joins_for_nothing() -> None:
    """Whoever has to join does; where nobody has to, nothing gained is no reason."""
    state = joining(points=1)
    hopeless = field(foot(), against=(foot("enemy", y=5, facing=180, points=9, rating="guard"),))
    join = act.Join(0, 1, 0)
    lost = judging_combat.best_join(seen(hopeless), [option(join)])
    assert lost.action == join
    assert lost.value < 0
    assert judging_combat.best_join(seen(hopeless), [option(join), PASS]) == judging_combat.PASS
    even = judging_combat.best_join(seen(state), [option(act.Join(1, 3, 0)), PASS])
    assert even.action == act.Join(1, 3, 0)


@pytest.mark.rule("MN-HTH-05", "a square that breaks up to join may fail to, and loses what a square is worth")
def test_a_square_that_joins() -> None:
    state = field(foot(), foot("square", x=5, y=-2, **SQUARE), against=(foot("enemy", y=2, facing=180),))
    line = act.Join(1, 2, 0)
    breaks = act.BreakSquare(1, 2, 0)
    plain = judging_combat.best_join(seen(state), [option(line)]).value
    assert judging_combat.best_join(seen(state), [option(breaks)]).value == plain * 4 // 6 - weights.SQUARE


# Break-through.


def broken() -> tuple[State, Field, Standing]:
    """Cavalry that has broken through, with a weak enemy far ahead."""
    state = field(horse(), against=(foot("weak", y=15, facing=0, points=2, rating="untrained"),), step="break_active")
    state = noted(state, 0, white=True)
    return state, seen(state), Standing(seen(state))


@pytest.mark.rule("MN-BREAK-04", "of rallies the shortest and the longest are weighed, of the rest everything")
def test_what_is_weighed_after_a_break_through() -> None:
    _, mine, standing = broken()
    backs = [act.RallyBack(0, mm(far)) for far in (5, 10, 15, 20)]
    found = judging_combat._worth_a_look(option(*backs, kind="rally_back"))
    assert found == (backs[0], backs[-1])
    assert judging_combat._worth_a_look(option(backs[0], kind="rally_forward")) == (backs[0],)
    stops = (act.StopAndRally(0, 0), act.StopAndRally(0, 900))
    assert judging_combat._worth_a_look(option(*stops, kind="stop_and_rally")) == stops
    charge = act.BreakCharge(0, 1, 0)
    assert judging_combat._worth_a_look(option(charge, kind="break_charge")) == (charge,)
    assert judging_combat._worth_a_look(option(act.Retreat(0), kind="retreat")) == ()
    best = judging_combat.best_break(
        mine, standing, [option(*stops, kind="stop_and_rally"), option(charge, kind="break_charge")]
    )
    assert best.action == charge
    assert best.reason == "horse rides on at weak, for the odds are with it."


@pytest.mark.rule("MN-BREAK-08", "a charge out of a break-through costs a hit before it begins")
def test_a_charge_out_of_a_break_through() -> None:
    state, mine, standing = broken()
    unit, target = state.units[:2]
    weaker = replace(unit, points=5)
    attack = Attack(outflanking=True)
    gain = mine.charge(weaker, target, attack, 1_200) - LEDGER.hurt(unit, 1)
    found = judging_combat.best_break(mine, standing, [option(act.BreakCharge(0, 1, 0), kind="break_charge")])
    assert found.value == standing.worth(0, unit) + gain - weights.LEAST_CHARGE
    nowhere = judging_combat.best_break(mine, standing, [option(act.BreakCharge(0, 1, 1_800), kind="break_charge")])
    assert nowhere.value == standing.worth(0, unit) - weights.LEAST_CHARGE


# Windows.


def test_infantry_nearby_tries_all_it_can() -> None:
    one, two = act.Anchor(1, "left"), act.Anchor(2, "left")
    ways = [act.NearbySquares(tries) for tries in ((), (one, two), (one,), (two,))]
    words = "The infantry nearby tries to form square, for the cavalry may ride on."
    assert judging_windows.best_nearby(seen(field(foot())), [option(*ways)]) == Advice(ways[1], 0, words)


@pytest.mark.rule("MN-CMD-42", "a stand gets as far away from the enemy as it can; anywhere where there is none")
def test_where_a_stand_evades_to() -> None:
    state = stand_with(field(foot(), against=(foot("enemy", y=9, facing=180), foot("other", x=40, y=-9))), 1, x=1, y=1)
    frame = StandCourse(stand=1, mover=1)
    near, far, side = (act.EvadeStand(*place(x, y)) for x, y in ((0, 4), (0, -9), (36, -9)))
    found = judging_windows.best_evasion(seen(state), frame, [option(near, side), option(far)])
    assert found == Advice(far, 0, f"{state.stands[1].name} gets out of the enemy's way.")
    nobody = noted(noted(state, 1, where="lost"), 2, where="lost")
    assert judging_windows.best_evasion(seen(nobody), frame, [option(near, far)]).action == near


@pytest.mark.rule("MN-REACT-50", "cavalry fights a square only where the odds are for it")
@pytest.mark.parametrize("points", [1, 2, 3, 4, 5, 6, 7, 8, 9])
def test_whether_cavalry_feints(points: int) -> None:
    square = foot("square", y=3, facing=180, formation="emergency_square", points=points, rating="trained")
    state = field(horse(points=4), against=(square,))
    gain = seen(state).gain(state.units[0], state.units[1], Attack())
    frame = Contact(charger=0, target=1, travel="charge", stage="feint", formed=(1,))
    found = judging_windows.best_feint(seen(state), frame, [option(act.Feint(), act.Stay())])
    if gain > 0:
        assert found == Advice(act.Stay(), gain, "horse fights the square: the odds are for it.")
    else:
        assert found == Advice(act.Feint(), -gain, "horse turns away from the square, which would beat it.")


def test_nobody_is_charged_on_his_way_for_nothing() -> None:
    """No charge that gains nothing, whatever it might save; but a counter-charge is weighed by all that is at stake."""
    mover = foot("mover", x=-8, y=9, facing=90, rating="guard", points=9)
    state = field(foot(points=2, rating="untrained"), against=(mover,), active="b", brigade=1)
    course = Course(unit=1, travel="advance", legs=(Leg(900, mm(6), 900),), window=True)
    mine = seen(replace(state, stack=(course,)))
    charge = act.OpportunityCharge(0, mm(3), 0)
    assert judging_windows.best_reaction(mine, course, [option(charge)]) == judging_windows.PASS
    assert judging_windows._reaction(mine, course, charge, 5_000).value == 0
    counter = replace(course, travel="charge", target=0)
    met = judging_windows._reaction(mine, counter, charge, 5_000)
    assert met.value == 5_000 + judging_windows._reaction(mine, counter, charge, 0).value > 0
    assert judging_windows.best_reaction(mine, counter, [option(charge)]).action in (charge, act.Pass())


def test_what_a_charge_costs_its_target() -> None:
    state = field(foot(), foot("friend", x=30), against=(horse("charger", y=15, facing=180),), active="b", brigade=1)
    course = Course(unit=2, travel="charge", legs=(Leg(1_800, mm(5), 1_800), Leg(1_800, mm(6), 1_800)), target=0)
    mine, (target, _, charger) = seen(state), state.units[:3]
    assert judging_windows._cost_of(mine, course) == mine.charge(charger, target, Attack(), 1_100)
    far = replace(course, legs=(Leg(1_800, 1_300, 1_800),))
    assert judging_windows._cost_of(mine, far) == mine.charge(charger, target, Attack(), 1_300)
    assert judging_windows._cost_of(mine, replace(course, travel="advance")) == 0
    assert judging_windows._cost_of(mine, replace(course, target=-1)) == 0
    assert judging_windows._cost_of(mine, replace(course, travel="break_charge")) == judging_windows._cost_of(
        mine, course
    )


# Fire.


def test_who_is_fired_at() -> None:
    """The shot that costs most; a structure where nothing else is, and nothing where no shot gains."""
    state = field(guns(), against=(foot("enemy", y=18, facing=180),), step="fire")
    mine = seen(state)
    shot = act.Fire(0, 1, place(0, 17))
    blast = act.FireStructure(0, "mill", place(0, 17))
    assert judging_fire.best_shot(mine, [option(act.Done(), kind="done")]) == judging_fire.HOLD
    found = judging_fire.best_shot(
        mine, [option(act.Done(), kind="done"), option(blast, kind="fire_structure"), option(shot, kind="fire")]
    )
    assert found.action == shot
    alone = judging_fire.best_shot(mine, [option(blast, kind="fire_structure")])
    assert alone == Advice(blast, 1, "guns has no better target than the mill.")
    assert found.reason == "guns fires at enemy with 3 dice, where it costs the enemy most."


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
    assert judging_fire.best_answer(mine, frame, [option(act.Pass())]) == passes
    assert judging_fire.best_answer(mine, frame, [option(act.Pass(), away)]) == passes
    kept = judging_fire.best_answer(mine, frame, [option(act.Pass(), suppress, away)])
    assert (kept.action, kept.reason) == (suppress, "guns keeps battery from firing.")
    assert kept.value == LEDGER.volley(state.units[0], 3)
    both = judging_fire.best_answer(mine, frame, [option(act.Suppress(1, (2, 2)))])
    assert both.value == 2 * kept.value
    hit = judging_fire.best_answer(mine, frame, [option(away, back)])
    assert hit.action == back


# Charges, with the best answer to them.


def charge(charger: Any, target: Any, away: int = 900, **changes: Any) -> tuple[int, Field, State]:
    """What a charge is worth that arrives 5 cm further on."""
    state = noted(field(charger, against=(target,)), 1, **changes)
    mine = seen(state, looks=True)
    arrived = replace(state.units[0], y=state.units[0].y + 500)
    return charge_worth(mine, 0, arrived, 1, away), mine, state


@pytest.mark.rule("MN-REACT-01", "a target that can do nothing but stand is worth what the combat gains")
@pytest.mark.parametrize("changes", [{"stood": True}, {"blue": "reaction"}, {"reacted": True}, {"idle": True}])
def test_a_target_that_can_only_stand(changes: dict[str, Any]) -> None:
    found, mine, state = charge(horse(), foot("t", y=9, facing=180), 2_000, **changes)
    there = replace(state.units[0], y=state.units[0].y + 500, impact=True)
    placed = replace(state, units=(there, *state.units[1:]))
    assert found == Combats(mine, placed, [(0, 1)]).value()
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
def test_who_may_form_square(charger: Any, target: Any, away: int, may: bool) -> None:
    state = field(charger, against=(target,))
    assert judging_charge._may_form(seen(state), state.units[0], state.units[1], away) is may


def test_a_target_that_fights_already_counts_by_what_is_added() -> None:
    state = field(foot(), foot("second", x=9), against=(foot("enemy", y=2, facing=180),))
    mine = seen(state, looks=True)
    arrived = replace(state.units[1], x=state.units[0].x + 450, y=state.units[2].y, facing=2_700)
    found = charge_worth(mine, 1, arrived, 2, 500)
    before = Combats.of(mine, state, 2).value()
    placed = replace(state, units=(state.units[0], replace(arrived, impact=True), state.units[2]))
    assert found == Combats(mine, placed, [(1, 2)]).value() - before


def test_a_crew_that_flees_gives_up_a_third() -> None:
    state = field(guns(), against=(horse("t", y=3, facing=180),), active="b", brigade=1)
    frame = Contact(charger=1, target=0, travel="charge")
    found = judging_windows.best_stand(seen(state), frame, [option(act.FleeToSquare(0))])
    assert found.value == -value_of(state.units[0]) // 3


@pytest.mark.rule("MNT-HTH-01", "how a charger comes at a target: from where, over what, and who would join either")
def test_how_a_charger_comes() -> None:
    own, friend, enemy = foot(), foot("friend", x=6, y=3), foot("enemy", y=8, facing=180)
    open_, walled = (
        field(own, friend, against=(enemy, foot("theirs", x=8, y=8)), features=features)
        for features in ((), (strip("wall", 6.5, 7, -9, 9),))
    )
    for state, halvings in ((open_, 0), (walled, 1)):
        arrived = replace(state.units[0], y=state.units[0].y + 598)
        found = judging_moves.attack_of(seen(state), 0, arrived, 2)
        assert found == Attack(False, halvings, backing=6, against=6)
        behind = replace(state.units[0], y=state.units[2].y + 200, facing=1_800)
        assert judging_moves.attack_of(seen(state), 0, behind, 2) == Attack(True, 0, backing=6, against=6)
