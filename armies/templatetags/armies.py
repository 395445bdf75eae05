"""Template tags and filters of the army pages."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from armies.exchange import Reading
from armies.markup import fault_tag, sym
from battles.engine.armies import facts
from battles.engine.armies.facts import strength_words as strength_words
from battles.engine.armies.reckoning import Fault
from battles.engine.armies.roster_words import moment
from battles.engine.armies.tree import Totals

register = template.Library()
register.filter(moment)
register.filter(strength_words)

KINDS = {
    "text": "indented text",
    "csv": "a spreadsheet",
    "workbook": "a workbook",
    "oob": "an oob/1 order of battle",
    "muster": "an export of Muster",
    "orbat": "a scenario of ORBAT Mapper",
}
SHAPES = {
    "list": "a list",
    "page": "the source of a web page",
    "wiki": "the source of a wiki",
    "forum": "a text of Muster for forums",
}
MOST_FAULTS = 100
"""The most faults that a page lists. A separate page lists all."""
FLAGS = {"lancer": "lancers", "irregular": "irregular", "kgl": "KGL", "armoured": "armoured"}


@register.filter
def spaced(value: str) -> str:
    """``field_artillery`` as ``field artillery``."""
    return value.replace("_", " ")


@register.filter
def override_words(value: object) -> str:
    """An overridden value in words."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


@register.filter
def kind_words(reading: Reading) -> str:
    """The kind of an imported file in words."""
    return SHAPES.get(reading.shape) or KINDS[reading.kind]


@register.filter
def flags(unit: facts.Unit) -> list[str]:
    """The unit's flags that are set, in words."""
    return [words for name, words in FLAGS.items() if getattr(unit, name)]


@register.filter
def is_unit(element: facts.Element) -> bool:
    return isinstance(element, facts.Unit)


@register.filter(name="id")
def html_id(element: str, prefix: str) -> str:
    """An HTML id for a part of the page that belongs to an element."""
    return f"{prefix}-{element}"


@register.filter
def strengths(totals: Totals) -> str:
    """A formation's men and guns: ``2,471 men, 8 guns``; zeros are left out."""
    guns = f"{totals.guns:,} gun{'' if totals.guns == 1 else 's'}" if totals.guns else ""
    return ", ".join(filter(None, (f"{totals.men:,} men" if totals.men else "", guns)))


@register.simple_tag
def army_rows(rows: Iterable[Mapping[str, Any]], user: Any, headed: bool = False) -> SafeString:
    """Rows of a list of armies, built as one string for speed.

    ``headed`` is true if a heading above names the battle and the owner.
    """
    own = user.pk if user is not None and user.is_authenticated else None
    return mark_safe("".join([_army_row(row, own, headed) for row in rows]))  # noqa: S308


def _army_row(row: Mapping[str, Any], own: int | None, headed: bool) -> str:
    """The row of one army; text written by users is escaped here."""
    year = row["date"][:4] if row["date"][:4] not in row["battle"] else ""
    facts_shown = (row["commander"],) if headed else (row["commander"], row["battle"], year)
    what = ", ".join([part for part in facts_shown if part])
    mine = own is not None and row["owner_id"] == own
    seen = f"Yours, {row['visibility']}" if mine else row["visibility"]
    whose = "Historical" if row["historical"] else f"Co-edited, {seen}" if row.get("co_edited") else seen
    owner_words = "" if headed else f'<span class="m">{whose}</span>'
    return (
        f'<li><a class="army-row n-{escape(row["nation"].lower())}" href="/a/{row["slug"]}">'
        f'<span><span class="t">{escape(row["name"])}</span><br><span class="m">{escape(what)}</span>'
        f'<span class="arms">{_arms(row)}{owner_words}</span></span>'
        f'<span class="state">{_state(row)}</span>'
        f'<span class="fig"><b>{row["strength_points"]:,}</b><span class="m">SP</span></span></a></li>'
    )


ARMS = (("foot", "line_infantry", "foot"), ("horse", "light_cavalry", "horse"), ("guns", "foot_artillery", "guns"))
"""The figures of a row, each with the symbol before it and the word behind it."""


def _arms(row: Mapping[str, Any]) -> str:
    """The figures of each arm that the army has, behind its symbol."""
    return "".join(
        f"<span>{sym(kind, row['nation'], size='s24', label=False)}{row[field]:,} {word}</span>"
        for field, kind, word in ARMS
        if row[field]
    )


def _state(row: Mapping[str, Any]) -> str:
    """A badge: errors, else warnings, else in order."""
    for what, kind in (("error", "bad"), ("warning", "warn")):
        if number := row[f"{what}s"]:
            return f'<span class="badge {kind}">{number} {what}{"" if number == 1 else "s"}</span>'
    return '<span class="badge ok">in order</span>' if row["units"] else '<span class="badge">no units</span>'


@register.simple_tag
def fault_rows(
    faults: Sequence[tuple[Fault, str]], army: str = "", system: str = "", every: bool = False
) -> SafeString:
    """The most severe ``MOST_FAULTS`` faults with their elements; with ``every``, all faults.

    If the army's page leaves out rows, ``army`` is its address, and each link opens the division of the element.
    """
    shown = faults if every else faults[:MOST_FAULTS]
    return mark_safe("".join([_fault_row(fault, where, army, system) for fault, where in shown]))  # noqa: S308


def _fault_row(fault: Fault, where: str, army: str, system: str) -> str:
    if not where:
        return f"<li>{fault_tag(fault)}</li>"
    page = f"{army}?system={system}&amp;open={fault.element}" if army else ""
    link = f'<a href="{page}#e-{escape(fault.element)}">{escape(where)}</a>'
    return f'<li>{fault_tag(fault)}<div class="where">{link}</div></li>'


@register.filter
def unlisted(faults: Sequence[tuple[Fault, str]]) -> int:
    """The number of faults that a shortened list leaves out."""
    return max(0, len(faults) - MOST_FAULTS)


@register.simple_tag
def dice(roll: facts.Throw) -> SafeString:
    """The dice of a rating, with a badge if the server did not roll them."""
    faces = "".join([f'<span class="die">{face}</span>' for face in roll.faces])
    how = {"manual": ' <span class="badge">typed in</span>', "fixed": ' <span class="badge">set</span>'}
    return mark_safe((f'<span class="dice">{faces}</span>' if faces else "") + how.get(roll.source, ""))  # noqa: S308
