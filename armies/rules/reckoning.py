"""Numbers that explain themselves, and faults that say where they are."""

from typing import Literal

from msgspec import Struct


class Line(Struct, frozen=True):
    """One step of arithmetic: what was done, what came out, the rule IDs that say so.

    ``house`` says whose house rule acts in it ("house rule of Sound the Charge"), empty where the printed
    numbers do; ``overridden`` marks the step in which the owner's override takes the place of what came before.
    """

    text: str
    value: str
    rules: tuple[str, ...] = ()
    house: str = ""
    overridden: bool = False

    @property
    def sources(self) -> str:
        """What says so, for one line: ``MN-SP-01; house rule of Sound the Charge``."""
        return "; ".join(filter(None, (", ".join(self.rules), self.house)))

    @property
    def sentence(self) -> str:
        """The step with what says so: ``rounded: 5 (MN-SP-01)``."""
        return f"{self.text}: {self.value}" + (f" ({self.sources})" if self.sources else "")


class Reckoning(Struct, frozen=True):
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
        """Whose house rule acts in the number, empty where none does."""
        return next((line.house for line in self.lines if line.house), "")


Severity = Literal["error", "warning", "info"]


class Fault(Struct, frozen=True):
    """Something an army breaks. ``element`` is the id of the element at fault, empty for the army itself."""

    severity: Severity
    rule: str
    sentence: str
    element: str = ""
