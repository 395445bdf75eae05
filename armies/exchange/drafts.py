"""An army being put together: formations that may still grow, made the frozen values of ``facts`` at the end."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from armies.exchange.words import LEVELS
from armies.rules.facts import ARTILLERY, CAVALRY, INFANTRY, Army, Brigade, BrigadeKind, Corps, Division, Element, Unit

CLASSES: dict[str, type[Corps] | type[Division] | type[Brigade]] = {
    "corps": Corps,
    "division": Division,
    "brigade": Brigade,
}


@dataclass
class Draft:
    """A formation, or the army itself (level ``army``). ``nation`` is its own or the inherited one."""

    level: str
    facts: dict[str, Any] = field(default_factory=dict)
    nation: str = ""
    line: int = 0
    text: str = ""
    children: list["Draft | Unit"] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.facts.get("name", ""))

    @property
    def label(self) -> str:
        """How a sentence speaks of it."""
        return f"{self.name}, a {self.level}" if self.level in LEVELS and self.level != "corps" else self.name

    def add(self, child: "Draft | Unit") -> None:
        self.children.append(child)

    def frozen(self) -> Element:
        """The formation with all that stands under it."""
        children = self._children()
        facts = dict(self.facts)
        if self.level == "brigade" and not facts.get("kind"):
            facts["kind"] = kind_of(children)
        return CLASSES[self.level](**facts, children=children)

    def army(self) -> Army:
        return Army(**self.facts, children=self._children())

    def _children(self) -> tuple[Any, ...]:
        return tuple(child if isinstance(child, Unit) else child.frozen() for child in self.children)

    def walk(self) -> Iterator["Draft"]:
        """This formation and all formations under it."""
        yield self
        for child in self.children:
            if isinstance(child, Draft):
                yield from child.walk()

    def doubles(self) -> Iterator[str]:
        """The names that two units under one formation share."""
        seen: set[str] = set()
        for child in self.children:
            if isinstance(child, Unit):
                if child.name in seen:
                    yield child.name
                seen.add(child.name)


def kind_of(children: tuple[Element, ...]) -> BrigadeKind:
    """The kind of a brigade after the units in it (MN-ORG-02); one without units is taken as infantry."""
    types = {child.type for child in children if isinstance(child, Unit)}
    foot, horse = bool(types & INFANTRY), bool(types & CAVALRY)
    if foot and horse:
        return "mixed"
    if horse:
        return "cavalry"
    return "artillery" if types & ARTILLERY and not foot else "infantry"


def rank(level: str) -> int:
    """Army 4, corps 3, division 2, brigade 1, unit 0."""
    return {"army": 4, "corps": 3, "division": 2, "brigade": 1}.get(level, 0)
