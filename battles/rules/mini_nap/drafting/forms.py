"""Forms of the scenario editor: columns, rows of text, and reading rows back into the file."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import SetupError
from battles.engine.drafting import Column, Sheet
from battles.engine.options import echoed
from battles.engine.scenarios import MOST_SITUATION, MOST_TASK
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.scenario.check import SIDES
from battles.rules.mini_nap.scenario.parts import LEVELS, MOST_CM, MOST_CORNERS, MOST_NAME, MOST_TEXT
from battles.rules.mini_nap.setup.features import WATER
from battles.rules.mini_nap.terrain_tables import EFFECTS

YES: Final = "yes"
DECIMAL: Final = re.compile(r"(-?\d{1,4})(?:\.(\d{1,2}))?", re.ASCII)
DIGITS: Final = re.compile(r"[0-9]{1,6}")

Part = dict[str, Any]
"""A part of a scenario file as it is in JSON."""


class Cell(Struct, frozen=True):
    """A column, with functions to read and write its text; `read` raises `ValueError`. ``key`` may be a path."""

    column: Column
    read: Callable[[str], Any]
    written: Callable[[Any], str] = str

    @property
    def key(self) -> str:
        return self.column.key


def text(key: str, label: str, *, most: int = MOST_NAME, **facts: Any) -> Cell:
    """A column of text up to ``most`` characters."""

    def read(typed: str) -> str:
        if len(typed) > most:
            raise ValueError(f"This has {len(typed):,} characters; at most {most:,} are allowed.")
        return typed

    return Cell(Column(key, label, "text" if most == MOST_NAME else "long", **facts), read)


def tick(key: str, label: str, **facts: Any) -> Cell:
    """A tick box: yes or empty."""
    return Cell(Column(key, label, "tick", **facts), lambda typed: True, lambda value: YES if value else "")


def choice(key: str, label: str, words: Mapping[str, str], **facts: Any) -> Cell:
    """A choice among keys, each with its words."""

    def read(typed: str) -> str:
        if typed not in words:
            raise ValueError(f"{echoed(typed)} is not a choice; choose {', '.join(words)}.")
        return typed

    return Cell(Column(key, label, "choice", words=words, **facts), read)


def number(key: str, label: str, least: int, most: int, **facts: Any) -> Cell:
    """A column of whole numbers."""

    def read(typed: str) -> int:
        value = int(typed) if DIGITS.fullmatch(typed) else -1
        if not least <= value <= most:
            raise ValueError(f"Enter a whole number from {least} to {most:,}, not {echoed(typed)}.")
        return value

    return Cell(Column(key, label, "number", **facts), read)


def length(key: str, label: str, *, least: float = 0, most: float = MOST_CM, **facts: Any) -> Cell:
    """A column of numbers with at most two decimals: centimetres, or degrees of a bearing."""

    def read(typed: str) -> float:
        value = decimal(typed)
        if value is None or not least <= value <= most:
            raise ValueError(f"Enter a number from {least} to {most:,}, such as 12.5, not {echoed(typed)}.")
        return value

    return Cell(Column(key, label, **facts), read, plain)


def places(key: str, label: str, **facts: Any) -> Cell:
    """A column of points, separated by spaces."""
    return Cell(Column(key, label, "areas", **facts), _read_places, lambda value: " ".join(map(_written_place, value)))


def rectangle(key: str, label: str, **facts: Any) -> Cell:
    """A column of rectangles: left, bottom, right and top."""

    def read(typed: str) -> list[float]:
        sides = [decimal(part) for part in typed.replace(",", " ").split()]
        if len(sides) != 4 or None in sides:
            raise ValueError(f"Enter left, bottom, right and top in cm, such as 0 0 180 30, not {echoed(typed)}.")
        return [part for part in sides if part is not None]

    return Cell(Column(key, label, **facts), read, lambda value: " ".join(map(plain, value)))


def decimal(typed: str) -> float | None:
    """The number in a text with at most two decimals; None if it is not a number or exceeds `MOST_CM`."""
    match = DECIMAL.fullmatch(typed.strip().replace("−", "-"))
    value = float(match[0]) if match else None
    return None if value is None or abs(value) > MOST_CM else value


def plain(value: float) -> str:
    """A number without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _read_places(typed: str) -> list[list[float]]:
    points = []
    for word in typed.replace(";", " ").split():
        parts = [decimal(part) for part in word.split(",")]
        if len(parts) != 2 or None in parts:
            raise ValueError(f"Enter points in cm, such as 60,40 75.5,40; {echoed(word)} is not a point.")
        points.append([part for part in parts if part is not None])
    if not 2 <= len(points) <= MOST_CORNERS:
        raise ValueError(f"Enter 2 to {MOST_CORNERS} points, not {len(points)}.")
    return points


def _written_place(place: Sequence[float]) -> str:
    return f"{plain(place[0])},{plain(place[1])}"


def flat(part: Part, cells: Sequence[Cell]) -> dict[str, str]:
    """The values of a part of a file as text, by column."""
    texts = {}
    for cell in cells:
        value: Any = part
        for name in cell.key.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        texts[cell.key] = "" if value is None else cell.written(value)
    return texts


def nested(row: Mapping[str, str], cells: Sequence[Cell], path: str) -> Part:
    """A row as a part of a file; empty cells are left out.

    Raises:
        SetupError: an unknown column, an empty cell that is required, or a cell that cannot be read, with its path.
    """
    if strange := sorted(set(row) - {cell.key for cell in cells}):
        raise SetupError(f"There is no column {echoed(strange[0])}.", path)
    part: Part = {}
    for cell in cells:
        typed = row.get(cell.key, "").strip()
        if not typed and not cell.column.needed:
            continue
        if not typed:
            raise SetupError("This field is required.", f"{path}.{cell.key}")
        try:
            value = cell.read(typed)
        except ValueError as error:
            raise SetupError(str(error), f"{path}.{cell.key}") from None
        *heads, last = cell.key.split(".")
        at = part
        for head in heads:
            at = at.setdefault(head, {})
        at[last] = value
    return part


MOST_DEGREES: Final = 359.9
MOST_NUMBER: Final = 1_000
MOST_POINTS: Final = 200
MOST_COUNT: Final = 40

FEATURE_WORDS: Final[Mapping[str, str]] = {kind: row.word for kind, row in EFFECTS.items()}
NATIONS: Final[Mapping[str, str]] = {
    word: word.capitalize() for word in (*dict.fromkeys(tables.NATION_WORDS.values()), "other")
}
KINDS: Final[Mapping[str, str]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "mixed": "mixed",
    "artillery": "division artillery",
}
RATINGS: Final[Mapping[str, str]] = {
    rating: rating.capitalize() for rating in ("excellent", "good", "average", "poor", "dreadful")
}
WEIGHTS: Final[Mapping[str, str]] = {weight: f"{weight} guns" for weight in ("light", "medium", "heavy")}


def _of_rows(rows: Mapping[Any, Any]) -> Mapping[str, str]:
    """The words of a table's rows, by key."""
    return {key: row.word for key, row in rows.items()}


def _spot(what: str) -> tuple[Cell, Cell]:
    """Columns for a place, measured from the lower left corner."""
    return (
        length(
            "at.x", f"{what}: from the left edge, cm", least=-MOST_CM, seldom=True, hint="Empty: the player deploys it."
        ),
        length("at.y", f"{what}: from the southern edge, cm", least=-MOST_CM, seldom=True),
    )


def _rating(key: str) -> Cell:
    return choice(key, "Rating", RATINGS, hint="Empty: rolled.", seldom=True)


HEAD: Final = (
    text("title", "Title", needed=True),
    text("text", "Description", most=MOST_TEXT, hint="One or two paragraphs."),
    text("situation", "Situation", most=MOST_SITUATION, hint="One or two sentences for both players."),
)
FORCE: Final = (
    text("name", "Name of the side", needed=True),
    text("task", "Task", most=MOST_TASK, hint="What the side must do to win. Both players read it."),
    rectangle("zone", "Deployment zone, cm", hint="Left, bottom, right, top. Empty: roll for a table edge."),
)
FEATURES: Final = (
    text("key", "Key", needed=True, hint="Unique, such as wood 2."),
    choice("kind", "Kind", FEATURE_WORDS, needed=True),
    text("name", "Name"),
    places("points", "Points, cm", needed=True, hint="60,40 75.5,40 80,52: from left, from southern edge."),
    length("width", "Width, cm", hint="Lines only. Empty: the usual width.", seldom=True),
    number("levels", "Levels", 0, MOST_NUMBER, hint="Empty: the usual number.", seldom=True),
    number("strength", "Strength", 0, MOST_NUMBER, hint="Structures only. Empty: the usual strength.", seldom=True),
    tick("church", "A village church", seldom=True),
)
CORPS: Final = (
    text("name", "Name", needed=True),
    choice("nation", "Nation", NATIONS, needed=True),
    text("commander", "Commander"),
    _rating("rating"),
    *_spot("Stand"),
)
DIVISIONS: Final = (
    text("name", "Name", needed=True),
    choice("kind", "Kind", {key: KINDS[key] for key in ("infantry", "cavalry", "mixed")}, hint="Empty: infantry."),
    text("commander", "Commander"),
    _rating("rating"),
    *_spot("Stand"),
)
BRIGADES: Final = (
    text("name", "Name", needed=True),
    choice("kind", "Kind", KINDS, needed=True),
    text("commander", "Commander"),
    choice("nation", "Nation", NATIONS, hint="Empty: that of the Corps.", seldom=True),
    number("arrives", "Arrives in Turn", 0, MOST_NUMBER, hint="Empty: on the table from the start.", seldom=True),
    rectangle("entry", "Arrival zone, cm", hint="Left, bottom, right, top.", seldom=True),
    *_spot("Stand"),
)
UNITS: Final = (
    text("name", "Name", needed=True),
    choice("type", "Type", _of_rows(tables.TYPES), needed=True),
    choice("rating", "Rating", _of_rows(tables.PRINTED.qualities), needed=True),
    number("points", "Strength points", 1, MOST_POINTS, needed=True),
    number("count", "How many", 1, MOST_COUNT, hint="More than one: units are numbered."),
    choice("weight", "Guns", WEIGHTS, hint="Batteries only."),
    choice("nation", "Nation", NATIONS, hint="Empty: that of the Brigade.", seldom=True),
    tick("lancer", "Lancers", seldom=True),
    tick("irregular", "Irregular cavalry", seldom=True),
    tick("kgl", "King's German Legion", seldom=True),
    *_spot("Unit"),
    length("at.facing", "Facing, degrees", most=MOST_DEGREES, hint="0 is north, 90 is east.", seldom=True),
    choice("at.formation", "Formation", _of_rows(tables.FORMATIONS), seldom=True),
)


def row_of() -> Cell:
    """A hidden column: which row this was."""
    return Cell(Column("row", "Row", "row"), str)


def parent(label: str, words: Mapping[str, str]) -> Cell:
    """A column for the formation that a row belongs to."""
    return choice("of", label, words, hint="Empty: as in the row above.")


def of_water(words: Mapping[str, str]) -> Cell:
    """A column for the watercourse under a bridge or a ford."""
    return choice("over", "Over", words, hint="Bridges and fords only.", seldom=True)


HEAD_KEY: Final = "head"
FEATURES_KEY: Final = "table.features"
LEVEL_CELLS: Final[Mapping[str, tuple[Cell, ...]]] = dict(zip(LEVELS, (CORPS, DIVISIONS, BRIGADES, UNITS), strict=True))
TITLES: Final = {"corps": "Corps", "divisions": "Divisions", "brigades": "Brigades", "units": "Units"}
PARENTS: Final = {"divisions": "Its Corps", "brigades": "Its Division", "units": "Its Brigade"}


def forms(file: Part) -> tuple[Sheet, ...]:
    """All forms for the draft ``file``. A level has a form only if the level above it has parts."""
    sheets = [
        _sheet(HEAD_KEY, "Title, text and situation", "Scenario", HEAD, [file], grows=False),
        _sheet(FEATURES_KEY, "Terrain", "Scenario", _features(file), _feature_parts(file)),
    ]
    for side in SIDES:
        force = file["forces"][side]
        sheets.append(_sheet(f"forces.{side}", "Name, task and zone", force["name"], FORCE, [force], grows=False))
        for depth, level in enumerate(LEVELS):
            above = list(_parts(force, depth))
            if above:
                cells = _level_cells(depth, force)
                rows = [_level_row(*part, depth, cells) for part in _parts(force, depth + 1)]
                columns = tuple(cell.column for cell in cells)
                sheets.append(Sheet(_key(side, depth), TITLES[level], force["name"], columns, tuple(rows)))
    return tuple(sheets)


def with_rows(file: Part, key: str, rows: Sequence[Mapping[str, str]]) -> Part:
    """``file`` with these rows in one of its sheets.

    Raises:
        SetupError: there is no such sheet or column, a wrong number of rows, or a cell that cannot be read.
    """
    sheets = {sheet.key: sheet for sheet in forms(file)}
    if key not in sheets:
        raise SetupError(f"There is no form {echoed(key)}; the forms are {', '.join(sheets)}.")
    if not sheets[key].grows and len(rows) != 1:
        raise SetupError(f"This form has one row, not {len(rows)}.", key)
    if key == HEAD_KEY:
        file.update({"text": "", "situation": "", **nested(rows[0], HEAD, key)})
    elif key == FEATURES_KEY:
        cells = _features(file)
        features = [nested(row, cells, f"{key}[{number}]") for number, row in enumerate(rows)]
        file.setdefault("table", {})["features"] = features
    elif key.count(".") == 1:
        force = file["forces"][key.split(".")[1]]
        force.update({"zone": None, "task": "", **nested(rows[0], FORCE, key)})
    else:
        _fill_level(file["forces"][key.split(".")[1]], key, rows)
    return file


def _sheet(key: str, title: str, group: str, cells: Sequence[Cell], rows: Sequence[Part], grows: bool = True) -> Sheet:
    columns = tuple(cell.column for cell in cells)
    return Sheet(key, title, group, columns, tuple(flat(row, cells) for row in rows), grows)


def _feature_parts(file: Part) -> list[Part]:
    features: list[Part] = file.get("table", {}).get("features", [])
    return features


def _features(file: Part) -> tuple[Cell, ...]:
    """The columns of features, with a column for watercourses under bridges and fords if the draft has any."""
    waters = {each["key"]: each.get("name") or each["key"] for each in _feature_parts(file) if each["kind"] in WATER}
    used = {each["over"]: each["over"] for each in _feature_parts(file) if each.get("over")}
    words = {**used, **waters}
    return (*FEATURES, of_water(words)) if words else FEATURES


def _key(side: str, depth: int) -> str:
    """The key of a level's form: the path of its parts in a file, without numbers."""
    return ".".join(("forces", side, *LEVELS[: depth + 1]))


def _parts(part: Part, depth: int, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Part]]:
    """The parts at a depth of a force, each with its place: (0, 1) is the second Division of the first Corps."""
    if depth == 0:
        yield at, part
        return
    for number, each in enumerate(part.get(LEVELS[len(at)], [])):
        yield from _parts(each, depth - 1, (*at, number))


def _place_text(place: tuple[int, ...]) -> str:
    return ".".join(map(str, place))


def _level_cells(depth: int, force: Part) -> tuple[Cell, ...]:
    """The columns of a level: its row, its formation, and its own columns."""
    level = LEVELS[depth]
    if depth == 0:
        return (row_of(), *LEVEL_CELLS[level])
    words = {_place_text(place): part["name"] for place, part in _parts(force, depth)}
    return (row_of(), parent(PARENTS[level], words), *LEVEL_CELLS[level])


def _level_row(place: tuple[int, ...], part: Part, depth: int, cells: Sequence[Cell]) -> Mapping[str, str]:
    above = {"of": _place_text(place[:-1])} if depth else {}
    return flat({**part, "row": _place_text(place), **above}, cells)


def _fill_level(force: Part, key: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Replace the parts of a level by rows. Each part keeps its own parts and belongs to the formation it names.

    A row that names no formation belongs to that of the row before; the first such row belongs to the first formation.
    """
    depth = key.count(".") - 2
    level, cells = LEVELS[depth], _level_cells(depth, force)
    before = {_place_text(place): part for place, part in _parts(force, depth + 1)}
    above = {_place_text(place): part for place, part in _parts(force, depth)}
    owner = next(iter(above))
    children: dict[str, list[Any]] = {name: [] for name in above}
    for number, row in enumerate(rows):
        part = nested(row, cells, f"{key}[{number}]")
        old = before.pop(part.pop("row", ""), {})
        owner = part.pop("of", owner)
        if depth + 1 < len(LEVELS):
            below = LEVELS[depth + 1]
            part[below] = old.get(below, [])
        _check_place(part, f"{key}[{number}]")
        children[owner].append(part)
    for name, parts in children.items():
        above[name][level] = parts


def _check_place(part: Part, path: str) -> None:
    """Check that a place has both numbers and belongs to one unit."""
    if "at" not in part:
        return
    for name in ("x", "y"):
        if name not in part["at"]:
            raise SetupError("This field is required.", f"{path}.at.{name}")
    if part.get("count", 1) > 1:
        sentence = f"{part['count']} units cannot have the same place; give each unit its own row."
        raise SetupError(sentence, f"{path}.count")
