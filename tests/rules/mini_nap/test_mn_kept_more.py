"""More small things that hold on their own: what things are called, what is read, what is drawn, how notes begin."""

from math import hypot
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.dice import Roll
from battles.engine.table.bearings import path_between
from battles.engine.table.footprints import Footprint
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import actions_parts as parts
from battles.rules.mini_nap import conceiving_places as places
from battles.rules.mini_nap import drafting_cells as cells
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import going, lots_moves, questions, scenario, squares, stand_errands, state, words_fight
from battles.rules.mini_nap.board import footprint, footprint_of
from battles.rules.mini_nap.combat_odds import Combatant, Ends, TooLarge, duel, ends_of
from battles.rules.mini_nap.firing import Count
from battles.rules.mini_nap.frames import Allotment, Shot, StandCourse
from battles.rules.mini_nap.offers import CHOICES
from battles.rules.mini_nap.sets import Fighter
from battles.rules.mini_nap.state import Holding
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_charges import stand_at
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_moves import X, Y, field, foot, guns, horse, plan, strip, why
from tests.rules.mini_nap.mn_pictures import about, at, thought
from tests.rules.mini_nap.mn_told import SHOT, STATE, WAY, A, F, going_on
from tests.rules.mini_nap.test_mn_over_bridges import OVER

# Words


@pytest.mark.rule("MN-FIRE-60", "who passes suppresses nobody; later he fires no more in return")
@pytest.mark.parametrize(
    ("stood", "words"),
    [
        (STATE, "do nothing"),
        (going_on(WAY), "let Alpha go on"),
        (SHOT, "suppress nobody"),
        (going_on(Shot(unit=F, target=A, aim=place(0, 1), stage="return")), "fire no more in return"),
    ],
)
def test_what_passing_is_called(stood: state.State, words: str) -> None:
    assert CHOICES[act.Pass](stood, act.Pass()) == words


@pytest.mark.rule("MN-FIRE-13", "a shot is told with its range where that is known, and its band always")
def test_the_range_of_a_shot_in_words() -> None:
    count = Count(basic=2, added=(), halved=(), dice=2)
    rolls = (Roll("MN-FIRE-43", 6, (3, 4)),)
    shot = happened.Fired(unit=2, target=4, aim=(0, 0), range=900, band="close", count=count, total=7, hits=1, points=5,
                          rolls=rolls)  # fmt: skip
    assert words_fight.fired(STATE, shot).startswith("Gamma fires at Echo from 9 cm (close range)")
    assert words_fight.shot(STATE, shot).startswith("Gamma fires at Echo at close range")
    assert words_fight.shot(STATE, replace(shot, band=None)).startswith("Gamma fires at Echo:")


# What is read


@pytest.mark.parametrize(
    ("cell", "good", "bad"),
    [
        (cells.number("n", "N", 2, 9), ("2", "9"), ("1", "10", "-2", "2.5", "")),
        (cells.length("n", "N", least=2, most=9), ("2", "9", "2.25"), ("1.99", "9.01", "x", "")),
        (cells.length("n", "N"), ("0", "0.01"), ("-0.01",)),
    ],
)
def test_the_ends_of_what_a_cell_takes(cell: cells.Cell, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    assert [float(cell.read(text)) for text in good] == [float(text) for text in good]
    for text in bad:
        with pytest.raises(ValueError, match="number from"):
            cell.read(text)


@pytest.mark.rule("MN-RULING-60", "a battle without a title has the names of its forces")
def test_the_title_of_an_open_battle() -> None:
    one, other = (
        replace(each, name=name)
        for each, name in zip(SYSTEM.plain_setup({}).forces, ("The one", "the other"), strict=True)
    )
    assert scenario.open_setup(one, other).title == "The one against the other"
    assert scenario.open_setup(one, other, title="A fight").title == "A fight"


@pytest.mark.parametrize("kind", [state.Unit, state.Stand, state.Brigade, state.Division, state.Corps, state.State])
def test_nothing_is_noted_at_first(kind: Any) -> None:
    flags = {found.name: found.default for found in msgspec.structs.fields(kind) if isinstance(found.default, bool)}
    assert not any(flags.values()), flags


# What is pointed at and drawn


@pytest.mark.rule("MN-RULING-60", "the rings on which a free place is looked for, from half a centimetre to twenty")
def test_how_far_a_free_place_is_looked_for() -> None:
    assert [ring / 100 for ring in places.RINGS] == [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20]


@pytest.mark.rule("MN-CMD-42", "a stand that is pointed near evades just beyond 6 cm, one pointed far just short of 12")
@pytest.mark.parametrize(("pointed", "far"), [(1, 601), (9, 900), (40, 1199)])
def test_where_a_stand_evades_to(pointed: float, far: int) -> None:
    stood = stand_at(field(foot(y=-20), against=(foot("enemy", y=50, facing=180),)), "b", 0, 0, "corps")
    number = next(place_ for place_, each in enumerate(stood.stands) if (each.level, each.side) == ("corps", "b"))
    stood = replace(stood, stack=(WAY, StandCourse(stand=number, mover=A)))
    first, *_ = thought(places.evasions, stood, at(0, pointed), f"stand {number}", "b")
    assert (first.x, first.y) == (mm(X), mm(Y) + far)


@pytest.mark.rule("MN-TURN-04", "a charge reaches as far to the left as to the right, from a quarter turn to the other")
def test_the_reach_of_a_charge_is_even() -> None:
    outline = about(field(horse()), "unit 0")["Charge"].outline
    middle = X * 10
    left, right = [(x - middle, y) for x, y in outline], [(middle - x, y) for x, y in reversed(outline)]
    assert len(left) == len(right) == 40
    assert all(abs(x - u) <= 1 and abs(y - v) <= 1 for (x, y), (u, v) in zip(left, right, strict=True))
    assert [abs(x) for x, _ in left[:2]] == [20, 320], "half the depth, before and after 30 cm"


# Ground and squares


@pytest.mark.rule("MNT-GEN-04", "a way ends at prohibited ground; not beyond it by the tolerance of a touch")
@pytest.mark.parametrize("gap", [1, 2, 3, 50])
def test_a_way_ends_before_prohibited_ground(gap: int) -> None:
    stood = field(guns(), features=(strip("wood", 1.5 + gap / 100, 30),))
    unit = stood.units[0]
    way = path_between((unit.x, unit.y), (unit.x, unit.y + mm(6)))
    found = going.first_barred(stood, unit, "redeploy", footprint(stood, 0), way)
    assert found is not None
    assert found[0] == gap - 1


@pytest.mark.rule("MN-RULING-72", "a charger that goes on to a square stops at the first unit that it meets")
@pytest.mark.parametrize(("beside", "far"), [(None, 16), (7.6, 16), (4, 4.05), (-4, 4.05)])
def test_a_charger_that_goes_on_to_a_square_is_hindered(beside: float | None, far: float) -> None:
    others = () if beside is None else (foot("other", x=beside, y=7, facing=180),)
    stood = field(horse(), against=(foot("square", y=20, formation="solid_square"), *others))
    shape: Footprint = footprint_of(stood.setup.rules, stood.units[1])
    found = squares.shifted(stood, 0, shape)
    assert found is not None
    assert (found[0] - mm(X), found[1] - mm(Y)) == (0, mm(far))


@pytest.mark.rule("MNT-BRIDGE-04", "a charge at another structure bars no charge over the bridge; one over it does")
@pytest.mark.parametrize(("key", "rule"), [("mill", ""), ("bridge", "MNT-BRIDGE-04")])
def test_only_a_charge_over_the_bridge_bars_another(key: str, rule: str) -> None:
    second = foot("second", x=20, y=-8, formation="column")
    stood = field(foot(y=-8, formation="column"), second, against=(foot("held", y=3, facing=180),), features=OVER)
    charge = plan(move=act.Charge(2, "bridge"))
    assert why(stood, charge) == ""
    assert why(replace(stood, holding=(Holding(key, 2, 1),)), charge) == rule
    both = (Holding("mill", 2, 1), Holding("bridge", 2))
    assert why(replace(stood, holding=both), charge) == ""


@pytest.mark.rule("MN-HTH-12", "exact odds go up to 2,500 different strengths, that number included")
def test_how_large_a_combat_has_exact_odds() -> None:
    line = Fighter(unit_class="infantry", rating="guard", formation="line")

    def ends(one: int, other: int) -> Ends:
        first = Combatant(side="a", fighter=line, points=one, charging=True)
        return ends_of(duel(first, Combatant(side="b", fighter=line, points=other)), start="melee")

    assert sum(ends(1249, 1).end.values()) == pytest.approx(1)
    with pytest.raises(TooLarge, match="2,500 different strengths"):
        ends(1250, 1)


# The parts of an action


@pytest.mark.rule("MN-GEO-15", "an action's numbers, lengths, places and bearings have bounds, both ends included")
@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        (parts.Number, 0, 9_999),
        (parts.Length, 0, 100_000),
        (parts.Ordinate, -100_000, 100_000),
        (parts.Bearing, 0, 3_599),
    ],
)
def test_bounds_of_the_parts_of_an_action(kind: Any, least: int, most: int) -> None:
    assert [msgspec.convert(number, kind) for number in (least, most)] == [least, most]
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(number, kind)


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        (parts.FeatureKey, 1, 60),
        (parts.MaybeKey, 0, 60),
    ],
)
def test_lengths_of_a_key(kind: Any, least: int, most: int) -> None:
    assert msgspec.convert("k" * least, kind) == "k" * least
    assert msgspec.convert("k" * most, kind) == "k" * most
    for count in (least - 1, most + 1) if least else (most + 1,):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert("k" * count, kind)


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (lambda count: act.MoveStand(0, ((0, 0),) * count), 40),
        (lambda count: act.NearbySquares((act.Anchor(0, "left"),) * count), 60),
        (lambda count: act.Allot((Allotment(0, 1, 1),) * count), 200),
    ],
)
def test_how_many_parts_an_action_may_have(made: Any, most: int) -> None:
    for count, fits in ((most, True), (most + 1, False)):
        action = made(count)
        if fits:
            assert msgspec.json.decode(msgspec.json.encode(action), type=type(action)) == action
        else:
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(msgspec.json.encode(action), type=type(action))


# Ways and lots


@pytest.mark.rule("MN-CMD-01", "a stand rides straight, or by a bend half way that is as far to either side")
def test_the_ways_of_a_stand() -> None:
    corps = next(each for each in field(foot()).stands if each.level == "corps")
    stand = replace(corps, x=1_000, y=2_000)
    straight, *bent = stand_errands.ways(stand, (1_800, 2_600), 3_600)
    assert straight == ((1_800, 2_600),)
    assert bent
    for bend, end in bent:
        assert end == (1_800, 2_600)
        aside = bend[0] - 1_400, bend[1] - 2_300
        assert abs(aside[0] * 800 + aside[1] * 600) <= 1_000, "square to the way"
    away = [round(hypot(bend[0] - 1_400, bend[1] - 2_300) / 100) for bend, _ in bent]
    assert away == [6, 6, 12, 12]
    assert len({bend for bend, _ in bent}) == len(bent)
    (short,), *_ = stand_errands.ways(stand, (1_000, 9_000), 3_600)
    assert short == (1_000, 5_500), "a centimetre less than it may"
    assert list(stand_errands.ways(stand, (1_000, 2_000), 3_600)) == []


@pytest.mark.rule("MN-MOVE-13", "a length by lot is a tenth of a millimetre up to the most, or none")
def test_a_length_by_lot() -> None:
    chances = Chances(b"lots")
    assert lots_moves._length(0, chances) == 0
    assert {lots_moves._length(3, chances) for _ in range(60)} == {1, 2, 3}


@pytest.mark.parametrize(
    ("words", "told"), [(["stand"], "stand"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_one_or_the_other_in_words(words: list[str], told: str) -> None:
    assert questions._either(words) == told
