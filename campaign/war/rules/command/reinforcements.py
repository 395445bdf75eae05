"""Reinforcements come at their hour (CM-REINF-01)."""

from msgspec import structs

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.events import Arrived, Reinforced
from campaign.war.rules.tables import DAY


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
