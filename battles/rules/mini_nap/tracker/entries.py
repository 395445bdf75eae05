"""The tracker of a game on a real table: kinds of entries, checks, and results."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from battles.engine.core import Outcome, Refusal, Step
from battles.engine.dice import Dice, DiceDiffer, DiceNeeded, RecordedDice, Roll
from battles.engine.tracker import Books, Facts, Inquiry, Note
from battles.rules.mini_nap.scenario.check import check
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import Setup, State
from battles.rules.mini_nap.tracker import commanders, events, fire, page, turn
from battles.rules.mini_nap.tracker.artillery import BATTER, SUPPRESS
from battles.rules.mini_nap.tracker.combat import FIGHT
from battles.rules.mini_nap.tracker.events import EntryKind, TrackerEvent, TrackerPlay, refuse_open
from battles.rules.mini_nap.tracker.fire import FIRE
from battles.rules.mini_nap.tracker.quality_tests import TEST

KINDS: Final[Mapping[str, EntryKind]] = MappingProxyType(
    {
        **turn.KINDS,
        "fire": FIRE,
        "batter": BATTER,
        "suppress": SUPPRESS,
        "fight": FIGHT,
        "test": TEST,
        **commanders.MARKER_KINDS,
        **commanders.KINDS,
    }
)
"""Every kind of entry by its key."""


def open_tracker(setup: Setup) -> State:
    """The state at the start of the first Turn, with all units deployed but those that arrive later (MN-RULING-131).

    The tracker does not know places: all units are at one point, so no rule can use their distances.

    Raises:
        SetupError: the set-up cannot be played.
    """
    check(setup)
    state = initial_state(setup)
    late = set(_late(setup))
    units = (
        replace(unit, where="waiting" if unit.brigade in late else "table", x=0, y=0, facing=0) for unit in state.units
    )
    stands = (
        replace(stand, where="waiting" if stand.level == "brigade" and stand.of in late else "table", x=0, y=0)
        for stand in state.stands
    )
    return replace(state, units=tuple(units), stands=tuple(stands), step="arrival", turn=1)


def _late(setup: Setup) -> list[int]:
    """Numbers of the Brigades that arrive after the start."""
    brigades = (
        brigade
        for force in setup.forces
        for corps in force.corps
        for division in corps.divisions
        for brigade in division.brigades
    )
    return [number for number, brigade in enumerate(brigades) if brigade.arrives]


def completed(state: State, entry: Note) -> Facts:
    """The facts of an entry, with usual values for those not stated."""
    return {fact.key: entry.facts.get(fact.key, fact.value) for fact in KINDS[entry.key].facts(state, entry.facts)}


def inquire(state: State, entry: Note) -> Inquiry:
    """A question with the facts stated so far."""
    kind = KINDS.get(entry.key)
    if kind is None or not kind.question:
        return Inquiry(key=entry.key, title="", facts=(), refusal=_unknown())
    facts = kind.facts(state, entry.facts)
    refusal = refuse(state, Note(entry.key, dict(entry.facts)))
    forecasts = kind.odds(state, completed(state, entry)) if refusal is None and kind.odds is not None else ()
    return Inquiry(
        key=entry.key,
        title=kind.title,
        facts=facts,
        refusal=refusal,
        forecasts=forecasts,
        throws=kind.odds is not None,
    )


def refuse(state: State, entry: Note) -> Refusal | None:
    """Why an entry cannot be made; None if it can."""
    kind = KINDS.get(entry.key)
    if kind is None:
        return _unknown()
    if state.outcome is not None:
        return Refusal("over", state.outcome.rule, "The game is over.")
    facts = kind.facts(state, entry.facts)
    return refuse_open(state, facts, entry.facts) or kind.refuse(state, completed(state, entry))


def _unknown() -> Refusal:
    return Refusal("no_such", "MN-RULING-130", "The tracker has no such kind of entry.")


def perform(state: State, entry: Note, dice: Dice) -> Step[State]:
    """The events of an entry that is not refused."""
    play = TrackerPlay(state, dice)
    KINDS[entry.key].perform(play, completed(state, entry))
    return play.step()


def next_to_roll(state: State, entry: Note, rolls: Sequence[Roll]) -> str:
    """The next roll of an entry after these rolls, in words; empty if there is none."""
    play = TrackerPlay(state, RecordedDice(rolls))
    try:
        KINDS[entry.key].perform(play, completed(state, entry))
    except DiceNeeded:
        return turn.next_roll_words(state, play.next_roll, len(rolls))
    except DiceDiffer:
        return ""
    return ""


class Tracker:
    """Tracker of Mini-Nap games on a real table."""

    state_type: ClassVar[Any] = State
    event_type: ClassVar[Any] = TrackerEvent

    def start(self, setup: Setup) -> State:
        """The state of a new tracked game."""
        return open_tracker(setup)

    def page(self, state: State) -> Books:
        """The tracker page."""
        return page.tracker_page(state)

    def inquire(self, state: State, entry: Note) -> Inquiry:
        """A question about fire, combat or a test with the facts stated so far."""
        return inquire(state, entry)

    def refuse(self, state: State, entry: Note) -> Refusal | None:
        """Why an entry cannot be made; None if it can."""
        return refuse(state, entry)

    def decide(self, state: State, entry: Note, dice: Dice) -> Step[State]:
        """The events of an entry."""
        return perform(state, entry, dice)

    def answers(self, state: State, entry: Note) -> Sequence[tuple[Note, str]]:
        """Return fire at the unit that fired last."""
        return fire.answers(state, entry)

    def throwing(self, state: State, entry: Note, rolls: Sequence[Roll]) -> str:
        """The next roll of an entry, in words."""
        return next_to_roll(state, entry, rolls)

    def evolve(self, state: State, event: Any) -> State:
        """The state after ``event``."""
        return events.state_after(state, event)

    def sentence(self, state: State, event: Any) -> str | None:
        """The log line of ``event``, with its rules."""
        return events.sentence(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """The result of the game; None while it goes on."""
        return state.outcome
