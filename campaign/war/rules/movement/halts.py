"""Where a march halts before an enemy, a fortress or a battle (CM-MARCH-08, CM-MAP-04, CM-ENG-02)."""

from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.forces import present_leg
from campaign.war.rules.intelligence.knowledge import knower_of, known_forces, shut_fortresses
from campaign.war.rules.network import FAR, Network, along
from campaign.war.rules.state import Force
from campaign.war.rules.tables import AROUND


class Halt(NamedTuple):
    """A place that a head may not come nearer to than ``short`` metres, and why."""

    metres: int
    short: int
    why: str


class Halts:
    """Halts by point and by road."""

    def __init__(self) -> None:
        self.points: dict[str, Halt] = {}
        self.roads: dict[str, list[Halt]] = {}

    def put(self, place: Place, short: int, why: str) -> None:
        if place.point:
            known = self.points.get(place.point)
            if known is None or known.short < short:
                self.points[place.point] = Halt(0, short, why)
        else:
            self.roads.setdefault(place.road, []).append(Halt(place.metres, short, why))

    def reach(self, net: Network, start: Place, way: tuple[str, ...]) -> tuple[int, str]:
        """Metres along ``way`` that a head may go, and what stops it then.

        A halt at the place where it stands does not count: it may march away.
        """
        if not self.points and not self.roads:
            return FAR, ""
        best, why, walked = FAR, "", 0
        for (road, begin, end), point in zip(along(net, start, way), way, strict=True):
            if walked > best:
                break
            for halt in self.roads.get(road, ()):
                ahead = (halt.metres - begin) if end > begin else (begin - halt.metres)
                if 0 < ahead <= abs(end - begin) and walked + ahead - halt.short < best:
                    best, why = max(0, walked + ahead - halt.short), halt.why
            walked += abs(end - begin)
            at = self.points.get(point)
            if at is not None and walked - at.short < best:
                best, why = max(0, walked - at.short), at.why
        return best, why


def halts_of(act: Act, force: Force, known: dict[str, Halts]) -> Halts:
    """The halts of a force: enemies that it knows, unless it attacks or its order says so; fortresses that are held.

    ``known`` keeps those of one step by who knows them.
    """
    alliance = act.alliances[force.side]
    if force.joins:
        halts = _for_all(act, alliance)
        halts.put(act.state.engagements[force.joins].place, 0 if force.engaged else AROUND, "engagement")
        return halts
    leg = present_leg(force)
    if leg.posture == "attack" or leg.enter:
        key = f"{alliance}:attack"
        if key not in known:
            known[key] = _for_all(act, alliance)
        return known[key]
    knower = knower_of(act.state, force)
    if knower not in known:
        halts = known[knower] = _for_all(act, alliance)
        for report in known_forces(act.state, knower, alliance).values():
            halts.put(report.place, act.settings.halt_short, "enemy")
    return known[knower]


def _for_all(act: Act, alliance: str) -> Halts:
    """Fortresses that are held, and battles of others: who comes up later stops before them (CM-CONTACT-07)."""
    halts = Halts()
    for point in shut_fortresses(act.state, alliance):
        halts.put(Place(point=point), act.settings.halt_short, "fortress")
    for force in act.state.forces.values():
        if force.engaged and not force.joins and act.alliances[force.side] != alliance:
            halts.put(force.place, act.settings.halt_short, "enemy")
    return halts
