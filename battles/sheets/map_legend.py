"""What the marks of a map mean: a small patch of each kind of ground and of each kind of line, and its name."""

from collections.abc import Iterator
from typing import Final

from armies.paper.faces import MM, width
from armies.paper.sheet import SOFT, Sheet
from battles.engine.picture import Area, Ground, GroundKind, Way, WayKind
from battles.sheets.map_pen import ground_operators

PATCH: Final = 46
"""Side of the patch that is drawn, in units of the ground."""
HIGH: Final = 5.0
"""Millimetres of the patch on paper."""
SIZE: Final = 8.2
GAPS: Final = (5.0, 4.0, 3.0, 2.0)
"""Millimetres between two entries: as many as there is room for."""
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
"""Units of a line's width in its patch, at most: ground is to be seen on both sides of it."""


def legend(sheet: Sheet, x: float, y: float, ground: Ground, scale: str) -> None:
    """One line above the height ``y`` in millimetres: patches with their words, and the scale at its right end."""
    right = sheet.w - x
    entries = list(_entries(ground))
    wide = sum(HIGH + 1.6 + width(words, "text", SIZE) for words, _ in entries)
    room = right - width(scale, "dispi", 9.5) - 4 - x - wide
    gap = next((each for each in GAPS if each * len(entries) <= room), GAPS[-1])
    for words, patch in entries:
        _patch(sheet, patch, x, y - HIGH)
        sheet.text(x + HIGH + 1.6, y - 1.4, words, "text", SIZE)
        x += HIGH + 1.6 + width(words, "text", SIZE) + gap
    sheet.text(right, y - 1.4, scale, "dispi", 9.5, "r", SOFT)


def _entries(ground: Ground) -> Iterator[tuple[str, Ground]]:
    """Each kind of area on the map and each kind of line, once: its word, and a patch of it."""
    areas = {area.ground for area in ground.areas}
    for kind in (kind for kind in WORDS if kind in areas):
        yield WORDS[kind], _ground(kind, ())
    wide = {way.kind: min(way.wide, WIDEST) for way in ground.ways}
    for line in (line for line in WAYS if line in wide and WAYS[line] not in {WORDS.get(kind) for kind in areas}):
        half, rise = PATCH // 2, 0 if wide[line] else PATCH // 6
        yield WAYS[line], _ground("open", (Way(line, ((0, half), (half, half - rise), (PATCH, half)), wide[line]),))


def _ground(kind: GroundKind, ways: tuple[Way, ...]) -> Ground:
    """A patch of a kind of ground, with a stream where it is one, or with a line on it."""
    outline = ((0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH))
    area = Area("", (PATCH // 2, PATCH // 2), outline, kind, "")
    if kind == "stream":
        ways = (Way("stream", ((0, PATCH // 2), (PATCH // 2, PATCH // 3), (PATCH, PATCH // 2))),)
    return Ground(words="", width=PATCH, height=PATCH, step=PATCH, tenths=1, areas=(area,), ways=ways)


def _patch(sheet: Sheet, ground: Ground, x: float, y: float) -> None:
    share = HIGH / PATCH * MM
    sheet.put(f"q {sheet.point(x, y + HIGH)} {HIGH * MM:.2f} {HIGH * MM:.2f} re W n")
    sheet.put(f"{share:.5f} 0 0 {share:.5f} {sheet.point(x, y + HIGH)} cm {ground_operators(ground)} Q")
