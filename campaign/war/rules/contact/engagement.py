"""How an engagement begins: ground, who is there, who comes up and when (CM-ENG-01, CM-ENG-02)."""

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place, RiverClass
from campaign.war.rules.contact.strengths import Comer, Group, arrivals_of, own_column
from campaign.war.rules.events import EngagementBegan, ForceChange
from campaign.war.rules.forces import seniority
from campaign.war.rules.state import BattleGround, Engaged, Engagement, Force
from campaign.war.rules.tables import HOUR

WORKS_AT_POINTS = ("old-works", "fieldworks")


def works_of(act: Act, force: Force) -> int:
    """Works of a force: what it has dug, or 1 at a point that has some (CM-MAP-04, CM-WORK-01)."""
    point = act.net.points.get(force.place.point)
    old = point is not None and (
        point.fortified in WORKS_AT_POINTS or (point.fortified == "fortress" and not act.settings.use_works)
    )
    return max(force.works, 1 if old else 0)


def crossing_between(act: Act, group: Group) -> tuple[RiverClass | str, str]:
    """The class of the river between the two, and its crossing; empty if there is none.

    It lies between if the road by which those that came up reached the point crosses it there.
    """
    point = group.place.point
    for force in (*group.comers, *group.others):
        if not point or force.place.point != point or not force.came_by or force.since < act.begins:
            continue
        road = act.net.roads[force.came_by]
        for river in road.crosses:
            if act.net.crossing_point(road, river, point) == point:
                return act.net.rivers[river].grade, f"{river}@{point}"
    return "", ""


def ground_of(act: Act, group: Group, defender: str, storm: bool) -> BattleGround:
    """The facts of the ground at a contact (CM-ENG-01)."""
    point = act.net.points[act.net.nearest_point(group.place)]
    crossing, where = crossing_between(act, group)
    roads = (group.place.road,) if group.place.road else tuple(step.road for step in act.net.out[point.id])
    works = max((works_of(act, force) for force in group.own(defender)), default=0)
    return BattleGround(
        point=point.id,
        terrain=point.terrain,
        roads=roads,
        rivers=point.rivers,
        crossing=crossing,  # type: ignore[arg-type]
        crossing_at=where,
        works=works,
        fortress=storm,
        weather=act.state.weather,
    )


def begin_engagement(act: Act, group: Group, attacker: str, meeting: bool, storm: bool = False) -> None:
    """The engagement of a contact, with all that take part in it from now on."""
    state = act.state
    number = max(state.engagements, default=0) + 1
    defender = group.other if attacker == group.came else group.came
    begins = act.ends
    light = act.light_left(begins)
    limit = min(light, turn_end(act) - begins)
    rows = {force.id: _engaged(act, force, group.place, limit, meeting) for force in (*group.comers, *group.others)}
    changes = [ForceChange(force=key, engaged=number, joins=0) for key in rows]
    for comer in arrivals_of(act, group, number, limit):
        if comer.arrivals:
            force = comer.force
            rows[force.id] = Engaged(force.id, force.side, (), comer.arrivals, comer.road, comer.point)
        changes.append(_coming(comer, number))
    ordered = [rows[force.id] for force in act.ranked(rows)]
    sides = {key: tuple(row for row in ordered if act.alliances[row.side] == key) for key in (attacker, defender)}
    engagement = Engagement(
        id=number,
        turn=state.turn,
        begins=begins,
        light=light,
        place=group.place,
        attacker=attacker,
        defender=defender,
        attackers=sides[attacker],
        defenders=sides[defender],
        ground=ground_of(act, group, defender, storm),
        meeting=meeting,
        storm=storm,
        commanders={alliance: commander_of(act, sides[alliance]) for alliance in (attacker, defender)},
    )
    audience = (*state.setup.allies(group.came), *state.setup.allies(group.other))
    act.add(EngagementBegan(engagement), changes=changes, audience=audience)


def turn_end(act: Act) -> int:
    """The minute at which the present turn ends."""
    turn = act.settings.turn_hours * HOUR
    return act.state.setup.start + act.state.turn * turn


def _engaged(act: Act, force: Force, place: Place, limit: int, meeting: bool) -> Engaged:
    present, arrivals = own_column(act, force, place, limit)
    return Engaged(
        force=force.id,
        side=force.side,
        formations=present,
        arrivals=arrivals,
        road=force.came_by,
        point=_from(act, force),
        stood=0 if meeting else max(0, act.ends - force.since),
        works=0 if meeting else works_of(act, force),
    )


def _from(act: Act, force: Force) -> str:
    """The point from whose side a force came: the far end of its last road."""
    if not force.came_by:
        return ""
    road = act.net.roads[force.came_by]
    if force.place.road:
        return road.start if force.faces == road.end else road.end
    return road.start if road.end == force.place.point else road.end


def _coming(comer: Comer, number: int) -> ForceChange:
    """A force on its way to the battle; one that comes too late halts 3 km short."""
    return ForceChange(
        force=comer.force.id, engaged=number if comer.arrivals else 0, joins=number, way=comer.way, idle=""
    )


def commander_of(act: Act, rows: tuple[Engaged, ...]) -> str:
    """The senior of the ally with most men (CM-ENG-01): of its commanders there the highest in rank."""
    if not rows:
        return ""
    men: dict[str, int] = {}
    for row in rows:
        men[row.side] = men.get(row.side, 0) + act.strength(act.state.forces[row.force]).men
    side = max(men, key=lambda key: men[key])
    own = [act.state.forces[row.force] for row in rows if row.side == side]
    there = {force.id for force in own}
    leaders = [row.commander for row in act.state.setup.sides if row.key == side]
    leaders += [command.commander for command in act.state.commands if command.side == side]
    leaders += [force.commander for force in sorted(own, key=lambda force: seniority(act.state, force))]
    for key in leaders:
        commander = act.state.commanders.get(key)
        if commander is not None and commander.force in there and not commander.fate:
            return key
    return own[0].commander
