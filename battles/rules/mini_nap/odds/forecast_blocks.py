"""Forecasts of quality tests, shots, structures and initiative; the first dice of an action."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Modifier, Refusal, SideId
from battles.engine.dice import Dice, DiceNeeded, FixedDice, RecordedDice
from battles.engine.forecast import Chance, Forecast, Sum
from battles.engine.odds import distribution, percent
from battles.engine.words import with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat.losses import is_removed, points_after
from battles.rules.mini_nap.command import initiative as command_initiative
from battles.rules.mini_nap.decisions import Contact, DefenderChoice, MoveInProgress, StandEvasion
from battles.rules.mini_nap.events import Count
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire import firing_phase, targets
from battles.rules.mini_nap.reactions import opportunity_charge
from battles.rules.mini_nap.resolution import Resolution, quality_test
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import DIE_SIDES, Formation, Quality, Tables
from battles.rules.mini_nap.terrain.features import TableFeature
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.turn import TESTS

Conditions = tuple[str, ...]
"""Assumed choices that players have not made yet, in words: ``it stands``."""


class Viewpoint(NamedTuple):
    """The side that a forecast is for."""

    side: SideId

    def good(self, state: State, number: int) -> bool:
        """True if the unit is on this side."""
        return state.units[number].side == self.side


class FirstRoll(NamedTuple):
    """State at the first dice of an action, with their rule; for a test, the unit and its bonus."""

    rule: str
    state: State
    unit: int = NONE
    bonus: int = 0


class _TestNeeded(Exception):
    """Raised when a unit must test."""


class _StopAtTest(Resolution):
    """A resolution that stops before the first test and remembers it."""

    __slots__ = ("first_roll",)

    def test(self, unit: int, rule: str, bonus: int = 0) -> bool:
        self.first_roll = FirstRoll(rule, self.state, unit, bonus)
        raise _TestNeeded


def up_to_dice(state: State, side: SideId, action: Any) -> FirstRoll:
    """State at the first dice of a legal action; the rule is ``""`` if no dice are rolled."""
    play = _StopAtTest(state, RecordedDice(()))
    try:
        turn.perform(play, side, action)
        turn.advance(play, turn.first_options)
    except _TestNeeded:
        return play.first_roll
    except DiceNeeded as needed:
        return FirstRoll(needed.why, play.state)
    return FirstRoll("", play.state)


class ContactResult(NamedTuple):
    """State when a charge reaches contact without other reactions.

    ``contact`` is the pending contact, None if no answer is asked for. ``counter`` is the state and the action of the
    target's possible counter-charge with the least turn, None if it cannot counter-charge.
    """

    state: State
    contact: Contact | None
    counter: tuple[State, act.OpportunityCharge] | None = None


def to_contact(play: Resolution, number: int) -> ContactResult:
    """Carry on a unit's move to its end or to a contact; reactions are passed, stands evade."""
    counter = None
    while play.state.outcome is None and _under_way(play.state, number):
        frame = play.state.stack[-1]
        if isinstance(frame, Contact):
            return ContactResult(play.state, frame, counter)
        if isinstance(frame, MoveInProgress) and frame.legs and frame.asked_to < 0:
            counter = counter or _counter(play.state, frame)
            play.go_on(replace(frame, window=False, asked_to=frame.legs[0].travel))
        deciders = turn.deciders(play.state)
        if isinstance(frame, DefenderChoice):
            play.close()
        elif not deciders:
            turn.current_handler(play.state).proceed(play)
        elif isinstance(frame, StandEvasion):
            turn.perform(
                play, deciders[0], turn.current_handler(play.state).options(play.state, deciders[0])[0].actions[0]
            )
        else:
            break
    return ContactResult(play.state, None, counter)


def _under_way(state: State, number: int) -> bool:
    return any(
        (isinstance(frame, MoveInProgress) and frame.unit == number)
        or (isinstance(frame, Contact) and frame.charger == number)
        for frame in state.stack
    )


def _counter(state: State, move: MoveInProgress) -> tuple[State, act.OpportunityCharge] | None:
    """The counter-charge that the target of a charge could make now; None if it cannot."""
    can = state.units[move.unit].side == state.active and move.legs[0].travel
    if not can or move.target == NONE or not opportunity_charge.is_counter_charge(move, move.target):
        return None
    charge = next(opportunity_charge.charges_of(state, move.target, move), None)
    return None if charge is None else (state, charge)


def after_counter_charge(state: State, charge: act.OpportunityCharge) -> State:
    """State after a counter-charge reaches contact with all tests passed."""
    side = state.units[charge.unit].side
    play = Resolution(state, FixedDice(DIE_SIDES))
    turn.perform(play, side, charge)
    return to_contact(play, charge.unit).state


def perform(state: State, side: SideId, action: Any, dice: Dice | None = None) -> Resolution:
    """Perform one action; every test passes unless ``dice`` say otherwise."""
    play = Resolution(state, dice or FixedDice(DIE_SIDES))
    turn.perform(play, side, action)
    return play


Row = tuple[str, Fraction, bool | None]

SIDES = ("a", "b")


def titled(words: str, conditions: Conditions = ()) -> str:
    """``words`` as a title with a capital, followed by the conditions."""
    hanging = f", if {say.joined(conditions)}" if conditions else ""
    return f"{words[:1].upper()}{words[1:]}{hanging}"


def chances_of(rows: Sequence[Row]) -> tuple[Chance, ...]:
    """Chances greater than 0."""
    return tuple(Chance(what, share, good) for what, share, good in rows if share)


# Quality tests


def passes(tables: Tables, rating: Quality, rule: str, bonus: int = 0) -> Fraction:
    """The chance to pass a quality test (MN-RATE-07)."""
    odds = distribution(lambda dice: quality_test(dice, tables, rating, rule, bonus)[1])
    return odds.get(True, Fraction(0))


def needed_sum(tables: Tables, rating: Quality, modifiers: tuple[Modifier, ...] = ()) -> Sum:
    """The needed roll of a quality test: the unit's QR less the modifiers."""
    row = tables.qualities[rating]
    least = max(1, row.needed - sum(each.value for each in modifiers))
    share = percent(passes(tables, rating, row.rule, sum(each.value for each in modifiers)))
    base = f"{row.word}, {row.needed} or more" if modifiers else row.word
    return Sum(f"the test ({base})", modifiers, f"{least} or more on a D{DIE_SIDES}, {share}")


def quality_test_forecast(
    viewpoint: Viewpoint,
    state: State,
    number: int,
    rule: str,
    passed: str,
    failed: str,
    *,
    conditions: Conditions = (),
    bonus: int = 0,
) -> Forecast:
    """Forecast of one quality test; ``passed`` and ``failed`` say what follows."""
    tables, rating = state.setup.rules.tables, state.units[number].rating
    share, good = passes(tables, rating, rule, bonus), viewpoint.good(state, number)
    added = (Modifier(rule, "British or Austrian column", bonus),) if bonus else ()
    return Forecast(
        titled(with_verb(say.unit(state, number), f"tests {TESTS.get(rule, 'its quality')}"), conditions),
        chances_of([(passed, share, good), (failed, 1 - share, not good)]),
        (needed_sum(tables, rating, added),),
        rule,
        brief=(Chance(f"it {passed}", share, good),) if good else (),
    )


# Shots


def shot_forecast(
    viewpoint: Viewpoint,
    state: State,
    number: int,
    target: int,
    spot: tuple[int, int],
    face: str,
    conditions: Conditions = (),
) -> Iterator[Forecast]:
    """Forecast of a shot: hits, points left of the target, damage to its structure (MN-FIRE-43, MN-FIRE-44)."""
    shot = targets.aim_shot(state, number, target, spot, face)
    if isinstance(shot, Refusal):
        return
    if shot.count.dice:
        hits = distribution(lambda dice: fire_dice.roll_shot(dice, state.setup.rules.tables, shot.count.dice)[1])
        title = titled(f"{with_verb(say.unit(state, number), 'fires')} at {say.unit(state, target)}", conditions)
        good = viewpoint.good(state, number)
        rows = [(say.count(n, "hit") if n else "no hits", hits[n], good == (n > 0)) for n in sorted(hits)]
        brief = (Chance("at least one hit", 1 - hits.get(0, Fraction(0)), good),) if good else ()
        yield Forecast(title, chances_of(rows), (count_sum(state, shot.count),), fire_dice.DICE_RULE, brief=brief)
        after = titled(f"{say.unit(state, target)} after the fire", conditions)
        yield Forecast(after, left_after(viewpoint, state, target, hits), rule="MN-FIRE-44")
    if firing_phase.also_hits_structure(state, number, target):
        inside = firing_phase.structure_around(state, target)
        if inside is not None:
            yield structure_forecast(viewpoint, state, number, inside, conditions)


def count_sum(state: State, count: Count) -> Sum:
    """The sum that gives the dice of a shot."""
    tables = state.setup.rules.tables
    result = f"{say.count(count.dice, 'die', 'dice')}, a hit for each full {tables.sum_per_hit} of their total"
    rows = count_rows(tables, count)
    return Sum(f"the dice ({count.basic} basic)" if rows else "the dice", rows, result)


def count_rows(tables: Tables, count: Count) -> tuple[Modifier, ...]:
    """Bonuses and halvings of the basic dice of a shot (MN-FIRE-42); a halving shows the dice it removes."""
    bonuses = {row.rule: row.word for row in tables.fire_bonuses}
    rows = [Modifier(rule, bonuses.get(rule, "target in square or column"), more) for rule, more in count.added]
    dice = fire_dice.dice_before_halving(count)
    for rule in count.halved:
        rows.append(Modifier(rule, _HALVED[rule], dice // 2 - dice))
        dice //= 2
    return tuple(rows)


_HALVED = {
    "MN-FIRE-20": "halved: target unformed",
    "MN-FIRE-22": "halved: through unformed units",
    "MNT-COVER-03": "halved: target in cover",
}


def left_after(viewpoint: Viewpoint, state: State, number: int, hits: dict[int, Fraction]) -> tuple[Chance, ...]:
    """Chances of the points left after hits (MN-LOSS-01, MN-LOSS-02, MN-LOSS-03, MN-LOSS-04)."""
    unit = state.units[number]
    return points_left(viewpoint, state, number, points_shares(unit.points, unit.rating, unit.formation, hits))


def points_shares(
    points: int, rating: Quality, formation: Formation, hits: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """Chances of the points left of such a unit after hits; 0 if removed."""
    shares: dict[int, Fraction] = {}
    for count, share in hits.items():
        left = points_after(points, count)
        rest = 0 if count and is_removed(left, rating, formation) else left
        shares[rest] = shares.get(rest, Fraction(0)) + share
    return shares


def points_left(viewpoint: Viewpoint, state: State, number: int, shares: dict[int, Fraction]) -> tuple[Chance, ...]:
    """Chances of strength points left, most first; 0 is destroyed. Losses are good for the enemy."""
    before, own = state.units[number].points, viewpoint.good(state, number)
    rows: list[Row] = []
    for left in sorted(shares, reverse=True):
        if left == before:
            rows.append((f"still {say.points(left)}", shares[left], None))
        else:
            rows.append((f"{say.points(left)} left" if left else "destroyed", shares[left], not own))
    return chances_of(rows)


def structure_forecast(
    viewpoint: Viewpoint, state: State, number: int, each: TableFeature, conditions: Conditions = ()
) -> Forecast:
    """Forecast of the die against a structure that a battery fires at, or at a unit in it.

    Source: MNT-STRUCT-02, MNT-STRUCT-03, MNT-STRUCT-04, MNT-STRUCT-05.
    """
    weight = state.units[number].weight
    assert weight is not None  # noqa: S101
    hits_before = next((damage.hits for damage in state.damage if damage.feature == each.feature.key), 0)
    holds = firing_phase.structure_strength(state.setup.rules.options, each)
    tables = state.setup.rules.tables
    hits = distribution(lambda dice: firing_phase.roll_structure(dice, tables, weight)[1])
    good = viewpoint.good(state, number)
    rows: list[Row] = []
    for count in sorted(hits):
        ends = ", which destroys it" if hits_before + count >= holds else ""
        what = f"{say.count(count, 'structural hit')}{ends}" if count else "no damage"
        rows.append((what, hits[count], good == (count > 0)))
    title = titled(f"{with_verb(say.unit(state, number), 'fires')} at the {each.word}", conditions)
    sums = (Sum(f"the {each.word}", (), f"{hits_before} of the {say.count(holds, 'structural hit')} that destroy it"),)
    brief = (Chance("at least one structural hit", 1 - hits.get(0, Fraction(0)), good),) if good else ()
    return Forecast(title, chances_of(rows), sums, firing_phase.STRUCTURE_RULE, brief=brief)


# Initiative


def higher_chances(numbers: tuple[int, int], rule: str) -> tuple[Fraction, Fraction]:
    """Chances of side a and of side b to roll higher; ties are rolled again (MN-SEQ-01, MN-SEQ-06)."""
    once = distribution(lambda dice: command_initiative.roll_once(dice, numbers, rule))
    higher = [
        sum((share for (a, b), share in once.items() if (a > b) is first and a != b), Fraction(0))
        for first in (True, False)
    ]
    return higher[0] / sum(higher), higher[1] / sum(higher)


def initiative(viewpoint: Viewpoint, state: State, rule: str) -> Forecast:
    """Chances to gain the initiative; a side with no Brigade left cannot keep it (MN-RULING-20)."""
    numbers = command_initiative.initiative_dice(state.setup.rules.tables, rule, state.active)
    able = command_initiative.sides_with_choice(state)
    shares = higher_chances(numbers, rule) if len(able) > 1 else tuple(Fraction(side in able) for side in SIDES)
    rows = [
        (say.side_label(state, side), share, side == viewpoint.side) for side, share in zip(SIDES, shares, strict=True)
    ]
    sums = tuple(
        Sum(f"the roll of {say.side(state, side)}", (), f"{number}D{DIE_SIDES}")
        for side, number in zip(SIDES, numbers, strict=True)
    )
    title = f"First initiative of turn {state.turn}" if rule == command_initiative.FIRST_RULE else "The next initiative"
    return Forecast(title, chances_of(rows), sums, rule)
