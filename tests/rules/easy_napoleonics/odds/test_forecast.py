"""The odds before fire, a rally and a new turn, and what is hidden: equal to what the real procedures do."""

from collections import Counter
from fractions import Fraction

import pytest

from battles.engine.odds import TooManyOutcomes
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import actions as act
from tests.rules.easy_napoleonics.builders.battles import small_setup, steps
from tests.rules.easy_napoleonics.builders.forecasts import (
    FAR,
    GUNS,
    LEVEL,
    fought,
    holds_for_fire,
    melee,
    of,
    ruled,
    shares,
    told,
    truth,
)
from tests.rules.easy_napoleonics.builders.positions import changed, leader, position, unit, values


@pytest.mark.rule("EN-ART-18", "all that fire at a target do so as one event")
@pytest.mark.rule("EN-ART-19", "each hit is a check")
@pytest.mark.rule("EN-LEADER-06", "a leader with the target is at risk from the first hit")
@pytest.mark.rule("EN-LEADER-03", "several leaders with a unit each roll")
@pytest.mark.parametrize("timing", ["after_checks", "before_checks"])
def test_the_odds_of_a_volley_are_those_of_the_volley(timing: str) -> None:
    units = [unit("a", (0, 0), **GUNS), unit("a", (1, 0), level="fair", **GUNS), unit("b", (0, -5), facing=3), FAR]
    men = [leader("b", (0, -5)), leader("b", (0, -5)), leader("a", (0, 0))]
    state = position(units, men, phase="artillery", leader_risk_timing=timing)
    holds_for_fire(state, "a", act.Fire(2, ((0, 2), (1, 2))))
    holds_for_fire(state, "a", act.Fire(2, ((1, 2),)))


@pytest.mark.rule("EN-RULING-12", "checks without the leader, if the leader rolls first")
def test_a_volley_says_what_is_good_for_whom_and_what_its_checks_need() -> None:
    units = [unit("a", (0, 0), **GUNS), unit("b", (0, -5), facing=3), FAR]
    state = position(units, [leader("b", (0, -5))], phase="artillery", leader_risk_timing="before_checks")
    hits, levels, man = told(state, "a", act.Fire(1, ((0, 2),)))
    assert [chance.good for chance in hits.chances] == [False, True, True]
    assert [chance.good for chance in levels.chances] == [None, True, True]
    assert [chance.good for chance in man.chances] == [True, None]
    assert [values(each.modifiers) for each in levels.sums] == [{"leader attached": 1}, {}]
    after = told(position(units, phase="artillery"), "a", act.Fire(1, ((0, 2),)))[1]
    assert [values(each.modifiers) for each in after.sums] == [{}]


@pytest.mark.rule("EN-ART-14", "every modifier of fire with its rule")
def test_every_modifier_of_fire_is_told() -> None:
    units = [unit("a", (0, 0), level="fair", **GUNS), unit("b", (0, -5), facing=5, formation="column"), FAR]
    state = position(units, [leader("a", (0, 0))], phase="artillery", terrain={(0, -5): "woods"})
    hits = told(state, "a", act.Fire(1, ((0, 2),)))[0]
    (dice,) = hits.sums
    assert values(dice.modifiers) == {
        "Fair": -1,
        "leader with the firer": 1,
        "target in woods or settlement": -1,
        "target in column": 1,
        "fire at the rear": 3,
    }
    assert {row.rule for row in dice.modifiers} == {"EN-ART-14", "EN-MORALE-04"}
    assert dice.what == "a field_artillery, 2 dice at range 5 (veteran, 6 or more)"
    assert dice.result == "3 or more on a D10, 80 %"
    assert hits.rule == "EN-ART-13"


@pytest.mark.rule("EN-MORALE-07", "a natural 10 always passes and a natural 1 always fails")
def test_the_limits_of_a_die_are_told() -> None:
    weak = position([unit("a", (0, 0), grade="militia", level="bad"), FAR], phase="rally")
    strong = position([unit("a", (0, 0), grade="old_guard", level="fair"), FAR], [leader()], phase="rally")
    result = told(weak, "a", act.Rally(0))[0].sums[0].result
    assert result == "10 or more on a D10, 10 %; a natural 10 is always enough"
    assert told(strong, "a", act.Rally(0))[0].sums[0].result == "3 or more on a D10, 80 %"
    guard = position([unit("a", (0, 0), grade="old_guard"), unit("b", (0, -1), formation="square")], phase="musketry")
    assert told(guard, "a", act.Fire(1, ((0, 2),)))[0].sums[0].result.endswith("a natural 1 is never enough")


@pytest.mark.rule("EN-MUSK-05", "small arms hit as artillery does")
def test_the_odds_of_muskets_are_those_of_muskets() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -1), facing=2, level="fair"), FAR], phase="musketry")
    holds_for_fire(state, "a", act.Fire(1, ((0, 2),)))
    holds_for_fire(state, "a", act.Fire(1, ((0, 1),)))
    assert told(state, "a", act.Fire(1, ((0, 2),)))[0].rule == "EN-MUSK-05"


@pytest.mark.rule("EN-RALLY-01", "a check, and a level up where it is passed")
@pytest.mark.rule("EN-MORALE-06", "the modifiers of a check")
def test_the_odds_of_a_rally() -> None:
    state = position([unit("a", (0, 0), grade="veteran", level="bad"), FAR], [leader()], phase="rally")
    (rally,) = told(state, "a", act.Rally(0))
    assert shares(rally) == {"rises to Fair": Fraction(2, 5), "still Bad": Fraction(3, 5)}
    real = truth(state, "a", act.Rally(0), lambda own: [own[0].passed])
    assert list(shares(rally).values()) == [real[True], real[False]]
    assert values(rally.sums[0].modifiers) == {"Bad": -2, "leader attached": 1}
    assert [chance.good for chance in rally.chances] == [True, False]


@pytest.mark.rule("EN-INIT-02", "the streak counts against its side")
@pytest.mark.rule("EN-INIT-06", "and a bonus for the favoured one")
def test_the_odds_of_the_next_initiative_are_told_where_a_turn_ends() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -9), facing=3)]
    facts = {"mover": "b", "streak": 2, "turn": 3}
    state = position(units, [leader("a", (2, 2))], state=facts, initiative_bonus=(0, 1))
    (initiative,) = told(state, "a", act.Done())
    assert (initiative.title, initiative.rule) == ("Initiative of turn 4", "EN-INIT-01")
    own, theirs = initiative.sums
    assert [chance.good for chance in initiative.chances] == [True, False]
    assert values(own.modifiers) == {"initiative in the last 2 turns": -4}
    assert values(theirs.modifiers) == {"favoured side": 1}
    faces = [(one - 4) - (two + 1) for one in range(1, 11) for two in range(1, 11)]
    won, lost = sum(lead > 0 for lead in faces), sum(lead < 0 for lead in faces)
    assert shares(initiative) == {"A": Fraction(won, won + lost), "B": Fraction(lost, won + lost)}


@pytest.mark.rule("EN-SETUP-07", "the low roll deploys first, ties are rolled again")
@pytest.mark.rule("EN-SETUP-06", "a die each for woods, hills and settlements")
@pytest.mark.parametrize(("random", "rules"), [(False, ["EN-SETUP-07"]), (True, ["EN-SETUP-06"] * 3)])
def test_the_odds_of_the_preparation(random: bool, rules: list[str]) -> None:
    setup = small_setup(Chances(b"cards"), 3, draws=True, random_terrain=random, nations=("france", "prussia"))
    seen = []
    for state, side, action, step in steps(setup, "prepare"):
        if action is not None and state.phase == "cards":
            found = told(state, side, action)
            seen.append([each.rule for each in found])
            if found:
                assert step.state.phase == "deployment"
    assert [found for found in seen if found] == [rules]


@pytest.mark.rule("EN-MORALE-13", "odds for each level that a hidden unit may have, and the true one is not told")
def test_the_odds_are_told_for_each_level_that_may_be() -> None:
    told_of = []
    for level in ("good", "fair", "bad"):
        units = [unit("a", (0, 0), **GUNS), unit("b", (0, -5), facing=3, level=level), FAR]
        told_of.append(told(position(units, phase="artillery", hidden_morale=True), "a", act.Fire(1, ((0, 2),))))
        open_state = position(units, phase="artillery")
        (after,) = ruled(told(open_state, "a", act.Fire(1, ((0, 2),))), "EN-ART-19")
        assert shares(after) in [shares(each) for each in told_of[-1]]
    assert told_of[0] == told_of[1] == told_of[2]
    hits, *after = told_of[0]
    assert hits.title == "A field_artillery fires at b infantry (B01)"
    assert [each.title.partition(", if ")[2] for each in after] == [
        f"b infantry (B01) is {level}" for level in ("Good", "Fair", "Bad")
    ]


@pytest.mark.rule("EN-MORALE-13", "the umpire is told the true odds, the public all that may be")
def test_the_odds_are_told_by_what_the_viewer_knows() -> None:
    state = melee({}, {"facing": 3, "level": "bad"}, hidden_morale=True)
    action = act.Fight(0, 1)
    assert len(ruled(told(state, "a", action, "umpire"), "EN-MELEE-36")) == 1
    assert len(ruled(told(state, "a", action), "EN-MELEE-36")) == 3
    assert len(ruled(told(state, "a", action, "public"), "EN-MELEE-36")) == 9
    many = [unit("a", (n, 0), **GUNS) for n in range(3)]
    fire = position([*many, unit("b", (1, -5), facing=3), FAR], phase="artillery", hidden_morale=True)
    found = told(fire, "a", act.Fire(3, ((0, 2), (1, 2), (2, 2))), "public")
    assert [each.title.rpartition(" are ")[2] for each in ruled(found, "EN-ART-13")] == ["Good", "Fair", "Bad"]


@pytest.mark.rule("EN-MORALE-13", "that a unit may rally says that it is shaken")
def test_the_others_are_told_no_odds_of_a_rally() -> None:
    units = [unit("a", (number, 0), level="bad") for number in range(8)]
    state = position([*units, FAR], phase="rally", hidden_morale=True)
    for number in range(8):
        assert told(state, "a", act.Rally(number))
        assert told(state, "a", act.Rally(number), "public") == ()


@pytest.mark.rule("EN-MORALE-13", "whatever the other side hides, the odds are the same")
def test_the_odds_do_not_hang_on_what_is_hidden() -> None:
    chances = Chances(b"hidden odds")
    setup = small_setup(chances, 6, hidden_morale=True, breakthrough=True, deployment_order="preset")
    told_some = 0
    for state, side, action, _ in steps(setup, "hidden"):
        if action is None:
            continue
        foes = [n for n, one in enumerate(state.units) if one.side != side and one.level != "broken"]
        other = state
        for number in foes:
            other = changed(other, number, level=chances.choice(("good", "fair", "bad")))
        assert told(other, side, action) == told(state, side, action)
        told_some += bool(told(state, side, action))
    assert told_some > 5


@pytest.mark.parametrize("seed", range(3))
def test_the_odds_of_random_battles_are_those_of_their_procedures(seed: int) -> None:
    setup = small_setup(Chances(b"odds %d" % seed), 7, deployment_order="preset", leaders_per_side=2)
    held: Counter[str] = Counter()
    for state, side, action, _ in steps(setup, seed):
        if isinstance(action, act.Fire):
            holds_for_fire(state, side, action)
        elif isinstance(action, act.Rally):
            real = truth(state, side, action, lambda own: [own[0].passed])
            assert list(shares(told(state, side, action)[0]).values()) == [real[True], real[False]]
        elif isinstance(action, act.Fight) and held["fight"] < 2:
            pair = action.attacker, action.defender
            try:
                real = truth(state, side, action, fought(state, *pair), 3_000)
            except TooManyOutcomes:
                continue
            levels = ruled(told(state, side, action), LEVEL)
            for number, after in zip(pair, levels, strict=True):
                assert set(shares(after).values()) == {
                    share for key, share in of(real, "level").items() if key[1] == number
                }
        else:
            continue
        held[action.kind] += 1
    assert held["fire"]
    assert held["rally"]
