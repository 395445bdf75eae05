"""Numbers with their arithmetic, and faults with their place in the army."""

from typing import Literal

from msgspec import Struct


class Line(Struct, frozen=True, gc=False):
    """One step of arithmetic: what was done, its result, its rule IDs.

    ``house`` names the house rule that applies ("house rule of Sound the Charge"), empty for the printed numbers;
    ``overridden`` marks the step in which the owner's override replaces the result so far.
    """

    text: str
    value: str
    rules: tuple[str, ...] = ()
    house: str = ""
    overridden: bool = False

    @property
    def sources(self) -> str:
        """The rules of the step in one line: ``MN-SP-01; house rule of Sound the Charge``."""
        return "; ".join(filter(None, (", ".join(self.rules), self.house)))

    @property
    def sentence(self) -> str:
        """The step with its rules: ``rounded: 5 (MN-SP-01)``."""
        return f"{self.text}: {self.value}" + (f" ({self.sources})" if self.sources else "")


class Reckoning(Struct, frozen=True, gc=False):
    """A number with the arithmetic behind it. ``title`` asks the question: "Why 5 strength points?"."""

    value: int
    title: str
    lines: tuple[Line, ...]

    @property
    def sentence(self) -> str:
        """The arithmetic in one line, for JSON and paper: ``517 men + 50 = 567; ...: 5 (MN-SP-01)``."""
        return "; ".join(line.sentence for line in self.lines)

    @property
    def house(self) -> str:
        """The house rule that applies to the number, empty if none does."""
        return next((line.house for line in self.lines if line.house), "")


Severity = Literal["error", "warning", "info"]


class Fault(Struct, frozen=True, gc=False):
    """A rule that an army breaks. ``element`` is the id of the faulty element, empty for the army itself."""

    severity: Severity
    rule: str
    sentence: str
    element: str = ""
