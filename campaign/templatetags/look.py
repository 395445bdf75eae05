"""Template tags for symbols, icons, numbers that open their arithmetic, faults and rule links.

The markup has no inline styles or scripts, which the Content Security Policy forbids.
"""

import re
from datetime import date
from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armies.markup import fault_tag, icon, lead, reckoning_sheet, reckoning_tag, rule, sym, thousands
from armies.services.people import display_name
from campaign.project.assets import script_and_imports

register = template.Library()

CONTROL_CLASSES = {
    "select": "select", "selectmultiple": "area", "textarea": "area", "checkbox": "", "radioselect": "",
    "checkboxselectmultiple": "", "file": "", "clearablefile": "",
}  # fmt: skip
"""CSS class of a form control by Django's widget name; other controls are an ``input``."""


register.filter(thousands)

RULE_ID = re.compile(r"(\(?)\b([A-Z]{2,3}-[A-Z]+-\d{2,3})\b([),.;:]*)")


@register.filter
def named(user: Any) -> str:
    """The name of a user that others see; "a deleted account" without one."""
    return display_name(user) if user else "a deleted account"


@register.filter
def coded(text: str) -> SafeString:
    """A sentence with what stands in it between backticks as code."""
    return mark_safe(re.sub("`([^`]+)`", r"<code>\1</code>", escape(text)))  # noqa: S308


@register.filter
def cited(markup: str) -> SafeString:
    """The help text of a form field with its rule IDs as links to the rulebook."""
    linked = RULE_ID.sub(lambda match: f'<span class="nowrap">{match[1]}{rule(match[2])}{match[3]}</span>', str(markup))
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
    """A date YYYY-MM-DD as 16 June 1815. Other text is returned unchanged."""
    try:
        return f"{date.fromisoformat(value):%d %B %Y}".lstrip("0")
    except ValueError:
        return value


@register.simple_tag
def module(name: str) -> SafeString:
    """The script of a page, an ES module; the modules it imports are fetched at once instead of one after the other."""
    preloads = "".join(f'<link rel="modulepreload" href="{static(each)}">' for each in script_and_imports(name)[1:])
    return mark_safe(f'{preloads}<script type="module" src="{static(name)}"></script>')  # noqa: S308


@register.simple_tag
def version() -> str:
    """The version of Muster."""
    return str(settings.MUSTER_VERSION)


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """The control of a form field with its CSS class."""
    kind = CONTROL_CLASSES.get(field.widget_type, "input")
    own = str(field.field.widget.attrs.get("class", ""))
    return field.as_widget(attrs={"class": f"{own} {kind}".strip()} if own or kind else None)
