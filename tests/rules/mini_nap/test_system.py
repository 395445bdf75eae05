"""The system as a whole: names, score, stages, options."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.engine.core import Option, Outcome, Stage
from battles.engine.dice import SeededDice
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import state
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.resolution import cached_options
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.words import names as say
from tests.rules.mini_nap.builders.every_action import STATE
from tests.rules.mini_nap.builders.manoeuvres import field, foot, horse, noted, plan
from tests.rules.mini_nap.builders.table_positions import battle, brigade, corps, division, force, recruit

ALIVE = noted(field(foot("one"), foot("two", x=5), horse("three", x=12)), 1, points=4)
LOST = replace(
    noted(ALIVE, 0, where="destroyed"), divisions=(replace(ALIVE.divisions[0], lost=1), *ALIVE.divisions[1:])
)


def test_a_battle_in_a_line_and_in_numbers() -> None:
    assert SYSTEM.text.score(LOST) == "Force has lost 1 of 3 units; force has lost 0 of 1 unit"
    over = replace(LOST, outcome=Outcome("b", "turn_limit", "MN-RULING-60"))
    assert SYSTEM.text.result(over, "a") == "with 1 of 3 units gone (33.3 %) against 0 of 1 (0 %)"
    assert SYSTEM.text.result(LOST, "a") == ""
    tally = SYSTEM.ui.tally(LOST)
    assert (tally.turns, tally.lost, tally.points) == (1, {"a": 1, "b": 0}, {"a": 10, "b": 6})
    assert SYSTEM.time_limit(LOST) is None
    assert [SYSTEM.text.side_name(battle(force(foot(), name="Blue")), side) for side in "ab"] == ["Blue", "enemy"]


WHOLE = ["Brigade", "Command", "Manoeuvre", "Fire", "Hand-to-hand", "Break-through", "End"]


@pytest.mark.rule("MN-SEQ-03", "the steps of an initiative in order; a Division that manoeuvres does not fire")
@pytest.mark.parametrize(
    ("changes", "names", "now", "task"),
    [
        ({"step": "edges"}, ["Edges", "Deployment", "The first Turn"], "Edges", ""),
        ({"step": "deployment"}, ["Edges", "Deployment", "The first Turn"], "Deployment", "Deploy your army"),
        ({"step": "fire"}, None, "Fire", "Brigade fires now, each unit once"),
        ({"step": "break_passive"}, None, "Break-through", ""),
        ({"step": "choose", "brigade": NONE}, None, "Brigade", "Choose the Brigade to move now"),
        ({"step": "arrival"}, ["Arrivals", "Brigade"], "Arrivals", "Your troops arrive"),
        (
            {"division": 0, "brigade": NONE},
            ["Brigade", "Command", "Manoeuvre", "Hand-to-hand"],
            "Manoeuvre",
            "Division",
        ),
    ],
)
def test_steps(changes: dict[str, Any], names: list[str] | None, now: str, task: str) -> None:
    found = SYSTEM.ui.stages(SYSTEM.secrets.view(replace(STATE, **changes), "a"))
    wanted = names or WHOLE
    assert [each.name for each in found][: len(wanted)] == wanted
    (here,) = [each for each in found if each.when == "now"]
    assert here.name == now
    assert here.task.startswith(task)
    assert bool(here.task) is bool(task)
    place = found.index(here)
    assert {each.when for each in found[:place]} <= {"done"}
    assert {each.when for each in found[place + 1 :]} <= {"next"}
    assert found[-1] == Stage(found[-1].name, "next")


def test_options_and_house_rules_are_told_as_they_were_set() -> None:
    plain = SYSTEM.scenarios.sample({})
    assert (SYSTEM.settings.options_of(plain), SYSTEM.settings.differences(plain)) == ({}, ())
    shorter = SYSTEM.settings.with_options(plain, {"turn_limit": 8, "table_w": 240})
    assert SYSTEM.settings.options_of(shorter) == {"turn_limit": 8, "table_w": "240"}
    assert (shorter.table.width, shorter.table.height) == (240 * CM, 120 * CM)
    assert SYSTEM.settings.options_of(SYSTEM.settings.with_options(shorter, {"turn_limit": 9})) == {
        "turn_limit": 9,
        "table_w": "240",
    }
    own = replace(plain, table=replace(plain.table, width=200 * CM))
    assert SYSTEM.settings.with_options(own, {"table_w": 240}).table.width == 200 * CM
    (change,) = SYSTEM.settings.differences(SYSTEM.settings.with_house_rules(plain, {"sum_per_hit": 5}))
    assert (change.value, change.printed, change.rule) == (5, 6, "MN-FIRE-43")


def test_a_choice_an_offer_and_an_exact_answer() -> None:
    assert SYSTEM.text.choice(STATE, plan(0, act.Advance(600))) == "Alpha: advance 6 cm"
    option = next(each for each in SYSTEM.options(STATE, "a") if each.actor == "unit 0")
    assert SYSTEM.text.offer(STATE, option).startswith("Alpha")
    assert set(SYSTEM.odds.questions())
    assert "\x1b" not in SYSTEM.text.board(SYSTEM.secrets.view(STATE, "a"))
    assert "\x1b" in SYSTEM.text.board(SYSTEM.secrets.view(STATE, "a"), True)


@pytest.mark.rule("MN-RULING-61", "a choice names its unit so that no other unit is meant")
def test_names_that_are_not_unique() -> None:
    first = brigade(recruit("Foot"), recruit("Foot", at=(20, 20)), recruit("Guards", at=(30, 30)), name="Red")
    second = brigade(recruit("Guards", at=(40, 40)), recruit("Own", at=(50, 50)), name="Red")
    third = brigade(recruit("The Blues", at=(60, 60)), name="Red")
    state = battle(
        force(corps(division(first, second, name="The First"), division(third, name="Second"))),
        force(recruit("Own", at=(90, 90)), name="enemy"),
    )
    assert [say.unit(state, number) for number in range(7)] == [
        "Foot (unit 0)",
        "Foot (unit 1)",
        "Guards (Red (Red Red 1))",
        "Guards (Red (Red Red 2))",
        "Own (force)",
        "the Blues",
        "Own (enemy)",
    ]
    assert say.unit(state, 7) == "unit 7"
    assert [say.brigade(state, number) for number in (0, 2, 3, 9)] == [
        "Red (Red Red 1)",
        "Red (Red Red 3)",
        "brigade",
        "Brigade 9",
    ]
    assert [say.division(state, number) for number in (0, 1, 9)] == ["the First", "Second", "Division 9"]


def test_commanders_without_names_and_with_the_same() -> None:
    state = battle(force(brigade(foot(), name="Left")), force(foot("enemy", y=9), name="enemy"))
    plain = [(number, stand) for number, stand in enumerate(state.stands)]
    for number, _ in plain:
        state = stand_with(state, number, name="")
    assert [say.stand(state, number) for number in range(6)] == [
        "the commander of corps",
        "the commander of division",
        "the commander of Left",
        *("the commander of corps", "the commander of division", "the commander of brigade"),
    ]
    assert say.stand(state, 99) == "command stand 99"
    for number in (0, 2, 5):
        state = stand_with(state, number, name="Smith")
    assert [say.stand(state, number) for number in (0, 2, 5)] == ["Smith (corps)", "Smith (Left)", "Smith (enemy)"]


def test_features_with_and_without_names() -> None:
    assert [say.feature(STATE, key) for key in ("landmark", "road", "sea")] == ["the mill", "the road", "sea"]
    assert say.spot((-50, 1234)) == "-0.5, 12.34 cm"
    assert say.degrees(225) == "22.5°"
    assert [say.bearing(each) for each in (224, 225, 3375)] == [
        "north (22.4°)",
        "north-east (22.5°)",
        "north (337.5°)",
    ]


def test_a_battle_begins_and_goes_on_by_its_events() -> None:
    setup = SYSTEM.scenarios.load("division_meeting")
    state = SYSTEM.start(setup)
    step = SYSTEM.begin(state, SeededDice(bytes(32), 0))
    followed = state
    for event in step.events:
        followed = SYSTEM.evolve(followed, event)
    assert followed == step.state
    (side,) = SYSTEM.deciding(followed)
    action = SYSTEM.options(followed, side)[0].actions[0]
    assert SYSTEM.refuse(followed, side, action) is None
    assert SYSTEM.text.read_notation(followed, SYSTEM.text.notation(followed, action)) == action
    after = SYSTEM.decide(followed, side, action, SeededDice(bytes(32), 1))
    for event in after.events:
        followed = SYSTEM.evolve(followed, event)
    assert followed == after.state
    assert SYSTEM.outcome(followed) is None


def test_shipped_scenarios_have_titles_and_texts() -> None:
    found = SYSTEM.scenarios.shipped()
    assert found
    for key, title in found.items():
        assert SYSTEM.scenarios.load(key).title == title
        assert SYSTEM.scenarios.text_of(key)


@pytest.mark.parametrize("kind", [state.Unit, state.Stand, state.Brigade, state.Division, state.Corps, state.State])
def test_every_flag_of_a_new_state_is_off(kind: Any) -> None:
    flags = {found.name: found.default for found in msgspec.structs.fields(kind) if isinstance(found.default, bool)}
    assert not any(flags.values()), flags


def test_options_are_cached_for_one_side_of_one_state() -> None:
    asked = []

    def make(state: State, side: str) -> tuple[Option, ...]:
        asked.append(side)
        return (Option(side, "", ()),)

    options = cached_options(make)
    kinds = [options(state, side)[0].kind for state, side in ((ALIVE, "a"), (ALIVE, "a"), (ALIVE, "b"), (LOST, "b"))]
    assert (kinds, asked) == (["a", "a", "b", "b"], ["a", "b", "b"])
