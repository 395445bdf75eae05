"""Checks of one army under Easy Napoleonics (section 11.3: AB-02, AB-04, AB-05, AB-06, AB-08).

An army cannot break AB-01: the mapping gives every unit a kind and a grade, and the option sets the number of
leaders. AB-03 compares two armies; AB-07 and the zones of AB-08 belong to a battle's set-up. EN-RULING-98 gives the
severities.
"""

from collections import defaultdict

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.reckoning import Fault
from battles.engine.armies.tree import Place
from battles.rules.easy_napoleonics.army.cost import army_victory_points, budget, easy_units
from battles.rules.easy_napoleonics.army.mapping import EasyUnit
from battles.rules.easy_napoleonics.army.options import DEFAULTS, Options, overrides_of

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
