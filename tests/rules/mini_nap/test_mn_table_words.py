"""What the record of a game on a real table says of what was noted, and how units to choose from stand together."""

from typing import Any

import pytest

from battles.engine.tabling import FactChoice
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_table import (
    BLUE,
    DRAGOONS,
    GUNS,
    HUSSARS,
    RED,
    Table,
    choosing,
    in_turn,
    led,
    note,
    stand,
    unit,
)

LED = f"stand {led()}"
NAME = "First brigadier"


def gone() -> Table:
    return stand(led(), where="removed")


def with_unit() -> Table:
    return stand(led(), unit=BLUE + 1)


@pytest.mark.rule("MN-RULING-130", "whatever is noted is told in a sentence with its rule")
@pytest.mark.rule("MN-CMD-43", "white markers of a commander")
@pytest.mark.parametrize(
    ("table", "key", "facts", "said"),
    [
        (in_turn, "stand", {"stand": LED, "what": "evaded"}, f"{NAME} (Blue) evades: two white markers (MN-CMD-43)."),
        (
            in_turn,
            "attach",
            {"stand": LED, "unit": BLUE + 1},
            f"{NAME} (Blue) joins First line battalion 1 (Blue) (MN-CMD-31).",
        ),
        (with_unit, "stand", {"stand": LED, "what": "leaves"}, f"{NAME} (Blue) leaves his unit (MN-CMD-32)."),
        (
            gone,
            "stand",
            {"stand": LED, "what": "back"},
            f"Put right: {NAME} (Blue) is back on the table (MN-RULING-130).",
        ),
        (
            in_turn,
            "mark",
            {"unit": HUSSARS, "marker": "disorder", "on": "yes"},
            "Hussars (Blue) gets a blue marker for disorder (MN-MARKER-01).",
        ),
        (
            in_turn,
            "mark",
            {"unit": HUSSARS, "marker": "white", "on": "yes"},
            "Hussars (Blue) gets a white marker (MN-MARKER-03).",
        ),
        (
            lambda: unit(HUSSARS, yellow=True),
            "mark",
            {"unit": HUSSARS, "marker": "yellow", "on": ""},
            "The yellow marker of Hussars (Blue) is taken away (MN-MARKER-02).",
        ),
        (
            lambda: unit(HUSSARS, points=3, start=6),
            "right",
            {"unit": HUSSARS},
            "Put right: Hussars (Blue) is at 4 strength points (MN-RULING-130).",
        ),
        (
            lambda: unit(HUSSARS, points=1, where="destroyed"),
            "right",
            {"unit": HUSSARS},
            "Put right: Hussars (Blue) is back on the table, at 2 strength points (MN-RULING-130).",
        ),
        (
            lambda: unit(HUSSARS, white=True),
            "rally",
            {"unit": HUSSARS, "how": "rally_back"},
            "Hussars (Blue) rallies back (MN-BREAK-05).",
        ),
        (
            lambda: unit(HUSSARS, white=True),
            "rally",
            {"unit": HUSSARS, "how": "stop"},
            "Hussars (Blue) stops and rallies (MN-BREAK-06).",
        ),
        (
            lambda: unit(HUSSARS, white=True),
            "rally",
            {"unit": HUSSARS, "how": "rally_forward"},
            "Hussars (Blue) rallies forward (MN-BREAK-07).",
        ),
    ],
)
def test_what_is_said(table: Any, key: str, facts: dict[str, Any], said: str) -> None:
    assert table().make(key, **facts)[0] == said


@pytest.mark.rule("MN-CMD-43", "a commander who evaded and is steady again has none")
def test_a_commander_who_is_steady_again() -> None:
    table = in_turn()
    table.kept = stand_with(table.kept, led(), evaded=True, unit=BLUE)
    said = table.make("stand", stand=LED, what="steady")
    assert said == [f"{NAME} (Blue) has no white markers any more (MN-CMD-43)."]
    assert (table.kept.stands[led()].evaded, table.kept.stands[led()].unit) == (False, BLUE)
    table.make("stand", stand=LED, what="lost")
    table.make("stand", stand=LED, what="back")
    assert (table.kept.stands[led()].evaded, table.kept.stands[led()].unit) == (False, -1)


@pytest.mark.rule("MN-EXTEND-03", "how far a unit presses on, with its dice")
def test_an_extension_in_words() -> None:
    said = in_turn().make("test", (6, 4, 5), unit=DRAGOONS, purpose="extend")
    assert said[1] == (
        "Dragoons (Blue) presses on 9 cm, then charges if it can. The dice were 4 and 5 (MN-EXTEND-03, MN-EXTEND-04)."
    )


def options(table: Table, key: str, fact: str, **facts: Any) -> tuple[FactChoice, ...]:
    found = SYSTEM.inquire(table.kept, note(key, facts)).facts
    return next(each.choices for each in found if each.key == fact)


def test_how_units_stand_together() -> None:
    table = in_turn()
    both = options(table, "fight", "one")
    assert both[0] == FactChoice("unit 0", "First light battalion", "Blue: First Brigade")
    assert both[RED + GUNS] == FactChoice("unit 29", "Foot battery", "Red: Division artillery")
    foes = options(table, "fight", "enemy", one=BLUE)
    assert foes[0] == FactChoice("unit 15", "First light battalion", "First Brigade")
    more = options(table, "fight", "second", one=BLUE, enemy=RED)
    assert more[:2] == (FactChoice("", "nobody else"), FactChoice("unit 16", "First line battalion 1", "First Brigade"))


@pytest.mark.rule("MN-DIVMAN-01", "the page says which Division, or which Brigade, has the initiative")
def test_who_has_the_initiative() -> None:
    page = SYSTEM.books(in_turn().kept)
    assert (page.heading, page.words) == ("Manoeuvre", "First Brigade, Blue")
    table = choosing()
    assert SYSTEM.books(table.kept).words == "Which Brigade has it?"
    table.make("divide", division="division 0", enemy="far")
    assert (SYSTEM.books(table.kept).heading, SYSTEM.books(table.kept).words) == ("Manoeuvre", "Blue Division, Blue")
