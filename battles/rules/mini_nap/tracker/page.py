"""The tracker page: Brigades with units, boxes and markers, commanders, and the next entries."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.tracker import YES, BookGroup, BookRow, Books, Note, SideBooks, Tap, stages, tap
from battles.engine.words import capitalized
from battles.rules.mini_nap import victory
from battles.rules.mini_nap.command import initiative
from battles.rules.mini_nap.state import NONE, Stand, State, Step, Unit, is_formed, selectable_formations, unit_class
from battles.rules.mini_nap.tables import FORMATIONS, TYPES
from battles.rules.mini_nap.tracker import commanders, fire, quality_tests
from battles.rules.mini_nap.tracker.commanders import MARKERS, has_marker
from battles.rules.mini_nap.tracker.turn import IN_INITIATIVE, is_rated, may_end, next_step, rolls_at_end
from battles.rules.mini_nap.ui.scene import NATIONS
from battles.rules.mini_nap.words import names as say
from battles.rules.mini_nap.words.names import crews
from battles.rules.mini_nap.words.turn import why_ended

MARKER_WORDS: Final = {"blue": "Blue", "disorder": "Blue: disorder", "yellow": "Yellow", "white": "White"}


def stand_row(state: State, number: int) -> BookRow:
    """The row of a commander."""
    stand, key = state.stands[number], f"stand {number}"
    lost = stand.where != "table"
    taps: list[Tap] = []
    asks: list[tuple[Note, str]] = []
    if lost and stand.where == "removed":
        taps.append(tap("Put back on the table", "stand", stand=key, what="back", rule="MN-RULING-130"))
    elif not lost:
        what, words = ("steady", "Remove white markers") if stand.evaded else ("evaded", "Evade: two white markers")
        taps.append(replace(tap(words, "stand", "MN-CMD-43", stand=key, what=what), on=stand.evaded))
        taps.append(replace(tap("Remove as ridden down", "stand", "MN-CMD-40", stand=key, what="lost"), weight="grave"))
        if stand.unit != NONE:
            taps.append(tap("Leave the unit", "stand", stand=key, what="leaves", rule="MN-CMD-32"))
        elif stand.level == "brigade":
            asks.append((Note("attach", {"stand": key}), "Join a unit"))
    return BookRow(
        key=key,
        side=stand.side,
        name=stand.name,
        words=_stand_words(state, stand),
        sign=f"leader_{stand.level}",
        nation=NATIONS[state.corps[_corps_of(state, stand)].nation],
        marks=("two white",) if stand.evaded else (),
        taps=tuple(taps) if state.outcome is None else (),
        asks=tuple(asks) if state.outcome is None else (),
        gone=lost,
    )


def _corps_of(state: State, stand: Stand) -> int:
    if stand.level == "corps":
        return stand.of
    division = stand.of if stand.level == "division" else state.brigades[stand.of].division
    return state.divisions[division].corps


def _stand_words(state: State, stand: Stand) -> str:
    if stand.where == "removed":
        return "lost"
    if stand.level == "brigade":
        with_unit = f"with {say.unit(state, stand.unit)}" if stand.unit != NONE else "Brigade commander"
        return with_unit if stand.where == "table" else "not yet arrived"
    level = f"{stand.level.capitalize()} commander"
    if stand.rating is None:
        return f"{level}, not yet rated"
    row = state.setup.rules.tables.commanders[stand.rating]
    radius = 0 if stand.evaded else row.radius
    return f"{level}, {row.word.lower()}, {radius} cm"


# Units


def unit_row(state: State, number: int, unit: Unit) -> BookRow:
    """The row of a unit."""
    key, open_ = f"unit {number}", state.outcome is None
    here = unit.where == "table"
    return BookRow(
        key=key,
        side=unit.side,
        name=unit.name,
        words=_unit_words(state, unit),
        sign="lancers" if unit.lancer and unit.type == "light_cavalry" else unit.type,
        nation=NATIONS[unit.nation],
        boxes=unit.start,
        lost=unit.start - (unit.points if here or unit.where == "waiting" else 0),
        marks=tuple(_marks(state, unit)),
        hit=tap("Hit", "strike", unit=key, rule="MN-LOSS-01") if here and open_ else None,
        taps=tuple(tap for tap in _unit_taps(state, key, unit) if _is_allowed(state, tap)) if open_ else (),
        asks=tuple(_unit_asks(state, key, unit)) if here and state.step in IN_INITIATIVE else (),
        likely=_likely(state, number, key) if here else None,
        gone=unit.where not in ("table", "waiting"),
    )


def _unit_words(state: State, unit: Unit) -> str:
    kind = unit.weight + " " if unit.weight else ""
    what = f"{state.setup.rules.tables.qualities[unit.rating].word.lower()} {kind}{TYPES[unit.type].word}"
    if unit.where == "waiting":
        return f"Not yet arrived, {what}"
    if unit.where != "table":
        return f"{unit.where.capitalize()}, {what}"
    formation = "" if unit.formation == "battery" else f"{FORMATIONS[unit.formation].word.capitalize()}, "
    return f"{formation}{what}" if formation else what.capitalize()


def _marks(state: State, unit: Unit) -> Iterator[str]:
    if unit.blue:
        yield "disordered" if unit.blue == "disorder" else "blue"
    if unit.yellow:
        yield "yellow"
    if unit.white:
        yield "white"
    if unit.crew_in != NONE:
        yield "abandoned"
    yield from crews(state, unit)
    if unit.fired:
        yield "fired"
    for stand in state.stands:
        if stand.where == "table" and stand.unit != NONE and state.units[stand.unit] is unit:
            yield "commander"


def _is_allowed(state: State, tap: Tap) -> bool:
    """True if an entry about a unit can be made now."""
    kind = commanders.MARKER_KINDS.get(tap.note.key) or commanders.KINDS[tap.note.key]
    return kind.refuse(state, tap.note.facts) is None


def _unit_taps(state: State, key: str, unit: Unit) -> Iterator[Tap]:
    if unit.where == "waiting":
        return
    if unit.where != "table":
        yield tap("Put back on the table", "right", unit=key, rule="MN-RULING-130")
        return
    if unit.white:
        yield from _rallies(key)
    for each in selectable_formations(unit):
        yield tap(f"Form {FORMATIONS[each].word}", "form", unit=key, formation=each, rule="MN-MAN-07")
    for marker in MARKERS:
        on = has_marker(unit, marker)
        rule = "MN-MARKER-02" if marker == "yellow" else "MN-MARKER-03" if marker == "white" else "MN-MARKER-01"
        set_to = "" if on else YES
        yield replace(tap(MARKER_WORDS[marker], "mark", rule, unit=key, marker=marker, on=set_to), on=on)
    yield from _removals(state, key, unit)


def _rallies(key: str) -> Iterator[Tap]:
    """Buttons for a unit that has broken through (MN-BREAK-04)."""
    for how, words, rule in (
        ("rally_back", "Rally back", "MN-BREAK-05"),
        ("stop", "Stop and rally", "MN-BREAK-06"),
        ("rally_forward", "Rally forward", "MN-BREAK-07"),
        ("charge", "Charge again: 1 hit", "MN-BREAK-08"),
    ):
        yield tap(words, "rally", unit=key, how=how, rule=rule)


def _removals(state: State, key: str, unit: Unit) -> Iterator[Tap]:
    """Buttons that correct a mistake or remove the unit from the table."""
    yield tap("Restore a box", "right", unit=key, rule="MN-RULING-130")
    if unit.crew_in != NONE:
        yield tap("Man the guns again", "man", unit=key, rule="MN-REACT-33")
        yield replace(tap("Remove as lost", "leave", "MN-REACT-34", unit=key), weight="grave")
    if unit.side == state.active and state.step in IN_INITIATIVE:
        yield replace(tap("Retreat from the table", "retreat", "MN-RETREAT-01", unit=key), weight="grave")
    yield replace(tap("Remove as destroyed", "destroy", "MN-LOSS-02", unit=key), weight="grave")


def _unit_asks(state: State, key: str, unit: Unit) -> Iterator[tuple[Note, str]]:
    kind = unit_class(unit)
    if kind != "cavalry" and state.step in ("manoeuvre", "fire"):
        yield Note("fire", {"firer": key}), "Fire" if unit.side == state.active else "Return fire"
    yield Note("fight", {"one": key}), "Hand to hand"
    for purpose, words in quality_tests.open_to(state, unit):
        yield Note("test", {"unit": key, "purpose": purpose}), words
    if kind == "artillery" and unit.side == state.active:
        yield Note("batter", {"firer": key}), "Fire at a structure"
    if kind == "infantry" and not is_formed(unit) and unit.side != state.active:
        yield Note("suppress", {"unit": key}), "Suppress a battery"
    if kind == "artillery" and unit.side != state.active:
        yield Note("abandon", {"unit": key}), "Move crew to a square"


def _likely(state: State, number: int, key: str) -> tuple[Note, str] | None:
    """The usual question for a unit of the active side in this phase, if any."""
    unit = state.units[number]
    if unit.side != state.active:
        return None
    if state.step == "fire" and fire.may_fire(state, number):
        return Note("fire", {"firer": key}), "Fire"
    if state.step == "hand_to_hand" and unit_class(unit) != "artillery":
        return Note("fight", {"one": key}), "Fight"
    return None


PHASES: Final[dict[Step, str]] = {
    "choose": "Choice",
    "manoeuvre": "Manoeuvre",
    "fire": "Firing",
    "hand_to_hand": "Hand to hand",
    "break_active": "Break-through",
}
"""Names of the phases of an initiative (MN-SEQ-03)."""


def tracker_page(state: State) -> Books:
    """The whole page."""
    heading, words = _now(state)
    return Books(
        turn=state.turn,
        active=state.active,
        heading=heading,
        words=words,
        stages=stages(PHASES, state.step, otherwise=0),
        sides=tuple(_side(state, side) for side in ("a", "b")),
        groups=tuple(_groups(state)),
        taps=tuple(_taps(state)),
        due=tuple(_due(state)),
        asks=tuple(_asks(state)),
        ends=((Note("concede"), "Concede the game"),) if state.outcome is None else (),
    )


def _now(state: State) -> tuple[str, str]:
    if state.outcome is not None:
        winner = state.outcome.winner
        heading = capitalized(f"{say.side(state, winner)} won") if winner else "Draw"
        return heading, say.sentence_of(why_ended(state, state.outcome), rules=(state.outcome.rule,))
    if not is_rated(state):
        return "Before the first Turn", "Rate the commanders."
    if state.step == "arrival":
        return "A new Turn", "Both sides roll for the first initiative."
    if state.step == "choose":
        return capitalized(
            say.side_verb(state, state.active, "has the initiative", "have the initiative")
        ), "Choose a Brigade."
    who = say.division(state, state.division) if state.division != NONE else say.brigade(state, state.brigade)
    return PHASES[state.step], f"{who}, {say.side(state, state.active)}"


def _side(state: State, side: str) -> SideBooks:
    lost, start = victory.unit_losses(state, side)
    bears = start * state.setup.rules.options.army_break_share // victory.WHOLE
    words = f"{lost} of {start} units lost"
    words += ", broken" if victory.is_broken(state, side) else f", breaks at {bears + 1} lost" if bears < start else ""
    return SideBooks(side, say.side_name(state, side), words)


def _taps(state: State) -> Iterator[Tap]:
    """Buttons for the next step, the usual one first."""
    if state.outcome is not None:
        return
    if not is_rated(state):
        rolled = state.setup.rules.options.commander_ratings == "roll"
        yield replace(tap("Rate the commanders", "ratings", "MN-CMD-61"), throws=rolled, weight="main")
    elif state.step == "arrival":
        yield replace(tap("Roll for the initiative", "initiative", "MN-SEQ-01"), throws=True, weight="main")
        yield from _arrivals(state)
    elif (step := next_step(state)) is not None:
        yield replace(tap(f"Next phase: {PHASES[step].lower()}", "step", "MN-SEQ-03"), weight="main")
    if may_end(state):
        rolls = rolls_at_end(state)
        words = "End this initiative and roll for the next" if rolls else "End this initiative"
        yield replace(tap(words, "end", "MN-SEQ-06"), throws=rolls, weight="" if next_step(state) else "main")


def _arrivals(state: State) -> Iterator[Tap]:
    """Buttons for Brigades that have not arrived (MN-RULING-60)."""
    waiting = sorted({unit.brigade for unit in state.units if unit.where == "waiting"})
    for number in waiting:
        words = f"{state.brigades[number].name} arrives"
        yield tap(words, "arrive", brigade=f"brigade {number}", rule="MN-RULING-60")


def _due(state: State) -> Iterator[str]:
    """Keys of units that have broken through, in the break-through phase (MN-BREAK-03)."""
    if state.step == "break_active":
        yield from (f"unit {number}" for number, unit in enumerate(state.units) if unit.white and unit.where == "table")


def _asks(state: State) -> Iterator[tuple[Note, str]]:
    if state.step in IN_INITIATIVE:
        if state.step in ("manoeuvre", "fire"):
            yield Note("fire"), "Fire"
        yield Note("fight"), "Hand to hand"
        yield Note("test"), "Quality test"
    if state.step in ("manoeuvre", "fire") and state.division == NONE:
        yield Note("suppress"), "Suppress a battery"
        yield Note("batter"), "Fire at a structure"
    if state.step == "choose":
        yield Note("divide"), "Division manoeuvre"


# Brigades and commanders


def _groups(state: State) -> Iterator[BookGroup]:
    for side in ("a", "b"):
        for number, brigade in enumerate(state.brigades):
            if brigade.side == side:
                yield _brigade(state, number)
        yield _commanders(state, side)


def _brigade(state: State, number: int) -> BookGroup:
    brigade = state.brigades[number]
    own = state.division == brigade.division if state.division != NONE else state.brigade == number
    here = own and state.step in IN_INITIATIVE
    rows = [stand_row(state, place) for place, each in enumerate(state.stands) if _leads(each, number)]
    rows += [unit_row(state, place, each) for place, each in enumerate(state.units) if each.brigade == number]
    taps: tuple[Tap, ...] = ()
    if state.step == "choose" and brigade.side == state.active and initiative.can_be_chosen(state, number):
        key = f"brigade {number}"
        taps = (replace(tap("Choose this Brigade", "choose", "MN-SEQ-02", brigade=key), weight="main"),)
    waiting = any(each.brigade == number and each.where == "waiting" for each in state.units)
    if waiting and state.outcome is None:
        taps = (*taps, tap("Brigade arrives", "arrive", brigade=f"brigade {number}", rule="MN-RULING-60"))
    return BookGroup(
        key=f"brigade {number}",
        side=brigade.side,
        name=brigade.name,
        words=_brigade_words(state, number),
        state="now" if here else "done" if brigade.chosen else "next",
        rows=tuple(rows),
        taps=taps,
    )


def _brigade_words(state: State, number: int) -> str:
    brigade = state.brigades[number]
    division = state.divisions[brigade.division].name
    return f"{division}, {brigade.lost} of {brigade.start} units lost" if brigade.lost else division


def _leads(stand: Stand, brigade: int) -> bool:
    return stand.level == "brigade" and stand.of == brigade


def _commanders(state: State, side: str) -> BookGroup:
    rows = [
        stand_row(state, number)
        for number, stand in enumerate(state.stands)
        if stand.side == side and stand.level != "brigade"
    ]
    return BookGroup(key=f"command {side}", side=side, name="Commanders", words="", state="next", rows=tuple(rows))
