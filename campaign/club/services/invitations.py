"""Invitations to a club by link, and requests to join one."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from armies.exchange.clean_text import one_line
from armies.services.locks import Gone, Refused
from campaign.club.services import clubs, membership
from campaign.club.services.clubs import refuse_shared_account, writing
from campaign.club.services.permissions import refuse_unknown_role, require
from campaign.models import Club, ClubGuest, Invitation, InvitationUse, JoinRequest, Membership, Role

MOST_OPEN: Final = 500
"""Invitations of a club that work at the same time."""
MOST_LABEL: Final = 80
INVITATION: Final = "invitation"
"""Session key of the token of the invitation that was opened last; it lets its reader create an account."""
DAYS: Final = (1, 7, 30, 90)
USES: Final = (1, 5, 20, 100, 0)
"""How many people may use an invitation; 0: any number."""
MOST_REQUESTS: Final = 200
"""Requests of a club that wait for an answer."""
MOST_MESSAGE: Final = 300


def invite(
    club: Club,
    *,
    by: Any,
    role: str = Role.PLAYER,
    days: int = 7,
    uses: int = 1,
    label: str = "",
    guest: int | None = None,
) -> tuple[Invitation, str]:
    """Make an invitation. Returns it and its token, which is not stored.

    Args:
        uses: how many people may join by it; 0 for any number. An invitation as organiser or for a guest is for one.
        guest: the id of a guest of the club who joins by it.

    Raises:
        Refused: ``by`` may not, a value is not allowed, or 500 invitations are open.
        Gone: the club or the guest no longer exists.
    """
    label = one_line(label)
    _refuse_values(role, days, uses, label)
    token = secrets.token_urlsafe(16)
    with writing(club) as row:
        require(row, by, "invite")
        if open_invitations(row).count() >= MOST_OPEN:
            raise Refused("role", f"The club has {MOST_OPEN} open invitations, which is the limit. End one first.")
        invitation = Invitation.objects.create(
            club=row,
            digest=digest(token),
            role=role,
            label=label,
            guest=_guest(row, guest),
            made_by=by,
            expires=timezone.now() + timedelta(days=days),
            most_uses=1 if role == Role.ORGANISER or guest is not None else uses,
        )
        clubs.write_record(row, "invited", by=by, role=role, label=label)
    return invitation, token


def _refuse_values(role: str, days: int, uses: int, label: str) -> None:
    refuse_unknown_role(role)
    if days not in DAYS:
        raise Refused("days", f"An invitation is valid for {', '.join(map(str, DAYS))} days.")
    if uses not in USES:
        raise Refused("uses", f"An invitation is for {', '.join(map(str, USES))} people; 0 means any number.")
    if len(label) > MOST_LABEL or not label.isprintable():
        raise Refused("label", f"The note may have at most {MOST_LABEL} visible characters.")


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """The invitations by which somebody can join, as `why_unusable` says of each."""
    known = club.invitations.filter(revoked=None, expires__gt=timezone.now()).annotate(joined=Count("uses"))
    return known.filter(Q(most_uses=0) | Q(joined__lt=F("most_uses")))


def _guest(club: Club, guest: int | None) -> ClubGuest | None:
    there = club.guests.filter(pk=guest).first() if guest is not None else None
    if guest is not None and there is None:
        raise Gone("This guest is no longer in the club.")
    return there


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def why_unusable(invitation: Invitation) -> str:
    """Why nobody can join by this invitation any more; "" if somebody can."""
    if invitation.revoked:
        return "This invitation was ended by an organiser."
    if invitation.is_expired:
        return f"This invitation was valid until {invitation.expires:%-d %B %Y}."
    if invitation.most_uses and invitation.uses.count() >= invitation.most_uses:
        return "This invitation was used already." if invitation.most_uses == 1 else "This invitation is used up."
    return ""


def usable(invitation: Invitation) -> bool:
    """True if somebody can join by it."""
    return not why_unusable(invitation)


def find(token: str) -> Invitation:
    """The invitation with this token, whether it can still be used or not.

    Raises:
        Gone: there is none.
    """
    found = Invitation.objects.filter(digest=digest(token)).select_related("club", "made_by", "guest").first()
    if found is None:
        raise Gone("There is no such invitation. Ask the club for a new link.")
    return found


def lets_in(token: str) -> bool:
    """True if somebody can join by the invitation with this token."""
    found = Invitation.objects.filter(digest=digest(token)).first() if token else None
    return found is not None and usable(found)


def join(token: str, user: Any) -> Membership:
    """Make ``user`` a member by an invitation. A member stays what they are and uses up nothing.

    Raises:
        Refused: it cannot be used any more, the club is full, or ``user`` is a shared demo account.
        Gone: there is no such invitation.
    """
    refuse_shared_account(user)
    club = find(token).club
    with writing(club) as row:
        invitation = find(token)
        place = Membership.objects.filter(club=row, user=user).first()
        if place is not None:
            return place
        if why := why_unusable(invitation):
            raise Refused("token", f"{why} Ask {row.name} for a new one.")
        place = membership.add(row, user, invitation.role)
        InvitationUse.objects.create(invitation=invitation, user=user)
        names = {"role": invitation.role, "inviter": clubs.name_of(invitation.made_by)}
        guest = invitation.guest
        if guest is not None:
            clubs.write_record(row, "guest_joined", by=user, about=user, guest=guest.name, **names)
            invitation.guest = None
            invitation.save(update_fields=["guest"])
            guest.delete()
        else:
            clubs.write_record(row, "joined", by=user, about=user, **names)
    return place


def revoke(club: Club, invitation: int, *, by: Any) -> Invitation:
    """End an invitation; who has joined by it stays.

    Raises:
        Refused: ``by`` may not.
        Gone: the invitation or the club no longer exists.
    """
    with writing(club) as row:
        require(row, by, "invite")
        there = row.invitations.filter(pk=invitation).first()
        if there is None:
            raise Gone("This invitation no longer exists.")
        if there.revoked is None:
            there.revoked = timezone.now()
            there.save(update_fields=["revoked"])
            clubs.write_record(row, "revoked", by=by, label=there.label)
    return there


def ask_to_join(club: Club, user: Any, message: str = "") -> JoinRequest:
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
            clubs.write_record(row, "asked", by=user, about=user)
    return request


def decide_request(club: Club, user: int, *, by: Any, accept: bool, role: str = Role.PLAYER) -> None:
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
            clubs.write_record(row, "withdrew", by=by, about=by)
            return
        require(row, by, "requests")
        asked.delete()
        if accept:
            membership.add(row, asked.user, role)
            clubs.write_record(row, "accepted", by=by, about=asked.user, role=role)
        else:
            clubs.write_record(row, "declined", by=by, about=asked.user)
