"""The legend of a map: the key to its marks, its scale and a scale bar."""

from collections.abc import Iterator
from typing import Final

from armies.paper.sheet import SOFT, Sheet
from armies.paper.typefaces import MM, width
from battles.engine.picture import Area, Ground, GroundKind, Way, WayKind
from battles.sheets.map_drawing import BAR_ROOM, scale_bar
from battles.sheets.map_pen import ground_operators

PATCH: Final = 46
"""Side of a legend patch, in units of the ground."""

HIGH: Final = 5.0
"""Side of a patch on paper, in millimetres."""

ROW: Final = 6.5
"""Millimetres from row to row."""

SIZE: Final = 8.2
GAPS: Final = (5.0, 4.0, 3.0, 2.0)
"""Millimetres between two entries: the largest that fits."""

WORDS: Final[dict[GroundKind, str]] = {
    "wood": "woods",
    "hill": "hill",
    "town": "settlement",
    "bridge": "bridge",
    "water": "water",
    "stream": "stream",
    "marsh": "marsh",
    "rough": "rough ground",
    "field": "field",
    "other": "other ground",
}
WAYS: Final[dict[WayKind, str]] = {
    "road": "road",
    "track": "track",
    "stream": "stream",
    "river": "river",
    "wall": "wall",
    "hedge": "hedge",
    "ditch": "ditch",
    "bank": "bank",
}
WIDEST: Final = 20
"""Widest line in its patch, in units, so that ground is visible on both sides."""


def legend(sheet: Sheet, x: float, y: float, right: float, ground: Ground, scale: float, words: str = "") -> None:
    """Draw the legend above the height ``y``: patches with words at the left; the scale and a scale bar at the right.

    Args:
        x, right, y: its left and right ends and its foot, in millimetres.
        scale: millimetres for a unit of the ground; ``words`` say it.
    """
    entries = list(_entries(ground))
    end = scale_bar(sheet, right, y, ground, scale)
    own = width(words, "dispi", 9.5) + 4
    if fits := _gap(entries, end - x - 4 - own):
        sheet.text(end, y - 1.4, words, "dispi", 9.5, "r", SOFT)
    beside = fits or _gap(entries, end - x - 4)
    y -= 0.0 if beside else ROW
    gap = beside or _gap(entries, right - x) or GAPS[-1]
    for each, patch in entries:
        _patch(sheet, patch, x, y - HIGH)
        sheet.text(x + HIGH + 1.6, y - 1.4, each, "text", SIZE)
        x += HIGH + 1.6 + width(each, "text", SIZE) + gap


def legend_height(ground: Ground, wide: float) -> float:
    """Height of the legend in millimetres, within a width: one row, or two if the scale bar has its own."""
    return HIGH + 3.0 + (0.0 if _gap(list(_entries(ground)), wide - BAR_ROOM - 20.0) else ROW)


def _gap(entries: list[tuple[str, Ground]], room: float) -> float:
    """Millimetres between two entries in a room, the largest that fits; 0 if none does."""
    wide = sum(HIGH + 1.6 + width(each, "text", SIZE) for each, _ in entries)
    return next((each for each in GAPS if wide + each * len(entries) <= room), 0.0)


def _entries(ground: Ground) -> Iterator[tuple[str, Ground]]:
    """Each kind of area and line on the map, once: its word and a patch."""
    areas = {area.ground for area in ground.areas}
    for kind in (kind for kind in WORDS if kind in areas):
        yield WORDS[kind], _ground(kind, ())
    wide = {way.kind: min(way.wide, WIDEST) for way in ground.ways}
    for line in (line for line in WAYS if line in wide and WAYS[line] not in {WORDS.get(kind) for kind in areas}):
        half, rise = PATCH // 2, 0 if wide[line] else PATCH // 6
        yield WAYS[line], _ground("open", (Way(line, ((0, half), (half, half - rise), (PATCH, half)), wide[line]),))


def _ground(kind: GroundKind, ways: tuple[Way, ...]) -> Ground:
    """A patch of a kind of ground, or with a stream or line on it."""
    outline = ((0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH))
    area = Area("", (PATCH // 2, PATCH // 2), outline, kind, "")
    if kind == "stream":
        ways = (Way("stream", ((0, PATCH // 2), (PATCH // 2, PATCH // 3), (PATCH, PATCH // 2))),)
    return Ground(words="", width=PATCH, height=PATCH, step=PATCH, tenths=1, areas=(area,), ways=ways)


def _patch(sheet: Sheet, ground: Ground, x: float, y: float) -> None:
    share = HIGH / PATCH * MM
    sheet.put(f"q {sheet.point(x, y + HIGH)} {HIGH * MM:.2f} {HIGH * MM:.2f} re W n")
    sheet.put(f"{share:.5f} 0 0 {share:.5f} {sheet.point(x, y + HIGH)} cm {ground_operators(ground)} Q")
