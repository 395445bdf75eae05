"""The page of seats, invitations, and the links of guests' seats."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.access import private
from armies.pages.forms import LineField
from armies.services.people import display_name
from battles.engine.core import PUBLIC, UMPIRE
from battles.models import Battle, Invitation
from battles.pages.battle_page import STATUS
from battles.pages.lookup import access_to_battle, held_seats, hold_seat, post_only, release_seat
from battles.services.access import Access
from battles.services.create.battle_start import MOST_NAME, MOST_SALT
from battles.services.create.request import level_of, levels_of
from battles.services.play import invitations
from battles.services.play.lock import CannotAct, Refused
from battles.services.play.position import current_position
from battles.services.view.battle_query import shown_battle
from battles.services.view.side_identity import Identity, identities


class NameForm(forms.Form):
    """The name of a guest, and words for the dice."""

    name = LineField(label="Your name", required=False, max_length=MOST_NAME, help_text="The others see it.")
    salt = LineField(
        label="Words for the dice",
        required=False,
        max_length=MOST_SALT,
        help_text="Any words. The dice depend on them too, so nobody can choose the rolls in advance.",
    )


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of seats."""
    return shown(request, access_to_battle(request, slug))


def shown(request: HttpRequest, access: Access, message: str = "", status: int = 200) -> HttpResponse:
    """The page of seats; links and invitations appear only for users who may give them away."""
    battle = access.battle
    view = shown_battle(access, tail=1)
    sides = {each.side: each for each in view.identities}
    address = reverse("battles:battle", args=[battle.slug])
    still_open = sum(seat.is_open for seat in access.seats if seat.place != UMPIRE)
    context = {
        "look": view,
        "battle": battle,
        "standing": access,
        "rows": [row_of(request, access, seat, sides.get(seat.place)) for seat in access.seats],
        "people": invitations.people_to_ask(access) if access.own or access.is_owner else [],
        "levels": levels_of(current_position(battle).system),
        "said": message,
        "address": address,
        "next": address if still_open <= 1 else f"{address}/seats",
        "whole": request.build_absolute_uri(reverse("battles:battle", args=[battle.slug])),
        "form": NameForm(),
    }
    return private(render(request, "battles/seats.html", context, status=status), battle)


def row_of(request: HttpRequest, access: Access, seat: Any, side: Identity | None) -> dict[str, Any]:
    """The context of a seat on the page; ``side`` is None for the umpire's."""
    mine = seat.place in access.own
    may_give = (seat.is_open and bool(access.own or access.is_owner)) or mine
    links = seat.invitations.filter(used=None, ends__gt=timezone.now()) if may_give else ()
    return {
        "seat": seat,
        "name": side.name if side else "Umpire",
        "look": side.look if side else "",
        "mine": mine,
        "may_give": may_give,
        "may_sit": seat.is_open and seat.anyone and not access.own,
        "links": [(link, whole(request, "battles:join", link.token)) for link in links],
        "own_link": whole(request, "battles:own_seat", seat.token) if mine and seat.guest else "",
    }


def whole(request: HttpRequest, name: str, token: str) -> str:
    """The full address of a link."""
    return request.build_absolute_uri(reverse(name, args=[token]))


@post_only
def change(request: HttpRequest, slug: str, place: str, what: str) -> HttpResponse:
    """Carry out a form of the page of seats."""
    access = access_to_battle(request, slug)
    try:
        command = _COMMANDS.get(what)
        if command is None:
            raise Http404("There is no such form for a seat.")
        message = command(request, access, place)
    except CannotAct as error:
        return shown(request, access, str(error), STATUS[error.code])
    messages.success(request, message)
    return redirect("battles:battle" if what == "sit" else "battles:seats", access.battle.slug)


def _invite(request: HttpRequest, access: Access, place: str) -> str:
    invitation = invitations.invite(access, place, request.POST.get("whom", ""))
    if invitation.asked is not None:
        return f"{invitation.asked_name} is asked and has a notice."
    return "Invitation created. Copy its link below and send it to your opponent. It is for one person."


def _take_back(request: HttpRequest, access: Access, place: str) -> str:
    number = request.POST.get("link", "")
    invitations.revoke_invitation(access, place, int(number) if number.isdecimal() and len(number) < 12 else 0)
    return "Invitation cancelled. Its link does not work any more."


def _leave(request: HttpRequest, access: Access, place: str) -> str:
    invitations.leave_seat(access, place)
    return "You have left the seat. It is open now."


def _computer(request: HttpRequest, access: Access, place: str) -> str:
    level = level_of(current_position(access.battle).system, request.POST.get("level", ""))
    invitations.give_to_computer(access, place, level.player, level.seconds)
    return f"The computer plays this side now: {level.title}."


def _come_back(request: HttpRequest, access: Access, place: str) -> str:
    invitations.return_to_seat(access, place)
    return "The seat is yours again."


def _open(request: HttpRequest, access: Access, place: str) -> str:
    invitations.open_to_anyone(access, place, True)
    return "Anyone who sees the battle may take the seat now."


def _close(request: HttpRequest, access: Access, place: str) -> str:
    invitations.open_to_anyone(access, place, False)
    return "The seat needs an invitation now."


def _sit(request: HttpRequest, access: Access, place: str) -> str:
    form = NameForm(request.POST)
    if not form.is_valid():
        raise Refused(" ".join(str(sentence) for errors in form.errors.values() for sentence in errors))
    seat = invitations.take_seat(access, place, held_seats(request), **form.cleaned_data)
    if seat.guest:
        hold_seat(request, seat.pk)
    return "The seat is yours."


_COMMANDS: Final[dict[str, Callable[[HttpRequest, Access, str], str]]] = {
    "invite": _invite,
    "take_back": _take_back,
    "leave": _leave,
    "computer": _computer,
    "come_back": _come_back,
    "open": _open,
    "close": _close,
    "sit": _sit,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """``/b/join/<token>``: show an invitation, and accept it."""
    try:
        invitation = invitations.invitation_of(token)
        form = NameForm(request.POST if request.method == "POST" else None, initial={"name": invitation.asked_name})
        if request.method == "POST" and form.is_valid():
            data = form.cleaned_data
            seat = invitations.accept_invitation(
                token, request.user, held_seats(request), name=data["name"], salt=data["salt"]
            )
            if seat.guest:
                hold_seat(request, seat.pk)
            return redirect(seat.battle)
    except CannotAct as error:
        return render(
            request, "battles/join.html", {"refused": str(error)}, status=410 if error.code == "refused" else 409
        )
    context = asked(invitation, form)
    if invitations.is_for_other(invitation, request.user):
        context["whose"] = invitation.asked_name
    return render(request, "battles/join.html", context, status=422 if form.is_bound else 200)


def asked(invitation: Invitation, form: NameForm) -> dict[str, Any]:
    """The context of the page of an invitation; ``asks`` are who made it, or else all who have seats already."""
    seat, battle = invitation.seat, invitation.seat.battle
    people = battle.seats.filter(computer="").exclude(pk=seat.pk).exclude(name="").values_list("name", flat=True)
    asks = [display_name(invitation.by)] if invitation.by else list(people)
    return {
        "battle": battle,
        "place": place_words(battle, seat.place),
        "rules": current_position(battle).system.meta.title,
        "asks": " and ".join(asks),
        "are_many": len(asks) > 1,
        "form": form,
    }


def place_words(battle: Battle, place: str) -> str:
    """A place in words: a side with its colour and the edge that it comes from."""
    if place == UMPIRE:
        return "the umpire"
    position = current_position(battle)
    system, state = position.system, position.state
    sides = identities(system, state, system.ui.scene(system.secrets.view(state, PUBLIC)))
    return next(each.words for each in sides if each.side == place)


@never_cache
@require_safe
def own_seat(request: HttpRequest, token: str) -> HttpResponse:
    """``/b/seat/<token>``: the link of a guest's seat; this browser holds the seat from now on."""
    seat = invitations.seat_of(token)
    hold_seat(request, seat.pk)
    return redirect(seat.battle)


@post_only
def forget(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the guest's seats of a battle from this browser; the link of the seat opens it again."""
    access = access_to_battle(request, slug)
    for seat in access.seats:
        if seat.guest:
            release_seat(request, seat.pk)
    return redirect(access.battle)
