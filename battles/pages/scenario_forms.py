"""Forms of drawn scenarios: a new one, a file, and the rows of a sheet."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from msgspec import Struct

from armies.exchange.clean_text import many_lines, one_line
from armies.pages.forms import LineField
from battles.engine.drafting import Column, Sheet
from battles.pages.option_fields import OPTION, field_of
from battles.services.drawn_scenarios import MOST_BYTES, Faulty, drawable_systems

SPARE: Final = 3
"""Empty rows at the end of a sheet that grows."""
MOST_ROWS: Final = 500
MOST_CELL: Final = 4_000
"""The most characters of a cell that are shown again."""
NAME: Final = re.compile(r"r([0-9]{1,4})\.(.+)")


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
