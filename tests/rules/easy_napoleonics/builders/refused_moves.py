"""Situations in which an activation is refused: whose turn it is, the unit, its changes and its way."""

from dataclasses import dataclass, field
from typing import Any

from battles.engine.core import Outcome
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.state import Leader, Pending, State, Unit
from tests.rules.easy_napoleonics.builders.positions import at, leader, position, unit


@dataclass
class Row:
    """A situation, what is tried in it, and what the answer must say."""

    code: str
    rule: str
    says: str
    action: Any
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    side: str = "a"
    more: dict[str, Any] = field(default_factory=dict)


def line(name: str = "1st Line", place: tuple[int, int] = (0, 0), **facts: Any) -> Unit:
    return unit("a", place, name=name, **facts)


def foe(place: tuple[int, int] = (0, -6), name: str = "Foe", **facts: Any) -> Unit:
    return unit("b", place, name=name, facing=3, **facts)


COLUMN = line(formation="column")
HORSE = line("Horse", kind="light_cavalry")
GUNS = line("Guns", kind="field_artillery")
LIMBERED = line("Guns", kind="field_artillery", formation="limbered")
HERO = leader("a", (0, 0))
MOVE = act.Activate(0, cell=at(1, -1))
FAR = act.Activate(0, cell=at(0, -2))
ARTILLERY: dict[str, Any] = {"phase": "artillery"}
MUSKETRY: dict[str, Any] = {"phase": "musketry"}
MELEE: dict[str, Any] = {"phase": "melee"}
RALLY: dict[str, Any] = {"phase": "rally"}
DEPLOYMENT: dict[str, Any] = {"phase": "deployment", "state": {"first_to_deploy": "a"}}
HASTY = Pending(kind="hasty_square", side="a", unit=0, other=1)
BREAK = Pending(kind="breakthrough", side="a", unit=0, cell=at(1, -1))
ANSWER = Pending(kind="answer", side="a", unit=0, other=1)
ZONE = 24 * 22


def owed(pending: Pending, phase: str = "melee", **state: Any) -> dict[str, Any]:
    return {"phase": phase, "state": {"pending": (pending,), "listed": True, **state}}


def aside(name: str, **facts: Any) -> Unit:
    """A unit that is still to be deployed."""
    return unit("a", None, name=name, **facts)


ROWS = [
    # Who decides, what is owed, which phase.
    Row(
        "over",
        "EN-VP-02",
        "the battle is over",
        MOVE,
        (line(),),
        more={"state": {"outcome": Outcome("a", "points", "EN-VP-02")}},
    ),
    Row("not_deciding", "EN-SEQ-01", "A acts now", act.Done(), (line(), foe()), side="b"),
    Row(
        "not_deciding",
        "EN-SQUARE-04",
        "whether Foe tries hasty square against Horse",
        act.Done(),
        (HORSE, foe()),
        more=owed(Pending(kind="hasty_square", side="b", unit=1, other=0), "movement"),
    ),
    Row(
        "owed_first",
        "EN-SQUARE-04",
        "whether 1st Line tries hasty square against Foe",
        act.Done(),
        (line(), foe()),
        more=owed(HASTY, "movement"),
    ),
    Row(
        "owed_first",
        "EN-INIT-08",
        "which side fires first",
        act.Done(),
        (line(), foe()),
        more=owed(Pending(kind="fire_order", side="a"), "artillery"),
    ),
    Row(
        "owed_first",
        "EN-LEADER-09",
        "where Leader of a flees to",
        MOVE,
        (line(), foe()),
        (HERO,),
        more=owed(Pending(kind="relocate", side="a", leader=0), "movement"),
    ),
    Row(
        "owed_first",
        "EN-MELEE-06",
        "whether 1st Line attacks Foe",
        act.Fight(0, 1),
        (line(), foe()),
        more=owed(Pending(kind="accept", side="a", unit=0, other=1)),
    ),
    Row(
        "owed_first", "EN-OPT-01", "whether 1st Line breaks through", act.Fight(0, 1), (line(), foe()), more=owed(BREAK)
    ),
    Row("owed_first", "EN-OPT-03", "how 1st Line answers Foe", act.Fight(0, 1), (line(), foe()), more=owed(ANSWER)),
    Row("wrong_phase", "EN-SEQ-01", "it is the rally phase", MOVE, (line(),), more=RALLY),
    Row("not_needed", "EN-SEQ-01", "there is no such decision to make", act.HastySquare(True), (line(),)),
    Row("no_such", "EN-SETUP-01", "only side A and side B", act.Done(), (line(),), side="c"),
    # The umpire.
    Row("not_yours", "EN-RULING-69", "only the umpire can", act.CallTime(), (line(),)),
    Row("not_yours", "EN-SETUP-01", "only the sides can", act.Done(), (line(),), side="umpire"),
    Row(
        "not_needed",
        "EN-RULING-69",
        "no time limit",
        act.CallTime(),
        (line(),),
        side="umpire",
        more={"time_limit_minutes": None},
    ),
    Row(
        "done_already",
        "EN-RULING-69",
        "this turn is the last",
        act.CallTime(),
        (line(),),
        side="umpire",
        more={"state": {"time_called": True}},
    ),
    # The unit that acts.
    Row("no_such", "EN-UNIT-01", "There is no unit 9", act.Activate(9, facing=1), (line(),)),
    Row("no_such", "EN-UNIT-01", "above 999999", act.Activate(10**30, facing=1), (line(),)),
    Row(
        "not_yours",
        "EN-SEQ-02",
        "Foe cannot be activated for you: it belongs to B",
        act.Activate(1, facing=1),
        (line(), foe()),
    ),
    Row("gone", "EN-UNIT-06", "is broken and out of play", MOVE, (aside("1st Line", level="broken"),)),
    Row("gone", "EN-SETUP-09", "not on the board yet", MOVE, (aside("1st Line"),)),
    Row("done_already", "EN-SEQ-02", "has been activated this turn", MOVE, (line(activated=True),)),
    Row("locked", "EN-ZOC-03", "an enemy stood next to it", MOVE, (line(locked=True),)),
    # Formation and facing.
    Row("no_change", "EN-ACTION-02", "it is in line already", act.Activate(0, "line"), (line(),)),
    Row("not_for_kind", "EN-SQUARE-04", "only when cavalry charges", act.Activate(0, "hasty_square"), (line(),)),
    Row("not_for_kind", "EN-NATION-06", "only Austrian infantry", act.Activate(0, "masse"), (line(),)),
    Row("not_for_kind", "EN-UNIT-03", "light cavalry has no such formation", act.Activate(0, "square"), (HORSE,)),
    Row("no_such", "EN-FACE-03", "facings are 0 to 5, not 9", act.Activate(0, facing=9), (line(),)),
    Row("no_change", "EN-FORM-08", "it faces that way already", act.Activate(0, facing=0), (line(),)),
    Row("not_needed", "EN-ACTION-06", "it would do nothing", act.Activate(0), (line(),)),
    Row("malformed", "EN-ACTION-04", "it does not move", act.Activate(0, unlimber=True), (LIMBERED,)),
    Row("malformed", "EN-LEADER-08", "it does not move", act.Activate(0, facing=1, along=(0,)), (line(),), (HERO,)),
    Row("malformed", "EN-LEADER-09", "cannot run over a leader", act.Activate(0, facing=1, over=(0,)), (line(),)),
    Row(
        "no_action_left",
        "EN-ACTION-01",
        "that takes 3 actions and it has 2",
        act.Activate(0, "column", 1, at(1, 0)),
        (line(),),
    ),
    # The way.
    Row("off_board", "EN-MOVE-09", "may not leave the board", act.Activate(0, cell=576), (line(),)),
    Row("no_change", "EN-MOVE-02", "it is there already", act.Activate(0, cell=at(0, 0)), (line(),)),
    Row("not_for_kind", "EN-SQUARE-03", "it does not move while in square", MOVE, (line(formation="square"),)),
    Row("not_for_kind", "EN-MOVE-01", "it does not move while unlimbered", MOVE, (GUNS,)),
    Row("not_for_kind", "EN-FORM-07", "it is infantry", act.Activate(0, cell=at(1, -1), unlimber=True), (line(),)),
    Row(
        "bad_order",
        "EN-MOVE-03",
        "no unit can unlimber after a Sidestep",
        act.Activate(0, cell=at(1, 0), unlimber=True),
        (LIMBERED,),
    ),
    Row(
        "bad_order",
        "EN-RULING-18",
        "may not limber and unlimber",
        act.Activate(0, "limbered", cell=at(1, -1), unlimber=True),
        (line("Guns", kind="horse_artillery"),),
        more={"horse_limber_move_unlimber": False},
    ),
    Row("out_of_reach", "EN-MOVE-01", "2 hexes away and the Move is 1 hex at most", FAR, (line(),)),
    Row("out_of_reach", "EN-MOVE-02", "its front hexes", act.Activate(0, cell=at(2, 0)), (COLUMN,)),
    Row("impassable", "EN-MOVE-04", "is impassable", MOVE, (line(),), more={"terrain": {(1, -1): "pond"}}),
    Row("occupied", "EN-MOVE-05", "Foe stands in", MOVE, (line(), foe((1, -1)))),
    Row("occupied", "EN-MOVE-05", "it may pass only unlimbered guns", FAR, (COLUMN, line("2nd Line", (0, -1)))),
    Row(
        "occupied",
        "EN-OPT-08",
        "two batteries stand in",
        MOVE,
        (LIMBERED, line("B", (1, -1), kind="field_artillery"), line("C", (1, -1), kind="field_artillery")),
        more={"grand_battery": True},
    ),
    Row(
        "occupied",
        "EN-RULING-10",
        "Leader of b stands in",
        MOVE,
        (line(),),
        (leader("b", (1, -1)),),
        more={"lone_leader_contact": "block"},
    ),
    Row("out_of_reach", "EN-MOVE-06", "Foe stands next to 1212, where it must halt", FAR, (COLUMN, foe((-1, -1)))),
    Row(
        "out_of_reach",
        "EN-RULING-51",
        "the stream in",
        FAR,
        (COLUMN,),
        more={"stream_effect": "halt", "terrain": {(0, -1): "stream"}},
    ),
    Row("locked", "EN-MOVE-07", "Foe controls", act.Activate(0, cell=at(-1, 0)), (line(), foe((0, -1)))),
    Row(
        "locked",
        "EN-MOVE-08",
        "from the front of Foe into its flank hex",
        act.Activate(0, cell=at(1, -1)),
        (line(), foe((0, -1))),
    ),
    Row("malformed", "EN-LEADER-09", "runs over Leader of b", MOVE, (line(),), (leader("b", (1, -1)),)),
    Row(
        "malformed",
        "EN-LEADER-08",
        "once, in order of number",
        act.Activate(0, cell=at(1, -1), along=(0, 0)),
        (line(),),
        (HERO,),
    ),
    Row(
        "out_of_reach",
        "EN-LEADER-02",
        "the leader is not with it",
        act.Activate(0, cell=at(1, -1), along=(0,)),
        (line(),),
        (leader("a", (3, 3)),),
    ),
    Row(
        "out_of_reach",
        "EN-LEADER-08",
        "the leader has 0 hexes left and it moves 1 hex",
        act.Activate(0, cell=at(1, -1), along=(0,)),
        (line(),),
        (leader("a", left=0),),
    ),
]


def situation(row: Row) -> State:
    """The position of a row."""
    return position(row.units, row.leaders, **row.more)
