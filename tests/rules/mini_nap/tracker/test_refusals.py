"""Refused entries, each with its rule and sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

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
    rated,
    stand,
    unit,
)

NOW: dict[str, Any] = {"unit": BLUE + 1}
THEN: dict[str, Any] = {"unit": RED + 1}
NEAR: dict[str, Any] = {"division": "division 0", "enemy": "near"}

REFUSED: list[tuple[Callable[[], Table], str, dict[str, Any], str, str, str]] = [
    (in_turn, "ratings", {}, "done_already", "MN-CMD-61", "Every commander has a rating."),
    (
        choosing,
        "initiative",
        {},
        "wrong_phase",
        "MN-SEQ-01",
        "The first initiative of this Turn has already been rolled.",
    ),
    (
        rated,
        "choose",
        {"brigade": "brigade 0"},
        "wrong_phase",
        "MN-SEQ-02",
        "only after its side has won the initiative",
    ),
    (choosing, "choose", {"brigade": "brigade 99"}, "no_such", "MN-SEQ-02", "There is no such Brigade in the tracker."),
    (in_turn, "divide", NEAR, "wrong_phase", "MN-DIVMAN-01", "only after its side has won the initiative"),
    (
        choosing,
        "divide",
        {"division": "division 1", "enemy": "near"},
        "malformed",
        "MN-DIVMAN-01",
        "not one of the choice",
    ),
    (choosing, "divide", {"division": "division 0"}, "malformed", "MN-DIVMAN-02", "Nearest enemy: choose one."),
    (rated, "step", {}, "wrong_phase", "MN-SEQ-03", "This initiative has no further phase."),
    (choosing, "end", {}, "wrong_phase", "MN-SEQ-06", "There is no initiative to end."),
    (
        in_turn,
        "arrive",
        {"brigade": "brigade 99"},
        "no_such",
        "MN-RULING-60",
        "There is no such Brigade in the tracker.",
    ),
    (
        in_turn,
        "arrive",
        {"brigade": "brigade 0"},
        "done_already",
        "MN-RULING-60",
        "First Brigade is already on the table.",
    ),
    (
        in_turn,
        "concede",
        {"side": "c"},
        "malformed",
        "MN-RULING-60",
        "Side that concedes: “c” is not one of the choices.",
    ),
    # Boxes, markers, formations
    (in_turn, "strike", {"unit": 99}, "no_such", "MN-LOSS-01", "There is no such unit in the tracker."),
    (lambda: unit(BLUE + 1, where="lost"), "strike", NOW, "gone", "MN-LOSS-01", "is not on the table."),
    (in_turn, "right", {"unit": 99}, "no_such", "MN-RULING-130", "There is no such unit in the tracker."),
    (lambda: unit(BLUE + 1, where="waiting"), "right", NOW, "gone", "MN-RULING-130", "has not arrived yet."),
    (in_turn, "right", NOW, "no_change", "MN-RULING-130", "has lost no strength points."),
    (in_turn, "mark", {**NOW, "marker": "red", "on": "yes"}, "no_such", "MN-MARKER-01", "There is no such marker."),
    (in_turn, "mark", {**NOW, "marker": "blue", "on": "no"}, "no_such", "MN-MARKER-01", "There is no such marker."),
    (in_turn, "mark", {"unit": 99, "marker": "blue", "on": "yes"}, "no_such", "MN-MARKER-08", "no such unit"),
    (in_turn, "mark", {**NOW, "marker": "blue", "on": ""}, "no_change", "MN-MARKER-08", "has no such marker."),
    (
        lambda: unit(BLUE + 1, yellow=True),
        "mark",
        {**NOW, "marker": "yellow", "on": "yes"},
        "no_change",
        "MN-MARKER-08",
        "already has that marker.",
    ),
    (
        lambda: unit(BLUE + 1, blue="reaction"),
        "mark",
        {**NOW, "marker": "disorder", "on": "yes"},
        "no_change",
        "MN-MARKER-08",
        "already has a blue marker.",
    ),
    (
        in_turn,
        "mark",
        {"unit": GUNS, "marker": "disorder", "on": "yes"},
        "not_for_kind",
        "MN-EXTEND-05",
        "cannot charge or be disordered.",
    ),
    (
        lambda: unit(BLUE + 1, formation="solid_square"),
        "mark",
        {**NOW, "marker": "white", "on": "yes"},
        "not_for_kind",
        "MN-BREAK-01",
        "cannot break through.",
    ),
    (
        in_turn,
        "form",
        {"unit": 99, "formation": "line"},
        "no_such",
        "MN-FORM-07",
        "There is no such unit in the tracker.",
    ),
    (in_turn, "form", {**NOW, "formation": "battery"}, "not_for_kind", "MN-FORM-07", "cannot take that formation."),
    (
        lambda: unit(BLUE + 1, formation="line"),
        "form",
        {**NOW, "formation": "line"},
        "no_change",
        "MN-FORM-07",
        "is already in line.",
    ),
    (
        lambda: unit(BLUE + 1, formation="solid_square", points=1),
        "form",
        {**NOW, "formation": "line"},
        "not_for_kind",
        "MN-LOSS-06",
        "has 1 strength point and cannot change formation.",
    ),
    # Who leaves the table, and who broke through
    (in_turn, "retreat", {"unit": 99}, "no_such", "MN-RETREAT-01", "There is no such unit in the tracker."),
    (in_turn, "retreat", THEN, "not_yours", "MN-RETREAT-01", "can retreat only while its side has the initiative."),
    (
        lambda: unit(BLUE + 1, charged=True),
        "retreat",
        NOW,
        "done_already",
        "MN-RETREAT-02",
        "has charged in this initiative.",
    ),
    (lambda: unit(BLUE + 1, fired=True), "retreat", NOW, "done_already", "MN-RETREAT-02", "has fired in this initiat"),
    (in_turn, "destroy", {"unit": 99}, "no_such", "MN-LOSS-02", "There is no such unit in the tracker."),
    (in_turn, "rally", {"unit": 99, "how": "stop"}, "no_such", "MN-BREAK-04", "There is no such unit in the tracker."),
    (in_turn, "rally", {**NOW, "how": "sit"}, "no_such", "MN-BREAK-04", "Choose: rally back, stop, rally forward or"),
    (in_turn, "rally", {**NOW, "how": "stop"}, "not_needed", "MN-BREAK-01", "has no white marker."),
    (
        lambda: unit(BLUE + 1, white=True, blue="disorder"),
        "rally",
        {**NOW, "how": "charge"},
        "not_for_kind",
        "MN-BREAK-12",
        "has a blue marker and can only rally.",
    ),
    (
        lambda: unit(BLUE + 1, white=True, points=2),
        "rally",
        {**NOW, "how": "charge"},
        "no_dice_left",
        "MN-BREAK-12",
        "The hit for charging again would remove",
    ),
]


@pytest.mark.rule("MN-RULING-130", "the books refuse only what their own facts forbid, and say by which rule")
@pytest.mark.parametrize(("table", "key", "facts", "code", "rule", "words"), REFUSED)
def test_what_is_refused(
    table: Callable[[], Table], key: str, facts: dict[str, Any], code: str, rule: str, words: str
) -> None:
    found = table().refused(key, **facts)
    assert found is not None
    assert (found.code, found.rule) == (code, rule)
    assert words in found.sentence


SQUARE: dict[str, Any] = {"unit": RED + 1, "purpose": "square"}
LED = f"stand {led()}"


def abandonable(**changes: Any) -> Table:
    """A battery of the passive side with a square to flee to."""
    table = unit(RED + GUNS, **changes)
    table.change(RED + 1, formation="solid_square")
    return table


REFUSED_FIGHTS: list[tuple[Callable[[], Table], str, dict[str, Any], str, str, str]] = [
    # Fire
    (
        lambda: in_turn(active=""),
        "fire",
        {"firer": BLUE, "target": RED},
        "wrong_phase",
        "MN-SEQ-03",
        "No unit can fire",
    ),
    (lambda: unit(BLUE, where="lost"), "fire", {"firer": BLUE, "target": RED}, "malformed", "MN-FIRE-01", "not one of"),
    (in_turn, "fire", {"firer": BLUE, "target": BLUE + 1}, "malformed", "MN-FIRE-10", "Target: “unit 1” is not one of"),
    (
        lambda: unit(GUNS, guns=True),
        "fire",
        {"firer": GUNS, "target": RED, "band": "medium", "screened": "yes", "target_formation": "skirmish_line"},
        "no_target",
        "MN-FIRE-24",
        "An unformed target behind another unformed unit cannot be fired at.",
    ),
    (
        in_turn,
        "batter",
        {"firer": BLUE, "structure": "village 1"},
        "malformed",
        "MNT-STRUCT-02",
        "Firing battery: “unit 0”",
    ),
    # Suppression
    (
        lambda: unit(RED, formation="skirmish_line", yellow=True),
        "suppress",
        {"unit": RED, "battery": GUNS},
        "malformed",
        "MN-FIRE-60",
        "Suppressing unit: “unit 15” is not one of the choices.",
    ),
    (
        lambda: unit(RED, formation="skirmish_line"),
        "suppress",
        {"unit": RED, "battery": GUNS, "second": GUNS},
        "malformed",
        "MN-FIRE-61",
        "Foot battery can be suppressed only once.",
    ),
    # Hand to hand
    (
        lambda: in_turn(active=""),
        "fight",
        {"one": BLUE, "enemy": RED},
        "wrong_phase",
        "MN-SEQ-03",
        "No unit can fight before the first initiative roll of the Turn.",
    ),
    (
        lambda: unit(RED + GUNS, crew_in=RED),
        "fight",
        {"one": BLUE, "enemy": RED + GUNS},
        "not_for_kind",
        "MN-WEAPON-01",
        "Foot battery is abandoned and cannot fight.",
    ),
    (in_turn, "fight", {"one": BLUE}, "malformed", "MN-HTH-01", "Enemy: choose one."),
    (in_turn, "fight", {"one": BLUE, "enemy": BLUE + 1}, "malformed", "MN-HTH-01", "Enemy: “unit 1” is not one"),
    (
        in_turn,
        "fight",
        {"one": BLUE, "enemy": RED, "second": RED},
        "malformed",
        "MN-HTH-01",
        "Another enemy: “unit 15” is not one of the choices.",
    ),
    # Quality tests
    (in_turn, "test", {**NOW, "purpose": "square"}, "not_yours", "MN-REACT-01", "only the other side reacts."),
    (lambda: unit(RED + 1, blue="reaction"), "test", SQUARE, "done_already", "MN-REACT-01", "has a blue marker and"),
    (lambda: unit(RED + 1, reacted=True), "test", SQUARE, "done_already", "MN-REACT-01", "has a blue marker and"),
    (
        lambda: unit(DRAGOONS, blue="disorder"),
        "test",
        {"unit": DRAGOONS, "purpose": "extend"},
        "done_already",
        "MN-MARKER-01",
        "have a blue marker and cannot charge.",
    ),
    (
        lambda: unit(BLUE + 1, formation="solid_square", tried_square=True),
        "test",
        {**NOW, "purpose": "break"},
        "done_already",
        "MN-HTH-05",
        "has already tried to break out in this initiative.",
    ),
    (
        in_turn,
        "test",
        {"unit": RED, "purpose": "square", "formation": "skirmish_line"},
        "not_for_kind",
        "MN-REACT-45",
        "is not formed infantry outside a square.",
    ),
    # Crews and commanders
    (
        lambda: unit(BLUE + 1, formation="solid_square"),
        "abandon",
        {"unit": GUNS, "square": BLUE + 1},
        "not_yours",
        "MN-REACT-01",
        "has the initiative: only the other side reacts.",
    ),
    (
        lambda: abandonable(blue="reaction"),
        "abandon",
        {"unit": RED + GUNS, "square": RED + 1},
        "done_already",
        "MN-REACT-30",
        "has already reacted or is abandoned.",
    ),
    (
        lambda: abandonable(crew_in=RED + 1),
        "abandon",
        {"unit": RED + GUNS, "square": RED + 1},
        "done_already",
        "MN-REACT-30",
        "has already reacted or is abandoned.",
    ),
    (in_turn, "abandon", {"unit": RED + GUNS}, "malformed", "MN-RULING-130", "Square: choose one."),
    (in_turn, "man", {"unit": GUNS}, "not_needed", "MN-REACT-33", "Foot battery is not abandoned."),
    (in_turn, "leave", {"unit": 99}, "no_such", "MN-REACT-33", "There is no such unit in the tracker."),
    (in_turn, "stand", {"stand": "stand 99", "what": "lost"}, "no_such", "MN-CMD-01", "There is no such commander"),
    (in_turn, "stand", {"stand": LED, "what": "sings"}, "no_such", "MN-CMD-01", "A commander can be lost, evade, or"),
    (in_turn, "stand", {"stand": LED, "what": "back"}, "gone", "MN-CMD-01", "First brigadier is on the table."),
    (
        lambda: stand(led(), where="removed"),
        "stand",
        {"stand": LED, "what": "lost"},
        "gone",
        "MN-CMD-01",
        "First brigadier is not on the table.",
    ),
    (in_turn, "stand", {"stand": LED, "what": "steady"}, "no_change", "MN-CMD-43", "has no white markers."),
    (
        lambda: stand(led(), evaded=True),
        "stand",
        {"stand": LED, "what": "evaded"},
        "no_change",
        "MN-CMD-43",
        "already has white markers.",
    ),
    (in_turn, "stand", {"stand": LED, "what": "leaves"}, "no_change", "MN-CMD-32", "is not with a unit."),
    (
        lambda: stand(led(), unit=BLUE + 1),
        "attach",
        {"stand": LED, "unit": BLUE + 1},
        "no_change",
        "MN-CMD-31",
        "First brigadier is already with First line battalion 1.",
    ),
    (in_turn, "attach", {"stand": LED, "unit": HUSSARS}, "malformed", "MN-CMD-31", "Unit: “unit 12” is not one of"),
]


@pytest.mark.rule("MN-RULING-130", "the books refuse only what their own facts forbid, and say by which rule")
@pytest.mark.parametrize(("table", "key", "facts", "code", "rule", "words"), REFUSED_FIGHTS)
def test_what_is_refused_of_fights(
    table: Callable[[], Table], key: str, facts: dict[str, Any], code: str, rule: str, words: str
) -> None:
    found = table().refused(key, **facts)
    assert found is not None
    assert (found.code, found.rule) == (code, rule)
    assert words in found.sentence


@pytest.mark.rule("MN-DIVMAN-01", "a Division manoeuvres while none of its Brigades has had the initiative")
def test_divisions_that_cannot_manoeuvre() -> None:
    table = choosing()
    brigades = (replace(table.kept.brigades[0], chosen=True), *table.kept.brigades[1:])
    table.kept = replace(table.kept, brigades=brigades)
    refusal = table.refused("divide", division="division 0", enemy="near")
    assert refusal is not None
    assert refusal.sentence.endswith("First Brigade has already had the initiative this Turn.")
    table = choosing()
    for number in range(15):
        table.change(number, where="destroyed")
    refusal = table.refused("divide", division="division 0", enemy="near")
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("MN-SEQ-10", "Blue Division has no unit on the table.")
    assert choosing().refused("divide", division="division 0", enemy="far") is None
