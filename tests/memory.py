"""Says after a run in which tests a process of it has grown, where it has grown much."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

MUCH = 1_000
"""Megabytes at their highest from which a process is told of."""
NAMED = 5
"""Tests that are named."""

Grown = tuple[int, list[tuple[int, str]]]
"""The most megabytes a process has had, and by how many which tests have raised that."""

_raised: list[tuple[int, str]] = []
_told: dict[str, Grown] = {}


def highest() -> int:
    """The most megabytes this process has had until now; 0 where that is not to be known."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024**2 if sys.platform == "darwin" else 1024)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note by how much a test has raised the most memory that its process has had."""
    before = highest()
    found = yield
    if highest() > before:
        _raised.append((highest() - before, item.nodeid))
    return found


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell whoever sums up, in this process or in that of the workers."""
    grown = highest(), sorted(_raised, reverse=True)[:NAMED]
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["memory"] = grown
    else:
        _told["this process"] = grown


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a worker tells."""
    if "memory" in getattr(node, "workeroutput", {}):
        _told[node.gateway.id] = node.workeroutput["memory"]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the tests in which a process has grown that had very much."""
    for who, (most, tests) in sorted(_told.items()):
        if most >= MUCH:
            grown = ", ".join(f"{name} (+{more} MB)" for more, name in tests)
            terminalreporter.write_line(f"{who} had {most} MB at its highest; it grew most in {grown}.")
