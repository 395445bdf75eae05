"""Corrections of a campaign's ledger: balance the books, take a turn back; each shows first what it changes."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import F
from msgspec import Struct

from campaign.models import Campaign, CampaignAct, CampaignMessage, CampaignOrders
from campaign.war.rules.audit import CannotCorrect, Change, balance, preview, take_back
from campaign.war.rules.books import Account
from campaign.war.rules.events import Entry
from campaign.war.rules.state import CampaignState
from campaign.war.services import engagements, ledger, turns
from campaign.war.services.access import CampaignAccess
from campaign.war.services.lock import Refused, locked_campaign
from campaign.war.services.orders import is_due

SECRET: Final = ("balance", "take_back", "settle", "dispatch", "desk")
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
    """Copy the newest orders of a turn that was taken back to its new beginning."""
    earlier = CampaignOrders.objects.filter(campaign=campaign, turn=turn, again__lt=campaign.again)
    last = earlier.order_by("-again").values_list("again", flat=True).first()
    if last is None:
        return
    for row in earlier.filter(again=last).order_by("id"):
        row.pk, row.again = None, campaign.again
        row.save(force_insert=True)
    campaign.seats.update(ready=0, reminded=0, written=F("written") + 1)
