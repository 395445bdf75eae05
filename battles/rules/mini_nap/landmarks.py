"""Units that defend a landmark or a bridge (MNT-LANDMARK, MNT-BRIDGE-03)."""

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import ground
from battles.rules.mini_nap.board import footprint_of
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.plans import Planned
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.setup import Feature, Point
from battles.rules.mini_nap.state import State


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


def refuse(state: State, action: act.Manoeuvre, planned: Planned) -> Refusal | None:
    """Whether a manoeuvre that begins or ends a defence may do so."""
    held = defends(state, action.unit)
    name = planned.ready.name
    if action.leave and not held:
        return Refusal("no_change", "MNT-LANDMARK-06", f"{name} defends nothing.")
    if held and action.move is not None:
        why = f"{name} defends the {_word(state, held)}: it leaves it first, and moves off in the next Turn."
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
    return None


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
    x, y = middle_of(found.feature)
    play.tell(
        happened.Reformed(unit=number, formation="solid_square", x=x, y=y, facing=unit.facing, rule="MNT-LANDMARK-03")
    )
    play.tell(happened.Defended(unit=number, feature=feature))


def leave(play: Play, number: int) -> None:
    """The unit defends no longer (MNT-LANDMARK-06)."""
    feature = defends(play.state, number)
    play.tell(happened.Defended(unit=number, feature=feature, holds=False))
