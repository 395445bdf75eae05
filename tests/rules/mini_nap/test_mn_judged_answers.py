"""What the judge makes of answers: in windows, to shots, in combats, after them; in positions a lot has put together.

``kept/judged_answers.txt`` holds every value and every reason. `python -m tests.rules.mini_nap.test_mn_judged_answers`
writes it anew.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import judging_combat, judging_fire, judging_windows
from battles.rules.mini_nap.frames import Allotment, Combat, Contact, Course, Group, Leg, Naming, Onward, Shot, Travel
from battles.rules.mini_nap.judging_field import field_of
from battles.rules.mini_nap.judging_odds import value_of
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_melee import GROUND, keep, kept, melee, told

TEXT = kept("judged_answers")
OWN, FOES = range(5), range(5, 10)


def position(seed: int, *frames: Any, **changes: Any) -> State:
    """A melee in which side b has the initiative, and side a is asked."""
    made = melee(seed, features=GROUND if seed % 2 else (), **{"active": "b", "brigade": 3, **changes})
    return replace(made, stack=frames)


def on_the_way(state: State, number: int, travel: Travel, target: int = -1) -> Course:
    """A unit with 5 cm ahead of it, and 2 cm more to its right."""
    facing = state.units[number].facing
    right = (facing + 900) % 3600
    legs = (Leg(facing, mm(5), facing), Leg(right, mm(2), right))
    return Course(unit=number, travel=travel, legs=legs, target=target, window=True)


def alone(judged: Callable[..., Advice], *before: Any, actions: Iterable[Any]) -> list[Advice]:
    """The advice that each action gets where there is no other."""
    return [judged(*before, (Option("any", "", (action,)),)) for action in actions]


def said(seed: int, found: list[Advice]) -> Iterator[str]:
    """What is advised and why in the first position, and in the others the values in a row."""
    if not seed:
        yield from (f"{told(each.action)}: {each.value} {each.reason}" for each in found)
    else:
        yield " ".join(f"{type(each.action).__name__} {each.value}" for each in found)


def charges_on_the_way(seed: int) -> Iterator[str]:
    """A charge of each unit at an enemy that moves past it, or that charges one of its friends or itself."""
    state, mover = position(seed), FOES[seed % 5]
    for travel, target in (("advance", -1), ("charge", OWN[seed % 5])):
        course = on_the_way(state, mover, travel, target)  # type: ignore[arg-type]
        field = field_of(replace(state, stack=(course,)), "a")
        saved = judging_windows._cost_of(field, course)
        yield f"{travel} costs {saved}"
        charges = [act.OpportunityCharge(number, mm(3), 0) for number in OWN]
        yield from said(seed, [judging_windows._reaction(field, course, action, max(0, saved)) for action in charges])


def answers_to_charges(seed: int) -> Iterator[str]:
    """Everything that a unit could do that is charged, whether it may or not."""
    for target in OWN:
        frame = Contact(charger=FOES[(seed + target) % 5], target=target, travel="charge")
        field = field_of(position(seed, frame), "a")
        actions = [act.Stay(), act.FallBack(mm(20)), act.LimberAndFlee(), act.FleeToSquare(0)]
        if unit_class(field.state.units[target]) == "infantry":
            actions.append(act.EmergencySquare("left"))
        yield f"{target}:"
        yield from said(seed, alone(judging_windows.best_stand, field, frame, actions=actions))
        flight = replace(frame, stage="flight")
        flights = (act.Flee(mm(18)), act.Flee(mm(24)), act.Flee(mm(24), turn=True))
        yield from said(
            seed, alone(judging_windows.best_stand, field_of(position(seed, flight), "a"), flight, actions=flights)
        )


def feints(seed: int) -> Iterator[str]:
    """Whether each unit would turn away from a square, and how far it would ride."""
    for charger in OWN:
        frame = Contact(charger=charger, target=FOES[charger], travel="charge", stage="feint")
        field = field_of(position(seed, frame, active="a"), "a")
        yield from said(seed, alone(judging_windows.best_feint, field, frame, actions=[act.Feint()]))
        facing = field.state.units[charger].facing
        turns = (0, 450, 3150)
        backs = [act.FeintBack(mm(far), (facing + turn) % 3600) for far in (6, 12, 18) for turn in turns]
        best = judging_windows.best_way_back(field, frame, (Option("feint_back", "", tuple(backs)),))
        yield from said(seed, [best])


def ways_on(seed: int) -> Iterator[str]:
    """How far each unit would go on that has not been stopped."""
    for ahead in (False, True):
        for number in OWN:
            state = position(seed, active="a")
            course = on_the_way(state, number, "advance")
            field = field_of(replace(state, stack=(course, Onward(unit=number))), "a", ahead)
            actions = [act.GoOn(mm(far)) for far in (7, 6, 5, 2, 0)]
            standing = Standing(field, ahead)
            yield from said(seed, alone(judging_windows.best_onward, field, standing, actions=actions))
            best = judging_windows.best_onward(field, standing, (Option("go_on", "", tuple(actions)),))
            yield f"best {told(best.action)}"


def bridges(seed: int) -> Iterator[str]:
    """Which unit would defend a bridge against each charger."""
    for charger in FOES:
        state = position(seed)
        stack = (on_the_way(state, charger, "charge"), Naming(unit=charger))
        field = field_of(replace(state, stack=stack), "a")
        options = (Option("name", "", tuple(act.NameDefender(number) for number in OWN)),)
        best = judging_windows.best_defender(field, options)
        yield from said(seed, [best])


def returns(seed: int) -> Iterator[str]:
    """Suppression of each enemy that fires, and fire at him."""
    for firer in FOES:
        state = position(seed, active="b")
        target = state.units[firer - 5]
        for aim in ((target.x, target.y), (target.x, target.y - 100)):
            frame = Shot(unit=firer, target=firer - 5, aim=aim)
            field = field_of(replace(state, stack=(frame,)), "a")
            yield from said(
                seed, alone(judging_fire.best_answer, field, frame, actions=[act.Suppress(firer - 5, (firer,))])
            )
        enemy = state.units[firer]
        shots = [act.ReturnFire(number, (enemy.x, enemy.y)) for number in OWN]
        yield from said(seed, [judging_fire._returns(field, action) for action in shots])


def joins(seed: int) -> Iterator[str]:
    """What each unit gains that joins in against each enemy."""
    field = field_of(position(seed, active="a"), "a")
    for number in OWN:
        made = act.BreakSquare if field.state.units[number].formation == "solid_square" else act.Join
        yield from said(seed, alone(judging_combat.best_join, field, actions=[made(number, foe, 0) for foe in FOES]))


def shares(seed: int) -> Iterator[str]:
    """How points are shared out among two enemies, in the impact round and after it."""
    for number in OWN:
        pairs = ((number, 5), (number, 6 + number % 4))
        for fought in (0, 1):
            frame = Combat(group=Group(pairs), round=fought, outflanked=((number, 5),))
            field = field_of(position(seed, frame), "a")
            worth = {foe: value_of(field.state.units[foe]) for _, foe in pairs}
            points = field.state.units[number].points
            made = [
                act.Allot(tuple(share for share in shares_of(number, pairs, points, first) if share.points))
                for first in range(points + 1)
            ]
            row = " ".join(str(judging_combat._allotted(field, frame, action, worth)) for action in made)
            best = judging_combat.best_allotment(field, frame, (Option("allot", "", tuple(made)),))
            yield f"{number} round {fought}: {row} {told(best.action)}"


def shares_of(number: int, pairs: Any, points: int, first: int) -> list[Allotment]:
    """The first enemy's share of the points, and what is left for the second."""
    return [Allotment(number, foe, each) for (_, foe), each in zip(pairs, (first, points - first), strict=True)]


def breakings(seed: int) -> Iterator[str]:
    """What a unit does that has broken through."""
    field = field_of(position(seed, active="a", step="break_active"), "a")
    for number in OWN:
        facing = field.state.units[number].facing
        charges = [act.BreakCharge(number, foe, facing) for foe in FOES]
        turn = act.StopAndRally(number, (facing + 900) % 3600)
        actions = [*charges, turn, act.RallyBack(number, mm(9)), act.RallyForward(number, mm(9))]
        yield from said(seed, [judging_combat._broken(field, Standing(field), action) for action in actions])


SHEETS: dict[str, Callable[[int], Iterator[str]]] = {
    each.__name__: each
    for each in (
        charges_on_the_way,
        answers_to_charges,
        feints,
        ways_on,
        bridges,
        returns,
        joins,
        shares,
        breakings,
    )
}
HEADINGS = [f"{name} {seed}" for name in SHEETS for seed in range(6)]


def lines(heading: str) -> Iterator[str]:
    name, seed = heading.split()
    return SHEETS[name](int(seed))


@pytest.mark.parametrize("heading", HEADINGS)
def test_what_a_judge_makes_of_answers(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("judged_answers", HEADINGS, lines)
