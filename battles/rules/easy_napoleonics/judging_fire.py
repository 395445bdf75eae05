"""Missions by what they are expected to break, and what a unit that may fight or form square should do."""

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import Option, SideId
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import positions, weights
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS, bearing
from battles.rules.easy_napoleonics.judging_odds import Traits, value_of
from battles.rules.easy_napoleonics.lay import differing
from battles.rules.easy_napoleonics.missions import Shots, Volleys
from battles.rules.easy_napoleonics.state import Leader, Unit


def most_dice(options: Sequence[Option]) -> dict[int, dict[int, int]]:
    """By target, the units that may fire at it and the most dice of each."""
    found: dict[int, dict[int, int]] = {}
    for option in options:
        if type(option.actions) is Volleys:
            found[option.actions.target] = dict(option.actions.shots)
        elif option.kind == "fire":
            first: Fire = option.actions[0]
            most = found.setdefault(first.target, {})
            actions = option.actions if len(first.dice) == 1 and len(option.actions) > 1 else (first,)
            for action in actions:
                for number, dice in action.dice:
                    most[number] = max(dice, most.get(number, 0))
    return found


class Mark(Struct, frozen=True):
    """A target: its traits, what all of it is worth, and by firer the most dice, and dice and face that they need."""

    traits: Traits
    value: int
    dice: dict[int, int]
    shots: dict[int, tuple[int, int]]


def mark_of(ground: Ground, target: int, dice: dict[int, int]) -> Mark:
    """A target of fire."""
    unit, traits = ground.lay.units[target], ground.traits(target)
    shots = {number: _shot(ground, number, count, target, traits) for number, count in dice.items()}
    return Mark(traits, value_of(unit) * weights.URGENT.get(urgency(ground, target), 100) // 100, dice, shots)


def _shot(ground: Ground, number: int, count: int, target: int, traits: Traits) -> tuple[int, int]:
    aspect = positions.fire_aspect(ground.field, ground.lay, number, target)
    return ground.ledger.shot(ground.traits(number), traits, aspect, count)


def urgency(ground: Ground, target: int) -> str:
    """Whether a target is in contact with a unit of this side, so that the melee depends on it."""
    return "contact" if ground.lay.near[ground.side] >> ground.lay.units[target].cell & 1 else "far"


def worth_of(ground: Ground, mark: Mark, firers: tuple[int, ...]) -> int:
    """What a mission is expected to cost the enemy, in hundredths of a victory point."""
    shots = tuple(sorted([mark.shots[number] for number in firers]))
    worth = ground.ledger.hurts(shots, mark.traits) * mark.value // 1000
    if mark.traits[6]:
        worth += sum([mark.dice[number] for number in firers]) * weights.LEADER_HIT
    return worth


Mission = tuple[int, int, Shots]
"""Worth, target and dice."""


class Plan(Struct, frozen=True):
    """The missions of a side, the best first, and what they go by: the position, and who may fire at whom."""

    field: Field
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    near: int
    dice: dict[int, dict[int, int]]
    missions: list[Mission]

    def rest(self, ground: Ground, dice: dict[int, dict[int, int]]) -> list[Mission]:
        """What is left of it once its first mission is fired; nothing where more has changed than that."""
        lay = ground.lay
        if self.field is not ground.field or self.leaders is not lay.leaders or self.near != lay.near[ground.side]:
            return []
        _, target, shots = self.missions[0]
        fired = dict(shots)
        if not {target, *fired}.issuperset(differing(self.units, lay.units)):
            return []
        left = {other: {n: most[n] for n in most if n not in fired} for other, most in self.dice.items()}
        del left[target]
        return self.missions[1:] if {other: most for other, most in left.items() if most} == dice else []


_PLANS: Final[dict[tuple[int, SideId], Plan]] = {}


def planned(ground: Ground, options: Sequence[Option]) -> list[Mission]:
    """The missions of a side as `missions` finds them, thought out once for all that it fires in a phase."""
    dice = most_dice(options)
    key = (id(ground.field), ground.side)
    known = _PLANS.get(key)
    found = known.rest(ground, dice) if known is not None else []
    if not found:
        found = missions(ground, dice)
        if len(_PLANS) >= weights.FIELDS_KEPT:
            _PLANS.clear()
    if found:
        lay = ground.lay
        _PLANS[key] = Plan(ground.field, lay.units, lay.leaders, lay.near[ground.side], dice, found)
    return found


def missions(ground: Ground, most: dict[int, dict[int, int]]) -> list[Mission]:
    """Every unit's fire at the target where it adds most, target by target, the best first."""
    marks = {target: mark_of(ground, target, dice) for target, dice in most.items()}
    left = sorted({number for mark in marks.values() for number in mark.dice})
    firers: dict[int, tuple[int, ...]] = dict.fromkeys(marks, ())
    worths: dict[int, int] = dict.fromkeys(marks, 0)
    with_one: dict[int, dict[int, int]] = {}
    changed = list(marks)
    while left:
        for target in changed:
            mark, now = marks[target], firers[target]
            with_one[target] = {
                number: worth_of(ground, mark, (*now, number)) for number in left if number in mark.dice
            }
        gains = [
            (worth - worths[target], target, number)
            for target, found in with_one.items()
            for number, worth in found.items()
            if number in left
        ]
        _, target, number = max(gains, key=itemgetter(0))
        firers[target] = (*firers[target], number)
        worths[target] = with_one[target][number]
        left.remove(number)
        changed = [target]
    found = [
        (worths[target], target, tuple([(number, marks[target].dice[number]) for number in sorted(numbers)]))
        for target, numbers in firers.items()
        if numbers
    ]
    found.sort(key=lambda row: (-row[0], row[1]))
    return found


def best_mission(ground: Ground, options: Sequence[Option]) -> Advice | None:
    """The mission to fire first; None where there is none."""
    by_firer = ground.field.options.fire_pooling == "by_firer"
    found = missions(ground, most_dice(options)) if by_firer else planned(ground, options)
    if not found:
        return None
    worth, target, dice = found[0]
    if by_firer:
        dice = dice[:1]
    return Advice(Fire(target, dice), worth, partial(_reason, ground, target, dice))


def _reason(ground: Ground, target: int, dice: Shots) -> str:
    traits = ground.traits(target)
    shots = tuple(sorted([_shot(ground, number, count, target, traits) for number, count in dice]))
    broken = ground.ledger.breaks(shots, traits)
    names = " and ".join(ground.name(number) for number, _ in dice[:2]) + (" and others" if len(dice) > 2 else "")
    what = f"which breaks it {broken // 10} times in 100" if broken >= 10 else "the target that its dice cost most"
    return f"{names} fire{'s' * (len(dice) == 1)} at {ground.name(target)}, {what}."


def melee_gain(ground: Ground, attacker: int, defender: int) -> int:
    """What a melee is expected to gain for the side that is asked, whoever attacks."""
    lay = ground.lay
    one, two = lay.units[attacker], lay.units[defender]
    back = (bearing(ground.grid, two.cell, one.cell) - two.facing) % 6
    lost, won, _ = ground.ledger.clash(
        ground.traits(attacker), ground.traits(defender), ASPECTS[back], defender in one.charged
    )
    gain = (value_of(two) * won - value_of(one) * lost) // 1000
    return gain if one.side == ground.side else -gain


def square_gain(ground: Ground, number: int, foe: int) -> tuple[int, int]:
    """What hasty square gains against a charge beside standing as it is, and how often in 1,000 it succeeds."""
    lay, ledger = ground.lay, ground.ledger
    unit, rider = lay.units[number], lay.units[foe]
    passes = ledger.passes(ground.traits(number))
    back = (bearing(ground.grid, unit.cell, rider.cell) - unit.facing) % 6

    def suffered(formation: Any) -> int:
        mine = ground.traits(number, None, formation)
        lost, won, _ = ledger.clash(ground.traits(foe), mine, ASPECTS[back], True)
        return (value_of(unit) * won - value_of(rider) * lost) // 1000

    stands, squares = suffered(unit.formation), suffered("hasty_square")
    fire = 0
    if back in (0, 5):
        dice = ground.field.book.fire_dice.get((unit.kind, unit.formation, 1), 0)
        turned = (bearing(ground.grid, rider.cell, unit.cell) - rider.facing) % 6
        if dice:
            hurt = ledger.hurt(ground.traits(number), ground.traits(foe), ASPECTS[turned], dice)
            fire = hurt * value_of(rider) // 1000
    return (passes * (stands - squares) - (1000 - passes) * fire) // 1000, passes
