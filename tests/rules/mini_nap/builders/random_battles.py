"""Battles played on by chance, so that everything happens."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option
from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import BrigadeForce, CorpsForce, DivisionForce, Feature, Force, Setup, State, Table
from battles.rules.mini_nap.tables import UnitType
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, recruit, spot

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


EAGER = frozenset(
    {
        "charge",
        "extended_charge",
        "fire",
        "opportunity_charge",
        "join",
        "break_charge",
        "return_fire",
        "advance",
        "feint",
    }
)
"""What brings units together, taken before other things."""


TURNS = 4


def side(name: str) -> Force:
    """A Division of all arms, one Brigade of which arrives in the second Turn."""
    foot = tuple(recruit(f"{name} {n}", "light_infantry" if n == 0 else "line_infantry", at=None) for n in range(3))
    horse = (recruit(f"{name} hussars", "light_cavalry", at=None), recruit(f"{name} horse", "heavy_cavalry", at=None))
    guns = (recruit(f"{name} guns", "horse_artillery", at=None, points=4, weight="medium"),)
    brigades = (
        BrigadeForce(name=f"{name} foot", kind="infantry", units=foot),
        BrigadeForce(name=f"{name} horse", kind="cavalry", units=horse, arrives=2),
        BrigadeForce(name=f"{name} guns", kind="artillery", units=guns),
    )
    division = DivisionForce(name=f"{name} Division", kind="mixed", brigades=brigades)
    return Force(name=name, corps=(CorpsForce(name=f"{name} Corps", nation="french", divisions=(division,)),))


def close() -> Setup:
    """Two such sides close to each other, with a hill, a wood and a hedge between."""
    features = (
        Feature(
            key="hill", kind="hill", points=((mm(5), mm(40)), (mm(10), mm(55)), (mm(25), mm(50)), (mm(22), mm(38)))
        ),
        Feature(key="hedge", kind="fence", points=((mm(35), mm(50)), (mm(55), mm(50)))),
    )
    options = Options(table_w=6_000, table_h=10_000, deploy_depth=4_600, turn_limit=TURNS)
    return Setup(
        title="close", table=Table(6_000, 10_000, features), forces=(side("a"), side("b")), rules=Rules(options)
    )


def chosen(rng: random.Random, state: State, deciding_side: str) -> Any:
    """An action by chance, and one that has been looked at closely."""
    found = turn.options(state, deciding_side)
    assert found, "a side that owes a decision has something to choose"
    staying = [option for option in found if option.kind != "retreat"] or list(found)
    eager = [option for option in staying if option.kind in EAGER]
    option = rng.choice(eager if eager and rng.random() < 0.7 else staying)
    actions = list(option.actions)
    assert actions, option.kind
    action = rng.choice(actions)
    for each in {action, actions[0], actions[-1]}:
        assert turn.refuse(state, deciding_side, each) is None
    return action
