"""Numbers that open their arithmetic, faults and rule links, as markup for pages."""

from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from armies.rules.reckoning import Fault, Line, Reckoning
from armies.signs import icon
from battles.rules import system_of

SEVERITIES = {"error": ("e", "fault", "Error"), "warning": ("w", "warn", "Warning"), "info": ("i", "note", "Note")}
"""Severity of a fault: its class, its icon, its word."""


def thousands(value: object) -> str:
    """A whole number with commas: 16,710. What is no number is shown as it is; None is a dash."""
    if value is None or value == "":
        return "–"
    return f"{value:,}" if isinstance(value, int) else str(value)


@lru_cache(maxsize=1024)
def rule(rule_id: str) -> SafeString:
    """A rule ID as a link to its paragraph in the rulebook; any other source is shown as it is."""
    system = system_of(rule_id)
    if system is None:
        return format_html('<span class="rule-id">{}</span>', rule_id)
    return format_html('<a class="rule-id" href="{}#{}">{}</a>', reverse("rules:book", args=[system]), rule_id, rule_id)


def _line(line: Line, last: bool) -> SafeString:
    """One step; the owner's override and the club's house rule stand out from the printed rules."""
    rules = format_html_join(" ", "{}", ((rule(one),) for one in line.rules))
    house = format_html(' <span class="house-rule">{}</span>', line.house) if line.house else ""
    return format_html(
        '<div class="{}{}"><dt>{}</dt><dd>{}</dd><dd class="src">{}{}</dd></div>',
        "sum-end" if last else "step",
        " overridden" if line.overridden else "",
        line.text,
        line.value,
        rules,
        house,
    )


def reckoning_sheet(reckoning: Reckoning) -> SafeString:
    """The arithmetic by itself, for a page or a row that is open anyway."""
    last = len(reckoning.lines) - 1
    lines = format_html_join("", "{}", ((_line(line, n == last),) for n, line in enumerate(reckoning.lines)))
    return format_html(
        '<div class="reckoning"><p class="h4">{}</p><dl class="sum">{}</dl></div>', reckoning.title, lines
    )


def reckoning_tag(reckoning: Reckoning, id: str, text: str = "") -> SafeString:
    """A number that opens its arithmetic. ``text`` stands for the number where it reads otherwise ("4 × 6")."""
    return format_html(
        '<details class="why" id="{}"><summary>{}<span class="sr"> {}</span></summary>{}</details>',
        id,
        text or thousands(reckoning.value),
        reckoning.title,
        reckoning_sheet(reckoning),
    )


def fault_tag(fault: Fault) -> SafeString:
    """A fault with its mark, its word for those who cannot see the mark, its sentence and its rule."""
    kind, mark, word = SEVERITIES[fault.severity]
    return format_html(
        '<span class="fault {}">{}<span>{} {}</span></span>',
        kind,
        icon(mark, word),
        fault.sentence,
        rule(fault.rule) if fault.rule else "",
    )
