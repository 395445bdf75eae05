"""A declared charge as it is done (section 5.6, 2 to 4): caution, the extension, and the straight way to the target."""

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, charging, charging_ways, naming, underway
from battles.rules.mini_nap.board import distance
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.frames import Course, Leg, Plan, Travel
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.tables import CM, DIE_SIDES


def perform(play: Play, number: int, move: act.Charge | act.ExtendedCharge) -> None:
    """A charge after the steps before it (MN-RULING-26)."""
    cautious = command_of(play.state, number) == "cautious"
    first = play.options.cautious_test_order == "first"
    if cautious and first and not _dares(play, number):
        return
    if isinstance(move, act.Charge):
        charge(play, number, move, cautious=cautious and not first)
        return
    if not play.test(number, "MN-EXTEND-02"):
        play.mark(number, "MN-EXTEND-05", blue="disorder", still=True)
        return
    dice = play.tables.extension_dice[play.unit(number).type]  # type: ignore[index]
    thrown = play.dice.total(dice, DIE_SIDES, "MN-EXTEND-03") * CM
    leg = charging_ways.extension(play.state, number, play.unit(number), thrown, move.target)
    underway.begin(play, Course(unit=number, travel="extension", legs=(leg,), plan=Plan(charge=move.target)))


def after_extension(play: Play, course: Course) -> None:
    """It must charge now, or it is disordered (MN-EXTEND-04, 05)."""
    number, target = course.unit, course.plan.charge
    unit = play.unit(number)
    found = charging.refuse_target(play.state, unit, target)
    allowance = allowances.charge(play.tables, unit)
    if found is None and not isinstance(charging.reach(play.state, number, unit, target, "charge", allowance), Refusal):
        late = play.options.cautious_test_order == "last" and command_of(play.state, number) == "cautious"
        charge(play, number, act.Charge(target), cautious=late)
    else:
        play.mark(number, "MN-EXTEND-05", blue="disorder", still=True)


def charge(play: Play, number: int, move: act.Charge, *, cautious: bool, travel: Travel = "charge") -> None:
    """The straight way to the target, from where the unit stands now."""
    if cautious and not _dares(play, number):
        return
    unit, target = play.unit(number), move.target
    made = charging_ways.reach(play.state, number, unit, move)
    assert isinstance(made, charging.Reach)  # noqa: S101
    away = distance(play.state, number, target)
    play.mark(number, "MN-CHARGE-02", charged=True, impact=True, charged_from=away)
    leg = Leg(unit.facing, made.travel, unit.facing)
    then = Plan(bridge=move.bridge)
    underway.begin(play, Course(unit=number, travel=travel, legs=(leg,), target=target, plan=then))
    naming.ask(play)


def _dares(play: Play, number: int) -> bool:
    """MN-CMD-20: a unit that does not dare stays where it is for the rest of the phase."""
    if play.test(number, "MN-CMD-20"):
        return True
    play.mark(number, "MN-CMD-20", still=True)
    return False
