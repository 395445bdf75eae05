"""What each role in a club may do: the one table that pages, API and tests read."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from armies.services.locks import Refused
from campaign.models import Club, Membership, Role

EVERYBODY: Final = frozenset(Role)
PLAYERS: Final = frozenset({Role.ORGANISER, Role.UMPIRE, Role.PLAYER})
UMPIRES: Final = frozenset({Role.ORGANISER, Role.UMPIRE})
ORGANISERS: Final = frozenset({Role.ORGANISER})


class Permission(Struct, frozen=True):
    """Something that members may do: in words for the page of permissions, and the roles that may do it."""

    words: str
    roles: frozenset[Role]


PERMISSIONS: Final[Mapping[str, Permission]] = {
    "see": Permission("See the club, its members, its house rules and what belongs to it", EVERYBODY),
    "leave": Permission("Leave the club", EVERYBODY),
    "print_setups": Permission("Use the club’s print set-ups", EVERYBODY),
    "add_print_setups": Permission("Save a print set-up for the club", PLAYERS),
    "adopt_house_rules": Permission("Use the club’s house rules for an army of their own", PLAYERS),
    "share": Permission("Put armies, scenarios, battles, games and campaigns of their own into the club", PLAYERS),
    "deputy": Permission("Name a deputy for an absence, and stand in for another member", PLAYERS),
    "campaigns": Permission("Create a campaign for the club", UMPIRES),
    "guests": Permission("Add and remove guests without an account", UMPIRES),
    "change_print_setups": Permission("Change the club’s print set-ups", ORGANISERS),
    "take_out": Permission("Take what others own out of the club", ORGANISERS),
    "moderate": Permission("Read reports about what belongs to the club, and hide it or show it again", ORGANISERS),
    "house_rules": Permission("Change the club’s house rules", ORGANISERS),
    "club": Permission("Change the club’s name, place, description and colour", ORGANISERS),
    "invite": Permission("Invite people, and end invitations", ORGANISERS),
    "requests": Permission("Accept and decline requests to join", ORGANISERS),
    "roles": Permission("Change the roles of members", ORGANISERS),
    "remove": Permission("Remove members", ORGANISERS),
    "hand_over": Permission("Offer to hand the club over", ORGANISERS),
    "webhooks": Permission("Post news of the club to Discord, Slack or another address", ORGANISERS),
    "record": Permission("Read the whole record; others read what concerns them", ORGANISERS),
    "delete": Permission("Delete the club", ORGANISERS),
}
"""By name, in the order of the page."""


class NotAllowed(Refused):
    """The role of the user does not allow what was asked."""


def may(place: Membership | None, permission: str) -> bool:
    """True if the member may do what `PERMISSIONS` has under this name; nobody else may do anything."""
    return place is not None and Role(place.role) in PERMISSIONS[permission].roles


def refuse_unknown_role(role: str, field: str = "role") -> None:
    """Refuse a text that is no role.

    Raises:
        Refused: there is no such role; ``field`` is the value at fault.
    """
    if role not in Role.values:
        raise Refused(field, f"There is no role “{role[:40]}”. Choose one of {', '.join(Role.values)}.")


def place_of(club: Club, user: Any) -> Membership | None:
    """The membership of ``user`` as it is now; None if there is none."""
    return Membership.objects.filter(club=club, user=user).first()


def require(club: Club, user: Any, permission: str) -> None:
    """Refuse what ``user`` may not do now: a role can change between a page and its form.

    Raises:
        NotAllowed: the role of ``user`` in the club does not allow it.
    """
    if not may(place_of(club, user), permission):
        raise NotAllowed("user", "Your role in the club does not allow this.")
