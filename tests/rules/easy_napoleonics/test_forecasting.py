"""The odds before an action: equal to what the real procedures do on every outcome of their dice."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.odds import TooManyOutcomes
from battles.engine.pointing import Forecast
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.state import Pending, State
from battles.rules.easy_napoleonics.words_names import unit as unit_words
from tests.rules.easy_napoleonics.acting import values
from tests.rules.easy_napoleonics.board import at, changed, leader, play, position, unit
from tests.rules.easy_napoleonics.small import small_setup, steps
from tests.rules.easy_napoleonics.truth import level_words, shares, told, truth

FAR = unit("b", (14, -11), facing=3)
HORSE = {"kind": "light_cavalry", "grade": "veteran"}
GUNS = {"kind": "field_artillery", "grade": "veteran"}
LEVEL = "EN-MELEE-37"


def ruled(forecasts: tuple[Forecast, ...], rule: str) -> list[Forecast]:
    """Those that a rule throws the dice of."""
    return [forecast for forecast in forecasts if forecast.rule == rule]


# Fire.


def killed(own: list[Any]) -> list[int]:
    """The leaders who fell."""
    return [event.leader for event in own if event.kind == "leader_tested" and event.killed]


def fired(state: State, target: int) -> Callable[[list[Any]], list[tuple[Any, ...]]]:
    """What a volley did, in the words of a forecast."""
    before = state.units[target].level

    def read(own: list[Any]) -> list[tuple[Any, ...]]:
        fire = own[0]
        hits = "no hit" if not fire.hits else f"{fire.hits} hit{'s' * (fire.hits > 1)}"
        dead = [("killed", man) for man in killed(own)]
        return [("hits", hits), ("level", level_words(before, fire.level)), *dead]

    return read


def holds_for_fire(state: State, side: str, action: act.Fire) -> None:
    real = truth(state, side, action, fired(state, action.target))
    hits, levels, *men = told(state, side, action)
    assert {("hits", what): share for what, share in shares(hits).items()} == of(real, "hits")
    assert {("level", what): share for what, share in shares(levels).items()} == of(real, "level")
    dead = of(real, "killed")
    assert [shares(man)["killed"] for man in men] == [dead[key] for key in sorted(dead)]


def of(real: dict[Any, Fraction], what: str) -> dict[Any, Fraction]:
    return {key: share for key, share in real.items() if key[0] == what}


@pytest.mark.rule("EN-ART-18", "all that fire at a target do so as one event")
@pytest.mark.rule("EN-ART-19", "each hit is a check")
@pytest.mark.rule("EN-LEADER-06", "a leader with the target is at risk from the first hit")
@pytest.mark.rule("EN-LEADER-03", "several leaders with a unit each throw")
@pytest.mark.parametrize("timing", ["after_checks", "before_checks"])
def test_the_odds_of_a_volley_are_those_of_the_volley(timing: str) -> None:
    units = [unit("a", (0, 0), **GUNS), unit("a", (1, 0), level="fair", **GUNS), unit("b", (0, -5), facing=3), FAR]
    men = [leader("b", (0, -5)), leader("b", (0, -5)), leader("a", (0, 0))]
    state = position(units, men, phase="artillery", leader_risk_timing=timing)
    holds_for_fire(state, "a", act.Fire(2, ((0, 2), (1, 2))))
    holds_for_fire(state, "a", act.Fire(2, ((1, 2),)))


@pytest.mark.rule("EN-RULING-12", "checks without the leader, where he throws first")
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
    assert dice.what == "a field_artillery, 2 dice at range 5: veteran, 6 or more"
    assert dice.result == "3 or more on a D10, 80.0%"
    assert hits.rule == "EN-ART-13"


@pytest.mark.rule("EN-MORALE-07", "a natural 10 always passes and a natural 1 always fails")
def test_the_limits_of_a_die_are_told() -> None:
    weak = position([unit("a", (0, 0), grade="militia", level="bad"), FAR], phase="rally")
    strong = position([unit("a", (0, 0), grade="old_guard", level="fair"), FAR], [leader()], phase="rally")
    result = told(weak, "a", act.Rally(0))[0].sums[0].result
    assert result == "10 or more on a D10, 10.0%; a natural 10 is always enough"
    assert told(strong, "a", act.Rally(0))[0].sums[0].result == "3 or more on a D10, 80.0%"
    guard = position([unit("a", (0, 0), grade="old_guard"), unit("b", (0, -1), formation="square")], phase="musketry")
    assert told(guard, "a", act.Fire(1, ((0, 2),)))[0].sums[0].result.endswith("a natural 1 is never enough")


@pytest.mark.rule("EN-MUSK-05", "small arms hit as artillery does")
def test_the_odds_of_muskets_are_those_of_muskets() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -1), facing=2, level="fair"), FAR], phase="musketry")
    holds_for_fire(state, "a", act.Fire(1, ((0, 2),)))
    holds_for_fire(state, "a", act.Fire(1, ((0, 1),)))
    assert told(state, "a", act.Fire(1, ((0, 2),)))[0].rule == "EN-MUSK-05"


# Checks.


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


# Melee.


def fought(state: State, one: int, two: int) -> Callable[[list[Any]], list[tuple[Any, ...]]]:
    """What a melee did: the winner, both levels, the leaders killed."""

    def read(own: list[Any]) -> list[tuple[Any, ...]]:
        after = state
        for event in own:
            after = SYSTEM.evolve(after, event)
        levels = [("level", n, level_words(state.units[n].level, after.units[n].level)) for n in (one, two)]
        dead = [("killed", man) for man in killed(own)]
        return [("won", next(event for event in own if event.kind == "fought").winner), *levels, *dead]

    return read


def holds_for_melee(
    state: State, forecasts: tuple[Forecast, ...], real: dict[Any, Fraction], pair: tuple[int, int]
) -> None:
    (result,) = ruled(forecasts, "EN-MELEE-36")
    for number in pair:
        wins = f"{unit_words(state, number)} wins".casefold()
        won = sum(share for what, share in shares(result).items() if what.casefold().startswith(wins))
        assert won == real.get(("won", number), 0)
    assert shares(result).get("a tie", 0) == real.get(("won", -1), 0)
    for number, after in zip(pair, ruled(forecasts, LEVEL), strict=True):
        assert {("level", number, what): share for what, share in shares(after).items()} == {
            key: share for key, share in of(real, "level").items() if key[1] == number
        }
    dead = sorted(of(real, "killed").values())
    assert sorted(shares(man)["killed"] for man in ruled(forecasts, "EN-LEADER-06")) == dead


def melee(one: dict[str, Any], two: dict[str, Any], men: Any = (), **options: Any) -> State:
    units = [unit("a", (0, 0), **one), unit("b", (1, -1), **two), unit("b", (14, -11)), unit("a", (-5, 9))]
    facts = {"listed": True, "pairs": ((0, 1),)}
    return position(units, men, phase="melee", state=facts, **options)


MELEES: tuple[tuple[dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"facing": 3}, {}),
    (HORSE, {"facing": 0}, {}),
    ({**HORSE, "formation": "column"}, {"facing": 3, "formation": "hasty_square"}, {"leader_risk_on_tie": True}),
    ({"level": "fair"}, {"facing": 3, "level": "bad", **GUNS}, {"melee_morale_bonus": True}),
    ({"level": "bad"}, {"facing": 3, "level": "fair", "formation": "column"}, {"melee_morale_bonus": True}),
    ({"formation": "column"}, {"facing": 1, "formation": "column"}, {"leader_risk_timing": "before_checks"}),
    ({}, {"facing": 3, "formation": "column"}, {"melee_check_level": "before_drop"}),
)


@pytest.mark.rule("EN-MELEE-36", "results of a melee")
@pytest.mark.rule("EN-MELEE-37", "levels after the drop and the checks")
@pytest.mark.rule("EN-OPT-07", "a unit whose enemy broke is raised")
@pytest.mark.rule("EN-LEADER-07", "leaders of the loser throw, and in a tie where the option says so")
@pytest.mark.parametrize(("one", "two", "options"), MELEES)
def test_the_odds_of_a_melee_are_those_of_the_melee(one: Any, two: Any, options: Any) -> None:
    men = [leader("a", (0, 0)), leader("b", (1, -1))] if one.get("formation") == "column" else ()
    state = melee(one, two, men, **options)
    action = act.Fight(0, 1)
    holds_for_melee(state, told(state, "a", action), truth(state, "a", action, fought(state, 0, 1), 20_000), (0, 1))


@pytest.mark.rule("EN-MELEE-13", "dice by stands, and every modifier with its rule")
@pytest.mark.rule("EN-MELEE-32", "an attack on the flank")
def test_every_modifier_of_a_melee_is_told() -> None:
    state = melee({**HORSE, "level": "fair"}, {"facing": 5}, [leader("a", (0, 0))], terrain={(1, -1): "hill"})
    result = told(state, "a", act.Fight(0, 1))[0]
    assert result.title == "A light_cavalry attacks b infantry (B01) in the flank"
    own, enemy = result.sums
    assert {row.rule for row in own.modifiers} == {
        *("EN-MELEE-20", "EN-MORALE-04", "EN-MELEE-22", "EN-MELEE-26", "EN-MELEE-28", "EN-MELEE-32"),
    }
    assert own.result == "2D10 + 13"
    assert (enemy.what, enemy.result) == ("the score of b infantry (B01)", "2D10 + 6")


@pytest.mark.rule("EN-MELEE-12", "a column counts one stand")
def test_the_results_of_a_melee_are_told_in_their_order() -> None:
    state = melee({**HORSE, "formation": "column"}, {**GUNS, "facing": 3})
    result, own, enemy = told(state, "a", act.Fight(0, 1))
    assert [each.result for each in result.sums] == ["1D10 + 7", "1D10 + 4"]
    against_line = told(melee({**HORSE, "formation": "column"}, {"facing": 3}), "a", act.Fight(0, 1))[0]
    assert [each.result for each in against_line.sums] == ["1D10 + 7", "2D10 + 6"]
    leads = Counter(one + 7 - two - 4 for one in range(1, 11) for two in range(1, 11))
    bands = [range(5, 20), range(1, 5), range(1), range(-4, 0), range(-20, -4)]
    one, two = "a light_cavalry", "b field_artillery"
    words = [f"{one} wins by 5 or more", f"{one} wins by 1 to 4", "a tie", f"{two} wins by 1 to 4"]
    words.append(f"{two} wins by 5 or more")
    ways = [Fraction(sum(leads[lead] for lead in band), 100) for band in bands]
    assert list(shares(result).items()) == list(zip(words, ways, strict=True))
    assert [chance.good for chance in result.chances] == [True, True, None, False, False]
    assert [chance.good for chance in own.chances] == [None, False, False, False]
    assert [chance.good for chance in enemy.chances] == [None, True, True, True]


@pytest.mark.rule("EN-RULING-03", "checks at the level before the drop, where the option says so")
@pytest.mark.parametrize(("when", "modifiers"), [("after_drop", {"Fair": -1}), ("before_drop", {})])
def test_the_level_of_the_checks_is_that_of_the_option(when: str, modifiers: dict[str, int]) -> None:
    own = ruled(told(melee({}, {"facing": 3}, melee_check_level=when), "a", act.Fight(0, 1)), LEVEL)[0]
    assert values(own.sums[0].modifiers) == modifiers


@pytest.mark.rule("EN-MELEE-06", "who declines a contact fights no melee")
def test_an_attack_that_may_be_declined_has_the_odds_of_its_melee() -> None:
    owed = Pending(kind="accept", side="a", unit=0, other=1)
    units = [unit("a", (0, 0)), unit("b", (1, -1), facing=3, formation="square"), FAR, unit("a", (-5, 9))]
    other = Pending(kind="accept", side="a", unit=0, other=2)
    state = position(units, phase="melee", state={"pending": (other, owed)})
    assert ruled(told(state, "a", act.Accept(True)), "EN-MELEE-36")[0].title.startswith("A infantry (A01) attacks")
    assert told(state, "a", act.Accept(False)) == ()


@pytest.mark.rule("EN-MELEE-11", "a square has no flank")
def test_a_square_is_not_said_to_be_taken_in_the_flank() -> None:
    state = melee(HORSE, {"facing": 5, "formation": "square"})
    assert told(state, "a", act.Fight(0, 1))[0].title == "A light_cavalry attacks b infantry (B01)"


@pytest.mark.rule("EN-MELEE-38", "checks that a unit takes once it has dropped, none where it breaks by the drop")
def test_the_checks_after_a_melee_are_told() -> None:
    own, enemy = ruled(told(melee({}, {"facing": 3, "level": "fair"}), "a", act.Fight(0, 1)), LEVEL)
    assert [row.what.split(":")[0] for row in own.sums] == ["tie", "losing by 1 to 4"]
    assert [row.what.split(":")[0] for row in enemy.sums] == ["tie"]
    assert values(enemy.sums[0].modifiers) == {"Bad": -2}


# Charges.


def charge(foe: dict[str, Any], **options: Any) -> tuple[State, act.Activate]:
    units = [unit("a", (0, 0), **HORSE), unit("b", (0, -2), **{"facing": 3, **foe}), unit("a", (-5, 9)), FAR]
    return position(units, **options), act.Activate(0, cell=at(0, -1))


@pytest.mark.rule("EN-SQUARE-04", "infantry that cavalry charges may try hasty square")
@pytest.mark.rule("EN-SQUARE-05", "one check")
def test_the_odds_of_a_charge_are_square_and_the_melee_with_and_without_it() -> None:
    state, action = charge({})
    found = told(state, "a", action)
    assert [each.rule for each in found] == ["EN-SQUARE-05", *["EN-MELEE-36", LEVEL, LEVEL] * 2]
    assert shares(found[0]) == {"forms square": Fraction(2, 5), "stays in line, and may not fire": Fraction(3, 5)}
    assert [chance.good for chance in found[0].chances] == [False, True]
    charged = play(state, "a", action)
    assert told(charged, "b", act.HastySquare(True))[0].sums == found[0].sums
    standing = told(charged, "b", act.HastySquare(False))
    assert [shares(each) for each in standing] == [shares(each) for each in found if "if not" in each.title]
    for face, with_square in ((10, True), (1, False)):
        tried = play(charged, "b", act.HastySquare(True), face)
        last = _to_last_fire(tried)
        now = told(last, "a" if last.acting == "a" else "b", act.Done())
        words = "if square is formed" if with_square else "if not"
        then = [each for each in found if words in each.title]
        assert [shares(each) for each in now] == [shares(each) for each in then]
        assert [each.sums for each in now] == [each.sums for each in then]


@pytest.mark.rule("EN-RULING-40", "a try costs the fire, where the option says so")
def test_the_price_of_a_hasty_square_is_told() -> None:
    state, action = charge({}, hasty_square_fire="lost_always")
    assert "forms square, and may not fire" in shares(told(state, "a", action)[0])


@pytest.mark.rule("EN-VP-02", "no melee once the battle is won")
def test_a_charge_that_wins_the_battle_before_it_has_no_melee() -> None:
    foe = unit("b", (0, -3), facing=3)
    state = position(
        [unit("a", (0, 0), **HORSE), foe, unit("a", (-5, 9)), FAR],
        [leader("b", (0, -1))],
        lone_leader_contact="remove",
        victory_points_to_win=5,
    )
    assert told(state, "a", act.Activate(0, cell=at(0, -2), over=(0,))) == ()
    assert told(position(state.units), "a", act.Activate(0, cell=at(0, -2)))


def _to_last_fire(state: State) -> State:
    """The state in which only the end of fire stands before the melee."""
    while not told(state, state.acting, act.Done()):
        if state.pending:
            state = play(state, state.pending[-1].side, act.ChooseFireOrder("a"))
        else:
            state = play(state, state.acting, act.Done())
    return state


@pytest.mark.rule("EN-SQUARE-06", "one try a turn")
def test_a_charge_on_infantry_that_has_tried_is_its_melee_alone() -> None:
    state, action = charge({"tried_square": True})
    assert [each.rule for each in told(state, "a", action)] == ["EN-MELEE-36", LEVEL, LEVEL]
    guns, action = charge({"kind": "field_artillery"})
    assert [each.rule for each in told(guns, "a", action)] == ["EN-MELEE-36", LEVEL, LEVEL]


@pytest.mark.rule("EN-FORM-05", "a unit that turned first does not charge")
def test_a_move_without_a_charge_has_no_odds() -> None:
    state, _ = charge({})
    assert told(state, "a", act.Activate(0, "column", cell=at(0, -1))) == ()
    assert told(state, "a", act.Activate(0, cell=at(1, -1))) == ()
    assert told(state, "a", act.Activate(0, cell=at(0, -9))) == ()


@pytest.mark.rule("EN-LEADER-09", "a lone leader who is run over throws a die")
def test_the_odds_of_a_leader_who_is_run_over() -> None:
    units = [unit("a", (0, 0), **HORSE), FAR, unit("b", (0, -9))]
    state = position(units, [leader("b", (0, -1)), leader("b", (0, -1))])
    action = act.Activate(0, cell=at(0, -1), over=(0, 1))
    found = ruled(told(state, "a", action), "EN-LEADER-09")
    assert [shares(each) for each in found] == [{"killed": Fraction(1, 10), "unhurt": Fraction(9, 10)}] * 2
    real = truth(state, "a", action, killed)
    assert real == {0: Fraction(1, 10), 1: Fraction(1, 10)}
    removed = position(units, [leader("b", (0, -1))], lone_leader_contact="remove")
    assert told(removed, "a", act.Activate(0, cell=at(0, -1), over=(0,))) == ()


# Breakthrough.


def broken_through(foe: dict[str, Any], **options: Any) -> State:
    """Cavalry may move into (1, -1), where an enemy stands in front of it."""
    owed = Pending(kind="breakthrough", side="a", unit=0, cell=at(1, -1))
    units = [
        unit("a", (0, 0), **HORSE),
        unit("b", (1, -2), **{"facing": 3, **foe}),
        unit("a", (-5, 9)),
        FAR,
    ]
    facts = {"listed": True, "pending": (owed,)}
    return position(units, phase="melee", breakthrough=True, state=facts, **options)


@pytest.mark.rule("EN-OPT-03", "the enemy may fire or try square, and the melee follows")
def test_the_odds_of_a_breakthrough_and_of_its_answers() -> None:
    state = broken_through({"formation": "column"})
    found = told(state, "a", act.Advance("in", target=1))
    assert [each.rule for each in found][:3] == ["EN-MUSK-05", "EN-ART-19", "EN-SQUARE-05"]
    answering = play(state, "a", act.Advance("in", target=1))
    held = told(answering, "b", act.Answer("hold"))
    assert shares(held[0]) == shares(next(each for each in found if each.title.endswith("before any fire, if not")))
    square = told(answering, "b", act.Answer("square"))
    assert shares(square[0]) == shares(ruled(found, "EN-SQUARE-05")[0])
    real = truth(answering, "b", act.Answer("square"), tried)
    assert list(shares(square[0]).values()) == [real[True], real[False]]
    real = truth(answering, "b", act.Answer("hold"), fought(answering, 0, 1), 9_000)
    holds_for_melee(answering, held, real, (0, 1))


def tried(own: list[Any]) -> list[bool]:
    """Whether square was formed."""
    return [event.passed for event in own if event.kind == "square_tried"]


@pytest.mark.rule("EN-OPT-03", "fire comes before the melee and counts in it")
def test_the_melee_after_an_answer_is_told_for_each_level_that_the_fire_may_leave() -> None:
    state = play(broken_through({"formation": "column"}), "a", act.Advance("in", target=1))
    found = told(state, "b", act.Answer("fire"))
    results = ruled(found, "EN-MELEE-36")
    after = ruled(found, "EN-ART-19")[0]
    assert [each.title.rpartition(" is ")[2] for each in results] == ["Good after the fire", "Fair after the fire"]

    def read(own: list[Any]) -> list[tuple[Any, ...]]:
        level = own[1].level
        winner = next((event.winner for event in own if event.kind == "fought"), None)
        return [("level", level), ("won", level, winner)]

    real = truth(state, "b", act.Answer("fire"), read, 9_000)
    for level, result in zip(("good", "fair"), results, strict=True):
        share = shares(after)[level_words("good", level)]
        assert share == real["level", level]
        attacker = sum(chance.share for chance in result.chances if chance.good is False)
        assert attacker * share == real["won", level, 0]


@pytest.mark.rule("EN-LEADER-08", "a leader goes along with a breakthrough")
@pytest.mark.rule("EN-LEADER-09", "a lone leader in the hex is run over")
def test_a_breakthrough_over_a_leader_and_with_one_is_told_so() -> None:
    state = broken_through({"formation": "column"})
    men = replace(state, leaders=(leader("a", (0, 0)), leader("b", (1, -1))))
    found = told(men, "a", act.Advance("in", target=1))
    assert [shares(each)["killed"] for each in ruled(found, "EN-LEADER-09")] == [Fraction(1, 10)]
    assert [each.rule for each in told(men, "a", act.Advance("stay"))] == ["EN-INIT-01"]
    led = play(replace(state, leaders=(leader("a", (0, 0)),)), "a", act.Advance("in", target=1))
    titles = [each.title for each in ruled(told(led, "b", act.Answer("fire")), "EN-MELEE-36")]
    assert [title.partition(" after the fire")[2] for title in titles] == [" and has its leader"] * 2


@pytest.mark.rule("EN-MORALE-13", "a winner whose level is hidden may be at each of them after the fire")
def test_the_melee_after_an_answer_to_a_hidden_winner_is_told_for_every_level() -> None:
    state = play(broken_through({"formation": "column"}, hidden_morale=True), "a", act.Advance("in", target=1))
    titles = [each.title for each in ruled(told(state, "b", act.Answer("fire")), "EN-MELEE-36")]
    levels = [title.partition(", after the fire, if a light_cavalry is ")[2] for title in titles]
    assert levels == ["Good", "Fair", "Bad"]


# What the rules do by themselves.


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


@pytest.mark.rule("EN-SETUP-07", "the low roll deploys first, ties are thrown again")
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


# What is hidden.


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


# Random battles.


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
