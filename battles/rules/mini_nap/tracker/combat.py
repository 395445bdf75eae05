"""Entries for hand-to-hand combat: facts, dice and losses (MN-HTH, MN-RULING-132)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from battles.engine.core import Refusal
from battles.engine.forecast import Chance, Forecast
from battles.engine.tracker import EntryKind, Fact, FactChoice, Facts, is_stated, tick
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.combat.combatants import (
    Blow,
    Combatant,
    CombatGroup,
    Opposition,
    RoundKind,
    fighter_of,
    roll_hits,
    strikes_of,
    throw_of,
)
from battles.rules.mini_nap.combat.losses import points_after
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.odds import combat
from battles.rules.mini_nap.odds.combat import CombatResult
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, is_formed, other, unit_class
from battles.rules.mini_nap.tracker.events import (
    TrackerPlay,
    choices,
    formation_fact,
    formation_in,
    unit_fact,
    unit_in,
    units_of,
)
from battles.rules.mini_nap.tracker.quality_tests import form_as_stated
from battles.rules.mini_nap.words import names as say

ENEMIES: Final = ("enemy", "second", "third")
"""Keys of the facts that name enemies of the first unit."""

EVEN: Final = "even"

MOST_DEFENDED: Final = 2
"""The most features that a unit can defend against an enemy; MNT-RULING-12 counts each once."""


def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """The units in contact, and the facts that decide the dice of each."""
    one = unit_in(state, stated, "one")
    who = unit_fact(state, "one", "Unit that fights", units_of(state), stated, rule="MN-HTH-01")
    if one == NONE:
        return (who,)
    against = tuple(_against(state, one, stated))
    enemies = enemies_of(state, stated)
    if not enemies:
        return (who, *against)
    facts_so_far = [who, *against, *_of_each(state, "one", one, stated)]
    for key, number in enemies:
        facts_so_far += _of_each(state, key, number, stated)
    if len(enemies) > 1:
        plans = tuple(FactChoice(f"unit {number}", f"all against {say.unit(state, number)}") for _, number in enemies)
        plans = (FactChoice(EVEN, "evenly"), *plans)
        label = with_verb(say.unit(state, one), "allots its strength points")
        facts_so_far.append(
            Fact(key="plan", label=label, choices=plans, value=stated.get("plan", EVEN), rule="MN-HTH-11")
        )
    return tuple(facts_so_far)


def _against(state: State, one: int, stated: Facts) -> Iterator[Fact]:
    """Facts for the enemies: the first is required; each further one is asked for after the one before (MN-HTH-02)."""
    foes = choices(state, units_of(state, other(state.units[one].side)))
    chosen: set[str] = set()
    for place, key in enumerate(ENEMIES):
        free = tuple(choice for choice in foes if choice.value not in chosen)
        if place:
            free = (FactChoice("", "no other enemy"), *free)
        label = "Enemy" if not place else "Another enemy"
        value = stated.get(key, "")
        yield Fact(key=key, label=label, choices=free, value=value, rule="MN-HTH-01", opens=True)
        if not value:
            return
        chosen.add(value)


def enemies_of(state: State, stated: Facts) -> tuple[tuple[str, int], ...]:
    """The stated enemies of the first unit, each with the key of its fact."""
    one, enemies = unit_in(state, stated, "one"), []
    for key in ENEMIES:
        number = unit_in(state, stated, key)
        if number == NONE or one == NONE or state.units[number].side == state.units[one].side:
            break
        enemies.append((key, number))
    return tuple(enemies)


def _of_each(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    unit, name = state.units[number], say.unit(state, number)
    yield from formation_fact(unit, f"{key}_formation", stated, f"Formation of {name}")
    if unit_class(unit) == "cavalry":
        yield tick(f"{key}_charged", f"{name} charged", stated, "MN-HTH-22", usual=unit.impact)
    if key == "one":
        for foe, enemy in enemies_of(state, stated):
            words = f"{with_verb(name, 'outflanks')} {say.unit(state, enemy)}"
            yield tick(f"outflanks_{foe}", words, stated, "MN-HTH-20")
    else:
        words = f"{with_verb(name, 'outflanks')} {say.unit(state, unit_in(state, stated, 'one'))}"
        yield tick(f"{key}_outflanks", words, stated, "MN-HTH-20")
    features = tuple(FactChoice(str(many), say.count(many, "feature")) for many in range(MOST_DEFENDED + 1))
    label = f"{with_verb(name, 'defends')}"
    value = stated.get(f"{key}_defends", "0")
    yield Fact(key=f"{key}_defends", label=label, choices=features, value=value, rule="MNT-HTH-01")


def refuse(state: State, stated: Facts) -> Refusal | None:
    """Why the units cannot fight, as far as the tracker knows; None if they can."""
    if not state.active:
        return Refusal("wrong_phase", "MN-SEQ-03", "No unit can fight before the first initiative roll of the Turn.")
    for number in (unit_in(state, stated, "one"), *(enemy for _, enemy in enemies_of(state, stated))):
        if state.units[number].crew_in != NONE:
            name = state.units[number].name
            return refused("not_for_kind", "MN-WEAPON-01", name, "is", "abandoned and cannot fight.")
    return None


def stated_combat(state: State, stated: Facts) -> tuple[CombatGroup, tuple[int, ...]]:
    """The combat as stated, and its units: the first unit, then its enemies in the order it attacks them."""
    one, enemies, plan = unit_in(state, stated, "one"), enemies_of(state, stated), stated.get("plan", EVEN)
    ordered = sorted(enemies, key=lambda each: f"unit {each[1]}" != plan)
    keys = [("one", one), *ordered]
    units = tuple(_combatant(state, key, number, stated, plan) for key, number in keys)
    defended = [int(stated.get(f"{key}_defends", "0")) for key, _ in keys]
    facings = []
    for place, (key, _) in enumerate(ordered, start=1):
        facings.append(Opposition(0, place, is_stated(stated, f"outflanks_{key}"), defended[place]))
        facings.append(Opposition(place, 0, is_stated(stated, f"{key}_outflanks"), defended[0]))
    return CombatGroup(units, tuple(sorted(facings, key=lambda each: (each.unit, each.enemy)))), tuple(
        n for _, n in keys
    )


def _combatant(state: State, key: str, number: int, stated: Facts, plan: str) -> Combatant:
    unit = state.units[number]
    formation = formation_in(unit, stated, f"{key}_formation")
    formed = unit_with(state, number, formation=formation).units[number]
    return Combatant(
        side=unit.side,
        fighter=fighter_of(state.setup.rules.options, formed),
        points=unit.points,
        plan="even" if plan == EVEN else "first",
        charging=is_stated(stated, f"{key}_charged") and is_formed(formed),
    )


def perform(play: TrackerPlay, stated: Facts) -> None:
    """Resolve an impact round, then melee rounds until no enemies are left in contact."""
    group, numbers = stated_combat(play.state, stated)
    for key, number in (("one", numbers[0]), *enemies_of(play.state, stated)):
        form_as_stated(play, number, stated, f"{key}_formation")
    if play.state.step in ("manoeuvre", "fire"):
        play.tell(happened.StepBegan(step="hand_to_hand"))
    turn = 0
    while blows := _blows(play.state, group, numbers):
        _round(play, blows, numbers, turn)
        if turn == 0:
            _after_impact(play, group, numbers)
        turn += 1


def _blows(state: State, group: CombatGroup, numbers: tuple[int, ...]) -> list[tuple[int, int, Blow]]:
    """Attacks of the remaining units: attacker, enemy, and the blow with its points."""
    blows = []
    here = [state.units[number].where == "table" for number in numbers]
    for place, unit in enumerate(group.units):
        foes = [each for each in group.facings if each.unit == place and here[each.enemy] and here[place]]
        for row, facing in enumerate(foes):
            blow = Blow(
                unit=unit.fighter,
                enemy=group.units[facing.enemy].fighter,
                allotted=combat.planned(unit.plan, state.units[numbers[place]].points, row, len(foes)),
                charging=unit.charging,
                outflanking=facing.outflanking,
                halvings=facing.halvings,
            )
            blows.append((numbers[place], numbers[facing.enemy], blow))
    return blows


def _round(play: TrackerPlay, rows: list[tuple[int, int, Blow]], numbers: tuple[int, ...], turn: int) -> None:
    """Resolve a round: all roll by their points at its start; losses apply at its end (MN-HTH-14)."""
    kind: RoundKind = "impact" if turn == 0 else "melee"
    rows = [row for row in rows if row[2].allotted]
    strikes, stalemate = strikes_of(play.state.setup.rules, [blow for _, _, blow in rows], kind)
    throws, hits = [], dict.fromkeys((number for row in rows for number in row[:2]), 0)
    for (unit, enemy, blow), strike in zip(rows, strikes, strict=True):
        if not strike.sets:
            continue
        name = "impact" if turn == 0 else f"melee round {turn}"
        play.next_roll = f"{say.unit(play.state, unit)} at {say.unit(play.state, enemy)}, {name}"
        reached = roll_hits(play.dice, play.tables, blow, strike)
        hits[enemy] += reached
        throws.append(throw_of(unit, enemy, blow, strike, reached))
    left = tuple((number, points_after(play.unit(number).points, hits[number])) for number in numbers if number in hits)
    play.tell(
        happened.Fought(round=turn, throws=tuple(throws), points=left, stalemate=stalemate, rolls=play.new_rolls())
    )
    losses.settle_losses(play)


def _after_impact(play: TrackerPlay, group: CombatGroup, numbers: tuple[int, ...]) -> None:
    """End all charges (MN-RULING-35); units without an enemy left break through (MN-HTH-25)."""
    here = [play.unit(number).where == "table" for number in numbers]
    for place, number in enumerate(numbers):
        unit = play.unit(number)
        if not here[place]:
            continue
        if unit.impact:
            play.mark(number, "MN-RULING-35", impact=False)
        alone = not any(here[each.enemy] for each in group.facings if each.unit == place)
        if alone and _may_break_through(unit):
            play.mark(number, "MN-HTH-25", white=True)


def _may_break_through(unit: Unit) -> bool:
    """True if the unit is not in square, not artillery and has no white marker (MN-BREAK-01)."""
    return not in_square(unit) and unit_class(unit) != "artillery" and not unit.white


def odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """Exact odds of the result; for a combat that is too large, one line that says so."""
    group, numbers = stated_combat(state, stated)
    title = f"{say.unit(state, numbers[0])} against {say.units(state, numbers[1:])}"
    try:
        ends = combat.combat_odds(group, state.setup.rules)
    except combat.TooLarge:
        return (Forecast(f"{title}: too many strength points for exact odds", (), (), "MN-HTH-12", whole=False),)
    return (Forecast(title, tuple(_ends(state, numbers, ends)), (), "MN-HTH-12"), _left(state, numbers, ends))


def _ends(state: State, numbers: tuple[int, ...], ends: CombatResult) -> Iterator[Chance]:
    one = say.unit(state, numbers[0])
    foes = "its enemy" if len(numbers) == 2 else "all its enemies"
    wins = ends.chance(lambda points: bool(points[0]) and not any(points[1:]))
    yield Chance(f"{with_verb(one, 'destroys')} {foes}", wins, good=True)
    yield Chance(
        f"{with_verb(one, 'is')} destroyed", ends.chance(lambda points: not points[0] and any(points[1:])), good=False
    )
    yield Chance("All units are destroyed", ends.chance(lambda points: not any(points)))


def _left(state: State, numbers: tuple[int, ...], ends: CombatResult) -> Forecast:
    """The chance of a break-through on impact, and the average strength points left."""
    one = say.unit(state, numbers[0])
    through = ends.impact_chance(lambda points: bool(points[0]) and not any(points[1:]))
    average = sum((share * points[0] for points, share in ends.end.items()), Fraction(0))
    title = f"On average {with_verb(one, 'has')} {float(average):.1f} strength points left"
    return Forecast(title, (Chance("It breaks through on impact", through, good=True),), (), "MN-HTH-25", whole=False)


FIGHT = EntryKind(title="Hand to hand", facts=facts, refuse=refuse, perform=perform, odds=odds, question=True)
"""A whole combat."""
