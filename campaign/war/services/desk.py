"""The desk of a campaign's organisers and umpires: title and deadline, pause, who has sent, what waits, deletion."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import available_timezones

from django.db.models import F
from django.utils import timezone
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models import Visibility
from campaign.models import Campaign, CampaignAct, CampaignMessage, CampaignOrders, CampaignSeat, CampaignStatus
from campaign.models.war import UMPIRE
from campaign.war.rules.audit import CannotCorrect, Change, balance, preview, take_back
from campaign.war.rules.books import Account
from campaign.war.rules.events import Entry
from campaign.war.rules.state import CampaignState
from campaign.war.services import engagements, ledger, turns
from campaign.war.services.access import CampaignAccess, CampaignOver, NotYours, Refused, access_after, locked_campaign
from campaign.war.services.creation import SETTLINGS
from campaign.war.services.orders import is_due

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
        return Waiting(f"Waiting for orders from {turns.names_of(missing)}.", missing)
    return Waiting("All orders are sent; the turn can be resolved." if people else "Nobody has taken a seat yet.")


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


SECRET_ACTS: Final = ("balance", "take_back", "settle", "dispatch", "desk")
"""Acts whose notes only umpires read while the campaign runs."""
MOST_WHY: Final = 300
MOST_UNITS: Final = 400


class Correction(Struct, frozen=True):
    """What a correction changes in the accounts of units, and the turn at which the campaign then stands.

    ``act`` is None for a preview, which stores nothing.
    """

    changes: tuple[Change, ...]
    turn: int
    act: CampaignAct | None = None


def balance_books(
    access: CampaignAccess, wanted: Mapping[str, Account], entry: int, why: str, *, dry: bool = False
) -> Correction:
    """Bring the accounts of some units to what they should be (CM-FIX-02).

    Raises:
        NotYours: they are not an umpire, nor a solo player.
        Refused: no reason, no such entry, or accounts that do not add up.
    """
    _must_correct(access)
    if len(wanted) > MOST_UNITS:
        raise Refused(f"A correction changes at most {MOST_UNITS} units at a time.", "accounts")
    with locked_campaign(access.campaign) as campaign:
        if not 0 <= entry <= campaign.head:
            raise Refused(f"The ledger has no entry {entry}; name the one that you correct (CM-FIX-01).", "entry")
        state = ledger.state_of(campaign)
        try:
            entries = balance(state, list(wanted.items()), entry, _name(access), why[:MOST_WHY])
        except CannotCorrect as fault:
            raise Refused(str(fault), "accounts") from None
        return _written(access, campaign, state, entries, "balance", why, dry)


def take_turn_back(access: CampaignAccess, turn: int, why: str, *, dry: bool = False) -> Correction:
    """Return the campaign to the beginning of a turn; its orders are offered again, its dice are new (CM-FIX-02).

    Raises:
        NotYours: they are not an umpire, nor a solo player.
        Refused: no reason, or a turn that has not been resolved.
    """
    _must_correct(access)
    with locked_campaign(access.campaign) as campaign:
        state = ledger.state_of(campaign)
        try:
            entry = take_back(
                ledger.start_of(campaign), ledger.entries_of(campaign), turn, _name(access), why[:MOST_WHY]
            )
        except CannotCorrect as fault:
            raise Refused(str(fault), "turn") from None
        if not dry and is_due(campaign):
            campaign.deadline = turns.next_deadline(campaign)
        done = _written(access, campaign, state, (entry,), "take_back", why, dry)
        if not dry:
            CampaignMessage.objects.filter(campaign=campaign, rider=True, turn__gte=turn).delete()
            _offer_again(campaign, turn)
            engagements.open_rows(campaign)
    return done


def may_correct(access: CampaignAccess) -> bool:
    """True for umpires, and for an owner where no other person plays (CM-FIX-01)."""
    alone = access.is_owner and all(seat.user_id == access.campaign.owner_id for seat in access.people)
    return alone or access.is_umpire


def _must_correct(access: CampaignAccess) -> None:
    if not may_correct(access):
        access.must_umpire()


def _name(access: CampaignAccess) -> str:
    return ledger.name_of(access.user) or "the operator"


def _written(
    access: CampaignAccess,
    campaign: Campaign,
    state: CampaignState,
    entries: Sequence[Entry],
    kind: str,
    why: str,
    dry: bool,
) -> Correction:
    changes = tuple(preview(state, entries))
    turn = ledger.folded(state, entries).turn
    if dry:
        return Correction(changes, turn)
    return Correction(changes, turn, ledger.write(campaign, kind, entries, by=access.user, note=why))


def _offer_again(campaign: Campaign, turn: int) -> None:
    """Copy the newest orders of an undone turn to its new beginning."""
    earlier = CampaignOrders.objects.filter(campaign=campaign, turn=turn, again__lt=campaign.again)
    last = earlier.order_by("-again").values_list("again", flat=True).first()
    if last is None:
        return
    for row in earlier.filter(again=last).order_by("id"):
        row.pk, row.again = None, campaign.again
        row.save(force_insert=True)
    campaign.seats.update(ready=0, reminded=0, written=F("written") + 1)
