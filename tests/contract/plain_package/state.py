"""The state of a system that has nothing else."""

from msgspec import Struct


class State(Struct, frozen=True):
    """No fields."""
