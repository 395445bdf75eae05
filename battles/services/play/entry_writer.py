"""Write an entry of a battle: its row, the viewers' feed lines, the new state, the side to decide next."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from battles.engine.codec import STATE_HASH, encode
from battles.engine.core import PUBLIC, Outcome
from battles.engine.record import Entry
from battles.models import Battle, ComputerTurn, Seat, Snapshot, Status, Told
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.live import broadcast
from battles.services.play.position import Position, cache_position, keep_position
from battles.services.view.feed import EntryStates, Feeds, ended_words

SNAPSHOT_EVERY: Final = 50
"""A snapshot is stored at least every so many entries."""

POSITION_FIELDS: Final = (
    *("head", "stands", "state", "state_hash", "turn", "lines", "awaited", "status", "winner", "ended", "updated"),
    *("salts", "begun", "rules_version", "news", "listed"),
)
"""The fields of a battle that an entry may change."""


def write(
    battle: Battle,
    before: Position,
    entry: Entry[Any, Any],
    state: Any,
    access: Access | None = None,
    *,
    token: UUID | None = None,
    free: bool = False,
    seats: Sequence[Seat] | None = None,
) -> EntryRow:
    """Write the next entry of ``battle``, from ``before`` to ``state``, with everybody's feed lines; wake all streams.

    Args:
        access: who acted; None for entry 0 and for a change of the rules.
        free: the side may undo it without asking.
        seats: all seats, in order of their places; None to read those of computer players.
    """
    content = encode(state)
    entry = replace(entry, hash=hashlib.blake2b(content, digest_size=16, person=STATE_HASH).hexdigest())
    row = _create_row(battle, entry, access, token, free)
    after = Position(before.system, state, entry.n)
    lines = _write_lines(battle, row, entry, before, after)
    _store_snapshot(battle, entry, after, content)
    store_position(battle, entry, after, content, lines)
    battle.offers.all().delete()
    queue_computer_turns(battle, seats)
    transaction.on_commit(lambda: broadcast.wake(battle.pk, max(line.pk for line in lines)))
    return row


def _create_row(
    battle: Battle, entry: Entry[Any, Any], access: Access | None, token: UUID | None, free: bool
) -> EntryRow:
    side = entry.side or ""
    return EntryRow.objects.create(
        battle=battle,
        seq=entry.n,
        token=token,
        side=side,
        by=access.user if access else None,
        by_name=access.name[:80] if access else "",
        for_other=access is not None and side not in ("", *access.own),
        free=free,
        back=entry.back,
        line=encode(entry),
        created=timezone.now(),
    )


def _write_lines(
    battle: Battle, row: EntryRow, entry: Entry[Any, Any], before: Position, after: Position
) -> list[Told]:
    feeds = Feeds(battle, battle.lines)
    turned = EntryStates(entry, before.state, after.state)
    if entry.back is not None:
        turned = replace(turned, undone=_mark_undone(battle, entry), phases=_phases_at(battle, entry.back))
    lines = feeds.of_entry(after.system, row, turned)
    Told.objects.bulk_create(lines)
    battle.lines = feeds.lines
    return lines


def _mark_undone(battle: Battle, entry: Entry[Any, Any]) -> list[str]:
    """Mark the lines of what an entry undoes; return the viewers who had some."""
    undone = Told.objects.filter(
        battle=battle, entry__seq__gt=entry.back, entry__seq__lt=entry.n, entry__back=None, undone=False
    )
    viewers = sorted(set(undone.values_list("viewer", flat=True)))
    Told.objects.filter(pk__in=list(undone.values_list("pk", flat=True))).update(undone=True)
    return viewers


def _phases_at(battle: Battle, seq: int) -> dict[str, str]:
    """Each viewer's last heading after an earlier entry."""
    phases = {}
    for viewer in battle.lines:
        last = Told.objects.filter(battle=battle, viewer=viewer, seq__lte=seq).order_by("-n").first()
        phases[viewer] = last.phase if last else ""
    return phases


def _store_snapshot(battle: Battle, entry: Entry[Any, Any], after: Position, content: bytes) -> None:
    if needs_snapshot(entry, turned=battle.turn != after.turn):
        Snapshot.objects.create(battle=battle, seq=entry.n, turn=after.turn, state=content)


def needs_snapshot(entry: Entry[Any, Any], *, turned: bool) -> bool:
    """True if the state after an entry is stored: at a new turn, every `SNAPSHOT_EVERY` entries, and after an undo."""
    return entry.n % SNAPSHOT_EVERY == 0 or turned or entry.back is not None


def store_position(
    battle: Battle,
    entry: Entry[Any, Any],
    after: Position,
    content: bytes,
    lines: list[Told],
    fields: Sequence[str] = POSITION_FIELDS,
) -> None:
    """Store the position of the battle after an entry; ``lines`` are the entry's feed lines, ``fields`` are saved."""
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
        battle.ended = ended_words(lines)[:300]
    battle.set_news(max((line.created for line in lines if line.viewer == PUBLIC), default=None))
    battle.save(update_fields=fields)
    cache_position(battle, after)
    keep_position(battle, after)


def queue_computer_turns(battle: Battle, seats: Sequence[Seat] | None = None) -> None:
    """Queue a turn for each computer player that must decide; delete turns of earlier entries and failed ones.

    Args:
        seats: all seats, in order of their places; None to read them.
    """
    if seats is None:
        seats = tuple(Seat.objects.filter(battle=battle).order_by("place"))
    places = [seat.place for seat in seats if seat.computer]
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
