"""Notes of the course of a game, of boxes and of markers that the books refuse, each with its rule and sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.mini_nap.mn_table import BLUE, GUNS, RED, Table, choosing, in_turn, rated, unit

NOW: dict[str, Any] = {"unit": BLUE + 1}
THEN: dict[str, Any] = {"unit": RED + 1}
NEAR: dict[str, Any] = {"division": "division 0", "enemy": "near"}


REFUSED: list[tuple[Callable[[], Table], str, dict[str, Any], str, str, str]] = [
    (in_turn, "ratings", {}, "done_already", "MN-CMD-61", "Every commander has his rating."),
    (choosing, "initiative", {}, "wrong_phase", "MN-SEQ-01", "The first initiative of this Turn has been thrown for."),
    (rated, "choose", {"brigade": "brigade 0"}, "wrong_phase", "MN-SEQ-02", "once its side has gained the initiative"),
    (choosing, "choose", {"brigade": "brigade 99"}, "no_such", "MN-SEQ-02", "There is no such Brigade in the books."),
    (in_turn, "divide", NEAR, "wrong_phase", "MN-DIVMAN-01", "once its side has gained the initiative"),
    (
        choosing,
        "divide",
        {"division": "division 1", "enemy": "near"},
        "malformed",
        "MN-DIVMAN-01",
        "none of the choice",
    ),
    (choosing, "divide", {"division": "division 0"}, "malformed", "MN-DIVMAN-02", "Nearest enemy: choose one."),
    (rated, "step", {}, "wrong_phase", "MN-SEQ-03", "There is no further phase in this initiative."),
    (choosing, "end", {}, "wrong_phase", "MN-SEQ-06", "No initiative goes on that could end."),
    (in_turn, "arrive", {"brigade": "brigade 99"}, "no_such", "MN-RULING-60", "There is no such Brigade in the books."),
    (in_turn, "arrive", {"brigade": "brigade 0"}, "done_already", "MN-RULING-60", "First Brigade is on the table."),
    (in_turn, "concede", {"side": "c"}, "malformed", "MN-RULING-60", "Who gives up: “c” is none of the choices."),
    # Boxes, markers, formations
    (in_turn, "strike", {"unit": 99}, "no_such", "MN-LOSS-01", "There is no such unit in the books."),
    (lambda: unit(BLUE + 1, where="lost"), "strike", NOW, "gone", "MN-LOSS-01", "is not on the table."),
    (in_turn, "right", {"unit": 99}, "no_such", "MN-RULING-130", "There is no such unit in the books."),
    (lambda: unit(BLUE + 1, where="waiting"), "right", NOW, "gone", "MN-RULING-130", "has not come on yet."),
    (in_turn, "right", NOW, "no_change", "MN-RULING-130", "has lost nothing."),
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
        "has that marker already.",
    ),
    (
        lambda: unit(BLUE + 1, blue="reaction"),
        "mark",
        {**NOW, "marker": "disorder", "on": "yes"},
        "no_change",
        "MN-MARKER-08",
        "has a blue marker already.",
    ),
    (
        in_turn,
        "mark",
        {"unit": GUNS, "marker": "disorder", "on": "yes"},
        "not_for_kind",
        "MN-EXTEND-05",
        "never charges, and is never disordered.",
    ),
    (
        lambda: unit(BLUE + 1, formation="solid_square"),
        "mark",
        {**NOW, "marker": "white", "on": "yes"},
        "not_for_kind",
        "MN-BREAK-01",
        "never breaks through.",
    ),
    (
        in_turn,
        "form",
        {"unit": 99, "formation": "line"},
        "no_such",
        "MN-FORM-07",
        "There is no such unit in the books.",
    ),
    (in_turn, "form", {**NOW, "formation": "battery"}, "not_for_kind", "MN-FORM-07", "cannot form that."),
    (
        lambda: unit(BLUE + 1, formation="line"),
        "form",
        {**NOW, "formation": "line"},
        "no_change",
        "MN-FORM-07",
        "is in line already.",
    ),
    (
        lambda: unit(BLUE + 1, formation="solid_square", points=1),
        "form",
        {**NOW, "formation": "line"},
        "not_for_kind",
        "MN-LOSS-06",
        "has 1 strength point and stays as it is formed.",
    ),
    # Who leaves the table, and who broke through
    (in_turn, "retreat", {"unit": 99}, "no_such", "MN-RETREAT-01", "There is no such unit in the books."),
    (in_turn, "retreat", THEN, "not_yours", "MN-RETREAT-01", "retreats while its side has the initiative."),
    (
        lambda: unit(BLUE + 1, charged=True),
        "retreat",
        NOW,
        "done_already",
        "MN-RETREAT-02",
        "has charged in this initiative.",
    ),
    (lambda: unit(BLUE + 1, fired=True), "retreat", NOW, "done_already", "MN-RETREAT-02", "has fired in this initiat"),
    (in_turn, "destroy", {"unit": 99}, "no_such", "MN-LOSS-02", "There is no such unit in the books."),
    (in_turn, "rally", {"unit": 99, "how": "stop"}, "no_such", "MN-BREAK-04", "There is no such unit in the books."),
    (in_turn, "rally", {**NOW, "how": "sit"}, "no_such", "MN-BREAK-04", "It rallies back, stops, rallies forward or"),
    (in_turn, "rally", {**NOW, "how": "stop"}, "not_needed", "MN-BREAK-01", "has no white marker."),
    (
        lambda: unit(BLUE + 1, white=True, blue="disorder"),
        "rally",
        {**NOW, "how": "charge"},
        "not_for_kind",
        "MN-BREAK-12",
        "has a blue marker and may only rally.",
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
