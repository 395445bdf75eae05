"""Artillery fire at buildings and bridges (MNT-STRUCT)."""

from itertools import pairwise

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.dice import Dice
from battles.kits.open_table import areas, distances
from battles.kits.open_table.bearings import Point, path_between, to_place, to_point
from battles.kits.open_table.footprints import Patch, patch
from battles.kits.open_table.zones import zone
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.fire import dice, targets
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import enemy_units, footprint
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Damage, State
from battles.rules.mini_nap.tables import DIE_SIDES, Band, GunWeight, Tables
from battles.rules.mini_nap.terrain.features import TableFeature, feature_named, features_in_play, is_wholly_in
from battles.rules.mini_nap.unit_types import unit_class

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
            "not_for_kind", "MNT-STRUCT-02", f"Only artillery fires at structures; {unit.name} is not artillery."
        )
    inside = next((other for other in enemy_units(state, number) if _is_in(state, other, each)), None)
    if inside is not None:
        return Refusal("no_target", "MNT-STRUCT-02", f"{state.units[inside].name} is in the {each.word}: fire at it.")
    point, shape = to_point(spot), footprint(state, number)
    if areas.apart(each.ground, patch((point,))) > 1:
        return Refusal("malformed", "MNT-RULING-21", f"That point is not on the edge of the {each.word}.")
    length = distances.distance_to_point(shape, point)
    band = dice.range_band(state.setup.rules.tables, length)
    if band is None:
        return Refusal("out_of_range", "MN-FIRE-13", f"The {each.word} is {cm(length)} away, which is out of range.")
    if not dice.dice_before_halving(dice.shot_dice(state.setup.rules.tables, targets.shot_facts(unit, "line", band))):
        return Refusal("no_dice_left", "MNT-RULING-21", f"{unit.name} has no dice at {band} range.")
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
