"""Small rows that lists and pages have: ends of what may be chosen, who arrives, what follows when a phase is done."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.table.bearings import GRAINS, path
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, breaking_ways, going, placing, stand_ways
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import footprint_of
from battles.rules.mini_nap.frames import Allotment
from battles.rules.mini_nap.outlines import parts_on_table
from battles.rules.mini_nap.sample import sample_force
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.words import sentence
from tests.rules.mini_nap import mn_fights as fights
from tests.rules.mini_nap.mn_board import battle, brigade, corps, division, force, mm, spot
from tests.rules.mini_nap.mn_fire import place, shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, noted, strip
from tests.rules.mini_nap.mn_odds import told
from tests.rules.mini_nap.mn_pictures import ghosts
from tests.rules.mini_nap.mn_table import BLUE, GUNS, HUSSARS, RED, Table, choosing, in_turn, note, unit

# Break-through


def broken(one: Any, y: float = 50) -> State:
    state = field(one, against=(foot("enemy", y=y, facing=180),), step="break_active")
    return noted(state, 0, white=True, charged=True, command="in")


@pytest.mark.rule("MN-BREAK-05", "back 6 to 12 cm, infantry 3 to 6")
@pytest.mark.rule("MN-BREAK-07", "forward up to 12 cm, infantry 6")
@pytest.mark.rule("MN-BREAK-06", "a turn by 90 degrees at most either way")
@pytest.mark.parametrize(
    ("one", "back", "ahead", "facings"),
    [
        (horse(), (600, 1200), (0, 1200), (-900, 900)),
        (foot(), (300, 600), (0, 600), (-900, 900)),
        (foot(facing=300), (300, 600), (0, 600), (2100, 3900)),
    ],
)
def test_ends_of_a_rally(one: Any, back: tuple[int, int], ahead: tuple[int, int], facings: tuple[int, int]) -> None:
    found = {option.kind: option for option in breaking_ways.options_of(broken(one), 0)}
    for kind, ends in (("rally_back", back), ("rally_forward", ahead)):
        assert found[kind].domains == {"travel": {"low": ends[0], "high": ends[1], "unit": "0.1mm"}}
        assert [each.travel for each in found[kind].actions] == list(range(ends[0], ends[1] + 1, 100))
    assert found["stop_and_rally"].domains == {"facing": {"low": facings[0], "high": facings[1], "unit": "0.1deg"}}
    turned = [0, *(turn for step in range(150, 901, 150) for turn in (step, -step))]
    middle = sum(facings) // 2
    assert [each.facing for each in found["stop_and_rally"].actions] == [(middle + turn) % 3600 for turn in turned]


def test_ends_of_a_break_through_charge() -> None:
    found = {option.kind: option for option in breaking_ways.options_of(broken(horse(), 9), 0)}
    assert found["rally_forward"].domains["travel"]["high"] == 500
    charges = found["break_charge"]
    assert charges.domains == {"facing": {"low": -900, "high": 900, "unit": "0.1deg"}}
    assert {each.target for each in charges.actions} == {1}


# What follows when a phase is done


@pytest.mark.rule("MN-SEQ-05", "when nobody fires any more the combats of those in contact are forecast")
def test_a_phase_that_ends_in_a_combat() -> None:
    far = foot("far", x=30, y=10, facing=180)
    state = shooting(foot("one"), guns("guns", x=30), against=(foot("two", y=2, facing=180), far))
    assert told(state, act.Done())[0].title == "One fights two"
    large = shooting(foot("one", points=200), guns("guns", x=30), against=(foot("two", y=2, points=200), far))
    (found,) = told(large, act.Done())
    assert found.title == "One fights two: too many strength points for exact odds of the end"
    assert (found.chances, found.whole) == ((), False)
    assert found.sums != ()


@pytest.mark.rule("MN-HTH-25", "after the impact nobody breaks through, and no odds of it are told")
def test_a_melee_round_tells_nothing_of_the_impact() -> None:
    two = (fights.foot("one", 0, 0), fights.foot("other", 2.6, 0))
    foes = (fights.foot("three", 0, 2, 180), fights.foot("four", 2.6, 2, 180))
    state = fights.begin_combat(fights.field(two, foes)).state
    found = told(state, fights.listed(state, "a", "allot")[0])
    assert found[0].title.startswith("One and other fight three and four, if ")
    assert len(found) == 5
    assert not [each for each in found if "after the impact" in each.title]


# Squares and ground


@pytest.mark.rule("MN-SQUARE-02", "emergency squares do not inch")
def test_who_inches() -> None:
    for formation, far in (("solid_square", 400), ("emergency_square", 0), ("line", 0)):
        assert allowances.inch(field(foot(formation=formation)), 0) == far
    near = field(foot(formation="solid_square"), against=(horse("enemy", y=14.2),))
    assert allowances.inch(near, 0) == 200


@pytest.mark.rule("MNT-GEN-04", "ground that bars a unit is that which it would be in, however little")
def test_a_hairs_breadth_of_a_river() -> None:
    for bottom, barred in ((0.99, True), (1, False), (1.01, False)):
        river = strip("rough_x", bottom, bottom + 10)
        state = field(foot(), features=(river,))
        shape = footprint_of(state.setup.rules, state.units[0])
        assert shape.top == mm(61) * GRAINS
        assert (going.barred_at(state, state.units[0], "move", shape) is not None) is barred


@pytest.mark.rule("MNT-GEN-04", "who stands in ground that bars it goes no step further into it")
def test_no_step_further_into_a_bog() -> None:
    state = field(foot(), features=(strip("bog", -3, 6),))
    unit_, shape = state.units[0], footprint_of(state.setup.rules, state.units[0])
    found = going.first_barred(state, unit_, "move", shape, path(0, mm(4)))
    assert found is not None
    assert (found[0], found[1].rule) == (0, "MNT-BOG-01")


def test_a_line_that_leaves_the_table_and_comes_back_is_two() -> None:
    table = field(foot()).setup.table
    line = ((1_000, 1_000), (-1_000, 1_000), (1_000, 3_000), (1_000, 5_000))
    assert list(parts_on_table(table, line)) == [
        ((1_000, 1_000), (0, 1_000)),
        ((0, 2_000), (1_000, 3_000), (1_000, 5_000)),
    ]


# The books


def arriving() -> Table:
    """A table on which the second Brigade of side a comes later."""
    blue = sample_force("Blue")
    whole = blue.corps[0].divisions[0]
    late = replace(whole.brigades[1], arrives=3)
    parts = replace(whole, brigades=(whole.brigades[0], late, *whole.brigades[2:]))
    plain = SYSTEM.plain_setup({"commander_ratings": "fixed"})
    own = replace(blue, corps=(replace(blue.corps[0], divisions=(parts,)),))
    table = Table(SYSTEM.open_books(replace(plain, forces=(own, plain.forces[1]))))
    table.make("ratings")
    return table


@pytest.mark.rule("MN-RULING-60", "a Brigade that is still to come is noted as it comes on")
def test_a_brigade_that_comes_on() -> None:
    table = arriving()
    page = SYSTEM.books(table.kept)
    assert [tap.words for tap in page.taps] == ["Throw for the initiative", "Second Brigade comes on"]
    assert [tap.words for group in page.groups for tap in group.taps] == ["Comes on"]
    late = [number for number, each in enumerate(table.kept.units) if each.brigade == 1]
    stands = [number for number, each in enumerate(table.kept.stands) if each.where == "waiting"]
    assert {table.kept.units[number].where for number in late} == {"waiting"}
    assert [(table.kept.stands[n].level, table.kept.stands[n].of) for n in stands] == [("brigade", 1)]
    assert table.make("arrive", brigade="brigade 1") == ["Second Brigade comes on (MN-RULING-60)."]
    assert {each.where for each in (*table.kept.units, *table.kept.stands)} == {"table"}
    assert [tap.words for tap in SYSTEM.books(table.kept).taps] == ["Throw for the initiative"]
    table = arriving()
    table.make("initiative", (6, 6, 1, 1))
    for number in range(6):
        table.make("destroy", unit=number)
    choices = [group.key for group in SYSTEM.books(table.kept).groups if group.taps]
    assert choices == ["brigade 1", "brigade 2", "brigade 3"]


@pytest.mark.rule("MN-DIVMAN-01", "a Division manoeuvres while none of its Brigades has had the initiative")
def test_divisions_that_cannot_manoeuvre() -> None:
    table = choosing()
    brigades = (replace(table.kept.brigades[0], chosen=True), *table.kept.brigades[1:])
    table.kept = replace(table.kept, brigades=brigades)
    refusal = table.refused("divide", division="division 0", enemy="near")
    assert refusal is not None
    assert refusal.sentence.endswith("First Brigade has had the initiative this Turn.")
    table = choosing()
    for number in range(15):
        table.change(number, where="destroyed")
    refusal = table.refused("divide", division="division 0", enemy="near")
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("MN-SEQ-10", "Blue Division has no unit on the table.")
    assert choosing().refused("divide", division="division 0", enemy="far") is None


@pytest.mark.rule("MN-SEQ-03", "the likeliest note of a unit is what its phase is for")
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
def test_the_likeliest_note(step: Any, number: int, changes: dict[str, Any], likely: str | None) -> None:
    table = unit(number, **changes)
    table.kept = replace(table.kept, step=step)
    rows = [row for group in SYSTEM.books(table.kept).groups for row in group.rows]
    found = next(row for row in rows if row.key == f"unit {number}").likely
    assert (found and found[1]) == likely


@pytest.mark.rule("MN-TYPE-11", "a commander has the colours of his Corps")
def test_colours_of_commanders() -> None:
    first = corps(division(brigade(foot("one"))), name="First", nation="french")
    second = corps(division(brigade(foot("two", x=9))), division(brigade(foot("three", x=20))), nation="russian")
    state = battle(force(first, second), step="manoeuvre", brigade=0)
    rows = [row for group in SYSTEM.books(state).groups for row in group.rows if row.key.startswith("stand")]
    assert {row.nation for row in rows if row.side == "b"} == {""}
    places = {row.key: row.nation for row in rows if row.side == "a"}
    wanted = {}
    for number, stand in enumerate(state.stands):
        if stand.side == "a":
            named = stand.of if stand.level == "corps" else None
            of = stand.of if stand.level == "division" else state.brigades[stand.of].division
            wanted[f"stand {number}"] = ("FR", "RU")[state.divisions[of].corps if named is None else named]
    assert places == wanted
    assert set(places.values()) == {"FR", "RU"}


def test_a_note_that_throws_nothing_asks_nobody_to_throw() -> None:
    assert SYSTEM.throwing(in_turn().kept, note("strike", {"unit": BLUE}), ()) == ""


@pytest.mark.rule("MN-FIRE-60", "a shot hangs on nothing where nobody can suppress it")
def test_a_shot_that_hangs_on_nothing() -> None:
    state = shooting(guns(), against=(foot("target", y=12, facing=180),))
    (shot,) = [each for option in SYSTEM.options(state, "a") if option.kind == "fire" for each in option.actions]
    assert [each.title for each in told(state, shot)] == ["Guns fires at target", "Target after the fire"]


@pytest.mark.rule("MN-RULING-60", "places are listed in three rows of a zone, the one nearest to the enemy first")
@pytest.mark.parametrize(("zone", "rows"), [((0, 0, 18_000, 3_000), [2_899, 1_500, 101]), ((0, 0, 18_000, 202), [101])])
def test_rows_of_a_zone(zone: tuple[int, int, int, int], rows: list[int]) -> None:
    state = field(foot())
    unit = replace(state.units[0], x=0, y=0)
    found = list(placing._grid(zone, footprint_of(state.setup.rules, unit), 0))
    assert list(dict.fromkeys(y for _, y in found)) == rows
    first = [x for x, y in found if y == rows[0]]
    assert first[0] == 9_000
    assert sorted(first) == list(range(min(first), max(first) + 1, 625))
    assert (min(first) >= 251, max(first) <= 17_749) == (True, True)
    assert min(first) - 625 < 251


# Stands


RIVER = Feature(key="river", kind="river", points=(place(-40, 0), place(40, 0)), width=400)


@pytest.mark.rule("MNT-BRIDGE-01", "a stand crosses water on a bridge and nowhere beside it")
@pytest.mark.parametrize(
    ("start", "end", "barred"),
    [
        ((0, -6), (0, 6), False),
        ((1, -6), (1, 6), False),
        ((-4, -6), (1, 6), True),
        ((0, -6), (6, 6), True),
        ((6, -6), (6, 6), True),
        ((0, 6), (0, -6), False),
        ((1, 6), (-4, -6), True),
    ],
)
def test_stands_at_a_river(start: tuple[float, float], end: tuple[float, float], barred: bool) -> None:
    bridge = strip("bridge", -2.5, 2.5, -1.5, 1.5, over="river")
    state = field(foot(y=30), features=(RIVER, bridge))
    assert (stand_ways.barred(state, place(*start), place(*end)) is not None) is barred


@pytest.mark.rule("MN-CMD-01", "the ghost of a stand that rides stands where it rides to")
def test_the_ghost_of_a_ride() -> None:
    state = battle(force(brigade(foot(), place=spot(90, 70))), step="manoeuvre", brigade=0)
    found = ghosts(state, act.MoveStand(2, ((9_500, 7_200),)))
    assert found["stand 2"].at == (950, 480)


# Words


@pytest.mark.rule("MN-HTH-11", "who puts how many points on whom is told")
def test_allotments_in_words() -> None:
    state = field(foot("one"), foot("two", x=5), against=(foot("three", y=2), foot("four", x=5, y=2)))
    shares = (Allotment(0, 2, 4), Allotment(0, 3, 2), Allotment(1, 3, 6))
    told_ = sentence(state, happened.Allotted(side="a", shares=shares))
    assert told_ == "One puts 4 on three, one puts 2 on four and two puts 6 on four (MN-HTH-11)."
    assert sentence(state, happened.Allotted(side="b", shares=())) == "Force allots nothing (MN-HTH-11)."
