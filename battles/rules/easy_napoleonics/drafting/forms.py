"""Forms of the scenario editor: the contents of a draft as rows of text, written and read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from battles.engine.core import SetupError
from battles.engine.drafting import Column, Sheet
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.names import FORMATION_WORDS, LEVEL_WORDS
from battles.rules.easy_napoleonics.scenario.reader import COURSES, FACINGS, echoed

File = dict[str, Any]
"""A scenario file as decoded JSON."""

YES: Final = "yes"
MOST_DIGITS: Final = 6
DIRECTIONS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
NATIONS: Final[Mapping[str, str]] = {str(tag): tag.capitalize() for tag in tables.NATION_TAGS if tag != "none"}
LEVELS: Final = {level: word for level, word in LEVEL_WORDS.items() if level != "broken"}


def _words(words: Mapping[Any, str]) -> Mapping[str, str]:
    """The words of a table, with keys as plain strings for the type checker."""
    return words


HEAD: Final = (
    Column("title", "Title", needed=True),
    Column("text", "What it is about", "long", hint="A paragraph or two."),
    Column("situation", "Situation", "long", hint="One or two sentences for both players."),
    Column("points_win", "Victory points also win, besides objectives", "tick"),
)
FORCE: Final = (
    Column("name", "Name of the side", needed=True),
    Column("task", "Task", "long", hint="What the side must do to win. Both players read it."),
    Column("draws", "Draws three cards before the battle (EN-COST-08)", "tick"),
)
ARRIVAL: Final = (
    Column("arrives", "Arrives in turn", "number", hint="If empty: there from the start.", seldom=True),
    Column("entry", "Arrival hexes", "areas", hint="Edge hexes in the order to try, such as 0901 1001.", seldom=True),
)
"""Columns for units and leaders that come later (EN-RULING-120)."""
UNITS: Final = (
    Column("name", "Name", hint="If empty: grade and kind."),
    Column("kind", "Kind", "choice", needed=True, words=_words(tables.KIND_WORDS)),
    Column("grade", "Grade", "choice", needed=True, words=_words(tables.GRADE_WORDS)),
    Column("nation", "Nation", "choice", words=NATIONS),
    Column("count", "How many", "number", hint="Two or more get numbers."),
    Column("armored", "Armored", "tick", seldom=True),
    Column("level", "Morale at the start", "choice", words=_words(LEVELS), seldom=True),
    Column("worth", "Victory points", "number", hint="If empty: by grade and kind.", seldom=True),
    Column("at.hex", "Hex", hint="Only where places are set.", seldom=True),
    Column("at.facing", "Facing", "choice", words=dict(zip(FACINGS, DIRECTIONS, strict=True)), seldom=True),
    Column("at.formation", "Formation", "choice", words=_words(FORMATION_WORDS), seldom=True),
    *ARRIVAL,
)
LEADERS: Final = (
    Column("name", "Name", needed=True),
    Column("hex", "Hex", hint="Only where places are set."),
    *ARRIVAL,
)
GOALS: Final = (
    Column("name", "Name", needed=True),
    Column("hexes", "Hexes", "areas", needed=True, hint="Such as 0806 or 0806-0907."),
    Column("hold", "Hexes to hold", "number", hint="If empty: all."),
    Column(
        "side", "For", "choice", words={"a": "the first side", "b": "the second side"}, hint="If empty: either side."
    ),
    Column("from_turn", "From turn", "number"),
    Column("held_from_start", "Held from the start", "tick"),
)
NAMES: Final = (Column("hex", "Hex", needed=True), Column("text", "Name", needed=True))
COURSE_WORDS: Final[Mapping[str, str]] = dict(zip(COURSES, COURSES, strict=True))
COURSE: Final = (
    Column("kind", "Kind", "choice", needed=True, words=COURSE_WORDS),
    Column("name", "Name", hint="Written along it. May be empty."),
    Column("hexes", "Hexes", "areas", needed=True, hint="From end to end in order, such as 0101 0202 0302."),
)


class _Kind:
    """A kind of sheet: its columns, and functions that read and write its rows in a file."""

    def __init__(
        self,
        title: str,
        columns: tuple[Column, ...],
        read: Callable[[File], list[Any]],
        write: Callable[[File, list[Any]], None],
        grows: bool = True,
    ) -> None:
        self.title, self.columns, self.read, self.write, self.grows = title, columns, read, write, grows


def sheets(file: File) -> tuple[Sheet, ...]:
    """All sheets of the draft in ``file``."""
    filled_sheets = []
    for key, kind in KINDS.items():
        side = key.split(".")[1] if key.startswith("forces.") else ""
        group = file["forces"][side]["name"] if side else "Scenario"
        rows = tuple(_flat(row, kind.columns) for row in kind.read(file))
        filled_sheets.append(Sheet(key, kind.title, group, kind.columns, rows, kind.grows))
    return tuple(filled_sheets)


def filled(file: File, key: str, rows: Sequence[Mapping[str, str]]) -> File:
    """``file`` with these rows in one of its sheets; the rows are not checked.

    Raises:
        SetupError: there is no such sheet or column, or the number of rows is wrong.
    """
    kind = KINDS.get(key)
    if kind is None:
        raise SetupError(f"There is no sheet {echoed(key)}; there are {', '.join(KINDS)}.")
    if not kind.grows and len(rows) != 1:
        raise SetupError(f"This sheet has one row, not {len(rows)}.", key)
    keys = {column.key for column in kind.columns}
    for index, row in enumerate(rows):
        if strange := sorted(set(row) - keys):
            raise SetupError(f"There is no column {echoed(strange[0])}.", f"{key}[{index}]")
    kind.write(file, [_nested(row, kind.columns) for row in rows])
    return file


def _flat(row: Any, columns: Sequence[Column]) -> dict[str, str]:
    """A part of a file as texts by column."""
    texts = {}
    for column in columns:
        value: Any = row
        for name in column.key.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        texts[column.key] = _written(value)
    return texts


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else ""
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)


def _nested(row: Mapping[str, str], columns: Sequence[Column]) -> File:
    """A row as a part of a file; empty cells are left out."""
    part: File = {}
    for column in columns:
        text = row.get(column.key, "").strip()
        if not text:
            continue
        *heads, last = column.key.split(".")
        at = part
        for head in heads:
            at = at.setdefault(head, {})
        at[last] = _value(column, text)
    return part


def _value(column: Column, text: str) -> Any:
    """The value of a cell for the file; text that is not a number is left for the file's reader to refuse."""
    if column.kind == "tick":
        return True
    if column.kind == "areas":
        return text.replace(",", " ").replace(";", " ").split()
    if column.kind == "number" and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    return text


def _list(*path: str) -> tuple[Callable[[File], list[Any]], Callable[[File, list[Any]], None]]:
    """Functions that read and write the list at ``path`` of a file."""

    def parent(file: File) -> File:
        for name in path[:-1]:
            file = file[name]
        return file

    return (lambda file: parent(file).get(path[-1], [])), (lambda file, rows: parent(file).update({path[-1]: rows}))


def _read_head(file: File) -> list[Any]:
    return [{"points_win": True, **file}]


def _write_head(file: File, rows: list[Any]) -> None:
    """Write the head; a missing title becomes empty, so that the file's reader reports it."""
    file.update({"title": "", "text": "", "situation": "", "points_win": False, **rows[0]})


def _force(side: str) -> tuple[Callable[[File], list[Any]], Callable[[File, list[Any]], None]]:
    return (
        lambda file: [file["forces"][side]],
        lambda file, rows: file["forces"][side].update({"name": "", "task": "", "draws": False, **rows[0]}),
    )


def _read_names(file: File) -> list[Any]:
    return [{"hex": label, "text": text} for label, text in file["board"].get("names", {}).items()]


def _write_names(file: File, rows: list[Any]) -> None:
    names: dict[str, str] = {}
    for index, row in enumerate(rows):
        label = row.get("hex", "")
        if not label or label in names:
            sentence = f"{label} has two names." if label else "This is missing."
            raise SetupError(sentence, f"names[{index}].hex")
        if not row.get("text"):
            raise SetupError("This is missing.", f"names[{index}].text")
        names[label] = row["text"]
    file["board"]["names"] = names


KINDS: Final[Mapping[str, _Kind]] = {
    "head": _Kind("Title, text and situation", HEAD, _read_head, _write_head, grows=False),
    "objectives": _Kind("Objectives", GOALS, *_list("objectives")),
    "names": _Kind("Names on the board", NAMES, _read_names, _write_names),
    "board.courses": _Kind("Roads, tracks and streams", COURSE, *_list("board", "courses")),
    **{
        f"forces.{side}{part}": kind
        for side in ("a", "b")
        for part, kind in {
            "": _Kind("Name, task and cards", FORCE, *_force(side), grows=False),
            ".units": _Kind("Units", UNITS, *_list("forces", side, "units")),
            ".leaders": _Kind("Leaders", LEADERS, *_list("forces", side, "leaders")),
        }.items()
    },
}
"""The sheets by key, in the order of a page."""
