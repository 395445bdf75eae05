"""Words and marks of the pages of a game on a real table."""

from itertools import groupby
from typing import Final

from django import template
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from armies.signs import lead, sym
from battles.engine.tabling import BookRow, Fact, FactChoice, Note
from battles.pages.table import is_open, question
from battles.services.tabling import Throw

register = template.Library()

FEW: Final = 4
"""Choices of a fact that stand open whatever is stated."""


@register.simple_tag
def row_sign(row: BookRow) -> SafeString:
    """The symbol of a unit or commander beside its words."""
    if row.sign.startswith("leader_"):
        return lead(row.sign.removeprefix("leader_"), row.nation, side=row.side, size="l", label=False)
    return sym(row.sign, row.nation, side=row.side, size="l", label=False)


@register.simple_tag
def boxes(row: BookRow) -> SafeString:
    """The boxes of a row, those struck first."""
    kinds = (("struck" if place < row.lost else "box",) for place in range(row.boxes))
    return format_html_join("", '<i class="{}"></i>', kinds)


@register.simple_tag
def left(row: BookRow) -> int:
    """Boxes of a row that are not struck."""
    return row.boxes - row.lost


@register.simple_tag
def note_query(note: Note) -> str:
    """The query that opens a question."""
    return urlencode(question(note))


@register.filter
def grouped(fact: Fact) -> list[tuple[str, list[FactChoice]]]:
    """The choices of a fact under the headings of their groups."""
    return [(group, list(found)) for group, found in groupby(fact.choices, lambda choice: choice.group)]


@register.filter
def is_long(fact: Fact) -> bool:
    """Whether the choices of a fact fold away once one of them is stated."""
    return fact.opens or len(fact.choices) > FEW


@register.filter
def is_stated(fact: Fact) -> bool:
    """Whether the value of a fact is one of its choices, not merely open."""
    return not is_open(fact)


@register.filter
def stated(fact: Fact) -> str:
    """The words of what is stated."""
    return next((choice.words for choice in fact.choices if choice.value == fact.value), "")


@register.filter
def faces(throw: Throw) -> range:
    """The faces of a die."""
    return range(1, throw.sides + 1)


@register.simple_tag
def sample_faces(throw: Throw) -> str:
    """Faces as they may be typed."""
    return " ".join(str(1 + place % throw.sides) for place in range(min(throw.count, 6)))
