"""A position in which every kind of action has words: two sides, a mill, a road and a bridge."""

from typing import Any

from msgspec.structs import replace

from battles.rules.mini_nap.decisions import Combat, Contact, FollowUp, Group, Leg, MoveInProgress, Shot
from battles.rules.mini_nap.state import Feature, State
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, strip
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import mm

STATE = field(
    foot("Alpha"),
    horse("Beta", x=10),
    guns("Gamma", x=-10),
    light("Delta", x=-20),
    against=(foot("Echo", y=9, facing=180), guns("Foxtrot", x=10, y=30, facing=180), horse("Golf", x=10, y=9)),
    features=(
        strip("landmark", -12, -8, -2, 2, name="The mill"),
        Feature(key="road", kind="road", points=(place(-40, -20), place(40, -20))),
        Feature(key="river", kind="river", points=(place(-60, -40), place(60, -40)), width=400),
        strip("bridge", -42, -38, -1.5, 1.5, over="river", name="The bridge"),
    ),
)
A, B, C, D, E, F, G = range(7)
WAY = MoveInProgress(unit=A, travel="advance", legs=(Leg(0, mm(6), 0),), target=-1, window=True, failed=(E,))
OVER = MoveInProgress(unit=A, travel="charge", legs=(Leg(0, mm(6), 0),), target=E, plan=FollowUp(bridge="bridge"))


def going_on(*frames: Any) -> State:
    return replace(STATE, stack=frames)


def charged(charger: int, target: int, stage: Any = "answer") -> State:
    """A charge that has touched its target; side b has the initiative where its unit charges."""
    active = STATE.units[charger].side
    return replace(going_on(Contact(charger=charger, target=target, travel="charge", stage=stage)), active=active)


SHOT = going_on(Shot(unit=F, target=A, aim=place(0, 1)))
TWO = going_on(Combat(waiting=(Group(((A, E),)), Group(((B, G), (C, G))))))
