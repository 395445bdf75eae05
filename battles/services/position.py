"""A battle at one of its entries, as the rules know it: never shown, only asked.

What is kept of its states is a cache. It is left aside where it was made by an earlier version of the rules, and where
it cannot be read any more: then the entries are folded.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from battles.engine import registry, replay
from battles.engine.codec import Unreadable, decode
from battles.engine.core import PUBLIC, UMPIRE, RuleSystem, SideId, Viewer
from battles.engine.dice import key
from battles.engine.record import Battle as Recorded
from battles.engine.record import Entry, Header
from battles.models import Battle, Snapshot, Status
from battles.models import Entry as EntryRow
from battles.services.locking import Gone

KEPT: Final = "position"


@cache
def system_of(key: str) -> Any:
    """The rules of that key; looked for once in a process. Raises `UnknownSystem`."""
    return registry.load(key)


class Position:
    """The state after entry ``seq``; -1 is before entry 0."""

    __slots__ = ("seq", "state", "system")

    def __init__(self, system: Any, state: Any, seq: int) -> None:
        self.system = system
        self.state = state
        self.seq = seq

    @property
    def awaited(self) -> tuple[SideId, ...]:
        """The sides that owe a decision, in order."""
        return tuple(sorted(self.system.deciding(self.state)))

    @property
    def turn(self) -> int:
        return int(self.system.tally(self.state).turns)


def viewers(system: RuleSystem[Any]) -> tuple[Viewer, ...]:
    """Everybody who is told of a battle."""
    return (*system.sides, UMPIRE, PUBLIC)


def now(battle: Battle) -> Position:
    """The battle as it stands; decoded once for each row that was read."""
    known = battle.__dict__.get(KEPT)
    if isinstance(known, Position) and known.seq == battle.head:
        return known
    system: Any = system_of(battle.system)
    if battle.state is None:
        found = Position(system, system.start(setup_of(battle)), -1)
    else:
        found = Position(system, _kept(battle, system, battle.state, battle.head), battle.head)
    keep(battle, found)
    return found


def keep(battle: Battle, position: Position) -> None:
    """Remember on the row how the battle stands."""
    battle.__dict__[KEPT] = position


def then(battle: Battle, seq: int) -> Position:
    """The battle after an earlier entry: the last state that was kept, and the events since. At most two queries.

    Raises:
        Gone: it has been deleted meanwhile.
    """
    if seq >= battle.head:
        return now(battle)
    system: Any = system_of(battle.system)
    if seq < 0:
        return Position(system, system.start(setup_of(battle)), -1)
    kept = Snapshot.objects.filter(battle=battle, seq__lte=seq).order_by("-seq").first()
    if kept is None:
        raise Gone("There is no such battle any more.")
    state = _kept(battle, system, kept.state, kept.seq)
    for row in EntryRow.objects.filter(battle=battle, seq__gt=kept.seq, seq__lte=seq).order_by("seq"):
        for event in entry_of(system, row).events:
            state = system.evolve(state, event)
    return Position(system, state, seq)


def _kept(battle: Battle, system: Any, content: Any, seq: int) -> Any:
    """The state after entry ``seq``: the one kept as ``content``, or what the entries lead to."""
    if not is_behind(battle):
        try:
            return decode(bytes(content), system.state_type)
        except Unreadable:
            pass
    return replay.state(recorded(battle), to=seq)


def is_behind(battle: Battle) -> bool:
    """Whether it goes on and is played by another version of its rules than is here."""
    goes_on = battle.status in (Status.PLAYING, Status.PAUSED)
    return goes_on and battle.rules_version != system_of(battle.system).version


def recorded(battle: Battle, players: Mapping[SideId, str] | None = None) -> Recorded:
    """The battle as its file has it: header and entries; one query.

    Raises:
        Unreadable: a line that is no entry.
    """
    system = system_of(battle.system)
    rows = EntryRow.objects.filter(battle=battle).order_by("seq")
    entries = tuple(entry_of(system, row) for row in rows)
    begun_by = next((entry.rules.before for entry in entries if entry.rules is not None), battle.rules_version)
    return Recorded(system, _header_of(battle, dict(players or {}), begun_by), entries)


def entries_at(battle: Battle, seqs: Sequence[int]) -> list[Entry[Any, Any]]:
    """The entries of a battle with these numbers, in order."""
    if not seqs:
        return []
    system: Any = system_of(battle.system)
    return [entry_of(system, row) for row in EntryRow.objects.filter(battle=battle, seq__in=seqs).order_by("seq")]


def entry_of(system: RuleSystem[Any], row: EntryRow) -> Entry[Any, Any]:
    """An entry as the engine knows it."""
    entry: Entry[Any, Any] = decode(bytes(row.line), Entry[system.action_type, system.event_type])  # type: ignore[name-defined]
    return entry


def setup_of(battle: Battle) -> Any:
    """The set-up, as its system knows it."""
    return decode(bytes(battle.setup), system_of(battle.system).setup_type)


def dice_key(battle: Battle) -> bytes:
    """What the dice fall by. It never leaves the services."""
    return key(bytes(battle.secret), [bytes.fromhex(salt) for salt in battle.salts])


def _header_of(battle: Battle, players: dict[SideId, str], begun_by: int) -> Header[Any]:
    """The header of the battle's file, with the secret once it is over; ``begun_by`` is a version of the rules."""
    header: Header[Any] = Header(
        system=battle.system,
        rules_version=begun_by,
        title=battle.title,
        setup=setup_of(battle),
        scheme=battle.scheme,
        commitment=battle.commitment,
        salts=tuple(battle.salts),
        players=players,
    )
    return replace(header, secret=bytes(battle.secret).hex()) if battle.is_over else header
