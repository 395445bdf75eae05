"""Mini-Nap. ``SYSTEM`` is built on first use, so that tables and options can be imported without it."""

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "SYSTEM":
        from battles.rules.mini_nap.system import SYSTEM

        return SYSTEM
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
