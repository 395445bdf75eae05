"""One table of a cheat sheet: column widths, height, text, and rule IDs in small print."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, Literal, NamedTuple

from armies.paper.sheet import FAINT, FINE, SOFT, Sheet
from armies.paper.typography import Face, usable_face, width, wrap
from battles.engine.sheets.cheat_pages import Table


def shortened(rules: Iterable[str]) -> str:
    """Rule IDs with each family named once, followed by its numbers."""
    families: dict[str, list[str]] = {}
    for rule in rules:
        family, _, number = rule.rpartition("-")
        families.setdefault(family, []).append(number)
    return "; ".join(f"{family}-{', '.join(_runs(sorted(set(numbers))))}" for family, numbers in families.items())


def _runs(numbers: Sequence[str]) -> Iterator[str]:
    """Numbers, with ``03 to 05`` for three or more in a row."""
    run: list[str] = []
    for number in numbers:
        if run and not (number.isdigit() and run[-1].isdigit() and int(number) == int(run[-1]) + 1):
            yield from _range_words(run)
            run = []
        run.append(number)
    yield from _range_words(run)


def _range_words(run: Sequence[str]) -> Sequence[str]:
    return run if len(run) < 3 else [f"{run[0]} to {run[-1]}"]


LEADING: Final = 0.425
"""Line spacing in millimetres for each point of type size."""

HEADING: Final = 1.36
"""Heading size for each point of type size."""

COLUMN_HEAD: Final = 0.9
IDS: Final = 7.0
"""Type size of rule IDs in points; nothing else is smaller than the text."""

IDS_LEAD: Final = 2.9
AIR: Final = 1.8
"""Millimetres between the columns of a table."""

FIGURES: Final = 16.0
LAST_FIGURES: Final = 21.0
"""Widest column, in millimetres at ten points, that counts as figures; the second of two columns may be wider."""

HANG: Final = 0.55
"""Indent of a step's text in millimetres, for each point of type size."""

SLACK: Final = 0.05
"""Millimetres that a word may exceed its column, so that rounding does not break it."""

NEVER: Final = 1e6
"""The height of a table that does not fit in a measure."""

CORNERS: Final = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
"""Corners of a hex that points up, in half widths and in radii."""
HEXSIDE_CORNERS: Final = tuple((y, x) for x, y in CORNERS)
HEXES: Final = ((-1, -1.5), (1, -1.5), (-2, 0), (2, 0), (-1, 1.5), (1, 1.5))
"""Middles of the hexes around one that faces a corner: both at the front, the flanks, both at the rear."""
HEXSIDES: Final = ((0, -2), (1.5, -1), (1.5, 1), (0, 2), (-1.5, 1), (-1.5, -1))
"""Middles of the hexes around one that faces a hexside, clockwise from the front, in radii and in half widths."""

Align = Literal["l", "r", "c"]
Line = tuple[str, ...]


class Text(NamedTuple):
    """A line of a block: its start, its baseline below the block's top, and its words."""

    x: float
    y: float
    words: str
    face: Face
    size: float
    align: Align = "l"
    grey: float = 0.0


class Rule(NamedTuple):
    """A horizontal line of a block."""

    x: float
    y: float
    x2: float
    weight: float
    grey: float = 0.0


class Block(NamedTuple):
    """A table set in a measure: its lines of text, its rules, its height in mm, and the strokes of a diagram."""

    texts: tuple[Text, ...]
    rules: tuple[Rule, ...]
    height: float
    strokes: tuple[tuple[float, float, float, float], ...] = ()

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw the block with its top left corner at a place."""
        for rule in self.rules:
            sheet.rule(x + rule.x, y + rule.y, x + rule.x2, rule.weight, rule.grey)
        for x1, y1, x2, y2 in self.strokes:
            sheet.line(x + x1, y + y1, x + x2, y + y2, FINE)
        for text in self.texts:
            sheet.text(x + text.x, y + text.y, text.words, text.face, text.size, text.align, text.grey)


def block(table: Table, measure: float, size: float, *, breaking: bool = False) -> Block:
    """A table set in a measure and a type size; its texts have only characters of the fonts.

    If a word is wider than its column, it is broken with ``breaking``; else the block's height is `NEVER`.
    """
    setting = _Setting(measure, size)
    setting.head(table.title, _ids(table.rules))
    setting.lead_in(table.lead)
    cells = table.rows
    if table.look == "steps":
        setting.steps(cells)
    elif table.look == "hexes":
        setting.hexes(cells)
    elif table.look == "list":
        setting.paragraphs(cells)
    else:
        grid = _Grid(table.columns, cells, size, measure, sums=table.look == "sum")
        setting.grid(grid, cells, table.groups, breaking)
    setting.note(table.words)
    return Block(tuple(setting.texts), tuple(setting.rules), setting.y, tuple(setting.strokes))


@lru_cache(maxsize=256)
def _ids(rules: tuple[str, ...]) -> str:
    return shortened(rules)


class _Setting:
    """Sets a block; ``y`` is the top of the next line."""

    def __init__(self, measure: float, size: float) -> None:
        self.measure = measure
        self.size = size
        self.lead = round(size * LEADING, 3)
        self.rise = self.lead * 0.76
        self.y = 0.0
        self.texts: list[Text] = []
        self.rules: list[Rule] = []
        self.strokes: list[tuple[float, float, float, float]] = []

    def head(self, title: str, ids: str) -> None:
        size, face = self.size * HEADING, usable_face("disp", title)
        self.rules += [Rule(0.0, 0.0, self.measure, 0.9), Rule(0.0, 0.6, self.measure, FINE)]
        lines = wrap(title, face, size, self.measure)
        for place, line in enumerate(lines):
            self.texts.append(Text(0.0, self.lead * (1.42 + place * 1.3), line, face, size))
        base = self.lead * (1.42 + (len(lines) - 1) * 1.3)
        self.y = base + self.lead * 0.58
        if width(lines[-1], face, size) + width(ids, "text", IDS) + 1.5 <= self.measure:
            self.texts.append(Text(self.measure, base, ids, "text", IDS, "r", SOFT))
            return
        for line in wrap(ids, "text", IDS, self.measure):
            self.texts.append(Text(0.0, self.y + IDS_LEAD * 0.5, line, "text", IDS, "l", SOFT))
            self.y += IDS_LEAD
        self.y += self.lead * 0.15

    def hexes(self, rows: Sequence[Sequence[str]]) -> None:
        """Set a diagram of a unit and the six hexes around it, with two rows of words for each.

        Three rows are for front, flanks and rear of a unit that faces a corner; six are for the hexes around one that
        faces a hexside, clockwise from the front.
        """
        far = min(self.measure / (3 * sqrt(3)) - 0.1, self.lead * 2.6)
        parts = [part for name, words, *_ in rows for part in (name, *words.split(", "))]
        if max(width(part, "semi", self.size) for part in parts) > far * 1.6:
            self.paragraphs(rows)
            return
        half, middle, top = far * sqrt(3) / 2, self.measure / 2, self.y + self.lead * 0.4
        sides = len(rows) == len(HEXSIDES)
        across, along = (far, half) if sides else (half, far)
        down = top + (half * 3 if sides else far * 2.5)
        drawn = set()
        for place, (dx, dy) in enumerate(((0, 0), *(HEXSIDES if sides else HEXES))):
            x, y = middle + dx * across, down + dy * along
            corners = [(x + across * cx, y + along * cy) for cx, cy in (HEXSIDE_CORNERS if sides else CORNERS)]
            for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
                one, two = sorted(((round(x1, 2), round(y1, 2)), (round(x2, 2), round(y2, 2))))
                drawn.add((*one, *two))
            name, words = rows[(place - 1) * len(rows) // len(HEXSIDES)][:2] if place else ("↑", "unit")
            size = max(IDS, self.size * COLUMN_HEAD)
            self.texts.append(Text(x, y - (0.35 if words else -0.3) * self.lead, name, "semi", size, "c"))
            for line, part in enumerate(words.split(", ") if words else ()):
                self.texts.append(Text(x, y + (0.5 + line * 0.8) * self.lead, part, "text", IDS, "c"))
        self.strokes += sorted(drawn)
        self.y = down + (down - top) + self.lead * 0.4

    def steps(self, rows: Sequence[Sequence[str]]) -> None:
        """Set rows of a number, a name and words; the number is in the left margin."""
        hang = self.size * HANG
        for number, name, *rest in rows:
            self.texts.append(Text(hang - 1.6, self.y + self.rise + 0.1, number, "disp", self.size * 1.25, "r"))
            self._run_in(name, " ".join(filter(None, rest)), hang, 0.0)

    def paragraphs(self, rows: Sequence[Sequence[str]]) -> None:
        for name, *rest in rows:
            self._run_in(name, " · ".join(filter(None, rest)), 0.0, self.size * 0.25)

    def _run_in(self, name: str, words: str, left: float, indent: float) -> None:
        """Set a paragraph that starts in bold; its other lines are indented."""
        room = self.measure - left
        lead = wrap(name, "semi", self.size, room) if name else ("",)
        for line in lead[:-1]:
            self._line(left, line, "semi")
        at = width(lead[-1] + "  ", "semi", self.size) if lead[-1] else 0.0
        lines = wrap(words, "text", self.size, room - indent + SLACK, room - at) if words else ("",)
        self.texts.append(Text(left, self.y + self.rise, lead[-1], "semi", self.size))
        self._line(left + at, lines[0])
        for line in lines[1:]:
            self._line(left + indent, line)

    def _line(self, x: float, words: str, face: Face = "text") -> None:
        if words:
            self.texts.append(Text(x, self.y + self.rise, words, face, self.size))
        self.y += self.lead

    def lead_in(self, words: str) -> None:
        if words:
            for line in wrap(words, "text", self.size, self.measure + SLACK):
                self._line(0.0, line)
            self.y += self.lead * 0.25

    def note(self, words: str) -> None:
        if not words:
            return
        self.y += self.lead * 0.25
        for line in wrap(words, "text", self.size, self.measure + SLACK):
            self._line(0.0, line)

    def grid(self, grid: "_Grid", rows: Sequence[Sequence[str]], groups: Sequence[str], breaking: bool) -> None:
        """Set rows in columns; figures are centred, or aligned right in the last of two columns."""
        if not grid.possible and not breaking:
            self.y = NEVER
            return
        if any(grid.head):
            self._cells(grid, grid.wrapped(0, grid.head), 0)
            self.rules.append(Rule(0.0, self.y - 0.1, self.measure, FINE))
        set_rows = [grid.wrapped(number, row) for number, row in enumerate(rows, 1)]
        deep = len(grid.head) > 2 and any(len(lines) > 1 for cells in set_rows for lines in cells)
        for number, cells in enumerate(set_rows):
            parted = groups and number and groups[number] != groups[number - 1]
            if number and (parted or deep):
                self.rules.append(Rule(0.0, self.y - 0.05, self.measure, FINE, FAINT))
            self._cells(grid, cells, number + 1)

    def _cells(self, grid: "_Grid", cells: Sequence[Line], number: int) -> None:
        size, grey = (self.size, 0.0) if number else (max(IDS, self.size * COLUMN_HEAD), SOFT)
        base, body = self.y + self.rise, number > 0
        for lines, x, faces, align in zip(cells, grid.starts, grid.faces, grid.align, strict=True):
            for index, line in enumerate(lines):
                self.texts.append(Text(x, base + index * self.lead, line, faces[body], size, align, grey))
        self.y += max(map(len, cells)) * self.lead


class _Needs(NamedTuple):
    """What the columns of a table need at a size of one point, whatever the measure.

    ``least`` are the widths of the longest words in mm, ``most`` those of the widest cells, and ``cells`` those of
    all cells by column, the head first.
    """

    figures: tuple[bool, ...]
    faces: tuple[tuple[Face, Face], ...]
    least: tuple[float, ...]
    most: tuple[float, ...]
    cells: tuple[tuple[float, ...], ...]


@lru_cache(maxsize=256)
def _needs(head: Line, rows: tuple[Line, ...], sums: bool) -> _Needs:
    narrow = LAST_FIGURES if len(head) == 2 else FIGURES
    figures = [all(width(row[place], "text", 10.0) <= narrow for row in rows) for place in range(len(head))]
    if sums:
        figures[-1] = True
    figures[0] = len(rows) == 1 and all(figures) and bool(head[0])
    # Heads are italic, names of rows before words are bold.
    bold = sum(figures) * 2 < len(head) - 1
    faces: list[tuple[Face, Face]] = [("ital", "semi" if bold and not place else "text") for place in range(len(head))]
    least, cells = [], []
    for place, title in enumerate(head):
        texts = [(title, faces[place][0]), *((row[place], faces[place][1]) for row in rows)]
        cells.append(tuple(width(text, face, 1.0) for text, face in texts))
        least.append(max(width(word, face, 1.0) for text, face in texts for word in text.split(" ")))
    return _Needs(tuple(figures), tuple(faces), tuple(least), tuple(map(max, cells)), tuple(cells))


class _Grid:
    """The columns of a table: their widths, alignment and typefaces."""

    def __init__(self, head: Line, rows: tuple[Line, ...], size: float, measure: float, *, sums: bool) -> None:
        self.head = head
        self.size = size
        self.needs = needs = _needs(head, rows, sums)
        self.figures, self.faces = needs.figures, needs.faces
        self.air = [AIR] * (len(head) - 1) + [0.0]
        least = [own * size + air for own, air in zip(needs.least, self.air, strict=True)]
        most = [own * size + air for own, air in zip(needs.most, self.air, strict=True)]
        self.possible = sum(least) <= measure
        self.widths = _column_widths(least, most, measure, self.figures)
        self.rooms = [wide - air + SLACK for wide, air in zip(self.widths, self.air, strict=True)]
        last = len(head) - 1
        self.align: list[Align] = [("r" if last == 1 else "c") if figures else "l" for figures in self.figures]
        self.starts: list[float] = []
        left = 0.0
        for wide, air, align in zip(self.widths, self.air, self.align, strict=True):
            self.starts.append(left if align == "l" else left + wide - air if align == "r" else left + (wide - air) / 2)
            left += wide

    def wrapped(self, number: int, row: Sequence[str]) -> list[Line]:
        """The lines of each cell of a row; the head is row 0."""
        size, body = self.size if number else max(IDS, self.size * COLUMN_HEAD), number > 0
        return [
            (cell,) if wide[number] * size <= room else wrap(cell, faces[body], size, room)
            for cell, faces, wide, room in zip(row, self.faces, self.needs.cells, self.rooms, strict=True)
        ]


def _column_widths(
    least: Sequence[float], most: Sequence[float], measure: float, figures: Sequence[bool]
) -> tuple[float, ...]:
    """Column widths that fill the measure, between the longest word and the longest cell of each column."""
    if sum(least) > measure:
        return tuple(measure * own / sum(least) for own in least)
    room = measure - sum(most)
    if room >= 0:
        return _with_spare_room(most, room, figures)
    tight = [large if number else small for small, large, number in zip(least, most, figures, strict=True)]
    if sum(tight) > measure:
        tight = list(least)
    lack = [large - small for small, large in zip(tight, most, strict=True)]
    share = (measure - sum(tight)) / sum(lack)
    return tuple(small + share * own for small, own in zip(tight, lack, strict=True))


def _with_spare_room(most: Sequence[float], room: float, figures: Sequence[bool]) -> tuple[float, ...]:
    """Column widths with spare room: most of it to the first column, part of it to columns of figures."""
    count = sum(figures)
    if figures[0]:
        return tuple(own + room / count for own in most)
    if not count:
        return (*most[:-1], most[-1] + room)
    each = room * 0.5 / count if len(most) > 2 else 0.0
    widths = [own + (each if number else 0.0) for own, number in zip(most, figures, strict=True)]
    widths[0] += room - each * count
    return tuple(widths)
