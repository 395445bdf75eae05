"""Targets of a unit: zone of fire, screen, range, cover and hills (MN-FIRE, MNT-COVER, MNT-LOS)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.words import refused, with_verb
from battles.kits.open_table import areas, distances
from battles.kits.open_table.footprints import (
    CM,
    DEGREE,
    SIDES,
    Corners,
    Footprint,
    Patch,
    Point,
    Shape,
    Side,
    grown,
    patch,
    to_place,
    to_point,
)
from battles.kits.open_table.polygons import hull
from battles.kits.open_table.zones import aim_points, front_middle, in_zone, sight_line, zone
from battles.rules.mini_nap.events import Count
from battles.rules.mini_nap.fire import dice
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import enemies_in_contact, enemy_units, footprint, is_abandoned, position_of
from battles.rules.mini_nap.positions import units_near as near_to
from battles.rules.mini_nap.state import State, Unit, in_square, is_formed, unit_class
from battles.rules.mini_nap.tables import MOST_FIRE_TURN, Band, Formation, Tables
from battles.rules.mini_nap.terrain.features import TableFeature, features_in_play, interpenetrates, is_wholly_in


def covering_features(state: State, firer: int, target: int | None, triangle: Patch) -> tuple[TableFeature, ...]:
    """The features that give cover from a shot; ``target`` None means a structure.

    Source: MNT-COVER-01, MNT-COVER-05, MNT-COVER-06, MNT-COVER-07, MNT-COVER-02, MNT-GEN-05, MNT-RULING-10.
    """
    return tuple(
        each
        for each in features_in_play(state)
        if each.effect.cover and _gives_cover(state, each, firer, target, triangle)
    )


def _gives_cover(state: State, each: TableFeature, firer: int, target: int | None, triangle: Patch) -> bool:
    """True if a feature gives cover from a shot of that firer (MNT-RULING-08, MNT-RULING-09)."""
    options = state.setup.rules.options
    tolerance = options.contact_tol_cm
    shape = footprint(state, firer)
    defenders = {holding.unit for holding in state.holding if holding.feature == each.feature.key}
    if firer in defenders:
        return False
    if each.is_line and areas.apart(each.ground, shape) <= tolerance:
        return False
    goal = None if target is None else footprint(state, target)
    if (
        not each.is_line
        and not options.own_area_counts
        and is_wholly_in(each, shape, tolerance)
        and (goal is None or not interpenetrates(each, goal, tolerance))
    ):
        return False
    if target in defenders or areas.covers(each.ground, triangle, tolerance):
        return True
    return goal is not None and _shelters(each, goal, tolerance)


def _shelters(each: TableFeature, goal: Footprint, tolerance: int) -> bool:
    """True if a target is wholly inside an area, or in a ditch (MNT-COVER-01, MNT-RULING-16)."""
    return (not each.is_line or each.kind == "ditch") and is_wholly_in(each, goal, tolerance)


def cover_in_words(tables: Tables, covers: Sequence[str]) -> str:
    """The features that stop a shot, in words: ``behind the wall and the wood: 2 features stop a shot.``"""
    most = tables.covers_that_bar
    stop = f"{most} features stop" if most > 1 else "one feature stops"
    return f"behind the {' and the '.join(covers)}: {stop} a shot."


def level_at(state: State, point: Point) -> int:
    """The height of the ground at a point: the sum of contours and hills (MNT-RULING-13, MNT-LOS-01)."""
    spot = sight_line(point, point)
    return sum(
        levels_of(each)
        for each in features_in_play(state)
        if each.kind in ("contour", "hill") and areas.touches(each.ground, spot)
    )


def levels_of(each: TableFeature) -> int:
    """The height of a feature in levels."""
    return each.feature.levels if each.feature.levels is not None else each.effect.levels[0]


def hill_between(state: State, firer: int, goal: Shape, centre: Point, aim: Point) -> TableFeature | None:
    """A hill that stops an artillery shot, by option (MNT-RULING-11). ``goal`` is the target, ``centre`` its middle.

    Source: MNT-LOS-02, MNT-LOS-03.
    """
    if not state.setup.rules.options.hill_blocks_artillery or unit_class(state.units[firer]) != "artillery":
        return None
    shape = footprint(state, firer)
    line = sight_line(front_middle(shape), aim)
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in features_in_play(state):
        if each.kind != "hill" or not areas.covers(each.ground, line):
            continue
        if interpenetrates(each, shape, tolerance) or areas.touches(each.ground, goal):
            continue
        higher = max(level_at(state, (shape.x, shape.y)), level_at(state, centre))
        if levels_of(each) > higher:
            return each
    return None


def ground_without_fire(state: State, number: int) -> TableFeature | None:
    """The feature that a unit is in and cannot fire from (MNT-FENCE-03, MNT-STREAM-04)."""
    shape = footprint(state, number)
    tolerance = state.setup.rules.options.contact_tol_cm
    battery = unit_class(state.units[number]) == "artillery"
    for each in features_in_play(state):
        bars = each.effect.bars_all or (each.effect.bars_guns and battery)
        if bars and interpenetrates(each, shape, tolerance):
            return each
    return None


class NearbyUnit(NamedTuple):
    """A unit that may be in a zone of fire, and its footprint shrunk by the tolerance (MN-GEO-12)."""

    number: int
    shape: Footprint


class AimedShot(Struct, frozen=True):
    """A legal shot: its facts, its dice, range in tenths of a millimetre, and the features that give cover."""

    shot: dice.ShotFacts
    count: Count
    range: int
    band: Band | None
    covers: tuple[str, ...] = ()


def refuse_firer(state: State, number: int) -> Refusal | None:
    """Why a unit may not fire at all now, in its own phase or in return (MN-FIRE-02); None if it may."""
    unit = state.units[number]
    name = unit.name
    if unit.where != "table" or is_abandoned(unit):
        return Refusal("gone", "MN-FIRE-02", f"{name} cannot fire: it is abandoned or not on the table.")
    if unit_class(unit) == "cavalry":
        return refused("not_for_kind", "MN-WEAPON-02", name, "is", "cavalry, which never fires.")
    if unit.yellow:
        return refused("done_already", "MN-MARKER-02", name, "has", "a yellow marker.")
    if unit.mute or unit.idle:
        return Refusal("done_already", "MN-FIRE-02", f"{name} cannot fire again in this initiative.")
    if unit_class(unit) == "artillery" and unit.turned > MOST_FIRE_TURN * DEGREE:
        why = (
            f"{with_verb(name, 'has')} turned by more than {MOST_FIRE_TURN} degrees and cannot fire in this initiative."
        )
        return Refusal("out_of_arc", "MN-ART-03", why)
    if enemies_in_contact(state, number):
        return refused("locked", "MN-FIRE-02", name, "is", "in contact with an enemy.")
    if unit.charged and not state.setup.rules.options.charged_units_may_fire:
        return refused("done_already", "MN-RULING-47", name, "has", "charged in this initiative.")
    ground = ground_without_fire(state, number)
    if ground is not None:
        rule = "MNT-STREAM-04" if ground.effect.bars_all else "MNT-FENCE-03"
        return Refusal("not_for_kind", rule, f"{name} cannot fire while it is in the {ground.word}.")
    return None


def firing_faces(unit: Unit) -> tuple[Side, ...]:
    """The faces that a unit can fire from (MN-FIRE-15, MN-FORM-10)."""
    return SIDES if in_square(unit) else ("front",)


def aim_shot(state: State, number: int, target: int, spot: tuple[int, int], face: str) -> AimedShot | Refusal:
    """A shot at a unit, aimed at a point of its edge; or why it is not legal.

    Source: MN-FIRE-10, MN-FIRE-11, MN-FIRE-13, MN-FIRE-14, MN-FIRE-15, MN-FIRE-16, MN-FIRE-26.
    """
    refusal = _refuse_target(state, number, target)
    if refusal is not None:
        return refusal
    goal = footprint(state, target)
    point = to_point(spot)
    if not _on_edge(goal, point):
        return Refusal("malformed", "MN-FIRE-10", f"That point is not on the edge of {state.units[target].name}.")
    return _shot_at_point(state, number, target, point, face, units_near_zone(state, number, grown(goal, 1).corners))


def _refuse_target(state: State, number: int, target: int) -> Refusal | None:
    """Why a unit can be no target from anywhere (MN-FIRE-10, MN-FIRE-14, MN-FIRE-16, MN-FIRE-04); None if it can."""
    enemy = state.units[target]
    if enemy.where != "table" or is_abandoned(enemy):
        return Refusal("gone", "MN-FIRE-14", f"{enemy.name} cannot be fired at.")
    if enemy.side == state.units[number].side:
        return refused("no_target", "MN-FIRE-10", enemy.name, "is", "a friend.")
    if not state.setup.rules.options.fire_into_contact and enemies_in_contact(state, target):
        return refused("locked", "MN-RULING-46", enemy.name, "is", "in contact with a friend.")
    return None


def _shot_at_point(
    state: State, number: int, target: int, point: Point, face: str, others: tuple[NearbyUnit, ...]
) -> AimedShot | Refusal:
    """The shot at a point of the edge of a possible target; ``others`` may be in its zone."""
    unit, enemy = state.units[number], state.units[target]
    shape = footprint(state, number)
    chosen = face or "front"
    if chosen not in firing_faces(unit):
        return Refusal("malformed", "MN-FIRE-15", with_verb(unit.name, "fires only from its front."))
    length = distances.distance_to_point(shape, point)
    far = _band(state, unit, length)
    if far == "out":
        why = f"{with_verb(enemy.name, 'is')} {cm(length)} away, which is out of range of {unit.name}."
        return Refusal("out_of_range", "MN-FIRE-13", why)
    triangle = zone(shape, chosen, point)
    if triangle is None:
        return Refusal("out_of_arc", "MN-FIRE-11", f"That point is behind the front of {unit.name}.")
    through = (each for each in others if each.number != target)
    screened = screen(state, unit, through, triangle, far, word=enemy.name, formed=is_formed(enemy))
    if isinstance(screened, Refusal):
        return screened
    hill = hill_between(state, number, footprint(state, target), to_point((enemy.x, enemy.y)), point)
    if hill is not None:
        return Refusal("out_of_sight", "MNT-RULING-11", f"The {hill.word} hides {enemy.name} from {unit.name}.")
    covers = tuple(each.word for each in covering_features(state, number, target, triangle))
    tables = state.setup.rules.tables
    if len(covers) >= tables.covers_that_bar:
        why = f"{with_verb(enemy.name, 'is')} {cover_in_words(tables, covers)}"
        return Refusal("out_of_sight", "MNT-COVER-04", why)
    shot = shot_facts(unit, enemy.formation, far, screened=screened, covered=bool(covers))
    return AimedShot(shot, dice.shot_dice(tables, shot), length, far, covers)


def shot_facts(
    unit: Unit, target: Formation, band: Any, *, screened: bool = False, covered: bool = False
) -> dice.ShotFacts:
    """The facts of a shot at a unit in this formation, for its dice."""
    return dice.ShotFacts(
        unit_class=unit_class(unit),
        formation=unit.formation,
        rating=unit.rating,
        target=target,
        nation=unit.nation,
        kgl=unit.kgl,
        weight=unit.weight,
        band=band,
        screened=screened,
        covered=covered,
    )


def _on_edge(goal: Footprint, point: Point) -> bool:
    """True if a point is on the edge of a footprint, within one unit of length."""
    if distances.distance_to_point(goal, point) > 1:
        return False
    return distances.distance_to_point(grown(goal, -2), point) > 0


def _band(state: State, unit: Unit, length: int) -> Any:
    """A battery's band, None for small arms in range, ``out`` if out of range."""
    tables = state.setup.rules.tables
    if unit_class(unit) == "artillery":
        return dice.range_band(tables, length) or "out"
    return None if dice.in_small_arms_range(tables, length) else "out"


def units_near_zone(state: State, number: int, goal: Corners) -> tuple[NearbyUnit, ...]:
    """The units, without the firer, that can be in a zone of fire at ``goal``: no zone leaves the hull of both."""
    slack = state.setup.rules.options.contact_tol_cm
    hull_of_both = patch(tuple(hull((*footprint(state, number).corners, *goal))))
    close = (other for other in near_to(state, hull_of_both, 0) if other != number)
    nearby = (NearbyUnit(other, grown(footprint(state, other), -slack)) for other in close)
    return tuple(each for each in nearby if in_zone(hull_of_both, each.shape))


def screen(
    state: State,
    unit: Unit,
    others: Iterable[NearbyUnit],
    triangle: Patch,
    band: Band | None,
    *,
    word: str,
    formed: bool,
) -> bool | Refusal:
    """True if a shot at ``word`` goes through an unformed enemy; or why another unit stops it.

    ``others`` are the units that may be in the zone, ``formed`` is true if the target is formed or no unit.

    Source: MN-FIRE-11, MN-FIRE-12, MN-FIRE-21, MN-FIRE-22, MN-FIRE-23, MN-FIRE-24, MN-FIRE-05, MN-RULING-44.
    """
    screened = False
    for other in others:
        if not in_zone(triangle, other.shape):
            continue
        blocker = state.units[other.number]
        if is_formed(blocker) or blocker.side == unit.side:
            why = f"{with_verb(blocker.name, 'is')} in the zone of fire of {unit.name}."
            return Refusal("out_of_sight", "MN-FIRE-11", why)
        if band == "long":
            continue
        if band != "medium":
            return refused("out_of_sight", "MN-FIRE-23", blocker.name, "screens", f"{word}.")
        if not formed:
            return refused("out_of_sight", "MN-FIRE-24", blocker.name, "screens", f"{word}, which is also unformed.")
        screened = True
    return screened


BestAim = tuple[tuple[int, int], str, AimedShot]
"""An aiming point, the firing face of a square or ``""``, and the shot."""


def best_aim(state: State, number: int, target: int, *, dice: bool = True) -> BestAim | None:
    """The best aiming point: most dice, then the shortest range (MN-RULING-43); None if no shot is legal.

    With ``dice`` false a shot without dice counts too, for suppression (MN-RULING-80).
    """
    if state.holding:
        return _find_best_aim(state, number, target, dice)
    notes, ground = position_of(state).notes, features_in_play(state)
    key = best_aim, number, target, dice
    cached: tuple[object, BestAim | None] | None = notes.get(key)
    if cached is None or cached[0] is not ground:
        cached = notes[key] = ground, _find_best_aim(state, number, target, dice)
    return cached[1]


def _find_best_aim(state: State, number: int, target: int, dice: bool) -> BestAim | None:
    goal = footprint(state, target)
    if _refuse_target(state, number, target) is not None:
        return None
    unit, enemy = state.units[number], state.units[target]
    if not distances.within(footprint(state, number), goal, _longest_range(state, unit)):
        return None
    others = units_near_zone(state, number, grown(goal, 1).corners)
    best: BestAim | None = None
    for length, spot in _aiming_points(state, number, goal):
        if best is not None and best[2].count.dice >= _most_dice(state, unit, enemy, length):
            break
        for face in firing_faces(unit):
            shot = _shot_at_point(state, number, target, to_point(spot), face, others)
            if isinstance(shot, Refusal) or (dice and not shot.count.dice):
                continue
            if best is None or shot.count.dice > best[2].count.dice:
                best = spot, face if in_square(unit) else "", shot
    return best


def _most_dice(state: State, unit: Unit, enemy: Unit, length: int) -> int:
    """The dice of an unobstructed shot at this range: no further point has more."""
    band = _band(state, unit, length)
    return (
        0 if band == "out" else dice.shot_dice(state.setup.rules.tables, shot_facts(unit, enemy.formation, band)).dice
    )


def _aiming_points(state: State, number: int, goal: Footprint) -> Iterator[tuple[int, tuple[int, int]]]:
    """The points to try, the nearest first, each with its range."""
    shape = footprint(state, number)
    points = [distances.nearest_points(shape, goal)[1]]
    points += [point for _, _, point in aim_points(goal, shape, state.setup.rules.options.aim_step_cm)]
    spots = dict.fromkeys(to_place(point) for point in points)
    ranged = [(distances.distance_to_point(shape, to_point(spot)), spot) for spot in spots]
    ranged.sort(key=lambda each: each[0])
    return ((length, spot) for length, spot in ranged if _on_edge(goal, to_point(spot)))


def enemies_in_range(state: State, number: int) -> Sequence[int]:
    """The enemies that may be in range of a unit; all others are further away."""
    return near_to(
        state, footprint(state, number), _longest_range(state, state.units[number]), enemy_units(state, number)
    )


def _longest_range(state: State, unit: Unit) -> int:
    tables = state.setup.rules.tables
    if unit_class(unit) == "artillery":
        return max(tables.battery_range.values()) * CM
    return tables.small_arms_range * CM
