"""Access of a user to a campaign: the sides whose knowledge they read, and the forces they give orders to."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from armies.models import Visibility
from campaign.models import Campaign, CampaignSeat
from campaign.models.war import UMPIRE
from campaign.war.rules.state import CampaignState, Force
from campaign.war.services.lock import NO_CAMPAIGN, Gone, NotYours


@dataclass(frozen=True, kw_only=True)
class CampaignAccess:
    """A user's rights in a campaign.

    ``seats`` are all seats, ``mine`` those in which they play or are deputy. ``is_operator`` is who runs the server,
    at the command line. ``user`` is None for an operator.
    """

    campaign: Campaign
    user: Any
    seats: tuple[CampaignSeat, ...]
    mine: tuple[CampaignSeat, ...]
    is_owner: bool = False
    is_operator: bool = False

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
        """True for the owner and for umpires: seats, the deadline, the end."""
        return self.is_owner or self.is_umpire

    def must_manage(self) -> None:
        """Raise `NotYours` unless they may manage the campaign."""
        if not self.may_manage:
            raise NotYours("Only the owner of the campaign or its umpire may do this.")

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

    def seat_for(self, state: CampaignState, force: Force) -> CampaignSeat | None:
        """Their seat that gives orders to a force: that of its command, else that of its whole side."""
        command = command_key(state, force.id)
        own = [seat for seat in self.mine if seat.side == force.side and seat.command in ("", command)]
        return max(own, key=lambda seat: len(seat.command), default=None)


def command_key(state: CampaignState, force: str) -> str:
    """The id of the command that a force belongs to; empty for none."""
    return next((command.id for command in state.commands if force in command.forces), "")


def access_of(campaign: Campaign, user: Any, seat_ids: Collection[int] = ()) -> CampaignAccess:
    """The access of ``user`` to ``campaign``; one query. ``seat_ids`` are the guests' seats that their browser holds.

    Raises:
        Gone: the campaign is private and they have no part in it.
    """
    seats = tuple(campaign.seats.select_related("user", "deputy"))
    account = user if getattr(user, "is_authenticated", False) else None
    mine = tuple(
        seat
        for seat in seats
        if (account and account.pk in (seat.user_id, seat.deputy_id)) or (seat.guest and seat.pk in seat_ids)
    )
    is_owner = account is not None and campaign.owner_id == account.pk
    if campaign.visibility == Visibility.PRIVATE and not mine and not is_owner:
        raise Gone(NO_CAMPAIGN)
    return CampaignAccess(campaign=campaign, user=account, seats=seats, mine=mine, is_owner=is_owner)


def operator_access(campaign: Campaign) -> CampaignAccess:
    """The access of the operator of the server."""
    return CampaignAccess(campaign=campaign, user=None, seats=tuple(campaign.seats.all()), mine=(), is_operator=True)


def access_after(access: CampaignAccess, campaign: Campaign) -> CampaignAccess:
    """The same user's access with the campaign's row and seats as they are now."""
    row = Campaign.objects.get(pk=campaign.pk)
    return (
        operator_access(row) if access.is_operator else access_of(row, access.user, [seat.pk for seat in access.mine])
    )
