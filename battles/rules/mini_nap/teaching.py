"""A worked example: small arms, a battery through a screen, a charge hand to hand (sections 3.10 to 3.12).

The numbers are the procedures' own, under the options and the tables of a battle.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from battles.engine.cheat_sheet import Page, Table
from battles.engine.dice import Dice
from battles.engine.odds import distribution
from battles.engine.teaching import added, likely, numbered, step, story, thrown
from battles.rules.mini_nap import firing
from battles.rules.mini_nap.combat_odds import Combatant, Ends, duel, ends_of
from battles.rules.mini_nap.forecasting_parts import count_rows
from battles.rules.mini_nap.losses import is_removed
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sets import Blow, Fighter, RoundKind, hits_of, strikes_of
from battles.rules.mini_nap.tables import DIE_SIDES

_KEY = "Mini-Nap, lesson 13"


def lesson(rules: Rules) -> Page:
    """The example on its page."""
    return Page("A worked example", numbered((*_small_arms(rules), *_battery(rules), *_charge(rules))))


def _small_arms(rules: Rules) -> Iterator[Table]:
    shot = firing.Shot(unit_class="infantry", formation="line", rating="veteran", target="column", band=None)
    far = rules.tables.small_arms_range
    lead = f"A Veteran line fires at a Trained column of 6 strength points, no more than {far} cm away."
    yield from _shot(rules, shot, 0, ("Small arms", "The dice"), lead, 6)


def _battery(rules: Rules) -> Iterator[Table]:
    shot = firing.Shot(
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
    rules: Rules, shot: firing.Shot, chapter: int, titles: tuple[str, str], lead: str, points: int | None
) -> Iterator[Table]:
    """How the dice come about; then the throw and what is left of the target."""
    tables = rules.tables
    made = firing.count(tables, shot)
    modifiers = count_rows(tables, made)
    rows = [("dice to begin with", str(made.basic)), *added(modifiers), ("dice thrown", str(made.dice))]
    cited = ("MN-FIRE-42", *dict.fromkeys(row.rule for row in modifiers))
    yield step(titles[0], lead, rows, cited)
    dice = story(_KEY, chapter)
    total, hits = firing.throw(dice, tables, made.dice)
    (faces,) = thrown(dice, firing.WHY) or ("–",)
    found = distribution(lambda other: firing.throw(other, tables, made.dice)[1])
    rows = [("thrown", faces), ("sum", str(total)), (f"hits, one for each full {tables.sum_per_hit}", str(hits))]
    if points is not None:
        rows.append((f"points left of {points}", str(max(0, points - hits))))
    rows += likely((f"likely: {_hits(number)}", found[number]) for number in sorted(found))
    yield step(titles[1], "", rows, ("MN-FIRE-43", "MN-LOSS-01"))


def _hits(number: int) -> str:
    return "1 hit" if number == 1 else f"{number} hits"


_HORSE = Fighter(unit_class="cavalry", rating="veteran", formation="line")
_FOOT = Fighter(unit_class="infantry", rating="trained", formation="line")
_POINTS = (5, 6)


def _charge(rules: Rules) -> Iterator[Table]:
    """Impact, then a melee round if anybody is left on both sides; then what was likely.

    By a club's numbers by which neither can hit the other it never ends, and nothing is told of its end.
    """
    dice = story(_KEY, 2)
    lead = (
        f"Veteran cavalry with {_POINTS[0]} points charges a Trained line with {_POINTS[1]}, which formed no square. "
        "It touches the front: it does not outflank."
    )
    table, left = _round(rules, dice, "The charge: impact", lead, _POINTS, "impact")
    yield table
    if all(left):
        lead = f"Points {left[0]} against {left[1]} fight on."
        table, left = _round(rules, dice, "A melee round", lead, left, "melee")
        yield table
    if all(rules.tables.qualities[each.rating].needed > DIE_SIDES for each in (_HORSE, _FOOT)):
        return
    one = Combatant(side="a", fighter=_HORSE, points=_POINTS[0], charging=True)
    ends = ends_of(duel(one, Combatant(side="b", fighter=_FOOT, points=_POINTS[1])), rules, start="impact")
    rows = (
        ("the cavalry breaks through at once", ends.impact_chance(lambda points: bool(points[0]) and not points[1])),
        ("the cavalry wins in the end", _share(ends, lambda horse, foot: horse and not foot)),
        ("the line wins", _share(ends, lambda horse, foot: foot and not horse)),
        ("both are gone", _share(ends, lambda horse, foot: not horse and not foot)),
    )
    yield step("What was likely", "From the charge on:", likely(rows), ("MN-HTH-25", "MN-BREAK-01"))


def _share(ends: Ends, holds: Callable[[bool, bool], bool]) -> Fraction:
    """The chance of how it ends, by who is left."""
    return sum((share for (one, other), share in ends.end.items() if holds(bool(one), bool(other))), Fraction(0))


def _round(
    rules: Rules, dice: Dice, title: str, lead: str, points: tuple[int, int], kind: RoundKind
) -> tuple[Table, tuple[int, int]]:
    """A round: sets, dice and hits of both; and the points that it leaves."""
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
        hits.append(hits_of(dice, rules.tables, blow, strike))
        faces = ", ".join(str(face) for roll in dice.rolls[before:] for face in roll.faces)
        if strike.count:
            needed = rules.tables.qualities[blow.unit.rating].needed
            rows += [("thrown", faces), (f"hits at {needed}+", str(hits[-1]))]
    left = _left(_HORSE, points[0] - hits[1]), _left(_FOOT, points[1] - hits[0])
    told = " and ".join(f"the {name} {_has(own)}" for name, own in zip(("cavalry", "line"), left, strict=True))
    result = f"Losses are taken at the end of the round: {told}."
    return step(title, lead, rows, cited, result=result), left


def _left(fighter: Fighter, points: int) -> int:
    """Points after a round; none for a unit that is removed with those it has left (MN-LOSS-02, 03)."""
    return 0 if is_removed(points, fighter.rating, fighter.formation) else points


def _has(points: int) -> str:
    return f"has {points} left" if points else "is removed"
