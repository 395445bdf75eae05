"""Delete an account: what others use stays under a name that its user chooses, the rest goes.

Where something stays, the row of the account stays too and holds nothing but that name. Every relation to an account
says by its ``on_delete`` what becomes of it: ``CASCADE`` is personal and goes, ``PROTECT`` goes unless others use it,
``SET_NULL`` names who did something and stays. Games of visitors that nobody plays any more go by themselves.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import structlog
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models import Army, Holding
from armies.services import people as armies
from armies.services.locks import Gone, Refused
from armies.services.people import display_name
from battles.models import Seat
from battles.services import departure as battles
from campaign.club.services import clubs
from campaign.club.services.clubs import writing
from campaign.models import Club, ClubRecord, Membership, PrintJob, PrintSetup, Profile, Role, is_demo_member
from campaign.war.services import seats as wars

MOST_NAME: Final = 60
MOST_SHOWN: Final = 50
"""Things that stay, of one kind, that a preview names."""
FORMER: Final = "A former player"
"""The name that a form proposes."""
IN_CLUB: Final = "it belongs to a club"
SHARED: Final = "All visitors share this demo account, so it cannot be deleted."


class Staying(Struct, frozen=True):
    """Something that stays: its kind, title and address, and why."""

    kind: str
    title: str
    address: str
    why: str


class Plan(Struct, frozen=True):
    """What becomes of an account's things.

    ``goes`` and ``counts`` have a number for each kind of thing that goes and that stays; ``stays`` names at most 50 of
    each kind. The user leaves the clubs ``left``; the clubs ``ended`` have no other member and are deleted. With
    ``refusals`` the account cannot be deleted yet.
    """

    goes: tuple[tuple[int, str], ...]
    counts: tuple[tuple[int, str], ...]
    stays: tuple[Staying, ...]
    left: tuple[str, ...]
    ended: tuple[str, ...]
    refusals: tuple[str, ...]


class Things(Struct, frozen=True):
    """The things of one kind: singular and plural, those that go, and those that stay with the reasons."""

    one: str
    many: str
    going: QuerySet[Any]
    staying: tuple[tuple[str, QuerySet[Any]], ...]


def things_of(user: Any) -> list[Things]:
    """All that is ``user``'s and may be used by others, in the order in which it can be deleted."""
    setups = PrintSetup.objects.filter(owner=user)
    return [
        _parted("campaign", "campaigns", wars.campaigns_of, user, "another person takes part"),
        _parted("battle", "battles", battles.battles_of, user, f"another person takes part, or {IN_CLUB}"),
        _parted("table game", "table games", battles.games_of, user, f"another person takes part, or {IN_CLUB}"),
        _parted("scenario", "scenarios", battles.scenarios_of, user, f"another person has a copy, or {IN_CLUB}"),
        _armies(user),
        Things(
            "print set-up",
            "print set-ups",
            setups.filter(club=None),
            ((IN_CLUB, setups.filter(club__in=_continuing(user))),),
        ),
    ]


def _parted(one: str, many: str, rows_of: Callable[..., QuerySet[Any]], user: Any, why: str) -> Things:
    return Things(one, many, rows_of(user, with_others=False), ((why, rows_of(user, with_others=True)),))


def _armies(user: Any) -> Things:
    shared, fought = armies.with_others(user), battles.armies_in_use(user).order_by().values("pk")
    others = Army.objects.filter(owner=user).exclude(pk__in=shared.order_by().values("pk"))
    staying = (
        (f"another person edits it or has a copy, or {IN_CLUB}", shared),
        ("it is part of a battle, a table game or a scenario that stays", others.filter(pk__in=fought)),
    )
    return Things("army", "armies", others.exclude(pk__in=fought), staying)


def plan(user: Any) -> Plan:
    """What a deletion of the account would do now."""
    things = things_of(user)
    goes = [(each.going.count(), each) for each in things]
    stays = [(sum(rows.count() for _, rows in each.staying), each) for each in things]
    stands = Holding.objects.filter(owner=user).count()
    return Plan(
        goes=(*_numbered(goes), *([(stands, "rows of figures" if stands > 1 else "row of figures")] if stands else [])),
        counts=tuple(_numbered(stays)),
        stays=tuple(_staying(things)),
        left=tuple(club.name for club in _continuing(user).order_by("name")),
        ended=tuple(club.name for club in _ended(user).order_by("name")),
        refusals=tuple(_refusals(user)),
    )


def _numbered(counts: Iterable[tuple[int, Things]]) -> Iterable[tuple[int, str]]:
    return ((count, each.one if count == 1 else each.many) for count, each in counts if count)


def _staying(things: Iterable[Things]) -> Iterable[Staying]:
    for each in things:
        for why, rows in each.staying:
            for row in rows[:MOST_SHOWN]:
                address = row.get_absolute_url() if hasattr(row, "get_absolute_url") else ""
                yield Staying(each.one, str(row), address, why)


def _others() -> QuerySet[Membership]:
    return Membership.objects.filter(club=models.OuterRef("pk"))


def _continuing(user: Any) -> QuerySet[Club]:
    """The clubs of ``user`` that have another member."""
    return Club.objects.filter(models.Exists(_others().exclude(user=user)), memberships__user=user)


def _ended(user: Any) -> QuerySet[Club]:
    """The clubs of which ``user`` is the only member."""
    return Club.objects.filter(~models.Exists(_others().exclude(user=user)), memberships__user=user, demo=False)


def _refusals(user: Any) -> Iterable[str]:
    """Why the account cannot be deleted now."""
    if is_demo_member(user):
        yield SHARED
    administrators = User.objects.filter(is_superuser=True, is_active=True)
    if administrators.filter(pk=user.pk).exists() and not administrators.exclude(pk=user.pk).exists():
        yield "It is the only administrator’s account. Make another administrator first."
    organised = _continuing(user).filter(memberships__user=user, memberships__role=Role.ORGANISER)
    helped = _others().filter(role=Role.ORGANISER).exclude(user=user)
    for club in organised.exclude(models.Exists(helped)).distinct().order_by("name"):
        yield f"{club.name} has no other organiser. Hand it over first, or make another member an organiser."


def checked_name(name: str) -> str:
    """The name under which something stays, cleaned.

    Raises:
        Refused: it is empty, too long, or has invisible characters.
    """
    name = one_line(name)
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise Refused("name", f"Choose a name of at most {MOST_NAME} visible characters.")
    return name


def delete_account(user: User, name: str = FORMER) -> Plan:
    """Delete the account; what others use stays under ``name``. Returns what went and what stayed.

    Raises:
        Refused: the name is not allowed, it is the only administrator's or a demo account, or a club with other members
            would lose its last organiser; nothing is deleted.
        Gone: the account, or something of it, was deleted in the meantime.
    """
    name = checked_name(name)
    with transaction.atomic():
        # Without the key: a commit of another deletion may still look whether this account exists.
        row = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
        if row is None:
            raise Gone("This account was deleted in the meantime.")
        for club in Club.objects.filter(memberships__user=row).order_by("pk"):
            Club.objects.select_for_update(of=("self",)).filter(pk=club.pk).first()
        done = plan(row)
        if done.refusals:
            raise Refused("user", done.refusals[0], *(("user", each) for each in done.refusals[1:]))
        _delete_things(row)
        _rename(row, name)
        _leave_clubs(row)
        _delete_or_empty(row)
    return done


def _delete_things(user: User) -> None:
    """Delete what only ``user`` uses. Which armies go is asked before the battles that they fought in are gone."""
    chosen = [(each.going.model, list(each.going.values_list("pk", flat=True))) for each in things_of(user)]
    for model, ids in chosen:
        model._default_manager.filter(pk__in=ids).delete()


def _rename(user: User, name: str) -> None:
    """Put ``name`` wherever the user's name stands beside what they did."""
    armies.rename_author(user, name)
    battles.rename_player(user, name)
    wars.rename_player(user, name)
    was = display_name(user)
    shared_name = User.objects.filter(Q(first_name=was) | Q(username=was)).exclude(pk=user.pk).exists()
    for entry in ClubRecord.objects.filter(Q(by=user) | Q(about=user) | Q(club__memberships__user=user)).distinct():
        names = {"by": entry.by_id == user.pk, "about": entry.about_id == user.pk}
        names |= {key: entry.data.get(key) == was and not shared_name for key in ("inviter", "giver")}
        data = {key: name if names.get(key) else value for key, value in entry.data.items()}
        if data != entry.data:
            ClubRecord.objects.filter(pk=entry.pk).update(data=data)
    user.first_name, user.last_name = name, ""


def _leave_clubs(user: User) -> None:
    for club in list(_ended(user)):
        clubs.delete(club)
    for club in list(_continuing(user).order_by("pk")):
        with writing(club) as row:
            Membership.objects.filter(club=row, user=user).delete()
            clubs.write_record(row, "left", by=user, about=user)


def _relations(on_delete: Any) -> Iterator[QuerySet[Any]]:
    """The rows of every relation to an account with this ``on_delete``, each with ``whose``: the id of the account."""
    for relation in User._meta.get_fields(include_hidden=True):
        if getattr(relation, "on_delete", None) is on_delete:
            yield relation.related_model._base_manager.annotate(whose=models.F(relation.field.attname))  # type: ignore[union-attr]


def _delete_or_empty(user: User) -> None:
    """Delete the row of the account, or all that is personal of it where something needs its name."""
    if not Seat.objects.filter(user=user).exists() and not _owns_something(user):
        user.delete()
        return
    for rows in _relations(models.CASCADE):
        rows.filter(whose=user.pk).delete()
    user.username, user.email = f"former-{secrets.token_hex(6)}", ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login, user.date_joined = None, timezone.now()
    user.save()
    Profile.objects.update_or_create(user=user, defaults={"former": True})


def _owns_something(user: User) -> bool:
    return any(rows.filter(whose=user.pk).exists() for rows in _relations(models.PROTECT))


def delete_unused_names() -> int:
    """Delete the rows of deleted accounts whose names nothing needs any more. Returns their number."""
    former = User.objects.filter(profile__former=True).exclude(models.Exists(_seats()))
    unused = [user for user in former if not _owns_something(user)]
    for user in unused:
        with transaction.atomic():
            row = User.objects.select_for_update().filter(pk=user.pk).first()
            if row is not None and not _owns_something(row):
                row.delete()
    return len(unused)


def _seats() -> QuerySet[Seat]:
    return Seat.objects.filter(user=models.OuterRef("pk")).order_by()


log = structlog.get_logger("muster.expiry")


def delete_abandoned(most: int = battles.MOST) -> int:
    """Delete at most ``most`` abandoned games and campaigns of visitors, with packets. Returns their number.

    The names of deleted accounts that nothing needs any more go too.
    """
    keys = battles.delete_abandoned(most)
    keys += wars.delete_abandoned(most - len(keys))
    if keys:
        theirs = Q()
        for key in keys:
            theirs |= Q(subject=key) | Q(subject__startswith=f"{key}:")
        PrintJob.objects.filter(theirs).delete()
        delete_unused_names()
        kinds = Counter(key.partition(":")[0] for key in keys)
        log.info(
            "deleted abandoned games of visitors", battles=kinds["battle"], games=kinds["table"], campaigns=kinds["war"]
        )
    return len(keys)
