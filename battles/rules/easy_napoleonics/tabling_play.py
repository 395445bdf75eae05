"""The books of a game as events change them, the hand of a procedure that writes them, and sentences of both."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Outcome, SideId, Step
from battles.engine.dice import Dice, Roll
from battles.rules.easy_napoleonics import tabling_events as noted
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.book import Book, book_of
from battles.rules.easy_napoleonics.play import by_objective, by_points, higher, holds
from battles.rules.easy_napoleonics.state import Phase, State, Unit
from battles.rules.easy_napoleonics.tables import Level

PHASES: Final[dict[Phase, str]] = {
    "initiative": "Initiative",
    "rally": "Rally",
    "movement": "Movement",
    "artillery": "Artillery",
    "musketry": "Small arms",
    "melee": "Melee",
}
"""EN-SEQ-01."""


class Keeping:
    """A procedure at the table. ``throwing`` says who throws next and what for."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Any] = []
        self.throwing = ""
        self._thrown = len(dice.rolls)

    @property
    def book(self) -> Book:
        return book_of(self.state.setup.rules)

    def tell(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = after(self.state, event)

    def thrown(self) -> tuple[Roll, ...]:
        """The rolls since this was asked last."""
        rolls = tuple(self.dice.rolls[self._thrown :])
        self._thrown = len(self.dice.rolls)
        return rolls

    def level(self, number: int, level: Level) -> None:
        """Put a unit at a level; whoever breaks it scores (EN-VP-01)."""
        unit = self.state.units[number]
        if unit.level == level:
            return
        worth = unit.worth if level == "broken" else -unit.worth if unit.level == "broken" else 0
        self.tell(noted.LevelNoted(unit=number, level=level, score=self._scored(unit.side, worth)))

    def leader(self, number: int, *, alive: bool) -> None:
        """Note that a leader is lost, or is not after all (EN-VP-01)."""
        worth = self.state.setup.rules.tables.leader_victory_points
        score = self._scored(self.state.leaders[number].side, -worth if alive else worth)
        self.tell(noted.LeaderNoted(leader=number, alive=alive, score=score))

    def _scored(self, loser: str, points: int) -> tuple[int, int]:
        a, b = self.state.score
        return (a, b + points) if loser == "a" else (a + points, b)

    def settle(self, *, at_end: bool = False) -> None:
        """End the game where points or annihilation decide it (EN-VP-02, 03, 07), at once unless the option says so."""
        outcome = decided(self.state, at_end=at_end)
        if outcome is not None and self.state.outcome is None:
            self.tell(noted.GameEnded(outcome=outcome))

    def step(self) -> Step[State]:
        return Step(tuple(self.events), self.state)


def decided(state: State, *, at_end: bool = False) -> Outcome | None:
    """How a game has ended by what the books know."""
    options = state.setup.rules.options
    left = {unit.side for unit in state.units if unit.level != "broken"}
    if len(left) == 2:
        outcome = by_points(state) if at_end or options.victory_timing == "immediate" else None
    else:
        outcome = by_points(state) or _annihilated(state, left)
    outcome = outcome or (by_objective(state) if at_end else None)
    if outcome is not None:
        return outcome
    if at_end and state.turn >= options.max_turns:
        return Outcome(None, "mutual_defeat", "EN-VP-04")
    return None


def _annihilated(state: State, left: set[SideId]) -> Outcome:
    """EN-VP-07."""
    return Outcome(left.pop(), "annihilation", "EN-VP-07") if left else higher(state, "annihilation", "EN-VP-07")


def after(state: State, event: Any) -> State:
    """The books after ``event``."""
    return _FOLDS[type(event)](state, event)


def sentence(state: State, event: Any) -> str | None:
    """What ``event`` did, with its rules; None for what is no news."""
    told = _SENTENCES.get(type(event))
    return told(state, event) if told else None


def _with(state: State, number: int, **changes: Any) -> State:
    units = list(state.units)
    units[number] = replace(units[number], **changes)
    return replace(state, units=tuple(units))


def _phase(state: State, event: noted.PhaseNoted) -> State:
    """A new turn clears what was done in the last, and hasty squares turn solid (EN-SEQ-06)."""
    units = state.units if event.turn == state.turn else tuple(_cleared(unit) for unit in state.units)
    return replace(state, units=units, phase=event.phase, turn=event.turn)


def _cleared(unit: Unit) -> Unit:
    formation = "square" if unit.formation == "hasty_square" else unit.formation
    return replace(unit, formation=formation, rallied=False, mute=False)


def _initiative(state: State, event: noted.InitiativeNoted) -> State:
    return replace(state, holder=event.winner, streak=event.streak)


def _level(state: State, event: noted.LevelNoted) -> State:
    return replace(_with(state, event.unit, level=event.level), score=event.score)


def _formation(state: State, event: noted.FormationNoted) -> State:
    return _with(state, event.unit, formation=event.formation)


def _leader(state: State, event: noted.LeaderNoted) -> State:
    leaders = list(state.leaders)
    leaders[event.leader] = replace(leaders[event.leader], alive=event.alive)
    return replace(state, leaders=tuple(leaders), score=event.score)


def _rally(state: State, event: noted.RallyNoted) -> State:
    return _with(state, event.unit, rallied=True)


def _volley(state: State, event: noted.VolleyNoted) -> State:
    for shot in event.shots:
        state = _with(state, shot.unit, mute=True)
    return state


def _melee(state: State, event: noted.MeleeNoted) -> State:
    return state


def _ground(state: State, event: noted.GroundNoted) -> State:
    return replace(state, held=event.held)


def _ended(state: State, event: noted.GameEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over")


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    noted.PhaseNoted: _phase,
    noted.InitiativeNoted: _initiative,
    noted.LevelNoted: _level,
    noted.FormationNoted: _formation,
    noted.LeaderNoted: _leader,
    noted.RallyNoted: _rally,
    noted.VolleyNoted: _volley,
    noted.MeleeNoted: _melee,
    noted.GroundNoted: _ground,
    noted.GameEnded: _ended,
}


def _phase_words(state: State, event: noted.PhaseNoted) -> str:
    turn = f"Turn {event.turn}: " if event.turn != state.turn else ""
    return say.sentence_of(f"{turn}{PHASES[event.phase]}", rules=("EN-SEQ-01",))


def _initiative_words(state: State, event: noted.InitiativeNoted) -> str:
    throws = "; again ".join(f"{a} and {b}" for a, b in event.throws)
    told = f"{say.side(state, event.winner)} has the initiative: {throws}, which makes {say.both(state, event.totals)}"
    return say.sentence_of(told, rules=("EN-INIT-01", "EN-INIT-02"))


def _level_words(state: State, event: noted.LevelNoted) -> str:
    before = state.units[event.unit].level
    score = f"score: {say.both(state, event.score)}" if event.score != state.score else ""
    told = f"{say.unit(state, event.unit)}: {say.fell(before, event.level)}"
    return say.sentence_of(told, score, rules=("EN-MORALE-03", *(("EN-VP-01",) if score else ())))


def _formation_words(state: State, event: noted.FormationNoted) -> str:
    return say.sentence_of(
        f"{say.unit(state, event.unit)} is {say.in_formation(event.formation)}", rules=("EN-UNIT-03",)
    )


def _leader_words(state: State, event: noted.LeaderNoted) -> str:
    verb = "is back" if event.alive else "is lost"
    score = f"score: {say.both(state, event.score)}"
    return say.sentence_of(f"{say.leader(state, event.leader)} {verb}", score, rules=("EN-VP-01",))


def _rally_words(state: State, event: noted.RallyNoted) -> str:
    verdict = "rallies" if event.passed else "does not rally"
    told = f"{say.unit(state, event.unit)} needs {event.needed} and throws {say.faces(event.rolls)}: it {verdict}"
    return say.sentence_of(told, rules=("EN-RALLY-01",))


def _volley_words(state: State, event: noted.VolleyNoted) -> str:
    shots = "; ".join(
        f"{say.unit(state, shot.unit)} has {say.count(shot.dice, 'die', 'dice')} needing {shot.needed}: "
        f"{say.count(shot.hits, 'hit')}"
        for shot in event.shots
    )
    checks = ""
    if event.hits:
        verdict = say.outcome_of_checks(event.hits, event.failures)
        checks = f"it takes {say.count(event.hits, 'check')} needing {event.needed}: {verdict}"
    rules = ["EN-ART-13", *(row for shot in event.shots for row in say.rules_of(shot.modifiers))]
    thrown = f"the dice were {say.faces(event.rolls)}" if event.rolls else ""
    return say.sentence_of(f"fire at {say.unit(state, event.target)}: {shots}", checks, thrown, rules=rules)


def _melee_words(state: State, event: noted.MeleeNoted) -> str:
    attacker, defender = say.unit(state, event.attacker), say.unit(state, event.defender)
    won = f"{say.unit(state, event.winner)} won" if event.winner >= 0 else "a tie"
    told = f"{attacker} attacked {defender}: {event.attack.total} to {event.defence.total}, {won}"
    rules = ["EN-MELEE-13", "EN-MELEE-36", *say.rules_of([*event.attack.modifiers, *event.defence.modifiers])]
    return say.sentence_of(told, f"the dice were {say.faces(event.rolls)}", rules=rules)


def _ground_words(state: State, event: noted.GroundNoted) -> str:
    goal, now = state.setup.objectives[event.objective], replace(state, held=event.held)
    own = " and ".join(f"{say.side(state, side)} {holds(now, goal, side)}" for side in ("a", "b"))
    told = f"{goal.name}: of {say.count(len(goal.cells), 'hex', 'hexes')} {own}"
    return say.sentence_of(told, rules=("EN-SETUP-12", "EN-RULING-111"))


def _ended_words(state: State, event: noted.GameEnded) -> str:
    outcome = event.outcome
    won = f"{say.side(state, outcome.winner)} has won" if outcome.winner else "nobody has won"
    return say.sentence_of(f"{won}: {outcome.reason.replace('_', ' ')}", rules=(outcome.rule,))


_SENTENCES: Final[dict[type[Any], Callable[[State, Any], str]]] = {
    noted.PhaseNoted: _phase_words,
    noted.InitiativeNoted: _initiative_words,
    noted.LevelNoted: _level_words,
    noted.FormationNoted: _formation_words,
    noted.LeaderNoted: _leader_words,
    noted.RallyNoted: _rally_words,
    noted.VolleyNoted: _volley_words,
    noted.MeleeNoted: _melee_words,
    noted.GroundNoted: _ground_words,
    noted.GameEnded: _ended_words,
}
