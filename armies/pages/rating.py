"""Rating the commanders of an army."""

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
from armies.pages.army import commander_rows
from armies.pages.finding import editable, expected, stale
from armies.rules import facts, mini_nap
from armies.services.assessing import Assessment
from armies.services.locking import Refused, Stale
from armies.services.rating import rate, rate_all
from armies.services.reading import facts_of


@require_POST
def everyone(request: HttpRequest, slug: str) -> HttpResponse:
    """Throw for all who have no rating. Who must sign in first comes back to the army, where the button is."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:army", args=[slug]))
    army = editable(request, slug)
    try:
        made = rate_all(army, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(f"{reverse('armies:army', args=[slug])}#commanders")
    if made:
        messages.success(request, f"Thrown for {len(made)} commanders.")
    else:
        messages.info(request, "Every commander has a rating already.")
    return redirect(f"{reverse('armies:army', args=[slug])}#commanders")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """One commander: his throws so far, the table, and three ways to rate him."""
    army = editable(request, slug)
    wrong: Refused | None = None
    if request.method == "POST":
        try:
            place, made = rate(
                army,
                str(element),
                source=request.POST.get("source", ""),
                faces=faces_in(request.POST.get("faces", "")),
                rating=request.POST.get("rating", ""),
                by=request.user,
                expect=expected(request),
            )
        except Refused as refused:
            wrong = refused
        except Stale as error:
            return stale(request, error)
        else:
            messages.success(request, f"{place.element.commander or place.element.name}: {made.rating}.")
            return redirect(reverse("armies:rate", args=[slug, element]))
    return render(request, "armies/rate.html", context_of(army, str(element), wrong), status=422 if wrong else 200)


def faces_in(text: str) -> tuple[int, ...]:
    """The faces somebody typed: ``3 5``, ``3,5`` or ``35``; the rules judge them."""
    found = re.findall(r"\d+", text[:20])
    if len(found) == 1 and len(found[0]) == 2:
        found = list(found[0])
    return tuple(int(face[:3]) for face in found)


def context_of(army: Army, element: str, wrong: Refused | None) -> dict[str, Any]:
    """The commander's row with the table that his nation throws on."""
    assessment = Assessment(facts_of(army))
    place = next((p for p in assessment.places if p.element.id == element), None)
    row = next((row for row in commander_rows(army, assessment) if row["element"].id == element), None)
    if row is None or place is None:
        raise Http404("Only the commanders of corps and divisions have a rating.")
    nation = mini_nap.command_nation(place, assessment.army)
    return {
        "army": army,
        "row": row,
        "throws": row["element"].throws,
        "table": mini_nap.rating_table(row["level"], nation, assessment.mini_nap_options),
        "modifier": mini_nap.modifier(row["level"], nation),
        "ratings": facts.COMMANDER_RATINGS,
        "by_dice": assessment.mini_nap_options.commander_ratings == "roll",
        "wrong": wrong,
    }
