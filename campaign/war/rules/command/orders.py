"""Orders: refusals, how they take effect, part after part; detach and join (CM-ORDER, CM-FORCE-02)."""

from collections.abc import Callable, Mapping

from msgspec import Struct, structs

from battles.engine.words import body_does
from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import NO_BARS, Bars, Place, network, way
from campaign.war.rules.events import Detached, ForceChange, Joined, LegBegan, OrdersTaken
from campaign.war.rules.forces import hold_after, present_leg, seniority, strength
from campaign.war.rules.state import CampaignState, Commander, Day, Force, Leg, Order, Posture, TurnOrders
from campaign.war.rules.tables import HOUR, LEVELS, REST_ENEMY
from campaign.war.rules.view import bars_known, is_fortress, knower_of, known_forces

MOST_LEGS = 20
SUPPORTERS = ("march", "hold", "rest", "scout")
"""Orders with which a force may support (CM-ORDER-02)."""
SHAKEN_MAY = ("march", "hold", "rest")
"""What a beaten force may still do (CM-AFTER-04)."""


class Refused(Struct, frozen=True):
    """Why an order is not taken: the rule, and a sentence for who wrote it."""

    rule: str
    sentence: str


def refuse(state: CampaignState, side: str, order: Order) -> Refused | None:
    """Why ``side`` may not give this order now, or None. Never raises."""
    force = state.forces.get(order.force)
    if force is None:
        return Refused("CM-ORDER-01", f"There is no force {order.force[:40]}.")
    if force.side != side:
        return Refused("CM-ORDER-01", f"{body_does(force.name, 'is not under your command')}.")
    legs = (*order.legs, *(order.standing or ()))
    if len(legs) > MOST_LEGS:
        return Refused("CM-ORDER-01", f"An order has at most {MOST_LEGS} parts.")
    place = force.place
    for leg in legs:
        refused = _refused_leg(state, force, leg, place)
        if refused is not None:
            return refused
        if leg.order == "march":
            place = Place(point=leg.to)
    return None


def _refused_leg(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    points = network(state.setup.map).points
    for name, point in (("to", leg.to), ("back_to", leg.back_to), ("fortress", leg.fortress)):
        if point and point not in points:
            return Refused("CM-MAP-01", f"The map has no point {point[:40]} ({name}).")
    for point in leg.via:
        if point not in points:
            return Refused("CM-MAP-01", f"The map has no point {point[:40]} (via).")
    if leg.hours is not None and not 0 <= leg.hours <= 24 * 30:
        return Refused("CM-ORDER-01", "A part of an order lasts 0 to 720 hours.")
    if leg.avoid_at is not None and not 0 <= leg.avoid_at <= 200:
        return Refused("CM-ORDER-03", "The limit from which a force avoids is 0 to 200 tenths.")
    if leg.support and leg.order not in SUPPORTERS:
        return Refused("CM-ORDER-02", f"A force supports with {', '.join(SUPPORTERS)}, not with {leg.order}.")
    check = _CHECKS.get(leg.order)
    refused = check(state, force, leg, place) if check else None
    return refused or next((no for after in leg.then if (no := _refused_leg(state, force, after, place))), None)


def _refused_march(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    if not leg.to:
        return Refused("CM-ORDER-02", "A march needs a point to march to.")
    if way_for(state, force, leg, place) is None:
        return Refused("CM-MAP-07", _no_way(state, force, leg.to))
    return None


def _no_way(state: CampaignState, force: Force, point: str) -> str:
    name = network(state.setup.map).points[point].name
    return f"{body_does(force.name, 'knows no open way')} to {name}."


def _refused_delay(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    if not leg.back_to:
        return Refused("CM-ORDER-02", "A delay needs a point to fall back to (back_to).")
    if way_for(state, force, Leg("march", to=leg.back_to), place) is None:
        return Refused("CM-ORDER-02", _no_way(state, force, leg.back_to))
    return None


def _refused_scout(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    needed = state.setup.settings.scouts_needed
    if strength(state, force.formations).light < needed:
        return Refused("CM-ORDER-02", f"{body_does(force.name, f'has fewer than {needed} light horse')} to scout.")
    return None


def _refused_crossing(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    settings = state.setup.settings
    crossing = network(state.setup.map).crossings.get(leg.crossing)
    if not settings.use_works:
        return Refused("CM-ORDER-02", "In this campaign crossings stay whole.")
    if crossing is None:
        return Refused("CM-ORDER-02", f"There is no crossing {leg.crossing[:60]}.")
    if leg.order == "break_crossing" and crossing.kind == "ford":
        return Refused("CM-MAP-03", "A ford cannot be broken.")
    if leg.order == "bridge" and not settings.use_pontoons:
        return Refused("CM-WORK-04", "This campaign has no pontoons.")
    if leg.order == "bridge" and not any(state.setup.formations[key].train for key in force.formations):
        return Refused("CM-WORK-04", f"{body_does(force.name, 'has no bridging train')}.")
    return None


def _refused_mask(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    if not leg.fortress or not is_fortress(state, leg.fortress):
        return Refused("CM-MAP-04", "Only a fortress can be masked.")
    return None


def _refused_detach(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    sentence = may_detach(state, force, leg.formations)
    return Refused("CM-FORCE-02", sentence) if sentence else None


def _refused_join(state: CampaignState, force: Force, leg: Leg, place: Place) -> Refused | None:
    other = state.forces.get(leg.force)
    if other is None or other.side != force.side or other.id == force.id:
        return Refused("CM-FORCE-02", f"{force.name} can only join another force of your side.")
    return None


_CHECKS: Mapping[str, Callable[[CampaignState, Force, Leg, Place], Refused | None]] = {
    "march": _refused_march,
    "delay": _refused_delay,
    "scout": _refused_scout,
    "break_crossing": _refused_crossing,
    "mend_crossing": _refused_crossing,
    "bridge": _refused_crossing,
    "mask": _refused_mask,
    "detach": _refused_detach,
    "join": _refused_join,
}


def way_for(state: CampaignState, force: Force, leg: Leg, place: Place) -> tuple[str, ...] | None:
    """The points of a march from ``place``: through ``via``, round what is known to bar it (CM-MAP-07).

    What the leg names is not avoided, nor its goal. If no way leads round enemies, they bar it no longer: the march
    halts before them.
    """
    net = network(state.setup.map)
    kind = strength(state, force.formations).kind
    named = frozenset((*leg.via, leg.to))
    around = leg.posture != "attack" and not leg.enter
    for avoid in (True, False) if around else (False,):
        bars = bars_known(state, net, structs.replace(force, place=place), avoid)
        bars = bars if bars is NO_BARS else Bars(bars.points - named, bars.roads, bars.ends)
        points: list[str] = []
        start = place
        for goal in (*leg.via, leg.to):
            part = way(net, start, goal, state.setup.settings.tables.march_rate, kind, bars)
            if part is None:
                break
            points += part
            start = Place(point=goal)
        else:
            return tuple(points)
    return None


# The beginning of a turn


def take_orders(act: Act, given: TurnOrders) -> None:
    """Orders that need no dispatch take effect; of several for one force the last counts (CM-ORDER-01)."""
    last = {order.force: order for order in given.orders}
    precedence = {row.side: row for row in given.precedence}
    for side in act.alliances:
        own = [last[force.id] for force in act.forces() if force.side == side and force.id in last]
        changes = [change_for(act, order) for order in own]
        if own or side in precedence:
            act.add(
                OrdersTaken(side, tuple(order.force for order in own), precedence.get(side)),
                changes=changes,
                audience=act.allies(side),
            )


def change_for(act: Act, order: Order) -> ForceChange:
    """What an order changes in its force when it takes effect."""
    changes = ForceChange(
        force=order.force,
        legs=order.legs,
        leg_since=act.begins,
        on_standing=False,
        repeat=order.repeat,
        ordered=act.begins,
        way=(),
        idle="",
        waits=False,
        crossing_minutes=0,
    )
    if order.standing is not None:
        return structs.replace(changes, standing=order.standing)
    return changes


# Each step


def go_on(act: Act) -> None:
    """Forces that have done a part of their order begin the next one; forces leave and join (CM-TIME-07)."""
    done: set[str] = set()
    while waiting := [force for force in act.forces() if force.id not in done]:
        for force in waiting:
            done.add(force.id)
            if not force.engaged and not force.joins and not force.idle:
                _go_on(act, force.id)


def _go_on(act: Act, key: str) -> None:
    for _ in range(MOST_LEGS):
        force = act.state.forces.get(key)
        if force is None or force.idle:
            return
        leg = present_leg(force)
        if leg.order == "detach" and force.legs and not force.column:
            detach(act, force, leg)
        elif leg.order == "join" and force.legs:
            if not join(act, force, leg):
                return
        elif force.legs and not _is_done(act, force, leg):
            _start_march(act, force, leg)
            return
        elif not _next_leg(act, force):
            return


def _is_done(act: Act, force: Force, leg: Leg) -> bool:
    if leg.order == "march":
        return force.place.point == leg.to
    if leg.order == "break_crossing":
        return leg.crossing in act.state.broken
    if leg.order == "mend_crossing":
        return leg.crossing not in act.state.broken
    if leg.order == "bridge":
        return leg.crossing in act.state.pontoons
    return leg.hours is not None and act.begins - force.leg_since >= leg.hours * HOUR


def _next_leg(act: Act, force: Force) -> bool:
    """Go on to the next leg, to the standing orders, or to a hold; True if there may be more to do now."""
    legs, on_standing = _not_done(force, force.legs[1:]), force.on_standing
    if not legs and force.standing and (not on_standing or force.repeat):
        legs, on_standing = _not_done(force, force.standing), True
    if not legs:
        last = present_leg(force)
        if last.order == "hold" and last.hours is None:
            return False
        legs = (hold_after(last),)
    change = ForceChange(
        force=force.id,
        legs=legs,
        leg_since=act.begins,
        on_standing=on_standing,
        way=(),
        crossing_minutes=0,
    )
    act.add(LegBegan(force.id, legs[0]), changes=[change], audience=act.allies(force.side))
    return True


def _not_done(force: Force, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """Legs without the marches at their beginning whose goal the force has reached already."""
    while legs and legs[0].order == "march" and legs[0].to == force.place.point:
        legs = legs[1:]
    return legs


def _start_march(act: Act, force: Force, leg: Leg) -> None:
    """Find the way of a march, or drop it."""
    if leg.order != "march":
        if not _may_go_on(act, force, leg):
            act.drop(force, f"{force.name} can no longer do this.", "CM-ORDER-02")
        return
    if force.way:
        return
    points = way_for(act.state, force, leg, force.place)
    if points is None:
        act.drop(force, f"{force.name} knows no open way to {leg.to}.", "CM-MAP-07")
        return
    change = ForceChange(force=force.id, way=points, leg_since=act.begins)
    act.add(LegBegan(force.id, leg), changes=[change], audience=act.allies(force.side))


def _may_go_on(act: Act, force: Force, leg: Leg) -> bool:
    """False if a beaten force may not do this, or a scouting one has too few light horse (CM-AFTER-04)."""
    if force.shaken > act.begins and leg.order not in SHAKEN_MAY:
        return False
    return leg.order != "scout" or act.strength(force).light >= act.settings.scouts_needed


def is_resting(act: Act, force: Force) -> bool:
    """True if a force rests; with a hostile force known within 10 km it only holds (CM-ORDER-02)."""
    if present_leg(force).order != "rest" or force.engaged or force.joins:
        return False
    alliance = act.alliances[force.side]
    reports = known_forces(act.state, knower_of(act.state, force), alliance).values()
    return not any(act.net.between(force.place, report.place) <= REST_ENEMY for report in reports)


def own_posture(act: Act, force: Force) -> Posture:
    """The posture of its order; a force that got away or was beaten avoids (CM-CONTACT-03, CM-AFTER-04)."""
    if force.away > act.begins or force.shaken > act.begins:
        return "avoid"
    posture = present_leg(force).posture
    return "accept" if posture == "attack" and force.waits else posture


def brigades_under(state: CampaignState, force: Force, named: tuple[str, ...]) -> tuple[str, ...]:
    """The brigades of a force at and under some formations, in the order of battle."""
    return tuple(
        own
        for own in force.formations
        if any(own == path or own.startswith(f"{path}/") or own == f"{path}/*" for path in named)
    )


def may_detach(state: CampaignState, force: Force, named: tuple[str, ...]) -> str:
    """Why these formations may not leave the force, or an empty text (CM-FORCE-01, CM-FORCE-02)."""
    if not named:
        return "Name the formations that leave."
    smallest = LEVELS.index(state.setup.settings.smallest_formation)
    for path in named:
        formation = state.setup.formations.get(path)
        if formation is None or not brigades_under(state, force, (path,)):
            return f"{force.name} has no formation {path[:80]}."
        if LEVELS.index(formation.level) > smallest:
            return f"{formation.name} is too small to march alone: the smallest is a {LEVELS[smallest]}."
    if len(brigades_under(state, force, named)) == len(force.formations):
        return "One formation must stay."
    return ""


def detach(act: Act, force: Force, leg: Leg) -> None:
    """The formations of ``leg`` become a force of their own at the same place, with the state of the whole."""
    state = act.state
    change = ForceChange(force=force.id, legs=force.legs[1:], leg_since=act.begins, way=())
    if may_detach(state, force, leg.formations):
        act.drop(force, may_detach(state, force, leg.formations), "CM-FORCE-02")
        return
    leaving = brigades_under(state, force, leg.formations)
    number = max(state.numbers.get(force.side, 0), force.number) + 1
    name = leg.name or state.setup.formations[leg.formations[0]].name
    commander = _commander(act, force, leg, f"{force.side}.{number}")
    new = structs.replace(
        force,
        id=f"{force.side}.{number}",
        number=number,
        name=_free_name(state, force.side, name),
        commander=commander.id,
        formations=leaving,
        legs=leg.then or (Leg("hold", leg.posture),),
        leg_since=act.begins,
        standing=(),
        on_standing=False,
        way=(),
        works=0,
        digging=-1,
        crossing_minutes=0,
    )
    act.add(Detached(force.id, new, commander), changes=[change], audience=act.allies(force.side))


def _commander(act: Act, force: Force, leg: Leg, own: str) -> Commander:
    """The commander of the new force: as named, else that of its first formation, else one without a name."""
    formation = act.state.setup.formations[leg.formations[0]]
    name = leg.commander or formation.commander or f"Commander of {formation.name}"
    key = f"{force.side}:{name}"
    known = act.state.commanders.get(key)
    if known is not None:
        return structs.replace(known, force=own)
    return Commander(key, name, force.side, own, formation.rating)


def _free_name(state: CampaignState, side: str, name: str) -> str:
    taken = {force.name for force in state.forces.values() if force.side == side}
    number, free = 2, name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def join(act: Act, force: Force, leg: Leg) -> bool:
    """Two halted forces at one point become one under the senior; False while the other is not there (CM-FORCE-02)."""
    other = act.state.forces.get(leg.force)
    if other is None or other.side != force.side or other.id == force.id:
        act.drop(force, f"{force.name} has nobody to join.", "CM-FORCE-02")
        return False
    if not force.place.point or other.place != force.place or force.column or other.column or other.engaged:
        return False
    rest = structs.replace(force, legs=force.legs[1:], leg_since=act.begins)
    senior, junior = sorted((rest, other), key=lambda one: (seniority(act.state, one), act.order(one)))
    formations = tuple(
        sorted((*senior.formations, *junior.formations), key=lambda key: act.state.setup.formations[key].order)
    )
    change = ForceChange(
        force=senior.id,
        formations=formations,
        legs=senior.legs,
        leg_since=senior.leg_since,
        fatigue=_fatigue(act.state, senior, junior),
        hunger=max(senior.hunger, junior.hunger),
        day=_day(senior.day, junior.day),
        works=max(senior.works, junior.works),
    )
    act.add(Joined(junior.id, senior.id), changes=[change], audience=act.allies(force.side))
    return senior.id == force.id


def _fatigue(state: CampaignState, first: Force, second: Force) -> int:
    """The fatigue of both by men, rounded up."""
    men = [max(1, strength(state, force.formations).men) for force in (first, second)]
    return -(-(first.fatigue * men[0] + second.fatigue * men[1]) // sum(men))


def _day(first: Day, second: Day) -> Day:
    """The greater hours; it has rested only if both have."""
    return Day(
        light=max(first.light, second.light),
        dark=max(first.dark, second.dark),
        rested=first.rested and second.rested,
        fed=first.fed and second.fed,
    )
