"""The page of a campaign: map, forces, orders, and the end of a turn; the diary and the states of forces."""

from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import urlsplit

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import structs

from armies.pages.access import private
from campaign.models import CampaignEntry, CampaignStatus
from campaign.war.drawing.pieces import march_line, tracks
from campaign.war.engagement_words import progress
from campaign.war.pages.lookup import access_to_campaign, head_of, player_access, side_of
from campaign.war.pages.order_forms import OrderForm, first_values
from campaign.war.rules.events import Entry, Settled
from campaign.war.rules.order_values import Leg, Order
from campaign.war.rules.state import CampaignState, Force
from campaign.war.services import desk, ledger, messages, orders, seats, turns
from campaign.war.services.access import CampaignAccess, CannotAct, access_after
from campaign.war.services.engagements import fights
from campaign.war.situation import Situation, formations_of, present_order, situation_of
from campaign.war.story import TurnStory, stories
from campaign.war.words import leg_sentence, order_sentence, time_words

MOST_NEWS = 20
COLUMNS = ("present", "guns", "stragglers", "hospital", "dead", "captured")
"""The numbers of a formation in the states of forces."""
ALIKE = ("march", "hold", "rest", "delay")
"""Orders with which the form of the next force begins."""
KEPT = ("pace", "posture", "support", "after")
"""What a tap on a place keeps of a march in the form."""


@never_cache
@require_safe
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>``: the map and the orders of the turn."""
    return _map_page(request, access_to_campaign(request, slug))


def _map_page(request: HttpRequest, access: CampaignAccess) -> HttpResponse:
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
    context["is_after_battle"] = "battle" in request.GET
    context["morning"] = _morning(request, access, state, side)
    context["ends"] = seats.deletion_time(access.campaign, access.seats)
    context["fights"] = _fights(access, state, side)
    return private(render(request, "war/campaign.html", context), access.campaign)


def _order_part(request: HttpRequest, situation: Situation) -> dict[str, Any]:
    """The chosen force with its form and what the order of the form leads to."""
    key = request.GET.get("force", "")
    row = next((row for row in situation.view.forces if row.force.id == key and key in situation.mine), None)
    if row is None or row.force.engaged or situation.view.phase != "orders":
        return {"chosen": None, "point_query": "", "side_query": situation.side_query}
    force = row.force
    _, order = present_order(force, situation.orders)
    form, lead = _form_of(request.GET, situation, force)
    data = cast(QueryDict, form.data)
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
        **lead,
        "is_written": key in situation.orders,
        "seen": stamp(situation, key),
        "side_query": situation.side_query,
        "parts": _sentences(situation, order.legs) if key in situation.orders else (),
        "standing": _sentences(situation, force.standing if order.standing is None else order.standing),
        "form_values": [(name, value) for name in form.fields for value in data.getlist(name)],
        "point_query": kept.urlencode(),
    }


def _form_of(values: QueryDict, situation: Situation, force: Force) -> tuple[OrderForm, dict[str, Any]]:
    """The form of a force with what its order leads to: as it was filled in, or before anything is chosen.

    A force that has nothing but standing orders begins with the order of the force ``like``, if it can do that too.
    """
    if "order" in values:
        form = OrderForm(values, situation=situation, force=force)
        return form, _lead_of(situation, force, form)
    status, order = present_order(force, situation.orders)
    earlier = situation.orders.get(values.get("like", ""))
    if earlier is not None and status == "standing" and earlier.legs and earlier.legs[0].order in ALIKE:
        form = _first_form(situation, structs.replace(earlier, force=force.id), force, is_new=False)
        lead = _lead_of(situation, force, form)
        if lead["preview"] is not None and not lead["preview"].refusal:
            return form, lead | {"like": situation.names[earlier.force]}
    form = _first_form(situation, order, force, is_new=status == "standing")
    return form, _lead_of(situation, force, form)


def _first_form(situation: Situation, order: Order, force: Force, *, is_new: bool) -> OrderForm:
    data = QueryDict(mutable=True)
    data.update(first_values(force, order, is_new=is_new))
    return OrderForm(data, situation=situation, force=force)


def _lead_of(situation: Situation, force: Force, form: OrderForm) -> dict[str, Any]:
    """Where the order of a form leads: the preview, its rows, its line on the map, and a sentence."""
    if not form.is_valid():
        return {"preview": None, "preview_rows": (), "preview_line": None, "told": ""}
    shown = situation.previewed(form.whole_order())
    told = f"{leg_sentence(situation.setup, form.leg(), situation.names)}."
    if shown.head is not None:
        told += f" It arrives on {time_words(situation.setup, shown.head)}."
    elif shown.way:
        told += f" It arrives {situation.too_late}."
    return {
        "preview": shown,
        "preview_rows": () if shown.refusal else situation.preview_words(shown),
        "preview_line": march_line(situation.ground.sheet, force.place, shown.way),
        "told": told,
    }


def _sentences(situation: Situation, legs: Iterable[Leg]) -> list[str]:
    return [leg_sentence(situation.setup, leg, situation.names) for leg in legs]


def _morning(request: HttpRequest, access: CampaignAccess, state: CampaignState, side: str) -> list[TurnStory]:
    """What happened in the turns since ``?since=``, or in the last one; with ``?battle=`` from its result on."""
    last = state.turn if state.phase == "engagements" or state.verdict else state.turn - 1
    if last < 1:
        return []
    wanted = request.GET.get("since", "")
    since = int(wanted) if wanted.isdecimal() and len(wanted) < 5 else last
    return _told(access, state, side, min(since, last), last, battle=request.GET.get("battle", ""))


def _told(
    access: CampaignAccess, state: CampaignState, side: str, first: int, last: int, *, battle: str = ""
) -> list[TurnStory]:
    """The stories of some turns as they count: what was taken back is struck through in the ledger (CM-FIX-02).

    With ``battle``, the number of an engagement, they begin with its result.
    """
    rows = CampaignEntry.objects.filter(campaign=access.campaign, turn__gte=first, turn__lte=last)
    for n, turn in ledger.taken_back(access.campaign):
        rows = rows.exclude(n__lte=n, turn__gte=turn)
    entries = [ledger.decode_entry(line) for line in rows.order_by("n").values_list("line", flat=True)]
    settled = (n for n, entry in enumerate(entries) if _settles(entry, battle))
    former = ledger.former_names(access.campaign, state, entries, side)
    return stories(state, entries[next(settled, 0) :], side, former)


def _settles(entry: Entry, battle: str) -> bool:
    return isinstance(entry.event, Settled) and str(entry.event.result.engagement) == battle


def _fights(access: CampaignAccess, state: CampaignState, side: str) -> list[dict[str, Any]]:
    alliance = state.setup.alliance(side)
    return [
        {
            "number": fight.engagement.id,
            "when": time_words(state.setup, fight.engagement.begins),
            "point": next(p.name for p in state.setup.map.points if p.id == fight.engagement.ground.point),
            "now": progress(access, state, fight),
        }
        for fight in (fights(access.campaign) if state.phase == "engagements" else ())
        if fight.engagement.status == "open"
        and (access.sees_all or alliance in (fight.engagement.attacker, fight.engagement.defender))
    ]


WHOLE = "return=representation"
"""What a script prefers that wants the page itself for an answer, to save a second request (RFC 7240)."""


@never_cache
@require_POST
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the posted order, add it as the next part, or withdraw the written one; then show the map."""
    access = player_access(request, slug)
    goal = _ordered(request, access)
    if request.headers.get("Prefer") != WHOLE:
        return redirect(goal)
    request.GET = QueryDict(urlsplit(goal).query)
    page = _map_page(request, access_after(access, access.campaign))
    page["Content-Location"], page["Preference-Applied"] = goal, WHOLE
    return page


def _ordered(request: HttpRequest, access: CampaignAccess) -> str:
    """Store the posted order; returns the address that shows what comes next."""
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    situation = situation_of(access, state, side)
    force = _own_force(situation, request.POST.get("force", ""))
    back = f"{reverse('war:campaign', args=[access.campaign.slug])}?{f'side={side}&' if situation.side_query else ''}"
    if "withdraw" in request.POST:
        return _sent(request, access, orders.OrderSheet(withdraw=(force.id,)), f"{back}#forces", back)
    refused = f"{back}force={force.id}#order"
    form = OrderForm(request.POST, situation=situation, force=force)
    if not form.is_valid():
        faults = ((name, rows[0]) for name, rows in form.errors.items() if name in form.fields)
        wrong = [f"{form.fields[name].label}: {fault}" for name, fault in faults]
        notices.error(request, " ".join(wrong) or "This is not an order.")
        return refused
    part = request.POST.get("part", "")
    sheet = orders.OrderSheet(orders=tuple(form.orders(part)))
    unseen = _unseen_order(request, access, situation, force)
    if unseen and part.endswith("next"):
        notices.error(request, f"{unseen} Read it, then add your part.")
        return refused
    coming = situation.next_to_order(force.id, {row.force for row in sheet.orders})
    done = f"{back}force={coming}&like={force.id}#map" if coming else f"{back}#forces"
    goal = _sent(request, access, sheet, done, refused)
    if unseen and goal == done and sheet.orders[0] != situation.orders[force.id]:
        notices.warning(request, f"{unseen} Yours replaces it.")
    return goal


def _unseen_order(request: HttpRequest, access: CampaignAccess, situation: Situation, force: Force) -> str:
    """A sentence on the order that a force was given after the form was shown; empty without one."""
    before = situation.written.get(force.id)
    if before is None or request.POST.get("seen", stamp(situation, force.id)) == stamp(situation, force.id):
        return ""
    who = f" by {before.by}" if before.by and before.by != access.name else " in another window"
    words = order_sentence(situation.setup, situation.orders[force.id], situation.names)
    return f"{force.name} had another order, given{who} meanwhile: {words}."


def stamp(situation: Situation, force: str) -> str:
    """What tells one written order of a force from the next; empty without one."""
    row = situation.written.get(force)
    return f"{row.sent.timestamp():.6f}" if row is not None else ""


def _own_force(situation: Situation, key: str) -> Force:
    for row in situation.view.forces:
        if row.force.id == key and key in situation.mine:
            return row.force
    raise Http404("You command no such force.")


def _sent(request: HttpRequest, access: CampaignAccess, sheet: orders.OrderSheet, done: str, refused: str) -> str:
    """Store a sheet of orders; returns the first address, or the second one if the rules forbid an order."""
    turn = access.campaign.turn
    try:
        counts_for = orders.give(access, sheet, turn=turn)
    except CannotAct as refusal:
        notices.error(request, str(refusal))
        return refused
    if counts_for > turn:
        notices.warning(request, f"The deadline of turn {turn} has passed: this order counts for turn {counts_for}.")
    return done


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
            return redirect(f"{address}?since={turn}#news")
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
    rows = []
    for row in situation.view.forces:
        formations = formations_of(situation, row.force)
        table = [{"name": each["name"], "numbers": [each[name] for name in COLUMNS]} for each in formations]
        rows.append((row, table, [sum(each[name] for each in formations) for name in COLUMNS]))
    context = head_of(access, state, side) | {"forces": rows, "situation": situation}
    return private(render(request, "war/forces.html", context), access.campaign)
