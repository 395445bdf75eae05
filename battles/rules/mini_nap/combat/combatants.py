"""Combatants: sets of dice of a unit against its enemy, and groups of units in contact (MN-HTH, MN-HALVE)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId
from battles.engine.dice import MOST_DICE, Dice
from battles.rules.mini_nap.combat.charge import outflanks
from battles.rules.mini_nap.decisions import Combat, Group
from battles.rules.mini_nap.events import Throw
from battles.rules.mini_nap.positions import enemies_in_contact, footprint, in_contact_over_bridge, on_table
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import SQUARES, State, Unit, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS, Formation, Quality, Situation, Tables, UnitClass
from battles.rules.mini_nap.terrain.landmarks import advantage_count

RoundKind = Literal["impact", "melee"]

DICE_RULE: Final = "MN-HTH-12"
"""The rule of the dice: all sets of a unit against an enemy are rolled together."""


class Fighter(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Facts of a unit in combat. ``lancer`` is true if it counts as one (MN-TYPE-09, MN-RULING-51)."""

    unit_class: UnitClass
    rating: Quality
    formation: Formation
    lancer: bool = False


class Blow(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A unit against one enemy that it touches, in one round.

    ``allotted`` are its strength points against that enemy (MN-HTH-11). ``charging`` is true if it counts as charging
    (MN-RULING-35), ``outflanking`` if it outflanks by MN-HTH-36; the rules of the sets exclude squares. ``halvings`` is
    the number of features that the enemy defends against it (MNT-HTH-03).
    """

    unit: Fighter
    enemy: Fighter
    allotted: int
    charging: bool = False
    outflanking: bool = False
    halvings: int = 0


class Strike(Struct, frozen=True, gc=False):
    """The dice of a blow: the situations that give sets, the number of sets, the dice in each, and how often halved."""

    situations: tuple[Situation, ...]
    sets: int
    dice: int
    halved: int = 0

    @property
    def count(self) -> int:
        """All dice."""
        return self.sets * self.dice


def is_formed(fighter: Fighter) -> bool:
    """True if the fighter's formation is formed (MN-FORM-07)."""
    return FORMATIONS[fighter.formation].formed


def situations(blow: Blow, kind: RoundKind) -> tuple[Situation, ...]:
    """The situations that give ``blow`` its sets in this kind of round, in the order of the rules."""
    return _impact(blow) if kind == "impact" else _melee(blow)


def _impact(blow: Blow) -> tuple[Situation, ...]:
    """Situations of the impact round (MN-HTH-20, MN-HTH-21, MN-HTH-22, MN-HTH-23, MN-HTH-24)."""
    unit, enemy = blow.unit, blow.enemy
    in_square = enemy.formation in SQUARES
    checks: tuple[tuple[bool, Situation], ...] = (
        (blow.outflanking and not in_square, "impact_outflanking"),
        (
            unit.unit_class == "infantry" and unit.formation == "solid_square" and enemy.unit_class == "cavalry",
            "impact_square_v_cavalry",
        ),
        (
            unit.unit_class == "cavalry" and is_formed(unit) and blow.charging and not in_square,
            "impact_charging_cavalry",
        ),
        (unit.lancer and enemy.unit_class == "infantry" and in_square, "impact_lancers_v_square"),
    )
    return tuple(situation for holds, situation in checks if holds)


def _melee(blow: Blow) -> tuple[Situation, ...]:
    """Situations of a melee round (MN-HTH-30, MN-HTH-31, MN-HTH-32, MN-HTH-33)."""
    unit, enemy = blow.unit, blow.enemy
    foot, horse = unit.unit_class == "infantry", unit.unit_class == "cavalry"
    in_square = enemy.formation in SQUARES
    checks: tuple[tuple[bool, Situation], ...] = (
        (True, "melee"),
        (foot and unit.formation in SQUARES and enemy.unit_class == "cavalry", "melee_square_v_cavalry"),
        (horse and enemy.unit_class != "cavalry" and not in_square, "melee_cavalry_v_foot"),
        (is_formed(unit) and not is_formed(enemy), "melee_formed_v_unformed"),
        (foot and is_formed(unit) and enemy.unit_class == "infantry" and in_square, "melee_infantry_v_square"),
    )
    return tuple(situation for holds, situation in checks if holds)


def strike_of(rules: Rules, blow: Blow, kind: RoundKind) -> Strike:
    """The dice of a blow: a die in each set for every point allotted, halved by advantages (MN-HTH-15, MNT-HTH-04)."""
    scoring = situations(blow, kind)
    not_halved = kind == "impact" and rules.options.hth_advantage_rounds == "melee_only"
    halved = 0 if not_halved else blow.halvings
    sets = sum(rules.tables.sets[situation].sets for situation in scoring)
    return Strike(scoring, sets, blow.allotted >> halved, halved)


def strikes_of(rules: Rules, blows: Sequence[Blow], kind: RoundKind) -> tuple[tuple[Strike, ...], bool]:
    """The dice of every blow of a group in a round, and True if it is a stalemate (MN-HTH-35, MN-RULING-33).

    In a melee round without any dice, each set with a point allotted has one die.
    """
    strikes = tuple(strike_of(rules, blow, kind) for blow in blows)
    if kind == "impact" or any(strike.count for strike in strikes):
        return strikes, False
    return (
        tuple(
            Strike(strike.situations, strike.sets, min(1, blow.allotted), strike.halved)
            for strike, blow in zip(strikes, blows, strict=True)
        ),
        True,
    )


def roll_hits(dice: Dice, tables: Tables, blow: Blow, strike: Strike) -> int:
    """Roll a blow: each die that shows at least the unit's QR is a hit (MN-HTH-12)."""
    needed, hits, left = tables.qualities[blow.unit.rating].needed, 0, strike.count
    while left:
        rolled = min(left, MOST_DICE)
        hits += dice.successes(rolled, DIE_SIDES, needed, DICE_RULE)
        left -= rolled
    return hits


def throw_of(unit: int, enemy: int, blow: Blow, strike: Strike, hits: int) -> Throw:
    """What the log keeps of a unit's blow against an enemy; both are numbers of units."""
    return Throw(
        unit=unit,
        enemy=enemy,
        allotted=blow.allotted,
        sets=strike.situations,
        halved=strike.halved,
        dice=strike.dice,
        hits=hits,
    )


Plan = Literal["first", "even"]
"""How a unit allots its points: all to the first enemy left, or evenly with odd points to the first."""


class Combatant(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A unit in a combat. ``charging`` is True if it counts as charging on impact."""

    side: SideId
    fighter: Fighter
    points: int
    plan: Plan = "first"
    charging: bool = False


class Opposition(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A unit in contact with an enemy, by their indexes in the combat.

    ``halvings`` is the number of features the enemy defends against the unit.
    """

    unit: int
    enemy: int
    outflanking: bool = False
    halvings: int = 0


class CombatGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of units in contact (MN-HTH-10). ``facings`` has each pair both ways, in the order of the plans."""

    units: tuple[Combatant, ...]
    facings: tuple[Opposition, ...]


AHEAD: Final = Opposition(0, 1)
BACK: Final = Opposition(1, 0)


def duel(one: Combatant, other: Combatant, ahead: Opposition = AHEAD, back: Opposition = BACK) -> CombatGroup:
    """A combat of two: ``ahead`` is the first against the second, ``back`` the second against the first."""
    return CombatGroup((one, other), (ahead, back))


Pair = tuple[int, int]


def groups_of(state: State) -> tuple[Group, ...]:
    """Every group of units linked by contact with enemies, in the order of side a's units (MN-HTH-10)."""
    return linked_groups((one, other) for one in on_table(state, "a") for other in enemies_in_contact(state, one))


def linked_groups(pairs: Iterable[Pair]) -> tuple[Group, ...]:
    """The groups formed by pairs of enemies: pairs that share a unit fight together."""
    groups: list[list[Pair]] = []
    for pair in sorted(pairs):
        joined = [group for group in groups if any(set(pair) & set(other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append(sorted([pair, *(other for group in joined for other in group)]))
    return tuple(Group(tuple(group)) for group in sorted(groups))


def is_fighting(state: State) -> bool:
    """True if any two enemies are in contact."""
    return any(enemies_in_contact(state, number) for number in on_table(state, "a"))


def live_pairs(state: State, group: Group) -> tuple[Pair, ...]:
    """The pairs of a group whose units are both still on the table; no unit moves during a combat."""
    units = state.units
    return tuple(pair for pair in group.pairs if all(units[number].where == "table" for number in pair))


def waiting_groups(state: State, frame: Combat) -> tuple[Group, ...]:
    """The groups still to fight, without units that have left in the meantime (MN-RETREAT-03)."""
    return tuple(linked for group in frame.waiting for linked in linked_groups(live_pairs(state, group)))


def enemies_by_unit(pairs: Sequence[Pair]) -> dict[int, tuple[int, ...]]:
    """The enemies of every unit of a group, for both sides, units and enemies in order."""
    enemies: dict[int, list[int]] = {}
    for one, other in sorted(pairs):
        enemies.setdefault(one, []).append(other)
        enemies.setdefault(other, []).append(one)
    return {number: tuple(sorted(enemies[number])) for number in sorted(enemies)}


def fighter_of(options: Options, unit: Unit) -> Fighter:
    """The combat facts of a unit (MN-TYPE-10, MN-RULING-51)."""
    lancer = unit.lancer or (unit.irregular and options.irregulars_are_lancers)
    return Fighter(unit_class=unit_class(unit), rating=unit.rating, formation=unit.formation, lancer=lancer)


def with_impact_facts(state: State, group: Group) -> Combat:
    """A combat at the start of its impact round, with the facts fixed then (MN-HTH-36, MNT-HTH-06, MNT-HTH-05)."""
    against = [(unit, enemy) for unit, enemies in enemies_by_unit(group.pairs).items() for enemy in enemies]
    defended = ((unit, enemy, advantage_count(state, unit, enemy)) for unit, enemy in against)
    return Combat(
        group=group,
        outflanked=tuple(pair for pair in against if _outflanks(state, *pair)),
        defended=tuple(row for row in defended if row[2]),
        impacting=tuple(number for number in enemies_by_unit(group.pairs) if state.units[number].impact),
    )


def _outflanks(state: State, unit: int, enemy: int) -> bool:
    """True if a unit outflanks an enemy (MN-GEO-13); never across a bridge (MNT-RULING-26)."""
    options = state.setup.rules.options
    if in_contact_over_bridge(state, unit, enemy):
        return False
    return outflanks(options, footprint(state, unit), state.units[enemy], footprint(state, enemy))


def blows_of(state: State, frame: Combat, shares: Mapping[Pair, int]) -> Iterator[tuple[Pair, Blow]]:
    """Every unit of the group against every enemy that it touches, with the points of ``shares``.

    A unit with a single enemy puts all its points on that one (MN-HTH-11).
    """
    assert frame.group is not None  # noqa: S101
    options = state.setup.rules.options
    halvings = {(enemy, unit): features for unit, enemy, features in frame.defended}
    for unit, enemies in enemies_by_unit(live_pairs(state, frame.group)).items():
        for enemy in enemies:
            pair = unit, enemy
            blow = Blow(
                unit=fighter_of(options, state.units[unit]),
                enemy=fighter_of(options, state.units[enemy]),
                allotted=state.units[unit].points if len(enemies) == 1 else shares.get(pair, 0),
                charging=unit in frame.impacting,
                outflanking=pair in frame.outflanked,
                halvings=halvings.get(pair, 0),
            )
            yield pair, blow


def combat_group(state: State, frame: Combat) -> tuple[CombatGroup, tuple[int, ...]]:
    """The present combat as facts for `odds.combat`, and its units in the order of those facts."""
    assert frame.group is not None  # noqa: S101
    options = state.setup.rules.options
    pairs = enemies_by_unit(live_pairs(state, frame.group))
    places = {number: place for place, number in enumerate(pairs)}
    halvings = {(enemy, unit): features for unit, enemy, features in frame.defended}
    units = tuple(
        Combatant(
            side=state.units[number].side,
            fighter=fighter_of(options, state.units[number]),
            points=state.units[number].points,
            charging=number in frame.impacting,
        )
        for number in pairs
    )
    facings = tuple(
        Opposition(places[unit], places[enemy], (unit, enemy) in frame.outflanked, halvings.get((unit, enemy), 0))
        for unit, enemies in pairs.items()
        for enemy in enemies
    )
    return CombatGroup(units, facings), tuple(pairs)
