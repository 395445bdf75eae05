"""Undo, resign, draw, pause and standing orders."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armies.pages.access import MAKING, PLAY, counted_as, private
from battles.pages.battle_page import STATUS, done, expected, token_of
from battles.pages.forms import OPTION, OptionsFields
from battles.pages.lookup import post_only, seated_access
from battles.services.access import Access
from battles.services.jobs import computer_turns
from battles.services.play import game_controls, submission
from battles.services.play.lock import CannotAct, NotYours, Refused
from battles.services.view.battle_query import shown_battle

ANSWERS = ("accept", "decline", "withdraw")


def side_of(request: HttpRequest, access: Access) -> str:
    """The side that a form names, else the user's own."""
    return request.POST.get("side", "") or (access.seat.place if access.seat else "")


@counted_as(PLAY)
@post_only
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the user's last action at once."""

    def work(access: Access) -> None:
        token = token_of(request)
        game_controls.undo_action(access, side_of(request, access), expect=expected(request), token=token)

    return done(request, slug, work)


@counted_as(PLAY)
@post_only
def takeback(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the opponent to agree to an undo."""

    def work(access: Access) -> str:
        offer = game_controls.ask_to_undo(access, side_of(request, access), expect=expected(request))
        return "Undone." if offer is None else "Your opponent is asked to agree."

    return done(request, slug, work)


@counted_as(PLAY)
@post_only
def resign(request: HttpRequest, slug: str) -> HttpResponse:
    """Resign."""

    def work(access: Access) -> None:
        game_controls.resign(access, side_of(request, access), token=token_of(request))

    return done(request, slug, work)


@counted_as(PLAY)
@post_only
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a draw, or agree to one."""

    def work(access: Access) -> str:
        offer = game_controls.offer_draw(access, side_of(request, access), expect=expected(request))
        return "The draw is agreed." if offer is None else "You have offered a draw."

    return done(request, slug, work)


@counted_as(PLAY)
@post_only
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept or decline an offer, or withdraw the user's own."""

    def work(access: Access) -> None:
        key, reply = request.POST.get("offer", "")[:40], request.POST.get("answer", "")
        if reply not in ANSWERS:
            raise Refused("Answer the offer with one of its buttons: agree, decline or withdraw.", "answer")
        if reply == "withdraw":
            game_controls.withdraw(access, key)
        else:
            game_controls.answer(access, key, accept=reply == "accept")

    return done(request, slug, work)


@counted_as(PLAY)
@post_only
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause the battle."""
    return done(request, slug, game_controls.pause)


@counted_as(PLAY)
@post_only
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Resume a paused battle."""
    return done(request, slug, game_controls.resume)


@counted_as(*MAKING)
@post_only
def try_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a failed computer player try again."""
    return done(request, slug, computer_turns.retry_failed)


SKIPS: Final = "From now on you are not asked about this. You can change it under “Standing orders” below the board."


@counted_as(PLAY)
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, slug: str, side: str) -> HttpResponse:
    """Read and give the standing orders of a side."""
    access = seated_access(request, slug)
    try:
        specs, current = submission.orders_of(access, side)
    except NotYours as error:
        raise Http404(str(error)) from None
    form = OptionsFields(specs, current, request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _shown(request, access, side, form)
    if not form.is_valid():
        return _shown(request, access, side, form, status=422)
    try:
        submission.give(access, side, {name: form.cleaned_data[OPTION + name] for name in specs})
    except CannotAct as error:
        return _shown(request, access, side, form, str(error), STATUS[error.code])
    messages.success(request, "Standing orders saved.")
    return redirect("battles:battle", slug)


@post_only
def skip(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the standing order that skips the present decision, from the panel."""

    def work(access: Access) -> str:
        submission.skip(access, side_of(request, access), request.POST.get("order", ""))
        if request.accepts("text/html"):
            messages.success(request, SKIPS)
        return SKIPS

    return done(request, slug, work)


def _shown(
    request: HttpRequest, access: Access, side: str, form: OptionsFields, message: str = "", status: int = 200
) -> HttpResponse:
    view = shown_battle(access, tail=1)
    context = {
        "look": view,
        "name": next(each.name for each in view.sides if each.side == side),
        "fields": [form[name] for name in form.fields],
        "said": message,
        "address": reverse("battles:battle", args=[access.battle.slug]),
    }
    return private(render(request, "battles/orders.html", context, status=status), access.battle)
