"""Where a unit or a stand is put by who points at a place while his side deploys, in short forms, case by case."""

from typing import Any

import pytest

from battles.rules.mini_nap import conceiving_places as places
from battles.rules.mini_nap.notation import write
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import battle, brigade, force, recruit
from tests.rules.mini_nap.mn_pictures import at, thought


def waiting(*others: Any) -> State:
    """A unit without a place, and others, as side a is deployed."""
    return battle(force(brigade(recruit(at=None), *others, place=None)), step="deployment", turn=0)


PLACED: list[tuple[State, Any, str, str, list[str]]] = [
    (
        waiting(),
        places.deployments,
        "unit 0",
        at(-60, -50),
        [
            "deploy 0 30,10 0 line",
            "deploy 0 30,10 0 column",
            "deploy 0 30,10 0 solid_square",
            "deploy 0 30,10 315 line",
            "deploy 0 30,10 45 line",
            "deploy 0 30,10 270 line",
            "deploy 0 30,10 90 line",
            "deploy 0 30,10 315 column",
            "deploy 0 30,10 45 column",
            "deploy 0 30,10 270 column",
            "deploy 0 30,10 90 column",
            "deploy 0 30,10 315 solid_square",
            "deploy 0 30,10 45 solid_square",
            "deploy 0 30,10 270 solid_square",
            "deploy 0 30,10 90 solid_square",
            "deploy 0 30,10 0 line",
        ],
    ),
    (
        waiting(recruit("there", at=(30, 10))),
        places.deployments,
        "unit 0",
        at(-60, -50),
        [
            "deploy 0 30,12 0 line",
            "deploy 0 30,13 0 column",
            "deploy 0 30,13 0 solid_square",
            "deploy 0 30,13 270 column",
            "deploy 0 30,13 90 column",
            "deploy 0 30,13 270 solid_square",
            "deploy 0 30,13 90 solid_square",
            "deploy 0 30,10 0 line",
        ],
    ),
    (
        waiting(),
        places.deployments,
        "unit 0",
        at(-89.9, 59),
        [
            "deploy 0 2.5,29 0 line",
            "deploy 0 1.25,28 0 column",
            "deploy 0 1.25,28 0 solid_square",
            "deploy 0 0.1,119 0 line",
        ],
    ),
    (waiting(), places.stand_deployments, "stand 2", at(-60, -50), ["post 2 30,10", "post 2 30,10"]),
    (
        waiting(recruit("there", at=(30, 10))),
        places.stand_deployments,
        "stand 2",
        at(-60, -50),
        ["post 2 30,13", "post 2 30,10"],
    ),
    (waiting(), places.stand_deployments, "stand 2", at(89.9, 59.9), ["post 2 178.75,28.75", "post 2 179.9,119.9"]),
]


@pytest.mark.rule("MN-RULING-60", "the nearest free ground of the zone, in each formation, facing the enemy and aside")
@pytest.mark.parametrize(("state", "of", "actor", "spot", "wanted"), PLACED)
def test_places(state: State, of: Any, actor: str, spot: str, wanted: list[str]) -> None:
    assert [write(each) for each in thought(of, state, spot, actor)] == wanted
