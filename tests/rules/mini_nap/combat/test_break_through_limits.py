"""How far units rally and charge after a break-through, as listed."""

from typing import Any

import pytest

from battles.rules.mini_nap.combat import break_through
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.manoeuvres import field, foot, horse, noted


def breaking_through(one: Any, y: float = 50) -> State:
    state = field(one, against=(foot("enemy", y=y, facing=180),), step="break_active")
    return noted(state, 0, white=True, charged=True, command="in")


@pytest.mark.rule("MN-BREAK-05", "back 6 to 12 cm, infantry 3 to 6")
@pytest.mark.rule("MN-BREAK-07", "forward up to 12 cm, infantry 6")
@pytest.mark.rule("MN-BREAK-06", "a turn by 90 degrees at most either way")
@pytest.mark.parametrize(
    ("one", "back", "ahead", "facings"),
    [
        (horse(), (600, 1200), (0, 1200), (-900, 900)),
        (foot(), (300, 600), (0, 600), (-900, 900)),
        (foot(facing=300), (300, 600), (0, 600), (2100, 3900)),
    ],
)
def test_limits_of_a_rally(one: Any, back: tuple[int, int], ahead: tuple[int, int], facings: tuple[int, int]) -> None:
    found = {option.kind: option for option in break_through.unit_options(breaking_through(one), 0)}
    for kind, ends in (("rally_back", back), ("rally_forward", ahead)):
        assert found[kind].domains == {"travel": {"low": ends[0], "high": ends[1], "unit": "0.1mm"}}
        assert [each.travel for each in found[kind].actions] == list(range(ends[0], ends[1] + 1, 100))
    assert found["stop_and_rally"].domains == {"facing": {"low": facings[0], "high": facings[1], "unit": "0.1deg"}}
    turned = [0, *(turn for step in range(150, 901, 150) for turn in (step, -step))]
    middle = sum(facings) // 2
    assert [each.facing for each in found["stop_and_rally"].actions] == [(middle + turn) % 3600 for turn in turned]


def test_limits_of_a_break_through_charge() -> None:
    found = {option.kind: option for option in break_through.unit_options(breaking_through(horse(), 9), 0)}
    assert found["rally_forward"].domains["travel"]["high"] == 500
    charges = found["break_charge"]
    assert charges.domains == {"facing": {"low": -900, "high": 900, "unit": "0.1deg"}}
    assert {each.target for each in charges.actions} == {1}
