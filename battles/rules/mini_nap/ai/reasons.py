"""The reasons that the computer player gives for its actions, in sentences."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from battles.engine.ai import Motive, with_motives
from battles.engine.odds import whole_percent
from battles.engine.words import with_verb
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.exact_values import Attack
from battles.rules.mini_nap.ai.situation import Situation, UnitPlace, ahead, gap
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.state import State, Unit, in_square
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS
from battles.rules.mini_nap.words import names


def charge_reason(position: Situation, action: act.Manoeuvre, attack: Attack) -> str:
    """Reason of a charge, with both risks."""
    assert isinstance(action.move, act.Charge | act.ExtendedCharge)  # noqa: S101
    unit, target = (position.state.units[number] for number in (action.unit, action.move.target))
    how = "from the flank" if attack.outflanking else "from the front"
    enemy = names.unit(position.state, action.move.target)
    return f"{with_verb(unit.name, 'charges')} {enemy} {how}: {combat_risks(position, unit, target, attack)}."


def combat_risks(position: Situation, unit: Unit, enemy: Unit, attack: Attack) -> str:
    """Both risks of an attack, fought between the two alone: the chance that each unit is destroyed."""
    lost, won = position.odds.duel_removals(unit, enemy, attack)
    return _risks(won, lost)


def stand_reason(position: Situation, unit: Unit, charger: Unit, attack: Attack) -> str:
    """Reason to stand against a charge, with both risks."""
    won, lost = position.odds.duel_removals(charger, unit, attack)
    return f"{with_verb(unit.name, 'stands')} against {charger.name}: {_risks(won, lost)}."


def _risks(won: Fraction, lost: Fraction) -> str:
    return (
        f"{whole_percent(won)} to destroy the enemy, {whole_percent(lost)} to be destroyed, if no other unit joins in"
    )


def attempt_reason(unit: Unit, tries: str, faces: int) -> str:
    """Reason of an attempt that succeeds on ``faces`` faces of the die."""
    return f"{with_verb(unit.name, tries)}: {whole_percent(Fraction(faces, DIE_SIDES))} to succeed."


def move_reason(place_values: PlaceValues, action: act.Manoeuvre, there: Unit) -> str:
    """Reason of a manoeuvre: what the new place gains most and risks most."""
    number, change = action.unit, action.before.change
    name = place_values.position.state.units[number].name
    what = "turns" if action.move is None else "moves"
    if change is not None:
        forms = f"forms {FORMATIONS[change.to].word}"
        what = forms if action.move is None else f"{forms} and moves"
    return with_motives(with_verb(name, what), list(motives(place_values, number, there)))


def motives(place_values: PlaceValues, number: int, there: Unit) -> Iterator[Motive]:
    """What a place gains and risks for a unit compared with the place where it is."""
    position = place_values.position
    unit = position.state.units[number]
    now, then = position.placed(number, unit), position.placed(number, there)
    command = place_values.command(number, there) - place_values.command(number, unit)
    yield Motive(command, "back into command" if command > 0 else "it leaves its commander's radius")
    if (there.x, there.y) != (unit.x, unit.y):
        yield Motive(1, "with its Brigade")
    straggling = place_values.straggling(number, there) - place_values.straggling(number, unit)
    yield Motive(max(0, straggling), "back to its Brigade")
    if not position.foes:
        return
    nearest = min(position.foes, key=lambda foe: (gap(foe, there, then.half), foe.number))
    foe = names.unit(position.state, nearest.number)
    away = gap(nearest, there, then.half)
    closer = gap(nearest, unit, now.half) - away
    yield Motive(weights.STEP * max(0, closer) // CM, f"to {cm(away // CM * CM)} from {foe}")
    faces = _faces(now, nearest), _faces(then, nearest)
    yield Motive(weights.TURNED * (faces[1] > faces[0]), f"to face {foe}")
    yield Motive(weights.SQUARE * (in_square(unit) and not in_square(there)), "because no cavalry threatens it now")
    yield from _fights(place_values, now, then)


def _faces(placed: UnitPlace, foe: UnitPlace) -> bool:
    return in_square(placed.unit) or ahead(placed.unit, foe.unit.x, foe.unit.y) >= placed.half


def _fights(place_values: PlaceValues, now: UnitPlace, then: UnitPlace) -> Iterator[Motive]:
    """The enemy's charges against a unit in both places, and its own charges and fire from them."""
    state = place_values.position.state
    here, there = _near(place_values, now), _near(place_values, then)
    risk = place_values.threats(now, here) - place_values.threats(then, there)
    fear = _foe(state, here if risk > 0 else there, lambda away, foe: place_values.charge_threat(
        now if risk > 0 else then, foe, away))  # fmt: skip
    yield Motive(risk, f"out of reach of {fear}" if risk > 0 else f"{fear} may charge it there")
    if now.of == "artillery":
        rows = [sorted((gap(foe, each.unit, each.half), foe.number, foe) for foe in place_values.position.foes)
                for each in (now, then)]  # fmt: skip
        gain = place_values.shots(then, rows[1]) - place_values.shots(now, rows[0])
        yield Motive(max(0, gain), "for a better shot at the enemy")
        return
    if place_values.ahead and now.of == "infantry":
        gain = place_values.musketry(then, there) - place_values.musketry(now, here)
        yield Motive(max(0, gain), "to fire at the enemy in front of it")
    gain = (place_values.opportunities(then, there) - place_values.opportunities(now, here)) * weights.CHANCE // 100
    target = _foe(state, there, lambda away, foe: place_values.position.opportunity(then, foe, away))
    yield Motive(max(0, gain), f"to charge {target} next")


Near = list[tuple[int, UnitPlace]]
"""Enemies near a place, each with its distance."""


def _near(place_values: PlaceValues, placed: UnitPlace) -> Near:
    rows = ((gap(foe, placed.unit, placed.half), foe) for foe in place_values.position.foes)
    return [row for row in rows if row[0] <= weights.SIGHTED]


def _foe(state: State, near: Near, value: Callable[[int, UnitPlace], int]) -> str:
    """The name of the enemy with the greatest value."""
    return names.unit(state, max(near, key=lambda row: value(*row))[1].number) if near else "the enemy"


def brigade_reason(position: Situation, brigade: int) -> str:
    """Reason to give a Brigade the initiative: its best charge, the enemy's best charge at it, or its fire."""
    name = position.state.brigades[brigade].name
    charges = []
    for placed in (each for each in position.own if each.unit.brigade == brigade):
        backing = position.backing(placed.number)
        for foe in position.foes:
            away = gap(foe, placed.unit, placed.half)
            if away <= weights.SIGHTED:
                charges.append((position.opportunity(placed, foe, away), placed.number, foe.number))
                threat = position.threat(foe, placed.unit, placed.half, away, backing)
                charges.append((threat, foe.number, placed.number))
    best = max(charges, default=(0, 0, 0))
    if best[0] > 0:
        charger, target = (names.unit(position.state, number) for number in best[1:])
        return f"{name} acts now: {charger} can charge {target}."
    return f"{name} acts now: it is nearest to the enemy or its guns have a target."
