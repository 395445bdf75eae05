"""Forms of the scenario editor: the contents of a draft as rows of text, written and read."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from battles.engine.core import SIDES, SetupError
from battles.engine.drafting import Column
from battles.engine.scenario_editor import Form, Part, unchecked
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.names import FORMATION_WORDS, LEVEL_WORDS
from battles.rules.easy_napoleonics.scenario.reader import COURSES, FACINGS

SCENARIO: Final = "Scenario"
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


def forms(file: Part) -> dict[str, Form]:
    """All forms of the draft in ``file``, in the order of a page."""
    board, forces = file["board"], file["forces"]
    head = {"title": "", "text": "", "situation": "", "points_win": False}
    names = [{"hex": label, "text": text} for label, text in board.get("names", {}).items()]
    by_key = {
        "head": Form(
            "Title, text and situation",
            SCENARIO,
            unchecked(*HEAD),
            [{"points_win": True, **file}],
            partial(_update, file, head),
            grows=False,
        ),
        "objectives": _list("Objectives", SCENARIO, GOALS, file, "objectives"),
        "names": Form("Names on the board", SCENARIO, unchecked(*NAMES), names, partial(_write_names, board)),
        "board.courses": _list("Roads, tracks and streams", SCENARIO, COURSE, board, "courses"),
    }
    for side in SIDES:
        key, force = f"forces.{side}", forces[side]
        write = partial(_update, force, {"name": "", "task": "", "draws": False})
        by_key[key] = Form("Name, task and cards", force["name"], unchecked(*FORCE), [force], write, grows=False)
        by_key[f"{key}.units"] = _list("Units", force["name"], UNITS, force, "units")
        by_key[f"{key}.leaders"] = _list("Leaders", force["name"], LEADERS, force, "leaders")
    return by_key


def _list(title: str, group: str, columns: tuple[Column, ...], of: Part, key: str) -> Form:
    """A form for the list under ``key`` of a part of the file."""
    return Form(title, group, unchecked(*columns), of.get(key, []), lambda rows: of.update({key: rows}))


def _update(part: Part, usual: Part, rows: list[Part]) -> None:
    """Write the one row of a form; what is missing becomes empty, so that the file's reader reports it."""
    part.update({**usual, **rows[0]})


def _write_names(board: Part, rows: list[Part]) -> None:
    names: dict[str, str] = {}
    for index, row in enumerate(rows):
        label = row.get("hex", "")
        if not label or label in names:
            sentence = f"{label} has two names." if label else "This is missing."
            raise SetupError(sentence, f"names[{index}].hex")
        if not row.get("text"):
            raise SetupError("This is missing.", f"names[{index}].text")
        names[label] = row["text"]
    board["names"] = names
