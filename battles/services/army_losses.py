"""Losses of the army manager's armies in the battles and games made from them."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from django.db import models

from armies.models import Army
from armies.models.visibility import listed_to
from battles.engine import registry
from battles.engine.armies.roster_words import Loss, Losses
from battles.engine.core import UMPIRE, SideId
from battles.models import Battle, Fielded, Status, TableGame
from battles.services.access import access_of
from battles.services.create.from_armies import commanders_of
from battles.services.play.position import current_position, system_of
from battles.services.tracker.games import tracker_state

MOST: Final = 10
"""Battles that are searched for one whose losses the reader may see."""


class Reader(Protocol):
    """Person who asks: a user, the ids of seats and games whose links they opened, and if they run the server."""

    @property
    def user(self) -> Any: ...
    @property
    def seats(self) -> Collection[int]: ...
    @property
    def games(self) -> Collection[int]: ...
    @property
    def operator(self) -> bool: ...


def last_losses(army: Army, system: str, reader: Reader) -> Losses | None:
    """The losses of an army in its latest battle or game under a system; None if there is no such battle.

    While a battle is being played, only the player of the army's side and the umpire may see its losses.
    """
    fought = [*_battles(army, system, reader), *_games(army, system, reader)]
    latest = max(fought, key=lambda one: one.when, default=None)
    return latest.losses if latest else None


class _Fought(NamedTuple):
    when: datetime
    losses: Losses


def _battles(army: Army, system: str, reader: Reader) -> Iterator[_Fought]:
    """Losses in the latest battle whose losses the reader may see."""
    rows = Battle.objects.all() if reader.operator else Battle.objects.listed_for(reader.user, reader.seats)
    fought = rows.filter(system=system, status__in=(Status.PLAYING, Status.OVER)).order_by()
    sides = Fielded.objects.filter(army=army, battle__in=fought.values("pk")).select_related("battle")
    for own in sides.order_by("-battle__updated", "id")[:MOST]:
        battle = own.battle
        if battle is not None and _knows(battle, own.side, reader):
            position = current_position(battle)
            seen = system_of(system).secrets.view(position.state, own.side)
            turn = "" if battle.is_over else f", Turn {position.turn}"
            yield _Fought(battle.updated, _losses(f"{battle.title}{turn}", own, system, seen))
            return


def _knows(battle: Battle, side: SideId, reader: Reader) -> bool:
    """True if the reader may see all of a side: its player, an umpire, or anybody once the battle is over."""
    if reader.operator or battle.is_over:
        return True
    access = access_of(battle, reader.user, reader.seats)
    return access.viewer == UMPIRE or side in access.own


def _games(army: Army, system: str, reader: Reader) -> Iterator[_Fought]:
    """Losses in the latest tracked game that the reader may edit, or that is over and public or of their clubs."""
    games, public = TableGame.objects, listed_to(reader.user) & ~models.Q(ended="")
    rows = games.all() if reader.operator else games.kept_by(reader.user, reader.games) | games.filter(public)
    game_ids = rows.filter(system=system).order_by().values("pk")
    sides = Fielded.objects.filter(army=army, game__in=game_ids).select_related("game")
    own = sides.order_by("-game__updated", "id").first()
    if own is not None and own.game is not None:
        game = own.game
        turn = "" if game.is_over else f", Turn {game.turn}"
        yield _Fought(game.updated, _losses(f"{game.title}{turn}", own, system, tracker_state(game)))


def _losses(since: str, fielded: Fielded, system: str, seen: Any) -> Losses:
    """The losses on a side's muster roll, by the keys of its army."""
    side: SideId = fielded.side
    roll = registry.sheets(system).roll(seen, side)
    units = {
        key: Loss(unit.track.struck if unit.track else 0, unit.notes[0] if unit.gone and unit.notes else "")
        for key, unit in zip(fielded.units, roll.units, strict=False)
    }
    pairs = zip(fielded.commanders, commanders_of(roll), strict=False)
    return Losses(
        since,
        {key: loss for key, loss in units.items() if key and loss != Loss()},
        frozenset(key for key, commander in pairs if key and commander.gone),
    )
