"""Worked example: small arms, a battery through a screen, and a charge (sections 3.10 to 3.12)."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from battles.engine.dice import Dice
from battles.engine.odds import distribution
from battles.engine.sheets.cheat_pages import (
    Page,
    Table,
    chance_lines,
    example_dice,
    modifier_lines,
    numbered,
    rolled_faces,
    step,
)
from battles.rules.mini_nap.combat.combatants import Blow, Combatant, Fighter, RoundKind, duel, roll_hits, strikes_of
from battles.rules.mini_nap.combat.losses import is_removed
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.odds.combat import CombatResult, combat_odds
from battles.rules.mini_nap.odds.forecast_blocks import count_rows
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import DIE_SIDES

_KEY = "Mini-Nap, lesson 13"


def lesson(rules: Rules) -> Page:
    """The page with the example."""
    return Page("A worked example", numbered((*_small_arms(rules), *_battery(rules), *_charge(rules))))


def _small_arms(rules: Rules) -> Iterator[Table]:
    shot = fire_dice.ShotFacts(unit_class="infantry", formation="line", rating="veteran", target="column", band=None)
    far = rules.tables.small_arms_range
    lead = f"A Veteran line fires at a Trained column of 6 strength points, at most {far} cm away."
    yield from _shot(rules, shot, 0, ("Small arms", "The dice"), lead, 6)


def _battery(rules: Rules) -> Iterator[Table]:
    shot = fire_dice.ShotFacts(
        unit_class="artillery",
        formation="battery",
        rating="guard",
        target="line",
        nation="french",
        weight="heavy",
        band="medium",
        screened=True,
    )
    close, far = rules.tables.battery_range["close"], rules.tables.battery_range["medium"]
    lead = (
        f"A heavy French Guard battery fires at a formed line over {close} and up to {far} cm away; a skirmish line of "
        "the enemy stands between them."
    )
    yield from _shot(rules, shot, 1, ("A battery through a screen", "The dice"), lead, None)


def _shot(
    rules: Rules, shot: fire_dice.ShotFacts, chapter: int, titles: tuple[str, str], lead: str, points: int | None
) -> Iterator[Table]:
    """Tables of the number of dice, and of the roll with its effect and chances."""
    tables = rules.tables
    dice_count = fire_dice.shot_dice(tables, shot)
    modifiers = count_rows(tables, dice_count)
    rows = [("basic dice", str(dice_count.basic)), *modifier_lines(modifiers), ("dice rolled", str(dice_count.dice))]
    cited = ("MN-FIRE-42", *dict.fromkeys(row.rule for row in modifiers))
    yield step(titles[0], lead, rows, cited)
    dice = example_dice(_KEY, chapter)
    total, hits = fire_dice.roll_shot(dice, tables, dice_count.dice)
    (faces,) = rolled_faces(dice, fire_dice.DICE_RULE) or ("–",)
    chances = distribution(lambda other: fire_dice.roll_shot(other, tables, dice_count.dice)[1])
    rows = [("rolled", faces), ("sum", str(total)), (f"hits, 1 for each full {tables.sum_per_hit}", str(hits))]
    if points is not None:
        rows.append((f"strength points left of {points}", str(max(0, points - hits))))
    rows += chance_lines((f"chance of {_hits(number)}", chances[number]) for number in sorted(chances))
    yield step(titles[1], "", rows, ("MN-FIRE-43", "MN-LOSS-01"))


def _hits(number: int) -> str:
    return "1 hit" if number == 1 else f"{number} hits"


_HORSE = Fighter(unit_class="cavalry", rating="veteran", formation="line")
_FOOT = Fighter(unit_class="infantry", rating="trained", formation="line")
_POINTS = (5, 6)


def _charge(rules: Rules) -> Iterator[Table]:
    """Tables of the impact, of a melee round if both sides have units left, and of the chances.

    The chances are left out if the club's numbers let neither side hit: then the combat never ends.
    """
    dice = example_dice(_KEY, 2)
    lead = (
        f"Veteran cavalry with {_POINTS[0]} strength points charges a Trained line with {_POINTS[1]}, which "
        "formed no square. It touches the front, so it does not outflank."
    )
    table, left = _round(rules, dice, "The charge: impact", lead, _POINTS, "impact")
    yield table
    if all(left):
        lead = f"The fight goes on with {left[0]} strength points against {left[1]}."
        table, left = _round(rules, dice, "A melee round", lead, left, "melee")
        yield table
    if all(rules.tables.qualities[each.rating].needed > DIE_SIDES for each in (_HORSE, _FOOT)):
        return
    one = Combatant(side="a", fighter=_HORSE, points=_POINTS[0], charging=True)
    ends = combat_odds(duel(one, Combatant(side="b", fighter=_FOOT, points=_POINTS[1])), rules, start="impact")
    rows = (
        ("the cavalry breaks through at once", ends.impact_chance(lambda points: bool(points[0]) and not points[1])),
        ("the cavalry wins in the end", _share(ends, lambda horse, foot: horse and not foot)),
        ("the line wins", _share(ends, lambda horse, foot: foot and not horse)),
        ("both are removed", _share(ends, lambda horse, foot: not horse and not foot)),
    )
    yield step("Chances", "Chances of this charge:", chance_lines(rows), ("MN-HTH-25", "MN-BREAK-01"))


def _share(ends: CombatResult, holds: Callable[[bool, bool], bool]) -> Fraction:
    """The chance of the ends that ``holds`` accepts, by the units left."""
    return sum((share for (one, other), share in ends.end.items() if holds(bool(one), bool(other))), Fraction(0))


def _round(
    rules: Rules, dice: Dice, title: str, lead: str, points: tuple[int, int], kind: RoundKind
) -> tuple[Table, tuple[int, int]]:
    """The table of a round with sets, dice and hits of both, and the points left."""
    blows = (
        Blow(unit=_HORSE, enemy=_FOOT, allotted=points[0], charging=True),
        Blow(unit=_FOOT, enemy=_HORSE, allotted=points[1]),
    )
    strikes, _ = strikes_of(rules, blows, kind)
    rows, hits, cited = [], [], ["MN-HTH-11", "MN-HTH-12"]
    for name, blow, strike in zip(("cavalry", "line"), blows, strikes, strict=True):
        sets = [rules.tables.sets[each] for each in strike.situations]
        rows += [(f"{name}: {row.word}", "1 set" if row.sets == 1 else f"{row.sets} sets") for row in sets]
        rows.append((f"dice of the {name}, {strike.sets} × {strike.dice}", str(strike.count)))
        cited += [row.rule for row in sets]
        before = len(dice.rolls)
        hits.append(roll_hits(dice, rules.tables, blow, strike))
        faces = ", ".join(str(face) for roll in dice.rolls[before:] for face in roll.faces)
        if strike.count:
            needed = rules.tables.qualities[blow.unit.rating].needed
            rows += [("rolled", faces), (f"hits at {needed}+", str(hits[-1]))]
    left = _points_left(_HORSE, points[0] - hits[1]), _points_left(_FOOT, points[1] - hits[0])
    results = " and ".join(f"the {name} {_has(own)}" for name, own in zip(("cavalry", "line"), left, strict=True))
    result = f"Losses are taken at the end of the round: {results}."
    return step(title, lead, rows, cited, result=result), left


def _points_left(fighter: Fighter, points: int) -> int:
    """Points after a round; 0 for a unit that is removed (MN-LOSS-02, MN-LOSS-03)."""
    return 0 if is_removed(points, fighter.rating, fighter.formation) else points


def _has(points: int) -> str:
    return f"has {points} left" if points else "is removed"
