"""The desk of a campaign's organisers and umpires: title and deadline, pause, who has sent, what waits, deletion."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import available_timezones

from django.db.models import F
from django.utils import timezone
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models import Visibility
from campaign.models import Campaign, CampaignSeat, CampaignStatus
from campaign.models.war import UMPIRE
from campaign.war.services import engagements, turns
from campaign.war.services.access import CampaignAccess, access_after
from campaign.war.services.creation import SETTLINGS
from campaign.war.services.lock import CampaignOver, NotYours, Refused, locked_campaign

MOST_INTERVAL: Final = 24 * 30
MOST_EXTENSION: Final = 24 * 30
REMINDED_BEFORE: Final = timedelta(days=1)
"""How long before a deadline players without orders are reminded."""
MOST_REMINDED: Final = 100
"""Seats of which one round reminds the players."""


class Waiting(Struct, frozen=True):
    """What a campaign waits for, in a sentence, and the seats whose orders are missing."""

    sentence: str
    missing: tuple[CampaignSeat, ...] = ()


def change(access: CampaignAccess, *, expect: int | None = None, **values: Any) -> Campaign:
    """Change ``title``, ``visibility``, ``deadline``, ``interval``, ``time_zone``, ``by_hand`` or ``settling``.

    Raises:
        NotYours: they may not manage it.
        Moved: ``expect`` is not its version.
        Refused: a value is wrong.
    """
    access.must_manage()
    with locked_campaign(access.campaign, expect) as campaign:
        if not one_line(values.get("title", campaign.title)):
            raise Refused("A campaign needs a title.", "title")
        _check_visibility(campaign, values.get("visibility", campaign.visibility))
        check_times(values.get("deadline"), values.get("interval", 0), values.get("time_zone", ""))
        settling = values.get("settling", campaign.settling)
        if settling not in SETTLINGS:
            raise Refused(f"The computer settles by one of {', '.join(SETTLINGS)}.", "settling")
        if settling == "computer" and not campaign.system:
            raise Refused("This campaign has no rule system in which the computer could fight.", "settling")
        for name, value in values.items():
            setattr(campaign, name, one_line(value) if name == "title" else value)
        _touch(campaign)
    return campaign


def _check_visibility(campaign: Campaign, visibility: str) -> None:
    if visibility not in Visibility.values:
        raise Refused(f"Visibility is one of {', '.join(Visibility.values)}.", "visibility")
    if visibility == Visibility.CLUB and campaign.club_id is None:
        raise Refused("This campaign belongs to no club. Put it into one first.", "visibility")


def check_times(deadline: datetime | None, interval: int, time_zone: str) -> None:
    """Refuse a deadline that has passed, a wrong interval, or a time zone that there is not."""
    if deadline is not None and deadline <= timezone.now():
        raise Refused("The deadline has passed already.", "deadline")
    if not 0 <= interval <= MOST_INTERVAL:
        raise Refused(f"From deadline to deadline are 0 to {MOST_INTERVAL} hours.", "interval")
    if time_zone and time_zone not in available_timezones():
        raise Refused(f"There is no time zone {one_line(time_zone)[:40]}.", "time_zone")


def extend(access: CampaignAccess, hours: int, *, expect: int | None = None) -> Campaign:
    """Move the deadline of the present turn by some hours; one that has passed is counted from now.

    Raises:
        NotYours, Moved, CampaignOver: as ``change``.
        Refused: there is no deadline, or too many hours.
    """
    access.must_manage()
    if not 1 <= hours <= MOST_EXTENSION:
        raise Refused(f"Extend the deadline by 1 to {MOST_EXTENSION} hours.", "hours")
    with locked_campaign(access.campaign, expect) as campaign:
        if campaign.is_over:
            raise CampaignOver
        if campaign.deadline is None:
            raise Refused("This turn has no deadline. Set one first.", "deadline")
        campaign.deadline = max(campaign.deadline, timezone.now()) + timedelta(hours=hours)
        campaign.seats.update(reminded=0)
        _touch(campaign)
    return campaign


def pause(access: CampaignAccess, *, expect: int | None = None) -> Campaign:
    """Stop the clock: no turn is resolved and no deadline passes until ``resume``. Orders may be written.

    Raises:
        NotYours, Moved, CampaignOver: as ``change``.
        Refused: it is paused already.
    """
    access.must_manage()
    with locked_campaign(access.campaign, expect) as campaign:
        if campaign.is_over:
            raise CampaignOver
        if campaign.paused is not None:
            raise Refused("The campaign is paused already.", "paused")
        campaign.paused = timezone.now()
        _touch(campaign)
    return campaign


def resume(access: CampaignAccess, *, expect: int | None = None) -> Campaign:
    """Let the clock run again; the deadline moves by the length of the pause. Raises as ``pause``."""
    access.must_manage()
    with locked_campaign(access.campaign, expect) as campaign:
        if campaign.paused is None:
            raise Refused("The campaign is not paused.", "paused")
        if campaign.deadline is not None and campaign.deadline > campaign.paused:
            campaign.deadline += timezone.now() - campaign.paused
        campaign.paused = None
        _touch(campaign)
    return campaign


def delete(access: CampaignAccess) -> None:
    """Delete a campaign; its battles stay. Raises `NotYours`."""
    if not access.is_owner and not access.is_operator:
        raise NotYours("Only the owner may delete the campaign.")
    with locked_campaign(access.campaign) as campaign:
        campaign.delete()


def waiting(campaign: Campaign, seats: Sequence[CampaignSeat]) -> Waiting:
    """What a campaign waits for now; nothing in it is secret."""
    people = [seat for seat in seats if seat.has_person and seat.side != UMPIRE]
    missing = tuple(seat for seat in people if seat.ready < campaign.turn)
    if campaign.is_over:
        return Waiting("The campaign is over.")
    if campaign.status == CampaignStatus.ENGAGEMENTS:
        open_now = sum(fight.engagement.status == "open" for fight in engagements.fights(campaign))
        return Waiting(f"{open_now} battle{'s' if open_now != 1 else ''} to settle.")
    if campaign.paused is not None:
        return Waiting("The campaign is paused.", missing)
    if turns.is_closed(campaign):
        return Waiting("The deadline has passed; the organiser resolves the turn.", missing)
    if missing:
        names = ", ".join(seat.name or seat.side for seat in missing)
        return Waiting(f"Waiting for orders from {names}.", missing)
    return Waiting("All orders are sent; the turn can be resolved." if people else "No person plays.")


def sent(access: CampaignAccess, turn: int) -> bool:
    """Resolve a turn for which the last player has just sent orders; True if it was resolved (CM-TIME-05)."""
    fresh = access_after(access, access.campaign)
    if not turns.resolves_itself(fresh.campaign, fresh.seats, turn):
        return False
    turns.resolve(fresh, turn)
    return True


def due_soon(now: datetime | None = None) -> list[CampaignSeat]:
    """Seats whose player has not sent orders a day before the deadline; each is given once for a turn.

    Of several processes at once only one gets a seat.
    """
    moment = now or timezone.now()
    seats = CampaignSeat.objects.filter(
        user__isnull=False,
        ready__lt=F("campaign__turn"),
        reminded__lt=F("campaign__turn"),
        campaign__status=CampaignStatus.ORDERS,
        campaign__paused=None,
        campaign__deadline__gt=moment,
        campaign__deadline__lte=moment + REMINDED_BEFORE,
    )
    rows = (
        seats.exclude(side=UMPIRE).select_related("user", "campaign__club").defer("campaign__start", "campaign__state")
    )
    return [
        seat
        for seat in rows[:MOST_REMINDED]
        if CampaignSeat.objects.filter(pk=seat.pk, reminded=seat.reminded).update(reminded=seat.campaign.turn)
    ]


def _touch(campaign: Campaign) -> None:
    campaign.version += 1
    campaign.save()
