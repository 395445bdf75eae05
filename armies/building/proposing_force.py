"""A proposed force before it is set out: brigades of foot, regiments, batteries, and how it meets its target."""

from collections.abc import Iterator
from typing import Final

from armies.building.proposing_chance import Chance
from armies.building.proposing_troops import STEP, Depot, Kind, Recruit, Worth, usual_worth
from armies.building.refusing import Refused
from armies.rules.facts import QUALITIES
from armies.rules.troops import Establishment
from battles.rules.mini_nap import tables

GUNS: Final = 12
"""Batteries among a hundred units."""
APART_FROM: Final = 12
"""Battalions from which a force may have a brigade of guards or grenadiers."""
MOST_UNITS: Final = 200
"""Units of a proposed force; house rules may make them so cheap that there would be more."""
LEAST_FOOT: Final = tables.INFANTRY_BRIGADE.least
MOST_FOOT: Final = tables.INFANTRY_BRIGADE.most
"""MN-ORG-04: battalions of a brigade."""


def divisions_of(brigades: int, establishment: Establishment) -> int:
    """Into how many divisions so many infantry brigades are put."""
    return max(1, round(brigades / establishment.brigades))


class Force:
    """What was recruited. ``worth`` is what each unit counts, in strength points or points."""

    def __init__(self, establishment: Establishment, depot: Depot, chance: Chance, worth: Worth) -> None:
        self._establishment, self._depot, self._chance, self._worth = establishment, depot, chance, worth
        self.brigades: list[list[Recruit]] = []
        self.horse: list[Recruit] = []
        self.guns: list[Recruit] = []

    @property
    def total(self) -> int:
        return sum(self._worth(recruit.unit) for recruit in self._all())

    def raise_for(self, target: int) -> None:
        """Recruit about as many units as ``target`` asks for, in the nation's usual proportions.

        Raises:
            Refused: that would be over ``MOST_UNITS``.
        """
        share = self._establishment.cavalry if self._depot.cavalry else 0
        guns = GUNS if self._depot.artillery else 0
        parts = {"foot": 100 - share - guns, "horse": share, "guns": guns}
        each = (
            parts["foot"] * usual_worth(self._depot.infantry, self._worth)
            + share * usual_worth(self._depot.cavalry, self._worth)
            + guns * usual_worth(self._depot.artillery, self._worth)
        )
        if target > each * MOST_UNITS / 100:
            raise Refused("target", f"A proposed force has at most {MOST_UNITS} units, and these count too little.")
        units = target * 100 / each
        horse, batteries = round(units * share / 100), round(units * guns / 100)
        self._raise_foot(max(LEAST_FOOT, round(units) - horse - batteries))
        for _ in range(horse):
            self.horse += self._depot.regiment(self._depot.choose(self._depot.cavalry), 1)
        self._raise_guns(batteries)

    def _raise_foot(self, battalions: int) -> None:
        left = battalions
        planned = max(1, round(battalions / self._establishment.brigade))
        while left:
            size = min(MOST_FOOT, max(LEAST_FOOT, -(-left // max(1, planned - len(self.brigades)))))
            if left - size == 1:
                size += 1 if size < MOST_FOOT else -1
            kinds = self._depot.infantry
            apart = [kind for kind in kinds if self._fits_apart(kind, left, battalions)]
            kind = self._depot.choose([*self._ordinary(), *apart])
            if kind.troop.apart:
                size = self._apart_size(kind, size, left)
            self.brigades.append(self._brigade(kind, size))
            left -= size

    def _raise_guns(self, batteries: int) -> None:
        """As many batteries as the brigades can take (MN-ORG-04, 11), heavy ones while division artillery has room."""
        for _ in range(min(batteries, self._room(heavy=False))):
            heavy = sum(recruit.unit.gun_weight == "heavy" for recruit in self.guns)
            full = heavy >= self._room(heavy=True)
            kinds = [kind for kind in self._depot.artillery if not full or kind.troop.gun_weight != "heavy"]
            self.guns += self._depot.regiment(self._depot.choose(kinds), 1)

    def _room(self, *, heavy: bool) -> int:
        divisions = divisions_of(len(self.brigades), self._establishment)
        return divisions * tables.DIVISION_ARTILLERY.most + (0 if heavy else len(self.brigades))

    def _ordinary(self) -> list[Kind]:
        return [kind for kind in self._depot.infantry if not kind.troop.apart]

    def _fits_apart(self, kind: Kind, left: int, battalions: int) -> bool:
        if not kind.troop.apart or battalions < APART_FROM or not self.brigades:
            return False
        room = (self._depot.left(kind) or 0) * kind.troop.battalions
        return room >= LEAST_FOOT and left >= 2 * LEAST_FOOT

    def _apart_size(self, kind: Kind, size: int, left: int) -> int:
        """Battalions of a brigade apart: no more than there are, and never leaving a single one over."""
        least = min(size, (self._depot.left(kind) or 0) * kind.troop.battalions)
        return least - 1 if left - least == 1 and least > LEAST_FOOT else min(least, left - LEAST_FOOT)

    def _brigade(self, kind: Kind, size: int) -> list[Recruit]:
        foot: list[Recruit] = []
        while len(foot) < size:
            foot += self._depot.regiment(kind, size - len(foot))
            if not kind.troop.apart:
                kind = self._depot.choose(self._ordinary())
        return foot

    def _all(self) -> Iterator[Recruit]:
        for group in self._groups():
            yield from group

    def _groups(self) -> list[list[Recruit]]:
        return [*self.brigades, self.horse, self.guns]

    def meet(self, target: int, within: int) -> None:
        """Bring the total to ``target``: more or fewer men, and where that is not enough a battalion more or less.

        A battery or a regiment makes way for a battalion only where the total would miss by more than ``within``.
        """
        for _ in range(tables.SIDE.most):
            self._shift_men(target)
            missing = target - self.total
            if not missing or not (self._add(missing) if missing > 0 else self._remove()):
                spare = self.guns or self.horse
                if abs(missing) <= within or not spare:
                    break
                spare.pop()

    def _shift_men(self, target: int) -> None:
        for group, index in self._places():
            missing = target - self.total
            if not missing:
                return
            recruit = group[index]
            men, span = recruit.unit.men, recruit.kind.period.men
            if men is None or span is None:
                continue
            now = self._worth(recruit.unit)
            tried = range(men, span[1] + 1, STEP) if missing > 0 else range(men, span[0] - 1, -STEP)
            for changed in tried:
                shift = self._worth(recruit.with_men(changed).unit) - now
                if shift and abs(shift) <= abs(missing):
                    group[index] = recruit.with_men(changed)
                    if abs(shift) == abs(missing):
                        break

    def keep_below(self, target: int) -> None:
        """Bring the total to ``target`` or a little under: by battalions first, then by the quality of units."""
        while self.total > target and (self._remove() or self._spoil(target)):
            continue
        while self._add(target - self.total):
            continue
        self._promote(target)
        while self._add_other(target - self.total):
            continue

    def _promote(self, target: int) -> None:
        """For each unit the best quality of its kind that keeps the total at or under ``target``."""
        for group, index in self._places():
            recruit = group[index]
            worse = QUALITIES.index(recruit.unit.quality)
            for better in [quality for quality in recruit.kind.qualities if QUALITIES.index(quality) < worse]:
                promoted = recruit.with_quality(better)
                if self.total - self._worth(recruit.unit) + self._worth(promoted.unit) <= target:
                    group[index] = promoted
                    break

    def _add(self, room: int) -> bool:
        """One battalion more in the smallest brigade, of a kind and quality that counts at most ``room``."""
        group = min(self.brigades, key=len)
        if len(group) >= MOST_FOOT:
            return False
        return self._join(group, self._ordinary(), room)

    def _add_other(self, room: int) -> bool:
        """One regiment of horse, or one light or medium battery, that counts at most ``room``."""
        guns = [kind for kind in self._depot.artillery if kind.troop.gun_weight != "heavy"]
        free = len(self.guns) < self._room(heavy=False)
        return self._join(self.horse, self._depot.cavalry, room) or (free and self._join(self.guns, guns, room))

    def _join(self, group: list[Recruit], kinds: list[Kind], room: int) -> bool:
        """One unit more in ``group``, of any kind and quality that count at most ``room``; whether there was one."""
        for kind in self._chance.shuffled([kind for kind in kinds if self._depot.left(kind) != 0]):
            least = kind.period.men[0] if kind.period.men else None
            for quality in self._chance.shuffled(kind.qualities):
                if self._worth(kind.unit("", quality, least)) <= room:
                    recruit = self._depot.regiment(kind, 1)[0].with_quality(quality)
                    fits = least is None or self._worth(recruit.unit) <= room
                    group.append(recruit if fits else recruit.with_men(least or 0))
                    return True
        return False

    def _remove(self) -> bool:
        """One battalion less in the largest brigade; where all are as small as may be, a battery or a regiment."""
        group = max(self.brigades, key=len)
        for each in (group if len(group) > LEAST_FOOT else [], self.guns, self.horse):
            if each:
                each.pop()
                return True
        if len(self.brigades) > 1:
            self.brigades.pop()
            return True
        return False

    def _spoil(self, target: int) -> bool:
        """The worst quality that its kind had for one unit, where that makes the total less."""
        for group, index in self._places():
            worst = group[index].with_quality(group[index].kind.qualities[-1])
            if self._worth(worst.unit) < self._worth(group[index].unit):
                group[index] = worst
                return True
        return False

    def _places(self) -> list[tuple[list[Recruit], int]]:
        places = [(group, index) for group in self._groups() for index in range(len(group))]
        return self._chance.shuffled(places)
