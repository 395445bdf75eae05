"""Setting a battle up: what is fought, by whom, by which options; and at once against the computer."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battles.engine.core import UMPIRE, SetupError
from battles.engine.overlay import OverlayError
from battles.models import Battle, Scenario
from battles.pages.finding import held, hold
from battles.pages.option_fields import OptionsFields, house_patch, laid_as_typed, table_groups
from battles.pages.setup_form import SetupForm, armies_for
from battles.services import sources
from battles.services.locking import Refused
from battles.services.making import Asked, make, usual_places
from battles.services.seating import invite
from battles.services.sources import ARMIES, NoSource, Source
from battles.services.standing import standing_of

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
    armies = armies_for(request.user) if source.kind == ARMIES else ()
    form = SetupForm(source, _sides(source), armies, request.user.is_authenticated, sent)
    patch, faults = house_patch(source.system, sent or {})
    if sent is None or not (form.is_valid() & options.is_valid()) or faults:
        return shown(request, source, form, options, faults)
    try:
        battle, _ = make(_asked(request, source, form, options.chosen(), patch))
    except OverlayError as error:
        return shown(request, source, form, options, {f"table.{error.path.removeprefix('tables.')}": error.sentence})
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return shown(request, source, form, options, faults)
    except ValueError as error:
        return shown(request, source, form, options, faults, str(error))
    return seated_at(request, battle, form.invited)


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
    said = request.POST if request.method == "POST" else laid_as_typed(sources.house_of(source))
    tables = table_groups(source.system, said, faults)
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
    """A battle against the computer, at once: the one that is named, else the first; without an account as a guest."""
    wanted = request.POST.get("from", "")
    try:
        source = sources.find(wanted, request.user) if wanted else sources.at_once()[0]
    except NoSource as error:
        return new_again(request, str(error))
    if source.kind == ARMIES:
        return new_again(request, "Choose the two armies first, then who plays.")
    asked = Asked(source=source, user=request.user, places=usual_places(source), token=token_in(request))
    try:
        battle, _ = make(asked)
    except (Refused, ValueError) as fault:
        return new_again(request, str(fault))
    return seated_at(request, battle)


def seated_at(request: HttpRequest, battle: Battle, invited: Sequence[str] = ()) -> HttpResponse:
    """To the battle, or to the page of its seats with a link for each place that is ``invited``.

    A guest's browser keeps his seat.
    """
    for seat in battle.seats.filter(guest=True, makers=True):
        hold(request, seat.pk)
    if not invited:
        return redirect(battle)
    standing = standing_of(battle, request.user, held(request))
    for seat in battle.seats.filter(place__in=invited):
        if seat.is_open and not seat.invitations.exists():  # the same form may be sent twice
            invite(standing, seat.place)
    return redirect("battles:seats", battle.slug)


def token_in(request: HttpRequest) -> UUID | None:
    """The token of the form; None where it has none."""
    try:
        return UUID(request.POST.get("token", "")[:40])
    except ValueError:
        return None


def _asked(
    request: HttpRequest, source: Source, form: SetupForm, values: dict[str, Any], patch: dict[str, Any] | None
) -> Asked:
    data = form.cleaned_data
    sides = source.system.sides
    places = {side: data[f"seat_{side}"] for side in sides}
    if data["umpire"]:
        places[UMPIRE] = data["umpire"]
    return Asked(
        source=source,
        user=request.user,
        places=places,
        title=data["title"],
        values=values,
        house=patch,
        armies={side: data[f"army_{side}"] for side in sides} if source.kind == ARMIES else {},
        cards=data.get("cards", False),
        visibility=data["visibility"],
        delay=data["delay"] or 0,
        token=token_in(request),
    )


def _sides(source: Source) -> dict[str, str]:
    """What each side is called before the battle begins."""
    if source.kind == ARMIES:
        return {side: f"side {side.upper()}" for side in source.system.sides}
    state = source.system.start(sources.setup_of(source)[0])
    return {side: source.system.side_name(state, side) for side in source.system.sides}
