"""Questions of the tracker: what each asks for, refuses and forecasts, and what follows."""

from collections.abc import Callable
from typing import Any

import pytest

from battles.engine.tracker import Note
from battles.rules.mini_nap.state import NONE
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.tracked_game import BLUE, GUNS, HUSSARS, RED, Table, in_turn, led, note, unit
from tests.rules.mini_nap.builders.tracker_questions import BOOKS, guns, stated

REFUSED: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("manoeuvre", "fire", {}, "malformed", "MN-FIRE-01"),
    ("manoeuvre", "fire", {"firer": 0}, "malformed", "MN-FIRE-10"),
    ("manoeuvre", "fire", {"firer": 0, "target": 0}, "malformed", "MN-FIRE-10"),
    ("manoeuvre", "fire", {"firer": 0, "target": 14, "covered": "yes", "out": "yes"}, "no_dice_left", "MN-HALVE-03"),
    ("manoeuvre", "fire", {"firer": 1, "target": 12, "covered": "yes"}, "no_dice_left", "MN-HALVE-03"),
    ("manoeuvre", "fire", {"firer": 2, "target": 12}, "done_already", "MN-FIRE-02"),
    ("manoeuvre", "fire", {"firer": 4, "target": 12}, "not_for_kind", "MN-WEAPON-02"),
    ("manoeuvre", "fire", {"firer": 10, "target": 12}, "not_yours", "MN-FIRE-01"),
    ("manoeuvre", "fire", {"firer": 11, "target": 3}, "done_already", "MN-FIRE-02"),
    ("manoeuvre", "fire", {"firer": 0, "target": 12, "out": "perhaps"}, "malformed", "MN-FIRE-06"),
    ("manoeuvre", "fire", {"firer": 0, "target": 12, "range": "short"}, "malformed", "MN-RULING-130"),
    ("guns", "fire", {"firer": 7, "target": 11}, "malformed", "MN-FIRE-13"),
    ("guns", "fire", {"firer": 7, "target": 14, "band": "medium", "screened": "yes"}, "no_target", "MN-FIRE-24"),
    ("guns", "fire", {"firer": 7, "target": 14, "band": "close", "screened": "yes"}, "no_target", "MN-FIRE-23"),
    ("guns", "fire", {"firer": 8, "target": 14, "band": "long"}, "not_for_kind", "MN-FIRE-02"),
    ("guns", "fire", {"firer": 8, "target": 11, "band": "close"}, "not_for_kind", "MN-FIRE-02"),
    ("alike", "fire", {"firer": 7, "target": 11, "band": "close"}, "not_for_kind", "MN-FIRE-02"),
    ("fire", "fire", {"firer": 19, "target": 7, "band": "long"}, "no_dice_left", "MN-HALVE-03"),
    ("melee", "fire", {"firer": 0, "target": 12}, "wrong_phase", "MN-SEQ-05"),
    ("Division", "fire", {"firer": 0, "target": 12}, "wrong_phase", "MN-FIRE-02"),
    ("new", "fire", {"firer": 0, "target": 12}, "wrong_phase", "MN-SEQ-03"),
    ("guns", "batter", {}, "malformed", "MNT-STRUCT-02"),
    ("battered", "batter", {"firer": 7}, "malformed", "MNT-STRUCT-02"),
    ("guns", "batter", {"firer": 7}, "malformed", "MNT-STRUCT-02"),
    ("guns", "batter", {"firer": 7, "structure": "farm", "band": "long"}, "malformed", "MNT-STRUCT-02"),
    ("manoeuvre", "suppress", {}, "malformed", "MN-FIRE-60"),
    ("theirs", "suppress", {"unit": 2}, "malformed", "MN-FIRE-60"),
    ("fire", "suppress", {"unit": 14}, "malformed", "MN-FIRE-61"),
    ("fire", "suppress", {"unit": 14, "battery": 7, "second": 7}, "malformed", "MN-FIRE-61"),
    ("melee", "suppress", {"unit": 14, "battery": 7}, "wrong_phase", "MN-FIRE-62"),
    ("Division", "suppress", {"unit": 14, "battery": 7}, "wrong_phase", "MN-FIRE-62"),
    ("manoeuvre", "fight", {}, "malformed", "MN-HTH-01"),
    ("manoeuvre", "fight", {"one": 4}, "malformed", "MN-HTH-01"),
    ("manoeuvre", "fight", {"one": 4, "enemy": 5}, "malformed", "MN-HTH-01"),
    ("manoeuvre", "fight", {"one": 3, "enemy": 12, "second": 12}, "malformed", "MN-HTH-01"),
    ("manoeuvre", "fight", {"one": 8, "enemy": 12}, "not_for_kind", "MN-WEAPON-01"),
    ("manoeuvre", "fight", {"one": 12, "enemy": 8}, "not_for_kind", "MN-WEAPON-01"),
    ("new", "fight", {"one": 2, "enemy": 12}, "wrong_phase", "MN-SEQ-03"),
    ("manoeuvre", "fight", {"one": 0, "enemy": 12, "third": 16}, "malformed", "MN-RULING-130"),
    ("won", "fight", {"one": 0, "enemy": 12}, "over", "MN-RULING-60"),
    ("manoeuvre", "test", {}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 0}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 3}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 5}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 7}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 8}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 11}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 14}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 16}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 4, "purpose": "extend"}, "done_already", "MN-MARKER-01"),
    ("manoeuvre", "test", {"unit": 0, "purpose": "square"}, "not_yours", "MN-REACT-01"),
    (
        "manoeuvre",
        "test",
        {"unit": 11, "purpose": "square", "formation": "solid_square"},
        "not_for_kind",
        "MN-REACT-45",
    ),
    ("manoeuvre", "test", {"unit": 14, "purpose": "square", "formation": "skirmish_line"}, "malformed", "MN-RATE-07"),
    ("manoeuvre", "test", {"unit": 14, "purpose": "square", "formation": "line"}, "malformed", "MN-RATE-07"),
    ("theirs", "test", {"unit": 1, "purpose": "square"}, "done_already", "MN-REACT-01"),
    ("theirs", "test", {"unit": 8, "purpose": "flee"}, "malformed", "MN-REACT-22"),
    ("manoeuvre", "abandon", {}, "malformed", "MN-RULING-130"),
    ("manoeuvre", "abandon", {"unit": 7}, "not_yours", "MN-REACT-01"),
    ("theirs", "abandon", {"unit": 8, "square": 3}, "done_already", "MN-REACT-30"),
    ("manoeuvre", "abandon", {"unit": 19}, "malformed", "MN-RULING-130"),
    ("manoeuvre", "attach", {}, "malformed", "MN-RULING-130"),
    ("manoeuvre", "attach", {"stand": "stand 2"}, "malformed", "MN-CMD-31"),
    ("manoeuvre", "attach", {"stand": "stand 2", "unit": 3}, "no_change", "MN-CMD-31"),
    ("manoeuvre", "attach", {"stand": "stand 3", "unit": 0}, "malformed", "MN-CMD-31"),
    ("choice", "divide", {}, "malformed", "MN-DIVMAN-01"),
    ("chosen", "divide", {"division": "division 0", "enemy": "far"}, "wrong_phase", "MN-DIVMAN-01"),
    ("theirs", "divide", {}, "malformed", "MN-DIVMAN-02"),
    ("emptied", "divide", {"division": "division 1", "enemy": "far"}, "gone", "MN-SEQ-10"),
    ("manoeuvre", "concede", {}, "malformed", "MN-RULING-60"),
    ("manoeuvre", "sing", {}, "no_such", "MN-RULING-130"),
    ("manoeuvre", "strike", {"unit": 0}, "no_such", "MN-RULING-130"),
]
"""The books, the question, what is stated (a number is that of a unit), and the refusal with its rule."""


@pytest.mark.rule("MN-RULING-130", "a question is refused by the rule that its facts break")
@pytest.mark.parametrize(("name", "key", "facts", "code", "rule"), REFUSED)
def test_questions_that_are_refused(name: str, key: str, facts: dict[str, Any], code: str, rule: str) -> None:
    refusal = SYSTEM.tracker.inquire(BOOKS[name], Note(key, stated(facts))).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)


GOOD = {True: "+", False: "-", None: "="}
LINE, FOE, THIRD = BLUE + 2, RED + 1, RED + 2
VILLAGE: dict[str, Any] = {"structure": "village 1", "band": "close"}
LED = f"stand {led()}"


def two_of_two_points() -> Table:
    table = unit(LINE, points=2)
    table.change(THIRD, points=2)
    return table


def charging() -> Table:
    return unit(HUSSARS, impact=True)


def passive_skirmishers(**changes: Any) -> Table:
    return unit(RED, **{"formation": "skirmish_line", **changes})


ASKED: list[tuple[Callable[[], Table], str, dict[str, Any], str]] = [
    (in_turn, "fire", {"firer": LINE}, "firer MN-FIRE-01 > 19; target MN-FIRE-10 > 15"),
    (
        in_turn,
        "fire",
        {"firer": LINE, "target": FOE},
        "firer_formation MN-FORM-07 = line 4; target_formation MN-FORM-07 = line 4; "
        "covered MNT-COVER-03; out MN-FIRE-06",
    ),
    (
        in_turn,
        "fire",
        {"firer": RED + GUNS, "target": LINE},
        "band MN-FIRE-13 3; target_formation MN-FORM-07 = line 4; screened MN-FIRE-22; "
        "covered MNT-COVER-03; structure MNT-STRUCT-02 = none 3; supports MN-FIRE-53",
    ),
    (guns, "batter", {}, "firer MNT-STRUCT-02 > 1"),
    (
        guns,
        "batter",
        {"firer": GUNS},
        "firer MNT-STRUCT-02 > 1; structure MNT-STRUCT-02 2; band MN-FIRE-13 3; out MN-FIRE-06",
    ),
    (passive_skirmishers, "suppress", {}, "unit MN-FIRE-60 > 1"),
    (
        passive_skirmishers,
        "suppress",
        {"unit": RED},
        "unit MN-FIRE-60 > 1; battery MN-FIRE-61 1; second MN-FIRE-61 = none 2",
    ),
    (
        in_turn,
        "test",
        {"unit": FOE, "purpose": "square"},
        "formation MN-FORM-07 = line 4; touched MN-REACT-44 = yes",
    ),
    (in_turn, "test", {"unit": RED + HUSSARS, "purpose": "opportunity"}, "cautious MN-CMD-20"),
    (in_turn, "test", {"unit": HUSSARS, "purpose": "feint"}, "unit MN-RATE-07 > 30; purpose MN-RATE-07 > 4"),
    (
        lambda: unit(RED + GUNS, type="horse_artillery"),
        "test",
        {"unit": RED + GUNS, "purpose": "flee"},
        "purpose MN-RATE-07 > 1; charger MN-REACT-22 12",
    ),
    (
        in_turn,
        "fight",
        {"one": HUSSARS, "enemy": FOE},
        "second MN-HTH-01 > 15; one_formation MN-FORM-07 = line 3; one_charged MN-HTH-22; "
        "outflanks_enemy MN-HTH-20; one_defends MNT-HTH-01 = 0 3; enemy_formation MN-FORM-07 = line 4; "
        "enemy_outflanks MN-HTH-20; enemy_defends MNT-HTH-01 = 0 3",
    ),
    (
        lambda: unit(HUSSARS, impact=True),
        "fight",
        {"one": HUSSARS, "enemy": FOE, "second": THIRD, "third": RED + GUNS},
        "third MN-HTH-01 > 14; one_formation MN-FORM-07 = line 3; one_charged MN-HTH-22 = yes; "
        "outflanks_enemy MN-HTH-20; outflanks_second MN-HTH-20; outflanks_third MN-HTH-20",
    ),
    (
        in_turn,
        "fight",
        {"one": HUSSARS, "enemy": FOE, "second": THIRD},
        "second_outflanks MN-HTH-20; second_defends MNT-HTH-01 = 0 3; plan MN-HTH-11 = even 3",
    ),
    (in_turn, "attach", {}, "stand  > 6"),
    (in_turn, "attach", {"stand": LED}, "stand  > 6; unit MN-CMD-31 6"),
    (in_turn, "abandon", {}, "unit  > 2"),
    (lambda: unit(FOE, formation="solid_square"), "abandon", {"unit": RED + GUNS}, "square  = unit 16 1"),
    (in_turn, "concede", {}, "side MN-RULING-60 2"),
]
"""The facts of a question that follow one another: key, rule, > where it opens others, = what is usual, its choices."""


@pytest.mark.rule("MN-RULING-130", "whatever depends on a place is stated")
@pytest.mark.parametrize(("table", "key", "facts", "wanted"), ASKED)
def test_what_is_asked_for(table: Callable[[], Table], key: str, facts: dict[str, Any], wanted: str) -> None:
    stated = note(key, facts)
    lines = []
    for fact in SYSTEM.tracker.inquire(table().kept, stated).facts:
        usual = f" = {fact.value}" if fact.value and fact.key not in facts else ""
        many = f" {len(fact.choices)}" if fact.kind == "choice" else ""
        lines.append(f"{fact.key} {fact.rule}{' >' * fact.opens}{usual}{many}")
        assert fact.label[:1].upper() == fact.label[:1] != ""
    assert f"; {wanted};" in f"; {'; '.join(lines)};" if facts else [wanted] == lines


TOLD: list[tuple[Callable[[], Table], str, dict[str, Any], str]] = [
    (
        in_turn,
        "fire",
        {"firer": LINE, "target": FOE, "out": "yes", "target_formation": "column"},
        """
First line battalion 2 (Blue) needs 3 or more on 1D6 (MN-FIRE-06)
+ 2/3 It fires
- 1/3 It fails
First line battalion 2 (Blue) at First line battalion 1 (Red), 3 dice (MN-FIRE-43)
- 5/108 no hit
+ 125/216 1 hit
+ 10/27 2 hits
+ 1/216 3 hits
Dice: 3 dice
  +2 basic dice (MN-FIRE-30)
  +1 extra dice (MN-FIRE-40)
""",
    ),
    (
        guns,
        "fire",
        {"firer": GUNS, "target": FOE, "band": "medium", "covered": "yes", "structure": "building 1"},
        """
Foot battery (Blue) at First line battalion 1 (Red), 1 die (MN-FIRE-43)
- 5/6 no hit
+ 1/6 1 hit
Dice: 1 die
  +2 basic dice (MN-FIRE-35)
  -1 halved (MNT-COVER-03)
building 1, 0 of 5 structural hits (MNT-STRUCT-03)
- 2/3 no damage
+ 1/3 1 structural hit
""",
    ),
    (
        guns,
        "batter",
        {"firer": GUNS, "structure": "village 1", "band": "long", "out": "yes"},
        """
Foot battery (Blue) needs 3 or more on 1D6 (MN-FIRE-06)
+ 2/3 It fires
- 1/3 It fails
village 1, 0 of 9 structural hits (MNT-STRUCT-03)
- 2/3 no damage
+ 1/3 1 structural hit
""",
    ),
    (
        lambda: unit(RED + 3, nation="austrian", rating="trained"),
        "test",
        {"unit": RED + 3, "purpose": "square", "formation": "column"},
        """
First line battalion 3 (Red) needs 4 or more on 1D6, +1 (MN-REACT-42)
+ 2/3 It passes
- 1/3 It fails
""",
    ),
    (
        in_turn,
        "test",
        {"unit": RED + HUSSARS, "purpose": "opportunity", "cautious": "yes"},
        """
Hussars (Red) need 3 or more on 1D6 (MN-CMD-20)
+ 2/3 It may charge
- 1/3 It fails
Hussars (Red) need 3 or more on 1D6 (MN-REACT-64)
+ 2/3 It passes
- 1/3 It fails
""",
    ),
    (
        two_of_two_points,
        "fight",
        {"one": LINE, "enemy": THIRD},
        """
First line battalion 2 (Blue) against First line battalion 2 (Red) (MN-HTH-12)
+ 1/10 First line battalion 2 (Blue) destroys its enemy
- 1/10 First line battalion 2 (Blue) is destroyed
= 4/5 All units are destroyed
On average First line battalion 2 (Blue) has 0.2 strength points left (MN-HTH-25) and more
+ 0 It breaks through on impact
""",
    ),
]


@pytest.mark.rule("MN-FIRE-43", "the odds of a question, with the sums they come from")
@pytest.mark.parametrize(("table", "key", "facts", "text"), TOLD)
def test_what_the_odds_are(table: Callable[[], Table], key: str, facts: dict[str, Any], text: str) -> None:
    lines = []
    for each in SYSTEM.tracker.inquire(table().kept, note(key, facts)).forecasts:
        lines.append(f"{each.title} ({each.rule}){'' if each.whole else ' and more'}")
        lines += [f"{GOOD[chance.good]} {chance.share} {chance.what}" for chance in each.chances]
        for found in each.sums:
            lines.append(f"{found.what}: {found.result}")
            lines += [f"  {row.value:+} {row.what} ({row.rule})" for row in found.modifiers]
    assert lines == text.strip().splitlines()


FOLLOWS: list[tuple[Callable[[], Table], str, tuple[int, ...], dict[str, Any], int, dict[str, Any]]] = [
    (
        guns,
        "batter",
        (1,),
        {"firer": GUNS, "structure": "village 1", "band": "close", "out": "yes"},
        GUNS,
        {"mute": True},
    ),
    (in_turn, "fire", (1,), {"firer": LINE, "target": FOE, "out": "yes"}, LINE, {"mute": True, "fired": False}),
    (in_turn, "test", (1,), {"unit": HUSSARS, "purpose": "caution"}, HUSSARS, {"still": True}),
    (
        lambda: unit(HUSSARS, impact=True),
        "test",
        (6,),
        {"unit": HUSSARS, "purpose": "feint"},
        HUSSARS,
        {"impact": False},
    ),
    (
        lambda: unit(HUSSARS, impact=True),
        "test",
        (1,),
        {"unit": HUSSARS, "purpose": "feint"},
        HUSSARS,
        {"impact": True},
    ),
    (
        in_turn,
        "test",
        (6, 6),
        {"unit": RED + HUSSARS, "purpose": "opportunity", "cautious": "yes"},
        RED + HUSSARS,
        {"charged": True, "impact": True, "blue": "reaction", "reacted": True, "idle": False},
    ),
    (
        in_turn,
        "test",
        (1,),
        {"unit": RED + HUSSARS, "purpose": "opportunity", "cautious": "yes"},
        RED + HUSSARS,
        {"charged": False, "impact": False, "blue": "reaction"},
    ),
    (
        lambda: unit(LINE, formation="solid_square"),
        "test",
        (6,),
        {"unit": LINE, "purpose": "break"},
        LINE,
        {"formation": "column", "tried_square": True},
    ),
    (
        lambda: unit(RED + GUNS, type="horse_artillery"),
        "test",
        (6,),
        {"unit": RED + GUNS, "purpose": "flee", "charger": BLUE},
        RED + GUNS,
        {"mute": True, "where": "table"},
    ),
    (lambda: unit(GUNS, crew_in=LINE), "man", (), {"unit": GUNS}, GUNS, {"crew_in": NONE}),
    (lambda: unit(GUNS, crew_in=LINE), "leave", (), {"unit": GUNS}, GUNS, {"where": "lost"}),
]
"""A note, its dice, and what a unit is like afterwards."""


@pytest.mark.rule("MN-RULING-81", "who fails without command fires no more")
@pytest.mark.rule("MN-REACT-51", "who feints has no impact")
@pytest.mark.parametrize(("table", "key", "dice", "facts", "number", "after"), FOLLOWS)
def test_what_follows(
    table: Callable[[], Table],
    key: str,
    dice: tuple[int, ...],
    facts: dict[str, Any],
    number: int,
    after: dict[str, Any],
) -> None:
    (found := table()).make(key, dice, **facts)
    assert {name: getattr(found.kept.units[number], name) for name in after} == after
