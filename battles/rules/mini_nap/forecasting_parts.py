"""The odds of each procedure as forecasts: quality tests, shots, structures, initiative."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from battles.engine.core import Modifier, Refusal
from battles.engine.odds import distribution, percent
from battles.engine.pointing import Chance, Forecast, Sum
from battles.rules.mini_nap import aiming, firing, structures, turning
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.events_fight import Count
from battles.rules.mini_nap.forecasting_known import Asker, Conditions
from battles.rules.mini_nap.ground import Lying
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.quality import quality_test
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import DIE_SIDES, Formation, Quality, Tables
from battles.rules.mini_nap.words_move import TESTS

Row = tuple[str, Fraction, bool | None]

SIDES = ("a", "b")


def titled(words: str, conditions: Conditions = ()) -> str:
    """``words`` as a title, which begin with a name as it stands in the middle of a sentence, and what they hang on."""
    hanging = f", if {say.listed(conditions)}" if conditions else ""
    return f"{words[:1].upper()}{words[1:]}{hanging}"


def chances_of(rows: Sequence[Row]) -> tuple[Chance, ...]:
    """Those that can come."""
    return tuple(Chance(what, share, good) for what, share, good in rows if share)


# Quality tests


def passes(tables: Tables, rating: Quality, rule: str, bonus: int = 0) -> Fraction:
    """The chance of a quality test (MN-RATE-07)."""
    odds = distribution(lambda dice: quality_test(dice, tables, rating, rule, bonus)[1])
    return odds.get(True, Fraction(0))


def needed_sum(tables: Tables, rating: Quality, modifiers: tuple[Modifier, ...] = ()) -> Sum:
    """What a quality test needs: the unit's QR less what is added to the die."""
    row = tables.qualities[rating]
    least = max(1, row.needed - sum(each.value for each in modifiers))
    share = percent(passes(tables, rating, row.rule, sum(each.value for each in modifiers)))
    return Sum(f"the test: {row.word}, {row.needed} or more", modifiers, f"{least} or more on a D{DIE_SIDES}, {share}")


def trial(
    asker: Asker,
    state: State,
    number: int,
    rule: str,
    passed: str,
    failed: str,
    *,
    conditions: Conditions = (),
    bonus: int = 0,
) -> Forecast:
    """One quality test: what becomes of the unit if it is passed, or failed."""
    tables, rating = state.setup.rules.tables, state.units[number].rating
    share, good = passes(tables, rating, rule, bonus), asker.good(state, number)
    added = (Modifier(rule, "British or Austrian column", bonus),) if bonus else ()
    return Forecast(
        titled(f"{say.unit(state, number)} tests {TESTS.get(rule, 'its quality')}", conditions),
        chances_of([(passed, share, good), (failed, 1 - share, not good)]),
        (needed_sum(tables, rating, added),),
        rule,
    )


# Shots


def volley(
    asker: Asker, state: State, number: int, target: int, spot: tuple[int, int], face: str, conditions: Conditions = ()
) -> Iterator[Forecast]:
    """A shot at a unit: its hits, what the target has left, and the structure about it (MN-FIRE-43, 44)."""
    made = aiming.aim(state, number, target, spot, face)
    if isinstance(made, Refusal):
        return
    if made.count.dice:
        hits = distribution(lambda dice: firing.throw(dice, state.setup.rules.tables, made.count.dice)[1])
        title = titled(f"{say.unit(state, number)} fires at {say.unit(state, target)}", conditions)
        good = asker.good(state, number)
        rows = [(say.count(n, "hit") if n else "no hit", hits[n], good == (n > 0)) for n in sorted(hits)]
        yield Forecast(title, chances_of(rows), (count_sum(state, made.count),), firing.WHY)
        after = titled(f"{say.unit(state, target)} after the fire", conditions)
        yield Forecast(after, left_after(asker, state, target, hits), rule="MN-FIRE-44")
    if structures.is_blasted(state, number, target):
        inside = structures.holding(state, target)
        if inside is not None:
            yield blast(asker, state, number, inside, conditions)


def count_sum(state: State, made: Count) -> Sum:
    """How the dice of a shot come about."""
    tables = state.setup.rules.tables
    result = f"{say.count(made.dice, 'die', 'dice')}, a hit for each {tables.sum_per_hit} of their sum"
    return Sum(f"the dice: {made.basic} to begin with", count_rows(tables, made), result)


def count_rows(tables: Tables, made: Count) -> tuple[Modifier, ...]:
    """What is added to the basic dice of a shot and halves them (MN-FIRE-42); each halving takes what it leaves out."""
    bonuses = {row.rule: row.word for row in tables.fire_bonuses}
    rows = [Modifier(rule, bonuses.get(rule, "target in square or column"), more) for rule, more in made.added]
    dice = firing.undivided(made)
    for rule in made.halved:
        rows.append(Modifier(rule, _HALVED[rule], dice // 2 - dice))
        dice //= 2
    return tuple(rows)


_HALVED = {
    "MN-FIRE-20": "halved: target unformed",
    "MN-FIRE-22": "halved: through unformed units",
    "MNT-COVER-03": "halved: target in cover",
}


def left_after(asker: Asker, state: State, number: int, hits: dict[int, Fraction]) -> tuple[Chance, ...]:
    """What a unit has left after so many hits (MN-LOSS-01 to 04)."""
    unit = state.units[number]
    return points_left(asker, state, number, points_shares(unit.points, unit.rating, unit.formation, hits))


def points_shares(
    points: int, rating: Quality, formation: Formation, hits: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """The chances of what such a unit has left after hits; 0 is removed."""
    shares: dict[int, Fraction] = {}
    for count, share in hits.items():
        left = points_after(points, count)
        kept = 0 if count and is_removed(left, rating, formation) else left
        shares[kept] = shares.get(kept, Fraction(0)) + share
    return shares


def points_left(asker: Asker, state: State, number: int, shares: dict[int, Fraction]) -> tuple[Chance, ...]:
    """Strength points left, most first; 0 is gone. Losses are good for the enemy."""
    before, own = state.units[number].points, asker.good(state, number)
    rows: list[Row] = []
    for left in sorted(shares, reverse=True):
        if left == before:
            rows.append((f"still {say.points(left)}", shares[left], None))
        else:
            rows.append((f"{say.points(left)} left" if left else "destroyed", shares[left], not own))
    return chances_of(rows)


def blast(asker: Asker, state: State, number: int, each: Lying, conditions: Conditions = ()) -> Forecast:
    """The die for a structure that a battery fires at, or at somebody in it (MNT-STRUCT-02 to 05)."""
    weight = state.units[number].weight
    assert weight is not None  # noqa: S101
    before = next((found.hits for found in state.damage if found.feature == each.feature.key), 0)
    holds = structures.strength(state.setup.rules.options, each)
    tables = state.setup.rules.tables
    hits = distribution(lambda dice: structures.throw(dice, tables, weight)[1])
    good = asker.good(state, number)
    rows: list[Row] = []
    for count in sorted(hits):
        ends = ", which destroys it" if before + count >= holds else ""
        what = f"{say.count(count, 'structural hit')}{ends}" if count else "no damage"
        rows.append((what, hits[count], good == (count > 0)))
    title = titled(f"{say.unit(state, number)} fires at the {each.word}", conditions)
    sums = (Sum(f"the {each.word}", (), f"{before} of {say.count(holds, 'structural hit')} that destroy it"),)
    return Forecast(title, chances_of(rows), sums, structures.WHY)


# Initiative


def higher(numbers: tuple[int, int], rule: str) -> tuple[Fraction, Fraction]:
    """The chances of side a and of side b to throw higher in the end, ties thrown again (MN-SEQ-01, 06)."""
    once = distribution(lambda dice: turning.throw(dice, numbers, rule))
    won = [
        sum((share for (a, b), share in once.items() if (a > b) is first and a != b), Fraction(0))
        for first in (True, False)
    ]
    return won[0] / sum(won), won[1] / sum(won)


def initiative(asker: Asker, state: State, rule: str) -> Forecast:
    """Who gains the initiative that is thrown for; a side without a Brigade does not keep it (MN-RULING-20)."""
    numbers = turning.dice_of(state.setup.rules.tables, rule, state.active)
    able = turning.able(state)
    shares = higher(numbers, rule) if len(able) > 1 else tuple(Fraction(side in able) for side in SIDES)
    rows = [(say.side(state, side), share, side == asker.side) for side, share in zip(SIDES, shares, strict=True)]
    sums = tuple(
        Sum(f"the throw of {say.side(state, side)}", (), f"{number}D{DIE_SIDES}")
        for side, number in zip(SIDES, numbers, strict=True)
    )
    title = f"First initiative of turn {state.turn}" if rule == turning.FIRST else "The next initiative"
    return Forecast(title, chances_of(rows), sums, rule)
