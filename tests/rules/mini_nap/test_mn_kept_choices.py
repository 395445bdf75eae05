"""Every kind of action as a choice in words and in short form, about whom it may be in the middle of something."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import notation, words_plans
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.evolve_units import stand_with, unit_with
from battles.rules.mini_nap.frames import (
    Allotment,
    Change,
    Combat,
    Contact,
    Course,
    Frame,
    Group,
    Joining,
    Leg,
    Onward,
    Shot,
    StandCourse,
)
from battles.rules.mini_nap.offers import CHOICES
from battles.rules.mini_nap.state import State, Step
from battles.rules.mini_nap.tables import Formation
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_kept import kept, told
from tests.rules.mini_nap.test_mn_notation import ACTIONS

COURSE = Course(unit=0, travel="charge", legs=(Leg(0, 600, 0),), target=12, window=True)
CONTACT = Contact(charger=4, target=12, travel="charge")
SHOT = Shot(unit=7, target=11, aim=(0, 0))
FRAMES: dict[str, tuple[Frame, ...]] = {
    "nothing": (),
    "course": (COURSE,),
    "onward": (COURSE, Onward(unit=0)),
    "stand": (COURSE, StandCourse(stand=9, mover=0)),
    "contact": (CONTACT,),
    "feint": (replace(CONTACT, stage="feint"),),
    "shot": (SHOT,),
    "return": (replace(SHOT, stage="return"),),
    "joining": (Joining(stage=2),),
    "combat": (Combat(waiting=(Group(((0, 11),)), Group(((4, 15), (6, 15), (6, 16))))),),
}
WINDOWS: tuple[Any, ...] = (
    act.Pass(),
    act.OpportunityCharge(12, 0, 450),
    act.OpportunityCharge(11, 650, 900, "bridge"),
    act.GoOn(0),
    act.GoOn(450),
    act.Stay(),
    act.FallBack(600),
    act.FallBack(600, turn=True),
    act.LimberAndFlee(),
    act.Flee(50, turn=True),
    act.FleeToSquare(3),
    act.EmergencySquare("rear"),
    act.Feint(),
    act.FeintBack(600, 900),
    act.EvadeStand(6_050, -4_200),
    act.ReturnFire(12, (1, 2), "front"),
    act.ChooseGroup(0),
    act.ChooseGroup(1),
    act.ChooseGroup(2),
)
"""Answers that are about somebody."""
PLANS: tuple[act.Manoeuvre, ...] = (
    act.Manoeuvre(0, leave=True),
    act.Manoeuvre(0, act.Pre(pivot=450, about_face=True), act.Advance(50)),
    act.Manoeuvre(0, act.Pre(about_face=True), act.Oblique("right", 100, 200)),
    act.Manoeuvre(0, move=act.Oblique("left", 100, 200, aside_first=True), defend="church"),
    act.Manoeuvre(
        0, act.Pre(change=Change(to="column", anchor="left", side="rear"), pivot=0), act.Charge(11, "bridge")
    ),
    act.Manoeuvre(0, act.Pre(change=Change(to="line", bearing=1_800), pivot=0, change_first=False), act.Charge(12)),
    act.Manoeuvre(0, act.Pre(change=Change(to="solid_square"), change_first=False), None, act.Pre(pivot=900)),
    act.Manoeuvre(0, move=act.RoadMove("road", 800, back=True)),
    act.Manoeuvre(0, move=act.RoadMove("nowhere", 800)),
    act.Manoeuvre(0, move=act.CrossBridge("bridge", 100, -50, 900), defend="town"),
    *(
        act.Manoeuvre(0, act.Pre(change=Change(to="line", anchor="front", side=side)))  # type: ignore[arg-type]
        for side in ("left", "right", "front", "rear")
    ),
)
OTHERS: tuple[Any, ...] = (
    act.Allot(()),
    act.Allot((Allotment(0, 11, 2), Allotment(0, 12, 3), Allotment(1, 12, 1))),
    act.MoveStand(3, ((100, 200),)),
    act.MoveStand(3, ((100, 200), (300, 400), (500, 650))),
    act.NearbySquares((act.Anchor(11, "front"), act.Anchor(12, "left"))),
    act.FireStructure(7, "hamlet", (0, 0)),
    act.Fire(0, 11, (0, 0), "rear"),
    act.ChooseBrigade(4),
    act.DivisionManoeuvre(9),
)


def _twins() -> State:
    """Names that others have too: two of a Brigade, two Brigades of a Division, commanders of one name."""
    state = unit_with(rich.rich(), rich.THIN, name="The second")
    state = stand_with(stand_with(state, rich.A_FAR, name="Adam"), rich.A_HORSE, name="")
    brigades = [replace(each, name="Left") if number in (1, 2) else each for number, each in enumerate(state.brigades)]
    return replace(state, brigades=tuple(brigades))


def names() -> Iterator[str]:
    """What everybody and everything is called, and what there is not."""
    for title, state in (("usual", rich.rich()), ("alike", _twins())):
        yield f"# names, {title}"
        yield "  " + "; ".join(say.unit(state, number) for number in range(len(state.units) + 1))
        yield "  " + "; ".join(say.stand(state, number) for number in range(len(state.stands) + 1))
        yield "  " + "; ".join(say.brigade(state, number) for number in range(len(state.brigades) + 1))
        yield "  " + "; ".join(say.division(state, number) for number in range(len(state.divisions) + 1))
        keys = (*(each.key for each in rich.FEATURES), "village 7")
        yield "  " + "; ".join(say.feature(state, key) for key in keys)
    yield "# bearings, places, counts"
    yield "  " + "; ".join(map(say.bearing, (0, 224, 225, 226, 674, 675, 1_800, 3_374, 3_375, 3_599)))
    yield "  " + "; ".join(map(say.spot, ((6_050, 4_200), (-5, 0), (0, -1_205), (1, 99))))
    yield "  " + "; ".join(f"{say.count(n, 'foot', 'feet')}, {say.points(n)}" for n in (0, 1, 2, 1_000))
    yield "  " + "; ".join(map(say.in_formation, get_args(Formation)))
    yield "  " + "; ".join(say.listed("abcd"[:n]) for n in range(5))
    yield "  " + say.sentence_of("one.", "", "two", rules=("MN-HTH-12", "", "MN-HTH-13", "MN-HTH-12"))
    yield "  " + say.sentence_of("one", rules=())


def choices() -> Iterator[str]:
    """What each action is called, of some in each thing that may be under way."""
    state = rich.rich()
    for action, _ in ACTIONS:
        yield f"# {told(action)}"
        yield f"  {CHOICES[type(action)](state, action)}"
    for action in (*PLANS, *OTHERS):
        yield f"# {notation.write(action)}"
        yield f"  {CHOICES[type(action)](state, action)}"
    for step in get_args(Step):
        yield f"# done, {step}: {CHOICES[act.Done](replace(state, step=step), act.Done())}"
    for action in WINDOWS:
        said: list[str] = []
        yield f"# {notation.write(action)}"
        for name, frames in FRAMES.items():
            if (name == "joining" or not frames or action != act.Pass()) or isinstance(frames[-1], Course | Shot):
                said.append(CHOICES[type(action)](replace(state, stack=frames), action))
                if said.count(said[-1]) == 1:
                    yield f"  {name}: {said[-1]}"


def lines() -> list[str]:
    return [*choices(), *names(), *map(words_plans.change, (Change(to="line"), Change(to="column", side="left")))]


@pytest.mark.rule("MN-MAN-07", "what each choice is called, with whom and what it is about")
def test_choices_in_words() -> None:
    assert lines() == kept("choices")
