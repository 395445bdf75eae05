"""The page of a campaign: map, forces, orders, and the end of a turn; the diary and the states of forces."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.pages.access import private
from campaign.models import CampaignEntry, CampaignStatus
from campaign.models.war import UMPIRE
from campaign.war.drawing.pieces import march_line, tracks
from campaign.war.order_preview import present_order
from campaign.war.pages.lookup import access_to_campaign, player_access, side_of, version_for
from campaign.war.pages.order_form import OrderForm, first_values
from campaign.war.rules.order_values import Leg
from campaign.war.rules.state import CampaignState, Force
from campaign.war.services import departure, desk, ledger, messages, orders, turns
from campaign.war.services.access import CampaignAccess, access_after
from campaign.war.services.engagements import fights
from campaign.war.services.lock import CannotAct
from campaign.war.situation import Situation, formations_of, situation_of
from campaign.war.story import TurnStory, stories
from campaign.war.words import deadline_words, leg_sentence, order_sentence, time_words

MOST_NEWS = 20
KEPT = ("pace", "posture", "support")
"""What a tap on a place keeps of a march in the form."""


@never_cache
@require_safe
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>``: the map and the orders of the turn."""
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    if not side:
        context = head_of(access, state, "") | {"news": messages.readable(access)[:MOST_NEWS]}
        return private(render(request, "war/closed.html", context), access.campaign)
    situation = situation_of(access, state, side)
    context = head_of(access, state, side) | {"situation": situation, **_order_part(request, situation)}
    if access.campaign.is_over:
        entries = ledger.entries_of(access.campaign)
        context["tracks"] = tracks(situation.ground.sheet, ledger.start_of(access.campaign), entries)
    context["morning"] = _morning(request, access, state, side)
    context["ends"] = departure.deletion_time(access.campaign, access.seats)
    context["fights"] = _fights(access, state, side)
    return private(render(request, "war/campaign.html", context), access.campaign)


def head_of(access: CampaignAccess, state: CampaignState, side: str) -> dict[str, Any]:
    """What every page of a campaign shows: time, turn, who has sent orders, and what the visitor may do."""
    setup = state.setup
    hours = setup.settings.turn_hours * 60
    return {
        "campaign": access.campaign,
        "access": access,
        "n": version_for(access),
        "people": [(seat, seat.ready >= state.turn) for seat in access.people],
        "is_sent": all(seat.ready >= state.turn for seat in access.mine if seat.side != UMPIRE),
        "waiting": desk.waiting(access.campaign, access.seats),
        "deadline": deadline_words(access.campaign),
        "side": next((row for row in setup.sides if row.key == side), None),
        "sides": setup.sides,
        "sees_all": access.sees_all,
        "plays": side in access.sides,
        "turn": state.turn,
        "turns": -(-(setup.end - setup.start) // hours),
        "now": time_words(setup, state.time),
        "weather": state.weather,
        "waits": access.campaign.status == CampaignStatus.ORDERS,
        "verdict": state.verdict,
        "result": _result(access, state) if state.verdict else {},
        "points": [(row.name, state.verdict.points.get(row.key, 0)) for row in setup.sides if row.key == row.alliance]
        if state.verdict
        else (),
    }


def _result(access: CampaignAccess, state: CampaignState) -> dict[str, Any]:
    """The end in words: for players whether they won, for others who did (CM-WIN-01)."""
    assert state.verdict is not None  # noqa: S101 - for mypy
    setup, winner = state.setup, state.verdict.winner
    degree = {"minor": "a minor victory", "major": "a major victory", "draw": ""}[state.verdict.degree]
    mine = {setup.alliance(side) for side in access.sides}
    if not winner:
        return {"title": "Nobody won: a draw", "won": True}
    name = next(row.name for row in setup.sides if row.key == winner)
    if len(mine) == 1:
        return {"title": f"You {'won' if winner in mine else 'lost'}: {degree} of {name}", "won": winner in mine}
    return {"title": f"{name} won {degree}", "won": True}


def _order_part(request: HttpRequest, situation: Situation) -> dict[str, Any]:
    """The chosen force with its form and what the order of the form leads to."""
    key = request.GET.get("force", "")
    row = next((row for row in situation.view.forces if row.force.id == key and key in situation.mine), None)
    if row is None or row.force.engaged or situation.view.phase != "orders":
        return {"chosen": None, "point_query": "", "side_query": situation.side_query}
    force = row.force
    _, order = present_order(force, situation.orders)
    data = QueryDict(mutable=True)
    data.update(first_values(force, order))
    if "order" in request.GET:
        data = request.GET.copy()
    form = OrderForm(data, situation=situation, force=force)
    shown = line = None
    if form.is_valid():
        shown = situation.previewed(form.whole_order())
        line = march_line(situation.ground.sheet, force.place, shown.way)
    kept = QueryDict(mutable=True)
    kept["force"] = key
    if situation.side_query:
        kept["side"] = situation.side
    for name in KEPT if data.get("order") == "march" else ():
        if data.get(name):
            kept[name] = str(data[name])
    kept["order"] = "march"
    return {
        "chosen": next(each for each in situation.forces if each.key == key),
        "form": form,
        "preview": shown,
        "preview_rows": situation.preview_words(shown) if shown and not shown.refusal else (),
        "preview_line": line,
        "is_written": key in situation.orders,
        "seen": stamp(situation, key),
        "side_query": situation.side_query,
        "parts": _sentences(situation, order.legs) if key in situation.orders else (),
        "standing": _sentences(situation, force.standing if order.standing is None else order.standing),
        "form_values": [(name, value) for name in form.fields for value in data.getlist(name)],
        "point_query": kept.urlencode(),
    }


def _sentences(situation: Situation, legs: Iterable[Leg]) -> list[str]:
    return [leg_sentence(situation.setup, leg, situation.names) for leg in legs]


def _morning(request: HttpRequest, access: CampaignAccess, state: CampaignState, side: str) -> list[TurnStory]:
    """What happened in the turns since ``?since=``, or in the last one."""
    last = state.turn if state.phase == "engagements" or state.verdict else state.turn - 1
    if last < 1:
        return []
    wanted = request.GET.get("since", "")
    since = int(wanted) if wanted.isdecimal() and len(wanted) < 5 else last
    return _told(access, state, side, min(since, last), last)


def _told(access: CampaignAccess, state: CampaignState, side: str, first: int, last: int) -> list[TurnStory]:
    """The stories of some turns as they count: what was taken back is struck through in the ledger (CM-FIX-02)."""
    rows = CampaignEntry.objects.filter(campaign=access.campaign, turn__gte=first, turn__lte=last)
    for n, turn in ledger.taken_back(access.campaign):
        rows = rows.exclude(n__lte=n, turn__gte=turn)
    entries = [ledger.decode_entry(line) for line in rows.order_by("n").values_list("line", flat=True)]
    return stories(state, entries, side)


def _fights(access: CampaignAccess, state: CampaignState, side: str) -> list[dict[str, Any]]:
    alliance = state.setup.alliance(side)
    return [
        {
            "number": fight.engagement.id,
            "when": time_words(state.setup, fight.engagement.begins),
            "point": next(p.name for p in state.setup.map.points if p.id == fight.engagement.ground.point),
        }
        for fight in (fights(access.campaign) if state.phase == "engagements" else ())
        if fight.engagement.status == "open"
        and (access.sees_all or alliance in (fight.engagement.attacker, fight.engagement.defender))
    ]


@require_POST
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the posted order, add it as the next part, or withdraw the written one."""
    access = player_access(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    situation = situation_of(access, state, side)
    force = _own_force(situation, request.POST.get("force", ""))
    back = f"{reverse('war:campaign', args=[slug])}?{f'side={side}&' if situation.side_query else ''}"
    if "withdraw" in request.POST:
        return _sent(request, access, orders.OrderSheet(withdraw=(force.id,)), f"{back}#forces", back)
    form = OrderForm(request.POST, situation=situation, force=force)
    if not form.is_valid():
        faults = ((name, rows[0]) for name, rows in form.errors.items() if name in form.fields)
        wrong = [f"{form.fields[name].label}: {fault}" for name, fault in faults]
        notices.error(request, " ".join(wrong) or "This is not an order.")
        return redirect(f"{back}force={force.id}#order")
    sheet = orders.OrderSheet(orders=tuple(form.orders(request.POST.get("part", ""))))
    answer = _sent(request, access, sheet, f"{back}#forces", f"{back}force={force.id}#order")
    before = situation.written.get(force.id)
    if before is not None and request.POST.get("seen", stamp(situation, force.id)) != stamp(situation, force.id):
        who = f" by {before.by}" if before.by and before.by != access.name else " in another window"
        words = order_sentence(situation.setup, situation.orders[force.id], situation.names)
        notices.warning(request, f"{force.name} had another order, given{who} meanwhile: {words}. Yours replaces it.")
    return answer


def stamp(situation: Situation, force: str) -> str:
    """What tells one written order of a force from the next; empty without one."""
    row = situation.written.get(force)
    return f"{row.sent.timestamp():.6f}" if row is not None else ""


def _own_force(situation: Situation, key: str) -> Force:
    for row in situation.view.forces:
        if row.force.id == key and key in situation.mine:
            return row.force
    raise Http404("You command no such force.")


def _sent(
    request: HttpRequest, access: CampaignAccess, sheet: orders.OrderSheet, done: str, refused: str
) -> HttpResponse:
    turn = access.campaign.turn
    try:
        counts_for = orders.give(access, sheet, turn=turn)
    except CannotAct as refusal:
        notices.error(request, str(refusal))
        return redirect(refused)
    if counts_for > turn:
        notices.warning(request, f"The deadline of turn {turn} has passed: this order counts for turn {counts_for}.")
    return redirect(done)


@require_POST
def end_turn(request: HttpRequest, slug: str) -> HttpResponse:
    """Send all orders, or take them back; the turn is resolved when nobody else's orders are missing."""
    access = player_access(request, slug)
    text = request.POST.get("turn", "")
    turn = int(text) if text.isdecimal() and len(text) < 5 else access.campaign.turn
    address = reverse("war:campaign", args=[slug])
    try:
        if turn != access.campaign.turn or access.campaign.status != CampaignStatus.ORDERS:
            turns.resolve(access, turn)
        orders.give(access, orders.OrderSheet(), turn=turn, ready="again" not in request.POST)
        if "again" in request.POST:
            return redirect(f"{address}#forces")
        if desk.sent(access, turn):
            return redirect(f"{address}?since={turn}#morning")
        fresh = access_after(access, access.campaign)
        notices.success(request, f"Your orders are sent. {desk.waiting(fresh.campaign, fresh.seats).sentence}")
    except CannotAct as refusal:
        notices.error(request, str(refusal))
    return redirect(address)


@never_cache
@require_safe
def diary(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/diary``: what happened in each turn, as the side may read it."""
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    if not side:
        raise Http404("Only players read the diary of a campaign that is being played.")
    told = _told(access, state, side, 1, state.turn)
    lines = head_of(access, state, side) | {"stories": told[::-1], "setup": state.setup}
    return private(render(request, "war/diary.html", lines), access.campaign)


@never_cache
@require_safe
def forces(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/forces``: the state of every formation of the side, with what became of its men."""
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    if not side:
        raise Http404("Only players read the states of forces.")
    situation = Situation(state, side, {}, ())
    rows = [(row, formations_of(situation, row.force)) for row in situation.view.forces]
    context = head_of(access, state, side) | {"forces": rows, "situation": situation}
    return private(render(request, "war/forces.html", context), access.campaign)
