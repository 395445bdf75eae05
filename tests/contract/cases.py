"""The systems and positions that the laws of the contract are tried on."""

from functools import cache

from battles.engine.registry import load
from tests.contract import small_mini_nap
from tests.contract.suite import Case, Walk, walks
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


@cache
def walked(case: Case) -> list[Walk]:
    return walks(case)
