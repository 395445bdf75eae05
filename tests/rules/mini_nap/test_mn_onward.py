"""How far a unit goes on that the enemy has tried in vain to charge on its way (MN-REACT-65, MN-RULING-69, 150)."""

from typing import Any

import pytest

from battles.engine.table.bearings import FULL
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import onward
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.words_choices import CHOICES
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_charges import stand_at
from tests.rules.mini_nap.mn_moves import asked, at, field, foot, go, guns, horse, light, listed, on, plan, strip, why

BESIDE = foot("passive", x=7, y=3, facing=270)


def held(
    mover: Recruit, move: Any, *more: Recruit, against: tuple[Recruit, ...] = (BESIDE,), faces: Any = (2,), **facts: Any
) -> Play:
    """A unit of side a on its way, which the first unit of side b has tried in vain to charge after 3 cm of it."""
    state = field(mover, *more, against=against, **facts)
    number = 1 + len(more)
    meets = act.OpportunityCharge(number, mm(3), against[0].place.facing)  # type: ignore[union-attr]
    return on(go(state, move, *faces), "b", meets)


@pytest.mark.rule("MN-RULING-69", "the owner of the mover may stop anywhere up to its declared distance")
@pytest.mark.rule("MN-RULING-150", "0 stops it on the spot, and what it was to do after its movement follows")
@pytest.mark.parametrize("more", [0, 1.25, 3])
def test_the_mover_stops_where_its_owner_likes(more: float) -> None:
    turned = plan(move=act.Advance(mm(6)), then=act.Pre(pivot=900))
    play = held(foot("mover"), turned)
    assert asked(play) == ("go_on",)
    assert [way.travel for way in listed(play.state, "a")] == [mm(3), 0, mm(1), mm(2)]
    assert why(play.state, act.GoOn(mm(3.01))) == "MN-RULING-69"
    on(play, "a", act.GoOn(mm(more)))
    assert (at(play.state, 0), play.state.stack) == ((0, 3 + more), ())
    assert play.state.units[0].facing == 900


@pytest.mark.rule("MN-RULING-69", "a charge continues to contact")
@pytest.mark.rule("MN-RULING-150", "an extension is pressed to its end, too")
def test_charges_and_extensions_go_on_in_full() -> None:
    beside = horse("beside", x=14, y=6, facing=270)
    goal = foot("goal", y=20, facing=180)
    play = go(field(horse("mover"), against=(goal, beside)), plan(move=act.Charge(1)), 2)
    on(play, "b", act.OpportunityCharge(2, mm(3), 2700))
    assert "go_on" not in asked(play)
    state = field(horse("mover", type="medium_cavalry"), against=(foot("far", y=39), beside))
    play = go(state, plan(move=act.ExtendedCharge(1)), 3, 5, 5, 2)
    on(play, "b", act.OpportunityCharge(2, mm(3), 2700))
    assert "go_on" not in asked(play)


@pytest.mark.rule("MN-INTERPEN-04", "nobody stops on a friend that he goes through")
def test_nobody_stops_on_a_friend() -> None:
    friend = foot("friend", y=7)
    beside = horse("passive", x=14, y=3, facing=270)
    play = held(light("mover"), plan(move=act.Advance(mm(14))), friend, against=(beside,))
    assert why(play.state, act.GoOn(mm(4))) == "MN-INTERPEN-04"
    assert [way.travel for way in listed(play.state, "a")] == [mm(11), 0, mm(1), mm(2), *map(mm, range(6, 11))]
    on(play, "a", act.GoOn(mm(2)))
    assert at(play.state, 0) == (0, 5)


@pytest.mark.rule("MN-RULING-150", "what is left is the whole way, on all its legs")
def test_an_oblique_way_is_cut_on_either_leg() -> None:
    beside = foot("passive", x=7, y=2, facing=270)
    for more, place in ((0, (0, 1)), (1, (0, 2)), (3, (-1, 3)), (5, (-3, 3))):
        state = field(foot("mover"), against=(beside,))
        play = go(state, plan(move=act.Oblique("left", mm(3), mm(3))), 2)
        on(play, "b", act.OpportunityCharge(1, mm(1), 2700))
        on(play, "a", act.GoOn(mm(more)))
        assert at(play.state, 0) == place


@pytest.mark.rule("MNT-RULING-14", "battery_may_stop_in_stream false: no redeployment is cut short in the water")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_battery_does_not_stop_in_the_water(allowed: bool) -> None:
    water = strip("stream", 5, 6.5)
    options = Options(battery_may_stop_in_stream=allowed)
    beside = horse("passive", x=14, y=2, facing=270)
    move = plan(move=act.Redeploy(0, mm(10), 0))
    play = held(guns("mover"), move, against=(beside,), features=(water,), options=options)
    assert (why(play.state, act.GoOn(mm(2))) == "") is allowed
    on(play, "a", act.GoOn(0))
    assert at(play.state, 0) == (0, 3)
    assert play.state.units[0].mute


@pytest.mark.rule("MNT-LANDMARK-03", "who is stopped before it comes on to a landmark does not defend it")
def test_a_landmark_that_was_not_reached_is_not_defended() -> None:
    mill = strip("landmark", 6, 10, -2, 2, key="mill")
    for more, square in ((0, False), (3, True)):
        play = held(foot("mover"), plan(move=act.Advance(mm(6)), defend="mill"), features=(mill,))
        on(play, "a", act.GoOn(mm(more)))
        assert (play.state.units[0].formation == "solid_square") is square
        assert bool(play.state.holding) is square


@pytest.mark.rule("MN-RULING-69", "asked in words, settled by order")
def test_words_and_orders() -> None:
    play = held(foot("mover"), plan(move=act.Advance(mm(6))))
    seen = SYSTEM.view(play.state, "a")
    assert SYSTEM.question(seen, "a") == (
        "Passive has tried in vain to charge your mover on its way (MN-RULING-69). How far does it go on?"
    )
    assert CHOICES[act.GoOn](play.state, act.GoOn(mm(3))) == "mover: go on 3 cm"
    assert CHOICES[act.GoOn](play.state, act.GoOn(0)) == "mover: stop here"
    options = SYSTEM.options(play.state, "a")
    assert SYSTEM.ordered(seen, "a", options, {}) is None
    assert SYSTEM.ordered(seen, "a", options, {"go_on": "always"}) == act.GoOn(mm(3))
    assert SYSTEM.ordered(seen, "a", options, {"go_on": "never"}) == act.GoOn(0)
    assert SYSTEM.aim(seen, act.GoOn(mm(3))).actor == "unit 0"
    assert onward.stopped(play.state, onward.course_of(play.state), 0).facing % FULL == 0


@pytest.mark.rule("MN-RULING-69", "the computer goes on to where its unit stands best: all the way, in part, or not")
@pytest.mark.parametrize("looks_ahead", [False, True])
@pytest.mark.parametrize(
    ("mate", "stand", "travel", "words"),
    [
        (40, 10, 11, "mover goes on as it was meant to."),
        (18, 10, 6, "mover goes on 6 cm and no further, for it stands best there."),
        (None, -11, 0, "mover stops where it is, for it stands best there."),
    ],
    ids=["after its Brigade", "to its Brigade", "not out of command"],
)
def test_how_far_the_computer_goes_on(
    mate: int | None, stand: float, travel: float, words: str, looks_ahead: bool
) -> None:
    mates = () if mate is None else (foot("mate", x=-8, y=mate),)
    passive = horse("passive", x=15, y=3, facing=270)
    play = held(light("mover"), plan(move=act.Advance(mm(14))), *mates, against=(passive,))
    state = stand_at(play.state, "a", 0, stand)
    advice = SYSTEM.judge(state, "a", ahead=looks_ahead).best(SYSTEM.options(state, "a"))
    assert advice.action == act.GoOn(mm(travel))
    assert advice.reason == f"The charge at it has failed: {words}"
