"""Whether a stored battle is whole: what the engine holds of it, and that every copy of it agrees."""

from collections.abc import Iterator
from typing import Any

from battles.engine.codec import Unreadable, encode, state_hash
from battles.engine.record import Battle as Recorded
from battles.engine.record import Entry
from battles.engine.replay import states
from battles.engine.replay import verify as audited
from battles.models import Battle, Snapshot, Status, Told
from battles.models import Entry as EntryRow
from battles.services.feeding import feeds_of
from battles.services.position import Position, recorded, system_of

TOLD = ("viewer", "n", "key", "entry_id", "seq", "turn", "phase", "lines", "by_name", "undone")


def players_of(battle: Battle) -> dict[str, str]:
    """The names of those who play the sides."""
    system = system_of(battle.system)
    return {seat.place: seat.name for seat in battle.seats.all() if seat.place in system.sides and seat.name}


def verify(battle: Battle) -> list[str]:
    """What is wrong with a stored battle, a sentence each; empty where nothing is."""
    row = Battle.objects.get(pk=battle.pk)
    rows = list(EntryRow.objects.filter(battle=row).order_by("seq"))
    found = list(_of_rows(row, rows))
    if not rows:
        return found
    try:
        whole = recorded(row, players_of(row))
        found += [f"Entry {problem.n}: {problem.sentence}" for problem in audited(whole)]
        passed = list(states(whole))
    except Unreadable as wrong:
        return [*found, str(wrong)]
    found += _of_state(row, whole, passed)
    found += _of_snapshots(row, passed)
    found += _of_feeds(row)
    return found


def _of_rows(battle: Battle, rows: list[EntryRow]) -> Iterator[str]:
    seqs = [row.seq for row in rows]
    if seqs != list(range(len(seqs))):
        yield f"The entries are numbered {seqs}."
    if battle.head != len(seqs) - 1:
        yield f"The head is {battle.head}, and the last entry {len(seqs) - 1}."
    if bool(rows) == (battle.status == Status.GATHERING):
        yield f"It is {battle.status} with {len(rows)} entries."


def _of_state(battle: Battle, whole: Recorded, passed: list[Any]) -> Iterator[str]:
    """Copies of how the battle stands that are not what its entries make."""
    last: Entry[Any, Any] = whole.entries[-1]
    at = Position(whole.system, passed[-1], last.n)
    outcome = last.ended or whole.system.outcome(passed[-1])
    copies = {
        "state": (bytes(battle.state or b""), encode(passed[-1])),
        "hash": (battle.state_hash, state_hash(passed[-1])),
        "rules version": (battle.rules_version, whole.version),
        "turn": (battle.turn, at.turn),
        "awaited": (battle.awaited, "" if outcome else "".join(at.awaited)),
        "stands": (battle.stands, last.n if last.back is None else last.back),
        "end": (battle.is_over, outcome is not None),
        "winner": (battle.winner, (outcome.winner or "") if outcome else ""),
    }
    for name, (kept, made) in copies.items():
        if kept != made:
            yield f"Its {name} is not what the entries make of it."


def _of_snapshots(battle: Battle, passed: list[Any]) -> Iterator[str]:
    for kept in Snapshot.objects.filter(battle=battle):
        if bytes(kept.state) != encode(passed[kept.seq]):
            yield f"The state kept of entry {kept.seq} is another."


def _of_feeds(battle: Battle) -> Iterator[str]:
    made, lines = feeds_of(battle)
    kept = Told.objects.filter(battle=battle).order_by("viewer", "n").values_list(*TOLD)
    wanted = sorted((_plain(row) for row in made), key=lambda row: row[:2])
    for mine, his in zip(wanted, kept, strict=False):
        if mine != his:
            yield f"Line {his[1]} of {his[0]} is {his[2:]}; its entry makes it {mine}."
            return
    if len(wanted) != len(kept):
        yield f"The feeds have {len(kept)} lines; the entries make {len(wanted)}."
    if lines != battle.lines:
        yield f"The ends of the feeds are kept as {battle.lines}; they are {lines}."


def _plain(row: Told) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in TOLD)
