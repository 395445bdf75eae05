"""An army under Mini-Nap and one set of options: its units, points, losses and faults, each worked out once."""

from collections.abc import Sequence

from armies.rules import mini_nap
from armies.rules.facts import Army
from armies.rules.groups import chapters
from armies.rules.mini_nap import MiniNapUnit, Options
from armies.rules.tree import Place
from armies.sheets.wording import Faults, counted


class MiniArmy:
    """An army under one set of options, with what several parts of the roster need."""

    def __init__(self, army: Army, options: Options) -> None:
        self.army = army
        self.options = options
        self.faults = Faults(mini_nap.faults(army, options), army)
        self.chapters = chapters(army)
        places = [place for chapter in self.chapters for place in chapter.units]
        self._units = {id(place): mini_nap.map_unit(place, options) for place in places}

    def unit(self, place: Place) -> MiniNapUnit:
        return self._units[id(place)]

    def points(self, places: Sequence[Place]) -> int:
        return sum(self.unit(place).points for place in places)

    def totals(self, places: Sequence[Place]) -> str:
        """``41 units · 208 SP``."""
        return f"{counted(len(places), 'unit')} · {self.points(places):,} SP"

    def loss(self, count: int) -> tuple[int | None, str]:
        """The loss that takes a stand, and a word where none does (MN-CMD-45 to 47)."""
        at = mini_nap.stand_lost_at(count, self.options)
        return at, "" if at or not count else "stand goes with the last unit"
