"""The options of a rule system and the numbers of its tables as fields of a form."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from msgspec import Struct

from armies.pages.forms import LineField, option_field
from battles.engine.option_spec import OptionKind, OptionSpec, read_value, written
from battles.engine.overlay import LEAST, MOST, Difference, numbers
from battles.templatetags.battles import table_words

OPTION: Final = "option."
TABLE: Final = "table."

HOW_WRITTEN: Final[Mapping[OptionKind, str]] = {
    "number_or_none": "A number, or none.",
    "length": "Centimetres, such as 0.5.",
    "sides": "A number for each side: 2,0.",
}
"""What a form says of the kinds of option that are written as text."""


class WrittenField(LineField):
    """An option that is written as text, such as ``none``, ``2,0`` or ``0.5``."""

    def __init__(self, spec: OptionSpec, **options: Any) -> None:
        self.spec = spec
        super().__init__(max_length=20, **options)

    def clean(self, value: Any) -> Any:
        said = super().clean(value)
        try:
            return written(read_value(self.spec.label, self.spec, said), self.spec.kind)
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
        """Heading, fields, and whether one of them is wrong, of each group of options."""
        found = []
        for title, items in groupby(self.specs.items(), key=lambda item: item[1].group):
            fields = [self[OPTION + name] for name, _ in items]
            found.append((title, fields, any(field.errors for field in fields)))
        return found

    def chosen(self) -> dict[str, Any]:
        """The options that are not as they stood in the form at first, by name."""
        found = {}
        for name, spec in self.specs.items():
            value, before = self.cleaned_data[OPTION + name], self.fields[OPTION + name].initial
            if read_value(name, spec, value) != read_value(name, spec, before):
                found[name] = value
        return found


class TableCell(Struct, frozen=True):
    """A number of the tables in a form."""

    name: str
    label: str
    printed: int
    value: str
    rule: str
    wrong: str = ""


class TableGroup(Struct, frozen=True):
    """The numbers of one table; ``changed`` is how many are the club's own."""

    title: str
    cells: tuple[TableCell, ...]

    @property
    def changed(self) -> int:
        return sum(cell.value not in ("", str(cell.printed)) for cell in self.cells)

    @property
    def wrong(self) -> bool:
        return any(cell.wrong for cell in self.cells)


def table_groups(system: Any, said: Mapping[str, str], wrong: Mapping[str, str]) -> list[TableGroup]:
    """Every number of a system's tables by table, with what was typed in for it."""
    rows = numbers(system.tables, system.meta.table_rules)
    return [
        TableGroup(table_words(table), tuple(_cell(row, said, wrong) for row in group))
        for table, group in groupby(rows, key=lambda row: row.path.partition(".")[0])
    ]


def laid_as_typed(house: Iterable[Difference]) -> dict[str, str]:
    """House rules as their fields would say them."""
    return {TABLE + one.path: str(one.value) for one in house}


def _cell(row: Difference, said: Mapping[str, str], wrong: Mapping[str, str]) -> TableCell:
    table, _, rest = row.path.partition(".")
    name = TABLE + row.path
    value = said.get(name, "").strip()
    return TableCell(name, table_words(rest or table), row.printed, value, row.rule, wrong.get(name, ""))


def house_patch(system: Any, said: Mapping[str, str]) -> tuple[dict[str, Any] | None, dict[str, str]]:
    """The patch of the tables that was typed in, and what is wrong with it by the name of a field.

    None in place of a patch where the form asked for no number.
    """
    if not any(name.startswith(TABLE) for name in said):
        return None, {}
    patch: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for row in numbers(system.tables, system.meta.table_rules):
        text = said.get(TABLE + row.path, "").strip().replace("−", "-")
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
