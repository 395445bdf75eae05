"""Calls of functions, of Python and of C: a measure of work that no busy machine changes."""

import cProfile
from collections.abc import Callable


def calls(act: Callable[[], object]) -> int:
    """How many functions ``act`` calls."""
    profile = cProfile.Profile()
    with profile:
        act()
    return sum(entry.callcount for entry in profile.getstats())
