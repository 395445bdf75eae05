"""The line to check a printer by, on everything that is printed to a true scale."""

from typing import Final

from armies.paper.sheet import RULE, Sheet

CHECK: Final = 100.0
"""Millimetres of the line."""
CHECK_ROOM: Final = 7.0
"""Millimetres that it takes above the footer."""
WORDS: Final = "100 mm: if it is not, print at 100 % without fitting"


def check_line(sheet: Sheet, x: float, y: float) -> None:
    """A line of 100 mm with its middle marked, from ``x`` to the right at the height ``y``, and what it is for."""
    sheet.rule(x, y, x + CHECK, RULE)
    for at in (x, x + CHECK / 2, x + CHECK):
        sheet.line(at, y - 1.2, at, y + 1.2, RULE)
    sheet.text(x + CHECK + 2.5, y + 0.9, WORDS, "text", 7.2)
