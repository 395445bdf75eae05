"""Markup for pages: numbers with their arithmetic, faults, rule links, symbols and icons."""

from functools import cache, lru_cache
from html import escape

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armies.symbols import HEIGHT, SYMBOLS, WIDTH
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.rules import system_of

UNIT_BOX = f"0 0 {WIDTH} {HEIGHT}"


@cache
def _sprite(name: str) -> str:
    """The address of a file of symbols; cached, because a page uses it some hundred times."""
    return static(f"campaign/img/{name}.svg")


@lru_cache(maxsize=1024)
def _svg(sprite: str, uses: tuple[str, ...], classes: str, name: str, box: str) -> SafeString:
    """Symbols of a sprite on top of each other; hidden from assistive technology if ``name`` is empty."""
    aria = format_html('role="img" aria-label="{}"', name) if name else mark_safe('aria-hidden="true"')
    body = format_html_join("", '<use href="{}#{}"/>', ((sprite, use) for use in uses))
    return format_html('<svg class="{}" viewBox="{}" {}>{}</svg>', " ".join(classes.split()), box, aria, body)


def _symbol(uses: tuple[str, ...], words: str, nation_code: str, side: str, size: str, label: bool) -> SafeString:
    """A symbol in its nation's colours, named after nation and kind: "French line infantry"."""
    nation = nations().get(nation_code)
    name = f"{nation.adjective} {words}" if nation else words
    classes = f"sym {nation.css if nation else ''} side-{side} {size}"
    return _svg(_sprite("symbols"), uses, classes, name if label else "", UNIT_BOX)


def sym(
    type: str, nation_code: str = "", lancer: bool = False, side: str = "a", size: str = "", label: bool = True
) -> SafeString:
    """A unit's symbol. ``size`` is "", "s24", "l" or "xl"; ``label=False`` if its name is written beside it."""
    kind = "lancers" if lancer and type == "light_cavalry" else type
    sign = kind if kind in SYMBOLS else "unknown"
    words = kind.replace("_", " ") if kind in SYMBOLS else "unit"
    return _symbol((f"block-{side}", sign), words, nation_code, side, size, label)


def lead(level: str, nation_code: str = "", side: str = "a", size: str = "", label: bool = True) -> SafeString:
    """A commander's disc: ``level`` is army, corps, division or brigade."""
    return _symbol((f"leader_{level}",), f"{level} commander", nation_code, side, size, label)


def icon(name: str, label: str = "") -> SafeString:
    """An interface mark of ``img/icons.svg``. It needs a ``label`` only without words beside it."""
    return _svg(_sprite("icons"), (name,), "ic", label, "0 0 16 16")


SEVERITIES = {"error": ("e", "fault", "Error"), "warning": ("w", "warn", "Warning"), "info": ("i", "note", "Note")}
"""Severity of a fault: its class, its icon, its word."""


def thousands(value: object) -> str:
    """A whole number with commas: 16,710. Other values are shown as they are; None is a dash."""
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
    """One step of the arithmetic; an override or a house rule stands out from the printed rules."""
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
    """The arithmetic without its number, for a page or a row that shows it open."""
    last = len(reckoning.lines) - 1
    lines = format_html_join("", "{}", ((_line(line, n == last),) for n, line in enumerate(reckoning.lines)))
    return format_html(
        '<div class="reckoning"><p class="h4">{}</p><dl class="sum">{}</dl></div>', reckoning.title, lines
    )


def reckoning_tag(reckoning: Reckoning, id: str, text: str = "", address: str = "") -> SafeString:
    """A number that opens its arithmetic. ``text`` replaces the number, such as "4 × 6".

    With the ``address`` of a page that has the arithmetic, it opens a link to the page, which a script follows.
    Built as one string, because an army has thousands of them.
    """
    title = escape(reckoning.title)
    inside = f'<a href="{escape(address)}" data-sum>{title}</a>' if address else reckoning_sheet(reckoning)
    return mark_safe(  # noqa: S308
        f'<details class="why" id="{escape(id)}"><summary>{escape(text or thousands(reckoning.value))}'
        f'<span class="sr"> {title}</span></summary>{inside}</details>'
    )


def fault_tag(fault: Fault) -> SafeString:
    """A fault with its icon, a word for users who cannot see the icon, its sentence and its rule."""
    kind, mark, word = SEVERITIES[fault.severity]
    return format_html(
        '<span class="fault {}">{}<span>{} {}</span></span>',
        kind,
        icon(mark, word),
        fault.sentence,
        rule(fault.rule) if fault.rule else "",
    )
