"""The table in plain text for 80 columns: a sketch, what its signs mean, and both armies by Brigades in a list."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from battles.engine.core import SideId
from battles.rules.mini_nap import drawing_words, flow
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.board_sketch import ARROWS, COLOURS, GROUND, STAND, Sketch
from battles.rules.mini_nap.ground import lying
from battles.rules.mini_nap.standing import standing
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS, TYPES
from battles.rules.mini_nap.tables_ground import EFFECTS
from battles.rules.mini_nap.view import View, known
from battles.rules.mini_nap.words import STEP_WORDS

WIDE: Final = 79


def board(seen: View, colour: bool = False) -> str:
    """The table as ``seen`` knows it; ``colour`` adds the ANSI colours of a terminal."""
    state = known(seen)
    sketch = Sketch(state)
    lines = [*_title(state), "", *sketch.lines(colour), "", *_key(state, sketch), ""]
    for side, force in zip("ab", state.setup.forces, strict=True):
        lines.append(f"\x1b[{COLOURS[side]}m{force.name}\x1b[0m" if colour else force.name)
        lines += [*_army(state, side), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _title(state: State) -> Iterator[str]:
    turn = f"Turn {state.turn} of {state.setup.rules.options.turn_limit}, " if state.turn else ""
    step = STEP_WORDS.get(state.step, "Choice of edges")
    yield f"{state.setup.title}: {turn}{step[:1].lower()}{step[1:]}"
    facts = [standing(state)]
    if state.turn and state.active and state.outcome is None:
        facts.append(f"initiative: {say.side(state, state.active)}{_chosen(state)}")
    if deciding := flow.deciders(state):
        facts.append(f"to act: {say.listed(say.side(state, side) for side in deciding)}")
    yield from wrap("; ".join(facts), WIDE)


def _chosen(state: State) -> str:
    """What the initiative was given to."""
    if state.division != NONE:
        return f", {say.division(state, state.division)}"
    return f", {say.brigade(state, state.brigade)}" if state.brigade != NONE else ""


def _key(state: State, sketch: Sketch) -> Iterator[str]:
    """What the signs mean: those that this table has."""
    kinds = {each.kind for each in lying(state)}
    marks = [f"{sign} {EFFECTS[kind].word}" for kind, sign in GROUND.items() if kind in kinds]
    if marks:
        yield from wrap(f"Ground: {', '.join(marks)}", WIDE, subsequent_indent="  ")
    names = [
        f"{each.feature.name} {say.spot(_middle(each.feature.points))}" for each in lying(state) if each.feature.name
    ]
    if names:
        yield from wrap(f"Places: {'; '.join(dict.fromkeys(names))}", WIDE, subsequent_indent="  ")
    if sketch.undrawn:
        yield from wrap(f"No room for: {', '.join(sketch.undrawn)}", WIDE, subsequent_indent="  ")
    yield f"A number is a unit, facing {ARROWS[0]} up the table and so on round; {STAND} is a command stand"


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
        had = ", has had the initiative" if brigade.chosen else ""
        yield f"  {brigade.name}{_commander(state, 'brigade', number)}{had}"
        units = [(place, unit) for place, unit in enumerate(state.units) if unit.brigade == number]
        yield from _aligned([_row(state, place, unit) for place, unit in units if unit.where == "table"])
        for where, words in drawing_words.AWAY.items():
            gone = [f"{place} {unit.name}" for place, unit in units if unit.where == where]
            if gone:
                text = f"{words[:1].upper()}{words[1:]}: {'; '.join(gone)}"
                yield from wrap(text, WIDE, initial_indent="    ", subsequent_indent="      ")


def _commander(state: State, level: str, of: int) -> str:
    """``: General Picton (s3, Good) 60.5, 42 cm``; ``""`` where nobody commands."""
    tables = state.setup.rules.tables
    for number, stand in enumerate(state.stands):
        if (stand.level, stand.of) != (level, of):
            continue
        rating = f", {tables.commanders[stand.rating].word}" if stand.rating is not None else ""
        told = f": {say.stand(state, number)} ({STAND}{number}{rating})"
        if stand.where != "table":
            return f"{told} {'is lost' if stand.where == 'removed' else 'not yet on the table'}"
        if stand.unit != NONE:
            return f"{told} with {say.unit(state, stand.unit)}"
        return f"{told} {say.spot((stand.x, stand.y))}"
    return ""


def _row(state: State, number: int, unit: Unit) -> tuple[str, ...]:
    """A unit's number, name, kind, formation, facing, place, strength, and markers in words."""
    weight = f"{unit.weight} " if unit.weight else ""
    kind = f"{state.setup.rules.tables.qualities[unit.rating].word} {weight}{TYPES[unit.type].word}"
    place = say.spot((unit.x, unit.y)).removesuffix(" cm")
    formation = FORMATIONS[unit.formation].word
    points, *marks = drawing_words.marks(state, unit)
    return str(number), unit.name, kind, formation, say.degrees(unit.facing), place, points, ", ".join(marks)


def _aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "    " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
