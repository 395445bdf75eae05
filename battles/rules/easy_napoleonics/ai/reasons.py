"""The reasons that the computer player gives for its actions, in sentences."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from battles.engine.ai import Motive, with_motives
from battles.engine.odds import whole_percent
from battles.engine.words import with_verb
from battles.kits.hex.grid import Aspect, Cell
from battles.rules.easy_napoleonics.actions import Accept, Advance, Answer, ChooseMover, HastySquare
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.activations import Scored, UnitEvaluator
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, EnemyUnit, bearing
from battles.rules.easy_napoleonics.ai.places import FRONT, PlaceValues
from battles.rules.easy_napoleonics.ai.situation import Situation, best_target
from battles.rules.easy_napoleonics.rules import SQUARES
from battles.rules.easy_napoleonics.state import NOWHERE, Pending
from battles.rules.easy_napoleonics.tables import Formation

FROM: Final[dict[Aspect, str]] = {"front": "in front", "flank": "in the flank", "rear": "in the rear"}

FORMS: Final[dict[Formation, str]] = {
    "line": "forms line",
    "column": "forms column",
    "masse": "forms masse",
    "limbered": "limbers up",
    "unlimbered": "unlimbers",
}
"""A change of formation other than into square, in words."""


class Place(NamedTuple):
    """A hex, facing and formation of a unit."""

    cell: Cell
    facing: int
    formation: Formation


def melee_risks(situation: Situation, attacker: int, defender: int, place: Place | None = None) -> str:
    """Both risks of a melee: the chance that each unit breaks. ``place`` is where the attacker charges from."""
    occupancy, grid = situation.occupancy, situation.grid
    unit, foe = occupancy.units[attacker], occupancy.units[defender]
    cell = unit.cell if place is None else place.cell
    aspect = ASPECTS[(bearing(grid, foe.cell, cell) - foe.facing) % 6]
    mine = situation.traits(attacker) if place is None else situation.traits(attacker, place.cell, place.formation)
    charged = place is not None or defender in unit.charged
    lost, won = situation.exact_values.break_chances(mine, situation.traits(defender), aspect, charged)
    return f"{whole_percent(won)} to break it, {whole_percent(lost)} to be broken"


def activation_reason(unit_evaluator: UnitEvaluator, scored: Scored) -> str:
    """Reason of an activation: a charge with both risks, a field of fire, or what the new place gains and risks."""
    situation, unit = unit_evaluator.situation, unit_evaluator.unit
    place = Place(scored.cell, scored.facing, scored.formation)
    if unit_evaluator.guns:
        return _battery_reason(unit_evaluator, place)
    if place.cell != unit.cell and (foe := _charged(unit_evaluator, place)) is not None:
        aspect = ASPECTS[(bearing(situation.grid, foe.unit.cell, place.cell) - foe.unit.facing) % 6]
        risks = melee_risks(situation, unit_evaluator.number, foe.number, place)
        holds = " on the objective" if any(foe.unit.cell in goal.cells for goal in situation.objectives) else ""
        return f"{with_verb(unit.name, 'charges')} {foe.unit.name}{holds} {FROM[aspect]}: {risks}."
    return with_motives(_act(unit_evaluator, place), list(_motives(unit_evaluator, place)))


def _charged(unit_evaluator: UnitEvaluator, place: Place) -> EnemyUnit | None:
    """The enemy in front of a place, which the unit charges by going there (EN-MELEE-01)."""
    situation = unit_evaluator.situation
    if not unit_evaluator.hot >> place.cell & 1:
        return None
    for direction, near in enumerate(situation.grid.near[place.cell]):
        if ASPECTS[(direction - place.facing) % 6] == "front" and near in situation.foes.cells:
            return situation.foes.cells[near][0]
    return None


def _battery_reason(unit_evaluator: UnitEvaluator, place: Place) -> str:
    situation = unit_evaluator.situation
    target = best_target(situation, unit_evaluator.number, place.cell, place.facing)
    act = _act(unit_evaluator, place)
    if target is None:
        return f"{act} to keep up with the army."
    return f"{act}, where {target.unit.name} is in its field of fire."


def _act(unit_evaluator: UnitEvaluator, place: Place) -> str:
    """What the unit does, without the reason."""
    unit, label = unit_evaluator.unit, unit_evaluator.situation.grid.label(place.cell)
    forms = FORMS.get(place.formation, "forms square") if place.formation != unit.formation else ""
    if place.cell != unit.cell:
        moves = f"moves to {label}"
        return with_verb(unit.name, f"{forms} and {moves}" if forms else moves)
    return f"{with_verb(unit.name, forms or 'turns')} at {label}"


def _motives(unit_evaluator: UnitEvaluator, place: Place) -> Iterator[Motive]:
    """What a place gains and risks for a unit compared with the place where it is."""
    unit, values = unit_evaluator.unit, unit_evaluator.place_values
    now = Place(unit.cell, unit.facing, unit.formation)
    foes, pinned = values.foes, unit_evaluator.pinned
    nearest = foes.cells[min(foes.cells, key=lambda cell: (values.situation.grid.distance(place.cell, cell), cell))][0]
    if place.formation in SQUARES and place.formation != unit.formation:
        yield Motive(weights.WON, f"against {nearest.unit.name}")
    yield Motive(max(0, values.way[place.cell] - values.way[now.cell]), _way(values, now, place, nearest))
    if place.formation == values.march[values.foes.far[place.cell] >= weights.MARCHING] != unit.formation:
        yield Motive(1, "to march" if place.formation == "column" else "to fight")
    turned = [FRONT[(foes.look[each.cell] - each.facing) % 6] for each in (now, place)]
    yield Motive(max(0, turned[1] - turned[0]), f"to face {nearest.unit.name}")
    if not values.ahead:
        return
    charges = _charge_danger(values, now, pinned), _charge_danger(values, place, pinned)
    yield _less_or_more(*charges, "out of reach of {}", "{} may charge it there")
    shells = _shell_danger(values, now), _shell_danger(values, place)
    yield _less_or_more(*shells, "out of the fire of {}", "{} may fire at it there")
    before, after = _own_charge(values, now), _own_charge(values, place)
    yield Motive(max(0, after[0] - before[0]), f"to charge {after[1]} next")


def _way(values: PlaceValues, now: Place, place: Place, nearest: EnemyUnit) -> str:
    """The goal that a move leads to: an objective, or the nearest enemy."""
    situation = values.situation
    distance = situation.grid.distance
    goals = [cell for goal in situation.objectives for cell in goal.cells]
    if goals and min(distance(place.cell, cell) for cell in goals) < min(distance(now.cell, cell) for cell in goals):
        return "onto the objective" if place.cell in goals else "towards the objective"
    if values.foes.far[place.cell] < values.foes.far[now.cell]:
        return f"towards {nearest.unit.name}"
    return "to stay with the army"


Danger = tuple[int, str]
"""A value, and the name of the enemy that it comes from."""


def _less_or_more(before: Danger, after: Danger, less: str, more: str) -> Motive:
    """What a unit gains if a danger shrinks, or risks if it grows; the words name the enemy that it comes from."""
    saved = before[0] - after[0]
    return Motive(saved, less.format(before[1]) if saved > 0 else more.format(after[1]))


def _charge_danger(values: PlaceValues, place: Place, pinned: int) -> Danger:
    """Expected loss by charges in a place, and the most dangerous enemy."""
    row = values.row(place.formation, values.situation.terrain(place.cell))
    charges = [each for each in values.charges(row, place.cell, place.facing) if not pinned >> each[0] & 1]
    stands, _ = max(charges, key=lambda charge: charge[1], default=(-1, 0))
    name = values.foes.cells[stands][0].unit.name if charges else ""
    return values.danger(tuple(charges), pinned), name


def _shell_danger(values: PlaceValues, place: Place) -> Danger:
    """Expected loss by the enemy's guns in a place, and the battery with the most dice."""
    row = values.row(place.formation, values.situation.terrain(place.cell))
    batteries = values.foes.shells(place.cell)
    worst = max(batteries, key=lambda battery: battery[2], default=None)
    name = values.foes.all[worst[0]].unit.name if worst is not None else ""
    return values.shells(row, place.cell, place.facing), name


def _own_charge(values: PlaceValues, place: Place) -> Danger:
    """Weighted gain by the unit's best charge from a place, and the enemy that it charges."""
    row = values.row(place.formation, values.situation.terrain(place.cell))
    gains = [
        (values.gain(row, foe, turned), foe)
        for foe, turned in values.foes.ahead(place.cell, place.facing, values.allowances[place.formation])
    ]
    gain, foe = max(gains, default=(0, -1))
    return (gain * weights.CHANCE // 100, values.foes.all[foe].unit.name) if gain > 0 else (0, "")


# Decisions


def mover_reason(situation: Situation, action: ChooseMover) -> str:
    """Reason to move first, or to leave the first move to the enemy."""
    if action.side == situation.side:
        return "To move first is to charge first, before the enemy can move away or charge."
    return "The enemy moves first, so that our units see where it goes before they move."


def square_reason(situation: Situation, action: HastySquare) -> str:
    """Reason to try to form hasty square, or not."""
    decision = situation.position.pending[-1]
    name = situation.name(decision.unit)
    if not action.attempt:
        return f"{with_verb(name, 'keeps its formation and fire')}: it would gain little in square."
    passes = situation.exact_values.passes(situation.traits(decision.unit))
    return f"{with_verb(name, 'tries')} to form square: {whole_percent(Fraction(passes, 1000))} to succeed."


def accept_reason(situation: Situation, action: Accept) -> str:
    """Reason to attack an enemy in contact, or not."""
    decision = situation.position.pending[-1]
    does = "attacks" if action.fight else "does not attack"
    risks = melee_risks(situation, decision.unit, decision.other)
    return f"{situation.name(decision.unit)} {does} {situation.name(decision.other)}: {risks}."


def advance_reason(situation: Situation, action: Advance) -> str:
    """Reason for what the winner of a melee does."""
    decision: Pending = situation.position.pending[-1]
    name = situation.name(decision.unit)
    if action.how == "in" and action.target != NOWHERE:
        unit = situation.occupancy.units[decision.unit]
        place = Place(decision.cell, unit.facing, unit.formation)
        risks = melee_risks(situation, decision.unit, action.target, place)
        return f"{with_verb(name, 'breaks')} through to {situation.name(action.target)}: {risks}."
    if action.how == "stay":
        return f"{with_verb(name, 'stays')} in place, out of a second melee."
    return f"{with_verb(name, 'advances')} into the captured hex."


def answer_reason(situation: Situation, action: Answer) -> str:
    """Reason for how a unit meets a breakthrough."""
    decision = situation.position.pending[-1]
    name, foe = situation.name(decision.unit), situation.name(decision.other)
    if action.how == "square":
        return f"{with_verb(name, 'tries')} to form square before {foe} arrives."
    if action.how == "fire":
        return f"{with_verb(name, 'fires')} at {foe} before the melee."
    return f"{with_verb(name, 'holds')} without firing."


REASONS: Final[dict[str, Callable[[Situation, Any], str]]] = {
    "choose_mover": mover_reason,
    "hasty_square": square_reason,
    "accept": accept_reason,
    "advance": advance_reason,
    "answer": answer_reason,
}
"""The reason for any action of a decision, by its topic."""
