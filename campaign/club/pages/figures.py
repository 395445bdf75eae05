"""The page of a club's figures: who owns what, and what armies need that are fielded together."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from armies.exchange.table.holdings import ANY
from armies.pages.access import counted_as, post_view
from armies.services.locks import Refused
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import built_titles
from campaign.club.pages.access import member
from campaign.club.services import figures


@login_required
@counted_as("costly")
@require_safe
def listing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the figures of the members, and if armies are chosen, what these need together."""
    place = member(request, slug)
    pooled = figures.pool(place.club)
    system = request.GET.get("system", next(iter(built_titles())))
    chosen = request.GET.getlist("army")[: figures.MOST_ARMIES + 1]
    fielding, wrong = None, ""
    if chosen:
        try:
            fielding = figures.fielding(place.club, request.user, chosen, system, pooled)
        except Refused as refused:
            wrong = str(refused)
    context: dict[str, Any] = {
        "club": place.club,
        "place": place,
        "groups": _by_nation(pooled, lambda each: each.nation),
        "stands": sum(each.stands for each in pooled),
        "showing": place.club.memberships.filter(shows_figures=True).count(),
        "armies": figures.armies_to_field(place.club, request.user),
        "chosen": chosen,
        "system": system,
        "systems": built_titles().items(),
        "fielding": fielding,
        "needed": _by_nation(fielding.rows, lambda each: each.row.need.nation) if fielding else [],
        "wrong": wrong,
        "most": figures.MOST_ARMIES,
    }
    return render(request, "clubs/figures.html", context, status=422 if wrong else 200)


def _by_nation(rows: Iterable[Any], nation: Any) -> list[dict[str, Any]]:
    """The rows by nation, each with the nation and its name."""
    groups = []
    for code, of in groupby(rows, nation):
        known = nations().get(code)
        name = known.adjective if known else "Any nation" if code == ANY else code
        groups.append({"nation": known, "name": name, "rows": list(of)})
    return groups


@post_view("clubs:figures")
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one's figures to the club, or not any more."""
    place = member(request, slug)
    figures.show(place, request.POST.get("shown") == "on")
    shown = "The club sees your figures now." if place.shows_figures else "The club no longer sees your figures."
    messages.success(request, shown)
    return redirect("clubs:figures", slug)
