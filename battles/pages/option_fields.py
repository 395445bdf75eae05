"""The options of a rule system and the numbers of its tables as fields of a form."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from msgspec import Struct

from armies.pages.forms import LineField, option_field
from battles.engine.house_rules import LEAST, MOST, Difference, numbers
from battles.engine.options import OptionKind, OptionSpec, read_value, written
from battles.templatetags.battles import table_words

OPTION: Final = "option."
TABLE: Final = "table."

HOW_WRITTEN: Final[Mapping[OptionKind, str]] = {
    "number_or_none": "A number, or none.",
    "length": "Centimetres, such as 0.5.",
    "sides": "A number for each side: 2,0.",
}
"""Help texts for the kinds of options that are typed as text."""


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
