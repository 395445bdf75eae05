"""The page of a battle, its parts as they change, the guide through the first turn, and actions played on the page."""

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

from armies.pages.access import PLAY, counted_as, private
from battles.engine.codec import encode
from battles.models import Battle
from battles.pages.board import svg
from battles.pages.board.scene import Marked
from battles.pages.board.svg import moved
from battles.pages.group_panel import Together, repeated_move, with_groups
from battles.pages.lookup import access_to_battle, post_only, seated_access
from battles.pages.panel import Panel, Row, Way, panel, with_chances
from battles.services.access import Access, access_after
from battles.services.create.sources import agreed_rules, following
from battles.services.departure import battle_deletion_time
from battles.services.play import groups as play_groups
from battles.services.play.action_menu import action_of
from battles.services.play.advice import leave_to_computer
from battles.services.play.lock import CannotAct, Refused
from battles.services.play.position import setup_of, system_of
from battles.services.play.submission import submit
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle
from battles.services.view.feed_lines import last_shown

LAST_TURN: Final = 1
"""The guide ends with this turn."""

ORDER: Final = "The pale units show where each one will stand. Press the button to move them all; you can undo it."
GROUP: Final = "The whole group will follow this unit. Choose a marked place for it."
ANSWER: Final = "The rules ask you this before the game goes on. Choose one of these answers."
WEIGHED: Final = "These are the exact chances. Press the button to do it, or choose something else."
REFUSED: Final = "The rules do not allow this: the reason stands here. Choose another place; your unit stays chosen."
WAYS: Final = "Choose one of these ways. You can undo it until dice are rolled."
PLACES: Final = "Choose a marked place on the board, or let other units move along with “Move together”."
ALONE: Final = "Choose a marked place on the board, or a place in this list."


def guide_sentence(access: Access, view: ShownBattle, panel: Panel, together: Together) -> str:
    """What to do next, in one sentence; ``""`` outside the first turn of a person against the computer.

    The browser decides if this is the reader's first battle, and remembers that they left the guide.
    """
    sides = [seat for seat in access.seats if seat.place in {side.side for side in view.sides}]
    people = [seat for seat in sides if not seat.computer]
    is_first = len(sides) > 1 and len(people) == 1 and people[0].place in access.own and view.turn <= LAST_TURN
    if not is_first or view.acts_as is None or view.is_past or view.acts_as not in access.own:
        return ""
    if together.order is not None:
        return ORDER
    if panel.weighed is not None:
        return WEIGHED
    if panel.block is None:
        return view.hint or ANSWER
    if panel.reasons or panel.said:
        return REFUSED
    if panel.shown:
        return WAYS
    if together.chosen is not None:
        return GROUP
    return (PLACES if together.offered else ALONE) if panel.spots else ""


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
    view: ShownBattle = context["look"]
    context["panel"] = with_chances(view, context["panel"])
    context["again"] = repeated_move(view, context["panel"], context["together"])
    ends = battle_deletion_time(access.battle, access.seats)
    context |= {"said": message, "agreed": agreed_rules(access.battle), "ends": ends}
    response = render(request, "battles/play.html", context, status=status)
    return private(response, access.battle)


@require_safe
def panel_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The panel for the selected unit or place."""
    access = access_to_battle(request, slug)
    html = render_to_string("battles/_panel.html", panel_context(access, shown_battle(access), request.GET), request)
    return private(JsonResponse({"html": html}), access.battle)


@require_safe
def odds(request: HttpRequest, slug: str) -> HttpResponse:
    """What no click waits for: the chances of the panel's choices by their keys, the odds of its button, the last move.

    The script asks for them once the panel is shown.
    """
    access = access_to_battle(request, slug)
    view = shown_battle(access)
    context = panel_context(access, view, request.GET)
    context["panel"] = shown_panel = with_chances(view, context["panel"])
    context["again"] = repeated_move(view, shown_panel, context["together"])
    rows: tuple[Row | Way, ...] = (*shown_panel.shown, *shown_panel.spots)
    answer = {
        "chances": {row.key: row.chance for row in rows if row.key},
        "html": render_to_string("battles/_forecasts.html", context, request),
        "again": render_to_string("battles/_again.html", context, request),
    }
    return private(JsonResponse(answer), access.battle)


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
    """Play an action, given as JSON or in notation; one given as ``onward`` also ends the step after it."""

    def play(access: Access) -> Battle:
        side, typed = request.POST.get("side", ""), request.POST.get("notation", "").strip()
        # Reading the page view costs as much as the action itself, and the forms of the page do not need it.
        view = shown_battle(access, tail=1) if typed or not side else None
        side = side or (view and view.acts_as) or ""
        system = system_of(access.battle.system)
        onward = request.POST.get("onward", "")
        action = read(view, typed) if typed and view else action_of(system, onward or request.POST.get("action", ""))
        play_it = play_groups.submit_onward if onward and not typed else submit
        return play_it(access, side, action, expect=expected(request), token=token_of(request)).battle

    return done(request, slug, play)


@counted_as(PLAY)
@post_only
def together(request: HttpRequest, slug: str) -> HttpResponse:
    """Play the actions of a group, all or nothing."""

    def play(access: Access) -> Battle | str:
        system = system_of(access.battle.system)
        actions = [action_of(system, text) for text in request.POST.getlist("action")[: play_groups.MOST_MEMBERS + 1]]
        side = request.POST.get("side", "")
        if not side:
            raise Refused("This form is broken. Reload the page and send the form again.")
        battle, message = play_groups.submit_order(
            access, side, actions, expect=expected(request), token=token_of(request)
        )
        return message or battle

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
    context = panel_context(access, view, ask)
    marks = marked(view, context["panel"], f"{context['address']}?unit=")
    return context | {
        "standing": access,
        "picture": svg.picture(view.ground, view.scene, marks, view.own),
        "marked": marks,
        "ground_tag": ground_tag(view),
        "page_title": title_of(view),
        "following": following(system_of(view.facts.system), setup_of(access.battle).title) if view.is_over else None,
    }


def panel_context(access: Access, view: ShownBattle, ask: Any) -> dict[str, Any]:
    """The context of the panel alone."""
    shown_panel, groups = with_groups(view, panel(access, view, ask), ask)
    return {
        "look": view,
        "panel": shown_panel,
        "together": groups,
        "guide": guide_sentence(access, view, shown_panel, groups),
        "address": reverse("battles:battle", args=[access.battle.slug]),
        "token": uuid4(),
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
