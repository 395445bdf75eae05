"""Seat players, deputies and computer commanders in a campaign; its title, deadline and deletion."""

from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import User
from django.utils import timezone

from armies.exchange.clean_text import one_line
from armies.models import Visibility
from campaign.models import Campaign, CampaignSeat
from campaign.models.war import UMPIRE
from campaign.war.services import ledger
from campaign.war.services.access import CampaignAccess
from campaign.war.services.commanders import CHARACTERS
from campaign.war.services.lock import NotYours, Refused, locked_campaign

MOST_SEATS: Final = 40
MOST_INTERVAL: Final = 24 * 30


def seat(
    access: CampaignAccess,
    side: str,
    command: str = "",
    *,
    user: User | None = None,
    deputy: User | None = None,
    computer: str = "",
) -> CampaignSeat:
    """Give a seat to a user or a computer commander; with neither it is free again.

    Raises:
        NotYours: they may not manage the campaign.
        Refused: there is no such side, command or character, or an umpire would command a side.
    """
    access.must_manage()
    with locked_campaign(access.campaign) as campaign:
        _check_place(campaign, side, command, computer)
        if user is not None and computer:
            raise Refused("A person or a computer has the seat, not both.", "computer")
        for person, field in ((user, "user"), (deputy, "deputy")):
            _check_person(campaign, person, side, field)
        row = CampaignSeat.objects.filter(campaign=campaign, side=side, command=command).first()
        if row is None:
            if CampaignSeat.objects.filter(campaign=campaign).count() >= MOST_SEATS:
                raise Refused(f"A campaign has at most {MOST_SEATS} seats.", "side")
            row = CampaignSeat(campaign=campaign, side=side, command=command)
        row.user, row.deputy, row.computer, row.ready, row.guest = user, deputy, computer, 0, False
        row.name = ledger.name_of(user)
        row.save()
        _touch(campaign)
    return row


def take(access: CampaignAccess, side: str, command: str = "") -> CampaignSeat:
    """Take a free seat.

    Raises:
        NotYours: they are not signed in.
        Refused: somebody has it, there is none, or they are the umpire.
    """
    if access.user is None:
        raise NotYours("Sign in to take a seat.")
    with locked_campaign(access.campaign) as campaign:
        row = CampaignSeat.objects.filter(campaign=campaign, side=side, command=command).exclude(side=UMPIRE).first()
        if row is None or row.has_person or row.computer:
            raise Refused("This seat is not free.", "side")
        _check_person(campaign, access.user, side, "user")
        others = {seat.side for seat in campaign.seats.filter(user=access.user)} - {side, UMPIRE}
        if others:
            raise Refused("You play another side already, and would know both.", "side")
        row.user, row.name = access.user, ledger.name_of(access.user)
        row.save()
        _touch(campaign)
    return row


def leave(access: CampaignAccess, seat_id: int) -> None:
    """Leave a seat of one's own; it is free again. Raises `NotYours`."""
    own = access.seat_of(seat_id)
    with locked_campaign(access.campaign) as campaign:
        row = CampaignSeat.objects.filter(pk=own.pk, user=access.user).first()
        if row is None:
            raise NotYours("A deputy does not leave; the player or the owner ends it.")
        row.user, row.name, row.ready = None, "", 0
        row.save()
        _touch(campaign)


def name_deputy(access: CampaignAccess, seat_id: int, deputy: User | None) -> None:
    """Name who gives orders while one is absent, or nobody (CM-ORDER-05).

    Raises:
        NotYours: it is not their seat.
        Refused: the deputy is the umpire or plays another side.
    """
    own = access.seat_of(seat_id)
    with locked_campaign(access.campaign) as campaign:
        row = CampaignSeat.objects.filter(pk=own.pk, user=access.user).first()
        if row is None:
            raise NotYours("Only the player of a seat names a deputy.")
        _check_person(campaign, deputy, row.side, "deputy")
        row.deputy = deputy
        row.save()
        _touch(campaign)


def change(access: CampaignAccess, *, expect: int | None = None, **values: Any) -> Campaign:
    """Change ``title``, ``visibility``, ``deadline``, ``interval`` or ``settling`` of a campaign.

    Raises:
        NotYours: they may not manage it.
        Moved: ``expect`` is not its version.
        Refused: a value is wrong.
    """
    access.must_manage()
    with locked_campaign(access.campaign, expect) as campaign:
        if not one_line(values.get("title", campaign.title)):
            raise Refused("A campaign needs a title.", "title")
        if values.get("visibility", campaign.visibility) not in Visibility.values:
            raise Refused(f"Visibility is one of {', '.join(Visibility.values)}.", "visibility")
        if not 0 <= values.get("interval", 0) <= MOST_INTERVAL:
            raise Refused(f"From deadline to deadline are 0 to {MOST_INTERVAL} hours.", "interval")
        _check_deadline(values.get("deadline"))
        if values.get("settling") == "computer" and not campaign.system:
            raise Refused("This campaign has no rule system in which the computer could fight.", "settling")
        for name, value in values.items():
            setattr(campaign, name, one_line(value) if name == "title" else value)
        _touch(campaign)
    return campaign


def delete(access: CampaignAccess) -> None:
    """Delete a campaign; its battles stay. Raises `NotYours`."""
    if not access.is_owner and not access.is_operator:
        raise NotYours("Only the owner may delete the campaign.")
    with locked_campaign(access.campaign) as campaign:
        campaign.delete()


def _touch(campaign: Campaign) -> None:
    campaign.version += 1
    campaign.save()


def _check_deadline(deadline: datetime | None) -> None:
    if deadline is not None and deadline <= timezone.now():
        raise Refused("The deadline has passed already.", "deadline")


def _check_place(campaign: Campaign, side: str, command: str, computer: str) -> None:
    state = ledger.state_of(campaign)
    if side == UMPIRE and (command or computer):
        raise Refused("An umpire is a person and has no command.", "side")
    sides = [row.key for row in state.setup.sides]
    if side not in (*sides, UMPIRE):
        raise Refused(f"There is no side {one_line(side)[:40]}. Choose one of {', '.join((*sides, UMPIRE))}.", "side")
    commands = [row.id for row in state.commands if row.side == side]
    if command and command not in commands:
        known = ", ".join(commands) or "none"
        raise Refused(f"The side has no command {one_line(command)[:40]}. Its commands: {known}.", "command")
    if computer and computer not in CHARACTERS:
        raise Refused(f"A computer commander is one of {', '.join(CHARACTERS)} (CM-AI-01).", "computer")


def _check_person(campaign: Campaign, person: User | None, side: str, field: str) -> None:
    """Refuse who would be umpire and command a side, or would know two alliances."""
    if person is None:
        return
    state = ledger.state_of(campaign)
    rows = campaign.seats.all()
    others = {row.side for row in rows if person.pk in (row.user_id, row.deputy_id)}
    if (side == UMPIRE and others - {UMPIRE}) or (side != UMPIRE and UMPIRE in others):
        raise Refused("An umpire reads all sides and cannot command one of them.", field)
    alliances = {state.setup.alliance(other) for other in others - {UMPIRE}}
    if side != UMPIRE and alliances - {state.setup.alliance(side)} and person.pk != campaign.owner_id:
        raise Refused("This person plays for the enemy already, and would know both.", field)
