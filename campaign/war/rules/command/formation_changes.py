"""Formations leave a force, forces join, reinforcements come at their hour (CM-FORCE-02, CM-REINF-01)."""

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.events import Arrived, Detached, ForceChange, Joined, Reinforced
from campaign.war.rules.forces import seniority, strength
from campaign.war.rules.state import CampaignState, Commander, Day, Force, Leg
from campaign.war.rules.tables import DAY, LEVELS


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


def reinforce(act: Act) -> None:
    """Forces whose hour has come: at their point, else at the nearest point of their alliance, else they wait."""
    for row in act.state.waiting:
        if row.arrives > act.begins:
            continue
        force = row.force
        point = landing(act, force.side, force.place.point)
        if point is None:
            midnight = (act.begins // DAY + 1) * DAY
            act.add(Reinforced(force.id, midnight), audience=act.allies(force.side))
            continue
        there = structs.replace(force, place=Place(point=point), since=act.begins, leg_since=act.begins)
        act.add(Arrived(there), audience=act.allies(force.side))


def landing(act: Act, side: str, point: str) -> str | None:
    """The point where a force of ``side`` that is to come to ``point`` appears (CM-REINF-01)."""
    alliance = act.alliances[side]
    hostile = {f.place.point for f in act.state.forces.values() if act.alliances[f.side] != alliance}

    def is_free(key: str) -> bool:
        return key not in hostile and act.state.owners.get(key, alliance) == alliance

    if is_free(point):
        return point
    own = [key for key, owner in act.state.owners.items() if owner == alliance and is_free(key)]
    near = act.net.near(point)
    return min(own, key=lambda key: (near.get(key, 10**9), key), default=None)
