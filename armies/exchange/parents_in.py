"""Tables whose rows say by an id what they stand under: ``id, parent, name, level, type, men``."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from armies.exchange.cleaning import plain, short
from armies.exchange.csv_in import formation_facts
from armies.exchange.csv_rows import Row, Table
from armies.exchange.csv_unit import unit_of
from armies.exchange.drafts import Draft
from armies.exchange.formation_line import heading, level_in
from armies.exchange.limits import MAX_SHEET_ROWS
from armies.exchange.parsed import Parsed
from armies.exchange.text_header import known_nation
from armies.exchange.text_levels import Entry, assign
from armies.exchange.text_lines import Line
from armies.exchange.text_tree import Nest
from armies.exchange.words import LEVELS, nation_in

UNIT_LEVELS: Final = frozenset(
    ("unit", "units", "battalion", "bataillon", "battery", "batterie", "squadron", "squadrons", "einheit", "bn")
)
ARMY_LEVELS: Final = frozenset(("army", "armee", "side", "force", "oob", "order of battle"))
ENDS: Final = "", "0", "-", "none", "null", "n/a", "root"
"""What stands in the column of a row that stands under nothing, unless it is some row's id."""
UNDER: Final = 2
"""Columns of indentation that a step down is, for the reader of indented lines."""


class ParentReader:
    """Puts the rows of one table into trees by their ids, then reads them as lines indented so would be read."""

    def __init__(self, found: Table, name: str) -> None:
        self.table = found
        self.name = found.title or name
        self.problems = found.problems
        self.rows: dict[str, Row] = {}
        self.under: dict[str, list[str]] = defaultdict(list)
        self.top: list[str] = []

    def read(self) -> list[Draft]:
        """The armies of the table; each row that cannot be placed goes to the problems."""
        if "id" not in self.table.columns:
            self.table.notes.append("The table has no column of ids, so the names of the rows are taken for them.")
        self._number()
        self._place()
        entries = [entry for key in self.top for entry in self._entries(key)]
        assign(entries)
        return [self._army(part) for part in _by_army(entries)]

    def _number(self) -> None:
        for row in self.table.rows:
            _level_of_class(row)
            key = plain(row["id"] or row["unit"])
            if not key:
                self.problems.append(row.problem("The row has no id."))
            elif not row["unit"]:
                self.problems.append(row.problem(f"The row “{row['id']}” has no name."))
            elif key in self.rows:
                first = self.rows[key].number % (MAX_SHEET_ROWS + 1)
                self.problems.append(
                    row.problem(f"Two rows have the id “{row['id'] or row['unit']}”; the other is row {first}.")
                )
            else:
                self.rows[key] = row

    def _place(self) -> None:
        for key, row in self.rows.items():
            parent = plain(row["parent"])
            if parent in self.rows:
                self.under[parent].append(key)
            elif parent in ENDS:
                self.top.append(key)
            else:
                self.problems.append(row.problem(f"The row stands under “{row['parent']}”, which is no row's id."))
        self._circles()

    def _circles(self) -> None:
        """A problem for each row of each circle: going up from it leads back to it."""
        seen: set[str] = set()
        for start in self.rows:
            way: dict[str, None] = {}
            key = start
            while key in self.rows and key not in seen and key not in way:
                way[key] = None
                key = plain(self.rows[key]["parent"])
            if key in way:
                circle = list(way)[list(way).index(key) :]
                told = short(" > ".join(self.rows[each]["id"] or each for each in [*circle, key]), 120)
                for each in circle:
                    self.problems.append(self.rows[each].problem(f"The row stands under itself: {told}."))
            seen.update(way)

    def _entries(self, top: str) -> Iterator[Entry]:
        """The row and all under it, from above; no deeper than the rows are many."""
        waiting = [(top, 0)]
        while waiting:
            key, depth = waiting.pop()
            row, below = self.rows[key], self.under.get(key, [])
            line = Line(row.number, " " * (UNDER * depth) + row["unit"], row.text)
            yield Entry(line, _parsed(row, bool(below)))
            waiting += [(child, depth + 1) for child in reversed(below)]

    def _army(self, entries: list[Entry]) -> Draft:
        army = Draft("army", {"name": ""}, line=entries[0].line.number)
        side = next((row["side"] for row in self.rows.values() if row["side"]), "")
        army.facts["nation"] = army.nation = nation_in(side) or nation_in(self.table.title)
        nest = Nest(army, entries, exact=True, problems=self.problems)
        nest.build()
        army.facts["name"] = army.name or self.name
        return army


def _by_army(entries: list[Entry]) -> list[list[Entry]]:
    """The entries of each army: one begins at every row on top that is a whole army."""
    parts: list[list[Entry]] = []
    for entry in entries:
        if not parts or (entry.indent == 0 and entry.parsed.level == "army"):
            parts.append([])
        parts[-1].append(entry)
    return parts


def _parsed(row: Row, over_others: bool) -> Parsed:
    """What a row is: by its level where it has one, else a unit where it holds nothing and says so or has figures."""
    said = plain(row["level"])
    level = said if said in LEVELS else level_in(row["level"])
    if said and not level and said not in UNIT_LEVELS | ARMY_LEVELS:
        return _wrong(
            row, f"Column level: “{row['level']}” is not understood; write army, {', '.join(LEVELS)} or unit."
        )
    if said in UNIT_LEVELS and over_others:
        return _wrong(row, f"“{row['unit']}” is said to be a unit, but other rows stand under it.")
    if said in UNIT_LEVELS or not (over_others or level or said or _heads(row)):
        return unit_of(row, exact=False)
    parsed = Parsed("formation", level="army" if said in ARMY_LEVELS else level, exact=bool(said))
    read = heading(row["unit"], over_others=True)
    if not said and read is not None:
        parsed.level, parsed.assumed, parsed.named_nation = read.level, read.assumed, read.named_nation
        parsed.facts = dict(read.facts) if not row["commander"] else {}
    try:
        parsed.facts = {"name": row["unit"]} | parsed.facts | _facts(row, parsed.level)
    except ValueError as error:
        parsed.errors.append(str(error))
    return parsed


def _level_of_class(row: Row) -> None:
    """Some programs say in one column of types what a formation is and what a unit is: ``Corps``, ``Line infantry``."""
    if not row["level"] and plain(row["class"]) in {*LEVELS, *ARMY_LEVELS, "unit"}:
        row.cells["level"], row.cells["class"] = row["class"], ""


def _heads(row: Row) -> bool:
    """Whether a row without others under it is a formation all the same: a level in its name, and no figures."""
    return bool(level_in(row["unit"])) and not any(row[column] for column in ("men", "guns", "arm", "class"))


def _facts(row: Row, level: str) -> dict[str, Any]:
    """The facts of a formation that its own cells tell; the name is not among them."""
    if level in LEVELS:
        facts = formation_facts(row, level)
    else:
        facts = {"commander": row["commander"], "nation": known_nation(row["nation"])}
    return {key: value for key, value in facts.items() if value and key != "name"}


def _wrong(row: Row, sentence: str) -> Parsed:
    return Parsed("unknown", facts={"name": row["unit"]}, errors=[sentence])
