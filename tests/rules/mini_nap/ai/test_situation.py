"""Both sides of every threshold of a situation: distances, widths, numbers, and the units that count."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.ai import charges
from battles.rules.mini_nap.ai.charges import interception_cost
from battles.rules.mini_nap.ai.exact_values import Attack, odds_cache, totals, value_of, value_with_points
from battles.rules.mini_nap.ai.situation import SURE, ahead, gap, outflanked, situation
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.movement import paths
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.tables import PRINTED, QUALITIES
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted
from tests.rules.mini_nap.builders.situations import LEDGER, SQUARE, UNIT, moved, seen

# Odds.


@pytest.mark.rule("MN-RATE-01", "how many faces pass a test of each quality, with a bonus and without")
def test_faces_that_pass() -> None:
    found = {quality: [LEDGER.passing_faces(quality, bonus) for bonus in (-9, 0, 1, 9)] for quality in QUALITIES}
    assert found == {
        "guard": [0, 6, 6, 6],
        "elite": [0, 5, 6, 6],
        "veteran": [0, 4, 5, 6],
        "trained": [0, 3, 4, 6],
        "untrained": [0, 2, 3, 6],
    }


@pytest.mark.rule("MN-LOSS-02", "a unit that falls to one point is removed and worth nothing; Guard only at 0")
@pytest.mark.parametrize(
    ("rating", "formation", "fatal"),
    [("veteran", "line", 3), ("guard", "line", 4), ("veteran", "skirmish_line", 4), ("veteran", "solid_square", 4)],
)
def test_what_hits_cost(rating: Any, formation: Any, fatal: int) -> None:
    """Each hit costs more than those before, and those that remove the unit cost all that it is worth."""
    unit = replace(UNIT, rating=rating, formation=formation, points=4)
    costs = [LEDGER.loss_value(unit, hits) for hits in range(6)]
    assert costs[0] == LEDGER.loss_value(replace(unit, points=1), 0) == 0
    assert costs[:fatal] == sorted(set(costs[:fatal]))
    assert costs[fatal - 1] < value_of(unit)
    assert set(costs[fatal:]) == {value_of(unit)}


@pytest.mark.rule("MN-FIRE-43", "mean cost of shots by their dice: one hit for each 6 of the total")
def test_what_shots_cost() -> None:
    unit = replace(UNIT, points=4)
    for dice in range(5):
        costs = sum(ways * LEDGER.loss_value(unit, total // 6) for total, ways in totals(dice))
        assert LEDGER.shot_value(unit, dice) == costs // 6**dice
    assert totals(0) == ((0, 1),)
    assert totals(1) == tuple((face, 1) for face in range(1, 7))
    assert dict(totals(2)) == {total: 6 - abs(total - 7) for total in range(2, 13)}


@pytest.mark.rule("MN-REACT-44", "infantry that failed to form square has two hits less, or is gone")
def test_what_a_failed_square_leaves() -> None:
    left = {points: LEDGER.after_failed_square(replace(UNIT, points=points)) for points in (2, 3, 4, 6)}
    assert {points: unit and unit.points for points, unit in left.items()} == {2: None, 3: None, 4: 2, 6: 4}
    guard = LEDGER.after_failed_square(replace(UNIT, points=3, rating="guard"))
    assert guard is not None
    assert guard.points == 1
    assert value_with_points(UNIT, 0) == 0


def test_ledgers_are_kept_by_their_rules() -> None:
    rules = [Rules(options=Options(turn_limit=number)) for number in range(1, 11)]
    ledgers = [odds_cache(each) for each in rules]
    assert odds_cache(rules[9]) is ledgers[9]
    assert odds_cache(rules[2]) is ledgers[2]
    assert odds_cache(Rules(options=Options(turn_limit=10))) is ledgers[9]
    assert odds_cache(rules[0]) is not ledgers[0]
    assert len({id(each) for each in ledgers}) == 10


def test_a_position_is_looked_at_once() -> None:
    state = field(foot())
    assert situation(state, "a") is situation(state, "a")
    assert situation(state, "a") is not situation(state, "b")
    assert situation(state, "a") is not situation(state, "a", True)
    assert situation(field(foot(x=1)), "a") is not situation(state, "a")
    first = situation(state, "a")
    others = [field(foot(x=number)) for number in range(8)]
    assert all(situation(each, "a").state is each for each in others)
    assert situation(state, "a") is not first


# Who stands how.


@pytest.mark.rule("MN-HTH-20", "an enemy behind the middle of a unit outflanks it; a square has no flank")
@pytest.mark.parametrize(
    ("y", "slack", "behind"), [(0, 0, False), (-1, 0, True), (-100, 100, False), (-101, 100, True)]
)
def test_outflanking(y: int, slack: int, behind: bool) -> None:
    enemy = moved(UNIT, x=500, y=y)
    assert outflanked(UNIT, enemy, slack) is behind
    assert outflanked(replace(UNIT, **SQUARE), enemy, slack) is False
    assert ahead(UNIT, enemy.x, enemy.y) == y


def test_how_far_apart() -> None:
    own = seen(field(foot())).own[0]
    assert own.half == 175
    assert [gap(own, moved(UNIT, x=away), 175) for away in (300, 350, 351, 1_000)] == [0, 0, 1, 650]


@pytest.mark.parametrize(
    ("made", "charges"),
    [(foot(), True), (foot(formation="column"), True), (horse(), True), (guns(), False), (foot(**SQUARE), False)],
)
def test_how_far_a_unit_may_charge(made: Any, charges: bool) -> None:
    """At least its move and at most the whole extension; nothing for who may not charge, or has reacted."""
    state = field(made)
    stood, tables = seen(state).own[0], PRINTED
    least = paths.charge_allowance(tables, stood.unit) if charges else 0
    most = least + charge.largest_extension(tables, stood.unit) if charges else 0
    assert least <= stood.reach <= most
    assert (least < stood.reach < most) == charges
    assert seen(noted(state, 0, blue="reaction")).own[0].reach == 0


@pytest.mark.rule("MN-HTH-02", "formed friends within 6 cm may join, guns, squares and unformed ones never")
@pytest.mark.parametrize(
    ("mate", "counts"),
    [
        (foot("mate", x=9.5), True),
        (foot("mate", x=9.51), False),
        (foot("mate", x=8, **SQUARE), False),
        (guns("mate", x=8), False),
        (light("mate", x=8), False),
        (horse("mate", x=8), True),
    ],
)
def test_units_that_may_join(mate: Any, counts: bool) -> None:
    state = field(foot(), mate, against=(foot("enemy", y=2, facing=180),))
    mine = seen(state)
    points = state.units[1].points * counts
    assert mine.backing(0) == mine.backing(0) == points
    assert mine.joining_points(0, moved(state.units[2], y=-200)) == points
    assert mine.joining_points(1, state.units[2]) == 6
    assert mine.backing(2) == 0
    assert seen(state, "b").backing(0) == points


# Whom one fears.


@pytest.mark.rule("MN-REACT-60", "enemies that may charge a passing unit, and how likely they are to")
@pytest.mark.parametrize(
    ("made", "changes", "chance"),
    [
        (horse("foe", y=9), {}, 4 * 6),
        (horse("foe", y=9), {"command": "cautious"}, 4 * 4),
        (horse("foe", y=9), {"command": "out"}, 0),
        (horse("foe", y=9, rating="guard"), {}, SURE),
        (horse("foe", y=9), {"blue": "reaction"}, 0),
        (horse("foe", y=9), {"reacted": True}, 0),
        (horse("foe", y=9), {"idle": True}, 0),
        (guns("foe", y=9), {}, 0),
        (light("foe", y=9), {}, 0),
        (foot("foe", y=9, **SQUARE), {}, 0),
        (foot("foe", y=2), {}, 0),
    ],
)
def test_enemies_that_may_charge_a_moving_unit(made: Any, changes: dict[str, Any], chance: int) -> None:
    state = noted(field(foot(), against=(made,)), 1, **changes)
    assert {foe.number: part for foe, part in seen(state).interceptors} == ({1: chance} if chance else {})


@pytest.mark.rule("MN-REACT-68", "infantry charges whoever is within 6 cm, cavalry within 12; and ahead")
@pytest.mark.parametrize(
    ("foe", "fears"),
    [
        (horse("foe", x=12 + 2.25 + 1.75, y=3, facing=270), True),
        (horse("foe", x=12 + 2.25 + 1.76, y=3, facing=270), False),
        (foot("foe", x=6 + 1.75 * 2, y=3, facing=270), True),
        (foot("foe", x=6 + 1.76 * 2, y=3, facing=270), False),
        (horse("foe", x=6, y=3, facing=0), True),
        (horse("foe", x=6, y=3, facing=359), True),
        (horse("foe", x=6, y=3, facing=1), False),
        (horse("foe", x=6, y=3, facing=180), True),
        (horse("foe", x=6, y=3, facing=179), False),
    ],
)
def test_whom_a_way_comes_near(foe: Any, fears: bool) -> None:
    state = field(foot(points=3, rating="untrained"), against=(foe,))
    danger = interception_cost(seen(state), 0, moved(state.units[0], y=600))
    assert (danger > 0) == fears


def test_what_a_way_costs() -> None:
    """By the chance of the charge, with what the way leads to; not by whom it charges, nor by who may not charge it."""
    state = field(foot(points=3), against=(horse("foe", x=10, y=4, facing=270),))
    there = moved(state.units[0], y=600)
    one = LEDGER.duel_costs(state.units[1], replace(there, y=state.units[1].y), Attack())
    whole = one[1] - one[0]
    assert interception_cost(seen(state), 0, there) == whole * 24 // SURE
    assert interception_cost(seen(state), 0, there, 300) == (whole + 300) * 24 // SURE
    assert interception_cost(seen(state), 0, there, -300) == whole * 24 // SURE
    assert interception_cost(seen(state), 0, there, 0, 1) == 0
    infantry = field(horse(), against=(foot("foe", x=6, y=4, facing=270),))
    assert interception_cost(seen(infantry), 0, moved(infantry.units[0], y=600)) == 0
    battery = field(guns(), against=(horse("foe", x=10, y=4, facing=270),))
    assert (
        interception_cost(seen(battery), 0, moved(battery.units[0], y=600))
        == LEDGER.loss_value(battery.units[0], 4) * 24 // SURE
    )


@pytest.mark.parametrize(
    ("x", "y", "nearest"),
    [
        (300, 300, (0, 300)),
        (300, -200, (0, 0)),
        (300, 900, (0, 600)),
    ],
)
def test_the_nearest_place_of_a_way(x: int, y: int, nearest: tuple[int, int]) -> None:
    here = UNIT.x, UNIT.y
    found = charges._nearest(moved(UNIT, x=x, y=y), UNIT, moved(UNIT, y=600))
    assert (found[0] - here[0], found[1] - here[1]) == nearest
    assert charges._nearest(moved(UNIT, x=x, y=y), UNIT, UNIT) == here


# Charges and their answers.


@pytest.mark.rule("MN-REACT-71", "who may turn to his charger and meet him: formed, of a kind that may")
@pytest.mark.parametrize(
    ("charger", "target", "meets"),
    [
        (horse(), horse("t", y=9, facing=180), True),
        (foot(), foot("t", y=9, facing=180), True),
        (foot(), horse("t", y=9, facing=180), True),
        (horse(), foot("t", y=9, facing=180), False),
        (foot(), light("t", y=9, facing=180), False),
        (foot(), guns("t", y=9, facing=180), False),
        (foot(), foot("t", y=9, facing=180, **SQUARE), False),
        (foot(), foot("t", y=2.5, facing=0), True),
        (foot(), foot("t", y=2.51, facing=0), False),
        (horse(formation="skirmish_line", type="light_cavalry", irregular=True), horse("t", y=9, facing=180), True),
    ],
)
def test_units_that_may_counter_charge(charger: Any, target: Any, meets: bool) -> None:
    state = field(charger, against=(target,))
    assert seen(state).can_counter_charge(state.units[0], state.units[1]) is meets


@pytest.mark.rule("MN-REACT-40", "from over 12 cm infantry tries for square, and cavalry that charges it gains less")
@pytest.mark.parametrize(
    ("away", "target", "changes", "tries"),
    [
        (1_200, foot("t", y=9, facing=180), {}, False),
        (1_201, foot("t", y=9, facing=180), {}, True),
        (1_201, foot("t", y=9, facing=180), {"blue": "reaction"}, False),
        (1_201, foot("t", y=9, facing=180), {"reacted": True}, False),
        (1_201, foot("t", y=9, facing=180), {"idle": True}, False),
        (1_201, foot("t", y=9, facing=180, **SQUARE), {}, False),
        (1_201, light("t", y=9, facing=180), {}, False),
    ],
)
def test_who_tries_for_square(away: int, target: Any, changes: dict[str, Any], tries: bool) -> None:
    state = noted(field(horse(), against=(target,)), 1, **changes)
    mine, (charger, unit) = seen(state), state.units[:2]
    plain = mine.gain(charger, unit, Attack())
    found = mine.charge_gain(charger, unit, Attack(), away)
    assert (found == mine.charge_at_square(charger, unit, Attack())) == tries
    assert (found == plain) != tries


def test_a_charge_at_a_square_that_may_form() -> None:
    """The mean of squares that form, before which cavalry feints as it can, and of those that do not, with two hits."""
    state = field(horse(), against=(foot("t", y=9, facing=180),))
    mine, (charger, unit) = seen(state), state.units[:2]
    marked = LEDGER.after_failed_square(unit)
    assert marked is not None
    two_hits = LEDGER.loss_value(unit, 2)
    fails = two_hits + mine.gain(charger, marked, Attack())
    stands = mine.gain(charger, replace(unit, formation="emergency_square"), Attack())
    held = max(0, stands) + min(0, stands) * (6 - 4) // 6
    assert mine.charge_at_square(charger, unit, Attack()) == (4 * held + 2 * fails) // 6
    assert mine.charge_at_square(charger, unit, Attack(), 77) == (4 * held + 2 * (two_hits + 77)) // 6
    british = replace(unit, nation="british", formation="column")
    forms = mine.gain(charger, replace(british, formation="emergency_square"), Attack())
    held = max(0, forms) + min(0, forms) * (6 - 4) // 6
    assert mine.charge_at_square(charger, british, Attack(), 77) == (5 * held + two_hits + 77) // 6
    weak = replace(unit, points=3)
    held = mine.gain(charger, replace(weak, formation="emergency_square"), Attack())
    held = max(0, held) + min(0, held) * 2 // 6
    assert mine.charge_at_square(charger, weak, Attack()) == (4 * held + 2 * value_of(weak)) // 6


@pytest.mark.parametrize(("further", "charges"), [(-2_000, True), (0, True), (1, False)])
def test_what_a_charge_promises(further: int, charges: bool) -> None:
    """Something up to the reach of the charger, and nothing beyond."""
    state = field(horse(), against=(foot("t", y=20, facing=0, points=2),))
    mine = seen(state)
    own, foe = mine.own[0], mine.foes[0]
    away = own.reach + further
    assert (mine.opportunity(own, foe, away) > 0) == charges
    assert (mine.threat(own, foe.unit, foe.half, away, 0) > 0) == charges


@pytest.mark.parametrize(("y", "chance", "threat"), [(0, True, True), (-1, False, True), (-225, False, True)])
def test_from_where_a_charge_can_be_made(y: int, chance: bool, threat: bool) -> None:
    """One's own charge only ahead; of the enemy's also what is beside the half of his base."""
    state = field(horse(), against=(foot("t", x=9, points=2),))
    state = replace(state, units=(state.units[0], moved(state.units[1], y=y)))
    mine = seen(state)
    own, foe = mine.own[0], mine.foes[0]
    assert (mine.opportunity(own, foe, 100) > 0) == chance
    assert (mine.threat(own, foe.unit, foe.half, 100, 0) > 0) == threat
    further = moved(foe.unit, y=-226 - y)
    assert mine.threat(own, further, foe.half, 100, 0) == 0


def test_a_charge_that_loses_promises_nothing() -> None:
    state = field(foot(points=2, rating="untrained"), against=(foot("t", y=5, facing=180, points=9, rating="guard"),))
    mine = seen(state)
    assert mine.opportunity(mine.own[0], mine.foes[0], 100) == 0
    assert mine.threat(mine.own[0], mine.foes[0].unit, 175, 100, 0) == 0
