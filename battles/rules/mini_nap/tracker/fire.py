"""Entries for fire: shots, return fire, and damage to structures (MN-FIRE, MNT-STRUCT)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.core import Modifier, Refusal
from battles.engine.forecast import Chance, Forecast, Sum
from battles.engine.odds import distribution
from battles.engine.tracker import YES, EntryKind, Fact, FactChoice, Facts, Note, is_stated, tick
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.combat.losses import is_removed, points_after
from battles.rules.mini_nap.events import Count
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire import firing_phase
from battles.rules.mini_nap.state import NONE, Damage, State, Unit, other, unit_class
from battles.rules.mini_nap.tables import FORMATIONS, Band
from battles.rules.mini_nap.terrain.features import feature_named, features_in_play
from battles.rules.mini_nap.tracker.events import (
    TrackerPlay,
    formation_fact,
    formation_in,
    unit_fact,
    unit_in,
    units_of,
)
from battles.rules.mini_nap.tracker.quality_tests import chance_of, form_as_stated
from battles.rules.mini_nap.words import names as say

LARGE: Final = "village"
SMALL: Final = "building"
"""Names of structures that are not in the set-up: strong and weak ones."""


def structures_standing(state: State) -> Iterator[str]:
    """Structures not destroyed: those of the set-up, those fired at before, and one new structure of each size."""
    keys = list(dict.fromkeys(each.feature.key for each in features_in_play(state) if each.effect.built))
    hurt = {each.feature: each.destroyed for each in state.damage}
    yield from (key for key in (*keys, *(key for key in hurt if key not in keys)) if not hurt.get(key))
    for word in (LARGE, SMALL):
        number = 1
        while (key := f"{word} {number}") in hurt or feature_named(state, key) is not None:
            number += 1
        yield key


def strength_of(state: State, key: str) -> int:
    """The number of structural hits that destroy a structure (MNT-STRUCT-04)."""
    options, feature = state.setup.rules.options, feature_named(state, key)
    if feature is not None:
        return firing_phase.structure_strength(options, feature)
    return options.structure_strength_large if key.startswith(LARGE) else options.structure_strength_small


def hits_on(state: State, key: str) -> int:
    """The structural hits that a structure has taken."""
    return next((each.hits for each in state.damage if each.feature == key), 0)


def structure_fact(state: State, stated: Facts, label: str, *, none: str = "") -> Fact:
    """The fact that asks for a structure; ``none`` labels the choice of no structure."""
    structures_to_choose = tuple(
        FactChoice(key, f"{key}, {hits_on(state, key)} of {strength_of(state, key)} hits")
        for key in structures_standing(state)
    )
    without = (FactChoice("none", none),) if none else ()
    value = stated.get("structure", "none" if none else "")
    return Fact(
        key="structure", label=label, choices=(*without, *structures_to_choose), value=value, rule="MNT-STRUCT-02"
    )


def structure_in(stated: Facts) -> str:
    """The stated structure, or empty."""
    key = stated.get("structure", "")
    return "" if key == "none" else key


def damage(play: TrackerPlay, number: int, key: str) -> None:
    """Roll the die for a structure (MNT-STRUCT-03, MNT-STRUCT-05)."""
    weight = play.unit(number).weight
    assert weight is not None  # noqa: S101
    play.next_roll = f"{say.unit(play.state, number)}: die for the structure"
    face, hits = firing_phase.roll_structure(play.dice, play.tables, weight)
    total = hits_on(play.state, key) + hits
    after = Damage(key, total, total >= strength_of(play.state, key))
    play.tell(happened.StructureHit(unit=number, face=face, hits=hits, damage=after, rolls=play.new_rolls()))


def damage_odds(state: State, number: int, key: str) -> Forecast:
    """The odds of damage to a structure."""
    weight, tables = state.units[number].weight, state.setup.rules.tables
    assert weight is not None  # noqa: S101
    shares = distribution(lambda dice: firing_phase.roll_structure(dice, tables, weight)[1])
    before, holds = hits_on(state, key), strength_of(state, key)
    chances = []
    for hits, share in sorted(shares.items()):
        words = say.count(hits, "structural hit") if hits else "no damage"
        ends = ", destroyed" if hits and before + hits >= holds else ""
        chances.append(Chance(f"{words}{ends}", share, good=bool(hits)))
    return Forecast(f"{key}, {before} of {holds} structural hits", tuple(chances), (), firing_phase.STRUCTURE_RULE)


BANDS: tuple[Band, ...] = ("close", "medium", "long")


def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """The firer, its target, and the facts that decide the dice."""
    number, target = unit_in(state, stated, "firer"), unit_in(state, stated, "target")
    able = (each for each in units_of(state) if each == number or may_fire(state, each))
    firer_fact = unit_fact(state, "firer", "Firing unit", able, stated, rule="MN-FIRE-01")
    if number == NONE:
        return (firer_fact,)
    unit = state.units[number]
    at = unit_fact(state, "target", "Target", units_of(state, other(unit.side)), stated, rule="MN-FIRE-10")
    if target == NONE or state.units[target].side == unit.side:
        return (firer_fact, at)
    return (firer_fact, at, *_of_both(state, number, target, stated))


def _of_both(state: State, number: int, target: int, stated: Facts) -> Iterator[Fact]:
    unit, enemy = state.units[number], state.units[target]
    guns = unit_class(unit) == "artillery"
    if guns:
        yield band_fact(state, stated)
    yield from formation_fact(unit, "firer_formation", stated, f"Formation of {say.unit(state, number)}")
    yield from formation_fact(enemy, "target_formation", stated, f"Formation of {say.unit(state, target)}")
    if guns:
        yield tick("screened", "Fires through unformed enemy units", stated, "MN-FIRE-22")
    yield tick("covered", "Target has cover", stated, "MNT-COVER-03")
    if guns:
        yield structure_fact(state, stated, f"Structure that holds {say.unit(state, target)}", none="none")
    if unit.side == state.active:
        yield tick("out", f"{with_verb(say.unit(state, number), 'is')} not in command", stated, "MN-FIRE-06")
    else:
        yield tick("supports", "Supports another unit that was fired at", stated, "MN-FIRE-53")


def band_fact(state: State, stated: Facts) -> Fact:
    """The fact that asks for a battery's range band."""
    reach = state.setup.rules.tables.battery_range
    bands = tuple(FactChoice(band, f"{band}, up to {reach[band]} cm") for band in BANDS)
    return Fact(key="band", label="Range", choices=bands, value=stated.get("band", ""), rule="MN-FIRE-13")


def shot_of(state: State, stated: Facts) -> fire_dice.ShotFacts:
    """The shot as stated."""
    unit, enemy = state.units[unit_in(state, stated, "firer")], state.units[unit_in(state, stated, "target")]
    return fire_dice.ShotFacts(
        unit_class=unit_class(unit),
        formation=formation_in(unit, stated, "firer_formation"),
        rating=unit.rating,
        target=formation_in(enemy, stated, "target_formation"),
        nation=unit.nation,
        kgl=unit.kgl,
        weight=unit.weight,
        band=next((band for band in BANDS if band == stated.get("band")), None),
        screened=is_stated(stated, "screened"),
        covered=is_stated(stated, "covered"),
    )


def refuse(state: State, stated: Facts) -> Refusal | None:
    """Why this shot is not allowed, as far as the tracker knows; None if it is allowed."""
    number = unit_in(state, stated, "firer")
    return refuse_firer(state, number) or _refuse_screen(state, stated) or _refuse_dice(state, stated)


def may_fire(state: State, number: int) -> bool:
    """True if a unit can fire now, as far as the tracker knows."""
    return refuse_firer(state, number) is None


def refuse_firer(state: State, number: int) -> Refusal | None:
    """Why a unit cannot fire now, as far as the tracker knows; None if it can."""
    unit = state.units[number]
    name = unit.name
    if not state.active:
        return Refusal("wrong_phase", "MN-SEQ-03", "No unit can fire before the first initiative roll of the Turn.")
    if state.step in ("hand_to_hand", "break_active"):
        return Refusal("wrong_phase", "MN-SEQ-05", "All firing ends before any hand-to-hand combat.")
    if unit_class(unit) == "cavalry":
        return refused("not_for_kind", "MN-WEAPON-02", name, "is", "cavalry, which never fires.")
    if unit.crew_in != NONE:
        return refused("not_for_kind", "MN-FIRE-02", name, "is", "abandoned.")
    if unit.yellow:
        return refused("done_already", "MN-FIRE-02", name, "has", "a yellow marker and cannot fire.")
    if unit.mute or unit.idle:
        return Refusal("done_already", "MN-FIRE-02", f"{name} cannot fire again in this initiative.")
    if unit.side != state.active:
        return None
    if state.division != NONE:
        return Refusal("wrong_phase", "MN-FIRE-02", "Nobody fires in a Division manoeuvre.")
    if unit.brigade != state.brigade:
        chosen = say.brigade(state, state.brigade) if state.brigade != NONE else "no Brigade yet"
        return refused("not_yours", "MN-FIRE-01", name, "does", f"not fire now: {chosen} has the initiative.")
    if unit.fired:
        return refused("done_already", "MN-FIRE-01", name, "has", "fired this Turn.")
    return None


def _refuse_screen(state: State, stated: Facts) -> Refusal | None:
    """MN-FIRE-21, MN-FIRE-22, MN-FIRE-23, MN-FIRE-24."""
    band, shot = stated.get("band"), shot_of(state, stated)
    if not shot.screened or band == "long":
        return None
    if band == "close":
        return Refusal("no_target", "MN-FIRE-23", "At close range units cannot fire through unformed enemy units.")
    if not FORMATIONS[shot.target].formed:
        return Refusal("no_target", "MN-FIRE-24", "An unformed target behind another unformed unit cannot be fired at.")
    return None


def _refuse_dice(state: State, stated: Facts) -> Refusal | None:
    dice_count = count_of(state, stated)
    if dice_count.dice or (structure_in(stated) and fire_dice.dice_before_halving(dice_count)):
        return None
    name = state.units[unit_in(state, stated, "firer")].name
    return refused("no_dice_left", "MN-HALVE-03", name, "has", "no dice for this shot.")


def count_of(state: State, stated: Facts) -> Count:
    """The dice of the shot; fire at long range passes over units between (MN-FIRE-21)."""
    shot = shot_of(state, stated)
    if shot.band == "long" and shot.screened:
        shot = replace(shot, screened=False)
    return fire_dice.shot_dice(state.setup.rules.tables, shot)


def perform(play: TrackerPlay, stated: Facts) -> None:
    """Resolve the fire test of a unit out of command, then dice, hits and losses (section 5.7)."""
    number, target = unit_in(play.state, stated, "firer"), unit_in(play.state, stated, "target")
    form_as_stated(play, number, stated, "firer_formation")
    form_as_stated(play, target, stated, "target_formation")
    answers = play.unit(number).side != play.state.active
    if not answers and play.state.step == "manoeuvre":
        play.tell(happened.StepBegan(step="fire"))
    if is_stated(stated, "out") and not answers and not play.test(number, "MN-FIRE-06"):
        play.mark(number, "MN-RULING-81", mute=True)
        return
    dice_count = count_of(play.state, stated)
    play.next_roll = f"{with_verb(say.unit(play.state, number), 'fires')} at {say.unit(play.state, target)}"
    total, hits = fire_dice.roll_shot(play.dice, play.tables, dice_count.dice)
    play.tell(
        happened.Fired(
            unit=number,
            target=target,
            aim=(0, 0),
            range=0,
            band=shot_of(play.state, stated).band,
            count=dice_count,
            total=total,
            hits=hits,
            points=points_after(play.unit(target).points, hits),
            answers=answers,
            supports=answers and is_stated(stated, "supports"),
            rolls=play.new_rolls(),
        )
    )
    if structure_in(stated):
        damage(play, number, structure_in(stated))
    losses.settle_losses(play)


def odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """Odds of the fire test if there is one, of the hits, and of damage to a structure."""
    number, target = unit_in(state, stated, "firer"), unit_in(state, stated, "target")
    dice_count, tables = count_of(state, stated), state.setup.rules.tables
    shares = distribution(lambda dice: fire_dice.roll_shot(dice, tables, dice_count.dice)[1])
    enemy = state.units[target]
    formation = formation_in(enemy, stated, "target_formation")
    chances = [
        Chance(_hits(hits, _falls(enemy, formation, hits)), share, good=bool(hits))
        for hits, share in sorted(shares.items())
    ]
    title = f"{say.unit(state, number)} at {say.unit(state, target)}, {say.count(dice_count.dice, 'die', 'dice')}"
    forecasts = [
        Forecast(title, tuple(chances), (_sum(state, shot_of(state, stated), dice_count),), fire_dice.DICE_RULE)
    ]
    if is_stated(stated, "out"):
        forecasts.insert(0, chance_of(state, number, "MN-FIRE-06", 0, "It fires"))
    if structure_in(stated):
        forecasts.append(damage_odds(state, number, structure_in(stated)))
    return tuple(forecasts)


def _falls(enemy: Unit, formation: str, hits: int) -> bool:
    return bool(hits) and is_removed(points_after(enemy.points, hits), enemy.rating, formation)  # type: ignore[arg-type]


def _hits(hits: int, falls: bool) -> str:
    words = say.count(hits, "hit") if hits else "no hit"
    return f"{words}, destroyed" if falls else words


def _sum(state: State, shot: fire_dice.ShotFacts, dice_count: Count) -> Sum:
    """The arithmetic of the number of dice."""
    tables = state.setup.rules.tables
    small = tables.small_arms_dice.get(shot.formation)
    rule = tables.battery_dice[shot.weight].rule if shot.weight else small[0] if small else ""
    rows = [Modifier(rule, "basic dice", dice_count.basic)]
    rows += [Modifier(each, "extra dice", dice) for each, dice in dice_count.added]
    left = fire_dice.dice_before_halving(dice_count)
    for each in dice_count.halved:
        rows.append(Modifier(each, "halved", left // 2 - left))
        left //= 2
    return Sum("Dice", tuple(rows), say.count(dice_count.dice, "die", "dice"))


def answers(state: State, entry: Note) -> tuple[tuple[Note, str], ...]:
    """Entries for return fire after a shot, by its target and by supporting batteries (MN-FIRE-50, MN-FIRE-53).

    After each answer, batteries that have not fired may still do so.
    """
    firer, target = unit_in(state, entry.facts, "firer"), unit_in(state, entry.facts, "target")
    if entry.key != "fire" or NONE in (firer, target) or state.outcome is not None or state.step != "fire":
        return ()
    if state.units[firer].side != state.active:
        firer, target = target, NONE
    if not state.units[firer].fired or state.units[firer].where != "table":
        return ()
    able = [each for each in units_of(state, other(state.active)) if may_fire(state, each)]
    guns = [each for each in able if each != target and unit_class(state.units[each]) == "artillery"]
    return tuple(_answer(state, each, firer, target) for each in ([target] if target in able else []) + guns)


def _answer(state: State, number: int, firer: int, target: int) -> tuple[Note, str]:
    facts = {"firer": f"unit {number}", "target": f"unit {firer}"}
    if number == target:
        return Note("fire", facts), f"{state.units[number].name}: return fire"
    near = state.setup.rules.tables.support_distance
    return Note("fire", facts | {"supports": YES}), f"{state.units[number].name}: support, if within {near} cm"


FIRE = EntryKind(title="Fire", facts=facts, refuse=refuse, perform=perform, odds=odds, question=True)
"""A shot, return fire and supporting fire."""
