"""What stored battles, set-ups and choices leave out, and what they are read as: these may never change."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from battles.rules.mini_nap import (
    actions,
    actions_move,
    events_fight,
    events_move,
    frames,
    rules,
    setup,
    state,
    tables,
)

EMPTY = ((), "", None)
NOT_ON = dict.fromkeys(
    ("yellow", "white", "manoeuvred", "fired", "reacted", "idle", "mute", "charged", "impact"), False
)
NOT_DONE = dict.fromkeys(("stood", "still", "tried_square", "broke_through"), False)
PEOPLE = {"nation": "other", "kgl": False, "lancer": False, "irregular": False}
STEPS = actions_move.NO_STEPS

USUAL: list[tuple[type[Any], dict[str, Any]]] = [
    (state.Brigade, {"lost": 0, "chosen": False}),
    (state.Division, {"lost": 0}),
    (state.Damage, {"destroyed": False}),
    (state.Holding, {"against": -1}),
    (
        state.Stand,
        {"where": "waiting", "x": 0, "y": 0, "unit": -1, "moved": False, "evaded": False, "shifted": False},
    ),
    (
        state.State,
        {"step": "deployment", "turn": 0, "brigade": -1, "division": -1, "allowance": 0, "standoff": 0}
        | {"edges": ("a", "b")},
    ),
    (
        state.Unit,
        {**PEOPLE, **NOT_ON, **NOT_DONE, "where": "waiting", "formation": "line", "x": 0, "y": 0, "facing": 0}
        | {"crew_in": -1, "turned": 0, "charged_from": -1},
    ),
    (setup.BrigadeForce, {"arrives": 0}),
    (setup.Feature, {"width": 0, "strength": 0, "church": False}),
    (setup.Place, {"facing": 0, "formation": "line"}),
    (setup.Recruit, PEOPLE),
    (setup.Table, {"width": 18_000, "height": 12_000}),
    (frames.Combat, {"round": 0}),
    (frames.Contact, {"stage": "answer"}),
    (frames.Course, {"target": -1, "plan": frames.NOTHING_MORE, "window": False, "asked_to": -1}),
    (frames.Joining, {"stage": 1}),
    (frames.Plan, {"about_face": False, "change_first": True, "charge": -1}),
    (frames.Shot, {"stage": "suppress"}),
    (events_move.Defended, {"holds": True, "against": -1}),
    (events_move.Moved, {"cost": 0, "touched": -1}),
    (events_move.Reformed, {"rule": "MN-MAN-07"}),
    (events_move.Tested, {"bonus": 0}),
    (events_move.Turned, {"about": False}),
    (events_fight.Count, {"dice": 0}),
    (events_fight.Fired, {"answers": False, "supports": False}),
    (events_fight.Fought, {"stalemate": False}),
    (events_fight.Throw, {"halved": 0, "dice": 0, "hits": 0}),
    (actions_move.FallBack, {"turn": False}),
    (actions_move.Flee, {"turn": False}),
    (actions_move.Manoeuvre, {"before": STEPS, "after": STEPS, "leave": False}),
    (actions_move.Oblique, {"aside_first": False}),
    (actions_move.Pre, {"about_face": False, "change_first": True}),
    (actions_move.Prolong, {"back": False}),
    (actions_move.RoadMove, {"back": False}),
    (actions.Retreat, {"leave_stand": False}),
]


@pytest.mark.rule("MN-RULING-60", "what a stored battle does not say is what it always was")
@pytest.mark.parametrize(("kind", "usual"), USUAL)
def test_what_is_left_out(kind: type[Any], usual: dict[str, Any]) -> None:
    found = {each.name: each.default for each in fields(kind) if each.default is not msgspec.NODEFAULT}
    assert {name: value for name, value in found.items() if value not in EMPTY} == usual
    assert {type(value) for name, value in found.items() if name in usual} == {type(value) for value in usual.values()}


def test_what_equals_the_usual_is_the_usual() -> None:
    """Equal set-ups are written alike, however they came about: nothing of the rules where all is as usual."""
    same = rules.Rules(rules.Options(), tables.Tables())
    assert (same.options is rules.PLAIN, same.tables is tables.PRINTED) == (True, True)
    assert msgspec.json.encode(same) == b"{}"
    other = rules.Rules(rules.Options(turn_limit=3))
    assert (other.options is rules.PLAIN, other.options.turn_limit) == (False, 3)
    own = rules.Options(table_w=int("18000"), one_sp_reform="".join(("for", "bid")))  # type: ignore[arg-type]
    assert own.table_w is rules.PLAIN.table_w
    assert own.one_sp_reform is rules.PLAIN.one_sp_reform
    sides = (setup.Force(name="one", corps=()), setup.Force(name="other", corps=()))
    for given in (rules.Rules(), same):
        made = setup.Setup(title="t", table=setup.Table(int("18000"), int("12000")), forces=sides, rules=given)
        assert made.rules is rules.DEFAULTS
        assert b"rules" not in msgspec.json.encode(made)
        assert msgspec.json.encode(made.table) == b"{}"
    changed = setup.Setup(title="t", table=setup.Table(), forces=sides, rules=other)
    assert changed.rules is other
    assert msgspec.json.encode(setup.Table(9_000, 8_000)) == b'{"width":9000,"height":8000}'
