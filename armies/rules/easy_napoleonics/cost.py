"""What an army costs and is worth, recounted from its units each time, and who leads it."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from armies.rules.easy_napoleonics.mapping import EasyUnit, map_unit, name_of
from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.overrides import RULING
from armies.rules.easy_napoleonics.price import leader_cost, leader_victory_points
from armies.rules.facts import Army, Unit
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place, walk
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import Grade, Kind


class Sort(NamedTuple):
    """Units of one sort that come to the same ``worth``: points or victory points.

    ``overridden`` says that the owner laid ``worth`` down, ``house`` whose house rule acts in it.
    """

    kind: Kind
    grade: Grade
    armored: bool
    worth: int
    overridden: bool
    house: str

    @property
    def words(self) -> str:
        return name_of(self.kind, self.grade, self.armored) + (", overridden" if self.overridden else "")


class Leader(NamedTuple):
    """A leader, by the name of the commander that he is; ``of`` is that commander's formation."""

    name: str
    of: str


def army_cost(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Points of the whole army: its units, surcharges and leaders (EN-COST-01, AB-02); cards are no part of it."""
    return _sum(
        _sorts(army, options, "cost", lambda unit: unit.cost),
        options,
        added=lambda sort: ("EN-RULING-54",) if sort.armored else (),
        leader=leader_cost(options),
        title="Why does the army cost {} points?",
        rules=("EN-COST-01", "EN-COST-02"),
    )


def army_victory_points(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy can score from the army, leaders included (EN-VP-01, EN-VP-05)."""
    return _sum(
        _sorts(army, options, "victory_points", lambda unit: unit.victory_points),
        options,
        added=lambda _: ("EN-RULING-64",),
        leader=leader_victory_points(options),
        title="Why is the army worth {} victory points?",
        rules=("EN-VP-01", "EN-VP-05"),
    )


def budget(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Points left of ``points_budget``, below nought where the army is over it (AB-02, EN-COST-04)."""
    cost = army_cost(army, options).value
    left = options.points_budget - cost
    lines = (
        Line("budget of a basic army", str(options.points_budget), ("EN-RULING-67",)),
        Line("cost of this army", str(cost), ("EN-COST-01",)),
        Line(f"{options.points_budget} − {cost}", left_words(left), ("EN-COST-04",)),
    )
    return Reckoning(left, f"Why {left_words(left)}?", lines)


def left_words(left: int) -> str:
    """``6 points left``, ``1 point over``."""
    points = "1 point" if abs(left) == 1 else f"{abs(left)} points"
    return f"{points} {'over' if left < 0 else 'left'}"


def leaders(army: Army, options: Options = DEFAULTS) -> tuple[Leader, ...]:
    """The army's leaders, ``leaders_per_side`` of them, by name (EN-UNIT-01, EN-RULING-97).

    The army's commander comes first, then those of its formations from the highest level down, each
    man once. Where too few are named the name is empty.
    """
    formations = [place for place in walk(army) if not isinstance(place.element, Unit)]
    named = [Leader(army.commander, army.name)]
    named += [Leader(p.element.commander, p.element.name) for p in sorted(formations, key=_level)]
    by_name: dict[str, Leader] = {}
    for leader in named:
        if leader.name:
            by_name.setdefault(leader.name.casefold(), leader)
    chosen = list(by_name.values())[: options.leaders_per_side]
    return (*chosen, *[Leader("", "")] * (options.leaders_per_side - len(chosen)))


def easy_units(army: Army, options: Options = DEFAULTS) -> list[tuple[Place, EasyUnit]]:
    """Every unit of the army with what it is in the game, in printed order.

    Cost, victory points and faults of one army are asked for one after the other, so the last answer is kept;
    army and options are frozen, and it counts for these very two only.
    """
    global _last
    last = _last
    if last is None or last[0] is not army or last[1] is not options:
        units = tuple((place, map_unit(place, options)) for place in walk(army) if isinstance(place.element, Unit))
        last = _last = (army, options, units)
    return list(last[2])


_last: tuple[Army, Options, tuple[tuple[Place, EasyUnit], ...]] | None = None


def _level(place: Place) -> int:
    return ("Corps", "Division", "Brigade").index(type(place.element).__name__)


def _sorts(army: Army, options: Options, what: str, worth: Callable[[EasyUnit], Reckoning]) -> list[tuple[Sort, int]]:
    """How many of each sort the army holds, in the order of the catalogue (section 11.1); overridden ones last."""
    counts: Counter[Sort] = Counter()
    for _, unit in easy_units(army, options):
        own, why = what in unit.overridden, worth(unit)
        counts[Sort(unit.kind, unit.grade, unit.armored, why.value, own, "" if own else why.house)] += 1
    return sorted(counts.items(), key=lambda item: _catalogued(item[0]))


def _catalogued(sort: Sort) -> tuple[int, int, bool, bool, int]:
    kind, grade = tables.KINDS.index(sort.kind), tables.GRADES.index(sort.grade)
    return kind, grade, sort.armored, sort.overridden, sort.worth


def _sum(
    sorts: list[tuple[Sort, int]],
    options: Options,
    *,
    added: Callable[[Sort], tuple[str, ...]],
    leader: Reckoning,
    title: str,
    rules: tuple[str, ...],
) -> Reckoning:
    """The sum over every sort; ``added`` are the rules that bear on a sort besides ``rules``."""
    total = 0
    lines: list[Line] = []
    for sort, count in sorts:
        total += count * sort.worth
        why = (RULING,) if sort.overridden else (*rules, *added(sort))
        text = f"{count} {sort.words} × {sort.worth}"
        lines.append(Line(text, str(count * sort.worth), why, sort.house, sort.overridden))
    if options.leaders_per_side:
        led = options.leaders_per_side * leader.value
        total += led
        words = "leader" if options.leaders_per_side == 1 else "leaders"
        text = f"{options.leaders_per_side} {words} × {leader.value}"
        lines.append(Line(text, str(led), (rules[0], "EN-UNIT-01"), leader.house))
    lines.append(Line("total", str(total), rules[:1]))
    return Reckoning(total, title.format(total), tuple(lines))
