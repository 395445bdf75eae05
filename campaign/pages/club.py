"""The pages of a club: its members, its house rules, and the house rules that an army is built under."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods, require_safe

from armies.models import HouseRules
from armies.pages.finding import expected, own, private, stale
from armies.rules.facts import HouseRules as Rules
from armies.rules.house import HOUSE_SPECS, house_in_force
from armies.services import housing
from armies.services.locking import Refused, Stale
from battles.rules import SYSTEMS
from campaign.models import Membership
from campaign.pages.house_rules import Overlays, groups_of, typed
from campaign.services import club as clubs


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The clubs of the user; his only one at once."""
    places = clubs.memberships_of(request.user)
    if len(places) == 1:
        return redirect("clubs:club", places[0].club.slug)
    return render(request, "campaign/clubs.html", {"places": places})


@login_required
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's members, and the way to its house rules."""
    place = member(request, slug)
    rules = place.club.house_rules
    context = {
        "club": place.club,
        "members": place.club.memberships.select_related("user"),
        "differing": sum(len(values) for _, values in in_force(rules)),
        "organiser": clubs.is_organiser(place),
    }
    return render(request, "campaign/club.html", context)


def member(request: HttpRequest, slug: str) -> Membership:
    """The user's place in the club.

    Raises:
        Http404: he has none, or there is no such club.
    """
    place = clubs.membership_in(request.user, slug)
    if place is None:
        raise Http404("A club is shown to its members.")
    return place


def in_force(rules: HouseRules | None) -> list[tuple[str, Any]]:
    """By the title of each system, the values that the house rules have otherwise than printed."""
    plain = Rules(name=rules.name, overlays=rules.overlays) if rules else None
    return [(SYSTEMS[system].title, house_in_force(system, plain)) for system in HOUSE_SPECS]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Members read what the club has otherwise; the organiser changes it."""
    place = member(request, slug)
    if not clubs.is_organiser(place):
        if request.method == "POST":
            raise Http404("Only the organiser changes the house rules.")
        context = {"club": place.club, "systems": in_force(place.club.house_rules)}
        return render(request, "campaign/club_rules_read.html", context)
    return kept(request, place) if request.method == "POST" else form(request, place)


def kept(request: HttpRequest, place: Membership) -> HttpResponse:
    """Keep what the organiser sent in, or show it again with what is wrong."""
    overlays = typed(request.POST)
    try:
        changed = clubs.change_house_rules(place.club, overlays, expect=looked_at(request))
    except Refused as refused:
        return form(request, place, overlays, dict(refused.faults), 422)
    except housing.Overtaken as overtaken:
        messages.warning(
            request, f"{overtaken} Yours are below and not kept yet; save again to put them in their place."
        )
        place.club.house_rules.refresh_from_db()  # type: ignore[union-attr]
        return form(request, place, overlays, status=409)
    said = f"The counts of {changed} arm{'y' if changed == 1 else 'ies'} changed." if changed else "No counts changed."
    messages.success(request, f"The house rules are kept. {said}")
    return redirect("clubs:house_rules", place.club.slug)


def looked_at(request: HttpRequest) -> datetime | None:
    """When the house rules that the form was made from were last changed."""
    try:
        return parse_datetime(request.POST.get("updated", ""))
    except ValueError:
        return None


def form(
    request: HttpRequest,
    place: Membership,
    overlays: Overlays | None = None,
    wrong: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The organiser's form; ``overlays`` is what he has typed."""
    rules = place.club.house_rules
    if overlays is None:
        overlays = rules.overlays if rules else {}
    context = {
        "club": place.club,
        "systems": groups_of(overlays, wrong or {}),
        "wrong": wrong or {},
        "updated": rules.updated.isoformat() if rules else "",
        "armies": rules.armies.count() if rules else 0,
    }
    return render(request, "campaign/club_house_rules.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def army_house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Which club's house rules an army is built under; its owner chooses among those of his clubs."""
    army = own(request, slug)
    offered = clubs.adoptable(request.user, army)
    wrong = ""
    if request.method == "POST":
        wanted = request.POST.get("rules", "")
        chosen = next((rules for rules in offered if str(rules.pk) == wanted), None)
        try:
            if wanted and chosen is None:
                raise Refused("rules", "Choose the house rules of one of your clubs, or none.")
            housing.adopt(army, chosen, by=request.user, expect=expected(request))
        except Refused as refused:
            wrong = str(refused)
        except Stale as error:
            return stale(request, error)
        else:
            messages.success(request, f"Built under the house rules of {chosen}." if chosen else "No house rules.")
            return redirect(army)
    context = {"army": army, "offered": [(rules, in_force(rules)) for rules in offered], "wrong": wrong}
    context["version"] = expected(request) or army.version
    return private(render(request, "campaign/club_army.html", context, status=422 if wrong else 200), army)
