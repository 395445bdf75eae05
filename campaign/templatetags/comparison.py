"""Rows of the comparison page, built in Python for speed: 1,000 units have 15,000 cells."""

from functools import lru_cache
from html import escape
from itertools import count
from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe

from armies.markup import lead, reckoning_sheet, sym
from armies.sheets.comparison import Comparison, Heading, Row
from battles.engine.armies.mapped import ComparedCell, ComparedColumn
from battles.engine.armies.reckoning import Reckoning

register = template.Library()

INLINE: Final = 150
"""Largest number of units whose cells contain their arithmetic; with 1,000 units the page would have 6 MB."""


@lru_cache(maxsize=512)
def _sheet(why: Reckoning) -> str:
    """The arithmetic behind a number, cached because many units share it."""
    return str(reckoning_sheet(why))


class _Cells:
    """Builder of cells with unique ids."""

    def __init__(self, headings: tuple[Heading, ...], inline: bool) -> None:
        self.headings = headings
        self.inline = inline
        self.shared: dict[Reckoning, str] = {}
        self._ids = count(1)

    def row(self, cells: tuple[tuple[ComparedCell, ...], ...]) -> str:
        """The cells of all systems for one row, with labels for narrow screens."""
        return "".join(
            [
                self.cell(heading, column, cell, first=at == 0)
                for heading, its in zip(self.headings, cells, strict=True)
                for at, (column, cell) in enumerate(zip(heading.columns, its, strict=True))
            ]
        )

    def cell(self, heading: Heading, column: ComparedColumn, cell: ComparedCell, *, first: bool) -> str:
        """One cell. An empty cell is hidden on narrow screens."""
        nothing = not cell.text.strip("–")
        css = " ".join(filter(None, ("first" * first, "num" * (not column.words), "nil" * nothing)))
        whose = f'<span class="system">{escape(heading.title)}</span> ' if first else ""
        label = "" if column.words else f'<span class="label">{escape(column.head)}</span> '
        return f'<td class="{css}">{whose}{label if cell.text else ""}{self.number(cell)}</td>'

    def number(self, cell: ComparedCell) -> str:
        """The text, which opens its arithmetic if there is any, with a mark if somebody set the value."""
        mark = f'<abbr class="laid" title="{escape(cell.mark)}">*<span class="sr"> {escape(cell.mark)}</span></abbr>'
        after = mark if cell.mark else ""
        if cell.why is None:
            return f"{escape(cell.text)}{after}"
        title = escape(cell.why.title)
        if not self.inline:
            name = self.shared.setdefault(cell.why, f"why-{len(self.shared) + 1}")
            return f'<a class="why-link" href="#{name}">{escape(cell.text)}<span class="sr"> {title}</span></a>{after}'
        return (
            f'<details class="why" id="why-{next(self._ids)}"><summary>{escape(cell.text)}'
            f'<span class="sr"> {title}</span></summary>{_sheet(cell.why)}</details>{after}'
        )


def _name(row: Row) -> str:
    name = escape(row.name)
    if row.level == "unit":
        symbol = sym(
            "light_cavalry" if row.symbol == "lancers" else row.symbol, row.nation, row.symbol == "lancers", "a", "s24"
        )
        return f'<th scope="row" id="e-{escape(row.id)}"><span class="nm">{symbol}<span>{name}</span></span></th>'
    commander = f', <span class="cmd">{escape(row.commander)}</span>' if row.commander else ""
    disc = lead(row.level, row.nation, "a", "s24")
    words = f"<span><b>{name}</b>{commander}</span>"
    return f'<th scope="row" id="e-{escape(row.id)}"><span class="nm">{disc}{words}</span></th>'


@register.simple_tag
def comparison_parts(compared: Comparison) -> dict[str, SafeString]:
    """``rows``: every formation and unit, then the army, as rows of a table; ``reasons``: their arithmetic.

    Up to ``INLINE`` units a number opens its own arithmetic; in a larger army it links to a sheet that equal numbers
    share. All text from users is escaped.
    """
    cells = _Cells(compared.headings, compared.units <= INLINE)
    rows = [f'<tr class="lv-{row.level}">{_name(row)}{cells.row(row.cells)}</tr>' for row in compared.rows]
    total = f'<tr class="lv-army"><th scope="row"><b>The army</b></th>{cells.row(compared.totals)}</tr>'
    reasons = [f'<div class="reason" id="{name}">{_sheet(why)}</div>' for why, name in cells.shared.items()]
    return {
        "rows": mark_safe(f"<tbody>{''.join(rows)}</tbody><tfoot>{total}</tfoot>"),  # noqa: S308
        "reasons": mark_safe("".join(reasons)),  # noqa: S308
    }


@register.filter
def percent(value: float) -> str:
    """``12.3 %``."""
    return f"{value:.1f} %"


@register.filter
def by_system(values: tuple[object, ...], headings: tuple[Heading, ...]) -> list[tuple[Heading, object]]:
    """Each value with the heading of its system."""
    return list(zip(headings, values, strict=True))
