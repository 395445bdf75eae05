"""Find the campaign of a request, the visitor's access and side, and what heads its pages; follow its changes."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from battles.engine.words import at_start, in_sentence
from battles.pages import lookup
from battles.pages.live_updates import BadCursor, VersionReader, bad_cursor_page, fresh_request, line, version_stream
from battles.services.live.hub import campaign_topic
from campaign.models import Campaign, CampaignSeat, CampaignStatus
from campaign.models.war import STEP, UMPIRE
from campaign.war.rules.calendar import daylight_between
from campaign.war.rules.state import CampaignState
from campaign.war.rules.tables import HOUR
from campaign.war.rules.victory import scores
from campaign.war.services import desk
from campaign.war.services.access import CampaignAccess, CannotAct, access_of
from campaign.war.words import deadline_words, seat_words, side_name, time_words

SEATS: Final = "campaign_seats"
"""Session key of the ids of guests' seats in campaigns that this browser holds."""
MOST_SEATS: Final = 20


def held_seats(request: HttpRequest) -> list[int]:
    """The ids of the guests' seats in campaigns that this browser holds."""
    return lookup.held_seats(request, SEATS)


def hold_seat(request: HttpRequest, seat: int) -> None:
    """Let this browser play the guest's seat with this id."""
    lookup.hold_seat(request, seat, SEATS, MOST_SEATS)


def access_to_campaign(request: HttpRequest, slug: str) -> CampaignAccess:
    """The visitor's access to a campaign.

    Raises:
        Http404: there is none, or it is private and they have no part in it; one answer for both.
        Gone: the same.
    """
    return _access(request, Campaign.objects.select_related("club", "owner"), slug)


def _access(request: HttpRequest, rows: "QuerySet[Campaign]", slug: str) -> CampaignAccess:
    campaign = rows.filter(slug=slug).first()
    if campaign is None:
        raise Http404("There is no campaign at this address.")
    return access_of(campaign, request.user, held_seats(request))


def player_access(request: HttpRequest, slug: str) -> CampaignAccess:
    """The access of a visitor who commands a side, or of an umpire, who may act for every player.

    Raises:
        Http404: they have no seat.
    """
    access = access_to_campaign(request, slug)
    if not access.sides and not access.is_umpire:
        raise Http404("Only players of this campaign may do this.")
    return access


def side_of(request: HttpRequest, access: CampaignAccess, state: CampaignState) -> str:
    """The side whose knowledge the visitor reads: their own; any with ``?side=`` if they see everything.

    Empty for visitors without a seat.
    """
    wanted = request.POST.get("side", "") or request.GET.get("side", "")
    keys = [side.key for side in state.setup.sides]
    if access.sees_all:
        return wanted if wanted in keys else (access.sides or tuple(keys))[0]
    return wanted if wanted in access.sides else next(iter(access.sides), "")


def version_for(access: CampaignAccess) -> int:
    """The version of what the visitor sees: it grows with the campaign, and with orders that the visitor may read."""
    seats = access.seats if access.sees_all else access.mine
    return access.campaign.version * STEP + min(STEP - 1, sum(seat.written for seat in seats))


def head_of(access: CampaignAccess, state: CampaignState, side: str) -> dict[str, Any]:
    """What every page of a campaign shows: time, turn, who has sent orders, and what the visitor may do."""
    setup = state.setup
    return {
        "campaign": access.campaign,
        "access": access,
        "n": version_for(access),
        "people": [(_label(state, access, seat), seat.ready >= state.turn) for seat in access.people],
        "is_sent": all(seat.ready >= state.turn for seat in access.mine if seat.side != UMPIRE),
        "waiting": desk.waiting(access.campaign, access.seats),
        "deputy_of": ", ".join(seat.name for seat in access.mine if access.user and seat.deputy_id == access.user.pk),
        "deadline": deadline_words(access.campaign) if access.campaign.status == CampaignStatus.ORDERS else "",
        "side": next((row for row in setup.sides if row.key == side), None),
        "sides": setup.sides,
        "sees_all": access.sees_all,
        "plays": bool(access.sides),
        "turn": state.turn,
        "turns": setup.turns,
        "now": time_words(setup, state.time),
        "turn_line": _turn_line(state),
        "waits": access.campaign.status == CampaignStatus.ORDERS,
        "verdict": state.verdict,
        "result": _result(access, state) if state.verdict else {},
        "points": _points(state) if state.verdict else (),
    }


def after_battle(campaign: Campaign, number: int) -> HttpResponse:
    """Back to the campaign, at what has happened since the end of an engagement."""
    return redirect(f"{reverse('war:campaign', args=[campaign.slug])}?since={campaign.turn}&battle={number}#news")


def _turn_line(state: CampaignState) -> str:
    """The turn that is played, until when, and its weather; with a hint if most of it is dark (CM-MARCH-02)."""
    setup = state.setup
    long = setup.settings.turn_hours * HOUR
    if state.verdict:
        return f"The campaign ended in turn {state.turn} of {setup.turns}."
    line = f"Turn {state.turn} of {setup.turns}"
    if state.phase != "orders":
        return f"{line}. Weather: {state.weather}."
    end = min(setup.end, state.time + long)
    light = daylight_between(setup.settings.tables.daylight, setup.date, state.time, end)
    dark = " It is night for most of it: only forces with an order to march by night move." if light * 2 < long else ""
    return f"{line}, until {time_words(setup, end)}. Weather: {state.weather}.{dark}"


def _label(state: CampaignState, access: CampaignAccess, seat: CampaignSeat) -> str:
    """The player of a seat; with the seat's name for one who has several."""
    place = seat_words(state, seat.side, seat.command)
    several = sum(row.name == seat.name for row in access.people) > 1
    return f"{seat.name}, {place}" if several else seat.name or place


KINDS: Final = ("for places", "for men dead or captured", "for guns captured", "for corps below half strength")
"""The kinds of points of a `Score`, in its order."""


def _points(state: CampaignState) -> list[tuple[str, int, str]]:
    """The points of each alliance: its name, their sum, and how many there are of each kind (CM-WIN-01)."""
    rows = []
    for alliance, score in scores(state).items():
        name = side_name(state.setup, alliance)
        kinds = [f"{number} {kind}" for number, kind in zip(score, KINDS, strict=True) if number]
        rows.append((name, score.total, ", ".join(kinds)))
    return rows


def _result(access: CampaignAccess, state: CampaignState) -> dict[str, Any]:
    """The end in words: for players whether they won, for others who did (CM-WIN-01)."""
    assert state.verdict is not None  # noqa: S101 - for mypy
    setup, winner = state.setup, state.verdict.winner
    degree = {"minor": "a minor victory", "major": "a major victory", "draw": ""}[state.verdict.degree]
    mine = {setup.alliance(side) for side in access.sides}
    if not winner:
        return {"title": "Nobody won: a draw", "won": True}
    name = side_name(setup, winner)
    if len(mine) == 1:
        how = "won" if winner in mine else "lost"
        return {"title": f"You {how}: {degree} of {in_sentence(name)}", "won": winner in mine}
    return {"title": f"{at_start(name)} won {degree}", "won": True}


@require_GET
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A stream of events: `begin`, then a message ``{"n": n}`` whenever what the visitor sees has reached version n.

    404 if the visitor may not see the campaign, 400 for a wrong cursor, 429 or 503 if there are too many streams.
    """
    return version_stream(request, "campaign_page", campaign_topic, _look(request.session, slug))


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, n: str) -> HttpResponse:
    """204 while what the visitor sees is at version ``n``, else ``{"n": its version}``."""
    try:
        after = line(n)
    except BadCursor:
        return bad_cursor_page(request)
    now = _look(request.session, slug)()
    if now is None:
        raise Http404
    return JsonResponse({"n": now.version}) if now.version > after else HttpResponse(status=204)


def _look(session: SessionBase, slug: str) -> Callable[[], VersionReader | None]:
    """A function that finds the campaign and the visitor of ``session`` afresh."""

    def look() -> VersionReader | None:
        now = fresh_request(session)
        try:
            access = _access(now, Campaign.objects.defer("start", "state", "secret"), slug)
        except (Http404, CannotAct):
            return None
        return VersionReader(access.campaign.pk, version_for(access), now.user.pk)

    return look
