"""The ways in: whether new accounts can be made, and the demo club."""

from typing import Any

from allauth.account.utils import get_next_redirect_url
from django import template
from django.conf import settings
from django.urls import reverse

from campaign.models import Membership, demo_members

register = template.Library()


@register.simple_tag
def sign_up_is_open() -> bool:
    """Whether a stranger may make an account."""
    return bool(settings.MUSTER_SIGNUP == "open")


@register.simple_tag
def club_address(user: Any) -> str:
    """Where a member finds his club, or his clubs where he is in several; empty for who is in none."""
    if not getattr(user, "is_authenticated", False):
        return ""
    slugs = list(Membership.objects.filter(user=user).values_list("club__slug", flat=True)[:2])
    if len(slugs) == 1:
        return reverse("clubs:club", args=slugs)
    return reverse("clubs:index") if slugs else ""


@register.inclusion_tag("campaign/_demo_club.html", takes_context=True)
def demo_club(context: template.Context) -> dict[str, Any]:
    """One button for each demo member, that leads where the page would; nothing where the demo is off or not set up."""
    people = list(demo_members()) if settings.MUSTER_DEMO else []
    request = context.get("request")
    return {
        "people": people,
        "csrf_token": context.get("csrf_token"),
        "next": get_next_redirect_url(request) if request else None,
    }
