"""The next activation, rally or leader move, with a reason."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, Final

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.engine.odds import whole_percent
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.actions import Activate, Rally
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.activations import UnitEvaluator, best_of
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, bearing
from battles.rules.easy_napoleonics.ai.exact_values import led, value_of
from battles.rules.easy_napoleonics.ai.reasons import activation_reason
from battles.rules.easy_napoleonics.ai.situation import Situation, has_targets
from battles.rules.easy_napoleonics.command import LeaderMoves
from battles.rules.easy_napoleonics.movement.activation import UnitActivations
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import LEVELS, Formation


def best_rally(situation: Situation, options: Sequence[Option]) -> Advice | None:
    """The next try to rally, or a leader's move before it; None when all units have tried.

    Units with a leader try first; then a leader moves to the next unit; then the others try.
    """
    shaken = [option.actions[0].unit for option in options if option.kind == "rally"]
    if not shaken:
        return None
    here = [number for number in shaken if led(situation.occupancy, number)]
    if here:
        return _rally(situation, max(here, key=lambda number: (_level_gain(situation, number), -number)))
    step = _leader_move_to_rally(situation, options, shaken)
    if step is not None:
        return step
    return _rally(situation, max(shaken, key=lambda number: (_level_gain(situation, number), -number)))


def _level_gain(situation: Situation, number: int) -> int:
    """Gain from raising a unit by one level."""
    unit = situation.occupancy.units[number]
    step = LEVELS.index(unit.level)
    return value_of(unit) * (weights.LOST[LEVELS[step]] - weights.LOST[LEVELS[step - 1]])


def _rally(situation: Situation, number: int) -> Advice:
    passes = situation.exact_values.passes(situation.traits(number))
    with_leader = " with the leader's help" if led(situation.occupancy, number) else ""
    odds = f"{whole_percent(Fraction(passes, 1000))} to succeed, and a failure costs nothing"
    text = f"{situation.name(number)} tries to rally{with_leader}: {odds}."
    return Advice(Rally(number), _level_gain(situation, number), text)


def _leader_move_to_rally(situation: Situation, options: Sequence[Option], shaken: list[int]) -> Advice | None:
    """A leader's move to the shaken unit with the greatest gain."""
    cells = {situation.occupancy.units[number].cell: number for number in shaken}
    best, most = None, 0
    for moves in _moves(options):
        for cell in moves.cells:
            if cell in cells and (best is None or _level_gain(situation, cells[cell]) > most):
                best, most = moves.to(cell), _level_gain(situation, cells[cell])
    if best is None:
        return None
    return Advice(best, most, f"The leader goes to {situation.name(cells[best.cell])} to rally it.")


def _moves(options: Sequence[Option]) -> list[LeaderMoves]:
    """Moves of leaders among the options."""
    return [option.actions for option in options if type(option.actions) is LeaderMoves]


def best_leader_move(situation: Situation, options: Sequence[Option]) -> Advice | None:
    """A leader's move to the unit that gains most; None if no leader should move."""
    own, at = situation.own, situation.occupancy.at
    for moves in _moves(options):
        man = situation.occupancy.leaders[moves.leader]
        now = _leader_value(situation, at[man.cell]) if own >> man.cell & 1 else -1
        best, most = None, now + weights.WORTH_A_WALK
        for cell in moves.cells:
            if own >> cell & 1 and _company_value(situation, at[cell]) > most:
                value = _leader_value(situation, at[cell])
                if value > most:
                    best, most = cell, value
        if best is not None:
            unit = situation.occupancy.units[at[best]]
            helps = "fire and pass morale checks" if unit.kind in ARTILLERY else "pass morale checks"
            return Advice(moves.to(best), most - now, f"The leader goes to {unit.name} to help it {helps}.")
    return None


def _company_value(situation: Situation, number: int) -> int:
    """Value of a leader with a unit, without the risk from fire: more with guns that fire."""
    unit = situation.occupancy.units[number]
    value = 0
    if unit.kind in ARTILLERY:
        value = weights.WITH_GUNS if unit.formation == "unlimbered" else 0
    if situation.occupancy.near[situation.enemy] >> unit.cell & 1:
        return value + weights.IN_MELEE
    return value + weights.WITH_SHAKEN if unit.level != "good" else value


def _leader_value(situation: Situation, number: int) -> int:
    """Value of a leader with a unit, less the risk from fire."""
    cell, value = situation.occupancy.units[number].cell, _company_value(situation, number)
    if situation.occupancy.near[situation.enemy] >> cell & 1:
        return value
    return value - len(situation.foes.shells(cell)) * weights.UNDER_FIRE


def best_refuge(situation: Situation, options: Sequence[Option]) -> Advice:
    """Flight of a leader to a friendly unit far from the enemy; else to a hex far from the enemy."""
    actions = options[0].actions
    far = situation.foes.far
    best = max(actions, key=lambda action: (situation.own >> action.cell & 1, min(far[action.cell], 4)))
    return Advice(best, 0, f"The leader flees to {situation.grid.label(best.cell)}, away from the enemy.")


VALUE: Final = attrgetter("value")


def units_by_distance(
    situation: Situation, options: Sequence[Option], brief: bool = False
) -> list[tuple[int, int, UnitActivations]]:
    """Units that may be activated: distance from the enemy, number and activations of each, nearest first.

    If ``brief``, only units near the enemy.
    """
    far, units = situation.foes.far, situation.occupancy.units
    rows = [
        (far[units[option.actions.unit].cell], option.actions.unit, option.actions)
        for option in options
        if type(option.actions) is UnitActivations
    ]
    rows.sort()
    return [row for row in rows if row[0] <= weights.CALM] if brief else rows


def note_charges(situation: Situation) -> tuple[Any, ...]:
    """Store in ``situation`` how likely each charged enemy survives; return the charges made."""
    occupancy = situation.occupancy
    meeting = situation.own & occupancy.near[situation.enemy]
    if not meeting:
        return ()
    there = sorted([occupancy.at[cell] for cell in situation.grid.cells(meeting)])
    charging = [(number, occupancy.units[number]) for number in there if occupancy.units[number].charged]
    notes = situation.foes.notes
    cached = notes.get("charging")
    if cached is None or cached[0] != charging or cached[1] is not situation.occupancy.leaders:
        cached = notes["charging"] = (charging, situation.occupancy.leaders, _survivors(situation, charging))
    situation.survives = cached[2]
    return tuple([(number, unit.charged) for number, unit in charging])


def _survivors(situation: Situation, charging: list[tuple[int, Unit]]) -> dict[int, int]:
    """How often each charged enemy survives, per 1,000."""
    survives: dict[int, int] = {}
    units, cells = situation.occupancy.units, situation.foes.cells
    for number, unit in charging:
        for foe in [
            foe for target in unit.charged for foe in cells.get(units[target].cell, ()) if foe.number == target
        ]:
            back = (bearing(situation.grid, foe.unit.cell, unit.cell) - foe.unit.facing) % 6
            _, _, broken = situation.exact_values.clash(situation.traits(number), foe.traits, ASPECTS[back], True)
            survives[foe.number] = survives.get(foe.number, 1000) * (1000 - broken) // 1000
    return survives


def best_activation(situation: Situation, options: Sequence[Option], brief: bool) -> Advice | None:
    """Best activation of the first unit that gains by one; None if no unit gains.

    Units that stayed before are not evaluated again until something changes that their evaluation depends on.
    """
    if not situation.foes.all:
        return None
    charges = (
        situation.ahead,
        *note_charges(situation),
        situation.occupancy.near[situation.side] & situation.foes.held,
    )
    stays = situation.foes.stays
    for _, number, listed in units_by_distance(situation, options, brief):
        unit = situation.occupancy.units[number]
        depends_on = (*charges, situation.own) if unit.kind in ARTILLERY else charges
        stay = stays.get(number)
        if (
            stay is not None
            and stay[1] is unit
            and (stay[2] is ALWAYS or (stay[0] is listed and stay[2] == depends_on))
        ):
            continue
        if unit.formation == "unlimbered" and has_targets(situation, unit):
            stays[number] = (listed, unit, ALWAYS)
            continue
        advice = _gain_of_best(UnitEvaluator(situation, number), listed)
        if advice is not None:
            return advice
        stays[number] = (listed, unit, depends_on)
    return None


ALWAYS: Final = ("always",)
"""Marks a unit that stays until it or the enemy changes."""


def _gain_of_best(unit_evaluator: UnitEvaluator, listed: UnitActivations) -> Advice | None:
    """Best activation of a unit, if it gains enough; else None."""
    staying = unit_evaluator.staying()
    scored = best_of(unit_evaluator, listed, staying + weights.WORTH_A_MOVE - 1)
    return (
        None
        if scored is None
        else Advice(
            unit_evaluator.action(scored), scored.value - staying, partial(activation_reason, unit_evaluator, scored)
        )
    )


def several_activations(situation: Situation, options: Sequence[Option], first: Advice, most: int) -> list[Advice]:
    """Other activations of the unit of the best advice, and then the best of the other units."""
    note_charges(situation)
    own: list[Advice] = []
    others: list[Advice] = []
    chosen = first.action.unit if type(first.action) is Activate else NOWHERE
    if chosen != NOWHERE and situation.foes.far[situation.occupancy.units[chosen].cell] > weights.CALM:
        return []
    for _, number, listed in units_by_distance(situation, options, True):
        unit_evaluator = UnitEvaluator(situation, number)
        staying = unit_evaluator.staying()
        places: set[tuple[Cell, int, Formation]] = set()
        for score in sorted(unit_evaluator.scored(listed), key=VALUE, reverse=True):
            if len(places) == (weights.PLACES if number == chosen else weights.OTHER_PLACES):
                break
            place = (score.cell, score.facing, score.formation)
            if place not in places:
                places.add(place)
                advices = own if number == chosen else others
                advices.append(
                    Advice(
                        unit_evaluator.action(score),
                        score.value - staying,
                        partial(activation_reason, unit_evaluator, score),
                    )
                )
    others.sort(key=lambda advice: -advice.value)
    return [*own, *others][:most]
