"""Orders, formations that leave and join, dispatches (CM-ORDER, CM-FORCE, CM-CMD)."""

import pytest
from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.dispatches import held_dispatch, ride_end
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.dice import FixedDice
from campaign.war.rules.events import OrdersTaken
from campaign.war.rules.evolve import evolve
from campaign.war.rules.resolution import NotNow, decide, resolve_turn
from campaign.war.rules.settings import DEFAULTS
from campaign.war.rules.state import Command, Dispatch, Leg, Letter, Order, Ride, TurnOrders
from tests.war.small_campaigns import JUNE, at, campaign, force, line_map, march, steps, turn

TWO = (force("red", 1, "a", foot=4_000, brigades=2), force("blue", 1, "c", foot=900))


@pytest.mark.rule("CM-ORDER-02", "what an order needs is said when it is written")
@pytest.mark.parametrize(
    ("leg", "rule"),
    [
        (Leg("march"), "CM-ORDER-02"),
        (march("nowhere"), "CM-MAP-01"),
        (Leg("delay"), "CM-ORDER-02"),
        (Leg("scout"), "CM-ORDER-02"),
        (Leg("break_crossing", crossing="sambre@z"), "CM-ORDER-02"),
        (Leg("mask", fortress="a"), "CM-MAP-04"),
        (Leg("detach"), "CM-FORCE-02"),
        (Leg("detach", formations=("red1/brigade 1", "red1/brigade 2")), "CM-FORCE-02"),
        (Leg("join", force="blue.1"), "CM-FORCE-02"),
        (Leg("delay", support=True, back_to="a"), "CM-ORDER-02"),
        (Leg("hold", hours=-1), "CM-ORDER-01"),
        (Leg("hold", avoid_at=1_000), "CM-ORDER-03"),
    ],
)
def test_orders_that_are_refused(leg: Leg, rule: str) -> None:
    refused = refuse(campaign(line_map(20, 20), *TWO), "red", Order("red.1", (leg,)))
    assert refused is not None
    assert refused.rule == rule


@pytest.mark.rule("CM-ORDER-01", "nobody orders another's force")
@pytest.mark.parametrize("key", ["blue.1", "red.9"])
def test_orders_for_other_forces(key: str) -> None:
    assert refuse(campaign(line_map(20, 20), *TWO), "red", Order(key, (Leg("hold"),))) is not None


@pytest.mark.rule("CM-MAP-07", "an order without a way is refused when it is written")
def test_no_way_to_a_cut_off_point() -> None:
    state = campaign(line_map(20, 20, rivers=("b-c@b",)), *TWO)
    assert refuse(state, "red", Order("red.1", (march("c"),))) is None
    known = structs.replace(state, broken=("sambre@b",), known_broken={"red": ("sambre@b",)})
    refused = refuse(known, "red", Order("red.1", (march("c"),)))
    assert refused is not None
    assert refused.rule == "CM-MAP-07"
    unknown = structs.replace(state, broken=("sambre@b",))
    assert refuse(unknown, "red", Order("red.1", (march("c"),))) is None


@pytest.mark.rule("CM-ORDER-01", "of several orders for one force the last counts; else their order does not matter")
def test_order_of_submission() -> None:
    state = campaign(line_map(20, 20), *TWO)
    first, last, other = (Order("red.1", (march("b"),)), Order("red.1", (Leg("rest"),)), Order("blue.1", (march("b"),)))
    one = resolve_turn(state, TurnOrders(orders=(first, last, other)), FixedDice({})).entries
    assert resolve_turn(state, TurnOrders(orders=(other, last)), FixedDice({})).entries == one
    assert turn(state, first, last).forces["red.1"].place.point == "a"


@pytest.mark.rule("CM-TIME-05", "no turn begins while an engagement is open")
def test_no_turn_with_an_open_engagement() -> None:
    state = structs.replace(campaign(line_map(20, 20), *TWO), phase="engagements")
    with pytest.raises(NotNow, match="Settle the open engagements first"):
        decide(state, TurnOrders(), FixedDice({}))


@pytest.mark.rule("CM-ORDER-01", "a part of an order may last some hours")
def test_march_rest_march() -> None:
    legs = (march("b"), Leg("rest", hours=6), march("c"))
    state = campaign(line_map(5, 5), force("red", 1, "a", foot=500, legs=legs))
    assert steps(state, 8).state.forces["red.1"].place.point == "b"
    assert steps(state, 12).state.forces["red.1"].place.point == "c"


@pytest.mark.rule("CM-ORDER-05", "repeat starts the standing orders again")
def test_repeated_standing_orders() -> None:
    standing = (march("b"), march("a"))
    state = campaign(line_map(5), force("red", 1, "a", foot=500, legs=(), standing=standing, repeat=True), days=3)
    assert steps(state, 2).state.forces["red.1"].place.point == "b"
    assert steps(state, 5).state.forces["red.1"].place.point == "a"
    assert steps(state, 7).state.forces["red.1"].place.point == "b"


@pytest.mark.rule("CM-FORCE-02", "formations leave a halted force with its fatigue, hunger and hours")
def test_detach() -> None:
    own = force("red", 1, "a", foot=4_000, brigades=2, fatigue=4, hunger=1)
    leg = Leg("detach", formations=("red1/brigade 2",), then=(march("b"),), name="Vanguard")
    state = steps(campaign(line_map(20), own), 1, orders=TurnOrders(orders=(Order("red.1", (leg,)),))).state
    new = state.forces["red.2"]
    assert (new.formations, new.fatigue, new.hunger, new.name) == (("red1/brigade 2",), 4, 1, "Vanguard")
    assert state.forces["red.1"].formations == ("red1/brigade 1",)
    assert new.place.road == "a--b"


@pytest.mark.rule("CM-FORCE-02", "a joined force has the fatigue of both by men, rounded up, and the greater hunger")
def test_join() -> None:
    state = campaign(
        line_map(20),
        force("red", 1, "a", foot=3_000, fatigue=2),
        force("red", 2, "a", foot=1_000, fatigue=5, hunger=2),
    )
    after = steps(state, 1, orders=TurnOrders(orders=(Order("red.2", (Leg("join", force="red.1"),)),))).state
    (only,) = after.forces.values()
    assert (only.id, only.fatigue, only.hunger, len(only.formations)) == ("red.1", 3, 2, 2)


@pytest.mark.rule("CM-EX-08", "a courier rides 30 km from 19:00 in June: arrives 23:48")
@pytest.mark.rule("CM-CMD-01", "dispatches ride 8,000 m an hour by day and 5,000 by night")
def test_a_courier() -> None:
    assert ride_end(DEFAULTS, JUNE, at(19), 30_000) == at(23, 48)


@pytest.mark.rule("CM-CMD-01", "orders to forces of another command ride; own forces get them at once")
def test_orders_by_dispatch() -> None:
    state = campaign(
        line_map(24, 24), force("red", 1, "a", foot=900), force("red", 2, "b", foot=900), force("red", 3, "a", foot=900)
    )
    commands = (
        Command("red.c1", "red", "Army", "red:1", ("red.1", "red.3")),
        Command("red.c2", "red", "Wing", "red:2", ("red.2",)),
    )
    state = structs.replace(state, commands=commands)
    orders = TurnOrders(
        orders=(Order("red.2", (march("c"),)), Order("red.3", (march("b"),))),
        writers={"red.2": "red:1", "red.3": "red:1"},
    )
    assert steps(state, 1, orders=orders).state.forces["red.3"].place.road == "a--b"
    assert steps(state, 3, orders=orders).state.forces["red.2"].place.point == "b"
    assert steps(state, 4, orders=orders).state.forces["red.2"].place.road == "b--c"
    without = structs.replace(
        state, setup=structs.replace(state.setup, settings=structs.replace(DEFAULTS, use_couriers=False))
    )
    assert steps(without, 1, orders=orders).state.forces["red.2"].place.road == "b--c"


@pytest.mark.rule("CM-CMD-03", "of contradicting orders the one written last stands")
def test_an_older_order_comes_too_late() -> None:
    state = campaign(line_map(24, 24), force("red", 1, "a", foot=900), force("red", 2, "b", foot=900))
    commands = (
        Command("red.c1", "red", "Army", "red:1", ("red.1",)),
        Command("red.c2", "red", "Wing", "red:2", ("red.2",)),
    )
    state = structs.replace(state, commands=commands)
    orders = TurnOrders(orders=(Order("red.2", (march("c"),)),), writers={"red.2": "red:1"})
    act = steps(state, 1, orders=orders)
    newer = structs.replace(act.state.forces["red.2"], ordered=at(5))
    later = structs.replace(act.state, forces={**act.state.forces, "red.2": newer}, time=at(5))
    after = steps(later, 5)
    assert after.state.forces["red.2"].place.point == "b"
    assert not any(isinstance(entry.event, OrdersTaken) for entry in after.entries)


@pytest.mark.rule("CM-CMD-01", "a commander may ride with another force at the same point; letters go to allies alone")
def test_rides_and_letters() -> None:
    state = campaign(
        line_map(24), force("red", 1, "a", foot=9), force("red", 2, "a", foot=9), force("blue", 1, "b", foot=9)
    )
    letters = (Letter("red:1", "red:2", "Come."), Letter("red:1", "blue:1", "Surrender."))
    orders = TurnOrders(rides=(Ride("red:1", "red.2"), Ride("blue:1", "red.1")), letters=letters)
    act = steps(state, 1, orders=orders)
    assert act.state.commanders["red:1"].force == "red.2"
    assert act.state.commanders["blue:1"].force == "blue.1"
    texts = [entry.event.dispatch.text for entry in act.entries if hasattr(entry.event, "dispatch")]
    assert set(texts) == {"Come."}


@pytest.mark.rule("CM-CMD-02", "a rider is lost on 2 at leaving; an order never arrives then")
def test_a_lost_rider() -> None:
    state = campaign(
        line_map(24, 24), force("red", 1, "a", foot=900), force("red", 2, "b", foot=900), use_lost_couriers=True
    )
    commands = (
        Command("red.c1", "red", "Army", "red:1", ("red.1",)),
        Command("red.c2", "red", "Wing", "red:2", ("red.2",)),
    )
    state = structs.replace(state, commands=commands)
    orders = TurnOrders(orders=(Order("red.2", (march("c"),)),), writers={"red.2": "red:1"})
    lost = steps(state, 5, FixedDice({"CM-CMD-02": (1, 1)}), orders)
    assert lost.state.forces["red.2"].place.point == "b"
    late = steps(state, 6, FixedDice({"CM-CMD-02": (6, 5, 2)}), orders)
    assert late.state.forces["red.2"].place.road == "b--c"
    assert steps(state, 5, FixedDice({"CM-CMD-02": (6, 5, 2)}), orders).state.forces["red.2"].place.point == "b"


@pytest.mark.rule("CM-WIN-02", "a campaign ends when one alliance is left; the others gave up")
def test_giving_up() -> None:
    state = campaign(line_map(20, 20), *TWO)
    after = resolve_turn(state, TurnOrders(give_up=("blue",)), FixedDice({})).state
    assert after.phase == "over"
    assert after.verdict is not None
    assert after.verdict.winner == "red"


def test_an_act_begins_where_the_state_is() -> None:
    state = campaign(line_map(20, 20), *TWO)
    assert Act(state, FixedDice({})).now == state.time


@pytest.mark.rule("CM-CMD-01", "the umpire may hold or write a dispatch")
def test_the_umpire_holds_a_dispatch() -> None:
    state = campaign(line_map(24), force("red", 1, "a", foot=9), force("red", 2, "b", foot=9))
    letter = Dispatch(0, "red", "red:1", "red:2", at(4), at(4), Place(point="b"), text="Wait.", held=True)
    state = evolve(state, held_dispatch(state, letter))
    assert steps(state, 3).state.dispatches[0].text == "Wait."
    free = evolve(state, held_dispatch(state, structs.replace(state.dispatches[0], held=False)))
    assert steps(free, 1).state.dispatches == ()


@pytest.mark.rule("CM-RULING-02", "a force that holds because its order has ended keeps posture, support and limit")
def test_hold_after_an_order() -> None:
    legs = (march("b", posture="attack", support=True, avoid_at=30),)
    after = steps(campaign(line_map(5), force("red", 1, "a", foot=500, legs=legs)), 4).state.forces["red.1"]
    assert after.legs == (Leg("hold", "attack", support=True, avoid_at=30),)


@pytest.mark.rule("CM-RULING-08", "a force that joins another waits until the other is there")
def test_join_waits() -> None:
    late = force("red", 1, "a", foot=500, legs=(march("b"),))
    state = campaign(line_map(5), late, force("red", 2, "b", foot=500, legs=(Leg("join", force="red.1"),)))
    assert len(steps(state, 2).state.forces) == 2
    assert len(steps(state, 4).state.forces) == 1
