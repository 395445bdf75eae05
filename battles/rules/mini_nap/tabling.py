"""The books of a game of Mini-Nap on a real table: notes, what follows from them, and what a page shows.

The books are a state without places: every unit is on the table or off it, and nobody says where. Whatever depends on
a place is stated in the note that needs it.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from battles.engine.core import Refusal, Step
from battles.engine.dice import Dice, DiceDiffer, DiceNeeded, RecordedDice, Roll
from battles.engine.tabling import Facts, Inquiry, Note
from battles.rules.mini_nap import tabling_marks, tabling_stands, tabling_turn
from battles.rules.mini_nap.checking import check
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.starting import start
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tabling_battering import BATTER
from battles.rules.mini_nap.tabling_facts import Kind, refuse_open
from battles.rules.mini_nap.tabling_fight import FIGHT
from battles.rules.mini_nap.tabling_fire import FIRE
from battles.rules.mini_nap.tabling_play import Keeping
from battles.rules.mini_nap.tabling_suppressing import SUPPRESS
from battles.rules.mini_nap.tabling_tests import TEST

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        **tabling_turn.KINDS,
        "fire": FIRE,
        "batter": BATTER,
        "suppress": SUPPRESS,
        "fight": FIGHT,
        "test": TEST,
        **tabling_marks.KINDS,
        **tabling_stands.KINDS,
    }
)
"""Every kind of note by its key."""


def open_books(setup: Setup) -> State:
    """The books as the first Turn begins, everybody deployed by hand but those who arrive later (MN-RULING-131).

    The places of a scenario are for the table: in the books all stand at one, so that no distance tells of them.

    Raises:
        SetupError: the set-up cannot be played.
    """
    check(setup)
    state = start(setup)
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
    """The numbers of the Brigades that arrive after the start, in the order of the state."""
    brigades = (
        brigade
        for force in setup.forces
        for corps in force.corps
        for division in corps.divisions
        for brigade in division.brigades
    )
    return [number for number, brigade in enumerate(brigades) if brigade.arrives]


def completed(state: State, note: Note) -> Facts:
    """The facts of a note, with what is usual for those that are not stated."""
    return {fact.key: note.facts.get(fact.key, fact.value) for fact in KINDS[note.key].facts(state, note.facts)}


def inquire(state: State, note: Note) -> Inquiry:
    """A question as far as it has been put."""
    kind = KINDS.get(note.key)
    if kind is None or not kind.question:
        return Inquiry(key=note.key, title="", facts=(), refusal=_unknown())
    facts = kind.facts(state, note.facts)
    refusal = refuse(state, Note(note.key, dict(note.facts)))
    forecasts = kind.odds(state, completed(state, note)) if refusal is None and kind.odds is not None else ()
    return Inquiry(
        key=note.key,
        title=kind.title,
        facts=facts,
        refusal=refusal,
        forecasts=forecasts,
        throws=kind.odds is not None,
    )


def refuse(state: State, note: Note) -> Refusal | None:
    """Why a note cannot be made; None where it can."""
    kind = KINDS.get(note.key)
    if kind is None:
        return _unknown()
    if state.outcome is not None:
        return Refusal("over", state.outcome.rule, "The game is over.")
    facts = kind.facts(state, note.facts)
    return refuse_open(state, facts, note.facts) or kind.refuse(state, completed(state, note))


def _unknown() -> Refusal:
    return Refusal("no_such", "MN-RULING-130", "The books know no such note.")


def make(state: State, note: Note, dice: Dice) -> Step[State]:
    """What follows from a note that is not refused."""
    play = Keeping(state, dice)
    KINDS[note.key].perform(play, completed(state, note))
    return play.step()


def throwing(state: State, note: Note, rolls: Sequence[Roll]) -> str:
    """Who throws next for a note after these rolls; ``""`` where nobody does."""
    play = Keeping(state, RecordedDice(rolls))
    try:
        KINDS[note.key].perform(play, completed(state, note))
    except DiceNeeded:
        return tabling_turn.throwing(state, play.throwing, len(rolls))
    except DiceDiffer:
        return ""
    return ""
