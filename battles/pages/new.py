"""Setting a battle up: what is fought, by whom, by which options; and at once against the computer."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.models import Army
from battles.engine.core import UMPIRE, SetupError
from battles.engine.overlay import OverlayError
from battles.models import Battle, Scenario
from battles.pages.finding import hold
from battles.pages.option_fields import OptionsFields, house_patch, table_groups
from battles.pages.setup_form import COMPUTER, INVITE, ME, OPEN, SetupForm, armies_for
from battles.services import sources
from battles.services.levels import USUAL, computer_at
from battles.services.locking import Refused
from battles.services.sources import ARMIES, NoSource, Source
from battles.services.starting import NewBattle, Sitting, start

MOST_DRAWN: Final = 30
"""Drawn scenarios that are offered to make a battle from."""


@require_safe
def new(request: HttpRequest, wrong: str = "") -> HttpResponse:
    """What a battle may be made from."""
    systems = [
        (system, sources.shipped(system), [sources.sample(system), sources.of_armies(system)])
        for system in sources.playable()
    ]
    drawn = [sources.drawn(row) for row in Scenario.objects.listed_for(request.user)[:MOST_DRAWN]]
    context = {"systems": systems, "drawn": drawn, "wrong": wrong}
    return render(request, "battles/new.html", context, status=404 if wrong else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Who plays, by which options; then the battle."""
    sent = request.POST if request.method == "POST" else None
    try:
        source = sources.find((sent or request.GET).get("from", ""), request.user)
        options = OptionsFields(source.system.meta.options, sources.options_of(source), sent)
    except NoSource as error:
        return new_again(request, str(error))
    except SetupError as error:
        return new_again(request, f"This scenario has a fault. {error}")
    form = SetupForm(source, _sides(source), armies_for(request.user) if source.kind == ARMIES else (), sent)
    patch, faults = house_patch(source.system, sent or {})
    if sent is None or not (form.is_valid() & options.is_valid()) or faults:
        return shown(request, source, form, options, faults)
    try:
        battle = start(_new_battle(request, source, form, options.chosen(), patch))
    except OverlayError as error:
        return shown(request, source, form, options, {f"table.{error.path.removeprefix('tables.')}": error.sentence})
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return shown(request, source, form, options, faults)
    except ValueError as error:
        return shown(request, source, form, options, faults, str(error))
    return seated_at(request, battle, invites=INVITE in form.cleaned_data.values())


def new_again(request: HttpRequest, sentence: str) -> HttpResponse:
    """The choice once more, with what was wrong with the last one."""
    request.method = "GET"
    return new(request, sentence)


def shown(
    request: HttpRequest,
    source: Source,
    form: SetupForm,
    options: OptionsFields,
    faults: dict[str, str],
    wrong: str = "",
) -> HttpResponse:
    """The form; 422 where it was sent."""
    sent = request.POST if request.method == "POST" else QueryDict()
    tables = table_groups(source.system, sent, faults)
    first = ["title", *form.army_fields, *form.seats, "umpire"]
    context = {
        "source": source,
        "form": form,
        "first": [form[name] for name in first],
        "watching": [form["visibility"], form["delay"]],
        "options": options,
        "tables": tables,
        "laid": sum(group.changed for group in tables),
        "wrong": wrong,
    }
    return render(request, "battles/setup.html", context, status=422 if request.method == "POST" else 200)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """A battle against the computer, at once; who is not signed in plays as a guest."""
    source = sources.first()
    first, *others = source.system.sides
    sittings = (me(request, first), *(computer_at(side, USUAL) for side in others))
    made = NewBattle(
        system=source.system,
        setup=sources.setup_of(source)[0],
        title=source.title,
        sittings=sittings,
        owner=request.user if request.user.is_authenticated else None,
    )
    try:
        battle = start(made)
    except Refused as refused:
        return new_again(request, str(refused))
    return seated_at(request, battle)


def seated_at(request: HttpRequest, battle: Battle, *, invites: bool = False) -> HttpResponse:
    """To the battle, or to the page of its seats where links have to be sent; a guest's browser keeps his seat."""
    for seat in battle.seats.filter(guest=True, user=None):
        hold(request, seat.pk)
    return redirect("battles:seats", battle.slug) if invites else redirect(battle)


def me(request: HttpRequest, place: str) -> Sitting:
    """The one who asks, as a user or as a guest."""
    if request.user.is_authenticated:
        return Sitting(place=place, user=request.user, name=request.user.get_full_name())
    return Sitting(place=place, guest=True)


def _sitting(request: HttpRequest, place: str, who: str) -> Sitting:
    if who == ME:
        return me(request, place)
    if who.startswith(COMPUTER):
        return computer_at(place, who.removeprefix(COMPUTER))
    return Sitting(place=place, anyone=who == OPEN)


def _new_battle(
    request: HttpRequest, source: Source, form: SetupForm, values: dict[str, Any], patch: dict[str, Any]
) -> NewBattle:
    data = form.cleaned_data
    armies = _armies(request, source, data)
    made, _ = sources.configured(source, values, patch, armies, cards=data.get("cards", False))
    title = data["title"] or " against ".join(army.name for army in armies or ())
    places = {side: data[f"seat_{side}"] for side in source.system.sides}
    if data["umpire"]:
        places[UMPIRE] = data["umpire"]
    return NewBattle(
        system=source.system,
        setup=made,
        title=title[:120],
        sittings=tuple(_sitting(request, place, who) for place, who in places.items()),
        visibility=data["visibility"],
        delay=data["delay"] or 0,
        owner=request.user if request.user.is_authenticated else None,
    )


def _armies(request: HttpRequest, source: Source, data: dict[str, Any]) -> tuple[Army, Army] | None:
    if source.kind != ARMIES:
        return None
    a, b = (Army.objects.readable_by(request.user).get(slug=data[f"army_{side}"]) for side in source.system.sides)
    return a, b


def _sides(source: Source) -> dict[str, str]:
    """What each side is called before the battle begins."""
    if source.kind == ARMIES:
        return {side: f"side {side.upper()}" for side in source.system.sides}
    state = source.system.start(sources.setup_of(source)[0])
    return {side: source.system.side_name(state, side) for side in source.system.sides}
