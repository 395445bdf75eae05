"""The page of the tracker: rows of units and commanders."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.engine.dice import ScriptedDice
from battles.engine.tracker import BookRow, Note
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.manoeuvres import foot
from tests.rules.mini_nap.builders.table_positions import battle, brigade, corps, division, force
from tests.rules.mini_nap.builders.tracked_game import BLUE, GUNS, HUSSARS, RED, Table
from tests.rules.mini_nap.builders.tracked_game import unit as unit_of
from tests.rules.mini_nap.builders.tracker_pages import exhausted, nobody_left, rated, stand, unit, unrated


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


@pytest.mark.rule("MN-REACT-34", "a scenario's places are not in the books: no square is apart from its battery there")
def test_a_scenario_with_places_on_a_real_table() -> None:
    sound = rich.setup()
    a = sound.forces[0]
    only = replace(a, corps=(replace(a.corps[0], divisions=a.corps[0].divisions[:1]),))
    kept = SYSTEM.tracker.start(replace(sound, forces=(only, sound.forces[1])))
    assert {(unit.x, unit.y, unit.facing) for unit in kept.units} == {(0, 0, 0)}
    assert {(stand.x, stand.y) for stand in kept.stands} == {(0, 0)}
    assert [unit.formation for unit in kept.units][:4] == ["line", "column", "skirmish_line", "solid_square"]
    kept = unit_with(kept, rich.HORSE_GUNS, crew_in=rich.SQUARE)
    then = SYSTEM.tracker.decide(kept, Note("strike", {"unit": "unit 0"}), ScriptedDice(())).state
    assert (then.units[rich.HORSE_GUNS].where, then.units[0].points) == ("table", 5)


SHOWN: list[tuple[str, str, str, list[str], list[str]]] = [
    ("before the ratings", "Before the first Turn", "Rate the commanders.", ["Rate the commanders"], []),
    (
        "before the first initiative",
        "A new Turn",
        "Both sides roll for the first initiative.",
        ["Roll for the initiative", "Reserve arrives"],
        [],
    ),
    ("choosing", "The Allies have the initiative", "Choose a Brigade.", [], ["Division manoeuvre"]),
    ("choosing after losses", "The Allies have the initiative", "Choose a Brigade.", [], ["Division manoeuvre"]),
    (
        "nothing left to choose",
        "The Allies have the initiative",
        "Choose a Brigade.",
        ["End this initiative"],
        ["Division manoeuvre"],
    ),
    (
        "manoeuvring",
        "Manoeuvre",
        "Left (Adam), the Allies",
        ["Next phase: firing", "End this initiative and roll for the next"],
        ["Fire", "Hand to hand", "Quality test", "Suppress a battery", "Fire at a structure"],
    ),
    (
        "in a Division manoeuvre",
        "Manoeuvre",
        "First Division, the Allies",
        ["Next phase: hand to hand", "End this initiative and roll for the next"],
        ["Fire", "Hand to hand", "Quality test"],
    ),
    (
        "firing",
        "Firing",
        "Left (Adam), the Allies",
        ["Next phase: hand to hand", "End this initiative and roll for the next"],
        ["Fire", "Hand to hand", "Quality test", "Suppress a battery", "Fire at a structure"],
    ),
    (
        "firing of the other side",
        "Firing",
        "Old Guard, France",
        ["Next phase: hand to hand", "End this initiative and roll for the next"],
        ["Fire", "Hand to hand", "Quality test", "Suppress a battery", "Fire at a structure"],
    ),
    (
        "hand to hand",
        "Hand to hand",
        "Left (Adam), the Allies",
        ["Next phase: break-through", "End this initiative and roll for the next"],
        ["Hand to hand", "Quality test"],
    ),
    (
        "hand to hand without white markers",
        "Hand to hand",
        "Left (Adam), the Allies",
        ["End this initiative and roll for the next"],
        ["Hand to hand", "Quality test"],
    ),
    (
        "breaking through",
        "Break-through",
        "Heavy, France",
        ["End this initiative and roll for the next"],
        ["Hand to hand", "Quality test"],
    ),
    (
        "the enemy exhausted",
        "Manoeuvre",
        "Left (Adam), the Allies",
        ["Next phase: firing", "End this initiative"],
        ["Fire", "Hand to hand", "Quality test", "Suppress a battery", "Fire at a structure"],
    ),
    (
        "the enemy exhausted, who still throws",
        "Manoeuvre",
        "Left (Adam), the Allies",
        ["Next phase: firing", "End this initiative and roll for the next"],
        ["Fire", "Hand to hand", "Quality test", "Suppress a battery", "Fire at a structure"],
    ),
    (
        "nobody can break",
        "Manoeuvre",
        "Left (Adam), the Allies",
        ["Next phase: firing", "End this initiative and roll for the next"],
        ["Fire", "Hand to hand", "Quality test", "Suppress a battery", "Fire at a structure"],
    ),
    (
        "won",
        "France won",
        "The last Turn is over, and the Allies lost the larger share of units (MN-RULING-60).",
        [],
        [],
    ),
    ("won by nobody", "Draw", "Both sides lost more units than allowed (MN-RULING-60).", [], []),
    ("won before the ratings", "The Allies won", "France had no unit left (MN-RULING-60).", [], []),
]
"""Of each page its heading, its words, what may be tapped and what may be asked."""


@pytest.mark.rule("MN-SEQ-03", "what the tracker shows and offers in each phase, before the first and after the last")
@pytest.mark.parametrize(("name", "heading", "words", "taps", "asks"), SHOWN)
def test_the_page_of_each_phase(name: str, heading: str, words: str, taps: list[str], asks: list[str]) -> None:
    page = SYSTEM.tracker.page(PAGES[name])
    assert (page.heading, page.words) == (heading, words)
    assert [tap.words for tap in page.taps] == taps
    assert [words for _, words in page.asks] == asks


TESTS = ["Charge when cautious", "Extend a charge"]
"""The quality tests of whoever may charge."""


def row(table: Table, key: str) -> BookRow:
    """The row of a unit or a commander."""
    page = SYSTEM.tracker.page(table.kept)
    return next(each for group in page.groups for each in group.rows if each.key == key)


def taps(table: Table, key: str) -> list[str]:
    return [tap.words for tap in row(table, key).taps]


def asks(table: Table, key: str) -> list[tuple[str, dict[str, str]]]:
    return [(words, dict(note.facts)) for note, words in row(table, key).asks]


@pytest.mark.rule("MN-CMD-12", "a commander is shown with his rating and his radius, 0 where he has white markers")
@pytest.mark.parametrize(
    ("level", "changes", "words", "marks"),
    [
        ("corps", {"rating": "good"}, "Corps commander, good, 16 cm", ()),
        ("division", {"rating": "excellent"}, "Division commander, excellent, 18 cm", ()),
        ("division", {"rating": "good", "evaded": True}, "Division commander, good, 0 cm", ("two white",)),
        ("corps", {"rating": None}, "Corps commander, not yet rated", ()),
        ("corps", {"where": "removed"}, "lost", ()),
        ("brigade", {}, "Brigade commander", ()),
        ("brigade", {"where": "waiting"}, "not yet arrived", ()),
        ("brigade", {"where": "removed"}, "lost", ()),
    ],
)
def test_how_a_commander_is_shown(level: str, changes: dict[str, Any], words: str, marks: tuple[str, ...]) -> None:
    table = Table().begun()
    found = row(table, stand(table, level, **changes))
    assert (found.words, found.marks, found.sign) == (words, marks, f"leader_{level}")
    assert found.gone is (changes.get("where", "table") != "table")


@pytest.mark.rule("MN-CMD-34", "a Brigade stand alone attaches")
@pytest.mark.rule("MN-CMD-40", "any stand may be ridden down")
@pytest.mark.parametrize(
    ("level", "changes", "wanted", "asked"),
    [
        ("corps", {}, ["Evade: two white markers", "Remove as ridden down"], []),
        ("division", {"evaded": True}, ["Remove white markers", "Remove as ridden down"], []),
        ("brigade", {}, ["Evade: two white markers", "Remove as ridden down"], ["Join a unit"]),
        ("brigade", {"unit": BLUE}, ["Evade: two white markers", "Remove as ridden down", "Leave the unit"], []),
        ("corps", {"where": "removed"}, ["Put back on the table"], []),
        ("brigade", {"where": "removed"}, ["Put back on the table"], []),
        ("brigade", {"where": "waiting"}, [], []),
    ],
)
def test_what_is_noted_of_a_commander(level: str, changes: dict[str, Any], wanted: list[str], asked: list[str]) -> None:
    table = Table().begun()
    key = stand(table, level, **changes)
    assert taps(table, key) == wanted
    assert [words for words, _ in asks(table, key)] == asked
    if "evaded" in changes or wanted[:1] == ["Evade: two white markers"]:
        assert next(tap.on for tap in row(table, key).taps) is bool(changes.get("evaded"))
    table.make("concede", side="b")
    assert (row(table, key).taps, row(table, key).asks) == ((), ())


@pytest.mark.rule("MN-CMD-31", "an attached stand names its unit, which is marked")
def test_an_attached_commander() -> None:
    table = Table().begun()
    key = stand(table, "brigade", unit=BLUE + 1)
    assert table.kept.units[BLUE + 1].name in row(table, key).words
    assert [("commander" in row(table, f"unit {n}").marks) for n in (BLUE, BLUE + 1)] == [False, True]


@pytest.mark.rule("MN-LOSS-01", "a unit has a box for each point at the start, and a struck one for each lost")
@pytest.mark.parametrize(
    ("changes", "lost", "gone"),
    [
        ({}, 0, False),
        ({"points": 2}, 4, False),
        ({"where": "waiting"}, 0, False),
        ({"where": "destroyed"}, 6, True),
        ({"where": "retreated"}, 6, True),
    ],
)
def test_boxes(changes: dict[str, Any], lost: int, gone: bool) -> None:
    table, key = unit(start=6, **{"points": 6, **changes})
    found = row(table, key)
    assert (found.boxes, found.lost, found.gone) == (6, lost, gone)
    assert (found.hit is None) is (changes.get("where", "table") != "table")


@pytest.mark.rule("MN-MARKER-01", "markers stand beside a unit")
@pytest.mark.parametrize(
    ("changes", "marks"),
    [
        ({}, ()),
        ({"blue": "reaction"}, ("blue",)),
        ({"blue": "disorder"}, ("disordered",)),
        ({"yellow": True}, ("yellow",)),
        ({"white": True}, ("white",)),
        ({"fired": True}, ("fired",)),
        ({"crew_in": 3}, ("abandoned",)),
    ],
)
def test_marks(changes: dict[str, Any], marks: tuple[str, ...]) -> None:
    table, key = unit(BLUE + GUNS, **changes)
    assert row(table, key).marks == marks


@pytest.mark.rule("MN-TYPE-11", "a unit has the colours of its own nation")
@pytest.mark.parametrize(
    ("nation", "code"),
    [
        ("british", "GB"),
        ("french", "FR"),
        ("austrian", "AT"),
        ("russian", "RU"),
        ("ottoman", "OT"),
        ("prussian", "PR"),
        ("danish", "DK"),
        ("swedish", "SE"),
        ("other", ""),
    ],
)
def test_colours(nation: str, code: str) -> None:
    table, key = unit(nation=nation)
    assert row(table, key).nation == code


@pytest.mark.rule("MN-TYPE-09", "lancers have a sign of their own, as light cavalry")
@pytest.mark.parametrize(
    ("type", "lancer", "sign"),
    [
        ("light_cavalry", True, "lancers"),
        ("light_cavalry", False, "light_cavalry"),
        ("heavy_cavalry", True, "heavy_cavalry"),
    ],
)
def test_signs(type: str, lancer: bool, sign: str) -> None:
    table, key = unit(BLUE + HUSSARS, type=type, lancer=lancer)
    assert row(table, key).sign == sign


@pytest.mark.parametrize(
    ("number", "changes", "words"),
    [
        (BLUE + 1, {"rating": "veteran", "formation": "line"}, "Line, veteran line infantry"),
        (BLUE + 1, {"rating": "guard", "formation": "solid_square"}, "Solid square, guard line infantry"),
        (BLUE + GUNS, {"rating": "elite", "weight": "medium"}, "Elite medium foot artillery"),
        (BLUE + 1, {"rating": "veteran", "where": "waiting"}, "Not yet arrived, veteran line infantry"),
        (BLUE + 1, {"rating": "veteran", "where": "retreated"}, "Retreated, veteran line infantry"),
    ],
)
def test_words_of_a_unit(number: int, changes: dict[str, Any], words: str) -> None:
    table, key = unit(number, **changes)
    assert row(table, key).words == words


def notes(changes: dict[str, Any], number: int = BLUE + 1) -> list[str]:
    table, key = unit(number, **changes)
    return taps(table, key)


@pytest.mark.rule("MN-RULING-130", "the books refuse only what their own facts forbid")
def test_what_is_noted_of_a_unit() -> None:
    usual = notes({"formation": "line"})
    assert usual[-2:] == ["Retreat from the table", "Remove as destroyed"]
    assert "Restore a box" not in usual
    assert [words for words in usual if words.startswith("Form ")] == ["Form column", "Form solid square"]
    assert "Restore a box" in notes({"points": 1, "start": 6})
    enemy = notes({}, RED + 1)
    assert "Retreat from the table" not in enemy
    assert enemy[-1] == "Remove as destroyed"
    assert notes({"where": "destroyed"}) == ["Put back on the table"]
    assert notes({"where": "waiting"}) == []
    marked = unit(BLUE + 1, white=True)
    assert taps(*marked)[:4] == ["Rally back", "Stop and rally", "Rally forward", "Charge again: 1 hit"]
    abandoned = notes({"crew_in": BLUE + 1}, BLUE + GUNS)
    assert {"Man the guns again", "Remove as lost"} <= set(abandoned)


@pytest.mark.rule("MN-MARKER-08", "a unit has at most one blue marker")
@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({}, {"Blue": False, "Blue: disorder": False, "Yellow": False}),
        ({"blue": "reaction"}, {"Blue": True, "Yellow": False}),
        ({"blue": "disorder"}, {"Blue: disorder": True, "Yellow": False}),
        ({"yellow": True}, {"Blue": False, "Blue: disorder": False, "Yellow": True}),
    ],
)
def test_marker_taps(changes: dict[str, Any], shown: dict[str, bool]) -> None:
    table, key = unit(BLUE + 1, **changes)
    found = {tap.words: tap.on for tap in row(table, key).taps if tap.words in ("Blue", "Blue: disorder", "Yellow")}
    assert found == shown


@pytest.mark.rule("MN-WEAPON-02", "cavalry is never asked to fire")
@pytest.mark.rule("MN-REACT-32", "a passive battery's crew may flee to a square")
@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        (BLUE, ["Fire", "Hand to hand", *TESTS]),
        (RED, ["Return fire", "Hand to hand", "Form an emergency square", "Charge a moving enemy"]),
        (BLUE + HUSSARS, ["Hand to hand", *TESTS, "Feint before a square"]),
        (BLUE + GUNS, ["Fire", "Hand to hand", "Fire at a structure"]),
        (RED + GUNS, ["Return fire", "Hand to hand", "Move crew to a square"]),
    ],
)
def test_questions_of_a_unit(number: int, wanted: list[str]) -> None:
    table, key = unit(number)
    assert [words for words, _ in asks(table, key)] == wanted
    assert all(key in facts.values() for _, facts in asks(table, key))
    table.make("end", (1, 1, 1, 6, 6))
    assert asks(table, key) == []


@pytest.mark.rule("MN-SEQ-03", "the likeliest entry of a unit is what its phase is for")
@pytest.mark.parametrize(
    ("step", "number", "changes", "likely"),
    [
        ("manoeuvre", BLUE, {}, None),
        ("fire", BLUE, {}, "Fire"),
        ("fire", BLUE, {"fired": True}, None),
        ("fire", HUSSARS, {}, None),
        ("fire", RED, {}, None),
        ("hand_to_hand", BLUE, {}, "Fight"),
        ("hand_to_hand", GUNS, {}, None),
        ("hand_to_hand", RED, {}, None),
        ("hand_to_hand", BLUE, {"where": "destroyed"}, None),
    ],
)
def test_the_likeliest_entry_of_a_unit(step: Any, number: int, changes: dict[str, Any], likely: str | None) -> None:
    table = unit_of(number, **changes)
    table.kept = replace(table.kept, step=step)
    rows = [row for group in SYSTEM.tracker.page(table.kept).groups for row in group.rows]
    found = next(row for row in rows if row.key == f"unit {number}").likely
    assert (found and found[1]) == likely


@pytest.mark.rule("MN-TYPE-11", "a commander has the colours of his Corps")
def test_a_commander_has_the_colours_of_the_corps() -> None:
    first = corps(division(brigade(foot("one"))), name="First", nation="french")
    second = corps(division(brigade(foot("two", x=9))), division(brigade(foot("three", x=20))), nation="russian")
    state = battle(force(first, second), step="manoeuvre", brigade=0)
    rows = [row for group in SYSTEM.tracker.page(state).groups for row in group.rows if row.key.startswith("stand")]
    assert {row.nation for row in rows if row.side == "b"} == {""}
    places = {row.key: row.nation for row in rows if row.side == "a"}
    wanted = {}
    for number, leader in enumerate(state.stands):
        if leader.side == "a":
            named = leader.of if leader.level == "corps" else None
            of = leader.of if leader.level == "division" else state.brigades[leader.of].division
            wanted[f"stand {number}"] = ("FR", "RU")[state.divisions[of].corps if named is None else named]
    assert places == wanted
    assert set(places.values()) == {"FR", "RU"}
