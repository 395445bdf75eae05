"""What a side may do in words, and what it is asked: along battles in which everything happens."""

from collections import Counter
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import PUBLIC, Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import flow
from battles.rules.mini_nap.frames import Contact, Joining, Shot
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.notation import read, write
from battles.rules.mini_nap.offers import action_words, offer
from battles.rules.mini_nap.questions import question
from battles.rules.mini_nap.stages import stages
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.view import view
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light
from tests.rules.mini_nap.mn_walks import decisions

TURNS = 3
SEEDS = 12
SAMPLED = 25
"""Actions of an option that are looked at."""

Decision = tuple[State, str, tuple[Option, ...]]


@pytest.fixture(scope="module")
def met() -> list[Decision]:
    return [(state, side, options) for state, side, options, _ in decisions(TURNS, SEEDS)]


def test_every_listed_action_has_words_of_its_own(met: list[Decision]) -> None:
    kinds = set()
    for state, _, options in met:
        for option in options:
            some = list(option.actions)[:SAMPLED]
            texts = [action_words(state, action) for action in some]
            assert len(set(texts)) == len(texts), Counter(texts).most_common(2)
            kinds |= {type(action) for action in some}
            for text in texts:
                assert text[:1].upper() == text[:1] != "", text
                assert "_" not in text, text
                assert "  " not in text, text
                assert "None" not in text, text
    assert {act.Manoeuvre, act.Fire, act.ReturnFire, act.Join, act.OpportunityCharge, act.GoOn, act.Stay} <= kinds


def test_the_offers_of_a_decision_differ(met: list[Decision]) -> None:
    for state, _, options in met:
        texts = [offer(state, option) for option in options]
        assert len(set(texts)) == len(texts), Counter(texts).most_common(2)
        assert all(text[:1].upper() == text[:1] and "_" not in text for text in texts)


def test_every_listed_action_comes_back_from_its_short_form(met: list[Decision]) -> None:
    for _, _, options in met:
        for option in options:
            for action in list(option.actions)[:SAMPLED]:
                assert read(write(action)) == action


def test_every_window_asks_a_question(met: list[Decision]) -> None:
    asked: dict[str, str] = {}
    for state, side, _ in met:
        text = question(view(state, side), side)
        going_on = now(state)
        if state.stack or going_on.startswith("break"):
            assert text.endswith("?"), (going_on, text)
            assert "(MN" in text, text
            asked[going_on] = text
        else:
            assert text == "" or going_on in ("edges", "end")
        for other in {"a", "b"} - set(flow.deciders(state)):
            assert question(view(state, PUBLIC), other) == ""
    assert {"course", "onward", "contact", "shot", "joining", "break_active"} <= set(asked)


FIELD = field(
    horse("Hussars", 0, -10, type="light_cavalry"),
    guns("Battery", 20, -20),
    against=(
        foot("Square", 0, 0, 180, formation="emergency_square"),
        guns("Horse battery", 0, 10, 180, type="horse_artillery", weight="light"),
        light("Jagers", 20, -14, 180),
    ),
)


@pytest.mark.parametrize(
    ("frame", "side", "says"),
    [
        (
            Contact(charger=0, target=3, travel="charge", stage="flight"),
            "b",
            "Your Horse battery has limbered up before Hussars (MN-REACT-23). How far does it flee?",
        ),
        (
            Contact(charger=0, target=2, travel="charge", stage="feint", formed=(2,)),
            "a",
            "Square has formed square before your Hussars (MN-REACT-50). Fight, or try to ride back?",
        ),
        (
            Contact(charger=0, target=2, travel="charge", stage="feint_back", formed=(2,)),
            "a",
            "Your Hussars rides back from Square (MN-REACT-51). How far, and how does it face then?",
        ),
        (
            Shot(unit=1, target=4, aim=(0, 0)),
            "b",
            "Battery is about to fire at your Jagers (MN-FIRE-60). Suppress it, or let it fire?",
        ),
        (Joining(stage=6), "b", ""),
    ],
    ids=["flight", "feint", "feint_back", "suppress", "nobody"],
)
def test_a_window_names_who_does_what_to_whom(frame: Any, side: str, says: str) -> None:
    state = replace(FIELD, stack=(frame,))
    assert question(view(state, side), side) == says


def test_the_winner_of_the_throw_is_asked_for_an_edge() -> None:
    state = replace(FIELD, step="edges", active="b")
    assert question(view(state, "b"), "b").startswith("Your side has won the throw (MN-RULING-60).")
    assert question(view(state, "a"), "a") == ""


def test_one_step_is_now(met: list[Decision]) -> None:
    for state, side, _ in met:
        found = stages(view(state, side))
        whens = [stage.when for stage in found]
        assert whens.count("now") == 1
        assert whens == sorted(whens, key=("done", "now", "next").index)
        assert len({stage.name for stage in found}) == len(found)


def test_whoever_decides_is_told_what_there_is_to_do(met: list[Decision]) -> None:
    tasks: dict[str, set[str]] = {}
    for state, side, _ in met:
        (stage,) = (stage for stage in stages(view(state, side)) if stage.when == "now")
        tasks.setdefault(state.step, set()).add(stage.task)
        assert question(view(state, side), side) or "(MN-" in stage.task
    assert {"choose", "command", "manoeuvre", "fire"} <= set(tasks)
    assert len(tasks["manoeuvre"]) > 1
    assert not any("{" in task or task[:1].islower() for found in tasks.values() for task in found)


@pytest.mark.rule("MN-DIVMAN-08", "who moves a Division is told that it neither charges nor fires")
def test_the_task_of_a_division_names_no_charge(met: list[Decision]) -> None:
    state, side, _ = next(each for each in met if each[0].step == "manoeuvre")
    (task,) = (stage.task for stage in stages(view(replace(state, division=0), side)) if stage.task)
    assert "MN-DIVMAN-08" in task
    assert "whom it charges" not in task


def test_nothing_is_now_when_the_battle_is_over(met: list[Decision]) -> None:
    state, side, _ = met[0]
    over = replace(state, step="over")
    assert {stage.when for stage in stages(view(over, side))} == {"done"}


def everything() -> list[Any]:
    """An action of every kind about units, stands and features that are not there."""
    missing = {"unit": 99, "target": 99, "enemy": 99, "stand": 99, "brigade": 99, "division": 99, "battery": 99}
    given = {
        **missing, "square": 99, "group": 99, "travel": 99, "at": 99, "x": -150, "y": 99, "facing": 99, "aim": (1, 2),
        "structure": "no such", "batteries": (99,), "points": ((1, 2), (3, 4)), "tries": (), "shares": (),
        "edge": "lower", "formation": "line", "anchor": "front",
    }  # fmt: skip
    return [
        kind(**{name: given[name] for name in kind.__struct_fields__ if name in given})
        for kind in get_args(act.AnyAction)
    ]


def test_what_is_not_there_has_words_too(met: list[Decision]) -> None:
    state = met[0][0]
    for action in everything():
        assert action_words(state, action)[:1].isupper()
        assert action_words(replace(state, stack=()), action)[:1].isupper()
