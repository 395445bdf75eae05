"""Template tags and filters of the pages of battles and of tracked games."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, Final
from uuid import uuid4

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from armies.markup import lead, rule, sym
from battles.engine.odds import whole_percent
from battles.engine.picture import Block, Reach
from battles.engine.tracker import BookRow, Fact, FactChoice, Note
from battles.engine.words import capitalized, in_sentence
from battles.pages.board.scene import reaches
from battles.pages.board.unit_blocks import css_of
from battles.pages.forms import table_words
from battles.pages.panel import Way
from battles.pages.tracker_page import is_open, question
from battles.services.create import sources
from battles.services.tracker.entries import AwaitedRoll
from battles.services.view import feed_lines

register = template.Library()
register.filter(table_words)

MOST_KEPT: Final = 2_000
"""Drawn log lines that a process keeps: an action adds one or two to those that a page shows."""

RULE_ID = re.compile(r"(\(?)\b([A-Z]{2,3}-[A-Z]+-\d{2,3})\b([),.;:]*)")

FACES = re.compile(r"\brolled (\d+\b(?:(?:, | and )\d+\b)*)(?! (?:dice|die|hits?)\b)")
"""The natural faces in a log sentence; a number of dice or of hits after them is none."""


FEW: Final = 4
"""Most choices of a fact that are shown unfolded."""


@register.filter
def ruled(text: str) -> SafeString:
    """A log sentence with its rule IDs as links to the rulebook; each link stays on one line with its punctuation."""
    parts, last = [], 0
    for match in RULE_ID.finditer(text):
        link = format_html('<span class="nowrap">{}{}{}</span>', match[1], rule(match[2]), match[3])
        parts += [conditional_escape(text[last : match.start()]), link]
        last = match.end()
    return mark_safe("".join([*parts, conditional_escape(text[last:])]))  # noqa: S308


@register.filter(name="in_sentence")
def in_a_sentence(name: str) -> str:
    """A side's name in the middle of a sentence."""
    return in_sentence(name)


@register.filter
def width(share: Fraction) -> str:
    """A chance as a length out of 100."""
    return f"{float(100 * share):.1f}"


@register.filter
def signed(value: int) -> str:
    """A modifier with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@register.simple_tag
def block_sign(block: Any, size: str = "") -> SafeString:
    """The symbol of a unit or leader beside its words, in its colours on the board."""
    size = f"{size} {css_of(block)}"
    if block.sign.startswith("leader_"):
        return lead(block.sign.removeprefix("leader_"), block.nation, side=block.side, size=size, label=False)
    return sym(block.sign, block.nation, side=block.side, size=size, label=False)


@register.filter
def of_it(block: Block) -> str:
    """The description of a unit or leader, without its name."""
    words = block.words.removeprefix(f"{block.name}, ")
    return capitalized(words)


@register.simple_tag
def once() -> SafeString:
    """A hidden token for a form that creates something: sent twice, it creates one. Browsers do not refill it."""
    return format_html('<input type="hidden" name="token" value="{}" autocomplete="off">', uuid4())


@register.inclusion_tag("battles/_at_once.html", takes_context=True)
def at_once(context: Any) -> dict[str, Any]:
    """Buttons that start a battle against the computer, one for each system."""
    return {"found": sources.first_scenarios(), "csrf_token": context.get("csrf_token")}


@register.simple_tag
def joined(values: Any) -> str:
    """Keys for an attribute that a script reads."""
    return "|".join(map(str, values))


@register.simple_tag
def ways(places: Sequence[Way], address: str) -> SafeString:
    """Places or units to choose, each a link in a list, with its chance and its number of actions."""
    row = '<li><a data-pick href="{}?{}"><span>{}</span>{}{}</a></li>'
    return format_html_join("", row, ((address, each.query, each.words, *_notes(each)) for each in places))


def _notes(way: Way) -> tuple[SafeString | str, SafeString | str]:
    chance = format_html('<span class="chance" data-chance="{}">{}</span>', way.key, way.chance) if way.key else ""
    return chance, format_html('<span class="count">{} actions</span>', way.count) if way.count > 1 else ""


@register.simple_tag
def told(texts: Sequence[str]) -> SafeString:
    """Log sentences as paragraphs."""
    return format_html_join("", "<p>{}</p>", ((ruled(text),) for text in texts))


@register.simple_tag(takes_context=True)
def log_line(context: Any, part: feed_lines.PhasePart) -> SafeString:
    """A line of the log, or the part of it that belongs to one phase."""
    return _drawn_line(part, context["address"])


@lru_cache(maxsize=MOST_KEPT)
def _drawn_line(part: feed_lines.PhasePart, address: str) -> SafeString:
    return render_to_string("battles/_line.html", {"part": part, "address": address})


@register.filter
def diced(text: str) -> SafeString:
    """A log sentence without its rule IDs, its natural faces drawn as dice."""
    parts, last = [], 0
    text = feed_lines.uncited(text)
    for match in FACES.finditer(text):
        dice = format_html_join(" ", '<span class="die">{}</span>', ((face,) for face in re.findall(r"\d+", match[1])))
        parts += [conditional_escape(text[last : match.start(1)]), format_html('<span class="dice">{}</span>', dice)]
        last = match.end(1)
    return mark_safe("".join([*parts, conditional_escape(text[last:])]))  # noqa: S308


@register.simple_tag
def reach_marks(outlines: tuple[Reach, ...]) -> SafeString:
    """The reach outlines of a unit, for a script to put on its board. Everything in it is escaped."""
    return mark_safe(reaches(outlines))  # noqa: S308


register.filter("percent", whole_percent)
register.filter("by_phase", feed_lines.by_phase)
register.filter("uncited", feed_lines.uncited)


@register.filter
def exact(share: Fraction) -> SafeString:
    """A chance as an exact fraction."""
    return format_html("{} in {}", f"{share.numerator:,}", f"{share.denominator:,}")


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
