"""Words and legend of a map: names, coordinates, unit labels, and the key to its marks."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from armies.paper.sheet import SOFT, Sheet
from armies.paper.typefaces import MM, Face, usable_face, width
from battles.drawing.bases import below
from battles.drawing.course_names import course_names
from battles.drawing.name_placement import placed_names
from battles.engine.picture import Area, Ground, GroundKind, Scene, Way, WayKind
from battles.sheets.map_pen import ground_operators

PATCH: Final = 46
"""Side of a legend patch, in units of the ground."""

HIGH: Final = 5.0
"""Side of a patch on paper, in millimetres."""

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


def legend(sheet: Sheet, x: float, y: float, ground: Ground, scale: str) -> None:
    """Draw the legend above the height ``y`` in millimetres: patches with words, and the scale at the right."""
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


LETTERS: Final = 14.0
"""Type size of names, in units of the ground, within `NAMES`."""

COURSE_LETTERS: Final = 12.0
NAMES: Final = (6.5, 30.0)
LABELS: Final = (5.0, 16.0)
KEYS: Final = (5.0, 8.0)
"""Smallest and largest type size of each, in points."""

NUMBERED: Final = 9.0
"""Least millimetres from area to area for which each area shows its key."""

FOOT: Final = 0.43
"""Distance from the middle of an area to the baseline of its key, in steps."""

BELOW: Final = 25
"""Distance from the middle of a block to the baseline of its label."""


class Word(NamedTuple):
    """A word on the map: the middle of its baseline in units of the ground, its typeface, its size in points."""

    text: str
    x: float
    y: float
    face: Face
    size: float
    boxed: bool = False
    """True if it has a white background."""


def map_words(ground: Ground, scale: float, printable: Callable[[str], str]) -> Iterator[Word]:
    """Names, coordinates and keys; a unit of the ground is ``scale`` millimetres."""
    point = scale * MM
    small = _within(KEYS, 5.2 * point)
    if ground.step * scale >= NUMBERED and not ground.open:
        for area in ground.areas:
            yield Word(printable(area.key), area.middle[0], area.middle[1] + ground.step * FOOT, "text", small)
    size = _within(NAMES, LETTERS * point)
    for spot in placed_names(ground, size / point):
        words = printable(spot.name.text)
        if spot.name.kind == "edge":
            yield Word(words, spot.x, spot.y + small / point * 0.35, "text", small * 1.25)
            continue
        face = usable_face("dispi", words)
        half = width(words, face, size) / scale / 2
        middle = spot.x + {"start": half, "middle": 0.0, "end": -half}[spot.anchor]
        yield Word(words, middle, spot.y + spot.down * size / point, face, size, True)


def course_words(ground: Ground, scale: float, printable: Callable[[str], str]) -> Iterator[tuple[Word, float]]:
    """The names along courses with their tilt in degrees clockwise."""
    size = _within(NAMES, COURSE_LETTERS * scale * MM)
    for one in course_names(ground, size / (scale * MM)):
        words = printable(one.text)
        yield Word(words, one.x, one.y, usable_face("dispi", words), size), one.tilt


def unit_words(scene: Scene, scale: float, printable: Callable[[str], str]) -> Iterator[Word]:
    """The label of each unit, with its morale level."""
    size = _within(LABELS, 9.5 * scale * MM)
    for block in scene.blocks:
        if block.shape != "leader":
            state = "?" if block.unsure else f"({block.level})" if block.level else ""
            words = f"{printable(block.label)} {state}".strip()
            under = below(block) + size / MM / scale if block.size[0] else BELOW
            yield Word(words, block.at[0], block.at[1] + under, "semi", size, True)


def _within(bounds: tuple[float, float], size: float) -> float:
    least, most = bounds
    return min(max(least, size), most)
