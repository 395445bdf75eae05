"""The record of a battle: header, entries, the battle in memory, and the events of an entry that a viewer gets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from battles.engine.codec import VERSIONS, state_hash
from battles.engine.core import Outcome, Refusal, SideId, Step, Viewer
from battles.engine.dice import SCHEME, Dice, RecordedDice, Roll, SeededDice, commitment, key, matches_commitment
from battles.engine.system import RuleSystem

FORMAT: Final = "muster.battle"

Setup = TypeVar("Setup")
A = TypeVar("A")
E = TypeVar("E")
S = TypeVar("S")

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Commitment = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
OVER: Final = Refusal("over", "", "The battle has ended.")
"""The refusal after an end by agreement."""

Hex = Annotated[str, Meta(pattern=r"^(?:[0-9a-f]{2}){0,64}\Z")]
"""Up to 64 bytes as hexadecimal digits."""


class Header(Struct, Generic[Setup], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facts of a battle before its first entry.

    ``rules_version`` is the version of the system that it started with. The key of the dice comes from ``secret`` and
    ``salts``; ``secret`` is None until it is published at the end. ``players`` names the player of each side.
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
    """From here on a battle is played with another version of its rules: the old and the new version."""

    before: Annotated[int, Meta(ge=0)]
    after: Annotated[int, Meta(ge=0)]


class Entry(Struct, Generic[A, E], frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One action with everything that followed. ``hash`` is that of the state after it; None if not computed yet.

    ``back`` undoes everything after that entry. ``ended`` is an end by agreement: a side resigns or both agree to a
    draw. ``rules`` says that the rules were corrected; ``hash`` is then that of the state recomputed from all entries.
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
        """True for entry 0 and for actions, where the rules decide what follows."""
        return self.back is None and self.ended is None and self.rules is None


class Battle(Struct, frozen=True):
    """A recorded battle: its rules, the header and the entries, each with its hash."""

    system: RuleSystem[Any]
    header: Header[Any]
    entries: tuple[Entry[Any, Any], ...]

    @property
    def changed(self) -> int:
        """The last entry that corrected the rules; 0 if there is none."""
        return next((entry.n for entry in reversed(self.entries) if entry.rules is not None), 0)

    @property
    def version(self) -> int:
        """The version of the rules that it was last played with."""
        changes = (entry.rules.after for entry in reversed(self.entries) if entry.rules is not None)
        return next(changes, self.header.rules_version)


class Refused(ValueError):
    """An action that is not allowed; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.sentence} ({refusal.rule})" if refusal.rule else refusal.sentence)
        self.refusal = refusal


class Record(Generic[S]):
    """A battle being played.

    ``entries`` and ``states`` correspond: ``states[n]`` is the state after entry n. The entries have no hashes yet;
    ``battle`` computes them.
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
        """A new battle with entry 0 played. ``rolls`` are as in ``play``.

        Raises:
            SetupError: the set-up cannot be played.
            DiceNeeded: more ``rolls`` are needed.
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
        """A stored battle, ready to continue; its events are applied, its actions not decided again.

        If it is not over and was played with an earlier version of its rules, an entry that says so is added.

        Raises:
            ValueError: the secret does not match its commitment, it has no entry, an entry returns to one that does not
                exist, or it was played with a newer version of its rules.
        """
        if not matches_commitment(secret, battle.header.commitment):
            raise ValueError("This is not the secret that the battle started with.")
        if not battle.entries:
            raise ValueError("A battle must have an entry 0 to continue.")
        if battle.version > battle.system.version:
            raise ValueError(newer(battle.version, battle.system))
        system = battle.system
        record = cls(system, replace(battle.header, secret=None), secret)
        state = system.start(battle.header.setup)
        for entry in battle.entries:
            if entry.back is not None:
                if entry.back >= len(record.states):
                    raise ValueError(f"It returns to entry {entry.back}, which is not before entry {entry.n}.")
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
        """The present state."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended; None while it goes on."""
        agreed = self.entries[-1].ended if self.entries else None
        return agreed or self.system.outcome(self.states[-1])

    @property
    def hash(self) -> str:
        """The hash of the present state."""
        return self.hashes[-1]

    @property
    def hashes(self) -> list[str]:
        """The hash of the state after each entry."""
        self._hashes += [state_hash(state) for state in self.states[len(self._hashes) :]]
        return self._hashes

    def play(
        self, side: SideId, action: Any, rolls: Iterable[Roll] | None = None, *, seed_rest: bool = False
    ) -> Entry[Any, Any]:
        """Play ``action`` for ``side`` and return its entry. If it raises, nothing is recorded.

        Without ``rolls`` the dice are seeded. Otherwise ``rolls`` are the rolls made at the table, in order; with
        ``seed_rest`` further dice are seeded.

        Raises:
            Refused: the action is not allowed now.
            DiceNeeded: more ``rolls`` are needed; says which roll comes next.
            ValueError: ``rolls`` that no rule asked for, or that claim to come from the seed.
        """
        self._refuse_after_end()
        refusal = self.system.refuse(self.states[-1], side, action)
        if refusal is not None:
            raise Refused(refusal)
        dice = SeededDice(self._key, len(self.entries)) if rolls is None else self._dice(rolls, seed_rest)
        return self._add(side, action, dice, self.system.decide(self.states[-1], side, action, dice))

    def undo_to(self, side: SideId, to: int) -> Entry[Any, Any]:
        """Undo everything after entry ``to`` and return the new entry that says so.

        Raises:
            Refused: the battle has ended.
            ValueError: there is no entry ``to``, or the rules were corrected after it.
        """
        self._refuse_after_end()
        first = next((entry.n for entry in reversed(self.entries) if entry.rules is not None), 0)
        if not first <= to < len(self.entries):
            last = len(self.entries) - 1
            raise ValueError(f"You can undo to entries {first} to {last}, not to {to}.")
        return self._put(Entry(len(self.entries), side, back=to), self.states[to])

    def end(self, side: SideId, outcome: Outcome) -> Entry[Any, Any]:
        """End the battle by agreement; ``side`` resigned or agreed. Raises ``Refused`` where it has ended."""
        self._refuse_after_end()
        return self._put(Entry(len(self.entries), side, ended=outcome), self.states[-1])

    def battle(self) -> Battle:
        """The record as a battle: with hashes, and with the secret once it has ended."""
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
        recorded = tuple(rolls)
        if any(roll.source == "seed" for roll in recorded):
            raise ValueError("A roll from the table cannot come from the seed.")
        return RecordedDice(recorded, SeededDice(self._key, n) if seed_rest else None)

    def _add(self, side: SideId | None, action: Any, dice: Dice, step: Step[S]) -> Entry[Any, Any]:
        if isinstance(dice, RecordedDice) and dice.left:
            entered = len(dice.rolls) + len(dice.left)
            rolls = "roll" if entered == 1 else "rolls"
            raise ValueError(f"You entered {entered} {rolls}; the rules asked for {len(dice.rolls)}.")
        return self._put(Entry(len(self.entries), side, action, tuple(dice.rolls), step.events), step.state)

    def _put(self, entry: Entry[Any, Any], state: S) -> Entry[Any, Any]:
        self.entries.append(entry)
        self.states.append(state)
        return entry

    def _refuse_after_end(self) -> None:
        if self.entries[-1].ended is not None:
            raise Refused(OVER)


def newer(version: int, system: RuleSystem[Any]) -> str:
    """Why a battle of a newer version of its rules cannot be continued."""
    return (
        f"It is played with version {version} of {system.key}; this Muster has {system.version}. Update Muster first."
    )


def events_for(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any], viewer: Viewer) -> tuple[Any, ...]:
    """The events of ``entry`` that ``viewer`` gets, in order. ``state`` is the one after the entry.

    The action and the rolls are left out, since they may show what an event hides. The dice that a viewer may know are
    in the events.
    """
    shadows = (system.secrets.shadow(state, event, viewer) for event in entry.events)
    return tuple(event for event in shadows if event is not None)
