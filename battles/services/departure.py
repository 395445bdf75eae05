"""Battles, games and scenarios of people who are gone: deleted accounts, and visitors who abandoned them.

Those of visitors are deleted ``MUSTER_KEEP_STRANGERS_DAYS`` days after their last action, unless an account owns them
or takes part.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from armies.models import Army
from armies.models.army import ArmyQuerySet
from armies.models.visibility import seen_by_others
from armies.services.people import display_name
from battles.models import Battle, Entry, Fielded, Note, Retention, Scenario, Seat, TableEntry, TableGame, Taken, Told
from battles.models.battle import BattleQuerySet
from battles.models.scenario import ScenarioQuerySet
from battles.models.table_game import TableGameQuerySet
from battles.services.access import computer_for
from battles.services.create.battle_start import MOST_NAME
from battles.services.play.invitations import vacate
from battles.services.play.reconstruction import locked_for_writing

MOST: Final = 50
"""Battles and games deleted in one go, so that other work does not wait long."""
ROW: Final = 1
"""The id of the one row of `Retention`."""


def battles_of(user: Any, *, with_others: bool) -> BattleQuerySet:
    """The battles that ``user`` owns or sits in: those in which another takes part or that a club sees, or the rest."""
    seats = Seat.objects.filter(battle=OuterRef("pk"))
    others = seats.filter(Q(guest=True) | _another("user", user)).exclude(user__profile__former=True)
    shared = Q(Exists(others.order_by())) | (_another("owner", user) & ~Q(owner__profile__former=True))
    shared |= seen_by_others(user)
    mine = Battle.objects.fought_by(user)
    return mine.filter(shared) if with_others else mine.exclude(shared)


def games_of(user: Any, *, with_others: bool) -> TableGameQuerySet:
    """The table games that ``user`` owns or edits: those that another has edited or that a club sees, or the rest."""
    editors = TableGame.keepers.through.objects.filter(tablegame=OuterRef("pk"))
    editors = editors.exclude(user=user).exclude(user__profile__former=True)
    entries = TableEntry.objects.filter(Q(by=None) | _another("by", user), game=OuterRef("pk"))
    entries = entries.exclude(by__profile__former=True)
    shared = Q(Exists(editors)) | Q(Exists(entries.order_by()))
    shared |= (~Q(owner=user) & ~Q(owner__profile__former=True)) | seen_by_others(user)
    mine = TableGame.objects.kept_by(user)
    return mine.filter(shared) if with_others else mine.exclude(shared)


def scenarios_of(user: Any, *, with_others: bool) -> ScenarioQuerySet:
    """The scenarios of ``user``: those of which another has a copy or that a club sees, or the rest."""
    copies = Scenario.objects.filter(copied_from=OuterRef("pk")).exclude(owner=user)
    shared = Q(Exists(copies.exclude(owner__profile__former=True).order_by())) | seen_by_others(user)
    mine = Scenario.objects.filter(owner=user)
    return mine.filter(shared) if with_others else mine.exclude(shared)


def armies_in_use(user: Any) -> ArmyQuerySet:
    """The armies of ``user`` that fight in a battle or table game, or fill a scenario, that stays."""
    fielded = Fielded.objects.filter(army=OuterRef("pk")).order_by()
    in_battles = fielded.filter(battle__isnull=False).exclude(battle__in=_ids(battles_of(user, with_others=False)))
    in_games = fielded.filter(game__isnull=False).exclude(game__in=_ids(games_of(user, with_others=False)))
    taken = Taken.objects.filter(army=OuterRef("pk")).order_by()
    in_scenarios = taken.exclude(scenario__in=_ids(scenarios_of(user, with_others=False)))
    return Army.objects.filter(Exists(in_battles) | Exists(in_games) | Exists(in_scenarios), owner=user)


def _another(field: str, user: Any) -> Q:
    """True of a row whose ``field`` is an account other than ``user``."""
    return Q(**{f"{field}__isnull": False}) & ~Q(**{field: user})


def _ids(rows: "QuerySet[Any]") -> "QuerySet[Any]":
    return rows.order_by().values("pk")


def rename_player(user: Any, name: str) -> None:
    """Put ``name`` where battles and table games name ``user``, and leave the seats of battles that go on.

    A computer player that sits in for the user keeps the seat.

    Raises:
        Gone: a battle was deleted in the meantime.
    """
    name = name[:MOST_NAME]
    played = Q(Exists(Entry.objects.filter(battle=OuterRef("pk"), by=user).order_by()))
    for battle in Battle.objects.filter(played | Q(pk__in=_ids(Battle.objects.fought_by(user)))).order_by("pk"):
        _rename_notices(battle, user, name)
        for before in set(battle.seats.filter(user=user).values_list("name", flat=True)) - {""}:
            _rename_stood_in(battle, before, name)
        battle.seats.filter(user=user).update(name=name)
        if not battle.is_over and battle.seats.filter(user=user).exists():
            with locked_for_writing(battle) as row:
                vacate(row, row.seats.filter(user=user), name)
    for entry in Entry.objects.filter(by=user).order_by().values_list("by_name", "for_other").distinct():
        _rename_lines(user, *entry, name)
    TableEntry.objects.filter(by=user).update(by_name=name)
    Note.objects.filter(by=user).update(by_name=name)


def _rename_notices(battle: Battle, user: Any, name: str) -> None:
    """Rename the author of the notices that the user caused, unless another player has the same name."""
    names = {display_name(user), *battle.seats.filter(user=user).values_list("name", flat=True)}
    names |= set(battle.entries.filter(by=user).order_by().values_list("by_name", flat=True).distinct())
    names -= {"", name, *battle.seats.exclude(user=user).values_list("name", flat=True)}
    for line in battle.told.filter(entry=None, by_name__in=names):
        line.lines = [[_renamed(text, line.by_name, name), heading] for text, heading in line.lines]
        line.by_name = name
        line.save(update_fields=["lines", "by_name"])


def _renamed(text: str, before: str, name: str) -> str:
    """A notice, which begins with the name of the person who caused it."""
    return f"{name}{text[len(before) :]}" if text.startswith(f"{before} ") else text


def _rename_lines(user: Any, before: str, for_other: bool, name: str) -> None:
    """Rename the author of the user's entries that have the name ``before``, and of their lines."""
    after = computer_for(name) if before.startswith(computer_for("")) else name
    entries = Entry.objects.filter(by=user, by_name=before, for_other=for_other)
    lines = Told.objects.filter(entry__in=entries.order_by().values("pk"))
    for author in set(lines.order_by().values_list("by_name", flat=True)):
        lines.filter(by_name=author).update(by_name=f"{after}{author[len(before) :]}"[:200])
    entries.update(by_name=after)


def _rename_stood_in(battle: Battle, before: str, name: str) -> None:
    """Rename the player in the authors "deputy for player" of a battle."""
    for rows in (battle.entries.all(), battle.told.all(), battle.notes.all()):
        stood_in = rows.filter(by_name__endswith=f" for {before}")
        for author in set(stood_in.order_by().values_list("by_name", flat=True)):
            stood_in.filter(by_name=author).update(by_name=f"{author[: -len(before)]}{name}"[:80])


NOBODYS: Final = (Q(owner=None) | Q(owner__profile__former=True)) & Q(club=None)
"""What no account owns and no club sees; what is left of a deleted account is no account."""


class Abandoned(Struct, frozen=True):
    """An abandoned battle or game. ``key`` is ``battle:<slug>`` or ``table:<slug>``, ``last`` its last action."""

    key: str
    title: str
    last: datetime


def battle_deletion_time(battle: Battle, seats: Iterable[Seat]) -> datetime | None:
    """When ``battle`` will be deleted if nobody acts; None if it is kept."""
    if battle.club_id is not None or (battle.owner is not None and battle.owner.is_active):
        return None
    users = [user for user in (battle.owner_id, *(seat.user_id for seat in seats)) if user is not None]
    if users and get_user_model().objects.filter(pk__in=users).exclude(profile__former=True).exists():
        return None
    return deletion_after(battle.updated)


def game_deletion_time(game: TableGame) -> datetime | None:
    """When a tracked game will be deleted if nobody acts; None if it is kept."""
    if game.club_id is not None or (game.owner is not None and game.owner.is_active):
        return None
    if game.owner_id is not None and not TableGame.objects.filter(NOBODYS, pk=game.pk).exists():
        return None
    if game.keepers.exclude(profile__former=True).exists():
        return None
    return deletion_after(game.updated)


def deletion_after(last: datetime) -> datetime | None:
    """When something of visitors is deleted whose last action was at ``last``; None if it is kept."""
    days = settings.MUSTER_KEEP_STRANGERS_DAYS
    return max(last, _since() or timezone.now()) + timedelta(days=days) if days else None


def record_setting() -> None:
    """Store since when the setting applies; a new setting applies from now."""
    days = settings.MUSTER_KEEP_STRANGERS_DAYS
    if _since() is not None:
        return
    with transaction.atomic():
        row, _ = Retention.objects.select_for_update().get_or_create(pk=ROW, defaults={"days": days})
        if row.days != days:
            row.days, row.since = days, timezone.now()
            row.save()


def abandoned() -> list[Abandoned]:
    """Everything that would be deleted now, the oldest first."""
    rows = [
        *(Abandoned(f"battle:{slug}", title, last) for slug, title, last in _listed(_battles())),
        *(Abandoned(f"table:{slug}", title, last) for slug, title, last in _listed(_games())),
    ]
    return sorted(rows, key=lambda each: each.last)


def delete_abandoned(most: int = MOST) -> list[str]:
    """Delete at most ``most`` abandoned battles and games; return their keys."""
    battles = list(_battles().order_by("updated").values_list("pk", flat=True)[:most])
    games = list(_games().order_by("updated").values_list("pk", flat=True)[: most - len(battles)])
    keys = [_delete(Battle.objects.all(), pk) for pk in battles] + [
        _delete(TableGame.objects.all(), pk) for pk in games
    ]
    return [key for key in keys if key]


def _delete(rows: "QuerySet[Battle] | QuerySet[TableGame]", pk: int) -> str:
    """Lock a row, and delete it if it is still abandoned; its key, "" if it is kept.

    An action in a battle, taking a seat and joining a game lock the row too, so the check after the lock sees them.
    """
    with transaction.atomic():
        row = rows.select_for_update(of=("self",)).filter(pk=pk).first()
        if row is None:
            return ""
        battle = isinstance(row, Battle)
        still = _battles() if battle else _games()
        if not still.filter(pk=pk).exists():
            return ""
        row.delete()
        return f"{'battle' if battle else 'table'}:{row.slug}"


def _battles() -> "QuerySet[Battle]":
    seats = Seat.objects.filter(battle=OuterRef("pk"), user__isnull=False).exclude(user__profile__former=True)
    return Battle.objects.filter(NOBODYS, ~Exists(seats.order_by()), updated__lt=abandoned_before())


def _games() -> "QuerySet[TableGame]":
    editors = TableGame.keepers.through.objects.filter(tablegame=OuterRef("pk")).exclude(user__profile__former=True)
    return TableGame.objects.filter(NOBODYS, ~Exists(editors), updated__lt=abandoned_before())


def abandoned_before() -> datetime:
    """A last action before this time is abandoned; the earliest possible time if nothing may be deleted yet."""
    days, since = settings.MUSTER_KEEP_STRANGERS_DAYS, _since()
    before = timezone.now() - timedelta(days=days)
    return before if days and since is not None and since <= before else datetime.min.replace(tzinfo=before.tzinfo)


def _since() -> datetime | None:
    days = settings.MUSTER_KEEP_STRANGERS_DAYS
    return Retention.objects.filter(pk=ROW, days=days).values_list("since", flat=True).first()


def _listed(rows: "QuerySet[Battle] | QuerySet[TableGame]") -> Collection[tuple[str, str, datetime]]:
    return list(rows.values_list("slug", "title", "updated"))
