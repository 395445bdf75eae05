"""An army converted by one system, unit by unit: its numbers with their arithmetic, and rows for pages."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from battles.engine.armies.facts import Army, Formation
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.tree import Place

ColumnRole = Literal["kind", "strength", "figure", "quality", "worth", "points"]
"""The content of a column.

``strength`` holds the recorded men or guns, ``figure`` another number; ``worth`` and ``points`` are summed over
formations.
"""


class RowColumn(Struct, frozen=True):
    """A column of the order of battle on an army's page."""

    title: str
    role: ColumnRole


class RowCell(Struct, frozen=True):
    """The content of a column for one unit: words, then further ones in grey.

    ``why`` is the arithmetic behind the words, and ``id`` names it within the unit; empty words show its value. A cell
    without either shows the unit's recorded strength.
    """

    text: str = ""
    muted: str = ""
    why: Reckoning | None = None
    id: str = ""


class UnitRow(Struct, frozen=True):
    """A unit in the columns of its system. ``summary`` says the same in one line for narrow screens.

    ``overridden`` gives the owner's reason for each overridden value.
    """

    cells: tuple[RowCell, ...]
    summary: str
    overridden: Mapping[str, str] = {}


class ArmyTotal(Struct, frozen=True):
    """A number of a whole army. ``name`` is its field in files and in the API, ``id`` that of its page."""

    id: str
    name: str
    label: str
    why: Reckoning


class CommandStands(Struct, frozen=True):
    """Command stands of one kind: their number, the mounted figures on each (None: not specified), and their rules."""

    kind: str
    stands: int
    figures: int | None
    rules: tuple[str, ...]


class MappedArmy(Protocol):
    """A numbered army under one system and set of options; each unit is converted once."""

    def faults(self) -> list[Fault]:
        """The rules that the army breaks."""

    def totals(self) -> tuple[ArmyTotal, ...]:
        """The numbers of the whole army."""

    def budget(self) -> Reckoning | None:
        """Points left of the budget, below 0 if the army is over it; None if the system has no budget."""
        return None

    def points(self, place: Place) -> int:
        """A unit's points: the number that is summed in the column ``points``."""

    def worth(self, place: Place) -> int:
        """The number of a unit that is summed in the column ``worth``."""
        return 0

    def stands(self, place: Place) -> int:
        """Number of stands of a unit on the table."""

    def command_stands(self) -> tuple[CommandStands, ...]:
        """The stands of its commanders."""

    def row(self, place: Place) -> UnitRow:
        """A unit's row on the army's page."""

    def numbers(self, place: Place) -> Mapping[str, Reckoning]:
        """A unit's numbers by their fields in files and in the API; the system's key explains the conversion."""

    def described(self, place: Place) -> tuple[RowCell, ...]:
        """A unit in a few words, for its own page."""

    def reckonings(self, place: Place) -> tuple[Reckoning, ...]:
        """All the arithmetic of a unit, for the page on which its owner overrides it."""

    def stand_loss(self, formation: Formation, units: int) -> Reckoning | None:
        """When losses remove the command stand of a formation with this number of units; None if it cannot be lost."""
        return None


class ComparedColumn(Struct, frozen=True):
    """A column of the comparison: its heading, the meaning of that, and how it behaves.

    ``total`` names what its sums count, empty if it is not summed. ``words`` means that it holds words, not figures.
    ``wide`` is its share of the width on paper, in millimetres.
    """

    head: str
    meaning: str
    total: str = ""
    words: bool = False
    wide: float = 9.0


class ComparedCell(Struct, frozen=True):
    """The content of a column for one unit.

    ``value`` goes into the total, ``why`` is the arithmetic behind it, ``mark`` says who changed it from the printed
    rules: the owner with a reason, or a club.
    """

    text: str
    value: int = 0
    why: Reckoning | None = None
    mark: str = ""


class ComparedArmy(Protocol):
    """An army under one system, in the comparison with others and on the organisation chart.

    ``weight_word`` says what ``weight`` counts, ``legend`` how to read the figures under a unit of the chart.
    ``refused`` says why the army's options are not used, empty if they are.
    """

    key: str
    title: str
    weight_word: str
    legend: str
    columns: tuple[ComparedColumn, ...]
    refused: str

    @property
    def faults(self) -> Sequence[Fault]: ...

    @property
    def whole(self) -> Reckoning | None:
        """The number of the whole army, with parts that belong to no unit, such as leaders; None without such parts."""

    def cells(self, place: Place) -> tuple[ComparedCell, ...]: ...

    def weight(self, place: Place) -> int: ...

    def strength(self, place: Place) -> str: ...

    def quality(self, place: Place) -> str: ...

    def total(self, places: Sequence[Place]) -> str: ...

    def rating(self, place: Place) -> str: ...

    def head(self) -> str:
        """The army's commander in words."""


def mark_of(overridden: Mapping[str, str], why: Reckoning | None, *names: str) -> str:
    """Who changed a number: the owner, with the reasons for ``names``, or the club; empty for the printed rules."""
    reasons = [overridden[name] for name in names if name in overridden]
    if reasons:
        return "; ".join(["set by the owner", *filter(None, reasons)])
    return why.house if why is not None else ""


U = TypeVar("U")


class _Units(Generic[U]):
    """An army under some options: each unit is converted once by ``convert``, and the whole checked by ``check``."""

    convert: ClassVar[Callable[[Place, Any], Any]]
    check: ClassVar[Callable[[Army, Any], list[Fault]]]

    def __init__(self, army: Army, options: Any) -> None:
        self.army = army
        self.options = options
        self._units: dict[str, U] = {}

    def unit(self, place: Place) -> U:
        """The unit at ``place`` in the system."""
        unit = self._units.get(place.element.id)
        if unit is None:
            unit = self._units[place.element.id] = type(self).convert(place, self.options)
        return unit

    @cached_property
    def _faults(self) -> list[Fault]:
        return type(self).check(self.army, self.options)


class MappedUnits(_Units[U], MappedArmy):
    """An army converted unit by unit."""

    def faults(self) -> list[Fault]:
        """Every fault of the army, those of the whole army first."""
        return self._faults


class ComparedUnits(_Units[U], ComparedArmy):
    """An army converted unit by unit, for the comparison with other systems."""

    def __init__(self, army: Army, options: Any, refused: str = "") -> None:
        super().__init__(army, options)
        self.refused = refused

    @property
    def faults(self) -> list[Fault]:
        """Every fault of the army."""
        return self._faults
