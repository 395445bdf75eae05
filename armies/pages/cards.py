"""Easy Napoleonics for one army: points, catalogue, national rule, leaders, and the random cards."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armies.models import Army
from armies.pages.finding import editable, expected, may_edit, private, readable, stale
from armies.pages.rating import faces_in
from armies.rules import easy_napoleonics
from armies.rules.easy_napoleonics import card_chances, cards, catalogue
from armies.rules.nations import nations
from armies.services.assessing import Assessment
from armies.services.cards import choose, draw
from armies.services.locking import Refused, Stale
from armies.services.reading import facts_of

DICE: Final = ", ".join(f"1D{sides}" for sides in cards.dice_sides())


@require_http_methods(["GET", "HEAD", "POST"])
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """What the army costs and may cost, what could be added, and the cards drawn for it."""
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
            return stale(request, error)
        else:
            messages.success(request, entry)
            return redirect(f"{reverse('armies:points', args=[slug])}#cards")
    context = {**page_of(army), "may_edit": may_edit(request.user, army), "wrong": wrong}
    return private(render(request, "armies/points.html", context, status=422 if wrong else 200), army)


def _act(request: HttpRequest, army: Army) -> str:
    act = request.POST.get("act", "")
    expect = expected(request)
    if act == "choose":
        entry = choose(army, request.POST.get("choice", ""), by=request.user, expect=expect)
    elif act == "seed":
        entry = draw(army, by=request.user, expect=expect)
    elif act == "manual":
        faces = faces_in(request.POST.get("faces", ""))
        if not faces:
            raise Refused("faces", f"Type the dice as they fell, {DICE}: 7 2 9.")
        entry = draw(army, faces=faces, by=request.user, expect=expect)
    else:
        raise Refused("act", "Choose what is to be done.")
    return entry.words if entry else "It is so already."


def page_of(army: Army) -> dict[str, Any]:
    """What the page shows."""
    assessment = Assessment(facts_of(army))
    options = assessment.easy_options
    plain = assessment.army
    last = plain.draws[-1] if plain.draws else None
    return {
        "army": army,
        "nation": nations().get(army.nation),
        "cost": assessment.cost,
        "budget": easy_napoleonics.budget(plain, options),
        "left_words": easy_napoleonics.left_words(easy_napoleonics.budget(plain, options).value),
        "victory_points": assessment.victory_points,
        "leaders": easy_napoleonics.leaders(plain, options),
        "leader": catalogue.leader_entry(options),
        "traits": [(nations()[code], catalogue.traits(code, options)) for code in _nations(assessment)],
        **_catalogue(options),
        "draw": last,
        "earlier": [(each, [cards.card_words(card) for card in each.cards]) for each in plain.draws[:-1]],
        "hand": [(card, cards.card_words(card)) for card in last.cards] if last else [],
        "units": cards.card_units(plain, options),
        "cards_cost": cards.cards_cost(plain, options) if last else None,
        "cards_vp": cards.cards_victory_points(plain, options) if last else None,
        "choices": [(card, cards.card_words(card)) for card in cards.choices_left(last, options)] if last else [],
        "awaits": last is not None and cards.awaits_choice(last),
        "chances": card_chances.card_chances(),
        "dice": DICE,
    }


def _catalogue(options: easy_napoleonics.Options) -> dict[str, Any]:
    """The catalogue as a table: a column for each kind, armored or not, and a row for each grade."""
    entries = catalogue.catalogue(options)
    rows: dict[str, list[catalogue.Entry]] = {}
    for entry in entries:
        rows.setdefault(entry.grade, []).append(entry)
    first = next(iter(rows.values()))
    return {"kinds": first, "grades": [(grade.replace("_", " "), found) for grade, found in rows.items()]}


def _nations(assessment: Assessment) -> list[str]:
    """The nations of the army's infantry, in printed order."""
    found = dict.fromkeys(p.nation for p in assessment.places if p.element.id in assessment.easy_units)
    return [code for code in found if code in nations()]
