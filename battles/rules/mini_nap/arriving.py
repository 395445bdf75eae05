"""What follows when a unit has gone its whole way, by what the movement was for."""

from battles.rules.mini_nap import charging_acts, contacts, evading, losing, manoeuvring
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.breakthrough import break_through
from battles.rules.mini_nap.frames import Course
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, Whereabouts

FLIGHTS = ("fall_back", "flee")


def arrived(play: Play, course: Course) -> None:
    """The unit stands where its way has led."""
    number = course.unit
    losing.settle(play)
    if course.plan.lost:
        where: Whereabouts = "lost" if course.plan.lost == "MN-RULING-59" else "destroyed"
        losing.take_off(play, (number,), where, course.plan.lost)
    if play.unit(number).where == "table":
        _over(play, course)
        evading.make_room(play, number)
        _go_on(play, course)
    if course.travel in FLIGHTS:
        break_through(play, course.target, "MN-BREAK-02")


def _over(play: Play, course: Course) -> None:
    """The unit that crosses a bridge is put down beyond it, if nobody has turned into its place (MNT-BRIDGE-02)."""
    if course.plan.over is None:
        return
    unit, (x, y), facing = play.unit(course.unit), course.plan.over, course.plan.face
    assert facing is not None  # noqa: S101
    if manoeuvring.is_free(play.state, course.unit, x, y, facing):
        way = ((unit.x, unit.y), (x, y))
        play.tell(happened.Moved(unit=course.unit, travel="cross_bridge", x=x, y=y, facing=facing, path=way))


def _go_on(play: Play, course: Course) -> None:
    """What the movement was for."""
    number = course.unit
    if course.travel in ("charge", "break_charge", "opportunity", "counter"):
        contacts.contact(play, course)
    elif course.travel == "extension" and course.plan.charge != NONE:
        charging_acts.after_extension(play, course)
    else:
        battery = unit_class(play.unit(number)) == "artillery"
        if battery and course.travel in ("redeploy", "road_move", "cross_bridge"):
            play.mark(number, "MN-ART-04", mute=True)
        manoeuvring.finish(play, number, course.plan)
