"""The way of a charge that an active unit declares, extended or not (MN-CHARGE-02, MN-EXTEND)."""

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table.bearings import path
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, board, bridges, charging, going, paths
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import Going
from battles.rules.mini_nap.ways import WayOf


def way(state: State, number: int, ready: Unit, move: act.Charge) -> WayOf | Refusal:
    """A charge of a unit that stands ready."""
    found = _refuse(state, number, ready, move.target)
    if found is not None:
        return found
    made = reach(state, number, ready, move)
    return made if isinstance(made, Refusal) else _way(state, ready, made.travel, move.target)


def reach(state: State, number: int, ready: Unit, move: act.Charge, kind: Going = "charge") -> charging.Reach | Refusal:
    """The travel of a charge, over a bridge where it names one (MNT-BRIDGE-04); ``kind`` is the column of T1."""
    allowance = allowances.charge(state.setup.rules.tables, ready)
    if not move.bridge:
        return charging.reach(state, number, ready, move.target, kind, allowance)
    enemy = state.units[move.target]
    if charging.answer(state.setup.rules.tables, ready, enemy) == "outflanking":
        why = f"{ready.name} is unformed, and nobody outflanks {enemy.name} over a bridge."
        return Refusal("no_target", "MNT-RULING-26", why)
    made = bridges.charge_travel(state, number, ready, move.target, move.bridge, allowance, kind)
    return made if isinstance(made, Refusal) else charging.Reach(made)


def extended_way(state: State, number: int, ready: Unit, move: act.ExtendedCharge) -> WayOf | Refusal:
    """A charge at a target that dice may bring within reach (MN-EXTEND-06): the way is that of the charge itself."""
    found = _refuse(state, number, ready, move.target)
    if found is not None:
        return found
    allowance = allowances.charge(state.setup.rules.tables, ready)
    near = charging.reach(state, number, ready, move.target, "charge", allowance)
    if not isinstance(near, Refusal):
        why = f"{state.units[move.target].name} is within reach: {ready.name} charges without an extension."
        return Refusal("not_needed", "MN-EXTEND-01", why)
    most = charging.largest_extension(state.setup.rules.tables, ready)
    made = charging.reach(state, number, ready, move.target, "charge", allowance + most)
    if isinstance(made, Refusal):
        if made.code == "out_of_reach":
            why = f"{state.units[move.target].name} is further away than an extension of {cm(most)} could bring it."
            return Refusal("out_of_reach", "MN-EXTEND-06", why)
        return made
    return _way(state, ready, made.travel, move.target)


def _refuse(state: State, number: int, ready: Unit, target: int) -> Refusal | None:
    """MN-CHARGE-12, MN-CMD-21: whether the unit may charge, and whom."""
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-08", f"{ready.name} cannot charge in a Division manoeuvre.")
    if command_of(state, number) == "out":
        return Refusal("not_for_kind", "MN-CMD-21", f"{ready.name} is not in command and cannot charge.")
    return charging.refuse_charger(state, ready) or charging.refuse_target(state, ready, target)


def _way(state: State, ready: Unit, travel: int, target: int) -> WayOf:
    leg = Leg(ready.facing, travel, ready.facing)
    x, y = paths.at_end(state, ready, leg, travel)
    return WayOf("charge", (leg,), replace(ready, x=x, y=y), target)


def extension(state: State, number: int, unit: Unit, thrown: int, target: int) -> Leg:
    """The forced advance of an extension: exactly the throw, never nearer to an enemy than the least gap (R25)."""
    leg = Leg(unit.facing, thrown, unit.facing)
    gap = state.setup.rules.options.min_gap_cm
    shape = board.footprint_of(state.setup.rules, unit)
    bought = going.travel(state, unit, "move", shape, path(unit.facing, thrown), thrown)
    found = paths.limit(state, number, unit, replace(leg, travel=bought), "move", thrown, gap)
    return replace(leg, travel=min(bought, found.travel))
