"""Template tags of accounts: sign-up, the page frame, the demo club."""

from functools import cache
from typing import Any, Final, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from django import template
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.urls import reverse

from campaign.models import demo_members
from campaign.notices.notices import unread_count

register = template.Library()


class Frame(NamedTuple):
    """What the frame of a page shows: the user's theme, the address of their club or of the clubs, unread notices."""

    theme: str = ""
    club: str = ""
    unread: int = 0


@register.simple_tag(takes_context=True)
def sign_up_is_open(context: template.Context) -> bool:
    """True if the visitor may create an account: sign-up is open, or they have an invitation that works."""
    request = context["request"]
    return bool(get_adapter(request).is_open_for_signup(request))


@register.simple_tag
@cache
def address(name: str) -> str:
    """The address of a page without arguments, cached because every page shows a dozen of them."""
    return reverse(name)


NOBODY: Final = -1
"""Stands for the key of the user in the stored query."""


@cache
def _frame_query(vendor: str) -> tuple[str, tuple[Any, ...]]:
    """The query of the frame of every page, made once: to make it takes longer than to run it."""
    users = get_user_model().objects.filter(pk=NOBODY).order_by("memberships__role", "memberships__id")
    users = users.annotate(unread=unread_count())
    sql, params = users.values_list("profile__theme", "memberships__club__slug", "unread")[:2].query.sql_with_params()
    return sql, params


@register.simple_tag
def frame_of(user: Any) -> Frame:
    """The theme and club of a member and the number of unread notices, in one query."""
    if not getattr(user, "is_authenticated", False):
        return Frame()
    sql, params = _frame_query(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [user.pk if value == NOBODY else value for value in params])
        rows = cursor.fetchall()
    slugs = [slug for _, slug, _ in rows if slug]
    club = reverse("clubs:club", args=slugs) if len(slugs) == 1 else reverse("clubs:index")
    theme, _, unread = rows[0] if rows else ("", "", 0)
    return Frame(theme or "", club, unread or 0)


@register.inclusion_tag("campaign/_demo_club.html", takes_context=True)
def demo_club(context: template.Context) -> dict[str, Any]:
    """A button for each demo member that leads to the page's ``next``. Empty if there is no demo club."""
    people = list(demo_members()) if settings.MUSTER_DEMO else []
    request = context.get("request")
    return {
        "people": people,
        "csrf_token": context.get("csrf_token"),
        "next": get_next_redirect_url(request) if request else None,
    }
