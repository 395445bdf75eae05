"""What is learnt about the style of a list: the order of a pair, the meaning of a number in brackets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct


class Habit(Struct, frozen=True):
    """One habit of a list, as it was read: a sentence, and the other ways to read it.

    ``example`` is the first piece of the list that was read so; it is empty where the sentence needs none.
    """

    key: str
    value: str
    sentence: str
    choices: tuple[tuple[str, str], ...]
    example: str = ""


CHOICES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "pair": (
            ("officers/men", "Read as officers/men"),
            ("men/officers", "Read as men/officers"),
        ),
        "officers": (
            ("beside", "Officers stand in the note and are not added to the men"),
            ("added", "Officers are added to the men"),
        ),
        "bracket": (
            ("parts", "In this list (n) means battalions or other parts"),
            ("men", "In this list (n) means men"),
        ),
        "regiments": (
            ("split", "Regiments become their battalions"),
            ("whole", "A regiment stays one unit"),
        ),
    }
)
"""The ways in which a list can be read, by habit; the first is the usual one."""


def is_habit(key: str, value: str) -> bool:
    """True if there is such a habit, and such a way to read it."""
    return value in dict(CHOICES.get(key, ()))


class Style:
    """The habits that a list is read by. ``used`` are those that mattered, with the first example of each."""

    def __init__(self, chosen: Mapping[str, str] = MappingProxyType({})) -> None:
        self.chosen = {key: value for key, value in chosen.items() if key in CHOICES and value in dict(CHOICES[key])}
        self.learnt: dict[str, str] = {}
        self.used: dict[str, str] = {}
        self.amounts: dict[str, tuple[Any, str, tuple[tuple[int, int, Any], ...]]] = {}
        """The figures of each wording that has been read, with its folded text and its claims."""

    def __getitem__(self, key: str) -> str:
        return self.chosen.get(key) or self.learnt.get(key) or CHOICES[key][0][0]

    @property
    def pair(self) -> str:
        return self["pair"]

    def uses(self, key: str, example: str = "") -> None:
        self.used[key] = self.used.get(key) or example

    def habits(self) -> tuple[Habit, ...]:
        """The habits that mattered, for the owner to check and to switch."""
        return tuple(
            Habit(key, self[key], dict(choices)[self[key]], choices, self.used.get(key, ""))
            for key, choices in CHOICES.items()
            if key in self.used or key in self.chosen
        )
