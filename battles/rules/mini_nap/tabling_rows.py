"""Units and commanders as a page shows them in the books: boxes, markers, and what may be noted of each."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.tabling import BookRow, Note, Tap
from battles.rules.mini_nap import tabling_fire, tabling_marks, tabling_stands, tabling_tests
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.drawing_words import crews
from battles.rules.mini_nap.kinds import formations_chosen, is_formed, unit_class
from battles.rules.mini_nap.state import NONE, Stand, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS, TYPES
from battles.rules.mini_nap.tabling_facts import YES
from battles.rules.mini_nap.tabling_marks import MARKERS, has
from battles.rules.mini_nap.tabling_turn import IN_INITIATIVE

MARKER_WORDS: Final = {"blue": "Blue", "disorder": "Blue: disorder", "yellow": "Yellow", "white": "White"}

NATIONS: Final = {
    "british": "GB",
    "french": "FR",
    "austrian": "AT",
    "russian": "RU",
    "ottoman": "OT",
    "prussian": "PR",
    "danish": "DK",
    "swedish": "SE",
}
"""The code of each nation's colours."""


def tap(words: str, key: str, rule: str, **facts: str) -> Tap:
    """A note by one tap; ``facts`` are all that it states."""
    return Tap(note=Note(key, facts), words=words, rule=rule)


def stand_row(state: State, number: int) -> BookRow:
    """A commander."""
    stand, key = state.stands[number], f"stand {number}"
    lost = stand.where != "table"
    taps: list[Tap] = []
    asks: list[tuple[Note, str]] = []
    if lost and stand.where == "removed":
        taps.append(tap("Back on the table", "stand", stand=key, what="back", rule="MN-RULING-130"))
    elif not lost:
        what, words = ("steady", "White markers off") if stand.evaded else ("evaded", "Evades: two white markers")
        taps.append(replace(tap(words, "stand", "MN-CMD-43", stand=key, what=what), on=stand.evaded))
        taps.append(replace(tap("Ridden down", "stand", "MN-CMD-40", stand=key, what="lost"), weight="grave"))
        if stand.unit != NONE:
            taps.append(tap("Leaves the unit", "stand", stand=key, what="leaves", rule="MN-CMD-32"))
        elif stand.level == "brigade":
            asks.append((Note("attach", {"stand": key}), "Joins a unit"))
    return BookRow(
        key=key,
        side=stand.side,
        name=stand.name,
        words=_stand_words(state, stand),
        sign=f"leader_{stand.level}",
        nation=_nation(state.corps[_corps_of(state, stand)].nation),
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
        return with_unit if stand.where == "table" else "still to come"
    level = f"{stand.level.capitalize()} commander"
    if stand.rating is None:
        return f"{level}, not yet rated"
    row = state.setup.rules.tables.commanders[stand.rating]
    radius = 0 if stand.evaded else row.radius
    return f"{level}, {row.word.lower()}, {radius} cm"


# Units


def unit_row(state: State, number: int, unit: Unit) -> BookRow:
    """A unit."""
    key, open_ = f"unit {number}", state.outcome is None
    here = unit.where == "table"
    return BookRow(
        key=key,
        side=unit.side,
        name=unit.name,
        words=_unit_words(state, unit),
        sign="lancers" if unit.lancer and unit.type == "light_cavalry" else unit.type,
        nation=_nation(unit.nation),
        boxes=unit.start,
        lost=unit.start - (unit.points if here or unit.where == "waiting" else 0),
        marks=tuple(_marks(state, unit)),
        hit=tap("Hit", "strike", unit=key, rule="MN-LOSS-01") if here and open_ else None,
        taps=tuple(tap for tap in _unit_taps(state, key, unit) if _may_make(state, tap)) if open_ else (),
        asks=tuple(_unit_asks(state, key, unit)) if here and state.step in IN_INITIATIVE else (),
        likely=_likely(state, number, key) if here else None,
        gone=unit.where not in ("table", "waiting"),
    )


def _nation(word: str) -> str:
    return NATIONS.get(word, "")


def _unit_words(state: State, unit: Unit) -> str:
    kind = unit.weight + " " if unit.weight else ""
    what = f"{state.setup.rules.tables.qualities[unit.rating].word.lower()} {kind}{TYPES[unit.type].word}"
    if unit.where == "waiting":
        return f"Still to come, {what}"
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


def _may_make(state: State, tap: Tap) -> bool:
    """Whether a note of a unit can be made now."""
    kind = tabling_marks.KINDS.get(tap.note.key) or tabling_stands.KINDS[tap.note.key]
    return kind.refuse(state, tap.note.facts) is None


def _unit_taps(state: State, key: str, unit: Unit) -> Iterator[Tap]:
    if unit.where == "waiting":
        return
    if unit.where != "table":
        yield tap("Put it back on the table", "right", unit=key, rule="MN-RULING-130")
        return
    if unit.white:
        yield from _rallies(key)
    for each in formations_chosen(unit):
        yield tap(f"In {FORMATIONS[each].word}", "form", unit=key, formation=each, rule="MN-MAN-07")
    for marker in MARKERS:
        on = has(unit, marker)
        rule = "MN-MARKER-02" if marker == "yellow" else "MN-MARKER-03" if marker == "white" else "MN-MARKER-01"
        set_to = "" if on else YES
        yield replace(tap(MARKER_WORDS[marker], "mark", rule, unit=key, marker=marker, on=set_to), on=on)
    yield from _fates(state, key, unit)


def _rallies(key: str) -> Iterator[Tap]:
    """MN-BREAK-04."""
    for how, words, rule in (
        ("rally_back", "Rallies back", "MN-BREAK-05"),
        ("stop", "Stops and rallies", "MN-BREAK-06"),
        ("rally_forward", "Rallies forward", "MN-BREAK-07"),
        ("charge", "Charges again: one hit", "MN-BREAK-08"),
    ):
        yield tap(words, "rally", unit=key, how=how, rule=rule)


def _fates(state: State, key: str, unit: Unit) -> Iterator[Tap]:
    """What was noted wrongly, and how it leaves the table."""
    yield tap("Give a box back", "right", unit=key, rule="MN-RULING-130")
    if unit.crew_in != NONE:
        yield tap("Manned again", "man", unit=key, rule="MN-REACT-33")
        yield replace(tap("Lost", "leave", "MN-REACT-34", unit=key), weight="grave")
    if unit.side == state.active and state.step in IN_INITIATIVE:
        yield replace(tap("Retreats from the field", "retreat", "MN-RETREAT-01", unit=key), weight="grave")
    yield replace(tap("Destroyed", "destroy", "MN-LOSS-02", unit=key), weight="grave")


def _unit_asks(state: State, key: str, unit: Unit) -> Iterator[tuple[Note, str]]:
    kind = unit_class(unit)
    if kind != "cavalry" and state.step in ("manoeuvre", "fire"):
        yield Note("fire", {"firer": key}), "Fire" if unit.side == state.active else "Return fire"
    yield Note("fight", {"one": key}), "Hand to hand"
    for purpose, words in tabling_tests.open_to(state, unit):
        yield Note("test", {"unit": key, "purpose": purpose}), words
    if kind == "artillery" and unit.side == state.active:
        yield Note("batter", {"firer": key}), "Fire at a structure"
    if kind == "infantry" and not is_formed(unit) and unit.side != state.active:
        yield Note("suppress", {"unit": key}), "Suppress a battery"
    if kind == "artillery" and unit.side != state.active:
        yield Note("abandon", {"unit": key}), "Crew flees to a square"


def _likely(state: State, number: int, key: str) -> tuple[Note, str] | None:
    """What a unit of the side that has the initiative does in the phase that goes on."""
    unit = state.units[number]
    if unit.side != state.active:
        return None
    if state.step == "fire" and tabling_fire.may_fire(state, number):
        return Note("fire", {"firer": key}), "Fire"
    if state.step == "hand_to_hand" and unit_class(unit) != "artillery":
        return Note("fight", {"one": key}), "Fight"
    return None
