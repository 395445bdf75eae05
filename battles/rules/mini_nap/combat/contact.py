"""Carrying out a charge: caution, extension, contact, and the answers to it (section 5.6)."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import charge, losses
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.decisions import Contact, FollowUp, Leg, MoveInProgress, Travel
from battles.rules.mini_nap.movement import manoeuvre_plan, paths, progress
from battles.rules.mini_nap.positions import enemies_in_contact, footprint, overlapping_units, unit_distance
from battles.rules.mini_nap.reactions import charge_answers, escape
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import State, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES
from battles.rules.mini_nap.terrain import roads


def perform_charge(play: Resolution, number: int, move: act.Charge | act.ExtendedCharge) -> None:
    """Carry out a charge after the steps before it (MN-RULING-26)."""
    cautious = command_state(play.state, number) == "cautious"
    first = play.options.cautious_test_order == "first"
    if cautious and first and not _dares(play, number):
        return
    if isinstance(move, act.Charge):
        charge_target(play, number, move, cautious=cautious and not first)
        return
    if not play.test(number, "MN-EXTEND-02"):
        play.mark(number, "MN-EXTEND-05", blue="disorder", still=True)
        return
    dice = play.tables.extension_dice[play.unit(number).type]  # type: ignore[index]
    rolled = play.dice.total(dice, DIE_SIDES, "MN-EXTEND-03") * CM
    leg = manoeuvre_plan.extension_advance(play.state, number, play.unit(number), rolled, move.target)
    progress.start_move(
        play, MoveInProgress(unit=number, travel="extension", legs=(leg,), plan=FollowUp(charge=move.target))
    )


def after_extension(play: Resolution, course: MoveInProgress) -> None:
    """After its extension a unit must charge; if it cannot, it is disordered.

    Source: MN-EXTEND-04, MN-EXTEND-05, MN-EXTEND-08.
    """
    number, target = course.unit, course.plan.charge
    unit = play.unit(number)
    refusal = charge.refuse_target(play.state, unit, target)
    allowance = paths.charge_allowance(play.tables, unit)
    if refusal is None and not isinstance(
        charge.travel_to_contact(play.state, number, unit, target, "charge", allowance), Refusal
    ):
        late = play.options.cautious_test_order == "last" and command_state(play.state, number) == "cautious"
        charge_target(play, number, act.Charge(target), cautious=late)
    else:
        play.mark(number, "MN-EXTEND-05", blue="disorder", still=True)


def charge_target(
    play: Resolution, number: int, move: act.Charge, *, cautious: bool, travel: Travel = "charge"
) -> None:
    """Charge straight at the target from the unit's present position (MN-EXTEND-07, MN-RULING-24)."""
    if cautious and not _dares(play, number):
        return
    unit, target = play.unit(number), move.target
    reach = manoeuvre_plan.charge_travel(play.state, number, unit, move)
    assert isinstance(reach, charge.ChargeReach)  # noqa: S101
    distance = unit_distance(play.state, number, target)
    play.mark(number, "MN-CHARGE-02", charged=True, impact=True, charged_from=distance)
    leg = Leg(unit.facing, reach.travel, unit.facing)
    follow_up = FollowUp(bridge=move.bridge)
    progress.start_move(play, MoveInProgress(unit=number, travel=travel, legs=(leg,), target=target, plan=follow_up))
    roads.ask_defender(play)


def _dares(play: Resolution, number: int) -> bool:
    """True if a cautious unit passes its test; if not, it stays in place for the rest of the phase (MN-CMD-20)."""
    if play.test(number, "MN-CMD-20"):
        return True
    play.mark(number, "MN-CMD-20", still=True)
    return False


def current_contact(state: State) -> Contact:
    """The contact that is the present frame."""
    frame = state.stack[-1]
    assert isinstance(frame, Contact)  # noqa: S101
    return frame


def make_contact(play: Resolution, course: MoveInProgress) -> None:
    """The charger has reached its target (MN-CHARGE-08)."""
    charger, target = course.unit, course.target
    if course.plan.bridge:
        play.tell(happened.Defended(unit=target, feature=course.plan.bridge, against=charger))
    if course.travel in ("opportunity", "counter"):
        if unit_class(play.unit(target)) == "artillery":
            losses.remove_units(play, (target,), "destroyed", "MN-REACT-67")
            mark_break_through(play, charger, "MN-BREAK-02")
        return
    if target in enemies_in_contact(play.state, charger):
        play.open(Contact(charger=charger, target=target, travel=course.travel))
    else:  # The target turned when its own charge failed; the path led past it or to another unit.
        play.mark(charger, "MN-RULING-71", still=True)


def _deciders(state: State) -> tuple[SideId, ...]:
    frame = current_contact(state)
    if frame.stage in ("feint", "feint_back"):
        return (state.units[frame.charger].side,)
    return (state.units[frame.target].side,) if charge_answers.has_answers(state, frame) else ()


def _proceed(play: Resolution) -> None:
    """No decision is left at this stage: go to the next stage."""
    frame = current_contact(play.state)
    if frame.stage == "answer":
        stand_and_fight(play, frame)
    else:
        after_nearby(play, frame)


def stand_and_fight(play: Resolution, frame: Contact) -> None:
    """The target stands and fights (MN-REACT-03, MN-REACT-04, MN-RULING-37, MN-MARKER-09)."""
    play.mark(frame.target, "MN-REACT-03", stood=True)
    ask_nearby(play, frame)


def ask_nearby(play: Resolution, frame: Contact) -> None:
    """W3: infantry nearby may answer the charge (MN-REACT-41)."""
    play.go_on(replace(frame, stage="nearby"))


def after_nearby(play: Resolution, frame: Contact) -> None:
    """W4, or the end: a charger that no longer touches an enemy breaks through (MN-CHARGE-13)."""
    if charge_answers.can_feint(play.state, frame):
        play.go_on(replace(frame, stage="feint"))
        return
    play.close()
    mark_break_through(play, frame.charger, "MN-BREAK-02")


def try_square(play: Resolution, frame: Contact, number: int, anchor: str) -> bool:
    """Test for an emergency square and apply the result (MN-REACT-42, MN-REACT-43, MN-REACT-44); True if it forms."""
    extra, rule = charge_answers.square_bonus(play.state, number)
    play.mark(number, "MN-REACT-02", blue="reaction", reacted=True)
    if play.test(number, rule, extra):
        square = charge_answers.as_emergency_square(play.state, number, anchor)
        play.tell(
            happened.Reformed(
                unit=number,
                formation=square.formation,
                x=square.x,
                y=square.y,
                facing=square.facing,
                rule="MN-REACT-43",
            )
        )
        evasion.make_room(play, number)
        if number == frame.target:
            _shift(play, frame, number)
        return True
    cavalry = any(unit_class(play.unit(enemy)) == "cavalry" for enemy in enemies_in_contact(play.state, number))
    if cavalry:
        losses.add_hits(play, number, play.tables.square_failed_hits, "MN-REACT-44")
        losses.settle_losses(play)
    return False


def _shift(play: Resolution, frame: Contact, square: int) -> None:
    """Move the charger to touch the square that has formed (MN-RULING-72, MN-RULING-181)."""
    before, after = play.unit(frame.charger), charge_answers.shift_charger_back(play.state, frame.charger, square)
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
        evasion.make_room(play, frame.charger)


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return charge_answers.answer_options(state, current_contact(state))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return charge_answers.refuse_answer(state, current_contact(state), action)


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    frame = current_contact(play.state)
    match action:
        case act.Stay():
            stand_and_fight(play, frame) if frame.stage == "answer" else _fight_on(play, frame)
        case act.EmergencySquare():
            formed = try_square(play, frame, frame.target, action.anchor)
            ask_nearby(play, replace(frame, formed=(frame.target,) if formed else ()))
        case act.NearbySquares():
            for each in action.tries:
                frame = _try_nearby(play, frame, each)
            after_nearby(play, frame)
        case act.Feint() | act.FeintBack():
            charge_answers.perform_feint(play, frame, action)
        case _:
            escape.perform_escape(play, frame, action)


def _try_nearby(play: Resolution, frame: Contact, each: act.Anchor) -> Contact:
    """One of several units tries to form square, if earlier squares still leave it room (MN-REACT-45, MN-RULING-104).

    A charger that the square would overlap is moved back until it just touches the square (MN-RULING-181).
    """
    number = each.unit
    if number not in charge_answers.nearby_infantry(play.state, frame):
        return frame
    stands = charge_answers.possible_anchors(play.state, number, frame.charger, charged=False)
    formed = try_square(play, frame, number, each.anchor if each.anchor in stands else stands[0])
    if not formed or number not in overlapping_units(play.state, frame.charger, footprint(play.state, frame.charger)):
        return frame
    _shift(play, frame, number)
    return replace(frame, formed=(*frame.formed, number))


def _fight_on(play: Resolution, frame: Contact) -> None:
    """The charger does not feint (MN-REACT-53)."""
    play.close()


CONTACT = Handler(
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
