"""The table as plain text, 80 columns wide: a sketch in letters with its key, and both armies by Brigade."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from battles.engine.core import SideId
from battles.engine.words import aligned
from battles.kits.open_table.notation import ARROWS, COLOURS, Drawn, Sketch, Tag, arrow
from battles.rules.mini_nap import turn as mini_nap_turn
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS, TYPES, FeatureKind
from battles.rules.mini_nap.terrain.features import features_in_play
from battles.rules.mini_nap.terrain_tables import EFFECTS
from battles.rules.mini_nap.words import names
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.sentences import STEP_WORDS
from battles.rules.mini_nap.words.turn import score

STAND: Final = "s"
GROUND: Final[dict[FeatureKind, str]] = {
    "contour": ",",
    "hill": "^",
    "rough": ":",
    "rough_x": "%",
    "bog": '"',
    "wood": "w",
    "forest": "W",
    "village": "v",
    "landmark": "h",
    "fence": "-",
    "wall": "=",
    "stream": "~",
    "river": "~",
    "ditch": "_",
    "road": ".",
    "ford": "f",
    "bridge": "#",
}
"""Letter of each kind of terrain; later kinds are drawn over earlier ones."""


def sketch_of(state: State) -> Sketch:
    """The table of ``state`` in letters, with its blocks."""
    order = list(GROUND)
    features = tuple(
        Drawn(GROUND[each.kind], each.ground, each.feature.points, each.feature.width, each.is_line)
        for each in sorted(features_in_play(state), key=lambda feature: order.index(feature.kind))
    )
    return Sketch(state.setup.table, features, _tags(state))


def _tags(state: State) -> Iterator[Tag]:
    """Blocks on the table: units, then command stands that are not attached."""
    for number, unit in enumerate(state.units):
        if unit.where == "table":
            yield Tag(f"{number}{arrow(unit.facing)}", unit.side, unit.x, unit.y)
    for number, stand in enumerate(state.stands):
        if stand.where == "table" and stand.unit == NONE:
            yield Tag(f"{STAND}{number}", stand.side, stand.x, stand.y)


TEXT_WIDTH: Final = 79


def board(seen: View, colour: bool = False) -> str:
    """The table of ``seen`` as text; ``colour`` adds ANSI colours for a terminal."""
    state = state_from_view(seen)
    sketch = sketch_of(state)
    lines = [*_title(state), "", *sketch.lines(colour), "", *_key(state, sketch), ""]
    for side, force in zip("ab", state.setup.forces, strict=True):
        lines.append(f"\x1b[{COLOURS[side]}m{force.name}\x1b[0m" if colour else force.name)
        lines += [*_army(state, side), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _title(state: State) -> Iterator[str]:
    turn = f"Turn {state.turn} of {state.setup.rules.options.turn_limit}, " if state.turn else ""
    step = STEP_WORDS.get(state.step, "Choice of edges")
    yield f"{state.setup.title}: {turn}{step[:1].lower()}{step[1:]}"
    facts = [score(state)]
    if state.turn and state.active and state.outcome is None:
        facts.append(f"initiative: {say.side_label(state, state.active)}{_chosen(state)}")
    if deciding := mini_nap_turn.deciders(state):
        facts.append(f"to act: {say.joined(say.side_label(state, side) for side in deciding)}")
    yield from wrap("; ".join(facts), TEXT_WIDTH)


def _chosen(state: State) -> str:
    """The Division or Brigade with the initiative."""
    if state.division != NONE:
        return f", {say.division(state, state.division)}"
    return f", {say.brigade(state, state.brigade)}" if state.brigade != NONE else ""


def _key(state: State, sketch: Sketch) -> Iterator[str]:
    """The key of the signs on this table."""
    kinds = {each.kind for each in features_in_play(state)}
    marks = [f"{sign} {EFFECTS[kind].word}" for kind, sign in GROUND.items() if kind in kinds]
    if marks:
        yield from wrap(f"Ground: {', '.join(marks)}", TEXT_WIDTH, subsequent_indent="  ")
    names = [
        f"{each.feature.name} {say.spot(_middle(each.feature.points))}"
        for each in features_in_play(state)
        if each.feature.name
    ]
    if names:
        yield from wrap(f"Places: {'; '.join(dict.fromkeys(names))}", TEXT_WIDTH, subsequent_indent="  ")
    if sketch.undrawn:
        yield from wrap(f"No room for: {', '.join(sketch.undrawn)}", TEXT_WIDTH, subsequent_indent="  ")
    yield f"A number is a unit with its facing ({ARROWS[0]} is up the table); {STAND} is a command stand"


def _middle(points: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    x, y = (sum(each) // len(points) for each in zip(*points, strict=True))
    return x, y


def _army(state: State, side: SideId) -> Iterator[str]:
    """Corps, Divisions and Brigades with their commanders, and the units of each."""
    for place, corps in enumerate(state.corps):
        if corps.side != side:
            continue
        yield f"{corps.name}{_commander(state, 'corps', place)}"
        for number, division in enumerate(state.divisions):
            if division.corps == place:
                yield f" {division.name}{_commander(state, 'division', number)}"
                yield from _brigades(state, number)


def _brigades(state: State, division: int) -> Iterator[str]:
    for number, brigade in enumerate(state.brigades):
        if brigade.division != division:
            continue
        note = ", has had the initiative" if brigade.chosen else ""
        yield f"  {brigade.name}{_commander(state, 'brigade', number)}{note}"
        units = [(place, unit) for place, unit in enumerate(state.units) if unit.brigade == number]
        yield from aligned([_row(state, place, unit) for place, unit in units if unit.where == "table"], "    ")
        for where, words in names.AWAY.items():
            absent = [f"{place} {unit.name}" for place, unit in units if unit.where == where]
            if absent:
                text = f"{words[:1].upper()}{words[1:]}: {'; '.join(absent)}"
                yield from wrap(text, TEXT_WIDTH, initial_indent="    ", subsequent_indent="      ")


def _commander(state: State, level: str, of: int) -> str:
    """``: General Picton (s3, Good) 60.5, 42 cm``; ``""`` if there is no commander."""
    tables = state.setup.rules.tables
    for number, stand in enumerate(state.stands):
        if (stand.level, stand.of) != (level, of):
            continue
        rating = f", {tables.commanders[stand.rating].word}" if stand.rating is not None else ""
        text = f": {say.stand(state, number)} ({STAND}{number}{rating})"
        if stand.where != "table":
            return f"{text} {'is removed' if stand.where == 'removed' else 'not yet on the table'}"
        if stand.unit != NONE:
            return f"{text} with {say.unit(state, stand.unit)}"
        return f"{text} {say.spot((stand.x, stand.y))}"
    return ""


def _row(state: State, number: int, unit: Unit) -> tuple[str, ...]:
    """The cells of a unit: number, name, kind, formation, facing, place, strength and markers."""
    weight = f"{unit.weight} " if unit.weight else ""
    kind = f"{state.setup.rules.tables.qualities[unit.rating].word} {weight}{TYPES[unit.type].word}"
    place = say.spot((unit.x, unit.y)).removesuffix(" cm")
    formation = FORMATIONS[unit.formation].word
    points, *marks = names.marks(state, unit)
    return str(number), unit.name, kind, formation, say.degrees(unit.facing), place, points, ", ".join(marks)
