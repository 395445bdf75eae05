"""Why a card may not be taken, or a unit or leader may not stand somewhere before the first turn."""

from battles.engine.core import Refusal
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.actions import Deploy, DeployLeader, NameNation, TakeCard
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.cards import MIX, choices, nations
from battles.rules.easy_napoleonics.refusing_case import Case, figure, no, side_name
from battles.rules.easy_napoleonics.refusing_leaders import closed, naming
from battles.rules.easy_napoleonics.refusing_moves import FACINGS
from battles.rules.easy_napoleonics.state import Unit
from battles.rules.easy_napoleonics.tables import KIND_WORDS


def refuse_card(case: Case, action: TakeCard) -> Refusal | None:
    """EN-COST-09, EN-RULING-65."""
    hand = case.state.hands[case.side == "b"]
    if not hand.chooses:
        return no("done_already", "EN-COST-09", "You hold no choice card that is still to be answered")
    if action.card not in MIX:
        return no("no_such", "EN-COST-06", "There is no such unit card")
    if action.card not in choices(case.state, case.side):
        words = action.card.replace("_", " ")
        return no("gone", "EN-RULING-65", f"The {words} cannot be taken: none is left in the deck")
    return None


def refuse_nation(case: Case, action: NameNation) -> Refusal | None:
    """EN-RULING-83."""
    if case.state.hands[case.side == "b"].chooses:
        return no("owed_first", "EN-COST-09", "You cannot name a nation yet: the choice card is taken first")
    found = nations(case.state, case.side)
    if not found:
        return no("done_already", "EN-RULING-83", "The nation of your card units is settled")
    if action.nation not in found:
        return no("no_such", "EN-RULING-83", f"Your army has no unit of {action.nation}")
    return None


def refuse_deployment(case: Case, action: Deploy) -> Refusal | None:
    """EN-SETUP-09."""
    unit = case.unit(action.unit)
    if unit is None:
        return no("no_such", "EN-UNIT-01", f"There is no unit {figure(action.unit)}")
    if unit.side != case.side:
        owner = side_name(case.state, unit.side)
        return no("not_yours", "EN-SETUP-09", f"You cannot deploy {unit.name}: it belongs to {owner}")
    if unit.level == "broken":
        return no("gone", "EN-UNIT-06", f"{unit.name} cannot be deployed: it is broken and out of play")
    if unit.cell >= 0:
        return no("done_already", "EN-SETUP-09", f"{unit.name} stands on the board already")
    return _ground(case, unit, action.cell) or _shape(case, unit, action)


def _ground(case: Case, unit: Unit, cell: Cell) -> Refusal | None:
    goal = f"{unit.name} cannot be deployed in {case.hex(cell)}"
    if refused := _in_zone(case, cell, goal):
        return refused
    if case.field.barred >> cell & 1:
        return no("impassable", "EN-SETUP-09", f"{goal}: it is impassable")
    there = case.units_in(cell)
    if not there:
        return None
    guns = unit.kind in ARTILLERY and all(case.state.units[number].kind in ARTILLERY for number in there)
    own = all(case.state.units[number].side == case.side for number in there)
    if not (case.field.options.grand_battery and guns and own):
        return no("occupied", "EN-UNIT-04", f"{goal}: {case.name(there[0])} stands there")
    if len(there) > 1:
        return no("occupied", "EN-OPT-08", f"{goal}: two batteries stand there")
    return None


def _in_zone(case: Case, cell: Cell, goal: str) -> Refusal | None:
    if not case.on_board(cell):
        return no("off_board", "EN-SETUP-09", f"{goal}: there is no such hex on the board")
    if cell not in case.field.zones[case.side]:
        return no("out_of_zone", "EN-SETUP-08", f"{goal}: it lies outside the deployment zone")
    return None


def _shape(case: Case, unit: Unit, action: Deploy) -> Refusal | None:
    if action.formation not in case.field.formations(unit):
        words = action.formation.replace("_", " ")
        what = f"{unit.name} ({KIND_WORDS[unit.kind]})"
        return no("not_for_kind", "EN-SETUP-09", f"{what} cannot be deployed in {words}: it is not open to it")
    if not 0 <= action.facing < FACINGS:
        why = f"facings are 0 to {FACINGS - 1}, not {figure(action.facing)}"
        return no("no_such", "EN-FACE-03", f"{unit.name} cannot be deployed so: {why}")
    return None


def refuse_leader_deployment(case: Case, action: DeployLeader) -> Refusal | None:
    """EN-SETUP-09."""
    if refused := case.own_leader(action.leader, "be deployed"):
        return refused
    leader = case.state.leaders[action.leader]
    if leader.cell >= 0:
        return no("done_already", "EN-SETUP-09", f"{leader.name} stands on the board already")
    goal = f"{leader.name} cannot be deployed in {case.hex(action.cell)}"
    return (
        _in_zone(case, action.cell, goal)
        or closed(case, action.cell, goal)
        or naming(case, leader, action.cell, action.unit)
    )
