"""Facts and events of a tracked game: reading and checking facts, the state after each event, and its sentence."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.actions import Recorder
from battles.engine.core import Event, Outcome, Refusal, SideId
from battles.engine.dice import Dice, Roll
from battles.engine.tracker import Fact, FactChoice, Facts, number_in
from battles.engine.words import refused, verb, with_verb
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.events import Score, Shot
from battles.rules.easy_napoleonics.names import FORMATION_WORDS
from battles.rules.easy_napoleonics.resolution import by_objective, by_points, higher, holds
from battles.rules.easy_napoleonics.rules import Book, book_of
from battles.rules.easy_napoleonics.state import NOWHERE, Phase, State, Unit
from battles.rules.easy_napoleonics.tables import MOVES, Formation, Level

NOBODY: Final = FactChoice("", "no one")


def unit_in(state: State, stated: Facts, key: str = "unit") -> int:
    """The unit that a fact names."""
    return number_in(stated, key, "unit", len(state.units))


def leader_in(state: State, stated: Facts, key: str) -> int:
    """The leader that a fact names."""
    return number_in(stated, key, "leader", len(state.leaders))


def refuse_missing_unit(state: State, number: int, rule: str) -> Refusal | None:
    """Refusal if there is no such unit, or it is broken."""
    if number == NOWHERE:
        return Refusal("no_such", rule, "There is no such unit in this game.")
    if state.units[number].level == "broken":
        return refused("gone", "EN-UNIT-06", state.units[number].name, "is", "broken and removed.")
    arrival = state.units[number].arrival
    if arrival is not None and arrival.turn > state.turn:
        return refused("gone", "EN-RULING-120", state.units[number].name, "arrives", f"in turn {arrival.turn}.")
    return None


def in_play(state: State, side: SideId | None = None) -> Iterator[int]:
    """Numbers of the units in play, of one side or of both."""
    for number, unit in enumerate(state.units):
        late = unit.arrival is not None and unit.arrival.turn > state.turn
        if unit.level != "broken" and not late and side in (None, unit.side):
            yield number


def choices(state: State, numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    """Choices for these units, grouped by side."""
    return tuple(
        FactChoice(f"unit {number}", state.units[number].name, state.setup.forces[state.units[number].side == "b"].name)
        for number in numbers
    )


def formations(unit: Unit) -> tuple[Formation, ...]:
    """Formations of a unit, including hasty square if it has square (EN-UNIT-03)."""
    own = [move.formation for move in MOVES[unit.kind]]
    return (*own, "hasty_square") if "square" in own else tuple(own)


def formation_in(unit: Unit, stated: Facts, key: str) -> Formation:
    """The stated formation of a unit, or the formation that the tracker has."""
    return next((formation for formation in formations(unit) if formation == stated.get(key)), unit.formation)


def unit_facts(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    """Facts about a unit: its formation, and the leader with it."""
    unit, name = state.units[number], say.unit(state, number)
    form_choices = tuple(FactChoice(each, FORMATION_WORDS[each]) for each in formations(unit))
    value = stated.get(f"{key}_formation", unit.formation)
    yield Fact(
        key=f"{key}_formation",
        label=f"{with_verb(name, 'is')} in",
        choices=form_choices,
        value=value,
        rule="EN-UNIT-03",
    )
    leaders = tuple(
        FactChoice(f"leader {place}", leader.name)
        for place, leader in enumerate(state.leaders)
        if leader.side == unit.side and leader.alive
    )
    if leaders:
        label, value = f"Leader with {name}", stated.get(f"{key}_leader", "")
        yield Fact(key=f"{key}_leader", label=label, choices=(NOBODY, *leaders), value=value, rule="EN-LEADER-03")


def unit_choice(
    state: State, key: str, label: str, numbers: Iterable[int], stated: Facts, *, may_be_nobody: bool = False
) -> Fact:
    """A fact that chooses a unit; other facts follow from it."""
    units = choices(state, numbers)
    if may_be_nobody:
        units = (NOBODY, *units)
    return Fact(key=key, label=label, choices=units, value=stated.get(key, ""), opens=True)


class PhaseNoted(Event, frozen=True, kw_only=True):
    """A phase begins (EN-SEQ-01)."""

    phase: Phase
    turn: int


class InitiativeNoted(Event, frozen=True, kw_only=True):
    """The dice of both sides roll by roll, the last totals, the winner, and the winner's streak.

    Source: EN-INIT-01, EN-INIT-02, EN-INIT-03, EN-INIT-04, EN-INIT-05.
    """

    throws: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    winner: SideId
    streak: int
    rolls: tuple[Roll, ...] = ()


class LevelNoted(Event, frozen=True, kw_only=True):
    """A unit has a new level; ``score`` is the score after it (EN-VP-01)."""

    unit: int
    level: Level
    score: tuple[int, int]


class FormationNoted(Event, frozen=True, kw_only=True):
    """A unit has a new formation."""

    unit: int
    formation: Formation


class LeaderNoted(Event, frozen=True, kw_only=True):
    """A leader is lost or returns; ``score`` is the score after it (EN-VP-01)."""

    leader: int
    alive: bool
    score: tuple[int, int]


class RallyNoted(Event, frozen=True, kw_only=True):
    """A unit's check to rally (EN-RALLY-01)."""

    unit: int
    needed: int
    passed: bool
    rolls: tuple[Roll, ...] = ()


class VolleyNoted(Event, frozen=True, kw_only=True):
    """Fire at one target: hits, checks and failures. A `LevelNoted` follows if the level changes."""

    target: int
    shots: tuple[Shot, ...]
    hits: int
    needed: int
    failures: int
    rolls: tuple[Roll, ...] = ()


class MeleeNoted(Event, frozen=True, kw_only=True):
    """A melee; ``winner`` is -1 in a tie. A `LevelNoted` follows for each level that changes."""

    attacker: int
    defender: int
    attack: Score
    defence: Score
    winner: int
    rolls: tuple[Roll, ...] = ()


class GroundNoted(Event, frozen=True, kw_only=True):
    """The sides that last stood on the hexes of an objective (EN-SETUP-12).

    ``held`` has the hexes of all objectives after the event.
    """

    objective: int
    held: tuple[tuple[int, SideId], ...]


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over."""

    outcome: Outcome


NotedEvent = (
    PhaseNoted
    | InitiativeNoted
    | LevelNoted
    | FormationNoted
    | LeaderNoted
    | RallyNoted
    | VolleyNoted
    | MeleeNoted
    | GroundNoted
    | GameEnded
)
"""Every kind of event of a tracked game."""

PHASES: Final[dict[Phase, str]] = {
    "initiative": "Initiative",
    "rally": "Rally",
    "movement": "Movement",
    "artillery": "Artillery",
    "musketry": "Musketry",
    "melee": "Melee",
}
"""Titles of the phases (EN-SEQ-01)."""


class TrackerPlay(Recorder):
    """Records the events of one tracker entry. ``roll_words`` says what the next roll is for."""

    state: State

    @staticmethod
    def evolve(state: State, event: Any) -> State:
        return state_after(state, event)

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.roll_words = ""

    @property
    def book(self) -> Book:
        return book_of(self.state.setup.rules)

    def level(self, number: int, level: Level) -> None:
        """Give a unit a level; the enemy scores if it breaks (EN-VP-01)."""
        unit = self.state.units[number]
        if unit.level == level:
            return
        worth = unit.worth if level == "broken" else -unit.worth if unit.level == "broken" else 0
        self.tell(LevelNoted(unit=number, level=level, score=self._scored(unit.side, worth)))

    def leader(self, number: int, *, alive: bool) -> None:
        """Record that a leader is lost or returns (EN-VP-01)."""
        worth = self.state.setup.rules.tables.leader_victory_points
        score = self._scored(self.state.leaders[number].side, -worth if alive else worth)
        self.tell(LeaderNoted(leader=number, alive=alive, score=score))

    def _scored(self, loser: str, points: int) -> tuple[int, int]:
        a, b = self.state.score
        return (a, b + points) if loser == "a" else (a + points, b)

    def settle(self, *, at_end: bool = False) -> None:
        """End the game if points or annihilation decide it; at the end of the turn if the option says so.

        Source: EN-VP-02, EN-VP-03, EN-VP-07.
        """
        outcome = outcome_of(self.state, at_end=at_end)
        if outcome is not None and self.state.outcome is None:
            self.tell(GameEnded(outcome=outcome))


def outcome_of(state: State, *, at_end: bool = False) -> Outcome | None:
    """The outcome of a tracked game; None if it goes on."""
    options = state.setup.rules.options
    sides_left = {unit.side for unit in state.units if unit.level != "broken"}
    if len(sides_left) == 2:
        outcome = by_points(state) if at_end or options.victory_timing == "immediate" else None
    else:
        outcome = by_points(state) or _annihilated(state, sides_left)
    outcome = outcome or (by_objective(state) if at_end else None)
    if outcome is not None:
        return outcome
    if at_end and state.turn >= options.max_turns:
        return Outcome(None, "mutual_defeat", "EN-VP-04")
    return None


def _annihilated(state: State, sides_left: set[SideId]) -> Outcome:
    """The side with units left wins; with none on either side, the higher score (EN-VP-07)."""
    if sides_left:
        return Outcome(sides_left.pop(), "annihilation", "EN-VP-07")
    return higher(state, "annihilation", "EN-VP-07")


def state_after(state: State, event: Any) -> State:
    """The state of the game after ``event``."""
    return _FOLDS[type(event)](state, event)


def sentence(state: State, event: Any) -> str | None:
    """What ``event`` did, with its rules; None if there is nothing to say."""
    words = _SENTENCES.get(type(event))
    return words(state, event) if words else None


def _with(state: State, number: int, **changes: Any) -> State:
    units = list(state.units)
    units[number] = replace(units[number], **changes)
    return replace(state, units=tuple(units))


def _phase(state: State, event: PhaseNoted) -> State:
    """Start a phase; a new turn clears marks, and hasty squares become squares (EN-SEQ-06)."""
    units = state.units if event.turn == state.turn else tuple(_cleared(unit) for unit in state.units)
    return replace(state, units=units, phase=event.phase, turn=event.turn)


def _cleared(unit: Unit) -> Unit:
    formation = "square" if unit.formation == "hasty_square" else unit.formation
    return replace(unit, formation=formation, rallied=False, mute=False)


def _initiative(state: State, event: InitiativeNoted) -> State:
    return replace(state, holder=event.winner, streak=event.streak)


def _level(state: State, event: LevelNoted) -> State:
    return replace(_with(state, event.unit, level=event.level), score=event.score)


def _formation(state: State, event: FormationNoted) -> State:
    return _with(state, event.unit, formation=event.formation)


def _leader(state: State, event: LeaderNoted) -> State:
    leaders = list(state.leaders)
    leaders[event.leader] = replace(leaders[event.leader], alive=event.alive)
    return replace(state, leaders=tuple(leaders), score=event.score)


def _rally(state: State, event: RallyNoted) -> State:
    return _with(state, event.unit, rallied=True)


def _volley(state: State, event: VolleyNoted) -> State:
    for shot in event.shots:
        state = _with(state, shot.unit, mute=True)
    return state


def _melee(state: State, event: MeleeNoted) -> State:
    return state


def _ground(state: State, event: GroundNoted) -> State:
    return replace(state, held=event.held)


def _ended(state: State, event: GameEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over")


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    PhaseNoted: _phase,
    InitiativeNoted: _initiative,
    LevelNoted: _level,
    FormationNoted: _formation,
    LeaderNoted: _leader,
    RallyNoted: _rally,
    VolleyNoted: _volley,
    MeleeNoted: _melee,
    GroundNoted: _ground,
    GameEnded: _ended,
}


def _phase_words(state: State, event: PhaseNoted) -> str:
    turn = f"Turn {event.turn}: " if event.turn != state.turn else ""
    return say.sentence_of(f"{turn}{PHASES[event.phase]}", rules=("EN-SEQ-01",))


def _initiative_words(state: State, event: InitiativeNoted) -> str:
    rolls = "; again ".join(f"{a} and {b}" for a, b in event.throws)
    won = f"{say.side_verb(state, event.winner, 'has', 'have')} the initiative"
    text = f"{won}: {rolls}; total {say.both_sides(state, event.totals)}"
    return say.sentence_of(text, rules=("EN-INIT-01", "EN-INIT-02"))


def _level_words(state: State, event: LevelNoted) -> str:
    before = state.units[event.unit].level
    score = f"score: {say.both_sides(state, event.score)}" if event.score != state.score else ""
    text = f"{say.unit(state, event.unit)}: {say.level_change(before, event.level)}"
    return say.sentence_of(text, score, rules=("EN-MORALE-03", *(("EN-VP-01",) if score else ())))


def _formation_words(state: State, event: FormationNoted) -> str:
    return say.sentence_of(
        f"{with_verb(say.unit(state, event.unit), 'is')} {say.in_formation(event.formation)}", rules=("EN-UNIT-03",)
    )


def _leader_words(state: State, event: LeaderNoted) -> str:
    fate = "is back" if event.alive else "is lost"
    score = f"score: {say.both_sides(state, event.score)}"
    return say.sentence_of(f"{say.leader(state, event.leader)} {fate}", score, rules=("EN-VP-01",))


def _rally_words(state: State, event: RallyNoted) -> str:
    verdict = "rallies" if event.passed else "does not rally"
    name = say.unit(state, event.unit)
    rolled = verb(name, f"needs {event.needed} and rolls {say.faces(event.rolls)}")
    text = f"{name} {rolled}: {with_verb(name, verdict)}"
    return say.sentence_of(text, rules=("EN-RALLY-01",))


def _volley_words(state: State, event: VolleyNoted) -> str:
    shots = "; ".join(
        f"{with_verb(say.unit(state, shot.unit), 'has')} {say.count(shot.dice, 'die', 'dice')} needing {shot.needed}: "
        f"{say.count(shot.hits, 'hit')}"
        for shot in event.shots
    )
    checks = ""
    if event.hits:
        result = say.outcome_of_checks(event.hits, event.failures)
        checks = f"it takes {say.count(event.hits, 'check')} needing {event.needed}: {result}"
    rules = ["EN-ART-13", *(row for shot in event.shots for row in say.rules_of(shot.modifiers))]
    dice = f"dice: {say.faces(event.rolls)}" if event.rolls else ""
    return say.sentence_of(f"fire at {say.unit(state, event.target)}: {shots}", checks, dice, rules=rules)


def _melee_words(state: State, event: MeleeNoted) -> str:
    attacker, defender = say.unit(state, event.attacker), say.unit(state, event.defender)
    won = f"{say.unit(state, event.winner)} won" if event.winner >= 0 else "a tie"
    text = f"{attacker} attacked {defender}: {event.attack.total} to {event.defence.total}, {won}"
    rules = ["EN-MELEE-13", "EN-MELEE-36", *say.rules_of([*event.attack.modifiers, *event.defence.modifiers])]
    return say.sentence_of(text, f"dice: {say.faces(event.rolls)}", rules=rules)


def _ground_words(state: State, event: GroundNoted) -> str:
    goal, now = state.setup.objectives[event.objective], replace(state, held=event.held)
    shares = " and ".join(f"{say.side_label(state, side)} {holds(now, goal, side)}" for side in ("a", "b"))
    text = f"{goal.name}: of {say.count(len(goal.cells), 'hex', 'hexes')} {shares}"
    return say.sentence_of(text, rules=("EN-SETUP-12", "EN-RULING-111"))


def _ended_words(state: State, event: GameEnded) -> str:
    outcome = event.outcome
    won = f"{say.side(state, outcome.winner)} won" if outcome.winner else "neither side has won"
    return say.sentence_of(f"{won}: {outcome.reason.replace('_', ' ')}", rules=(outcome.rule,))


_SENTENCES: Final[dict[type[Any], Callable[[State, Any], str]]] = {
    PhaseNoted: _phase_words,
    InitiativeNoted: _initiative_words,
    LevelNoted: _level_words,
    FormationNoted: _formation_words,
    LeaderNoted: _leader_words,
    RallyNoted: _rally_words,
    VolleyNoted: _volley_words,
    MeleeNoted: _melee_words,
    GroundNoted: _ground_words,
    GameEnded: _ended_words,
}
