"""Battles played on by chance, so that everything happens."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option
from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import UnitType
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, recruit, spot

MOST = 1500


APART = (10, 20)
"""Centimetres between the sides, in turn: near enough for muskets, and far enough for squares against cavalry."""


def forces(apart: int = APART[0]) -> State:
    """Two small Divisions near each other, so that everything happens."""

    def side(name: str, y: float, facing: float) -> Any:
        kinds: tuple[UnitType, ...] = ("line_infantry", "light_infantry", "line_infantry", "line_infantry")
        foot = [
            recruit(f"{name} {n}", type=kind, at=(40 + 8 * n, y), facing=facing, formation="line" if n else "column")
            for n, kind in enumerate(kinds)
        ]
        horse = [
            recruit(f"{name} horse {n}", type="light_cavalry", at=(80 + 8 * n, y), facing=facing, formation="line")
            for n in range(2)
        ]
        guns = recruit(f"{name} guns", type="horse_artillery", weight="light", at=(75, y), facing=facing)
        return force(
            division(
                brigade(*foot, guns, name=f"{name} foot"),
                brigade(*horse, name=f"{name} cavalry", kind="cavalry"),
                name=f"{name} division",
                rating="excellent",
                place=spot(68, y - 6 if facing == 0 else y + 6),
            ),
            name=name,
        )

    return battle(side("Blue", 50, 0), side("Red", 50 + apart, 180))


def kind_of(action: Any) -> str:
    """What an action is; a manoeuvre by its movement."""
    move = getattr(action, "move", None)
    return str(action.kind) if move is None else type(move).__name__


def decisions(turns: int, seeds: int = 4) -> Iterator[tuple[State, str, tuple[Option, ...], Resolution]]:
    """Decisions of some turns of ``forces`` in which what was done least is done next, by kind of action and movement.

    Each is the state, who decides, what may be done, and what followed.
    """
    used: Counter[str] = Counter({"done": MOST, "retreat": 2 * MOST, "move_stand": MOST})
    for seed in range(seeds):
        state, chances = forces(APART[seed % len(APART)]), Chances(bytes([seed]))
        for n in range(MOST):
            asked = turn.deciders(state)
            if not asked or state.turn > turns:
                break
            options = turn.options(state, asked[0])
            listed = [action for option in options for action in option.actions]
            least = min(used[kind_of(action)] for action in listed)
            action = chances.choice([action for action in listed if used[kind_of(action)] == least])
            used[kind_of(action)] += 1
            play = turn.decide(state, asked[0], action, SeededDice(bytes(32), n))
            yield state, asked[0], options, play
            state = play.state
