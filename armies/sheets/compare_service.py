"""An army compared: every system's figures of every unit, sums, shares, and where the systems disagree."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from armies.rules.facts import ARTILLERY, CAVALRY, INFANTRY, Army, Element, Unit
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place, number, walk
from armies.sheets import wording
from armies.sheets.compare_model import Comparison, Disagreement, Heading, Row, RowLevel, Share
from armies.sheets.compare_parts import Cell, Column, System, unit_of
from armies.sheets.compare_systems import RULES, SYSTEMS

ARMS: Final = (("Infantry", INFANTRY), ("Cavalry", CAVALRY), ("Artillery", ARTILLERY))
LEVELS: Final[dict[str, RowLevel]] = {
    "Corps": "corps",
    "Division": "division",
    "Brigade": "brigade",
    "Unit": "unit",
}
MOST_DISAGREEMENTS: Final = 8
LEAST_APART: Final = 0.05
"""Points of per cent under which two shares are the same."""

Sums = dict[tuple[int, int], int]
"""What has been added up, by system and column."""


class _Reader:
    """An army under every system, each unit read once."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.systems: tuple[System, ...] = tuple(system(army) for system in SYSTEMS.values())
        self.places = list(walk(army))
        self.units = [place for place in self.places if isinstance(place.element, Unit)]
        self.cells = {place.element.id: tuple(s.cells(place) for s in self.systems) for place in self.units}
        self.sums: dict[str, Sums] = defaultdict(lambda: defaultdict(int))
        for place in self.units:
            for over in ("", place.element.id, *(above.id for above in place.above)):
                self._add(self.sums[over], self.cells[place.element.id])

    @staticmethod
    def _add(sums: Sums, cells: tuple[tuple[Cell, ...], ...]) -> None:
        for system, its in enumerate(cells):
            for column, cell in enumerate(its):
                sums[system, column] += cell.value

    def row(self, place: Place) -> Row:
        element = place.element
        is_unit = isinstance(element, Unit)
        lancers = is_unit and element.lancer and element.type == "light_cavalry"  # type: ignore[union-attr]
        return Row(
            id=element.id,
            level=LEVELS[type(element).__name__],
            depth=place.depth,
            name=element.name or f"A {type(element).__name__.lower()} without a name",
            commander=element.commander,
            nation=place.nation,
            symbol="" if not is_unit else "lancers" if lancers else unit_of(place).type,
            cells=self.cells[element.id] if isinstance(element, Unit) else self.total(element.id, element.children),
        )

    def total(self, over: str, children: Sequence[Element]) -> tuple[tuple[Cell, ...], ...]:
        """The sums under a formation, or the army, in the columns that are summed; nothing in the others."""
        return tuple(
            tuple(self._sum(over, children, n, m, column) for m, column in enumerate(system.columns))
            for n, system in enumerate(self.systems)
        )

    def _sum(self, over: str, children: Sequence[Element], system: int, at: int, column: Column) -> Cell:
        if not column.total:
            return Cell("")
        value = self.sums[over][system, at]
        lines = [Line(child.name or "nameless", f"{self.sums[child.id][system, at]:,}") for child in children]
        title = f"Why {value:,} {column.total}?"
        why = Reckoning(value, title, (*lines, Line("together", f"{value:,}")))
        return Cell(f"{value:,}", value, why) if value else Cell("–")

    def whole(self, system: System) -> Cell | None:
        """What the army comes to with what belongs to no unit."""
        why = system.whole
        return Cell(f"{why.value:,}", why.value, why) if why is not None else None


def comparison(army: Army) -> Comparison:
    """``army`` under every system of ``compare_systems.SYSTEMS``."""
    reader = _Reader(number(army))
    return Comparison(
        title=army.name or "An army without a name",
        commander=army.commander,
        occasion=wording.occasion(army),
        headings=tuple(_heading(system) for system in reader.systems),
        rows=tuple(reader.row(place) for place in reader.places),
        totals=reader.total("", reader.army.children),
        whole=tuple(reader.whole(system) for system in reader.systems),
        shares=_shares(reader),
        disagreements=_disagreements(reader),
        marks=_marks(reader),
    )


def _heading(system: System) -> Heading:
    faults = tuple(system.faults)
    return Heading(
        system.key, system.title, system.weight_word, system.columns, faults, system.refused, system.key in RULES
    )


def _shares(reader: _Reader) -> tuple[Share, ...]:
    """How the weight of the army is shared out among the arms, under each system."""
    wholes = [sum(map(system.weight, reader.units)) for system in reader.systems]
    out = []
    for arm, types in ARMS:
        units = [place for place in reader.units if unit_of(place).type in types]
        weights = tuple(sum(map(system.weight, units)) for system in reader.systems)
        shares = tuple(_percent(part, whole) for part, whole in zip(weights, wholes, strict=True))
        out.append(Share(arm, len(units), weights, shares))
    return tuple(out)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _disagreements(reader: _Reader) -> tuple[Disagreement, ...]:
    """The units that two systems of rules value most differently, the widest apart first."""
    games = [system for system in reader.systems if system.key in RULES]
    found = []
    for one, other in combinations(games, 2):
        whole, other_whole = (sum(map(system.weight, reader.units)) for system in (one, other))
        for place in reader.units:
            share, other_share = _percent(one.weight(place), whole), _percent(other.weight(place), other_whole)
            if abs(share - other_share) >= LEAST_APART:
                found.append(_disagreement(place, (one, share), (other, other_share)))
    return tuple(sorted(found, key=lambda at: -at.apart)[:MOST_DISAGREEMENTS])


def _disagreement(place: Place, one: tuple[System, float], other: tuple[System, float]) -> Disagreement:
    """The sentence names the system that values the unit more first."""
    (more, high), (less, low) = sorted((one, other), key=lambda side: -side[1])
    times = f", {high / low:.1f} times as much" if low else ""
    where = f" ({place.above[-1].name})" if place.above and place.above[-1].name else ""
    name = place.element.name or "A unit without a name"
    rest = (
        f"{where} is {high:.1f} % of the {more.weight_word} in {more.title}, "
        f"but {low:.1f} % of the {less.weight_word} in {less.title}{times}."
    )
    return Disagreement(place.element.id, name, high - low, rest)


def _marks(reader: _Reader) -> tuple[str, ...]:
    """Who laid down the marked numbers, each sentence once."""
    found = (cell.mark for cells in reader.cells.values() for its in cells for cell in its if cell.mark)
    return tuple(dict.fromkeys(found))
