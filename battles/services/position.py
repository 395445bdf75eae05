"""A battle at one of its entries, as the rules know it: never shown, only asked."""

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from battles.engine import registry
from battles.engine.codec import decode
from battles.engine.core import PUBLIC, UMPIRE, RuleSystem, SideId, Viewer
from battles.engine.dice import key
from battles.engine.record import Entry, Header
from battles.models import Battle, Snapshot
from battles.models import Entry as EntryRow

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
        found = Position(system, decode(bytes(battle.state), system.state_type), battle.head)
    keep(battle, found)
    return found


def keep(battle: Battle, position: Position) -> None:
    """Remember on the row how the battle stands."""
    battle.__dict__[KEPT] = position


def then(battle: Battle, seq: int) -> Position:
    """The battle after an earlier entry: the last state that was kept, and the events since. At most two queries."""
    if seq >= battle.head:
        return now(battle)
    system: Any = system_of(battle.system)
    if seq < 0:
        return Position(system, system.start(setup_of(battle)), -1)
    kept = Snapshot.objects.filter(battle=battle, seq__lte=seq).order_by("-seq")[0]
    state = decode(bytes(kept.state), system.state_type)
    for row in EntryRow.objects.filter(battle=battle, seq__gt=kept.seq, seq__lte=seq).order_by("seq"):
        for event in entry_of(system, row).events:
            state = system.evolve(state, event)
    return Position(system, state, seq)


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


def header_of(battle: Battle, players: dict[SideId, str]) -> Header[Any]:
    """The header of the battle's file, with the secret once it is over."""
    header: Header[Any] = Header(
        system=battle.system,
        rules_version=battle.rules_version,
        title=battle.title,
        setup=setup_of(battle),
        scheme=battle.scheme,
        commitment=battle.commitment,
        salts=tuple(battle.salts),
        players=players,
    )
    return replace(header, secret=bytes(battle.secret).hex()) if battle.is_over else header
