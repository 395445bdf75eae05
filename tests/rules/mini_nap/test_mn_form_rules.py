"""Formations: who forms them, what being formed means, and how their stands lie (MN-FORM, MN-WEAPON-01)."""

from typing import Any

import msgspec
import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, board
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import FORMATIONS
from tests.rules.mini_nap import mn_fights as fights
from tests.rules.mini_nap.mn_board import battle, force, mm, recruit
from tests.rules.mini_nap.mn_fire import COLUMN, aimed, shooting, verdict
from tests.rules.mini_nap.mn_moves import at, field, foot, go, guns, horse, light, listed, noted, on, passed, plan, why
from tests.rules.mini_nap.mn_pictures import blocks

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
@pytest.mark.rule("MN-FORM-04", "nobody is put down in an emergency square")
@pytest.mark.rule("MN-FORM-06", "artillery is put down as a battery, and nobody else is")
@pytest.mark.parametrize(("unit", "formations"), FORMED_BY)
def test_what_each_kind_forms(unit: dict[str, Any], formations: tuple[str, ...]) -> None:
    for formation in FORMATIONS:
        assert put_down(unit, formation) == ("" if formation in formations else "MN-FORM-07")


@pytest.mark.rule("MN-FORM-02", "a unit in line changes to column and keeps its strength")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [(foot(), ""), (horse(), ""), (horse(**LANCERS), ""), (horse(**COSSACKS), "MN-FORM-07"), (guns(), "MN-FORM-07")],
)
def test_changing_to_column(unit: Recruit, rule: str) -> None:
    state = field(unit)
    action = plan(change=Change(to="column", anchor="left", side="front"))
    assert why(state, action) == rule
    assert ("column" in changes_listed(state)) == (not rule)
    if not rule:
        assert go(state, action).state.units[0].formation == "column"


def through(unit: Recruit) -> str:
    """Why a unit may not go right through a friend behind whom there is room."""
    state = field(unit, foot("friend", y=5))
    move = act.Redeploy(0, mm(14), 0) if unit.type.endswith("artillery") else act.Advance(mm(14))
    return why(state, plan(move=move))


@pytest.mark.rule("MN-FORM-02", "a column is formed: it goes through nobody, and is fired at with all dice")
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
def test_an_emergency_square_is_no_formation_change(unit: Recruit) -> None:
    found = changes_listed(field(unit))
    assert found
    assert found <= {"line", "column", "solid_square", "skirmish_line"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"to": "emergency_square", "anchor": "left", "side": "rear"}, Change)


@pytest.mark.rule("MN-FORM-04", "only infantry charged by cavalry forms it, and it is formed at once")
def test_an_emergency_square_is_a_reaction() -> None:
    def charged(target: Recruit, *faces: int) -> tuple[str, State]:
        play = passed(go(field(horse(), against=(target,)), plan(move=act.Charge(1)), *faces))
        answers = [] if not play.state.stack else listed(play.state, "b", "emergency_square")
        if answers:
            on(play, "b", answers[0])
        return play.state.units[1].formation, play.state

    formation, state = charged(foot(y=17, facing=180), 3)
    assert formation == "emergency_square"
    assert charged(horse(y=18, facing=180))[0] == "line"
    assert charged(guns(y=17))[0] == "battery"
    size = board.footprint(state, 1)
    assert (size.width, size.depth) == (mm(2.5), mm(4))
    through_it = shooting(guns(weight="heavy"), against=(foot("square", 0, 20, **EMERGENCY), foot("enemy", 0, 60)))
    assert verdict(aimed(through_it, 2, 0, 59)) == "MN-FIRE-11"


@pytest.mark.rule("MN-FORM-08", "the gap of a skirmish line is 0.4 to 0.5 cm, and no other formation has one")
def test_only_a_skirmish_line_keeps_a_gap() -> None:
    for gap, wide in ((40, 5.4), (50, 5.5)):
        options = Options(skirmish_gap_cm=gap)
        assert board.footprint(field(light(), options=options), 0).width == mm(wide)
        assert board.footprint(field(foot(), options=options), 0).width == mm(5)
        assert board.footprint(field(foot(**COLUMN), options=options), 0).depth == mm(4)
    setup = field(foot()).setup
    for gap in (39, 51):
        with pytest.raises(ValueError, match="skirmish_gap_cm"):
            SYSTEM.with_options(setup, {"skirmish_gap_cm": gap})


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
        found = aiming.best(state, 0, 1)
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
    assert aiming.refuse_firer(play.state, 0) is not None
    play.tell(happened.InitiativeGained(side="b", rule="MN-SEQ-06"))
    assert aiming.refuse_firer(play.state, 0) is None
    assert aiming.best(play.state, 0, 1) is not None


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
    deep = board.footprint(state, 0).depth / 2
    return noted(state, 1, y=round(state.units[0].y + deep + mm(1)))


@pytest.mark.rule("MN-WEAPON-01", "every kind of unit throws dice hand to hand, in every formation")
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
    assert board.touched(state, 0) == (2,)
    left = noted(state, 0, crew_in=1)
    play = fights.fight(left)
    assert fights.rounds(play) == []
    assert play.state.units == left.units
