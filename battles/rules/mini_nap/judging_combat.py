"""Hand-to-hand: who joins in, on whom strength points are put, and what a unit does that has broken through."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import breaking_ways, steps, weights
from battles.rules.mini_nap.board import touched
from battles.rules.mini_nap.charging import Reach
from battles.rules.mini_nap.engaged import foes, live_pairs
from battles.rules.mini_nap.frames import Combat
from battles.rules.mini_nap.judging_field import Field, outflanked
from battles.rules.mini_nap.judging_moves import along, attack_of
from battles.rules.mini_nap.judging_odds import Attack, value_of
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.state import Unit
from battles.rules.mini_nap.tables import DIE_SIDES

PASS: Final = Advice(act.Pass(), 0, "Nobody else would gain by joining in.")
FLANK_FIRST: Final = 200
"""What it is worth to come at an enemy from behind his front."""


# Joining in


def best_join(field: Field, options: Sequence[Option]) -> Advice:
    """The unit whose help gains most; nobody where none has to and none gains."""
    found = [
        _join(field, action)
        for option in options
        for action in option.actions
        if isinstance(action, act.Join | act.BreakSquare)
    ]
    best = max(found, key=lambda advice: advice.value)
    may_pass = any(option.kind == "pass" for option in options)
    return PASS if may_pass and best.value <= 0 else best


def _join(field: Field, action: act.Join | act.BreakSquare) -> Advice:
    """What a combat gains for a unit that joins it, beside what it gains without."""
    state = field.state
    unit, enemy = state.units[action.unit], state.units[action.enemy]
    friends = [state.units[number] for number in touched(state, action.enemy)]
    outflanking = outflanked(enemy, unit)
    alone = sum(friend.points for friend in friends)
    if friends:
        first = friends[0]
        more = alone - first.points
        without = field.gain(first, enemy, Attack(charging=first.impact, backing=2 * more))
        attack = Attack(charging=first.impact, backing=2 * (more + unit.points))
        value = field.gain(first, enemy, attack) - without + outflanking * FLANK_FIRST
    else:
        value = field.gain(unit, enemy, Attack(outflanking, charging=False))
    if isinstance(action, act.BreakSquare):
        value = value * field.ledger.passes(unit.rating) // DIE_SIDES - weights.SQUARE
    return Advice(action, value, f"{unit.name} joins in against {enemy.name}, which shifts the odds.")


# Strength points


def best_group(field: Field, options: Sequence[Option]) -> Advice:
    """The first combat: none waits for another."""
    return Advice(options[0].actions[0], 0, "The combats are fought one after the other.")


def best_allotment(field: Field, frame: Combat, options: Sequence[Option]) -> Advice:
    """The points go where they take most of the enemy, and are not thrown after those who fall anyway."""
    assert frame.group is not None  # noqa: S101
    worth = {number: value_of(field.state.units[number]) for number in foes(live_pairs(field.state, frame.group))}
    best = max(
        (action for option in options for action in option.actions),
        key=lambda action: _allotted(field, frame, action, worth),
    )
    return Advice(best, 0, "The points are put where they are expected to take most of the enemy.")


def _allotted(field: Field, frame: Combat, action: act.Allot, worth: dict[int, int]) -> int:
    """What a way to share points out takes of the enemies by the mean of the dice."""
    units, hits = field.state.units, dict.fromkeys(worth, 0)
    for share in action.shares:
        unit, enemy = units[share.unit], units[share.enemy]
        sets = 1 + (not frame.round and (share.unit, share.enemy) in frame.outflanked)
        hits[share.enemy] += sets * share.points * field.ledger.passes(unit.rating) * (2 if in_square(enemy) else 3)
    total = 0
    for number, expected in hits.items():
        whole = 3 * DIE_SIDES * units[number].points
        part = min(expected, whole)
        total += worth[number] * part * part // (whole * whole)
    return total


# Break-through


def best_break(field: Field, standing: Standing, options: Sequence[Option]) -> Advice:
    """A charge that the odds are for; else the place that is best of those that can be reached."""
    found = [_broken(field, standing, action) for option in options for action in _worth_a_look(option)]
    return max(found, key=lambda advice: advice.value)


def _worth_a_look(option: Option) -> Sequence[Any]:
    """Of rallies the ends of what may be chosen, of the rest all that is not a matter of anytime."""
    if option.kind in ("rally_back", "rally_forward"):
        return tuple({option.actions[0]: None, option.actions[-1]: None})
    return option.actions if option.kind in ("stop_and_rally", "break_charge") else ()


def _broken(field: Field, standing: Standing, action: Any) -> Advice:
    unit = field.state.units[action.unit]
    name = unit.name
    match action:
        case act.BreakCharge():
            gain = _charge(field, action, unit)
            target = field.state.units[action.target].name
            value = standing.worth(action.unit, unit) + gain - weights.LEAST_CHARGE
            return Advice(action, value, f"{name} rides on at {target}, for the odds are with it.")
        case act.StopAndRally():
            there, what = replace(unit, facing=action.facing), "stops and rallies"
        case act.RallyBack():
            there, what = along(unit, unit.facing + steps.HALF_TURN, action.travel), "rallies back"
        case _:
            there, what = along(unit, unit.facing, action.travel), "rallies forward"
    return Advice(action, standing.worth(action.unit, there), f"{name} {what}, where it stands best.")


def _charge(field: Field, action: act.BreakCharge, unit: Unit) -> int:
    """A charge out of the break-through, by a unit with its hit marker (MN-BREAK-08)."""
    ledger, state = field.ledger, field.state
    hits = field.rules.tables.break_charge_hits
    weaker = replace(unit, points=max(1, unit.points - hits), facing=action.facing)
    made = breaking_ways.charge(state, action)
    if not isinstance(made, Reach):
        return 0
    arrived = along(weaker, action.facing, made.travel)
    attack = attack_of(field, action.unit, arrived, action.target)
    gain = field.charge(weaker, state.units[action.target], attack, made.travel)
    return gain - ledger.hurt(unit, hits)
