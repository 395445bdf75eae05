"""The odds of a breakthrough and of its answers: equal to what the real procedures do."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics import actions as act
from tests.rules.easy_napoleonics.board import leader, play
from tests.rules.easy_napoleonics.forecast import broken_through, fought, holds_for_melee, ruled, tried
from tests.rules.easy_napoleonics.truth import level_words, shares, told, truth


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
