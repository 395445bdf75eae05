"""Rows that fit nowhere else: the end of a battle, who is gone, words of a board, levels of ground."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.engine.drafting import Stroke
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import board_text, bridges, drawing
from battles.rules.mini_nap.checking import faults
from battles.rules.mini_nap.conceiving import conceived
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.setup import Setup, Table
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import battle, brigade, force, recruit, spot
from tests.rules.mini_nap.mn_fire import shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, noted, plan, strip
from tests.rules.mini_nap.mn_pictures import thought
from tests.rules.mini_nap.test_mn_drafting import BARE, cm


@pytest.mark.rule("MN-RULING-60", "nothing is done once a battle is over, whatever it is and whoever does it")
def test_the_battle_is_over() -> None:
    over = replace(field(foot()), outcome=Outcome("a", "no_units", "MN-RULING-60"))
    for side in "ab":
        for action in (act.Done(), act.Pass(), plan(0, act.Advance(100)), act.ChooseBrigade(0)):
            found = SYSTEM.refuse(over, side, action)
            assert found is not None
            assert (found.code, found.sentence) == ("over", "The battle is over.")
    going_on = SYSTEM.refuse(field(foot()), "b", act.Done())
    assert going_on is not None
    assert (going_on.code, going_on.sentence) == ("not_deciding", "The other side has to decide first.")


@pytest.mark.rule("MN-CHARGE-14", "nobody means a shot at who is gone")
def test_nobody_fires_at_who_is_gone() -> None:
    state = shooting(foot(), against=(foot("enemy", y=5, facing=180),))
    assert [each.kind for each in thought(conceived, state, "unit 1")] == ["fire", "fire"]
    assert thought(conceived, noted(state, 1, where="destroyed"), "unit 1") == []
    assert thought(conceived, noted(state, 0, where="destroyed"), "unit 1") == []


def test_units_in_the_rows_of_a_board() -> None:
    state = field(foot("33rd"), guns("Guns"), horse("Blues"))
    kinds = [board_text._row(state, number, unit)[2] for number, unit in enumerate(state.units[:3])]
    assert kinds == ["Veteran line infantry", "Veteran medium foot artillery", "Veteran heavy cavalry"]


@pytest.mark.rule("MNT-PLACE-10", "a kind with one height has no other, one with several has those")
@pytest.mark.parametrize(
    ("kind", "levels", "words"),
    [("village", 2, "it may have 1 (MNT-PLACE-10)"), ("wood", 3, "it may have 1 to 2 (MNT-PLACE-10)"), ("wood", 2, "")],
)
def test_levels(kind: str, levels: int, words: str) -> None:
    feature = strip(kind, 0, 7, -3.5, 3.5, levels=levels)  # type: ignore[arg-type]
    enemy = force(recruit("enemy", at=(150, 110)), name="enemy")
    setup = Setup(title="t", table=Table(features=(feature,)), forces=(force(recruit("one", at=(20, 20))), enemy))
    found = [str(each) for each in faults(setup) if "levels" in each.path]
    assert bool(found) is bool(words)
    assert all(words in each for each in found)


@pytest.mark.rule("MNT-BRIDGE-03", "nobody defends a bridge that there is not")
def test_a_bridge_that_there_is_not() -> None:
    state = field(foot())
    assert list(bridges.defenders(state, 0, state.units[0], "nowhere")) == []


@pytest.mark.rule("MN-SEQ-04", "who has manoeuvred or fired is shown as spent in that phase, of the active side alone")
@pytest.mark.parametrize(
    ("step", "notes", "spent"),
    [
        ("manoeuvre", {}, False),
        ("manoeuvre", {"manoeuvred": True}, True),
        ("manoeuvre", {"still": True}, True),
        ("manoeuvre", {"idle": True}, True),
        ("manoeuvre", {"fired": True}, False),
        ("fire", {"manoeuvred": True}, False),
        ("fire", {"fired": True}, True),
        ("fire", {"mute": True}, True),
        ("fire", {"yellow": True}, True),
        ("hand_to_hand", {"fired": True, "manoeuvred": True}, False),
        ("manoeuvre", {"manoeuvred": True, "where": "lost"}, False),
    ],
)
def test_who_is_spent(step: Any, notes: dict[str, Any], spent: bool) -> None:
    state = noted(field(foot(), against=(foot("enemy", y=20),), step=step), 0, **notes)
    assert drawing._spent(state, state.units[0]) is spent
    other = noted(state, 1, manoeuvred=True, fired=True)
    assert drawing._spent(other, other.units[1]) is False


def test_commanders_in_the_rows_of_a_board() -> None:
    state = battle(force(brigade(foot(), place=spot(90, 70), name="Left")))
    for where, words in (("removed", "is lost"), ("waiting", "not yet on the table"), ("table", "90, 70 cm")):
        told = board_text._commander(stand_with(state, 2, where=where), "brigade", 0)
        assert told.startswith(": ")
        assert told.endswith(words)
    assert board_text._commander(stand_with(state, 2, unit=0), "brigade", 0).endswith("with foot")
    assert board_text._commander(state, "brigade", 9) == ""


@pytest.mark.rule("MNT-PLACE-08", "a bridge is said to lie over a watercourse that there is, and over nothing else")
def test_waters_of_a_sheet() -> None:
    drawn = SYSTEM.paint(
        BARE, [Stroke("ground.stream", points=cm((0, 40), (180, 40))), Stroke("ground.wood", points=cm((60, 60)))]
    )
    sheet = next(each for each in SYSTEM.draft(drawn).sheets if each.key == "table.features")
    over = next(column for column in sheet.columns if column.key == "over")
    assert dict(over.words) == {"stream 1": "stream 1"}
    wood = SYSTEM.paint(BARE, [Stroke("ground.wood", points=cm((60, 60)))])
    sheet = next(each for each in SYSTEM.draft(wood).sheets if each.key == "table.features")
    assert "over" not in {column.key for column in sheet.columns}


@pytest.mark.parametrize(("count", "words"), [(200, ""), (201, "force has 201 units; the most is 200.")])
def test_how_many_units_a_side_has(count: int, words: str) -> None:
    whole = force(*(recruit(f"unit {number}", at=None) for number in range(count)))
    enemy = force(recruit("enemy", at=(150, 110)), name="enemy")
    found = [str(each) for each in faults(Setup(title="t", table=Table(), forces=(whole, enemy)))]
    told = [each for each in found if "the most is 200" in each]
    assert [each.partition(": ")[2] for each in told] == ([words] if words else [])


@pytest.mark.parametrize(("count", "words"), [(200, False), (201, True)])
def test_how_many_features_a_table_has(count: int, words: bool) -> None:
    fences = tuple(strip("fence", 10 + n / 10, 10.2 + n / 10, key=f"fence {n}") for n in range(count))
    sides = force(recruit("one", at=(20, 20))), force(recruit("enemy", at=(150, 110)), name="enemy")
    found = [str(each) for each in faults(Setup(title="t", table=Table(features=fences), forces=sides))]
    assert any("There are 201 features; the most is 200." in each for each in found) is words
