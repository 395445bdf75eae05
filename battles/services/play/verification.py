"""Verify a stored battle and everything derived from its entries, list its dice, write it as a .battle file."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from battles.engine.battle_file import write
from battles.engine.codec import Unreadable, encode, state_hash
from battles.engine.record import Battle as Recorded
from battles.engine.record import Entry
from battles.engine.replay import states
from battles.engine.replay import verify as audited
from battles.models import Battle, Snapshot, Status, Told
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.play.lock import NotYours
from battles.services.play.position import Position, entry_of, record_of, system_of
from battles.services.play.reconstruction import rebuild_feeds
from battles.services.view.feed import WORDING

TOLD = ("viewer", "n", "key", "entry_id", "seq", "turn", "phase", "lines", "by_name", "undone")


def players_of(battle: Battle) -> dict[str, str]:
    """The names of the players by side."""
    system = system_of(battle.system)
    return {seat.place: seat.name for seat in battle.seats.all() if seat.place in system.sides and seat.name}


def verify(battle: Battle) -> list[str]:
    """The problems of a stored battle, a sentence each."""
    row = Battle.objects.get(pk=battle.pk)
    rows = list(EntryRow.objects.filter(battle=row).order_by("seq"))
    problems = list(_of_rows(row, rows))
    if not rows:
        return problems
    try:
        whole = record_of(row, players_of(row))
        problems += [f"Entry {problem.n}: {problem.sentence}" for problem in audited(whole)]
        passed = list(states(whole))
    except Unreadable as wrong:
        return [*problems, str(wrong)]
    problems += _of_state(row, whole, passed)
    problems += _of_snapshots(row, passed)
    problems += _of_feeds(row)
    return problems


def _of_rows(battle: Battle, rows: list[EntryRow]) -> Iterator[str]:
    seqs = [row.seq for row in rows]
    if seqs != list(range(len(seqs))):
        yield f"The entries are numbered {seqs}."
    if battle.head != len(seqs) - 1:
        yield f"The battle's head is {battle.head}, but its last entry is {len(seqs) - 1}."
    if bool(rows) == (battle.status == Status.GATHERING):
        yield f"The battle's status is {battle.status}, but it has {len(rows)} entries."


def _of_state(battle: Battle, whole: Recorded, passed: list[Any]) -> Iterator[str]:
    """Stored fields of the position that differ from what the entries give."""
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
    for name, (stored, expected) in copies.items():
        if stored != expected:
            yield f"The stored {name} differs from what the entries give."


def _of_snapshots(battle: Battle, passed: list[Any]) -> Iterator[str]:
    for snapshot in Snapshot.objects.filter(battle=battle):
        if bytes(snapshot.state) != encode(passed[snapshot.seq]):
            yield f"The stored state after entry {snapshot.seq} differs from what the entries give."


def _of_feeds(battle: Battle) -> Iterator[str]:
    rows, lines = rebuild_feeds(battle)
    reworded = battle.wording != WORDING
    told = Told.objects.filter(battle=battle).order_by("viewer", "n")
    stored = [_plain(row, reworded) for row in told]
    wanted = sorted((_plain(row, reworded) for row in rows), key=lambda row: row[:2])
    for expected, actual in zip(wanted, stored, strict=False):
        if expected != actual:
            yield f"Line {actual[1]} of {actual[0]} is {actual[2:]}; the entries give {expected}."
            return
    if len(wanted) != len(stored):
        yield f"The feeds have {len(stored)} lines; the entries give {len(wanted)}."
    counts = {viewer: end[0] if reworded else end for viewer, end in lines.items()}
    if counts != {viewer: end[0] if reworded else end for viewer, end in battle.lines.items()}:
        yield f"The stored ends of the feeds are {battle.lines}; they should be {lines}."


def _plain(row: Told, reworded: bool) -> tuple[Any, ...]:
    """The fields of a line; of one with the words of an earlier version only which of its sentences are headings."""
    fields = {name: getattr(row, name) for name in TOLD}
    if reworded:
        fields |= {"lines": [is_heading for _, is_heading in row.lines], "phase": bool(row.phase)}
    return tuple(fields.values())


def battle_file(access: Access) -> bytes:
    """The battle as a file; once it is over, with the secret of its dice.

    Until then the file shows what sides hide from each other, so only an umpire gets it, without the secret.

    Raises:
        NotYours: it is not over, and the user is not the umpire.
    """
    if not (access.battle.is_over or access.may_umpire):
        raise NotYours("You can download the battle file when the battle is over: it shows everything that is hidden.")
    return write(record_of(access.battle, players_of(access.battle)))


class DiceRoll(Struct, frozen=True):
    """A roll: its entry and its place in it, both from 0, its rule, the die and the natural faces."""

    entry: int
    place: int
    why: str
    sides: int
    faces: tuple[int, ...]
    seeded: bool


def dice_rolls(access: Access) -> tuple[DiceRoll, ...]:
    """All rolls of the battle once it is over; none before, since some may be hidden."""
    battle = access.battle
    if not battle.is_over:
        return ()
    system = system_of(battle.system)
    rows = EntryRow.objects.filter(battle=battle).order_by("seq").only("line")
    return tuple(
        DiceRoll(entry.n, place, roll.why, roll.sides, roll.faces, roll.source == "seed")
        for entry in (entry_of(system, row) for row in rows)
        for place, roll in enumerate(entry.rolls)
    )
