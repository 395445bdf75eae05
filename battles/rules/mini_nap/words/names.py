"""Names, lengths, bearings and counts in sentences; descriptions and marks of units and command stands."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from battles.engine.armies.short_names import commander_names
from battles.engine.words import count as count
from battles.engine.words import faces as faces
from battles.engine.words import in_sentence, mid_sentence, plural, with_verb
from battles.engine.words import joined as joined
from battles.engine.words import sentence_of as sentence_of
from battles.engine.words import side as side
from battles.engine.words import side_label as side_label
from battles.engine.words import side_name as side_name
from battles.engine.words import side_verb as side_verb
from battles.kits.open_table.footprints import CM, DEGREE, FULL
from battles.rules.mini_nap.movement.paths import cm as cm
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, Whereabouts
from battles.rules.mini_nap.tables import FORMATIONS, TYPES, Formation, GunWeight
from battles.rules.mini_nap.terrain.features import feature_named, features_in_play

POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""Compass points; north is up the table."""

_OCTANT: Final = FULL // len(POINTS)


def unit(state: State, number: int) -> str:
    """The name of a unit; with its side, Brigade or number if another unit has the same name."""
    if number >= len(state.units):
        return f"unit {number}"
    own = state.units[number]
    namesakes = [one for place, one in enumerate(state.units) if one.name == own.name and place != number]
    if not namesakes:
        return mid_sentence(own.name)
    if any(one.brigade == own.brigade for one in namesakes):
        return f"{mid_sentence(own.name)} (unit {number})"
    if any(one.side == own.side for one in namesakes):
        return f"{mid_sentence(own.name)} ({brigade(state, own.brigade)})"
    return f"{mid_sentence(own.name)} ({side_label(state, own.side)})"


def unit_does(state: State, number: int, words: str) -> str:
    """A unit and what it does: ``Wathiez's Lancers charge``; ``words`` is the form for one: ``charges``."""
    return with_verb(unit(state, number), words)


def units(state: State, numbers: Iterable[int]) -> str:
    return joined(unit(state, number) for number in numbers)


def units_do(state: State, numbers: Sequence[int], words: str) -> str:
    """Units and what they do, as `unit_does`."""
    if len(numbers) == 1:
        return unit_does(state, numbers[0], words)
    return f"{units(state, numbers)} {plural(words)}"


def brigade(state: State, number: int) -> str:
    """The name of a Brigade; with its brigadier, Division or number if its side has another of that name."""
    if number >= len(state.brigades):
        return f"Brigade {number}"
    own = state.brigades[number]
    others = [each for place, each in enumerate(state.brigades) if place != number]
    namesakes = [each for each in others if (each.name, each.side) == (own.name, own.side)]
    if not namesakes:
        return mid_sentence(own.name)
    among = f"Brigade {number}"
    if all(each.division != own.division for each in namesakes):
        among = mid_sentence(state.divisions[own.division].name)
    return f"{mid_sentence(own.name)} ({commander(state, 'brigade', number) or among})"


def commander(state: State, level: str, number: int) -> str:
    """The short name of the commander of a Brigade, Division or Corps, as the board has it; ``""`` if there is none."""
    labels = zip(state.stands, stand_labels(state), strict=True)
    own = [label for each, label in labels if (each.level, each.of) == (level, number)]
    return own[0] if len(own) == 1 else ""


def stand_labels(state: State) -> tuple[str, ...]:
    """Labels of all command stands by number."""
    return commander_names(tuple([each.side for each in state.stands]), tuple([each.name for each in state.stands]))


def division(state: State, number: int) -> str:
    return mid_sentence(state.divisions[number].name) if number < len(state.divisions) else f"Division {number}"


def acting(state: State) -> str:
    """The Division or Brigade with the initiative; ``""`` before one is chosen."""
    if state.division != NONE:
        return division(state, state.division)
    return brigade(state, state.brigade) if state.brigade != NONE else ""


def stand(state: State, number: int) -> str:
    """The name of a command stand; its number if there is no such stand."""
    return stand_name(state, state.stands[number]) if number < len(state.stands) else f"command stand {number}"


def stand_name(state: State, own: Stand) -> str:
    """The name of a commander, with side or command if another has the same name; unnamed: the command."""
    if not own.name:
        return f"the commander of {_commanded(state, own)}"
    post = own.side, own.level, own.of
    namesakes = [each for each in state.stands if each.name == own.name and (each.side, each.level, each.of) != post]
    if not namesakes:
        return mid_sentence(own.name)
    on_own_side = any(each.side == own.side for each in namesakes)
    return f"{mid_sentence(own.name)} ({_commanded(state, own) if on_own_side else side_label(state, own.side)})"


def _commanded(state: State, own: Stand) -> str:
    if own.level == "corps":
        return mid_sentence(state.corps[own.of].name)
    return division(state, own.of) if own.level == "division" else brigade(state, own.of)


def bearing(angle: int) -> str:
    """``north-east (45°)``."""
    point = POINTS[(angle + _OCTANT // 2) % FULL // _OCTANT]
    return f"{point} ({degrees(angle)})"


def degrees(angle: int) -> str:
    """``45°``, ``22.5°``."""
    whole, tenths = divmod(angle, DEGREE)
    return f"{whole}.{tenths}°" if tenths else f"{whole}°"


def spot(place: tuple[int, int]) -> str:
    """``60.5, 42 cm``: a place, measured from the left and the southern edge."""
    x, y = (cm(each).removesuffix(" cm") if each >= 0 else f"-{cm(-each).removesuffix(' cm')}" for each in place)
    return f"{x}, {y} cm"


def feature(state: State, key: str) -> str:
    """A terrain feature by name or kind: ``Gemioncourt``, ``the bridge``; with its key if several are alike."""
    placed = feature_named(state, key)
    if placed is None:
        return key
    alike = {each.feature.key for each in features_in_play(state) if each.word == placed.word}
    if len(alike) > 1:
        return f"{placed.word} ({key})"
    is_proper = placed.word == placed.feature.name and placed.word.rpartition(" ")[2][:1].isupper()
    return placed.word if is_proper else f"the {placed.word}"


def in_formation(formation: Formation) -> str:
    """``in line``; ``unlimbered`` for a battery."""
    return "unlimbered" if formation == "battery" else f"in {FORMATIONS[formation].word}"


def points(number: int) -> str:
    return count(number, "strength point")


AWAY: dict[Whereabouts, str] = {
    "waiting": "not yet on the table",
    "destroyed": "destroyed",
    "retreated": "retreated from the table",
    "lost": "lost",
}
COMMAND = {"in": "in command", "cautious": "cautious", "out": "out of command"}


def unit_description(state: State, unit: Unit) -> str:
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
            in_formation(unit.formation),
            f"facing {bearing(unit.facing)}",
            f"{unit.points} of {points(unit.start)}",
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


def stand_description(state: State, stand: Stand) -> str:
    """A command stand: command, rating, radius and place."""
    side = state.setup.forces[stand.side == "b"].name
    parts = [stand.name, f"commander of {_post_name(state, stand)}", side]
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


def _post_name(state: State, stand: Stand) -> str:
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
