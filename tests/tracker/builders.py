"""Games begun, and entries made in them."""

from typing import Any
from uuid import uuid4

from battles.engine.tracker import Note
from battles.models import TableGame
from battles.services.tracker import entries
from battles.services.tracker.games import Editor


def fresh(game: TableGame) -> TableGame:
    return TableGame.objects.get(pk=game.pk)


def make(game: TableGame, keeper: Editor, key: str, *, typed: bool = False, **facts: str) -> Any:
    note = Note(key, facts)
    return entries.add_entry(game, keeper, note, expect=fresh(game).version, token=uuid4(), typed=typed)


def begun(game: TableGame, keeper: Editor) -> TableGame:
    """Side a has the initiative with its first Brigade, by typed dice."""
    make(game, keeper, "ratings")
    make(game, keeper, "initiative", typed=True)
    entries.enter_dice(game, keeper, "66", number=0)
    entries.enter_dice(game, keeper, "1 1", number=1)
    make(game, keeper, "choose", brigade="brigade 0")
    return fresh(game)
