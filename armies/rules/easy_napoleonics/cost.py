"""What an army costs and is worth, recounted from its units each time, and who leads it."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from armies.rules.easy_napoleonics.mapping import EasyUnit, map_unit, name_of
from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.price import unit_cost, unit_victory_points
from armies.rules.facts import Army, Unit
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place, walk
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import Grade, Kind


class Sort(NamedTuple):
    """Units that cost the same and are worth the same."""

    kind: Kind
    grade: Grade
    armored: bool

    @property
    def words(self) -> str:
        return name_of(self.kind, self.grade, self.armored)


class Leader(NamedTuple):
    """A leader, by the name of the commander that he is; ``of`` is that commander's formation."""

    name: str
    of: str


def army_cost(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Points of the whole army: its units, surcharges and leaders (EN-COST-01, AB-02); cards are no part of it."""
    return _sum(
        army,
        options,
        each=lambda sort: unit_cost(*sort, options=options).value,
        added=lambda sort: ("EN-RULING-54",) if sort.armored else (),
        leader=tables.LEADER_COST,
        title="Why does the army cost {} points?",
        rules=("EN-COST-01", "EN-COST-02"),
    )


def army_victory_points(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy can score from the army, leaders included (EN-VP-01, EN-VP-05)."""
    return _sum(
        army,
        options,
        each=lambda sort: unit_victory_points(sort.kind, sort.grade, options).value,
        added=lambda _: ("EN-RULING-64",),
        leader=tables.LEADER_VICTORY_POINTS,
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
    """Every unit of the army with what it is in the game, in printed order."""
    return [(place, map_unit(place, options)) for place in walk(army) if isinstance(place.element, Unit)]


def _level(place: Place) -> int:
    return ("Corps", "Division", "Brigade").index(type(place.element).__name__)


def _sorts(army: Army, options: Options) -> list[tuple[Sort, int]]:
    """How many of each sort the army holds, in the order of the catalogue (section 11.1)."""
    counts = Counter(Sort(unit.kind, unit.grade, unit.armored) for _, unit in easy_units(army, options))
    order = {sort: (tables.KINDS.index(sort.kind), tables.GRADES.index(sort.grade), sort.armored) for sort in counts}
    return sorted(counts.items(), key=lambda item: order[item[0]])


def _sum(
    army: Army,
    options: Options,
    *,
    each: Callable[[Sort], int],
    added: Callable[[Sort], tuple[str, ...]],
    leader: int,
    title: str,
    rules: tuple[str, ...],
) -> Reckoning:
    """The sum over every sort; ``added`` are the rules that bear on a sort besides ``rules``."""
    total = 0
    lines: list[Line] = []
    for sort, count in _sorts(army, options):
        worth = each(sort)
        total += count * worth
        lines.append(Line(f"{count} {sort.words} × {worth}", str(count * worth), (*rules, *added(sort))))
    if options.leaders_per_side:
        led = options.leaders_per_side * leader
        total += led
        words = "leader" if options.leaders_per_side == 1 else "leaders"
        lines.append(Line(f"{options.leaders_per_side} {words} × {leader}", str(led), (rules[0], "EN-UNIT-01")))
    lines.append(Line("total", str(total), rules[:1]))
    return Reckoning(total, title.format(total), tuple(lines))
