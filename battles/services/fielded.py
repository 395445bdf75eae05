"""Which armies of the army manager the sides of a battle, or of a game on a table, were made from.

Where it was made from a drawn scenario, they are those whose forces the scenario took, as far as units still bear the
names that they had there.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from armies.models import Army
from armies.rules import facts
from armies.rules.rolls import roll_of
from armies.services.reading import facts_of
from battles.engine import registry
from battles.engine.core import SideId
from battles.engine.roll import Roll, RollCommander
from battles.models import Battle, Fielded, Scenario, TableGame, Taken

Pairs = Sequence[Sequence[str]]
"""Keys of an army's muster roll, each with the name in the force."""


def record(system: Any, armies: Sequence[Army], *, battle: Battle | None = None, game: TableGame | None = None) -> None:
    """Keep which armies the sides of a battle or a game were made from; the same twice is kept once."""
    for side, army in zip(system.sides, armies, strict=True):
        roll = roll_of(facts_of(army), system.key)
        defaults = {
            "army": army,
            "units": [unit.key for unit in roll.units],
            "commanders": [man.key for man in commanders_of(roll)],
        }
        Fielded.objects.get_or_create(battle=battle, game=game, side=side, defaults=defaults)


def take(scenario: Scenario, side: SideId, army: Army, known: facts.Army, setup: Any) -> None:
    """Keep that the force of a side was taken from an army, which brought ``setup``."""
    roll = roll_of(known, scenario.system)
    force = _roll(registry.load(scenario.system), setup, side)
    units = [(unit.key, brought.name) for unit, brought in zip(roll.units, force.units, strict=False)]
    men = [(man.key, found.of) for man, found in zip(commanders_of(roll), commanders_of(force), strict=False)]
    defaults = {"army": army, "units": units, "commanders": men}
    Taken.objects.update_or_create(scenario=scenario, side=side, defaults=defaults)


def copy_taken(scenario: Scenario, copied: Scenario, owner: Any) -> None:
    """Keep of a copy which armies its forces were taken from, as far as its owner may see them."""
    for row in Taken.objects.filter(scenario=scenario, army__in=Army.objects.readable_by(owner)):
        Taken.objects.create(scenario=copied, side=row.side, army=row.army, units=row.units, commanders=row.commanders)


def record_taken(
    slug: str, setup: Any, user: Any, *, battle: Battle | None = None, game: TableGame | None = None
) -> None:
    """Keep which armies a battle or a game has that was made from a drawn scenario: those that ``user`` may see."""
    for row in Taken.objects.filter(scenario__slug=slug, army__in=Army.objects.readable_by(user)).select_related(
        "army", "scenario"
    ):
        roll = _roll(registry.load(row.scenario.system), setup, row.side)
        units = _named([unit.name for unit in roll.units], row.units)
        if any(units):
            men = _named([man.of for man in commanders_of(roll)], row.commanders)
            defaults = {"army": row.army, "units": units, "commanders": men}
            Fielded.objects.get_or_create(battle=battle, game=game, side=row.side, defaults=defaults)


def _roll(system: Any, setup: Any, side: SideId) -> Roll:
    return registry.roll(system.key, system.start(setup), side)


def _named(names: Sequence[str], pairs: Pairs) -> list[str]:
    """For each name the first key that bore it and is not used yet; "" where there is none."""
    left: dict[str, list[str]] = {}
    for key, name in reversed(pairs):
        left.setdefault(name, []).append(key)
    return [left[name].pop() if left.get(name) else "" for name in names]


def commanders_of(roll: Roll) -> Iterator[RollCommander]:
    """Those who are on the table, in the order of every roll of that side."""
    yield from (man for man in roll.commanders if man.level != "army")
    yield from (group.commander for group in roll.groups if group.commander is not None)
