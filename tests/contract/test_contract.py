"""Every rules system keeps every law of the engine's contract, along battles played at random."""

from collections.abc import Callable
from pathlib import Path

import pytest

from battles.engine.registry import load
from tests.contract.cases import CASES, walked
from tests.contract.forecast_laws import FORECASTS
from tests.contract.junk_actions import WRONG_PARTS, hold_types, kept
from tests.contract.notation_laws import NOTATION
from tests.contract.random_action_laws import LOTS
from tests.contract.standing_order_laws import ORDERS
from tests.contract.suite import LAWS, Case, Walk
from tests.contract.target_laws import POINTING

KEPT = sorted((Path(__file__).parents[1] / "playthroughs").glob("*/*.battle"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize(
    "law", [*LAWS, *POINTING, *FORECASTS, *ORDERS, *LOTS, *NOTATION, *WRONG_PARTS], ids=lambda law: law.__name__
)
def test_every_system_keeps_the_law(law: Callable[[Walk], None], case: Case) -> None:
    for walk in walked(case):
        law(walk)


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_parts_of_a_wrong_type_are_refused_in_a_kept_battle(file: Path) -> None:
    for position in kept(load(file.parent.name), file):
        hold_types(position)
