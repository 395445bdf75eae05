"""Columns of tables: known headings and meanings."""

import csv
import hashlib
import io
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

from armies.exchange.clean_text import composed, one_line, plain
from armies.exchange.draft_army import TableHead, Unreadable
from armies.exchange.limits import MAX_CELL

COLUMNS: Final = (
    "side",
    "army",
    "corps",
    "division",
    "brigade",
    "unit",
    "arm",
    "class",
    "quality",
    "men",
    "guns",
    "commander",
    "rating",
    "source",
    "notes",
)
"""The usual columns, in their order."""

FURTHER: Final = (
    "level",
    "place",
    "nation",
    "command_nation",
    "kind",
    "reserve",
    "gun_weight",
    "flags",
    "sub_units",
    "sub_unit",
    "basis",
    "throws",
    "overrides",
    "key",
    "value",
    "where",
)
"""More columns of our own tables, so that nothing is lost.

``level`` is the level of the row's element, ``place`` its place in the tree, counted from 1 (``1.2.1.3``). ``key``,
``value`` and ``where`` hold facts of the army, such as sources and options, one in each row.
"""

FOREIGN: Final = (
    "battalions",
    "battalion",
    "squadrons",
    "companies",
    "corps_commander",
    "division_commander",
    "brigade_commander",
    "id",
    "parent",
)
"""Columns that only tables from elsewhere have. ``parent`` holds the ``id`` of the parent's row."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        alias: column
        for column, aliases in {
            "side": "force|camp|seite",
            "army": "armee|army name|force name",
            "corps": "korps|army corps|column|wing|korps name|corps name",
            "division": "div|divn|divisions|division name",
            "brigade": "bde|brig|bgde|brigades|brigade name",
            "unit": "unit name|name|regiment|regt|rgt|units|einheit|unite|regiment name|formation",
            "arm": "branch|waffe|waffengattung|arme|arm of service",
            "class": "type|troop type|unit type|category|klasse|truppe|truppentyp|classe",
            "quality": "grade|morale|class of troops|training|experience|qualitat|qualite|moral"
            "|troop quality|morale grade",
            "men": "strength|str|effectives|effectif|mann|men present|no of men|manpower|hommes|starke"
            "|numbers|total men|soldiers",
            "guns": "gun|cannon|pieces|geschutze|canons|no of guns|artillery pieces",
            "commander": "cmdr|cdr|leader|general|commanding officer|co|commandant|kommandeur|chef",
            "rating": "commander rating|leader rating|cmdr rating|leadership",
            "source": "sources|src|ref|reference|quelle|quellen",
            "notes": "note|remarks|remark|comment|comments|bemerkung|bemerkungen|remarques",
            "nation": "nationality|country|nat|land|nationalitat|nationalite|pays",
            "gun_weight": "weight|calibre|caliber|kaliber|gun type|guns type|pdr|pounder",
            "battalions": "bns|btns|btls|no of battalions|bataillone|bataillons|bn count|no of bns",
            "battalion": "bn|btn|btl|batt|bataillon",
            "squadrons": "sqns|sqn|sqdns|squadron|escadrons|schwadronen|esc|no of squadrons",
            "companies": "coys|coy|cos|company|kompanien|compagnies|no of companies",
            "corps_commander": "corps cmdr|corps cdr|corps general",
            "division_commander": "division cmdr|div commander|div cmdr|div cdr|division general|divisional commander",
            "brigade_commander": "brigade cmdr|bde commander|bde cmdr|bde cdr|brig cmdr|brigade general|brigadier",
            "sub_units": "sub units|subunits",
            "sub_unit": "sub unit",
            "command_nation": "command nation",
            "flags": "traits|special",
            "id": "uid|uuid|unit id|formation id|element id|node id|row id",
            "parent": "parent id|parentid|parent unit id|parent formation|superior formation|superior|superior id"
            "|reports to|belongs to|parent unit|higher formation",
        }.items()
        for alias in aliases.split("|")
    }
)
HEADINGS: Final[Mapping[str, str]] = MappingProxyType({**ALIASES, **{c: c for c in (*COLUMNS, *FURTHER, *FOREIGN)}})
DELIMITERS: Final = ",;\t|"
MOST_TITLES: Final = 8
"""The most lines with one filled cell, such as a title or a date, above the header row."""

CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""The start of a new word in a heading such as ``UnitID`` or ``ParentId``."""


def column_of(heading: str) -> str:
    """The column that a heading means, empty if it is unknown."""
    words = _words(one_line(heading))
    if heading.strip().startswith("#") and _column_named(words) == "battalion":
        return "battalions"
    return _column_named(words) or _column_named(_words(CAMEL.sub(" ", one_line(heading))))


def _words(heading: str) -> str:
    return re.sub(r"[\s_/-]+", " ", plain(heading)).strip(" .:#*")


def _column_named(words: str) -> str:
    return HEADINGS.get(words) or HEADINGS.get(words.replace(" ", "_")) or HEADINGS.get(words.replace(".", "")) or ""


def delimiter_of(first: str) -> str:
    """The delimiter of the cells of a header row: the one that gives the most known headings."""
    return max(DELIMITERS, key=lambda sign: (sum(bool(column_of(c)) for c in cells(first, sign)), first.count(sign)))


def cells(line: str, delimiter: str) -> list[str]:
    """The cells of one line; none if the line is not valid CSV."""
    try:
        return next(csv.reader(io.StringIO(line), delimiter=delimiter), [])
    except csv.Error:
        return []


def is_head(line: str) -> bool:
    """True if a line is the header row of a table: it has three known columns, or the unit's and another."""
    return len(line) <= MAX_CELL and cells_are_head(cells(line, delimiter_of(line)))


def cells_are_head(head: Sequence[str]) -> bool:
    """True if these cells are the headings of a table."""
    known_columns = {column_of(cell) for cell in head} - {""}
    return len(known_columns) >= LEAST_COLUMNS or (
        len(known_columns) > 1 and bool(known_columns & {"unit", "battalion"})
    )


def titles_above(lines: Sequence[str]) -> int | None:
    """The number of lines above the header row of the table, None if there is no header row.

    A line above the header row has at most one filled cell: a title, ``sep=;`` or nothing.
    """
    for above, line in enumerate(lines[: MOST_TITLES + 1]):
        if is_head(line):
            return above
        if any(sum(bool(cell.strip()) for cell in cells(line, sign)) > 1 for sign in DELIMITERS):
            return None
    return None


def is_table(text: str) -> bool:
    """True if the first lines contain the header row of a table."""
    lines = (composed(line) for line in text.split("\n", 4 * MOST_TITLES) if line.strip())
    return titles_above(list(islice(lines, MOST_TITLES + 1))) is not None


LEAST_COLUMNS: Final = 3


def is_tabular(text: str) -> bool:
    """True if the first lines have the same number of cells, at least three: perhaps a table with unknown columns."""
    lines = [composed(line) for line in text.split("\n", 3 * MOST_TITLES) if line.strip()][: 2 * MOST_TITLES]
    if len(lines) < 2:
        return False
    counts = ({len(cells(line, sign)) for line in lines} for sign in DELIMITERS)
    return any(len(lengths) == 1 and lengths.pop() >= LEAST_COLUMNS for lengths in counts)


def digest_of(head: Sequence[str]) -> str:
    """The key by which a header row is remembered: BLAKE2b of its headings, case and outer spaces ignored."""
    words = "\x1f".join(one_line(heading).casefold() for heading in head)
    return hashlib.blake2b(words.encode(), digest_size=32).hexdigest()


def default_columns(head: Sequence[str]) -> list[str]:
    """The column that each heading means by its words, empty if unknown."""
    meanings: list[str] = []
    for heading in head:
        column = column_of(heading)
        meanings.append("arm" if column == "class" and "class" in meanings and "arm" not in meanings else column)
    return [column if column != "id" or "parent" in meanings else "" for column in meanings]


def columns(head: Sequence[str], meanings: Sequence[str] | None = None) -> tuple[dict[str, int], list[str]]:
    """The index of each known column, and notes about unknown columns.

    Args:
        meanings: the meaning of each column as its owner states it; None to use the headings.

    Raises:
        Unreadable: two columns have the same meaning, or a needed column is missing.
    """
    indices: dict[str, int] = {}
    notes: list[str] = []
    for index, (heading, column) in enumerate(
        zip(head, default_columns(head) if meanings is None else meanings, strict=True)
    ):
        if not column:
            if heading.strip() and meanings is None:
                notes.append(f"The column “{one_line(heading)[:60]}” is unknown and was left out.")
        elif column in indices:
            first, second = (_heading_name(head, place) for place in (indices[column], index))
            raise Unreadable(f"Two columns have the same meaning: {first} and {second}.")
        else:
            indices[column] = index
    if "unit" not in indices and "battalion" in indices:
        indices["unit"] = indices.pop("battalion")
    if "unit" not in indices:
        raise Unreadable("The table has no column for units: name one “unit”.")
    if not {"men", "guns"} & indices.keys():
        raise Unreadable("The table has no column for strengths: name one “men” or “guns”.")
    return indices, notes


def _heading_name(head: Sequence[str], place: int) -> str:
    return f"“{one_line(head[place])[:60]}”" if head[place].strip() else f"column {place + 1}"


GROUPS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "The unit": {
            "unit": "Unit: its name",
            "arm": "Arm: infantry, cavalry, artillery",
            "class": "Type: line, light, heavy cavalry …",
            "quality": "Quality or grade",
            "men": "Men",
            "guns": "Guns",
            "gun_weight": "Weight of guns, or pounds",
            "battalion": "Battalion: number or name",
            "battalions": "Number of battalions",
            "squadrons": "Number of squadrons",
            "companies": "Number of companies",
            "flags": "Traits: lancer, irregular …",
        },
        "Place in the army": {
            "side": "Side",
            "army": "Army",
            "corps": "Corps",
            "division": "Division",
            "brigade": "Brigade",
            "id": "Id of the row",
            "parent": "Id of the row above it",
            "level": "Level: corps … unit",
        },
        "Commanders": {
            "commander": "Commander of this row",
            "corps_commander": "Commander of the corps",
            "division_commander": "Commander of the division",
            "brigade_commander": "Commander of the brigade",
            "rating": "Rating of the commander",
        },
        "Other": {
            "nation": "Nation",
            "command_nation": "Nation in command",
            "kind": "Kind of brigade or division",
            "reserve": "Corps reserve: yes or no",
            "source": "Source",
            "basis": "Basis of the figures",
            "notes": "Notes",
        },
        "Columns of a Muster table": {
            "place": "Place, 1.2.1",
            "sub_units": "Number of sub-units",
            "sub_unit": "Kind of sub-units",
            "throws": "Rolled ratings",
            "overrides": "Overrides",
            "key": "Name of a fact of the army",
            "value": "Value of a fact of the army",
            "where": "Place or address of a source",
        },
    }
)
MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {column: words for group in GROUPS.values() for column, words in group.items()}
)


def refusal(head: TableHead, meanings: Sequence[str]) -> str:
    """The sentence that refuses these meanings for the columns of ``head``; empty if they are allowed."""
    if len(meanings) != len(head.headings):
        return f"The table has {len(head.headings)} columns, but there are meanings for {len(meanings)}."
    if unknown := [meaning for meaning in meanings if meaning and meaning not in MEANINGS]:
        return f"“{unknown[0][:40]}” is not a known meaning of a column."
    used = [meaning for meaning in meanings if meaning]
    if twice := [meaning for meaning in used if used.count(meaning) > 1]:
        places = [
            f"“{name or place}”" for place, name in enumerate(head.headings, 1) if meanings[place - 1] == twice[0]
        ]
        return f"Two columns have the meaning “{MEANINGS[twice[0]]}”: {' and '.join(places[:2])}. Leave one out."
    try:
        columns(head.headings, meanings)
    except Unreadable:
        missing = "units" if not {"unit", "battalion"} & set(used) else "strengths (men or guns)"
        return f"Choose a column for the {missing}; without it the table cannot be read."
    return ""
