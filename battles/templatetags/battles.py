"""Words and marks that the battle pages share."""

import re
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armies.arithmetic import rule
from armies.signs import lead, sym

register = template.Library()

RULE_ID = re.compile(r"(\(?)\b([A-Z]{2,3}-[A-Z]+-\d{2,3})\b([),.;:]*)")


@register.filter
def ruled(text: str) -> SafeString:
    """A sentence of the record with its rule IDs as links to the rulebook, each in one line with its stops."""
    found, last = [], 0
    for match in RULE_ID.finditer(text):
        link = format_html('<span class="nowrap">{}{}{}</span>', match[1], rule(match[2]), match[3])
        found += [conditional_escape(text[last : match.start()]), link]
        last = match.end()
    return mark_safe("".join([*found, conditional_escape(text[last:])]))  # noqa: S308


@register.filter
def percent(share: Fraction) -> str:
    """A chance in whole hundredths; what can happen is never 0 %, what can fail never 100 %."""
    hundredths = round(100 * share)
    if share and not hundredths:
        return "under 1 %"
    if hundredths == 100 and share != 1:
        return "over 99 %"
    return f"{hundredths} %"


@register.filter
def width(share: Fraction) -> str:
    """A chance as a length of 100."""
    return f"{float(100 * share):.1f}"


@register.filter
def signed(value: int) -> str:
    """A modifier with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@register.simple_tag
def block_sign(block: Any, size: str = "") -> SafeString:
    """The symbol of a unit or leader beside its words."""
    if block.sign.startswith("leader_"):
        return lead(block.sign.removeprefix("leader_"), block.nation, side=block.side, size=size, label=False)
    return sym(block.sign, block.nation, side=block.side, size=size, label=False)


@register.simple_tag
def joined(values: Any) -> str:
    """Keys for an attribute that a script reads."""
    return "|".join(values)


@register.simple_tag
def told(lines: list[Any]) -> SafeString:
    """The sentences of one line of a feed, without its headings."""
    return format_html_join("", "<p>{}</p>", ((ruled(text),) for text, is_heading in lines if not is_heading))


@register.filter
def sentences(lines: list[Any]) -> list[str]:
    """The sentences of one line of a feed, without its headings."""
    return [text for text, is_heading in lines if not is_heading]


@register.filter
def headings(lines: list[Any]) -> list[str]:
    """The headings among the sentences of one line of a feed."""
    return [text for text, is_heading in lines if is_heading]


@register.filter
def exact(share: Fraction) -> SafeString:
    """A chance as a fraction, for who wants it exactly."""
    return format_html("{} in {}", f"{share.numerator:,}", f"{share.denominator:,}")


@register.filter
def table_words(path: str) -> str:
    """The path of a number of the tables in words."""
    return ", ".join(part.replace("_", " ") for part in path.split(".") if part != "value")
