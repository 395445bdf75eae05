"""Hand-to-hand combat at the table: one unit against up to three that touch it, from stated facts (MN-HTH-10 to 36).

It is fought to its end, round by round, with the sets, dice and losses of a battle on the screen.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from battles.engine.core import Refusal
from battles.engine.pointing import Chance, Forecast
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.mini_nap import combat_odds, losing
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.combat_odds import Combatant, Ends, Facing, Fray
from battles.rules.mini_nap.engaged import fighter_of
from battles.rules.mini_nap.events_fight import Throw
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.losses import points_after
from battles.rules.mini_nap.sets import Blow, RoundKind, hits_of, strikes_of
from battles.rules.mini_nap.state import NONE, State, Unit, other
from battles.rules.mini_nap.tabling_facts import (
    Kind,
    choices,
    formation_fact,
    formation_in,
    is_said,
    tick,
    unit_in,
    units_of,
)
from battles.rules.mini_nap.tabling_play import Keeping
from battles.rules.mini_nap.tabling_tests import form_as_stated

ENEMIES: Final = ("enemy", "second", "third")
"""The enemies of the one unit, by the keys of their facts."""

EVEN: Final = "even"

MOST_DEFENDED: Final = 2
"""Features that a unit may be said to defend against an enemy (MNT-RULING-12 counts each once)."""


def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """The units in contact, and of each what its sets depend on."""
    one = unit_in(state, stated, "one")
    who = Fact(
        key="one",
        label="Who fights",
        choices=choices(state, units_of(state)),
        value=stated.get("one", ""),
        rule="MN-HTH-01",
        opens=True,
    )
    if one == NONE:
        return (who,)
    against = tuple(_against(state, one, stated))
    enemies = enemies_of(state, stated)
    if not enemies:
        return (who, *against)
    found = [who, *against, *_of_each(state, "one", one, stated)]
    for key, number in enemies:
        found += _of_each(state, key, number, stated)
    if len(enemies) > 1:
        plans = tuple(FactChoice(f"unit {number}", f"all on {say.unit(state, number)}") for _, number in enemies)
        plans = (FactChoice(EVEN, "evenly"), *plans)
        label = f"{say.unit(state, one)} puts its points"
        found.append(Fact(key="plan", label=label, choices=plans, value=stated.get("plan", EVEN), rule="MN-HTH-11"))
    return tuple(found)


def _against(state: State, one: int, stated: Facts) -> Iterator[Fact]:
    """Its enemies: the first must be named, another may join in once one is (MN-HTH-02)."""
    foes = choices(state, units_of(state, other(state.units[one].side)))
    taken: set[str] = set()
    for place, key in enumerate(ENEMIES):
        free = tuple(choice for choice in foes if choice.value not in taken)
        if place:
            free = (FactChoice("", "nobody else"), *free)
        label = "Against whom" if not place else "And against"
        value = stated.get(key, "")
        yield Fact(key=key, label=label, choices=free, value=value, rule="MN-HTH-01", opens=True)
        if not value:
            return
        taken.add(value)


def enemies_of(state: State, stated: Facts) -> tuple[tuple[str, int], ...]:
    """The enemies of the one unit that are stated, each with the key of its fact."""
    one, found = unit_in(state, stated, "one"), []
    for key in ENEMIES:
        number = unit_in(state, stated, key)
        if number == NONE or one == NONE or state.units[number].side == state.units[one].side:
            break
        found.append((key, number))
    return tuple(found)


def _of_each(state: State, key: str, number: int, stated: Facts) -> Iterator[Fact]:
    unit, name = state.units[number], say.unit(state, number)
    yield from formation_fact(unit, f"{key}_formation", stated, f"{name} is in")
    if unit_class(unit) == "cavalry":
        yield tick(f"{key}_charged", f"{name} charged", stated, "MN-HTH-22", usual=unit.impact)
    if key == "one":
        for foe, enemy in enemies_of(state, stated):
            words = f"{name} outflanks {say.unit(state, enemy)}"
            yield tick(f"outflanks_{foe}", words, stated, "MN-HTH-20")
    else:
        words = f"{name} outflanks {say.unit(state, unit_in(state, stated, 'one'))}"
        yield tick(f"{key}_outflanks", words, stated, "MN-HTH-20")
    features = tuple(FactChoice(str(many), say.count(many, "feature")) for many in range(MOST_DEFENDED + 1))
    label = f"{name} defends"
    value = stated.get(f"{key}_defends", "0")
    yield Fact(key=f"{key}_defends", label=label, choices=features, value=value, rule="MNT-HTH-01")


def refuse(state: State, stated: Facts) -> Refusal | None:
    """Why they cannot fight, by what the books know."""
    if not state.active:
        return Refusal("wrong_phase", "MN-SEQ-03", "Nobody fights before the Turn's first initiative is thrown for.")
    for number in (unit_in(state, stated, "one"), *(enemy for _, enemy in enemies_of(state, stated))):
        if state.units[number].crew_in != NONE:
            name = state.units[number].name
            return Refusal("not_for_kind", "MN-WEAPON-01", f"{name} is abandoned and does not fight.")
    return None


def fray_of(state: State, stated: Facts) -> tuple[Fray, tuple[int, ...]]:
    """The combat as stated, and its units: the one first, then its enemies in the order in which it strikes."""
    one, enemies, plan = unit_in(state, stated, "one"), enemies_of(state, stated), stated.get("plan", EVEN)
    ordered = sorted(enemies, key=lambda each: f"unit {each[1]}" != plan)
    keys = [("one", one), *ordered]
    units = tuple(_combatant(state, key, number, stated, plan) for key, number in keys)
    defended = [int(stated.get(f"{key}_defends", "0")) for key, _ in keys]
    facings = []
    for place, (key, _) in enumerate(ordered, start=1):
        facings.append(Facing(0, place, is_said(stated, f"outflanks_{key}"), defended[place]))
        facings.append(Facing(place, 0, is_said(stated, f"{key}_outflanks"), defended[0]))
    return Fray(units, tuple(sorted(facings, key=lambda each: (each.unit, each.enemy)))), tuple(n for _, n in keys)


def _combatant(state: State, key: str, number: int, stated: Facts, plan: str) -> Combatant:
    unit = state.units[number]
    formation = formation_in(unit, stated, f"{key}_formation")
    formed = unit_with(state, number, formation=formation).units[number]
    return Combatant(
        side=unit.side,
        fighter=fighter_of(state.setup.rules.options, formed),
        points=unit.points,
        plan="even" if plan == EVEN else "first",
        charging=is_said(stated, f"{key}_charged") and is_formed(formed),
    )


def perform(play: Keeping, stated: Facts) -> None:
    """An impact round, then melee rounds until no two enemies are left in contact."""
    fray, numbers = fray_of(play.state, stated)
    for key, number in (("one", numbers[0]), *enemies_of(play.state, stated)):
        form_as_stated(play, number, stated, f"{key}_formation")
    if play.state.step in ("manoeuvre", "fire"):
        play.tell(happened.StepBegan(step="hand_to_hand"))
    turn = 0
    while blows := _blows(play.state, fray, numbers):
        _round(play, blows, numbers, turn)
        if turn == 0:
            _after_impact(play, fray, numbers)
        turn += 1


def _blows(state: State, fray: Fray, numbers: tuple[int, ...]) -> list[tuple[int, int, Blow]]:
    """Who strikes at whom with how many points, of those that are left."""
    found = []
    here = [state.units[number].where == "table" for number in numbers]
    for place, unit in enumerate(fray.units):
        foes = [each for each in fray.facings if each.unit == place and here[each.enemy] and here[place]]
        for row, facing in enumerate(foes):
            blow = Blow(
                unit=unit.fighter,
                enemy=fray.units[facing.enemy].fighter,
                allotted=combat_odds.planned(unit.plan, state.units[numbers[place]].points, row, len(foes)),
                charging=unit.charging,
                outflanking=facing.outflanking,
                halvings=facing.halvings,
            )
            found.append((numbers[place], numbers[facing.enemy], blow))
    return found


def _round(play: Keeping, rows: list[tuple[int, int, Blow]], numbers: tuple[int, ...], turn: int) -> None:
    """All throw by the points at the start of the round; losses of both sides apply at its end (MN-HTH-14)."""
    kind: RoundKind = "impact" if turn == 0 else "melee"
    rows = [row for row in rows if row[2].allotted]
    strikes, stalemate = strikes_of(play.state.setup.rules, [blow for _, _, blow in rows], kind)
    throws, hits = [], dict.fromkeys((number for row in rows for number in row[:2]), 0)
    for (unit, enemy, blow), strike in zip(rows, strikes, strict=True):
        if not strike.sets:
            continue
        name = "impact" if turn == 0 else f"melee round {turn}"
        play.throwing = f"{say.unit(play.state, unit)} at {say.unit(play.state, enemy)}, {name}"
        reached = hits_of(play.dice, play.tables, blow, strike)
        hits[enemy] += reached
        throws.append(
            Throw(
                unit=unit,
                enemy=enemy,
                allotted=blow.allotted,
                sets=strike.situations,
                halved=strike.halved,
                dice=strike.dice,
                hits=reached,
            )
        )
    left = tuple((number, points_after(play.unit(number).points, hits[number])) for number in numbers if number in hits)
    play.tell(happened.Fought(round=turn, throws=tuple(throws), points=left, stalemate=stalemate, rolls=play.thrown()))
    losing.settle(play)


def _after_impact(play: Keeping, fray: Fray, numbers: tuple[int, ...]) -> None:
    """Nobody counts as charging any more (MN-RULING-35); who has no enemy left breaks through (MN-HTH-25)."""
    here = [play.unit(number).where == "table" for number in numbers]
    for place, number in enumerate(numbers):
        unit = play.unit(number)
        if not here[place]:
            continue
        if unit.impact:
            play.mark(number, "MN-RULING-35", impact=False)
        alone = not any(here[each.enemy] for each in fray.facings if each.unit == place)
        if alone and _may_break_through(unit):
            play.mark(number, "MN-HTH-25", white=True)


def _may_break_through(unit: Unit) -> bool:
    """MN-BREAK-01."""
    return not in_square(unit) and unit_class(unit) != "artillery" and not unit.white


def odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """How it may end, exactly; of a combat that is too large only that it is."""
    fray, numbers = fray_of(state, stated)
    title = f"{say.unit(state, numbers[0])} against {say.units(state, numbers[1:])}"
    try:
        ends = combat_odds.ends_of(fray, state.setup.rules)
    except combat_odds.TooLarge:
        return (
            Forecast(f"{title}: too many strength points for exact odds of the end", (), (), "MN-HTH-12", whole=False),
        )
    return (Forecast(title, tuple(_ends(state, numbers, ends)), (), "MN-HTH-12"), _left(state, numbers, ends))


def _ends(state: State, numbers: tuple[int, ...], ends: Ends) -> Iterator[Chance]:
    one = say.unit(state, numbers[0])
    foes = "it" if len(numbers) == 2 else "them all"
    wins = ends.chance(lambda points: bool(points[0]) and not any(points[1:]))
    yield Chance(f"{one} destroys {foes}", wins, good=True)
    yield Chance(f"{one} is destroyed", ends.chance(lambda points: not points[0] and any(points[1:])), good=False)
    yield Chance("nobody is left", ends.chance(lambda points: not any(points)))


def _left(state: State, numbers: tuple[int, ...], ends: Ends) -> Forecast:
    """The first enemy gone at the impact already, and the average of points left."""
    one = say.unit(state, numbers[0])
    through = ends.impact_chance(lambda points: bool(points[0]) and not any(points[1:]))
    average = sum((share * points[0] for points, share in ends.end.items()), Fraction(0))
    title = f"On average {one} has {float(average):.1f} points left"
    return Forecast(title, (Chance("It breaks through on impact", through, good=True),), (), "MN-HTH-25", whole=False)


FIGHT = Kind(title="Hand to hand", facts=facts, refuse=refuse, perform=perform, odds=odds, question=True)
"""A combat to its end."""
