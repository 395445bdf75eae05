"""Landmarks and other features that a unit defends (MNT-LANDMARK, MNT-BRIDGE-03, MNT-HTH)."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words import refused, with_verb
from battles.kits.open_table import areas
from battles.kits.open_table.footprints import Footprint, patch, to_point
from battles.kits.open_table.polygons import hull
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.movement import formation
from battles.rules.mini_nap.movement.manoeuvre_plan import PlannedManoeuvre
from battles.rules.mini_nap.positions import enemy_units, footprint, footprint_of, shapes_in_contact
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import Feature, Point, State, Unit, in_square, unit_class
from battles.rules.mini_nap.terrain import features
from battles.rules.mini_nap.terrain.features import TableFeature, features_in_play, interpenetrates, is_wholly_in


def defender_of(state: State, feature: str) -> int | None:
    """The unit that defends a feature; None for none."""
    return next((each.unit for each in state.holding if each.feature == feature), None)


def landmark_middle(feature: Feature) -> Point:
    """The middle of a landmark's base, the place of its defender (MNT-LANDMARK-03)."""
    outline = feature.points
    return sum(point[0] for point in outline) // len(outline), sum(point[1] for point in outline) // len(outline)


def defended_feature(state: State, number: int) -> str:
    """The feature that a unit defends; ``""`` for none."""
    return next((each.feature for each in state.holding if each.unit == number), "")


def defended_landmark(state: State, number: int) -> str:
    """The landmark that a unit defends; ``""`` for none."""
    key = defended_feature(state, number)
    feature = features.feature_named(state, key) if key else None
    return key if feature is not None and feature.kind == "landmark" else ""


def square_on(unit: Unit, feature: Feature) -> Unit:
    """A unit as the defender of a landmark (MNT-LANDMARK-03)."""
    x, y = landmark_middle(feature)
    return replace(unit, x=x, y=y, formation="solid_square")


def refuse_defence(state: State, action: act.Manoeuvre, planned: PlannedManoeuvre) -> Refusal | None:
    """Why a manoeuvre may not begin or end a defence; None if it may."""
    landmark = defended_landmark(state, action.unit)
    name = planned.ready.name
    if action.leave and not landmark:
        return refused("no_change", "MNT-LANDMARK-06", name, "does", "not defend a landmark.")
    if landmark and action.move is not None:
        why = f"{with_verb(name, 'defends')} the {_word(state, landmark)}: leave it first, and move in the next Turn."
        return Refusal("bad_order", "MNT-LANDMARK-06", why)
    if landmark and not action.leave and action.before.change is not None:
        inside = with_verb(name, f"defends the {_word(state, landmark)} in square")
        why = f"{inside} and may change formation only to leave."
        return Refusal("bad_order", "MNT-LANDMARK-06", why)
    if action.leave and action.before.change is None:
        return Refusal("bad_order", "MNT-LANDMARK-06", f"{name} must change formation to leave.")
    if not action.defend:
        return None
    return _refuse_new_defence(state, action, planned)


def _refuse_new_defence(state: State, action: act.Manoeuvre, planned: PlannedManoeuvre) -> Refusal | None:
    landmark = features.feature_named(state, action.defend)
    unit = planned.last
    if landmark is None or landmark.kind != "landmark":
        return Refusal("no_such", "MNT-LANDMARK-03", f"There is no landmark {action.defend}.")
    if unit_class(unit) != "infantry":
        return Refusal(
            "not_for_kind",
            "MNT-LANDMARK-01",
            f"Only infantry defends a landmark; {with_verb(unit.name, 'is')} not infantry.",
        )
    by = defender_of(state, action.defend)
    if by is not None:
        why = f"{state.units[by].name} already defends the {landmark.word}."
        return Refusal("occupied", "MNT-LANDMARK-02", why)
    if not features.interpenetrates(
        landmark, footprint_of(state.setup.rules, unit), state.setup.rules.options.contact_tol_cm
    ):
        return Refusal("out_of_zone", "MNT-LANDMARK-03", f"{unit.name} would not be on the {landmark.word}.")
    changed = action.before.change is not None or action.after.change is not None
    if changed and not in_square(unit):
        why = f"{unit.name} changes formation in this manoeuvre, so it cannot also form the defenders' square."
        return Refusal("done_already", "MNT-RULING-25", why)
    return _refuse_room(state, action.unit, unit, landmark)


def _refuse_room(state: State, number: int, unit: Unit, landmark: features.TableFeature) -> Refusal | None:
    """Why there is no room: a unit is where the defenders' square would be, or at its base (MNT-RULING-42)."""
    rules, base = state.setup.rules, patch(tuple(map(to_point, hull(landmark.feature.points))))
    met = next(formation.blocking_units(state, number, footprint_of(rules, square_on(unit, landmark.feature))), None)
    if met is None:
        foes = (each for each in enemy_units(state, number) if unit_class(state.units[each]) == "infantry")
        met = next((each for each in foes if shapes_in_contact(rules.options, base, footprint(state, each))), None)
    if met is None:
        return None
    why = f"{with_verb(state.units[met].name, 'is')} in the way of {unit.name} at the {landmark.word}."
    return Refusal("occupied", "MNT-RULING-42", why)


def defend_from_start(play: Resolution, number: int) -> None:
    """A solid square deployed on a landmark without a defender defends it (MNT-RULING-42)."""
    state, unit = play.state, play.unit(number)
    if unit_class(unit) != "infantry" or unit.formation != "solid_square" or defended_feature(state, number):
        return
    shape, slack = footprint_of(state.setup.rules, unit), state.setup.rules.options.contact_tol_cm
    for each in features.features_in_play(state):
        free = each.kind == "landmark" and defender_of(state, each.feature.key) is None
        if free and features.interpenetrates(each, shape, slack) and not _refuse_room(state, number, unit, each):
            start_defence(play, number, each.feature.key)
            return


def _word(state: State, key: str) -> str:
    feature = features.feature_named(state, key)
    return feature.word if feature else key


def start_defence(play: Resolution, number: int, feature: str) -> None:
    """The unit becomes a square on the landmark's base (MNT-LANDMARK-03)."""
    landmark = features.feature_named(play.state, feature)
    if landmark is None or defender_of(play.state, feature) is not None:
        return
    unit = play.unit(number)
    shape = footprint_of(play.state.setup.rules, unit)
    if not features.interpenetrates(landmark, shape, play.options.contact_tol_cm):
        return
    if _refuse_room(play.state, number, unit, landmark) is not None:
        return
    square = square_on(unit, landmark.feature)
    play.tell(
        happened.Reformed(
            unit=number,
            formation=square.formation,
            x=square.x,
            y=square.y,
            facing=square.facing,
            rule="MNT-LANDMARK-03",
        )
    )
    play.tell(happened.Defended(unit=number, feature=feature))


def end_defence(play: Resolution, number: int) -> None:
    """The unit ends its defence (MNT-LANDMARK-06)."""
    feature = defended_feature(play.state, number)
    play.tell(happened.Defended(unit=number, feature=feature, holds=False))


def advantage_count(state: State, number: int, enemy: int) -> int:
    """The number of features that a unit defends against an enemy in contact; each halves the enemy's sets (R12).

    Source: MNT-GEN-05.
    """
    return sum(1 for _ in defended_features(state, number, enemy))


def defended_features(state: State, number: int, enemy: int) -> Iterator[TableFeature]:
    """The features that a unit defends against an enemy that it fights (MNT-HTH-01, MNT-HTH-02).

    A watercourse counts once, even if fords cut it into parts (MNT-RULING-44).
    """
    counted: set[str] = set()
    for each in features_in_play(state):
        key = each.feature.over or each.feature.key if each.kind == "ford" else each.feature.key
        if key not in counted and each.effect.advantage != "none" and _defends(state, each, number, enemy):
            counted.add(key)
            yield each


def _defends(state: State, each: TableFeature, number: int, enemy: int) -> bool:
    tolerance = state.setup.rules.options.contact_tol_cm
    stood, facing = footprint(state, number), footprint(state, enemy)
    if each.effect.advantage == "over_those_in":  # MNT-STREAM-05
        return interpenetrates(each, facing, tolerance) and not interpenetrates(each, stood, tolerance)
    if each.kind == "landmark":  # MNT-LANDMARK-04, MNT-RULING-24
        return defended_feature(state, number) == each.feature.key
    if each.kind == "bridge":  # MNT-BRIDGE-06: against an enemy that is not on the defender's own bank
        return defended_feature(state, number) == each.feature.key and not shapes_in_contact(
            state.setup.rules.options, stood, facing
        )
    if not each.is_line:
        return is_wholly_in(each, stood, tolerance)
    if each.kind == "ditch" and state.setup.rules.options.ditch_occupant_advantage:
        return is_wholly_in(each, stood, tolerance) or _lines(each, stood, facing, tolerance)
    return _lines(each, stood, facing, tolerance)


def _lines(each: TableFeature, stood: Footprint, facing: Footprint, tolerance: int) -> bool:
    """True if the unit is at the line but not on it, and the enemy is on it (MNT-HTH-02)."""
    if areas.apart(each.ground, stood) > tolerance or interpenetrates(each, stood, tolerance):
        return False
    return interpenetrates(each, facing, tolerance)
