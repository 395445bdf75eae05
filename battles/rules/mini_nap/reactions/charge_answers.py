"""Answers to a charge in contact: stand, escape, emergency square, feint (MN-REACT)."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.engine.words import with_verb
from battles.kits.open_table.footprints import CM, DEGREE, FULL, Footprint, moved, path, place_of, turn_between
from battles.kits.open_table.sweeps import first_contact, travel_on_table
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Change, Contact, FollowUp, Leg, MoveInProgress
from battles.rules.mini_nap.movement import formation, manoeuvre_plan, paths, progress
from battles.rules.mini_nap.movement.progress import first_met
from battles.rules.mini_nap.positions import (
    enemies_in_contact,
    footprint,
    footprint_of,
    is_on_table,
    on_table,
    unit_distance,
)
from battles.rules.mini_nap.reactions import escape
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import State, Unit, in_square, is_formed, possible_formations, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP, MOST_CHARGE_TURN, Formation, NationWord, Tables
from battles.rules.mini_nap.terrain import cost

_HALF_TURN = FULL // 2
_MOST_TURN = MOST_CHARGE_TURN * DEGREE


def can_feint(state: State, frame: Contact) -> bool:
    """True if the charger may feint: it touches a square that has just formed against it (MN-REACT-50)."""
    if state.units[frame.charger].where != "table":
        return False
    return any(number in frame.formed for number in enemies_in_contact(state, frame.charger))


def perform_feint(play: Resolution, frame: Contact, action: act.Feint | act.FeintBack) -> None:
    """The test, and then the move back (MN-MARKER-11, MN-RULING-39)."""
    if isinstance(action, act.Feint):
        if play.test(frame.charger, "MN-REACT-50"):
            play.go_on(replace(frame, stage="feint_back"))
        else:
            play.close()
        return
    play.close()
    _ride_back(play, frame.charger, action)


def _ride_back(play: Resolution, number: int, action: act.FeintBack) -> None:
    """Move the charger back: no break-through, nothing more in this phase; the enemy may charge it.

    Source: MN-REACT-51, MN-REACT-52, MN-RULING-82.
    """
    play.mark(number, "MN-REACT-51", still=True, impact=False)
    unit = play.unit(number)
    leg = _leg(play.state, unit, number, action.travel)
    met = _met(play.state, number, leg)
    end = leg if met is None else replace(leg, travel=met)
    turn = action.facing if met is None and action.facing != unit.facing else None
    follow_up = FollowUp(pivot=turn, lost="" if met is None else "MN-REACT-52")
    progress.start_move(play, MoveInProgress(unit=number, travel="feint", legs=(end,), plan=follow_up))


def _leg(state: State, unit: Unit, number: int, allowance: int) -> Leg:
    bearing = (unit.facing + _HALF_TURN) % FULL
    affordable = cost.affordable_travel(
        state, unit, "move", footprint(state, number), path(bearing, allowance), allowance
    )
    return Leg(bearing, affordable, unit.facing)


def _met(state: State, number: int, leg: Leg) -> int | None:
    """How far back it meets another unit, barred ground or the edge; None if it meets none."""
    shape, way = footprint(state, number), path(leg.bearing, leg.travel)
    met = first_met(state, number, shape, way, on_table(state))
    distances = [] if met is None else [met]
    barred = cost.first_barred_ground(state, state.units[number], "move", shape, way)
    if barred is not None:
        distances.append(barred[0])
    edge = travel_on_table(shape, way, state.setup.table.width, state.setup.table.height)
    if edge < leg.travel:
        distances.append(edge)
    return min(distances, default=None)


def is_feint_fatal(state: State, frame: Contact, action: act.FeintBack) -> bool:
    """True if the move back would lead into a unit or barred ground (MN-REACT-52)."""
    leg = _leg(state, state.units[frame.charger], frame.charger, action.travel)
    return _met(state, frame.charger, leg) is not None


def refuse_feint_back(state: State, frame: Contact, action: act.FeintBack) -> Refusal | None:
    """Why distance or facing may not be chosen (MN-REACT-51); None if they may."""
    least, most = paths.distance_range(state, "feint")
    unit = state.units[frame.charger]
    if not least <= action.travel <= most:
        why = f"{with_verb(unit.name, 'rides')} back {paths.cm(least)} to {paths.cm(most)}."
        return Refusal("out_of_reach", "MN-REACT-51", why)
    if abs(turn_between(unit.facing, action.facing)) > _MOST_TURN:
        return Refusal("out_of_arc", "MN-REACT-51", f"{unit.name} may turn by 90 degrees at most.")
    leg = _leg(state, unit, frame.charger, action.travel)
    if _met(state, frame.charger, leg) is None and action.facing != unit.facing:
        x, y = paths.place_after(state, unit, leg, leg.travel)
        turned = manoeuvre_plan.plan_pivot(state, frame.charger, replace(unit, x=x, y=y), action.facing)
        return turned if isinstance(turned, Refusal) else None
    return None


def listed_feints(state: State, frame: Contact) -> Iterator[act.FeintBack]:
    """Moves back in whole steps without a turn, and the longest with each turn."""
    least, most = paths.distance_range(state, "feint")
    facing = state.units[frame.charger].facing
    for travel in range(least, most + 1, state.setup.rules.options.distance_step_cm):
        yield act.FeintBack(travel, facing)
    for turn in range(ANGLE_STEP * DEGREE, _MOST_TURN + 1, ANGLE_STEP * DEGREE):
        for each in (turn, -turn):
            action = act.FeintBack(most, (facing + each) % FULL)
            if refuse_feint_back(state, frame, action) is None:
                yield action


ANCHORS: Final = {"line": ("left", "right"), "column": ("front", "rear")}
"""The stands that may stay in place, by formation."""

_ABOUT_FACE: Final = FULL // 2


def allows_squares(state: State, charger: int) -> bool:
    """True if infantry may form square against a charge: cavalry from over 12 cm.

    Source: MN-REACT-40, MN-RULING-17.
    """
    unit = state.units[charger]
    return unit_class(unit) == "cavalry" and unit.charged_from > state.setup.rules.tables.square_charge_over * CM


def can_form_square(unit: Unit) -> bool:
    """True for formed infantry that is not in square yet (MN-REACT-40, MN-REACT-45)."""
    return (
        unit_class(unit) == "infantry"
        and is_formed(unit)
        and not in_square(unit)
        and "emergency_square" in possible_formations(unit)
    )


def as_emergency_square(state: State, number: int, anchor: str) -> Unit:
    """A unit as an emergency square round the stand that stays."""
    unit = state.units[number]
    change = Change(to="solid_square", anchor=anchor, side="rear")  # type: ignore[arg-type]
    return formation.after_change(state.setup.rules, unit, change, to="emergency_square")


def possible_anchors(state: State, number: int, charger: int, *, charged: bool) -> tuple[str, ...]:
    """The stands that may stay, where a square fits if the charger is ignored (MN-REACT-45).

    If the unit is the one ``charged``, the line of the charge must still meet the square (MN-RULING-72).
    """
    anchors = []
    for anchor in ANCHORS.get(state.units[number].formation, ()):
        shape = footprint_of(state.setup.rules, as_emergency_square(state, number, anchor))
        if not is_on_table(state, shape) or any(
            other != charger for other in formation.blocking_units(state, number, shape)
        ):
            continue
        if not charged or shifted_charger(state, charger, shape) is not None:
            anchors.append(anchor)
    return tuple(anchors)


def infantry_near(state: State, target: int, charger: int) -> Iterator[int]:
    """Other infantry of the target's side that may also try (MN-REACT-41, MN-RULING-38)."""
    for number in on_table(state, state.units[target].side):
        unit = state.units[number]
        if number == target or unit.blue or unit.reacted or unit.idle or unit.stood or not can_form_square(unit):
            continue
        near = unit_distance(state, number, target) <= state.setup.rules.tables.square_nearby * CM
        if near and possible_anchors(state, number, charger, charged=False):
            yield number


def square_bonus(state: State, number: int) -> tuple[int, str]:
    """The bonus to the test, and its rule (MN-REACT-42)."""
    unit = state.units[number]
    return square_test_bonus(state.setup.rules.tables, unit.formation, unit.nation, kgl=unit.kgl), "MN-REACT-42"


def square_test_bonus(tables: Tables, formation: Formation, nation: NationWord, *, kgl: bool) -> int:
    """The bonus of infantry by nation: only in column, never for the KGL (MN-REACT-42)."""
    return 0 if formation != "column" or kgl else tables.square_test_bonus.get(nation, 0)


def shifted_charger(state: State, charger: int, square: Footprint) -> tuple[int, int] | None:
    """The charger's place along the line of its charge where it just touches a square; None if there is none.

    It stops at the first unit that it meets (MN-RULING-72).
    """
    unit = state.units[charger]
    shape = footprint(state, charger)
    back = shape.width + shape.depth + square.width + square.depth
    start = moved(shape, path(unit.facing + _ABOUT_FACE, back), back)
    way = path(unit.facing, 3 * back)
    met = first_contact(start, way, (square,))
    if met is None:
        return None
    stop = met.travel
    slack = state.setup.rules.options.contact_tol_cm
    others = [
        footprint(state, other) for other in on_table(state) if other != charger and footprint(state, other) != square
    ]
    hindered = first_contact(shape, path(unit.facing, max(0, stop - back)), others, slack)
    if hindered is not None:
        stop = back + hindered.travel
    return place_of(moved(start, way, stop))


def shift_charger_back(state: State, charger: int, square: int) -> Unit:
    """The charger shifted to touch a square that has formed."""
    place = shifted_charger(state, charger, footprint(state, square))
    unit = state.units[charger]
    return unit if place is None else replace(unit, x=place[0], y=place[1])


def can_react(state: State, number: int) -> bool:
    """True if a unit may still react: passive, without a blue marker, and not yet committed to stand.

    Source: MN-REACT-01, MN-REACT-04, MN-DIVMAN-10.
    """
    unit = state.units[number]
    return (
        unit.where == "table"
        and unit.side != state.active
        and not (unit.blue or unit.reacted or unit.idle or unit.stood)
    )


def has_answers(state: State, frame: Contact) -> bool:
    """True if the target's owner has a choice at this stage."""
    return len(answer_options(state, frame)) > (frame.stage == "answer")


def answer_options(state: State, frame: Contact) -> tuple[Option, ...]:
    """Every answer at this stage; distances in whole steps."""
    actor = f"unit {frame.charger if frame.stage.startswith('feint') else frame.target}"
    if frame.stage == "answer":
        return _answer_actions(state, frame, actor)
    if frame.stage == "nearby":
        return _nearby_square_actions(state, frame)
    if frame.stage == "flight":
        return (Option("flee", actor, tuple(_flights(state, frame, act.Flee)), complete=False),)
    if frame.stage == "feint":
        return (Option("feint", actor, (act.Feint(),)), Option("stay", actor, (act.Stay(),)))
    return (Option("feint_back", actor, tuple(listed_feints(state, frame)), complete=False),)


def _answer_actions(state: State, frame: Contact, actor: str) -> tuple[Option, ...]:
    """What the target may do, with every possible escape (MN-RULING-68)."""
    answers = [Option("stay", actor, (act.Stay(),))]
    if not can_react(state, frame.target):
        return tuple(answers)
    if escape.can_fall_back(state, frame):
        answers.append(Option("fall_back", actor, tuple(_flights(state, frame, act.FallBack)), complete=False))
    if escape.can_limber(state, frame):
        answers.append(Option("limber_and_flee", actor, (act.LimberAndFlee(),)))
    refuges = escape.refuge_squares(state, frame)
    if refuges:
        answers.append(Option("flee_to_square", actor, tuple(act.FleeToSquare(number) for number in refuges)))
    stands = square_anchors(state, frame)
    if stands:
        actions = tuple(act.EmergencySquare(anchor) for anchor in stands)  # type: ignore[arg-type]
        answers.append(Option("emergency_square", actor, actions))
    return tuple(answers)


def square_anchors(state: State, frame: Contact) -> tuple[str, ...]:
    """The stands round which the target may try to form square; none if it may not try.

    Source: MN-REACT-40, MN-REACT-45.
    """
    if not allows_squares(state, frame.charger) or not can_form_square(state.units[frame.target]):
        return ()
    return possible_anchors(state, frame.target, frame.charger, charged=True)


def _flights(state: State, frame: Contact, kind: type[Any]) -> list[Any]:
    turns = escape.turn_choice(state, frame)
    return [kind(travel, turn) for turn in turns for travel in escape.listed_distances(state, frame, turn)]


def nearby_infantry(state: State, frame: Contact) -> tuple[int, ...]:
    """The infantry nearby that may try to form square against this charge (MN-REACT-41)."""
    if not allows_squares(state, frame.charger) or not _is_at_infantry(state, frame):
        return ()
    return tuple(infantry_near(state, frame.target, frame.charger))


def _is_at_infantry(state: State, frame: Contact) -> bool:
    """True if the charge's target is formed infantry, in square or not (MN-RULING-38)."""
    unit = state.units[frame.target]
    return unit_class(unit) == "infantry" and is_formed(unit) and unit.side != state.active


def _nearby_square_actions(state: State, frame: Contact) -> tuple[Option, ...]:
    able = nearby_infantry(state, frame)
    if not able:
        return ()
    tries = [act.Anchor(number, possible_anchors(state, number, frame.charger, charged=False)[0]) for number in able]  # type: ignore[arg-type]
    each = [act.NearbySquares((one,)) for one in tries] if len(tries) > 1 else []
    actions = (act.NearbySquares(()), act.NearbySquares(tuple(tries)), *each)
    return (Option("nearby_squares", "", actions, complete=False),)


def refuse_answer(state: State, frame: Contact, action: Any) -> Refusal | None:
    """Why an answer is not legal; None if it is."""
    if isinstance(action, act.NearbySquares):
        return _refuse_nearby(state, frame, action)
    if isinstance(action, act.FallBack | act.Flee):
        return _refuse_flight(state, frame, action)
    if isinstance(action, act.FeintBack):
        if frame.stage != "feint_back":
            return Refusal("wrong_phase", "MN-REACT-51", "No unit rides back now.")
        return refuse_feint_back(state, frame, action)
    if any(action in option.actions for option in answer_options(state, frame)):
        return None
    name = state.units[frame.target].name
    return Refusal("not_for_kind", "MN-REACT-05", f"{name} cannot answer the charge in this way.")


def _refuse_flight(state: State, frame: Contact, action: act.FallBack | act.Flee) -> Refusal | None:
    stage = "flight" if isinstance(action, act.Flee) else "answer"
    name = state.units[frame.target].name
    if frame.stage != stage:
        return Refusal("wrong_phase", "MN-REACT-05", f"{name} cannot make this choice now.")
    if isinstance(action, act.FallBack):
        if not can_react(state, frame.target):
            return Refusal("done_already", "MN-REACT-01", f"{name} cannot react again.")
        if not escape.can_fall_back(state, frame):
            return Refusal(
                "not_for_kind", "MN-REACT-10", f"Only a skirmish line falls back; {with_verb(name, 'is')} not one."
            )
    return escape.refuse_distance(state, frame, action)


def _refuse_nearby(state: State, frame: Contact, action: act.NearbySquares) -> Refusal | None:
    if frame.stage != "nearby":
        return Refusal("wrong_phase", "MN-REACT-41", "Infantry nearby cannot form square now.")
    able = nearby_infantry(state, frame)
    numbers = [each.unit for each in action.tries]
    if len(set(numbers)) < len(numbers):
        return Refusal("malformed", "MN-REACT-01", "Each unit may try only once.")
    for each in action.tries:
        if each.unit not in able:
            return Refusal("not_for_kind", "MN-REACT-41", f"Unit {each.unit} is not infantry nearby that may try.")
        if each.anchor not in possible_anchors(state, each.unit, frame.charger, charged=False):
            name = state.units[each.unit].name
            return Refusal("occupied", "MN-REACT-45", f"There is no room for a square of {name} round that stand.")
    return None
