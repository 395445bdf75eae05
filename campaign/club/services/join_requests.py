"""Requests to join a club."""

from typing import Any, Final

from armies.exchange.clean_text import one_line
from armies.services.locks import Gone, Refused
from campaign.club.services import membership, record
from campaign.club.services.clubs import refuse_shared_account, writing
from campaign.club.services.permissions import refuse_unknown_role, require
from campaign.models import Club, JoinRequest, Membership, Role

MOST_REQUESTS: Final = 200
"""Requests of a club that wait for an answer."""
MOST_MESSAGE: Final = 300


def ask(club: Club, user: Any, message: str = "") -> JoinRequest:
    """Ask to join a listed club; asking again changes the message.

    Raises:
        Refused: the club takes no requests, or too many wait, the message is too long, or it is a shared account.
        Gone: the club no longer exists.
    """
    refuse_shared_account(user)
    message = one_line(message)
    if len(message) > MOST_MESSAGE:
        raise Refused(
            "message", f"The message may have at most {MOST_MESSAGE} characters; this one has {len(message):,}."
        )
    with writing(club) as row:
        if Membership.objects.filter(club=row, user=user).exists():
            raise Refused("user", f"You are a member of {row.name} already.")
        if not row.listed or row.demo:
            raise Gone("This club takes no requests. Ask one of its organisers for an invitation.")
        if row.requests.count() >= MOST_REQUESTS:
            raise Refused(
                "message", f"{MOST_REQUESTS} people are waiting for an answer of {row.name}. Try again later."
            )
        request, is_new = JoinRequest.objects.update_or_create(club=row, user=user, defaults={"message": message})
        if is_new:
            record.write(row, "asked", by=user, about=user)
    return request


def decide(club: Club, user: int, *, by: Any, accept: bool, role: str = Role.PLAYER) -> None:
    """Accept or decline the request of the user with this id; as that user, withdraw it.

    Raises:
        Refused: ``by`` may not, there is no such role, or the club is full.
        Gone: the request or the club no longer exists.
    """
    refuse_unknown_role(role)
    with writing(club) as row:
        asked = row.requests.filter(user_id=user).select_related("user").first()
        if asked is None:
            raise Gone("This request was answered or withdrawn already.")
        if user == by.pk and not accept:
            asked.delete()
            record.write(row, "withdrew", by=by, about=by)
            return
        require(row, by, "requests")
        asked.delete()
        if accept:
            membership.add(row, asked.user, role)
            record.write(row, "accepted", by=by, about=asked.user, role=role)
        else:
            record.write(row, "declined", by=by, about=asked.user)
