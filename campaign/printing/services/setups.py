"""Saved print set-ups, and the choices of the last prints in a browser session."""

from collections.abc import Mapping, MutableMapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from armies.exchange.clean_text import one_line
from campaign.club.services.membership import memberships_of
from campaign.club.services.permissions import may
from campaign.models import LastPrint, PrintSetup
from campaign.printing.services.subject_access import Source
from campaign.printing.sheets.packet import BadWanted, Wanted, checked, read_saved

NOT_FOR_ALL: Final = "Not every member may see this. Save the set-up for whatever you print, or for yourself."
MOST: Final = 60
"""Set-ups of one user, at most."""
MOST_OF_A_CLUB: Final = 20
MOST_PRINTS: Final = 300
"""Last prints remembered for one user, at most; the oldest are deleted."""
LONGEST_NAME: Final = 60
MOST_BYTES: Final = 20_000
"""Bytes of the choices of a set-up, at most."""
KEY: Final = "prints"
MOST_REMEMBERED: Final = 6
"""Subjects whose last print a session remembers, at most; the oldest is forgotten."""


class Unknown(LookupError):
    """There is no such set-up, or the user may not use it. The text is a sentence."""


class Stale(Exception):
    """The set-up was changed in the meantime. ``setup`` is its present version."""

    def __init__(self, setup: PrintSetup) -> None:
        super().__init__(f"{setup.name} was changed in the meantime, perhaps in another window. Check and save again.")
        self.setup = setup


def offered_to(user: Any, home: str | None = None) -> QuerySet[PrintSetup]:
    """The set-ups that a user may use, own and club ones; for one subject, or for all if ``home`` is None."""
    if not user.is_authenticated:
        return PrintSetup.objects.none()
    rows = PrintSetup.objects.filter(Q(owner=user, club=None) | Q(club__memberships__user=user))
    if home is not None:
        rows = rows.filter(subject__in=("", home))
    return rows.select_related("club", "owner").distinct()


def offered_one(user: Any, key: int) -> PrintSetup:
    """The set-up with this id, if the user may use it. Raises `Unknown`."""
    setup = offered_to(user).filter(pk=key).first()
    if setup is None:
        raise Unknown("There is no such set-up, or it is not yours.")
    return setup


def may_change(user: Any, setup: PrintSetup) -> bool:
    """True if the user may change the set-up: they made it, or they run its club."""
    if setup.owner_id == user.pk:
        return True
    return setup.club_id in runs(user)


def runs(user: Any) -> set[int]:
    """The ids of the clubs that a user runs."""
    return {place.club_id for place in memberships_of(user) if may(place, "change_print_setups")}


def clubs_of(user: Any) -> dict[str, str]:
    """The clubs for which a user may save set-ups: names by slug."""
    if not user.is_authenticated:
        return {}
    return {place.club.slug: place.club.name for place in memberships_of(user) if may(place, "add_print_setups")}


def save(user: Any, name: str, wanted: Wanted, *, source: Source | None = None, club: str = "") -> PrintSetup:
    """Save a new set-up.

    Args:
        source: the subject that it prints; None for anything.
        club: the slug of the club whose members may use it; "" for the user alone.

    Raises:
        BadWanted: the name is missing or taken, a choice is not allowed, there are too many set-ups, there is no such
            club, or its members may not see the subject.
    """
    wanted = checked(wanted)
    home = source.home if source is not None else ""
    with transaction.atomic():
        get_user_model().objects.select_for_update().filter(pk=user.pk).first()
        place = next((place for place in memberships_of(user) if place.club.slug == club), None)
        if club and place is None:
            raise BadWanted({"club": "You are not a member of this club."})
        if place and not may(place, "add_print_setups"):
            raise BadWanted({"club": "A guest of a club cannot save print set-ups for it."})
        if place and source is not None and not source.shared:
            raise BadWanted({"club": NOT_FOR_ALL})
        among = (
            PrintSetup.objects.filter(club=place.club) if place else PrintSetup.objects.filter(owner=user, club=None)
        )
        name = _name(name, among.filter(subject=home))
        most = MOST_OF_A_CLUB if place else MOST
        if among.count() >= most:
            whose = f"{place.club.name} has" if place else "You have"
            raise BadWanted({"name": f"{whose} {most} set-ups, which is the limit. Delete one first."})
        return PrintSetup.objects.create(
            owner=user,
            club=place.club if place else None,
            subject=home,
            title=source.title[:150] if source is not None else "",
            name=name,
            choices=_stored(wanted),
        )


def change(
    user: Any, key: int, *, name: str | None = None, wanted: Wanted | None = None, expect: int | None = None
) -> PrintSetup:
    """Change the name or the choices of a set-up. ``expect`` is the version that the user saw.

    Raises:
        Unknown: the user may not change it.
        Stale: it was changed in the meantime.
        BadWanted: as ``save``.
    """
    with transaction.atomic():
        setup = _own(user, key, expect)
        if name is not None and one_line(name) != setup.name:
            among = PrintSetup.objects.filter(subject=setup.subject).exclude(pk=setup.pk)
            among = among.filter(club=setup.club) if setup.club_id else among.filter(owner=user, club=None)
            setup.name = _name(name, among)
        if wanted is not None:
            setup.choices = _stored(checked(wanted))
        setup.version += 1
        setup.save()
    return setup


def delete(user: Any, key: int, *, expect: int | None = None) -> str:
    """Delete a set-up and return its name. Raises `Unknown`, `Stale`."""
    with transaction.atomic():
        setup = _own(user, key, expect)
        setup.delete()
    return setup.name


def last_of(setup: PrintSetup, user: Any, subject: str) -> LastPrint | None:
    """The user's last print of a subject with a set-up."""
    return LastPrint.objects.filter(setup=setup, user=user, subject=subject).first()


def remember(setup: PrintSetup, user: Any, subject: str, digests: Mapping[str, Mapping[str, str]]) -> None:
    """Store the digests of a print by reader. Those of other readers stay."""
    with transaction.atomic():
        row, _ = LastPrint.objects.select_for_update().get_or_create(setup=setup, user=user, subject=subject)
        row.digests = {**row.digests, **digests}
        row.save()
        old = LastPrint.objects.filter(user=user).values_list("pk", flat=True)[MOST_PRINTS:]
        LastPrint.objects.filter(pk__in=list(old)).delete()


def _own(user: Any, key: int, expect: int | None) -> PrintSetup:
    """The set-up, locked, if the user may change it and ``expect`` is its version."""
    setup = PrintSetup.objects.select_for_update(of=("self",)).select_related("club").filter(pk=key).first()
    if setup is None or not offered_to(user).filter(pk=key).exists() or not may_change(user, setup):
        raise Unknown("There is no such set-up, or it is not yours to change.")
    if expect is not None and setup.version != expect:
        raise Stale(setup)
    return setup


def _name(text: str, among: QuerySet[PrintSetup]) -> str:
    name = one_line(text)
    if not name:
        raise BadWanted({"name": "Give the set-up a name, such as “Game day”."})
    if len(name) > LONGEST_NAME:
        raise BadWanted({"name": f"A name has up to {LONGEST_NAME} characters; this one has {len(name)}."})
    if among.filter(name=name).exists():
        raise BadWanted({"name": f"A set-up called {name} exists already."})
    return name


def _stored(wanted: Wanted) -> Any:
    if len(msgspec.json.encode(wanted)) > MOST_BYTES:
        raise BadWanted({"kinds": f"Your choices take more than {MOST_BYTES:,} bytes. Choose fewer."})
    return msgspec.to_builtins(wanted)


class Remembered(NamedTuple):
    """The last print of a subject: for whom, what, the marks of its sheets by reader, and when."""

    reader: str
    wanted: Wanted
    digests: Mapping[str, Mapping[str, str]]
    at: datetime


def remember_print(
    session: MutableMapping[str, Any],
    subject: str,
    reader: str,
    wanted: Wanted,
    digests: Mapping[str, Mapping[str, str]],
) -> None:
    """Store a print; without ``digests`` it cannot be compared with the next one."""
    prints = {key: value for key, value in session.get(KEY, {}).items() if key != subject}
    row = {
        "reader": reader,
        "wanted": msgspec.to_builtins(wanted),
        "digests": {each: dict(marks) for each, marks in digests.items()},
        "at": timezone.now().isoformat(),
    }
    session[KEY] = dict([*prints.items(), (subject, row)][-MOST_REMEMBERED:])


def remembered_print(session: Mapping[str, Any], subject: str) -> Remembered | None:
    """The last print of a subject in this session; None if there is none or it cannot be read."""
    row = session.get(KEY, {}).get(subject)
    try:
        wanted, _ = read_saved(row["wanted"])
        return Remembered(row["reader"], wanted, row["digests"], datetime.fromisoformat(row["at"]))
    except (KeyError, TypeError, ValueError):
        return None


def moment(at: datetime) -> str:
    """``12:40`` today, else the day: ``27 November 2026``."""
    local = timezone.localtime(at)
    return f"{local:%H:%M}" if local.date() == timezone.localdate() else f"{local.day} {local:%B %Y}"
