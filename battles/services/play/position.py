"""Positions of a battle: the rules' full state after an entry. Never shown to a user."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from threading import Lock
from typing import Any, Final

from msgspec.structs import replace

from battles.engine import registry, replay
from battles.engine.codec import Unreadable, decode
from battles.engine.core import PUBLIC, UMPIRE, Option, SideId, Viewer
from battles.engine.dice import key
from battles.engine.record import Battle as Recorded
from battles.engine.record import Entry, Header
from battles.engine.system import RuleSystem
from battles.models import Battle, Snapshot, Status
from battles.models import Entry as EntryRow
from battles.services.play.lock import Gone

CACHE_KEY: Final = "position"
EARLIER_KEY: Final = "earlier_positions"
MOST_RECENT: Final = 16
"""Positions that a process keeps: a player's next click then finds the board and the legal actions made."""


@cache
def system_of(key: str) -> Any:
    """The rule system of that key, loaded once. Raises `UnknownSystem`."""
    return registry.load(key)


class Position:
    """The state after entry ``seq``; -1 is before entry 0. What pages ask of it is made once."""

    __slots__ = ("_made", "seq", "state", "system")

    def __init__(self, system: Any, state: Any, seq: int) -> None:
        self.system = system
        self.state = state
        self.seq = seq
        self._made: dict[tuple[str, str], Any] = {}

    @property
    def awaited(self) -> tuple[SideId, ...]:
        """The sides that must decide now, sorted."""
        return tuple(sorted(self.system.deciding(self.state)))

    @property
    def turn(self) -> int:
        return int(self.system.ui.tally(self.state).turns)

    def view(self, viewer: Viewer) -> Any:
        """What a viewer may know of the state."""
        return self._once("view", viewer, lambda: self.system.secrets.view(self.state, viewer))

    def ground(self, viewer: Viewer) -> Any:
        """The board as a viewer sees it."""
        return self._once("ground", viewer, lambda: self.system.ui.ground(self.view(viewer)))

    def scene(self, viewer: Viewer) -> Any:
        """The units, leaders and markers on the board that a viewer sees."""
        return self._once("scene", viewer, lambda: self.system.ui.scene(self.view(viewer)))

    def options(self, side: SideId) -> Sequence[Option]:
        """The legal actions of a side."""
        options: Sequence[Option] = self._once("options", side, lambda: self.system.options(self.state, side))
        return options

    def _once(self, what: str, who: str, make: Callable[[], Any]) -> Any:
        if (what, who) not in self._made:
            self._made[what, who] = make()
        return self._made[what, who]


class _RecentPositions:
    """Positions by what is stored of them: equal content is the same position, whichever battle it is of."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._positions: OrderedDict[tuple[str, int, bytes], Position] = OrderedDict()
        self._lock = Lock()

    def find(self, system: str, seq: int, content: bytes) -> Position | None:
        with self._lock:
            position = self._positions.get((system, seq, content))
            if position is not None:
                self._positions.move_to_end((system, seq, content))
        return position

    def keep(self, content: bytes, position: Position) -> None:
        """Keep a position; the one that was not used for the longest time goes."""
        with self._lock:
            self._positions[position.system.key, position.seq, content] = position
            if len(self._positions) > self._most:
                self._positions.popitem(last=False)


_recent: Final = _RecentPositions(MOST_RECENT)


def viewers(system: RuleSystem[Any]) -> tuple[Viewer, ...]:
    """All viewers of a battle: the sides, the umpire, the public."""
    return (*system.sides, UMPIRE, PUBLIC)


def current_position(battle: Battle) -> Position:
    """The current position, decoded once for each row read."""
    cached = battle.__dict__.get(CACHE_KEY)
    if isinstance(cached, Position) and cached.seq == battle.head:
        return cached
    system: Any = system_of(battle.system)
    if battle.state is None:
        position = Position(system, system.start(setup_of(battle)), -1)
    else:
        position = _stored_position(battle, system, bytes(battle.state))
    cache_position(battle, position)
    return position


def _stored_position(battle: Battle, system: Any, content: bytes) -> Position:
    """The current position: a recent one, or decoded."""
    recent = None if is_on_older_rules(battle) else _recent.find(system.key, battle.head, content)
    if recent is not None:
        return recent
    position = Position(system, _decoded_state(battle, system, content, battle.head), battle.head)
    keep_position(battle, position)
    return position


def keep_position(battle: Battle, position: Position) -> None:
    """Keep the current position for the next requests of this process."""
    if battle.state is not None and not is_on_older_rules(battle):
        _recent.keep(bytes(battle.state), position)


def cache_position(battle: Battle, position: Position) -> None:
    """Keep the current position on the row, and the one before it by its number."""
    before = battle.__dict__.get(CACHE_KEY)
    if isinstance(before, Position):
        battle.__dict__.setdefault(EARLIER_KEY, {})[before.seq] = before
    battle.__dict__[CACHE_KEY] = position


def position_at(battle: Battle, seq: int) -> Position:
    """The position after an earlier entry, from the last snapshot and the events since. At most two queries.

    No query if an action was played on this row since.

    Raises:
        Gone: the battle was deleted in the meantime.
    """
    if seq >= battle.head:
        return current_position(battle)
    if seq in (earlier := battle.__dict__.get(EARLIER_KEY, {})):
        position: Position = earlier[seq]
        return position
    system: Any = system_of(battle.system)
    if seq < 0:
        return Position(system, system.start(setup_of(battle)), -1)
    snapshot = Snapshot.objects.filter(battle=battle, seq__lte=seq).order_by("-seq").first()
    if snapshot is None:
        raise Gone("This battle does not exist any more.")
    state = _decoded_state(battle, system, snapshot.state, snapshot.seq)
    for row in EntryRow.objects.filter(battle=battle, seq__gt=snapshot.seq, seq__lte=seq).order_by("seq"):
        for event in entry_of(system, row).events:
            state = system.evolve(state, event)
    return Position(system, state, seq)


def _decoded_state(battle: Battle, system: Any, content: Any, seq: int) -> Any:
    """The state after entry ``seq``: decoded from ``content``, or replayed from the entries if that fails."""
    if not is_on_older_rules(battle):
        try:
            return decode(bytes(content), system.state_type)
        except Unreadable:
            pass
    return replay.state(record_of(battle), to=seq)


def is_on_older_rules(battle: Battle) -> bool:
    """True if the battle is not over and its rules have another version than the installed ones."""
    is_unfinished = battle.status in (Status.PLAYING, Status.PAUSED)
    return is_unfinished and battle.rules_version != system_of(battle.system).version


def record_of(battle: Battle, players: Mapping[SideId, str] | None = None) -> Recorded:
    """The battle as in its file: header and entries; one query.

    Raises:
        Unreadable: a stored line is no entry.
    """
    system = system_of(battle.system)
    rows = EntryRow.objects.filter(battle=battle).order_by("seq")
    entries = tuple(entry_of(system, row) for row in rows)
    first_version = next((entry.rules.before for entry in entries if entry.rules is not None), battle.rules_version)
    return Recorded(system, _header_of(battle, dict(players or {}), first_version), entries)


def entries_at(battle: Battle, seqs: Sequence[int]) -> list[Entry[Any, Any]]:
    """The entries with these numbers, in order."""
    if not seqs:
        return []
    system: Any = system_of(battle.system)
    return [entry_of(system, row) for row in EntryRow.objects.filter(battle=battle, seq__in=seqs).order_by("seq")]


def entry_of(system: RuleSystem[Any], row: EntryRow) -> Entry[Any, Any]:
    """The engine's entry from a row."""
    entry: Entry[Any, Any] = decode(bytes(row.line), Entry[system.action_type, system.event_type])  # type: ignore[name-defined]
    return entry


def setup_of(battle: Battle) -> Any:
    """The battle's set-up, of its system's type."""
    return decode(bytes(battle.setup), system_of(battle.system).setup_type)


def dice_key(battle: Battle) -> bytes:
    """The key of the battle's dice. It never leaves the services."""
    return key(bytes(battle.secret), [bytes.fromhex(salt) for salt in battle.salts])


def _header_of(battle: Battle, players: dict[SideId, str], first_version: int) -> Header[Any]:
    """The header of the battle's file, with the secret once it is over; the rules version is that of the beginning."""
    header: Header[Any] = Header(
        system=battle.system,
        rules_version=first_version,
        title=battle.title,
        setup=setup_of(battle),
        scheme=battle.scheme,
        commitment=battle.commitment,
        salts=tuple(battle.salts),
        players=players,
    )
    return replace(header, secret=bytes(battle.secret).hex()) if battle.is_over else header
