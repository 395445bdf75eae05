"""The table as plain text, 80 columns wide: a sketch in letters with its key, and both armies by Brigade."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final

from battles.engine.core import SideId
from battles.kits.open_table import areas
from battles.kits.open_table.bearings import FULL
from battles.kits.open_table.footprints import disc, footprint
from battles.rules.mini_nap import turn as mini_nap_turn
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.state import NONE, State, Table, Unit
from battles.rules.mini_nap.tables import CM, FORMATIONS, TYPES, FeatureKind
from battles.rules.mini_nap.terrain.features import TableFeature, features_in_play
from battles.rules.mini_nap.terrain_tables import EFFECTS
from battles.rules.mini_nap.words import descriptions
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.sentences import STEP_WORDS
from battles.rules.mini_nap.words.turn import score

SKETCH_WIDTH: Final = 75
"""Letters in a row, without the ruler."""

RULED: Final = 20 * CM
"""Distance between two marks of the rulers."""

ARROWS: Final = "↑↗→↘↓↙←↖"
STAND: Final = "s"
GROUND: Final[dict[FeatureKind, str]] = {
    "contour": ",",
    "hill": "^",
    "rough": ":",
    "rough_x": "%",
    "bog": '"',
    "wood": "w",
    "forest": "W",
    "village": "v",
    "landmark": "h",
    "fence": "-",
    "wall": "=",
    "stream": "~",
    "river": "~",
    "ditch": "_",
    "road": ".",
    "ford": "f",
    "bridge": "#",
}
"""Letter of each kind of terrain; later kinds are drawn over earlier ones."""

COLOURS: Final[dict[SideId, str]] = {"a": "34;1", "b": "31;1"}

_ASIDE: Final = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (-2, 0))
"""Rows and columns by which a number is moved if its place is taken, the nearest first."""


class Sketch:
    """The table in letters, row by row from the upper edge, and the blocks without room."""

    def __init__(self, state: State) -> None:
        """Draw the terrain and the blocks on it."""
        table = state.setup.table
        self.width, self.height = table.width, table.height
        self.step = -(-table.width // SKETCH_WIDTH)
        self.columns = -(-table.width // self.step)
        self.rows = -(-table.height // (2 * self.step))
        self.ground: Sequence[str] = _ground(table, features_in_play(state), self.step, self.columns, self.rows)
        self.tags: dict[tuple[int, int], tuple[str, SideId]] = {}
        self.occupied: set[tuple[int, int]] = set()
        self.undrawn: list[str] = []
        for text, side, x, y in _standing(state):
            self._put(text, side, x, y)

    def _put(self, text: str, side: SideId, x: int, y: int) -> None:
        """Place a number as near to its place as there is room."""
        row, column = (self.height - y) // (2 * self.step), x // self.step - len(text) // 2
        for down, right in _ASIDE:
            start = row + down, min(max(column + right, 0), self.columns - len(text))
            cells = {(start[0], start[1] + place) for place in range(len(text))}
            if 0 <= start[0] < self.rows and not cells & self.occupied:
                self.tags[start] = text, side
                self.occupied |= cells | {(start[0], start[1] - 1), (start[0], start[1] + len(text))}
                return
        self.undrawn.append(text)

    def lines(self, colour: bool) -> Iterator[str]:
        """The rows, with rulers in centimetres on the left and below."""
        before = self.height + 1
        for row in range(self.rows):
            low = self.height - (row + 1) * 2 * self.step
            mark = -(-low // RULED) * RULED
            ruler = f"{mark // CM:>3}" if mark < before else "   "
            before = low
            yield f"{ruler} {self._row(row, colour)}".rstrip()
        marks = [" "] * (self.columns + 4)
        for mark in range(0, self.width + 1, RULED):
            column = min(mark // self.step, self.columns)
            marks[column : column + 3] = f"{mark // CM:<3}"
        yield f"    {''.join(marks)}".rstrip()

    def _row(self, row: int, colour: bool) -> str:
        letters, column = [], 0
        while column < self.columns:
            text, side = self.tags.get((row, column), ("", ""))
            if text:
                letters.append(f"\x1b[{COLOURS[side]}m{text}\x1b[0m" if colour else text)
            else:
                letters.append(self.ground[row][column])
            column += len(text) or 1
        return "".join(letters)


def _standing(state: State) -> Iterator[tuple[str, SideId, int, int]]:
    """Blocks on the table: units, then command stands that are not attached."""
    for number, unit in enumerate(state.units):
        if unit.where == "table":
            arrow = ARROWS[(unit.facing + FULL // 16) % FULL * len(ARROWS) // FULL]
            yield f"{number}{arrow}", unit.side, unit.x, unit.y
    for number, stand in enumerate(state.stands):
        if stand.where == "table" and stand.unit == NONE:
            yield f"{STAND}{number}", stand.side, stand.x, stand.y


@lru_cache(8)
def _ground(table: Table, features: tuple[TableFeature, ...], step: int, columns: int, rows: int) -> tuple[str, ...]:
    """The terrain row by row. An area fills the letters whose middle is in it, a line every letter it crosses."""
    drawn = [[" "] * columns for _ in range(rows)]
    order = list(GROUND)
    for each in sorted(features, key=lambda feature: order.index(feature.kind)):
        cells = [
            (row, column)
            for row, column in _near(each, table, step, columns, rows)
            if _is_in(each, column * step + step // 2, table.height - (2 * row + 1) * step, step)
        ]
        for row, column in cells or [_middle_letter(each, table, step, columns, rows)]:
            drawn[row][column] = GROUND[each.kind]
    return tuple("".join(row) for row in drawn)


def _is_in(each: TableFeature, x: int, y: int, step: int) -> bool:
    shape = footprint(x, y, 0, step, 2 * step) if each.is_line else disc(x, y, 0)
    return areas.touches(each.ground, shape)


def _near(each: TableFeature, table: Table, step: int, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """The letters in the box around a feature."""
    xs, ys = zip(*each.feature.points, strict=True)
    more = max(each.feature.width, 2 * step)
    left, right = (min(max(x // step, 0), columns - 1) for x in (min(xs) - more, max(xs) + more))
    top, low = (min(max((table.height - y) // (2 * step), 0), rows - 1) for y in (max(ys) + more, min(ys) - more))
    return ((row, column) for row in range(top, low + 1) for column in range(left, right + 1))


def _middle_letter(each: TableFeature, table: Table, step: int, columns: int, rows: int) -> tuple[int, int]:
    """The letter at the middle of a feature too small to fill one."""
    xs, ys = zip(*each.feature.points, strict=True)
    x, y = sum(xs) // len(xs), sum(ys) // len(ys)
    row, column = (table.height - y) // (2 * step), x // step
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


TEXT_WIDTH: Final = 79


def board(seen: View, colour: bool = False) -> str:
    """The table of ``seen`` as text; ``colour`` adds ANSI colours for a terminal."""
    state = state_from_view(seen)
    sketch = Sketch(state)
    lines = [*_title(state), "", *sketch.lines(colour), "", *_key(state, sketch), ""]
    for side, force in zip("ab", state.setup.forces, strict=True):
        lines.append(f"\x1b[{COLOURS[side]}m{force.name}\x1b[0m" if colour else force.name)
        lines += [*_army(state, side), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _title(state: State) -> Iterator[str]:
    turn = f"Turn {state.turn} of {state.setup.rules.options.turn_limit}, " if state.turn else ""
    step = STEP_WORDS.get(state.step, "Choice of edges")
    yield f"{state.setup.title}: {turn}{step[:1].lower()}{step[1:]}"
    facts = [score(state)]
    if state.turn and state.active and state.outcome is None:
        facts.append(f"initiative: {say.side_label(state, state.active)}{_chosen(state)}")
    if deciding := mini_nap_turn.deciders(state):
        facts.append(f"to act: {say.listed(say.side_label(state, side) for side in deciding)}")
    yield from wrap("; ".join(facts), TEXT_WIDTH)


def _chosen(state: State) -> str:
    """The Division or Brigade with the initiative."""
    if state.division != NONE:
        return f", {say.division(state, state.division)}"
    return f", {say.brigade(state, state.brigade)}" if state.brigade != NONE else ""


def _key(state: State, sketch: Sketch) -> Iterator[str]:
    """The key of the signs on this table."""
    kinds = {each.kind for each in features_in_play(state)}
    marks = [f"{sign} {EFFECTS[kind].word}" for kind, sign in GROUND.items() if kind in kinds]
    if marks:
        yield from wrap(f"Ground: {', '.join(marks)}", TEXT_WIDTH, subsequent_indent="  ")
    names = [
        f"{each.feature.name} {say.spot(_middle(each.feature.points))}"
        for each in features_in_play(state)
        if each.feature.name
    ]
    if names:
        yield from wrap(f"Places: {'; '.join(dict.fromkeys(names))}", TEXT_WIDTH, subsequent_indent="  ")
    if sketch.undrawn:
        yield from wrap(f"No room for: {', '.join(sketch.undrawn)}", TEXT_WIDTH, subsequent_indent="  ")
    yield f"A number is a unit with its facing ({ARROWS[0]} is up the table); {STAND} is a command stand"


def _middle(points: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    x, y = (sum(each) // len(points) for each in zip(*points, strict=True))
    return x, y


def _army(state: State, side: SideId) -> Iterator[str]:
    """Corps, Divisions and Brigades with their commanders, and the units of each."""
    for place, corps in enumerate(state.corps):
        if corps.side != side:
            continue
        yield f"{corps.name}{_commander(state, 'corps', place)}"
        for number, division in enumerate(state.divisions):
            if division.corps == place:
                yield f" {division.name}{_commander(state, 'division', number)}"
                yield from _brigades(state, number)


def _brigades(state: State, division: int) -> Iterator[str]:
    for number, brigade in enumerate(state.brigades):
        if brigade.division != division:
            continue
        note = ", has had the initiative" if brigade.chosen else ""
        yield f"  {brigade.name}{_commander(state, 'brigade', number)}{note}"
        units = [(place, unit) for place, unit in enumerate(state.units) if unit.brigade == number]
        yield from _aligned([_row(state, place, unit) for place, unit in units if unit.where == "table"])
        for where, words in descriptions.AWAY.items():
            absent = [f"{place} {unit.name}" for place, unit in units if unit.where == where]
            if absent:
                text = f"{words[:1].upper()}{words[1:]}: {'; '.join(absent)}"
                yield from wrap(text, TEXT_WIDTH, initial_indent="    ", subsequent_indent="      ")


def _commander(state: State, level: str, of: int) -> str:
    """``: General Picton (s3, Good) 60.5, 42 cm``; ``""`` if there is no commander."""
    tables = state.setup.rules.tables
    for number, stand in enumerate(state.stands):
        if (stand.level, stand.of) != (level, of):
            continue
        rating = f", {tables.commanders[stand.rating].word}" if stand.rating is not None else ""
        text = f": {say.stand(state, number)} ({STAND}{number}{rating})"
        if stand.where != "table":
            return f"{text} {'is removed' if stand.where == 'removed' else 'not yet on the table'}"
        if stand.unit != NONE:
            return f"{text} with {say.unit(state, stand.unit)}"
        return f"{text} {say.spot((stand.x, stand.y))}"
    return ""


def _row(state: State, number: int, unit: Unit) -> tuple[str, ...]:
    """The cells of a unit: number, name, kind, formation, facing, place, strength and markers."""
    weight = f"{unit.weight} " if unit.weight else ""
    kind = f"{state.setup.rules.tables.qualities[unit.rating].word} {weight}{TYPES[unit.type].word}"
    place = say.spot((unit.x, unit.y)).removesuffix(" cm")
    formation = FORMATIONS[unit.formation].word
    points, *marks = descriptions.marks(state, unit)
    return str(number), unit.name, kind, formation, say.degrees(unit.facing), place, points, ", ".join(marks)


def _aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "    " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
