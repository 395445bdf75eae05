"""A blank roster as plain values: labelled lines, columns with lines to write on, boxes to cross off."""

from collections.abc import Sequence

from msgspec import Struct

from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.ledger import FIELD, PITCH, Align

LETTER_STEP = 4.4
WORD_STEP = 6.2
"""Millimetres from one box to the next, for boxes headed by a letter and for boxes headed by a word."""
ROWS = 7
"""Rows of a group."""


class BlankColumn(Struct, frozen=True):
    """A column: ``wide`` in mm, ``boxes`` to cross off by the words above them, the last one ``grey`` or not."""

    title: str
    wide: float
    align: Align = "l"
    boxes: tuple[str, ...] = ()
    grey: bool = False

    @property
    def step(self) -> float:
        """Millimetres from box to box: plain, headed by a letter, or headed by a word."""
        longest = max(map(len, self.boxes), default=0)
        return PITCH if longest < 1 else LETTER_STEP if longest < 3 else WORD_STEP


class BlankRoster(Struct, frozen=True, kw_only=True):
    """A blank roster: labels of lines at the top and above each group, and its columns.

    ``ratings`` are boxes to cross for the commander of a group, ``lost`` the number of boxes for units lost.
    """

    head: tuple[str, ...]
    group: tuple[str, ...]
    columns: tuple[BlankColumn, ...]
    rows: int = ROWS
    ratings: tuple[str, ...] = ()
    lost: int = 0


def blank_list(lists: Sequence[ArmyList]) -> BlankRoster:
    """The blank roster of a system with army lists: the columns and boxes of its sample lists."""
    sample = lists[0]
    boxes = max((unit.boxes for each in lists for group in each.groups for unit in group.units), key=len)
    words = ("",) * len(boxes) if boxes[0].isdigit() else boxes
    track = BlankColumn(sample.box_title, 0.0, boxes=words)
    wide = len(words) * track.step + (len(words) - 1) // 5 + 1.6
    fixed = sum(column.wide for column in sample.columns) + 6.0 + 11.0
    write = sample.groups[0].write if sample.groups else ()
    return BlankRoster(
        head=("Army", "Commander", "Points"),
        group=("Command", "Leader", *write[:2]),
        columns=(
            BlankColumn("No.", 6.0),
            BlankColumn("Unit", FIELD - fixed - wide),
            *(BlankColumn(each.title, each.wide, each.align) for each in sample.columns),
            BlankColumn(sample.box_title, wide, boxes=words),
            BlankColumn("Points", 11.0, "r"),
        ),
    )
