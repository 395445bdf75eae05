"""Pages that roll dice for an army: ratings of commanders, and random cards."""

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from armies.models import Army
from armies.pages.access import conflict_page, editable, expected_version, may_edit, private, readable
from armies.services.army_changes import choose, draw
from armies.services.assessment import Assessment
from armies.services.commander_ratings import current_rating, level_of, rate, rate_all
from armies.services.locks import Refused, Stale
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies import facts, systems
from battles.engine.armies.group import Cards
from battles.engine.armies.nations import nations


@require_POST
def rate_everyone(request: HttpRequest, slug: str) -> HttpResponse:
    """Roll for every commander without a rating. Visitors sign in first and return to the army's page."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:army", args=[slug]))
    army = editable(request, slug)
    try:
        ratings = rate_all(army, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(f"{reverse('armies:army', args=[slug])}#commanders")
    if ratings:
        messages.success(request, f"Rolled ratings for {len(ratings)} commander{'' if len(ratings) == 1 else 's'}.")
    else:
        messages.info(request, "Every commander has a rating already.")
    return redirect(f"{reverse('armies:army', args=[slug])}#commanders")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rate_one(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """One commander: rolls so far, the rating table, and three ways to set the rating."""
    army = editable(request, slug)
    wrong: Refused | None = None
    if request.method == "POST":
        try:
            place, rating = rate(
                army,
                str(element),
                source=request.POST.get("source", ""),
                faces=faces_in(request.POST.get("faces", "")),
                rating=request.POST.get("rating", ""),
                by=request.user,
                expect=expected_version(request),
            )
        except Refused as refused:
            wrong = refused
        except Stale as error:
            return conflict_page(request, error)
        else:
            messages.success(request, f"{place.element.commander or place.element.name}: {rating.rating}.")
            return redirect(reverse("armies:rate", args=[slug, element]))
    return render(request, "armies/rate.html", context_of(army, str(element), wrong), status=422 if wrong else 200)


def faces_in(text: str) -> tuple[int, ...]:
    """The typed dice faces: ``3 5``, ``3,5`` or ``35``. The rules check them later."""
    numbers = re.findall(r"\d+", text[:20])
    if len(numbers) == 1 and len(numbers[0]) == 2:
        numbers = list(numbers[0])
    return tuple(int(face[:3]) for face in numbers)


def context_of(army: Army, element: str, wrong: Refused | None) -> dict[str, Any]:
    """Template context of a commander, with the rating table of their nation."""
    assessment = Assessment(facts_of(army))
    place = next((p for p in assessment.places if p.element.id == element), None)
    if place is None or not isinstance(place.element, facts.Corps | facts.Division):
        raise Http404("Only commanders of corps and divisions have a rating.")
    system, ratings = systems.ratings()
    options = assessment.options(system)
    nation, level = ratings.command_nation(place, assessment.army), level_of(place)
    rating, why = current_rating(place, assessment)
    return {
        "army": army,
        "row": {
            "element": place.element,
            "level": level,
            "rating": rating,
            "radius": why.value if why else None,
            "why": why,
        },
        "throws": place.element.throws,
        "table": ratings.rating_table(level, nation, options),
        "modifier": ratings.modifier(level, nation),
        "ratings": facts.COMMANDER_RATINGS,
        "by_dice": ratings.by_dice(options),
        "system": system,
        "wrong": wrong,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """The army's cost and budget, the catalogue of units, and its random cards."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:points", args=[slug]))
    army = editable(request, slug) if request.method == "POST" else readable(request, slug)
    wrong: Refused | None = None
    if request.method == "POST":
        try:
            entry = _act(request, army)
        except Refused as refused:
            wrong = refused
        except Stale as error:
            return conflict_page(request, error)
        else:
            messages.success(request, entry)
            return redirect(f"{reverse('armies:points', args=[slug])}#cards")
    context = {**page_of(army), "may_edit": may_edit(request.user, army), "wrong": wrong}
    return private(render(request, "armies/points.html", context, status=422 if wrong else 200), army)


def _act(request: HttpRequest, army: Army) -> str:
    act = request.POST.get("act", "")
    expect = expected_version(request)
    if act == "choose":
        entry = choose(army, request.POST.get("choice", ""), by=request.user, expect=expect)
    elif act == "seed":
        entry = draw(army, by=request.user, expect=expect)
    elif act == "manual":
        faces = faces_in(request.POST.get("faces", ""))
        if not faces:
            raise Refused("faces", f"Type the results of {dice_words(systems.cards()[1])}, such as 7 2 9.")
        entry = draw(army, faces=faces, by=request.user, expect=expect)
    else:
        raise Refused("act", "Choose an action.")
    return entry.words if entry else "The army already has this choice."


def page_of(army: Army) -> dict[str, Any]:
    """Template context of the points page."""
    key, cards = systems.cards()
    group, assessment = registry.army(key), Assessment(facts_of(army))
    if group.points_page is None:
        raise Http404(f"{group.title} has no points page.")
    shown = group.points_page(assessment.army, assessment.options(key))
    return {
        **{name: getattr(shown, name) for name in shown.__struct_fields__},
        "army": army,
        "nation": nations().get(army.nation),
        "system": key,
        "title": group.title,
        "dice": dice_words(cards),
    }


def dice_words(cards: Cards) -> str:
    """The dice of a draw in words: ``1D11, 1D10, 1D9``."""
    return ", ".join(f"1D{sides}" for sides in cards.dice_sides())
