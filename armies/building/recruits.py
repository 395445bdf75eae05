"""Recruits for a proposed force: regiments of a nation and year by their shares, with repeatable dice."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

from msgspec import Struct, structs

from battles.engine.armies.facts import ARTILLERY, INFANTRY, QUALITIES, Quality, Unit
from battles.engine.armies.nations import Establishment, Period, Troop, battalion_name, regiment_count, regiment_names
from battles.engine.dice import seeded_faces

SCHEME: Final = "proposal-1"
"""Name and version of this method; a different method needs a different name."""

SIDES: Final = 256
"""The most sides of a die."""

T = TypeVar("T")


class Chance:
    """Dice keyed by words: the same words give the same choices in the same order."""

    def __init__(self, *words: str | int) -> None:
        text = "\x1f".join((SCHEME, *(str(word) for word in words)))
        self._key = hashlib.blake2b(text.encode(), digest_size=32).digest()
        self._rolls = 0

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count`` - 1, each equally likely; ``count`` is at most ``SIDES``."""
        face = seeded_faces(self._key, self._rolls, 0, 1, count)[0]
        self._rolls += 1
        return face - 1

    def between(self, least: int, most: int, step: int) -> int:
        """One of ``least``, ``least`` + ``step`` and so on up to ``most``."""
        return least + step * self.below((most - least) // step + 1)

    def weighted(self, weights: Mapping[T, int]) -> T:
        """One of the keys, with a chance in proportion to its weight; the sum of weights is 1 to ``SIDES``."""
        left = self.below(sum(weights.values()))
        for each, weight in weights.items():
            left -= weight
            if left < 0:
                return each
        raise ValueError("Nothing to choose from.")

    def shuffled(self, items: list[T]) -> list[T]:
        """A new list of the same items (at most ``SIDES``) in random order."""
        mixed = list(items)
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed


Worth = Callable[[Unit], int]
"""A unit's value towards the target."""

STEP: Final = 10
"""The strength of a proposed unit is a multiple of this number of men."""


class Kind(Struct, frozen=True):
    """A type of troops as it was in the year."""

    troop: Troop
    period: Period

    @property
    def qualities(self) -> list[Quality]:
        """The qualities of its units, best first."""
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
    """A proposed unit with its kind, which limits further changes."""

    kind: Kind
    unit: Unit

    def with_men(self, men: int) -> "Recruit":
        return structs.replace(self, unit=structs.replace(self.unit, men=men))

    def with_quality(self, quality: Quality) -> "Recruit":
        return structs.replace(self, unit=structs.replace(self.unit, quality=quality))


class Depot:
    """The supply of a nation's regiments in one year. Each regiment is recruited at most once."""

    def __init__(self, establishment: Establishment, year: int, chance: Chance) -> None:
        self._chance = chance
        periods = [(troop, troop.at(year)) for troop in establishment.troops]
        kinds = [Kind(troop, period) for troop, period in periods if period]
        self.infantry = [kind for kind in kinds if kind.troop.type in INFANTRY]
        self.artillery = [kind for kind in kinds if kind.troop.type in ARTILLERY]
        self.cavalry = [kind for kind in kinds if kind not in self.infantry and kind not in self.artillery]
        self._names: dict[str, Iterator[tuple[str, int]]] = {}
        self._recruited: dict[str, int] = {}
        self.repeated = False

    def left(self, kind: Kind) -> int | None:
        """The number of regiments of the kind still available; None without a limit."""
        most = kind.troop.most
        return None if most is None else most - self._recruited.get(kind.troop.key, 0)

    def choose(self, kinds: list[Kind]) -> Kind:
        """One of the ``kinds`` still available, with a chance in proportion to its share."""
        open_kinds = {index: kind.troop.share for index, kind in enumerate(kinds) if self.left(kind) != 0}
        return kinds[self._chance.weighted(open_kinds)]

    def regiment(self, kind: Kind, units: int) -> list[Recruit]:
        """At most ``units`` units of another regiment of the kind: the same quality, but their own numbers of men."""
        name, first = self._name(kind.troop)
        quality = self._chance.weighted(kind.period.quality)
        return [
            Recruit(kind, kind.unit(battalion_name(name, first + offset), quality, self._men(kind.period)))
            for offset in range(min(units, kind.troop.battalions))
        ]

    def _men(self, period: Period) -> int | None:
        return self._chance.between(*period.men, STEP) if period.men else None

    def _name(self, troop: Troop) -> tuple[str, int]:
        named_regiments = regiment_count(troop)
        number = self._recruited[troop.key] = self._recruited.get(troop.key, 0) + 1
        self.repeated = self.repeated or number > named_regiments
        if troop.key not in self._names:
            self._names[troop.key] = self._order(troop, named_regiments)
        return next(self._names[troop.key])

    def _order(self, troop: Troop, named_regiments: int) -> Iterator[tuple[str, int]]:
        names = regiment_names(troop)
        yield from self._chance.shuffled(list(islice(names, named_regiments)))
        yield from names


def usual_worth(kinds: list[Kind], worth: Worth) -> float:
    """The average value of a unit of these kinds."""
    total = shares = 0.0
    for kind in kinds:
        men = sum(kind.period.men) // 2 if kind.period.men else None
        for quality, weight in kind.period.quality.items():
            share = kind.troop.share * weight / sum(kind.period.quality.values())
            total += share * worth(kind.unit(kind.troop.key, quality, men))
            shares += share
    return total / shares if shares else 0.0
