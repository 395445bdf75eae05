"""The tracker that a system may offer for a game on a real table: its turns, units and dice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from battles.engine.core import Outcome, Refusal, SideId, Stage, Step
from battles.engine.dice import Dice, DiceDiffer, DiceNeeded, RecordedDice, Roll
from battles.engine.forecast import Forecast

Facts = Mapping[str, str]
"""The facts that players state, by key: keys of units, words of a choice, ``yes`` or ``""``."""


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A tracker entry: what is done, by its key, and the facts stated for it."""

    key: str
    facts: dict[str, str] = {}


class Tap(Struct, frozen=True, kw_only=True):
    """An entry that one tap makes: its words, and whether its effect is on now (such as a marker on the table).

    ``throws`` means that it rolls dice, ``rule`` names the rule for them. ``weight`` says how a page shows it.
    """

    note: Note
    words: str
    rule: str = ""
    on: bool = False
    throws: bool = False
    weight: Literal["", "main", "grave"] = ""


class BookRow(Struct, frozen=True, kw_only=True):
    """A unit or a commander in the tracker. ``key`` names it, ``words`` describe it.

    ``boxes`` are the boxes to cross off, ``lost`` how many are crossed off; ``marks`` are the markers on it. ``hit``
    crosses off a box. ``asks`` are the questions that it may start, each with the facts known already; ``likely`` is
    the usual one of the phase, with a word for its button. ``gone`` means out of the game.
    """

    key: str
    side: SideId
    name: str
    words: str
    sign: str = ""
    nation: str = ""
    boxes: int = 0
    lost: int = 0
    marks: tuple[str, ...] = ()
    hit: Tap | None = None
    taps: tuple[Tap, ...] = ()
    asks: tuple[tuple[Note, str], ...] = ()
    likely: tuple[Note, str] | None = None
    gone: bool = False


class BookGroup(Struct, frozen=True, kw_only=True):
    """Rows that belong together. ``state`` says whether it has had its turn, has it now, or waits for it."""

    key: str
    side: SideId
    name: str
    words: str
    state: Literal["done", "now", "next"]
    rows: tuple[BookRow, ...]
    taps: tuple[Tap, ...] = ()


class SideBooks(Struct, frozen=True):
    """A side: its name, and its situation in a few words."""

    side: SideId
    name: str
    words: str


class Books(Struct, frozen=True, kw_only=True):
    """Everything that a tracker page shows. ``heading`` and ``words`` say what happens now.

    ``turn`` is 0 before the first; ``active`` is the side whose turn it is, ``""`` for neither. ``taps`` are the next
    steps, the likeliest first; ``due`` are the keys of rows that must act before them. ``asks`` are rules questions
    that are always open, ``ends`` the entries that end the game.
    """

    turn: int
    active: SideId = ""
    heading: str
    words: str
    stages: tuple[Stage, ...]
    sides: tuple[SideBooks, ...]
    groups: tuple[BookGroup, ...]
    taps: tuple[Tap, ...] = ()
    due: tuple[str, ...] = ()
    asks: tuple[tuple[Note, str], ...] = ()
    ends: tuple[tuple[Note, str], ...] = ()


class FactChoice(Struct, frozen=True):
    """A value that a fact may have, and its words; values of one ``group`` are shown together."""

    value: str
    words: str
    group: str = ""


class Fact(Struct, frozen=True, kw_only=True):
    """A fact that a question asks for. ``value`` is the stated value, or else the usual one; ``""`` is open.

    A ``tick`` is ``yes`` or ``""``. If it ``opens`` others, they are known only after it is stated.
    """

    key: str
    label: str
    kind: Literal["choice", "tick"] = "choice"
    choices: tuple[FactChoice, ...] = ()
    value: str = ""
    rule: str = ""
    opens: bool = False


class Inquiry(Struct, frozen=True, kw_only=True):
    """A rules question with its facts so far, and the odds once it can be answered.

    ``refusal`` says why it cannot be answered, or not yet. ``throws`` means that it rolls dice.
    """

    key: str
    title: str
    facts: tuple[Fact, ...]
    refusal: Refusal | None = None
    forecasts: tuple[Forecast, ...] = ()
    throws: bool = True


class Tracker(Protocol):
    """The tracker of a game that is played on a real table."""

    @property
    def state_type(self) -> Any:
        """The type of the tracker's state."""

    @property
    def event_type(self) -> Any:
        """The type of the tracker's events."""

    def start(self, setup: Any) -> Any:
        """The state before the first entry; raises `SetupError` for a set-up that cannot be played."""

    def page(self, state: Any) -> Books:
        """What a page shows of ``state``."""

    def inquire(self, state: Any, note: Note) -> Inquiry:
        """The question of an entry with its facts so far; an unknown key gives an empty question with a refusal."""

    def refuse(self, state: Any, note: Note) -> Refusal | None:
        """Why an entry is not allowed; None if it is. Never raises, whatever the entry."""

    def decide(self, state: Any, note: Note, dice: Dice) -> Step[Any]:
        """The result of an entry that is not refused."""

    def answers(self, state: Any, note: Note) -> Sequence[tuple[Note, str]]:
        """The questions that the last entry may lead to, such as return fire, each with a few words."""

    def throwing(self, state: Any, note: Note, rolls: Sequence[Roll]) -> str:
        """Who rolls next for an entry after these rolls, and why, in a few words."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after ``event``. No dice, no legality."""

    def sentence(self, state: Any, event: Any) -> str | None:
        """What ``event`` did, in a sentence with its rules; ``state`` is the one before it. None for nothing to say."""

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""


YES: Final = "yes"
NOTHING: Final = -1
"""The number of no unit."""


class EntryKind(Struct, frozen=True, kw_only=True):
    """A kind of entry: its facts, its refusals, its effect, and the odds of its dice.

    A ``question`` has a form that asks for its facts; otherwise a button states them all.
    """

    title: str
    facts: Callable[[Any, Facts], tuple[Fact, ...]]
    refuse: Callable[[Any, Facts], Refusal | None]
    perform: Callable[[Any, Facts], None]
    odds: Callable[[Any, Facts], tuple[Forecast, ...]] | None = None
    question: bool = False


def tap_facts(*keys: str) -> Callable[[Any, Facts], tuple[Fact, ...]]:
    """Facts of an entry whose button states them all; `EntryKind.refuse` checks them."""

    def facts(state: Any, stated: Facts) -> tuple[Fact, ...]:
        values = ((key, stated.get(key, "")) for key in keys)
        return tuple(
            Fact(key=key, label=key, choices=(FactChoice(value, value),), value=value) for key, value in values
        )

    return facts


def never_refused(state: Any, stated: Facts) -> Refusal | None:
    """No refusal: only the choices of the facts are checked."""
    return None


def number_in(stated: Facts, key: str, word: str, count: int) -> int:
    """The number in a fact such as ``unit 7`` if it is below ``count``; else `NOTHING`."""
    noun, _, digits = stated.get(key, "").partition(" ")
    if noun != word or not digits.isascii() or not digits.isdecimal() or len(digits) > 4:
        return NOTHING
    return int(digits) if int(digits) < count else NOTHING


def is_stated(stated: Facts, key: str) -> bool:
    """True if a tick box is set."""
    return stated.get(key, "") == YES


def tick(key: str, label: str, stated: Facts, rule: str = "", *, usual: bool = False) -> Fact:
    """A tick box."""
    return Fact(key=key, label=label, kind="tick", value=stated.get(key, YES if usual else ""), rule=rule)


def choice_fact(
    key: str, label: str, values: Mapping[Any, str], stated: Facts, usual: str = "", rule: str = ""
) -> Fact:
    """A fact with a few fixed choices."""
    options = tuple(FactChoice(value, words) for value, words in values.items())
    return Fact(key=key, label=label, choices=options, value=stated.get(key, usual), rule=rule)


def side_fact(names: Sequence[str], stated: Facts, rule: str) -> tuple[Fact, ...]:
    """The fact that asks who concedes; ``names`` are those of both sides."""
    return (choice_fact("side", "Side that concedes", dict(zip("ab", names, strict=True)), stated, rule=rule),)


def refuse_open(facts: Sequence[Fact], stated: Facts, rule: str) -> Refusal | None:
    """Why an entry cannot be made yet: a fact is open, unknown, or has a value that is not among its choices.

    ``rule`` is that of the tracker, for facts without a rule.
    """
    if unknown := sorted(set(stated) - {fact.key for fact in facts}):
        return Refusal("malformed", rule, f"“{unknown[0][:40]}” is not a fact of this question.")
    for fact in facts:
        value = stated.get(fact.key, fact.value)
        allowed = {choice.value for choice in fact.choices} if fact.kind == "choice" else {"", YES}
        if value not in allowed:
            what = f"“{value[:40]}” is not one of the choices" if value else "choose one"
            return Refusal("malformed", fact.rule or rule, f"{fact.label}: {what}.")
    return None


def tap(words: str, key: str, rule: str, **facts: str) -> Tap:
    """A button that makes an entry; ``facts`` are all its facts."""
    return Tap(note=Note(key, facts), words=words, rule=rule)


def stages(names: Mapping[Any, str], now: Any, otherwise: int) -> tuple[Stage, ...]:
    """The steps of a turn by their names; ``otherwise`` is how many are done where ``now`` is none of them."""
    steps = list(names)
    at = steps.index(now) if now in names else otherwise
    return tuple(
        Stage(names[step], "now" if step == now else "done" if place < at else "next")
        for place, step in enumerate(steps)
    )


class EntryTracker:
    """What trackers share: entries of ``kinds`` by their keys, carried out by a ``play`` of state and dice.

    ``rule`` is the rule of the tracker itself.
    """

    state_type: Any
    event_type: Any
    kinds: Mapping[str, EntryKind]
    play: Callable[[Any, Dice], Any]
    rule: str

    def _completed(self, state: Any, note: Note) -> Facts:
        """The facts of an entry, with usual values for those not stated."""
        facts = self.kinds[note.key].facts(state, note.facts)
        return {fact.key: note.facts.get(fact.key, fact.value) for fact in facts}

    def _unknown(self) -> Refusal:
        return Refusal("no_such", self.rule, "The tracker has no such kind of entry.")

    def inquire(self, state: Any, note: Note) -> Inquiry:
        """The question of an entry, with the facts stated so far."""
        kind = self.kinds.get(note.key)
        if kind is None or not kind.question:
            return Inquiry(key=note.key, title="", facts=(), refusal=self._unknown())
        refusal = self.refuse(state, note)
        odds = kind.odds(state, self._completed(state, note)) if refusal is None and kind.odds is not None else ()
        facts, throws = kind.facts(state, note.facts), kind.odds is not None
        return Inquiry(key=note.key, title=kind.title, facts=facts, refusal=refusal, forecasts=odds, throws=throws)

    def refuse(self, state: Any, note: Note) -> Refusal | None:
        """Why an entry cannot be made; None if it can."""
        kind = self.kinds.get(note.key)
        if kind is None:
            return self._unknown()
        if state.outcome is not None:
            return Refusal("over", state.outcome.rule, "The game is over.")
        facts = kind.facts(state, note.facts)
        return refuse_open(facts, note.facts, self.rule) or kind.refuse(state, self._completed(state, note))

    def _perform(self, state: Any, note: Note, dice: Dice) -> Any:
        play = type(self).play(state, dice)
        self.kinds[note.key].perform(play, self._completed(state, note))
        return play

    def decide(self, state: Any, note: Note, dice: Dice) -> Step[Any]:
        """The events of an entry and the state after it."""
        step: Step[Any] = self._perform(state, note, dice).step()
        return step

    def answers(self, state: Any, note: Note) -> Sequence[tuple[Note, str]]:
        """No entry leads to others."""
        return ()

    def next_roll(self, state: Any, play: Any, rolls: Sequence[Roll]) -> str:
        """The roll that ``play`` waits for after these, in words."""
        raise NotImplementedError

    def throwing(self, state: Any, note: Note, rolls: Sequence[Roll]) -> str:
        """The next roll of an entry, in words; empty if it needs no more rolls."""
        play = type(self).play(state, RecordedDice(rolls))
        try:
            self.kinds[note.key].perform(play, self._completed(state, note))
        except DiceNeeded:
            return self.next_roll(state, play, rolls)
        except DiceDiffer:
            return ""
        return ""

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""
        outcome: Outcome | None = state.outcome
        return outcome
