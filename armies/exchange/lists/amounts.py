"""The figures of one unit, and the value of a figure."""

import re
from dataclasses import dataclass, field, replace

from armies.exchange.lists.terms import NUMBER_WORDS
from battles.engine.armies.facts import GunWeight


@dataclass
class Amounts:
    """The figures of one unit.

    ``counts`` has the number of each kind of part, ``numbers`` the names of the battalions before a slash.
    ``bare``: no word tells what the strength counts. ``notes`` are kept with the unit, ``assumed`` are assumptions to
    check, ``questions`` need an answer.
    """

    men: int | None = None
    officers: int | None = None
    guns: int | None = None
    weight: GunWeight | None = None
    counts: dict[str, int] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    mounted: bool = False
    unknown: bool = False
    small: int | None = None
    bare: bool = False

    def copy(self) -> "Amounts":
        return replace(
            self,
            counts=dict(self.counts),
            numbers=list(self.numbers),
            notes=list(self.notes),
            assumed=list(self.assumed),
            questions=list(self.questions),
        )

    @property
    def any(self) -> bool:
        return (
            self.men is not None or self.guns is not None or bool(self.counts or self.numbers) or self.small is not None
        )

    @property
    def strength(self) -> bool:
        return self.men is not None or self.guns is not None or self.small is not None


def value_of(text: str) -> int:
    """The number that ``text`` holds, in figures or as a word."""
    return NUMBER_WORDS.get(text.strip()) or int(re.sub(r"\D", "", text)[:9] or 0)
