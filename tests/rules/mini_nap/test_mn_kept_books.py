"""The books of a game on a real table as a page shows them, row by row."""

from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.engine.dice import ScriptedDice
from battles.engine.tabling import BookRow, Note, Tap
from battles.rules.mini_nap.evolve_units import stand_with, unit_with
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_kept import differing, kept, told


def unrated(**changes: Any) -> State:
    """The battle in the books, which know of no places."""
    state = rich.rich(holding=(), **changes)
    units = (replace(unit, x=0, y=0, facing=0) for unit in state.units)
    return replace(state, units=tuple(units), stands=tuple(replace(stand, x=0, y=0) for stand in state.stands))


def rated(**changes: Any) -> State:
    """The same with its last commander rated."""
    return stand_with(unrated(**changes), rich.A_CORPS, rating="average")


def losing() -> State:
    """Both sides have lost units, side b as many as it can bear, and some Brigades have had their turn."""
    state = rated(step="choose", brigade=-1)
    brigades = list(state.brigades)
    for number, changes in {
        0: {"chosen": True, "lost": 1},
        5: {"lost": 4},
        6: {"lost": 1},
        1: {"chosen": True},
    }.items():
        brigades[number] = replace(brigades[number], **changes)
    divisions = list(state.divisions)
    divisions[0], divisions[2] = replace(divisions[0], lost=1), replace(divisions[2], lost=5)
    return replace(state, brigades=tuple(brigades), divisions=tuple(divisions))


def exhausted(dices: bool = False) -> State:
    """Every Brigade of side b has had its turn."""
    state = rated()
    if dices:
        options = Options(exhausted_side_still_dices=True)
        state = replace(state, setup=rich.setup(options))
    return replace(state, brigades=tuple(replace(each, chosen=each.side == "b") for each in state.brigades))


def nobody_left() -> State:
    state = rated(step="choose", brigade=-1)
    return replace(state, brigades=tuple(replace(each, chosen=True) for each in state.brigades))


PAGES = {
    "before the ratings": unrated(step="arrival", brigade=-1, active=""),
    "before the first initiative": rated(step="arrival", brigade=-1, active=""),
    "choosing": rated(step="choose", brigade=-1),
    "choosing after losses": losing(),
    "nothing left to choose": nobody_left(),
    "manoeuvring": rated(),
    "in a Division manoeuvre": rated(brigade=-1, division=0),
    "firing": rated(step="fire"),
    "firing of the other side": rated(step="fire", active="b", brigade=5),
    "hand to hand": rated(step="hand_to_hand"),
    "hand to hand without white markers": unit_with(
        unit_with(rated(step="hand_to_hand"), rich.COSSACKS, white=False), rich.LANCERS, white=False
    ),
    "breaking through": rated(step="break_active", active="b", brigade=6),
    "the enemy exhausted": exhausted(),
    "the enemy exhausted, who still throws": exhausted(True),
    "nobody can break": replace(rated(), setup=rich.setup(Options(army_break_share=100))),
    "won": rated(step="over", outcome=Outcome("b", "turn_limit", "MN-RULING-60")),
    "won by nobody": rated(step="over", outcome=Outcome(None, "army_break", "MN-RULING-60")),
    "won before the ratings": unrated(step="over", outcome=Outcome("a", "no_units", "MN-RULING-60")),
}


def noted(note: Note, key: str = "") -> str:
    """A note with what it states beside the row that it stands at."""
    assert key in ("", *note.facts.values())
    facts = " ".join(value or "no" for value in note.facts.values() if value != key)
    return f"{note.key}({facts})" if facts else note.key


def tapped(tap: Tap, key: str = "") -> str:
    how = f"{' on' * tap.on}{' throws' * tap.throws}{' ' * bool(tap.weight)}{tap.weight}"
    return f"[{tap.words}: {noted(tap.note, key)} {tap.rule}{how}]"


def rowed(row: BookRow) -> Iterator[str]:
    """A row, and under it what is noted of it, each with its key."""
    key, plain = row.key, replace(row, hit=None, taps=(), asks=(), likely=None)
    likely = f" likely {row.likely[1]}: {noted(row.likely[0], key)}" if row.likely else ""
    yield f" {told(plain)}{f' hit {tapped(row.hit, key)}' if row.hit else ''}{likely}"
    if row.taps:
        yield f"  {key} {''.join(tapped(tap, key) for tap in row.taps)}"
    if row.asks:
        yield f"  {key} asks {', '.join(f'{words}: {noted(note, key)}' for note, words in row.asks)}"


def page(state: State) -> list[str]:
    """All of a page."""
    books = SYSTEM.books(state)
    found = [told((books.turn, books.active, books.heading, books.words)), told(books.stages), *map(told, books.sides)]
    found += [f"tap {tapped(tap)}" for tap in books.taps]
    found += [f"due {told(books.due)}"]
    found += [f"ask {words}: {noted(note)}" for note, words in books.asks]
    found += [f"end {words}: {noted(note)}" for note, words in books.ends]
    for group in books.groups:
        found += [f"{told(replace(group, rows=(), taps=()))}{''.join(map(tapped, group.taps))}"]
        for row in group.rows:
            found += rowed(row)
    return found


def lines() -> list[str]:
    """Of each page how many lines it has, the check number of them all, and those that no page before it has."""
    found: list[str] = []
    for name, state in PAGES.items():
        then = page(state)
        title = f"# {name}: {len(then)} lines, {crc32(chr(10).join(then).encode()):08x}"
        found += [title, *differing(found, then)]
    return found


@pytest.mark.rule("MN-REACT-34", "a scenario's places are not in the books: no square is apart from its battery there")
def test_a_scenario_with_places_on_a_real_table() -> None:
    sound = rich.setup()
    a = sound.forces[0]
    only = replace(a, corps=(replace(a.corps[0], divisions=a.corps[0].divisions[:1]),))
    kept = SYSTEM.open_books(replace(sound, forces=(only, sound.forces[1])))
    assert {(unit.x, unit.y, unit.facing) for unit in kept.units} == {(0, 0, 0)}
    assert {(stand.x, stand.y) for stand in kept.stands} == {(0, 0)}
    assert [unit.formation for unit in kept.units][:4] == ["line", "column", "skirmish_line", "solid_square"]
    kept = unit_with(kept, rich.HORSE_GUNS, crew_in=rich.SQUARE)
    then = SYSTEM.make_note(kept, Note("strike", {"unit": "unit 0"}), ScriptedDice(())).state
    assert (then.units[rich.HORSE_GUNS].where, then.units[0].points) == ("table", 5)


@pytest.mark.rule("MN-SEQ-03", "what the books show and offer in each phase, before the first and after the last")
def test_the_pages_of_the_books() -> None:
    assert lines() == kept("books")
