"""Values of an army that several parts of a roster need, computed once."""

from collections.abc import Sequence

from battles.engine.armies.facts import Army
from battles.engine.armies.groups import chapters
from battles.engine.armies.roster_style import NONE_LOST, USUAL_STYLE, Losses, RosterStyle
from battles.engine.armies.roster_words import Faults, counted, nation_mark
from battles.engine.armies.tree import Place
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.options import Options
from battles.rules.mini_nap.army.organisation import faults
from battles.rules.mini_nap.army.ratings import stand_lost_at
from battles.rules.mini_nap.sheets.muster_roll import LEFT


class MiniArmy:
    """An army under one set of options, for the parts of its roster."""

    def __init__(
        self, army: Army, options: Options, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE
    ) -> None:
        self.army = army
        self.losses = losses
        self.style = style
        self.options = options
        self.faults = Faults(faults(army, options), army)
        self.chapters = chapters(army)
        places = [place for chapter in self.chapters for place in chapter.units]
        self._units = {id(place): map_unit(place, options) for place in places}

    def unit(self, place: Place) -> MiniNapUnit:
        return self._units[id(place)]

    def points(self, places: Sequence[Place]) -> int:
        return sum(self.unit(place).points for place in places)

    def totals(self, places: Sequence[Place]) -> str:
        """``41 units · 208 SP``."""
        return f"{counted(len(places), 'unit')} · {self.points(places):,} SP"

    def lost(self, places: Sequence[Place]) -> int:
        """Number of these units that are out of play and count as lost (MN-RULING-04)."""
        spared = "" if self.options.retreated_units_count_as_losses else LEFT["retreated"]
        words = [self.losses.of(place.element.id).gone for place in places]
        return sum(word not in ("", spared) for word in words)

    def nation(self, place: Place, over: str) -> str:
        """The nation's adjective if it differs from ``over`` and the roster shows nations, else empty."""
        return nation_mark(place, over) if self.style.nation else ""

    def loss(self, count: int) -> tuple[int | None, str]:
        """The loss that removes a stand, or words if none does (MN-CMD-45, MN-CMD-46, MN-CMD-47)."""
        at = stand_lost_at(count, self.options)
        return at, "" if at or not count else "stand removed with the last unit"
