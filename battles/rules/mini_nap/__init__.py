"""Mini-Nap. ``SYSTEM`` is made when it is first asked for; tables and options are had without it."""

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "SYSTEM":
        from battles.rules.mini_nap.system import SYSTEM

        return SYSTEM
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
