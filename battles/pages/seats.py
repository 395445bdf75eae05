"""Who sits where: the page of the seats, invitations and the seats' own links."""

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

from armies.pages.forms import LineField
from battles.engine.core import UMPIRE
from battles.models import Battle, Seat
from battles.pages.finding import acting, held, hold, let_go, present, private
from battles.pages.play import STATUS
from battles.services import seating
from battles.services.levels import level_of, levels_of
from battles.services.locking import CannotAct, Refused
from battles.services.position import now
from battles.services.reading import look as look_at
from battles.services.standing import Standing
from battles.services.starting import MOST_NAME, MOST_SALT


class NameForm(forms.Form):
    """What a guest is called, and what anybody may add to the dice."""

    name = LineField(label="Your name", required=False, max_length=MOST_NAME, help_text="What the others read.")
    salt = LineField(
        label="Something of yours for the dice",
        required=False,
        max_length=MOST_SALT,
        help_text="Any words. The dice depend on them too, so that nobody here can have chosen how they fall.",
    )


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """The seats, and what may be done about each."""
    return shown(request, present(request, slug))


def shown(request: HttpRequest, standing: Standing, said: str = "", status: int = 200) -> HttpResponse:
    """The page; own links and invitations stand on it for those only who may give them."""
    battle = standing.battle
    look = look_at(standing, tail=1)
    names = {side.side: side.name for side in look.sides}
    address = reverse("battles:battle", args=[battle.slug])
    still_open = sum(seat.is_open for seat in standing.seats if seat.place != UMPIRE)
    context = {
        "look": look,
        "battle": battle,
        "standing": standing,
        "rows": [row_of(request, standing, seat, names.get(seat.place, "Umpire")) for seat in standing.seats],
        "levels": levels_of(now(battle).system),
        "said": said,
        "address": address,
        "next": address if still_open <= 1 else f"{address}/seats",
        "whole": request.build_absolute_uri(reverse("battles:battle", args=[battle.slug])),
        "form": NameForm(),
    }
    return private(render(request, "battles/seats.html", context, status=status), battle)


def row_of(request: HttpRequest, standing: Standing, seat: Any, name: str) -> dict[str, Any]:
    """What the page shows of a seat."""
    mine = seat.place in standing.own
    may_give = (seat.is_open and bool(standing.own or standing.is_owner)) or mine
    links = seat.invitations.filter(used=None, ends__gt=timezone.now()) if may_give else ()
    return {
        "seat": seat,
        "name": name,
        "mine": mine,
        "may_give": may_give,
        "may_sit": seat.is_open and seat.anyone and not standing.own,
        "links": [(link, whole(request, "battles:join", link.token)) for link in links],
        "own_link": whole(request, "battles:own_seat", seat.token) if mine and seat.guest else "",
    }


def whole(request: HttpRequest, name: str, token: str) -> str:
    """The whole address of a link, to be sent and scanned."""
    return request.build_absolute_uri(reverse(name, args=[token]))


@acting
def change(request: HttpRequest, slug: str, place: str, what: str) -> HttpResponse:
    """Do something about a seat."""
    standing = present(request, slug)
    try:
        deed = _DEEDS.get(what)
        if deed is None:
            raise Http404("There is no such thing to do about a seat.")
        said = deed(request, standing, place)
    except CannotAct as error:
        return shown(request, standing, str(error), STATUS[error.code])
    messages.success(request, said)
    return redirect("battles:battle" if what == "sit" else "battles:seats", standing.battle.slug)


def _invite(request: HttpRequest, standing: Standing, place: str) -> str:
    seating.invite(standing, place)
    return "The link is made. Copy it below and send it to whom you mean; it seats one."


def _take_back(request: HttpRequest, standing: Standing, place: str) -> str:
    number = request.POST.get("link", "")
    seating.take_invitation_back(standing, place, int(number) if number.isdecimal() and len(number) < 12 else 0)
    return "The link opens nothing any more."


def _leave(request: HttpRequest, standing: Standing, place: str) -> str:
    seating.leave(standing, place)
    return "You have left the seat; it is open now."


def _computer(request: HttpRequest, standing: Standing, place: str) -> str:
    level = level_of(now(standing.battle).system, request.POST.get("level", ""))
    seating.give_to_computer(standing, place, level.player, level.seconds)
    return f"The computer plays there now: {level.title}."


def _come_back(request: HttpRequest, standing: Standing, place: str) -> str:
    seating.come_back(standing, place)
    return "The seat is yours again."


def _open(request: HttpRequest, standing: Standing, place: str) -> str:
    seating.open_to_anyone(standing, place, True)
    return "Whoever sees the battle may take the seat now."


def _close(request: HttpRequest, standing: Standing, place: str) -> str:
    seating.open_to_anyone(standing, place, False)
    return "The seat is for those now whom somebody invites."


def _sit(request: HttpRequest, standing: Standing, place: str) -> str:
    form = NameForm(request.POST)
    if not form.is_valid():
        raise Refused(" ".join(str(sentence) for found in form.errors.values() for sentence in found))
    seat = seating.sit_down(standing, place, held(request), **form.cleaned_data)
    if seat.guest:
        hold(request, seat.pk)
    return "The seat is yours."


_DEEDS: Final[dict[str, Callable[[HttpRequest, Standing, str], str]]] = {
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
    """``/b/join/<token>``: be asked whether to take the seat, and take it."""
    form = NameForm(request.POST if request.method == "POST" else None)
    try:
        invitation = seating.invitation_of(token)
        if request.method == "POST" and form.is_valid():
            data = form.cleaned_data
            seat = seating.take_up(token, request.user, held(request), name=data["name"], salt=data["salt"])
            if seat.guest:
                hold(request, seat.pk)
            return redirect(seat.battle)
    except CannotAct as error:
        return render(
            request, "battles/join.html", {"refused": str(error)}, status=410 if error.code == "refused" else 409
        )
    return render(request, "battles/join.html", asked(invitation.seat, form), status=422 if form.is_bound else 200)


def asked(seat: Seat, form: NameForm) -> dict[str, Any]:
    """What the page of an invitation shows; ``asks`` are the people who sit at the battle already."""
    battle = seat.battle
    people = battle.seats.filter(computer="").exclude(pk=seat.pk).exclude(name="")
    return {
        "battle": battle,
        "place": place_words(battle, seat.place),
        "rules": now(battle).system.meta.title,
        "asks": " and ".join(people.values_list("name", flat=True)),
        "form": form,
    }


def place_words(battle: Battle, place: str) -> str:
    """What a place is called."""
    if place == UMPIRE:
        return "the umpire"
    position = now(battle)
    return str(position.system.side_name(position.state, place))


@never_cache
@require_safe
def own_seat(request: HttpRequest, token: str) -> HttpResponse:
    """``/b/seat/<token>``: a guest's own link; this browser plays there from now on."""
    seat = seating.seat_of(token)
    hold(request, seat.pk)
    return redirect(seat.battle)


@acting
def forget(request: HttpRequest, slug: str) -> HttpResponse:
    """Let this browser play at the battle no more; the seat's own link opens it again."""
    standing = present(request, slug)
    for seat in standing.seats:
        if seat.guest:
            let_go(request, seat.pk)
    return redirect(standing.battle)
