"""One line of an order of battle, understood as far as it can be without the lines around it."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass
class Parsed:
    """What a line says.

    ``facts`` are fields of a Unit or a formation. ``exact`` lines are in our own full writing: nothing
    is read out of the name. ``battalions`` is a number to split into; ``arm`` and ``size`` are loose
    words such as *cavalry* and *heavy*; ``named_nation`` is the nation that a heading's words tell.
    ``assumed`` tells the owner what was taken for granted, ``errors`` what keeps the line from being
    understood.
    """

    kind: Literal["unit", "formation", "regiment", "total", "unknown"]
    level: str = ""
    facts: dict[str, object] = field(default_factory=dict)
    exact: bool = False
    battalions: int = 0
    arm: str = ""
    size: str = ""
    named_nation: str = ""
    figure: bool = False
    assumed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.facts.get("name", ""))
