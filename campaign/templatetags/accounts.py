"""The ways in: whether new accounts can be made, and the demo club."""

from typing import Any

from django import template
from django.conf import settings

from campaign.models import demo_members

register = template.Library()


@register.simple_tag
def sign_up_is_open() -> bool:
    """Whether a stranger may make an account."""
    return bool(settings.MUSTER_SIGNUP == "open")


@register.inclusion_tag("campaign/_demo_club.html", takes_context=True)
def demo_club(context: template.Context) -> dict[str, Any]:
    """One button for each demo member; nothing where the demo is off or not set up."""
    people = list(demo_members()) if settings.MUSTER_DEMO else []
    return {"people": people, "csrf_token": context.get("csrf_token")}
