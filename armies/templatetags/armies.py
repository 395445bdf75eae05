"""Words and rows that the army pages share."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from armies.rules import facts
from armies.rules.nations import nations
from armies.rules.tree import Totals
from armies.sheets.wording import moment

register = template.Library()
register.filter(moment)

KINDS = {
    "text": "indented text",
    "csv": "a spreadsheet",
    "workbook": "a workbook",
    "oob": "an oob/1 order of battle",
    "muster": "an export of Muster",
}
FLAGS = {"lancer": "lancers", "irregular": "irregular", "kgl": "KGL", "armoured": "armoured"}


@register.filter
def spaced(value: str) -> str:
    """``field_artillery`` as words."""
    return value.replace("_", " ")


@register.filter
def laid_words(value: object) -> str:
    """A value that an owner laid down, in words."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


@register.filter
def kind_words(kind: str) -> str:
    """What a file was read as, in words."""
    return KINDS[kind]


@register.filter
def strength_words(unit: facts.Unit) -> str:
    """A unit's size: ``601 men`` or ``8 guns``."""
    if unit.type in facts.ARTILLERY:
        return f"{unit.guns} guns" if unit.guns else "guns not said"
    return f"{unit.men:,} men" if unit.men else "men not said"


@register.filter
def flags(unit: facts.Unit) -> list[str]:
    """The flags that are set, in words."""
    return [words for name, words in FLAGS.items() if getattr(unit, name)]


@register.filter
def is_unit(element: facts.Element) -> bool:
    return isinstance(element, facts.Unit)


@register.filter(name="id")
def html_id(element: str, prefix: str) -> str:
    """An id for a part of the page that belongs to an element."""
    return f"{prefix}-{element}"


@register.filter
def strengths(totals: Totals) -> str:
    """What a formation adds up to: ``2,471 men, 8 guns``; what there is none of is left out."""
    guns = f"{totals.guns:,} gun{'' if totals.guns == 1 else 's'}" if totals.guns else ""
    return ", ".join(filter(None, (f"{totals.men:,} men" if totals.men else "", guns)))


@register.simple_tag
def army_rows(rows: Iterable[Mapping[str, Any]], user: Any, headed: bool = False) -> SafeString:
    """A list of armies. Put together here in one go, because a page has fifty of them.

    ``headed`` says that a heading above names the battle and whose they are.
    """
    own = user.pk if user is not None and user.is_authenticated else None
    return mark_safe("".join([_army_row(row, own, headed) for row in rows]))  # noqa: S308


def _army_row(row: Mapping[str, Any], own: int | None, headed: bool) -> str:
    """One army; every text that somebody wrote is escaped here."""
    known = (row["commander"],) if headed else (row["commander"], row["battle"], row["date"][:4])
    what = ", ".join([part for part in known if part])
    mine = own is not None and row["owner_id"] == own
    seen = f"Yours, {row['visibility']}" if mine else row["visibility"]
    whose = "Historical" if row["historical"] else f"Co-edited, {seen}" if row.get("co_edited") else seen
    said = "" if headed else f'<span class="m">{whose}</span>'
    errors = row["errors"]
    state = f'<span class="badge bad">{errors} error{"" if errors == 1 else "s"}</span>' if errors else ""
    return (
        f'<li><a class="army-row n-{escape(row["nation"].lower())}" href="/a/{row["slug"]}">'
        f'<span><span class="t">{escape(row["name"])}</span><br><span class="m">{escape(what)}</span>'
        f'<span class="arms"><span>{row["foot"]:,} foot</span><span>{row["horse"]:,} horse</span>'
        f"<span>{row['guns']:,} guns</span>{said}</span></span>"
        f'<span class="state">{state}</span>'
        f'<span class="fig"><b>{row["strength_points"]:,}</b><span class="m">SP</span></span></a></li>'
    )


@register.simple_tag
def nation_checks(chosen: list[str]) -> SafeString:
    """A box to tick for each nation."""
    return mark_safe(  # noqa: S308
        "".join(
            [
                f'<label class="check {nation.css}"><input type="checkbox" name="nation" value="{code}"'
                f"{' checked' if code in chosen else ''}>"
                f'<span class="nat grow">{escape(nation.adjective)}</span></label>'
                for code, nation in nations().items()
            ]
        )
    )
