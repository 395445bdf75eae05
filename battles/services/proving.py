"""The dice of a battle that is over, each with its place, for whoever throws them again."""

from msgspec import Struct

from battles.models import Entry as EntryRow
from battles.services.position import entry_of, system_of
from battles.services.standing import Standing


class Throw(Struct, frozen=True):
    """A throw: the entry and its place in it, both from 0, the rule that asked, and the natural faces."""

    entry: int
    place: int
    why: str
    sides: int
    faces: tuple[int, ...]
    seeded: bool


def throws(standing: Standing) -> tuple[Throw, ...]:
    """Every throw of the battle once it is over; none before, since some may be hidden."""
    battle = standing.battle
    if not battle.is_over:
        return ()
    system = system_of(battle.system)
    rows = EntryRow.objects.filter(battle=battle).order_by("seq").only("line")
    return tuple(
        Throw(entry.n, place, roll.why, roll.sides, roll.faces, roll.source == "seed")
        for entry in (entry_of(system, row) for row in rows)
        for place, roll in enumerate(entry.rolls)
    )
