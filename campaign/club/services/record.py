"""The record of a club: what organisers and members did, told in sentences."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from msgspec import Struct

from armies.services.display_name import display_name
from campaign.club.services.permissions import may
from campaign.models import Club, ClubRecord, Membership, Role

SENTENCES: Final[Mapping[str, str]] = {
    "founded": "{by} founded the club.",
    "changed": "{by} changed the club’s {fields}.",
    "invited": "{by} made an invitation as {role}{label}.",
    "revoked": "{by} ended the invitation{label}.",
    "joined": "{about} joined as {role}, invited by {inviter}.",
    "guest_joined": "{about} joined as {role} in the place of the guest {guest}, invited by {inviter}.",
    "asked": "{about} asked to join.",
    "withdrew": "{about} withdrew the request to join.",
    "accepted": "{by} accepted the request of {about}, who joined as {role}.",
    "declined": "{by} declined the request of {about}.",
    "role": "{by} changed the role of {about} from {before} to {role}.",
    "removed": "{by} removed {about}, who was {role}.",
    "left": "{about} left the club.",
    "guest_added": "{by} added the guest {guest}.",
    "guest_removed": "{by} removed the guest {guest}.",
    "offered": "{by} offered the club to {about}.",
    "offer_withdrawn": "{by} withdrew the offer of the club to {about}.",
    "offer_declined": "{about} declined to take the club over.",
    "handed_over": "{about} took the club over from {giver}, who stays as {role}.",
    "shared": "{by} put the {thing} {title} into the club.",
    "unshared": "{by} took the {thing} {title} out of the club.",
    "deputy": "{by} named {about} as deputy from {start} to {end}.",
    "deputy_ended": "{by} ended the time of {who} as deputy.",
    "house_rules": "{by} changed the house rules.",
}
"""By the kind of an entry."""
ROLES: Final = ("role", "before")
MOST: Final = 200
"""Entries that the page shows, the latest first."""


class Entry(Struct, frozen=True):
    """An entry as it is shown: when, and a sentence."""

    at: datetime
    sentence: str


def name_of(user: Any) -> str:
    """The name that others see; of a deleted account, that it is deleted."""
    return display_name(user) if user is not None else "a deleted account"


def write(club: Club, kind: str, *, by: Any, about: Any = None, **data: str) -> None:
    """Record that ``by`` did something, in the transaction that does it."""
    names = {"by": name_of(by), **({"about": name_of(about)} if about is not None else {})}
    ClubRecord.objects.create(club=club, by=by, about=about, kind=kind, data={**names, **data})


def entries(place: Membership) -> list[Entry]:
    """The latest entries: all for an organiser, for other members what they did and what was done to them."""
    rows: QuerySet[ClubRecord] = ClubRecord.objects.filter(club_id=place.club_id)
    if not may(place, "record"):
        rows = rows.filter(Q(by=place.user_id) | Q(about=place.user_id))
    return told(rows[:MOST])


def told(rows: Iterable[ClubRecord]) -> list[Entry]:
    """The entries in sentences."""
    return [Entry(row.at, _sentence(row)) for row in rows]


def _sentence(row: ClubRecord) -> str:
    words = {key: Role(value).with_article if key in ROLES else value for key, value in row.data.items()}
    if label := words.get("label"):
        words["label"] = f" “{label}”"
    return SENTENCES[row.kind].format_map(words)
