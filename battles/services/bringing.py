"""A battle from a ``.battle`` file: finished, to be looked at, or broken off, to be played on."""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from armies.models import Visibility
from battles.engine.battle_file import read
from battles.engine.codec import Unreadable, decode, encode, state_hash
from battles.engine.core import SideId
from battles.engine.dice import SCHEME, Source, commitment
from battles.engine.record import Battle as Recorded
from battles.engine.record import Entry, newer
from battles.engine.replay import states, verify
from battles.models import Battle, Seat, Snapshot, Status, Told
from battles.models import Entry as EntryRow
from battles.models.battle import new_secret
from battles.services.correcting import correct
from battles.services.feeding import feeds_of
from battles.services.locking import Refused
from battles.services.position import Position
from battles.services.rebuilding import snapshots
from battles.services.recording import owe, stand
from battles.services.starting import MOST_NAME, NewBattle, Sitting, once, prepared

MOST_BYTES: Final = 5_000_000
MOST_ENTRIES: Final = 3_000
IMPORTED: Final[Source] = "import"


class Brought(Struct, frozen=True):
    """A battle read from a file, found sound: ``is_over`` where it has ended, else ``awaited`` owes a decision.

    ``digest`` is that of the file.
    """

    battle: Recorded
    is_over: bool
    awaited: str
    digest: str


def read_file(content: bytes) -> Brought:
    """The battle in a file, checked through.

    Raises:
        Refused: it cannot be read, is too large, or does not go by its rules; the sentence says where.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"A battle brought in has up to {MOST_BYTES:,} bytes; this one has {len(content):,}.", "file")
    try:
        found = read(content)
    except Unreadable as wrong:
        raise Refused(str(wrong), "file") from None
    if len(found.entries) > MOST_ENTRIES:
        raise Refused(f"It has {len(found.entries):,} entries; up to {MOST_ENTRIES:,} can be brought in.", "file")
    problems = verify(found)
    if problems:
        first = problems[0]
        where = "" if first.n is None else f"Entry {first.n}: "
        raise Refused(f"This battle was not played by its rules. {where}{first.sentence}", "file")
    *_, last = states(found)
    is_over = (found.entries[-1].ended or found.system.outcome(last)) is not None
    if not is_over and found.version > found.system.version:
        raise Refused(newer(found.version, found.system), "file")
    awaited = min(found.system.deciding(last), default="")
    return Brought(found, is_over, awaited, blake2b(content, digest_size=16).hexdigest())


def bring(
    brought: Brought,
    owner: Any,
    sittings: Sequence[Sitting] = (),
    *,
    title: str = "",
    visibility: str = Visibility.UNLISTED,
    token: UUID | None = None,
) -> Battle:
    """Store the battle of a file. One that goes on has new dice from here, and its old rolls count as imported.

    It goes on by today's version of its rules, as an entry says where it was played by an earlier one.

    Args:
        sittings: who plays on; sides not named are open. Those of a battle that is over are not asked.
        title: another title than the file's.
        token: that of the form: the same brought twice with it is stored once.

    Raises:
        Refused: something cannot be kept, or the owner has too many battles.
    """
    found = brought.battle if brought.is_over and brought.battle.header.secret else _with_imported_rolls(brought.battle)
    header = found.header
    new = NewBattle(
        system=found.system,
        setup=header.setup,
        title=title or header.title or "A battle brought in",
        sittings=sittings,
        visibility=visibility,
        owner=owner,
        token=token,
        content=brought.digest,
    )
    return once(new, partial(_stored, new, brought, found))


def _stored(new: NewBattle, brought: Brought, found: Recorded) -> Battle:
    """The rows of the battle, played as far as the file goes."""
    header = found.header
    secret = bytes.fromhex(header.secret) if header.secret else new_secret()
    battle = prepared(new, secret)
    battle.scheme, battle.salts, battle.rules_version = SCHEME, list(header.salts), found.version
    battle.commitment, battle.begun = commitment(secret), timezone.now()
    if brought.is_over:
        _name_players(battle, header.players)
    _write(battle, found)
    if correct(battle) is not None:
        battle.refresh_from_db()
    return battle


def _with_imported_rolls(battle: Recorded) -> Recorded:
    """The battle without its secret, every seeded roll marked as brought in from a file."""
    entry_type = Entry[battle.system.action_type, battle.system.event_type]  # type: ignore[name-defined]
    entries = tuple(decode(encode(_marked(decode(encode(entry), Any))), entry_type) for entry in battle.entries)
    plain = replace(battle, header=replace(battle.header, secret=None, salts=()), entries=entries)
    hashes = [state_hash(state) for state in states(plain)]
    marked = tuple(replace(entry, hash=hash) for entry, hash in zip(entries, hashes, strict=True))
    return replace(plain, entries=marked)


def _marked(value: Any) -> Any:
    """``value`` with the source of every roll in it set to ``import``."""
    if isinstance(value, dict):
        found = {name: _marked(part) for name, part in value.items()}
        if set(found) == {"why", "sides", "faces", "source"}:
            found["source"] = IMPORTED
        return found
    return [_marked(part) for part in value] if isinstance(value, list | tuple) else value


def _name_players(battle: Battle, players: dict[SideId, str]) -> None:
    """Who played is told of a battle that is over; nobody sits there."""
    for seat in Seat.objects.filter(battle=battle):
        seat.name = players.get(seat.place, "")[:MOST_NAME]
        seat.save(update_fields=["name"])


def _write(battle: Battle, found: Recorded) -> None:
    passed = list(states(found))
    players = found.header.players
    EntryRow.objects.bulk_create(
        [
            EntryRow(
                battle=battle,
                seq=entry.n,
                side=entry.side or "",
                by_name=players.get(entry.side or "", "")[:MOST_NAME],
                back=entry.back,
                line=encode(entry),
            )
            for entry in found.entries
        ],
        batch_size=200,
    )
    last = found.entries[-1]
    battle.head = last.n
    told, battle.lines = feeds_of(battle)
    Told.objects.bulk_create(told, batch_size=200)
    Snapshot.objects.bulk_create(snapshots(battle, found, passed), batch_size=50)
    battle.status = Status.PLAYING
    battle.save()
    after = Position(found.system, passed[-1], last.n)
    stand(battle, last, after, encode(after.state), [line for line in told if line.seq == last.n])
    owe(battle)
