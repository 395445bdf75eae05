"""Works, crossings, fortresses and who owns points (CM-WORK, CM-MAP-04, CM-MAP-05)."""

from collections.abc import Mapping

from campaign.war.rules.act import Act
from campaign.war.rules.books import Transfer
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.contact.outcome import begin_engagement, may_fight
from campaign.war.rules.contact.strengths import Group
from campaign.war.rules.events import (
    CrossingWorked,
    ForceChange,
    GarrisonFell,
    Masked,
    PointsTaken,
    StraysTaken,
    Touched,
    WorksChanged,
)
from campaign.war.rules.forces import present_leg, under_column
from campaign.war.rules.march import Walk, reaches
from campaign.war.rules.state import Contact, Force, Leg
from campaign.war.rules.tables import (
    AROUND,
    BREAK_HOURS,
    BREAK_NEEDED,
    CROSSING_MEN,
    DAY,
    GARRISON_SHARE,
    HOUR,
    LOST_STRAYS,
    MEND_HOURS,
    MEND_HOURS_ENGINEERS,
    MOST_WORKS,
    PONTOON_HOURS,
    WORKS_HOURS,
    WORKS_MEN,
)
from campaign.war.rules.view import is_fortress


def work(act: Act) -> None:
    """A step of digging and of work on crossings."""
    if not act.settings.use_works:
        return
    for force in act.forces():
        leg = present_leg(force)
        busy = bool(force.engaged or force.joins)
        digs = leg.order == "hold" and leg.works and not busy and act.strength(force).foot >= WORKS_MEN
        if digs:
            _dig(act, force)
        elif force.digging >= 0:
            _dug(act, force, force.works, -1)
        if leg.order in ("break_crossing", "mend_crossing", "bridge") and force.legs and not busy and not force.idle:
            _work_on_crossing(act, force, leg)
    _lift_pontoons(act)


def _dig(act: Act, force: Force) -> None:
    """Works rise by a level after some hours of digging without a break."""
    if force.works >= MOST_WORKS:
        if force.digging >= 0:
            _dug(act, force, force.works, -1)
    elif force.digging < 0:
        _dug(act, force, force.works, act.begins)
    elif act.ends - force.digging >= WORKS_HOURS * HOUR:
        _dug(act, force, force.works + 1, act.ends)


def _dug(act: Act, force: Force, works: int, digging: int) -> None:
    change = ForceChange(force=force.id, works=works, digging=digging)
    act.add(WorksChanged(force.id, works), changes=[change], audience=act.allies(force.side))


def in_touch(act: Act, force: Force) -> bool:
    """True if a force is in contact with an enemy."""
    return any(force.id in (contact.first, contact.second) for contact in act.state.contacts)


def stands_at(act: Act, force: Force, crossing: str) -> bool:
    """True if a force stands at a crossing: at its point, or at an end of the road that it is part of."""
    _, _, where = crossing.partition("@")
    road = act.net.roads.get(where)
    if road is None:
        return force.place.point == where
    return force.place.point in (road.start, road.end)


def _work_on_crossing(act: Act, force: Force, leg: Leg) -> None:
    """Work on a crossing: broken on a roll after each two hours, repaired or bridged after some (CM-WORK-02)."""
    if not stands_at(act, force, leg.crossing) or act.strength(force).foot < CROSSING_MEN:
        act.drop(force, f"{force.name} needs {CROSSING_MEN} foot at the crossing.", "CM-ORDER-02")
        return
    if in_touch(act, force):
        if force.crossing_minutes:
            _worked(act, force, leg, 0)
        return
    minutes = force.crossing_minutes + act.settings.step_minutes
    if leg.order == "break_crossing":
        done = False
        if minutes >= BREAK_HOURS * HOUR:
            minutes = 0
            done = sum(act.roll(2, "CM-WORK-02", force.id, leg.crossing)) >= BREAK_NEEDED
        _worked(act, force, leg, minutes, done, broken=True)
    else:
        _worked(act, force, leg, minutes, minutes >= _hours(act, force, leg) * HOUR)


def _hours(act: Act, force: Force, leg: Leg) -> int:
    if leg.order == "bridge":
        return PONTOON_HOURS
    engineers = any(act.state.setup.formations[key].engineers for key in force.formations)
    return MEND_HOURS_ENGINEERS if act.settings.use_pontoons and engineers else MEND_HOURS


def _worked(act: Act, force: Force, leg: Leg, minutes: int, done: bool = False, broken: bool = False) -> None:
    train = next((key for key in force.formations if act.state.setup.formations[key].train), "")
    pontoon = train if done and leg.order == "bridge" else ""
    keep = leg.order == "bridge"
    event = CrossingWorked(force.id, leg.crossing, done, done and (broken or keep), pontoon)
    act.add(
        event,
        changes=[ForceChange(force=force.id, crossing_minutes=0 if done else minutes)],
        audience=act.allies(force.side),
    )


def _lift_pontoons(act: Act) -> None:
    """A bridge of pontoons goes with its train when it leaves (CM-WORK-04)."""
    for crossing, train in dict(act.state.pontoons).items():
        force = next((one for one in act.state.forces.values() if train in one.formations), None)
        if force is None or not stands_at(act, force, crossing):
            owner = force.id if force else ""
            act.add(CrossingWorked(owner, crossing, True, crossing in act.state.broken), audience=())


# Fortresses


def mask(act: Act) -> None:
    """Which fortresses are masked, and since when (CM-MAP-04)."""
    masked: dict[str, int] = {}
    for force in act.forces():
        leg = present_leg(force)
        if leg.order != "mask" or force.engaged or force.joins or not is_fortress(act.state, leg.fortress):
            continue
        owner = act.state.owners.get(leg.fortress)
        if owner in (None, act.alliances[force.side]):
            continue
        near = act.net.between(force.place, Place(point=leg.fortress)) <= AROUND
        inside = [f for f in act.state.forces.values() if f.place.point == leg.fortress and act.hostile(f, force)]
        men = max(act.state.garrisons.get(leg.fortress, 0), sum(act.strength(f).men for f in inside))
        if near and act.strength(force).men * GARRISON_SHARE[1] >= men * GARRISON_SHARE[0]:
            masked[leg.fortress] = act.state.masked.get(leg.fortress, act.ends)
            _touch_garrison(act, force, inside)
            if leg.storm and act.settings.use_sieges and may_fight(act):
                _storm(act, force, leg.fortress, inside)
    if masked != dict(act.state.masked):
        act.add(Masked(masked), audience=())


def _storm(act: Act, force: Force, fortress: str, inside: list[Force]) -> None:
    """An engagement against a fortress; all of the alliance within 3 km take part (CM-WORK-03)."""
    alliance, owner = act.alliances[force.side], act.state.owners[fortress]
    place = Place(point=fortress)
    own = [f for f in act.forces() if act.alliances[f.side] == alliance and not f.engaged and not f.joins]
    near = tuple(f for f in own if act.net.between(place, f.place) <= AROUND)
    defenders = tuple(f for f in act.ranked(f.id for f in inside) if not f.engaged)
    if near:
        group = Group(place, alliance, owner, near, defenders, ())
        begin_engagement(act, group, alliance, meeting=False, storm=True)


def _touch_garrison(act: Act, force: Force, inside: list[Force]) -> None:
    """A masking force and a garrison are in touch."""
    known = {frozenset((contact.first, contact.second)) for contact in act.state.contacts}
    for garrison in inside:
        if frozenset((garrison.id, force.id)) not in known:
            first, second = (one.id for one in act.ranked((garrison.id, force.id)))
            contact = Contact(first, second, force.id, force.place, act.ends)
            act.add(Touched(contact), audience=(*act.allies(force.side), *act.allies(garrison.side)))


def surrender_garrisons(act: Act) -> None:
    """A garrison masked for ``garrison_days`` without a break surrenders (CM-WORK-03)."""
    if not act.settings.use_sieges:
        return
    for point, since in sorted(act.state.masked.items()):
        if act.begins - since >= act.settings.garrison_days * DAY and point in act.state.garrisons:
            masker = next(
                (f for f in act.forces() if present_leg(f).order == "mask" and present_leg(f).fortress == point), None
            )
            if masker is not None:
                act.add(GarrisonFell(point, act.alliances[masker.side]))


# Points


def take_points(act: Act, walks: Mapping[str, Walk]) -> None:
    """Points belong to the alliance that last had a force there with no enemy (CM-MAP-05)."""
    ends = {road.id: (road.start, road.end, road.metres) for road in act.net.roads.values()}
    there: dict[str, set[str]] = {}
    for force in act.state.forces.values():
        alliance = act.alliances[force.side]
        for point in under_column(force.place, force.column, ends):
            there.setdefault(point, set()).add(alliance)
        walk = walks.get(force.id)
        for piece in walk.pieces if walk else ():
            point = reaches(piece, act.net.roads[piece.road])
            if point:
                there.setdefault(point, set()).add(alliance)
    taken: dict[str, str] = {}
    for point, alliances in there.items():
        if len(alliances) == 1:
            (alliance,) = alliances
            if act.state.owners.get(point) != alliance and not _garrisoned(act, point, alliance):
                taken[point] = alliance
    if taken:
        fallen = tuple(sorted(point for point in taken if point in act.state.garrisons))
        lost = {point: act.state.owners[point] for point in sorted(taken) if point in act.state.owners}
        act.add(PointsTaken(dict(sorted(taken.items())), act.ends, fallen, lost), audience=())
        if act.settings.use_lost_stragglers:
            take_strays(act, taken)


def take_strays(act: Act, taken: Mapping[str, str]) -> None:
    """Half of a lost battle's stragglers fall to the enemy who first owns the point nearest to it (CM-STRAG-03)."""
    for number, units in sorted(act.state.stray.items()):
        engagement = act.state.engagements[number]
        alliance = taken.get(engagement.ground.point)
        owner = act.state.setup.units[next(iter(units))].side
        if alliance is None or alliance == act.alliances[owner]:
            continue
        by = act.state.setup.allies(alliance)[0]
        rows = []
        for unit, men in sorted(units.items()):
            number_taken = min(men // LOST_STRAYS, act.state.books[unit].stragglers)
            if number_taken:
                rows.append(Transfer(unit, "stragglers", "captured", number_taken, "CM-STRAG-03", by=by))
        act.add(StraysTaken(number, alliance), transfers=rows)


def _garrisoned(act: Act, point: str, alliance: str) -> bool:
    """True if a fortress has a garrison that the campaign gives it, of another alliance."""
    return act.settings.use_works and point in act.state.garrisons and act.state.owners.get(point) != alliance
