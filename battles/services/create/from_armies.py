"""Battles from armies: two armies as a set-up, and records of the armies that sides were made from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from armies.models import Army
from armies.models import Army as ArmyRow
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.facts import Army as PlainArmy
from battles.engine.armies.group import Fielded as FieldedSetup
from battles.engine.armies.systems import roll_of
from battles.engine.core import SetupError, SideId
from battles.engine.sheets.muster_roll import Roll, RollCommander
from battles.models import Battle, Fielded, Scenario, TableGame, Taken

Pairs = Sequence[Sequence[str]]
"""Keys of an army's muster roll, each with the name in the force."""


def record(system: Any, armies: Sequence[Army], *, battle: Battle | None = None, game: TableGame | None = None) -> None:
    """Store which armies the sides of a battle or game were made from; storing the same again changes nothing."""
    for side, army in zip(system.sides, armies, strict=True):
        roll = roll_of(facts_of(army), system.key)
        defaults = {
            "army": army,
            "units": [unit.key for unit in roll.units],
            "commanders": [commander.key for commander in commanders_of(roll)],
        }
        Fielded.objects.get_or_create(battle=battle, game=game, side=side, defaults=defaults)


def record_force(scenario: Scenario, side: SideId, army: Army, army_facts: facts.Army, setup: Any) -> None:
    """Store that the force of a side was taken from an army; ``setup`` is the set-up with that force."""
    roll = roll_of(army_facts, scenario.system)
    force = _roll(registry.load(scenario.system), setup, side)
    units = [(unit.key, brought.name) for unit, brought in zip(roll.units, force.units, strict=False)]
    commanders = [
        (commander.key, brought_commander.of)
        for commander, brought_commander in zip(commanders_of(roll), commanders_of(force), strict=False)
    ]
    defaults = {"army": army, "units": units, "commanders": commanders}
    Taken.objects.update_or_create(scenario=scenario, side=side, defaults=defaults)


def copy_force_sources(scenario: Scenario, copied: Scenario, owner: Any) -> None:
    """Store for a copied scenario which armies its forces were taken from, if its owner may see them."""
    for row in Taken.objects.filter(scenario=scenario, army__in=Army.objects.readable_by(owner)):
        Taken.objects.create(scenario=copied, side=row.side, army=row.army, units=row.units, commanders=row.commanders)


def record_scenario_armies(
    slug: str, setup: Any, user: Any, *, battle: Battle | None = None, game: TableGame | None = None
) -> None:
    """Store the armies of a battle or game made from a drawn scenario, those that ``user`` may see."""
    for row in Taken.objects.filter(scenario__slug=slug, army__in=Army.objects.readable_by(user)).select_related(
        "army", "scenario"
    ):
        roll = _roll(registry.load(row.scenario.system), setup, row.side)
        units = _named([unit.name for unit in roll.units], row.units)
        if any(units):
            commanders = _named([commander.of for commander in commanders_of(roll)], row.commanders)
            defaults = {"army": row.army, "units": units, "commanders": commanders}
            Fielded.objects.get_or_create(battle=battle, game=game, side=row.side, defaults=defaults)


def _roll(system: Any, setup: Any, side: SideId) -> Roll:
    return registry.sheets(system.key).roll(system.start(setup), side)


def _named(names: Sequence[str], pairs: Pairs) -> list[str]:
    """For each name its first key that is not used yet; "" if there is none."""
    left: dict[str, list[str]] = {}
    for key, name in reversed(pairs):
        left.setdefault(name, []).append(key)
    return [left[name].pop() if left.get(name) else "" for name in names]


def commanders_of(roll: Roll) -> Iterator[RollCommander]:
    """The commanders on the table, in the fixed order of that side's muster roll."""
    yield from (man for man in roll.commanders if man.level != "army")
    yield from (group.commander for group in roll.groups if group.commander is not None)


MOST_SHOWN: Final = 60
"""Characters of a slug that an error message repeats."""


def army_by_slug(slug: str) -> PlainArmy:
    """The facts of the army with that slug. Commands use it: it does not check who may see the army.

    Raises:
        SetupError: there is no such army.
    """
    row = ArmyRow.objects.filter(slug=slug).first() if slug.isprintable() else None
    if row is None:
        raise SetupError(f"There is no army with the slug {slug[:MOST_SHOWN]!r}.")
    return facts_of(row)


def fielded(
    key: str, army_a: PlainArmy, army_b: PlainArmy, values: Mapping[str, Any], *, cards: bool = False
) -> FieldedSetup:
    """The set-up of a battle of two armies, and notes for the players.

    Args:
        values: options of the system by name.
        cards: armies that have no random cards yet draw them.

    Raises:
        SetupError: the system takes no armies, or one cannot be fielded; the text says which and why.
        ValueError: an unknown option or a wrong value.
    """
    if key not in registry.army_systems():
        raise SetupError(f"Battles of {key} cannot be set up from armies.")
    return registry.army(key).setup(army_a, army_b, values, cards)
