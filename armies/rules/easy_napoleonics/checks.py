"""The checks of one army under Easy Napoleonics (section 11.3, AB-01 to AB-08).

AB-01 cannot be broken: the mapping gives every unit a kind and a grade, and the leaders are as many as
the option says. AB-03 compares two armies and AB-07 and the zones of AB-08 belong to a battle's set-up.
What is left is checked here. EN-RULING-98 gives the severities.
"""

from collections import defaultdict

from armies.rules.easy_napoleonics.cost import army_victory_points, budget, easy_units
from armies.rules.easy_napoleonics.mapping import EasyUnit
from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.overrides import overrides_of
from armies.rules.facts import Army, Unit
from armies.rules.reckoning import Fault
from armies.rules.tree import Place

Pairs = list[tuple[Place, EasyUnit]]


def faults(army: Army, options: Options = DEFAULTS) -> list[Fault]:
    """What the army breaks, that of the whole army first, then unit by unit in printed order."""
    pairs = easy_units(army, options)
    if not pairs:
        return [Fault("error", "EN-VP-07", "The army has no unit: it would have lost at once (AB-06).")]
    beside = [*_armor(pairs), *_names(pairs)]
    order = {place.element.id: index for index, (place, _) in enumerate(pairs)}
    return [
        *_budget(army, options),
        *_victory_points(army, options),
        *_nations(pairs, options),
        *sorted(beside, key=lambda fault: order[fault.element]),
    ]


def _budget(army: Army, options: Options) -> list[Fault]:
    """AB-02, and what an opponent could have more (EN-COST-04)."""
    left = budget(army, options).value
    cost, allowed = options.points_budget - left, options.points_budget
    if left < 0:
        return [
            Fault(
                "warning",
                "EN-COST-04",
                f"The army costs {cost} points, {-left} over its budget of {allowed} (AB-02). That bars no free game: "
                "agree on another budget, or on what the other side gets for it.",
            )
        ]
    if left > options.points_tolerance:
        return [
            Fault(
                "info",
                "EN-COST-04",
                f"The army costs {cost} points, {left} left of its budget of {allowed} (AB-02). An enemy who spends "
                f"all has {left} more, and two basic armies may differ by {options.points_tolerance} at most.",
            )
        ]
    return []


def _victory_points(army: Army, options: Options) -> list[Fault]:
    """AB-06: an army worth less than the goal cannot lose by points."""
    worth, goal = army_victory_points(army, options).value, options.victory_points_to_win
    if worth >= goal:
        return []
    return [
        Fault(
            "warning",
            "EN-VP-02",
            f"The army is worth {worth} victory points, fewer than the {goal} that win: its enemy cannot win by "
            "points (AB-06).",
        )
    ]


def _nations(pairs: Pairs, options: Options) -> list[Fault]:
    """AB-05: a national rule works for infantry of that nation only."""
    present = {unit.nation_tag for _, unit in pairs if unit.kind == "infantry"}
    return [
        Fault(
            "info",
            "EN-NATION-01",
            f"The national rule of {tag.capitalize()} is in force, but no infantry of this army has that nation: "
            "it gives nothing here (AB-05).",
        )
        for tag in sorted(options.national_rules - present)
    ]


def _armor(pairs: Pairs) -> list[Fault]:
    """AB-04: armor recorded, or laid down by the owner, where it counts for nothing."""
    found = []
    for place, unit in pairs:
        element = place.element
        if unit.armored or not isinstance(element, Unit):
            continue
        laid = overrides_of(element).get("armored")
        if laid.value if laid else element.armoured:
            how = "armored by its owner’s override" if laid else "recorded as armoured"
            text = f"{element.name} is {how}, but only heavy cavalry is armored in the game: "
            found.append(Fault("warning", "EN-UNIT-05", f"{text}it counts as without (AB-04).", element.id))
    return found


def _names(pairs: Pairs) -> list[Fault]:
    """AB-08: beside every unit that bears a name already borne."""
    bearers: dict[str, list[Place]] = defaultdict(list)
    for place, _ in pairs:
        bearers[" ".join(place.element.name.casefold().split())].append(place)
    return [
        Fault(
            "warning",
            "AB-08",
            f"{len(places)} units are called {place.element.name}: the game needs a name for each.",
            place.element.id,
        )
        for places in bearers.values()
        if len(places) > 1
        for place in places[1:]
    ]
