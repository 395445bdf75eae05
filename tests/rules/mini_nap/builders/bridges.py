"""A bridge that two units may defend, and a charge over it."""

from battles.rules.mini_nap.state import Feature, ForceUnit, State
from tests.rules.mini_nap.builders.manoeuvres import field, foot, horse, strip
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.table_positions import mm

WATER = Feature(key="river", kind="river", points=((mm(X - 40), mm(Y)), (mm(X + 40), mm(Y))), width=400)


BRIDGE = strip("bridge", -2, 2, -1.5, 1.5, over="river")


OVER = (WATER, BRIDGE)


def beyond(*enemies: ForceUnit, charger: ForceUnit | None = None) -> State:
    return field(charger or horse(y=-20), against=enemies, features=OVER)


RIGHT = foot("right", x=2.5, y=3, points=4)


LEFT = foot("left", x=-2.6, y=3)
