"""The page of an engagement: both orders of battle as known, the odds, and the ways to settle it (CM-ENG-04)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.pages.access import private
from battles.engine import registry
from battles.engine.words import does, listed
from battles.pages.lookup import hold_seat as hold_battle_seat
from campaign.war.engagement_words import progress
from campaign.war.pages.lookup import access_to_campaign, after_battle, player_access, side_of, version_for
from campaign.war.pages.result_page import form_of, meaning
from campaign.war.rules.battle.encounters import NobodyFights, minutes_to_play
from campaign.war.rules.battle.quick import Known, odds
from campaign.war.rules.campaign_map import Point, network
from campaign.war.rules.forces import strength
from campaign.war.rules.state import CampaignState, Engaged, Engagement
from campaign.war.rules.tables import KM
from campaign.war.rules.view import CampaignView, view
from campaign.war.services import engagements, ledger
from campaign.war.services.access import CampaignAccess, CannotAct
from campaign.war.services.engagement_battles import stage
from campaign.war.situation import Situation
from campaign.war.story import result_words
from campaign.war.words import formation_words, side_name, time_words

STEP = 5
"""Odds are shown in steps of 5 per cent."""


class Party(NamedTuple):
    """A side of an engagement with what it does: its forces with their strength as known, and who comes up."""

    title: str
    is_own: bool
    forces: list[dict[str, Any]]


@never_cache
@require_safe
def engagement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """``/campaigns/<slug>/battle/<number>``."""
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    seen = view(state, side) if side else None
    shown = next((row for row in seen.engagements if row.id == number), None) if seen else None
    if seen is None or shown is None:
        raise Http404("There is no such engagement that you know of.")
    if access.sees_all:
        shown = state.engagements[number]
    fight = next(row for row in engagements.fights(access.campaign) if row.engagement.id == number)
    system = fight.row.system or access.campaign.system
    context = {
        "campaign": access.campaign,
        "engagement": shown,
        "number": str(number),
        "place": network(state.setup.map).points[shown.ground.point].name,
        "when": time_words(state.setup, shown.begins),
        "light": shown.light // 60,
        "parties": [_party(access, state, seen, shown, is_attacker) for is_attacker in (True, False)],
        "is_open": shown.status == "open",
        "may_choose": bool(engagements.parties(access, shown)) and not access.campaign.is_over,
        "access": access,
        "n": version_for(access),
        **(_agreement(access, state, fight) if shown.status == "open" else {}),
        "battle": fight.row.battle,
        "game": fight.row.game,
        "proposed": _proposed(access, state, fight),
        "outcome": _outcome(state, fight),
        "row": fight.row,
        "systems": [registry.load(key).meta for key in registry.playable()],
        "system": system,
        **(_forecast(state, seen, shown, system, access) if shown.status == "open" else {}),
    }
    return private(render(request, "war/engagement.html", context), access.campaign)


def _agreement(access: CampaignAccess, state: CampaignState, fight: engagements.Fight) -> dict[str, Any]:
    """How far the engagement is, and whether the visitor may dispute its result (CM-ENG-04, CM-ENG-07)."""
    row, mine = fight.row, engagements.parties(access, fight.engagement)
    to_confirm = row.result is not None and bool(set(mine) - set(row.confirmed))
    may_dispute = to_confirm and not row.disputed and not access.is_umpire and row.settling not in engagements.BY_DICE
    return {"now": progress(access, state, fight), "disputed": row.disputed, "may_dispute": may_dispute}


def _forecast(
    state: CampaignState, seen: CampaignView, shown: Engagement, system: str, access: CampaignAccess
) -> dict[str, Any]:
    """The odds of quick settling from what the side knows (CM-RULING-49), and the time on the table."""
    reports = {row.of: row for row in (*seen.faint, *seen.reports)}
    fight = state.engagements[shown.id] if access.sees_all else shown
    chances = odds(state, fight, None if access.sees_all else Known(seen.alliance, reports))
    won, lost = (round(chance * 100 / STEP) * STEP for chance in (chances.attacker, chances.defender))
    ends = [(shown.attacker, won), (shown.defender, lost), ("", 100 - won - lost)]
    answer: dict[str, Any] = {
        "odds": [(_winner(state, access, seen, key), chance) for key, chance in ends if key or chance > 0],
        "near": () if access.sees_all else _near(state, seen, shown),
        "near_km": state.setup.settings.support_reach,
    }
    if system in registry.playable():
        try:
            half_hours = max(1, round(minutes_to_play(state, stage(state, shown, system)) / 30))
            answer["hours"] = f"{half_hours / 2:g}"
        except (NobodyFights, ValueError) as fault:
            answer["not_on_board"] = str(fault)
    return answer


def _winner(state: CampaignState, access: CampaignAccess, seen: CampaignView, alliance: str) -> str:
    """Words for who wins: ``You win``, ``The Prussian army wins``, ``Nobody wins``."""
    if not alliance:
        return "Nobody wins"
    if alliance == seen.alliance and not access.sees_all:
        return "You win"
    return does(side_name(state.setup, alliance), "wins", "win")


def _near(state: CampaignState, seen: CampaignView, shown: Engagement) -> list[str]:
    """Enemies that are reported so near that they may hear the guns, but are not known to fight (CM-ENG-02)."""
    net, situation = network(state.setup.map), Situation(state, seen.side, {}, ())
    fighting = {row.force for row in (*shown.attackers, *shown.defenders)}
    reach = state.setup.settings.support_reach * KM
    rows = [row for row in seen.reports if row.of not in fighting and net.between(row.place, shown.place) <= reach]
    return [situation.labels[row.of].words for row in sorted(rows, key=lambda row: -row.time)]


def _proposed(access: CampaignAccess, state: CampaignState, fight: engagements.Fight) -> dict[str, Any] | None:
    """The result that waits to be confirmed: in a sentence, and whether the visitor must."""
    result = engagements.result_in(fight.row)
    if result is None or fight.engagement.status != "open":
        return None
    missing = {fight.engagement.attacker, fight.engagement.defender} - set(fight.row.confirmed)
    may_confirm = bool(missing & set(engagements.parties(access, fight.engagement)))
    form = form_of(access, state, fight)
    told = meaning(form, result) if form else {}
    return {"text": result_words(state, result), "may_confirm": may_confirm, **told}


def _party(
    access: CampaignAccess, state: CampaignState, seen: CampaignView, shown: Engagement, is_attacker: bool
) -> Party:
    alliance = shown.attacker if is_attacker else shown.defender
    rows = shown.attackers if is_attacker else shown.defenders
    is_own = access.sees_all or alliance == seen.alliance
    names = {row.force.id: row.force.name for row in seen.forces}
    if access.sees_all:
        names = {key: force.name for key, force in state.forces.items()}
    reported = {row.of: row for row in (*seen.reports, *seen.faint)}
    forces = []
    for row in rows:
        report = reported.get(row.force)
        name = names.get(row.force) or (report.name if report and report.name else "Enemy force")
        forces.append({"name": name, **_engaged(state, row, is_own, report.men if report else 0)})
    side = side_name(state.setup, alliance)
    title = does(side, "attacks", "attack") if is_attacker else does(side, "defends", "defend")
    return Party(title, is_own, forces)


def _engaged(state: CampaignState, row: Engaged, is_own: bool, reported: int) -> dict[str, Any]:
    names = {key: formation_words(state.setup, key) for key in state.setup.formations}
    points = network(state.setup.map).points
    found = strength(state, row.formations) if is_own else None
    return {
        "coming": _coming(row, points),
        "strength": f"{found.men:,} men, {found.guns} guns there"
        if found and row.formations
        else "coming up"
        if is_own
        else f"about {reported:,} men"
        if reported
        else "",
        "formations": [names[key] for key in row.formations],
        "arrivals": [
            f"{', '.join(names[key] for key in arrival.formations)}: "
            f"after {arrival.minutes // 60} h {arrival.minutes % 60:02}, from {points[arrival.point].name}"
            for arrival in row.arrivals
        ],
    }


def _coming(row: Engaged, points: Mapping[str, Point]) -> str:
    """From where the formations of a force come up, and when the first and the last of them."""
    times = sorted(arrival.minutes for arrival in row.arrivals)
    if not times:
        return ""
    where = listed(dict.fromkeys(points[arrival.point].name for arrival in row.arrivals))
    first, last = (f"{minutes // 60} h {minutes % 60:02}" for minutes in (times[0], times[-1]))
    return f"Comes up from {where} after {first}{f', the last after {last}' if last != first else ''}"


def _outcome(state: CampaignState, fight: engagements.Fight) -> str:
    """How a settled engagement ended, in a sentence; empty for an open one."""
    result = engagements.result_in(fight.row)
    return result_words(state, result) if result is not None and fight.engagement.status == "settled" else ""


@require_POST
def choose(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose the way in which an engagement is settled; a battle on the board opens at once."""
    access = player_access(request, slug)
    way, system = request.POST.get("way", ""), request.POST.get("system", "")
    here = redirect("war:engagement", slug, number)
    try:
        row = engagements.choose(access, number, way, system=system, watch="watch" in request.POST)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return here
    if row.battle is not None:
        for seat in row.battle.seats.filter(guest=True, makers=True):
            hold_battle_seat(request, seat.pk)
        return redirect(row.battle)
    if row.game is not None:
        return redirect(row.game)
    row.refresh_from_db(fields=["settled"])
    return after_battle(access.campaign, number) if row.settled else here


@require_POST
def confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Confirm the result that the other side has entered (CM-ENG-07)."""
    access = player_access(request, slug)
    try:
        engagements.confirm(access, number)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return redirect("war:engagement", slug, number)
    return after_battle(access.campaign, number)


@require_POST
def collect(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the result of the battle; with ``stop`` it ends undecided as it stands (CM-RULING-47)."""
    access = player_access(request, slug)
    try:
        engagements.collect(access, number, stop="stop" in request.POST)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return redirect("war:engagement", slug, number)
    return after_battle(access.campaign, number)


@require_POST
def dispute(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what is not right in the result that the other side has entered (CM-ENG-07)."""
    access = player_access(request, slug)
    try:
        engagements.dispute(access, number, request.POST.get("why", ""))
        messages.success(request, "You dispute the result.")
    except CannotAct as refusal:
        messages.error(request, str(refusal))
    return redirect("war:engagement", slug, number)
