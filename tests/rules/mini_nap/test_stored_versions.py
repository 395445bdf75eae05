"""Stored battles of earlier versions: fields left out, and battles that replay as they were played."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from battles.engine.battle_file import read, write
from battles.engine.codec import state_hash
from battles.engine.dice import Chances
from battles.engine.record import Record, RulesChanged
from battles.engine.replay import states, verify
from battles.rules.mini_nap import actions, decisions, events, rules, state, tables
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.random_battles import MOST

FOLDER = Path(__file__).parent / "older"
FILES = sorted(FOLDER.glob("*/*.battle"))
UNDER_WAY = sorted(FOLDER.glob("*/under_way.battle"))
SECRET = b"under_way 3"
"""Of the battles under way, which do not tell it."""

every = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


@every
def test_a_battle_by_earlier_rules_replays_to_the_states_it_was_played_to(path: Path) -> None:
    kept = read(path.read_bytes())
    assert kept.header.rules_version == int(path.parent.name.removeprefix("rules")) < SYSTEM.version
    assert [state_hash(state) for state in states(kept)] == [entry.hash for entry in kept.entries]
    assert verify(kept) == []
    assert write(kept) == path.read_bytes()


@pytest.mark.parametrize("path", UNDER_WAY, ids=lambda path: path.parent.name)
def test_a_battle_under_way_goes_on_by_todays_rules(path: Path) -> None:
    kept = read(path.read_bytes())
    record = Record.resumed(kept, SECRET)
    changed = record.entries[-1]
    assert changed.rules == RulesChanged(kept.version, SYSTEM.version)
    assert record.outcome is None
    chances = Chances(b"on")
    kinds = set()
    for _ in range(MOST):
        if record.outcome is not None:
            break
        side = min(SYSTEM.deciding(record.state))
        action = SYSTEM.ai.random_action(record.state, side, (), chances)
        kinds.add(action.kind)
        record.play(side, action)
    assert record.outcome is not None
    assert "manoeuvre" in kinds
    again = read(write(record))
    assert verify(again) == []
    assert [entry.rules for entry in again.entries if entry.rules] == [changed.rules]


def test_there_is_a_battle_under_way_by_every_earlier_version() -> None:
    assert [path.parent.name for path in UNDER_WAY] == [f"rules{version}" for version in range(1, SYSTEM.version)]


EMPTY = ((), "", None)
NOT_ON = dict.fromkeys(
    ("yellow", "white", "manoeuvred", "fired", "reacted", "idle", "mute", "charged", "impact"), False
)
NOT_DONE = dict.fromkeys(("stood", "still", "tried_square", "broke_through"), False)
PEOPLE = {"nation": "other", "kgl": False, "lancer": False, "irregular": False}
STEPS = actions.NO_FREE_STEPS

USUAL: list[tuple[type[Any], dict[str, Any]]] = [
    (state.Brigade, {"lost": 0, "chosen": False}),
    (state.Division, {"lost": 0}),
    (state.Damage, {"destroyed": False}),
    (state.Defence, {"against": -1}),
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
    (state.BrigadeForce, {"arrives": 0}),
    (state.Feature, {"width": 0, "strength": 0, "church": False}),
    (state.Place, {"facing": 0, "formation": "line"}),
    (state.ForceUnit, PEOPLE),
    (state.Table, {"width": 18_000, "height": 12_000}),
    (decisions.Combat, {"round": 0}),
    (decisions.Contact, {"stage": "answer"}),
    (decisions.MoveInProgress, {"target": -1, "plan": decisions.NO_FOLLOW_UP, "window": False, "asked_to": -1}),
    (decisions.Joining, {"stage": 1}),
    (decisions.FollowUp, {"about_face": False, "change_first": True, "charge": -1}),
    (decisions.Shot, {"stage": "suppress"}),
    (events.Defended, {"holds": True, "against": -1}),
    (events.Moved, {"cost": 0, "touched": -1}),
    (events.Reformed, {"rule": "MN-MAN-07"}),
    (events.Tested, {"bonus": 0}),
    (events.Turned, {"about": False}),
    (events.Count, {"dice": 0}),
    (events.Fired, {"answers": False, "supports": False}),
    (events.Fought, {"stalemate": False}),
    (events.Throw, {"halved": 0, "dice": 0, "hits": 0}),
    (actions.FallBack, {"turn": False}),
    (actions.Flee, {"turn": False}),
    (actions.Manoeuvre, {"before": STEPS, "after": STEPS, "leave": False}),
    (actions.Oblique, {"aside_first": False}),
    (actions.FreeSteps, {"about_face": False, "change_first": True}),
    (actions.Prolong, {"back": False}),
    (actions.RoadMove, {"back": False}),
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
    sides = (state.Force(name="one", corps=()), state.Force(name="other", corps=()))
    for given in (rules.Rules(), same):
        made = state.Setup(title="t", table=state.Table(int("18000"), int("12000")), forces=sides, rules=given)
        assert made.rules is rules.DEFAULTS
        assert b"rules" not in msgspec.json.encode(made)
        assert msgspec.json.encode(made.table) == b"{}"
    changed = state.Setup(title="t", table=state.Table(), forces=sides, rules=other)
    assert changed.rules is other
    assert msgspec.json.encode(state.Table(9_000, 8_000)) == b'{"width":9000,"height":8000}'
