"""An army compared under every system: figures of every unit, sums, shares, and differences between systems."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal

from msgspec import Struct

from battles.engine import registry
from battles.engine.armies import roster_words as wording
from battles.engine.armies.facts import (
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    TYPE_WORDS,
    Army,
    Corps,
    Division,
    Element,
    Unit,
    counted,
)
from battles.engine.armies.mapped import ComparedArmy, ComparedCell, ComparedColumn
from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.engine.armies.roster_words import SEVERITIES
from battles.engine.armies.systems import builder_groups, built_titles, options_in_force
from battles.engine.armies.tree import Place, number, unit_at, walk

FLAGS: Final = {"lancer": "lancers", "irregular": "irregular", "kgl": "KGL", "armoured": "armoured"}
RowLevel = Literal["corps", "division", "brigade", "unit"]


class Recorded(ComparedArmy):
    """The army as recorded, without rules."""

    key = "recorded"
    title = "As recorded"
    weight_word = "men"
    legend = "Under a unit: its men, or guns; its quality"
    columns = (
        ComparedColumn("Type", "type of unit as recorded", words=True, wide=29.0),
        ComparedColumn("Men", "men as recorded, including gunners if they are known", total="men", wide=12.0),
        ComparedColumn("Guns", "guns, including howitzers", total="guns", wide=10.0),
        ComparedColumn("Quality", "quality as recorded", words=True, wide=17.0),
    )

    refused = ""

    @property
    def faults(self) -> Sequence[Fault]:
        """No faults, because there are no rules."""
        return ()

    @property
    def whole(self) -> Reckoning | None:
        """None, because only units count."""
        return None

    def cells(self, place: Place) -> tuple[ComparedCell, ...]:
        """Type, men, guns, quality."""
        unit = unit_at(place)
        return (
            ComparedCell(kind_words(unit)),
            ComparedCell(f"{unit.men:,}" if unit.men else "–", unit.men or 0),
            ComparedCell(f"{unit.guns:,}" if unit.guns else "–", unit.guns or 0),
            ComparedCell(unit.quality),
        )

    def weight(self, place: Place) -> int:
        """Men, including gunners if they are known."""
        return unit_at(place).men or 0

    def strength(self, place: Place) -> str:
        """``601 men``, ``8 guns``."""
        unit = unit_at(place)
        if unit.type in ARTILLERY:
            return counted(unit.guns, "gun") if unit.guns else "guns not stated"
        return counted(unit.men, "man", "men") if unit.men else "men not stated"

    def quality(self, place: Place) -> str:
        """The word as recorded."""
        return unit_at(place).quality

    def total(self, places: Sequence[Place]) -> str:
        """``4,300 foot · 610 horse · 16 guns``."""
        units = [unit_at(place) for place in places]
        foot = sum(unit.men or 0 for unit in units if unit.type in INFANTRY)
        horse = sum(unit.men or 0 for unit in units if unit.type in CAVALRY)
        guns = sum(unit.guns or 0 for unit in units if unit.type in ARTILLERY)
        words = (f"{foot:,} foot" * bool(foot), f"{horse:,} horse" * bool(horse), counted(guns, "gun") * bool(guns))
        return " · ".join(filter(None, words))

    def rating(self, place: Place) -> str:
        """The last rating that was rolled or set, as stored."""
        formation = place.element
        return formation.throws[-1].rating if isinstance(formation, Corps | Division) and formation.throws else ""

    def head(self) -> str:
        """Empty, because commanders of armies are not rated."""
        return ""


def kind_words(unit: Unit) -> str:
    """``heavy foot artillery``, ``light cavalry, lancers``."""
    weight = f"{unit.gun_weight} " if unit.gun_weight and unit.type in ARTILLERY else ""
    flags = [words for name, words in FLAGS.items() if getattr(unit, name)]
    return ", ".join([f"{weight}{TYPE_WORDS[unit.type]}", *flags])


def compared_titles() -> dict[str, str]:
    """The titles by key, in the order of their columns."""
    return {Recorded.key: Recorded.title, **built_titles()}


def compared(army: Army, system: str) -> ComparedArmy:
    """A numbered army under one of the compared systems."""
    if system == Recorded.key:
        return Recorded()
    options, refused = options_in_force(army, system)
    return registry.army(system).compared(army, options, refused)


class Heading(Struct, frozen=True):
    """A system with its columns. ``refused`` is the reason why its options are not used, empty if they are."""

    key: str
    title: str
    weight_word: str
    columns: tuple[ComparedColumn, ...]
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
    """A formation with its sums, or a unit with its figures: a tuple of cells for each system.

    ``depth`` counts the formations above it. ``symbol`` is empty for formations.
    """

    id: str
    level: RowLevel
    depth: int
    name: str
    commander: str
    nation: str
    symbol: str
    cells: tuple[tuple[ComparedCell, ...], ...]


class Share(Struct, frozen=True):
    """An arm: its number of units, and for each system its weight and share in per cent."""

    arm: str
    units: int
    weights: tuple[int, ...]
    shares: tuple[float, ...]

    @property
    def parts(self) -> list[tuple[int, float]]:
        """Weight and share under each system."""
        return list(zip(self.weights, self.shares, strict=True))


class Disagreement(Struct, frozen=True):
    """A unit that two systems value differently; ``apart`` is in percentage points. ``rest`` follows its name."""

    id: str
    name: str
    apart: float
    rest: str

    @property
    def sentence(self) -> str:
        return f"{self.name}{self.rest}"


class Comparison(Struct, frozen=True):
    """An army under every system. ``marks`` explain the marked numbers."""

    title: str
    commander: str
    occasion: str
    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    totals: tuple[tuple[ComparedCell, ...], ...]
    whole: tuple[ComparedCell | None, ...]
    shares: tuple[Share, ...]
    disagreements: tuple[Disagreement, ...]
    marks: tuple[str, ...]

    @property
    def units(self) -> int:
        return sum(row.level == "unit" for row in self.rows)


ARMS: Final = (("Infantry", INFANTRY), ("Cavalry", CAVALRY), ("Artillery", ARTILLERY))
LEVELS: Final[dict[str, RowLevel]] = {
    "Corps": "corps",
    "Division": "division",
    "Brigade": "brigade",
    "Unit": "unit",
}
MOST_DISAGREEMENTS: Final = 8
LEAST_APART: Final = 0.05
"""Smaller differences of shares, in percentage points, are ignored."""

Sums = dict[tuple[int, int], int]
"""Sums by system and column."""


class _Reader:
    """A reader of an army under every system, which reads each unit once."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.systems = tuple(compared(army, system) for system in compared_titles())
        self.places = list(walk(army))
        self.units = [place for place in self.places if isinstance(place.element, Unit)]
        self.cells = {place.element.id: tuple(s.cells(place) for s in self.systems) for place in self.units}
        self.sums: dict[str, Sums] = defaultdict(lambda: defaultdict(int))
        for place in self.units:
            for over in ("", place.element.id, *(above.id for above in place.above)):
                self._add(self.sums[over], self.cells[place.element.id])

    @staticmethod
    def _add(sums: Sums, cells: tuple[tuple[ComparedCell, ...], ...]) -> None:
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
            symbol="" if not is_unit else "lancers" if lancers else unit_at(place).type,
            cells=self.cells[element.id] if isinstance(element, Unit) else self.total(element.id, element.children),
        )

    def total(self, over: str, children: Sequence[Element]) -> tuple[tuple[ComparedCell, ...], ...]:
        """The sums of a formation, or the army, in the summed columns; other columns are empty."""
        return tuple(
            tuple(self._sum(over, children, n, m, column) for m, column in enumerate(system.columns))
            for n, system in enumerate(self.systems)
        )

    def _sum(
        self, over: str, children: Sequence[Element], system: int, at: int, column: ComparedColumn
    ) -> ComparedCell:
        if not column.total:
            return ComparedCell("")
        value = self.sums[over][system, at]
        lines = [Line(child.name or "nameless", f"{self.sums[child.id][system, at]:,}") for child in children]
        title = f"Why {value:,} {column.total}?"
        why = Reckoning(value, title, (*lines, Line("together", f"{value:,}")))
        return ComparedCell(f"{value:,}", value, why) if value else ComparedCell("–")

    def whole(self, system: ComparedArmy) -> ComparedCell | None:
        """The army's total, including items that belong to no unit."""
        why = system.whole
        return ComparedCell(f"{why.value:,}", why.value, why) if why is not None else None


def comparison(army: Army) -> Comparison:
    """``army`` under every system of ``compare_systems``."""
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


def _heading(system: ComparedArmy) -> Heading:
    faults = tuple(system.faults)
    return Heading(
        system.key,
        system.title,
        system.weight_word,
        system.columns,
        faults,
        system.refused,
        system.key in builder_groups(),
    )


def _shares(reader: _Reader) -> tuple[Share, ...]:
    """The share of each arm in the army's weight, under each system."""
    wholes = [sum(map(system.weight, reader.units)) for system in reader.systems]
    out = []
    for arm, types in ARMS:
        units = [place for place in reader.units if unit_at(place).type in types]
        weights = tuple(sum(map(system.weight, units)) for system in reader.systems)
        shares = tuple(_percent(part, whole) for part, whole in zip(weights, wholes, strict=True))
        out.append(Share(arm, len(units), weights, shares))
    return tuple(out)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _disagreements(reader: _Reader) -> tuple[Disagreement, ...]:
    """The units with the largest differences between two rule systems, largest first."""
    games = [system for system in reader.systems if system.key in builder_groups()]
    disagreements = []
    for one, other in combinations(games, 2):
        whole, other_whole = (sum(map(system.weight, reader.units)) for system in (one, other))
        for place in reader.units:
            share, other_share = _percent(one.weight(place), whole), _percent(other.weight(place), other_whole)
            if abs(share - other_share) >= LEAST_APART:
                disagreements.append(_disagreement(place, (one, share), (other, other_share)))
    return tuple(sorted(disagreements, key=lambda at: -at.apart)[:MOST_DISAGREEMENTS])


def _disagreement(place: Place, one: tuple[ComparedArmy, float], other: tuple[ComparedArmy, float]) -> Disagreement:
    """The difference as a sentence, which first names the system that values the unit more."""
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
    """The sentences about the marked numbers, each once."""
    marks = (cell.mark for cells in reader.cells.values() for its in cells for cell in its if cell.mark)
    return tuple(dict.fromkeys(marks))
