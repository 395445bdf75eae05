"""A measure that missed is taken again: whoever else uses the machine makes it worse, and nobody makes it better."""

import pytest

TRIES = 3
"""How often a measure is taken again before it counts as missed."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each measure of this folder be taken again."""
    for item in items:
        if item.get_closest_marker("bench"):
            item.add_marker(pytest.mark.flaky(reruns=TRIES))


@pytest.fixture(scope="session", autouse=True)
def garbage_seldom_looked_for() -> None:
    """What is measured is looked through for garbage as it is for everybody."""
