"""Where an order leads before it is given: the way, when head and tail arrive, and the fatigue after.

It plays the rules on a state built from what the side knows, with nobody else on the map (CM-MARCH, CM-TIRE).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.orders import refuse, way_for
from campaign.war.rules.day import fatigue_after
from campaign.war.rules.dice import DryDice
from campaign.war.rules.forces import present_leg, strength
from campaign.war.rules.intelligence.knowledge import knowers
from campaign.war.rules.network import length, network
from campaign.war.rules.order_values import Leg, Order, TurnOrders
from campaign.war.rules.resolution import step
from campaign.war.rules.state import CampaignState, Force, Reinforcement, Setup
from campaign.war.rules.tables import DAY, HOUR
from campaign.war.rules.view import CampaignView

MOST_TURNS: Final = 6
"""Turns that a preview looks ahead at most."""
NO_DICE: Final = b"a preview rolls nothing that counts"


class OrderPreview(Struct, frozen=True):
    """What an order leads to if no enemy is met.

    ``way`` are the points of its first march, ``metres`` its length. ``head`` and ``tail`` are the minutes at which
    they arrive, None if not within the turns looked at. ``stops`` is where the head is at the end of each turn before,
    with the minute. ``fatigue`` is that at the midnight after; ``refusal`` and ``rule`` say why it cannot be given.
    """

    way: tuple[str, ...] = ()
    metres: int = 0
    head: int | None = None
    tail: int | None = None
    stops: tuple[tuple[int, Place], ...] = ()
    fatigue: int = 0
    fatigue_now: int = 0
    refusal: str = ""
    rule: str = ""


def known_state(setup: Setup, seen: CampaignView) -> CampaignState:
    """A state that holds what the side knows and nothing else: its own forces, alone, and the reports."""
    own = set(seen.books)
    known = {row.of: row for row in seen.reports}
    stripped = structs.replace(
        setup,
        units={key: setup.units[key] for key in own},
        weather=dict.fromkeys(range(seen.time // DAY, setup.end // DAY + 1), seen.weather),
        commands=seen.commands,
        objectives=(),
    )
    state = CampaignState(
        setup=stripped,
        time=seen.time,
        turn=seen.turn,
        forces={row.force.id: _free(row.force) for row in seen.forces},
        books=seen.books,
        quality=seen.quality,
        commanders={row.id: row for row in seen.commanders},
        commands=seen.commands,
        waiting=tuple(Reinforcement(row.force, row.arrives) for row in seen.coming),
        owners=dict.fromkeys(seen.own_points, seen.alliance),
        broken=seen.broken,
        depots=seen.depots,
        weather=seen.weather,
    )
    who = knowers(state, seen.alliance)
    return structs.replace(state, known=dict.fromkeys(who, known), known_broken={seen.alliance: seen.broken})


def _free(force: Force) -> Force:
    return structs.replace(force, engaged=0, joins=0)


def preview(state: CampaignState, side: str, order: Order, others: Sequence[Order] = ()) -> OrderPreview:
    """What ``order`` leads to, with the ``others`` that are written for the turn.

    ``state`` is a ``known_state``.
    """
    refused = refuse(state, side, order)
    if refused is not None:
        return OrderPreview(refusal=refused.sentence, rule=refused.rule)
    force = state.forces[order.force]
    march = next((leg for leg in order.legs if leg.order == "march"), None)
    way = (way_for(state, force, march, force.place) or ()) if march else ()
    metres = length(network(state.setup.map), force.place, way) if way else 0
    orders = {row.force: row for row in others} | {order.force: order}
    walked = _walk(state, order.force, march, TurnOrders(orders=tuple(orders.values())))
    return structs.replace(walked, way=way, metres=metres, fatigue_now=force.fatigue)


def _walk(state: CampaignState, key: str, march: Leg | None, orders: TurnOrders) -> OrderPreview:
    """Play steps until the march is done, or one turn without a march; no turn is closed and no campaign ends."""
    act = Act(state, DryDice(NO_DICE))
    turn, long = state.setup.settings.turn_hours * HOUR, state.setup.settings.step_minutes
    head = tail = None
    stops: list[tuple[int, Place]] = []
    for begins in range(state.time, state.time + turn * (MOST_TURNS if march else 1), long):
        step(act, begins, orders if begins == state.time else None)
        force = act.state.forces.get(key)
        if force is None:
            break
        if march and force.place.point == march.to:
            head = begins + long
            tail = head + _minutes_behind(state, force)
            break
        if (begins + long - state.time) % turn == 0:
            stops.append((begins + long, force.place))
    force = act.state.forces.get(key, state.forces[key])
    after = fatigue_after(force.fatigue, force.day, force.hunger == 0)
    return OrderPreview(head=head, tail=tail, stops=tuple(stops), fatigue=after)


def _minutes_behind(state: CampaignState, force: Force) -> int:
    """Minutes from the head's arrival to that of the last man, at the speed of the road on a dry day (CM-MARCH-04)."""
    net, found = network(state.setup.map), strength(state, force.formations)
    before = force.came_by
    road = net.roads[before].kind if before in net.roads else "road"
    rate = state.setup.settings.tables.march_rate[found.kind][road]
    return -(-found.length(road) * HOUR // rate)


def present_order(force: Force, written: Mapping[str, Order]) -> tuple[str, Order]:
    """How a force is ordered in the coming turn: ``written`` now, ``goes_on``, or ``standing``; with the order."""
    if force.id in written:
        return "written", written[force.id]
    if force.legs and not force.on_standing:
        return "goes_on", Order(force.id, force.legs)
    legs = force.legs or force.standing or (present_leg(force),)
    return "standing", Order(force.id, tuple(legs))
