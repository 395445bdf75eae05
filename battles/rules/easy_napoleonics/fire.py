"""Artillery and musketry (section 6): targets, dice, volleys, and refusals of a mission."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from operator import attrgetter
from typing import Any, Final, overload

from msgspec import Struct

from battles.engine.core import Modifier, Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.kits.hex import line_of_sight
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.events import Shot
from battles.rules.easy_napoleonics.facts import Firer, Target, Volley
from battles.rules.easy_napoleonics.morale import check_of, leaders_at_risk, lowered, needed
from battles.rules.easy_napoleonics.movement.moves import enemies_around, enemies_in_front
from battles.rules.easy_napoleonics.resolution import RefusalContext, count_dice, count_hexes, figure, refusal
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY, SQUARES, Book, ModifierSum, modifier_sum, remember
from battles.rules.easy_napoleonics.state import Occupancy, State, Unit, other
from battles.rules.easy_napoleonics.tables import COVER, DIE, Aspect, Level, Printed
from battles.rules.easy_napoleonics.terrain import Field

_BY_UNIT: Final = attrgetter("unit")


class VolleyResult(Struct, frozen=True, gc=False):
    """Result of a volley. ``level`` is the target's level afterwards.

    ``needed`` and ``check_modifiers`` are those of its checks; 0 and none if there was no hit. ``leader_faces`` are
    the dice of the leaders with it; ``leaders_killed`` are indexes of those faces.
    """

    hits: int
    failures: int
    level: Level
    shots: tuple[Shot, ...]
    needed: int = 0
    check_modifiers: tuple[Modifier, ...] = ()
    leader_faces: tuple[int, ...] = ()
    leaders_killed: tuple[int, ...] = ()

    @property
    def leader_killed(self) -> bool:
        return bool(self.leaders_killed)


def fire_dice(book: Book, firer: Firer) -> int:
    """Dice of ``firer``: those stated, or all by kind, formation and range (EN-ART-04, EN-ART-05, EN-MUSK-03).

    0 out of range, for limbered guns and for cavalry.
    """
    if firer.dice is not None:
        return firer.dice
    return book.fire_dice.get((firer.kind, firer.formation, firer.range), 0)


def aspect_of_fire(book: Book, target: Target, aspect: Aspect) -> Aspect:
    """The aspect that counts. A square or masse has no flank or rear.

    Source: EN-ART-17, EN-SQUARE-02, EN-RULING-103, EN-RULING-45.
    """
    return "front" if target.formation in SQUARES and not book.options.squares_have_flanks else aspect


def fire_modifiers(book: Book, firer: Firer, target: Target) -> ModifierSum:
    """Modifiers to each fire die of ``firer`` (EN-ART-14)."""
    key = (
        firer.level,
        firer.leader,
        firer.kind,
        firer.formation,
        firer.nation,
        firer.aspect,
        target.formation,
        target.terrain,
    )
    cached = book.shots.get(key)
    return cached if cached is not None else remember(book.shots, key, modifier_sum(*_rows(book, firer, target)))


def _rows(book: Book, firer: Firer, target: Target) -> list[Printed]:
    tables = book.tables
    printed, formation = tables.fire_modifiers, target.formation
    aspect = aspect_of_fire(book, target, firer.aspect)
    rows = [tables.level_modifier[firer.level]]
    holds = {
        "leader": firer.leader,
        "cover": target.terrain in COVER,
        "unlimbered": formation == "unlimbered",
        "column": formation == "column",
        "limbered": formation == "limbered",
        "square": formation in SQUARES,
        "flank": aspect == "flank",
        "rear": aspect == "rear",
        "english_line": firer.formation == "line" and book.has_rule_of("england", firer),
        "austrian": book.has_rule_of("austria", firer),
    }
    return rows + [printed[name] for name, true in holds.items() if true]


def shot_of(book: Book, firer: Firer, target: Target) -> tuple[int, int, ModifierSum]:
    """Number of dice, the natural face that each needs, and the modifiers (EN-ART-13)."""
    rows = fire_modifiers(book, firer, target)
    return fire_dice(book, firer), needed(book, firer.grade, rows.total), rows


def volley(dice: Dice, book: Book, volley: Volley) -> VolleyResult:
    """Roll a volley: to-hit dice by unit, the target's checks, its leaders' dice (EN-SEQ-05, EN-ART-18, EN-ART-19).

    With ``leader_risk_timing = before_checks`` the leaders roll first, and leaders killed do not help the checks.
    """
    target = volley.target
    shots = _shots(dice, book, volley)
    hits = 0
    for shot in shots:
        hits += shot.hits
    if not hits:
        return VolleyResult(0, 0, target.level, shots)
    leader, faces, killed = target.leader, (), ()  # type: tuple[bool, tuple[int, ...], tuple[int, ...]]
    if leader and book.risk_first:
        faces, killed = leaders_at_risk(dice, book, target)
        leader = len(killed) < len(faces)
    face, rows = check_of(book, target, target.level, leader)
    failures = hits - dice.successes(hits, DIE, face, "EN-ART-19")
    if leader and not book.risk_first:
        faces, killed = leaders_at_risk(dice, book, target)
    return VolleyResult(hits, failures, lowered(target.level, failures), shots, face, rows.rows, faces, killed)


def _shots(dice: Dice, book: Book, volley: Volley) -> tuple[Shot, ...]:
    target, firers = volley.target, volley.firers
    if len(firers) > 1:
        firers = tuple(sorted(firers, key=_BY_UNIT))
    shots = []
    for firer in firers:
        count, face, rows = shot_of(book, firer, target)
        why = "EN-ART-13" if firer.kind in ARTILLERY else "EN-MUSK-05"
        hits = dice.successes(count, DIE, face, why)
        shots.append(Shot(unit=firer.unit, dice=count, needed=face, hits=hits, modifiers=rows.rows))
    return tuple(shots)


MOST_LISTED: Final = 128
"""Most ways to fire at one target that are all listed; of more ways only a sample is listed."""

Shots = tuple[tuple[int, int], ...]
"""Pairs of unit and the most dice that it may fire at a target."""


def has_fire(field: Field, unit: Unit) -> bool:
    """True if a unit has an action or a die left to fire with this turn (EN-ACTION-05, EN-MUSK-08)."""
    if unit.cell < 0 or unit.mute:
        return False
    if unit.dice_left >= 0:
        return unit.dice_left > 0
    if unit.used < field.tables.actions[unit.kind]:
        return True
    late = field.options.musketry_after_change_and_move  # EN-RULING-19
    return late and unit.kind == "infantry" and unit.reformed and bool(unit.moved)


def targets_of(field: Field, occupancy: Occupancy, number: int) -> tuple[tuple[int, int], ...]:
    """Enemy units that a unit may fire at, each with the most dice, by unit.

    The caller checks that the unit has fire left. Contact does not prevent fire (EN-ART-20).
    """
    unit = occupancy.units[number]
    if unit.kind in ARTILLERY:
        key = (number, unit.facing)
        targets = occupancy.aims.get(key)
        if targets is None:
            targets = occupancy.aims[key] = tuple(_battery_targets(field, occupancy, unit))
        return targets
    if unit.kind == "infantry":
        return tuple(_musket_targets(field, occupancy, number, unit))
    return ()


def _battery_targets(field: Field, occupancy: Occupancy, unit: Unit) -> Iterator[tuple[int, int]]:
    """Targets of a battery with their dice (EN-ART-01, EN-ART-02)."""
    if unit.formation != "unlimbered":
        return
    cone = field.options.artillery_arc == "cone60"
    enemy_cells = (
        line_of_sight.arc(field.grid, unit.cell, unit.facing, field.ranges[unit.kind], cone)
        & occupancy.held[other(unit.side)]
    )
    for cell in field.grid.cells(enemy_cells):
        dice = field.book.fire_dice.get((unit.kind, "unlimbered", field.grid.distance(unit.cell, cell)), 0)
        if dice and not line_of_sight.blocked(
            field.grid, unit.cell, unit.facing, cell, field.blocking(occupancy, unit.cell, cell)
        ):
            for enemy in occupancy.units_at(cell):
                yield enemy, dice


def _musket_targets(field: Field, occupancy: Occupancy, number: int, unit: Unit) -> Iterator[tuple[int, int]]:
    """Targets of infantry with their dice; a second die needs another target.

    Source: EN-MUSK-02, EN-MUSK-03, EN-MUSK-04, EN-MUSK-09.
    """
    if not occupancy.near[other(unit.side)] >> unit.cell & 1:
        return
    dice = field.book.fire_dice.get(("infantry", unit.formation, 1), 0)
    all_round = unit.formation in SQUARES
    enemies = enemies_around(field, occupancy, number) if all_round else enemies_in_front(field, occupancy, unit)
    if unit.dice_left >= 0:
        dice = min(dice, unit.dice_left)
    for enemy in enemies:
        if dice and enemy not in unit.at:
            yield enemy, dice


def dice_left(field: Field, occupancy: Occupancy, number: int, count: int) -> int:
    """Dice that a unit has left after ``count`` more in a mission (EN-MUSK-03, EN-MUSK-06, EN-RULING-87)."""
    unit = occupancy.units[number]
    if unit.kind in ARTILLERY:
        return 0
    if unit.dice_left >= 0:
        return unit.dice_left - count
    if unit.formation in SQUARES:
        hexes = len({occupancy.units[enemy].cell for enemy in enemies_around(field, occupancy, number)})
        return min(field.tables.square_targets, hexes) - count
    return field.book.fire_dice.get(("infantry", unit.formation, 1), 0) - count


def missions(
    field: Field, occupancy: Occupancy, side: SideId, guns: bool, nominated: tuple[int, ...] = ()
) -> dict[int, Shots]:
    """Enemy units that a side may fire at in the artillery phase (``guns``) or the musketry phase, with the shots.

    ``nominated`` are targets that the side has fired at in this phase (EN-ART-18, EN-MUSK-06).
    """
    once = field.options.fire_pooling == "by_target"
    shots: dict[int, list[tuple[int, int]]] = {}
    for number in _firing(field, occupancy, side, guns):
        for enemy, dice in targets_of(field, occupancy, number):
            if not (once and enemy in nominated):
                shots.setdefault(enemy, []).append((number, dice))
    return {enemy: tuple(shots[enemy]) for enemy in sorted(shots)}


def has_mission(field: Field, occupancy: Occupancy, side: SideId, guns: bool) -> bool:
    """True if a side that has not fired yet has a target."""
    return any(targets_of(field, occupancy, number) for number in _firing(field, occupancy, side, guns))


def _firing(field: Field, occupancy: Occupancy, side: SideId, guns: bool) -> list[int]:
    """Units of a side that have fire left; of infantry only those next to an enemy (EN-RULING-53)."""
    near = occupancy.near[other(side)]
    return [
        number
        for number, unit in enumerate(occupancy.units)
        if unit.side == side
        and unit.cell >= 0
        and (unit.kind in ARTILLERY) == guns
        and (guns or near >> unit.cell & 1)
        and has_fire(field, unit)
    ]


def fire_options(field: Field, occupancy: Occupancy, state: State) -> Iterator[Option]:
    """Options of the acting side to fire, one for each target (section 10.3)."""
    guns = state.phase == "artillery"
    for target, shots in missions(field, occupancy, state.acting, guns, state.nominated).items():
        if field.options.fire_pooling == "by_firer":
            single = [((number, count),) for number, most in shots for count in _counts(most, guns)]
            yield Option("fire", f"unit {target}", tuple(Fire(target, dice) for dice in single))
        elif _ways(shots, guns) <= MOST_LISTED:
            yield Option("fire", f"unit {target}", Volleys(target, shots, guns))
        else:
            sample = [shots, *(((number, most),) for number, most in shots)]
            domains = {"dice": {str(number): list(_counts(most, guns)) for number, most in shots}}
            yield Option("fire", f"unit {target}", tuple(Fire(target, dice) for dice in sample), False, domains)


def _counts(most: int, guns: bool) -> tuple[int, ...]:
    """Numbers of dice that may be fired: all for a battery (EN-ART-18), one or more for infantry."""
    return (most,) if guns else tuple(range(1, most + 1))


def _ways(shots: Shots, guns: bool) -> int:
    ways = 1
    for _, most in shots:
        ways *= 1 + len(_counts(most, guns))
    return ways - 1


class Volleys(Sequence[Fire]):
    """Every choice of units and dice against one target, most dice first, built on first use.

    ``shots`` are the units, each with its most dice.
    """

    __slots__ = ("_all", "_guns", "shots", "target")

    def __init__(self, target: int, shots: Shots, guns: bool) -> None:
        self.target = target
        self.shots = shots
        self._guns = guns
        self._all: tuple[Fire, ...] | None = None

    def all(self) -> tuple[Fire, ...]:
        """All missions as a tuple."""
        if self._all is None:
            choices = [[(n, dice) for dice in (*reversed(_counts(most, self._guns)), 0)] for n, most in self.shots]
            choices_of_dice = [tuple([pair for pair in choice if pair[1]]) for choice in product(*choices)]
            self._all = tuple([Fire(self.target, dice) for dice in choices_of_dice[:-1]])
        return self._all

    def __len__(self) -> int:
        return _ways(self.shots, self._guns)

    @overload
    def __getitem__(self, place: int) -> Fire: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Fire, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        return self.all()[place]

    def __iter__(self) -> Iterator[Fire]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not Fire or action.target != self.target:
            return False
        return action.dice == self.shots or action in self.all()


def refuse_fire(context: RefusalContext, action: Fire) -> Refusal | None:
    """Why a mission is not allowed: its target, then each unit that fires (EN-ART-18, EN-MUSK-06)."""
    if refused := context.enemy_unit(action.target, "fire at"):
        return refused
    name = context.name(action.target)
    once = context.field.options.fire_pooling == "by_target"
    if once and action.target in context.state.nominated:
        why = "you have fired at it in this phase"
        return refusal("done_already", "EN-ART-18", f"You cannot fire at {name} again: {why}")
    if not action.dice:
        return refusal("malformed", "EN-ART-18", f"Choose at least one unit to fire at {name}")
    if any(one[0] >= two[0] for one, two in pairwise(action.dice)):
        return refusal("malformed", "EN-ART-18", f"Name each unit that fires at {name} once, in order of number")
    if not once and len(action.dice) > 1:
        why = "in this battle each unit fires alone"
        return refusal("malformed", "EN-RULING-02", f"You cannot fire several units at {name} together: {why}")
    return next((refused for number, count in action.dice if (refused := _firer(context, number, count, action))), None)


def _firer(context: RefusalContext, number: int, count: int, action: Fire) -> Refusal | None:
    if refused := context.own_unit(number, "fire"):
        return refused
    unit, target = context.state.units[number], context.state.units[action.target]
    return _able(context, unit) or (
        _gunnery(context, unit, target, count)
        if unit.kind in ARTILLERY
        else _musketry(context, unit, target, action.target, count)
    )


def _able(context: RefusalContext, unit: Unit) -> Refusal | None:
    """Why a unit may not fire in this phase."""
    if unit.kind in CAVALRY:
        return refusal("not_for_kind", "EN-MUSK-01", f"{unit.name} cannot fire: it is cavalry")
    guns = unit.kind in ARTILLERY
    if guns != (context.state.phase == "artillery"):
        own = "the artillery phase" if guns else "the musketry phase"
        return refusal("wrong_phase", "EN-SEQ-01", f"{unit.name} cannot fire now: it fires in {own}")
    if unit.mute:
        return refusal(
            "not_for_kind", "EN-SQUARE-05", f"{unit.name} cannot fire: it lost its fire when it tried hasty square"
        )
    if unit.dice_left == 0:
        return refusal("no_dice_left", "EN-ACTION-03", f"{unit.name} cannot fire: it has fired this turn")
    if unit.dice_left < 0 and unit.used >= context.field.tables.actions[unit.kind] and not _late(context, unit):
        return refusal("no_action_left", "EN-ACTION-05", f"{unit.name} cannot fire: it has no action left this turn")
    return None


def _late(context: RefusalContext, unit: Unit) -> bool:
    """True if the option lets this infantry fire after a change and a move (EN-RULING-19)."""
    changed_and_moved = unit.reformed and unit.moved != ""
    return context.field.options.musketry_after_change_and_move and unit.kind == "infantry" and changed_and_moved


def _gunnery(context: RefusalContext, unit: Unit, target: Unit, count: int) -> Refusal | None:
    """Why a battery may not fire at a unit.

    Source: EN-ART-01, EN-ART-02, EN-ART-03, EN-ART-04, EN-ART-05, EN-ART-06, EN-ART-07, EN-ART-08, EN-ART-09,
    EN-ART-10, EN-ART-11, EN-ART-12.
    """
    grid, options = context.field.grid, context.field.options
    goal = f"{unit.name} cannot fire at {target.name}"
    if unit.formation != "unlimbered":
        return refusal("not_for_kind", "EN-ART-01", f"{goal}: it is limbered")
    away = grid.distance(unit.cell, target.cell)
    bands = context.field.tables.fire[unit.kind]
    dice = next((band.dice for band in bands if band.near <= away <= band.far), 0)
    if not dice:
        return refusal("out_of_range", "EN-ART-03", f"{goal}: it is {count_hexes(away)} away")
    cone = options.artillery_arc == "cone60"
    if not line_of_sight.arc(grid, unit.cell, unit.facing, away, cone) >> target.cell & 1:
        rule = "EN-RULING-46" if cone else "EN-ART-08"
        return refusal("out_of_arc", rule, f"{goal}: {context.hex(target.cell)} is out of its arc")
    screens = _screens(context, unit, target)
    if line_of_sight.blocked(grid, unit.cell, unit.facing, target.cell, screens):
        return refusal(
            "out_of_sight", "EN-ART-10", f"{goal}: something blocks the line of sight to {context.hex(target.cell)}"
        )
    if count != dice:
        why = f"at this range it fires {count_dice(dice)}, all together"
        return refusal("malformed", "EN-ART-18", f"{unit.name} cannot fire {count_dice(count)} at {target.name}: {why}")
    return None


def _screens(context: RefusalContext, unit: Unit, target: Unit) -> int:
    """Mask of the hexes that block sight: units, and the terrain of the options (EN-ART-11, EN-ART-12)."""
    options, terrain = context.field.options, context.field.terrain
    on_hill = "hill" in (terrain.get(unit.cell), terrain.get(target.cell))
    mask = 0
    for cell, kind in terrain.items():
        passed = kind == "hill" and (
            options.hill_sight == "never_block" or (options.hill_sight == "either_end" and on_hill)
        )
        if kind in options.blocking_terrain and not passed:
            mask |= 1 << cell
    for other_unit in context.state.units:
        if other_unit.cell >= 0:
            mask |= 1 << other_unit.cell
    return mask


def _musketry(context: RefusalContext, unit: Unit, target: Unit, number: int, count: int) -> Refusal | None:
    """Why infantry may not fire at a unit (EN-MUSK-02, EN-MUSK-03, EN-MUSK-04, EN-MUSK-05, EN-MUSK-06)."""
    grid = context.field.grid
    goal = f"{unit.name} cannot fire at {target.name}"
    if grid.distance(unit.cell, target.cell) != 1:
        return refusal("out_of_range", "EN-MUSK-02", f"{goal}: small arms reach only the next hex")
    all_round = unit.formation in SQUARES
    if not all_round and target.cell not in grid.front[unit.facing][unit.cell]:
        return refusal("out_of_arc", "EN-MUSK-02", f"{goal}: {context.hex(target.cell)} is not in front of it")
    if number in unit.at:
        return refusal("done_already", "EN-MUSK-06", f"{goal} again: its other die needs another target")
    dice = context.field.tables.musketry_dice.get(unit.formation, 0)
    if unit.dice_left >= 0:
        dice = min(dice, unit.dice_left)
    if count < 1:
        return refusal("malformed", "EN-MUSK-03", f"{unit.name} cannot fire {figure(count)} dice at {target.name}")
    if count > dice:
        return refusal("no_dice_left", "EN-MUSK-03", f"{goal} with {count_dice(count)}: it has {count_dice(dice)}")
    return None
