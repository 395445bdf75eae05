"""A cheat sheet of any system: pages of tables, and their cells: numbers with their sign, and the club's own marked.

A system's module ``cheat_sheet`` answers ``pages(rules)`` for the numbers and options that a battle is fought by.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from battles.engine.option_spec import OptionSpec, OptionValue
from battles.engine.option_spec import written as written_value

HOUSE: Final = "†"
"""Marks a number of the club's own."""

OURS: Final = "‡"
"""Marks what the rulebook fills a gap of its source with."""

OURS_NOTE: Final = f"{OURS} Our own, for a gap of the source."
"""What the first table of a page with such marks says."""

MINUS: Final = "−"


class Table(Struct, frozen=True, kw_only=True):
    """A table of the sheet: a heading for each column, rows of texts, the rules behind it, and what else to know."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    note: str = ""


class Page(Struct, frozen=True):
    """The tables of one page."""

    title: str
    tables: tuple[Table, ...]


def noted(table: Table) -> Table:
    """The table with a word on the dagger, where it has one."""
    if not any(HOUSE in cell for row in table.rows for cell in row) and HOUSE not in table.note:
        return table
    note = f"{table.note} {HOUSE} The club's own number, not the printed one.".strip()
    return Table(title=table.title, columns=table.columns, rows=table.rows, rules=table.rules, note=note)


def signed(number: int) -> str:
    """``+1``, ``0``, ``−2``."""
    return "0" if not number else f"{MINUS}{-number}" if number < 0 else f"+{number}"


def house(text: object, own: object, printed: object) -> str:
    """``text``, marked where the number behind it is not the printed one."""
    return f"{text}{HOUSE}" if own != printed else str(text)


def sentences(*parts: str) -> str:
    """Those that are not empty, one after the other."""
    return " ".join(part for part in parts if part)


def span(near: int, far: int) -> str:
    """``3``, ``3–6``."""
    return str(near) if near == far else f"{near}–{far}"


def chosen(specs: Mapping[str, OptionSpec], options: Any) -> Table:
    """Every option of ``specs`` that is not at its default, by its value in ``options``."""
    values = {name: written_value(getattr(options, name), spec.kind) for name, spec in specs.items()}
    told = [(spec, values[name]) for name, spec in specs.items() if values[name] != spec.default]
    rows = tuple((spec.label, _option_words(spec, value), spec.rule) for spec, value in told)
    cited = tuple(dict.fromkeys(spec.rule for spec, _ in told))
    return Table(title="Options of this battle", columns=("Option", "Chosen", "Rule"), rows=rows, rules=cited)


def _option_words(spec: OptionSpec, value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if spec.kind == "set":
        return ", ".join(spec.words.get(name, name) for name in str(value).split(",") if name) or "none"
    if spec.kind == "length":
        return f"{value} cm"
    return spec.words.get(str(value), str(value)).replace("-", MINUS if spec.kind in ("number", "sides") else "-")
