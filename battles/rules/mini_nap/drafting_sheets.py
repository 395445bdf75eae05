"""The sheets of a drawing: what is filled in about it, as rows of text, and rows read back into its file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from battles.engine.core import SetupError
from battles.engine.drafting import Sheet
from battles.engine.option_spec import echoed
from battles.rules.mini_nap.checking import SIDES
from battles.rules.mini_nap.checking_features import WATER
from battles.rules.mini_nap.drafting_cells import Cell, Part, flat, nested
from battles.rules.mini_nap.drafting_chain import LEVELS
from battles.rules.mini_nap.drafting_columns import (
    BRIGADES,
    CORPS,
    DIVISIONS,
    FEATURES,
    FORCE,
    HEAD,
    UNITS,
    of_water,
    parent,
    row_of,
)

HEAD_KEY: Final = "head"
FEATURES_KEY: Final = "table.features"
LEVEL_CELLS: Final[Mapping[str, tuple[Cell, ...]]] = dict(zip(LEVELS, (CORPS, DIVISIONS, BRIGADES, UNITS), strict=True))
TITLES: Final = {"corps": "Corps", "divisions": "Divisions", "brigades": "Brigades", "units": "Units"}
PARENTS: Final = {"divisions": "Its Corps", "brigades": "Its Division", "units": "Its Brigade"}


def sheets(file: Part) -> tuple[Sheet, ...]:
    """Everything that is filled in about the drawing of ``file``; what needs a part above it, where there is one."""
    found = [
        _sheet(HEAD_KEY, "Title and text", "Scenario", HEAD, [file], grows=False),
        _sheet(FEATURES_KEY, "Terrain", "Scenario", _features(file), _lying(file)),
    ]
    for side in SIDES:
        force = file["forces"][side]
        found.append(_sheet(f"forces.{side}", "Name and zone", force["name"], FORCE, [force], grows=False))
        for depth, level in enumerate(LEVELS):
            above = list(_parts(force, depth))
            if above:
                cells = _level_cells(depth, force)
                rows = [_level_row(*part, depth, cells) for part in _parts(force, depth + 1)]
                columns = tuple(cell.column for cell in cells)
                found.append(Sheet(_key(side, depth), TITLES[level], force["name"], columns, tuple(rows)))
    return tuple(found)


def filled(file: Part, key: str, rows: Sequence[Mapping[str, str]]) -> Part:
    """``file`` with these rows in one of its sheets.

    Raises:
        SetupError: there is no such sheet or column, another number of rows than it has, or a cell that cannot be
            read.
    """
    known = {sheet.key: sheet for sheet in sheets(file)}
    if key not in known:
        raise SetupError(f"There is no sheet {echoed(key)}; there are {', '.join(known)}.")
    if not known[key].grows and len(rows) != 1:
        raise SetupError(f"This has one row, not {len(rows)}.", key)
    if key == HEAD_KEY:
        file.update({"text": "", **nested(rows[0], HEAD, key)})
    elif key == FEATURES_KEY:
        cells = _features(file)
        found = [nested(row, cells, f"{key}[{number}]") for number, row in enumerate(rows)]
        file.setdefault("table", {})["features"] = found
    elif key.count(".") == 1:
        force = file["forces"][key.split(".")[1]]
        given = nested(rows[0], FORCE, key)
        force.pop("zone", None)
        force.update(given)
    else:
        _fill_level(file["forces"][key.split(".")[1]], key, rows)
    return file


def _sheet(key: str, title: str, group: str, cells: Sequence[Cell], rows: Sequence[Part], grows: bool = True) -> Sheet:
    columns = tuple(cell.column for cell in cells)
    return Sheet(key, title, group, columns, tuple(flat(row, cells) for row in rows), grows)


def _lying(file: Part) -> list[Part]:
    found: list[Part] = file.get("table", {}).get("features", [])
    return found


def _features(file: Part) -> tuple[Cell, ...]:
    """The columns of features, with the watercourses that a bridge or a ford may lie over, where there are any."""
    waters = {each["key"]: each.get("name") or each["key"] for each in _lying(file) if each["kind"] in WATER}
    kept = {each["over"]: each["over"] for each in _lying(file) if each.get("over")}
    words = {**kept, **waters}
    return (*FEATURES, of_water(words)) if words else FEATURES


def _key(side: str, depth: int) -> str:
    """The key of a level's sheet: where its parts stand in a file, without their numbers."""
    return ".".join(("forces", side, *LEVELS[: depth + 1]))


def _parts(part: Part, depth: int, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Part]]:
    """The parts so far down a force, each with its place: (0, 1) is the second Division of the first Corps."""
    if depth == 0:
        yield at, part
        return
    for number, each in enumerate(part.get(LEVELS[len(at)], [])):
        yield from _parts(each, depth - 1, (*at, number))


def _told(place: tuple[int, ...]) -> str:
    return ".".join(map(str, place))


def _level_cells(depth: int, force: Part) -> tuple[Cell, ...]:
    """The columns of a level: which row it was, whose part it is, and its own."""
    level = LEVELS[depth]
    if depth == 0:
        return (row_of(), *LEVEL_CELLS[level])
    words = {_told(place): part["name"] for place, part in _parts(force, depth)}
    return (row_of(), parent(PARENTS[level], words), *LEVEL_CELLS[level])


def _level_row(place: tuple[int, ...], part: Part, depth: int, cells: Sequence[Cell]) -> Mapping[str, str]:
    above = {"of": _told(place[:-1])} if depth else {}
    return flat({**part, "row": _told(place), **above}, cells)


def _fill_level(force: Part, key: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Rows in place of the parts of a level; each keeps what was under it, and belongs to whoever it names.

    One that names nobody belongs to whoever the row before it does, the first to the first there is.
    """
    depth = key.count(".") - 2
    level, cells = LEVELS[depth], _level_cells(depth, force)
    before = {_told(place): part for place, part in _parts(force, depth + 1)}
    above = {_told(place): part for place, part in _parts(force, depth)}
    owner = next(iter(above))
    found: dict[str, list[Any]] = {told: [] for told in above}
    for number, row in enumerate(rows):
        part = nested(row, cells, f"{key}[{number}]")
        old = before.pop(part.pop("row", ""), {})
        owner = part.pop("of", owner)
        if depth + 1 < len(LEVELS):
            below = LEVELS[depth + 1]
            part[below] = old.get(below, [])
        _check_place(part, f"{key}[{number}]")
        found[owner].append(part)
    for told, parts in found.items():
        above[told][level] = parts


def _check_place(part: Part, path: str) -> None:
    """A place has both its numbers and is that of one unit."""
    if "at" not in part:
        return
    for name in ("x", "y"):
        if name not in part["at"]:
            raise SetupError("This is missing.", f"{path}.at.{name}")
    if part.get("count", 1) > 1:
        sentence = f"{part['count']} units cannot stand in one place; give each a row of its own."
        raise SetupError(sentence, f"{path}.count")
