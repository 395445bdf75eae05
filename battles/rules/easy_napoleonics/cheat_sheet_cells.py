"""Tables of the cheat sheet, and their cells: numbers with their sign, and the mark of those that are the club's."""

from typing import Final

from msgspec import Struct

from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import PRINTED

HOUSE: Final = "†"
"""Marks a number of the club's own."""

MINUS: Final = "−"


class Table(Struct, frozen=True, kw_only=True):
    """A table of the sheet: a heading for each column, rows of texts, the rules behind it, and what else to know."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    note: str = ""


def noted(table: Table) -> Table:
    """The table with a word on the dagger, where it has one."""
    if not any(HOUSE in cell for row in table.rows for cell in row) and HOUSE not in table.note:
        return table
    note = f"{table.note} {HOUSE} The club's own number, not the printed one.".strip()
    return Table(title=table.title, columns=table.columns, rows=table.rows, rules=table.rules, note=note)


def signed(number: int) -> str:
    return "0" if not number else f"{MINUS}{-number}" if number < 0 else f"+{number}"


def house(text: object, own: object, printed: object) -> str:
    return f"{text}{HOUSE}" if own != printed else str(text)


def value(rules: Rules, table: str, key: str) -> str:
    """A modifier of a table, signed, marked where it is the club's."""
    own, printed = getattr(rules.tables, table)[key].value, getattr(PRINTED, table)[key].value
    return house(signed(own), own, printed)


def number(rules: Rules, name: str) -> str:
    """A number of the tables, marked where it is the club's."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def on(true: bool) -> str:
    return "option: on" if true else "option: off"


def nation(rules: Rules, tag: str) -> str:
    return on(tag in rules.options.national_rules)


def sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def span(near: int, far: int) -> str:
    return str(near) if near == far else f"{near}–{far}"
