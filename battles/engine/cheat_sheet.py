"""A cheat sheet of any system: pages of tables, and their cells: numbers with their sign, and the club's own marked.

A system's module ``cheat_sheet`` answers ``pages(rules)`` for the numbers and options that a battle is fought by. Each
row may say whom it is for, so that `battles.engine.limiting` can leave out what a command cannot need.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.option_spec import OptionSpec, OptionValue
from battles.engine.option_spec import written as written_value

HOUSE: Final = "†"
"""Marks a number of the club's own."""

HOUSE_NOTE: Final = f"{HOUSE} The club's own number, not the printed one."
"""What a table with such a number says."""

OURS: Final = "‡"
"""Marks what the rulebook fills a gap of its source with."""

OURS_NOTE: Final = f"{OURS} Our own, for a gap of the source."
"""What the first table of a page with such marks says."""

MINUS: Final = "−"

Look = Literal["grid", "steps", "list", "sum"]
"""How rows are set: in columns; with their number hanging at the left; as paragraphs that begin with a bold word; as
lines of a sum, the figures at the right."""


class Need(Struct, frozen=True):
    """Whom a line is for, in words like ``arm:guns``; empty for everybody.

    A unit meets a set of words if it has one of every kind (what stands before the colon) that the set names.

    Args:
        own: the command must have such a unit: what a unit does by itself, as its move.
        acts, upon: one such unit must face another such across the table, whichever side has which.
        ground: one of these must lie on the table.
    """

    own: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    upon: frozenset[str] = frozenset()
    ground: frozenset[str] = frozenset()


ALWAYS: Final = Need()
IN_FULL: Final = Need(own=frozenset({"sheet:full"}))
"""For nobody in particular: a line that says what is switched off, left out where a command limits the sheet."""


def own(*words: str) -> Need:
    """For a command with such a unit."""
    return Need(own=frozenset(words))


def fought(acts: Iterable[str] = (), upon: Iterable[str] = ()) -> Need:
    """For a fight of one such unit with another, whichever side has which."""
    return Need(acts=frozenset(acts), upon=frozenset(upon))


def ground(*words: str) -> Need:
    """For a table where one of these lies."""
    return Need(ground=frozenset(words))


class Row(NamedTuple):
    """A row before it is in a table: its cells, whom it is for, and the group that it stands in."""

    cells: tuple[str, ...]
    need: Need = ALWAYS
    group: str = ""


class Said(NamedTuple):
    """A sentence of a note, and whom it is for."""

    text: str
    need: Need = ALWAYS


class Table(Struct, frozen=True, kw_only=True):
    """A table of the sheet: a heading for each column, rows of texts, the rules behind it, and what else to know.

    ``lead`` stands above the rows, ``note`` and ``notes`` below; ``notes`` are not for everybody. ``needs``, ``groups``
    and ``column_needs`` go with rows and columns, or are empty: no row is for some only, none stands in a group. A
    line is drawn between groups.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    note: str = ""
    notes: tuple[Said, ...] = ()
    needs: tuple[Need, ...] = ()
    groups: tuple[str, ...] = ()
    column_needs: tuple[Need, ...] = ()
    look: Look = "grid"
    lead: str = ""

    @property
    def words(self) -> str:
        """All of its notes."""
        return sentences(self.note, *(said.text for said in self.notes))


class Page(Struct, frozen=True):
    """The tables of one page.

    One that is ``joined`` stands alone in full; where a command limits it, its tables come first on the page before.
    """

    title: str
    tables: tuple[Table, ...]
    joined: bool = False


def tabled(
    title: str,
    columns: tuple[str, ...],
    rows: Iterable[Row],
    rules: Iterable[str],
    *,
    note: str = "",
    notes: Iterable[Said] = (),
    column_needs: tuple[Need, ...] = (),
    look: Look = "grid",
    lead: str = "",
) -> Table:
    """A table from rows that say whom they are for; a rule that is cited twice stands once."""
    found = tuple(rows)
    return Table(
        title=title,
        columns=columns,
        rows=tuple(row.cells for row in found),
        rules=tuple(dict.fromkeys(rules)),
        note=note,
        notes=tuple(said for said in notes if said.text),
        needs=tuple(row.need for row in found),
        groups=tuple(row.group for row in found),
        column_needs=column_needs,
        look=look,
        lead=lead,
    )


def noted(table: Table) -> Table:
    """The table with a word on the dagger where it has one, and without where it has not."""
    note = table.note.removesuffix(HOUSE_NOTE).rstrip()
    cells = (cell for row in table.rows for cell in row)
    words = (table.title, *table.columns, *cells, note, *(said.text for said in table.notes))
    return replace(table, note=sentences(note, HOUSE_NOTE if any(HOUSE in word for word in words) else ""))


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
    columns = ("Option", "Chosen", "Rule")
    return Table(title="Options of this battle", columns=columns, rows=rows, rules=cited, look="list")


def _option_words(spec: OptionSpec, value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if spec.kind == "set":
        return ", ".join(spec.words.get(name, name) for name in str(value).split(",") if name) or "none"
    if spec.kind == "length":
        return f"{value} cm"
    return spec.words.get(str(value), str(value)).replace("-", MINUS if spec.kind in ("number", "sides") else "-")
