"""Template tags of the look: symbols, icons, numbers that open their arithmetic, faults, rule links.

Everything here is markup without inline styles or scripts, so that the Content Security Policy can
forbid both. Names of nations and words for unit types come from the same data as everywhere else.
"""

from datetime import date
from functools import lru_cache

from django import template
from django.conf import settings
from django.forms import BoundField
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armies.rules.nations import nations
from armies.rules.reckoning import Fault, Line, Reckoning
from armies.symbols import HEIGHT, SYMBOLS, WIDTH
from battles.rules import system_of

register = template.Library()

SEVERITIES = {"error": ("e", "fault", "Error"), "warning": ("w", "warn", "Warning"), "info": ("i", "note", "Note")}
"""Severity of a fault: its class, its icon, its word."""
CONTROL_CLASSES = {
    "select": "select", "selectmultiple": "area", "textarea": "area", "checkbox": "", "radioselect": "",
    "checkboxselectmultiple": "", "file": "", "clearablefile": "",
}  # fmt: skip
"""Class of a form control by Django's name of its widget; every other control is an ``input``."""
UNIT_BOX = f"0 0 {WIDTH} {HEIGHT}"


@lru_cache(maxsize=1024)
def _svg(sprite: str, uses: tuple[str, ...], classes: str, name: str, box: str) -> SafeString:
    """Symbols of a sprite laid over each other; hidden from assistive technology where ``name`` is empty."""
    told = format_html('role="img" aria-label="{}"', name) if name else mark_safe('aria-hidden="true"')
    body = format_html_join("", '<use href="{}#{}"/>', ((sprite, use) for use in uses))
    return format_html('<svg class="{}" viewBox="{}" {}>{}</svg>', " ".join(classes.split()), box, told, body)


def _symbol(uses: tuple[str, ...], words: str, nation_code: str, side: str, size: str, label: bool) -> SafeString:
    """A symbol in its nation's colours, named after nation and kind: "French line infantry"."""
    nation = nations().get(nation_code)
    name = f"{nation.adjective} {words}" if nation else words
    classes = f"sym {nation.css if nation else ''} side-{side} {size}"
    return _svg(static("campaign/img/symbols.svg"), uses, classes, name if label else "", UNIT_BOX)


@register.simple_tag
def sym(
    type: str, nation_code: str = "", lancer: bool = False, side: str = "a", size: str = "", label: bool = True
) -> SafeString:
    """A unit's symbol. ``size`` is "", "s24", "l" or "xl"; ``label=False`` where the words stand beside it."""
    kind = "lancers" if lancer and type == "light_cavalry" else type
    sign = kind if kind in SYMBOLS else "unknown"
    words = kind.replace("_", " ") if kind in SYMBOLS else "unit"
    return _symbol((f"block-{side}", sign), words, nation_code, side, size, label)


@register.simple_tag
def lead(level: str, nation_code: str = "", side: str = "a", size: str = "", label: bool = True) -> SafeString:
    """A commander's disc: ``level`` is army, corps, division or brigade."""
    return _symbol((f"leader_{level}",), f"{level} commander", nation_code, side, size, label)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An interface mark of ``img/icons.svg``. It has a ``label`` only where it stands without words."""
    return _svg(static("campaign/img/icons.svg"), (name,), "ic", label, "0 0 16 16")


@register.filter
def thousands(value: object) -> str:
    """A whole number with commas: 16,710. What is no number is shown as it is; None is a dash."""
    if value is None or value == "":
        return "–"
    return f"{value:,}" if isinstance(value, int) else str(value)


@register.filter
def day(value: str) -> str:
    """A date kept as YYYY-MM-DD as one reads it: 16 June 1815. Text that is none is shown as it is."""
    try:
        return f"{date.fromisoformat(value):%d %B %Y}".lstrip("0")
    except ValueError:
        return value


@register.simple_tag
@lru_cache(maxsize=1024)
def rule(rule_id: str) -> SafeString:
    """A rule ID as a link to its paragraph in the rulebook; any other source is shown as it is."""
    system = system_of(rule_id)
    if system is None:
        return format_html('<span class="rule-id">{}</span>', rule_id)
    return format_html('<a class="rule-id" href="{}#{}">{}</a>', reverse("rules:book", args=[system]), rule_id, rule_id)


def _line(line: Line, last: bool) -> SafeString:
    rules = format_html_join(" ", "{}", ((rule(one),) for one in line.rules))
    return format_html(
        '<div class="{}"><dt>{}</dt><dd>{}</dd><dd class="src">{}</dd></div>',
        "tot" if last else "step",
        line.text,
        line.value,
        rules,
    )


@register.simple_tag
def reckoning_sheet(reckoning: Reckoning) -> SafeString:
    """The arithmetic by itself, for a page or a row that is open anyway."""
    last = len(reckoning.lines) - 1
    lines = format_html_join("", "{}", ((_line(line, n == last),) for n, line in enumerate(reckoning.lines)))
    return format_html(
        '<div class="reckoning"><p class="h4">{}</p><dl class="sum">{}</dl></div>', reckoning.title, lines
    )


@register.simple_tag(name="reckoning")
def reckoning_tag(reckoning: Reckoning, id: str, text: str = "") -> SafeString:
    """A number that opens its arithmetic. ``text`` stands for the number where it reads otherwise ("4 × 6")."""
    return format_html(
        '<details class="why" id="{}"><summary>{}<span class="sr"> {}</span></summary>{}</details>',
        id,
        text or thousands(reckoning.value),
        reckoning.title,
        reckoning_sheet(reckoning),
    )


@register.simple_tag(name="fault")
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


@register.simple_tag
def version() -> str:
    """The version of this installation."""
    return str(settings.MUSTER_VERSION)


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """The control of a form field with the class its kind is styled by."""
    kind = CONTROL_CLASSES.get(field.widget_type, "input")
    own = str(field.field.widget.attrs.get("class", ""))
    return field.as_widget(attrs={"class": f"{own} {kind}".strip()} if own or kind else None)
