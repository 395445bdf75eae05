"""What to do in each phase, and why: the judge of Easy Napoleonics."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from battles.engine.core import Option, SideId
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import weights
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
from battles.rules.easy_napoleonics.cards import MIX
from battles.rules.easy_napoleonics.judging_fire import best_mission, melee_gain, square_gain
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_leaders import best_rally, best_refuge, best_stand
from battles.rules.easy_napoleonics.judging_moves import best_activation, several_activations
from battles.rules.easy_napoleonics.judging_odds import value_of
from battles.rules.easy_napoleonics.judging_placing import best_placing
from battles.rules.easy_napoleonics.state import NOWHERE, Pending
from battles.rules.easy_napoleonics.value import worth as points


class EnJudge:
    """A position as one side judges it."""

    __slots__ = ("brief", "ground")

    def __init__(self, known: Any, side: SideId, ahead: bool = False, brief: bool = False) -> None:
        self.ground: Final = Ground(known, side, ahead)
        self.brief: Final = brief

    def best(self, options: Sequence[Option]) -> Advice:
        """What to do."""
        if len(options) == 1 and len(options[0].actions) == 1:
            return Advice(options[0].actions[0], 0, "There is nothing else to do.")
        topic = _topic(options)
        if topic == "activate":
            return _activate(self.ground, options, self.brief)
        return _BEST[topic](self.ground, options)

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        """The best action and others worth a thought."""
        topic = _topic(options)
        several = _RANKED.get(topic)
        best = self.best(options)
        if several is None or most < 2:
            return [best]
        others = [advice for advice in several(self.ground, options, best, most) if advice.action != best.action]
        return [best, *others][:most]


def _topic(options: Sequence[Option]) -> str:
    """What a decision is about: what units may do is listed before what leaders may, and to be done with it last."""
    kind = options[0].kind
    return "activate" if kind == "move_leader" else kind


def _rally(ground: Ground, options: Sequence[Option]) -> Advice:
    return best_rally(ground, options) or Advice(Done(), 0, "Every shaken unit has tried to rally.")


def _activate(ground: Ground, options: Sequence[Option], brief: bool) -> Advice:
    if ground.known.phase == "rally":
        return Advice(Done(), 0, "No unit is left to rally, and the leader keeps his hexes for the movement.")
    found = best_activation(ground, options, brief)
    if found is None and not brief:
        found = best_stand(ground, options)
    return found or Advice(Done(), 0, "Every other unit stands well where it is.")


def _fire(ground: Ground, options: Sequence[Option]) -> Advice:
    return best_mission(ground, options) or Advice(Done(), 0, "There is nothing to fire at.")


def _mover(ground: Ground, options: Sequence[Option]) -> Advice:
    """First where there is somebody to strike, second where the enemy would have to come."""
    strikes = _reach(ground, ground.side)
    if strikes or _reach(ground, ground.enemy):
        return Advice(ChooseMover(ground.side), strikes, "The enemy is within reach, so who moves first strikes first.")
    return Advice(ChooseMover(ground.enemy), 0, "Nobody can charge yet, so it is better to see where the enemy goes.")


def _reach(ground: Ground, side: SideId) -> int:
    """How many units of a side have an enemy within the hexes that they may charge."""
    if side == ground.side:
        return (sum(ground.foes.rings[: weights.STRIKE + 1]) & ground.own).bit_count()
    return sum(1 for foe in ground.foes.all if foe.reach & ground.own)


def _fire_order(ground: Ground, options: Sequence[Option]) -> Advice:
    return Advice(ChooseFireOrder(ground.side), 0, "Who fires first may break a unit before it fires back.")


def _fight(ground: Ground, options: Sequence[Option]) -> Advice:
    pairs = [option.actions[0] for option in options]
    gains = {(pair.attacker, pair.defender): melee_gain(ground, pair.attacker, pair.defender) for pair in pairs}
    attacker, defender = max(gains, key=lambda pair: (gains[pair], (-pair[0], -pair[1])))
    gain = gains[attacker, defender]
    text = "the best odds for its side come first" if gain > 0 else "no melee left promises more"
    return Advice(Fight(attacker, defender), gain, f"{ground.name(attacker)} fights {ground.name(defender)}: {text}.")


def _hasty_square(ground: Ground, options: Sequence[Option]) -> Advice:
    owed = ground.known.pending[-1]
    gain, passes = square_gain(ground, owed.unit, owed.other)
    name = ground.name(owed.unit)
    if gain > 0:
        return Advice(HastySquare(True), gain, f"{name} tries to form square, {passes // 10} times in 100 in time.")
    return Advice(HastySquare(False), -gain, f"{name} keeps its formation, in which it fights better than in square.")


def _accept(ground: Ground, options: Sequence[Option]) -> Advice:
    owed = ground.known.pending[-1]
    gain = melee_gain(ground, owed.unit, owed.other)
    names = f"{ground.name(owed.unit)} {{}} {ground.name(owed.other)}: the odds are {{}} it."
    if gain > 0:
        return Advice(Accept(True), gain, names.format("attacks", "with"))
    return Advice(Accept(False), -gain, names.format("leaves", "against"))


def _advance(ground: Ground, options: Sequence[Option]) -> Advice:
    owed: Pending = ground.known.pending[-1]
    best: Advice | None = None
    name = ground.name(owed.unit)
    for action in options[0].actions:
        if action.how == "in" and action.target != NOWHERE:
            gain = _on(ground, owed, action)
            text = f"{name} breaks through to {ground.name(action.target)}, as the odds are with it."
        elif action.how == "stay":
            gain, text = 0, f"{name} stays where it is, for nothing beyond is worth the risk."
        else:
            continue
        if best is None or gain > best.value:
            best = Advice(action, gain, text)
    return best or Advice(options[0].actions[0], 0, f"{name} goes no further.")


def _on(ground: Ground, owed: Pending, action: Advance) -> int:
    """What a second melee is expected to gain."""
    unit, foe = ground.lay.units[owed.unit], ground.lay.units[action.target]
    grid = ground.grid
    toward = grid.direction(foe.cell, owed.cell)
    aspect = grid.aspect(foe.cell, foe.facing, owed.cell) if toward >= 0 else "front"
    mine = ground.traits(owed.unit, owed.cell)
    lost, won, _ = ground.ledger.clash(mine, ground.traits(action.target), aspect, True)
    return (value_of(foe) * won - value_of(unit) * lost) // 1000


def _answer(ground: Ground, options: Sequence[Option]) -> Advice:
    owed = ground.known.pending[-1]
    name = ground.name(owed.unit)
    ways = {action.how: action for action in options[0].actions}
    if "square" in ways and square_gain(ground, owed.unit, owed.other)[0] > 0:
        return Advice(ways["square"], 1, f"{name} tries to form square against the attack.")
    if "fire" in ways:
        return Advice(ways["fire"], 1, f"{name} fires at the attacker before he is upon it.")
    return Advice(Answer("hold"), 0, f"{name} holds, for it has no fire left.")


def _card(ground: Ground, options: Sequence[Option]) -> Advice:
    def worth(action: TakeCard) -> tuple[int, int]:
        row = MIX[action.card]
        return points(row.kind, row.grade, ground.field.options.vp_model) if row.kind in weights.CARDS else 0, len(
            action.card
        )

    best = max(options[0].actions, key=worth)
    return Advice(best, 0, "The choice card becomes the unit that strikes hardest.")


def _nation(ground: Ground, options: Sequence[Option]) -> Advice:
    def men(action: NameNation) -> tuple[int, str]:
        return sum(
            unit.nation == action.nation for unit in ground.known.units if unit.side == ground.side
        ), action.nation

    return Advice(max(options[0].actions, key=men), 0, "The card units join the nation that most of the army is of.")


def _every(ground: Ground, options: Sequence[Option], best: Advice, most: int) -> list[Advice]:
    found = [action for option in options for action in option.actions]
    return [Advice(action, 0, "Looking ahead, it turns out best.") for action in found][:most]


def _several_activations(ground: Ground, options: Sequence[Option], best: Advice, most: int) -> list[Advice]:
    """The best places of each unit, and to leave it at that."""
    if ground.known.phase == "rally":
        return []
    found = several_activations(ground, options, best, most)
    return [*found, Advice(Done(), 0, "Every other unit stands well where it is.")] if found else []


_BEST: Final[dict[str, Callable[[Ground, Sequence[Option]], Advice]]] = {
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
    "deploy": best_placing,
    "deploy_leader": best_placing,
    "take_card": _card,
    "name_nation": _nation,
    "done": lambda ground, options: Advice(Done(), 0, "There is nothing else to do."),
}

_RANKED: Final[dict[str, Callable[[Ground, Sequence[Option], Advice, int], list[Advice]]]] = {
    "activate": _several_activations,
    "choose_mover": _every,
    "hasty_square": _every,
    "accept": _every,
    "advance": _every,
    "answer": _every,
}


def judge(known: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> EnJudge:
    """The judge of a position, who looks at the next turn too where ``ahead``.

    Where ``brief`` he leaves out the units that are far from the enemy.
    """
    return EnJudge(known, side, ahead, brief)
