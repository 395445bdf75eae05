"""A view as it is drawn: units to scale, command stands, what is off the table, zones of deployment, contacts."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.picture import Block, Ground, Point, Scene, Shape, Sign, Zone, spot_key
from battles.engine.table.bearings import GRAINS
from battles.engine.table.footprints import footprint, offset
from battles.rules.mini_nap import drawing_ground, drawing_words
from battles.rules.mini_nap.board import size, touched
from battles.rules.mini_nap.kinds import kind_of, unit_class
from battles.rules.mini_nap.labelling import body_labels, stand_labels, unit_labels
from battles.rules.mini_nap.placing import Zone as Rectangle
from battles.rules.mini_nap.placing import due_stands, due_units, leading, side_zone, zone_of
from battles.rules.mini_nap.spots import line_of, point_of, whole
from battles.rules.mini_nap.state import NONE, Stand, State, Unit
from battles.rules.mini_nap.tables import COMMAND_STAND_DIAMETER, Formation, Kind, NationWord
from battles.rules.mini_nap.view import View, known

SIGNS: Final[dict[Kind, Sign]] = {
    "line_infantry": "line_infantry",
    "light_infantry": "light_infantry",
    "heavy_cavalry": "heavy_cavalry",
    "medium_cavalry": "medium_cavalry",
    "light_cavalry": "light_cavalry",
    "lancer": "lancers",
    "irregular": "light_cavalry",
    "foot_artillery": "foot_artillery",
    "horse_artillery": "horse_artillery",
}
STANDS: Final[dict[str, Sign]] = {
    "brigade": "leader_brigade",
    "division": "leader_division",
    "corps": "leader_corps",
}
SHAPES: Final[dict[Formation, Shape]] = {
    "line": "line",
    "column": "column",
    "solid_square": "square",
    "emergency_square": "square",
    "skirmish_line": "skirmish",
    "battery": "unlimbered",
}
NATIONS: Final[dict[NationWord, str]] = {
    "british": "GB",
    "french": "FR",
    "austrian": "AT",
    "russian": "RU",
    "ottoman": "OT",
    "prussian": "PR",
    "danish": "DK",
    "swedish": "SE",
    "other": "",
}
"""The nations by the codes that colours go by."""
HALF: Final = 2
"""A unit has lost so much when it has as many of its points left as one over this."""


def ground(seen: View) -> Ground:
    """The table and its terrain."""
    return drawing_ground.ground(known(seen))


def scene(seen: View) -> Scene:
    """Everything that stands on the table of ``seen`` and beside it."""
    state = known(seen)
    bodies = body_labels(state)
    named = (replace(block, body=bodies.get(number, "")) for number, block in enumerate(units(state)))
    blocks = (*named, *stands(state))
    return Scene(
        sides=tuple((side, force.name) for side, force in zip("ab", state.setup.forces, strict=True)),
        blocks=tuple(block for block in blocks if block.area),
        off=tuple(block for block in blocks if not block.area),
        zones=tuple(_zones(state)),
        links=tuple(_links(state)),
    )


def units(state: State) -> Iterator[Block]:
    """Every unit as a block."""
    return (unit_block(state, number, unit) for number, unit in enumerate(state.units))


def stands(state: State) -> Iterator[Block]:
    """Every command stand as a block."""
    return (stand_block(state, number, stand) for number, stand in enumerate(state.stands))


def unit_block(state: State, number: int, unit: Unit) -> Block:
    """The unit of a number as a block, where and as ``unit`` says that it stands."""
    table, rules = state.setup.table, state.setup.rules
    width, depth = size(rules, unit_class(unit), unit.formation)
    at = point_of(table, unit.x, unit.y) if unit.where == "table" else (0, 0)
    return Block(
        key=f"unit {number}",
        side=unit.side,
        sign=SIGNS[kind_of(unit)],
        shape=SHAPES[unit.formation],
        nation=NATIONS[unit.nation],
        area=spot_key(at) if unit.where == "table" else "",
        at=at,
        turn=unit.facing,
        name=unit.name,
        label=unit_labels(state)[number],
        words=drawing_words.unit(state, unit),
        level=_level(unit),
        marks=tuple(drawing_words.marks(state, unit)),
        spent=_spent(state, unit),
        size=(whole(width), whole(depth)),
    )


def _level(unit: Unit) -> Literal["", "fair", "bad", "broken"]:
    """How shaken a unit is: out of the battle, down to half its strength, or disordered."""
    if unit.where not in ("table", "waiting"):
        return "broken"
    if unit.points * HALF <= unit.start:
        return "bad"
    return "fair" if unit.blue == "disorder" or unit.crew_in != NONE else ""


def _spent(state: State, unit: Unit) -> bool:
    """Whether a unit on the table can do nothing more of its own in this phase."""
    if unit.where != "table" or unit.side != state.active:
        return False
    if state.step == "manoeuvre":
        return unit.manoeuvred or unit.still or unit.idle
    if state.step == "fire":
        return unit.fired or unit.mute or unit.yellow
    return state.step in ("break_active", "break_passive") and unit.white and unit.broke_through


def stand_block(state: State, number: int, stand: Stand) -> Block:
    """The command stand of a number as a block, where ``stand`` says that it is."""
    at = _stand_at(state, stand) if stand.where == "table" else (0, 0)
    wide = whole(COMMAND_STAND_DIAMETER)
    return Block(
        key=f"stand {number}",
        side=stand.side,
        sign=STANDS[stand.level],
        shape="leader",
        nation=_nation(state, stand),
        area=spot_key(at) if stand.where == "table" else "",
        at=at,
        name=stand.name,
        label=stand_labels(state)[number],
        words=drawing_words.stand(state, stand),
        level="broken" if stand.where == "removed" else "",
        marks=("evaded",) if stand.evaded else (),
        spent=stand.where == "table" and stand.moved,
        size=(wide, wide),
    )


def _stand_at(state: State, stand: Stand) -> Point:
    """Where a stand is drawn: one that is attached to a unit at the rear of it (MN-CMD-31)."""
    table = state.setup.table
    if stand.unit == NONE:
        return point_of(table, stand.x, stand.y)
    unit = state.units[stand.unit]
    width, depth = size(state.setup.rules, unit_class(unit), unit.formation)
    x, y = offset(footprint(unit.x, unit.y, unit.facing, width, depth), -depth // 2, 0)
    return point_of(table, *(max(0, min(at // GRAINS, most)) for at, most in ((x, table.width), (y, table.height))))


def _nation(state: State, stand: Stand) -> str:
    """The nation that commands the Corps of a stand."""
    if stand.level == "corps":
        return NATIONS[state.corps[stand.of].nation]
    division = stand.of if stand.level == "division" else state.brigades[stand.of].division
    return NATIONS[state.corps[state.divisions[division].corps].nation]


def _zones(state: State) -> Iterator[Zone]:
    """Where the sides deploy, as long as they do, and where troops come on that arrive (MN-RULING-60)."""
    names = {side: force.name for side, force in zip("ab", state.setup.forces, strict=True)}
    if state.step == "deployment":
        for side, name in names.items():
            yield _zone(state, side, f"{name} deploys here", side_zone(state, side))
    elif state.step == "arrival":
        side = state.active
        due = {state.units[number].brigade for number in due_units(state, side)}
        due |= {leading(state, state.stands[number]) for number in due_stands(state, side)}
        entries = dict.fromkeys((side, zone_of(state, brigade)) for brigade in sorted(due))
        for side, entry in entries:
            yield _zone(state, side, f"Troops of {names[side]} arrive here", entry)


def _zone(state: State, side: SideId, name: str, rectangle: Rectangle) -> Zone:
    left, bottom, right, top = rectangle
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Zone(name, "deployment", (), f"{name}.", side, outline=line_of(state.setup.table, corners))


def _links(state: State) -> Iterator[tuple[str, str]]:
    """Enemies in contact (MN-GEO-06)."""
    for number, unit in enumerate(state.units):
        if unit.side == "a" and unit.where == "table" and unit.crew_in == NONE:
            for other in touched(state, number):
                yield f"unit {number}", f"unit {other}"
