"""The page of a battle, its parts as they change, the guide through the first turn, and actions played on the page."""

import hashlib
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from msgspec import Struct
from msgspec.structs import replace

from armies.pages.access import PLAY, counted_as, private
from battles.engine.codec import encode
from battles.models import Battle
from battles.pages.board import svg
from battles.pages.board.scene import Marked
from battles.pages.board.svg import moved
from battles.pages.board.unit_blocks import of_choices
from battles.pages.lookup import access_to_battle, post_only, seated_access
from battles.pages.panel import MOST_ASKED, Panel, Row, Way, panel, with_chances
from battles.services.access import Access, access_after
from battles.services.create.sources import agreed_rules, following
from battles.services.departure import battle_deletion_time
from battles.services.jobs.computer_turns import leave_to_computer
from battles.services.play import action_menu, groups
from battles.services.play.action_menu import action_of
from battles.services.play.groups import GroupOrder, UnitGroup
from battles.services.play.lock import CannotAct, Refused
from battles.services.play.position import setup_of, system_of
from battles.services.play.submission import submit
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle
from battles.services.view.feed_lines import last_shown

WITH_NOBODY: Final = "alone"
"""The value of ``with`` for the unit alone."""


LAST_TURN: Final = 1
"""The guide ends with this turn."""
ORDER: Final = "The pale units show where each one will stand. Press the button to move them all; you can undo it."
GROUP: Final = "The whole group will follow this unit. Choose a marked place for it."
ANSWER: Final = "The rules ask you this before the game goes on. Choose one of these answers."
WEIGHED: Final = "These are the exact chances. Press the button to do it, or choose something else."
REFUSED: Final = "The rules do not allow this: the reason stands here. Choose another place; your unit stays chosen."
WAYS: Final = "Choose one of these ways. You can undo it until dice are rolled."
PLACES: Final = "Choose a marked place on the board. “Move together” takes other units along."
ALONE: Final = "Choose a marked place on the board, or a place in this list."
AIM: Final = "Choose a marked target on the board, or one in this list."
JSON: Final = "application/json"
PARTS: Final = {"strip": "strip", "panel": "panel", "log": "log", "acts": "acts", "board-off": "board_off"}
"""The parts of the page that change with an action, besides the board: their ids and templates."""
STATUS: Final = {"stale": 409, "refused": 422, "not_yours": 403, "over": 409, "paused": 409}
"""The HTTP status of a refusal, by its code."""


class Together(Struct, frozen=True, kw_only=True):
    """What the panel shows of groups: the groups of the unit with their queries, the chosen one, its order."""

    offered: tuple[tuple[UnitGroup, str], ...] = ()
    chosen: UnitGroup | None = None
    alone: str = ""
    order: GroupOrder | None = None
    may_repeat: bool = False
    """True if the unit or its group can move and no order is being given: it may repeat the last move."""
    lead: str = ""
    """What the unit that the others follow does."""
    others_stay: bool = False
    """True if to finish the step means that all units that have not moved stay."""

    @property
    def key(self) -> str:
        """The chosen group's key, ``""`` for none."""
        return self.chosen.key if self.chosen else ""


def with_groups(view: ShownBattle, panel: Panel, ask: Any) -> tuple[Panel, Together]:
    """The panel with the groups of its unit.

    Parameters of the query: ``with``, the group; ``lead``, the action that the others follow.
    """
    able = () if view.acts_as is None else panel.movable
    rest = bool(able) and len(panel.docked) == 1 and _moves_now(view, able)
    if panel.block is None or panel.unit not in able or panel.weighed or not panel.poses.data:
        return panel, Together(others_stay=rest)
    offered = groups.groups_of(view, panel.unit, able)
    chosen = next((group for group in offered if group.key == ask.get("with", "")), None)
    together = Together(
        others_stay=rest,
        offered=tuple((group, _query(panel, group.key)) for group in offered if group != chosen),
        chosen=chosen,
        alone=_query(panel, WITH_NOBODY),
        may_repeat=True,
    )
    if chosen is None:
        return panel, together
    panel = replace(panel, spots=tuple(replace(way, query=f"{way.query}&with={chosen.key}") for way in panel.spots))
    lead = ask.get("lead", "")[:MOST_ASKED] or (panel.shown[0].choice.text if panel.at and panel.shown else "")
    return _ordered(view, panel, together, chosen, lead) if lead else (panel, together)


def _moves_now(view: ShownBattle, able: tuple[str, ...]) -> bool:
    """True if the units that can act can move: the first action of a unit moves its block."""
    units = {block.key for block in view.scene.blocks if block.key in able and block.shape != "leader"}
    first = next((option for option in view.options if option.actor in units and not option.seldom), None)
    action = next(iter(first.actions), None) if first else None
    return action is not None and bool(view.preview_blocks([action])[0])


def _ordered(
    view: ShownBattle, panel: Panel, together: Together, chosen: UnitGroup, lead: str
) -> tuple[Panel, Together]:
    """The panel of an order: every way is drawn, and one form sends all actions."""
    choice = action_menu.legal_choice(view, lead)
    shift = groups.shift_of(view, action_of(system_of(view.facts.system), lead)) if choice else None
    if choice is None or shift is None:
        return panel, together
    order = groups.order(view, chosen.units, shift)
    moved = (block for move in order.moves for block in move.blocks)
    blocks = tuple(sorted(moved, key=lambda block: block.key != panel.unit))
    poses = of_choices((replace(choice, preview_blocks=blocks),)) if blocks else panel.poses
    panel = replace(panel, shown=(), spots=(), reasons=(), said="", poses=poses)
    return panel, replace(together, order=order, may_repeat=False, lead=choice.words)


def repeated_move(view: ShownBattle, panel: Panel, together: Together) -> GroupOrder | None:
    """The last move repeated with the unit or its group; None if there was none or nobody can follow."""
    shift = view.recent.shift if together.may_repeat else None
    order = groups.order(view, together.chosen.units if together.chosen else (panel.unit,), shift) if shift else None
    return order if order and order.moves else None


def _query(panel: Panel, key: str) -> str:
    """The query of the panel with a group."""
    words = {"unit": panel.unit, "at": panel.at, "with": key}
    return urlencode({name: value for name, value in words.items() if value})


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
    if panel.block is None or panel.idle:
        return view.hint or ANSWER
    if panel.reasons or panel.said:
        return REFUSED
    if panel.shown:
        return WAYS
    if together.chosen is not None:
        return GROUP
    if not panel.spots:
        return ""
    return AIM if panel.is_aimed else PLACES if together.offered else ALONE


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
        play_it = groups.submit_onward if onward and not typed else submit
        return play_it(access, side, action, expect=expected(request), token=token_of(request)).battle

    return done(request, slug, play)


@counted_as(PLAY)
@post_only
def together(request: HttpRequest, slug: str) -> HttpResponse:
    """Play the actions of a group, all or nothing."""

    def play(access: Access) -> Battle | str:
        system = system_of(access.battle.system)
        actions = [action_of(system, text) for text in request.POST.getlist("action")[: groups.MOST_MEMBERS + 1]]
        side = request.POST.get("side", "")
        if not side:
            raise Refused("This form is broken. Reload the page and send the form again.")
        battle, message = groups.submit_order(access, side, actions, expect=expected(request), token=token_of(request))
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
