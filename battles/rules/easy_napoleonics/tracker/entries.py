"""The tracker of a game on a real table: kinds of entries and their effects."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SIDES, Outcome, Refusal
from battles.engine.dice import Roll
from battles.engine.tracker import (
    Books,
    EntryKind,
    EntryTracker,
    Fact,
    FactChoice,
    Facts,
    never_refused,
    number_in,
    side_fact,
    tap_facts,
)
from battles.engine.words import refused
from battles.kits.hex.grid import Cell, grid
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.command import initiative
from battles.rules.easy_napoleonics.morale import lowered, raised
from battles.rules.easy_napoleonics.scenario.check import check
from battles.rules.easy_napoleonics.state import NOWHERE, Objective, Setup, State, other, start
from battles.rules.easy_napoleonics.tracker import events, page
from battles.rules.easy_napoleonics.tracker.combat import FIRE, MELEE, RALLY
from battles.rules.easy_napoleonics.tracker.events import (
    NotedEvent,
    TrackerPlay,
    formation_in,
    formations,
    leader_in,
    refuse_missing_unit,
    unit_in,
)

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


def _conceding(state: State, stated: Facts) -> tuple[Fact, ...]:
    return side_fact([say.side_label(state, side) for side in SIDES], stated, "EN-VP-02")


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
        return refused("no_change", "EN-MORALE-03", state.units[number].name, "is", "already Good.")
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
        return refused("no_change", "EN-UNIT-03", unit.name, "is", f"already {say.in_formation(unit.formation)}.")
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
        "concede": EntryKind(title="Concede", facts=_conceding, refuse=never_refused, perform=_concede, question=True),
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


class Tracker(EntryTracker):
    """The tracker of games on real tables (`battles.engine.tracker`). No side acts out of turn (EN-SEQ-01)."""

    state_type = State
    event_type = NotedEvent
    kinds = KINDS
    play = TrackerPlay
    rule = "EN-SEQ-01"

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

    def next_roll(self, state: State, play: TrackerPlay, rolls: Sequence[Roll]) -> str:
        return play.roll_words

    def evolve(self, state: State, event: Any) -> State:
        """The state of the game after ``event``."""
        return events.state_after(state, event)

    def sentence(self, state: State, event: Any) -> str | None:
        """What ``event`` did, with its rules."""
        return events.sentence(state, event)
