"""Units that defend a landmark or a bridge (MNT-LANDMARK, MNT-BRIDGE-03)."""

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table.bearings import to_point
from battles.engine.table.footprints import patch
from battles.engine.table.polygons import hull
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import ground, steps
from battles.rules.mini_nap.board import enemies, footprint, footprint_of, touch
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.plans import Planned
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.setup import Feature, Point
from battles.rules.mini_nap.state import State, Unit


def defended_by(state: State, feature: str) -> int | None:
    """The unit that defends a feature."""
    return next((each.unit for each in state.holding if each.feature == feature), None)


def middle_of(feature: Feature) -> Point:
    """The middle of a landmark's base, where a unit stands that defends it (MNT-LANDMARK-03)."""
    outline = feature.points
    return sum(point[0] for point in outline) // len(outline), sum(point[1] for point in outline) // len(outline)


def defends(state: State, number: int) -> str:
    """The feature that a unit defends; ``""`` for none."""
    return next((each.feature for each in state.holding if each.unit == number), "")


def landmark_of(state: State, number: int) -> str:
    """The landmark that a unit defends; ``""`` for none."""
    key = defends(state, number)
    found = ground.named(state, key) if key else None
    return key if found is not None and found.kind == "landmark" else ""


def in_square_on(unit: Unit, feature: Feature) -> Unit:
    """A unit as it defends a landmark (MNT-LANDMARK-03)."""
    x, y = middle_of(feature)
    return replace(unit, x=x, y=y, formation="solid_square")


def refuse(state: State, action: act.Manoeuvre, planned: Planned) -> Refusal | None:
    """Whether a manoeuvre that begins or ends a defence may do so."""
    held = landmark_of(state, action.unit)
    name = planned.ready.name
    if action.leave and not held:
        return Refusal("no_change", "MNT-LANDMARK-06", f"{name} defends nothing.")
    if held and action.move is not None:
        why = f"{name} defends the {_word(state, held)}: it leaves it first, and moves off in the next Turn."
        return Refusal("bad_order", "MNT-LANDMARK-06", why)
    if held and not action.leave and action.before.change is not None:
        why = f"{name} defends the {_word(state, held)} in square: it changes formation only as it leaves."
        return Refusal("bad_order", "MNT-LANDMARK-06", why)
    if action.leave and action.before.change is None:
        return Refusal("bad_order", "MNT-LANDMARK-06", f"{name} changes formation as it leaves.")
    if not action.defend:
        return None
    return _refuse_defence(state, action, planned)


def _refuse_defence(state: State, action: act.Manoeuvre, planned: Planned) -> Refusal | None:
    found = ground.named(state, action.defend)
    unit = planned.last
    if found is None or found.kind != "landmark":
        return Refusal("no_such", "MNT-LANDMARK-03", f"There is no landmark {action.defend}.")
    if unit_class(unit) != "infantry":
        return Refusal("not_for_kind", "MNT-LANDMARK-01", f"Only infantry defends a landmark; {unit.name} is none.")
    by = defended_by(state, action.defend)
    if by is not None:
        why = f"{state.units[by].name} defends the {found.word} already."
        return Refusal("occupied", "MNT-LANDMARK-02", why)
    if not ground.interpenetrates(
        found, footprint_of(state.setup.rules, unit), state.setup.rules.options.contact_tol_cm
    ):
        return Refusal("out_of_zone", "MNT-LANDMARK-03", f"{unit.name} does not come on to the {found.word}.")
    changed = action.before.change is not None or action.after.change is not None
    if changed and not in_square(unit):
        why = f"{unit.name} has changed formation and cannot form the defenders' square as well."
        return Refusal("done_already", "MNT-RULING-25", why)
    return _refuse_room(state, action.unit, unit, found)


def _refuse_room(state: State, number: int, unit: Unit, found: ground.Lying) -> Refusal | None:
    """Who stands where the defenders' square would, or at the landmark's base without a charge (MNT-RULING-42)."""
    rules, base = state.setup.rules, patch(tuple(map(to_point, hull(found.feature.points))))
    met = next(steps.in_the_way(state, number, footprint_of(rules, in_square_on(unit, found.feature))), None)
    if met is None:
        foes = (each for each in enemies(state, number) if unit_class(state.units[each]) == "infantry")
        met = next((each for each in foes if touch(rules.options, base, footprint(state, each))), None)
    if met is None:
        return None
    why = f"{state.units[met].name} is in the way of {unit.name} at the {found.word}."
    return Refusal("occupied", "MNT-RULING-42", why)


def take_post(play: Play, number: int) -> None:
    """A solid square that is put down on a landmark which nobody defends is its defender (MNT-RULING-42)."""
    state, unit = play.state, play.unit(number)
    if unit_class(unit) != "infantry" or unit.formation != "solid_square" or defends(state, number):
        return
    shape, slack = footprint_of(state.setup.rules, unit), state.setup.rules.options.contact_tol_cm
    for found in ground.lying(state):
        free = found.kind == "landmark" and defended_by(state, found.feature.key) is None
        if free and ground.interpenetrates(found, shape, slack) and not _refuse_room(state, number, unit, found):
            defend(play, number, found.feature.key)
            return


def _word(state: State, key: str) -> str:
    found = ground.named(state, key)
    return found.word if found else key


def defend(play: Play, number: int, feature: str) -> None:
    """The unit becomes a square on the landmark's base (MNT-LANDMARK-03)."""
    found = ground.named(play.state, feature)
    if found is None or defended_by(play.state, feature) is not None:
        return
    unit = play.unit(number)
    shape = footprint_of(play.state.setup.rules, unit)
    if not ground.interpenetrates(found, shape, play.options.contact_tol_cm):
        return
    if _refuse_room(play.state, number, unit, found) is not None:
        return
    made = in_square_on(unit, found.feature)
    play.tell(
        happened.Reformed(
            unit=number, formation=made.formation, x=made.x, y=made.y, facing=made.facing, rule="MNT-LANDMARK-03"
        )
    )
    play.tell(happened.Defended(unit=number, feature=feature))


def leave(play: Play, number: int) -> None:
    """The unit defends no longer (MNT-LANDMARK-06)."""
    feature = defends(play.state, number)
    play.tell(happened.Defended(unit=number, feature=feature, holds=False))
