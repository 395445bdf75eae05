"""Advice on reactions, shots and combats in random positions, against expected text."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import combat, reactions
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import value_of
from battles.rules.mini_nap.ai.situation import situation
from battles.rules.mini_nap.decisions import (
    Allotment,
    Combat,
    Contact,
    DefenderChoice,
    Group,
    Leg,
    MoveContinuation,
    MoveInProgress,
    Shot,
    Travel,
)
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.unit_types import unit_class
from tests.rules.mini_nap.builders.random_positions import GROUND, keep, kept, melee, told
from tests.rules.mini_nap.builders.table_positions import mm

TEXT = kept("judged_answers")
OWN, FOES = range(5), range(5, 10)


def position(seed: int, *frames: Any, **changes: Any) -> State:
    """A melee in which side b has the initiative and side a decides."""
    made = melee(seed, features=GROUND if seed % 2 else (), **{"active": "b", "brigade": 3, **changes})
    return replace(made, stack=frames)


def on_the_way(state: State, number: int, travel: Travel, target: int = -1) -> MoveInProgress:
    """A unit with 5 cm ahead of it, and 2 cm more to its right."""
    facing = state.units[number].facing
    right = (facing + 900) % 3600
    legs = (Leg(facing, mm(5), facing), Leg(right, mm(2), right))
    return MoveInProgress(unit=number, travel=travel, legs=legs, target=target, window=True)


def alone(judged: Callable[..., Advice], *before: Any, actions: Iterable[Any]) -> list[Advice]:
    """The advice for each action alone."""
    return [judged(*before, (Option("any", "", (action,)),)) for action in actions]


def said(seed: int, found: list[Advice]) -> Iterator[str]:
    """Advice with reasons in the first position; in the others the values in a row."""
    if not seed:
        yield from (f"{told(each.action)}: {each.value} {each.reason}" for each in found)
    else:
        yield " ".join(f"{type(each.action).__name__} {each.value}" for each in found)


def charges_on_the_way(seed: int) -> Iterator[str]:
    """A charge of each unit at an enemy that moves past it, or that charges one of its friends or itself."""
    state, mover = position(seed), FOES[seed % 5]
    for travel, target in (("advance", -1), ("charge", OWN[seed % 5])):
        course = on_the_way(state, mover, travel, target)  # type: ignore[arg-type]
        field = situation(replace(state, stack=(course,)), "a")
        saved = reactions._charge_cost(field, course)
        yield f"{travel} costs {saved}"
        charges = [act.OpportunityCharge(number, mm(3), 0) for number in OWN]
        yield from said(seed, [reactions._reaction(field, course, action, max(0, saved)) for action in charges])


def answers_to_charges(seed: int) -> Iterator[str]:
    """Everything that a unit could do that is charged, whether it may or not."""
    for target in OWN:
        frame = Contact(charger=FOES[(seed + target) % 5], target=target, travel="charge")
        field = situation(position(seed, frame), "a")
        actions = [act.Stay(), act.FallBack(mm(20)), act.LimberAndFlee(), act.FleeToSquare(0)]
        if unit_class(field.state.units[target]) == "infantry":
            actions.append(act.EmergencySquare("left"))
        yield f"{target}:"
        yield from said(seed, alone(reactions.best_charge_answer, field, frame, actions=actions))
        flight = replace(frame, stage="flight")
        flights = (act.Flee(mm(18)), act.Flee(mm(24)), act.Flee(mm(24), turn=True))
        yield from said(
            seed, alone(reactions.best_charge_answer, situation(position(seed, flight), "a"), flight, actions=flights)
        )


def feints(seed: int) -> Iterator[str]:
    """Whether each unit would turn away from a square, and how far it would ride."""
    for charger in OWN:
        frame = Contact(charger=charger, target=FOES[charger], travel="charge", stage="feint")
        field = situation(position(seed, frame, active="a"), "a")
        yield from said(seed, alone(reactions.best_feint, field, frame, actions=[act.Feint()]))
        facing = field.state.units[charger].facing
        turns = (0, 450, 3150)
        backs = [act.FeintBack(mm(far), (facing + turn) % 3600) for far in (6, 12, 18) for turn in turns]
        best = reactions.best_feint_move(field, frame, (Option("feint_back", "", tuple(backs)),))
        yield from said(seed, [best])


def ways_on(seed: int) -> Iterator[str]:
    """How far each unit would go on that has not been stopped."""
    for ahead in (False, True):
        for number in OWN:
            state = position(seed, active="a")
            course = on_the_way(state, number, "advance")
            field = situation(replace(state, stack=(course, MoveContinuation(unit=number))), "a", ahead)
            actions = [act.GoOn(mm(far)) for far in (7, 6, 5, 2, 0)]
            standing = PlaceValues(field, ahead)
            yield from said(seed, alone(reactions.best_continuation, field, standing, actions=actions))
            best = reactions.best_continuation(field, standing, (Option("go_on", "", tuple(actions)),))
            yield f"best {told(best.action)}"


def bridges(seed: int) -> Iterator[str]:
    """Which unit would defend a bridge against each charger."""
    for charger in FOES:
        state = position(seed)
        stack = (on_the_way(state, charger, "charge"), DefenderChoice(unit=charger))
        field = situation(replace(state, stack=stack), "a")
        options = (Option("name", "", tuple(act.NameDefender(number) for number in OWN)),)
        best = reactions.best_defender(field, options)
        yield from said(seed, [best])


def returns(seed: int) -> Iterator[str]:
    """Suppression of each firing enemy, and return fire."""
    for firer in FOES:
        state = position(seed, active="b")
        target = state.units[firer - 5]
        for aim in ((target.x, target.y), (target.x, target.y - 100)):
            frame = Shot(unit=firer, target=firer - 5, aim=aim)
            field = situation(replace(state, stack=(frame,)), "a")
            yield from said(seed, alone(combat.best_answer, field, frame, actions=[act.Suppress(firer - 5, (firer,))]))
        enemy = state.units[firer]
        shots = [act.ReturnFire(number, (enemy.x, enemy.y)) for number in OWN]
        yield from said(seed, [combat._return_fire(field, action) for action in shots])


def joins(seed: int) -> Iterator[str]:
    """The gain of each unit that joins in against each enemy."""
    field = situation(position(seed, active="a"), "a")
    for number in OWN:
        made = act.BreakSquare if field.state.units[number].formation == "solid_square" else act.Join
        yield from said(seed, alone(combat.best_join, field, actions=[made(number, foe, 0) for foe in FOES]))


def shares(seed: int) -> Iterator[str]:
    """How points are allotted to two enemies, in the impact round and after it."""
    for number in OWN:
        pairs = ((number, 5), (number, 6 + number % 4))
        for fought in (0, 1):
            frame = Combat(group=Group(pairs), round=fought, outflanked=((number, 5),))
            field = situation(position(seed, frame), "a")
            worth = {foe: value_of(field.state.units[foe]) for _, foe in pairs}
            points = field.state.units[number].points
            made = [
                act.Allot(tuple(share for share in shares_of(number, pairs, points, first) if share.points))
                for first in range(points + 1)
            ]
            row = " ".join(str(combat._allotment_value(field, frame, action, worth)) for action in made)
            best = combat.best_allotment(field, frame, (Option("allot", "", tuple(made)),))
            yield f"{number} round {fought}: {row} {told(best.action)}"


def shares_of(number: int, pairs: Any, points: int, first: int) -> list[Allotment]:
    """The first enemy's share of the points, and what is left for the second."""
    return [Allotment(number, foe, each) for (_, foe), each in zip(pairs, (first, points - first), strict=True)]


def breakings(seed: int) -> Iterator[str]:
    """The moves of a unit that has broken through."""
    field = situation(position(seed, active="a", step="break_active"), "a")
    for number in OWN:
        facing = field.state.units[number].facing
        charges = [act.BreakCharge(number, foe, facing) for foe in FOES]
        turn = act.StopAndRally(number, (facing + 900) % 3600)
        actions = [*charges, turn, act.RallyBack(number, mm(9)), act.RallyForward(number, mm(9))]
        yield from said(seed, [combat._break_move(field, PlaceValues(field), action) for action in actions])


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
def test_values_and_advice_of_answers(heading: str) -> None:
    assert list(lines(heading)) == TEXT[heading]


if __name__ == "__main__":
    keep("judged_answers", HEADINGS, lines)
