"""Scene of a view: units to scale, command stands, zones and contacts; labels and preview blocks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

from msgspec.structs import replace

from battles.engine.armies.short_names import short_names_of_sides
from battles.engine.core import SideId
from battles.engine.picture import Block, Ground, Point, Scene, Shape, Sign, Zone, spot_key
from battles.engine.words import in_sentence
from battles.kits.open_table.footprints import GRAINS, footprint, offset
from battles.kits.open_table.picture import line_of, point_of, whole
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.positions import enemies_in_contact, footprint_size
from battles.rules.mini_nap.setup.places import Zone as Rectangle
from battles.rules.mini_nap.setup.places import (
    arrival_turn,
    brigade_forces,
    brigade_zone,
    commanded_brigades,
    deployment_zone,
    due_stands,
    due_units,
    first_brigade,
)
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, kind_of, unit_class
from battles.rules.mini_nap.tables import COMMAND_STAND_DIAMETER, Formation, Kind, NationWord
from battles.rules.mini_nap.ui import picture
from battles.rules.mini_nap.ui.preview import bends_of, preview_state
from battles.rules.mini_nap.ui.targets import action_target_in
from battles.rules.mini_nap.words import names
from battles.rules.mini_nap.words import names as say


def unit_labels(state: State) -> tuple[str, ...]:
    """Labels of all units by number."""
    return short_names_of_sides(tuple([each.side for each in state.units]), tuple([each.name for each in state.units]))


def body_labels(state: State) -> dict[int, str]:
    """Label of each Brigade, by the unit nearest to the middle of its units on the table.

    A Brigade is named after its commander. A Division's artillery has none (MN-ORG-17): batteries have their own sign.
    """
    labels_by_unit: dict[int, str] = {}
    for stand, label in zip(state.stands, say.stand_labels(state), strict=True):
        here = [place for place, unit in enumerate(state.units) if unit.brigade == stand.of and unit.where == "table"]
        if stand.level == "brigade" and here:
            labels_by_unit[_middle_unit(state, here)] = label
    return labels_by_unit


def _middle_unit(state: State, numbers: list[int]) -> int:
    """The unit nearest to the middle of several."""
    units = [state.units[number] for number in numbers]
    x, y = (sum(all_of) // len(units) for all_of in zip(*((unit.x, unit.y) for unit in units), strict=True))
    return min(numbers, key=lambda number: (state.units[number].x - x) ** 2 + (state.units[number].y - y) ** 2)


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
"""Country codes, which decide the colours."""

HALF: Final = 2
"""A unit is badly reduced at its starting points divided by this."""


def ground(seen: View) -> Ground:
    """The table and its terrain."""
    return picture.ground(state_from_view(seen))


def scene(seen: View) -> Scene:
    """All blocks on and off the table, zones and contacts."""
    state = state_from_view(seen)
    bodies = body_labels(state)
    named = (replace(block, body=bodies.get(number, "")) for number, block in enumerate(units(state)))
    blocks = (*named, *stands(state))
    return Scene(
        sides=tuple((side, force.name) for side, force in zip("ab", state.setup.forces, strict=True)),
        blocks=tuple(block for block in blocks if block.area),
        off=tuple(block for block in blocks if not block.area),
        zones=tuple(_zones(state)),
        links=tuple(_links(state)),
        levels=(("fair", "disordered"), ("bad", "half strength or less")),
    )


def units(state: State) -> Iterator[Block]:
    """Every unit as a block."""
    return (unit_block(state, number, unit) for number, unit in enumerate(state.units))


def stands(state: State) -> Iterator[Block]:
    """Every command stand as a block."""
    return (stand_block(state, number, stand) for number, stand in enumerate(state.stands))


def unit_block(state: State, number: int, unit: Unit) -> Block:
    """The block of a unit, in the place and formation of ``unit``."""
    table, rules = state.setup.table, state.setup.rules
    width, depth = footprint_size(rules, unit_class(unit), unit.formation)
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
        words=names.unit_description(state, unit),
        level=_level(unit),
        marks=tuple(names.marks(state, unit)),
        note=_note(arrival_turn(state, unit.brigade)) if unit.where == "waiting" else "",
        spent=_spent(state, unit),
        size=(whole(width), whole(depth)),
    )


def _note(turn: int) -> str:
    """When a unit or stand arrives (MN-RULING-97); empty if it is there from the start."""
    return f"Turn {turn}" if turn else ""


def _stand_note(state: State, stand: Stand) -> str:
    """When a stand arrives: with the first Brigade under it, if there is one."""
    if stand.where != "waiting" or not commanded_brigades(state, stand):
        return ""
    return _note(arrival_turn(state, first_brigade(state, stand)))


def _level(unit: Unit) -> Literal["", "fair", "bad", "broken"]:
    """The condition of a unit: removed, at half strength or less, or disordered."""
    if unit.where not in ("table", "waiting"):
        return "broken"
    if unit.points * HALF <= unit.start:
        return "bad"
    return "fair" if unit.blue == "disorder" or unit.crew_in != NONE else ""


def _spent(state: State, unit: Unit) -> bool:
    """True if a unit on the table has nothing more to do in this phase."""
    if unit.where != "table" or unit.side != state.active:
        return False
    if state.step == "manoeuvre":
        return unit.manoeuvred or unit.still or unit.idle
    if state.step == "fire":
        return unit.fired or unit.mute or unit.yellow
    return state.step in ("break_active", "break_passive") and unit.white and unit.broke_through


def stand_block(state: State, number: int, stand: Stand) -> Block:
    """The block of a command stand, in the place of ``stand``."""
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
        label=say.stand_labels(state)[number],
        words=names.stand_description(state, stand),
        level="broken" if stand.where == "removed" else "",
        marks=("evaded",) if stand.evaded else (),
        note=_stand_note(state, stand),
        spent=stand.where == "table" and stand.moved,
        size=(wide, wide),
    )


def _stand_at(state: State, stand: Stand) -> Point:
    """Where a stand is drawn; an attached one at the rear of its unit (MN-CMD-31)."""
    table = state.setup.table
    if stand.unit == NONE:
        return point_of(table, stand.x, stand.y)
    unit = state.units[stand.unit]
    width, depth = footprint_size(state.setup.rules, unit_class(unit), unit.formation)
    x, y = offset(footprint(unit.x, unit.y, unit.facing, width, depth), -depth // 2, 0)
    return point_of(table, *(max(0, min(at // GRAINS, most)) for at, most in ((x, table.width), (y, table.height))))


def _nation(state: State, stand: Stand) -> str:
    """The nation that commands the Corps of a stand."""
    if stand.level == "corps":
        return NATIONS[state.corps[stand.of].nation]
    division = stand.of if stand.level == "division" else state.brigades[stand.of].division
    return NATIONS[state.corps[state.divisions[division].corps].nation]


def _zones(state: State) -> Iterator[Zone]:
    """Deployment zones while the sides deploy, and entry zones of troops that arrive (MN-RULING-60)."""
    names = {side: force.name for side, force in zip("ab", state.setup.forces, strict=True)}
    yield from _arrivals(state, names)
    if state.step == "deployment":
        for side, name in names.items():
            yield _zone(state, side, f"{name} deploys here", deployment_zone(state, side))
    elif state.step == "arrival":
        side = state.active
        due = {state.units[number].brigade for number in due_units(state, side)}
        due |= {first_brigade(state, state.stands[number]) for number in due_stands(state, side)}
        entries = dict.fromkeys((side, brigade_zone(state, brigade)) for brigade in sorted(due))
        for side, entry in entries:
            yield _zone(state, side, f"Troops of {in_sentence(names[side])} arrive here", entry)


def _arrivals(state: State, names: Mapping[SideId, str]) -> Iterator[Zone]:
    """Where Brigades of later Turns arrive, if their scenario says it (MN-RULING-97)."""
    groups: dict[tuple[SideId, int, Rectangle], list[str]] = {}
    for number, brigade in enumerate(brigade_forces(state.setup)):
        if brigade.entry is not None and brigade.arrives > state.turn:
            groups.setdefault((state.brigades[number].side, brigade.arrives, brigade.entry), []).append(brigade.name)
    for (side, turn, entry), coming in groups.items():
        words = f"Arriving in Turn {turn}: {', '.join(coming)} ({names[side]})"
        yield replace(_zone(state, side, words, entry), name=f"Turn {turn}", kind="arrival")


def _zone(state: State, side: SideId, name: str, rectangle: Rectangle) -> Zone:
    left, bottom, right, top = rectangle
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Zone(name, "deployment", (), f"{name}.", side, outline=line_of(state.setup.table, corners))


def _links(state: State) -> Iterator[tuple[str, str]]:
    """Enemies in contact (MN-GEO-06)."""
    for number, unit in enumerate(state.units):
        if unit.side == "a" and unit.where == "table" and unit.crew_in == NONE:
            for other in enemies_in_contact(state, number):
                yield f"unit {number}", f"unit {other}"


Blocks = tuple[Block, ...]
BlockNow = Callable[[int], Block]


def preview_blocks(seen: View, side: SideId, actions: Sequence[Any]) -> tuple[Blocks, ...]:
    """For each legal action of ``side``, the preview blocks that it moves or turns."""
    state = state_from_view(seen)
    block_now = cache(lambda number: unit_block(state, number, state.units[number]))
    stand_now = cache(lambda number: stand_block(state, number, state.stands[number]))
    return tuple(_action_preview(state, side, action, block_now, stand_now) for action in actions)


def _action_preview(state: State, side: SideId, action: Any, block_now: BlockNow, stand_now: BlockNow) -> Blocks:
    changed = _changed_blocks(state, preview_state(state, side, action), block_now, stand_now)
    actor = action_target_in(state, action).actor
    bends = tuple(point_of(state.setup.table, *place) for place in bends_of(state, action))
    own = sorted((block for block in changed if block.side == side), key=lambda block: block.key != actor)
    return tuple(replace(block, bends=bends) if bends and block.key == actor else block for block in own)


def _changed_blocks(state: State, after: State, block_now: BlockNow, stand_now: BlockNow) -> Iterator[Block]:
    """Units, then stands, whose place, facing or shape changed; the last two give the present blocks."""
    moved = set()
    for number, (old, new) in enumerate(zip(state.units, after.units, strict=True)):
        if new is old or new.where != "table":
            continue
        before, block = block_now(number), unit_block(after, number, new)
        if _pose(before) != _pose(block):
            moved.add(number)
            shape = f"{say.in_formation(new.formation)}, facing {say.bearing(new.facing)}"
            yield _preview_block(before, block, f"{new.name}, {shape}, {names.place(new.x, new.y)}")
    for number, (former, stand) in enumerate(zip(state.stands, after.stands, strict=True)):
        if stand.where != "table" or (stand is former and stand.unit not in moved):
            continue
        before, block = stand_now(number), stand_block(after, number, stand)
        if _pose(before) != _pose(block):
            yield _preview_block(before, block, f"{stand.name}, {names.place(stand.x, stand.y)}")


def _pose(block: Block) -> tuple[str, int, str]:
    return block.area, block.turn, block.shape


def _preview_block(before: Block, block: Block, words: str) -> Block:
    """A block in its new place, with its present condition and marks."""
    return replace(block, words=words, level=before.level, marks=before.marks, spent=before.spent)
