"""Template tags of the look: symbols, icons, numbers that open their arithmetic, faults, rule links.

Everything here is markup without inline styles or scripts, so that the Content Security Policy can
forbid both. Names of nations and words for unit types come from the same data as everywhere else.
"""

import re
from datetime import date

from django import template
from django.conf import settings
from django.forms import BoundField
from django.utils.safestring import SafeString, mark_safe

from armies.arithmetic import fault_tag, reckoning_sheet, reckoning_tag, rule, thousands
from armies.signs import icon, lead, sym

register = template.Library()

CONTROL_CLASSES = {
    "select": "select", "selectmultiple": "area", "textarea": "area", "checkbox": "", "radioselect": "",
    "checkboxselectmultiple": "", "file": "", "clearablefile": "",
}  # fmt: skip
"""Class of a form control by Django's name of its widget; every other control is an ``input``."""


register.filter(thousands)

RULE_ID = re.compile(r"(\(?)\b([A-Z]{2,3}-[A-Z]+-\d{2,3})\b([),.;:]*)")


@register.filter
def cited(markup: str) -> SafeString:
    """The help of a form's field, which its form wrote as markup, with its rule IDs as links to the rulebook."""
    linked = RULE_ID.sub(lambda found: f'<span class="nowrap">{found[1]}{rule(found[2])}{found[3]}</span>', str(markup))
    return mark_safe(linked)  # noqa: S308


register.simple_tag(rule)
register.simple_tag(reckoning_sheet)
register.simple_tag(reckoning_tag, name="reckoning")
register.simple_tag(fault_tag, name="fault")
register.simple_tag(sym)
register.simple_tag(lead)
register.simple_tag(icon)


@register.filter
def day(value: str) -> str:
    """A date kept as YYYY-MM-DD as one reads it: 16 June 1815. Text that is none is shown as it is."""
    try:
        return f"{date.fromisoformat(value):%d %B %Y}".lstrip("0")
    except ValueError:
        return value


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
