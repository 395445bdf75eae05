"""Formations and units of a chart, fitted into boxes. Lengths are mm at scale 1; y points down."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct, structs

from armies.paper.sheet import INK, SOFT
from armies.paper.typography import LEADING, NARROWEST, SLACK, Face, Fitted, usable_face, width, wrap
from armies.sheets.charts.chart_content import ChartNode, ChartUnit, Level

LEAST_TYPE: Final = 6.6
LEAST_PRINTED: Final = 6.5
LEAST_SCALE: Final = LEAST_PRINTED / LEAST_TYPE

STRIPE: Final = 1.2
"""Height of the nation's band over a box."""
PAD: Final = 1.5
UNIT_INDENT: Final = 3.2
"""Indent of units under a brigade; the stem is inside it."""
SYMBOL: Final = 7.2
"""Width of a unit's symbol; its height is two thirds of it."""
GAP: Final = 1.6

LONG_NAME: Final = 60
WIDENED: Final = 1.6
"""The factor of the box width for names longer than ``LONG_NAME`` characters."""


class Style(NamedTuple):
    """The style of a level: box width, type sizes of name and commander, width of the commander's disc."""

    wide: float
    name: float
    commander: float
    disc: float


STYLES: Final[dict[Level, Style]] = {
    "army": Style(86.0, 15.0, 11.0, 10.0),
    "corps": Style(56.0, 11.5, 9.4, 8.0),
    "division": Style(47.0, 9.6, 8.6, 7.0),
    "brigade": Style(41.0, 8.4, 7.8, 6.0),
    "loose": Style(41.0, 8.4, 7.8, 0.0),
}


class Spacing(NamedTuple):
    """Space between units in mm, and the width of boxes as a share of their style's."""

    apart: float
    share: float


OPEN: Final = Spacing(1.2, 1.0)
CLOSE: Final = Spacing(0.0, 0.96)
"""Normal spacing, and tight spacing for charts that would otherwise not fit one page."""


class Words(NamedTuple):
    """A text in a box: its baseline from the box's corner, and its grey."""

    x: float
    y: float
    fitted: Fitted
    grey: float


class Row(Struct, frozen=True):
    """A fitted unit; ``high`` includes the gap to the next."""

    unit: ChartUnit
    words: tuple[Words, ...]
    high: float


class Box(Struct, frozen=True):
    """A fitted formation, with the units and formations below it."""

    node: ChartNode
    wide: float
    high: float
    words: tuple[Words, ...]
    rows: tuple[Row, ...] = ()
    children: tuple["Box", ...] = ()


def lines(text: str, face: Face, size: float, measure: float) -> Fitted:
    """``text`` within ``measure`` mm: condensed to 86 %, or wrapped and condensed as its longest word needs."""
    face = usable_face(face, text)
    natural = width(text, face, size)
    if natural <= measure:
        return Fitted((text,), face, size, 1.0)
    if natural * NARROWEST <= measure:
        return Fitted((text,), face, size, measure / natural)
    longest = max(width(word, face, size) for word in text.split(" "))
    squeeze = max(NARROWEST, min(1.0, measure / longest))
    return Fitted(wrap(text, face, size, measure / squeeze + SLACK), face, size, squeeze)


def measured(node: ChartNode, note: str = "", spacing: Spacing = OPEN) -> Box:
    """``node`` and everything below it, fitted; ``note`` is a last line such as ``pages 3–5``."""
    children = level_out([measured(child, spacing=spacing) for child in node.children])
    return structure(node, note, tuple(row(unit, spacing) for unit in node.units), children, spacing)


def structure(
    node: ChartNode, note: str, rows: tuple[Row, ...], children: tuple[Box, ...], spacing: Spacing = OPEN
) -> Box:
    """The box of ``node`` above fitted units and formations."""
    style = STYLES[node.level]
    left = PAD + (style.disc + GAP if style.disc else 0.0)
    longest = max(len(node.name), len(node.commander))
    wide = style.wide * spacing.share * (WIDENED if longest > LONG_NAME else 1.0)
    measure = wide - left - PAD
    runs: list[tuple[str, Face, float, float]] = [
        (node.name, "disp", style.name, INK),
        (node.commander, "dispi", style.commander, INK),
        (node.rating, "semi", LEAST_TYPE, INK),
        (node.totals, "text", LEAST_TYPE, SOFT),
        (note, "bold", LEAST_TYPE, INK),
    ]
    words, high = _set(((left, measure, *run) for run in runs if run[0]), STRIPE + PAD * 0.6)
    least = style.disc * 2 / 3 + STRIPE + PAD * 2
    natural = Box(node, wide, high + PAD * 0.6, words, rows, children)
    return _as_high(natural, max(natural.high, least))


def level_out(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """``boxes`` with equal heights if they are nearly equal, so that their lines meet at one level."""
    sisters = tuple(boxes)
    most = max((box.high for box in sisters), default=0.0)
    if not sisters or most > 1.6 * min(box.high for box in sisters):
        return sisters
    return tuple(_as_high(box, most) for box in sisters)


def _as_high(box: Box, high: float) -> Box:
    """``box`` with a greater height and its text in the middle."""
    down = (high - box.high) / 2
    words = tuple(words._replace(y=words.y + down) for words in box.words)
    return structs.replace(box, high=high, words=words)


def row(unit: ChartUnit, spacing: Spacing = OPEN) -> Row:
    """A unit beside its symbol: name, then strength and quality."""
    left = UNIT_INDENT + SYMBOL + GAP
    measure = STYLES["brigade"].wide * spacing.share - left
    runs: list[tuple[float, float, str, Face, float, float]] = [
        (left, measure, unit.name, "semi", 7.8, INK),
        (left, measure, unit.figures, "text", LEAST_TYPE, SOFT),
    ]
    words, high = _set(runs, 0.0)
    return Row(unit, words, max(high, SYMBOL * 2 / 3 + STRIPE) + spacing.apart)


def _set(runs: Iterable[tuple[float, float, str, Face, float, float]], y: float) -> tuple[tuple[Words, ...], float]:
    """Texts one below the other from ``y``, and the height of their end."""
    out = []
    for x, measure, text, face, size, grey in runs:
        fitted = lines(text, face, size, measure)
        out.append(Words(x, y + size * 0.31, fitted, grey))
        y += len(fitted.lines) * size * LEADING
    return tuple(out), y
