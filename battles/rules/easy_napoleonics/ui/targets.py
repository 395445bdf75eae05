"""Actor and target of each action on the board."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.engine.forecast import Aim
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.movement.moves import charged_units
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, State
from battles.rules.easy_napoleonics.words.turn import card_words

FACINGS: Final = 6
TENTHS: Final = 600
"""Tenths of a degree from one facing to the next (EN-FACE-03)."""


def action_target(view: View, action: Any) -> Aim:
    """Actor and target of ``action`` in a view.

    A move that ends in a charge has the charged units as its targets (EN-MELEE-04). The actor of fire is the first
    unit that fires; the others are its partners. The target of an answer is the enemy unit that is answered.
    """
    return action_target_in(state_from_view(view), action)


def action_target_in(state: State, action: Any) -> Aim:
    """Actor and target of ``action`` in ``state``."""
    target_of = _TARGETS.get(type(action))
    return target_of(state, action) if target_of else Aim("")


def unit_key(state: State, number: int) -> str:
    """The key of a unit; empty if there is no such unit."""
    return f"unit {number}" if 0 <= number < len(state.units) else ""


def leader_key(state: State, number: int) -> str:
    """The key of a leader; empty if there is no such leader."""
    return f"leader {number}" if 0 <= number < len(state.leaders) else ""


def _areas(state: State, cell: Cell) -> tuple[str, ...]:
    size = state.board.columns * state.board.rows
    return (say.label(state, cell),) if 0 <= cell < size else ()


def _targets(state: State, *numbers: int) -> tuple[str, ...]:
    return tuple(key for number in numbers if (key := unit_key(state, number)))


def _hex_of(state: State, number: int) -> tuple[str, ...]:
    """The hex of a unit."""
    return _areas(state, state.units[number].cell) if unit_key(state, number) else ()


def _angle(facing: int | None) -> int | None:
    return None if facing is None else facing % FACINGS * TENTHS


def _pending_decision(state: State, kind: str) -> Pending:
    """The pending decision of this kind; if there is none, a decision without a unit."""
    last = state.pending[-1] if state.pending else None
    return last if last is not None and last.kind == kind else Pending(kind="fire_order", side="")


def _side_action(words: Callable[[State, Any], str]) -> Callable[[State, Any], Aim]:
    """Target of an action without a unit or leader as actor."""
    return lambda state, action: Aim("", how=words(state, action))


def _deploy(state: State, action: act.Deploy) -> Aim:
    how = say.in_formation(action.formation)
    return Aim(unit_key(state, action.unit), (), _areas(state, action.cell), turn=_angle(action.facing), how=how)


def _with(state: State, unit: int) -> str:
    return f"with {say.unit(state, unit)}" if unit_key(state, unit) else ""


def _place_leader(state: State, action: act.DeployLeader | act.MoveLeader) -> Aim:
    actor = leader_key(state, action.leader)
    return Aim(actor, (), _areas(state, action.cell), how=_with(state, action.unit))


def _relocate(state: State, action: act.Relocate) -> Aim:
    actor = leader_key(state, _pending_decision(state, "relocate").leader)
    return Aim(actor, (), _areas(state, action.cell), how=_with(state, action.unit))


def _rally(state: State, action: act.Rally) -> Aim:
    return Aim(unit_key(state, action.unit), (), _hex_of(state, action.unit), how="rally")


def _activate(state: State, action: act.Activate) -> Aim:
    actor = unit_key(state, action.unit)
    stays = action.cell == NOWHERE
    areas = _hex_of(state, action.unit) if stays else _areas(state, action.cell)
    charged = _targets(state, *charged_units(state, action)) if actor and areas and not stays else ()
    return Aim(actor, (), areas, charged, _angle(action.facing), ", ".join(_details(state, action)))


def _details(state: State, action: act.Activate) -> Iterator[str]:
    """Words for the parts of an activation besides its hex and facing."""
    if action.formation is not None:
        yield say.in_formation(action.formation)
    over = [leader for leader in action.over if leader_key(state, leader)]
    if over:
        yield f"over {say.leaders(state, over)}"
    if action.unlimber:
        yield "then unlimber"
    along = [leader for leader in action.along if leader_key(state, leader)]
    if along:
        yield f"with {say.leaders(state, along)}"


def _fire(state: State, action: act.Fire) -> Aim:
    shots = [(number, count) for number, count in action.dice if unit_key(state, number)]
    keys = [unit_key(state, number) for number, _ in shots]
    dice = [say.count(count, "die", "dice") for _, count in shots]
    if len(shots) > 1:
        dice = [f"{say.unit(state, number)} {words}" for (number, _), words in zip(shots, dice, strict=True)]
    return Aim(keys[0] if keys else "", tuple(keys[1:]), targets=_targets(state, action.target), how=say.listed(dice))


def _fight(state: State, action: act.Fight) -> Aim:
    return Aim(unit_key(state, action.attacker), targets=_targets(state, action.defender), how="fight")


def _answer_target(kind: str, words: Callable[[State, Any], str]) -> Callable[[State, Any], Aim]:
    """Target of an answer: the actor is the unit that decides, the target the enemy unit that causes the decision."""

    def target_of(state: State, action: Any) -> Aim:
        decision = _pending_decision(state, kind)
        return Aim(unit_key(state, decision.unit), targets=_targets(state, decision.other), how=words(state, action))

    return target_of


def _advance(state: State, action: act.Advance) -> Aim:
    decision = _pending_decision(state, "breakthrough")
    actor = unit_key(state, decision.unit)
    if action.how == "stay":
        return Aim(actor, (), _hex_of(state, decision.unit), how="stay")
    turn = _angle(action.facing)
    return Aim(
        actor, (), _areas(state, decision.cell), _targets(state, action.target), turn, f"break through, {action.how}"
    )


_ANSWERS: Final = {"hold": "hold fire", "fire": "fire", "square": "try square"}

_TARGETS: Final[dict[type, Callable[[State, Any], Aim]]] = {
    act.TakeCard: _side_action(lambda _, action: card_words(action.card) if action.card in MIX else action.card),
    act.NameNation: _side_action(lambda _, action: action.nation),
    act.Deploy: _deploy,
    act.DeployLeader: _place_leader,
    act.ChooseMover: _side_action(lambda state, action: f"{say.side(state, action.side)} first"),
    act.Rally: _rally,
    act.MoveLeader: _place_leader,
    act.Activate: _activate,
    act.Done: _side_action(lambda *_: "finish"),
    act.HastySquare: _answer_target("hasty_square", lambda _, action: "try square" if action.attempt else "stay"),
    act.Relocate: _relocate,
    act.ChooseFireOrder: _side_action(lambda state, action: f"{say.side(state, action.side)} first"),
    act.Fire: _fire,
    act.Accept: _answer_target("accept", lambda _, action: "attack" if action.fight else "do not attack"),
    act.Fight: _fight,
    act.Advance: _advance,
    act.Answer: _answer_target("answer", lambda _, action: _ANSWERS[action.how]),
    act.CallTime: _side_action(lambda *_: "call time"),
}
"""Functions for actor and target, by kind of action."""
