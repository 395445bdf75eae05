"""Who is in contact with whom, and the facts of each pair that hand-to-hand combat asks for (MN-HTH-10, 36)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from battles.rules.mini_nap.board import footprint, on_table, over_a_bridge, touched
from battles.rules.mini_nap.charging import outflanks
from battles.rules.mini_nap.combat_odds import Combatant, Facing, Fray
from battles.rules.mini_nap.defence import advantages
from battles.rules.mini_nap.frames import Combat, Group
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.sets import Blow, Fighter
from battles.rules.mini_nap.state import State, Unit

Pair = tuple[int, int]


def groups_of(state: State) -> tuple[Group, ...]:
    """Every group of units linked by contact with enemies, in the order of side a's units (MN-HTH-10)."""
    return linked((one, other) for one in on_table(state, "a") for other in touched(state, one))


def linked(pairs: Iterable[Pair]) -> tuple[Group, ...]:
    """The groups that pairs of enemies make: whoever shares a unit fights together."""
    groups: list[list[Pair]] = []
    for pair in sorted(pairs):
        joined = [group for group in groups if any(set(pair) & set(other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append(sorted([pair, *(other for group in joined for other in group)]))
    return tuple(Group(tuple(group)) for group in sorted(groups))


def is_fighting(state: State) -> bool:
    """Whether any two enemies are in contact."""
    return any(touched(state, number) for number in on_table(state, "a"))


def live_pairs(state: State, group: Group) -> tuple[Pair, ...]:
    """The pairs of a group that are both still there; nobody moves while a combat is fought."""
    units = state.units
    return tuple(pair for pair in group.pairs if all(units[number].where == "table" for number in pair))


def waiting_groups(state: State, frame: Combat) -> tuple[Group, ...]:
    """The groups still to be fought, without units that have left meanwhile (MN-RETREAT-03)."""
    return tuple(found for group in frame.waiting for found in linked(live_pairs(state, group)))


def foes(pairs: Sequence[Pair]) -> dict[int, tuple[int, ...]]:
    """The enemies of every unit of a group, both sides', units and enemies in order."""
    found: dict[int, list[int]] = {}
    for one, other in sorted(pairs):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {number: tuple(sorted(found[number])) for number in sorted(found)}


def fighter_of(options: Options, unit: Unit) -> Fighter:
    """What a unit is in combat (MN-TYPE-10, MN-RULING-51)."""
    lancer = unit.lancer or (unit.irregular and options.irregulars_are_lancers)
    return Fighter(unit_class=unit_class(unit), rating=unit.rating, formation=unit.formation, lancer=lancer)


def judged(state: State, group: Group) -> Combat:
    """A combat as its impact round begins, with all that is judged only then (MN-HTH-36, MNT-HTH-06)."""
    against = [(unit, enemy) for unit, enemies in foes(group.pairs).items() for enemy in enemies]
    defended = ((unit, enemy, advantages(state, unit, enemy)) for unit, enemy in against)
    return Combat(
        group=group,
        outflanked=tuple(pair for pair in against if _outflanks(state, *pair)),
        defended=tuple(row for row in defended if row[2]),
        impacting=tuple(number for number in foes(group.pairs) if state.units[number].impact),
    )


def _outflanks(state: State, unit: int, enemy: int) -> bool:
    """Whether a unit outflanks an enemy (MN-GEO-13); never over a bridge (MNT-RULING-26)."""
    options = state.setup.rules.options
    if over_a_bridge(state, unit, enemy):
        return False
    return outflanks(options, footprint(state, unit), state.units[enemy], footprint(state, enemy))


def blows_of(state: State, frame: Combat, shares: Mapping[Pair, int]) -> Iterator[tuple[Pair, Blow]]:
    """Every unit of the group against every enemy that it touches, each with the points of ``shares``.

    A unit with a single enemy puts all on that one (MN-HTH-11).
    """
    assert frame.group is not None  # noqa: S101
    options = state.setup.rules.options
    halvings = {(enemy, unit): features for unit, enemy, features in frame.defended}
    for unit, enemies in foes(live_pairs(state, frame.group)).items():
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


def fray_of(state: State, frame: Combat) -> tuple[Fray, tuple[int, ...]]:
    """The combat that goes on as facts for `combat_odds`, and the units in the order in which the odds have them."""
    assert frame.group is not None  # noqa: S101
    options = state.setup.rules.options
    pairs = foes(live_pairs(state, frame.group))
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
        Facing(places[unit], places[enemy], (unit, enemy) in frame.outflanked, halvings.get((unit, enemy), 0))
        for unit, enemies in pairs.items()
        for enemy in enemies
    )
    return Fray(units, facings), tuple(pairs)
