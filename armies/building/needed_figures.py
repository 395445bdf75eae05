"""Stands and figures that an army needs, compared with those that a player owns."""

from collections.abc import Iterable

from msgspec import Struct

from armies.exchange.table.holdings import ANY, Holding, order
from battles.engine.armies.facts import Unit
from battles.engine.armies.tree import Place


class Need(Struct, frozen=True):
    """The number of units of one nation and type in an army, and the stands that they need."""

    nation: str
    type: str
    units: int
    stands: int


class Row(Struct, frozen=True):
    """One need compared with the stands that the player owns.

    ``owned`` are all the player's stands of this nation; ``own`` of them, and ``of_any`` of those for any nation, are
    used for this need. ``ratio`` is (figures, stands) of the player's stands, those of the nation first; None if the
    player stated neither.
    """

    need: Need
    owned: int
    own: int
    of_any: int
    ratio: tuple[int, int] | None

    @property
    def missing(self) -> int:
        """Stands that the player lacks."""
        return self.need.stands - self.own - self.of_any

    @property
    def figures(self) -> int | None:
        """Figures on all needed stands."""
        return self._figures(self.need.stands)

    @property
    def missing_figures(self) -> int | None:
        """Figures on the missing stands."""
        return self._figures(self.missing)

    def _figures(self, stands: int) -> int | None:
        """Figures on this number of stands at the player's ratio, rounded up."""
        return None if self.ratio is None else -(-stands * self.ratio[0] // self.ratio[1])


def needs(units: Iterable[tuple[Place, int]]) -> tuple[Need, ...]:
    """The needs of an army, by nation and type in list order.

    Args:
        units: the place of every unit, with the stands that the rule system gives it.
    """
    counts: dict[tuple[str, str], list[int]] = {}
    for place, stands in units:
        assert isinstance(place.element, Unit)  # noqa: S101  # the caller gives units only
        count = counts.setdefault((place.nation, place.element.type), [0, 0])
        count[0] += 1
        count[1] += stands
    all_needs = (Need(nation, kind, *count) for (nation, kind), count in counts.items())
    return tuple(sorted(all_needs, key=lambda need: order(need.nation, need.type)))


def compare(needed: Iterable[Need], owned: Iterable[Holding]) -> tuple[Row, ...]:
    """Each need compared with the stands owned. Stands for any nation are used last, and each only once."""
    by_key = {(holding.nation, holding.type): holding for holding in owned}
    left = {kind: holding.stands for (nation, kind), holding in by_key.items() if nation == ANY}
    rows = []
    for need in needed:
        own = by_key.get((need.nation, need.type)) if need.nation != ANY else None
        anyone = by_key.get((ANY, need.type))
        used = min(need.stands, own.stands) if own else 0
        of_any = min(need.stands - used, left.get(need.type, 0))
        if of_any:
            left[need.type] -= of_any
        ratio = next((ratio for holding in (own, anyone) if holding and (ratio := ratio_of(holding))), None)
        rows.append(Row(need, own.stands if own else 0, used, of_any, ratio))
    return tuple(rows)


def ratio_of(holding: Holding) -> tuple[int, int] | None:
    """(figures, stands) of a holding; None if one of them is not stated."""
    return (holding.figures, holding.stands) if holding.figures and holding.stands else None
