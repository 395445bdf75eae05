"""Questions to a side in each window, word for word."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import (
    Contact,
    DefenderChoice,
    Leg,
    MoveContinuation,
    MoveInProgress,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.hidden import view
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui import questions
from battles.rules.mini_nap.ui.questions import question
from tests.rules.mini_nap.builders import melees as fights
from tests.rules.mini_nap.builders.every_action import OVER, STATE, A, going_on
from tests.rules.mini_nap.builders.manoeuvres import field, foot, go, guns, horse, light, listed, noted, on, plan
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, playing, spot

WAY = MoveInProgress(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True, failed=(1,), asked_to=0)


def charged(charger: Any, *b: Any) -> State:
    """A charge at the first of the enemy, up to the first answer."""
    return go(field(charger, against=b), plan(move=act.Charge(1))).state


def contact(stage: Any) -> State:
    target = light("light", y=6, facing=180)
    return replace(
        field(horse("horse"), against=(target,)), stack=(Contact(charger=0, target=1, travel="charge", stage=stage),)
    )


def shot(stage: Any, *more: Any) -> State:
    state = shooting(guns(), against=(light("target", 0, 5, 180), *more))
    return replace(state, stack=(Shot(unit=0, target=1, aim=place(0, 4), stage=stage),))


def joining(*a: Any) -> State:
    """The enemy in column between the first of side a, which touches him, and the rest."""
    enemy = fights.foot("enemy", 3.5, 4, 180, formation="column", rating="trained")
    return fights.begin_joining(fights.field((fights.foot("first", 3.5, 7, 180), *a), (enemy,))).state


def combat(*places: tuple[float, float]) -> State:
    """Lines of side a at places, and each with an enemy 2 cm before it."""
    a = tuple(fights.foot(f"a{number}", *each) for number, each in enumerate(places))
    b = tuple(fights.foot(f"b{number}", x, y + 2, 180) for number, (x, y) in enumerate(places))
    return fights.begin_combat(fights.field(a, b)).state


def evading() -> State:
    state = battle(force(brigade(foot(), place=spot(90, 70))), step="manoeuvre", brigade=0)
    return replace(stand_with(state, 2, x=mm(90), y=mm(62)), stack=(StandEvasion(stand=2, mover=1),))


def near_square() -> State:
    near = foot("near", x=9, y=24, facing=180, formation="column", nation="austrian")
    state = charged(horse(points=5), foot("foot", y=24, facing=180), near)
    return on(playing(state, 6), "b", listed(state, "b", "emergency_square")[0]).state


def crews() -> State:
    """A solid square between two batteries whose crews are in it."""
    square = foot("square", formation="solid_square")
    state = replace(field(guns("one", y=3.5), guns("two", y=-3.5), square), step="end")
    return noted(noted(state, 0, crew_in=2), 1, crew_in=2)


def broken() -> State:
    state = field(horse("one"), horse("two", x=20), step="break_active")
    return noted(noted(state, 0, white=True), 1, white=True)


MET = charged(horse("mover"), horse("enemy", y=14, facing=180))
MOVED = go(field(foot("mover"), against=(horse("enemy", x=14, y=2, facing=270),)), plan(move=act.Advance(mm(5)))).state
FOE = replace(field(foot(), against=(horse("foe", y=30, facing=180),)), stack=(WAY, MoveContinuation(unit=0)))
HORSE_GUNS = guns("battery", y=6, facing=180, type="horse_artillery")

ASKED: list[tuple[Callable[[], State], str, str]] = [
    (
        lambda: replace(STATE, step="edges"),
        "a",
        "You won the roll (MN-RULING-60). Which edge of the table do you take, the lower or the upper?",
    ),
    (crews, "a", "The enemy has left the crew of one and two (MN-REACT-33). Man the guns again?"),
    (lambda: MOVED, "b", "Mover advances (MN-MOVE-13). Charge during this move, or let it continue?"),
    (
        lambda: MET,
        "b",
        "Mover charges your enemy (MN-CHARGE-02). Counter-charge, charge with another unit, or let it come"
        " (MN-REACT-60, MN-REACT-70)?",
    ),
    (
        lambda: FOE,
        "a",
        "Foe failed to charge your moving foot (MN-RULING-69). How far does foot continue?",
    ),
    (
        lambda: going_on(OVER, DefenderChoice(unit=A)),
        "b",
        "Alpha charges over the bridge (MNT-BRIDGE-03). Which of your units defends it?",
    ),
    (lambda: contact("answer"), "b", "Horse charges your light (MN-REACT-03). Stand or fall back?"),
    (
        lambda: charged(horse(), foot("enemy", y=20, facing=180)),
        "b",
        "Horse charges your enemy (MN-REACT-03). Stand or try to form square?",
    ),
    (
        lambda: charged(foot(), HORSE_GUNS),
        "b",
        "Foot charges your battery (MN-REACT-03). Stand or try to limber up and flee?",
    ),
    (near_square, "b", "Horse charges your foot (MN-REACT-41). Nearby, near may also try to form square. Try?"),
    (
        lambda: contact("flight"),
        "b",
        "Your light has limbered up before horse (MN-REACT-23). How far back?",
    ),
    (
        lambda: contact("feint"),
        "a",
        "Light has formed square before your horse (MN-REACT-50). Fight, or try to ride back?",
    ),
    (
        lambda: contact("feint_back"),
        "a",
        "Your horse rides back from light (MN-REACT-51). How far, and facing where?",
    ),
    (evading, "a", "Enemy reaches your brigade (force) (MN-CMD-42). Where does brigade (force) evade to?"),
    (
        lambda: shot("suppress"),
        "b",
        "Guns are about to fire at your target (MN-FIRE-60). Suppress it, or let it fire?",
    ),
    (lambda: shot("return"), "b", "Guns have fired at your target (MN-FIRE-50). Fire back?"),
    (
        lambda: shot("return", guns("second", 5, 8, 180)),
        "b",
        "Guns have fired at your target (MN-FIRE-50). Who fires back first?",
    ),
    (
        lambda: joining(fights.foot("line", 7, -2)),
        "a",
        "Units near a fight may join it (MN-HTH-04). All your formed infantry that can join in must. Which unit joins "
        "in, and against which enemy?",
    ),
    (
        lambda: joining(fights.horse("horse", 9, 0)),
        "a",
        "Units near a fight may join it (MN-HTH-04). Which of your formed cavalry joins in, and against which enemy?",
    ),
    (
        lambda: joining(fights.foot("square", 7, -2, formation="solid_square")),
        "a",
        "Units near a fight may join it (MN-HTH-05). Try to break one of your solid squares out of square to join in?",
    ),
    (lambda: combat((-20, 0), (20, 0)), "a", "2 combats wait to be fought (MN-RULING-32). Which one is next?"),
    (
        lambda: combat((0, 0), (2.6, 0)),
        "b",
        "A0 and a1 against b0 and b1: melee round 1 (MN-HTH-11)."
        " How do you allot the strength points of your b0 and b1?",
    ),
    (
        lambda: noted(
            noted(field(horse("one"), horse("two", x=20), step="break_active"), 0, white=True), 1, white=True
        ),
        "a",
        "Your one and two may break through (MN-BREAK-04). Rally back, stop and rally, rally forward, or charge on?",
    ),
]


@pytest.mark.rule("MN-REACT-03", "each window is a question to the side that decides, with its rule")
@pytest.mark.parametrize(("state", "side", "words"), ASKED)
def test_what_is_asked(state: Callable[[], State], side: str, words: str) -> None:
    asked = state()
    assert question(view(asked, side), side) == words
    other = "b" if side == "a" else "a"
    assert question(view(asked, other), other) == "" or "strength points of your a0 and a1" in question(
        view(asked, other), other
    )


@pytest.mark.rule("MN-MAN-01", "one action is offered in its own words, but not where it is only a sample of many")
@pytest.mark.parametrize(("complete", "words"), [(True, "Unit: face about"), (False, "Unit: can turn")])
def test_an_option_of_one_action(complete: bool, words: str) -> None:
    option = Option("turn", "unit 0", (plan(about=True),), complete=complete)
    assert questions.offer(field(foot("unit")), option) == words


@pytest.mark.parametrize(
    ("words", "told"), [(["stand"], "stand"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_alternatives_are_joined_by_or(words: list[str], told: str) -> None:
    assert questions._either(words) == told


@pytest.mark.rule("MN-FIRE-50", "who may answer a shot is asked whether he does, several who is first")
@pytest.mark.parametrize(("friends", "words"), [((), "Fire back?"), ((2,), "Who fires back first?")])
def test_the_target_of_a_shot_is_asked_to_fire_back(friends: tuple[int, ...], words: str) -> None:
    support = tuple(guns(f"guns {n}", x=n + 2.5, y=20, facing=180) for n in friends)
    state = shooting(guns(), against=(guns("target", 0, 20, 180), *support))
    state = replace(state, stack=(Shot(unit=0, target=1, aim=place(0, 18.5), stage="return"),))
    assert question(SYSTEM.secrets.view(state, "b"), "b").endswith(words)
    assert question(SYSTEM.secrets.view(state, "a"), "a") == ""
