"""The home page: an introduction for visitors; armies and battles for members."""

from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.models import Army
from battles.models import Battle
from battles.pages.lookup import held_seats
from campaign.models import demo_members

OWN_ARMIES = 8
"""Armies of the member on the home page, at most; the list has all."""
OWN_BATTLES = 5
"""Battles on the home page in which it is the member's turn, at most."""
COLUMNS = (
    "slug", "owner_id", "historical", "visibility", "name", "nation", "commander", "battle", "date",
    "foot", "horse", "guns", "units", "strength_points", "errors", "warnings",
)  # fmt: skip
"""Fields of an army that a row of a list shows."""
Row = dict[str, Any]


def battles() -> list[tuple[str, str, list[Row]]]:
    """The historical armies by battle, latest first: (battle, date as YYYY-MM-DD, its armies)."""
    armies = Army.objects.filter(historical=True).values(*COLUMNS).order_by("-date", "battle", "id")
    return [
        (battle, date, list(sides))
        for (date, battle), sides in groupby(armies, lambda row: (row["date"], row["battle"]))
    ]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page, with three queries besides those of the session."""
    context: dict[str, object] = {"battles": battles()}
    if request.user.is_authenticated:
        context["own"] = (
            Army.objects.filter(owner=request.user).values(*COLUMNS).order_by("-updated", "-id")[:OWN_ARMIES]
        )
        awaiting = Battle.objects.awaiting(request.user, held_seats(request))
        context["awaiting"] = awaiting.only("slug", "title", "turn", "updated")[:OWN_BATTLES]
        return render(request, "campaign/home_member.html", context)
    context["guides"] = demo_members() if settings.MUSTER_DEMO else ()
    return render(request, "campaign/home.html", context)
