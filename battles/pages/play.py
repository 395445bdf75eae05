"""A battle's page, its parts as they change, and what is done on it."""

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

from battles.engine.codec import encode
from battles.pages import board
from battles.pages.board_scene import Marked
from battles.pages.board_svg import moved
from battles.pages.finding import acting, present, private, seated
from battles.pages.panel import Panel, panel
from battles.services.acting import action_of
from battles.services.advising import leave_to_computer
from battles.services.agreeing import agreed
from battles.services.lines import last_shown
from battles.services.locking import CannotAct, Refused
from battles.services.look import Look
from battles.services.position import system_of
from battles.services.reading import look as look_at
from battles.services.standing import Standing
from battles.services.submitting import submit

JSON: Final = "application/json"
PARTS: Final = {"strip": "strip", "panel": "panel", "log": "log", "acts": "acts", "board-off": "board_off"}
"""What changes with an action beside the board: the id of its place, and its template."""
STATUS: Final = {"stale": 409, "refused": 422, "not_yours": 403, "over": 409, "paused": 409}
"""The answer to what is not done, by the word for why."""


@require_safe
@ensure_csrf_cookie
def battle(request: HttpRequest, slug: str) -> HttpResponse:
    """The page: the board, the panel, the log. Whoever only watches has no buttons."""
    return page(request, present(request, slug))


def page(request: HttpRequest, standing: Standing, said: str = "", status: int = 200) -> HttpResponse:
    """The whole page; ``said`` is what was wrong with what was sent."""
    context = context_of(standing, request, request.GET)
    context |= {"said": said, "agreed": agreed(standing.battle)}
    response = render(request, "battles/play.html", context, status=status)
    return private(response, standing.battle)


@require_safe
def panel_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The panel for what is picked."""
    standing = present(request, slug)
    html = render_to_string("battles/_panel.html", context_of(standing, request, request.GET), request)
    return private(JsonResponse({"html": html}), standing.battle)


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Every part of the page that changes; 204 where the reader's feed has not moved on from ``n``."""
    standing = present(request, slug)
    if str(last_shown(standing)) == request.GET.get("n", ""):
        return HttpResponse(status=204)
    picked = {name: request.GET[name] for name in ("unit", "at") if name in request.GET}
    return private(JsonResponse(parts(request, context_of(standing, request, picked))), standing.battle)


@acting
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Play an action, given as JSON or in its short form."""

    def play(standing: Standing) -> None:
        side, typed = request.POST.get("side", ""), request.POST.get("notation", "").strip()
        # A look costs as much as the action itself, and the forms of the page need none.
        look = look_at(standing, tail=1) if typed or not side else None
        side = side or (look and look.acts_as) or ""
        system = system_of(standing.battle.system)
        action = read(look, typed) if typed and look else action_of(system, request.POST.get("action", ""))
        submit(standing, side, action, expect=expected(request), token=token_of(request))

    return done(request, slug, play)


@acting
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the computer decide until the step of the turn is done."""

    def work(standing: Standing) -> None:
        leave_to_computer(standing, expect=expected(request), token=token_of(request))

    return done(request, slug, work)


def read(look: Look, typed: str) -> Any:
    """The action of a short form."""
    try:
        return look.read_notation(typed)
    except ValueError as error:
        raise Refused(str(error), "notation") from None


def done(request: HttpRequest, slug: str, work: Callable[[Standing], str | None]) -> HttpResponse:
    """Do ``work`` and show the battle as it stands then, with what ``work`` says; for a script the parts alone."""
    standing = seated(request, slug)
    said, status = "", 200
    try:
        said = work(standing) or ""
    except CannotAct as error:
        said, status = str(error), STATUS[error.code]
    if status == 200 and request.accepts("text/html"):
        return redirect(standing.battle)
    standing = present(request, slug)
    if request.accepts("text/html"):
        return page(request, standing, said, status)
    answer = parts(request, context_of(standing, request, {}))
    if said:
        answer["said"] = said
    return private(JsonResponse(answer, status=status), standing.battle)


def parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page by the id of their place."""
    look: Look = context["look"]
    found = {name: render_to_string(f"battles/_{file}.html", context, request) for name, file in PARTS.items()}
    return {
        "n": look.n,
        "viewer": look.viewer,
        "title": context["page_title"],
        "awaited": bool(look.may_act),
        "ground": context["ground_tag"],
        "parts": {**found, "scene": moved(look.ground, look.scene, context["marked"])},
    }


def context_of(standing: Standing, request: HttpRequest, ask: Any) -> dict[str, Any]:
    """What the page and its parts show."""
    look = look_at(standing)
    found = panel(standing, look, ask)
    address = reverse("battles:battle", args=[standing.battle.slug])
    marks = marked(look, found, f"{address}?unit=")
    return {
        "look": look,
        "standing": standing,
        "panel": found,
        "picture": board.picture(look.ground, look.scene, marks, look.own),
        "marked": marks,
        "ground_tag": ground_tag(look),
        "address": address,
        "token": uuid4(),
        "page_title": title_of(look),
    }


def marked(look: Look, found: Panel, address: str) -> Marked:
    """What the panel marks on the board, and what has moved."""
    return Marked(
        address=address,
        selected=found.unit,
        areas=found.areas,
        targets=found.targets,
        recent=look.recent.moves,
        traces=look.recent.traces,
        reaches=found.reaches or (),
    )


def ground_tag(look: Look) -> str:
    """A word for the ground as it is drawn: another word, another ground."""
    return hashlib.blake2b(encode(look.ground), digest_size=8).hexdigest()


def title_of(look: Look) -> str:
    """The title of the window."""
    return f"{look.facts.title}, turn {look.turn} · Muster" if look.turn else f"{look.facts.title} · Muster"


def expected(request: HttpRequest) -> int | None:
    """The line that a form was made at; None where it says none.

    Raises:
        Refused: it says something that is no line.
    """
    text = request.POST.get("expect", "")
    if not text:
        return None
    if not (text.isascii() and text.removeprefix("-").isdecimal()) or len(text) > 9:
        raise Refused("The form has lost its place in the battle. Load the page again, then send it once more.")
    return int(text)


def token_of(request: HttpRequest) -> UUID:
    """The token of a form.

    Raises:
        Refused: it has none.
    """
    try:
        return UUID(request.POST.get("token", ""))
    except ValueError:
        raise Refused("The form has lost its token. Load the page again, then send it once more.") from None
