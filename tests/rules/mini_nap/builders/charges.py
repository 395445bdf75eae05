"""Positions of charges: an enemy beside the path, a charger in contact, a square that has formed."""

from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Leg
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import NONE, ForceUnit, State
from tests.rules.mini_nap.builders.manoeuvres import X, Y, asked, field, foot, go, horse, on, passed, plan
from tests.rules.mini_nap.builders.table_positions import mm

COSSACKS = {"type": "light_cavalry", "irregular": True, "formation": "skirmish_line"}
SQUARE = {"formation": "solid_square"}
FAR_HORSE = horse(type="medium_cavalry")
FAR_FOOT = foot("goal", y=3 + 40, facing=180)


def extension(charger: ForceUnit = FAR_HORSE, target: ForceUnit = FAR_FOOT, **options: object) -> State:
    """A charger and a target out of its reach."""
    return field(charger, against=(target,), options=Options(**options))  # type: ignore[arg-type]


def riding(passive: ForceUnit, *more: ForceUnit, mover: ForceUnit | None = None, **options: object) -> State:
    """An enemy about to move up the table, and a unit at its side."""
    return field(mover or foot("mover"), against=(passive, *more), options=Options(**options))  # type: ignore[arg-type]


BESIDE = foot("passive", x=7, y=3, facing=270)
MOVE = plan(move=act.Advance(mm(6)))


def charge_at(at: float, unit: int = 1, facing: int = 2700) -> act.OpportunityCharge:
    """A charge at whoever is on its way, at a point in centimetres."""
    return act.OpportunityCharge(unit, mm(at), facing)


def plan_legs(state: State):  # type: ignore[no-untyped-def]
    """The way of 6 cm straight ahead."""
    return (Leg(state.units[0].facing, mm(6), state.units[0].facing),)


def meeting(charger: ForceUnit, *b: ForceUnit, faces: tuple[int, ...] = (), **options: object):  # type: ignore[no-untyped-def]
    """Unit 0 has charged unit 1, and its owner is asked, if at all."""
    state = field(charger, against=b, options=Options(**options))  # type: ignore[arg-type]
    return passed(go(state, plan(move=act.Charge(1)), *faces))


def stand_at(state: State, side: str, x: float, y: float, level: str = "division") -> State:
    """The battle with a command stand at a place from the middle of the table."""
    number = next(place for place, stand in enumerate(state.stands) if (stand.level, stand.side) == (level, side))
    stand = replace(state.stands[number], x=mm(X + x), y=mm(Y + y), where="table", unit=NONE)
    return replace(state, stands=(*state.stands[:number], stand, *state.stands[number + 1 :]))


def stand_of(state: State, side: str, level: str = "division"):  # type: ignore[no-untyped-def]
    """A side's command stand of a level."""
    return next(stand for stand in state.stands if (stand.level, stand.side) == (level, side))


def feinting(*more: ForceUnit, faces: tuple[int, ...] = (3, 3)):  # type: ignore[no-untyped-def]
    """Cavalry before a square that has formed against it has passed its test to feint."""
    play = meeting(horse(), foot(y=19, facing=180), *more, faces=faces)
    on(play, "b", act.EmergencySquare("left"))
    if asked(play) == ("nearby_squares",):
        on(play, "b", act.NearbySquares(()))
    return on(play, "a", act.Feint())
