"""Writing an entry of a battle: the row, what everybody is told of it, how the battle stands after it, who is next.

Only whoever holds the battle's row writes (``locking.playing``).
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from battles.engine.codec import STATE_HASH, encode
from battles.engine.core import Outcome
from battles.engine.record import Entry
from battles.models import Battle, ComputerTurn, Seat, Snapshot, Status, Told
from battles.models import Entry as EntryRow
from battles.services import live
from battles.services.position import Position, keep
from battles.services.standing import Standing
from battles.services.telling import Feeds, Turned, ended_words

KEPT_EVERY: Final = 50
"""Entries after which a state is kept, where no turn began."""

STANDS: Final = (
    *("head", "stands", "state", "state_hash", "turn", "lines", "awaited", "status", "winner", "ended", "updated"),
    *("salts", "begun", "rules_version"),
)
"""What an entry may change of a battle."""


def write(
    battle: Battle,
    before: Position,
    entry: Entry[Any, Any],
    state: Any,
    standing: Standing | None = None,
    *,
    token: UUID | None = None,
    free: bool = False,
) -> EntryRow:
    """The next entry of ``battle``, which led from ``before`` to ``state``; everybody is told and woken.

    Args:
        standing: who did it; None for entry 0 and for rules that were corrected.
        free: whether his side may take it back unasked.
    """
    content = encode(state)
    entry = replace(entry, hash=hashlib.blake2b(content, digest_size=16, person=STATE_HASH).hexdigest())
    side = entry.side or ""
    row = EntryRow.objects.create(
        battle=battle,
        seq=entry.n,
        token=token,
        side=side,
        by=standing.user if standing else None,
        by_name=standing.name[:80] if standing else "",
        for_other=standing is not None and side not in ("", *standing.own),
        free=free,
        back=entry.back,
        line=encode(entry),
        created=timezone.now(),
    )
    after = Position(before.system, state, entry.n)
    told = _tell(battle, row, entry, before, after)
    _keep(battle, entry, after, content)
    stand(battle, entry, after, content, told)
    battle.offers.all().delete()
    owe(battle)
    transaction.on_commit(lambda: live.wake(battle.pk, max(line.pk for line in told)))
    return row


def _tell(battle: Battle, row: EntryRow, entry: Entry[Any, Any], before: Position, after: Position) -> list[Told]:
    feeds = Feeds(battle, battle.lines)
    turned = Turned(entry, before.state, after.state)
    if entry.back is not None:
        turned = replace(turned, undone=_undo(battle, entry), phases=_phases_at(battle, entry.back))
    told = feeds.of_entry(after.system, row, turned)
    Told.objects.bulk_create(told)
    battle.lines = feeds.lines
    return told


def _undo(battle: Battle, entry: Entry[Any, Any]) -> list[str]:
    """Strike the lines of what an entry takes back; the viewers who had some."""
    struck = Told.objects.filter(
        battle=battle, entry__seq__gt=entry.back, entry__seq__lt=entry.n, entry__back=None, undone=False
    )
    viewers = sorted(set(struck.values_list("viewer", flat=True)))
    Told.objects.filter(pk__in=list(struck.values_list("pk", flat=True))).update(undone=True)
    return viewers


def _phases_at(battle: Battle, seq: int) -> dict[str, str]:
    """Each viewer's last heading after an earlier entry."""
    found = {}
    for viewer in battle.lines:
        last = Told.objects.filter(battle=battle, viewer=viewer, seq__lte=seq).order_by("-n").first()
        found[viewer] = last.phase if last else ""
    return found


def _keep(battle: Battle, entry: Entry[Any, Any], after: Position, content: bytes) -> None:
    if is_kept(entry, turned=battle.turn != after.turn):
        Snapshot.objects.create(battle=battle, seq=entry.n, turn=after.turn, state=content)


def is_kept(entry: Entry[Any, Any], *, turned: bool) -> bool:
    """Whether the state after an entry is kept: where a turn began, after many entries, where the battle went back."""
    return entry.n % KEPT_EVERY == 0 or turned or entry.back is not None


def stand(
    battle: Battle,
    entry: Entry[Any, Any],
    after: Position,
    content: bytes,
    told: list[Told],
    fields: Sequence[str] = STANDS,
) -> None:
    """Put down how the battle stands after an entry; ``told`` is what it told, ``fields`` what is saved."""
    battle.head = entry.n
    battle.stands = entry.n if entry.back is None else entry.back
    battle.state = content
    battle.state_hash = str(entry.hash)
    battle.turn = after.turn
    outcome: Outcome | None = entry.ended or after.system.outcome(after.state)
    battle.awaited = "" if outcome else "".join(after.awaited)
    if outcome:
        battle.status = Status.OVER
        battle.winner = outcome.winner or ""
        battle.ended = ended_words(told)[:300]
    battle.save(update_fields=fields)
    keep(battle, after)


def owe(battle: Battle) -> None:
    """Put down a decision for each computer player who is awaited; forget those of earlier entries and what failed."""
    seats = Seat.objects.filter(battle=battle).exclude(computer="").order_by("place")
    places = list(seats.values_list("place", flat=True))
    if not places:
        return
    going_on = (ComputerTurn.State.DUE, ComputerTurn.State.CLAIMED)
    ComputerTurn.objects.filter(battle=battle).exclude(head=battle.head, state__in=going_on).delete()
    if battle.status != Status.PLAYING:
        return
    ComputerTurn.objects.bulk_create(
        [ComputerTurn(battle=battle, head=battle.head, side=side) for side in places if side in battle.awaited],
        ignore_conflicts=True,
    )
