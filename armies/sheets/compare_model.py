"""The same army under every system, side by side, in words and figures ready to be shown or set."""

from collections import Counter
from typing import Literal

from msgspec import Struct

from armies.rules.reckoning import Fault
from armies.sheets.compare_parts import Cell, Column
from armies.sheets.wording import SEVERITIES, counted

RowLevel = Literal["corps", "division", "brigade", "unit"]


class Heading(Struct, frozen=True):
    """A system over its columns. ``refused`` says why its options are not used, empty where they are."""

    key: str
    title: str
    weight_word: str
    columns: tuple[Column, ...]
    faults: tuple[Fault, ...]
    refused: str
    game: bool

    @property
    def fault_words(self) -> str:
        """``2 errors, 3 warnings``."""
        counts = Counter(str(fault.severity) for fault in self.faults)
        words = [counted(counts[name], one, many) for name, (_, one, many) in SEVERITIES.items() if counts[name]]
        return ", ".join(words) or "nothing"


class Row(Struct, frozen=True):
    """A formation with its sums or a unit with its figures: a tuple of cells for each system.

    ``depth`` counts the formations above it. ``symbol`` is empty for formations.
    """

    id: str
    level: RowLevel
    depth: int
    name: str
    commander: str
    nation: str
    symbol: str
    cells: tuple[tuple[Cell, ...], ...]


class Share(Struct, frozen=True):
    """An arm: how many units, and for each system its weight and share in per cent."""

    arm: str
    units: int
    weights: tuple[int, ...]
    shares: tuple[float, ...]

    @property
    def parts(self) -> list[tuple[int, float]]:
        """Weight and share under each system."""
        return list(zip(self.weights, self.shares, strict=True))


class Disagreement(Struct, frozen=True):
    """A unit that two systems value differently; ``apart`` in points of per cent. ``rest`` goes on after its name."""

    id: str
    name: str
    apart: float
    rest: str

    @property
    def sentence(self) -> str:
        return f"{self.name}{self.rest}"


class Comparison(Struct, frozen=True):
    """An army under every system. ``marks`` says who laid down the numbers that are marked."""

    title: str
    commander: str
    occasion: str
    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    totals: tuple[tuple[Cell, ...], ...]
    whole: tuple[Cell | None, ...]
    shares: tuple[Share, ...]
    disagreements: tuple[Disagreement, ...]
    marks: tuple[str, ...]

    @property
    def units(self) -> int:
        return sum(row.level == "unit" for row in self.rows)
