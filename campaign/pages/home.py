"""The first page: for a stranger what this is and a way in, for a member his armies."""

from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.models import Army
from battles.models import Battle
from battles.pages.finding import held
from campaign.models import demo_members

OWN_ARMIES = 8
"""How many of his armies a member finds here; the list has the rest."""
OWN_BATTLES = 5
"""How many of the battles that await him."""
COLUMNS = (
    "slug", "owner_id", "historical", "visibility", "name", "nation", "commander", "battle", "date",
    "foot", "horse", "guns", "strength_points", "errors",
)  # fmt: skip
"""What a row of a list shows of an army."""
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
    """The first page. Three queries beyond those of the session, however many armies and battles there are."""
    context: dict[str, object] = {"battles": battles()}
    if request.user.is_authenticated:
        context["own"] = (
            Army.objects.filter(owner=request.user).values(*COLUMNS).order_by("-updated", "-id")[:OWN_ARMIES]
        )
        awaiting = Battle.objects.awaiting(request.user, held(request))
        context["awaiting"] = awaiting.only("slug", "title", "turn", "updated")[:OWN_BATTLES]
        return render(request, "campaign/home_member.html", context)
    context["guides"] = demo_members() if settings.MUSTER_DEMO else ()
    return render(request, "campaign/home.html", context)
