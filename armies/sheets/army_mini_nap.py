"""An army under Mini-Nap and one set of options: its units, points, losses and faults, each worked out once."""

from collections.abc import Sequence

from armies.rules import mini_nap
from armies.rules.facts import Army
from armies.rules.groups import chapters
from armies.rules.mini_nap import MiniNapUnit, Options
from armies.rules.tree import Place
from armies.sheets.roster_style import NONE_LOST, USUAL_STYLE, Losses, RosterStyle
from armies.sheets.wording import Faults, counted, nation_mark
from battles.rules.mini_nap.rolls import LEFT


class MiniArmy:
    """An army under one set of options, with what several parts of the roster need."""

    def __init__(
        self, army: Army, options: Options, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE
    ) -> None:
        self.army = army
        self.losses = losses
        self.style = style
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

    def gone(self, places: Sequence[Place]) -> int:
        """How many of some units are out of play and count as lost (MN-RULING-04)."""
        spared = "" if self.options.retreated_units_count_as_losses else LEFT["retreated"]
        words = [self.losses.of(place.element.id).gone for place in places]
        return sum(word not in ("", spared) for word in words)

    def nation(self, place: Place, over: str) -> str:
        """The adjective of a nation that differs from that above, where the roster shows it."""
        return nation_mark(place, over) if self.style.nation else ""

    def loss(self, count: int) -> tuple[int | None, str]:
        """The loss that takes a stand, and a word where none does (MN-CMD-45 to 47)."""
        at = mini_nap.stand_lost_at(count, self.options)
        return at, "" if at or not count else "stand goes with the last unit"
