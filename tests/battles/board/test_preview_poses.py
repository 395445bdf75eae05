"""What a page previews on its board: which poses, where, and how little is written for them."""

import json
from typing import Any

import pytest

from battles.engine.forecast import Aim
from battles.engine.picture import Block
from battles.pages.board.unit_blocks import NO_POSES, of_choices, of_spots
from battles.services.play.action_menu import Choice, Spot, menu, spots
from tests.battles.board.boards import block, plain_ground
from tests.battles.services.steps import begun, deployed, play_until, seen_by

GROUND = plain_ground()


def choice(text: str, *ghosts: Block) -> Choice:
    return Choice(text, text, text, Aim("unit 0"), ghosts)


def at(x: int, y: int, turn: int = 0, **facts: Any) -> Block:
    return block(at=(x, y), turn=turn, **facts)


def test_a_pose_is_figures_from_the_place_of_its_spot_and_equal_ones_are_written_once() -> None:
    leader = block("leader 0", "21", (95, 14), sign="leader_army", shape="leader")
    here = Spot("21", "21", (choice("a", at(75, 25), leader), choice("b", at(75, 25, 600), leader)))
    there = Spot("22", "22", (choice("c", at(75, 75)), choice("d", at(75, 75, 600))))
    again = Spot("32", "32", (choice("e", at(125, 75)), choice("f", at(125, 75, 600))))
    found = of_spots((here, there, again), at(25, 25), GROUND)
    assert len(found.data["drawings"]) == 2
    assert found.data["ways"] == [
        (((0, 0, 0, 0), (1, 20, -11, 0)), ((0, 0, 0, 600), (1, 20, -11, 0))),
        (((0, 0, 0, 0),), ((0, 0, 0, 600),)),
    ]
    assert found.data["spots"] == [("21", 75, 25, 0, 0), ("22", 75, 75, 1, 0), ("32", 125, 75, 1, 0)]
    assert found.data["near"] == 30
    assert found.name_of(here.choices[1], "21") == "0:1"
    assert found.name_of(again.choices[1], "") == "2:1"


def test_a_way_that_turns_is_written_once_for_equal_poses() -> None:
    bent, other = ((50, 25),), ((25, 50), (60, 60))
    same = Spot("21", "21", (choice("a", at(75, 25, bends=bent)), choice("b", at(75, 25, 600, bends=bent))))
    apart = Spot("22", "22", (choice("c", at(75, 75)), choice("d", at(75, 75, 600, bends=other))))
    assert of_spots((same, apart), at(25, 25), GROUND).data["bends"] == {"0": bent, "1:1": other}


def test_the_usual_pose_is_the_one_most_like_how_the_unit_stands() -> None:
    many = [at(75, 25, turn, shape=shape) for shape in ("column", "line") for turn in (0, 1200, 3000)]
    spot = Spot("21", "21", tuple(choice(str(index), ghost) for index, ghost in enumerate(many)))
    assert of_spots((spot,), at(25, 25, 3500), GROUND).data["spots"][0][4] == 3
    assert of_spots((spot,), at(25, 25, 1500, shape="column"), GROUND).data["spots"][0][4] == 1


def test_what_moves_nobody_has_no_pose() -> None:
    spot = Spot("unit 9", "unit 9", (choice("fire"), choice("charge", at(75, 25))))
    found = of_spots((spot,), at(25, 25), GROUND)
    assert found.name_of(spot.choices[0], "unit 9") == ""
    assert found.name_of(spot.choices[1], "unit 9") == "0:0"
    assert of_spots((Spot("unit 9", "", (choice("fire"),)),), at(25, 25), GROUND) == NO_POSES == of_choices(())


@pytest.mark.django_db
def test_the_poses_of_a_unit_are_its_choices_and_cost_no_query(
    alice: Any, bob: Any, django_assert_num_queries: Any
) -> None:
    battle = begun(alice, bob, setup=deployed(victory_points_to_win=99))
    side = play_until(battle, "activate")
    look = seen_by(battle, {"a": alice, "b": bob}[side])
    with django_assert_num_queries(0):
        blocks = {one.key: one for one in look.scene.blocks}
        for actor in menu(look).actors:
            mine = spots(look, actor.key)
            found = of_spots(mine, blocks[actor.key], look.ground)
            posed = [(spot.at, one.text) for spot in mine for one in spot.choices if one.preview_blocks]
            assert list(found.names) == posed
            assert posed
            assert len(json.dumps(found.data)) < 12_000
