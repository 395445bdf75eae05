"""Easy Napoleonics. ``SYSTEM`` is built on first use; importing tables or options does not build it."""

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "SYSTEM":
        from battles.rules.easy_napoleonics.system import SYSTEM

        return SYSTEM
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
