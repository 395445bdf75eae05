"""Print set-ups: what is printed and how, under a name, for oneself or for the members of a club."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet

from armies.exchange.cleaning import one_line
from campaign.models import LastPrint, PrintSetup
from campaign.services.club import is_organiser, memberships_of
from campaign.services.printable import Source
from campaign.sheets.packet import BadWanted, Wanted, checked

NOT_FOR_ALL: Final = "Not every member may see this. Keep it for whatever you print, or for yourself."
MOST: Final = 60
"""Set-ups of one user."""
MOST_OF_A_CLUB: Final = 20
MOST_PRINTS: Final = 300
"""Last prints of one user that are remembered; the oldest are forgotten."""
LONGEST_NAME: Final = 60
MOST_BYTES: Final = 20_000
"""Bytes of the choices of one."""


class Unknown(LookupError):
    """There is no such set-up, or it is not his; a sentence."""


class Stale(Exception):
    """The set-up was changed meanwhile; ``setup`` is how it stands now."""

    def __init__(self, setup: PrintSetup) -> None:
        super().__init__(f"{setup.name} was changed meanwhile, perhaps in another window. Look at it and save again.")
        self.setup = setup


def offered_to(user: Any, home: str | None = None) -> QuerySet[PrintSetup]:
    """The set-ups that a user may print by: his own and those of his clubs; those for a subject, None for all."""
    if not user.is_authenticated:
        return PrintSetup.objects.none()
    found = PrintSetup.objects.filter(Q(owner=user, club=None) | Q(club__memberships__user=user))
    if home is not None:
        found = found.filter(subject__in=("", home))
    return found.select_related("club", "owner").distinct()


def offered_one(user: Any, key: int) -> PrintSetup:
    """One of them. Raises `Unknown`."""
    found = offered_to(user).filter(pk=key).first()
    if found is None:
        raise Unknown("There is no such set-up, or it is not yours.")
    return found


def may_change(user: Any, setup: PrintSetup) -> bool:
    """Whether it is his to change: his own, or his club's where he made it or runs the club."""
    if setup.owner_id == user.pk:
        return True
    return setup.club_id in runs(user)


def runs(user: Any) -> set[int]:
    """The clubs that a user runs."""
    return {place.club_id for place in memberships_of(user) if is_organiser(place)}


def clubs_of(user: Any) -> dict[str, str]:
    """The clubs that a user may save set-ups for, by slug."""
    return {place.club.slug: place.club.name for place in memberships_of(user)} if user.is_authenticated else {}


def save(user: Any, name: str, wanted: Wanted, *, source: Source | None = None, club: str = "") -> PrintSetup:
    """A new set-up.

    Args:
        source: what it is for; None for anything.
        club: the slug of the club whose members it is for; "" for oneself.

    Raises:
        BadWanted: no name, one that there is already, a choice that cannot be, too many set-ups, no such club, or
            something that its members may not see.
    """
    wanted = checked(wanted)
    home = source.home if source is not None else ""
    with transaction.atomic():
        get_user_model().objects.select_for_update().filter(pk=user.pk).first()
        place = next((place for place in memberships_of(user) if place.club.slug == club), None)
        if club and place is None:
            raise BadWanted({"club": "You are in no such club."})
        if place and source is not None and not source.shared:
            raise BadWanted({"club": NOT_FOR_ALL})
        among = (
            PrintSetup.objects.filter(club=place.club) if place else PrintSetup.objects.filter(owner=user, club=None)
        )
        name = _name(name, among.filter(subject=home))
        most = MOST_OF_A_CLUB if place else MOST
        if among.count() >= most:
            whose = f"{place.club.name} has" if place else "You have"
            raise BadWanted({"name": f"{whose} {most} set-ups, which is the most. Delete one first."})
        return PrintSetup.objects.create(
            owner=user,
            club=place.club if place else None,
            subject=home,
            title=source.title[:150] if source is not None else "",
            name=name,
            choices=_kept(wanted),
        )


def change(
    user: Any, key: int, *, name: str | None = None, wanted: Wanted | None = None, expect: int | None = None
) -> PrintSetup:
    """Another name, or other choices, or both. ``expect`` is the version that was looked at.

    Raises:
        Unknown: it is not his. ``Stale``: it was changed meanwhile. ``BadWanted``: as ``save``.
    """
    with transaction.atomic():
        setup = _own(user, key, expect)
        if name is not None and one_line(name) != setup.name:
            among = PrintSetup.objects.filter(subject=setup.subject).exclude(pk=setup.pk)
            among = among.filter(club=setup.club) if setup.club_id else among.filter(owner=user, club=None)
            setup.name = _name(name, among)
        if wanted is not None:
            setup.choices = _kept(checked(wanted))
        setup.version += 1
        setup.save()
    return setup


def delete(user: Any, key: int, *, expect: int | None = None) -> str:
    """Do away with it; its name. Raises `Unknown`, `Stale`."""
    with transaction.atomic():
        setup = _own(user, key, expect)
        setup.delete()
    return setup.name


def last_of(setup: PrintSetup, user: Any, subject: str) -> LastPrint | None:
    """What the user printed last of a subject by a set-up."""
    return LastPrint.objects.filter(setup=setup, user=user, subject=subject).first()


def remember(setup: PrintSetup, user: Any, subject: str, digests: Mapping[str, Mapping[str, str]]) -> None:
    """Keep what was printed, by reader; what others were given stays as it was."""
    with transaction.atomic():
        row, _ = LastPrint.objects.select_for_update().get_or_create(setup=setup, user=user, subject=subject)
        row.digests = {**row.digests, **digests}
        row.save()
        old = LastPrint.objects.filter(user=user).values_list("pk", flat=True)[MOST_PRINTS:]
        LastPrint.objects.filter(pk__in=list(old)).delete()


def _own(user: Any, key: int, expect: int | None) -> PrintSetup:
    """The set-up, locked, if it is his to change and as he saw it."""
    setup = PrintSetup.objects.select_for_update(of=("self",)).select_related("club").filter(pk=key).first()
    if setup is None or not offered_to(user).filter(pk=key).exists() or not may_change(user, setup):
        raise Unknown("There is no such set-up, or it is not yours to change.")
    if expect is not None and setup.version != expect:
        raise Stale(setup)
    return setup


def _name(said: str, among: QuerySet[PrintSetup]) -> str:
    name = one_line(said)
    if not name:
        raise BadWanted({"name": "A set-up has a name, such as “Game day”."})
    if len(name) > LONGEST_NAME:
        raise BadWanted({"name": f"A name has up to {LONGEST_NAME} characters; this one has {len(name)}."})
    if among.filter(name=name).exists():
        raise BadWanted({"name": f"There is a set-up called {name} already."})
    return name


def _kept(wanted: Wanted) -> Any:
    if len(msgspec.json.encode(wanted)) > MOST_BYTES:
        raise BadWanted({"kinds": f"What is chosen takes more than {MOST_BYTES:,} bytes; choose less."})
    return msgspec.to_builtins(wanted)
