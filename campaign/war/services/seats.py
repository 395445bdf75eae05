"""Seats of a campaign: given, taken, left, invited to; deputies and computer commanders."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from armies.exchange.clean_text import one_line
from armies.services.people import display_name
from battles.models.seat import new_token
from battles.services import departure
from battles.services.create.battle_start import MOST_NAME
from battles.services.play.invitations import A_GUEST, MOST_INVITATIONS
from campaign.models import Campaign, CampaignAct, CampaignInvitation, CampaignMessage, CampaignOrders, CampaignSeat
from campaign.models.war import UMPIRE
from campaign.notices.sources import tell_of_deputy, tell_of_seat
from campaign.war.services import engagements, ledger
from campaign.war.services.access import CampaignAccess, CampaignOver, Gone, NotYours, Refused, locked_campaign
from campaign.war.services.turns import CHARACTERS

MOST_SEATS: Final = 40


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
        Refused: there is no such side, command or character, or a person would know two sides.
    """
    access.must_manage()
    with locked_campaign(access.campaign) as campaign:
        _check_place(campaign, side, command, computer)
        if user is not None and computer:
            raise Refused("A person or a computer has the seat, not both.", "computer")
        for person, field in ((user, "user"), (deputy, "deputy")):
            _check_person(campaign, person, side, field)
        row = _row(campaign, side, command)
        row.deputy = deputy
        _sit(row, user=user, computer=computer, name=ledger.name_of(user))
        if not row.has_person:
            engagements.settle_what_is_ready(campaign, by=access.user, alone=False)
        _touch(campaign)
        if user is not None and user != access.user:
            tell_of_seat(row, access.user)
    return row


def _row(campaign: Campaign, side: str, command: str) -> CampaignSeat:
    """The seat of a side or a command; a new one if there is none yet."""
    row = CampaignSeat.objects.filter(campaign=campaign, side=side, command=command).first()
    if row is not None:
        return row
    if CampaignSeat.objects.filter(campaign=campaign).count() >= MOST_SEATS:
        raise Refused(f"A campaign has at most {MOST_SEATS} seats.", "side")
    return CampaignSeat.objects.create(campaign=campaign, side=side, command=command)


def _sit(
    row: CampaignSeat, *, user: User | None = None, guest: bool = False, computer: str = "", name: str = ""
) -> None:
    """Put somebody or nobody into a seat; who had it is remembered, and open invitations to it end."""
    if row.user_id is not None and row.user_id != (user.pk if user else None):
        row.former = sorted({*row.former, row.user_id})
    row.user, row.guest, row.computer, row.name, row.ready = user, guest, computer, name, 0
    row.token = new_token() if guest else ""
    row.save()
    if not row.is_open:
        row.invitations.filter(used=None).delete()


def take(access: CampaignAccess, side: str, command: str = "") -> CampaignSeat:
    """Take a free seat that is open to everybody who may see the campaign.

    Raises:
        NotYours: they are not signed in, or the seat needs an invitation.
        Refused: somebody has it, there is none, or they know another side.
    """
    if access.user is None:
        raise NotYours("Sign in to take a seat, or ask for an invitation.")
    with locked_campaign(access.campaign) as campaign:
        row = CampaignSeat.objects.filter(campaign=campaign, side=side, command=command).exclude(side=UMPIRE).first()
        if row is None or not row.is_open:
            raise Refused("This seat is not free.", "side")
        if not row.anyone and not access.may_manage:
            raise NotYours("This seat needs an invitation. Ask the organiser of the campaign for one.")
        _check_newcomer(campaign, access.user, side)
        _sit(row, user=access.user, name=ledger.name_of(access.user))
        _touch(campaign)
    return row


def leave(access: CampaignAccess, seat_id: int) -> None:
    """Leave a seat of one's own; it is free again, and what was written for it stays. Raises `NotYours`."""
    own = access.seat_of(seat_id)
    with locked_campaign(access.campaign) as campaign:
        row = CampaignSeat.objects.filter(pk=own.pk).first()
        if row is None or not _holds(access, row):
            raise NotYours("A deputy does not leave; the player or the organiser ends it.")
        _sit(row)
        engagements.settle_what_is_ready(campaign, by=access.user, alone=False)
        _touch(campaign)


def _holds(access: CampaignAccess, row: CampaignSeat) -> bool:
    """True if they are the player of the seat, not a deputy."""
    if row.guest:
        return row in access.mine
    return access.user is not None and row.user_id == access.user.pk


def possible_deputies(access: CampaignAccess, seat: CampaignSeat, members: Iterable[User]) -> list[User]:
    """Who may stand in for the player of a seat: ``members`` of the club and players of the alliance, by their names.

    The present deputy is among them; umpires and players of other alliances are not.
    """
    state = ledger.state_of(access.campaign)
    alliance = state.setup.alliance(seat.side)
    people: dict[int, User] = {}
    barred = {seat.user_id}
    for row in access.seats:
        own = row.side != UMPIRE and state.setup.alliance(row.side) == alliance
        for person in (row.user, row.deputy):
            if person is not None and own:
                people[person.pk] = person
            elif person is not None:
                barred.add(person.pk)
    people |= {person.pk: person for person in members if person.is_active}
    allowed = [person for key, person in people.items() if key not in barred or key == seat.deputy_id]
    return sorted(allowed, key=lambda person: display_name(person).casefold())


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
        tell_of_deputy(row)
        _touch(campaign)


# Invitations


def open_to_anyone(access: CampaignAccess, side: str, command: str, anyone: bool) -> None:
    """Let everybody who may see the campaign take a free seat, or only who is invited. Raises as ``seat``."""
    access.must_manage()
    with locked_campaign(access.campaign) as campaign:
        _check_place(campaign, side, command, "")
        if side == UMPIRE and anyone:
            raise Refused("An umpire is invited or named: the umpire reads everything.", "side")
        row = _row(campaign, side, command)
        row.anyone = anyone
        row.save(update_fields=["anyone"])
        _touch(campaign)


def invite(access: CampaignAccess, side: str, command: str = "") -> CampaignInvitation:
    """Create an invitation: a link that gives the seat to the first person who accepts it, for 14 days.

    Raises:
        NotYours: they may not manage the campaign.
        Refused: the seat is taken, or has five open invitations.
        CampaignOver: the campaign has ended.
    """
    access.must_manage()
    with locked_campaign(access.campaign) as campaign:
        if campaign.is_over:
            raise CampaignOver
        _check_place(campaign, side, command, "")
        row = _row(campaign, side, command)
        if row.has_person:
            raise Refused(f"{row.name or 'Somebody'} has this seat already. Free it first.", "side")
        if row.invitations.filter(used=None, ends__gt=timezone.now()).count() >= MOST_INVITATIONS:
            raise Refused(f"This seat has {MOST_INVITATIONS} open invitations already. Cancel one first.", "side")
        _touch(campaign)
        return CampaignInvitation.objects.create(seat=row)


def revoke_invitation(access: CampaignAccess, invitation: int) -> None:
    """Cancel an open invitation. Raises `NotYours`; `Gone` if it was accepted or cancelled already."""
    access.must_manage()
    with locked_campaign(access.campaign) as campaign:
        rows = CampaignInvitation.objects.filter(seat__campaign=campaign, pk=invitation, used=None)
        if not rows.delete()[0]:
            raise Gone("This invitation was accepted or cancelled already.")
        _touch(campaign)


def invitation_of(token: str) -> CampaignInvitation:
    """The invitation of a link, to show it before it is accepted.

    Raises:
        Gone: there is none, or it was cancelled.
        Refused: it was accepted or has expired, or the seat is taken; the sentence says which.
        CampaignOver: the campaign has ended.
    """
    invitation = CampaignInvitation.objects.select_related("seat__campaign__club").filter(token=token[:40]).first()
    if invitation is None:
        raise Gone("There is no such invitation. It may have been cancelled.")
    if invitation.seat.campaign.is_over:
        raise CampaignOver
    if invitation.used is not None:
        raise Refused("This invitation was accepted already. Each invitation is for one person.", "invitation")
    if invitation.ends <= timezone.now():
        raise Refused("This invitation has expired. Ask for a new one.", "invitation")
    if invitation.seat.has_person:
        raise Refused("Somebody has this seat already.", "invitation")
    return invitation


def accept_invitation(token: str, user: Any, seat_ids: Iterable[int] = (), *, name: str = "") -> CampaignSeat:
    """Accept an invitation. Without an account they play as a guest, by the link of the seat.

    Args:
        seat_ids: the guests' seats that their browser holds.
        name: the name of a guest.

    Raises:
        As ``invitation_of``; `Refused` also if they know another side, or an umpire has no account.
    """
    account = user if getattr(user, "is_authenticated", False) else None
    name = one_line(name)
    if len(name) > MOST_NAME:
        raise Refused(f"A name has at most {MOST_NAME} characters; this one has {len(name):,}.", "name")
    with locked_campaign(invitation_of(token).seat.campaign) as campaign:
        invitation = invitation_of(token)
        row = invitation.seat
        if account is None:
            _check_guest(campaign, row, set(seat_ids))
        else:
            _check_newcomer(campaign, account, row.side)
        CampaignInvitation.objects.filter(pk=invitation.pk).update(used=timezone.now())
        _sit(row, user=account, guest=account is None, name=ledger.name_of(account) or name or A_GUEST)
        _touch(campaign)
    return row


def _check_guest(campaign: Campaign, row: CampaignSeat, held: set[int]) -> None:
    if row.side == UMPIRE:
        raise Refused("An umpire needs an account. Sign in, then open the link again.", "invitation")
    alliance = ledger.state_of(campaign).setup.alliance
    others = {one.side for one in campaign.seats.filter(pk__in=held, guest=True)} - {UMPIRE}
    if {alliance(side) for side in others} - {alliance(row.side)}:
        raise Refused("You play another side already, and would know both.", "invitation")


def seat_of(token: str) -> CampaignSeat:
    """The guest's seat whose link has this token. Raises `Gone` if there is none (any more)."""
    row = CampaignSeat.objects.select_related("campaign").filter(token=token[:40] or "-", guest=True).first()
    if row is None:
        raise Gone("There is no such seat. Somebody else may have it now.")
    return row


# Checks


def _touch(campaign: Campaign) -> None:
    campaign.version += 1
    campaign.save()


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


def _check_newcomer(campaign: Campaign, person: User, side: str) -> None:
    """Refuse who sits down without an organiser and would know another side, as player now or before."""
    _check_person(campaign, person, side, "side")
    state = ledger.state_of(campaign)
    for row in campaign.seats.all():
        if person.pk in (row.user_id, row.deputy_id) and side not in (row.side, UMPIRE) and row.side != UMPIRE:
            raise Refused("You play another side already, and would know both.", "side")
        friendly = UMPIRE not in (side, row.side) and state.setup.alliance(row.side) == state.setup.alliance(side)
        if person.pk in row.former and row.side != side and side != UMPIRE and not friendly:
            raise Refused("You had a seat of the other side before, and know what it knows.", "side")


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


def campaigns_of(user: Any, *, with_others: bool) -> "QuerySet[Campaign]":
    """The campaigns that ``user`` owns or plays: those in which another person takes part, or the rest."""
    seats = CampaignSeat.objects.filter(campaign=OuterRef("pk")).order_by()
    people = Q(guest=True) | Q(user__isnull=False) & ~Q(user=user) | Q(deputy__isnull=False) & ~Q(deputy=user)
    others = seats.filter(people).exclude(user__profile__former=True)
    foreign = Q(owner__isnull=False) & ~Q(owner=user) & ~Q(owner__profile__former=True)
    shared = Q(Exists(others)) | foreign
    mine = Campaign.objects.played_by(user)
    return mine.filter(shared) if with_others else mine.exclude(shared)


def rename_player(user: Any, name: str) -> None:
    """Put ``name`` where campaigns name ``user``, and free the seats of the user."""
    CampaignAct.objects.filter(by=user).update(by_name=name[:80])
    CampaignOrders.objects.filter(by=user).update(by_name=name[:80])
    CampaignMessage.objects.filter(by=user).update(by_name=name[:80])
    CampaignSeat.objects.filter(user=user).update(user=None, name="", ready=0)
    CampaignSeat.objects.filter(deputy=user).update(deputy=None)


def abandoned() -> "QuerySet[Campaign]":
    """Campaigns without an owner or a player with an account that nobody has touched for MUSTER_KEEP_STRANGERS_DAYS."""
    rows = Campaign.objects.filter(departure.NOBODYS, updated__lt=departure.abandoned_before())
    return rows.exclude(seats__user__isnull=False).exclude(seats__deputy__isnull=False)


def deletion_time(campaign: Campaign, seats: Iterable[CampaignSeat]) -> datetime | None:
    """When ``campaign`` will be deleted if nobody acts; None if it is kept."""
    kept = campaign.owner_id is not None or campaign.club_id is not None
    if kept or any(seat.user_id is not None or seat.deputy_id is not None for seat in seats):
        return None
    return departure.deletion_after(campaign.updated)


def delete_abandoned(most: int) -> list[str]:
    """Delete at most ``most`` abandoned campaigns; returns their keys. Their battles are deleted by their own date."""
    keys = []
    for pk in abandoned().order_by("updated").values_list("pk", flat=True)[: max(0, most)]:
        with transaction.atomic():
            row = Campaign.objects.select_for_update(of=("self",)).filter(pk=pk).first()
            if row is not None and abandoned().filter(pk=pk).exists():
                row.delete()
                keys.append(f"war:{row.slug}")
    return keys
