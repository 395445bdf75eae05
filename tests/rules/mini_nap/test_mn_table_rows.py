"""The rows of the books: how each unit and each commander is shown, and what may be noted of him."""

from typing import Any

import pytest

from battles.engine.tabling import BookRow
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_table import BLUE, GUNS, HUSSARS, RED, Table

TESTS = ["Charge though cautious", "Extend a charge"]
"""The quality tests of whoever may charge."""


def row(table: Table, key: str) -> BookRow:
    """The row of a unit or a commander."""
    page = SYSTEM.books(table.kept)
    return next(each for group in page.groups for each in group.rows if each.key == key)


def taps(table: Table, key: str) -> list[str]:
    return [tap.words for tap in row(table, key).taps]


def asks(table: Table, key: str) -> list[tuple[str, dict[str, str]]]:
    return [(words, dict(note.facts)) for note, words in row(table, key).asks]


def stand(table: Table, level: str, **changes: Any) -> str:
    """The key of side a's first stand of a level, changed."""
    number = next(n for n, each in enumerate(table.kept.stands) if each.level == level)
    table.kept = stand_with(table.kept, number, **changes)
    return f"stand {number}"


def unit(number: int = BLUE, **changes: Any) -> tuple[Table, str]:
    """A table on which the first Brigade manoeuvres, and the key of a unit that is changed."""
    table = Table().begun()
    table.change(number, **changes)
    return table, f"unit {number}"


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
        ("brigade", {"where": "waiting"}, "still to come", ()),
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
        ("corps", {}, ["Evades: two white markers", "Ridden down"], []),
        ("division", {"evaded": True}, ["White markers off", "Ridden down"], []),
        ("brigade", {}, ["Evades: two white markers", "Ridden down"], ["Joins a unit"]),
        ("brigade", {"unit": BLUE}, ["Evades: two white markers", "Ridden down", "Leaves the unit"], []),
        ("corps", {"where": "removed"}, ["Back on the table"], []),
        ("brigade", {"where": "removed"}, ["Back on the table"], []),
        ("brigade", {"where": "waiting"}, [], []),
    ],
)
def test_what_is_noted_of_a_commander(level: str, changes: dict[str, Any], wanted: list[str], asked: list[str]) -> None:
    table = Table().begun()
    key = stand(table, level, **changes)
    assert taps(table, key) == wanted
    assert [words for words, _ in asks(table, key)] == asked
    if "evaded" in changes or wanted[:1] == ["Evades: two white markers"]:
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
        (BLUE + 1, {"rating": "veteran", "where": "waiting"}, "Still to come, veteran line infantry"),
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
    assert usual[-2:] == ["Retreats from the field", "Destroyed"]
    assert "Give a box back" not in usual
    assert [words for words in usual if words.startswith("In ")] == ["In column", "In solid square"]
    assert "Give a box back" in notes({"points": 1, "start": 6})
    enemy = notes({}, RED + 1)
    assert "Retreats from the field" not in enemy
    assert enemy[-1] == "Destroyed"
    assert notes({"where": "destroyed"}) == ["Put it back on the table"]
    assert notes({"where": "waiting"}) == []
    marked = unit(BLUE + 1, white=True)
    assert taps(*marked)[:4] == ["Rallies back", "Stops and rallies", "Rallies forward", "Charges again: one hit"]
    abandoned = notes({"crew_in": BLUE + 1}, BLUE + GUNS)
    assert {"Manned again", "Lost"} <= set(abandoned)


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
        (RED + GUNS, ["Return fire", "Hand to hand", "Crew flees to a square"]),
    ],
)
def test_questions_of_a_unit(number: int, wanted: list[str]) -> None:
    table, key = unit(number)
    assert [words for words, _ in asks(table, key)] == wanted
    assert all(key in facts.values() for _, facts in asks(table, key))
    table.make("end", (1, 1, 1, 6, 6))
    assert asks(table, key) == []
