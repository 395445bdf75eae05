"""A measure that missed is taken again: whoever else uses the machine makes it worse, and nobody makes it better."""

import gc

import pytest
from django.template import Template
from django.test.utils import _TestState

from campaign.project.bootstrap import GARBAGE

TRIES = 3
"""How often a measure is taken again before it counts as missed."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each measure of this folder be taken again."""
    for item in items:
        if item.get_closest_marker("bench"):
            item.add_marker(pytest.mark.flaky(reruns=TRIES))


@pytest.fixture
def as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Templates as a server renders them: tests otherwise copy the context of each, included ones too."""
    monkeypatch.setattr(Template, "_render", _TestState.saved_data.template_render)


@pytest.fixture(scope="session", autouse=True)
def garbage_seldom_looked_for() -> None:
    """What is measured is looked through for garbage as often as a server does it."""
    gc.set_threshold(*GARBAGE)


@pytest.fixture(autouse=True)
def others_left_out() -> None:
    """What other tests left is not looked through for garbage in the time of a measure."""
    gc.collect()
    gc.freeze()
