"""How far a unit fires, moves and charges, and how far a stand commands, as outlines on the table (``about``)."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec.structs import replace

from battles.engine.picture import Reach
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE, Place, path, to_place
from battles.engine.table.footprints import SIDES, Side, edge, moved, turned
from battles.rules.mini_nap import aiming, allowances, charging, firing, manoeuvring, paths
from battles.rules.mini_nap.board import footprint_of
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.outlines import on_table
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.pointed import block_of
from battles.rules.mini_nap.spots import line_of
from battles.rules.mini_nap.state import NONE, Stand, State, Unit
from battles.rules.mini_nap.tables import (
    ANGLE_STEP,
    CM,
    COMMAND_STAND_DIAMETER,
    COMMANDER_WHEN_FIXED,
    DEGREE,
    MOST_CHARGE_TURN,
    Band,
    Going,
)
from battles.rules.mini_nap.view import View, known

STEP: Final = ANGLE_STEP * DEGREE
"""From one bearing to the next on which a way is looked at."""
ROUND: Final = 5 * DEGREE
"""From one corner of a round outline to the next."""
QUARTER: Final = FULL // 4
Kind = Literal["fire", "far_fire", "command", "move", "charge"]


def about(seen: View, key: str) -> tuple[Reach, ...]:
    """The reaches of the block of a key: of a unit by its fire, its movement and its charge, of a stand by command."""
    state = known(seen)
    what, number = block_of(state, key) or ("", NONE)
    if what == "unit" and state.units[number].where == "table" and state.units[number].crew_in == NONE:
        return tuple(_of_unit(state, number, state.units[number]))
    if what == "stand" and state.stands[number].where == "table":
        return tuple(_of_stand(state, state.stands[number]))
    return ()


def _reach(state: State, kind: Kind, name: str, words: str, places: Iterable[Place]) -> Reach:
    """A reach, as far as it lies on the table."""
    table = state.setup.table
    return Reach(kind, name, words, line_of(table, on_table(table, tuple(places))))


def _arc(middle: Place, radius: int, start: int, end: int) -> Iterator[Place]:
    """Places about a middle from one bearing clockwise to another."""
    count = max(1, -(-(end - start) // ROUND))
    for number in range(count + 1):
        sine, cosine = DIRECTIONS[(start + (end - start) * number // count) % FULL]
        yield middle[0] + radius * sine // SCALE, middle[1] + radius * cosine // SCALE


def _of_unit(state: State, number: int, unit: Unit) -> Iterator[Reach]:
    yield from _fires(state, unit)
    yield from _moves(state, number, unit)
    if charging.refuse_charger(state, unit) is None:
        yield from _charges(state, unit)


# Fire


def _fires(state: State, unit: Unit) -> Iterator[Reach]:
    """The ground ahead of the faces that a unit fires from, by range (MN-FIRE-11, 13, 15)."""
    tables = state.setup.rules.tables
    if unit_class(unit) == "infantry":
        far = tables.small_arms_range
        dice = _dice(state, unit, None)
        words = f"{unit.name} fires with {dice} dice at up to {far} cm ahead of its front (MN-FIRE-11, MN-FIRE-13)."
        if in_square(unit):
            words = f"{unit.name} fires with {dice} dice at up to {far} cm from any one face (MN-FIRE-15)."
        yield _reach(state, "fire", "Small arms", words, _fire_zone(state, unit, far * CM))
    for band, far in tables.battery_range.items() if unit_class(unit) == "artillery" else ():
        dice = _dice(state, unit, band)
        if dice:
            kind: Kind = "fire" if band == "close" else "far_fire"
            words = f"{unit.name} fires with {dice} dice at {band} range, up to {far} cm ahead of its front"
            yield _reach(
                state,
                kind,
                f"{band.capitalize()} range",
                f"{words} (MN-FIRE-11, MN-FIRE-13).",
                _fire_zone(state, unit, far * CM),
            )


def _dice(state: State, unit: Unit, band: Band | None) -> int:
    """Dice at a formed unit in line with nothing between."""
    return firing.count(state.setup.rules.tables, aiming.facts(unit, "line", band)).dice


def _fire_zone(state: State, unit: Unit, radius: int) -> Iterator[Place]:
    """All that lies ahead of a face and within a distance of it, face by face."""
    shape = footprint_of(state.setup.rules, unit)
    faces: tuple[Side, ...] = aiming.faces(unit)
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


def _moves(state: State, number: int, unit: Unit) -> Iterator[Reach]:
    """Where the middle of a unit comes straight on after a turn, as ground, friends and enemies let it (MN-MOVE)."""
    tables = state.setup.rules.tables
    row = tables.moves[unit.type][unit.formation]
    battery, square = unit_class(unit) == "artillery", in_square(unit)
    division = state.division != NONE and manoeuvring.takes_part(state, unit)
    most = state.allowance if division else allowances.move(tables, unit)
    rule, name, word = row.rule, "Advance", "advances straight ahead after a turn"
    if square:
        most, name, word = allowances.inch(state, number), "Inch", "inches any way without turning"
    elif battery:
        name, word = "Redeployment", "redeploys straight any way"
    if division:
        rule = "MN-DIVMAN-02"
    if not most:
        return
    gap = state.standoff if division else state.setup.rules.options.min_gap_cm
    kind: Going = "redeploy" if battery else "move"
    places = []
    for bearing in range(0, FULL, STEP):
        ready = unit if square else replace(unit, facing=bearing)
        leg = Leg(bearing, most, ready.facing)
        travel = paths.limit(state, number, ready, leg, kind, most, gap).travel
        places.append(paths.at_end(state, ready, leg, travel))
    words = f"{unit.name} {word}, up to {cm(most)}; the outline is where its middle comes to ({rule}, MN-MOVE-13)."
    yield _reach(state, "move", name, words, places)


def _charges(state: State, unit: Unit) -> Iterator[Reach]:
    """The ground that a unit charges over after a turn that still lets it, and with the most of an extension."""
    tables = state.setup.rules.tables
    allowance, more = allowances.charge(tables, unit), charging.largest_extension(tables, unit)
    rule = tables.moves[unit.type][unit.formation].rule
    turn = f"after a turn of up to {MOST_CHARGE_TURN} degrees (MN-TURN-04, MN-CHARGE-03, {rule})"
    words = f"{unit.name} charges enemies up to {cm(allowance)} away on open ground, {turn}."
    yield _reach(state, "charge", "Charge", words, _charge_zone(state, unit, allowance))
    if more:
        words = f"With an extension, {unit.name} charges up to {cm(more)} further, if its dice give as much"
        words += " (MN-EXTEND-03, MN-EXTEND-06)."
        yield _reach(state, "charge", "Extended charge", words, _charge_zone(state, unit, allowance + more))


def _charge_zone(state: State, unit: Unit, travel: int) -> Iterator[Place]:
    """What a unit sweeps over that turns and then goes straight ahead: the corners of its front, from left to right."""
    shape = footprint_of(state.setup.rules, unit)
    most = MOST_CHARGE_TURN * DEGREE
    yield to_place(turned(shape, -most).corners[0])
    for corner, turns in ((0, range(-most, 1, ROUND)), (1, range(0, most + 1, ROUND))):
        for turn in turns:
            there = turned(shape, turn)
            yield to_place(moved(there, path(there.bearing, travel), travel).corners[corner])
    yield to_place(turned(shape, most).corners[1])


# Command


def _of_stand(state: State, stand: Stand) -> Iterator[Reach]:
    """How far a stand commands or attaches, and how far it rides (MN-CMD-01, 06 to 13, 31)."""
    tables = state.setup.rules.tables
    if stand.level == "brigade":
        far = tables.attach_distance
        words = f"{stand.name} attaches to a unit of his Brigade within {far} cm (MN-CMD-31)."
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
        words = f"{stand.name} rides up to {far} cm on open ground, by any way (MN-CMD-01)."
        yield _disc(state, stand, "move", "Ride", words, far * CM, own=0)


def _disc(
    state: State, stand: Stand, kind: Kind, name: str, words: str, radius: int, own: int = COMMAND_STAND_DIAMETER // 2
) -> Reach:
    """The ground within a distance of a stand, of its base or with ``own`` 0 of its middle."""
    around = tuple(_arc((stand.x, stand.y), radius + own, 0, FULL))[:-1]
    return _reach(state, kind, name, words, around)
