"""Members of a club: their roles and deputies, who leaves, and how the club changes hands."""

from datetime import date, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from armies.exchange.clean_text import one_line
from armies.services.locks import Gone, Refused
from battles.models import Invitation as SeatInvitation
from campaign.club.services import clubs
from campaign.club.services.clubs import writing
from campaign.club.services.permissions import may, place_of, refuse_unknown_role, require
from campaign.models import Club, ClubGuest, Deputy, HandOver, Membership, NoticeKind, Role
from campaign.notices.notices import tell

MOST_MEMBERS: Final = 2000
MOST_GUESTS: Final = 500
MOST_TO_APPOINT: Final = 100
MOST_GUEST_NAME: Final = 60
NEEDS_ORGANISER: Final = "A club needs an organiser. Hand it over first, or make another member an organiser."
MOST_DAYS: Final = 366
"""Days from the first to the last of an absence, and from today to its first."""


def memberships_of(user: Any) -> list[Membership]:
    """The memberships of ``user``, in the order of the clubs' names."""
    memberships = Membership.objects.filter(user=user).select_related("club__house_rules")
    return list(memberships.order_by("club__name", "club_id"))


def membership_in(user: Any, slug: str) -> Membership | None:
    """The membership of ``user`` in the club with this slug; None if there is none."""
    return Membership.objects.filter(user=user, club__slug=slug).select_related("club__house_rules").first()


def add(club: Club, user: Any, role: str) -> Membership:
    """Make ``user`` a member, inside `writing`. A member stays what they are.

    Raises:
        Refused: the club is full.
    """
    place = Membership.objects.filter(club=club, user=user).first()
    if place is not None:
        return place
    if club.memberships.count() >= MOST_MEMBERS:
        raise Refused("club", f"{club.name} has {MOST_MEMBERS:,} members, which is the limit.")
    club.requests.filter(user=user).delete()
    return Membership.objects.create(club=club, user=user, role=role)


def change_role(club: Club, user: int, role: str, *, by: Any) -> Membership:
    """Give the member with this user id another role.

    Raises:
        Refused: no such role, ``by`` may not, or the last organiser would lose the role.
        Gone: the club or the membership no longer exists.
    """
    refuse_unknown_role(role)
    with writing(club) as row:
        require(row, by, "roles")
        place = _member(row, user)
        if place.role == role:
            return place
        _keep_an_organiser(row, place)
        before, place.role = place.role, role
        place.save(update_fields=["role"])
        end_where_not_allowed(row, user)
        clubs.write_record(row, "role", by=by, about=place.user, before=before, role=role)
    return place


def to_appoint(club: Club) -> QuerySet[Membership]:
    """The members whom an administrator may make the organiser, at most 100: those whose accounts are not locked."""
    active = club.memberships.filter(user__is_active=True).exclude(role=Role.ORGANISER)
    return active.select_related("user")[:MOST_TO_APPOINT]


def appoint(club: Club, member: str, *, by: Any) -> Membership:
    """Make the member who signs in with this name the organiser of a club that has no active one.

    Args:
        by: the administrator; None for a command at the server.

    Raises:
        Refused: the club has an active organiser, or there is no such member who can sign in.
        Gone: the club no longer exists.
    """
    with writing(club) as row:
        if row.memberships.filter(role=Role.ORGANISER, user__is_active=True).exists():
            raise Refused("member", f"{row.name} has an organiser. Only an organiser gives others this role.")
        place = row.memberships.filter(user__username=member, user__is_active=True).select_related("user").first()
        if place is None:
            raise Refused("member", f"{row.name} has no member with this name who can sign in.")
        place.role = Role.ORGANISER
        place.save(update_fields=["role"])
        clubs.write_record(row, "appointed", by=by, about=place.user)
    return place


def remove(club: Club, user: int, *, by: Any) -> Membership:
    """Remove the member with this user id; what is theirs stays theirs. Leave the club if it is ``by``.

    They keep the seats that they have in its battles; invitations to others are cancelled.

    Raises:
        Refused: ``by`` may not, the last organiser would go, or it is the demo club.
        Gone: the club or the membership no longer exists.
    """
    with writing(club) as row:
        place = _member(row, user)
        if place.user_id == by.pk:
            if row.demo:
                raise Refused("user", "Members of the demo club cannot leave it.")
        else:
            require(row, by, "remove")
        _keep_an_organiser(row, place)
        HandOver.objects.filter(Q(taker=place.user) | Q(giver=place.user), club=row).delete()
        place.delete()
        SeatInvitation.objects.filter(asked=user, used=None, seat__battle__club=row).delete()
        end_where_not_allowed(row, user)
        if place.user_id == by.pk:
            clubs.write_record(row, "left", by=by, about=place.user)
        else:
            clubs.write_record(row, "removed", by=by, about=place.user, role=place.role)
    return place


def offer(club: Club, user: int, *, by: Any, stay_as: str = Role.PLAYER) -> HandOver:
    """Offer to hand the club over to the member with this user id, who accepts or declines.

    Args:
        stay_as: the role that ``by`` has afterwards.

    Raises:
        Refused: ``by`` may not, or offers it to themselves, or another offer is open, or there is no such role.
        Gone: the club or the membership no longer exists.
    """
    refuse_unknown_role(stay_as, "stay_as")
    with writing(club) as row:
        require(row, by, "hand_over")
        place = _member(row, user)
        if place.user_id == by.pk:
            raise Refused("user", "You run this club already. Choose another member.")
        opened = HandOver.objects.filter(club=row).select_related("taker").first()
        if opened is not None:
            raise Refused("user", f"The club is offered to {clubs.name_of(opened.taker)} already. Withdraw that first.")
        offered = HandOver.objects.create(club=row, giver=by, taker=place.user, stay_as=stay_as)
        clubs.write_record(row, "offered", by=by, about=place.user)
    return offered


def answer_offer(club: Club, *, by: Any, accept: bool) -> None:
    """Accept or decline the offer of the club as the member it was made to; as another organiser, withdraw it.

    On acceptance the taker becomes an organiser and the giver takes the role that they chose.

    Raises:
        Refused: it is not ``by`` who answers, or accepts.
        Gone: the offer or the club no longer exists.
    """
    with writing(club) as row:
        offered = HandOver.objects.filter(club=row).select_related("giver", "taker").first()
        if offered is None:
            raise Gone("This offer no longer stands.")
        is_taker = offered.taker_id == by.pk
        if not is_taker and (accept or not may(place_of(row, by), "hand_over")):
            raise Refused("user", f"Only {clubs.name_of(offered.taker)} can answer this offer.")
        offered.delete()
        if not accept:
            kind = "offer_declined" if is_taker else "offer_withdrawn"
            clubs.write_record(row, kind, by=by, about=offered.taker)
            if is_taker:
                _tell_giver(row, offered, "declined to take {} over.")
            return
        Membership.objects.filter(club=row, user=offered.taker).update(role=Role.ORGANISER)
        Membership.objects.filter(club=row, user=offered.giver).update(role=offered.stay_as)
        end_where_not_allowed(row, offered.giver_id)
        names = {"giver": clubs.name_of(offered.giver), "role": offered.stay_as}
        clubs.write_record(row, "handed_over", by=by, about=offered.taker, **names)
        _tell_giver(row, offered, f"took {{}} over. You are {offered.as_what} there now.")


def _tell_giver(club: Club, offered: HandOver, answer: str) -> None:
    text = f"{clubs.name_of(offered.taker)} {answer.format(club.name)}"
    key, address = f"answer:{club.pk}", club.get_absolute_url()
    tell([offered.giver_id], NoticeKind.CLUB, key, text, address, by=offered.taker)


def add_guest(club: Club, name: str, *, by: Any) -> ClubGuest:
    """Add a named guest without an account.

    Raises:
        Refused: ``by`` may not, the name is empty, too long or taken, or the club has 500 guests.
        Gone: the club no longer exists.
    """
    name = one_line(name)
    if not name or len(name) > MOST_GUEST_NAME or not name.isprintable():
        raise Refused("name", f"Give the guest a name of at most {MOST_GUEST_NAME} visible characters.")
    with writing(club) as row:
        require(row, by, "guests")
        if row.guests.filter(name__iexact=name).exists():
            raise Refused("name", f"The club has a guest {name} already.")
        if row.guests.count() >= MOST_GUESTS:
            raise Refused("name", f"The club has {MOST_GUESTS} guests, which is the limit.")
        guest = ClubGuest.objects.create(club=row, name=name)
        clubs.write_record(row, "guest_added", by=by, guest=name)
    return guest


def remove_guest(club: Club, guest: int, *, by: Any) -> str:
    """Remove a guest and the invitations for them; returns the name.

    Raises:
        Refused: ``by`` may not.
        Gone: the guest or the club no longer exists.
    """
    with writing(club) as row:
        require(row, by, "guests")
        there = row.guests.filter(pk=guest).first()
        if there is None:
            raise Gone("This guest is no longer in the club.")
        there.delete()
        clubs.write_record(row, "guest_removed", by=by, guest=there.name)
    return there.name


def _member(club: Club, user: int) -> Membership:
    place = club.memberships.filter(user_id=user).select_related("user").first()
    if place is None:
        raise Gone("This member is no longer in the club.")
    return place


def _keep_an_organiser(club: Club, place: Membership) -> None:
    """Refuse if ``place`` is the only organiser."""
    if place.role == Role.ORGANISER and club.memberships.filter(role=Role.ORGANISER).count() == 1:
        raise Refused("role", NEEDS_ORGANISER)


def deputies_in(club: Club) -> QuerySet[Deputy]:
    """The deputies of the club today and later, in the order of their days."""
    return club.deputies.filter(end__gte=timezone.localdate()).select_related("user", "deputy")


def name_deputy(club: Club, deputy: int, start: date, end: date, *, by: Any) -> Deputy:
    """Let the member with the id ``deputy`` stand in for ``by`` from ``start`` to ``end``, both days included.

    Raises:
        Refused: the role of one of the two does not allow it, a date is wrong, or somebody stands in on one of these
            days already.
        Gone: the club was deleted.
    """
    _refuse_dates(start, end)
    with writing(club) as row:
        require(row, by, "deputy")
        place = row.memberships.filter(user_id=deputy).select_related("user").first()
        if place is None or not may(place, "deputy"):
            raise Refused("deputy", "Choose a member of the club who may play.")
        if place.user_id == by.pk:
            raise Refused("deputy", "Choose another member: you cannot stand in for yourself.")
        User.objects.select_for_update().get(pk=by.pk)
        other = Deputy.objects.filter(user=by, start__lte=end, end__gte=start).select_related("deputy").first()
        if other is not None:
            name = clubs.name_of(other.deputy)
            raise Refused("start", f"{name} stands in for you from {_day(other.start)} to {_day(other.end)} already.")
        named = Deputy.objects.create(club=row, user=by, deputy=place.user, start=start, end=end)
        clubs.write_record(row, "deputy", by=by, about=place.user, start=_day(start), end=_day(end))
    return named


def _refuse_dates(start: date, end: date) -> None:
    today = timezone.localdate()
    if end < start:
        raise Refused("end", "The last day is before the first.")
    if start < today:
        raise Refused("start", "The first day is today or later.")
    if start - today > timedelta(days=MOST_DAYS) or end - start > timedelta(days=MOST_DAYS):
        raise Refused("end", f"An absence begins within {MOST_DAYS} days and lasts at most {MOST_DAYS} days.")


def end_deputy(club: Club, deputy: int, *, by: Any) -> Deputy:
    """End the time of a deputy. Who is away may, and the deputy.

    Raises:
        Refused: ``by`` is neither of the two.
        Gone: it was ended already, or the club was deleted.
    """
    with writing(club) as row:
        there = row.deputies.filter(pk=deputy).select_related("user", "deputy").first()
        if there is None:
            raise Gone("Nobody stands in here any more.")
        if by.pk not in (there.user_id, there.deputy_id):
            raise Refused("deputy", "Only the two of them can end this.")
        there.delete()
        about = there.deputy if by.pk == there.user_id else there.user
        clubs.write_record(row, "deputy_ended", by=by, about=about, who=clubs.name_of(there.deputy))
    return there


def end_where_not_allowed(club: Club, user: int) -> None:
    """End what the member, who left the club or has another role, may no longer do: inside ``writing``."""
    place = Membership.objects.filter(club=club, user=user).first()
    if not may(place, "deputy"):
        club.deputies.filter(Q(user=user) | Q(deputy=user)).delete()


def _day(day: date) -> str:
    return f"{day:%-d %B %Y}"
