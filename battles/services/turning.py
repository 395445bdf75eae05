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

    @property
    def words(self) -> str:
        """The turn and the heading; the turn alone once where the heading begins with it."""
        turn = f"Turn {self.turn}"
        if not self.turn or self.phase.startswith(turn):
            return self.phase or "The beginning"
        return f"{turn}: {self.phase}" if self.phase else turn


def beginnings(standing: Standing, last: int) -> tuple[Beginning, ...]:
    """The beginnings among the lines up to ``last``, in order; one query."""
    rows = Told.objects.filter(battle=standing.battle, viewer=standing.viewer, n__lte=last)
    found = rows.order_by().values("turn", "phase").annotate(first=Min("n")).order_by("first")
    return tuple(Beginning(row["first"], row["turn"], row["phase"]) for row in found)
