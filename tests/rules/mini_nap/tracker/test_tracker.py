"""A tracked game: boxes, markers, Brigades in turn, phases, break-through, the end."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.tracker import Note
from battles.kits.open_table.scenario import touches
from battles.rules.mini_nap.scenario.files import sample_force
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tracker.turn import next_step
from tests.rules.mini_nap.builders.manoeuvres import field, foot, noted
from tests.rules.mini_nap.builders.pictures import blocks
from tests.rules.mini_nap.builders.tracked_game import BLUE, DRAGOONS, GUNS, HUSSARS, RED, Table, in_turn, note


def test_the_system_keeps_books() -> None:
    assert SYSTEM.tracker is not None


def test_a_note_that_is_none_is_refused_and_raises_nothing() -> None:
    table = Table()
    for key in ("", "nonsense", "fire", "mark", "choose", "stand"):
        for facts in ({}, {"unit": "unit 999"}, {"unit": "unit x"}, {"firer": "\x00"}, {"brigade": "brigade -1"}):
            assert SYSTEM.tracker.refuse(table.kept, Note(key, facts)) is not None


@pytest.mark.rule("MN-SEQ-01", "The first initiative is thrown for by two dice a side, and ties are thrown again.")
def test_first_initiative() -> None:
    table = Table()
    table.make("ratings")
    said = table.make("initiative", (1, 2, 2, 1, 6, 6, 1, 1))
    assert said == ["Blue has the initiative: 3 to 3, then 12 to 2 on the dice (MN-SEQ-01, MN-SEQ-11)."]
    assert SYSTEM.tracker.page(table.kept).heading == "Blue has the initiative"


@pytest.mark.rule("MN-CMD-61", "Commanders are rated before the first initiative is thrown for.")
def test_ratings_come_first() -> None:
    table = Table(SYSTEM.tracker.start(SYSTEM.scenarios.sample({})))
    refusal = table.refused("initiative")
    assert refusal is not None
    assert refusal.rule == "MN-CMD-61"
    table.make("ratings", (6, 6) * 4)
    assert table.refused("initiative") is None


@pytest.mark.rule("MN-SEQ-06", "The side that held the initiative throws three dice for the next, the other two.")
@pytest.mark.rule("MN-SEQ-07", "A Brigade has the initiative once a Turn.")
def test_brigades_in_turn() -> None:
    table = Table().begun()
    assert table.refused("choose", brigade="brigade 1") is not None
    said = table.make("end", (1, 1, 1, 6, 6))
    assert said == ["Red has the initiative: 12 to 3 on the dice (MN-SEQ-06, MN-SEQ-11)."]
    table.make("choose", brigade="brigade 4")
    table.make("end", (6, 6, 1, 1, 1))
    refusal = table.refused("choose", brigade="brigade 0")
    assert refusal is not None
    assert refusal.rule == "MN-SEQ-07"


@pytest.mark.rule("MN-SEQ-09", "A Turn ends when no Brigade is left to choose, and all markers go.")
@pytest.mark.rule("MN-SEQ-08", "A side that alone has Brigades left gains the initiative without a throw.")
def test_a_turn_ends() -> None:
    table = Table().begun()
    table.make("mark", unit=RED, marker="yellow", on="yes")
    for number in (1, 2, 3):
        table.make("end", (6, 6, 6, 1, 1))
        table.make("choose", brigade=f"brigade {number}")
    table.make("end")
    for number in (4, 5, 6):
        table.make("choose", brigade=f"brigade {number}")
        table.make("end")
    table.make("choose", brigade="brigade 7")
    table.make("mark", unit=RED + 1, marker="blue", on="yes")
    table.make("end")
    assert table.kept.turn == 2
    assert not any(unit.blue or unit.yellow for unit in table.kept.units)
    table.make("initiative", (6, 6, 1, 1))
    assert table.refused("choose", brigade="brigade 0") is None


@pytest.mark.rule("MN-SEQ-11", "Who gains the initiative loses his blue and yellow markers; squares turn solid.")
def test_gaining_the_initiative() -> None:
    table = Table().begun()
    table.make("mark", unit=BLUE, marker="yellow", on="yes")
    table.make("mark", unit=RED, marker="yellow", on="yes")
    table.make("test", (6,), unit=RED + 1, purpose="square")
    assert table.kept.units[RED + 1].formation == "emergency_square"
    table.make("end", (6, 6, 6, 1, 1))
    assert not table.kept.units[BLUE].yellow
    assert table.kept.units[RED].yellow
    assert table.kept.units[RED + 1].formation == "solid_square"


@pytest.mark.rule("MN-LOSS-02", "A unit struck down to one point is removed, and its Brigade counts the loss.")
@pytest.mark.rule("MN-LOSS-03", "A unit in any square stays with one point.")
def test_boxes_are_struck() -> None:
    table = Table()
    table.make("form", unit=RED + 1, formation="solid_square")
    for number in (RED, RED + 1):
        for _ in range(4):
            table.make("strike", unit=number)
        assert table.points(number) == 2
        table.make("strike", unit=number)
    assert table.kept.units[RED].where == "destroyed"
    assert table.kept.units[RED + 1].where == "table"
    assert table.kept.brigades[4].lost == table.kept.divisions[1].lost == 1


@pytest.mark.rule("MN-RULING-130", "Points and units noted wrongly are put right, with the losses of their Brigade.")
def test_what_was_wrong_is_put_right() -> None:
    table = Table()
    assert table.refused("right", unit=RED) is not None
    table.make("strike", unit=RED)
    table.make("right", unit=RED)
    assert table.points(RED) == 6
    before = table.kept
    for _ in range(5):
        table.make("strike", unit=RED)
    assert table.kept.units[RED].where == "destroyed"
    table.make("right", unit=RED)
    assert table.kept.units[RED].where == "table"
    assert table.points(RED) == 2
    assert table.kept.brigades == before.brigades
    assert table.kept.divisions == before.divisions


@pytest.mark.rule("MN-CMD-46", "A Brigade commander goes when more than half of his Brigade is lost.")
@pytest.mark.rule("MN-CMD-41", "A Brigade commander goes with the unit that he is attached to.")
def test_commanders_are_lost() -> None:
    table = Table()
    stands = {(each.level, each.of): number for number, each in enumerate(table.kept.stands)}
    first, second = (stands["brigade", number] for number in (4, 5))
    for number in range(RED, RED + 3):
        table.make("destroy", unit=number)
    assert table.kept.stands[first].where == "table"
    table.make("destroy", unit=RED + 3)
    assert table.kept.stands[first].where == "removed"
    table.make("attach", stand=f"stand {second}", unit=RED + 6)
    table.make("destroy", unit=RED + 6)
    assert table.kept.stands[second].where == "removed"
    table.make("stand", stand=f"stand {second}", what="back")
    assert table.kept.stands[second].where == "table"


@pytest.mark.rule("MN-LOSS-06", "A unit with one point that is not Guard stays in its square.")
def test_one_point_stays_in_square() -> None:
    table = Table()
    table.change(RED, points=1, formation="solid_square")
    refusal = table.refused("form", unit=RED, formation="line")
    assert refusal is not None
    assert refusal.rule == "MN-LOSS-06"


@pytest.mark.rule("MN-BREAK-01", "Artillery gets no white marker.")
def test_guns_have_no_white_marker() -> None:
    assert Table().refused("mark", unit=GUNS, marker="white", on="yes") is not None


@pytest.mark.rule("MN-BREAK-08", "A unit that charges again takes a hit first.")
@pytest.mark.rule("MN-BREAK-12", "A unit that the hit would remove may only rally.")
def test_charging_again() -> None:
    table = Table().begun()
    table.make("mark", unit=HUSSARS, marker="white", on="yes")
    table.make("rally", unit=HUSSARS, how="charge")
    assert table.points(HUSSARS) == 5
    assert table.kept.units[HUSSARS].impact
    table.change(BLUE, points=2, white=True)
    assert table.refused("rally", unit=BLUE, how="charge") is not None
    table.make("rally", unit=BLUE, how="stop")
    assert not table.kept.units[BLUE].white


@pytest.mark.rule("MN-MARKER-03", "A break-through that was not spent is lost with the initiative.")
def test_a_break_through_not_spent() -> None:
    table = Table().begun()
    table.make("mark", unit=HUSSARS, marker="white", on="yes")
    table.make("end", (6, 6, 6, 1, 1))
    assert not table.kept.units[HUSSARS].white


@pytest.mark.rule("MN-RETREAT-02", "A unit that has charged does not retreat; one that retreats counts as lost.")
def test_retreat() -> None:
    table = Table().begun()
    table.change(BLUE, charged=True)
    assert table.refused("retreat", unit=BLUE) is not None
    assert table.refused("retreat", unit=RED) is not None
    table.make("retreat", unit=BLUE + 1)
    assert table.kept.divisions[0].lost == 1


@pytest.mark.rule("MN-REACT-34", "A battery is lost when the square that holds its crew is one no more.")
def test_an_abandoned_battery() -> None:
    table = Table().begun()
    guns = RED + GUNS
    assert table.refused("abandon", unit=guns) is not None
    table.make("form", unit=RED, formation="solid_square")
    table.make("abandon", unit=guns, square=RED)
    assert table.refused("fire", firer=guns, target=BLUE, band="close") is not None
    table.make("form", unit=RED, formation="column")
    assert table.kept.units[guns].where == "lost"


@pytest.mark.rule("MN-DIVMAN-02", "How far a Division manoeuvres depends on how near the enemy is said to be.")
@pytest.mark.parametrize(("enemy", "allowance"), [("near", 2400), ("far", 3600)])
def test_division_manoeuvre(enemy: str, allowance: int) -> None:
    table = Table()
    table.make("ratings")
    table.make("initiative", (6, 6, 1, 1))
    table.make("divide", division="division 0", enemy=enemy)
    assert table.kept.allowance == allowance
    assert all(brigade.chosen for brigade in table.kept.brigades if brigade.side == "a")
    assert table.refused("fire", firer=BLUE, target=RED) is not None


@pytest.mark.rule("MN-RULING-60", "A side with more than half of its units lost is broken at the end of the Turn.")
def test_the_game_ends() -> None:
    table = Table().begun()
    for number in range(RED, RED + 15):
        table.make("destroy", unit=number)
    table.make("end")
    assert table.kept.outcome is not None
    assert table.kept.outcome.winner == "a"
    refusal = table.refused("strike", unit=BLUE)
    assert refusal is not None
    assert refusal.code == "over"
    page = SYSTEM.tracker.page(table.kept)
    assert (page.heading, page.taps, page.asks) == ("Blue won", (), ())


def test_every_tap_of_the_page_can_be_made() -> None:
    """What is offered is not refused, at the start, in an initiative, and with all markers about."""
    table = Table()
    for make in (lambda: None, table.begun, spoilt(table)):
        make()
        page = SYSTEM.tracker.page(table.kept)
        taps = [*page.taps, *(tap for group in page.groups for tap in group.taps)]
        for group in page.groups:
            for row in group.rows:
                taps += [*row.taps, *([row.hit] if row.hit else [])]
        wrong = [(tap.words, found) for tap in taps if (found := SYSTEM.tracker.refuse(table.kept, tap.note))]
        assert wrong == []


def spoilt(table: Table):  # type: ignore[no-untyped-def]
    def make() -> None:
        table.change(RED, blue="reaction", yellow=True, points=3)
        table.change(BLUE + 1, blue="disorder", white=False)
        table.change(HUSSARS, white=True)
        table.make("form", unit=RED + 2, formation="solid_square")
        table.make("abandon", unit=RED + GUNS, square=RED + 2)

    return make


def test_what_is_thrown_next_is_said() -> None:
    table = Table()
    table.make("ratings")
    assert SYSTEM.tracker.throwing(table.kept, note("initiative", {}), ()) == "Blue rolls for the initiative"
    table.make("initiative", (6, 6, 1, 1))
    table.make("choose", brigade="brigade 0")
    asked = note("test", {"unit": RED + 1, "purpose": "square", "touched": ""})
    assert SYSTEM.tracker.throwing(table.kept, asked, ()) == "First line battalion 1 (Red): quality test (MN-REACT-42)"


@pytest.mark.rule("MN-SEQ-03", "manoeuvre, fire, hand-to-hand combat, and break-through where anybody has it")
@pytest.mark.rule("MN-DIVMAN-08", "a Division that manoeuvres does not fire")
@pytest.mark.parametrize(
    ("step", "division", "white", "found"),
    [
        ("manoeuvre", -1, False, "fire"),
        ("manoeuvre", -1, True, "fire"),
        ("manoeuvre", 0, False, "hand_to_hand"),
        ("fire", -1, False, "hand_to_hand"),
        ("hand_to_hand", -1, False, None),
        ("hand_to_hand", -1, True, "break_active"),
        ("hand_to_hand", 0, True, "break_active"),
        ("break_active", -1, True, None),
        ("choose", -1, True, None),
    ],
)
def test_which_phase_is_next(step: Any, division: int, white: bool, found: str | None) -> None:
    table = Table().begun()
    table.change(RED, white=white)
    assert next_step(replace(table.kept, step=step, division=division)) == found


@pytest.mark.rule("MN-HTH-25", "who has no enemy left when the impact round ends breaks through")
@pytest.mark.rule("MN-BREAK-01", "but no square")
@pytest.mark.parametrize(
    ("one", "enemy", "facts", "white"),
    [
        (DRAGOONS, RED, {"one_charged": "yes"}, True),
        (BLUE + 1, RED + DRAGOONS, {"one_formation": "solid_square"}, False),
        (BLUE + 1, RED, {"outflanks_enemy": "yes"}, True),
    ],
)
def test_break_through_at_the_impact(one: int, enemy: int, facts: dict[str, str], white: bool) -> None:
    table = Table().begun()
    table.change(enemy, points=2)
    table.make("fight", (6,) * table.points(one), one=one, enemy=enemy, **facts)
    assert table.kept.units[enemy].where == "destroyed"
    assert table.kept.units[one].white is white


@pytest.mark.rule("MN-HTH-12", "the odds of a combat: what is good for the one is so told, the rest is not")
def test_odds_of_a_combat() -> None:
    table = Table().begun()
    asked = {"one": BLUE + 1, "enemy": RED + 1}
    plain, outflanked = (
        SYSTEM.tracker.inquire(table.kept, note("fight", {**asked, **more})).forecasts
        for more in ({}, {"outflanks_enemy": "yes"})
    )
    assert [chance.good for chance in plain[0].chances] == [True, False, None]
    wins, loses, nobody = (chance.share for chance in plain[0].chances)
    assert wins == loses
    assert wins + loses + nobody == 1
    assert [(chance.share, chance.good) for chance in plain[1].chances] == [(0, True)]
    assert 0 < outflanked[1].chances[0].share < 1
    assert not plain[1].whole


@pytest.mark.rule("MN-RULING-35", "who charged, and who does no more, is marked")
@pytest.mark.parametrize(
    ("notes", "mark"),
    [
        ({"impact": True}, "charged"),
        ({"charged": True}, "charged"),
        ({"idle": True}, "halted"),
        ({"still": True}, "halted"),
    ],
)
def test_marks_of_a_block(notes: dict[str, bool], mark: str) -> None:
    assert mark not in blocks(field(foot()))["unit 0"].marks
    assert mark in blocks(noted(field(foot()), 0, **notes))["unit 0"].marks


@pytest.mark.rule(
    "MN-GEO-15", "a feature stays on a table that is made smaller where any of it lies on it, rim and all"
)
@pytest.mark.parametrize(
    ("x", "y", "stays"),
    [
        (0, 0, True),
        (-10, 0, True),
        (-11, 0, False),
        (100, 0, True),
        (101, 0, False),
        (0, -10, True),
        (0, -11, False),
        (0, 60, True),
        (0, 61, False),
    ],
)
def test_what_stays_on_a_smaller_table(x: int, y: int, stays: bool) -> None:
    box = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
    assert touches(box, 100, 60) is stays


def table_with_a_later_brigade() -> Table:
    """A table on which the second Brigade of side a comes later."""
    blue = sample_force("Blue")
    whole = blue.corps[0].divisions[0]
    late = replace(whole.brigades[1], arrives=3)
    parts = replace(whole, brigades=(whole.brigades[0], late, *whole.brigades[2:]))
    plain = SYSTEM.scenarios.sample({"commander_ratings": "fixed"})
    own = replace(blue, corps=(replace(blue.corps[0], divisions=(parts,)),))
    table = Table(SYSTEM.tracker.start(replace(plain, forces=(own, plain.forces[1]))))
    table.make("ratings")
    return table


@pytest.mark.rule("MN-RULING-60", "a Brigade that is still to come is noted as it comes on")
def test_a_brigade_that_arrives_later() -> None:
    table = table_with_a_later_brigade()
    page = SYSTEM.tracker.page(table.kept)
    assert [tap.words for tap in page.taps] == ["Roll for the initiative", "Second Brigade arrives"]
    assert [tap.words for group in page.groups for tap in group.taps] == ["Brigade arrives"]
    late = [number for number, each in enumerate(table.kept.units) if each.brigade == 1]
    stands = [number for number, each in enumerate(table.kept.stands) if each.where == "waiting"]
    assert {table.kept.units[number].where for number in late} == {"waiting"}
    assert [(table.kept.stands[n].level, table.kept.stands[n].of) for n in stands] == [("brigade", 1)]
    assert table.make("arrive", brigade="brigade 1") == ["Second Brigade arrives (MN-RULING-60)."]
    assert {each.where for each in (*table.kept.units, *table.kept.stands)} == {"table"}
    assert [tap.words for tap in SYSTEM.tracker.page(table.kept).taps] == ["Roll for the initiative"]
    table = table_with_a_later_brigade()
    table.make("initiative", (6, 6, 1, 1))
    for number in range(6):
        table.make("destroy", unit=number)
    choices = [group.key for group in SYSTEM.tracker.page(table.kept).groups if group.taps]
    assert choices == ["brigade 1", "brigade 2", "brigade 3"]


def test_an_entry_without_dice_asks_for_no_roll() -> None:
    assert SYSTEM.tracker.throwing(in_turn().kept, note("strike", {"unit": BLUE}), ()) == ""
