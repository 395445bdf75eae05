"""Positions of every window: small ones made by hand and those of the stored battles."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from battles.engine.battle_file import read
from battles.engine.replay import states
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import Joining, Shot
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Defence, Feature, State
from tests.rules.mini_nap.builders import melees as fights
from tests.rules.mini_nap.builders.charges import SQUARE, feinting, meeting, riding, stand_at
from tests.rules.mini_nap.builders.manoeuvres import field, foot, go, guns, horse, light, noted, on, passed, plan, strip
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, spot

BATTLES = Path(__file__).parents[1] / "older" / "rules2"
"""Battles by the second version of the rules: positions that stay as they are while battles are played anew."""

ROAD = Feature(key="road", kind="road", points=(place(-40, -6), place(-8, -6), place(-8, 30)))
RIVER = Feature(key="river", kind="river", points=(place(-60, 24), place(60, 24)), width=400)
BRIDGE = strip("bridge", 22, 26, -9.5, -6.5, over="river")
WOOD = strip("wood", 8, 15, 12, 30)
WALL = strip("wall", 7, 7.4, -30, -14)
MILL = strip("landmark", 6, 10, -2, 2, name="The mill")
STREAM = strip("stream", 10, 11, 20, 60)
HILL = strip("hill", 20, 34, 14, 34)
VILLAGE = strip("village", 10, 18, -4, 4)


def on_ground() -> State:
    """A line, a column on a road, skirmishers, horse and guns before all kinds of ground."""
    return field(
        foot("Line", x=0, y=0),
        foot("Column", x=-20, y=-6, facing=90, formation="column"),
        light("Light", x=-22, y=2),
        horse("Horse", x=20, y=0, formation="column"),
        guns("Guns", x=40, y=0),
        against=(
            foot("Enemy", x=0, y=26, facing=180),
            horse("Riders", x=24, y=30, facing=180),
            foot("Far", x=-30, y=40),
        ),
        features=(ROAD, RIVER, BRIDGE, WOOD, WALL, MILL, STREAM),
    )


def in_the_open() -> State:
    """Charges, extended ones too, at foot, guns and skirmishers; a square that inches, a friend in the way."""
    return field(
        horse("Horse", x=0),
        foot("Square", x=-12, formation="solid_square"),
        foot("Foot", x=12, formation="column"),
        horse("Cossacks", x=24, type="light_cavalry", irregular=True, formation="skirmish_line"),
        against=(
            foot("Line", x=0, y=16, facing=180),
            guns("Guns", x=10, y=14, facing=180),
            light("Light", x=-10, y=14, facing=180),
            horse("Riders", x=30, y=30, facing=180),
        ),
    )


def weak_ones() -> State:
    """Units with 1 strength point, markers and turns behind them."""
    state = field(
        foot("One", points=1, formation="column"),
        horse("Blue", x=12),
        horse("Turned", x=24),
        guns("Turned guns", x=36),
        against=(foot("Line", y=14, facing=180), foot("Line 2", x=20, y=14, facing=180, points=1)),
    )
    state = noted(state, 1, blue="disorder")
    return noted(noted(state, 2, turned=901), 3, turned=451)


def beyond_a_bridge() -> State:
    return field(
        horse(y=8, x=-8),
        foot("Column", x=-8, y=-4, formation="column"),
        against=(foot("Right", x=-5.5, y=27, points=4), foot("Left", x=-10.6, y=27)),
        features=(RIVER, BRIDGE),
    )


def naming() -> State:
    return go(beyond_a_bridge(), plan(move=act.Charge(2, "bridge"))).state


def defended() -> State:
    """The mill is held by a square, and infantry may come for it."""
    state = field(
        foot("Foot", y=-4),
        horse("Horse", x=10, y=-4),
        foot("Holder", x=-20, y=8, formation="solid_square"),
        against=(foot("Square", y=8, facing=180, formation="solid_square"), foot("Far", x=40, y=40)),
        features=(MILL, strip("landmark", 6, 10, -22, -18, key="barn")),
    )
    return replace(state, holding=(Defence("landmark", 3), Defence("barn", 2)))


def under_fire(options: Options | None = None) -> State:
    """Shots at close, medium and long range, at cover, through skirmishers, at a village; and fire of a square."""
    return shooting(
        guns("Guns"),
        foot("Line", x=-14),
        light("Light", x=-26),
        foot("Square", x=16, formation="solid_square"),
        horse("Horse", x=30),
        guns("Light guns", x=44, type="horse_artillery", weight="light"),
        against=(
            foot("In the village", y=14, facing=180, formation="column"),
            foot("Near", x=-14, y=6, facing=180),
            light("Screen", x=-26, y=5.5, facing=180),
            foot("Behind", x=-26, y=12, facing=180, formation="column"),
            foot("By the square", x=16, y=-7),
            foot("In the wood", x=20, y=11, facing=180),
            guns("Battery", x=44, y=30, facing=180),
        ),
        features=(VILLAGE, WOOD, HILL),
        options=options,
    )


def shot(stage: str) -> State:
    """A battery fires at a line with skirmishers and a battery beside it; or it has fired."""
    state = shooting(
        guns("Guns"),
        light("Light", x=10),
        against=(
            foot("Line", y=6.4, facing=180),
            light("Skirmishers", x=-6, y=5, facing=180),
            guns("Battery", x=12, y=14, facing=180),
        ),
    )
    last = (mm(X), mm(Y + 6.4), 1800, "line") if stage == "return" else None
    return replace(state, stack=(Shot(unit=0, target=2, aim=place(0, 5.4), stage=stage, last=last),))  # type: ignore[arg-type]


def charged(charger: str) -> State:
    """Who is charged answers."""
    if charger == "horse":
        near = foot("Near", x=5.1, y=24, facing=180, formation="column"), light("Beside", x=-14, y=19)
        return meeting(horse(), foot("Column", y=19, facing=180, formation="column", nation="british"), *near).state
    if charger == "skirmishers":
        return meeting(horse(), light("Light", y=12, facing=180), foot("Friend", y=26, facing=180)).state
    if charger == "guns":
        battery = guns("Troop", y=9, facing=180, type="horse_artillery", weight="light")
        return meeting(foot(formation="column"), battery, foot("Square", x=2.75, y=9, **SQUARE)).state
    square = foot("Square", x=-2.75, y=12, **SQUARE)
    return meeting(horse(formation="column"), guns("Guns", y=12, facing=180), square).state


def nearby() -> State:
    play = meeting(horse(), foot("Line", y=19, facing=180), foot("Near", x=6, y=19, facing=180), faces=(6,))
    return on(play, "b", act.EmergencySquare("left")).state


def on_its_way() -> State:
    """A unit moves past cavalry, infantry and a battery that might charge it."""
    state = riding(
        horse("Riders", x=10, y=3, facing=270),
        foot("Foot", x=-10, y=6, facing=90),
        guns("Guns", x=-14, y=-6, facing=90),
        horse("Cossacks", x=-20, y=16, facing=150, type="light_cavalry", irregular=True, formation="skirmish_line"),
        mover=foot("Mover", formation="column"),
    )
    return go(state, plan(move=act.Advance(mm(6)))).state


def countered() -> State:
    return go(field(horse(), against=(horse("Target", y=14, facing=180),)), plan(move=act.Charge(1))).state


def joining(stage: int) -> State:
    state = fights.field(
        (
            fights.foot("Alpha", 0, 0),
            fights.foot("Second", 0, 8, 180),
            fights.foot("Square", 6, 2, formation="solid_square"),
            fights.horse("Horse", -8, 5, 90),
        ),
        (fights.foot("Enemy", 0, 2, 180), fights.foot("Other", 20, 3, 200), fights.horse("Riders", 0, 14, 180)),
    )
    play = fights.begin_joining(state)
    return replace(play.state, stack=(Joining(stage=stage),))


def combat() -> State:
    state = fights.field(
        (fights.foot("Alpha", 0, 0), fights.horse("Horse", 30, 0)),
        (
            fights.foot("Echo", -2.6, 2, 180),
            fights.foot("Foxtrot", 2.6, 2, 180, points=4),
            fights.foot("Golf", 30, 3, 180),
        ),
    )
    return fights.begin_combat(state).state


def breaking() -> State:
    """Units with white markers after a break-through, with enemies about them."""
    state = field(
        horse("Horse"),
        foot("Foot", x=-14),
        horse("Weak", x=14, points=1),
        against=(
            foot("Ahead", y=12, facing=180),
            guns("Guns", x=-14, y=12, facing=180),
            horse("Riders", x=12, y=16, facing=180),
        ),
        step="break_active",
        features=(strip("wood", -14, -10, -4, 20),),
    )
    for number in range(3):
        state = noted(state, number, white=True, command="in")
    return noted(state, 1, command="cautious")


def stand_met() -> State:
    state = stand_at(field(foot("Foot"), against=(foot("Enemy", x=12, y=12),)), "b", 1, 7)
    return go(state, plan(move=act.Advance(mm(6)))).state


def allotting(points: int = 6) -> State:
    """A unit shares out its points between those that it touches."""
    third = (fights.foot("Third", 0, -2, 0, points=2),) if points > 6 else ()
    state = fights.field(
        (fights.foot("Alpha", 0, 0, points=points), fights.foot("Beta", 5.2, 4, 180)),
        (fights.foot("Echo", -2.6, 2, 180), fights.foot("Foxtrot", 2.6, 2, 180, points=4), *third),
    )
    return fights.begin_combat(state, *[1] * (8 if third else 6)).state


def before_structures() -> State:
    """A battery before an empty mill, a bridge and a village behind a wood; foot and horse cannot fire at them."""
    return shooting(
        guns("Guns"),
        foot("Foot", x=10),
        guns("Far guns", x=-40, y=-30),
        against=(foot("Enemy", x=30, y=30), foot("In the barn", x=-20, y=8, facing=180, formation="solid_square")),
        features=(
            MILL,
            strip("village", 6, 14, 6, 14, strength=2),
            strip("wood", 3, 5, 6, 14),
            strip("village", 4, 12, -24, -16, key="barn"),
            strip("bridge", 22, 26, -9.5, -6.5, over="river"),
        ),
    )


def along_roads() -> State:
    """Columns and a battery on a road with a bend, on a ditch, and before bridges that lie on a road."""
    road = Feature(key="road", kind="road", points=(place(-40, 0), place(-30, 0), place(-30, 30)))
    other = Feature(key="lane", kind="road", points=(place(10, -10), place(10, 40)))
    ditch = Feature(key="ditch", kind="ditch", points=(place(30, -10), place(30, 30)), width=100)
    return field(
        foot("Column", x=-34, y=0, facing=90, formation="column"),
        guns("Guns", x=-30, y=10),
        foot("On the lane", x=10, y=12, formation="column"),
        foot("In the ditch", x=30, y=0, formation="column"),
        horse("Horse", x=-34, y=20, facing=90),
        against=(
            foot("Enemy", x=0, y=50, facing=180),
            foot("On the road", x=-30, y=26, facing=180, formation="column"),
        ),
        features=(road, other, ditch, RIVER, strip("bridge", 22, 26, 8.5, 11.5, over="river")),
        options=Options(road_charge=True),
    )


def roads_of_a_division() -> State:
    return replace(along_roads(), division=0, allowance=1800, standoff=1200)


def before_crossing() -> State:
    """Infantry, horse and a battery before a bridge with room beyond it."""
    return field(
        foot("Column", x=-8, y=18, formation="column"),
        guns("Guns", x=-8, y=12),
        horse("Horse", x=-20, y=18),
        against=(foot("Far", x=30, y=50, facing=180), light("Near", x=-2, y=29, facing=180)),
        features=(RIVER, BRIDGE, strip("wood", 27, 31, -14, -11)),
    )


def with_his_men() -> State:
    """A Brigade stand with a unit, which he may leave; another that may join one."""
    state = two_divisions("command", brigade=0)
    number = next(place for place, stand in enumerate(state.stands) if (stand.level, stand.of) == ("brigade", 0))
    stand = replace(state.stands[number], unit=0, x=state.units[0].x, y=state.units[0].y)
    return replace(state, stands=(*state.stands[:number], stand, *state.stands[number + 1 :]))


def riding_about() -> State:
    """Stands between a road, water with a bridge, and a wood."""
    features = (
        Feature(key="road", kind="road", points=(place(-30, -26), place(-8, -26), place(-8, 0))),
        Feature(key="river", kind="river", points=(place(-40, -22.5), place(40, -22.5)), width=200),
        strip("bridge", -24, -21, -9.5, -6.5, over="river"),
        strip("wood", -34, -28, -6, 10),
        strip("stream", -29.4, -29, -30, -9),
        strip("wall", -27, -26.8, -16, -11),
    )
    return two_divisions("command", brigade=0, features=features)


def fled() -> State:
    """Horse artillery has limbered up, and says how far it flees."""
    battery = guns("Troop", y=9, facing=180, type="horse_artillery", weight="light")
    play = meeting(foot(formation="column"), battery, faces=(6,))
    return on(play, "b", act.LimberAndFlee()).state


def faced_by_a_square() -> State:
    play = meeting(horse(), foot("Foot", y=19, facing=180), faces=(6,))
    return on(play, "b", act.EmergencySquare("left")).state


def over_the_bridge() -> State:
    play = go(beyond_a_bridge(), plan(move=act.Charge(2, "bridge")))
    on(play, "b", act.NameDefender(2))
    return passed(play).state


def two_divisions(step: str, **changes: object) -> State:
    """Two Divisions of a side, one with two Brigades; their stands are on the table."""

    def side(name: str, y: float, facing: float) -> object:
        return force(
            division(
                brigade(
                    foot(f"{name} 1", x=-20, y=y, facing=facing),
                    light(f"{name} 2", x=-12, y=y, facing=facing),
                    name=f"{name} I",
                    place=spot(X - 16, Y + y - 3),
                ),
                brigade(guns(f"{name} 3", x=-2, y=y, facing=facing), name=f"{name} II", place=spot(X - 2, Y + y - 4)),
                name=f"{name} First",
                place=spot(X - 8, Y + y - 6),
            ),
            division(
                brigade(horse(f"{name} 4", x=30, y=y, facing=facing), name=f"{name} III", kind="cavalry"),
                name=f"{name} Second",
                rating="poor",
                place=spot(X + 34, Y + y - 6),
            ),
            name=name,
        )

    return battle(side("Blue", -20, 0), side("Red", 16, 180), **{"step": step, **changes})  # type: ignore[arg-type]


def commanded() -> State:
    state = two_divisions("manoeuvre", brigade=0)
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


def of_a_division() -> State:
    state = two_divisions("manoeuvre", brigade=0, division=0, allowance=1200, standoff=1200)
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


def left_guns() -> State:
    state = field(
        foot("Square", formation="solid_square"),
        guns("Guns", x=2.75, y=0),
        guns("More guns", x=-2.75, y=0),
        against=(horse("Riders", x=3, y=25, facing=180),),
        step="end",
    )
    return noted(noted(state, 1, crew_in=0), 2, crew_in=0)


def arrived() -> State:
    """Units and stands that wait for their place."""
    state = two_divisions("deployment", turn=0)
    units = tuple(replace(unit, where="waiting" if unit.side == "a" else "table") for unit in state.units)
    stands = tuple(replace(stand, where="waiting" if stand.side == "a" else "table") for stand in state.stands)
    return replace(state, units=units, stands=stands)


def arrived_above() -> State:
    """Side b waits for its place, along the other edge of the table."""
    state = two_divisions("deployment", turn=0, active="b")
    units = tuple(replace(unit, where="waiting" if unit.side == "b" else "table") for unit in state.units)
    stands = tuple(replace(stand, where="waiting" if stand.side == "b" else "table") for stand in state.stands)
    return replace(state, units=units, stands=stands)


def screened_mill() -> State:
    """A structure behind skirmishers at medium range, and one behind a line."""
    return shooting(
        guns("Guns"),
        guns("More guns", x=30),
        against=(light("Light", y=10, facing=180), foot("Line", x=30, y=10, facing=180)),
        features=(strip("landmark", 24, 28, -2, 2), strip("landmark", 24, 28, 28, 32, key="farm"), HILL),
    )


def cautious_on_its_way() -> State:
    state = noted(on_its_way(), 1, command="cautious")
    return noted(state, 2, command="cautious")


BY_HAND: dict[str, Callable[[], State]] = {
    "on ground": on_ground,
    "in the open": in_the_open,
    "weak ones": weak_ones,
    "beyond a bridge": beyond_a_bridge,
    "naming": naming,
    "defended": defended,
    "under fire": under_fire,
    "into contact": lambda: under_fire(Options(fire_into_contact=True, charged_units_may_fire=True)),
    "suppress": lambda: shot("suppress"),
    "return": lambda: shot("return"),
    "charged by horse": lambda: charged("horse"),
    "charged skirmishers": lambda: charged("skirmishers"),
    "charged guns": lambda: charged("guns"),
    "charged by a square": lambda: charged("square"),
    "nearby": nearby,
    "feint": lambda: feinting().state,
    "on its way": on_its_way,
    "countered": countered,
    "joining": lambda: joining(1),
    "joining horse": lambda: joining(2),
    "joining squares": lambda: joining(3),
    "combat": combat,
    "breaking": breaking,
    "stand met": stand_met,
    "allotting": allotting,
    "allotting many": lambda: allotting(70),
    "before structures": before_structures,
    "along roads": along_roads,
    "roads of a Division": roads_of_a_division,
    "before crossing": before_crossing,
    "crossing as one": lambda: replace(before_crossing(), division=0, allowance=1200, standoff=600),
    "with his men": with_his_men,
    "riding about": riding_about,
    "fled": fled,
    "faced by a square": faced_by_a_square,
    "over the bridge": over_the_bridge,
    "choose": lambda: two_divisions("choose"),
    "command": lambda: two_divisions("command", brigade=0),
    "commanded": commanded,
    "division": of_a_division,
    "left guns": left_guns,
    "arrived": arrived,
    "arrived above": arrived_above,
    "screened mill": screened_mill,
    "cautious on its way": cautious_on_its_way,
    "cautious counter": lambda: noted(countered(), 1, command="cautious"),
}


@cache
def played() -> dict[str, State]:
    """The last state of each window in the battles that are kept."""
    found: dict[str, State] = {}
    for path in sorted(BATTLES.glob("*.battle")):
        for state in states(read(path.read_bytes())):
            if turn.deciders(state):
                found[f"{path.stem} {current_kind(state)}"] = state
    return found


PLAYED = (
    "near edges",
    "deployed deployment",
    "deployed arrival",
    "army_break onward",
    "army_break joining",
    "both_break combat",
    "near shot",
    "options course",
)
"""Those that are looked at."""


@cache
def scene(name: str) -> State:
    """A position by its name."""
    return BY_HAND[name]() if name in BY_HAND else played()[name]
