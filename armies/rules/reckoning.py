"""Numbers that explain themselves, and faults that say where they are."""

from typing import Literal

from msgspec import Struct


class Line(Struct, frozen=True):
    """One step of arithmetic: what was done, what came out, the rule IDs that say so."""

    text: str
    value: str
    rules: tuple[str, ...] = ()


class Reckoning(Struct, frozen=True):
    """A number with the arithmetic behind it. ``title`` asks the question: "Why 5 strength points?"."""

    value: int
    title: str
    lines: tuple[Line, ...]

    @property
    def sentence(self) -> str:
        """The arithmetic in one line, for JSON and paper: ``517 men + 50 = 567; ...: 5 (MN-SP-01)``."""
        return "; ".join(
            f"{line.text}: {line.value}" + (f" ({', '.join(line.rules)})" if line.rules else "") for line in self.lines
        )


Severity = Literal["error", "warning", "info"]


class Fault(Struct, frozen=True):
    """Something an army breaks. ``element`` is the id of the element at fault, empty for the army itself."""

    severity: Severity
    rule: str
    sentence: str
    element: str = ""
