"""Deputies: a member names another who plays their battles while they are away."""

from datetime import date, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from armies.services.locks import Gone, Refused
from campaign.club.services import record
from campaign.club.services.clubs import writing
from campaign.club.services.permissions import may, require
from campaign.models import Club, Deputy, Membership

MOST_DAYS: Final = 366
"""Days from the first to the last of an absence, and from today to its first."""


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
            name = record.name_of(other.deputy)
            raise Refused("start", f"{name} stands in for you from {_day(other.start)} to {_day(other.end)} already.")
        named = Deputy.objects.create(club=row, user=by, deputy=place.user, start=start, end=end)
        record.write(row, "deputy", by=by, about=place.user, start=_day(start), end=_day(end))
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
        record.write(row, "deputy_ended", by=by, about=about, who=record.name_of(there.deputy))
    return there


def end_where_not_allowed(club: Club, user: int) -> None:
    """End what the member, who left the club or has another role, may no longer do: inside ``writing``."""
    place = Membership.objects.filter(club=club, user=user).first()
    if not may(place, "deputy"):
        club.deputies.filter(Q(user=user) | Q(deputy=user)).delete()


def _day(day: date) -> str:
    return f"{day:%-d %B %Y}"
