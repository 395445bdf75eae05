"""An army's cost, victory points and leaders, and its checks (section 11.3: AB-02, AB-04, AB-05, AB-06, AB-08).

An army cannot break AB-01: the mapping gives every unit a kind and a grade, and the option sets the number of
leaders. AB-03 compares two armies; AB-07 and the zones of AB-08 belong to a battle's set-up. EN-RULING-98 gives the
severities.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import NamedTuple

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.engine.armies.tree import Place, walk
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, leader_cost, leader_victory_points, map_unit, name_of
from battles.rules.easy_napoleonics.army.options import DEFAULTS, RULING, Options, overrides_of
from battles.rules.easy_napoleonics.tables import Grade, Kind


class Sort(NamedTuple):
    """A sort of units with the same ``worth``: points or victory points.

    ``overridden``: the owner set ``worth``. ``house``: the name of the house rule that changed it, or empty.
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
    """A leader: a commander's name; ``of`` is the name of that commander's formation."""

    name: str
    of: str


def army_cost(army: Army, options: Options = DEFAULTS) -> Reckoning:
    """Points of the whole army: units, surcharges and leaders, without cards (EN-COST-01, AB-02)."""
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
    """Points left of ``points_budget``; negative if the army is over it (AB-02, EN-COST-04)."""
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
    """The army's leaders, ``leaders_per_side`` of them (EN-UNIT-01, EN-RULING-97).

    The army's commander comes first, then those of its formations from the highest level down, each
    person once. If too few are named, the rest have an empty name.
    """
    formations = [place for place in walk(army) if not isinstance(place.element, Unit)]
    named = [Leader(army.commander, army.name)]
    named += [Leader(p.element.commander, p.element.name) for p in sorted(formations, key=_level)]
    by_name: dict[str, Leader] = {}
    for leader in named:
        if leader.name:
            by_name.setdefault(leader.name.casefold(), leader)
    first = list(by_name.values())[: options.leaders_per_side]
    return (*first, *[Leader("", "")] * (options.leaders_per_side - len(first)))


def easy_units(army: Army, options: Options = DEFAULTS) -> list[tuple[Place, EasyUnit]]:
    """Every unit of the army with its values in the game, in printed order.

    Callers need cost, victory points and check results of the same army one after the other, so the last answer is
    cached. Army and options are frozen; the cache serves only these two objects.
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
    """How many units of each sort the army has, in catalogue order (section 11.1); overridden sorts last."""
    counts: Counter[Sort] = Counter()
    for _, unit in easy_units(army, options):
        overridden, why = what in unit.overridden, worth(unit)
        counts[Sort(unit.kind, unit.grade, unit.armored, why.value, overridden, "" if overridden else why.house)] += 1
    return sorted(counts.items(), key=lambda item: _catalogue_order(item[0]))


def _catalogue_order(sort: Sort) -> tuple[int, int, bool, bool, int]:
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
    """The sum over all sorts; ``added`` gives the extra rules that a sort's line cites."""
    total = 0
    lines: list[Line] = []
    for sort, count in sorts:
        total += count * sort.worth
        why = (RULING,) if sort.overridden else (*rules, *added(sort))
        text = f"{count} {sort.words} × {sort.worth}"
        lines.append(Line(text, str(count * sort.worth), why, sort.house, sort.overridden))
    if options.leaders_per_side:
        leaders_worth = options.leaders_per_side * leader.value
        total += leaders_worth
        words = "leader" if options.leaders_per_side == 1 else "leaders"
        text = f"{options.leaders_per_side} {words} × {leader.value}"
        lines.append(Line(text, str(leaders_worth), (rules[0], "EN-UNIT-01"), leader.house))
    lines.append(Line("total", str(total), rules[:1]))
    return Reckoning(total, title.format(total), tuple(lines))


Pairs = list[tuple[Place, EasyUnit]]


def faults(army: Army, options: Options = DEFAULTS) -> list[Fault]:
    """Check results: those of the whole army first, then unit by unit in printed order."""
    pairs = easy_units(army, options)
    if not pairs:
        return [Fault("error", "EN-VP-07", "The army has no units: it would lose at once (AB-06).")]
    of_units = [*_armor(pairs), *_names(pairs)]
    order = {place.element.id: index for index, (place, _) in enumerate(pairs)}
    return [
        *_budget(army, options),
        *_victory_points(army, options),
        *_nations(pairs, options),
        *sorted(of_units, key=lambda fault: order[fault.element]),
    ]


def _budget(army: Army, options: Options) -> list[Fault]:
    """Check of the budget (AB-02, EN-COST-04)."""
    left = budget(army, options).value
    cost, allowed = options.points_budget - left, options.points_budget
    if left < 0:
        return [
            Fault(
                "warning",
                "EN-COST-04",
                f"The army costs {cost} points: {-left} over its budget of {allowed} (AB-02). You can still play: "
                "agree on another budget, or on something extra for the other side.",
            )
        ]
    if left > options.points_tolerance:
        return [
            Fault(
                "info",
                "EN-COST-04",
                f"The army costs {cost} points: {left} left of its budget of {allowed} (AB-02). An enemy who spends "
                f"all has {left} more; two basic armies may differ by {options.points_tolerance} at most.",
            )
        ]
    return []


def _victory_points(army: Army, options: Options) -> list[Fault]:
    """Check of AB-06: an army worth less than the goal cannot lose by points."""
    worth, goal = army_victory_points(army, options).value, options.victory_points_to_win
    if worth >= goal:
        return []
    return [
        Fault(
            "warning",
            "EN-VP-02",
            f"The army is worth {worth} victory points, and {goal} are needed to win: its enemy cannot win by "
            "points (AB-06).",
        )
    ]


def _nations(pairs: Pairs, options: Options) -> list[Fault]:
    """Check of AB-05: a national rule works for infantry of that nation only."""
    present = {unit.nation_tag for _, unit in pairs if unit.kind == "infantry"}
    return [
        Fault(
            "info",
            "EN-NATION-01",
            f"The national rule of {tag.capitalize()} is in force, but this army has no infantry of that nation: "
            "the rule has no effect (AB-05).",
        )
        for tag in sorted(options.national_rules - present)
    ]


def _armor(pairs: Pairs) -> list[Fault]:
    """Check of AB-04: armor on a unit that cannot have it."""
    results = []
    for place, unit in pairs:
        element = place.element
        if unit.armored or not isinstance(element, Unit):
            continue
        override = overrides_of(element).get("armored")
        if override.value if override else element.armoured:
            how = "armored by its owner’s override" if override else "recorded as armoured"
            text = f"{element.name} is {how}, but only heavy cavalry is armored in the game: "
            results.append(Fault("warning", "EN-UNIT-05", f"{text}its armor has no effect (AB-04).", element.id))
    return results


def _names(pairs: Pairs) -> list[Fault]:
    """Check of AB-08: units with the same name; a result for each but the first."""
    by_name: dict[str, list[Place]] = defaultdict(list)
    for place, _ in pairs:
        by_name[" ".join(place.element.name.casefold().split())].append(place)
    return [
        Fault(
            "warning",
            "AB-08",
            f"{len(places)} units are called {place.element.name}: give each its own name.",
            place.element.id,
        )
        for places in by_name.values()
        if len(places) > 1
        for place in places[1:]
    ]
