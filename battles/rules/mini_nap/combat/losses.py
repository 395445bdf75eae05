"""Losses: hits, removal of units and stands, and break-through (MN-LOSS, MN-CMD-45, MN-BREAK-01)."""

from collections import Counter
from collections.abc import Collection

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.positions import enemies_in_contact, unit_distance
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import NONE, SQUARES, Stand, State, Unit, Whereabouts, in_square, unit_class
from battles.rules.mini_nap.tables import CommandLossRule, Formation, Kind, Quality


def mark_break_through(play: Resolution, number: int, rule: str) -> None:
    """Give a unit that has lost its opponent by ``rule`` a white marker, if no other enemy touches it (MN-RULING-31).

    Squares and artillery never get one, nor does the active side while the passive side breaks through (MN-BREAK-03).
    """
    state = play.state
    winner = state.units[number]
    if winner.where != "table" or winner.white or in_square(winner) or unit_class(winner) == "artillery":
        return
    if enemies_in_contact(state, number) or (state.step == "break_passive" and winner.side == state.active):
        return
    play.mark(number, rule, white=True)


def points_after(points: int, hits: int) -> int:
    """Strength points left after ``hits`` (MN-LOSS-01); never below 0, further hits are ignored (MN-LOSS-04)."""
    return max(0, points - hits)


def is_exempt(rating: Quality, formation: Formation) -> bool:
    """True if a unit stays in play with 1 point: Guard, unformed, or in any square (MN-LOSS-03, MN-RULING-12)."""
    formed = tables.FORMATIONS[formation].formed
    return rating in tables.EXEMPT_QUALITIES or not formed or formation in SQUARES


def is_exempt_for_good(rating: Quality, kind: Kind) -> bool:
    """True if a unit stays with 1 point in every formation it usually takes: Guard, or never formed (MN-LOSS-03)."""
    forms = any(tables.FORMATIONS[each].formed for each in tables.FORMATIONS_OPEN[kind])
    return rating in tables.EXEMPT_QUALITIES or not forms


def is_removed(points: int, rating: Quality, formation: Formation) -> bool:
    """True if a unit that has just lost points is removed with ``points`` left (MN-LOSS-02, MN-LOSS-03)."""
    return points <= (tables.REMOVED_AT_EXEMPT if is_exempt(rating, formation) else tables.REMOVED_AT)


def must_keep_formation(points: int, rating: Quality, formation: Formation, to: Formation) -> bool:
    """True if a unit has too few points to leave its exempt formation for ``to`` (MN-LOSS-06).

    The option ``one_sp_reform`` decides the consequence.
    """
    return is_exempt(rating, formation) and is_removed(points, rating, to)


def stand_loss_limit(units: int, rule: CommandLossRule) -> int | None:
    """The number of losses at which a Division or Brigade stand is removed; ``units`` is the number at the start.

    None if no number of losses passes the threshold: the stand is removed only when no unit is left (MN-CMD-47,
    MN-RULING-05).

    Source: MN-CMD-45, MN-CMD-46, MN-RULING-03.
    """
    exact, rounded = units // 2, (units + 1) // 2
    at = {
        "exceed_exact_half": exact + 1,
        "exceed_rounded_half": rounded + 1,
        "reach_rounded_half": rounded,
    }[rule]
    return at if 0 < at <= units else None


def add_hits(play: Resolution, unit: int, hits: int, rule: str) -> None:
    """Put hit markers on a unit, one strength point each (MN-MARKER-06, MN-RULING-10).

    The caller must then call `settle_losses`.
    """
    after = points_after(play.unit(unit).points, hits)
    play.tell(happened.Hit(unit=unit, points=after, hits=hits, rule=rule))


def settle_losses(play: Resolution) -> None:
    """Remove units with too many losses since the last call, and the stands and batteries that depend on them."""
    fallen = [number for number in play.hurt() if _is_removed(play.unit(number))]
    if fallen:
        _remove(play, fallen, "destroyed", "MN-LOSS-02")
    _remove_dependents(play)


def remove_units(play: Resolution, units: Collection[int], where: Whereabouts, rule: str) -> None:
    """Remove units by ``rule``, and the stands and batteries that depend on them (MN-LOSS-07).

    ``where`` is their new state: destroyed, retreated (MN-RETREAT) or lost (MN-RULING-04).
    """
    _remove(play, units, where, rule)
    _remove_dependents(play)


def counts_as_lost(state: State, unit: Unit) -> bool:
    """True if a unit counts as a loss for command stands and for victory (MN-RETREAT-05, MN-RULING-04)."""
    if unit.where == "destroyed":
        return True
    return unit.where in ("retreated", "lost") and state.setup.rules.options.retreated_units_count_as_losses


def has_lost_too_many(state: State, stand: Stand) -> bool:
    """True if the losses under a Division or Brigade stand remove it (MN-CMD-45, MN-CMD-46)."""
    if stand.level == "corps":
        return False
    of = state.divisions[stand.of] if stand.level == "division" else state.brigades[stand.of]
    at = stand_loss_limit(of.start, state.setup.rules.options.command_loss_rule)
    return at is not None and of.lost >= at


def _is_removed(unit: Unit) -> bool:
    return unit.where == "table" and is_removed(unit.points, unit.rating, unit.formation)


def _remove(play: Resolution, units: Collection[int], where: Whereabouts, rule: str) -> None:
    """One event for all units, the active side's first, with the losses of their formations after it."""
    state = play.state
    counted = where == "destroyed" or play.options.retreated_units_count_as_losses
    brigades = Counter(state.units[number].brigade for number in units if counted)
    divisions = Counter(state.brigades[state.units[number].brigade].division for number in units if counted)
    play.tell(
        happened.Gone(
            units=tuple(sorted(units, key=lambda number: (state.units[number].side != state.active, number))),
            where=where,
            rule=rule,
            brigades=tuple((number, state.brigades[number].lost + more) for number, more in sorted(brigades.items())),
            divisions=tuple(
                (number, state.divisions[number].lost + more) for number, more in sorted(divisions.items())
            ),
        )
    )


def _remove_dependents(play: Resolution) -> None:
    """Remove attached stands, stands with too many losses, orphaned batteries, and again stands."""
    _remove_stands(play)
    while orphans := [
        number
        for number, unit in enumerate(play.state.units)
        if unit.crew_in != NONE and _is_orphan(play.state, number)
    ]:
        _remove(play, orphans, "lost", "MN-REACT-34")
        _remove_stands(play)


def _remove_stands(play: Resolution) -> None:
    state = play.state
    order = sorted(range(len(state.stands)), key=lambda number: state.stands[number].side != state.active)
    left = _Left(state)
    for cause in (_by_its_unit, left.by_losses):
        for number in order:
            stand = play.state.stands[number]
            if stand.where != "removed" and (rule := cause(play.state, stand)):
                play.tell(happened.StandRemoved(stand=number, rule=rule))


def _by_its_unit(state: State, stand: Stand) -> str:
    """The rule that removes an attached stand with its unit (MN-CMD-41), or retreats it too (MN-RETREAT-04)."""
    if stand.unit == NONE or state.units[stand.unit].where == "table":
        return ""
    return "MN-RETREAT-04" if state.units[stand.unit].where == "retreated" else "MN-CMD-41"


class _Left:
    """The Brigades and Divisions that have a unit left, on the table or still to arrive."""

    def __init__(self, state: State) -> None:
        self.brigades = {unit.brigade for unit in state.units if unit.where in ("table", "waiting")}
        self.divisions = {state.brigades[number].division for number in self.brigades}

    def by_losses(self, state: State, stand: Stand) -> str:
        """The rule by which losses remove a stand now, or ``""``. A Corps stand is never removed so (MN-CMD-44)."""
        if stand.level == "corps":
            return ""
        if stand.of not in (self.brigades if stand.level == "brigade" else self.divisions):
            return "MN-CMD-47"
        if not has_lost_too_many(state, stand) or stand.unit != NONE:
            return ""
        return "MN-CMD-45" if stand.level == "division" else "MN-CMD-46"


def _is_orphan(state: State, number: int) -> bool:
    """True if an abandoned battery's square has left it, is removed or is no square any more (MN-REACT-34)."""
    holder = state.units[number].crew_in
    square = state.units[holder]
    apart = state.setup.rules.options.contact_tol_cm
    return square.where != "table" or not in_square(square) or unit_distance(state, number, holder) > apart
