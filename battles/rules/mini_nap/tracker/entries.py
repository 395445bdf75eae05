"""The tracker of a game on a real table: kinds of entries, checks, and results."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.dice import Roll
from battles.engine.tracker import Books, EntryKind, EntryTracker, Note
from battles.rules.mini_nap.scenario.check import check
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import Setup, State
from battles.rules.mini_nap.tracker import commanders, events, fire, page, turn
from battles.rules.mini_nap.tracker.artillery import BATTER, SUPPRESS
from battles.rules.mini_nap.tracker.combat import FIGHT
from battles.rules.mini_nap.tracker.events import TrackerEvent, TrackerPlay
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


class Tracker(EntryTracker):
    """Tracker of Mini-Nap games on a real table."""

    state_type = State
    event_type = TrackerEvent
    kinds = KINDS
    play = TrackerPlay
    rule = "MN-RULING-130"

    def start(self, setup: Setup) -> State:
        """The state of a new tracked game."""
        return open_tracker(setup)

    def page(self, state: State) -> Books:
        """The tracker page."""
        return page.tracker_page(state)

    def answers(self, state: State, note: Note) -> Sequence[tuple[Note, str]]:
        """Return fire at the unit that fired last."""
        return fire.answers(state, note)

    def next_roll(self, state: State, play: TrackerPlay, rolls: Sequence[Roll]) -> str:
        return turn.next_roll_words(state, play.next_roll, len(rolls))

    def evolve(self, state: State, event: Any) -> State:
        """The state after ``event``."""
        return events.state_after(state, event)

    def sentence(self, state: State, event: Any) -> str | None:
        """The log line of ``event``, with its rules."""
        return events.sentence(state, event)
