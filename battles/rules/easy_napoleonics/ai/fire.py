"""Fire missions by expected gain, and gains of melees and hasty squares."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from battles.engine.ai import Advice
from battles.engine.core import Option, SideId
from battles.engine.odds import whole_percent
from battles.kits.hex.occupancy import changed_indexes
from battles.rules.easy_napoleonics import facts
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, bearing
from battles.rules.easy_napoleonics.ai.exact_values import Traits, value_of
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.fire import Shots, Volleys
from battles.rules.easy_napoleonics.state import Leader, Unit
from battles.rules.easy_napoleonics.terrain import Field


def most_dice(options: Sequence[Option]) -> dict[int, dict[int, int]]:
    """Units that may fire, with their most dice, by target."""
    by_target: dict[int, dict[int, int]] = {}
    for option in options:
        if type(option.actions) is Volleys:
            by_target[option.actions.target] = dict(option.actions.shots)
        elif option.kind == "fire":
            first: Fire = option.actions[0]
            most = by_target.setdefault(first.target, {})
            actions = option.actions if len(first.dice) == 1 and len(option.actions) > 1 else (first,)
            for action in actions:
                for number, dice in action.dice:
                    most[number] = max(dice, most.get(number, 0))
    return by_target


class FireTarget(Struct, frozen=True):
    """A target: its traits and value, and for each firing unit its most dice and its shot (dice and needed face)."""

    traits: Traits
    value: int
    dice: dict[int, int]
    shots: dict[int, tuple[int, int]]


def fire_target_of(situation: Situation, target: int, dice: dict[int, int]) -> FireTarget:
    """Make a target of fire."""
    unit, traits = situation.occupancy.units[target], situation.traits(target)
    shots = {number: _shot(situation, number, count, target, traits) for number, count in dice.items()}
    return FireTarget(traits, value_of(unit) * weights.URGENT.get(urgency(situation, target), 100) // 100, dice, shots)


def _shot(situation: Situation, number: int, count: int, target: int, traits: Traits) -> tuple[int, int]:
    aspect = facts.fire_aspect(situation.field, situation.occupancy, number, target)
    return situation.exact_values.shot(situation.traits(number), traits, aspect, count)


def urgency(situation: Situation, target: int) -> str:
    """``contact`` if a target is next to a unit of this side, so that it may fight a melee; else ``far``."""
    return (
        "contact" if situation.occupancy.near[situation.side] >> situation.occupancy.units[target].cell & 1 else "far"
    )


def mission_value(situation: Situation, fire_target: FireTarget, firers: tuple[int, ...]) -> int:
    """Expected loss of the enemy by a mission, in hundredths of a victory point."""
    shots = tuple(sorted([fire_target.shots[number] for number in firers]))
    value = situation.exact_values.hurts(shots, fire_target.traits) * fire_target.value // 1000
    if fire_target.traits[6]:
        value += sum([fire_target.dice[number] for number in firers]) * weights.LEADER_HIT
    return value


Mission = tuple[int, int, Shots]
"""Value, target and dice."""


class Plan(Struct, frozen=True):
    """Missions of a side, best first, and the facts that they depend on."""

    field: Field
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    near: int
    dice: dict[int, dict[int, int]]
    missions: list[Mission]

    def rest(self, situation: Situation, dice: dict[int, dict[int, int]]) -> list[Mission]:
        """Missions left after the first one was fired; empty if more than that has changed."""
        occupancy = situation.occupancy
        if (
            self.field is not situation.field
            or self.leaders is not occupancy.leaders
            or self.near != occupancy.near[situation.side]
        ):
            return []
        _, target, shots = self.missions[0]
        fired = dict(shots)
        if not {target, *fired}.issuperset(changed_indexes(self.units, occupancy.units)):
            return []
        left = {other: {n: most[n] for n in most if n not in fired} for other, most in self.dice.items()}
        del left[target]
        return self.missions[1:] if {other: most for other, most in left.items() if most} == dice else []


_PLANS: Final[dict[tuple[int, SideId], Plan]] = {}


def planned(situation: Situation, options: Sequence[Option]) -> list[Mission]:
    """Missions of a side, planned once for all its fire in a phase."""
    dice = most_dice(options)
    key = (id(situation.field), situation.side)
    plan = _PLANS.get(key)
    missions_left = plan.rest(situation, dice) if plan is not None else []
    if not missions_left:
        missions_left = missions(situation, dice)
        if len(_PLANS) >= weights.FIELDS_KEPT:
            _PLANS.clear()
    if missions_left:
        occupancy = situation.occupancy
        _PLANS[key] = Plan(
            situation.field, occupancy.units, occupancy.leaders, occupancy.near[situation.side], dice, missions_left
        )
    return missions_left


def missions(situation: Situation, most: dict[int, dict[int, int]]) -> list[Mission]:
    """Plan missions: each unit fires at the target where it adds most. Best mission first."""
    targets = {target: fire_target_of(situation, target, dice) for target, dice in most.items()}
    left = sorted({number for fire_target in targets.values() for number in fire_target.dice})
    firers: dict[int, tuple[int, ...]] = dict.fromkeys(targets, ())
    values: dict[int, int] = dict.fromkeys(targets, 0)
    with_one: dict[int, dict[int, int]] = {}
    changed = list(targets)
    while left:
        for target in changed:
            fire_target, now = targets[target], firers[target]
            with_one[target] = {
                number: mission_value(situation, fire_target, (*now, number))
                for number in left
                if number in fire_target.dice
            }
        gains = [
            (value - values[target], target, number)
            for target, values_with_one in with_one.items()
            for number, value in values_with_one.items()
            if number in left
        ]
        _, target, number = max(gains, key=itemgetter(0))
        firers[target] = (*firers[target], number)
        values[target] = with_one[target][number]
        left.remove(number)
        changed = [target]
    values_with_one = [
        (values[target], target, tuple([(number, targets[target].dice[number]) for number in sorted(numbers)]))
        for target, numbers in firers.items()
        if numbers
    ]
    values_with_one.sort(key=lambda row: (-row[0], row[1]))
    return values_with_one


def best_mission(situation: Situation, options: Sequence[Option]) -> Advice | None:
    """The mission to fire first; None if there is none."""
    by_firer = situation.field.options.fire_pooling == "by_firer"
    ranked = missions(situation, most_dice(options)) if by_firer else planned(situation, options)
    if not ranked:
        return None
    value, target, dice = ranked[0]
    if by_firer:
        dice = dice[:1]
    return Advice(Fire(target, dice), value, partial(_reason, situation, target, dice))


def _reason(situation: Situation, target: int, dice: Shots) -> str:
    traits = situation.traits(target)
    shots = tuple(sorted([_shot(situation, number, count, target, traits) for number, count in dice]))
    broken = situation.exact_values.breaks(shots, traits)
    names = " and ".join(situation.name(number) for number, _ in dice[:2]) + (" and others" if len(dice) > 2 else "")
    costs = f", where {'its' if len(dice) == 1 else 'their'} fire costs most"
    risk = f": {whole_percent(Fraction(broken, 1000))} that it breaks" if broken >= 10 else costs
    return f"{names} fire{'s' * (len(dice) == 1)} at {situation.name(target)}{risk}."


def melee_gain(situation: Situation, attacker: int, defender: int) -> int:
    """Expected gain of a melee for the side of the situation."""
    occupancy = situation.occupancy
    one, two = occupancy.units[attacker], occupancy.units[defender]
    back = (bearing(situation.grid, two.cell, one.cell) - two.facing) % 6
    lost, won, _ = situation.exact_values.clash(
        situation.traits(attacker), situation.traits(defender), ASPECTS[back], defender in one.charged
    )
    gain = (value_of(two) * won - value_of(one) * lost) // 1000
    return gain if one.side == situation.side else -gain


def square_gain(situation: Situation, number: int, foe: int) -> tuple[int, int]:
    """Expected gain of a try for hasty square against a charge, and how often it succeeds, per 1,000."""
    occupancy, exact_values = situation.occupancy, situation.exact_values
    unit, charger = occupancy.units[number], occupancy.units[foe]
    passes = exact_values.passes(situation.traits(number))
    back = (bearing(situation.grid, unit.cell, charger.cell) - unit.facing) % 6

    def suffered(formation: Any) -> int:
        mine = situation.traits(number, None, formation)
        lost, won, _ = exact_values.clash(situation.traits(foe), mine, ASPECTS[back], True)
        return (value_of(unit) * won - value_of(charger) * lost) // 1000

    stands, squares = suffered(unit.formation), suffered("hasty_square")
    fire = 0
    if back in (0, 5):
        dice = situation.field.book.fire_dice.get((unit.kind, unit.formation, 1), 0)
        turned = (bearing(situation.grid, charger.cell, unit.cell) - charger.facing) % 6
        if dice:
            hurt = exact_values.hurt(situation.traits(number), situation.traits(foe), ASPECTS[turned], dice)
            fire = hurt * value_of(charger) // 1000
    return (passes * (stands - squares) - (1000 - passes) * fire) // 1000, passes
