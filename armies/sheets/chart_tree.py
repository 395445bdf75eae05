"""A laid out tree as marks on a page: boxes, lines, units."""

from collections.abc import Iterator
from typing import Final

from armies.sheets.chart_boxes import GAP, PAD, STRIPE, STYLES, SYMBOL, UNIT_INDENT, Box, Row
from armies.sheets.chart_fit import Fit
from armies.sheets.chart_model import Level
from armies.sheets.chart_picture import Frame, Mark, Path, Sign, Stripe, type_set

EDGES: Final[dict[Level, float]] = {"army": 1.2, "corps": 0.9, "division": 0.7, "brigade": 0.5, "loose": 0.5}
"""Weight of the edge of a box in points at scale 1."""
DISCS: Final[dict[Level, str]] = {
    "army": "leader_army",
    "corps": "leader_corps",
    "division": "leader_division",
    "brigade": "leader_brigade",
}
JOINT: Final = 0.6
INSIDE: Final = 0.4
"""From the edge of a box to its nation's stripe, at scale 1."""
UNDER: Final = 0.8
"""Height of the stripe under a unit's symbol, at scale 1."""


def tree_marks(fit: Fit, x: float, y: float) -> list[Mark]:
    """Every mark of the tree with its top left corner at a place: lines first, so that boxes lie over them."""
    scale = fit.scale
    marks: list[Mark] = [
        Path(tuple((x + across * scale, y + down * scale) for across, down in joint), JOINT * min(scale, 1.2))
        for joint in fit.block.joints()
    ]
    for thing, across, down in fit.block.standing():
        place = (x + across * scale, y + down * scale, scale)
        marks += _box(thing, *place) if isinstance(thing, Box) else _row(thing, *place)
    return marks


def _box(box: Box, x: float, y: float, scale: float) -> Iterator[Mark]:
    level = box.node.level
    wide, high = box.wide * scale, box.high * scale
    yield Frame(x, y, wide, high, EDGES[level] * min(scale, 1.2), level == "loose")
    edge = INSIDE * scale
    yield Stripe(box.node.nation, x + edge, y + edge, wide - 2 * edge, STRIPE * scale)
    if level in DISCS:
        disc = STYLES[level].disc
        middle = STRIPE + (box.high - STRIPE) / 2
        yield Sign(DISCS[level], x + (PAD + GAP / 2 - disc / 8) * scale, y + (middle - disc / 3) * scale, disc * scale)
    for words in box.words:
        yield from type_set(x + words.x * scale, y + words.y * scale, words.fitted, scale, words.grey)


def _row(row: Row, x: float, y: float, scale: float) -> Iterator[Mark]:
    left = x + UNIT_INDENT * scale
    high = SYMBOL * 2 / 3
    yield Sign(row.unit.symbol, left, y, SYMBOL * scale)
    yield Stripe(row.unit.nation, left, y + (high + 0.25) * scale, SYMBOL * scale, UNDER * scale)
    for words in row.words:
        yield from type_set(x + words.x * scale, y + words.y * scale, words.fitted, scale, words.grey)
