"""Sentences of entries, and what differs in the state after each."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import Roll, ScriptedDice
from battles.engine.tracker import FactChoice, Note
from battles.rules.mini_nap.events import Fired
from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tracker.facts import place_of
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.expected_text import changes, kept, told
from tests.rules.mini_nap.builders.tracked_game import (
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
from tests.rules.mini_nap.tracker.test_page import exhausted, nobody_left, rated, unrated
from tests.rules.mini_nap.tracker.test_questions import BOOKS as ASKED
from tests.rules.mini_nap.tracker.test_questions import stated


def counted(state: State) -> State:
    """Those who are gone counted as lost."""
    brigades, divisions = list(state.brigades), list(state.divisions)
    for number in (7, 8):
        brigades[number] = replace(brigades[number], lost=7 - number + 2)
    divisions[2] = replace(divisions[2], lost=3)
    return replace(state, brigades=tuple(brigades), divisions=tuple(divisions))


def retreats_free(state: State) -> State:
    return replace(state, setup=rich.setup(Options(retreated_units_count_as_losses=False)))


def opportunity_free(state: State) -> State:
    return replace(state, setup=rich.setup(Options(failed_opportunity_charge_idle=False)))


BOOKS: dict[str, State] = {
    **ASKED,
    "counted": counted(rated()),
    "free": retreats_free(counted(rated())),
    "idle": opportunity_free(rated()),
    "nobody": nobody_left(),
    "unrated": unrated(step="arrival", brigade=-1, active=""),
    "charged": unit_with(unit_with(rated(), rich.LEFT, impact=True, charged=True), rich.COSSACKS, points=2),
    "fragile": unit_with(unit_with(rated(), rich.LEFT, points=2), rich.SECOND, points=1, rating="trained"),
    "blue": unit_with(rated(step="break_active"), rich.COSSACKS, blue="disorder"),
    "reacted": unit_with(rated(step="break_active"), rich.COSSACKS, blue="reaction"),
    "any blue": replace(
        unit_with(rated(), rich.COSSACKS, blue="reaction"),
        setup=rich.setup(Options(blue_bars_breakthrough_charge="any")),
    ),
    "battered": unit_with(rated(brigade=2, damage=()), rich.SQUARE, points=1),
    "fired": unit_with(rated(step="fire"), rich.LEFT, fired=True),
    "waiting": stand_with(rated(), rich.B_CORPS, where="table"),
    "exhausted": exhausted(),
    "two to come": unit_with(rated(), rich.FAR_FOOT, where="waiting"),
}
MADE: list[tuple[str, str, dict[str, Any], tuple[int, ...]]] = [
    ("unrated", "ratings", {}, (4,)),
    ("manoeuvre", "ratings", {}, ()),
    ("unrated", "initiative", {}, ()),
    ("new", "initiative", {}, (3, 4, 3, 4, 6, 1, 2, 2)),
    ("manoeuvre", "initiative", {}, ()),
    *(("choice", "choose", {"brigade": f"brigade {number}"}, ()) for number in (0, 2, 3, 5, 12)),
    ("manoeuvre", "choose", {"brigade": "brigade 0"}, ()),
    ("nobody", "choose", {"brigade": "brigade 0"}, ()),
    ("choice", "divide", {"division": "division 0", "enemy": "near"}, ()),
    ("choice", "divide", {"division": "division 1", "enemy": "far"}, ()),
    ("nobody", "divide", {"division": "division 1", "enemy": "far"}, ()),
    *((name, "step", {}, ()) for name in ("manoeuvre", "Division", "fire", "melee", "through", "choice")),
    ("manoeuvre", "end", {}, (1, 2, 3, 4, 6)),
    ("manoeuvre", "end", {}, (1, 2, 3, 3, 3, 6, 6, 1, 1, 1)),
    ("exhausted", "end", {}, ()),
    ("nobody", "end", {}, ()),
    ("choice", "end", {}, ()),
    *(("manoeuvre", "arrive", {"brigade": f"brigade {number}"}, ()) for number in (3, 0, 77)),
    ("two to come", "arrive", {"brigade": "brigade 3"}, ()),
    ("manoeuvre", "concede", {"side": "a"}, ()),
    # Of a unit.
    *(("manoeuvre", "strike", {"unit": number}, ()) for number in (0, 8, 17, 99)),
    *(("fragile", "strike", {"unit": number}, ()) for number in (0, 1)),
    *(("counted", "right", {"unit": number}, ()) for number in (0, 1, 9, 12, 17, 18, 20, 30)),
    *(("free", "right", {"unit": number}, ()) for number in (17, 18, 20)),
    *(
        ("manoeuvre", "mark", {"unit": unit, "marker": marker, "on": on}, ())
        for unit in (1, 4, 7, 3, 5, 2, 17)
        for marker in ("blue", "disorder", "yellow", "white")
        for on in ("yes", "")
    ),
    ("manoeuvre", "mark", {"unit": 0, "marker": "pink", "on": "yes"}, ()),
    ("manoeuvre", "mark", {"unit": 0, "marker": "blue", "on": "no"}, ()),
    *(("manoeuvre", "form", {"unit": 0, "formation": to}, ()) for to in ("column", "line", "battery", "skirmish_line")),
    ("battered", "form", {"unit": 3, "formation": "line"}, ()),
    ("battered", "form", {"unit": 3, "formation": "emergency_square"}, ()),
    ("manoeuvre", "form", {"unit": 20, "formation": "line"}, ()),
    *(("charged", "retreat", {"unit": number}, ()) for number in (0, 1, 2, 4, 10, 11, 20)),
    ("fired", "retreat", {"unit": 0}, ()),
    ("theirs", "retreat", {"unit": 11}, ()),
    *(("counted", "destroy", {"unit": number}, ()) for number in (3, 7, 20)),
    *(
        ("through", "rally", {"unit": 5, "how": how}, ())
        for how in ("rally_back", "stop", "rally_forward", "charge", "dance")
    ),
    ("through", "rally", {"unit": 0, "how": "stop"}, ()),
    ("blue", "rally", {"unit": 5, "how": "charge"}, ()),
    ("reacted", "rally", {"unit": 5, "how": "charge"}, ()),
    ("any blue", "rally", {"unit": 5, "how": "charge"}, ()),
    ("any blue", "rally", {"unit": 15, "how": "charge"}, ()),
    ("charged", "rally", {"unit": 5, "how": "charge"}, ()),
    # Batteries and commanders.
    ("theirs", "abandon", {"unit": 7}, ()),
    *(("manoeuvre", kind, {"unit": number}, ()) for kind in ("man", "leave") for number in (8, 7, 20)),
    *(
        ("manoeuvre", "stand", {"stand": f"stand {number}", "what": what}, ())
        for number, what in (
            *((2, each) for each in ("lost", "back", "evaded", "steady", "leaves", "sings")),
            *((1, each) for each in ("lost", "evaded", "steady", "leaves")),
            *((7, each) for each in ("lost", "back")),
            *((5, each) for each in ("lost", "back")),
            (12, "lost"),
        )
    ),
    ("manoeuvre", "attach", {"stand": "stand 2", "unit": 0}, ()),
    ("manoeuvre", "attach", {"stand": "stand 3", "unit": 5}, ()),
    # Shots.
    ("manoeuvre", "fire", {"firer": 0, "target": 12}, (1, 1)),
    ("manoeuvre", "fire", {"firer": 0, "target": 12}, (4, 4)),
    ("manoeuvre", "fire", {"firer": 0, "target": 12, "target_formation": "column"}, (6, 5, 4)),
    ("manoeuvre", "fire", {"firer": 0, "target": 16, "firer_formation": "column", "out": "yes"}, (2, 6, 6)),
    ("manoeuvre", "fire", {"firer": 0, "target": 16, "out": "yes"}, (1,)),
    ("manoeuvre", "fire", {"firer": 12, "target": 0}, (4, 4)),
    ("manoeuvre", "fire", {"firer": 12, "target": 3, "supports": "yes"}, (4, 4, 4)),
    ("fire", "fire", {"firer": 7, "target": 11, "band": "close"}, (6, 6, 6, 6, 6)),
    ("guns", "fire", {"firer": 7, "target": 15, "band": "long", "screened": "yes", "structure": "farm"}, (6, 6, 6)),
    ("guns", "fire", {"firer": 7, "target": 15, "band": "long", "structure": "town"}, (1, 1, 1, 2)),
    ("guns", "fire", {"firer": 7, "target": 15, "band": "long", "structure": "church"}, (1, 1, 1, 3)),
    ("guns", "batter", {"firer": 7, "structure": "town", "band": "close"}, (2,)),
    ("guns", "batter", {"firer": 7, "structure": "town", "band": "close", "out": "yes"}, (2,)),
    ("guns", "batter", {"firer": 7, "structure": "town", "band": "close", "out": "yes"}, (3, 6)),
    ("fire", "suppress", {"unit": 14, "battery": 7}, ()),
    ("guns", "suppress", {"unit": 14, "battery": 7}, ()),
    # Tests.
    *(("manoeuvre", "test", {"unit": 0, "purpose": "caution"}, (face,)) for face in (1, 2)),
    ("manoeuvre", "test", {"unit": 0, "purpose": "extend"}, (1,)),
    ("manoeuvre", "test", {"unit": 0, "purpose": "extend"}, (2, 5)),
    ("manoeuvre", "test", {"unit": 6, "purpose": "extend"}, (1, 5, 4)),
    *(("manoeuvre", "test", {"unit": 3, "purpose": "break"}, (face,)) for face in (2, 3)),
    *(("manoeuvre", "test", {"unit": 5, "purpose": "feint"}, (face,)) for face in (4, 5)),
    *(("manoeuvre", "test", {"unit": 12, "purpose": "square"}, (face,)) for face in (2, 3)),
    ("manoeuvre", "test", {"unit": 12, "purpose": "square", "touched": "", "formation": "column"}, (1,)),
    *(("manoeuvre", "test", {"unit": 16, "purpose": "opportunity"}, (face,)) for face in (2, 3)),
    ("manoeuvre", "test", {"unit": 16, "purpose": "opportunity", "cautious": "yes"}, (2,)),
    ("manoeuvre", "test", {"unit": 16, "purpose": "opportunity", "cautious": "yes"}, (3, 3)),
    ("idle", "test", {"unit": 16, "purpose": "opportunity"}, (2,)),
    *(("theirs", "test", {"unit": 8, "purpose": "flee", "charger": 12}, (face,)) for face in (1, 2)),
    # Hand to hand.
    ("few", "fight", {"one": 2, "enemy": 12}, (1, 1, 1, 1, 6, 6)),
    ("few", "fight", {"one": 12, "enemy": 2, "one_formation": "column"}, (6, 6)),
    ("charged", "fight", {"one": 0, "enemy": 19}, (6,) * 20),
    ("charged", "fight", {"one": 4, "enemy": 12, "one_charged": "yes", "outflanks_enemy": "yes"}, (6,) * 14),
    ("few", "fight", {"one": 12, "enemy": 2, "second": 7}, (1, 6, 6, 6, 6, 6)),
]
"""The books, the note, what it states, and the dice that are thrown for it; a number is that of a unit."""

MORE = (5, 2, 6, 1, 4, 3) * 9
"""The dice after those that are given."""


def made(name: str, key: str, facts: dict[str, Any], dice: tuple[int, ...]) -> list[str]:
    """What is said and changed by a note, or why it is refused."""
    state, note = BOOKS[name], Note(key, stated(facts))
    refusal = SYSTEM.tracker.refuse(state, note)
    if refusal:
        return [f"  refused: {told(refusal)}"]
    thrown = ScriptedDice(dice + MORE)
    step = SYSTEM.tracker.decide(state, note, thrown)
    found, then = [f"  {len(dice + MORE) - len(thrown.left)} dice"], state
    for event in step.events:
        found.append(f"  {SYSTEM.tracker.sentence(then, event) or event.__struct_config__.tag}")
        if isinstance(event, Fired):
            found.append(f"    from {told(event.range)} at {told(event.aim)}")
        then = SYSTEM.tracker.evolve(then, event)
    assert then == step.state
    found += [f"    {line}" for line in changes(state, then)]
    answers = SYSTEM.tracker.answers(then, note)
    return found + [f"  answered by {words}: {told(each)}" for each, words in answers]


def lines() -> list[str]:
    found: list[str] = []
    for name, key, facts, dice in MADE:
        thrown = f" {' '.join(map(str, dice))}" if dice else ""
        found += [f"# {name}: {key} {told(facts)}{thrown}", *made(name, key, facts, dice)]
    return found


@pytest.mark.rule("MN-RULING-130", "what each note changes, and what is said of it")
def test_what_is_noted() -> None:
    assert lines() == kept("notes")


def test_what_names_a_unit() -> None:
    words = (
        "unit 0",
        "unit 20",
        "unit 21",
        "unit 0020",
        "unit 00020",
        "unit",
        "unit x",
        "unit ٣",
        "stand 3",
        "unit -1",
        "",
    )
    assert [place_of(each, "unit", 21) for each in words] == [0, 20, -1, 20, -1, -1, -1, -1, -1, -1, -1]


def test_who_throws_next() -> None:
    def next_after(name: str, key: str, rolls: int, **facts: Any) -> str:
        note = Note(key, stated(facts))
        return SYSTEM.tracker.throwing(BOOKS[name], note, [Roll("MN-SEQ-01", 6, (3, 4))] * rolls)

    assert [next_after("new", "initiative", count) for count in range(4)] == [
        "The Allies rolls for the initiative",
        "France rolls for the initiative",
        "The Allies rolls for the initiative",
        "France rolls for the initiative",
    ]
    assert next_after("manoeuvre", "fire", 0, firer=0, target=12) == "King's Own fires at Line"
    assert next_after("manoeuvre", "fire", 0, firer=0, target=12, out="yes") == "King's Own: quality test (MN-FIRE-06)"
    assert next_after("manoeuvre", "strike", 0, unit=0) == ""
    assert next_after("manoeuvre", "fire", 1, firer=0, target=12) == "", "other dice than it throws"
    charge = {"one": 4, "enemy": 12, "one_charged": "yes"}
    assert next_after("charged", "fight", 0, **charge) == "Hussars at Line, impact"
    assert next_after("few", "fight", 0, one=2, enemy=12) == "Thin at Line, melee round 1"


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
        (with_unit, "stand", {"stand": LED, "what": "leaves"}, f"{NAME} (Blue) leaves the unit (MN-CMD-32)."),
        (
            gone,
            "stand",
            {"stand": LED, "what": "back"},
            f"Correction: {NAME} (Blue) is back on the table (MN-RULING-130).",
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
            "Hussars (Blue) loses its yellow marker (MN-MARKER-02).",
        ),
        (
            lambda: unit(HUSSARS, points=3, start=6),
            "right",
            {"unit": HUSSARS},
            "Correction: Hussars (Blue) is at 4 strength points (MN-RULING-130).",
        ),
        (
            lambda: unit(HUSSARS, points=1, where="destroyed"),
            "right",
            {"unit": HUSSARS},
            "Correction: Hussars (Blue) is back on the table at 2 strength points (MN-RULING-130).",
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
    assert said == [f"{NAME} (Blue) loses its white markers (MN-CMD-43)."]
    assert (table.kept.stands[led()].evaded, table.kept.stands[led()].unit) == (False, BLUE)
    table.make("stand", stand=LED, what="lost")
    table.make("stand", stand=LED, what="back")
    assert (table.kept.stands[led()].evaded, table.kept.stands[led()].unit) == (False, -1)


@pytest.mark.rule("MN-EXTEND-03", "how far a unit presses on, with its dice")
def test_an_extension_in_words() -> None:
    said = in_turn().make("test", (6, 4, 5), unit=DRAGOONS, purpose="extend")
    assert said[1] == ("Dragoons (Blue) extends its charge by 9 cm. Dice 4 and 5 (MN-EXTEND-03, MN-EXTEND-04).")


def options(table: Table, key: str, fact: str, **facts: Any) -> tuple[FactChoice, ...]:
    found = SYSTEM.tracker.inquire(table.kept, note(key, facts)).facts
    return next(each.choices for each in found if each.key == fact)


def test_how_units_stand_together() -> None:
    table = in_turn()
    both = options(table, "fight", "one")
    assert both[0] == FactChoice("unit 0", "First light battalion", "Blue: First Brigade")
    assert both[RED + GUNS] == FactChoice("unit 29", "Foot battery", "Red: Division artillery")
    foes = options(table, "fight", "enemy", one=BLUE)
    assert foes[0] == FactChoice("unit 15", "First light battalion", "First Brigade")
    more = options(table, "fight", "second", one=BLUE, enemy=RED)
    assert more[:2] == (
        FactChoice("", "no other enemy"),
        FactChoice("unit 16", "First line battalion 1", "First Brigade"),
    )


@pytest.mark.rule("MN-DIVMAN-01", "the page says which Division, or which Brigade, has the initiative")
def test_who_has_the_initiative() -> None:
    page = SYSTEM.tracker.page(in_turn().kept)
    assert (page.heading, page.words) == ("Manoeuvre", "First Brigade, Blue")
    table = choosing()
    assert SYSTEM.tracker.page(table.kept).words == "Choose a Brigade."
    table.make("divide", division="division 0", enemy="far")
    assert (SYSTEM.tracker.page(table.kept).heading, SYSTEM.tracker.page(table.kept).words) == (
        "Manoeuvre",
        "Blue Division, Blue",
    )
