"""Every rules system keeps every law of the engine's contract, along battles played at random."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from battles.engine.registry import load
from tests.contract import small_mini_nap
from tests.contract.junk_actions import WRONG_PARTS, hold_types, kept
from tests.contract.notation_laws import NOTATION
from tests.contract.random_action_laws import LOTS
from tests.contract.standing_order_laws import ORDERS
from tests.contract.suite import LAWS, Case, Walk, walks
from tests.contract.target_laws import POINTING
from tests.engine.toy import RACE, Setup

CASES = [
    Case("race", lambda: (RACE, Setup()), battles=8),
    Case(
        "easy_napoleonics meeting",
        lambda: (load("easy_napoleonics"), load("easy_napoleonics").scenarios.load("meeting")),
        1,
    ),
    Case(
        "easy_napoleonics village",
        lambda: (load("easy_napoleonics"), load("easy_napoleonics").scenarios.load("village")),
        1,
    ),
    Case(
        "easy_napoleonics options",
        lambda: (
            load("easy_napoleonics"),
            load("easy_napoleonics").settings.with_options(
                load("easy_napoleonics").scenarios.load("quatre_bras"),
                {
                    "hidden_morale": True,
                    "breakthrough": True,
                    "grand_battery": True,
                    "melee_morale_bonus": True,
                    "lock_timing": "turn_start",
                    "formation_change_free_facing": True,
                    "musketry_after_change_and_move": True,
                    "stream_effect": "halt",
                    "national_rules": "england, france, austria, prussia, russia",
                },
            ),
        ),
        1,
    ),
    Case("mini_nap near", lambda: small_mini_nap.pair(small_mini_nap.in_contact()), 2, 400),
    Case("mini_nap deployed", lambda: small_mini_nap.pair(small_mini_nap.deployed()), 2, 400),
    Case("mini_nap options", lambda: small_mini_nap.pair(small_mini_nap.with_options()), 1, 400),
]

KEPT = sorted((Path(__file__).parents[1] / "playthroughs").glob("*/*.battle"))


@cache
def walked(case: Case) -> list[Walk]:
    return walks(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize(
    "law", [*LAWS, *POINTING, *ORDERS, *LOTS, *NOTATION, *WRONG_PARTS], ids=lambda law: law.__name__
)
def test_every_system_keeps_the_law(law: Callable[[Walk], None], case: Case) -> None:
    for walk in walked(case):
        law(walk)


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_parts_of_a_wrong_type_are_refused_in_a_kept_battle(file: Path) -> None:
    for position in kept(load(file.parent.name), file):
        hold_types(position)
