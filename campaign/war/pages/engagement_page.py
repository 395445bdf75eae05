"""The page of an engagement: both orders of battle as known, the odds, and the ways to settle it (CM-ENG-04)."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.pages.access import private
from battles.engine import registry
from battles.pages.lookup import hold_seat as hold_battle_seat
from campaign.war.pages.lookup import access_to_campaign, player_access, side_of, version_for
from campaign.war.rules.battle.encounters import NobodyFights, minutes_to_play
from campaign.war.rules.battle.quick import Known, odds
from campaign.war.rules.forces import strength
from campaign.war.rules.network import network
from campaign.war.rules.state import CampaignState, Engaged, Engagement
from campaign.war.rules.view import CampaignView, view
from campaign.war.services import engagements, ledger
from campaign.war.services.access import CampaignAccess
from campaign.war.services.engagement_battles import stage
from campaign.war.services.lock import CannotAct
from campaign.war.story import result_words
from campaign.war.words import formation_words, time_words

STEP = 5
"""Odds are shown in steps of 5 per cent."""


class Party(NamedTuple):
    """A side of an engagement: its forces, each with its strength as known, its formations, and who comes up."""

    name: str
    is_own: bool
    attacks: bool
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
    fight = next(row for row in engagements.fights(access.campaign) if row.engagement.id == number)
    system = fight.row.system or access.campaign.system
    context = {
        "campaign": access.campaign,
        "engagement": shown,
        "number": str(number),
        "place": network(state.setup.map).points[shown.ground.point].name,
        "when": time_words(state.setup, shown.begins),
        "light": shown.light // 60,
        "parties": [_party(state, seen, shown, is_attacker) for is_attacker in (True, False)],
        "is_open": shown.status == "open",
        "may_choose": bool(engagements.parties(access, shown)) and not access.campaign.is_over,
        "access": access,
        "n": version_for(access),
        **_agreement(access, state, fight),
        "battle": fight.row.battle,
        "game": fight.row.game,
        "proposed": _proposed(access, state, fight),
        "row": fight.row,
        "systems": [registry.load(key).meta for key in registry.playable()],
        "system": system,
        **(_forecast(state, seen, shown, system, access) if shown.status == "open" else {}),
    }
    return private(render(request, "war/engagement.html", context), access.campaign)


WAYS = {
    "quick": "settle it quickly",
    "board": "fight it on the board",
    "table": "fight it at the table",
    "written": "write the result in",
    "computer": "let computers fight it",
}


def _agreement(access: CampaignAccess, state: CampaignState, fight: engagements.Fight) -> dict[str, Any]:
    """What each side wants, what is disputed, and whether the visitor may dispute the result (CM-ENG-04, CM-ENG-07)."""
    names, row = {side.key: side.name for side in state.setup.sides}, fight.row
    both = (fight.engagement.attacker, fight.engagement.defender)
    people = engagements.with_people(access.campaign, access.seats)
    wants = [f"{names[key]} wants to {WAYS[row.choices[key]]}." for key in both if row.choices.get(key) in WAYS]
    waits = [names[key] for key in both if key in people and key not in row.choices]
    if wants and waits and not row.settling:
        wants.append(f"{' and '.join(waits)} must choose the same.")
    mine = engagements.parties(access, fight.engagement)
    to_confirm = row.result is not None and bool(set(mine) - set(row.confirmed))
    return {
        "wants": [] if row.settling or row.result else wants,
        "disputed": row.disputed,
        "may_dispute": to_confirm and not access.is_umpire and row.settling not in engagements.BY_DICE,
    }


def _forecast(
    state: CampaignState, seen: CampaignView, shown: Engagement, system: str, access: CampaignAccess
) -> dict[str, Any]:
    """The odds of quick settling from what the side knows (CM-RULING-49), and the time on the table."""
    reports = {row.of: row for row in (*seen.faint, *seen.reports)}
    fight = state.engagements[shown.id] if access.sees_all else shown
    chances = odds(state, fight, None if access.sees_all else Known(seen.alliance, reports))
    answer: dict[str, Any] = {
        "odds": [
            ("The attacker wins", round(chances.attacker * 100 / STEP) * STEP),
            ("The defender wins", round(chances.defender * 100 / STEP) * STEP),
        ]
    }
    if system in registry.playable():
        try:
            half_hours = max(1, round(minutes_to_play(state, stage(state, shown, system)) / 30))
            answer["hours"] = f"{half_hours / 2:g}"
        except (NobodyFights, ValueError) as fault:
            answer["not_on_board"] = str(fault)
    return answer


def _proposed(access: CampaignAccess, state: CampaignState, fight: engagements.Fight) -> dict[str, Any] | None:
    """The result that waits to be confirmed: in a sentence, who must, and whether the visitor is one of them."""
    result = engagements.result_in(fight.row)
    if result is None or fight.engagement.status != "open":
        return None
    names = {row.key: row.name for row in state.setup.sides}
    both = (fight.engagement.attacker, fight.engagement.defender)
    missing = [key for key in both if key not in fight.row.confirmed]
    return {
        "text": result_words(state, result),
        "missing": [names[key] for key in missing],
        "may_confirm": bool(set(missing) & set(engagements.parties(access, fight.engagement))),
    }


def _party(state: CampaignState, seen: CampaignView, shown: Engagement, is_attacker: bool) -> Party:
    alliance = shown.attacker if is_attacker else shown.defender
    rows = shown.attackers if is_attacker else shown.defenders
    is_own = alliance == seen.alliance
    names = {row.force.id: row.force.name for row in seen.forces}
    reported = {row.of: row for row in (*seen.reports, *seen.faint)}
    forces = []
    for row in rows:
        report = reported.get(row.force)
        name = names.get(row.force) or (report.name if report and report.name else "Enemy force")
        forces.append({"name": name, **_engaged(state, row, is_own, report.men if report else 0)})
    side = next(each.name for each in state.setup.sides if each.key == alliance)
    return Party(side, is_own, is_attacker, forces)


def _engaged(state: CampaignState, row: Engaged, is_own: bool, reported: int) -> dict[str, Any]:
    names = {key: formation_words(state.setup, key) for key in state.setup.formations}
    points = network(state.setup.map).points
    found = strength(state, row.formations) if is_own else None
    return {
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
    return _after(access, slug) if row.settled else here


@require_POST
def confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Confirm the result that the other side has entered (CM-ENG-07)."""
    access = player_access(request, slug)
    try:
        engagements.confirm(access, number)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return redirect("war:engagement", slug, number)
    return _after(access, slug)


@require_POST
def collect(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the result of the battle; with ``stop`` it ends undecided as it stands (CM-RULING-47)."""
    access = player_access(request, slug)
    try:
        engagements.collect(access, number, stop="stop" in request.POST)
    except CannotAct as refusal:
        messages.error(request, str(refusal))
        return redirect("war:engagement", slug, number)
    return _after(access, slug)


@require_POST
def dispute(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what is not right in the result that the other side has entered (CM-ENG-07)."""
    access = player_access(request, slug)
    try:
        engagements.dispute(access, number, request.POST.get("why", ""))
        messages.success(request, "The result is disputed. Enter another one, or let the umpire decide.")
    except CannotAct as refusal:
        messages.error(request, str(refusal))
    return redirect("war:engagement", slug, number)


def _after(access: CampaignAccess, slug: str) -> HttpResponse:
    """Back to the campaign, at what has happened since the turn of the engagement."""
    return redirect(f"{reverse('war:campaign', args=[slug])}?since={access.campaign.turn}#morning")
