"""Tracked games of which a rules question is asked, and its facts."""

from typing import Any

from battles.engine.core import Outcome
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.state import Damage, State
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.tracked_game import GUNS, Table, unit
from tests.rules.mini_nap.builders.tracker_pages import exhausted, rated

BOOKS: dict[str, State] = {
    "manoeuvre": rated(),
    "guns": rated(brigade=2),
    "Division": rated(brigade=-1, division=0),
    "choice": rated(step="choose", brigade=-1),
    "chosen": exhausted(),
    "fire": rated(step="fire", brigade=2),
    "theirs": rated(step="fire", active="b", brigade=8),
    "melee": rated(step="hand_to_hand"),
    "through": rated(step="break_active"),
    "few": unit_with(unit_with(rated(), rich.THIN, points=2), rich.LINE, points=1),
    "new": rated(step="arrival", active="", brigade=-1),
    "battered": rated(brigade=2, damage=(Damage("village 1", 3), Damage("building 1", 5, destroyed=True))),
    "won": rated(step="over", outcome=Outcome("a", "no_units", "MN-RULING-60")),
    "emptied": unit_with(
        unit_with(rated(step="choose", brigade=-1), rich.FAR_FOOT, where="lost"), rich.LATE, where="lost"
    ),
    "alike": unit_with(rated(brigade=2), rich.TWELVES, crew_in=rich.SQUARE),
}


def stated(facts: dict[str, Any]) -> dict[str, str]:
    return {name: f"unit {value}" if isinstance(value, int) else value for name, value in facts.items()}


def guns(**changes: Any) -> Table:
    return unit(GUNS, guns=True, **changes)
