"""Where each turn and phase of a battle begins in a viewer's feed."""

from django.db.models import Min
from msgspec import Struct

from battles.models import Told
from battles.services.standing import Standing


class Beginning(Struct, frozen=True):
    """The first line of a phase: its number, the turn, and the phase's heading."""

    n: int
    turn: int
    phase: str


def beginnings(standing: Standing, last: int) -> tuple[Beginning, ...]:
    """The beginnings among the lines up to ``last``, in order; one query."""
    rows = Told.objects.filter(battle=standing.battle, viewer=standing.viewer, n__lte=last)
    found = rows.order_by().values("turn", "phase").annotate(first=Min("n")).order_by("first")
    return tuple(Beginning(row["first"], row["turn"], row["phase"]) for row in found)
