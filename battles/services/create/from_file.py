"""Import a battle from a .battle file: a finished one to view, an unfinished one to continue."""

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
from battles.services.create.battle_start import MOST_NAME, NewBattle, Sitting, create_once, create_rows
from battles.services.play.entry_writer import queue_computer_turns, store_position
from battles.services.play.lock import Refused
from battles.services.play.position import Position
from battles.services.play.reconstruction import rebuild_feeds, snapshots, update_rules

MOST_BYTES: Final = 5_000_000
MOST_ENTRIES: Final = 3_000
IMPORTED: Final[Source] = "import"


class ImportedBattle(Struct, frozen=True):
    """A checked battle from a file. If it is not over, ``awaited`` is the side that must decide.

    ``digest`` is the digest of the file.
    """

    battle: Recorded
    is_over: bool
    awaited: str
    digest: str


def read_file(content: bytes) -> ImportedBattle:
    """The battle in a file, after checking every entry.

    Raises:
        Refused: it cannot be read, is too large, or breaks its rules; the sentence says where.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"A battle file has at most {MOST_BYTES:,} bytes; this one has {len(content):,}.", "file")
    try:
        battle = read(content)
    except Unreadable as wrong:
        raise Refused(str(wrong), "file") from None
    if len(battle.entries) > MOST_ENTRIES:
        raise Refused(
            f"A battle to import has at most {MOST_ENTRIES:,} entries; this one has {len(battle.entries):,}.", "file"
        )
    problems = verify(battle)
    if problems:
        first = problems[0]
        where = "" if first.n is None else f"Entry {first.n}: "
        raise Refused(f"This battle breaks its rules. {where}{first.sentence}", "file")
    *_, last = states(battle)
    is_over = (battle.entries[-1].ended or battle.system.outcome(last)) is not None
    if not is_over and battle.version > battle.system.version:
        raise Refused(newer(battle.version, battle.system), "file")
    awaited = min(battle.system.deciding(last), default="")
    return ImportedBattle(battle, is_over, awaited, blake2b(content, digest_size=16).hexdigest())


def import_battle(
    imported: ImportedBattle,
    owner: Any,
    sittings: Sequence[Sitting] = (),
    *,
    title: str = "",
    visibility: str = Visibility.UNLISTED,
    token: UUID | None = None,
) -> Battle:
    """Store the battle of a file. An unfinished one continues with new dice; its old rolls are marked as imported.

    It continues under the current version of its rules; an entry says so if it was played under an older one.

    Args:
        sittings: who continues it; sides not named are open. Not used for a finished battle.
        title: a title other than the file's.
        token: comes from the form: the same file imported twice with one token is stored once.

    Raises:
        Refused: a value is wrong, or the owner has too many battles.
    """
    battle = (
        imported.battle if imported.is_over and imported.battle.header.secret else _with_imported_rolls(imported.battle)
    )
    header = battle.header
    new = NewBattle(
        system=battle.system,
        setup=header.setup,
        title=title or header.title or "Imported battle",
        sittings=sittings,
        visibility=visibility,
        owner=owner,
        token=token,
        content=imported.digest,
    )
    return create_once(new, partial(_stored, new, imported, battle))


def _stored(new: NewBattle, imported: ImportedBattle, battle_record: Recorded) -> Battle:
    """Create the rows of the battle, at the position where the file ends."""
    header = battle_record.header
    secret = bytes.fromhex(header.secret) if header.secret else new_secret()
    battle = create_rows(new, secret)
    battle.scheme, battle.salts, battle.rules_version = SCHEME, list(header.salts), battle_record.version
    battle.commitment, battle.begun = commitment(secret), timezone.now()
    if imported.is_over:
        _name_players(battle, header.players)
    _write(battle, battle_record)
    if update_rules(battle) is not None:
        battle.refresh_from_db()
    return battle


def _with_imported_rolls(battle: Recorded) -> Recorded:
    """The battle without its secret, every seeded roll marked as imported from a file."""
    entry_type = Entry[battle.system.action_type, battle.system.event_type]  # type: ignore[name-defined]
    entries = tuple(decode(encode(_marked(decode(encode(entry), Any))), entry_type) for entry in battle.entries)
    plain = replace(battle, header=replace(battle.header, secret=None, salts=()), entries=entries)
    hashes = [state_hash(state) for state in states(plain)]
    marked = tuple(replace(entry, hash=hash) for entry, hash in zip(entries, hashes, strict=True))
    return replace(plain, entries=marked)


def _marked(value: Any) -> Any:
    """A copy of ``value`` in which the source of every roll is ``import``."""
    if isinstance(value, dict):
        fields = {name: _marked(part) for name, part in value.items()}
        if set(fields) == {"why", "sides", "faces", "source"}:
            fields["source"] = IMPORTED
        return fields
    return [_marked(part) for part in value] if isinstance(value, list | tuple) else value


def _name_players(battle: Battle, players: dict[SideId, str]) -> None:
    """Name the players of a finished battle; nobody has its seats."""
    for seat in Seat.objects.filter(battle=battle):
        seat.name = players.get(seat.place, "")[:MOST_NAME]
        seat.save(update_fields=["name"])


def _write(battle: Battle, battle_record: Recorded) -> None:
    passed = list(states(battle_record))
    players = battle_record.header.players
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
            for entry in battle_record.entries
        ],
        batch_size=200,
    )
    last = battle_record.entries[-1]
    battle.head = last.n
    lines, battle.lines = rebuild_feeds(battle)
    Told.objects.bulk_create(lines, batch_size=200)
    Snapshot.objects.bulk_create(snapshots(battle, battle_record, passed), batch_size=50)
    battle.status = Status.PLAYING
    battle.save()
    after = Position(battle_record.system, passed[-1], last.n)
    store_position(battle, last, after, encode(after.state), [line for line in lines if line.seq == last.n])
    queue_computer_turns(battle)
