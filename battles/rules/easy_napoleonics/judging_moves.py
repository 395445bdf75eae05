"""What activations are worth: the melee and fire that they bring, the danger that they bring upon, the way they go."""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

from battles.engine.core import Option
from battles.engine.hex import Cell
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.judging_best import best_of
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_guns import has_targets
from battles.rules.easy_napoleonics.judging_hexes import ASPECTS, bearing
from battles.rules.easy_napoleonics.judging_mover import Mover, Scored
from battles.rules.easy_napoleonics.programmes import Programmes
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import Formation

VALUE: Final = attrgetter("value")


def order(ground: Ground, options: Sequence[Option], brief: bool = False) -> list[tuple[int, int, Programmes]]:
    """The units that may be activated, those nearest to the enemy first; where ``brief``, only those near him.

    Each with its distance from him, its number and its activations.
    """
    far, units = ground.foes.far, ground.lay.units
    found = [
        (far[units[option.actions.unit].cell], option.actions.unit, option.actions)
        for option in options
        if type(option.actions) is Programmes
    ]
    found.sort()
    return [row for row in found if row[0] <= weights.CALM] if brief else found


def committed(ground: Ground) -> tuple[Any, ...]:
    """Notes in ``ground`` how likely each charged enemy still stands; the charges, as far as anybody made one."""
    lay = ground.lay
    meeting = ground.own & lay.near[ground.enemy]
    if not meeting:
        return ()
    there = sorted([lay.at[cell] for cell in ground.grid.cells(meeting)])
    charging = [(number, lay.units[number]) for number in there if lay.units[number].charged]
    notes = ground.foes.notes
    known = notes.get("charging")
    if known is None or known[0] != charging or known[1] is not ground.lay.leaders:
        known = notes["charging"] = (charging, ground.lay.leaders, _survivors(ground, charging))
    ground.survives = known[2]
    return tuple([(number, unit.charged) for number, unit in charging])


def _survivors(ground: Ground, charging: list[tuple[int, Unit]]) -> dict[int, int]:
    """In how many of a thousand cases each charged enemy still stands."""
    survives: dict[int, int] = {}
    units, cells = ground.lay.units, ground.foes.cells
    for number, unit in charging:
        for foe in [
            foe for target in unit.charged for foe in cells.get(units[target].cell, ()) if foe.number == target
        ]:
            back = (bearing(ground.grid, foe.unit.cell, unit.cell) - foe.unit.facing) % 6
            _, _, broken = ground.ledger.clash(ground.traits(number), foe.traits, ASPECTS[back], True)
            survives[foe.number] = survives.get(foe.number, 1000) * (1000 - broken) // 1000
    return survives


def best_activation(ground: Ground, options: Sequence[Option], brief: bool) -> Advice | None:
    """The first unit that gains by an activation, and the best that it can do; None where no unit does.

    Units that stayed before are not asked again while nothing has changed that they went by.
    """
    if not ground.foes.all:
        return None
    charges = (ground.ahead, *committed(ground), ground.lay.near[ground.side] & ground.foes.held)
    stays = ground.foes.stays
    for _, number, listed in order(ground, options, brief):
        unit = ground.lay.units[number]
        went_by = (*charges, ground.own) if unit.kind in ARTILLERY else charges
        known = stays.get(number)
        if (
            known is not None
            and known[1] is unit
            and (known[2] is ALWAYS or (known[0] is listed and known[2] == went_by))
        ):
            continue
        if unit.formation == "unlimbered" and has_targets(ground, unit):
            stays[number] = (listed, unit, ALWAYS)
            continue
        found = _gaining(Mover(ground, number), listed)
        if found is not None:
            return found
        stays[number] = (listed, unit, went_by)
    return None


ALWAYS: Final = ("always",)
"""What a unit goes by that stays while it and the enemy are as they are."""


def _gaining(mover: Mover, listed: Programmes) -> Advice | None:
    """The best activation of a unit, if it gains enough."""
    staying = mover.staying()
    found = best_of(mover, listed, staying + weights.WORTH_A_MOVE - 1)
    return None if found is None else Advice(mover.action(found), found.value - staying, partial(reason, mover, found))


def several_activations(ground: Ground, options: Sequence[Option], first: Advice, most: int) -> list[Advice]:
    """Other places for the unit of the best advice, and then the best places of the other units."""
    committed(ground)
    own: list[Advice] = []
    others: list[Advice] = []
    chosen = first.action.unit if type(first.action) is Activate else NOWHERE
    if chosen != NOWHERE and ground.foes.far[ground.lay.units[chosen].cell] > weights.CALM:
        return []
    for _, number, listed in order(ground, options, True):
        mover = Mover(ground, number)
        staying = mover.staying()
        places: set[tuple[Cell, int, Formation]] = set()
        for score in sorted(mover.scored(listed), key=VALUE, reverse=True):
            if len(places) == (weights.PLACES if number == chosen else weights.OTHER_PLACES):
                break
            place = (score.cell, score.facing, score.formation)
            if place not in places:
                places.add(place)
                found = own if number == chosen else others
                found.append(Advice(mover.action(score), score.value - staying, partial(reason, mover, score)))
    others.sort(key=lambda advice: -advice.value)
    return [*own, *others][:most]


def reason(mover: Mover, scored: Scored) -> str:
    """Why a unit goes to a place, in a sentence."""
    ground, unit, cell = mover.ground, mover.unit, scored.cell
    label = ground.grid.label(cell)
    moved = cell != unit.cell
    if moved and mover.hot >> cell & 1 and not mover.guns:
        for direction, near in enumerate(ground.grid.near[cell]):
            if (direction - scored.facing) % 6 in (0, 5) and near in ground.foes.cells:
                foe = ground.foes.cells[near][0]
                aspect = ASPECTS[(direction + 3 - foe.unit.facing) % 6]
                mine = ground.traits(mover.number, cell, scored.formation)
                _, _, broken = ground.ledger.clash(mine, foe.traits, aspect, True)
                where = {"front": "in front", "flank": "in the flank", "rear": "in the rear"}[aspect]
                return f"{unit.name} charges {foe.unit.name} {where}, which breaks it {broken // 10} times in 100."
    if scored.formation in SQUARES:
        return f"{unit.name} forms square against the cavalry near {label}."
    if mover.guns:
        ready = "with a field of fire" if scored.formation == "unlimbered" else "to find a field of fire"
        return f"{unit.name} goes to {label} {ready}." if moved else f"{unit.name} makes ready at {label}."
    if not moved:
        return f"{unit.name} stands better so at {label} against what is near."
    if ground.foes.far[cell] < ground.foes.far[unit.cell]:
        return f"{unit.name} closes with the enemy at {label}."
    return f"{unit.name} goes to {label}, where it stands better."
