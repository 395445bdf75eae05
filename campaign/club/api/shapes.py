"""Requests and answers of the API about clubs, as Structs."""

from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

RoleKey = Literal["organiser", "umpire", "player", "guest"]
ColourKey = Literal["blue", "red", "green", "grey", "brown", "violet"]
EditorsKey = Annotated[
    Literal["", "organiser", "umpire", "player"],
    Meta(description="The lowest role that may change armies of the club; empty: only their owners and co-editors."),
]
Name = Annotated[str, Meta(max_length=80)]
About = Annotated[str, Meta(max_length=2000)]
TimeZone = Annotated[
    str, Meta(max_length=40, description="Such as `Europe/London`, for deadlines; empty: the server's.")
]
Version = Annotated[int, Meta(ge=1, description="The `version` that you read; another one is answered with 409.")]


class ClubInList(Struct, frozen=True):
    """A club of yours, or one that takes requests to join. `role` is yours; empty if you are no member."""

    slug: str
    name: str
    place: str
    members: int
    role: str
    asked: bool


class ClubsOfUser(Struct, frozen=True):
    """Your clubs, and the clubs that take requests to join."""

    clubs: list[ClubInList]


class ClubNow(Struct, frozen=True):
    """A club as a member sees it. `may` names what your role allows, as the page of permissions lists it."""

    slug: str
    name: str
    place: str
    about: str
    colour: str
    listed: bool
    army_editors: str
    time_zone: str
    version: int
    members: int
    role: str
    may: list[str]


class ClubToFound(Struct, frozen=True):
    """A club to found."""

    name: Name
    place: Name = ""
    about: About = ""
    colour: ColourKey = "blue"
    listed: Annotated[bool, Meta(description="True to show it to everybody who is signed in.")] = False
    army_editors: EditorsKey = ""
    time_zone: TimeZone = ""


class ClubToChange(Struct, frozen=True):
    """New values for a club; what you leave out stays."""

    version: Version
    name: Name | UnsetType = UNSET
    place: Name | UnsetType = UNSET
    about: About | UnsetType = UNSET
    colour: ColourKey | UnsetType = UNSET
    listed: bool | UnsetType = UNSET
    army_editors: EditorsKey | UnsetType = UNSET
    time_zone: TimeZone | UnsetType = UNSET


class ClubMember(Struct, frozen=True):
    """A member: the name that they sign in with, the name that others see, the role, and since when."""

    member: str
    name: str
    role: str
    joined: datetime | None


class ClubMembers(Struct, frozen=True):
    """The members of a club, organisers first."""

    members: list[ClubMember]


class RoleToGive(Struct, frozen=True):
    """A role for a member."""

    role: RoleKey


class GuestInClub(Struct, frozen=True):
    """A guest without an account."""

    id: int
    name: str


class GuestsInClub(Struct, frozen=True):
    """The guests without an account."""

    guests: list[GuestInClub]


class GuestToAdd(Struct, frozen=True):
    """A guest to add."""

    name: Annotated[str, Meta(max_length=60)]


class ClubInvitation(Struct, frozen=True):
    """An invitation. `closed` says why nobody can join by it; it is empty while somebody can.

    `link` is only in the answer that makes it: it is not stored.
    """

    id: int
    role: str
    label: str
    uses: int
    most_uses: int
    expires: datetime
    closed: str
    joined: list[str]
    link: str | UnsetType = UNSET


class ClubInvitations(Struct, frozen=True):
    """The invitations of a club, the latest first."""

    invitations: list[ClubInvitation]


class InvitationToMake(Struct, frozen=True):
    """An invitation to make. `uses` is the number of people who may join by it; 0 means any number."""

    role: RoleKey = "player"
    days: Literal[1, 7, 30, 90] = 7
    uses: Literal[0, 1, 5, 20, 100] = 1
    label: Name = ""
    guest: Annotated[int | None, Meta(description="The `id` of a guest who joins by it.")] = None


class InvitationOpened(Struct, frozen=True):
    """What an invitation leads to."""

    club: str
    name: str
    role: str
    closed: str


class RequestToJoin(Struct, frozen=True):
    """A request to join a club."""

    message: Annotated[str, Meta(max_length=300)] = ""


class JoinRequestNow(Struct, frozen=True):
    """A request that waits for an answer."""

    member: str
    name: str
    message: str
    created: datetime


class JoinRequestsNow(Struct, frozen=True):
    """The requests that wait for an answer, the oldest first."""

    requests: list[JoinRequestNow]


class RequestDecision(Struct, frozen=True):
    """An answer to a request. Who is accepted gets the `role`."""

    accept: bool
    role: RoleKey = "player"


class ClubOffer(Struct, frozen=True):
    """The member who is offered the club, and the role that you keep."""

    member: Name
    stay_as: RoleKey = "player"


class OfferAnswer(Struct, frozen=True):
    """An answer to the offer of a club: true to take it over, false to decline or to withdraw it."""

    accept: bool


class ClubRecordEntry(Struct, frozen=True):
    """Something that was done in a club."""

    at: datetime
    sentence: str


class ClubRecordNow(Struct, frozen=True):
    """The record of a club, the latest first."""

    record: list[ClubRecordEntry]


class LibraryQuery(Struct, frozen=True):
    """Which of the things of a club."""

    kind: Literal["army", "drawn", "battle", "table", "war"] = "army"
    q: Annotated[str, Meta(max_length=80, description="Words that must all be in the name.")] = ""
    page: Annotated[int, Meta(ge=1, le=10_000)] = 1


class ClubThing(Struct, frozen=True):
    """Something that belongs to a club. `key` is the kind and the slug, such as `army:k3m9x2`."""

    key: str
    title: str
    owner: str | None
    visibility: str
    updated: datetime


class ClubLibrary(Struct, frozen=True):
    """What belongs to a club, and the number of the next page."""

    items: list[ClubThing]
    next: int | None


class DeputyToName(Struct, frozen=True):
    """Who stands in for you, by the name they sign in with, from the first day to the last, both included."""

    deputy: str
    start: date
    end: date


class ClubDeputy(Struct, frozen=True):
    """A member who stands in for another from the first day to the last, both included."""

    id: int
    user: str
    deputy: str
    start: date
    end: date


class ClubDeputies(Struct, frozen=True):
    """The deputies of a club."""

    deputies: list[ClubDeputy]
