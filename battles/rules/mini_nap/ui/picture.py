"""The drawn table: terrain areas, lines and names; highlights of an event; reach outlines."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import dist
from typing import Any, Final, Literal

from msgspec.structs import replace

from battles.engine.picture import (
    Area,
    Ground,
    GroundKind,
    Highlight,
    Name,
    Point,
    Reach,
    ReachKind,
    Way,
    WayKind,
    block_of,
)
from battles.engine.words import with_verb
from battles.kits.open_table.areas import Band as LineBand
from battles.kits.open_table.footprints import (
    CM,
    DEGREE,
    DIRECTIONS,
    FULL,
    SCALE,
    SIDES,
    Place,
    Side,
    edge,
    moved,
    path,
    to_place,
    turned,
)
from battles.kits.open_table.picture import MM, line_of, middle, on_table, parts_on_table, place_of, point_of, whole
from battles.kits.open_table.polygons import line_length, place_along
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.decisions import Leg
from battles.rules.mini_nap.fire import dice, targets
from battles.rules.mini_nap.fire.firing_phase import structure_strength
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.movement import manoeuvre, paths
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.state import NONE, Damage, Feature, Stand, State, Table, Unit, in_square, unit_class
from battles.rules.mini_nap.tables import (
    ANGLE_STEP,
    COMMAND_STAND_DIAMETER,
    COMMANDER_WHEN_FIXED,
    MOST_CHARGE_TURN,
    Band,
    FeatureKind,
    Going,
)
from battles.rules.mini_nap.terrain.features import TableFeature, all_features
from battles.rules.mini_nap.words.names import count

STEP: Final = 50
"""Picture units (millimetres) of one step: the width of infantry in line."""

KINDS: Final[dict[FeatureKind, GroundKind]] = {
    "contour": "hill",
    "hill": "hill",
    "rough": "rough",
    "rough_x": "rough",
    "bog": "marsh",
    "wood": "wood",
    "forest": "wood",
    "village": "town",
    "landmark": "town",
    "bridge": "bridge",
    "ford": "stream",
}
WAYS: Final[dict[FeatureKind, WayKind]] = {
    "fence": "hedge",
    "wall": "wall",
    "stream": "stream",
    "river": "river",
    "ditch": "ditch",
    "road": "road",
}
NAMES: Final[dict[FeatureKind, Literal["place", "hill", "wood", "water", "ground"]]] = {
    "contour": "hill",
    "hill": "hill",
    "bog": "water",
    "wood": "wood",
    "forest": "wood",
    "village": "place",
    "landmark": "place",
    "bridge": "place",
    "stream": "water",
    "ford": "water",
    "river": "water",
}

COURSES: Final[frozenset[FeatureKind]] = frozenset({"road", "stream", "river"})
"""Lines with their names written along them."""

STRUCTURES: Final[frozenset[FeatureKind]] = frozenset({"village", "landmark", "bridge", "ford"})
"""Features so small that their name would hide them."""
SHARES: Final = 8
ALONG: Final = (4, 2, 6, 3, 5, 1, 7)
"""Places for a name along a line, in eighths of it, the best first."""
CLEAR: Final = 160
"""Picture units from the middle of a structure at which a line's name does not cover it or its name."""


def ground(state: State) -> Ground:
    """The table of ``state``."""
    options = state.setup.rules.options
    limits = tuple(
        (each.feature.key, structure_strength(options, each)) for each in all_features(state) if each.effect.built
    )
    return _ground(state.setup.table, all_features(state), state.damage, limits)


@lru_cache(maxsize=32)
def _ground(
    table: Table, features: tuple[TableFeature, ...], damage: tuple[Damage, ...], limits: tuple[tuple[str, int], ...]
) -> Ground:
    suffered = {each.feature: each for each in damage}
    strengths = dict(limits)
    areas: dict[str, Area] = {}
    ways: list[Way] = []
    for each in features:
        words = _words(each, suffered.get(each.feature.key), strengths.get(each.feature.key, 0))
        if each.is_line:
            ways.extend(_ways(table, each, words))
        else:
            outline = line_of(table, on_table(table, each.feature.points))
            if outline:
                kind = KINDS[each.kind]
                areas[each.feature.key] = Area(each.feature.key, middle(outline), outline, kind, words)
    return Ground(
        words=f"Table of {cm(table.width)} by {cm(table.height)}",
        width=-(-table.width // MM),
        height=-(-table.height // MM),
        step=STEP,
        tenths=STEP * MM,
        areas=tuple(areas.values()),
        ways=tuple(ways),
        names=tuple(_names(table, areas)),
        open=True,
    )


def middle_of(table: Table, feature: Feature) -> Place:
    """The middle of a feature on the table: of its area, or of its line."""
    if feature.kind in WAYS:
        return place_along(feature.points, line_length(feature.points) // 2)[0]
    outline = line_of(table, on_table(table, feature.points))
    return place_of(table, middle(outline)) if outline else feature.points[0]


def _words(each: TableFeature, suffered: Damage | None, limit: int) -> str:
    """A feature in words: name, kind, height and damage."""
    feature, effect = each.feature, each.effect
    parts = [feature.name, effect.word] if feature.name else [effect.word]
    if feature.church:
        parts.append("village church")
    levels = feature.levels if feature.levels is not None else effect.levels[0]
    if levels:
        parts.append(count(levels, "level") + " high")
    if suffered is not None and suffered.destroyed:
        parts.append("destroyed")
    elif suffered is not None and suffered.hits:
        parts.append(f"{suffered.hits} of {count(limit, 'structural hit')}")
    return ", ".join(parts)


def _ways(table: Table, each: TableFeature, words: str) -> Iterator[Way]:
    """The parts of a line on the table."""
    assert isinstance(each.ground, LineBand)  # noqa: S101
    parts = list(parts_on_table(table, each.ground.line))
    longest = max(parts, key=line_length, default=None) if each.kind in COURSES else None
    for line in parts:
        name = each.feature.name if line is longest else ""
        yield Way(WAYS[each.kind], line_of(table, line), whole(each.ground.width), each.feature.key, words, name)


def _names(table: Table, areas: dict[str, Area]) -> Iterator[Name]:
    """Names of features, each once: beside a structure, in an area, or on a line that is no course."""
    built = {each.key: areas[each.key] for each in table.features if each.kind in STRUCTURES and each.key in areas}
    for feature in table.features:
        if not feature.name or feature.kind in COURSES:
            continue
        kind = NAMES.get(feature.kind, "ground")
        if feature.key in areas:
            about = _extent(areas[feature.key]) if feature.key in built else (0, 0)
            yield Name(feature.name, areas[feature.key].middle, kind, about)
        elif feature.kind in WAYS:
            for line in list(parts_on_table(table, feature.points))[:1]:
                yield Name(feature.name, _along(table, line, list(built.values())), kind)


def _extent(area: Area) -> tuple[int, int]:
    """Width and height of an area around its middle."""
    (x, y), outline = area.middle, area.outline
    return 2 * max(abs(one - x) for one, _ in outline), 2 * max(abs(one - y) for _, one in outline)


def _along(table: Table, line: tuple[Place, ...], built: Sequence[Area]) -> Point:
    """The place of a line's name: half-way along it, or the next best place clear of structures."""
    long = line_length(line)
    places = [point_of(table, *place_along(line, long * share // SHARES)[0]) for share in ALONG]
    return max(places, key=lambda at: min([CLEAR, *(dist(at, area.middle) for area in built)]))


def highlights(event: Any) -> tuple[Highlight, ...]:
    """Highlights of ``event``; none for fire at an empty structure."""
    match event:
        case happened.Fired(unit=unit, target=target):
            return (Highlight("fire", (f"unit {unit}",), f"unit {target}"),)
        case happened.Suppressed(unit=unit, batteries=batteries):
            return tuple(Highlight("fire", (f"unit {unit}",), f"unit {battery}") for battery in batteries)
        case happened.Fought(throws=throws):
            return tuple(Highlight("melee", (f"unit {each.unit}",), f"unit {each.enemy}") for each in throws)
        case happened.Gone(units=units):
            return (Highlight("lost", tuple(f"unit {unit}" for unit in units)),)
        case happened.StandRemoved(stand=stand):
            return (Highlight("lost", (f"stand {stand}",)),)
    return ()


ARC_STEP: Final = ANGLE_STEP * DEGREE
"""Angle between the bearings on which a move is tried."""

ROUND: Final = 5 * DEGREE
"""Angle between the corners of a round outline."""

QUARTER: Final = FULL // 4


def reach_of_block(seen: View, key: str) -> tuple[Reach, ...]:
    """Reach outlines of a block: fire, movement and charge of a unit, command of a stand."""
    state = state_from_view(seen)
    what, number = block_of(key, unit=state.units, stand=state.stands) or ("", NONE)
    if what == "unit" and state.units[number].where == "table" and state.units[number].crew_in == NONE:
        return tuple(_unit_reaches(state, number, state.units[number]))
    if what == "stand" and state.stands[number].where == "table":
        return tuple(_stand_reaches(state, state.stands[number]))
    return ()


def _reach(state: State, kind: ReachKind, name: str, words: str, places: Iterable[Place]) -> Reach:
    """A reach outline, clipped at the table edges."""
    table = state.setup.table
    return Reach(kind, name, words, line_of(table, on_table(table, tuple(places))))


def _arc(middle: Place, radius: int, start: int, end: int) -> Iterator[Place]:
    """Places on an arc around ``middle``, clockwise."""
    steps = max(1, -(-(end - start) // ROUND))
    for number in range(steps + 1):
        sine, cosine = DIRECTIONS[(start + (end - start) * number // steps) % FULL]
        yield middle[0] + radius * sine // SCALE, middle[1] + radius * cosine // SCALE


def _unit_reaches(state: State, number: int, unit: Unit) -> Iterator[Reach]:
    yield from _fire_reaches(state, unit)
    yield from _move_reach(state, number, unit)
    if charge.refuse_charger(state, unit) is None:
        yield from _charge_reaches(state, unit)


# Fire


def _fire_reaches(state: State, unit: Unit) -> Iterator[Reach]:
    """Fire zones of a unit by range (MN-FIRE-11, MN-FIRE-13, MN-FIRE-15)."""
    tables = state.setup.rules.tables
    if unit_class(unit) == "infantry":
        far = tables.small_arms_range
        dice = count(_dice(state, unit, None), "die", "dice")
        words = with_verb(
            unit.name, f"fires with {dice} at up to {far} cm ahead of its front (MN-FIRE-11, MN-FIRE-13)."
        )
        if in_square(unit):
            words = f"{with_verb(unit.name, 'fires')} with {dice} at up to {far} cm from any one face (MN-FIRE-15)."
        yield _reach(state, "fire", "Small arms", words, _fire_zone(state, unit, far * CM))
    for band, far in tables.battery_range.items() if unit_class(unit) == "artillery" else ():
        number = _dice(state, unit, band)
        if number:
            kind: ReachKind = "fire" if band == "close" else "far_fire"
            dice = count(number, "die", "dice")
            words = with_verb(unit.name, f"fires with {dice} at {band} range, up to {far} cm ahead of its front")
            yield _reach(
                state,
                kind,
                f"{band.capitalize()} range",
                f"{words} (MN-FIRE-11, MN-FIRE-13).",
                _fire_zone(state, unit, far * CM),
            )


def _dice(state: State, unit: Unit, band: Band | None) -> int:
    """Dice against a formed unit in line with nothing between."""
    return dice.shot_dice(state.setup.rules.tables, targets.shot_facts(unit, "line", band)).dice


def _fire_zone(state: State, unit: Unit, radius: int) -> Iterator[Place]:
    """The outline of the ground ahead of each firing face, up to ``radius``."""
    shape = footprint_of(state.setup.rules, unit)
    faces: tuple[Side, ...] = targets.firing_faces(unit)
    for face in faces:
        left, right = (to_place(point) for point in edge(shape, face))
        bearing = unit.facing + QUARTER * SIDES.index(face)
        if len(faces) == 1:
            yield left
            yield from _arc(left, radius, bearing - QUARTER, bearing)
            yield from _arc(right, radius, bearing, bearing + QUARTER)
            yield right
        else:
            yield from _arc(right, radius, bearing, bearing + QUARTER)


# Movement


def _move_reach(state: State, number: int, unit: Unit) -> Iterator[Reach]:
    """Where the middle of a unit can move to: straight ahead after a turn (MN-MOVE)."""
    tables = state.setup.rules.tables
    row = tables.moves[unit.type][unit.formation]
    battery, square = unit_class(unit) == "artillery", in_square(unit)
    division = state.division != NONE and manoeuvre.takes_part(state, unit)
    most = state.allowance if division else paths.move_allowance(tables, unit)
    rule, name, word = row.rule, "Advance", "advances straight ahead after a turn"
    if square:
        most, name, word = paths.inch_allowance(state, number), "Move", "moves in any direction without turning"
    elif battery:
        name, word = "Redeployment", "redeploys in a straight line in any direction"
    if division:
        rule = "MN-DIVMAN-02"
    if not most:
        return
    gap = state.standoff if division else state.setup.rules.options.min_gap_cm
    kind: Going = "redeploy" if battery else "move"
    places = []
    for bearing in range(0, FULL, ARC_STEP):
        ready = unit if square else replace(unit, facing=bearing)
        leg = Leg(bearing, most, ready.facing)
        travel = paths.travel_limit(state, number, ready, leg, kind, most, gap).travel
        places.append(paths.place_after(state, ready, leg, travel))
    words = f"{unit.name} {word}, up to {cm(most)}; the outline shows where its middle can end ({rule}, MN-MOVE-13)."
    yield _reach(state, "move", name, words, places)


def _charge_reaches(state: State, unit: Unit) -> Iterator[Reach]:
    """Ground that a unit can charge over after an allowed turn, without and with the longest extension."""
    tables = state.setup.rules.tables
    allowance, more = paths.charge_allowance(tables, unit), charge.largest_extension(tables, unit)
    rule = tables.moves[unit.type][unit.formation].rule
    turn = f"after a turn of up to {MOST_CHARGE_TURN} degrees (MN-TURN-04, MN-CHARGE-03, {rule})"
    words = f"{with_verb(unit.name, 'charges')} enemies up to {cm(allowance)} away on open ground, {turn}."
    yield _reach(state, "charge", "Charge", words, _charge_zone(state, unit, allowance))
    if more:
        words = (
            f"With an extension, {with_verb(unit.name, 'charges')} up to {cm(more)} further, if its dice reach that far"
        )
        words += " (MN-EXTEND-03, MN-EXTEND-06)."
        yield _reach(state, "charge", "Extended charge", words, _charge_zone(state, unit, allowance + more))


def _charge_zone(state: State, unit: Unit, travel: int) -> Iterator[Place]:
    """Outline of the ground a unit sweeps over: its front corners after every turn and a straight move."""
    shape = footprint_of(state.setup.rules, unit)
    most = MOST_CHARGE_TURN * DEGREE
    yield to_place(turned(shape, -most).corners[0])
    for corner, turns in ((0, range(-most, 1, ROUND)), (1, range(0, most + 1, ROUND))):
        for turn in turns:
            there = turned(shape, turn)
            yield to_place(moved(there, path(there.bearing, travel), travel).corners[corner])
    yield to_place(turned(shape, most).corners[1])


# Command


def _stand_reaches(state: State, stand: Stand) -> Iterator[Reach]:
    """Command or attachment radius of a stand, and how far it rides.

    Source: MN-CMD-01, MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10, MN-CMD-12, MN-CMD-13, MN-CMD-31.
    """
    tables = state.setup.rules.tables
    if stand.level == "brigade":
        far = tables.attach_distance
        words = f"{stand.name} attaches to a unit of its Brigade within {far} cm (MN-CMD-31)."
        yield _disc(state, stand, "command", "Attachment", words, far * CM)
    elif not stand.evaded:
        row = tables.commanders[stand.rating or COMMANDER_WHEN_FIXED]
        words = f"{stand.name}, {row.word}, has units in command within {row.radius} cm ({row.rule}, MN-CMD-12)."
        yield _disc(state, stand, "command", "In command", words, row.radius * CM)
    if stand.level != "brigade" and (not stand.evaded or state.setup.rules.options.white_marked_stand_gives_cautious):
        far = tables.cautious_radius
        words = f"Units up to {far} cm from {stand.name} are in command but cautious (MN-CMD-13)."
        yield _disc(state, stand, "command", "Cautious", words, far * CM)
    if stand.unit == NONE and not stand.moved:
        far = tables.command_stand_move.moves[0]
        words = f"{stand.name} rides up to {far} cm on open ground, in any direction (MN-CMD-01)."
        yield _disc(state, stand, "move", "Ride", words, far * CM, own=0)


def _disc(
    state: State,
    stand: Stand,
    kind: ReachKind,
    name: str,
    words: str,
    radius: int,
    own: int = COMMAND_STAND_DIAMETER // 2,
) -> Reach:
    """The ground within ``radius`` of a stand's base, or of its middle with ``own`` 0."""
    around = tuple(_arc((stand.x, stand.y), radius + own, 0, FULL))[:-1]
    return _reach(state, kind, name, words, around)
