"""Races to test the record of a battle with."""

from collections.abc import Iterable

from msgspec.structs import replace

from battles.engine.record import Battle, Entry, Record
from battles.engine.rng import Chances
from tests.engine.toy import RACE, Pick, Setup, State

SECRET = bytes(range(32))
SALTS = (b"alice", b"")
USUAL = Setup()


def begun(setup: Setup = USUAL, secret: bytes = SECRET) -> Record[State]:
    """A race before its first decision."""
    return Record.new(RACE, setup, secret, SALTS, title="The foot race", players={"a": "Alice", "b": "Bob"})


def raced(seed: bytes = b"race", setup: Setup = USUAL) -> Record[State]:
    """A race to its end, the choices by ``seed``."""
    record, chances = begun(setup), Chances(seed)
    while record.outcome is None:
        side = chances.choice(sorted(RACE.deciding(record.state)))
        (option,) = RACE.options(record.state, side)
        record.play(side, chances.choice(option.actions))
    return record


def half() -> Record[State]:
    """A race that goes on: one turn is run, and side a has picked for the next."""
    record = begun(Setup(jostling="off"))
    for side, pace in (("a", 2), ("b", 1), ("a", 3)):
        record.play(side, Pick(pace=pace))
    return record


def with_entries(battle: Battle, entries: Iterable[Entry]) -> Battle:
    return replace(battle, entries=tuple(entries))


def with_entry(battle: Battle, n: int, **changes: object) -> Battle:
    """The battle with entry ``n`` changed."""
    return with_entries(battle, (replace(each, **changes) if each.n == n else each for each in battle.entries))
