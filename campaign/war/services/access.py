"""Who may do what in a campaign, the lock for one writer at a time, and what refuses a request."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from armies.models.visibility import is_open_to
from armies.services.people import display_name
from battles.models.battle import deputised_by
from battles.services.live.broadcast import wake_campaign
from battles.services.play.lock import CannotAct, Gone, NotYours, Over, Refused
from campaign.models import Campaign, CampaignSeat, Membership, Role
from campaign.models.war import UMPIRE
from campaign.war.rules.state import CampaignState, Force

__all__ = ["CampaignOver", "CannotAct", "Gone", "Moved", "NotYours", "Refused", "locked_campaign"]

NO_CAMPAIGN = "There is no campaign at this address, or you may not see it."


class Moved(CannotAct):
    """The campaign has changed since the writer read it; ``version`` is its version now."""

    code = "stale"

    def __init__(self, sentence: str, version: int) -> None:
        super().__init__(sentence)
        self.version = version


class CampaignOver(Over):
    """The campaign has ended."""

    def __init__(self) -> None:
        CannotAct.__init__(self, "The campaign is over.")


@contextmanager
def locked_campaign(campaign: Campaign, expect: int | None = None) -> Iterator[Campaign]:
    """Lock the campaign's row until the block ends; all of the block is written or nothing. Its streams wake then.

    SQLite has no row locks: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Gone: the campaign was deleted in the meantime.
        Moved: ``expect`` is not None and not its version.
    """
    with transaction.atomic():
        row = Campaign.objects.select_for_update(of=("self",)).filter(pk=campaign.pk).first()
        if row is None:
            raise Gone("This campaign was deleted in the meantime.")
        if expect is not None and row.version != expect:
            raise Moved("The campaign has changed since you read it. Read it again.", row.version)
        yield row
        transaction.on_commit(partial(wake_campaign, campaign.pk))


@dataclass(frozen=True, kw_only=True)
class CampaignAccess:
    """A user's rights in a campaign.

    ``seats`` are all seats, ``mine`` those in which they play or are deputy. ``stands_in`` names the players whose
    deputy they are today. ``is_organiser`` is the owner, or an organiser of the campaign's club. ``is_operator`` is who
    runs the server, at the command line. ``user`` is None for an operator.
    """

    campaign: Campaign
    user: Any
    seats: tuple[CampaignSeat, ...]
    mine: tuple[CampaignSeat, ...]
    is_owner: bool = False
    is_organiser: bool = False
    is_operator: bool = False
    stands_in: str = ""

    @property
    def is_umpire(self) -> bool:
        """True for an umpire who commands no side, and for an operator: they read and decide everything."""
        return self.is_operator or (any(seat.side == UMPIRE for seat in self.mine) and not self.sides)

    @property
    def sees_all(self) -> bool:
        """True for an umpire, and for everybody when the campaign is over (CM-WIN-02)."""
        return self.is_umpire or self.campaign.is_over

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides they play in, in the order of their seats."""
        return tuple(dict.fromkeys(seat.side for seat in self.mine if seat.side != UMPIRE))

    @property
    def people(self) -> tuple[CampaignSeat, ...]:
        """The seats in which a person commands."""
        return tuple(seat for seat in self.seats if seat.has_person and seat.side != UMPIRE)

    @property
    def may_manage(self) -> bool:
        """True for the owner, organisers of its club and umpires: seats, the deadline, the end."""
        return self.is_organiser or self.is_umpire

    @property
    def name(self) -> str:
        """The name in the record: "deputy for player" for a deputy; empty for a guest and the server."""
        own = display_name(self.user) if self.user is not None else ""
        guests = [seat.name for seat in self.mine if seat.guest]
        return (f"{own} for {self.stands_in}" if self.stands_in else own or next(iter(guests), ""))[:80]

    def must_manage(self) -> None:
        """Raise `NotYours` unless they may manage the campaign."""
        if not self.may_manage:
            raise NotYours("Only an organiser of the campaign or its umpire may do this.")

    def must_umpire(self) -> None:
        """Raise `NotYours` unless they are an umpire who commands no side."""
        if not self.is_umpire:
            raise NotYours("Only an umpire who commands no side may do this.")

    def seat_of(self, seat: int) -> CampaignSeat:
        """A seat of theirs by its id.

        Raises:
            NotYours: it is not theirs.
        """
        found = next((row for row in self.mine if row.pk == seat and row.side != UMPIRE), None)
        if found is None:
            raise NotYours("This is not your seat.")
        return found

    def commands(self, state: CampaignState, force: Force) -> bool:
        """True if they give orders to a force: as its commander, or as umpire for its commander."""
        return self.is_umpire or self.seat_for(state, force) is not None

    def seat_for(self, state: CampaignState, force: Force) -> CampaignSeat | None:
        """Their seat that gives orders to a force: that of its command, else that of its whole side."""
        command = command_key(state, force.id)
        own = [seat for seat in self.mine if seat.side == force.side and seat.command in ("", command)]
        return max(own, key=lambda seat: len(seat.command), default=None)


def command_key(state: CampaignState, force: str) -> str:
    """The id of the command that a force belongs to; empty for none."""
    return next((command.id for command in state.commands if force in command.forces), "")


def access_of(campaign: Campaign, user: Any, seat_ids: Collection[int] = ()) -> CampaignAccess:
    """The access of ``user`` to ``campaign``; at most two queries. ``seat_ids`` are the guests' seats of their browser.

    Who stands in for a player today commands that seat, unless they play for another alliance or are an umpire.

    Raises:
        Gone: they have no part in it, and it is private or a club's of which they are no member.
    """
    account = user if getattr(user, "is_authenticated", False) else None
    rows = campaign.seats.select_related("user", "deputy")
    if account is not None:
        rows = rows.annotate(deputised=Exists(deputised_by(account).filter(user=OuterRef("user"))))
    seats = tuple(rows)
    mine = [
        seat
        for seat in seats
        if (account and account.pk in (seat.user_id, seat.deputy_id)) or (seat.guest and seat.pk in seat_ids)
    ]
    away = [seat for seat in seats if getattr(seat, "deputised", False) and seat not in mine and seat.side != UMPIRE]
    known = {seat.side for seat in mine}
    stands_in = [seat for seat in away if known <= {seat.side}]
    if len({seat.side for seat in stands_in}) > 1:
        stands_in = [seat for seat in stands_in if seat.side == stands_in[0].side]
    is_owner = account is not None and campaign.owner_id == account.pk
    if not mine and not stands_in and not is_owner and not is_open_to(campaign, account):
        raise Gone(NO_CAMPAIGN)
    return CampaignAccess(
        campaign=campaign,
        user=account,
        seats=seats,
        mine=(*mine, *stands_in),
        is_owner=is_owner,
        is_organiser=is_owner or _organises(campaign, account),
        stands_in=", ".join(dict.fromkeys(seat.name for seat in stands_in if seat.name)),
    )


def _organises(campaign: Campaign, account: Any) -> bool:
    """True for an organiser of the club to which the campaign belongs."""
    if account is None or campaign.club_id is None:
        return False
    return Membership.objects.filter(club=campaign.club_id, user=account, role=Role.ORGANISER).exists()


def operator_access(campaign: Campaign) -> CampaignAccess:
    """The access of the operator of the server."""
    return CampaignAccess(campaign=campaign, user=None, seats=tuple(campaign.seats.all()), mine=(), is_operator=True)


def access_after(access: CampaignAccess, campaign: Campaign) -> CampaignAccess:
    """The same user's access with the campaign's row and seats as they are now."""
    row = Campaign.objects.get(pk=campaign.pk)
    return (
        operator_access(row) if access.is_operator else access_of(row, access.user, [seat.pk for seat in access.mine])
    )
