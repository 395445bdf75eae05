"""Build a proposed force: recruit brigades and batteries, meet the target, and form the Corps (MN-ORG)."""

from collections.abc import Iterator
from typing import Final

from armies.building.element_tree import Refused
from armies.building.recruits import STEP, Chance, Depot, Kind, Recruit, Worth, usual_worth
from battles.engine.armies.facts import QUALITIES, Brigade, Corps, Division, Unit
from battles.engine.armies.nations import Establishment, ordinal
from battles.engine.armies.systems import organisation

GUNS: Final = 12
"""Batteries for each hundred units."""

APART_FROM: Final = 12
"""Battalions from which a force may have a brigade of guards or grenadiers."""

MOST_UNITS: Final = 200
"""The most units of a proposed force; house rules can make units so cheap that it would have more."""


def divisions_of(brigades: int, establishment: Establishment) -> int:
    """The number of divisions for this number of infantry brigades."""
    return max(1, round(brigades / establishment.brigades))


class Force:
    """The units recruited so far. ``worth`` is a unit's value in strength points or points."""

    def __init__(self, establishment: Establishment, depot: Depot, chance: Chance, worth: Worth) -> None:
        self._establishment, self._depot, self._chance, self._worth = establishment, depot, chance, worth
        self.sizes = organisation()
        self.brigades: list[list[Recruit]] = []
        self.horse: list[Recruit] = []
        self.guns: list[Recruit] = []

    @property
    def total(self) -> int:
        return sum(self._worth(recruit.unit) for recruit in self._all())

    def recruit_for(self, target: int) -> None:
        """Recruit about as many units as ``target`` needs, in the nation's usual proportions.

        Raises:
            Refused: more than ``MOST_UNITS`` would be needed.
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
            raise Refused("target", f"The target needs more than {MOST_UNITS} units, the most of a proposed force.")
        units = target * 100 / each
        horse, batteries = round(units * share / 100), round(units * guns / 100)
        self._raise_foot(max(self.sizes.least_foot, round(units) - horse - batteries))
        for _ in range(horse):
            self.horse += self._depot.regiment(self._depot.choose(self._depot.cavalry), 1)
        self._raise_guns(batteries)

    def _raise_foot(self, battalions: int) -> None:
        left = battalions
        planned = max(1, round(battalions / self._establishment.brigade))
        least, most = self.sizes.least_foot, self.sizes.most_foot
        while left:
            size = min(most, max(least, -(-left // max(1, planned - len(self.brigades)))))
            if left - size == 1:
                size += 1 if size < most else -1
            kinds = self._depot.infantry
            apart = [kind for kind in kinds if self._fits_apart(kind, left, battalions)]
            kind = self._depot.choose([*self._ordinary(), *apart])
            if kind.troop.apart:
                size = self._apart_size(kind, size, left)
            self.brigades.append(self._brigade(kind, size))
            left -= size

    def _raise_guns(self, batteries: int) -> None:
        """Recruit as many batteries as the brigades can take, heavy ones while division artillery has room.

        Source: MN-ORG-04, MN-ORG-11.
        """
        for _ in range(min(batteries, self._room(heavy=False))):
            heavy = sum(recruit.unit.gun_weight == "heavy" for recruit in self.guns)
            full = heavy >= self._room(heavy=True)
            kinds = [kind for kind in self._depot.artillery if not full or kind.troop.gun_weight != "heavy"]
            self.guns += self._depot.regiment(self._depot.choose(kinds), 1)

    def _room(self, *, heavy: bool) -> int:
        divisions = divisions_of(len(self.brigades), self._establishment)
        return divisions * self.sizes.most_division_artillery + (0 if heavy else len(self.brigades))

    def _ordinary(self) -> list[Kind]:
        return [kind for kind in self._depot.infantry if not kind.troop.apart]

    def _fits_apart(self, kind: Kind, left: int, battalions: int) -> bool:
        if not kind.troop.apart or battalions < APART_FROM or not self.brigades:
            return False
        room = (self._depot.left(kind) or 0) * kind.troop.battalions
        return room >= self.sizes.least_foot and left >= 2 * self.sizes.least_foot

    def _apart_size(self, kind: Kind, size: int, left: int) -> int:
        """Battalions of a separate brigade: no more than available, and never leaving a single battalion over."""
        fewest = self.sizes.least_foot
        least = min(size, (self._depot.left(kind) or 0) * kind.troop.battalions)
        return least - 1 if left - least == 1 and least > fewest else min(least, left - fewest)

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
        """Bring the total to ``target`` with more or fewer men and, if that is not enough, battalions.

        A battery or a cavalry regiment is removed only if the total would miss the target by more than ``within``.
        """
        for _ in range(self.sizes.most_units):
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
            options = range(men, span[1] + 1, STEP) if missing > 0 else range(men, span[0] - 1, -STEP)
            for changed in options:
                shift = self._worth(recruit.with_men(changed).unit) - now
                if shift and abs(shift) <= abs(missing):
                    group[index] = recruit.with_men(changed)
                    if abs(shift) == abs(missing):
                        break

    def keep_below(self, target: int) -> None:
        """Bring the total to ``target`` or a little below: first with battalions, then with the quality of units."""
        while self.total > target and (self._remove() or self._lower_quality(target)):
            continue
        while self._add(target - self.total):
            continue
        self._promote(target)
        while self._add_other(target - self.total):
            continue

    def _promote(self, target: int) -> None:
        """Give each unit the best quality of its kind that keeps the total at or below ``target``."""
        for group, index in self._places():
            recruit = group[index]
            worse = QUALITIES.index(recruit.unit.quality)
            for better in [quality for quality in recruit.kind.qualities if QUALITIES.index(quality) < worse]:
                promoted = recruit.with_quality(better)
                if self.total - self._worth(recruit.unit) + self._worth(promoted.unit) <= target:
                    group[index] = promoted
                    break

    def _add(self, room: int) -> bool:
        """Add a battalion worth at most ``room`` to the smallest brigade; False if there is none."""
        group = min(self.brigades, key=len)
        if len(group) >= self.sizes.most_foot:
            return False
        return self._join(group, self._ordinary(), room)

    def _add_other(self, room: int) -> bool:
        """Add a cavalry regiment, or a light or medium battery, worth at most ``room``; False if there is none."""
        guns = [kind for kind in self._depot.artillery if kind.troop.gun_weight != "heavy"]
        free = len(self.guns) < self._room(heavy=False)
        return self._join(self.horse, self._depot.cavalry, room) or (free and self._join(self.guns, guns, room))

    def _join(self, group: list[Recruit], kinds: list[Kind], room: int) -> bool:
        """Add a unit worth at most ``room``, of any kind and quality, to ``group``; False if there is none."""
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
        """Remove a battalion of the largest brigade; if none may lose one, a battery or a cavalry regiment."""
        group = max(self.brigades, key=len)
        for each in (group if len(group) > self.sizes.least_foot else [], self.guns, self.horse):
            if each:
                each.pop()
                return True
        if len(self.brigades) > 1:
            self.brigades.pop()
            return True
        return False

    def _lower_quality(self, target: int) -> bool:
        """Give one unit the worst quality of its kind if that lowers the total; False if no unit can lower it."""
        for group, index in self._places():
            worst = group[index].with_quality(group[index].kind.qualities[-1])
            if self._worth(worst.unit) < self._worth(group[index].unit):
                group[index] = worst
                return True
        return False

    def _places(self) -> list[tuple[list[Recruit], int]]:
        places = [(group, index) for group in self._groups() for index in range(len(group))]
        return self._chance.shuffled(places)


HORSE_BRIGADES: Final = 3
"""Brigades of a cavalry division."""


def corps_of(force: Force, establishment: Establishment) -> Corps:
    """The Corps of all recruited units.

    Heavy batteries go to division artillery only (MN-ORG-12), a horse battery to each cavalry brigade while there
    are any (MN-ORG-12), the rest to division artillery (MN-ORG-11) and then to infantry brigades (MN-ORG-04).
    """
    horse_guns = [recruit.unit for recruit in force.guns if recruit.unit.type == "horse_artillery"]
    foot_guns = [recruit.unit for recruit in force.guns if recruit.unit.type == "foot_artillery"]
    horse = _horse(force.horse, horse_guns, force.sizes.most_horse)
    return Corps(
        name=establishment.corps,
        children=(*_foot(force, establishment, [*foot_guns, *horse_guns]), *_cavalry(horse)),
    )


def _split(count: int, parts: int) -> list[int]:
    """``count`` as ``parts`` numbers that differ by at most one, the larger ones first."""
    return [count // parts + (index < count % parts) for index in range(parts)]


def _foot(force: Force, establishment: Establishment, guns: list[Unit]) -> list[Division]:
    brigades = [[recruit.unit for recruit in group] for group in force.brigades]
    sizes = _split(len(brigades), divisions_of(len(brigades), establishment))
    artillery = _division_artillery(guns, len(sizes), force.sizes.most_division_artillery)
    left_over = [unit for unit in guns if not any(unit in group for group in artillery)]
    for brigade, unit in zip(brigades, left_over, strict=False):
        brigade.append(unit)
    divisions = []
    for number, size in enumerate(sizes, start=1):
        own, brigades = brigades[:size], brigades[size:]
        children = [_infantry(index, units) for index, units in enumerate(own, start=1)]
        if batteries := artillery[number - 1]:
            children.append(Brigade(name="Division artillery", kind="artillery", children=tuple(batteries)))
        name = f"{ordinal(number)} Division"
        divisions.append(Division(name=name, kind="infantry", children=tuple(children)))
    return divisions


def _infantry(number: int, units: list[Unit]) -> Brigade:
    return Brigade(name=f"{ordinal(number)} Brigade", kind="infantry", children=tuple(units))


def _division_artillery(guns: list[Unit], divisions: int, most: int) -> list[list[Unit]]:
    """The batteries of each division: dealt out in turn, heavy ones first, up to ``most`` each."""
    ordered = sorted(guns, key=lambda unit: unit.gun_weight != "heavy")
    batteries: list[list[Unit]] = [[] for _ in range(divisions)]
    for index, unit in enumerate(ordered[: divisions * most]):
        batteries[index % divisions].append(unit)
    return batteries


def _horse(recruits: list[Recruit], guns: list[Unit], most: int) -> list[Brigade]:
    """Brigades of up to ``most`` regiments of one sort, heavy ones first; each takes a horse battery from ``guns``."""
    sorts: dict[str, list[Unit]] = {"Heavy": [], "Light": [], "Irregular": []}
    for recruit in recruits:
        unit = recruit.unit
        sort = "Irregular" if unit.irregular else "Light" if unit.type == "light_cavalry" else "Heavy"
        sorts[sort].append(unit)
    brigades = []
    for sort, units in sorts.items():
        groups = [units[index : index + most] for index in range(0, len(units), most)]
        for number, group in enumerate(groups, start=1):
            name = f"{sort} Brigade" if len(groups) == 1 else f"{ordinal(number)} {sort} Brigade"
            own = [guns.pop(0)] if guns and sort != "Irregular" else []
            brigades.append(Brigade(name=name, kind="cavalry", children=(*group, *own)))
    return brigades


def _cavalry(brigades: list[Brigade]) -> list[Division]:
    if not brigades:
        return []
    divisions, start = [], 0
    sizes = _split(len(brigades), -(-len(brigades) // HORSE_BRIGADES))
    for number, size in enumerate(sizes, start=1):
        name = "Cavalry Division" if len(sizes) == 1 else f"{ordinal(number)} Cavalry Division"
        children = tuple(brigades[start : start + size])
        divisions.append(Division(name=name, kind="cavalry", children=children))
        start += size
    return divisions
