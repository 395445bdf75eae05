"""The notation of an open table: numbers, lengths, bearings, places and names in actions; and the table as text."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from msgspec import Meta

from battles.engine.core import SideId
from battles.engine.words import NotationError, WordReader, capitalized
from battles.kits.open_table import areas
from battles.kits.open_table.areas import Ground
from battles.kits.open_table.footprints import CM, DEGREE, FULL, Place, disc, footprint
from battles.kits.open_table.picture import Table

MOST_NUMBER: Final = 9_999
MOST_LENGTH: Final = 100_000
"""Ten metres."""

LONGEST_KEY: Final = 60

Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
"""A unit, stand, Brigade or Division by its index, or a number of strength points."""

Length = Annotated[int, Meta(ge=0, le=MOST_LENGTH)]
Ordinate = Annotated[int, Meta(ge=-MOST_LENGTH, le=MOST_LENGTH)]
Bearing = Annotated[int, Meta(ge=0, le=3_599)]
FeatureKey = Annotated[str, Meta(min_length=1, max_length=LONGEST_KEY)]
MaybeKey = Annotated[str, Meta(max_length=LONGEST_KEY)]
"""``""`` for no feature."""

Spot = tuple[Ordinate, Ordinate]

MOST_ECHOED: Final = 40
"""Most characters of a wrong word that an error sentence repeats."""

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+|"', re.DOTALL)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")
_COUNT: Final = re.compile(r"[0-9]{1,5}")
_LENGTH: Final = re.compile(r"(-?)([0-9]{1,4})(?:\.([0-9]{1,2}))?")
_ANGLE: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]))?")

T = TypeVar("T", bound=str)


def echoed(word: str) -> str:
    """A typed word for an error sentence, cut if it is long."""
    return word if len(word) <= MOST_ECHOED else f"{word[:MOST_ECHOED]}…"


def length_of(tenths: int) -> str:
    """``6.5`` for 650: a length in centimetres."""
    return f"{'-' if tenths < 0 else ''}{_decimal(abs(tenths), CM)}"


def angle_of(tenths: int) -> str:
    """``22.5`` for 225: a bearing in degrees."""
    return _decimal(tenths, DEGREE)


def _decimal(number: int, unit: int) -> str:
    whole, rest = divmod(number, unit)
    return f"{whole}.{rest:0{len(str(unit)) - 1}}".rstrip("0") if rest else str(whole)


def spot_of(spot: Spot) -> str:
    """``60.5,42``: a place in centimetres, from the left and the southern edge."""
    return ",".join(map(length_of, spot))


def key_of(key: str) -> str:
    """A feature's name, in quotes unless it is a plain word."""
    return key if _PLAIN.fullmatch(key) else json.dumps(key)


class Words(WordReader):
    """Reader of the words of a text, one by one. Errors are `NotationError`s about the current word."""

    def __init__(self, text: str) -> None:
        super().__init__(_WORD.findall(text))
        self.form = ""
        """How the action is written, for error sentences."""

    def take(self, what: str) -> str:
        """Read the next word, which should be ``what``."""
        word = self.next
        if not word:
            raise NotationError(f"{capitalized(what)} is missing at the end.{self.form}")
        self.place += 1
        return word

    def wrong(self, sentence: str) -> NotationError:
        """The error about the word read last."""
        return NotationError(f"{sentence}: not {echoed(self.words[self.place - 1])}.{self.form}")

    def one_of(self, allowed: Sequence[T], what: str) -> T:
        """Read the next word, which should be one of ``allowed``."""
        word = self.take(what).lower()
        for candidate in allowed:
            if word == candidate:
                return candidate
        raise self.wrong(f"{capitalized(what)} must be one of {', '.join(allowed)}")

    def take_if(self, *allowed: str) -> str:
        """Read the next word if it is one of ``allowed``; else return ``""`` and read nothing."""
        word = self.next.lower()
        if word not in allowed or not word:
            return ""
        self.place += 1
        return word

    def number(self, what: str) -> int:
        """Read the number of a unit, command stand, Brigade or Division."""
        return self.counted(self.take(what), what)

    def counted(self, word: str, what: str) -> int:
        """``word``, a part of the word read last, as a number."""
        if not _COUNT.fullmatch(word) or int(word) > MOST_NUMBER:
            raise self.wrong(f"{capitalized(what)} must be a number, such as 12")
        return int(word)

    def length(self, what: str = "a distance") -> int:
        """Read a length, in tenths of a millimetre."""
        tenths = _tenths(self.take(what))
        if tenths is None or not 0 <= tenths <= MOST_LENGTH:
            raise self.wrong(f"{capitalized(what)} must be in centimetres, such as 6.5")
        return tenths

    def angle(self, what: str = "a bearing") -> int:
        """Read a bearing, in tenths of a degree."""
        match = _ANGLE.fullmatch(self.take(what))
        tenths = FULL if match is None else int(match[1]) * DEGREE + int(match[2] or 0)
        if tenths >= FULL:
            raise self.wrong(f"{capitalized(what)} must be in degrees from 0 to 359.9, such as 45")
        return tenths

    def spot(self, what: str = "a place") -> Spot:
        """Read a place, in tenths of a millimetre."""
        coordinates = [_tenths(part) for part in self.take(what).split(",")]
        valid = [part for part in coordinates if part is not None and abs(part) <= MOST_LENGTH]
        if len(coordinates) != 2 or len(valid) != 2:
            raise self.wrong(
                f"{capitalized(what)} must be in centimetres from the left and the southern edge, such as 60.5,42"
            )
        return valid[0], valid[1]

    def key(self, what: str) -> str:
        """Read the name of a feature."""
        word = self.take(what)
        if word.startswith('"'):
            try:
                word = json.loads(word)
            except ValueError:
                raise self.wrong(f"{capitalized(what)} in quotes must end with a quote") from None
        if re.search("[\ud800-\udfff]", word):
            raise self.wrong(f"{capitalized(what)} has half of a character, which cannot be stored")
        if not 0 < len(word) <= LONGEST_KEY:
            raise self.wrong(f"{capitalized(what)} must have 1 to {LONGEST_KEY} characters")
        return word

    def end(self) -> None:
        """Raise if words are left."""
        if self.next:
            raise NotationError(f"Nothing may follow: word {self.place + 1} is {echoed(self.next)}.{self.form}")


Row = tuple[type, str, str, Callable[[Any], Any], Callable[[Words], Any]]
"""Action class, first word, example, function that writes the other words, function that reads them."""


class Part(NamedTuple):
    """One word of an action: how it is written, and how it is read as arguments of the action's class."""

    written: Callable[[Any], str]
    read: Callable[[Words], tuple[Any, ...]]


def number(name: str, what: str) -> Part:
    """The number under ``name``: that of a unit, command stand, Brigade or Division."""
    return Part(lambda action: str(getattr(action, name)), lambda words: (words.number(what),))


def length(name: str) -> Part:
    """The length under ``name``."""
    return Part(lambda action: length_of(getattr(action, name)), lambda words: (words.length(),))


def angle(name: str) -> Part:
    """The bearing under ``name``."""
    return Part(lambda action: angle_of(getattr(action, name)), lambda words: (words.angle(),))


PLACE: Final = Part(lambda action: spot_of((action.x, action.y)), lambda words: words.spot())
"""The place ``x`` and ``y`` of an action."""


def row(kind: type, word: str, example: str, *parts: Part) -> Row:
    """The notation of a kind of action whose parts are single words."""

    def written(action: Any) -> list[str]:
        return [part.written(action) for part in parts]

    def read(words: Words) -> Any:
        return kind(*(value for part in parts for value in part.read(words)))

    return kind, word, example, written, read


def _tenths(word: str) -> int | None:
    """Centimetres as tenths of a millimetre; None if the word is no length."""
    match = _LENGTH.fullmatch(word)
    if match is None:
        return None
    sign, whole, part = match.groups()
    tenths = int(whole) * CM + int(f"{part or ''}00"[:2])
    return -tenths if sign else tenths


SKETCH_WIDTH: Final = 75
"""Letters in a row, without the ruler."""

RULED: Final = 20 * CM
"""Distance between two marks of the rulers."""

ARROWS: Final = "↑↗→↘↓↙←↖"
COLOURS: Final[dict[SideId, str]] = {"a": "34;1", "b": "31;1"}
"""Terminal colours of the sides."""

ASIDE: Final = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (-2, 0))
"""Rows and columns by which a number is moved if its place is taken, the nearest first."""


class Drawn(NamedTuple):
    """A terrain feature: its letter, ground, corners and width; a line fills every letter it crosses."""

    letter: str
    ground: Ground
    points: tuple[Place, ...]
    width: int
    is_line: bool


class Tag(NamedTuple):
    """A block: a few characters, its side and its place."""

    text: str
    side: SideId
    x: int
    y: int


def arrow(facing: int) -> str:
    """The arrow nearest to a bearing."""
    return ARROWS[(facing + FULL // 16) % FULL * len(ARROWS) // FULL]


class Sketch:
    """The table in letters, row by row from the upper edge; ``undrawn`` are the blocks without room."""

    def __init__(self, table: Table, features: tuple[Drawn, ...], tags: Iterable[Tag]) -> None:
        """Draw features in their order, each over those before it, and the blocks on them."""
        self.width, self.height = table.width, table.height
        self.step = -(-table.width // SKETCH_WIDTH)
        self.columns = -(-table.width // self.step)
        self.rows = -(-table.height // (2 * self.step))
        self.ground: Sequence[str] = _ground(table.height, features, self.step, self.columns, self.rows)
        self.tags: dict[tuple[int, int], tuple[str, SideId]] = {}
        self.occupied: set[tuple[int, int]] = set()
        self.undrawn: list[str] = []
        for tag in tags:
            self._put(tag)

    def _put(self, tag: Tag) -> None:
        """Place a block as near to its place as there is room."""
        text = tag.text
        row, column = (self.height - tag.y) // (2 * self.step), tag.x // self.step - len(text) // 2
        for down, right in ASIDE:
            start = row + down, min(max(column + right, 0), self.columns - len(text))
            cells = {(start[0], start[1] + place) for place in range(len(text))}
            if 0 <= start[0] < self.rows and not cells & self.occupied:
                self.tags[start] = text, tag.side
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


@lru_cache(8)
def _ground(height: int, features: tuple[Drawn, ...], step: int, columns: int, rows: int) -> tuple[str, ...]:
    """The terrain row by row. An area fills the letters whose middle is in it, a line every letter it crosses."""
    letters = [[" "] * columns for _ in range(rows)]
    for each in features:
        cells = [
            (row, column)
            for row, column in _near(each, height, step, columns, rows)
            if _is_in(each, column * step + step // 2, height - (2 * row + 1) * step, step)
        ]
        for row, column in cells or [_middle_letter(each, height, step, columns, rows)]:
            letters[row][column] = each.letter
    return tuple("".join(row) for row in letters)


def _is_in(each: Drawn, x: int, y: int, step: int) -> bool:
    shape = footprint(x, y, 0, step, 2 * step) if each.is_line else disc(x, y, 0)
    return areas.touches(each.ground, shape)


def _near(each: Drawn, height: int, step: int, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """The letters in the box around a feature."""
    xs, ys = zip(*each.points, strict=True)
    more = max(each.width, 2 * step)
    left, right = (min(max(x // step, 0), columns - 1) for x in (min(xs) - more, max(xs) + more))
    top, low = (min(max((height - y) // (2 * step), 0), rows - 1) for y in (max(ys) + more, min(ys) - more))
    return ((row, column) for row in range(top, low + 1) for column in range(left, right + 1))


def _middle_letter(each: Drawn, height: int, step: int, columns: int, rows: int) -> tuple[int, int]:
    """The letter at the middle of a feature too small to fill one."""
    xs, ys = zip(*each.points, strict=True)
    x, y = sum(xs) // len(xs), sum(ys) // len(ys)
    row, column = (height - y) // (2 * step), x // step
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)
