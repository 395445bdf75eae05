"""Formations: who takes them, their bases and measures, and what being formed means (MN-FORM, MN-BASE)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.kits.open_table import distances
from battles.kits.open_table.footprints import SIDES, path
from battles.kits.open_table.sweeps import first_contact
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.movement import formation
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import ForceUnit, Stand, State, possible_formations
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import FORMATIONS, Formation
from tests.rules.mini_nap.builders import melees as fights
from tests.rules.mini_nap.builders.manoeuvres import (
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    noted,
    on,
    passed,
    plan,
    why,
)
from tests.rules.mini_nap.builders.pictures import blocks
from tests.rules.mini_nap.builders.shots import COLUMN, aimed, shooting, verdict
from tests.rules.mini_nap.builders.table_positions import battle, force, mm, recruit

COSSACKS: dict[str, Any] = {"type": "light_cavalry", "irregular": True, "formation": "skirmish_line"}
LANCERS: dict[str, Any] = {"type": "light_cavalry", "lancer": True}
EMERGENCY: dict[str, Any] = {"formation": "emergency_square"}


def put_down(unit: dict[str, Any], formation: str) -> str:
    """Why a unit may not be deployed in a formation."""
    state = battle(force(recruit(at=None, **unit)), step="deployment", turn=0)
    return why(state, act.Deploy(0, mm(50), mm(20), 0, formation))  # type: ignore[arg-type]


def changes_listed(state: State) -> set[str]:
    """The formations that side a's units are offered to change to."""
    found = [action for action in listed(state, "a") if isinstance(action, act.Manoeuvre)]
    return {part.change.to for action in found for part in (action.before, action.after) if part.change}


FORMED_BY: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({}, ("line", "column", "solid_square")),
    ({"type": "light_infantry"}, ("line", "column", "solid_square", "skirmish_line")),
    ({"type": "heavy_cavalry"}, ("line", "column")),
    ({"type": "medium_cavalry"}, ("line", "column")),
    ({"type": "light_cavalry"}, ("line", "column", "skirmish_line")),
    (LANCERS, ("line", "column")),
    ({"type": "light_cavalry", "irregular": True}, ("skirmish_line",)),
    ({"type": "foot_artillery", "points": 4, "weight": "medium"}, ("battery",)),
    ({"type": "horse_artillery", "points": 3, "weight": "light"}, ("battery",)),
]


@pytest.mark.rule("MN-FORM-02", "infantry and cavalry form column, irregulars and guns never do")
@pytest.mark.rule("MN-FORM-04", "no unit is deployed in an emergency square")
@pytest.mark.rule("MN-FORM-06", "artillery is deployed as a battery, and no other unit is")
@pytest.mark.parametrize(("unit", "formations"), FORMED_BY)
def test_what_each_kind_forms(unit: dict[str, Any], formations: tuple[str, ...]) -> None:
    for wanted in FORMATIONS:
        assert put_down(unit, wanted) == ("" if wanted in formations else "MN-FORM-07")


@pytest.mark.rule("MN-FORM-02", "a unit in line changes to column and keeps its strength")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [(foot(), ""), (horse(), ""), (horse(**LANCERS), ""), (horse(**COSSACKS), "MN-FORM-07"), (guns(), "MN-FORM-07")],
)
def test_changing_to_column(unit: ForceUnit, rule: str) -> None:
    state = field(unit)
    action = plan(change=Change(to="column", anchor="left", side="front"))
    assert why(state, action) == rule
    assert ("column" in changes_listed(state)) == (not rule)
    if not rule:
        assert go(state, action).state.units[0].formation == "column"


def through(unit: ForceUnit) -> str:
    """Why a unit may not go right through a friend behind whom there is room."""
    state = field(unit, foot("friend", y=5))
    move = act.Redeploy(0, mm(14), 0) if unit.type.endswith("artillery") else act.Advance(mm(14))
    return why(state, plan(move=move))


@pytest.mark.rule("MN-FORM-02", "a column is formed: it goes through no unit, and is fired at with all dice")
@pytest.mark.rule("MN-FORM-06", "a battery is not formed: it goes through friends, and is fired at with half dice")
def test_formed_and_unformed() -> None:
    assert through(horse(**COLUMN)) == "MN-INTERPEN-03"
    assert through(horse(**COSSACKS)) == ""
    assert through(guns()) == ""
    dice = []
    for enemy in (horse("enemy", 0, 8, 180, **COLUMN), guns("enemy", 0, 5.5, 180), foot("enemy", 0, 5, 180)):
        dice.append(verdict(aimed(shooting(foot(), against=(enemy,)), 1, 0, 4)))
    assert dice == [3, 1, 2]


@pytest.mark.rule("MN-FORM-04", "an emergency square is no choice: it is neither listed nor read from an answer")
@pytest.mark.parametrize("unit", [foot(), light(), foot(**COLUMN), foot(formation="solid_square"), horse()])
def test_an_emergency_square_is_no_formation_change(unit: ForceUnit) -> None:
    found = changes_listed(field(unit))
    assert found
    assert found <= {"line", "column", "solid_square", "skirmish_line"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"to": "emergency_square", "anchor": "left", "side": "rear"}, Change)


@pytest.mark.rule("MN-FORM-04", "only infantry charged by cavalry forms it, and it is formed at once")
def test_an_emergency_square_is_a_reaction() -> None:
    def charged(target: ForceUnit, *faces: int) -> tuple[str, State]:
        play = passed(go(field(horse(), against=(target,)), plan(move=act.Charge(1)), *faces))
        answers = [] if not play.state.stack else listed(play.state, "b", "emergency_square")
        if answers:
            on(play, "b", answers[0])
        return play.state.units[1].formation, play.state

    formation, state = charged(foot(y=17, facing=180), 3)
    assert formation == "emergency_square"
    assert charged(horse(y=18, facing=180))[0] == "line"
    assert charged(guns(y=17))[0] == "battery"
    size = positions.footprint(state, 1)
    assert (size.width, size.depth) == (mm(2.5), mm(4))
    through_it = shooting(guns(weight="heavy"), against=(foot("square", 0, 20, **EMERGENCY), foot("enemy", 0, 60)))
    assert verdict(aimed(through_it, 2, 0, 59)) == "MN-FIRE-11"


@pytest.mark.rule("MN-FORM-08", "the gap of a skirmish line is 0.4 to 0.5 cm, and no other formation has one")
def test_only_a_skirmish_line_keeps_a_gap() -> None:
    for gap, wide in ((40, 5.4), (50, 5.5)):
        options = Options(skirmish_gap_cm=gap)
        assert positions.footprint(field(light(), options=options), 0).width == mm(wide)
        assert positions.footprint(field(foot(), options=options), 0).width == mm(5)
        assert positions.footprint(field(foot(**COLUMN), options=options), 0).depth == mm(4)
    setup = field(foot()).setup
    for gap in (39, 51):
        with pytest.raises(ValueError, match="skirmish_gap_cm"):
            SYSTEM.settings.with_options(setup, {"skirmish_gap_cm": gap})


@pytest.mark.rule("MN-FORM-09", "a skirmish line has the dice of a line, from a zone between its own front corners")
def test_a_skirmish_line_fires_like_a_line() -> None:
    enemy = foot("enemy", 0, 5, 180)
    for firer in (foot(), light()):
        assert verdict(aimed(shooting(firer, against=(enemy,)), 1, 0, 4)) == 2
    friend = foot("friend", 5, 2)
    assert verdict(aimed(shooting(foot(), friend, against=(enemy,)), 2, 0, 4)) == 2
    assert verdict(aimed(shooting(light(), friend, against=(enemy,)), 2, 0, 4)) == "MN-FIRE-11"


@pytest.mark.rule("MN-FORM-10", "a square has four faces and fires from each of them")
@pytest.mark.parametrize("square", [{"formation": "solid_square"}, EMERGENCY])
def test_a_square_has_four_faces(square: dict[str, Any]) -> None:
    for x, y, face in ((0, 5, "front"), (4, 0, "right"), (0, -5, "rear"), (-4, 0, "left")):
        state = shooting(foot(**square), against=(foot("enemy", x, y, 90 if x else 0),))
        found = targets.best_aim(state, 0, 1)
        assert found is not None
        assert found[1] == face


LIFE: list[act.Movement] = [act.Prolong(mm(1)), act.Prolong(mm(1), back=True), act.Redeploy(900, mm(15), 1800)]


@pytest.mark.rule("MN-FORM-11", "a battery is one block whatever it does, and changes to nothing else")
@pytest.mark.rule("MN-ART-06", "it counts as unlimbered at the end of its movement")
@pytest.mark.parametrize("move", LIFE)
def test_a_battery_is_always_a_battery(move: act.Movement) -> None:
    state = field(guns())
    after = go(state, plan(move=move)).state
    for each in (state, after):
        assert each.units[0].formation == "battery"
        assert (blocks(each)["unit 0"].shape, blocks(each)["unit 0"].size) == ("unlimbered", (30, 30))
    for to in ("line", "column", "solid_square", "skirmish_line"):
        change = Change(to=to, anchor="front", side="front")
        assert why(state, plan(change=change)) == "MN-FORM-07"
    assert at(after, 0) != at(state, 0)


@pytest.mark.rule("MN-ART-06", "a battery that redeployed answers fire in the enemy's next initiative")
def test_a_battery_that_redeployed_fires_in_the_next_initiative() -> None:
    play = go(field(guns(), against=(guns("enemy", 0, 40, 180),)), plan(move=act.Redeploy(0, mm(15), 0)))
    assert targets.refuse_firer(play.state, 0) is not None
    play.tell(happened.InitiativeGained(side="b", rule="MN-SEQ-06"))
    assert targets.refuse_firer(play.state, 0) is None
    assert targets.best_aim(play.state, 0, 1) is not None


# Hand to hand

FIGHTERS: list[dict[str, Any]] = [
    {},
    {"formation": "column"},
    {"formation": "solid_square"},
    EMERGENCY,
    {"type": "light_infantry", "formation": "skirmish_line"},
    {"type": "heavy_cavalry"},
    COSSACKS,
    {"type": "foot_artillery", "weight": "medium"},
    {"type": "horse_artillery", "weight": "light"},
]


def beside(unit: dict[str, Any]) -> State:
    """A unit of 4 points whose front touches an enemy line."""
    state = fights.field((fights.foot("unit", 0, 0, **{"points": 4, **unit}),), (fights.foot("enemy", 0, 9, 180),))
    deep = positions.footprint(state, 0).depth / 2
    return noted(state, 1, y=round(state.units[0].y + deep + mm(1)))


@pytest.mark.rule("MN-WEAPON-01", "every kind of unit rolls dice hand to hand, in every formation")
@pytest.mark.parametrize("unit", FIGHTERS)
def test_everybody_can_fight(unit: dict[str, Any]) -> None:
    play = fights.fight(beside(unit), *[1] * 20, *[6] * 40)
    assert any(throw.dice for each in fights.rounds(play) for throw in each.throws if throw.unit == 0)


@pytest.mark.rule("MN-WEAPON-01", "an abandoned battery does not fight, and is not fought")
def test_abandoned_guns_do_not_fight() -> None:
    state = fights.field(
        (fights.guns("guns", 0, 0), fights.foot("square", 2.75, -1, formation="solid_square")),
        (fights.foot("enemy", -1.25, 2.5, 180),),
    )
    assert positions.enemies_in_contact(state, 0) == (2,)
    left = noted(state, 0, crew_in=1)
    play = fights.fight(left)
    assert fights.rounds(play) == []
    assert play.state.units == left.units


@pytest.mark.rule("MN-BASE-02", "cavalry stands are 2.5 by 4 cm, two to a unit")
@pytest.mark.rule("MN-FORM-08", "stands touch edge to edge, but a skirmish line keeps its gap")
@pytest.mark.parametrize(
    ("formation", "size"), [("line", (500, 400)), ("column", (250, 800)), ("skirmish_line", (550, 400))]
)
def test_cavalry_takes_the_ground_of_its_two_stands(formation: Formation, size: tuple[int, int]) -> None:
    rules = Rules(Options(skirmish_gap_cm=50))
    assert positions.footprint_size(rules, "cavalry", formation) == size


@pytest.mark.rule("MN-BASE-04", "a Brigade stand is a circle of 2.5 cm")
@pytest.mark.rule("MN-BASE-05", "a Division stand is a circle of 2.5 cm")
@pytest.mark.rule("MN-BASE-06", "a Corps stand is a circle of 2.5 cm")
@pytest.mark.parametrize("level", ["brigade", "division", "corps"])
@pytest.mark.parametrize(("x", "y"), [(1_000, 0), (0, 1_000), (600, 800)])
def test_a_command_stand_is_a_circle(level: str, x: int, y: int) -> None:
    state = field(foot())
    here, there = (Stand(side="a", level=level, of=0, name="", x=a, y=b) for a, b in ((0, 0), (x, y)))  # type: ignore[arg-type]
    apart = distances.distance(positions.stand_shape(state, here), positions.stand_shape(state, there))
    assert apart == pytest.approx(1_000 - 250, abs=1)


@pytest.mark.rule("MN-BASE-07", "a unit of one strength point takes the ground of one of six")
def test_strength_changes_no_footprint() -> None:
    state = field(foot(), foot("weak", 20, points=1))
    one, other = (positions.footprint(state, number) for number in (0, 1))
    assert (one.width, one.depth) == (other.width, other.depth)


CHANGES: list[tuple[Change, tuple[float, float]]] = [
    (Change(to="column", anchor="left", side="front"), (-1.25, 1)),
    (Change(to="column", anchor="left", side="rear"), (-1.25, -1)),
    (Change(to="column", anchor="right", side="rear"), (1.25, -1)),
    (Change(to="solid_square", anchor="right", side="rear"), (1.25, -1)),
]


@pytest.mark.rule("MN-GEO-03", "the stand that stays keeps its centre, half a width from that of the line")
@pytest.mark.rule("MN-RULING-14", "any stand may stay, and the other form on any side of it")
@pytest.mark.parametrize(("change", "centre"), CHANGES)
def test_the_stand_that_stays_is_where_it_was(change: Change, centre: tuple[float, float]) -> None:
    state = field(foot(type="line_infantry", formation="line"))
    made = formation.after_change(state.setup.rules, state.units[0], change)
    middle = state.units[0]
    assert (made.x - middle.x, made.y - middle.y) == (mm(centre[0]), mm(centre[1]))
    assert made.facing == middle.facing


@pytest.mark.rule("MN-GEO-03", "the gap of a skirmish line belongs to its footprint")
def test_a_skirmish_line_is_a_gap_wider_than_a_line() -> None:
    state = field(light(formation="line"))
    made = formation.after_change(
        state.setup.rules, state.units[0], Change(to="skirmish_line", anchor="left", side="right")
    )
    gap = state.setup.rules.options.skirmish_gap_cm
    assert made.x - state.units[0].x == gap // 2
    assert positions.footprint_of(state.setup.rules, made).width == 500 + gap


@pytest.mark.rule("MN-RULING-14", "a square keeps its centre and may form up facing anywhere")
@pytest.mark.parametrize("bearing", [0, 137, 1_800, 3_599])
def test_out_of_a_square_any_bearing_is_free(bearing: int) -> None:
    state = field(foot(formation="solid_square"))
    change = Change(to="column", bearing=bearing)
    assert why(state, plan(change=change)) == ""
    made = formation.after_change(state.setup.rules, state.units[0], change)
    assert (made.x, made.y, made.facing) == (state.units[0].x, state.units[0].y, bearing)


@pytest.mark.rule("MN-GEO-04", "enemies 0.05 cm apart are in contact, 0.06 cm apart they are not")
@pytest.mark.rule("MN-RULING-15", "0.05 cm between enemies")
@pytest.mark.parametrize(("apart", "touches"), [(0, True), (0.05, True), (0.06, False)])
def test_contact_has_a_tolerance(apart: float, touches: bool) -> None:
    state = field(foot(), against=(foot("enemy", 0, 2 + apart, 180),))
    assert bool(positions.enemies_in_contact(state, 0)) is touches


@pytest.mark.rule("MN-RULING-15", "units that merely meet with their corners are not in contact, but by option")
@pytest.mark.parametrize("counts", [False, True])
def test_corner_to_corner_is_no_contact(counts: bool) -> None:
    options = Options(corner_touch_is_contact=counts)
    state = field(foot(), against=(foot("enemy", 5, 2, 180),), options=options)
    assert bool(positions.enemies_in_contact(state, 0)) is counts


@pytest.mark.rule("MN-GEO-07", "a unit that goes straight sweeps its width and no more")
@pytest.mark.parametrize(("x", "meets"), [(0, 300), (4.9, 300), (-4.9, 300), (5.1, None), (-5.1, None)])
def test_a_straight_way_is_as_wide_as_the_unit(x: float, meets: int | None) -> None:
    state = field(foot(), foot("other", x, 5))
    met = first_contact(positions.footprint(state, 0), path(0, 1_000), [positions.footprint(state, 1)])
    assert (met.travel if met else None) == meets


@pytest.mark.rule("MN-GEO-10", "nothing is swept in an about-face, and the footprint stays")
def test_an_about_face_needs_no_room() -> None:
    state = field(foot(), foot("left", -5, 0), foot("right", 5, 0))
    assert why(state, plan(pivot=90)) == "MN-TURN-02"
    assert why(state, plan(about=True)) == ""
    after = go(state, plan(about=True)).state
    assert after.units[0].facing == 1_800
    assert set(positions.footprint(after, 0).corners) == set(positions.footprint(state, 0).corners)


@pytest.mark.rule("MN-FORM-02", "infantry and cavalry form column, irregular cavalry does not")
@pytest.mark.rule("MN-FORM-06", "artillery is always a battery, and no other unit is one")
def test_who_forms_column_and_who_is_a_battery() -> None:
    irregular = recruit("Cossacks", "light_cavalry", irregular=True, nation="russian", formation="skirmish_line")
    assert "column" not in possible_formations(irregular)
    for unit in (foot(), light(), horse(), horse(type="light_cavalry", lancer=True)):
        assert "column" in possible_formations(unit)
        assert "battery" not in possible_formations(unit)
    assert possible_formations(guns()) == ("battery",)


@pytest.mark.rule("MN-FORM-04", "no unit is deployed in an emergency square")
def test_an_emergency_square_is_formed_by_reaction_only() -> None:
    state = field(foot())
    waiting = replace(noted(state, 0, where="waiting"), step="deployment", turn=0)
    action = act.Deploy(0, mm(90), mm(10), 0, "emergency_square")
    assert why(waiting, replace(action, formation="column")) == ""
    assert why(waiting, action) == "MN-FORM-07"


@pytest.mark.rule("MN-FORM-10", "a square has four faces, any other formation its front alone")
def test_a_square_fires_from_four_faces() -> None:
    state = field(foot(formation="solid_square"), foot("line", 20))
    assert targets.firing_faces(state.units[0]) == SIDES
    assert len(SIDES) == 4
    assert targets.firing_faces(state.units[1]) == ("front",)


@pytest.mark.rule("MN-FORM-11", "a battery that has moved is a battery still")
@pytest.mark.rule("MN-ART-06", "a redeployed battery stands unlimbered where it comes to")
def test_a_battery_has_one_formation_whatever_it_does() -> None:
    state = field(guns())
    play = passed(go(state, plan(move=act.Redeploy(900, mm(6), 450))))
    assert play.state.units[0].formation == "battery"
    assert play.state.units[0].facing == 450
    assert at(play.state, 0) == (6, 0)


@pytest.mark.rule("MN-RULING-18", "one pivot or about-face before the movement and one after it")
def test_one_turn_before_and_one_after() -> None:
    state = field(foot())
    both = plan(move=act.Advance(mm(3)), pivot=30, then=act.FreeSteps(pivot=1_500))
    after = passed(go(state, both)).state.units[0]
    assert (after.facing, after.turned) == (1_500, 300 + 1_200)
    assert why(state, plan(pivot=30, about=True)) == "MN-MAN-04"


@pytest.mark.rule("MN-RULING-63", "a square may pivot")
def test_a_square_turns() -> None:
    state = field(foot(formation="solid_square"))
    assert why(state, plan(pivot=45)) == ""
    assert go(state, plan(pivot=45)).state.units[0].facing == 450
