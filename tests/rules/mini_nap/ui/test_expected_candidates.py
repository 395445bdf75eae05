"""Lists, candidates and random actions in random positions, against expected text."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option
from battles.engine.rng import Chances
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import random_action
from battles.rules.mini_nap.movement import samples
from battles.rules.mini_nap.positions import on_table
from battles.rules.mini_nap.state import NONE, Defence, Feature, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui import click
from battles.rules.mini_nap.ui.candidates import candidates, candidates_in_other_phases
from battles.rules.mini_nap.ui.keys import click_on
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted, strip
from tests.rules.mini_nap.builders.pictures import at
from tests.rules.mini_nap.builders.random_positions import GROUND, keep, kept, melee, told
from tests.rules.mini_nap.builders.shots import place

TEXT = kept("listed") | kept("thought_of")
MOST = 9
"""Thoughts of one pointing that are kept."""
COLUMN: dict[str, Any] = {"formation": "column"}
SQUARE: dict[str, Any] = {"formation": "solid_square"}
DIVISION: dict[str, Any] = {"division": 0, "brigade": NONE, "allowance": 900, "standoff": 1200}
ENEMY = (foot("enemy", y=9, facing=180), horse("far", x=12, y=14, facing=180))
MILL = strip("landmark", 3, 7, -2, 2, name="The mill")
RIVER = (
    Feature(key="river", kind="river", points=(place(-60, 6), place(60, 6)), width=400),
    strip("bridge", 4, 8, -1.5, 1.5, over="river", name="The bridge"),
)
ROAD = Feature(key="road", kind="road", points=(place(-20, 0), place(20, 0), place(40, 10)))
DITCH = Feature(key="ditch", kind="ditch", points=(place(0, -20), place(0, 20)))

POSITIONS: dict[str, Callable[[], State]] = {
    "line": partial(field, foot(), foot("friend", x=7), against=ENEMY),
    "alone": partial(field, foot(), against=()),
    "skirmishers": partial(field, light(), foot("friend", y=4, x=2), against=ENEMY),
    "square": partial(field, foot(**SQUARE), against=ENEMY),
    "column": partial(field, foot(x=-85, y=-55, facing=200, **COLUMN), against=(horse("horse", y=3, facing=270),)),
    "blocked": partial(
        field,
        foot(),
        foot("friend", x=1, y=2.5),
        against=(foot("enemy", x=2, y=5.2, facing=180), horse("next", x=8, y=5)),
    ),
    "horse": partial(field, horse(), against=(foot("enemy", x=4, y=22, facing=90), horse("far", y=34, facing=180))),
    "battery": partial(field, guns(), against=ENEMY),
    "division": partial(field, foot(), horse("horse", x=-9), guns(x=12), against=ENEMY, **DIVISION),
    "road": partial(field, foot(facing=90, **COLUMN), guns(x=8, facing=100), against=ENEMY, features=(ROAD,)),
    "ditch": partial(field, foot(**COLUMN), features=(DITCH,)),
    "bridge": partial(
        field, foot(x=1), horse("horse", x=8, y=-4), against=(foot("enemy", y=9.2, facing=180),), features=RIVER
    ),
    "mill": partial(field, foot(), foot("on", x=1, y=5), horse("horse", x=-8), against=ENEMY, features=(MILL,)),
    "melee": partial(melee, 7, features=GROUND),
}


def held() -> State:
    """A unit defends the mill."""
    return replace(POSITIONS["mill"](), holding=(Defence("landmark", 1),))


def nobody() -> State:
    """No enemy is left."""
    state = field(foot(), guns(x=9), against=(foot("lost"),))
    return noted(state, 2, where="lost")


POSITIONS["held"] = held
POSITIONS["nobody"] = nobody


def brief(action: Any) -> str:
    """An action in few words: what comes before a movement, the movement, what comes after it."""
    if not isinstance(action, act.Manoeuvre):
        return told(action)
    words = [*_steps(action.before), *((_plain(action.move),) if action.move else ())]
    words += [f"then {each}" for each in _steps(action.after)]
    words += [f"defend {action.defend}"] if action.defend else []
    return " ".join(words + (["leave"] if action.leave else [])) or "nothing"


def _steps(pre: act.FreeSteps) -> Iterator[str]:
    if pre.change is not None:
        yield f"{_plain(pre.change)}{'' if pre.change_first else ' last'}"
    if pre.pivot is not None:
        yield f"p{pre.pivot}"
    if pre.about_face:
        yield "about"


def _plain(part: Any) -> str:
    """The name of a movement or a change, and what it is by."""
    facts = [getattr(part, name) for name in part.__struct_fields__]
    return " ".join([type(part).__name__, *(str(each) for each in facts if each not in ("", None, False))])


def row(actions: Iterable[Any]) -> str:
    return "; ".join(brief(each) for each in actions)


def listed(state: State) -> Iterator[str]:
    """Each unit's manoeuvres by their kinds, and the plainest of them."""
    for number in on_table(state, "a"):
        for option in samples.options(state, number):
            yield f"{option.actor} {option.kind}: {row(option.actions)}{_domains(option)}"
        plainest = samples.simplest(state, number)
        yield f"unit {number} candidates: {len(list(samples._candidates(state, number)))}"
        yield f"unit {number} plainest: {plainest and brief(plainest)} {samples.can_act(state, number)}"


def _domains(option: Option) -> str:
    """Between what ends whatever is chosen freely lies."""
    assert not option.complete
    return "".join(f" {name} {each['low']}-{each['high']}" for name, each in option.domains.items())


def drawn(state: State) -> Iterator[str]:
    """What ten lots make of each unit, and four of the side."""
    chances = Chances(b"drawn")
    for number in on_table(state, "a"):
        found = [random_action.random_manoeuvre(state, number, chances) for _ in range(10)]
        yield f"{number}: {row(found)}"
    yield row(random_action.random_action(state, "a", (), chances) for _ in range(4))


def thought(state: State) -> Iterator[str]:
    """What is thought of where units point at themselves, at enemies, at features and at places."""
    view = SYSTEM.secrets.view(state, "a")
    for number in on_table(state, "a")[:3]:
        foes = [f"unit {foe}" for foe in on_table(state, "b")[:3]]
        features = [feature.key for feature in state.setup.table.features]
        for key in (f"unit {number}", at(-5, 0), at(1, 3), at(2, -6), at(3, 14), *foes, *features):
            found = click_on(state, "a", f"unit {number}", key)
            assert found is not None
            own = list(candidates(found))
            yield f"{number} at {key}: {len(own)} {row(own[:MOST])}"
            yield f" means {row(click.actions_for_click(view, 'a', f'unit {number}', key)[:2])}"


def elsewhere(state: State) -> Iterator[str]:
    """What might be meant at another time."""
    for key in ("unit 0", at(3, 4), *(f"unit {foe}" for foe in on_table(state, "b"))):
        found = click_on(state, "a", "unit 0", key)
        assert found is not None
        yield f"at {key}: {row(candidates_in_other_phases(found))}"


SHEETS: dict[str, Callable[[State], Iterator[str]]] = {
    "listed": listed,
    "drawn": drawn,
    "thought": thought,
    "elsewhere": elsewhere,
}
HEADINGS = [
    f"{name} {each}"
    for each in POSITIONS
    for name in SHEETS
    if name != "elsewhere" or each in ("line", "square", "skirmishers", "horse", "battery")
]


def lines(heading: str) -> Iterator[str]:
    name, which = heading.split()
    return SHEETS[name](POSITIONS[which]())


@pytest.mark.parametrize("heading", HEADINGS)
def test_what_is_thought_of(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("listed", [each for each in HEADINGS if each.startswith(("listed", "drawn"))], lines)
    keep("thought_of", [each for each in HEADINGS if each.startswith(("thought", "elsewhere"))], lines)
