"""Forecast of hand-to-hand combat: winner, points left of each unit, and break-through."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from battles.engine.core import Modifier
from battles.engine.forecast import Chance, Forecast, Sum
from battles.rules.mini_nap.combat.combatants import (
    DICE_RULE,
    CombatGroup,
    RoundKind,
    Strike,
    blows_of,
    combat_group,
    enemies_by_unit,
    groups_of,
    live_pairs,
    strikes_of,
    with_impact_facts,
)
from battles.rules.mini_nap.combat.melee import round_kind
from battles.rules.mini_nap.decisions import Combat
from battles.rules.mini_nap.odds.combat import CombatResult, Pair, Points, TooLarge, combat_odds
from battles.rules.mini_nap.odds.forecast_blocks import Conditions, Viewpoint, chances_of, points_left, titled
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import State, in_square, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES
from battles.rules.mini_nap.words import names as say

ALL_ON_FIRST: Final = "all points not yet allotted go to the first enemy"
"""Assumed allotment of a unit with several enemies that has not chosen yet."""

PAIR: Final = 2
"""Units in a combat of two."""


def combat_of_unit(viewpoint: Viewpoint, state: State, number: int, conditions: Conditions = ()) -> Iterator[Forecast]:
    """Forecast of the combat of a unit in its present contacts; empty if it has none."""
    for group in groups_of(state):
        if number in enemies_by_unit(group.pairs):
            yield from combat_forecast(viewpoint, state, with_impact_facts(state, group), conditions)


def combat_forecast(
    viewpoint: Viewpoint, state: State, frame: Combat, conditions: Conditions = ()
) -> Iterator[Forecast]:
    """Forecast of a combat from its present round to its end (MN-HTH-10); if too large, the next round only."""
    assert frame.group is not None  # noqa: S101
    pairs = enemies_by_unit(live_pairs(state, frame.group))
    if any(len(enemies) > 1 for enemies in pairs.values()):
        conditions += (ALL_ON_FIRST,)
    group_combat, numbers = combat_group(state, frame)
    shares = _shares(frame, pairs, numbers)
    sums = tuple(_sums(state, frame, shares, numbers))
    sides = [[number for number in numbers if state.units[number].side == side] for side in ("a", "b")]
    two = say.units(state, sides[1])
    title = titled(f"{say.units_do(state, sides[0], 'fights')} {two}", conditions)
    try:
        ends = _cached_odds(group_combat, _RulesKey(state.setup.rules), round_kind(frame), shares)
    except TooLarge:
        yield Forecast(f"{title}: too many strength points for exact odds", (), sums, DICE_RULE, whole=False)
        return
    rows = _winners(viewpoint, state, sides, numbers, ends)
    won, lost = (sum((share for _, share, good in rows if good is wanted), Fraction(0)) for wanted in (True, False))
    brief = (Chance("you win the combat", won, True), Chance("you lose it", lost, False))
    yield Forecast(title, chances_of(rows), sums, DICE_RULE, brief=brief)
    for place, number in enumerate(numbers):
        shares_left = _left(ends.end, place)
        title = titled(f"{say.unit(state, number)} after the combat", conditions)
        yield Forecast(title, points_left(viewpoint, state, number, shares_left), rule="MN-LOSS-05")
    if not frame.round:
        yield from _break_through(viewpoint, state, pairs, numbers, ends, conditions)


def _shares(frame: Combat, pairs: Mapping[int, Sequence[int]], numbers: Sequence[int]) -> tuple[tuple[Pair, int], ...]:
    """Points already allotted, by indexes in the combat; other enemies of an allotting unit get 0."""
    place = {number: index for index, number in enumerate(numbers)}
    allotted = {(share.unit, share.enemy): share.points for share in frame.shares}
    chosen = {unit for unit, _ in allotted}
    return tuple(
        ((place[unit], place[enemy]), allotted.get((unit, enemy), 0))
        for unit, enemies in pairs.items()
        if unit in chosen
        for enemy in enemies
    )


class _RulesKey:
    """Rules as a cache key; equal rules are one key."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return hash(id(self.rules.tables))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _RulesKey) and self.rules == other.rules


@lru_cache(maxsize=256)
def _cached_odds(
    group_combat: CombatGroup, rules_key: _RulesKey, start: RoundKind, shares: tuple[tuple[Pair, int], ...]
) -> CombatResult:
    return combat_odds(group_combat, rules_key.rules, start=start, shares=dict(shares))


def _winners(
    viewpoint: Viewpoint, state: State, sides: Sequence[Sequence[int]], numbers: Sequence[int], ends: CombatResult
) -> list[tuple[str, Fraction, bool | None]]:
    """Chances that side a wins, side b wins, all are destroyed, or both have units left out of contact."""
    first, second = ({numbers.index(number) for number in side} for side in sides)
    shares: dict[tuple[bool, bool], Fraction] = {}
    for left, share in ends.end.items():
        key = any(left[place] for place in first), any(left[place] for place in second)
        shares[key] = shares.get(key, Fraction(0)) + share
    rows: list[tuple[str, Fraction, bool | None]] = []
    for side, key in zip(sides, ((True, False), (False, True)), strict=True):
        rows.append((say.units_do(state, side, "wins"), shares.get(key, Fraction(0)), viewpoint.good(state, side[0])))
    none_left = "both are destroyed" if len(numbers) == PAIR else "all are destroyed"
    rows.append((none_left, shares.get((False, False), Fraction(0)), None))
    return [*rows, ("units of both sides are left", shares.get((True, True), Fraction(0)), None)]


def _left(end: Mapping[Points, Fraction], place: int) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = {}
    for points, share in end.items():
        shares[points[place]] = shares.get(points[place], Fraction(0)) + share
    return shares


def _break_through(
    viewpoint: Viewpoint,
    state: State,
    pairs: Mapping[int, Sequence[int]],
    numbers: Sequence[int],
    ends: CombatResult,
    conditions: Conditions,
) -> Iterator[Forecast]:
    """Chances of units to have no enemy left after the impact round and break through (MN-HTH-25)."""
    place = {number: index for index, number in enumerate(numbers)}
    for number, enemies in pairs.items():
        unit = state.units[number]
        lost = state.step == "break_passive" and unit.side == state.active
        if lost or in_square(unit) or unit_class(unit) == "artillery":
            continue
        share = ends.impact_chance(
            lambda left, number=number, enemies=enemies: (
                bool(left[place[number]])  # type: ignore[misc]
                and not any(left[place[enemy]] for enemy in enemies)
            )
        )
        if share:
            good = viewpoint.good(state, number)
            rows = [("breaks through", share, good), ("does not break through", 1 - share, None)]
            title = titled(f"{say.unit(state, number)} after the impact", conditions)
            yield Forecast(title, chances_of(rows), rule="MN-HTH-25")


# How the dice come about


def _sums(state: State, frame: Combat, shares: Sequence[tuple[Pair, int]], numbers: Sequence[int]) -> Iterator[Sum]:
    """Dice sums of every unit against every enemy, in the next round and in the first melee round."""
    allotted = {(numbers[one], numbers[other]): points for (one, other), points in shares}
    assert frame.group is not None  # noqa: S101
    pairs = enemies_by_unit(live_pairs(state, frame.group))
    for unit, enemies in pairs.items():
        for place, enemy in enumerate(enemies):
            allotted.setdefault((unit, enemy), 0 if place else state.units[unit].points)
    kinds: tuple[RoundKind, ...] = (round_kind(frame),) if frame.round or shares else ("impact", "melee")
    blows = [(pair, blow) for pair, blow in blows_of(state, frame, allotted) if blow.allotted]
    for kind in kinds:
        strikes, stalemate = strikes_of(state.setup.rules, [blow for _, blow in blows], kind)
        for ((unit, enemy), blow), strike in zip(blows, strikes, strict=True):
            if strike.sets:
                what = f"{say.unit(state, unit)} against {say.unit(state, enemy)}, {kind}"
                yield _sum(state, what, strike, blow.allotted, unit, stalemate=stalemate)


def _sum(state: State, what: str, strike: Strike, allotted: int, unit: int, *, stalemate: bool) -> Sum:
    """The dice sum of one unit against one enemy in a round (MN-HTH-12, MN-HTH-15)."""
    tables = state.setup.rules.tables
    rows = [
        Modifier(tables.sets[each].rule, tables.sets[each].word, tables.sets[each].sets * allotted)
        for each in strike.situations
    ]
    whole = sum(row.value for row in rows)
    if strike.halved:
        times = " twice" if strike.halved > 1 else ""
        rows.append(
            Modifier(
                "MN-HTH-15",
                f"halved{times}: the enemy defends a feature",
                (allotted >> strike.halved) * strike.sets - whole,
            )
        )
    if stalemate:
        rows.append(Modifier("MN-HTH-35", "one die for each set, because no unit has dice", strike.count))
    needed = tables.qualities[state.units[unit].rating].needed
    dice = say.count(strike.count, "die", "dice") if strike.count else "no dice"
    return Sum(what, tuple(rows), f"{dice}, a hit on {needed} or more of a D{DIE_SIDES}" if strike.count else dice)
