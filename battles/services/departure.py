"""What stays of a user's scenarios, battles and table games when the account is deleted, and under which name."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from armies.models import Army
from armies.models.army import ArmyQuerySet
from armies.models.visibility import seen_by_others
from armies.services.display_name import display_name
from battles.models import Battle, Entry, Fielded, Note, Scenario, Seat, TableEntry, TableGame, Taken, Told
from battles.models.battle import BattleQuerySet
from battles.models.scenario import ScenarioQuerySet
from battles.models.table_game import TableGameQuerySet
from battles.services.access import computer_for
from battles.services.create.battle_start import MOST_NAME
from battles.services.play.invitations import vacate
from battles.services.play.reconstruction import locked_for_writing


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
