"""Which armies of the army manager the sides of a battle, or of a game on a table, were made from."""

from collections.abc import Iterator, Sequence
from typing import Any

from armies.models import Army
from armies.rules.rolls import roll_of
from armies.services.reading import facts_of
from battles.engine.roll import Roll, RollCommander
from battles.models import Battle, Fielded, TableGame


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


def commanders_of(roll: Roll) -> Iterator[RollCommander]:
    """Those who are on the table, in the order of every roll of that side."""
    yield from (man for man in roll.commanders if man.level != "army")
    yield from (group.commander for group in roll.groups if group.commander is not None)
