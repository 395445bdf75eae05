"""What happens in a game on a real table, as its books have it: levels, dice and points, and no hexes."""

from battles.engine.core import Event, Outcome, SideId
from battles.engine.dice import Roll
from battles.rules.easy_napoleonics.events import Score, Shot
from battles.rules.easy_napoleonics.state import Phase
from battles.rules.easy_napoleonics.tables import Formation, Level


class PhaseNoted(Event, frozen=True, kw_only=True):
    """A phase begins, of this turn (EN-SEQ-01)."""

    phase: Phase
    turn: int


class InitiativeNoted(Event, frozen=True, kw_only=True):
    """The faces of both sides throw by throw, the last totals, who won, and his streak (EN-INIT-01 to 05)."""

    throws: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    winner: SideId
    streak: int
    rolls: tuple[Roll, ...] = ()


class LevelNoted(Event, frozen=True, kw_only=True):
    """A unit is at this level, and the score stands so after it (EN-VP-01)."""

    unit: int
    level: Level
    score: tuple[int, int]


class FormationNoted(Event, frozen=True, kw_only=True):
    """A unit is in this formation."""

    unit: int
    formation: Formation


class LeaderNoted(Event, frozen=True, kw_only=True):
    """A leader is alive or not, and the score stands so after it (EN-VP-01)."""

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
    """Fire at one target, the checks of its hits and how many failed; its level is told by a fact of its own."""

    target: int
    shots: tuple[Shot, ...]
    hits: int
    needed: int
    failures: int
    rolls: tuple[Roll, ...] = ()


class MeleeNoted(Event, frozen=True, kw_only=True):
    """A melee; ``winner`` is -1 in a tie. The levels after it are told by facts of their own."""

    attacker: int
    defender: int
    attack: Score
    defence: Score
    winner: int
    rolls: tuple[Roll, ...] = ()


class GroundNoted(Event, frozen=True, kw_only=True):
    """Who stood last on the hexes of an objective; ``held`` are those of all objectives after it (EN-SETUP-12)."""

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
"""Every kind of event in the books."""
