"""An army list as a page shows it: its groups, and for each unit the anchor that its element has on the page."""

from dataclasses import dataclass

from armies.rules.army_list import ArmyList, Column, ListedGroup, ListedUnit

NOTHING = "–"
"""A cell that says that there is nothing."""


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A unit, ``anchor`` empty where an earlier row has that of the same element; ``opens`` names a new division."""

    unit: ListedUnit
    anchor: str
    opens: str
    cells: tuple[tuple[Column, str], ...]

    @property
    def summary(self) -> str:
        """The cells in one line, for a narrow page; empty ones are left out."""
        (_, first), *rest = self.cells
        told = [f"{_label(column)} {cell}" for column, cell in rest if cell != NOTHING]
        return ", ".join([first, *told])


def _label(column: Column) -> str:
    """Its title within a sentence; letters such as MP stay as they are."""
    return column.title if column.title.isupper() else column.title.lower()


def listed_groups(listed: ArmyList) -> list[tuple[ListedGroup, list[ListedRow]]]:
    """Each group with its rows; every cell has its column."""
    seen: set[str] = set()
    found = []
    for group in listed.groups:
        rows, under = [], ""
        for unit in group.units:
            anchor = unit.element if unit.element not in seen else ""
            seen.add(unit.element)
            cells = tuple(zip(listed.columns, unit.cells, strict=True))
            rows.append(ListedRow(unit, anchor, unit.under if unit.under != under else "", cells))
            under = unit.under
        found.append((group, rows))
    return found
