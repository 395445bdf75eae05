"""Which army a request may read or change: 404 for what one may not see, 403 for what one sees but may not do."""

from typing import Annotated

import msgspec
from rest_framework.request import Request

from armies.api.problems import Problem
from armies.exchange.cleaning import one_line
from armies.models import Army, ShareLink


class Reading(msgspec.Struct, frozen=True):
    """Parameters of whatever reads one army."""

    link: Annotated[
        str, msgspec.Meta(max_length=40, description="The key of a view link, for a private army of somebody else.")
    ] = ""


def readable(request: Request, slug: str, link: str = "") -> Army:
    """The army with its owner and house rules, if the user may read it.

    Raises:
        Problem: ``not-found``; that it is private does not show.
    """
    links = ShareLink.objects.filter(token=link, kind=ShareLink.Kind.VIEW).values_list("pk", flat=True) if link else ()
    found = (
        Army.objects.readable_by(request.user, links).select_related("owner", "house_rules").filter(slug=one_line(slug))
    )
    army = found.first()
    if army is None:
        raise Problem("not-found", "There is no army at this address, or you may not see it.")
    return army


def editable(request: Request, slug: str) -> Army:
    """The army, if the user may change what it holds: its owner and its co-editors may.

    Raises:
        Problem: ``not-found``, or ``forbidden`` where he may only read it.
    """
    army = readable(request, slug)
    if not (owns(request, army) or getattr(army, "co_edited", False)):
        raise Problem("forbidden", "Only its owner and its co-editors may change this army. Make a copy to change it.")
    return army


def own(request: Request, slug: str) -> Army:
    """The army, if it is the user's own.

    Raises:
        Problem: ``not-found``, or ``forbidden`` where it is another's.
    """
    army = readable(request, slug)
    if not owns(request, army):
        raise Problem("forbidden", "Only its owner may do this.")
    return army


def owns(request: Request, army: Army) -> bool:
    """Whether the army is the user's own; the historical armies are nobody's."""
    return request.user.is_authenticated and army.owner_id == request.user.pk
