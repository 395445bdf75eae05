"""The tracker of a game on a real table: kinds of entries and their effects."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from battles.engine.core import Outcome, Refusal, Step
from battles.engine.dice import Dice, DiceDiffer, DiceNeeded, RecordedDice, Roll
from battles.engine.tracker import Books, Fact, FactChoice, Facts, Inquiry, Note
from battles.engine.words.verbs import with_verb
from battles.kits.hex.grid import Cell, grid
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.command import initiative
from battles.rules.easy_napoleonics.morale import lowered, raised
from battles.rules.easy_napoleonics.scenario.check import check
from battles.rules.easy_napoleonics.state import NOWHERE, Objective, Setup, State, other, start
from battles.rules.easy_napoleonics.tracker import events, page
from battles.rules.easy_napoleonics.tracker.combat import FIRE, MELEE, RALLY
from battles.rules.easy_napoleonics.tracker.events import NotedEvent, TrackerPlay
from battles.rules.easy_napoleonics.tracker.facts import (
    EntryKind,
    formation_in,
    formations,
    leader_in,
    number_in,
    refuse_missing_unit,
    tap_facts,
    unit_in,
)
from battles.rules.easy_napoleonics.tracker.facts import refuse_open as refuse_facts

NOBODY: Final = "nobody"


def _objective(state: State, stated: Facts) -> Objective | None:
    """The stated objective; None if there is none."""
    number = number_in(stated, "objective", "objective", len(state.setup.objectives))
    return None if number == NOWHERE else state.setup.objectives[number]


def _facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    goals = tuple(FactChoice(f"objective {number}", each.name) for number, each in enumerate(state.setup.objectives))
    usual = goals[0].value if len(goals) == 1 else ""
    value = stated.get("objective", usual)
    which = Fact(key="objective", label="Objective", choices=goals, value=value, rule="EN-SETUP-12", opens=True)
    goal = _objective(state, {"objective": value})
    return (which, *_hexes(state, goal, stated)) if goal is not None else (which,)


def _hexes(state: State, goal: Objective, stated: Facts) -> Iterator[Fact]:
    """Facts: the side that last stood on each hex."""
    board, holders = state.setup.board, dict(state.held)
    start = goal.side if goal.held_from_start and goal.side else NOBODY
    nobody = (FactChoice(NOBODY, NOBODY),) if start == NOBODY else ()
    sides = (*nobody, *(FactChoice(side, say.side_label(state, side)) for side in ("a", "b")))
    for cell in goal.cells:
        label = f"Last on {grid(board.columns, board.rows).label(cell)}"
        value = stated.get(_key(cell), holders.get(cell, start))
        yield Fact(key=_key(cell), label=label, choices=sides, value=value, rule="EN-RULING-111")


def _key(cell: Cell) -> str:
    return f"hex_{cell}"


def _refuse(state: State, stated: Facts) -> Refusal | None:
    if _objective(state, stated) is None:
        return Refusal("no_such", "EN-SETUP-12", "This battle has no such objective.")
    return None


def _perform(play: TrackerPlay, stated: Facts) -> None:
    goal = _objective(play.state, stated)
    assert goal is not None  # noqa: S101
    holders = {cell: side for cell, side in play.state.held if cell not in goal.cells}
    holders |= {cell: stated[_key(cell)] for cell in goal.cells if stated[_key(cell)] != NOBODY}
    play.tell(
        events.GroundNoted(objective=play.state.setup.objectives.index(goal), held=tuple(sorted(holders.items())))
    )


HOLD = EntryKind(title="Who holds the objectives", facts=_facts, refuse=_refuse, perform=_perform, question=True)
"""The entry for hexes of an objective that change hands."""


# The turn


def _refuse_initiative(state: State, stated: Facts) -> Refusal | None:
    if state.phase != "initiative":
        return Refusal("wrong_phase", "EN-INIT-01", "The initiative of this turn is already rolled.")
    return None


def _initiative(play: TrackerPlay, stated: Facts) -> None:
    state = play.state
    play.roll_words = "Both sides roll for the initiative, side a first"
    outcome = initiative(play.dice, play.book, state.holder or None, state.streak)
    streak = state.streak + 1 if outcome.winner == state.holder else 1
    play.tell(
        events.InitiativeNoted(
            throws=outcome.rolls, totals=outcome.totals, winner=outcome.winner, streak=streak, rolls=play.new_rolls()
        )
    )
    play.tell(events.PhaseNoted(phase="rally", turn=state.turn))


def _refuse_step(state: State, stated: Facts) -> Refusal | None:
    if state.phase == "initiative":
        return Refusal("wrong_phase", "EN-INIT-01", "Roll for the initiative first.")
    return None


def _step(play: TrackerPlay, stated: Facts) -> None:
    """Go to the next phase; after melee the turn ends (EN-SEQ-06)."""
    state = play.state
    if state.phase != "melee":
        play.tell(events.PhaseNoted(phase=page.next_phase(state), turn=state.turn))
        return
    play.settle(at_end=True)
    if play.state.outcome is None:
        play.tell(events.PhaseNoted(phase="initiative", turn=state.turn + 1))


def _side_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    sides = tuple(FactChoice(side, say.side_label(state, side)) for side in ("a", "b"))
    value = stated.get("side", "")
    return (Fact(key="side", label="Side that concedes", choices=sides, value=value, rule="EN-VP-02"),)


def _never_refused(state: State, stated: Facts) -> Refusal | None:
    return None


def _concede(play: TrackerPlay, stated: Facts) -> None:
    play.tell(events.GameEnded(outcome=Outcome(other(stated["side"]), "the other side gave up", "EN-VP-02")))


# Units and leaders


def _refuse_strike(state: State, stated: Facts) -> Refusal | None:
    return refuse_missing_unit(state, unit_in(state, stated), "EN-MORALE-03")


def _strike(play: TrackerPlay, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    play.level(number, lowered(play.state.units[number].level, 1))
    play.settle()


def _refuse_right(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    if number == NOWHERE:
        return Refusal("no_such", "EN-MORALE-03", "There is no such unit in this game.")
    if state.units[number].level == "good":
        return Refusal("no_change", "EN-MORALE-03", f"{with_verb(state.units[number].name, 'is')} already Good.")
    return None


def _right(play: TrackerPlay, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    level = play.state.units[number].level
    play.level(number, "bad" if level == "broken" else raised(level))


def _refuse_form(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    if (refusal := refuse_missing_unit(state, number, "EN-UNIT-03")) is not None:
        return refusal
    unit = state.units[number]
    if stated.get("formation") not in formations(unit):
        return Refusal("not_for_kind", "EN-UNIT-03", f"{unit.name} cannot use that formation.")
    if stated.get("formation") == unit.formation:
        return Refusal(
            "no_change", "EN-UNIT-03", f"{with_verb(unit.name, 'is')} already {say.in_formation(unit.formation)}."
        )
    return None


def _form(play: TrackerPlay, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    formation = formation_in(play.state.units[number], stated, "formation")
    play.tell(events.FormationNoted(unit=number, formation=formation))


def _refuse_leader(state: State, stated: Facts) -> Refusal | None:
    number = leader_in(state, stated, "leader")
    if number == NOWHERE or stated.get("what") not in ("lost", "back"):
        return Refusal("no_such", "EN-LEADER-06", "There is no such leader in this game.")
    if state.leaders[number].alive == (stated.get("what") == "back"):
        return Refusal(
            "no_change",
            "EN-LEADER-06",
            f"{state.leaders[number].name} is already {'alive' if stated.get('what') == 'back' else 'lost'}.",
        )
    return None


def _leader(play: TrackerPlay, stated: Facts) -> None:
    play.leader(leader_in(play.state, stated, "leader"), alive=stated["what"] == "back")
    play.settle()


KINDS: Final[Mapping[str, EntryKind]] = MappingProxyType(
    {
        "initiative": EntryKind(title="Initiative", facts=tap_facts(), refuse=_refuse_initiative, perform=_initiative),
        "step": EntryKind(title="Next phase", facts=tap_facts(), refuse=_refuse_step, perform=_step),
        "concede": EntryKind(
            title="Concede", facts=_side_facts, refuse=_never_refused, perform=_concede, question=True
        ),
        "fire": FIRE,
        "melee": MELEE,
        "rally": RALLY,
        "hold": HOLD,
        "strike": EntryKind(title="Lose a level", facts=tap_facts("unit"), refuse=_refuse_strike, perform=_strike),
        "right": EntryKind(title="Gain a level", facts=tap_facts("unit"), refuse=_refuse_right, perform=_right),
        "form": EntryKind(title="Formation", facts=tap_facts("unit", "formation"), refuse=_refuse_form, perform=_form),
        "leader": EntryKind(title="Leader", facts=tap_facts("leader", "what"), refuse=_refuse_leader, perform=_leader),
    }
)
"""Every kind of tracker entry by its key."""


class Tracker:
    """The tracker of games on real tables (`battles.engine.tracker`)."""

    state_type: ClassVar[Any] = State
    event_type: ClassVar[Any] = NotedEvent

    def start(self, setup: Setup) -> State:
        """The game at the start of the first turn; a named first mover has its initiative (EN-RULING-119)."""
        check(setup)
        game = replace(start(setup), phase="initiative", turn=1)
        first = setup.rules.options.first_mover
        if first == "rolled":
            return game
        rallies = any(unit.level != "good" and unit.arrival is None for unit in game.units)
        return replace(game, phase="rally" if rallies else "movement", holder=first, mover=first, streak=1)

    def page(self, state: State) -> Books:
        """The page of the game."""
        return page.books(state)

    def inquire(self, state: State, note: Note) -> Inquiry:
        """The question of an entry, with the facts stated so far."""
        kind = KINDS.get(note.key)
        if kind is None or not kind.question:
            return Inquiry(key=note.key, title="", facts=(), refusal=_unknown())
        refusal = self.refuse(state, note)
        odds = kind.odds(state, _completed(state, note)) if refusal is None and kind.odds is not None else ()
        facts = kind.facts(state, note.facts)
        throws = kind.odds is not None
        return Inquiry(key=note.key, title=kind.title, facts=facts, refusal=refusal, forecasts=odds, throws=throws)

    def refuse(self, state: State, note: Note) -> Refusal | None:
        """Refusal of an entry; None if it is allowed."""
        kind = KINDS.get(note.key)
        if kind is None:
            return _unknown()
        if state.outcome is not None:
            return Refusal("over", state.outcome.rule, "The game is over.")
        facts = kind.facts(state, note.facts)
        return refuse_facts(facts, note.facts) or kind.refuse(state, _completed(state, note))

    def decide(self, state: State, note: Note, dice: Dice) -> Step[State]:
        """The events of an entry and the state after it."""
        play = TrackerPlay(state, dice)
        KINDS[note.key].perform(play, _completed(state, note))
        return play.step()

    def answers(self, state: State, note: Note) -> Sequence[tuple[Note, str]]:
        """Empty: no side acts out of turn (EN-SEQ-01)."""
        return ()

    def throwing(self, state: State, note: Note, rolls: Sequence[Roll]) -> str:
        """Words for the next roll of an entry; empty if it needs no more rolls."""
        play = TrackerPlay(state, RecordedDice(rolls))
        try:
            KINDS[note.key].perform(play, _completed(state, note))
        except (DiceNeeded, DiceDiffer):
            return play.roll_words
        return ""

    def evolve(self, state: State, event: Any) -> State:
        """The state of the game after ``event``."""
        return events.state_after(state, event)

    def sentence(self, state: State, event: Any) -> str | None:
        """What ``event`` did, with its rules."""
        return events.sentence(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None if it goes on."""
        return state.outcome


def _completed(state: State, note: Note) -> Facts:
    """The facts of an entry, with defaults for those not stated."""
    return {fact.key: note.facts.get(fact.key, fact.value) for fact in KINDS[note.key].facts(state, note.facts)}


def _unknown() -> Refusal:
    return Refusal("no_such", "EN-SEQ-01", "There is no such tracker entry.")
