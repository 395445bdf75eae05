"""Reactions: a winner's choices, answers to the enemy, and their refusals."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words import with_verb
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.actions import Advance, Answer, ChooseFireOrder, ChooseMover, Fight, Rally
from battles.rules.easy_napoleonics.movement.moves import FORMATIONS_THAT_ATTACK, can_attack, enemies_in_front, faces
from battles.rules.easy_napoleonics.movement.refusals import FACINGS
from battles.rules.easy_napoleonics.resolution import RefusalContext, figure, refusal
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY, SQUARES
from battles.rules.easy_napoleonics.state import NOWHERE, Occupancy, Pending, State, Unit, other
from battles.rules.easy_napoleonics.terrain import FOOT, Field


def may_advance(field: Field, occupancy: Occupancy, winner: Unit, cell: Cell) -> bool:
    """True if a winner may move into the hex of the unit that it broke (EN-OPT-01, EN-OPT-05, EN-RULING-88)."""
    able = winner.kind in CAVALRY or (winner.kind == "infantry" and winner.formation in FORMATIONS_THAT_ATTACK)
    if not able or winner.advances >= field.tables.breakthroughs:
        return False
    barred = occupancy.held["a"] | occupancy.held["b"] | field.barred
    if field.options.lone_leader_contact == "block":
        barred |= occupancy.lone[other(winner.side)]
    return not barred >> cell & 1


def breakthrough_choices(field: Field, occupancy: Occupancy, state: State, decision: Pending) -> tuple[Advance, ...]:
    """Choices of a winner: stay; move in, and fight an enemy in front if it likes; move in and turn.

    Source: EN-OPT-02, EN-OPT-04, EN-OPT-05, EN-OPT-06, EN-RULING-60.
    """
    unit = occupancy.units[decision.unit]
    inside = replace(unit, cell=decision.cell)
    turned = tuple(Advance("turn", facing) for facing in range(6) if facing != unit.facing)
    fights = tuple(
        Advance("in", target=foe)
        for foe in enemies_in_front(field, occupancy, inside)
        if can_attack(inside, occupancy.units[foe]) and not _have_fought(state, decision.unit, foe)
    )
    return (Advance("stay"), Advance("in"), *fights, *turned)


def _have_fought(state: State, one: int, two: int) -> bool:
    return (one, two) in state.fought or (two, one) in state.fought


def breakthrough_answers(field: Field, occupancy: Occupancy, state: State, decision: Pending) -> tuple[Answer, ...]:
    """Answers of a unit that a breakthrough attacks (EN-OPT-03)."""
    unit, winner = occupancy.units[decision.unit], occupancy.units[decision.other]
    answers = [Answer("hold")]
    if answer_dice(field, unit, winner):
        answers.append(Answer("fire"))
    if may_try_square(unit, winner):
        answers.append(Answer("square"))
    return tuple(answers)


def may_try_square(unit: Unit, charger: Unit) -> bool:
    """True if a unit may try hasty square against an attacker (EN-SQUARE-04, EN-SQUARE-06, EN-OPT-03)."""
    return (
        charger.kind in CAVALRY
        and unit.kind == "infantry"
        and unit.formation in FOOT
        and unit.cell >= 0
        and not unit.tried_square
    )


def answer_dice(field: Field, unit: Unit, winner: Unit) -> int:
    """Dice that a unit may fire at a winner that attacks it (EN-OPT-03)."""
    if unit.mute:
        return 0
    all_round = unit.formation in SQUARES
    if not all_round and not faces(field, unit, winner.cell):
        return 0
    if unit.kind in ARTILLERY:
        return field.tables.answer_dice if unit.formation == "unlimbered" else 0
    return field.book.fire_dice.get((unit.kind, unit.formation, 1), 0)


def refuse_nothing(context: RefusalContext, action: Any) -> Refusal | None:
    """None: these actions are always legal when their decision is open."""
    return None


def refuse_side(context: RefusalContext, action: ChooseMover | ChooseFireOrder) -> Refusal | None:
    """Why a side cannot be chosen to be first (EN-INIT-08)."""
    if action.side not in ("a", "b"):
        return refusal("no_such", "EN-INIT-08", "Only side A or side B can be first")
    return None


def refuse_rally(context: RefusalContext, action: Rally) -> Refusal | None:
    """Why a unit may not try to rally (EN-RALLY-01, EN-RALLY-02, EN-RALLY-03)."""
    if refused := context.own_unit(action.unit, "rally"):
        return refused
    unit = context.state.units[action.unit]
    if unit.rallied:
        return refusal("done_already", "EN-RALLY-02", f"{unit.name} cannot rally: it has tried this turn")
    if unit.level == "good":
        return refusal("not_needed", "EN-RALLY-01", f"{unit.name} cannot rally: its morale is Good")
    return None


def refuse_fight(context: RefusalContext, action: Fight) -> Refusal | None:
    """Why a melee may not be fought next (EN-MELEE-07, EN-MELEE-08, EN-MELEE-09)."""
    state, attacker, defender = context.state, action.attacker, action.defender
    pair = (attacker, defender)
    for number in pair:
        if context.unit(number) is None:
            return refusal("no_such", "EN-UNIT-01", f"There is no unit {figure(number)}")
    one, two = context.name(attacker), context.name(defender)
    if pair in state.fought or pair[::-1] in state.fought:
        return refusal("done_already", "EN-MELEE-07", f"{one} and {two} have fought this turn")
    if pair[::-1] in state.pairs:
        return refusal(
            "malformed",
            "EN-MELEE-05",
            f"{with_verb(one, 'does')} not attack {two}: {with_verb(two, 'is')} the attacker",
        )
    if pair not in state.pairs:
        return refusal(
            "no_target",
            "EN-MELEE-07",
            f"{with_verb(one, 'does')} not fight {two}: this is not one of the melees of this turn",
        )
    if min(state.units[attacker].cell, state.units[defender].cell) < 0:
        return refusal("gone", "EN-MELEE-09", f"{one} cannot fight {two}: one of them is out of play")
    if not context.controls(attacker, state.units[defender].cell):
        return refusal(
            "no_target", "EN-MELEE-09", f"{one} cannot fight {two}: {with_verb(two, 'is')} no longer in front of it"
        )
    return None


def refuse_advance(context: RefusalContext, action: Advance) -> Refusal | None:
    """Why a winner may not advance in this way (EN-OPT-02, EN-OPT-04, EN-OPT-05)."""
    decision = context.state.pending[-1]
    unit = context.state.units[decision.unit]
    if action.how != "turn" and action.facing is not None:
        return refusal("malformed", "EN-OPT-02", with_verb(unit.name, "keeps its facing except after moving in"))
    if action.how != "in" and action.target != NOWHERE:
        return refusal(
            "malformed", "EN-OPT-04", f"{with_verb(unit.name, 'fights')} on only if it moves in without turning"
        )
    if action.how == "turn":
        return _turn(unit, action.facing)
    return None if action.target == NOWHERE else _target(context, unit, decision.unit, decision.cell, action.target)


def _turn(unit: Unit, facing: int | None) -> Refusal | None:
    if facing is None:
        return refusal("malformed", "EN-OPT-04", f"{unit.name} cannot turn: choose a facing")
    if not 0 <= facing < FACINGS:
        why = f"facings are 0 to {FACINGS - 1}, not {figure(facing)}"
        return refusal("no_such", "EN-FACE-03", f"{unit.name} cannot turn that way: {why}")
    if facing == unit.facing:
        return refusal("no_change", "EN-OPT-04", f"{unit.name} cannot turn that way: it faces that way already")
    return None


def _target(context: RefusalContext, unit: Unit, number: int, cell: int, target: int) -> Refusal | None:
    """Why the winner may not attack a unit from the hex that it moves into (EN-OPT-02, EN-OPT-06)."""
    if refused := context.enemy_unit(target, "attack"):
        return refused
    enemy = context.state.units[target]
    goal = f"{unit.name} cannot attack {enemy.name}"
    if enemy.cell not in context.field.grid.front[unit.facing][cell]:
        return refusal("no_target", "EN-OPT-02", f"{goal}: it will not be in front of it in {context.hex(cell)}")
    if unit.reformed:
        return refusal("not_for_kind", "EN-OPT-06", f"{goal}: it changed formation or facing this turn")
    if unit.formation == "masse" and enemy.kind in CAVALRY:
        return refusal("not_for_kind", "EN-MELEE-03", f"{goal}: a masse does not attack cavalry")
    if {(number, target), (target, number)} & set(context.state.fought):
        return refusal("done_already", "EN-OPT-02", f"{goal}: they have fought this turn")
    return None


def refuse_answer(context: RefusalContext, action: Answer) -> Refusal | None:
    """Why a unit may not answer a breakthrough in this way (EN-OPT-03)."""
    decision = context.state.pending[-1]
    unit, winner = context.state.units[decision.unit], context.state.units[decision.other]
    if action.how == "fire":
        return _answer_fire(context, unit, winner, decision.unit)
    if action.how == "square":
        return _answer_square(unit, winner)
    return None


def _answer_fire(context: RefusalContext, unit: Unit, winner: Unit, number: int) -> Refusal | None:
    goal = f"{unit.name} cannot fire at {winner.name}"
    if unit.kind in CAVALRY:
        return refusal("not_for_kind", "EN-MUSK-01", f"{goal}: it is cavalry")
    if unit.kind in ARTILLERY and unit.formation != "unlimbered":
        return refusal("not_for_kind", "EN-OPT-03", f"{goal}: it is limbered")
    if unit.mute:
        return refusal("not_for_kind", "EN-SQUARE-05", f"{goal}: it lost its fire when it tried hasty square")
    if unit.formation not in SQUARES and not context.controls(number, winner.cell):
        return refusal("out_of_arc", "EN-OPT-03", f"{goal}: {with_verb(winner.name, 'is')} not in front of it")
    tables = context.field.tables
    dice = tables.answer_dice if unit.kind in ARTILLERY else tables.musketry_dice.get(unit.formation, 0)
    if not dice:
        return refusal("no_dice_left", "EN-OPT-03", f"{goal}: it has no dice to fire")
    return None


def _answer_square(unit: Unit, winner: Unit) -> Refusal | None:
    goal = f"{unit.name} cannot try hasty square"
    if winner.kind not in CAVALRY:
        return refusal("not_for_kind", "EN-SQUARE-04", f"{goal}: {with_verb(winner.name, 'is')} not cavalry")
    if unit.kind != "infantry" or unit.formation not in ("line", "column"):
        return refusal("not_for_kind", "EN-SQUARE-04", f"{goal}: only infantry in line or column can")
    if unit.tried_square:
        return refusal("done_already", "EN-SQUARE-06", f"{goal}: it has tried this turn")
    return None
