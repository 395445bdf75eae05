"""What the armies of the army manager lost in the battles that they were taken into."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from django.db import models

from armies.models import Army, Visibility
from armies.sheets.roster_style import Loss, Losses
from battles.engine import registry
from battles.engine.core import UMPIRE, SideId
from battles.models import Battle, Fielded, Status, TableGame
from battles.services.fielded import commanders_of
from battles.services.position import now, system_of
from battles.services.standing import standing_of
from battles.services.table_kept import books_of

MOST: Final = 10
"""Battles that are looked through for one whose losses may be known."""


class Reader(Protocol):
    """Who asks: a user, the ids of seats and of games whose links were opened, whether he runs the server."""

    @property
    def user(self) -> Any: ...
    @property
    def seats(self) -> Collection[int]: ...
    @property
    def games(self) -> Collection[int]: ...
    @property
    def operator(self) -> bool: ...


def last_losses(army: Army, system: str, reader: Reader) -> Losses | None:
    """How an army stood at the end of the last battle or game under a system, or stands in one that goes on.

    Of a battle that goes on only who plays the army's side, or umpires, may know. None where there is no such battle.
    """
    found = [*_battles(army, system, reader), *_games(army, system, reader)]
    latest = max(found, key=lambda one: one.when, default=None)
    return latest.losses if latest else None


class _Fought(NamedTuple):
    when: datetime
    losses: Losses


def _battles(army: Army, system: str, reader: Reader) -> Iterator[_Fought]:
    """The latest battle whose losses may be known."""
    rows = Battle.objects.all() if reader.operator else Battle.objects.listed_for(reader.user, reader.seats)
    fought = rows.filter(system=system, status__in=(Status.PLAYING, Status.OVER)).order_by()
    sides = Fielded.objects.filter(army=army, battle__in=fought.values("pk")).select_related("battle")
    for own in sides.order_by("-battle__updated", "id")[:MOST]:
        battle = own.battle
        if battle is not None and _knows(battle, own.side, reader):
            position = now(battle)
            seen = system_of(system).view(position.state, own.side)
            turn = "" if battle.is_over else f", Turn {position.turn}"
            yield _Fought(battle.updated, _losses(f"{battle.title}{turn}", own, system, seen))
            return


def _knows(battle: Battle, side: SideId, reader: Reader) -> bool:
    """Whether the reader may know all of a side: of a battle that goes on, who plays it or umpires."""
    if reader.operator or battle.is_over:
        return True
    standing = standing_of(battle, reader.user, reader.seats)
    return standing.viewer == UMPIRE or side in standing.own


def _games(army: Army, system: str, reader: Reader) -> Iterator[_Fought]:
    """The latest game on a table whose books the reader keeps, or which is over and public."""
    games, public = TableGame.objects, models.Q(visibility=Visibility.PUBLIC) & ~models.Q(ended="")
    rows = games.all() if reader.operator else games.kept_by(reader.user, reader.games) | games.filter(public)
    kept = rows.filter(system=system).order_by().values("pk")
    sides = Fielded.objects.filter(army=army, game__in=kept).select_related("game")
    own = sides.order_by("-game__updated", "id").first()
    if own is not None and own.game is not None:
        game = own.game
        turn = "" if game.is_over else f", Turn {game.turn}"
        yield _Fought(game.updated, _losses(f"{game.title}{turn}", own, system, books_of(game)))


def _losses(since: str, fielded: Fielded, system: str, seen: Any) -> Losses:
    """What a side's roll says to be lost, under the keys of its army."""
    side: SideId = fielded.side
    roll = registry.roll(system, seen, side)
    units = {
        key: Loss(unit.track.struck if unit.track else 0, unit.notes[0] if unit.gone and unit.notes else "")
        for key, unit in zip(fielded.units, roll.units, strict=False)
    }
    men = zip(fielded.commanders, commanders_of(roll), strict=False)
    return Losses(
        since,
        {key: loss for key, loss in units.items() if key and loss != Loss()},
        frozenset(key for key, man in men if key and man.gone),
    )
