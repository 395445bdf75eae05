"""Every rules system keeps every law of the engine's contract, along battles played at random."""

from collections.abc import Callable
from functools import cache

import pytest

from tests.contract.suite import LAWS, Case, Walk, walks
from tests.engine.toy import RACE, Setup

CASES = [
    Case("race", lambda: (RACE, Setup()), battles=8),
]


@cache
def walked(case: Case) -> list[Walk]:
    return walks(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_system_keeps_the_law(law: Callable[[Walk], None], case: Case) -> None:
    for walk in walked(case):
        law(walk)
