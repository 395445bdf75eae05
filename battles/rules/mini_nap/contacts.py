"""A charger has touched its target: W2, W3 and W4, until both are locked or apart (section 5.6, 5 to 7)."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import answers, escaping, evading, feinting, losing, squares
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import footprint, overlapped, touched
from battles.rules.mini_nap.breakthrough import break_through
from battles.rules.mini_nap.frames import Contact, Course
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State


def contact_of(state: State) -> Contact:
    """The contact that goes on now."""
    frame = state.stack[-1]
    assert isinstance(frame, Contact)  # noqa: S101
    return frame


def contact(play: Play, course: Course) -> None:
    """A unit on its way has come to whom it charges (MN-CHARGE-08)."""
    charger, target = course.unit, course.target
    if course.plan.bridge:
        play.tell(happened.Defended(unit=target, feature=course.plan.bridge, against=charger))
    if course.travel in ("opportunity", "counter"):
        if unit_class(play.unit(target)) == "artillery":
            losing.take_off(play, (target,), "destroyed", "MN-REACT-67")
            break_through(play, charger, "MN-BREAK-02")
        return
    if target in touched(play.state, charger):
        play.open(Contact(charger=charger, target=target, travel=course.travel))
    else:  # It turned away as it failed to charge, and the way led past it or to somebody else.
        play.mark(charger, "MN-RULING-71", still=True)


def _deciders(state: State) -> tuple[SideId, ...]:
    frame = contact_of(state)
    if frame.stage in ("feint", "feint_back"):
        return (state.units[frame.charger].side,)
    return (state.units[frame.target].side,) if answers.asked(state, frame) else ()


def _proceed(play: Play) -> None:
    """Nobody is asked at this stage: go on to the next."""
    frame = contact_of(play.state)
    if frame.stage == "answer":
        stand(play, frame)
    else:
        after_nearby(play, frame)


def stand(play: Play, frame: Contact) -> None:
    """The target stands and fights (MN-REACT-03, 04, MN-RULING-37)."""
    play.mark(frame.target, "MN-REACT-03", stood=True)
    ask_nearby(play, frame)


def ask_nearby(play: Play, frame: Contact) -> None:
    """W3, where the charge is one that infantry nearby may answer (MN-REACT-41)."""
    play.go_on(replace(frame, stage="nearby"))


def after_nearby(play: Play, frame: Contact) -> None:
    """W4, or the end: a charger that no longer touches anybody breaks through (MN-CHARGE-13)."""
    if feinting.may(play.state, frame):
        play.go_on(replace(frame, stage="feint"))
        return
    play.close()
    break_through(play, frame.charger, "MN-BREAK-02")


def try_square(play: Play, frame: Contact, number: int, anchor: str) -> bool:
    """A test for an emergency square, and what follows from it (MN-REACT-42 to 44)."""
    extra, rule = squares.bonus(play.state, number)
    play.mark(number, "MN-REACT-02", blue="reaction", reacted=True)
    if play.test(number, rule, extra):
        made = squares.as_square(play.state, number, anchor)
        play.tell(
            happened.Reformed(
                unit=number, formation=made.formation, x=made.x, y=made.y, facing=made.facing, rule="MN-REACT-43"
            )
        )
        evading.make_room(play, number)
        if number == frame.target:
            _shift(play, frame, number)
        return True
    cavalry = any(unit_class(play.unit(enemy)) == "cavalry" for enemy in touched(play.state, number))
    if cavalry:
        losing.hit(play, number, play.tables.square_failed_hits, "MN-REACT-44")
        losing.settle(play)
    return False


def _shift(play: Play, frame: Contact, square: int) -> None:
    """MN-RULING-72, 181."""
    before, after = play.unit(frame.charger), squares.put_back(play.state, frame.charger, square)
    if (before.x, before.y) != (after.x, after.y):
        play.tell(
            happened.Moved(
                unit=frame.charger,
                travel=frame.travel,
                x=after.x,
                y=after.y,
                facing=after.facing,
                path=((before.x, before.y), (after.x, after.y)),
                touched=square,
            )
        )
        evading.make_room(play, frame.charger)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return answers.options(state, contact_of(state))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return answers.refuse(state, contact_of(state), action)


def _perform(play: Play, side: SideId, action: Any) -> None:
    frame = contact_of(play.state)
    match action:
        case act.Stay():
            stand(play, frame) if frame.stage == "answer" else _fight_on(play, frame)
        case act.EmergencySquare():
            formed = try_square(play, frame, frame.target, action.anchor)
            ask_nearby(play, replace(frame, formed=(frame.target,) if formed else ()))
        case act.NearbySquares():
            for each in action.tries:
                frame = _try_nearby(play, frame, each)
            after_nearby(play, frame)
        case act.Feint() | act.FeintBack():
            feinting.perform(play, frame, action)
        case _:
            escaping.perform(play, frame, action)


def _try_nearby(play: Play, frame: Contact, each: act.Anchor) -> Contact:
    """One unit of several tries, if squares that have formed since still leave it room (MN-REACT-45).

    A charger that its square would stand on is put back until it touches that, and stands before it (MN-RULING-181).
    """
    number = each.unit
    if number not in answers.nearby(play.state, frame):
        return frame
    stands = squares.anchors(play.state, number, frame.charger, charged=False)
    formed = try_square(play, frame, number, each.anchor if each.anchor in stands else stands[0])
    if not formed or number not in overlapped(play.state, frame.charger, footprint(play.state, frame.charger)):
        return frame
    _shift(play, frame, number)
    return replace(frame, formed=(*frame.formed, number))


def _fight_on(play: Play, frame: Contact) -> None:
    """The charger does not feint (MN-REACT-53)."""
    play.close()


HANDLER = Handler(
    (
        act.Stay,
        act.FallBack,
        act.LimberAndFlee,
        act.Flee,
        act.FleeToSquare,
        act.EmergencySquare,
        act.NearbySquares,
        act.Feint,
        act.FeintBack,
    ),
    _deciders,
    _proceed,
    _options,
    _refuse,
    _perform,
)
"""The frame ``contact``."""
