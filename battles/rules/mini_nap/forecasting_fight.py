"""The odds of hand-to-hand combat as forecasts: who wins, what each unit has left, who breaks through."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from battles.engine.core import Modifier
from battles.engine.pointing import Forecast, Sum
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.allotting import round_kind
from battles.rules.mini_nap.combat_odds import Ends, Fray, Pair, Points, TooLarge, ends_of
from battles.rules.mini_nap.engaged import blows_of, foes, fray_of, groups_of, judged, live_pairs
from battles.rules.mini_nap.forecasting_known import Asker, Conditions
from battles.rules.mini_nap.forecasting_parts import chances_of, points_left, titled
from battles.rules.mini_nap.frames import Combat
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sets import WHY, RoundKind, Strike, strikes_of
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import DIE_SIDES

ALL_ON_FIRST: Final = "all points not allotted go to the first enemy"
"""The plan that odds take for whoever has several enemies and has not chosen yet."""

PAIR: Final = 2
"""Units of a duel."""


def fight_of(asker: Asker, state: State, number: int, conditions: Conditions = ()) -> Iterator[Forecast]:
    """The combat that a unit would be in if all were fought as they stand; nothing where nobody touches it."""
    for group in groups_of(state):
        if number in foes(group.pairs):
            yield from fight(asker, state, judged(state, group), conditions)


def fight(asker: Asker, state: State, frame: Combat, conditions: Conditions = ()) -> Iterator[Forecast]:
    """A combat from its present round to its end (MN-HTH-10 to 36); of one that is too large the next round only."""
    assert frame.group is not None  # noqa: S101
    pairs = foes(live_pairs(state, frame.group))
    if any(len(enemies) > 1 for enemies in pairs.values()):
        conditions += (ALL_ON_FIRST,)
    fray, numbers = fray_of(state, frame)
    shares = _shares(frame, pairs, numbers)
    sums = tuple(_sums(state, frame, shares, numbers))
    sides = [[number for number in numbers if state.units[number].side == side] for side in ("a", "b")]
    one, two = (say.units(state, side) for side in sides)
    title = titled(f"{one} {'fights' if len(sides[0]) == 1 else 'fight'} {two}", conditions)
    try:
        ends = _ends(fray, _Kept(state.setup.rules), round_kind(frame), shares)
    except TooLarge:
        yield Forecast(f"{title}: too many strength points for exact odds of the end", (), sums, WHY, whole=False)
        return
    yield Forecast(title, chances_of(_winners(asker, state, sides, numbers, ends)), sums, WHY)
    for place, number in enumerate(numbers):
        found = _left(ends.end, place)
        title = titled(f"{say.unit(state, number)} after the combat", conditions)
        yield Forecast(title, points_left(asker, state, number, found), rule="MN-LOSS-05")
    if not frame.round:
        yield from _through(asker, state, pairs, numbers, ends, conditions)


def _shares(frame: Combat, pairs: Mapping[int, Sequence[int]], numbers: Sequence[int]) -> tuple[tuple[Pair, int], ...]:
    """What has been allotted, by the places of the odds; enemies that a unit has left out get nothing."""
    place = {number: index for index, number in enumerate(numbers)}
    given = {(share.unit, share.enemy): share.points for share in frame.shares}
    chosen = {unit for unit, _ in given}
    return tuple(
        ((place[unit], place[enemy]), given.get((unit, enemy), 0))
        for unit, enemies in pairs.items()
        if unit in chosen
        for enemy in enemies
    )


class _Kept:
    """Rules as the key of a cache: the same rules are the same key."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return hash(id(self.rules.tables))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.rules == other.rules


@lru_cache(maxsize=256)
def _ends(fray: Fray, kept: _Kept, start: RoundKind, shares: tuple[tuple[Pair, int], ...]) -> Ends:
    return ends_of(fray, kept.rules, start=start, shares=dict(shares))


def _winners(
    asker: Asker, state: State, sides: Sequence[Sequence[int]], numbers: Sequence[int], ends: Ends
) -> list[tuple[str, Fraction, bool | None]]:
    """Side a's units win, side b's do, all are gone; or some of both are left that do not touch each other."""
    first, second = ({numbers.index(number) for number in side} for side in sides)
    shares: dict[tuple[bool, bool], Fraction] = {}
    for left, share in ends.end.items():
        key = any(left[place] for place in first), any(left[place] for place in second)
        shares[key] = shares.get(key, Fraction(0)) + share
    rows: list[tuple[str, Fraction, bool | None]] = []
    for side, key in zip(sides, ((True, False), (False, True)), strict=True):
        verb = "wins" if len(side) == 1 else "win"
        rows.append((f"{say.units(state, side)} {verb}", shares.get(key, Fraction(0)), asker.good(state, side[0])))
    gone = "both are destroyed" if len(numbers) == PAIR else "all are destroyed"
    rows.append((gone, shares.get((False, False), Fraction(0)), None))
    return [*rows, ("units of both sides are left", shares.get((True, True), Fraction(0)), None)]


def _left(end: Mapping[Points, Fraction], place: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for points, share in end.items():
        found[points[place]] = found.get(points[place], Fraction(0)) + share
    return found


def _through(
    asker: Asker,
    state: State,
    pairs: Mapping[int, Sequence[int]],
    numbers: Sequence[int],
    ends: Ends,
    conditions: Conditions,
) -> Iterator[Forecast]:
    """Who has no enemy left after the impact round, and so breaks through (MN-HTH-25)."""
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
            good = asker.good(state, number)
            rows = [("breaks through", share, good), ("does not break through", 1 - share, None)]
            title = titled(f"{say.unit(state, number)} after the impact", conditions)
            yield Forecast(title, chances_of(rows), rule="MN-HTH-25")


# How the dice come about


def _sums(state: State, frame: Combat, shares: Sequence[tuple[Pair, int]], numbers: Sequence[int]) -> Iterator[Sum]:
    """The sets of every unit against every enemy in the round that comes next, and in the first melee round."""
    given = {(numbers[one], numbers[other]): points for (one, other), points in shares}
    assert frame.group is not None  # noqa: S101
    pairs = foes(live_pairs(state, frame.group))
    for unit, enemies in pairs.items():
        for place, enemy in enumerate(enemies):
            given.setdefault((unit, enemy), 0 if place else state.units[unit].points)
    kinds: tuple[RoundKind, ...] = (round_kind(frame),) if frame.round or shares else ("impact", "melee")
    blows = [(pair, blow) for pair, blow in blows_of(state, frame, given) if blow.allotted]
    for kind in kinds:
        strikes, stalemate = strikes_of(state.setup.rules, [blow for _, blow in blows], kind)
        for ((unit, enemy), blow), strike in zip(blows, strikes, strict=True):
            if strike.sets:
                what = f"{say.unit(state, unit)} against {say.unit(state, enemy)}, {kind}"
                yield _sum(state, what, strike, blow.allotted, unit, stalemate=stalemate)


def _sum(state: State, what: str, strike: Strike, allotted: int, unit: int, *, stalemate: bool) -> Sum:
    """The dice of one unit against one enemy in a round (MN-HTH-12, 15)."""
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
                "MN-HTH-15", f"halved{times}: the enemy's ground", (allotted >> strike.halved) * strike.sets - whole
            )
        )
    if stalemate:
        rows.append(Modifier("MN-HTH-35", "one die for each set, as nobody has any", strike.count))
    needed = tables.qualities[state.units[unit].rating].needed
    dice = say.count(strike.count, "die", "dice") if strike.count else "no die"
    return Sum(what, tuple(rows), f"{dice}, a hit on {needed} or more of a D{DIE_SIDES}" if strike.count else dice)
