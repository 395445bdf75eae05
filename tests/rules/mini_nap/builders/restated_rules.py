"""The dice of the rules restated from the rulebook's words, sharing no code with the engine."""

from fractions import Fraction
from math import comb, prod
from typing import Any, Final

Facts = dict[str, Any]
Chances = dict[Any, Fraction]
Ways = dict[tuple[int, int], tuple[bool, int]]
"""Unit against enemy: whether it outflanks it, and how many features the enemy defends against it."""

RATINGS: Final = ("guard", "elite", "veteran", "trained", "untrained")
SQUARES: Final = ("solid_square", "emergency_square")
UNFORMED: Final = ("skirmish_line", "battery")


def passed(rating: str, bonus: int = 0) -> Fraction:
    """Guard 1 or more, Elite 2, Veteran 3, Trained 4, Untrained 5.

    Source: MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05.
    """
    faces = [face for face in range(1, 7) if face + bonus >= 1 + RATINGS.index(rating)]
    return Fraction(len(faces), 6)


def summed(dice: int) -> Chances:
    """The sum of so many dice."""
    found: Chances = {0: Fraction(1)}
    for _ in range(dice):
        grown: Chances = {}
        for total, share in found.items():
            for face in range(1, 7):
                grown[total + face] = grown.get(total + face, Fraction(0)) + share / 6
        found = grown
    return found


def hits(dice: int) -> Chances:
    """MN-FIRE-43: 6 to 11 is one hit, 12 to 17 two, and so on."""
    found: Chances = {}
    for total, share in summed(dice).items():
        found[total // 6] = found.get(total // 6, Fraction(0)) + share
    return found


def shot_dice(shot: Facts) -> int | None:
    """The dice of a shot, with MNT-COVER-03.

    Source: MN-FIRE-20, MN-FIRE-21, MN-FIRE-22, MN-FIRE-23, MN-FIRE-24, MN-FIRE-25, MN-FIRE-26, MN-FIRE-30, MN-FIRE-31,
    MN-FIRE-32, MN-FIRE-33, MN-FIRE-34, MN-FIRE-35, MN-FIRE-36, MN-FIRE-37, MN-FIRE-38, MN-FIRE-39, MN-FIRE-40,
    MN-FIRE-41, MN-FIRE-42.
    """
    target, guns = shot["target"]["formation"], shot["unit_class"] == "artillery"
    band, screened = shot.get("band"), shot.get("screened", False)
    if screened and band in (None, "close"):
        return None
    if screened and band == "medium" and target in UNFORMED:
        return None
    if guns:
        near = {"light": 2, "medium": 3, "heavy": 4}[shot["weight"]]
        dice = near - ("close", "medium", "long").index(band or "close")
        english = shot["nation"] == "british" and not shot.get("kgl", False)
        dice += english or (shot["nation"] == "french" and shot["rating"] in ("guard", "elite"))
    else:
        dice = 2 if shot["formation"] in ("line", "skirmish_line") else 1
        dice += shot["rating"] == "guard"
    dice += target == "column" or target in SQUARES
    dice //= 2 if target in UNFORMED or (screened and band == "medium") else 1
    dice //= 2 if shot.get("covered", False) else 1
    return dice or None


def impact_sets(unit: Facts, enemy: Facts, outflanking: bool) -> int:
    """MN-HTH-20, MN-HTH-21, MN-HTH-22, MN-HTH-23."""
    squared = enemy["formation"] in SQUARES
    charged = unit["unit_class"] == "cavalry" and unit["formation"] != "skirmish_line" and unit["charging"]
    return (
        (outflanking and not squared)
        + (unit["formation"] == "solid_square" and enemy["unit_class"] == "cavalry")
        + (charged and not squared)
        + (unit["lancer"] and squared)
    )


def melee_sets(unit: Facts, enemy: Facts) -> int:
    """MN-HTH-30, MN-HTH-31, MN-HTH-32, MN-HTH-33, and the one of every unit."""
    squared, foot = enemy["formation"] in SQUARES, unit["unit_class"] == "infantry"
    return (
        1
        + (unit["formation"] in SQUARES and enemy["unit_class"] == "cavalry")
        + (unit["unit_class"] == "cavalry" != enemy["unit_class"] and not squared)
        + (unit["formation"] not in UNFORMED and enemy["formation"] in UNFORMED)
        + (foot and unit["formation"] not in UNFORMED and squared)
    )


def kept(unit: Facts, points: int) -> int:
    """MN-LOSS-02, MN-LOSS-03: what a unit that was hit has left."""
    spared = unit["rating"] == "guard" or unit["formation"] in UNFORMED + SQUARES
    return max(0, points) if spared or points > 1 else 0


def round_of(units: list[Facts], points: tuple[int, ...], ways: Ways, impact: bool) -> Chances:
    """The points after one round; ``ways`` in the order of the units.

    Source: MN-HTH-10, MN-HTH-11, MN-HTH-12, MN-HTH-13, MN-HTH-14, MN-HTH-15.
    """
    sets: list[tuple[int, int, int, int]] = []
    for number, unit in enumerate(units):
        foes = [other for one, other in ways if one == number and points[number] and points[other]]
        for place, foe in enumerate(foes):
            whole, odd = divmod(points[number], len(foes))
            even = whole + (place < odd)
            allotted = even if unit["plan"] == "even" else points[number] * (place == 0)
            outflanking, halvings = ways[number, foe]
            many = impact_sets(unit, units[foe], outflanking) if impact else melee_sets(unit, units[foe])
            sets.append((number, foe, many if allotted else 0, allotted // 2**halvings))
    if not impact and not any(many * dice for _, _, many, dice in sets):
        sets = [(number, foe, many, 1) for number, foe, many, _ in sets]
    found: Chances = {points: Fraction(1)}
    for number, foe, many, dice in sets:
        hit, thrown, grown = passed(units[number]["rating"]), many * dice, {}
        for left, share in found.items():
            for count in range(thrown + 1):
                chance = comb(thrown, count) * hit**count * (1 - hit) ** (thrown - count)
                after = (*left[:foe], left[foe] - count, *left[foe + 1 :])
                grown[after] = grown.get(after, Fraction(0)) + share * chance
        found = grown
    ends: Chances = {}
    for left, share in found.items():
        after = tuple(
            kept(unit, rest) if rest < before else before
            for unit, rest, before in zip(units, left, points, strict=True)
        )
        ends[after] = ends.get(after, Fraction(0)) + share
    return ends


def fought(units: list[Facts], ways: Ways) -> Chances:
    """The points at the end of a combat: an impact round, then melee rounds till no enemies touch (MN-HTH-10)."""
    ends: Chances = {}
    waiting = round_of(units, tuple(unit["points"] for unit in units), ways, impact=True)
    while waiting:
        points = max(waiting, key=sum)
        share = waiting.pop(points)
        if not any(points[one] and points[other] for one, other in ways):
            ends[points] = ends.get(points, Fraction(0)) + share
            continue
        after = round_of(units, points, ways, impact=False)
        again = 1 / (1 - after.pop(points, Fraction(0)))
        for left, chance in after.items():
            waiting[left] = waiting.get(left, Fraction(0)) + prod((share, chance, again), start=Fraction(1))
    return ends


def square_ends(charge: Facts) -> Chances:
    """The points of cavalry and infantry after a charge from over 12 cm that infantry tests for.

    Source: MN-REACT-40, MN-REACT-41, MN-REACT-42, MN-REACT-43, MN-REACT-44, MN-REACT-45, MN-REACT-46, MN-REACT-50,
    MN-REACT-51, MN-REACT-52, MN-REACT-53.
    """
    foot = {"unit_class": "infantry", "lancer": False, "charging": False, "plan": "first", **charge["infantry"]}
    horse = {"unit_class": "cavalry", "formation": "line", "lancer": False, "charging": True, "plan": "first"}
    horse |= charge["cavalry"]
    helped = foot["nation"] == "austrian" or (foot["nation"] == "british" and not foot["kgl"])
    forms = passed(foot["rating"], bonus=int(foot["formation"] == "column" and helped))
    feints = passed(horse["rating"]) * charge["feints"]
    marked = {**foot, "points": kept(foot, foot["points"] - 2)}
    ends: Chances = {(horse["points"], foot["points"]): forms * feints}
    ways: Ways = {(0, 1): (False, 0), (1, 0): (False, 0)}
    for share, infantry, outflanks in (
        (forms * (1 - feints), {**foot, "formation": "emergency_square"}, False),
        (1 - forms, marked, charge["cavalry"]["outflanking"]),
    ):
        for left, chance in fought([horse, infantry], {**ways, (0, 1): (outflanks, 0)}).items():
            ends[left] = ends.get(left, Fraction(0)) + share * chance
    return ends
