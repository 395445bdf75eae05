"""The columns of a drawing's sheets, as the parts of a scenario file have them (``scenario_file``)."""

from collections.abc import Mapping
from typing import Any, Final

from battles.engine.drafting import Column
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.drafting_cells import Cell, choice, length, number, places, rectangle, text, tick
from battles.rules.mini_nap.scenario_file import MOST_CM, MOST_TEXT
from battles.rules.mini_nap.tables_ground import EFFECTS

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
    """The words of a table's rows."""
    return {key: row.word for key, row in rows.items()}


def _spot(what: str) -> tuple[Cell, Cell]:
    """Where it is, from the lower left corner."""
    return (
        length("at.x", f"{what}: from the left, cm", least=-MOST_CM, seldom=True, hint="Empty: its owner deploys it."),
        length("at.y", f"{what}: from the foot, cm", least=-MOST_CM, seldom=True),
    )


def _rating(key: str) -> Cell:
    return choice(key, "Rating", RATINGS, hint="Empty: by the dice.", seldom=True)


HEAD: Final = (
    text("title", "Title", needed=True),
    text("text", "What it is about", most=MOST_TEXT, hint="A paragraph or two."),
)
FORCE: Final = (
    text("name", "Name of the side", needed=True),
    rectangle("zone", "Where it deploys, cm", hint="Left, bottom, right, top. Empty: dice give it an edge."),
)
FEATURES: Final = (
    text("key", "Key", needed=True, hint="Of its own, such as wood 2."),
    choice("kind", "Kind", FEATURE_WORDS, needed=True),
    text("name", "Name"),
    places("points", "Places, cm", needed=True, hint="60,40 75.5,40 80,52: from the left, from the foot."),
    length("width", "Width, cm", hint="Of a line. Empty: as usual.", seldom=True),
    number("levels", "Levels", 0, MOST_NUMBER, hint="Empty: as usual.", seldom=True),
    number("strength", "Strength", 0, MOST_NUMBER, hint="Structures only. Empty: as usual.", seldom=True),
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
    choice("nation", "Nation", NATIONS, hint="Empty: that of its Corps.", seldom=True),
    number("arrives", "Arrives in Turn", 0, MOST_NUMBER, hint="Empty: there from the start.", seldom=True),
    rectangle("entry", "Arrives within, cm", hint="Left, bottom, right, top.", seldom=True),
    *_spot("Stand"),
)
UNITS: Final = (
    text("name", "Name", needed=True),
    choice("type", "Type", _of_rows(tables.TYPES), needed=True),
    choice("rating", "Rating", _of_rows(tables.PRINTED.qualities), needed=True),
    number("points", "Strength points", 1, MOST_POINTS, needed=True),
    number("count", "How many", 1, MOST_COUNT, hint="Several are numbered."),
    choice("weight", "Guns", WEIGHTS, hint="Batteries only."),
    choice("nation", "Nation", NATIONS, hint="Empty: that of its Brigade.", seldom=True),
    tick("lancer", "Lancers", seldom=True),
    tick("irregular", "Irregular cavalry", seldom=True),
    tick("kgl", "King's German Legion", seldom=True),
    *_spot("Unit"),
    length("at.facing", "Faces, degrees", most=MOST_DEGREES, hint="0 is up the table, 90 right.", seldom=True),
    choice("at.formation", "Formation", _of_rows(tables.FORMATIONS), seldom=True),
)


def row_of() -> Cell:
    """Which row this was."""
    return Cell(Column("row", "Row", "row"), str)


def parent(label: str, words: Mapping[str, str]) -> Cell:
    """Whose part a row is."""
    return choice("of", label, words, hint="Empty: as the row above.")


def of_water(words: Mapping[str, str]) -> Cell:
    """Over which watercourse a bridge or a ford lies."""
    return choice("over", "Over", words, hint="Bridges and fords only.", seldom=True)
