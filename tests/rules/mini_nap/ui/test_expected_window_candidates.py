"""Candidates, random actions and previews in every step and window, against expected text."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.rng import Chances
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.ai import random_action
from battles.rules.mini_nap.decisions import (
    Contact,
    DefenderChoice,
    FollowUp,
    Joining,
    Leg,
    MoveContinuation,
    MoveInProgress,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.movement import progress
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui import click
from battles.rules.mini_nap.ui.candidates import candidates
from battles.rules.mini_nap.ui.keys import click_on
from battles.rules.mini_nap.words.turn import score, tally
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted, strip
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.pictures import at
from tests.rules.mini_nap.builders.random_positions import keep, kept, told
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, recruit, spot

TEXT = kept("thought_then")
MOST = 6
"""Thoughts of one pointing that are kept."""
SQUARE: dict[str, Any] = {"formation": "solid_square"}


def stepped(step: Any, **changes: Any) -> State:
    """Two Brigades in a step of the turn, a stand with one of the units and one beside it."""
    mill = strip("landmark", 12, 16, -2, 2, name="The mill", church=True)
    state = battle(
        force(
            division(
                brigade(foot("one"), guns("guns", x=10), name="first", place=spot(X - 4, Y - 6)),
                brigade(horse("horse", x=-10), foot("square", x=20, **SQUARE), name="second", place=spot(X, Y - 9)),
                place=spot(X + 9, Y - 8),
            )
        ),
        force(foot("enemy", y=9, facing=180), horse("far", x=12, y=30, facing=180)),
        features=(mill,),
        step=step,
        **{"brigade": 0, **changes},
    )
    marked = (replace(unit, command="in", white=step.startswith("break")) for unit in state.units)
    return stand_with(replace(state, units=tuple(marked)), 3, unit=2, x=mm(X - 10), y=mm(Y))


def undeployed(step: Any, turn: int) -> State:
    """A Brigade that has yet to be put down, or that arrives."""
    waiting = brigade(recruit("foot", at=None), recruit("horse", "heavy_cavalry", at=None), place=None, arrives=turn)
    return battle(force(division(waiting, place=None)), features=(strip("river", -46, -44),), step=step, turn=turn)


def met(*frames: Any, active: str = "b") -> State:
    """A line, horse, guns and a square of side a, and each of side b's before them, in the middle of something."""
    state = field(
        foot(),
        horse("horse", x=10),
        guns("guns", x=-10, type="horse_artillery"),
        foot("square", x=-15.5, **SQUARE),
        light("light", x=20),
        against=(
            horse("their horse", y=3, facing=180),
            foot("their foot", x=10, y=3, facing=180),
            foot("their second", x=-10, y=3, facing=180),
            guns("their guns", x=2, y=25, facing=180),
            horse("their last", x=20, y=3, facing=180),
        ),
        active=active,
        brigade=0 if active == "a" else 1,
        stack=frames,
        features=(strip("bridge", -42, -38, -1.5, 1.5, over="river", name="The bridge"),),
    )
    return noted(state, 5, charged=True, impact=True, charged_from=mm(20))


def going(number: int, travel: Any, target: int = -1, **more: Any) -> MoveInProgress:
    """A unit of side b that comes 6 cm down the table."""
    return MoveInProgress(
        unit=number, travel=travel, legs=(Leg(1800, mm(6), 1800),), target=target, window=True, **more
    )


def contact(charger: int, target: int, stage: Any = "answer") -> State:
    return met(Contact(charger=charger, target=target, travel="charge", stage=stage))


LOOSE = stand_with(met(StandEvasion(stand=1, mover=5)), 1, x=mm(X), y=mm(Y + 4), where="table", unit=-1)
POSITIONS: dict[str, Callable[[], State]] = {
    **{step: partial(stepped, step) for step in ("choose", "command", "fire", "end", "break_active")},
    "deployment": partial(undeployed, "deployment", 0),
    "arrival": partial(undeployed, "arrival", 2),
    "course": lambda: met(going(6, "advance")),
    "charge": lambda: met(going(6, "charge", 1)),
    "onward": lambda: met(going(0, "advance"), MoveContinuation(unit=0), active="a"),
    "road": lambda: met(going(0, "redeploy"), MoveContinuation(unit=0), active="a"),
    "naming": lambda: met(going(6, "charge", 0, plan=FollowUp(bridge="bridge")), DefenderChoice(unit=6)),
    "infantry": lambda: contact(5, 0),
    "guns": lambda: contact(7, 2),
    "skirmishers": lambda: contact(9, 4),
    "nearby": lambda: contact(5, 0, "nearby"),
    "flight": lambda: contact(7, 2, "flight"),
    "feint": lambda: contact(5, 0, "feint"),
    "feint_back": lambda: contact(5, 0, "feint_back"),
    "stand": lambda: LOOSE,
    "suppress": lambda: met(Shot(unit=8, target=0, aim=place(0, 1))),
    "return": lambda: met(Shot(unit=8, target=0, aim=place(0, 1), stage="return")),
    "joining": lambda: met(Joining(stage=2), active="b"),
}


def row(actions: Any) -> str:
    return "; ".join(told(each) for each in actions)


def lines(heading: str) -> Iterator[str]:
    state = POSITIONS[heading]()
    yield f"{turn.deciders(state)} {score(state)} {tally(state)}"
    for side in turn.deciders(state) or ("a", "b"):
        yield from _pointed_at(state, side)
        options = turn.options(state, side)
        if not options or not all(option.actions for option in options):
            continue
        yield f"{side} draws {row(random_action.random_action(state, side, (), Chances(b'%d' % n)) for n in range(6))}"
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Contact):
        for option in charge_answers.answer_options(state, frame):
            yield f"{option.kind} {option.actor} {option.complete}: {len(option.actions)} {row(option.actions[:MOST])}"
        yield f"asked {charge_answers.has_answers(state, frame)} nearby {charge_answers.nearby_infantry(state, frame)}"
    if isinstance(frame, MoveContinuation):
        yield f"goes on: {row(progress.listed_stops(state, progress.move_awaiting_answer(state)))}"


def _pointed_at(state: State, side: Any) -> Iterator[str]:
    """What every actor of a side may mean by pointing at himself, at others and at places."""
    units = [f"unit {number}" for number, unit in enumerate(state.units) if unit.side == side][:5]
    stands = [f"stand {number}" for number, stand in enumerate(state.stands) if stand.side == side]
    for actor in ("", *units, *stands):
        for key in ("", actor, at(0, 1), at(-3, -8), at(4, 12), "unit 0", f"unit {len(state.units) - 2}", "landmark"):
            found = click_on(state, side, actor, key)
            own = [] if found is None else list(candidates(found))
            if own:
                yield f"{actor} at {key}: {len(own)} {row(own[:MOST])}"
                first = click.actions_for_click(SYSTEM.secrets.view(state, side), side, actor, key)[:1]
                if first != (own[0],):
                    yield f" means {row(first)}"


@pytest.mark.parametrize("heading", POSITIONS)
def test_what_is_thought_of_then(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("thought_then", POSITIONS, lines)
