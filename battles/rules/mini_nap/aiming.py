"""Whether a unit may fire, at whom and from where to where: zone of fire, screen, range, cover (MN-FIRE-01 to 26)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.table import measures
from battles.engine.table.bearings import Point, to_place, to_point
from battles.engine.table.footprints import SIDES, Corners, Footprint, Patch, Side, grown, patch
from battles.engine.table.polygons import hull
from battles.engine.table.zones import aim_points, in_zone, zone
from battles.rules.mini_nap import cover, firing
from battles.rules.mini_nap.board import enemies, footprint, is_abandoned, standing, touched
from battles.rules.mini_nap.board import near as near_to
from battles.rules.mini_nap.events_fight import Count
from battles.rules.mini_nap.ground import lying
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, DEGREE, MOST_FIRE_TURN, Band, Formation


class Near(NamedTuple):
    """A unit that may be in a zone of fire, and its footprint drawn in by the tolerance (MN-GEO-12)."""

    number: int
    shape: Footprint


class Aimed(Struct, frozen=True):
    """A shot that may be fired: its facts, its dice, range in tenths of a millimetre, and what gives cover."""

    shot: firing.Shot
    count: Count
    range: int
    band: Band | None
    covers: tuple[str, ...] = ()


def refuse_firer(state: State, number: int) -> Refusal | None:
    """Why a unit may not fire at all now, whether of its own accord or in return (MN-FIRE-02)."""
    unit = state.units[number]
    name = unit.name
    if unit.where != "table" or is_abandoned(unit):
        return Refusal("gone", "MN-FIRE-02", f"{name} is not there to fire.")
    if unit_class(unit) == "cavalry":
        return Refusal("not_for_kind", "MN-WEAPON-02", f"{name} is cavalry, which never fires.")
    if unit.yellow:
        return Refusal("done_already", "MN-MARKER-02", f"{name} has a yellow marker.")
    if unit.mute or unit.idle:
        return Refusal("done_already", "MN-FIRE-02", f"{name} cannot fire any more in this initiative.")
    if unit_class(unit) == "artillery" and unit.turned > MOST_FIRE_TURN * DEGREE:
        why = f"{name} has turned by more than {MOST_FIRE_TURN} degrees and cannot fire in this initiative."
        return Refusal("out_of_arc", "MN-ART-03", why)
    if touched(state, number):
        return Refusal("locked", "MN-FIRE-02", f"{name} is in contact with an enemy.")
    if unit.charged and not state.setup.rules.options.charged_units_may_fire:
        return Refusal("done_already", "MN-RULING-47", f"{name} has charged in this initiative.")
    stood = cover.mute_in(state, number)
    if stood is not None:
        rule = "MNT-STREAM-04" if stood.effect.bars_all else "MNT-FENCE-03"
        return Refusal("not_for_kind", rule, f"{name} cannot fire while it is in the {stood.word}.")
    return None


def faces(unit: Unit) -> tuple[Side, ...]:
    """The faces that a unit can fire from (MN-FIRE-15)."""
    return SIDES if in_square(unit) else ("front",)


def aim(state: State, number: int, target: int, spot: tuple[int, int], face: str) -> Aimed | Refusal:
    """A shot at a unit, aimed at a place on its edge; or why it is none (MN-FIRE-10 to 26)."""
    found = _refuse_target(state, number, target)
    if found is not None:
        return found
    goal = footprint(state, target)
    point = to_point(spot)
    if not _on_edge(goal, point):
        return Refusal("malformed", "MN-FIRE-10", f"That is no point of the edge of {state.units[target].name}.")
    return _at(state, number, target, point, face, near(state, number, grown(goal, 1).corners))


def _refuse_target(state: State, number: int, target: int) -> Refusal | None:
    """Why a unit is no target at all, from wherever (MN-FIRE-10, 14, 16)."""
    enemy = state.units[target]
    if enemy.where != "table" or is_abandoned(enemy):
        return Refusal("gone", "MN-FIRE-14", f"{enemy.name} cannot be fired at.")
    if enemy.side == state.units[number].side:
        return Refusal("no_target", "MN-FIRE-10", f"{enemy.name} is a friend.")
    if not state.setup.rules.options.fire_into_contact and touched(state, target):
        return Refusal("locked", "MN-RULING-46", f"{enemy.name} is in contact with a friend.")
    return None


def _at(state: State, number: int, target: int, point: Point, face: str, others: tuple[Near, ...]) -> Aimed | Refusal:
    """The shot at a point of the edge of a unit that may be a target; ``others`` may be in its zone."""
    unit, enemy = state.units[number], state.units[target]
    shape = footprint(state, number)
    chosen = face or "front"
    if chosen not in faces(unit):
        return Refusal("malformed", "MN-FIRE-15", f"{unit.name} fires from its front.")
    length = measures.distance_to_point(shape, point)
    far = _band(state, unit, length)
    if far == "out":
        why = f"{enemy.name} is {cm(length)} away, which is out of range of {unit.name}."
        return Refusal("out_of_range", "MN-FIRE-13", why)
    triangle = zone(shape, chosen, point)
    if triangle is None:
        return Refusal("out_of_arc", "MN-FIRE-11", f"That point lies behind the front of {unit.name}.")
    through = (each for each in others if each.number != target)
    screened = screen(state, unit, through, triangle, far, word=enemy.name, formed=is_formed(enemy))
    if isinstance(screened, Refusal):
        return screened
    hill = cover.hill_between(state, number, footprint(state, target), to_point((enemy.x, enemy.y)), point)
    if hill is not None:
        return Refusal("out_of_sight", "MNT-RULING-11", f"The {hill.word} hides {enemy.name} from {unit.name}.")
    covers = tuple(each.word for each in cover.covering(state, number, target, triangle))
    tables = state.setup.rules.tables
    if len(covers) >= tables.covers_that_bar:
        why = f"{enemy.name} is {cover.behind(tables, covers)}"
        return Refusal("out_of_sight", "MNT-COVER-04", why)
    shot = facts(unit, enemy.formation, far, screened=screened, covered=bool(covers))
    return Aimed(shot, firing.count(tables, shot), length, far, covers)


def facts(unit: Unit, target: Formation, band: Any, *, screened: bool = False, covered: bool = False) -> firing.Shot:
    """What a shot at a unit in a formation is, for its dice."""
    return firing.Shot(
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
    """Whether a place lies on the edge of a footprint, to the nearest length."""
    if measures.distance_to_point(goal, point) > 1:
        return False
    return measures.distance_to_point(grown(goal, -2), point) > 0


def _band(state: State, unit: Unit, length: int) -> Any:
    """The band of a battery, None for small arms in range, ``out`` for a shot that is too long."""
    tables = state.setup.rules.tables
    if unit_class(unit) == "artillery":
        return firing.band_at(tables, length) or "out"
    return None if firing.in_small_arms_range(tables, length) else "out"


def near(state: State, number: int, goal: Corners) -> tuple[Near, ...]:
    """The units, the firer left out, that can be in some zone of fire at ``goal``: no zone leaves the hull of both."""
    slack = state.setup.rules.options.contact_tol_cm
    every = patch(tuple(hull((*footprint(state, number).corners, *goal))))
    close = (other for other in near_to(state, every, 0) if other != number)
    found = (Near(other, grown(footprint(state, other), -slack)) for other in close)
    return tuple(each for each in found if in_zone(every, each.shape))


def screen(
    state: State, unit: Unit, others: Iterable[Near], triangle: Patch, band: Band | None, *, word: str, formed: bool
) -> bool | Refusal:
    """Whether a shot at what is called ``word`` goes through an unformed enemy, or what bars it (MN-FIRE-11, 12, 21
    to 24). ``others`` are the units that may be in the zone, ``formed`` says that the target is no unformed unit.
    """
    screened = False
    for other in others:
        if not in_zone(triangle, other.shape):
            continue
        found = state.units[other.number]
        if is_formed(found) or found.side == unit.side:
            why = f"{found.name} stands in the zone of fire of {unit.name}."
            return Refusal("out_of_sight", "MN-FIRE-11", why)
        if band == "long":
            continue
        if band != "medium":
            return Refusal("out_of_sight", "MN-FIRE-23", f"{found.name} screens {word}.")
        if not formed:
            return Refusal("out_of_sight", "MN-FIRE-24", f"{found.name} screens {word}, which is unformed itself.")
        screened = True
    return screened


Best = tuple[tuple[int, int], str, Aimed]
"""An aiming point, the face of a square or nothing, and the shot there."""


def best(state: State, number: int, target: int, *, dice: bool = True) -> Best | None:
    """The best aiming point: most dice, then the shortest range (MN-RULING-43); None where no shot may be fired.

    ``dice`` false takes a shot that has none left, for suppression (MN-RULING-80).
    """
    if state.holding:
        return _best(state, number, target, dice)
    notes, ground = standing(state).notes, lying(state)
    key = best, number, target, dice
    kept: tuple[object, Best | None] | None = notes.get(key)
    if kept is None or kept[0] is not ground:
        kept = notes[key] = ground, _best(state, number, target, dice)
    return kept[1]


def _best(state: State, number: int, target: int, dice: bool) -> Best | None:
    goal = footprint(state, target)
    if _refuse_target(state, number, target) is not None:
        return None
    unit, enemy = state.units[number], state.units[target]
    if not measures.within(footprint(state, number), goal, _furthest(state, unit)):
        return None
    others = near(state, number, grown(goal, 1).corners)
    found: Best | None = None
    for length, spot in _spots(state, number, goal):
        if found is not None and found[2].count.dice >= _most(state, unit, enemy, length):
            break
        for face in faces(unit):
            made = _at(state, number, target, to_point(spot), face, others)
            if isinstance(made, Refusal) or (dice and not made.count.dice):
                continue
            if found is None or made.count.dice > found[2].count.dice:
                found = spot, face if in_square(unit) else "", made
    return found


def _most(state: State, unit: Unit, enemy: Unit, length: int) -> int:
    """The dice of a shot of that length with nothing in its way: no further point has more."""
    band = _band(state, unit, length)
    return 0 if band == "out" else firing.count(state.setup.rules.tables, facts(unit, enemy.formation, band)).dice


def _spots(state: State, number: int, goal: Footprint) -> Iterator[tuple[int, tuple[int, int]]]:
    """The points worth trying, the nearest first, each with its range."""
    shape = footprint(state, number)
    points = [measures.nearest_points(shape, goal)[1]]
    points += [point for _, _, point in aim_points(goal, shape, state.setup.rules.options.aim_step_cm)]
    spots = dict.fromkeys(to_place(point) for point in points)
    ranged = [(measures.distance_to_point(shape, to_point(spot)), spot) for spot in spots]
    ranged.sort(key=lambda each: each[0])
    return ((length, spot) for length, spot in ranged if _on_edge(goal, to_point(spot)))


def in_range(state: State, number: int) -> Sequence[int]:
    """The enemies that may be in range of a unit: all others are further away."""
    return near_to(state, footprint(state, number), _furthest(state, state.units[number]), enemies(state, number))


def _furthest(state: State, unit: Unit) -> int:
    tables = state.setup.rules.tables
    if unit_class(unit) == "artillery":
        return max(tables.battery_range.values()) * CM
    return tables.small_arms_range * CM
