"""Highlights of an event, and reach outlines of batteries and leaders."""

from collections.abc import Iterator
from typing import Any

from battles.engine.picture import Highlight, Reach, ReachKind
from battles.engine.words.verbs import with_verb
from battles.kits.hex import line_of_sight
from battles.kits.hex.picture import reaches
from battles.rules.easy_napoleonics import command
from battles.rules.easy_napoleonics.events import (
    Fired,
    FireHidden,
    Fought,
    LeaderTaken,
    LeaderTested,
    MeleeHidden,
    Removed,
)
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.names import count
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import Leader, State, Unit
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.ui.targets import leader_key, unit_key


def highlights(event: Any) -> tuple[Highlight, ...]:
    """Highlights of ``event``. They use only what the event holds, so that a shadow shows no more."""
    match event:
        case Fired(target=target, shots=shots):
            return (Highlight("fire", tuple(f"unit {shot.unit}" for shot in shots), f"unit {target}"),)
        case FireHidden(target=target, dice=dice):
            return (Highlight("fire", tuple(f"unit {unit}" for unit, _ in dice), f"unit {target}"),)
        case Fought(attacker=attacker, defender=defender) | MeleeHidden(attacker=attacker, defender=defender):
            return (Highlight("melee", (f"unit {attacker}",), f"unit {defender}"),)
        case Removed(unit=unit):
            return (Highlight("lost", (f"unit {unit}",)),)
        case LeaderTaken(leader=leader) | LeaderTested(leader=leader, killed=True):
            return (Highlight("lost", (f"leader {leader}",)),)
    return ()


def reach_of_block(view: View, key: str) -> tuple[Reach, ...]:
    """Reach outlines of a block: a battery's arc at each range, or the hexes a leader can reach; else none."""
    state = state_from_view(view)
    what, _, number = key.partition(" ")
    if not number.isdecimal():
        return ()
    if what == "unit" and unit_key(state, int(number)) == key:
        unit = state.units[int(number)]
        return tuple(_arcs(state, unit)) if unit.cell >= 0 and unit.kind in ARTILLERY else ()
    if what == "leader" and leader_key(state, int(number)) == key:
        leader = state.leaders[int(number)]
        return tuple(_leader_reach(state, leader)) if leader.cell >= 0 and leader.alive else ()
    return ()


def _arcs(state: State, unit: Unit) -> Iterator[Reach]:
    """The arc of a battery at each of its ranges; what blocks the line of fire is ignored.

    Source: EN-ART-03, EN-ART-04, EN-ART-05, EN-ART-08.
    """
    field = field_of(state)
    cone = field.options.artillery_arc == "cone60"
    rule = "EN-RULING-46" if cone else "EN-ART-08"
    condition = "" if unit.formation == "unlimbered" else " when unlimbered"
    for place, band in enumerate(field.tables.fire[unit.kind]):
        cells = field.grid.cells(line_of_sight.arc(field.grid, unit.cell, unit.facing, band.far, cone))
        reach = count(band.far, "hex", "hexes")
        words = (
            f"{with_verb(unit.name, 'fires')} {count(band.dice, 'die', 'dice')} at {band.label} range, up to {reach}"
        )
        kind: ReachKind = "far_fire" if place else "fire"
        name = f"{band.label.capitalize()} range"
        yield from reaches(state.board, kind, name, f"{words}{condition} (EN-ART-03, {rule}).", cells)


def _leader_reach(state: State, leader: Leader) -> Iterator[Reach]:
    """Hexes that a leader can still reach this turn (EN-LEADER-04, EN-LEADER-11)."""
    field = field_of(state)
    if leader.left < 1:
        return
    cells = (leader.cell, *command.leader_reach(field, field.occupancy(state), leader, leader.left))
    words = f"{leader.name} can move up to {count(leader.left, 'hex', 'hexes')} this turn (EN-LEADER-04, EN-LEADER-11)."
    yield from reaches(state.board, "move", "Leader's move", words, cells)
