"""Forms: the options of a rule system and its tables' numbers as fields; drawn scenarios, files and rows of sheets."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from msgspec import Struct

from armies.exchange.clean_text import many_lines, one_line
from armies.pages.forms import LineField, option_field
from battles.engine.drafting import Column, Sheet
from battles.engine.options import OptionKind, OptionSpec, read_value, written
from battles.engine.settings import LEAST, MOST, Difference, numbers
from battles.services.drawn_scenarios import MOST_BYTES, Faulty, drawable_systems

OPTION: Final = "option."
TABLE: Final = "table."

HOW_WRITTEN: Final[Mapping[OptionKind, str]] = {
    "number_or_none": "A number, or none.",
    "length": "Centimetres, such as 0.5.",
    "sides": "A number for each side: 2,0.",
}
"""Help texts for the kinds of options that are typed as text."""


SPARE: Final = 3
"""Empty rows at the end of a sheet that grows."""
MOST_ROWS: Final = 500
MOST_CELL: Final = 4_000
"""The most characters of a cell that are shown again."""
NAME: Final = re.compile(r"r([0-9]{1,4})\.(.+)")


class WrittenField(LineField):
    """The field of an option typed as text, such as ``none``, ``2,0`` or ``0.5``."""

    def __init__(self, spec: OptionSpec, **options: Any) -> None:
        self.spec = spec
        super().__init__(max_length=20, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return written(read_value(self.spec.label, self.spec, text), self.spec.kind)
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(initial) != str(data)


def field_of(spec: OptionSpec) -> forms.Field:
    """The field of one option."""
    how = HOW_WRITTEN.get(spec.kind)
    if how is None:
        return option_field(spec)
    return WrittenField(spec, label=spec.label, help_text=f"{spec.sentence} {how} ({spec.rule})")


class OptionsFields(forms.Form):
    """A form of every option of a system, each under ``option.<name>``."""

    def __init__(self, specs: Mapping[str, OptionSpec], start: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.specs = specs
        for name, spec in specs.items():
            field = field_of(spec)
            field.initial = start.get(name, spec.default)
            self.fields[OPTION + name] = field

    def groups(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """For each group of options its heading, its fields, and True if one of them has an error."""
        grouped = []
        for title, items in groupby(self.specs.items(), key=lambda item: item[1].group):
            fields = [self[OPTION + name] for name, _ in items]
            grouped.append((title, fields, any(field.errors for field in fields)))
        return grouped

    def chosen(self) -> dict[str, Any]:
        """The options changed in the form, by name."""
        changed = {}
        for name, spec in self.specs.items():
            value, before = self.cleaned_data[OPTION + name], self.fields[OPTION + name].initial
            if read_value(name, spec, value) != read_value(name, spec, before):
                changed[name] = value
        return changed


class TableCell(Struct, frozen=True):
    """A number of the tables in a form."""

    name: str
    label: str
    printed: int
    value: str
    rule: str
    wrong: str = ""


class TableGroup(Struct, frozen=True):
    """The numbers of one table; ``changed`` is how many differ from the printed ones."""

    title: str
    cells: tuple[TableCell, ...]

    @property
    def changed(self) -> int:
        return sum(cell.value not in ("", str(cell.printed)) for cell in self.cells)

    @property
    def wrong(self) -> bool:
        return any(cell.wrong for cell in self.cells)


def table_groups(system: Any, typed: Mapping[str, str], wrong: Mapping[str, str]) -> list[TableGroup]:
    """Every number of a system's tables by table, with what was typed for it."""
    rows = numbers(system.tables, system.meta.table_rules)
    return [
        TableGroup(table_words(table), tuple(_cell(row, typed, wrong) for row in group))
        for table, group in groupby(rows, key=lambda row: row.path.partition(".")[0])
    ]


def house_rule_fields(house: Iterable[Difference]) -> dict[str, str]:
    """House rules as the values of their fields."""
    return {TABLE + one.path: str(one.value) for one in house}


def table_words(path: str) -> str:
    """The path of a table number in words."""
    return ", ".join(part.replace("_", " ") for part in path.split(".") if part != "value")


def _cell(row: Difference, typed: Mapping[str, str], wrong: Mapping[str, str]) -> TableCell:
    table, _, rest = row.path.partition(".")
    name = TABLE + row.path
    value = typed.get(name, "").strip()
    return TableCell(name, table_words(rest or table), row.printed, value, row.rule, wrong.get(name, ""))


def house_patch(system: Any, typed: Mapping[str, str]) -> tuple[dict[str, Any] | None, dict[str, str]]:
    """The patch of the tables that was typed, and errors by field name.

    The patch is None if the form has no fields for numbers.
    """
    if not any(name.startswith(TABLE) for name in typed):
        return None, {}
    patch: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for row in numbers(system.tables, system.meta.table_rules):
        text = typed.get(TABLE + row.path, "").strip().replace("−", "-")
        if not text or text == str(row.printed):
            continue
        if not text.lstrip("-").isdecimal() or len(text) > 6 or not LEAST <= int(text) <= MOST:
            wrong[TABLE + row.path] = f"A whole number from {LEAST:,} to {MOST:,}, not {text[:20]!r}."
            continue
        at = patch
        *heads, last = row.path.split(".")
        for head in heads:
            at = at.setdefault(head, {})
        at[last] = int(text)
    return patch, wrong


def systems() -> list[tuple[str, str]]:
    """The systems with a scenario editor, as choices of a field."""
    return [(key, system.meta.title) for key, system in drawable_systems().items()]


class NewForm(forms.Form):
    """The form of a new scenario for one system: its title and the size of its board."""

    title = LineField(label="Title", max_length=80)

    def __init__(self, system: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        for name in system.drafting.size_options:
            spec = system.meta.options[name]
            self.fields[OPTION + name] = field_of(spec)
            self.fields[OPTION + name].initial = spec.default

    def values(self) -> dict[str, Any]:
        """The options of the board's size, by name."""
        return {name: self.cleaned_data[OPTION + name] for name in self.system.drafting.size_options}


class BringForm(forms.Form):
    """A scenario's file."""

    file = forms.FileField(
        label="A scenario file",
        allow_empty_file=True,
        help_text=f"JSON, exported from Muster, up to {MOST_BYTES // 1_000_000} MB. The scenario must be playable.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["system"] = forms.ChoiceField(label="Rules", choices=systems())


class Cell(Struct, frozen=True):
    """A cell of a sheet in a form. ``name`` is the name of its control, ``wrong`` its error."""

    name: str
    column: Column
    value: str
    wrong: str = ""


class Row(Struct, frozen=True):
    """A row of a sheet in a form, from 0. ``wrong`` is an error of the whole row."""

    index: int
    cells: tuple[Cell, ...]
    is_spare: bool
    wrong: str = ""

    @property
    def usual(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.column.seldom]

    @property
    def seldom(self) -> list[Cell]:
        """The cells that are folded at first."""
        return [cell for cell in self.cells if cell.column.seldom]

    @property
    def is_open(self) -> bool:
        """True if a folded cell has an error."""
        return any(cell.wrong for cell in self.seldom)

    @property
    def said(self) -> str:
        """The values of the folded cells, in words."""
        filled = [(cell.column, cell.value) for cell in self.seldom if cell.value]
        return ", ".join(
            column.label if column.kind == "tick" else column.words.get(value, value) for column, value in filled
        )


def sent_rows(sheet: Sheet, sent: QueryDict) -> dict[int, dict[str, str]]:
    """The rows of a form by their index, without empty rows and rows to delete."""
    rows: dict[int, dict[str, str]] = {}
    kinds = {column.key: column.kind for column in sheet.columns}
    for name in sent:
        match = NAME.fullmatch(name)
        if match and match[2] in kinds and int(match[1]) < MOST_ROWS:
            clean = many_lines if kinds[match[2]] == "long" else one_line
            rows.setdefault(int(match[1]), {})[match[2]] = clean(str(sent[name]))
    away = set(sent.getlist("away")) if sheet.grows else set()
    return {
        index: row
        for index, row in sorted(rows.items())
        if str(index) not in away and (any(row.values()) or not sheet.grows)
    }


def form_rows(
    sheet: Sheet, typed: Mapping[int, Mapping[str, str]] | None = None, wrong: Faulty | None = None
) -> list[Row]:
    """The rows of a sheet for a form: as stored, or as typed with their errors, and some empty ones."""
    rows = list(sheet.rows) if typed is None else list(typed.values())
    used = len(rows)
    if sheet.grows:
        rows += [{}] * SPARE
    at, column = place_of(sheet, wrong)
    return [
        Row(
            index,
            _cells(sheet.columns, index, row, str(wrong) if at == index else "", column),
            index >= used,
            str(wrong) if at == index and not column else "",
        )
        for index, row in enumerate(rows)
    ]


def place_of(sheet: Sheet, wrong: Faulty | None) -> tuple[int, str]:
    """The row and the column of a fault; -1 and "" if it belongs to none."""
    if wrong is None:
        return -1, ""
    keys = {column.key for column in sheet.columns}
    if not sheet.grows:
        last = wrong.path.rpartition(".")[2]
        return (0, last) if last in keys else (-1, "")
    match = re.match(re.escape(sheet.key) + r"\[(\d+)\](?:\.([a-z_.]+))?", wrong.path)
    if match is None:
        return -1, ""
    column = match[2] or ""
    return int(match[1]), column if column in keys else ""


def _cells(columns: Sequence[Column], index: int, row: Mapping[str, str], wrong: str, where: str) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            f"r{index}.{column.key}",
            column,
            row.get(column.key, "")[:MOST_CELL],
            wrong if column.key == where else "",
        )
        for column in columns
    )
