"""The page of a battle, its parts as they change, and the actions played on it."""

import hashlib
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from armies.pages.access import PLAY, counted_as
from battles.engine.codec import encode
from battles.models import Battle
from battles.pages.board import svg
from battles.pages.board.scene import Marked
from battles.pages.board.svg import moved
from battles.pages.lookup import access_to_battle, post_only, private, seated_access
from battles.pages.panel import Panel, panel
from battles.services.access import Access, access_after
from battles.services.create.sources import agreed_rules
from battles.services.play.action_menu import action_of
from battles.services.play.advice import leave_to_computer
from battles.services.play.lock import CannotAct, Refused
from battles.services.play.position import system_of
from battles.services.play.submission import submit
from battles.services.retention import battle_deletion_time
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle
from battles.services.view.feed_lines import last_shown

JSON: Final = "application/json"
PARTS: Final = {"strip": "strip", "panel": "panel", "log": "log", "acts": "acts", "board-off": "board_off"}
"""The parts of the page that change with an action, besides the board: their ids and templates."""
STATUS: Final = {"stale": 409, "refused": 422, "not_yours": 403, "over": 409, "paused": 409}
"""The HTTP status of a refusal, by its code."""


@require_safe
@ensure_csrf_cookie
def battle(request: HttpRequest, slug: str) -> HttpResponse:
    """The battle page: the board, the panel, the log. Spectators get no buttons."""
    return page(request, access_to_battle(request, slug))


def page(request: HttpRequest, access: Access, message: str = "", status: int = 200) -> HttpResponse:
    """The whole page; ``message`` says what was wrong with the form."""
    context = context_of(access, request, request.GET)
    ends = battle_deletion_time(access.battle, access.seats)
    context |= {"said": message, "agreed": agreed_rules(access.battle), "ends": ends}
    response = render(request, "battles/play.html", context, status=status)
    return private(response, access.battle)


@require_safe
def panel_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The panel for the selected unit or place."""
    access = access_to_battle(request, slug)
    html = render_to_string("battles/_panel.html", context_of(access, request, request.GET), request)
    return private(JsonResponse({"html": html}), access.battle)


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Every part of the page that changes; 204 if the reader's feed has no lines after ``n``."""
    access = access_to_battle(request, slug)
    if str(last_shown(access)) == request.GET.get("n", ""):
        return HttpResponse(status=204)
    picked = {name: request.GET[name] for name in ("unit", "at") if name in request.GET}
    return private(JsonResponse(parts(request, context_of(access, request, picked))), access.battle)


@counted_as(PLAY)
@post_only
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Play an action, given as JSON or in notation."""

    def play(access: Access) -> Battle:
        side, typed = request.POST.get("side", ""), request.POST.get("notation", "").strip()
        # Reading the page view costs as much as the action itself, and the forms of the page do not need it.
        view = shown_battle(access, tail=1) if typed or not side else None
        side = side or (view and view.acts_as) or ""
        system = system_of(access.battle.system)
        action = read(view, typed) if typed and view else action_of(system, request.POST.get("action", ""))
        return submit(access, side, action, expect=expected(request), token=token_of(request)).battle

    return done(request, slug, play)


@counted_as(PLAY)
@post_only
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the computer decide until the step of the turn is finished."""

    def work(access: Access) -> None:
        leave_to_computer(access, expect=expected(request), token=token_of(request))

    return done(request, slug, work)


def read(view: ShownBattle, typed: str) -> Any:
    """The action of a notation. Raises `Refused` if it cannot be read."""
    try:
        return view.read_notation(typed)
    except ValueError as error:
        raise Refused(str(error), "notation") from None


def done(request: HttpRequest, slug: str, work: Callable[[Access], str | Battle | None]) -> HttpResponse:
    """Do ``work`` and show the battle after it; for a script only the parts.

    Args:
        work: returns a message, or the battle's row after it if no seat has changed, which is then not read again.
    """
    access = seated_access(request, slug)
    message, status, after = "", 200, None
    try:
        result = work(access)
        message, after = (result or "", None) if isinstance(result, str | None) else ("", result)
    except CannotAct as error:
        message, status = str(error), STATUS[error.code]
    if status == 200 and request.accepts("text/html"):
        return redirect(access.battle)
    access = access_to_battle(request, slug) if after is None else access_after(access, after)
    if request.accepts("text/html"):
        return page(request, access, message, status)
    answer = parts(request, context_of(access, request, {}))
    if message:
        answer["said"] = message
    return private(JsonResponse(answer, status=status), access.battle)


def parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page by their ids."""
    view: ShownBattle = context["look"]
    html = {name: render_to_string(f"battles/_{file}.html", context, request) for name, file in PARTS.items()}
    return {
        "n": view.n,
        "viewer": view.viewer,
        "title": context["page_title"],
        "awaited": bool(view.may_act),
        "ground": context["ground_tag"],
        "parts": {**html, "scene": moved(view.ground, view.scene, context["marked"])},
    }


def context_of(access: Access, request: HttpRequest, ask: Any) -> dict[str, Any]:
    """The context of the page and its parts."""
    view = shown_battle(access)
    shown_panel = panel(access, view, ask)
    address = reverse("battles:battle", args=[access.battle.slug])
    marks = marked(view, shown_panel, f"{address}?unit=")
    return {
        "look": view,
        "standing": access,
        "panel": shown_panel,
        "picture": svg.picture(view.ground, view.scene, marks, view.own),
        "marked": marks,
        "ground_tag": ground_tag(view),
        "address": address,
        "token": uuid4(),
        "page_title": title_of(view),
    }


def marked(view: ShownBattle, shown_panel: Panel, address: str) -> Marked:
    """The marks of the panel on the board, and the recent moves."""
    return Marked(
        address=address,
        selected=shown_panel.unit,
        areas=shown_panel.areas,
        targets=shown_panel.targets,
        recent=view.recent.moves,
        traces=view.recent.traces,
        reaches=shown_panel.reaches or (),
    )


def ground_tag(view: ShownBattle) -> str:
    """A digest of the ground, which differs for every ground."""
    return hashlib.blake2b(encode(view.ground), digest_size=8).hexdigest()


def title_of(view: ShownBattle) -> str:
    """The title of the browser window."""
    return f"{view.facts.title}, turn {view.turn} · Muster" if view.turn else f"{view.facts.title} · Muster"


def expected(request: HttpRequest) -> int | None:
    """The log line at which a form was made; None if it names none.

    Raises:
        Refused: it is no line number.
    """
    text = request.POST.get("expect", "")
    if not text:
        return None
    if not (text.isascii() and text.removeprefix("-").isdecimal()) or len(text) > 9:
        raise Refused("This form is broken. Reload the page and send the form again.")
    return int(text)


def token_of(request: HttpRequest) -> UUID:
    """The token of a form.

    Raises:
        Refused: it has none.
    """
    try:
        return UUID(request.POST.get("token", ""))
    except ValueError:
        raise Refused("This form is broken. Reload the page and send the form again.") from None
