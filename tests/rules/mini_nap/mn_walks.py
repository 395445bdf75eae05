"""Battles of Mini-Nap that are played on by chance, so that everything happens."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from battles.engine.chance import Chances
from battles.engine.core import Option
from battles.engine.dice import SeededDice
from battles.rules.mini_nap import deciding, flow
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import UnitType
from tests.rules.mini_nap.mn_board import battle, brigade, division, force, recruit, spot

MOST = 1500


def forces() -> State:
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

    return battle(side("Blue", 50, 0), side("Red", 60, 180))


def decisions(turns: int, seeds: int = 4) -> Iterator[tuple[State, str, tuple[Option, ...], Play]]:
    """Decisions of some turns of ``forces`` in which what was done least is done next.

    Each is the state, who decides, what may be done, and what followed.
    """
    used: Counter[str] = Counter({"done": MOST, "pass": MOST, "retreat": MOST, "move_stand": MOST})
    for seed in range(seeds):
        state, chances = forces(), Chances(bytes([seed]))
        for n in range(MOST):
            asked = flow.deciders(state)
            if not asked or state.turn > turns:
                break
            options = deciding.options(state, asked[0])
            option = min((each for each in options if each.actions), key=lambda each: used[each.kind])
            used[option.kind] += 1
            action = chances.choice(list(option.actions))
            play = deciding.decide(state, asked[0], action, SeededDice(bytes(32), n))
            yield state, asked[0], options, play
            state = play.state
