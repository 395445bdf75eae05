"""The Firing phase: shots at units and structures, suppression and return fire (ST-09, ST-10, ST-11, MNT-STRUCT)."""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.engine.words import refused, with_verb
from battles.kits.open_table import areas, distances
from battles.kits.open_table.footprints import Patch, Point, patch, path_between, to_place, to_point
from battles.kits.open_table.zones import zone
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.command.commanders import command_state, is_chosen
from battles.rules.mini_nap.decisions import Shot
from battles.rules.mini_nap.fire import dice, targets
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import enemies_in_contact, enemy_units, footprint, on_table
from battles.rules.mini_nap.reactions import fire
from battles.rules.mini_nap.resolution import Handler, Resolution, cached_options
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import NONE, Damage, State, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES, Band, GunWeight, Tables
from battles.rules.mini_nap.terrain import features
from battles.rules.mini_nap.terrain.features import TableFeature, feature_named, features_in_play, is_wholly_in

STRUCTURE_RULE = "MNT-STRUCT-03"


class StructureShot(Struct, frozen=True):
    """A legal shot at a structure."""

    range: int
    band: Band


def structure_strength(options: Options, each: TableFeature) -> int:
    """The structural hits that destroy a feature (MNT-STRUCT-04)."""
    default = options.structure_strength_large if each.effect.large else options.structure_strength_small
    return each.feature.strength or default


def structural_hits(tables: Tables, face: int, weight: GunWeight) -> int:
    """Structural hits by the face of the die (MNT-STRUCT-03)."""
    return tables.structure_hits[weight] if face <= tables.structure_hit_up_to else 0


def roll_structure(dice: Dice, tables: Tables, weight: GunWeight) -> tuple[int, int]:
    """Roll the die for a structure: its face, and the structural hits."""
    face = dice.total(1, DIE_SIDES, STRUCTURE_RULE)
    return face, structural_hits(tables, face, weight)


def structure_around(state: State, number: int) -> TableFeature | None:
    """The structure that a unit is in: a landmark it defends, or one that wholly contains it (MNT-STRUCT-02)."""
    return next((each for each in features_in_play(state) if each.effect.built and _is_in(state, number, each)), None)


def _is_in(state: State, number: int, each: TableFeature) -> bool:
    defends = any(defence.unit == number and defence.feature == each.feature.key for defence in state.holding)
    if defends and each.kind == "landmark":
        return True
    return is_wholly_in(each, footprint(state, number), state.setup.rules.options.contact_tol_cm)


def also_hits_structure(state: State, number: int, target: int) -> bool:
    """True if a shot at a unit also rolls for the structure round it, even without dice left (MNT-RULING-21)."""
    return unit_class(state.units[number]) == "artillery" and structure_around(state, target) is not None


def damage_structure(play: Resolution, number: int, each: TableFeature) -> None:
    """Roll the die for a structure that a battery fires at, or whose occupant it fires at."""
    weight = play.unit(number).weight
    assert weight is not None  # noqa: S101
    face, hits = roll_structure(play.dice, play.tables, weight)
    key = each.feature.key
    before = next((damage.hits for damage in play.state.damage if damage.feature == key), 0)
    after = Damage(key, before + hits, before + hits >= structure_strength(play.options, each))
    play.tell(happened.StructureHit(unit=number, face=face, hits=hits, damage=after, rolls=play.new_rolls()))


def aim_at_structure(state: State, number: int, key: str, spot: tuple[int, int]) -> StructureShot | Refusal:
    """A shot at a point on the edge of a structure with no enemy in it, or why it is not legal.

    Source: MNT-RULING-21, MNT-STRUCT-06.
    """
    each, unit = feature_named(state, key), state.units[number]
    if each is None or not each.effect.built:
        return Refusal("no_such", "MNT-STRUCT-01", f"There is no structure {key}.")
    if unit_class(unit) != "artillery" or unit.weight is None:
        return Refusal(
            "not_for_kind",
            "MNT-STRUCT-02",
            f"Only artillery fires at structures; {with_verb(unit.name, 'is')} not artillery.",
        )
    inside = next((other for other in enemy_units(state, number) if _is_in(state, other, each)), None)
    if inside is not None:
        return refused("no_target", "MNT-STRUCT-02", state.units[inside].name, "is", f"in the {each.word}: fire at it.")
    point, shape = to_point(spot), footprint(state, number)
    if areas.apart(each.ground, patch((point,))) > 1:
        return Refusal("malformed", "MNT-RULING-21", f"That point is not on the edge of the {each.word}.")
    length = distances.distance_to_point(shape, point)
    band = dice.range_band(state.setup.rules.tables, length)
    if band is None:
        return Refusal("out_of_range", "MN-FIRE-13", f"The {each.word} is {cm(length)} away, which is out of range.")
    if not dice.dice_before_halving(dice.shot_dice(state.setup.rules.tables, targets.shot_facts(unit, "line", band))):
        return refused("no_dice_left", "MNT-RULING-21", unit.name, "has", f"no dice at {band} range.")
    triangle = zone(shape, "front", point)
    if triangle is None:
        return Refusal("out_of_arc", "MN-FIRE-11", f"The {each.word} is behind the front of {unit.name}.")
    return _hidden(state, number, each, point, triangle, band) or StructureShot(length, band)


def _hidden(state: State, number: int, each: TableFeature, point: Point, triangle: Patch, band: Band) -> Refusal | None:
    """Why units, hills or cover hide a structure; None if it can be seen."""
    unit = state.units[number]
    others = targets.units_near_zone(state, number, (point,))
    screened = targets.screen(state, unit, others, triangle, band, word=f"the {each.word}", formed=True)
    if isinstance(screened, Refusal):
        return screened
    hill = targets.hill_between(state, number, patch((point,)), point, point)
    if hill is not None:
        return Refusal("out_of_sight", "MNT-RULING-11", f"The {hill.word} hides the {each.word} from {unit.name}.")
    features = targets.covering_features(state, number, None, triangle)
    covers = [other.word for other in features if other.feature.key != each.feature.key]
    tables = state.setup.rules.tables
    if len(covers) >= tables.covers_that_bar:
        why = f"The {each.word} is {targets.cover_in_words(tables, covers)}"
        return Refusal("out_of_sight", "MNT-COVER-04", why)
    return None


def best_aim_at_structure(state: State, number: int, each: TableFeature) -> tuple[int, int] | None:
    """The nearest point of a structure's edge that a battery may fire at (MNT-RULING-21)."""
    shape, step = footprint(state, number), state.setup.rules.options.aim_step_cm
    spots: dict[tuple[int, int], None] = {}
    for start, end in pairwise((*each.feature.points, each.feature.points[0])):
        (x, y), way = to_point(start), path_between(start, end)
        spots.update(dict.fromkeys(to_place((x + way.dx * n, y + way.dy * n)) for n in range(0, way.length, step)))
    ordered = sorted(spots, key=lambda spot: (distances.distance_to_point(shape, to_point(spot)), spot))
    key = each.feature.key
    return next((spot for spot in ordered if not isinstance(aim_at_structure(state, number, key, spot), Refusal)), None)


def refuse_unit(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a unit may not fire in its own phase; None if it may (MN-FIRE-01, MN-FIRE-02)."""
    if number >= len(state.units):
        return Refusal("no_such", "MN-FIRE-01", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return refused("not_yours", "MN-FIRE-01", unit.name, "belongs", "to the enemy.")
    if not is_chosen(state, number):
        return refused("not_yours", "MN-FIRE-01", unit.name, "does", "not belong to the chosen Brigade.")
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-08", "No unit fires in a Division manoeuvre.")
    if unit.fired:
        return refused("done_already", "MN-FIRE-01", unit.name, "has", "already fired this Turn.")
    return targets.refuse_firer(state, number)


@cached_options
def _step_options(state: State, side: SideId) -> tuple[Option, ...]:
    return (*_offers(state, side), Option("done", "", (act.Done(),)))


def able_units(state: State, side: SideId) -> Iterator[int]:
    """The units of a side that may fire now, if they have a target."""
    if state.division == NONE:
        for number in on_table(state, side):
            if is_chosen(state, number) and refuse_unit(state, side, number) is None:
                yield number


def _offers(state: State, side: SideId) -> Iterator[Option]:
    return (option for number in able_units(state, side) for option in _shots(state, number))


@cached_options
def _first_shot(state: State, side: SideId) -> tuple[Option, ...]:
    """One legal shot, if there is any."""
    return tuple(islice(_offers(state, side), 1))


def _first_real_shot(state: State, side: SideId) -> tuple[Option, ...]:
    return (*_first_shot(state, side), Option("done", "", (act.Done(),)))


def unit_options(state: State, number: int) -> tuple[Option, ...]:
    """A unit's shots, each at its best aiming point; none if it may not fire."""
    if refuse_unit(state, state.units[number].side, number) is not None:
        return ()
    return _shots(state, number)


def _shots(state: State, number: int) -> tuple[Option, ...]:
    """The shots of a unit that may fire."""
    shots = []
    for target in targets.enemies_in_range(state, number):
        best = targets.best_aim(state, number, target, dice=not also_hits_structure(state, number, target))
        if best is not None and _refuse_aim(best[2], state, number, target) is None:
            shots.append(act.Fire(number, target, best[0], best[1]))  # type: ignore[arg-type]
    shot_options = [Option("fire", f"unit {number}", tuple(shots), complete=False)] if shots else []
    if unit_class(state.units[number]) == "artillery":
        structure_shots = tuple(
            act.FireStructure(number, each.feature.key, spot)
            for each in features.features_in_play(state)
            if each.effect.built and (spot := best_aim_at_structure(state, number, each)) is not None
        )
        if structure_shots:
            shot_options.append(Option("fire_structure", f"unit {number}", structure_shots, complete=False))
    return tuple(shot_options)


def _step_deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,) if _first_shot(state, state.active) else ()


def _step_proceed(play: Resolution) -> None:
    play.tell(happened.StepBegan(step="hand_to_hand"))


def _step_refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    refusal = refuse_unit(state, side, action.unit)
    if refusal is not None:
        return refusal
    if isinstance(action, act.FireStructure):
        structure_shot = aim_at_structure(state, action.unit, action.structure, action.aim)
        return structure_shot if isinstance(structure_shot, Refusal) else None
    if action.target >= len(state.units):
        return Refusal("no_such", "MN-FIRE-10", f"There is no unit {action.target}.")
    return _refuse_aim(
        targets.aim_shot(state, action.unit, action.target, action.aim, action.face), state, action.unit, action.target
    )


def _refuse_aim(shot: targets.AimedShot | Refusal, state: State, number: int, target: int) -> Refusal | None:
    """Why a shot is refused: it has no dice (MN-FIRE-42), unless it may hit a structure (MNT-RULING-21)."""
    if isinstance(shot, Refusal):
        return shot
    if shot.count.dice or (dice.dice_before_halving(shot.count) and also_hits_structure(state, number, target)):
        return None
    return Refusal("no_dice_left", "MN-HALVE-03", f"{state.units[number].name} would have no dice for that shot.")


def _step_perform(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _step_proceed(play)
        return
    number = action.unit
    if command_state(play.state, number) == "out" and not play.test(number, "MN-FIRE-06"):
        play.mark(number, "MN-RULING-81", mute=True)
    elif isinstance(action, act.FireStructure):
        structure = features.feature_named(play.state, action.structure)
        assert structure is not None  # noqa: S101
        damage_structure(play, number, structure)
    else:
        stage = Shot(unit=number, target=action.target, aim=action.aim, face=action.face)
        play.open(stage)


# The frame of a shot


def current_shot(state: State) -> Shot:
    """The shot that is the present frame."""
    frame = state.stack[-1]
    assert isinstance(frame, Shot)  # noqa: S101
    return frame


def _deciders(state: State) -> tuple[SideId, ...]:
    frame = current_shot(state)
    return (fire.reacting_side(state, frame),) if fire.options(state, frame) else ()


def _proceed(play: Resolution) -> None:
    """No reaction is possible, or none is left."""
    frame = current_shot(play.state)
    if frame.stage == "suppress":
        _resolve(play, frame)
    else:
        play.close()


def _resolve(play: Resolution, frame: Shot) -> None:
    """Dice, hits and losses (section 5.7, 4); enemies that touched only the target break through."""
    target, foes = play.unit(frame.target), enemies_in_contact(play.state, frame.target)
    last = (target.x, target.y, target.facing, target.formation)
    fire_shot(play, frame.unit, frame.target, frame.aim, frame.face)
    losses.settle_losses(play)
    if play.unit(frame.target).where != "table":
        for foe in foes:
            mark_break_through(play, foe, "MN-CHARGE-13")
    play.go_on(replace(frame, stage="return", last=last))


def fire_shot(
    play: Resolution,
    number: int,
    target: int,
    spot: tuple[int, int],
    face: str,
    *,
    answers: bool = False,
    supports: bool = False,
) -> None:
    """Roll a shot's dice and hits, then the die for a structure round the target; the caller settles losses.

    Source: MN-FIRE-43, MN-FIRE-44, MNT-STRUCT-02.
    """
    inside = structure_around(play.state, target) if also_hits_structure(play.state, number, target) else None
    shot = targets.aim_shot(play.state, number, target, spot, face)
    assert isinstance(shot, targets.AimedShot)  # noqa: S101
    total, hits = dice.roll_shot(play.dice, play.tables, shot.count.dice)
    play.tell(
        happened.Fired(
            unit=number,
            target=target,
            aim=spot,
            range=shot.range,
            band=shot.band,
            count=shot.count,
            total=total,
            hits=hits,
            points=max(0, play.unit(target).points - hits),
            answers=answers,
            supports=supports,
            rolls=play.new_rolls(),
        )
    )
    if inside is not None:
        damage_structure(play, number, inside)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return (*fire.options(state, current_shot(state)), Option("pass", "", (act.Pass(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Pass):
        return None
    return fire.refuse(state, current_shot(state), action)


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    frame = current_shot(play.state)
    if isinstance(action, act.Pass):
        _proceed(play)
    elif isinstance(action, act.Suppress):
        play.tell(happened.Suppressed(unit=action.unit, batteries=action.batteries))
        for battery in action.batteries:
            play.mark(battery, "MN-RULING-81", mute=True)
        play.close()
    else:
        fire_shot(
            play,
            action.unit,
            frame.unit,
            action.aim,
            action.face,
            answers=True,
            supports=action.unit != frame.target,
        )
        losses.settle_losses(play)
        answered = (*frame.answered, action.unit)
        if play.unit(frame.unit).where == "table":
            play.go_on(replace(frame, answered=answered))
        else:
            play.close()


PHASE = Handler(
    (act.Fire, act.FireStructure, act.Done),
    _step_deciders,
    _step_proceed,
    _step_options,
    _step_refuse,
    _step_perform,
    _first_real_shot,
)
"""The step ``fire``."""

SHOT = Handler((act.Suppress, act.ReturnFire, act.Pass), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``shot``."""
