"""The best actions in each phase with reasons, and the value of a position for a side."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from battles.engine.ai import Advice
from battles.engine.core import Option, SideId
from battles.rules.easy_napoleonics.actions import (
    Accept,
    Advance,
    Answer,
    ChooseFireOrder,
    ChooseMover,
    Done,
    Fight,
    HastySquare,
    NameNation,
    TakeCard,
)
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.activations import UnitEvaluator
from battles.rules.easy_napoleonics.ai.deployment import best_deployment
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, bearing
from battles.rules.easy_napoleonics.ai.exact_values import Traits, led, traits_of, value_of
from battles.rules.easy_napoleonics.ai.fire import best_mission, melee_gain, square_gain
from battles.rules.easy_napoleonics.ai.movement import (
    best_activation,
    best_leader_move,
    best_rally,
    best_refuge,
    several_activations,
)
from battles.rules.easy_napoleonics.ai.reasons import (
    REASONS,
    accept_reason,
    advance_reason,
    answer_reason,
    melee_risks,
    mover_reason,
    square_reason,
)
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.fire import has_fire, targets_of
from battles.rules.easy_napoleonics.movement.moves import meetings
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, State, Unit, other
from battles.rules.easy_napoleonics.victory import victory_points


class Evaluator:
    """Evaluator of a side's actions in one position.

    ``brief`` leaves out units that are far from the enemy.
    """

    __slots__ = ("brief", "situation")

    def __init__(self, position: Any, side: SideId, ahead: bool = False, brief: bool = False) -> None:
        self.situation: Final = Situation(position, side, ahead)
        self.brief: Final = brief

    def best(self, options: Sequence[Option]) -> Advice:
        """The best action, with a reason."""
        if len(options) == 1 and len(options[0].actions) == 1:
            return Advice(options[0].actions[0], 0, "There is no other action.")
        topic = _topic(options)
        if topic == "activate":
            return _activate(self.situation, options, self.brief)
        return _BEST[topic](self.situation, options)

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        """The best action and other candidates, at most ``most``."""
        topic = _topic(options)
        several = _RANKED.get(topic)
        best = self.best(options)
        if several is None or most < 2:
            return [best]
        others = [advice for advice in several(self.situation, options, best, most) if advice.action != best.action]
        return [best, *others][:most]


def _topic(options: Sequence[Option]) -> str:
    """Topic of a decision: the kind of its first option. Leader moves belong to activations."""
    kind = options[0].kind
    return "activate" if kind == "move_leader" else kind


STAY: Final = "No other unit would gain by a move."


def _rally(situation: Situation, options: Sequence[Option]) -> Advice:
    return best_rally(situation, options) or Advice(Done(), 0, "Every shaken unit has tried to rally.")


def _activate(situation: Situation, options: Sequence[Option], brief: bool) -> Advice:
    if situation.position.phase == "rally":
        return Advice(Done(), 0, "No unit is left to rally. The leader saves hexes for the movement phase.")
    advice = best_activation(situation, options, brief)
    if advice is None and not brief:
        advice = best_leader_move(situation, options)
    return advice or Advice(Done(), 0, STAY)


def _fire(situation: Situation, options: Sequence[Option]) -> Advice:
    return best_mission(situation, options) or Advice(Done(), 0, "There is nothing to fire at.")


def _mover(situation: Situation, options: Sequence[Option]) -> Advice:
    """Move first if either side can charge; else let the enemy move first."""
    strikes = _units_in_charge_distance(situation, situation.side)
    near = strikes or _units_in_charge_distance(situation, situation.enemy)
    action = ChooseMover(situation.side if near else situation.enemy)
    return Advice(action, strikes, mover_reason(situation, action))


def _units_in_charge_distance(situation: Situation, side: SideId) -> int:
    """Number of units of a side with an enemy within charge distance."""
    if side == situation.side:
        return (sum(situation.foes.rings[: weights.STRIKE + 1]) & situation.own).bit_count()
    return sum(1 for foe in situation.foes.all if foe.reach & situation.own)


def _fire_order(situation: Situation, options: Sequence[Option]) -> Advice:
    return Advice(ChooseFireOrder(situation.side), 0, "The first to fire may break a unit before it fires back.")


def _fight(situation: Situation, options: Sequence[Option]) -> Advice:
    pairs = [option.actions[0] for option in options]
    gains = {(pair.attacker, pair.defender): melee_gain(situation, pair.attacker, pair.defender) for pair in pairs}
    attacker, defender = max(gains, key=lambda pair: (gains[pair], (-pair[0], -pair[1])))
    risks = melee_risks(situation, attacker, defender)
    text = f"{situation.name(attacker)} fights {situation.name(defender)}: {risks}."
    return Advice(Fight(attacker, defender), gains[attacker, defender], text)


def _hasty_square(situation: Situation, options: Sequence[Option]) -> Advice:
    decision = situation.position.pending[-1]
    gain, _ = square_gain(situation, decision.unit, decision.other)
    action = HastySquare(gain > 0)
    return Advice(action, abs(gain), square_reason(situation, action))


def _accept(situation: Situation, options: Sequence[Option]) -> Advice:
    decision = situation.position.pending[-1]
    gain = melee_gain(situation, decision.unit, decision.other)
    action = Accept(gain > 0)
    return Advice(action, abs(gain), accept_reason(situation, action))


def _advance(situation: Situation, options: Sequence[Option]) -> Advice:
    decision: Pending = situation.position.pending[-1]
    best: Advice | None = None
    for action in options[0].actions:
        if action.how == "in" and action.target != NOWHERE:
            gain = _second_melee_gain(situation, decision, action)
        elif action.how == "stay":
            gain = 0
        else:
            continue
        if best is None or gain > best.value:
            best = Advice(action, gain, partial(advance_reason, situation, action))
    return best or Advice(options[0].actions[0], 0, partial(advance_reason, situation, options[0].actions[0]))


def _second_melee_gain(situation: Situation, decision: Pending, action: Advance) -> int:
    """Expected gain of a second melee."""
    unit, foe = situation.occupancy.units[decision.unit], situation.occupancy.units[action.target]
    grid = situation.grid
    toward = grid.direction(foe.cell, decision.cell)
    aspect = grid.aspect(foe.cell, foe.facing, decision.cell) if toward >= 0 else "front"
    mine = situation.traits(decision.unit, decision.cell)
    lost, won, _ = situation.exact_values.clash(mine, situation.traits(action.target), aspect, True)
    return (value_of(foe) * won - value_of(unit) * lost) // 1000


def _answer(situation: Situation, options: Sequence[Option]) -> Advice:
    decision = situation.position.pending[-1]
    ways = {action.how: action for action in options[0].actions}
    action = ways.get("fire") or Answer("hold")
    if "square" in ways and square_gain(situation, decision.unit, decision.other)[0] > 0:
        action = ways["square"]
    return Advice(action, action.how != "hold", answer_reason(situation, action))


def _card(situation: Situation, options: Sequence[Option]) -> Advice:
    def value(action: TakeCard) -> tuple[int, int]:
        row = MIX[action.card]
        return victory_points(
            row.kind, row.grade, situation.field.options.vp_model
        ) if row.kind in weights.CARDS else 0, len(action.card)

    best = max(options[0].actions, key=value)
    return Advice(best, 0, "The choice card becomes the strongest unit in attack.")


def _nation(situation: Situation, options: Sequence[Option]) -> Advice:
    def men(action: NameNation) -> tuple[int, str]:
        return sum(
            unit.nation == action.nation for unit in situation.position.units if unit.side == situation.side
        ), action.nation

    return Advice(max(options[0].actions, key=men), 0, "The card units join the nation of most of the army.")


def _all_actions(situation: Situation, options: Sequence[Option], best: Advice, most: int) -> list[Advice]:
    actions = [action for option in options for action in option.actions]
    reason = REASONS[_topic(options)]
    return [Advice(action, 0, partial(reason, situation, action)) for action in actions][:most]


def _several_activations(situation: Situation, options: Sequence[Option], best: Advice, most: int) -> list[Advice]:
    """The best activations of each unit, and the end of the phase."""
    if situation.position.phase == "rally":
        return []
    advices = several_activations(situation, options, best, most)
    return [*advices, Advice(Done(), 0, STAY)] if advices else []


_BEST: Final[dict[str, Callable[[Situation, Sequence[Option]], Advice]]] = {
    "rally": _rally,
    "fire": _fire,
    "choose_mover": _mover,
    "choose_fire_order": _fire_order,
    "fight": _fight,
    "hasty_square": _hasty_square,
    "relocate": best_refuge,
    "accept": _accept,
    "advance": _advance,
    "answer": _answer,
    "deploy": best_deployment,
    "deploy_leader": best_deployment,
    "take_card": _card,
    "name_nation": _nation,
    "done": lambda situation, options: Advice(Done(), 0, "There is no other action."),
}

_RANKED: Final[dict[str, Callable[[Situation, Sequence[Option], Advice, int], list[Advice]]]] = {
    "activate": _several_activations,
    "choose_mover": _all_actions,
    "hasty_square": _all_actions,
    "accept": _all_actions,
    "advance": _all_actions,
    "answer": _all_actions,
}


def evaluator(position: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> Evaluator:
    """Evaluator of a position.

    ``ahead`` counts threats of the next turn too; ``brief`` leaves out units that are far from the enemy.
    """
    return Evaluator(position, side, ahead, brief)


CERTAIN: Final = False
"""The evaluator does not weigh the enemy's answers; playing actions out shows more."""


def horizon(state: State) -> int:
    """Twice the turn, plus 1 once both sides have moved: from then on the odds are exact."""
    return 2 * state.turn + (state.phase in ("artillery", "musketry", "melee"))


TO_FIRE: Final = {"rally": 2, "movement": 2, "artillery": 2, "musketry": 1}
"""Fire phases of the turn that are not over."""


def evaluate(state: State, side: SideId) -> int:
    """Value of a position for ``side``, in hundredths of a victory point."""
    if state.outcome is not None:
        won = state.outcome.winner
        return weights.WON if won == side else -weights.WON if won else -weights.WON // 2
    return Evaluation(state, side).total()


class Evaluation:
    """Evaluation of a position. ``sign`` is 1 for the side and -1 for its enemy."""

    __slots__ = ("side", "sign", "situation", "state", "traits", "values")

    def __init__(self, state: State, side: SideId) -> None:
        self.state = state
        self.side = side
        self.situation = Situation(state, side)
        self.sign = {side: 1, self.situation.enemy: -1}
        occupancy, terrain = self.situation.occupancy, self.situation.field.terrain
        self.traits: list[Traits] = [
            traits_of(unit, terrain.get(unit.cell, "open"), led(occupancy, number))
            for number, unit in enumerate(occupancy.units)
        ]
        self.values = [value_of(unit) for unit in occupancy.units]

    def total(self) -> int:
        """The whole value."""
        value = self._men() + self._way()
        phase = self.state.phase
        if phase in TO_FIRE:
            value += self._fire(TO_FIRE[phase])
        if phase in TO_FIRE or phase == "initiative":
            value += self._melees()
        return value

    def _men(self) -> int:
        """Value of the points scored and of the units and leaders left."""
        a, b = self.state.score
        value = weights.POINT * (a - b) * self.sign["a"]
        for unit, whole in zip(self.state.units, self.values, strict=True):
            if unit.level != "broken":
                left = weights.POWER[unit.kind] - whole * weights.LOST[unit.level] // 100
                value += self.sign[unit.side] * left
        for man in self.state.leaders:
            if man.alive:
                value += self.sign[man.side] * weights.LEADER
        return value

    def _way(self) -> int:
        """Value of the places of this side's units, without the enemies next to them."""
        if not self.situation.foes.all:
            return 0
        value = 0
        for number, unit in enumerate(self.state.units):
            if unit.side == self.side and unit.cell >= 0:
                value += UnitEvaluator(self.situation, number).standing()
        return value

    def _fire(self, phases: int) -> int:
        """Value of every unit's best volley, each on its own."""
        situation, value = self.situation, 0
        occupancy = situation.occupancy
        for number, unit in enumerate(occupancy.units):
            if unit.cell < 0 or not has_fire(situation.field, unit):
                continue
            guns = unit.kind in ARTILLERY
            if guns and (phases < 2 or unit.formation != "unlimbered"):
                continue
            if not guns and (unit.kind in CAVALRY or not occupancy.near[other(unit.side)] >> unit.cell & 1):
                continue
            value += self.sign[unit.side] * self._volley(number, unit)
        return value * weights.FIRED // 100

    def _volley(self, number: int, unit: Unit) -> int:
        situation, best = self.situation, 0
        for target, dice in targets_of(situation.field, situation.occupancy, number):
            foe = situation.occupancy.units[target]
            aspect = ASPECTS[(bearing(situation.grid, foe.cell, unit.cell) - foe.facing) % 6]
            hurt = situation.exact_values.hurt(self.traits[number], self.traits[target], aspect, dice)
            best = max(best, hurt * self.values[target])
        return best // 1000

    def _clash(self, attacker: int, defender: int, charged: bool) -> tuple[int, int, int, int]:
        """Gain of a melee for the attacker's side, losses of both, and how often the defender breaks (per 1,000)."""
        situation = self.situation
        own, foe = situation.occupancy.units[attacker], situation.occupancy.units[defender]
        aspect = ASPECTS[(bearing(situation.grid, foe.cell, own.cell) - foe.facing) % 6]
        lost, won, broken = situation.exact_values.clash(self.traits[attacker], self.traits[defender], aspect, charged)
        return (self.values[defender] * won - self.values[attacker] * lost) // 1000, lost, won, broken

    def _melees(self) -> int:
        """Value of this turn's melees, best first for the side with the initiative.

        Each is weighted by the chance that both units are still there.
        """
        state, situation = self.state, self.situation
        rows = []
        for attacker, defender, optional in meetings(situation.field, situation.occupancy, state):
            charged = defender in situation.occupancy.units[attacker].charged
            gain, lost, won, _ = self._clash(attacker, defender, charged)
            if not optional or gain > 0:
                side = situation.occupancy.units[attacker].side
                rows.append(
                    (gain if side == state.holder else -gain, gain * self.sign[side], attacker, defender, lost, won)
                )
        rows.sort(key=lambda row: (-row[0], row[2], row[3]))
        left: dict[int, int] = {}
        value = 0
        for _, gain, attacker, defender, lost, won in rows:
            one, two = left.get(attacker, 1000), left.get(defender, 1000)
            there = one * two // 1000
            value += gain * there // 1000
            left[attacker] = one * (1000 - lost * there // 1000) // 1000
            left[defender] = two * (1000 - won * there // 1000) // 1000
        return value
