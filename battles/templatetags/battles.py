"""Template tags and filters of the battle pages."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armies.markup import lead, rule, sym
from battles.engine.picture import Block, Reach
from battles.pages.board.scene import reaches
from battles.pages.board.unit_blocks import css_of
from battles.services.create import sources
from battles.services.view import phases

register = template.Library()

RULE_ID = re.compile(r"(\(?)\b([A-Z]{2,3}-[A-Z]+-\d{2,3})\b([),.;:]*)")


@register.filter
def ruled(text: str) -> SafeString:
    """A log sentence with its rule IDs as links to the rulebook; each link stays on one line with its punctuation."""
    parts, last = [], 0
    for match in RULE_ID.finditer(text):
        link = format_html('<span class="nowrap">{}{}{}</span>', match[1], rule(match[2]), match[3])
        parts += [conditional_escape(text[last : match.start()]), link]
        last = match.end()
    return mark_safe("".join([*parts, conditional_escape(text[last:])]))  # noqa: S308


@register.filter
def percent(share: Fraction) -> str:
    """A chance in whole per cent; a possible event is never 0 %, an uncertain one never 100 %."""
    hundredths = round(100 * share)
    if share and not hundredths:
        return "under 1 %"
    if hundredths == 100 and share != 1:
        return "over 99 %"
    return f"{hundredths} %"


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
    return words[:1].upper() + words[1:]


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
def told(texts: Sequence[str]) -> SafeString:
    """Log sentences as paragraphs."""
    return format_html_join("", "<p>{}</p>", ((ruled(text),) for text in texts))


@register.simple_tag
def reach_marks(outlines: tuple[Reach, ...]) -> SafeString:
    """The reach outlines of a unit, for a script to put on its board. Everything in it is escaped."""
    return mark_safe(reaches(outlines))  # noqa: S308


register.filter("by_phase", phases.by_phase)
register.filter("latest", phases.last_sentence)


@register.filter
def exact(share: Fraction) -> SafeString:
    """A chance as an exact fraction."""
    return format_html("{} in {}", f"{share.numerator:,}", f"{share.denominator:,}")


@register.filter
def table_words(path: str) -> str:
    """The path of a table number in words."""
    return ", ".join(part.replace("_", " ") for part in path.split(".") if part != "value")
