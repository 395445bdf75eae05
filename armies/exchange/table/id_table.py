"""Read tables in which each row names its parent by id: ``id, parent, name, level, type, men``."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from armies.exchange.clean_text import plain, short
from armies.exchange.draft_army import Draft, Parsed
from armies.exchange.limits import MAX_SHEET_ROWS
from armies.exchange.table.rows import Row, Table
from armies.exchange.table.wide_table import formation_facts, unit_of
from armies.exchange.text.army_header import known_nation
from armies.exchange.text.formation_line import heading, level_in
from armies.exchange.text.hierarchy import Entry, TreeBuilder, assign_levels
from armies.exchange.text.lines import Line
from armies.exchange.vocabulary import LEVELS, nation_in

UNIT_LEVELS: Final = frozenset(
    ("unit", "units", "battalion", "bataillon", "battery", "batterie", "squadron", "squadrons", "einheit", "bn")
)
ARMY_LEVELS: Final = frozenset(("army", "armee", "side", "force", "oob", "order of battle"))
ENDS: Final = "", "0", "-", "none", "null", "n/a", "root"
"""Parent ids that mean no parent, unless a row has that id."""
UNDER: Final = 2
"""Spaces of indentation for each level, as in indented text."""


class ParentReader:
    """Reader of one table: it builds trees by the ids of rows, then reads them like indented lines."""

    def __init__(self, table: Table, name: str) -> None:
        self.table = table
        self.name = table.title or name
        self.problems = table.problems
        self.rows: dict[str, Row] = {}
        self.under: dict[str, list[str]] = defaultdict(list)
        self.top: list[str] = []

    def read(self) -> list[Draft]:
        """The armies of the table; each row that cannot be placed becomes a problem."""
        if "id" not in self.table.columns:
            self.table.notes.append("The table has no column of ids, so the names of the rows are used as ids.")
        self._number()
        self._place()
        entries = [entry for key in self.top for entry in self._entries(key)]
        assign_levels(entries)
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
                self.problems.append(
                    row.problem(f"The parent of the row is “{row['parent']}”, but no row has this id.")
                )
        self._report_cycles()

    def _report_cycles(self) -> None:
        """Add a problem for each row in a cycle, where going up leads back to the same row."""
        seen: set[str] = set()
        for start in self.rows:
            path: dict[str, None] = {}
            key = start
            while key in self.rows and key not in seen and key not in path:
                path[key] = None
                key = plain(self.rows[key]["parent"])
            if key in path:
                keys = list(path)[list(path).index(key) :]
                cycle = short(" > ".join(self.rows[each]["id"] or each for each in [*keys, key]), 120)
                for each in keys:
                    self.problems.append(self.rows[each].problem(f"The row is its own ancestor: {cycle}."))
            seen.update(path)

    def _entries(self, top: str) -> Iterator[Entry]:
        """Entries of the row ``top`` and of all rows under it, from the top."""
        pending = [(top, 0)]
        while pending:
            key, depth = pending.pop()
            row, below = self.rows[key], self.under.get(key, [])
            line = Line(row.number, " " * (UNDER * depth) + row["unit"], row.text)
            yield Entry(line, _parsed(row, bool(below)))
            pending += [(child, depth + 1) for child in reversed(below)]

    def _army(self, entries: list[Entry]) -> Draft:
        army = Draft("army", {"name": ""}, line=entries[0].line.number)
        side = next((row["side"] for row in self.rows.values() if row["side"]), "")
        army.facts["nation"] = army.nation = nation_in(side) or nation_in(self.table.title)
        builder = TreeBuilder(army, entries, exact=True, problems=self.problems)
        builder.build()
        army.facts["name"] = army.name or self.name
        return army


def _by_army(entries: list[Entry]) -> list[list[Entry]]:
    """The entries of each army: a new one begins at every top row that is an army."""
    parts: list[list[Entry]] = []
    for entry in entries:
        if not parts or (entry.indent == 0 and entry.parsed.level == "army"):
            parts.append([])
        parts[-1].append(entry)
    return parts


def _parsed(row: Row, over_others: bool) -> Parsed:
    """Parse a row. Its level decides; without one, a row with others under it or a level in its name is a formation."""
    level_word = plain(row["level"])
    level = level_word if level_word in LEVELS else level_in(row["level"])
    if level_word and not level and level_word not in UNIT_LEVELS | ARMY_LEVELS:
        return _unreadable(
            row, f"Column level: “{row['level']}” is not understood; write army, {', '.join(LEVELS)} or unit."
        )
    if level_word in UNIT_LEVELS and over_others:
        return _unreadable(row, f"“{row['unit']}” has the level unit, but there are other rows under it.")
    if level_word in UNIT_LEVELS or not (over_others or level or level_word or _is_formation(row)):
        return unit_of(row, exact=False)
    parsed = Parsed("formation", level="army" if level_word in ARMY_LEVELS else level, exact=bool(level_word))
    read = heading(row["unit"], over_others=True)
    if not level_word and read is not None:
        parsed.level, parsed.assumed, parsed.named_nation = read.level, read.assumed, read.named_nation
        parsed.facts = dict(read.facts) if not row["commander"] else {}
    try:
        parsed.facts = {"name": row["unit"]} | parsed.facts | _facts(row, parsed.level)
    except ValueError as error:
        parsed.errors.append(str(error))
    return parsed


def _level_of_class(row: Row) -> None:
    """Move a level from the class column: some programs write ``Corps`` and ``Line infantry`` in the same column."""
    if not row["level"] and plain(row["class"]) in {*LEVELS, *ARMY_LEVELS, "unit"}:
        row.cells["level"], row.cells["class"] = row["class"], ""


def _is_formation(row: Row) -> bool:
    """True if a row without rows under it is a formation: it has a level in its name and no figures."""
    return bool(level_in(row["unit"])) and not any(row[column] for column in ("men", "guns", "arm", "class"))


def _facts(row: Row, level: str) -> dict[str, Any]:
    """The facts of a formation in its own cells, without the name."""
    if level in LEVELS:
        facts = formation_facts(row, level)
    else:
        facts = {"commander": row["commander"], "nation": known_nation(row["nation"])}
    return {key: value for key, value in facts.items() if value and key != "name"}


def _unreadable(row: Row, sentence: str) -> Parsed:
    return Parsed("unknown", facts={"name": row["unit"]}, errors=[sentence])
