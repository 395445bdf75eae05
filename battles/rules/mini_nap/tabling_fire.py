"""A shot at the table, from stated facts: who, at whom, from what range, through whom, behind what (MN-FIRE)."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.core import Modifier, Refusal
from battles.engine.odds import distribution
from battles.engine.pointing import Chance, Forecast, Sum
from battles.engine.tabling import Fact, FactChoice, Facts, Note
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import firing, losing
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.events_fight import Count
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.state import NONE, State, Unit, other
from battles.rules.mini_nap.tables import FORMATIONS, Band
from battles.rules.mini_nap.tabling_facts import (
    YES,
    Kind,
    choices,
    formation_fact,
    formation_in,
    is_said,
    tick,
    unit_in,
    units_of,
)
from battles.rules.mini_nap.tabling_play import Keeping
from battles.rules.mini_nap.tabling_structures import damage, damage_odds, structure_fact, structure_in
from battles.rules.mini_nap.tabling_tests import chance_of, form_as_stated

BANDS: tuple[Band, ...] = ("close", "medium", "long")


def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """The firer, its target, and what the dice depend on for these two."""
    number, target = unit_in(state, stated, "firer"), unit_in(state, stated, "target")
    firer_fact = Fact(
        key="firer",
        label="Who fires",
        choices=choices(state, (each for each in units_of(state) if each == number or may_fire(state, each))),
        value=stated.get("firer", ""),
        rule="MN-FIRE-01",
        opens=True,
    )
    if number == NONE:
        return (firer_fact,)
    unit = state.units[number]
    at = Fact(
        key="target",
        label="At whom",
        choices=choices(state, units_of(state, other(unit.side))),
        value=stated.get("target", ""),
        rule="MN-FIRE-10",
        opens=True,
    )
    if target == NONE or state.units[target].side == unit.side:
        return (firer_fact, at)
    return (firer_fact, at, *_of_both(state, number, target, stated))


def _of_both(state: State, number: int, target: int, stated: Facts) -> Iterator[Fact]:
    unit, enemy = state.units[number], state.units[target]
    guns = unit_class(unit) == "artillery"
    if guns:
        yield band_fact(state, stated)
    yield from formation_fact(unit, "firer_formation", stated, f"{say.unit(state, number)} is in")
    yield from formation_fact(enemy, "target_formation", stated, f"{say.unit(state, target)} is in")
    if guns:
        yield tick("screened", "It fires through enemy unformed units", stated, "MN-FIRE-22")
    yield tick("covered", "The target has cover", stated, "MNT-COVER-03")
    if guns:
        yield structure_fact(state, stated, f"{say.unit(state, target)} stands in", none="no structure")
    if unit.side == state.active:
        yield tick("out", f"{say.unit(state, number)} is not in command", stated, "MN-FIRE-06")
    else:
        yield tick("supports", "It supports another unit that was fired at", stated, "MN-FIRE-53")


def band_fact(state: State, stated: Facts) -> Fact:
    """How far a battery fires."""
    reach = state.setup.rules.tables.battery_range
    bands = tuple(FactChoice(band, f"{band}, up to {reach[band]} cm") for band in BANDS)
    return Fact(key="band", label="Range", choices=bands, value=stated.get("band", ""), rule="MN-FIRE-13")


def shot_of(state: State, stated: Facts) -> firing.Shot:
    """The shot as it is stated."""
    unit, enemy = state.units[unit_in(state, stated, "firer")], state.units[unit_in(state, stated, "target")]
    return firing.Shot(
        unit_class=unit_class(unit),
        formation=formation_in(unit, stated, "firer_formation"),
        rating=unit.rating,
        target=formation_in(enemy, stated, "target_formation"),
        nation=unit.nation,
        kgl=unit.kgl,
        weight=unit.weight,
        band=next((band for band in BANDS if band == stated.get("band")), None),
        screened=is_said(stated, "screened"),
        covered=is_said(stated, "covered"),
    )


def refuse(state: State, stated: Facts) -> Refusal | None:
    """Why there can be no such shot, by what the books know."""
    number = unit_in(state, stated, "firer")
    return refuse_firer(state, number) or _refuse_screen(state, stated) or _refuse_dice(state, stated)


def may_fire(state: State, number: int) -> bool:
    """Whether the books know nothing against a shot of a unit."""
    return refuse_firer(state, number) is None


def refuse_firer(state: State, number: int) -> Refusal | None:
    """Why a unit fires nothing at all now, by what the books know."""
    unit = state.units[number]
    name = unit.name
    if not state.active:
        return Refusal("wrong_phase", "MN-SEQ-03", "Nobody fires before the Turn's first initiative is thrown for.")
    if state.step in ("hand_to_hand", "break_active"):
        return Refusal("wrong_phase", "MN-SEQ-05", "All firing ends before any hand-to-hand combat.")
    if unit_class(unit) == "cavalry":
        return Refusal("not_for_kind", "MN-WEAPON-02", f"{name} is cavalry, which never fires.")
    if unit.crew_in != NONE:
        return Refusal("not_for_kind", "MN-FIRE-02", f"{name} is abandoned.")
    if unit.yellow:
        return Refusal("done_already", "MN-FIRE-02", f"{name} has a yellow marker and does not fire.")
    if unit.mute or unit.idle:
        return Refusal("done_already", "MN-FIRE-02", f"{name} can fire no more in this initiative.")
    if unit.side != state.active:
        return None
    if state.division != NONE:
        return Refusal("wrong_phase", "MN-FIRE-02", "Nobody fires in a Division manoeuvre.")
    if unit.brigade != state.brigade:
        chosen = say.brigade(state, state.brigade) if state.brigade != NONE else "no Brigade yet"
        return Refusal("not_yours", "MN-FIRE-01", f"{name} does not fire now: {chosen} has the initiative.")
    if unit.fired:
        return Refusal("done_already", "MN-FIRE-01", f"{name} has fired this Turn.")
    return None


def _refuse_screen(state: State, stated: Facts) -> Refusal | None:
    """MN-FIRE-21 to 24."""
    band, shot = stated.get("band"), shot_of(state, stated)
    if not shot.screened or band == "long":
        return None
    if band == "close":
        return Refusal("no_target", "MN-FIRE-23", "At close range nobody fires through enemy unformed units.")
    if not FORMATIONS[shot.target].formed:
        return Refusal("no_target", "MN-FIRE-24", "An unformed target behind another unformed unit cannot be fired at.")
    return None


def _refuse_dice(state: State, stated: Facts) -> Refusal | None:
    made = count_of(state, stated)
    if made.dice or (structure_in(stated) and firing.undivided(made)):
        return None
    name = state.units[unit_in(state, stated, "firer")].name
    return Refusal("no_dice_left", "MN-HALVE-03", f"{name} has no dice for that shot.")


def count_of(state: State, stated: Facts) -> Count:
    """The dice of the shot; long fire is over the heads of those between (MN-FIRE-21)."""
    shot = shot_of(state, stated)
    if shot.band == "long" and shot.screened:
        shot = replace(shot, screened=False)
    return firing.count(state.setup.rules.tables, shot)


def perform(play: Keeping, stated: Facts) -> None:
    """The fire test of a unit out of command, then dice, hits and losses (section 5.7)."""
    number, target = unit_in(play.state, stated, "firer"), unit_in(play.state, stated, "target")
    form_as_stated(play, number, stated, "firer_formation")
    form_as_stated(play, target, stated, "target_formation")
    answers = play.unit(number).side != play.state.active
    if not answers and play.state.step == "manoeuvre":
        play.tell(happened.StepBegan(step="fire"))
    if is_said(stated, "out") and not answers and not play.test(number, "MN-FIRE-06"):
        play.mark(number, "MN-RULING-81", mute=True)
        return
    made = count_of(play.state, stated)
    play.throwing = f"{say.unit(play.state, number)} fires at {say.unit(play.state, target)}"
    total, hits = firing.throw(play.dice, play.tables, made.dice)
    play.tell(
        happened.Fired(
            unit=number,
            target=target,
            aim=(0, 0),
            range=0,
            band=shot_of(play.state, stated).band,
            count=made,
            total=total,
            hits=hits,
            points=points_after(play.unit(target).points, hits),
            answers=answers,
            supports=answers and is_said(stated, "supports"),
            rolls=play.thrown(),
        )
    )
    if structure_in(stated):
        damage(play, number, structure_in(stated))
    losing.settle(play)


def odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """The fire test where there is one, and the hits of the shot."""
    number, target = unit_in(state, stated, "firer"), unit_in(state, stated, "target")
    made, tables = count_of(state, stated), state.setup.rules.tables
    shares = distribution(lambda dice: firing.throw(dice, tables, made.dice)[1])
    enemy = state.units[target]
    formation = formation_in(enemy, stated, "target_formation")
    found = [
        Chance(_hits(hits, _falls(enemy, formation, hits)), share, good=bool(hits))
        for hits, share in sorted(shares.items())
    ]
    title = f"{say.unit(state, number)} at {say.unit(state, target)}, {say.count(made.dice, 'die', 'dice')}"
    told = [Forecast(title, tuple(found), (_sum(state, shot_of(state, stated), made),), firing.WHY)]
    if is_said(stated, "out"):
        told.insert(0, chance_of(state, number, "MN-FIRE-06", 0, "It fires"))
    if structure_in(stated):
        told.append(damage_odds(state, number, structure_in(stated)))
    return tuple(told)


def _falls(enemy: Unit, formation: str, hits: int) -> bool:
    return bool(hits) and is_removed(points_after(enemy.points, hits), enemy.rating, formation)  # type: ignore[arg-type]


def _hits(hits: int, falls: bool) -> str:
    told = say.count(hits, "hit") if hits else "no hit"
    return f"{told}, destroyed" if falls else told


def _sum(state: State, shot: firing.Shot, made: Count) -> Sum:
    """How the number of dice comes about."""
    tables = state.setup.rules.tables
    small = tables.small_arms_dice.get(shot.formation)
    rule = tables.battery_dice[shot.weight].rule if shot.weight else small[0] if small else ""
    rows = [Modifier(rule, "basic dice", made.basic)]
    rows += [Modifier(each, "more dice", dice) for each, dice in made.added]
    left = firing.undivided(made)
    for each in made.halved:
        rows.append(Modifier(each, "halved", left // 2 - left))
        left //= 2
    return Sum("Dice", tuple(rows), say.count(made.dice, "die", "dice"))


def answers(state: State, note: Note) -> tuple[tuple[Note, str], ...]:
    """The return fire that a shot leads to, of its target and of the batteries that may support it (MN-FIRE-50, 53).

    After each answer the batteries that have not fired may still do so.
    """
    firer, target = unit_in(state, note.facts, "firer"), unit_in(state, note.facts, "target")
    if note.key != "fire" or NONE in (firer, target) or state.outcome is not None or state.step != "fire":
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
        return Note("fire", facts), f"{state.units[number].name} returns fire"
    near = state.setup.rules.tables.support_distance
    return Note("fire", facts | {"supports": YES}), f"{state.units[number].name} supports, if within {near} cm"


FIRE = Kind(title="Fire", facts=facts, refuse=refuse, perform=perform, odds=odds, question=True)
"""A shot, return fire and supporting fire."""
