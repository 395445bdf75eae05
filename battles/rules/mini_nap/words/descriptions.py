"""Descriptions of units and command stands: a full sentence, and short marks."""

from collections.abc import Iterator

from battles.engine.words.sides import in_sentence
from battles.kits.open_table.bearings import CM
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, Whereabouts
from battles.rules.mini_nap.tables import TYPES, GunWeight
from battles.rules.mini_nap.words import names as say

AWAY: dict[Whereabouts, str] = {
    "waiting": "not yet on the table",
    "destroyed": "destroyed",
    "retreated": "retreated from the table",
    "lost": "lost",
}
COMMAND = {"in": "in command", "cautious": "cautious", "out": "out of command"}


def unit(state: State, unit: Unit) -> str:
    """A unit: kind, side, formation, facing, strength and markers."""
    kind = f"{state.setup.rules.tables.qualities[unit.rating].word} {_weight(unit.weight)}{TYPES[unit.type].word}"
    brigade = state.brigades[unit.brigade]
    side = state.setup.forces[unit.side == "b"].name
    parts = [f"{unit.name}, {kind}", f"{brigade.name} of {in_sentence(side)}"]
    if unit.where != "table":
        return ", ".join([*parts, AWAY[unit.where]])
    with_it = [each.name for number, each in enumerate(state.stands) if _is_with(state, number, unit)]
    return ", ".join(
        [
            *parts,
            say.in_formation(unit.formation),
            f"facing {say.bearing(unit.facing)}",
            f"{unit.points} of {say.points(unit.start)}",
            *([COMMAND[unit.command]] if unit.command else []),
            *_markers(state, unit),
            *(f"with {name}" for name in with_it),
            place(unit.x, unit.y),
        ]
    )


def _weight(weight: GunWeight | None) -> str:
    return f"{weight} " if weight else ""


def _is_with(state: State, number: int, unit: Unit) -> bool:
    stand = state.stands[number]
    return stand.where == "table" and stand.unit != NONE and state.units[stand.unit] is unit


def stand(state: State, stand: Stand) -> str:
    """A command stand: command, rating, radius and place."""
    side = state.setup.forces[stand.side == "b"].name
    parts = [stand.name, f"commander of {_commanded(state, stand)}", side]
    if stand.rating is not None:
        row = state.setup.rules.tables.commanders[stand.rating]
        parts.append(f"{row.word}, radius {row.radius} cm")
    if stand.where != "table":
        return ", ".join([*parts, "removed" if stand.where == "removed" else "not yet on the table"])
    if stand.evaded:
        parts.append("evaded: commands no units")
    if stand.moved:
        parts.append("moved this Turn")
    if stand.unit != NONE:
        parts.append(f"with {state.units[stand.unit].name}")
    return ", ".join([*parts, place(stand.x, stand.y)])


def _commanded(state: State, stand: Stand) -> str:
    if stand.level == "corps":
        return state.corps[stand.of].name
    return state.divisions[stand.of].name if stand.level == "division" else state.brigades[stand.of].name


def place(x: int, y: int) -> str:
    """``at 60.5, 42.0 cm``: measured from the left and the southern edge of the table."""
    return f"at {x / CM:.1f}, {y / CM:.1f} cm"


def marks(state: State, unit: Unit) -> Iterator[str]:
    """Short marks: strength, markers and command."""
    if unit.where in ("table", "waiting"):
        yield f"{unit.points}/{unit.start}"
    yield from _markers(state, unit)
    if unit.command in ("cautious", "out"):
        yield COMMAND[unit.command]


def _markers(state: State, unit: Unit) -> Iterator[str]:
    """Markers (MN-MARKER-01, MN-MARKER-02, MN-MARKER-03, MN-MARKER-04, MN-MARKER-05), charges and halts."""
    if unit.blue:
        yield "disordered" if unit.blue == "disorder" else "reacted"
    if unit.yellow:
        yield "no fire"
    if unit.white:
        yield "broke through"
    if unit.crew_in != NONE:
        yield "abandoned"
    yield from crews(state, unit)
    if unit.impact or unit.charged:
        yield "charged"
    if unit.idle or unit.still:
        yield "halted"


def crews(state: State, unit: Unit) -> Iterator[str]:
    """One mark for each battery crew that a square holds (MN-MARKER-05, MN-REACT-35)."""
    for battery in state.units:
        if battery.crew_in != NONE and state.units[battery.crew_in] is unit:
            yield "holds a crew"
