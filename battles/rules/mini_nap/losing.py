"""Hits, and what follows from losses in the order of MN-RULING-58.

Whoever takes points from a unit calls `settle` when the losses of both sides are in: in fire after each shot, in
combat after each round (MN-LOSS-05). Whoever moves a square or changes its formation calls it too (MN-REACT-34).
White markers for those who lost their enemy are the caller's.
"""

from collections import Counter
from collections.abc import Collection

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import distance
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.losses import is_removed, points_after, stand_goes_at
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, Whereabouts


def hit(play: Play, unit: int, hits: int, rule: str) -> None:
    """Hit markers on a unit, one strength point each (MN-MARKER-06, MN-RULING-10); `settle` is still to follow."""
    after = points_after(play.unit(unit).points, hits)
    play.tell(happened.Hit(unit=unit, points=after, hits=hits, rule=rule))


def settle(play: Play) -> None:
    """Remove whoever has lost too much since this was asked last, and all that goes with them."""
    fallen = [number for number in play.hurt() if _falls(play.unit(number))]
    if fallen:
        _gone(play, fallen, "destroyed", "MN-LOSS-02")
    _after(play)


def take_off(play: Play, units: Collection[int], where: Whereabouts, rule: str) -> None:
    """Units leave the table by ``rule``, and all that goes with them does (MN-LOSS-07).

    ``where`` is where they are then: destroyed, retreated (MN-RETREAT) or lost (MN-RULING-04).
    """
    _gone(play, units, where, rule)
    _after(play)


def counts_as_lost(state: State, unit: Unit) -> bool:
    """Whether a unit is a loss for command stands and for victory (MN-RETREAT-05, MN-RULING-04)."""
    if unit.where == "destroyed":
        return True
    return unit.where in ("retreated", "lost") and state.setup.rules.options.retreated_units_count_as_losses


def exceeds(state: State, stand: Stand) -> bool:
    """Whether the losses under a Division or Brigade stand are too many for it (MN-CMD-45, 46)."""
    if stand.level == "corps":
        return False
    of = state.divisions[stand.of] if stand.level == "division" else state.brigades[stand.of]
    at = stand_goes_at(of.start, state.setup.rules.options.command_loss_rule)
    return at is not None and of.lost >= at


def _falls(unit: Unit) -> bool:
    return unit.where == "table" and is_removed(unit.points, unit.rating, unit.formation)


def _gone(play: Play, units: Collection[int], where: Whereabouts, rule: str) -> None:
    """One event for all of them, the active side's first, with the losses of their formations after it."""
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


def _after(play: Play) -> None:
    """Attached stands, stands by losses, orphaned batteries; whose loss may cost further stands."""
    _remove_stands(play)
    while orphans := [number for number in range(len(play.state.units)) if _is_orphan(play.state, number)]:
        _gone(play, orphans, "lost", "MN-REACT-34")
        _remove_stands(play)


def _remove_stands(play: Play) -> None:
    state = play.state
    order = sorted(range(len(state.stands)), key=lambda number: state.stands[number].side != state.active)
    for cause in (_by_its_unit, _by_losses):
        for number in order:
            stand = play.state.stands[number]
            if stand.where != "removed" and (rule := cause(play.state, stand)):
                play.tell(happened.StandRemoved(stand=number, rule=rule))


def _by_its_unit(state: State, stand: Stand) -> str:
    """An attached stand goes with its unit (MN-CMD-41), off the table too unless it stayed behind (MN-RETREAT-04)."""
    if stand.unit == NONE or state.units[stand.unit].where == "table":
        return ""
    return "MN-RETREAT-04" if state.units[stand.unit].where == "retreated" else "MN-CMD-41"


def _by_losses(state: State, stand: Stand) -> str:
    """The rule by which losses remove a stand now; ``""`` for none. A Corps stand is never lost so (MN-CMD-44)."""
    if stand.level == "corps":
        return ""
    if not _has_units(state, stand):
        return "MN-CMD-47"
    if not exceeds(state, stand) or stand.unit != NONE:
        return ""
    return "MN-CMD-45" if stand.level == "division" else "MN-CMD-46"


def _has_units(state: State, stand: Stand) -> bool:
    """Whether a unit is left under a Division or Brigade stand, on the table or still to come."""
    return any(
        unit.where in ("table", "waiting")
        and stand.of == (unit.brigade if stand.level == "brigade" else state.brigades[unit.brigade].division)
        for unit in state.units
    )


def _is_orphan(state: State, number: int) -> bool:
    """Whether an abandoned battery's square has left it, is gone or is no square any more (MN-REACT-34)."""
    battery = state.units[number]
    if battery.crew_in == NONE:
        return False
    square = state.units[battery.crew_in]
    apart = state.setup.rules.options.contact_tol_cm
    return square.where != "table" or not in_square(square) or distance(state, number, battery.crew_in) > apart
