"""A cheat sheet of any system: pages of tables, limited to what a force needs; worked examples."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Modifier
from battles.engine.dice import Dice, SeededDice
from battles.engine.odds import percent
from battles.engine.options import OptionSpec, OptionValue
from battles.engine.options import written as written_value

HOUSE: Final = "†"
"""Marks a house-rule number."""

HOUSE_NOTE: Final = f"{HOUSE} The club's own number, not the printed one."
"""Note of a table with such a number."""

OURS: Final = "‡"
"""Marks our ruling for a gap in the source rulebook."""

OURS_NOTE: Final = f"{OURS} Our own, for a gap of the source."
"""Note of the first table of a page with such marks."""

MINUS: Final = "−"

Look = Literal["grid", "steps", "list", "sum", "hexes"]
"""How rows are set: in columns; as numbered steps; as paragraphs that begin with a bold word; as lines of a sum, with
the figures at the right; as a diagram of the hexes around a unit, with words for front, flanks and rear.
"""


class Need(Struct, frozen=True):
    """The units or terrain that a line applies to, in words like ``arm:guns``; empty for everybody.

    A unit matches a set of words if it has one word of each kind (the part before the colon) in the set.

    Args:
        own: the command must have such a unit, for what a unit does alone, such as its move.
        acts, upon: one such unit must face another such one across the table, on either side.
        ground: one of these must be on the table.
    """

    own: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    upon: frozenset[str] = frozenset()
    ground: frozenset[str] = frozenset()


ALWAYS: Final = Need()
IN_FULL: Final = Need(own=frozenset({"sheet:full"}))
"""For a line that says what is switched off: shown only on a full sheet, not on one limited to a command."""


def own(*words: str) -> Need:
    """A need for a command with such a unit."""
    return Need(own=frozenset(words))


def fought(acts: Iterable[str] = (), upon: Iterable[str] = ()) -> Need:
    """A need for combat of one such unit with another, on either side."""
    return Need(acts=frozenset(acts), upon=frozenset(upon))


def ground(*words: str) -> Need:
    """A need for a table with one of these kinds of terrain."""
    return Need(ground=frozenset(words))


class Row(NamedTuple):
    """A row before it is in a table: its cells, its need, and its group."""

    cells: tuple[str, ...]
    need: Need = ALWAYS
    group: str = ""


class NoteSentence(NamedTuple):
    """A sentence of a note, and its need."""

    text: str
    need: Need = ALWAYS


class Table(Struct, frozen=True, kw_only=True):
    """A table of the sheet: column headings, rows of texts, its rules, and notes.

    ``lead`` is above the rows, ``note`` and ``notes`` below; each of ``notes`` has a need. ``needs``, ``groups`` and
    ``column_needs`` correspond to rows and columns, or are empty: then all rows apply to everybody and form no groups.
    A line is drawn between groups.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    note: str = ""
    notes: tuple[NoteSentence, ...] = ()
    needs: tuple[Need, ...] = ()
    groups: tuple[str, ...] = ()
    column_needs: tuple[Need, ...] = ()
    look: Look = "grid"
    lead: str = ""

    @property
    def words(self) -> str:
        """All of its notes."""
        return sentences(self.note, *(note.text for note in self.notes))


class Page(Struct, frozen=True):
    """The tables of one page."""

    title: str
    tables: tuple[Table, ...]


def tabled(
    title: str,
    columns: tuple[str, ...],
    rows: Iterable[Row],
    rules: Iterable[str],
    *,
    note: str = "",
    notes: Iterable[NoteSentence] = (),
    column_needs: tuple[Need, ...] = (),
    look: Look = "grid",
    lead: str = "",
) -> Table:
    """A table from rows with needs; each rule is cited once."""
    all_rows = tuple(rows)
    return Table(
        title=title,
        columns=columns,
        rows=tuple(row.cells for row in all_rows),
        rules=tuple(dict.fromkeys(rules)),
        note=note,
        notes=tuple(sentence for sentence in notes if sentence.text),
        needs=tuple(row.need for row in all_rows),
        groups=tuple(row.group for row in all_rows),
        column_needs=column_needs,
        look=look,
        lead=lead,
    )


def noted(table: Table) -> Table:
    """The table with the note on house rules added if it has a mark, or removed if it has none."""
    note = table.note.removesuffix(HOUSE_NOTE).rstrip()
    cells = (cell for row in table.rows for cell in row)
    words = (table.title, *table.columns, *cells, note, *(sentence.text for sentence in table.notes))
    return replace(table, note=sentences(note, HOUSE_NOTE if any(HOUSE in word for word in words) else ""))


def signed(number: int) -> str:
    """``+1``, ``0``, ``−2``."""
    return "0" if not number else f"{MINUS}{-number}" if number < 0 else f"+{number}"


def house(text: object, own: object, printed: object) -> str:
    """``text``, marked if the number behind it is not the printed one."""
    return f"{text}{HOUSE}" if own != printed else str(text)


def sentences(*parts: str) -> str:
    """The parts that are not empty, joined with spaces."""
    return " ".join(part for part in parts if part)


def span(near: int, far: int) -> str:
    """``3``, ``3–6``."""
    return str(near) if near == far else f"{near}–{far}"


def chosen(specs: Mapping[str, OptionSpec], options: Any) -> Table:
    """Every option of ``specs`` that is not at its default, with its value in ``options``."""
    values = {name: written_value(getattr(options, name), spec.kind) for name, spec in specs.items()}
    changed = [(spec, values[name]) for name, spec in specs.items() if values[name] != spec.default]
    rows = tuple((spec.label, _option_words(spec, value), spec.rule) for spec, value in changed)
    cited = tuple(dict.fromkeys(spec.rule for spec, _ in changed))
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


Profile = frozenset[str]
"""A unit's present and possible features, in words like ``arm:guns``, ``form:square``, ``nation:french``."""


class Wanted(Struct, frozen=True):
    """The features of a command, of its enemy, and of the table's terrain; None if unknown."""

    own: frozenset[Profile]
    foe: frozenset[Profile] | None = None
    ground: frozenset[str] | None = None


def joined_wants(wants: Iterable[Wanted | None]) -> Wanted:
    """What all of some commands need together; of a battle both sides, for its umpire."""
    known = [wanted for wanted in wants if wanted is not None]
    own = frozenset[Profile]().union(*(wanted.own for wanted in known))
    foes, grounds = [wanted.foe for wanted in known], [wanted.ground for wanted in known]
    foe = None if None in foes else frozenset[Profile]().union(*filter(None, foes))
    ground = None if None in grounds else frozenset[str]().union(*filter(None, grounds))
    return Wanted(own, foe, ground)


def limited(pages: Sequence[Page], wanted: Wanted) -> tuple[Page, ...]:
    """``pages`` without rows and columns that cannot apply, then without tables and pages that are empty."""
    kept_pages: list[Page] = []
    for page in pages:
        tables = tuple(filter(None, (_table(table, wanted) for table in page.tables)))
        if tables:
            kept_pages.append(replace(page, tables=tables))
    return tuple(kept_pages)


def applies(need: Need, wanted: Wanted) -> bool:
    """True if a line with ``need`` can apply to the command."""
    if need.own and not _some(wanted.own, need.own):
        return False
    if need.ground and wanted.ground is not None and not need.ground & wanted.ground:
        return False
    if not need.acts and not need.upon:
        return True
    ours = _some(wanted.own, need.acts) and _some(wanted.foe, need.upon)
    theirs = _some(wanted.foe, need.acts) and _some(wanted.own, need.upon)
    return ours or theirs


def meets(profile: Profile, words: frozenset[str]) -> bool:
    """True if a unit has one of the ``words`` of every kind that they name."""
    have = {_kind(word) for word in words & profile}
    return all(_kind(word) in have for word in words)


def _some(profiles: Iterable[Profile] | None, words: frozenset[str]) -> bool:
    return profiles is None or any(meets(profile, words) for profile in profiles)


def _kind(word: str) -> str:
    return word.partition(":")[0]


def _table(table: Table, wanted: Wanted) -> Table | None:
    rows = [place for place, need in enumerate(_whole(table.needs, len(table.rows))) if applies(need, wanted)]
    columns = [
        place for place, need in enumerate(_whole(table.column_needs, len(table.columns))) if applies(need, wanted)
    ]
    if not rows or not columns:
        return None
    less = replace(
        table,
        columns=tuple(table.columns[place] for place in columns),
        rows=tuple(tuple(table.rows[place][column] for column in columns) for place in rows),
        needs=tuple(table.needs[place] for place in rows) if table.needs else (),
        groups=tuple(table.groups[place] for place in rows) if table.groups else (),
        column_needs=tuple(table.column_needs[place] for place in columns) if table.column_needs else (),
        notes=tuple(note for note in table.notes if applies(note.need, wanted)),
    )
    return noted(less)


def _whole(needs: Sequence[Need], count: int) -> Sequence[Need]:
    return needs or (ALWAYS,) * count


def example_dice(key: str, chapter: int) -> SeededDice:
    """The dice of a part of a worked example."""
    return SeededDice(key.encode(), chapter)


def step(title: str, lead: str, rows: Iterable[tuple[str, str]], rules: Iterable[str], *, result: str = "") -> Table:
    """A step of a worked example: what happens, its arithmetic line by line, the result."""
    return tabled(title, ("", ""), map(Row, rows), rules, note=result, look="sum", lead=lead)


def numbered(steps: Iterable[Table]) -> tuple[Table, ...]:
    """The steps with their numbers before their titles."""
    return tuple(replace(table, title=f"{place}  {table.title}") for place, table in enumerate(steps, start=1))


def rolled_faces(dice: Dice, *whys: str) -> tuple[str, ...]:
    """The faces of the rolls so far that these rules asked for, one text per roll: ``2, 9``."""
    return tuple(", ".join(map(str, roll.faces)) for roll in dice.rolls if roll.why in whys)


def modifier_lines(modifiers: Sequence[Modifier]) -> list[tuple[str, str]]:
    """A line for each modifier."""
    return [(row.what, signed(row.value)) for row in modifiers]


def chance_lines(rows: Iterable[tuple[str, Fraction]]) -> list[tuple[str, str]]:
    """A line for each outcome, with its chance."""
    return [(what, percent(chance)) for what, chance in rows]
