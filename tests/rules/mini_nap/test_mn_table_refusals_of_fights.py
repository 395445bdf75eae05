"""Notes of fire, combat, tests, crews and commanders that the books refuse, each with its rule and sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.mini_nap.mn_table import BLUE, DRAGOONS, GUNS, HUSSARS, RED, Table, in_turn, led, stand, unit

NOW: dict[str, Any] = {"unit": BLUE + 1}
SQUARE: dict[str, Any] = {"unit": RED + 1, "purpose": "square"}
LED = f"stand {led()}"


def abandonable(**changes: Any) -> Table:
    """A battery of the passive side with a square to flee to."""
    table = unit(RED + GUNS, **changes)
    table.change(RED + 1, formation="solid_square")
    return table


REFUSED: list[tuple[Callable[[], Table], str, dict[str, Any], str, str, str]] = [
    # Fire
    (lambda: in_turn(active=""), "fire", {"firer": BLUE, "target": RED}, "wrong_phase", "MN-SEQ-03", "Nobody fires"),
    (lambda: unit(BLUE, where="lost"), "fire", {"firer": BLUE, "target": RED}, "malformed", "MN-FIRE-01", "none of"),
    (in_turn, "fire", {"firer": BLUE, "target": BLUE + 1}, "malformed", "MN-FIRE-10", "At whom: “unit 1” is none of"),
    (
        lambda: unit(GUNS, guns=True),
        "fire",
        {"firer": GUNS, "target": RED, "band": "medium", "screened": "yes", "target_formation": "skirmish_line"},
        "no_target",
        "MN-FIRE-24",
        "An unformed target behind another unformed unit cannot be fired at.",
    ),
    (in_turn, "batter", {"firer": BLUE, "structure": "village 1"}, "malformed", "MNT-STRUCT-02", "Who fires: “unit 0”"),
    # Suppression
    (
        lambda: unit(RED, formation="skirmish_line", yellow=True),
        "suppress",
        {"unit": RED, "battery": GUNS},
        "malformed",
        "MN-FIRE-60",
        "Who suppresses: “unit 15” is none of the choices.",
    ),
    (
        lambda: unit(RED, formation="skirmish_line"),
        "suppress",
        {"unit": RED, "battery": GUNS, "second": GUNS},
        "malformed",
        "MN-FIRE-61",
        "Foot battery is suppressed once.",
    ),
    # Hand to hand
    (
        lambda: in_turn(active=""),
        "fight",
        {"one": BLUE, "enemy": RED},
        "wrong_phase",
        "MN-SEQ-03",
        "Nobody fights before the Turn's first initiative is thrown for.",
    ),
    (
        lambda: unit(RED + GUNS, crew_in=RED),
        "fight",
        {"one": BLUE, "enemy": RED + GUNS},
        "not_for_kind",
        "MN-WEAPON-01",
        "Foot battery is abandoned and does not fight.",
    ),
    (in_turn, "fight", {"one": BLUE}, "malformed", "MN-HTH-01", "Against whom: choose one."),
    (in_turn, "fight", {"one": BLUE, "enemy": BLUE + 1}, "malformed", "MN-HTH-01", "Against whom: “unit 1” is none"),
    (
        in_turn,
        "fight",
        {"one": BLUE, "enemy": RED, "second": RED},
        "malformed",
        "MN-HTH-01",
        "And against: “unit 15” is none of the choices.",
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
        "has a blue marker and cannot charge.",
    ),
    (
        lambda: unit(BLUE + 1, formation="solid_square", tried_square=True),
        "test",
        {**NOW, "purpose": "break"},
        "done_already",
        "MN-HTH-05",
        "has tried to break out in this initiative.",
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
        "has reacted or is abandoned already.",
    ),
    (
        lambda: abandonable(crew_in=RED + 1),
        "abandon",
        {"unit": RED + GUNS, "square": RED + 1},
        "done_already",
        "MN-REACT-30",
        "has reacted or is abandoned already.",
    ),
    (in_turn, "abandon", {"unit": RED + GUNS}, "malformed", "MN-RULING-130", "Into which square: choose one."),
    (in_turn, "man", {"unit": GUNS}, "not_needed", "MN-REACT-33", "Foot battery is not abandoned."),
    (in_turn, "leave", {"unit": 99}, "no_such", "MN-REACT-33", "There is no such unit in the books."),
    (in_turn, "stand", {"stand": "stand 99", "what": "lost"}, "no_such", "MN-CMD-01", "There is no such commander"),
    (in_turn, "stand", {"stand": LED, "what": "sings"}, "no_such", "MN-CMD-01", "A commander is lost, evades, or"),
    (in_turn, "stand", {"stand": LED, "what": "back"}, "gone", "MN-CMD-01", "First brigadier is on the table."),
    (
        lambda: stand(led(), where="removed"),
        "stand",
        {"stand": LED, "what": "lost"},
        "gone",
        "MN-CMD-01",
        "First brigadier is not on the table.",
    ),
    (in_turn, "stand", {"stand": LED, "what": "steady"}, "no_change", "MN-CMD-43", "has his white markers as noted."),
    (
        lambda: stand(led(), evaded=True),
        "stand",
        {"stand": LED, "what": "evaded"},
        "no_change",
        "MN-CMD-43",
        "has his white markers as noted.",
    ),
    (in_turn, "stand", {"stand": LED, "what": "leaves"}, "no_change", "MN-CMD-32", "is with no unit."),
    (
        lambda: stand(led(), unit=BLUE + 1),
        "attach",
        {"stand": LED, "unit": BLUE + 1},
        "no_change",
        "MN-CMD-31",
        "First brigadier is with First line battalion 1 already.",
    ),
    (in_turn, "attach", {"stand": LED, "unit": HUSSARS}, "malformed", "MN-CMD-31", "Joins: “unit 12” is none of"),
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
