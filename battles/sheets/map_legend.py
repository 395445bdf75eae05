"""What the marks of a map mean: a small patch of each kind of ground, and its name."""

from collections.abc import Sequence
from typing import Final

from armies.paper.faces import MM, width
from armies.paper.sheet import SOFT, Sheet
from battles.engine.picture import Area, Ground, GroundKind, Way
from battles.sheets.map_pen import ground_operators

PATCH: Final = 46
"""Side of the patch that is drawn, in units of the ground."""
HIGH: Final = 5.0
"""Millimetres of the patch on paper."""
SIZE: Final = 8.2


def legend(sheet: Sheet, x: float, y: float, entries: Sequence[tuple[GroundKind, str]], scale: str) -> None:
    """One line above the height ``y`` in millimetres: patches with their words, and the scale at its right end."""
    right = sheet.w - x
    room = right - width(scale, "dispi", 9.5) - 4
    for kind, words in entries:
        wide = HIGH + 1.6 + width(words, "text", SIZE) + 5.0
        if x + wide > room:
            break
        _patch(sheet, kind, x, y - HIGH)
        sheet.text(x + HIGH + 1.6, y - 1.4, words, "text", SIZE)
        x += wide
    sheet.text(right, y - 1.4, scale, "dispi", 9.5, "r", SOFT)


def _patch(sheet: Sheet, kind: GroundKind, x: float, y: float) -> None:
    outline = ((0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH))
    area = Area("", (PATCH // 2, PATCH // 2), outline, kind, "")
    ways = (
        (Way("stream", ((0, PATCH // 2), (PATCH // 2, PATCH // 3), (PATCH, PATCH // 2))),) if kind == "stream" else ()
    )
    ground = Ground(words="", width=PATCH, height=PATCH, step=PATCH, tenths=1, areas=(area,), ways=ways)
    share = HIGH / PATCH * MM
    sheet.put(f"q {sheet.point(x, y + HIGH)} {HIGH * MM:.2f} {HIGH * MM:.2f} re W n")
    sheet.put(f"{share:.5f} 0 0 {share:.5f} {sheet.point(x, y + HIGH)} cm {ground_operators(ground)} Q")
