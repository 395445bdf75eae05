"""Guns against buildings and bridges (MNT-STRUCT)."""

from itertools import pairwise

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.dice import Dice
from battles.engine.table import grounds, measures
from battles.engine.table.bearings import Point, path_between, to_place, to_point
from battles.engine.table.footprints import Patch, patch
from battles.engine.table.zones import zone
from battles.rules.mini_nap import aiming, cover, firing
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import enemies, footprint
from battles.rules.mini_nap.ground import Lying, is_wholly_in, lying, named
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Damage, State
from battles.rules.mini_nap.tables import DIE_SIDES, Band, GunWeight, Tables

WHY = "MNT-STRUCT-03"


class Blast(Struct, frozen=True):
    """A shot at a structure that may be fired."""

    range: int
    band: Band


def strength(options: Options, each: Lying) -> int:
    """How many structural hits destroy a feature (MNT-STRUCT-04)."""
    usual = options.structure_strength_large if each.effect.large else options.structure_strength_small
    return each.feature.strength or usual


def hits_of(tables: Tables, face: int, weight: GunWeight) -> int:
    """MNT-STRUCT-03."""
    return tables.structure_hits[weight] if face <= tables.structure_hit_up_to else 0


def throw(dice: Dice, tables: Tables, weight: GunWeight) -> tuple[int, int]:
    """The die for a structure, and its structural hits."""
    face = dice.total(1, DIE_SIDES, WHY)
    return face, hits_of(tables, face, weight)


def holding(state: State, number: int) -> Lying | None:
    """The structure that a unit is in: a landmark that it defends, or whatever is wholly about it (MNT-STRUCT-02)."""
    return next((each for each in lying(state) if each.effect.built and _is_in(state, number, each)), None)


def _is_in(state: State, number: int, each: Lying) -> bool:
    held = any(found.unit == number and found.feature == each.feature.key for found in state.holding)
    if held and each.kind == "landmark":
        return True
    return is_wholly_in(each, footprint(state, number), state.setup.rules.options.contact_tol_cm)


def is_blasted(state: State, number: int, target: int) -> bool:
    """Whether a shot at a unit throws for a structure about it too, dice or no dice left (MNT-RULING-21)."""
    return unit_class(state.units[number]) == "artillery" and holding(state, target) is not None


def damage(play: Play, number: int, each: Lying) -> None:
    """The die for a structure that a battery fires at, or at somebody in it."""
    weight = play.unit(number).weight
    assert weight is not None  # noqa: S101
    face, hits = throw(play.dice, play.tables, weight)
    key = each.feature.key
    before = next((found.hits for found in play.state.damage if found.feature == key), 0)
    after = Damage(key, before + hits, before + hits >= strength(play.options, each))
    play.tell(happened.StructureHit(unit=number, face=face, hits=hits, damage=after, rolls=play.thrown()))


def aim(state: State, number: int, key: str, spot: tuple[int, int]) -> Blast | Refusal:
    """A shot at a structure with no enemy in it, aimed at a place on its edge (MNT-RULING-21)."""
    each, unit = named(state, key), state.units[number]
    if each is None or not each.effect.built:
        return Refusal("no_such", "MNT-STRUCT-01", f"There is no structure {key}.")
    if unit_class(unit) != "artillery" or unit.weight is None:
        return Refusal("not_for_kind", "MNT-STRUCT-02", f"Only artillery fires at structures; {unit.name} is none.")
    inside = next((other for other in enemies(state, number) if _is_in(state, other, each)), None)
    if inside is not None:
        return Refusal("no_target", "MNT-STRUCT-02", f"{state.units[inside].name} is in the {each.word}: fire at it.")
    point, shape = to_point(spot), footprint(state, number)
    if grounds.apart(each.ground, patch((point,))) > 1:
        return Refusal("malformed", "MNT-RULING-21", f"That is no point of the {each.word}.")
    length = measures.distance_to_point(shape, point)
    band = firing.band_at(state.setup.rules.tables, length)
    if band is None:
        return Refusal("out_of_range", "MN-FIRE-13", f"The {each.word} is {cm(length)} away, which is out of range.")
    if not firing.undivided(firing.count(state.setup.rules.tables, aiming.facts(unit, "line", band))):
        return Refusal("no_dice_left", "MNT-RULING-21", f"{unit.name} has no dice at {band} range.")
    triangle = zone(shape, "front", point)
    if triangle is None:
        return Refusal("out_of_arc", "MN-FIRE-11", f"The {each.word} lies behind the front of {unit.name}.")
    return _hidden(state, number, each, point, triangle, band) or Blast(length, band)


def _hidden(state: State, number: int, each: Lying, point: Point, triangle: Patch, band: Band) -> Refusal | None:
    """What stands in the zone of fire, or hides the structure."""
    unit = state.units[number]
    others = aiming.near(state, number, (point,))
    screened = aiming.screen(state, unit, others, triangle, band, word=f"the {each.word}", formed=True)
    if isinstance(screened, Refusal):
        return screened
    hill = cover.hill_between(state, number, patch((point,)), point, point)
    if hill is not None:
        return Refusal("out_of_sight", "MNT-RULING-11", f"The {hill.word} hides the {each.word} from {unit.name}.")
    found = cover.covering(state, number, None, triangle)
    covers = [other.word for other in found if other.feature.key != each.feature.key]
    tables = state.setup.rules.tables
    if len(covers) >= tables.covers_that_bar:
        why = f"The {each.word} is {cover.behind(tables, covers)}"
        return Refusal("out_of_sight", "MNT-COVER-04", why)
    return None


def best_spot(state: State, number: int, each: Lying) -> tuple[int, int] | None:
    """The nearest place on a structure's edge that a battery may fire at (MNT-RULING-21)."""
    shape, step = footprint(state, number), state.setup.rules.options.aim_step_cm
    spots: dict[tuple[int, int], None] = {}
    for start, end in pairwise((*each.feature.points, each.feature.points[0])):
        (x, y), way = to_point(start), path_between(start, end)
        spots.update(dict.fromkeys(to_place((x + way.dx * n, y + way.dy * n)) for n in range(0, way.length, step)))
    ordered = sorted(spots, key=lambda spot: (measures.distance_to_point(shape, to_point(spot)), spot))
    key = each.feature.key
    return next((spot for spot in ordered if not isinstance(aim(state, number, key, spot), Refusal)), None)
