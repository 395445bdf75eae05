"""What a side is asked in each window, word for word, and that only who decides is asked."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.frames import Contact, Course, Leg, Naming, Onward, Shot, StandCourse
from battles.rules.mini_nap.questions import question
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.view import view
from tests.rules.mini_nap import mn_fights as fights
from tests.rules.mini_nap.mn_board import battle, brigade, force, mm, playing, spot
from tests.rules.mini_nap.mn_fire import place, shooting
from tests.rules.mini_nap.mn_moves import field, foot, go, guns, horse, light, listed, noted, on, plan
from tests.rules.mini_nap.mn_told import OVER, STATE, A, going_on

WAY = Course(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True, failed=(1,), asked_to=0)


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
    return replace(stand_with(state, 2, x=mm(90), y=mm(62)), stack=(StandCourse(stand=2, mover=1),))


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
FOE = replace(field(foot(), against=(horse("foe", y=30, facing=180),)), stack=(WAY, Onward(unit=0)))
HORSE_GUNS = guns("battery", y=6, facing=180, type="horse_artillery")

ASKED: list[tuple[Callable[[], State], str, str]] = [
    (
        lambda: replace(STATE, step="edges"),
        "a",
        "Your side has won the throw (MN-RULING-60). Take the lower or the upper edge of the table?",
    ),
    (crews, "a", "The enemy has left the crew of one and two (MN-REACT-33). Man the guns again?"),
    (lambda: MOVED, "b", "Mover advances (MN-MOVE-13). Charge it on its way, or let it go on?"),
    (
        lambda: MET,
        "b",
        "Mover charges your enemy (MN-CHARGE-02). Counter-charge, charge from elsewhere, or let it come"
        " (MN-REACT-60, MN-REACT-70)?",
    ),
    (
        lambda: FOE,
        "a",
        "Foe has tried in vain to charge your foot on its way (MN-RULING-69). How far does it go on?",
    ),
    (
        lambda: going_on(OVER, Naming(unit=A)),
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
    (near_square, "b", "Horse charges your foot (MN-REACT-41). Nearby, does near try to form square?"),
    (
        lambda: contact("flight"),
        "b",
        "Your light has limbered up before horse (MN-REACT-23). How far does it flee?",
    ),
    (
        lambda: contact("feint"),
        "a",
        "Light has formed square before your horse (MN-REACT-50). Fight, or try to ride back?",
    ),
    (
        lambda: contact("feint_back"),
        "a",
        "Your horse rides back from light (MN-REACT-51). How far, and how does it face then?",
    ),
    (evading, "a", "Enemy comes upon your brigade (force) (MN-CMD-42). Where does he evade to?"),
    (
        lambda: shot("suppress"),
        "b",
        "Guns is about to fire at your target (MN-FIRE-60). Suppress it, or let it fire?",
    ),
    (lambda: shot("return"), "b", "Guns has fired at your target (MN-FIRE-50). Fire back?"),
    (
        lambda: shot("return", guns("second", 5, 8, 180)),
        "b",
        "Guns has fired at your target (MN-FIRE-50). Who fires back first?",
    ),
    (
        lambda: joining(fights.foot("line", 7, -2)),
        "a",
        "Joining in, stage 1 (MN-HTH-04). Your formed infantry that can join in must: which does, and whom does it"
        " fight?",
    ),
    (
        lambda: joining(fights.horse("horse", 9, 0)),
        "a",
        "Joining in, stage 2 (MN-HTH-04). Does your formed cavalry join in, and whom does it fight?",
    ),
    (
        lambda: joining(fights.foot("square", 7, -2, formation="solid_square")),
        "a",
        "Joining in, stage 3 (MN-HTH-05). Does one of your solid squares try to break out and join in?",
    ),
    (lambda: combat((-20, 0), (20, 0)), "a", "2 combats wait to be fought (MN-RULING-32). Which is next?"),
    (
        lambda: combat((0, 0), (2.6, 0)),
        "b",
        "A0 and a1 against b0 and b1: melee round 1 (MN-HTH-11). Whom do the strength points of your b0 and b1 go to?",
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
