"""A battle as it is recorded: its header, an entry for each action, and the battle being played in memory.

An entry keeps the action and the rolls, to be checked, and the events, to be replayed. Entry 0 is what happens before
the first decision; it has no side and no action. The hash of the state after an entry is made when it is asked for,
so playing costs no more than the rules do.

Three kinds of entry are no action: one takes the battle back to an earlier entry, one ends it by agreement, one says
that its rules were corrected. None has events or rolls. Entries are never removed and their numbers never used twice,
so no die can be thrown again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from battles.engine.codec import VERSIONS, state_hash
from battles.engine.core import Outcome, Refusal, RuleSystem, SideId, Step
from battles.engine.dice import SCHEME, Dice, RecordedDice, Roll, SeededDice, commitment, key, prove

FORMAT: Final = "muster.battle"

Setup = TypeVar("Setup")
A = TypeVar("A")
E = TypeVar("E")
S = TypeVar("S")

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Commitment = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
OVER: Final = Refusal("over", "", "The battle has ended.")
"""Why nothing may be done after an end by agreement."""

Hex = Annotated[str, Meta(pattern=r"^(?:[0-9a-f]{2}){0,64}\Z")]
"""Up to 64 bytes as hexadecimal digits."""


class Header(Struct, Generic[Setup], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a battle is before its first entry.

    ``rules_version`` is the version of the system that it was begun by. The dice fall by the key of ``secret`` and
    ``salts``; ``secret`` is None until it is published at the end. ``players`` names who played each side.
    """

    format: Literal["muster.battle"] = FORMAT
    v: int = VERSIONS[FORMAT]
    system: str
    rules_version: int
    title: str = ""
    setup: Setup
    scheme: str = SCHEME
    commitment: Commitment
    salts: tuple[Hex, ...] = ()
    secret: Hex | None = None
    players: dict[SideId, str] = {}


class RulesChanged(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """From here on a battle is played by another version of its rules: which it was, and which it is now."""

    before: Annotated[int, Meta(ge=0)]
    after: Annotated[int, Meta(ge=0)]


class Entry(Struct, Generic[A, E], frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One action with all that followed. ``hash`` is that of the state after it; None while it is not made yet.

    ``back`` takes the battle back to the state after that entry. ``ended`` is the end by agreement: a side resigns or
    both take a draw. ``rules`` says that its rules were corrected; ``hash`` is then that of its entries folded anew.
    """

    n: Annotated[int, Meta(ge=0)]
    side: SideId | None = None
    action: A | None = None
    rolls: tuple[Roll, ...] = ()
    events: tuple[E, ...] = ()
    hash: Hash | None = None
    back: Annotated[int, Meta(ge=0)] | None = None
    ended: Outcome | None = None
    rules: RulesChanged | None = None

    @property
    def is_action(self) -> bool:
        """Whether the rules were asked what follows: entry 0 or an action."""
        return self.back is None and self.ended is None and self.rules is None


class Battle(Struct, frozen=True):
    """A recorded battle: the rules it was played by, the header and the entries, each with its hash."""

    system: RuleSystem[Any]
    header: Header[Any]
    entries: tuple[Entry[Any, Any], ...]

    @property
    def changed(self) -> int:
        """The entry that last said that the rules were corrected; 0 where none does."""
        return next((entry.n for entry in reversed(self.entries) if entry.rules is not None), 0)

    @property
    def version(self) -> int:
        """The version of the rules that it was played by last."""
        changes = (entry.rules.after for entry in reversed(self.entries) if entry.rules is not None)
        return next(changes, self.header.rules_version)


class Refused(ValueError):
    """An action that may not be done; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.sentence} ({refusal.rule})" if refusal.rule else refusal.sentence)
        self.refusal = refusal


class Record(Generic[S]):
    """A battle being played.

    ``entries`` and ``states`` run side by side: ``states[n]`` is the state after entry n. The hashes of the entries
    are not made; ``battle`` has them.
    """

    __slots__ = ("_hashes", "_key", "_secret", "entries", "header", "states", "system")

    def __init__(self, system: RuleSystem[S], header: Header[Any], secret: bytes) -> None:
        self.system = system
        self.header = header
        self.entries: list[Entry[Any, Any]] = []
        self.states: list[S] = []
        self._secret = secret
        self._key = key(secret, [bytes.fromhex(salt) for salt in header.salts])
        self._hashes: list[str] = []

    @classmethod
    def new(
        cls,
        system: RuleSystem[S],
        setup: Any,
        secret: bytes,
        salts: Sequence[bytes] = (),
        *,
        title: str = "",
        players: Mapping[SideId, str] | None = None,
        rolls: Iterable[Roll] | None = None,
    ) -> "Record[S]":
        """A battle with entry 0 played. ``rolls`` are as in ``play``.

        Raises:
            SetupError: the set-up cannot be played.
            DiceNeeded: ``rolls`` were too few.
            ValueError: ``rolls`` that do not fit.
        """
        header = Header(
            system=system.key,
            rules_version=system.version,
            title=title,
            setup=setup,
            commitment=commitment(secret),
            salts=tuple(salt.hex() for salt in salts),
            players=dict(players or {}),
        )
        record = cls(system, header, secret)
        dice = record._dice(rolls, seed_rest=False)
        step = system.begin(system.start(setup), dice)
        record._add(None, None, dice, step)
        return record

    @classmethod
    def resumed(cls, battle: Battle, secret: bytes) -> "Record[Any]":
        """The battle so far, to be played on; its entries are folded, not decided again.

        One that goes on and was played by an earlier version of its rules has a last entry that says so.

        Raises:
            ValueError: the secret is not the one of its commitment, it has no entry, one that goes back to none, or
                was played by a newer version of its rules.
        """
        if not prove(secret, battle.header.commitment):
            raise ValueError("This secret is not the one that the battle was begun with.")
        if not battle.entries:
            raise ValueError("A battle to be played on has an entry 0.")
        if battle.version > battle.system.version:
            raise ValueError(newer(battle.version, battle.system))
        system = battle.system
        record = cls(system, replace(battle.header, secret=None), secret)
        state = system.start(battle.header.setup)
        for entry in battle.entries:
            if entry.back is not None:
                if entry.back >= len(record.states):
                    raise ValueError(f"It goes back to entry {entry.back}, which is not before entry {entry.n}.")
                state = record.states[entry.back]
            for event in entry.events:
                state = system.evolve(state, event)
            record.entries.append(entry)
            record.states.append(state)
        if battle.version < system.version and record.outcome is None:
            change = RulesChanged(battle.version, system.version)
            record._put(Entry(len(record.entries), rules=change), state)
        return record

    @property
    def state(self) -> S:
        """The state now."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended; None while it goes on."""
        agreed = self.entries[-1].ended if self.entries else None
        return agreed or self.system.outcome(self.states[-1])

    @property
    def hash(self) -> str:
        """The hash of the state now."""
        return self.hashes[-1]

    @property
    def hashes(self) -> list[str]:
        """The hash of the state after each entry."""
        self._hashes += [state_hash(state) for state in self.states[len(self._hashes) :]]
        return self._hashes

    def play(
        self, side: SideId, action: Any, rolls: Iterable[Roll] | None = None, *, seed_rest: bool = False
    ) -> Entry[Any, Any]:
        """Do ``action`` for ``side``; the entry it made. Nothing is recorded where it raises.

        Without ``rolls`` the dice are seeded. With them they are those thrown at the table, in order, and after them
        seeded ones with ``seed_rest``.

        Raises:
            Refused: the action may not be done now.
            DiceNeeded: ``rolls`` are too few, and which throw comes next.
            ValueError: ``rolls`` that no rule asked for, or that say they come from the seed.
        """
        self._refuse_after_end()
        refusal = self.system.refuse(self.states[-1], side, action)
        if refusal is not None:
            raise Refused(refusal)
        dice = SeededDice(self._key, len(self.entries)) if rolls is None else self._dice(rolls, seed_rest)
        return self._add(side, action, dice, self.system.decide(self.states[-1], side, action, dice))

    def take_back(self, side: SideId, to: int) -> Entry[Any, Any]:
        """Go back to the state after entry ``to``; the entry that says so.

        Raises:
            Refused: the battle has ended.
            ValueError: there is no entry ``to``, or the rules were corrected after it.
        """
        self._refuse_after_end()
        first = next((entry.n for entry in reversed(self.entries) if entry.rules is not None), 0)
        if not first <= to < len(self.entries):
            last = len(self.entries) - 1
            raise ValueError(f"A battle goes back to one of its entries, {first} to {last}; not to {to}.")
        return self._put(Entry(len(self.entries), side, back=to), self.states[to])

    def end(self, side: SideId, outcome: Outcome) -> Entry[Any, Any]:
        """End the battle by agreement; ``side`` resigned or agreed. Raises ``Refused`` where it has ended."""
        self._refuse_after_end()
        return self._put(Entry(len(self.entries), side, ended=outcome), self.states[-1])

    def battle(self) -> Battle:
        """The record as it may be shown: with hashes, and with the secret once the battle has ended."""
        secret = None if self.outcome is None else self._secret.hex()
        entries = tuple(
            entry if entry.hash is not None else replace(entry, hash=hash)
            for entry, hash in zip(self.entries, self.hashes, strict=True)
        )
        return Battle(self.system, replace(self.header, secret=secret), entries)

    def _dice(self, rolls: Iterable[Roll] | None, seed_rest: bool) -> Dice:
        n = len(self.entries)
        if rolls is None:
            return SeededDice(self._key, n)
        given = tuple(rolls)
        if any(roll.source == "seed" for roll in given):
            raise ValueError("A roll that is given cannot come from the seed.")
        return RecordedDice(given, SeededDice(self._key, n) if seed_rest else None)

    def _add(self, side: SideId | None, action: Any, dice: Dice, step: Step[S]) -> Entry[Any, Any]:
        if isinstance(dice, RecordedDice) and dice.left:
            raise ValueError(f"Rolls given: {len(dice.rolls) + len(dice.left)}; the rules asked for {len(dice.rolls)}.")
        return self._put(Entry(len(self.entries), side, action, tuple(dice.rolls), step.events), step.state)

    def _put(self, entry: Entry[Any, Any], state: S) -> Entry[Any, Any]:
        self.entries.append(entry)
        self.states.append(state)
        return entry

    def _refuse_after_end(self) -> None:
        if self.entries[-1].ended is not None:
            raise Refused(OVER)


def newer(version: int, system: RuleSystem[Any]) -> str:
    """Why a battle by a later version of its rules than those here is not played on."""
    return f"It is played by version {version} of {system.key}, and {system.version} is here. Update Muster first."
