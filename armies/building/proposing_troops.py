"""Recruiting for a proposal: regiments of a nation and year by their shares, each name once."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from msgspec import Struct, structs

from armies.building.proposing_chance import Chance
from armies.rules.facts import ARTILLERY, INFANTRY, QUALITIES, Quality, Unit
from armies.rules.troops import Establishment, Period, Troop, battalion_name, regiment_count, regiment_names

Worth = Callable[[Unit], int]
"""What a unit counts towards the target."""

STEP: Final = 10
"""Men to which the strength of a proposed unit is rounded."""


class Kind(Struct, frozen=True):
    """A troop as it was in the year."""

    troop: Troop
    period: Period

    @property
    def qualities(self) -> list[Quality]:
        """The qualities that its units had, best first."""
        return [quality for quality in QUALITIES if self.period.quality.get(quality)]

    def unit(self, name: str, quality: Quality, men: int | None) -> Unit:
        """A unit of this kind; a battery has guns instead of men."""
        return Unit(
            name=name,
            type=self.troop.type,
            quality=quality,
            men=men,
            guns=self.period.guns,
            gun_weight=self.troop.gun_weight,
            lancer=self.troop.lancer,
            irregular=self.troop.irregular,
            armoured=self.troop.armoured,
            basis="derived",
        )


class Recruit(Struct, frozen=True):
    """A proposed unit with the kind that says how it may still be changed."""

    kind: Kind
    unit: Unit

    def with_men(self, men: int) -> "Recruit":
        return structs.replace(self, unit=structs.replace(self.unit, men=men))

    def with_quality(self, quality: Quality) -> "Recruit":
        return structs.replace(self, unit=structs.replace(self.unit, quality=quality))


class Depot:
    """Where a nation's troops of one year come from. No regiment is given out twice."""

    def __init__(self, establishment: Establishment, year: int, chance: Chance) -> None:
        self._chance = chance
        found = [(troop, troop.at(year)) for troop in establishment.troops]
        kinds = [Kind(troop, period) for troop, period in found if period]
        self.infantry = [kind for kind in kinds if kind.troop.type in INFANTRY]
        self.artillery = [kind for kind in kinds if kind.troop.type in ARTILLERY]
        self.cavalry = [kind for kind in kinds if kind not in self.infantry and kind not in self.artillery]
        self._names: dict[str, Iterator[tuple[str, int]]] = {}
        self._given: dict[str, int] = {}
        self.repeated = False

    def left(self, kind: Kind) -> int | None:
        """How many regiments of the kind may still join; None where there is no limit."""
        most = kind.troop.most
        return None if most is None else most - self._given.get(kind.troop.key, 0)

    def choose(self, kinds: list[Kind]) -> Kind:
        """One of ``kinds`` by its share, of those of which there may be more."""
        open_kinds = {index: kind.troop.share for index, kind in enumerate(kinds) if self.left(kind) != 0}
        return kinds[self._chance.weighted(open_kinds)]

    def regiment(self, kind: Kind, units: int) -> list[Recruit]:
        """At most ``units`` units of one more regiment of the kind: all alike in quality, each with men of its own."""
        name, first = self._name(kind.troop)
        quality = self._chance.weighted(kind.period.quality)
        return [
            Recruit(kind, kind.unit(battalion_name(name, first + offset), quality, self._men(kind.period)))
            for offset in range(min(units, kind.troop.battalions))
        ]

    def _men(self, period: Period) -> int | None:
        return self._chance.between(*period.men, STEP) if period.men else None

    def _name(self, troop: Troop) -> tuple[str, int]:
        known = regiment_count(troop)
        given = self._given[troop.key] = self._given.get(troop.key, 0) + 1
        self.repeated = self.repeated or given > known
        if troop.key not in self._names:
            self._names[troop.key] = self._order(troop, known)
        return next(self._names[troop.key])

    def _order(self, troop: Troop, known: int) -> Iterator[tuple[str, int]]:
        names = regiment_names(troop)
        yield from self._chance.shuffled(list(islice(names, known)))
        yield from names


def usual_worth(kinds: list[Kind], worth: Worth) -> float:
    """What a unit of these kinds counts on average."""
    total = shares = 0.0
    for kind in kinds:
        men = sum(kind.period.men) // 2 if kind.period.men else None
        for quality, weight in kind.period.quality.items():
            share = kind.troop.share * weight / sum(kind.period.quality.values())
            total += share * worth(kind.unit(kind.troop.key, quality, men))
            shares += share
    return total / shares if shares else 0.0
