"""Sentences of entries."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import Roll, ScriptedDice
from battles.engine.tracker import FactChoice, Note, number_in
from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders import full_battle as rich
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
from tests.rules.mini_nap.builders.tracker_pages import exhausted, nobody_left, rated, unrated
from tests.rules.mini_nap.builders.tracker_questions import BOOKS as ASKED
from tests.rules.mini_nap.builders.tracker_questions import stated


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
REFUSED: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("manoeuvre", "ratings", {}, "done_already", "MN-CMD-61"),
    ("unrated", "initiative", {}, "owed_first", "MN-CMD-61"),
    ("manoeuvre", "initiative", {}, "wrong_phase", "MN-SEQ-01"),
    ("choice", "choose", {"brigade": "brigade 3"}, "gone", "MN-SEQ-10"),
    ("choice", "choose", {"brigade": "brigade 5"}, "not_yours", "MN-SEQ-02"),
    ("choice", "choose", {"brigade": "brigade 12"}, "no_such", "MN-SEQ-02"),
    ("manoeuvre", "choose", {"brigade": "brigade 0"}, "wrong_phase", "MN-SEQ-02"),
    ("nobody", "choose", {"brigade": "brigade 0"}, "done_already", "MN-SEQ-07"),
    ("nobody", "divide", {"division": "division 1", "enemy": "far"}, "done_already", "MN-DIVMAN-01"),
    ("through", "step", {}, "wrong_phase", "MN-SEQ-03"),
    ("choice", "step", {}, "wrong_phase", "MN-SEQ-03"),
    ("choice", "end", {}, "wrong_phase", "MN-SEQ-06"),
    ("manoeuvre", "arrive", {"brigade": "brigade 0"}, "done_already", "MN-RULING-60"),
    ("manoeuvre", "arrive", {"brigade": "brigade 77"}, "no_such", "MN-RULING-60"),
    ("manoeuvre", "strike", {"unit": 17}, "gone", "MN-LOSS-01"),
    ("manoeuvre", "strike", {"unit": 99}, "no_such", "MN-LOSS-01"),
    ("counted", "right", {"unit": 1}, "no_change", "MN-RULING-130"),
    ("counted", "right", {"unit": 9}, "gone", "MN-RULING-130"),
    ("counted", "right", {"unit": 30}, "no_such", "MN-RULING-130"),
    ("manoeuvre", "mark", {"unit": 1, "marker": "blue", "on": "yes"}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 1, "marker": "disorder", "on": "yes"}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 1, "marker": "disorder", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 1, "marker": "yellow", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 1, "marker": "white", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 4, "marker": "blue", "on": "yes"}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 4, "marker": "blue", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 4, "marker": "disorder", "on": "yes"}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 4, "marker": "yellow", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 4, "marker": "white", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 7, "marker": "blue", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 7, "marker": "disorder", "on": "yes"}, "not_for_kind", "MN-EXTEND-05"),
    ("manoeuvre", "mark", {"unit": 7, "marker": "disorder", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 7, "marker": "yellow", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 7, "marker": "white", "on": "yes"}, "not_for_kind", "MN-BREAK-01"),
    ("manoeuvre", "mark", {"unit": 7, "marker": "white", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 3, "marker": "blue", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 3, "marker": "disorder", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 3, "marker": "yellow", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 3, "marker": "white", "on": "yes"}, "not_for_kind", "MN-BREAK-01"),
    ("manoeuvre", "mark", {"unit": 3, "marker": "white", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 5, "marker": "blue", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 5, "marker": "disorder", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 5, "marker": "yellow", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 5, "marker": "white", "on": "yes"}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 2, "marker": "blue", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 2, "marker": "disorder", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 2, "marker": "yellow", "on": "yes"}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 2, "marker": "white", "on": ""}, "no_change", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "blue", "on": "yes"}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "blue", "on": ""}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "disorder", "on": "yes"}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "disorder", "on": ""}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "yellow", "on": "yes"}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "yellow", "on": ""}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "white", "on": "yes"}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 17, "marker": "white", "on": ""}, "gone", "MN-MARKER-08"),
    ("manoeuvre", "mark", {"unit": 0, "marker": "pink", "on": "yes"}, "no_such", "MN-MARKER-01"),
    ("manoeuvre", "mark", {"unit": 0, "marker": "blue", "on": "no"}, "no_such", "MN-MARKER-01"),
    ("manoeuvre", "form", {"unit": 0, "formation": "line"}, "no_change", "MN-FORM-07"),
    ("manoeuvre", "form", {"unit": 0, "formation": "battery"}, "not_for_kind", "MN-FORM-07"),
    ("manoeuvre", "form", {"unit": 0, "formation": "skirmish_line"}, "not_for_kind", "MN-FORM-07"),
    ("battered", "form", {"unit": 3, "formation": "line"}, "not_for_kind", "MN-LOSS-06"),
    ("manoeuvre", "form", {"unit": 20, "formation": "line"}, "gone", "MN-FORM-07"),
    ("charged", "retreat", {"unit": 0}, "done_already", "MN-RETREAT-02"),
    ("charged", "retreat", {"unit": 2}, "done_already", "MN-RETREAT-02"),
    ("charged", "retreat", {"unit": 4}, "done_already", "MN-RETREAT-02"),
    ("charged", "retreat", {"unit": 11}, "not_yours", "MN-RETREAT-01"),
    ("charged", "retreat", {"unit": 20}, "gone", "MN-RETREAT-01"),
    ("fired", "retreat", {"unit": 0}, "done_already", "MN-RETREAT-02"),
    ("counted", "destroy", {"unit": 20}, "gone", "MN-LOSS-02"),
    ("through", "rally", {"unit": 5, "how": "dance"}, "no_such", "MN-BREAK-04"),
    ("through", "rally", {"unit": 0, "how": "stop"}, "not_needed", "MN-BREAK-01"),
    ("blue", "rally", {"unit": 5, "how": "charge"}, "not_for_kind", "MN-BREAK-12"),
    ("any blue", "rally", {"unit": 5, "how": "charge"}, "not_for_kind", "MN-BREAK-12"),
    ("manoeuvre", "man", {"unit": 7}, "not_needed", "MN-REACT-33"),
    ("manoeuvre", "man", {"unit": 20}, "gone", "MN-REACT-33"),
    ("manoeuvre", "leave", {"unit": 7}, "not_needed", "MN-REACT-33"),
    ("manoeuvre", "leave", {"unit": 20}, "gone", "MN-REACT-33"),
    ("manoeuvre", "stand", {"stand": "stand 2", "what": "back"}, "gone", "MN-CMD-01"),
    ("manoeuvre", "stand", {"stand": "stand 2", "what": "steady"}, "no_change", "MN-CMD-43"),
    ("manoeuvre", "stand", {"stand": "stand 2", "what": "sings"}, "no_such", "MN-CMD-01"),
    ("manoeuvre", "stand", {"stand": "stand 1", "what": "evaded"}, "no_change", "MN-CMD-43"),
    ("manoeuvre", "stand", {"stand": "stand 1", "what": "leaves"}, "no_change", "MN-CMD-32"),
    ("manoeuvre", "stand", {"stand": "stand 7", "what": "lost"}, "gone", "MN-CMD-01"),
    ("manoeuvre", "stand", {"stand": "stand 5", "what": "lost"}, "gone", "MN-CMD-01"),
    ("manoeuvre", "stand", {"stand": "stand 12", "what": "lost"}, "no_such", "MN-CMD-01"),
    (
        "guns",
        "fire",
        {"firer": 7, "target": 15, "band": "long", "screened": "yes", "structure": "farm"},
        "malformed",
        "MNT-STRUCT-02",
    ),
]
"""The books, the note, what it states (a number is that of a unit), and the refusal with its rule."""

SAID: list[tuple[str, str, dict[str, Any], tuple[int, ...], list[str]]] = [
    ("unrated", "ratings", {}, (4,), ["Uxbridge is Excellent. The dice were 4 and 5 (MN-CMD-61)."]),
    (
        "new",
        "initiative",
        {},
        (3, 4, 3, 4, 6, 1, 2, 2),
        ["The Allies have the initiative: 7 to 7, then 7 to 4 on the dice (MN-SEQ-01, MN-SEQ-11)."],
    ),
    ("choice", "choose", {"brigade": "brigade 0"}, (), ["The Allies choose Left (Adam) (MN-SEQ-02)."]),
    (
        "choice",
        "divide",
        {"division": "division 1", "enemy": "far"},
        (),
        ["The rest makes a Division manoeuvre: 36 cm, no closer to the enemy than 24 cm (MN-DIVMAN-01, MN-DIVMAN-02)."],
    ),
    (
        "manoeuvre",
        "end",
        {},
        (1, 2, 3, 4, 6),
        ["France has the initiative: 10 to 6 on the dice (MN-SEQ-06, MN-SEQ-11)."],
    ),
    ("nobody", "end", {}, (), ["Turn 2 ends: all markers are removed (MN-SEQ-09)."]),
    ("manoeuvre", "arrive", {"brigade": "brigade 3"}, (), ["Reserve arrives (MN-RULING-60)."]),
    ("manoeuvre", "concede", {"side": "a"}, (), ["France won: the other side gave up (MN-RULING-60)."]),
    ("manoeuvre", "strike", {"unit": 0}, (), ["King's Own takes 1 hit: 4 strength points left (MN-LOSS-01)."]),
    (
        "fragile",
        "strike",
        {"unit": 0},
        (),
        [
            "King's Own takes 1 hit: 1 strength point left (MN-LOSS-01).",
            "King's Own is destroyed: a formed unit does not last with 1 strength point (MN-LOSS-02).",
        ],
    ),
    ("counted", "right", {"unit": 0}, (), ["Correction: King's Own is at 6 strength points (MN-RULING-130)."]),
    (
        "manoeuvre",
        "mark",
        {"unit": 1, "marker": "blue", "on": ""},
        (),
        ["The second (Left (Adam)) loses its blue marker (MN-MARKER-01)."],
    ),
    (
        "manoeuvre",
        "mark",
        {"unit": 1, "marker": "yellow", "on": "yes"},
        (),
        ["The second (Left (Adam)) gets a yellow marker (MN-MARKER-02)."],
    ),
    (
        "manoeuvre",
        "mark",
        {"unit": 1, "marker": "white", "on": "yes"},
        (),
        ["The second (Left (Adam)) gets a white marker (MN-MARKER-03)."],
    ),
    (
        "manoeuvre",
        "mark",
        {"unit": 4, "marker": "disorder", "on": ""},
        (),
        ["Hussars lose their blue marker (MN-MARKER-01)."],
    ),
    ("manoeuvre", "form", {"unit": 0, "formation": "column"}, (), ["King's Own forms column (MN-MAN-07)."]),
    ("charged", "retreat", {"unit": 1}, (), ["The second (Left (Adam)) leaves the table (MN-RETREAT-01)."]),
    (
        "charged",
        "retreat",
        {"unit": 10},
        (),
        ["The second (Left (Maitland)) leaves the table (MN-RETREAT-01).", "Maitland is lost (MN-CMD-47)."],
    ),
    (
        "counted",
        "destroy",
        {"unit": 3},
        (),
        ["Carré is destroyed (MN-LOSS-02).", "Adam is lost (MN-CMD-41).", "Horse guns are lost (MN-REACT-34)."],
    ),
    ("through", "rally", {"unit": 5, "how": "rally_back"}, (), ["Cossacks rally back (MN-BREAK-05)."]),
    ("through", "rally", {"unit": 5, "how": "stop"}, (), ["Cossacks stop and rally (MN-BREAK-06)."]),
    ("through", "rally", {"unit": 5, "how": "rally_forward"}, (), ["Cossacks rally forward (MN-BREAK-07)."]),
    (
        "through",
        "rally",
        {"unit": 5, "how": "charge"},
        (),
        ["Cossacks charge again (MN-BREAK-08).", "Cossacks take 1 hit: 5 strength points left (MN-BREAK-08)."],
    ),
    ("theirs", "abandon", {"unit": 7}, (), ["The crew of Twelves flees into the square of Carré (MN-REACT-32)."]),
    ("manoeuvre", "stand", {"stand": "stand 2", "what": "lost"}, (), ["Adam is overrun (MN-CMD-40)."]),
    ("manoeuvre", "stand", {"stand": "stand 2", "what": "evaded"}, (), ["Adam evades: two white markers (MN-CMD-43)."]),
    ("manoeuvre", "stand", {"stand": "stand 2", "what": "leaves"}, (), ["Adam leaves the unit (MN-CMD-32)."]),
    (
        "manoeuvre",
        "stand",
        {"stand": "stand 1", "what": "steady"},
        (),
        ["Picton (the Allies) loses its white markers (MN-CMD-43)."],
    ),
    (
        "manoeuvre",
        "stand",
        {"stand": "stand 7", "what": "back"},
        (),
        ["Correction: the Corps is back on the table (MN-RULING-130)."],
    ),
    ("manoeuvre", "attach", {"stand": "stand 2", "unit": 0}, (), ["Adam joins King's Own (MN-CMD-31)."]),
    (
        "manoeuvre",
        "fire",
        {"firer": 0, "target": 12},
        (1, 1),
        [
            "King's Own fires at Line: 2 dice rolled 1 and 1. "
            "One hit for each full 6 of the total 2: no hits (MN-FIRE-43)."
        ],
    ),
    (
        "manoeuvre",
        "fire",
        {"firer": 0, "target": 16, "out": "yes"},
        (1,),
        ["King's Own tests to fire without command, needing 2: rolled 1 and fails (MN-FIRE-06, MN-RATE-07)."],
    ),
    (
        "guns",
        "batter",
        {"firer": 7, "structure": "town", "band": "close", "out": "yes"},
        (2,),
        ["Twelves tests to fire without command, needing 3: rolled 2 and fails (MN-FIRE-06, MN-RATE-07)."],
    ),
    (
        "guns",
        "batter",
        {"firer": 7, "structure": "town", "band": "close", "out": "yes"},
        (3, 6),
        [
            "Twelves tests to fire without command, needing 3: rolled 3 and passes (MN-FIRE-06, MN-RATE-07).",
            "Twelves rolled 6 against the Ligny: no damage (MNT-STRUCT-03).",
        ],
    ),
    ("fire", "suppress", {"unit": 14, "battery": 7}, (), ["Voltigeurs suppress Twelves (MN-FIRE-61, MN-FIRE-62)."]),
    ("guns", "suppress", {"unit": 14, "battery": 7}, (), ["Voltigeurs suppress Twelves (MN-FIRE-61, MN-FIRE-62)."]),
    (
        "manoeuvre",
        "test",
        {"unit": 0, "purpose": "caution"},
        (1,),
        ["King's Own tests for caution, needing 2: rolled 1 and fails (MN-CMD-20, MN-RATE-07)."],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 0, "purpose": "caution"},
        (2,),
        ["King's Own tests for caution, needing 2: rolled 2 and passes (MN-CMD-20, MN-RATE-07)."],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 0, "purpose": "extend"},
        (1,),
        [
            "King's Own tests to extend its charge, needing 2: rolled 1 and fails (MN-EXTEND-02, MN-RATE-07).",
            "King's Own is disordered (MN-EXTEND-05, MN-MARKER-01).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 0, "purpose": "extend"},
        (2, 5),
        [
            "King's Own tests to extend its charge, needing 2: rolled 2 and passes (MN-EXTEND-02, MN-RATE-07).",
            "King's Own extends its charge by 5 cm. Dice 5 (MN-EXTEND-03, MN-EXTEND-04).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 3, "purpose": "break"},
        (2,),
        ["Carré tests to break out of its square, needing 3: rolled 2 and fails (MN-HTH-05, MN-RATE-07)."],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 3, "purpose": "break"},
        (3,),
        [
            "Carré tests to break out of its square, needing 3: rolled 3 and passes (MN-HTH-05, MN-RATE-07).",
            "Carré forms column (MN-HTH-05).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 5, "purpose": "feint"},
        (4,),
        ["Cossacks test to feint, needing 5: rolled 4 and fail (MN-REACT-50, MN-RATE-07)."],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 5, "purpose": "feint"},
        (5,),
        ["Cossacks test to feint, needing 5: rolled 5 and pass (MN-REACT-50, MN-RATE-07)."],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 12, "purpose": "square"},
        (2,),
        [
            "Line gets a blue marker (MN-MARKER-01).",
            "Line tests to form an emergency square, needing 3: rolled 2 and fails (MN-REACT-42, MN-RATE-07).",
            "Line takes 2 hits: 0 strength points left (MN-REACT-44).",
            "Line is destroyed (MN-LOSS-02).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 12, "purpose": "square"},
        (3,),
        [
            "Line gets a blue marker (MN-MARKER-01).",
            "Line tests to form an emergency square, needing 3: rolled 3 and passes (MN-REACT-42, MN-RATE-07).",
            "Line forms emergency square (MN-REACT-43).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 12, "purpose": "square", "touched": "", "formation": "column"},
        (1,),
        [
            "Line forms column (MN-MAN-07).",
            "Line gets a blue marker (MN-MARKER-01).",
            "Line tests to form an emergency square, needing 3: rolled 1 and fails (MN-REACT-42, MN-RATE-07).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 16, "purpose": "opportunity"},
        (2,),
        [
            "Cuirassiers get a blue marker (MN-MARKER-01).",
            "Cuirassiers test to charge the moving enemy, needing 3: rolled 2 and fail (MN-REACT-64, MN-RATE-07).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 16, "purpose": "opportunity", "cautious": "yes"},
        (2,),
        [
            "Cuirassiers get a blue marker (MN-MARKER-01).",
            "Cuirassiers test for caution, needing 3: rolled 2 and fail (MN-CMD-20, MN-RATE-07).",
        ],
    ),
    (
        "manoeuvre",
        "test",
        {"unit": 16, "purpose": "opportunity", "cautious": "yes"},
        (3, 3),
        [
            "Cuirassiers get a blue marker (MN-MARKER-01).",
            "Cuirassiers test for caution, needing 3: rolled 3 and pass (MN-CMD-20, MN-RATE-07).",
            "Cuirassiers test to charge the moving enemy, needing 3: rolled 3 and pass (MN-REACT-64, MN-RATE-07).",
        ],
    ),
    (
        "idle",
        "test",
        {"unit": 16, "purpose": "opportunity"},
        (2,),
        [
            "Cuirassiers get a blue marker (MN-MARKER-01).",
            "Cuirassiers test to charge the moving enemy, needing 3: rolled 2 and fail (MN-REACT-64, MN-RATE-07).",
        ],
    ),
    (
        "theirs",
        "test",
        {"unit": 8, "purpose": "flee", "charger": 12},
        (1,),
        [
            "Horse guns get a blue marker (MN-MARKER-01).",
            "Horse guns test to limber up and flee, needing 2: rolled 1 and fail (MN-REACT-21, MN-RATE-07).",
            "Horse guns are destroyed (MN-REACT-22).",
            "Line may break through (MN-BREAK-02, MN-MARKER-03).",
        ],
    ),
    (
        "theirs",
        "test",
        {"unit": 8, "purpose": "flee", "charger": 12},
        (2,),
        [
            "Horse guns get a blue marker (MN-MARKER-01).",
            "Horse guns test to limber up and flee, needing 2: rolled 2 and pass (MN-REACT-21, MN-RATE-07).",
            "Line may break through (MN-BREAK-02, MN-MARKER-03).",
        ],
    ),
]
"""The books, the note, what it states, the dice that are rolled for it, and what is said."""

MORE = (5, 2, 6, 1, 4, 3) * 9
"""The dice after those that are given."""


@pytest.mark.rule("MN-RULING-130", "a note is refused by the rule that it breaks")
@pytest.mark.parametrize(("name", "key", "facts", "code", "rule"), REFUSED)
def test_notes_that_are_refused(name: str, key: str, facts: dict[str, Any], code: str, rule: str) -> None:
    refusal = SYSTEM.tracker.refuse(BOOKS[name], Note(key, stated(facts)))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)


@pytest.mark.rule("MN-RULING-130", "what is noted is said with its dice and its rules")
@pytest.mark.parametrize(("name", "key", "facts", "dice", "said"), SAID)
def test_what_is_said_of_a_note(
    name: str, key: str, facts: dict[str, Any], dice: tuple[int, ...], said: list[str]
) -> None:
    state = BOOKS[name]
    step = SYSTEM.tracker.decide(state, Note(key, stated(facts)), ScriptedDice(dice + MORE))
    sentences = []
    for event in step.events:
        sentences.append(SYSTEM.tracker.sentence(state, event))
        state = SYSTEM.tracker.evolve(state, event)
    assert state == step.state
    assert [sentence for sentence in sentences if sentence] == said


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
    assert [number_in({"key": each}, "key", "unit", 21) for each in words] == [
        0,
        20,
        -1,
        20,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
    ]


def test_who_throws_next() -> None:
    def next_after(name: str, key: str, rolls: int, **facts: Any) -> str:
        note = Note(key, stated(facts))
        return SYSTEM.tracker.throwing(BOOKS[name], note, [Roll("MN-SEQ-01", 6, (3, 4))] * rolls)

    assert [next_after("new", "initiative", count) for count in range(4)] == [
        "The Allies roll for the initiative",
        "France rolls for the initiative",
        "The Allies roll for the initiative",
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
            "Hussars (Blue) get a blue marker for disorder (MN-MARKER-01).",
        ),
        (
            in_turn,
            "mark",
            {"unit": HUSSARS, "marker": "white", "on": "yes"},
            "Hussars (Blue) get a white marker (MN-MARKER-03).",
        ),
        (
            lambda: unit(HUSSARS, yellow=True),
            "mark",
            {"unit": HUSSARS, "marker": "yellow", "on": ""},
            "Hussars (Blue) lose their yellow marker (MN-MARKER-02).",
        ),
        (
            lambda: unit(HUSSARS, points=3, start=6),
            "right",
            {"unit": HUSSARS},
            "Correction: Hussars (Blue) are at 4 strength points (MN-RULING-130).",
        ),
        (
            lambda: unit(HUSSARS, points=1, where="destroyed"),
            "right",
            {"unit": HUSSARS},
            "Correction: Hussars (Blue) are back on the table at 2 strength points (MN-RULING-130).",
        ),
        (
            lambda: unit(HUSSARS, white=True),
            "rally",
            {"unit": HUSSARS, "how": "rally_back"},
            "Hussars (Blue) rally back (MN-BREAK-05).",
        ),
        (
            lambda: unit(HUSSARS, white=True),
            "rally",
            {"unit": HUSSARS, "how": "stop"},
            "Hussars (Blue) stop and rally (MN-BREAK-06).",
        ),
        (
            lambda: unit(HUSSARS, white=True),
            "rally",
            {"unit": HUSSARS, "how": "rally_forward"},
            "Hussars (Blue) rally forward (MN-BREAK-07).",
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
    assert said[1] == ("Dragoons (Blue) extend their charge by 9 cm. Dice 4 and 5 (MN-EXTEND-03, MN-EXTEND-04).")


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
