"""Template tags and filters of the game tracker pages."""

from itertools import groupby
from typing import Final

from django import template
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from armies.markup import lead, sym
from battles.engine.tracker import BookRow, Fact, FactChoice, Note
from battles.pages.tracker_page import is_open, question
from battles.services.tracker.entries import AwaitedRoll

register = template.Library()

FEW: Final = 4
"""Most choices of a fact that are shown unfolded."""


@register.simple_tag
def row_sign(row: BookRow) -> SafeString:
    """The symbol of a unit or commander beside its words."""
    if row.sign.startswith("leader_"):
        return lead(row.sign.removeprefix("leader_"), row.nation, side=row.side, size="l", label=False)
    return sym(row.sign, row.nation, side=row.side, size="l", label=False)


@register.simple_tag
def boxes(row: BookRow) -> SafeString:
    """The boxes of a row, the crossed-off ones first."""
    kinds = (("struck" if place < row.lost else "box",) for place in range(row.boxes))
    return format_html_join("", '<i class="{}"></i>', kinds)


@register.simple_tag
def left(row: BookRow) -> int:
    """Number of boxes of a row that are not crossed off."""
    return row.boxes - row.lost


@register.simple_tag
def note_query(note: Note) -> str:
    """The query string that opens a question."""
    return urlencode(question(note))


@register.filter
def grouped(fact: Fact) -> list[tuple[str, list[FactChoice]]]:
    """The choices of a fact under the headings of their groups."""
    return [(group, list(choices)) for group, choices in groupby(fact.choices, lambda choice: choice.group)]


@register.filter
def is_long(fact: Fact) -> bool:
    """True if the choices of a fact fold away once one of them is stated."""
    return fact.opens or len(fact.choices) > FEW


@register.filter
def is_stated(fact: Fact) -> bool:
    """True if the value of a fact is one of its choices, not open."""
    return not is_open(fact)


@register.filter
def stated(fact: Fact) -> str:
    """The words of the stated value."""
    return next((choice.words for choice in fact.choices if choice.value == fact.value), "")


@register.filter
def faces(throw: AwaitedRoll) -> range:
    """The faces of a die."""
    return range(1, throw.sides + 1)


@register.simple_tag
def sample_faces(throw: AwaitedRoll) -> str:
    """Sample faces to type."""
    return " ".join(str(1 + place % throw.sides) for place in range(min(throw.count, 6)))
