"""How the rules read the dice of an event: whose they are, what for, and what counts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.dice import Roll
from battles.engine.odds import Reading, unread
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.command import INITIATIVE_SIDES
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.terrain import field_of

FIRE: Final[Mapping[str, str]] = MappingProxyType({"EN-ART-13": "Artillery fire", "EN-MUSK-05": "Musketry"})
"""The kinds of fire, by the rule of the roll."""
CHECKS: Final = "Morale checks"
LEADERS: Final = "Leaders at risk"
PREPARATION: Final = "Preparation"


def readings(state: State, side: SideId, rolls: Sequence[Roll], event: Any = None) -> tuple[Reading, ...]:
    """The readings of the dice of ``event``, each in the order of the roll."""
    reader = READERS.get(type(event))
    return tuple(reader(state, event, rolls) if reader else unread(side, rolls))


def _survival(state: State, side: SideId, roll: Roll) -> Reading:
    """The die of a leader, who survives above the fatal face (EN-LEADER-06, EN-LEADER-09)."""
    return Reading.successes(side, LEADERS, roll, state.setup.rules.tables.leader_killed_on + 1)


def _fired(state: State, event: happened.Fired, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """To-hit dice by unit, the target's checks, its leaders' dice (EN-ART-18, EN-ART-19)."""
    target = state.units[event.target].side
    shots = iter([shot for shot in event.shots if shot.dice])
    for roll in rolls:
        if roll.why in FIRE:
            shot = next(shots)
            yield Reading.successes(state.units[shot.unit].side, FIRE[roll.why], roll, shot.needed)
        elif roll.why == "EN-LEADER-06":
            yield _survival(state, target, roll)
        else:
            yield Reading.successes(target, CHECKS, roll, event.needed)


def _fought(state: State, event: happened.Fought, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """Both totals, the attacker first; checks and leaders' dice, the attacker first (EN-MELEE-13, EN-MELEE-37)."""
    attacker, defender = state.units[event.attacker].side, state.units[event.defender].side
    scores = ((attacker, event.attack), (defender, event.defence))
    totals = iter([side for side, score in scores if score.stands])
    checks = iter([(side, score) for side, score in scores if score.checks])
    leaders = _leader_sides(state, event)
    for roll in rolls:
        if roll.why == "EN-MELEE-13":
            yield Reading.total(next(totals), "Melee", roll)
        elif roll.why == "EN-LEADER-06":
            yield _survival(state, next(leaders), roll)
        else:
            side, score = next(checks)
            yield Reading.successes(side, CHECKS, roll, score.needed)


def _leader_sides(state: State, event: happened.Fought) -> Iterator[SideId]:
    """The sides of the leaders' dice in order: of the loser, or in a tie of both (EN-LEADER-07)."""
    occupancy = field_of(state).occupancy(state)
    for number in (event.attacker, event.defender):
        if number != event.winner:
            yield from [state.units[number].side] * len(occupancy.attached(number))


def _checked(state: State, event: happened.Rallied | happened.SquareTried, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """One check of a unit (EN-RALLY-01, EN-SQUARE-05)."""
    kind = "Rallies" if isinstance(event, happened.Rallied) else "Hasty squares"
    for roll in rolls:
        yield Reading.successes(state.units[event.unit].side, kind, roll, event.needed)


def _leader_tested(state: State, event: happened.LeaderTested, rolls: Sequence[Roll]) -> Iterator[Reading]:
    for roll in rolls:
        yield _survival(state, state.leaders[event.leader].side, roll)


def _initiative(state: State, event: happened.InitiativeWon, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """One die of side a, then one of side b, in each roll (EN-INIT-01)."""
    for roll in rolls:
        for side, face in zip(INITIATIVE_SIDES, roll.faces, strict=True):
            yield Reading(
                side=side, kind="Initiative", rule="EN-INIT-01", sides=roll.sides, faces=(face,), measure="total"
            )


def _preparation(state: State, event: Any, rolls: Sequence[Roll]) -> Iterator[Reading]:
    """Cards, terrain and who deploys first: no result is better than another."""
    return unread("", rolls, PREPARATION)


READERS: Final[Mapping[type, Callable[[State, Any, Sequence[Roll]], Iterator[Reading]]]] = MappingProxyType(
    {
        happened.Fired: _fired,
        happened.Fought: _fought,
        happened.Rallied: _checked,
        happened.SquareTried: _checked,
        happened.LeaderTested: _leader_tested,
        happened.InitiativeWon: _initiative,
        happened.CardsDrawn: _preparation,
        happened.TerrainPlaced: _preparation,
        happened.DeploymentBegan: _preparation,
    }
)
"""The reader of each kind of event with dice."""
