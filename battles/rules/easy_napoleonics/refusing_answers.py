"""Why an answer, a rally or a melee may not be chosen."""

from typing import Any

from battles.engine.core import Refusal
from battles.rules.easy_napoleonics.actions import Advance, Answer, ChooseFireOrder, ChooseMover, Fight, Rally
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, SQUARES
from battles.rules.easy_napoleonics.refusing_case import Case, figure, no
from battles.rules.easy_napoleonics.refusing_moves import FACINGS
from battles.rules.easy_napoleonics.state import NOWHERE, Unit


def refuse_nothing(case: Case, action: Any) -> Refusal | None:
    """For actions that are legal whenever it is their time."""
    return None


def refuse_side(case: Case, action: ChooseMover | ChooseFireOrder) -> Refusal | None:
    """EN-INIT-08."""
    if action.side not in ("a", "b"):
        return no("no_such", "EN-INIT-08", "Only side A or side B can be first")
    return None


def refuse_rally(case: Case, action: Rally) -> Refusal | None:
    """EN-RALLY-01, 02."""
    if refused := case.own_unit(action.unit, "rally"):
        return refused
    unit = case.state.units[action.unit]
    if unit.rallied:
        return no("done_already", "EN-RALLY-02", f"{unit.name} cannot rally: it has tried this turn")
    if unit.level == "good":
        return no("not_needed", "EN-RALLY-01", f"{unit.name} cannot rally: its morale is Good")
    return None


def refuse_fight(case: Case, action: Fight) -> Refusal | None:
    """EN-MELEE-07 to 09."""
    state, attacker, defender = case.state, action.attacker, action.defender
    pair = (attacker, defender)
    for number in pair:
        if case.unit(number) is None:
            return no("no_such", "EN-UNIT-01", f"There is no unit {figure(number)}")
    one, two = case.name(attacker), case.name(defender)
    if pair in state.fought or pair[::-1] in state.fought:
        return no("done_already", "EN-MELEE-07", f"{one} and {two} have fought this turn")
    if pair[::-1] in state.pairs:
        return no("malformed", "EN-MELEE-05", f"{one} does not attack {two}: {two} is the attacker")
    if pair not in state.pairs:
        return no("no_target", "EN-MELEE-07", f"{one} does not fight {two}: it is not among the melees of this turn")
    if min(state.units[attacker].cell, state.units[defender].cell) < 0:
        return no("gone", "EN-MELEE-09", f"{one} cannot fight {two}: one of them is out of play")
    if not case.controls(attacker, state.units[defender].cell):
        return no("no_target", "EN-MELEE-09", f"{one} cannot fight {two}: it is not in front of it any more")
    return None


def refuse_advance(case: Case, action: Advance) -> Refusal | None:
    """EN-OPT-02, 04, 05."""
    owed = case.state.pending[-1]
    unit = case.state.units[owed.unit]
    if action.how != "turn" and action.facing is not None:
        return no("malformed", "EN-OPT-02", f"{unit.name} keeps its facing unless it moves in and turns")
    if action.how != "in" and action.target != NOWHERE:
        return no("malformed", "EN-OPT-04", f"{unit.name} fights on only if it moves in without turning")
    if action.how == "turn":
        return _turn(unit, action.facing)
    return None if action.target == NOWHERE else _target(case, unit, owed.unit, owed.cell, action.target)


def _turn(unit: Unit, facing: int | None) -> Refusal | None:
    if facing is None:
        return no("malformed", "EN-OPT-04", f"{unit.name} cannot turn: no facing is named")
    if not 0 <= facing < FACINGS:
        why = f"facings are 0 to {FACINGS - 1}, not {figure(facing)}"
        return no("no_such", "EN-FACE-03", f"{unit.name} cannot turn so: {why}")
    if facing == unit.facing:
        return no("no_change", "EN-OPT-04", f"{unit.name} cannot turn so: it faces that way already")
    return None


def _target(case: Case, unit: Unit, number: int, cell: int, target: int) -> Refusal | None:
    """EN-OPT-02, EN-OPT-06: whom the winner may attack from the hex that it moves into."""
    if refused := case.enemy_unit(target, "attack"):
        return refused
    enemy = case.state.units[target]
    goal = f"{unit.name} cannot attack {enemy.name}"
    if enemy.cell not in case.field.grid.front[unit.facing][cell]:
        return no("no_target", "EN-OPT-02", f"{goal}: it will not be in front of it in {case.hex(cell)}")
    if unit.reformed:
        return no("not_for_kind", "EN-OPT-06", f"{goal}: it changed formation or facing this turn")
    if unit.formation == "masse" and enemy.kind in CAVALRY:
        return no("not_for_kind", "EN-MELEE-03", f"{goal}: a masse does not attack cavalry")
    if {(number, target), (target, number)} & set(case.state.fought):
        return no("done_already", "EN-OPT-02", f"{goal}: they have fought this turn")
    return None


def refuse_answer(case: Case, action: Answer) -> Refusal | None:
    """EN-OPT-03."""
    owed = case.state.pending[-1]
    unit, winner = case.state.units[owed.unit], case.state.units[owed.other]
    if action.how == "fire":
        return _answer_fire(case, unit, winner, owed.unit)
    if action.how == "square":
        return _answer_square(unit, winner)
    return None


def _answer_fire(case: Case, unit: Unit, winner: Unit, number: int) -> Refusal | None:
    goal = f"{unit.name} cannot fire at {winner.name}"
    if unit.kind in CAVALRY:
        return no("not_for_kind", "EN-MUSK-01", f"{goal}: it is cavalry")
    if unit.kind in ARTILLERY and unit.formation != "unlimbered":
        return no("not_for_kind", "EN-OPT-03", f"{goal}: it is limbered")
    if unit.mute:
        return no("not_for_kind", "EN-SQUARE-05", f"{goal}: it lost its fire by trying hasty square")
    if unit.formation not in SQUARES and not case.controls(number, winner.cell):
        return no("out_of_arc", "EN-OPT-03", f"{goal}: it is not in front of it")
    tables = case.field.tables
    held = tables.answer_dice if unit.kind in ARTILLERY else tables.musketry_dice.get(unit.formation, 0)
    if not held:
        return no("no_dice_left", "EN-OPT-03", f"{goal}: it has no dice for it")
    return None


def _answer_square(unit: Unit, winner: Unit) -> Refusal | None:
    goal = f"{unit.name} cannot try hasty square"
    if winner.kind not in CAVALRY:
        return no("not_for_kind", "EN-SQUARE-04", f"{goal}: {winner.name} is not cavalry")
    if unit.kind != "infantry" or unit.formation not in ("line", "column"):
        return no("not_for_kind", "EN-SQUARE-04", f"{goal}: only infantry in line or column may")
    if unit.tried_square:
        return no("done_already", "EN-SQUARE-06", f"{goal}: it has tried this turn")
    return None
