"""What is kept of a battle besides its entries, made again from them: its state, the states between, the feeds.

It is needed when the class of a system's states or the words of its log have changed.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.codec import encode, state_hash
from battles.engine.record import Battle as Recorded
from battles.engine.replay import states
from battles.models import Battle, Snapshot, Told
from battles.services import recording
from battles.services.feeding import feeds_of
from battles.services.locking import playing
from battles.services.position import KEPT, Position, recorded

FIELDS: Final = tuple(name for name in recording.STANDS if name != "updated")
"""What is made again of a battle's row: nothing has happened in it."""


class Rebuilt(Struct, frozen=True):
    """How much was made again, and whether how the battle stands was kept otherwise before."""

    entries: int
    states: int
    lines: int
    stood_otherwise: bool


def rebuild(battle: Battle) -> Rebuilt:
    """Delete what is kept of a battle and fold its entries again; notices and what was struck through stay.

    Raises:
        Unreadable: its entries cannot be folded; nothing is changed then.
        Gone: the battle was deleted.
    """
    with playing(battle) as row:
        return made_again(row)


def made_again(battle: Battle) -> Rebuilt:
    """As ``rebuild``, where the row is held already."""
    whole = recorded(battle)
    if not whole.entries:
        return Rebuilt(0, 0, 0, False)
    passed = list(states(whole))
    told, lines = feeds_of(battle)
    Told.objects.filter(battle=battle).delete()
    Told.objects.bulk_create(told, batch_size=500)
    kept = list(snapshots(battle, whole, passed))
    Snapshot.objects.filter(battle=battle).delete()
    Snapshot.objects.bulk_create(kept, batch_size=50)
    content, before = encode(passed[-1]), _stands(battle)
    last = whole.entries[-1]
    battle.lines = lines
    battle.__dict__.pop(KEPT, None)
    at_end = [line for line in told if line.seq == last.n and line.entry_id is not None]
    at = Position(whole.system, passed[-1], last.n)
    recording.stand(battle, replace(last, hash=state_hash(passed[-1])), at, content, at_end, FIELDS)
    return Rebuilt(len(whole.entries), len(kept), len(told), before != _stands(battle))


def snapshots(battle: Battle, whole: Recorded, passed: Sequence[Any]) -> Iterator[Snapshot]:
    """The states that are kept of a battle; ``passed`` are those after each entry."""
    turn = -1
    for entry, state in zip(whole.entries, passed, strict=True):
        at = Position(whole.system, state, entry.n)
        if recording.is_kept(entry, turned=at.turn != turn):
            yield Snapshot(battle=battle, seq=entry.n, turn=at.turn, state=encode(state))
        turn = at.turn


def _stands(battle: Battle) -> tuple[Any, ...]:
    return (bytes(battle.state or b""), *(getattr(battle, name) for name in FIELDS if name != "state"))
