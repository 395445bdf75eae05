"""The evaluator: the best action at each decision, and why."""

from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

from battles.engine.ai import Advice
from battles.engine.core import Option, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai.combat import best_allotment, best_answer, best_break, best_group, best_join, best_shot
from battles.rules.mini_nap.ai.command import best_choice, best_deployment, best_edge, best_preparation
from battles.rules.mini_nap.ai.evaluation import PlaceValues
from battles.rules.mini_nap.ai.movement import best_manoeuvre
from battles.rules.mini_nap.ai.reactions import (
    best_charge_answer,
    best_continuation,
    best_defender,
    best_evasion,
    best_feint,
    best_feint_move,
    best_nearby_squares,
    best_reaction,
)
from battles.rules.mini_nap.ai.situation import Situation, situation
from battles.rules.mini_nap.hidden import state_from_view
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.state import State, Step


class Evaluator:
    """Advice for one side in one position."""

    __slots__ = ("place_values", "position")

    def __init__(self, state: State, side: SideId, ahead: bool = False) -> None:
        self.position: Final[Situation] = situation(state, side, ahead)
        self.place_values: Final = PlaceValues(self.position, ahead)

    def best(self, options: Sequence[Option]) -> Advice:
        """The best of the options, with the reason."""
        return _BEST[self._topic(options)](self, options)

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        """The best action only; this evaluator does not rank the others."""
        return [self.best(options)]

    def _topic(self, options: Sequence[Option]) -> str:
        """The kind of decision; for a contact or combat with its stage."""
        state = self.position.state
        what = current_kind(state)
        if what == "contact":
            return f"contact {state.stack[-1].stage}"  # type: ignore[union-attr]
        if what == "combat":
            return options[0].kind
        return what


def _end(evaluator: Evaluator, options: Sequence[Option]) -> Advice:
    for option in options:
        if option.kind == "reman":
            return Advice(option.actions[0], 1, "The crew goes back to its guns.")
    return Advice(act.Done(), 0, "There is nothing else to do.")


def _done(evaluator: Evaluator, options: Sequence[Option]) -> Advice:
    return Advice(act.Done(), 0, "There is nothing else to do.")


def _by_position(choose: Callable[[Situation, Sequence[Option]], Advice]) -> "Best":
    return lambda evaluator, options: choose(evaluator.position, options)


def _by_frame(choose: Callable[[Situation, Any, Sequence[Option]], Advice]) -> "Best":
    return lambda evaluator, options: choose(evaluator.position, evaluator.position.state.stack[-1], options)


def _by_place_values(choose: Callable[[Situation, PlaceValues, Sequence[Option]], Advice]) -> "Best":
    return lambda evaluator, options: choose(evaluator.position, evaluator.place_values, options)


Best = Callable[[Evaluator, Sequence[Option]], Advice]

_BEST: Final[dict[str, Best]] = {
    "edges": _by_position(best_edge),
    "deployment": _by_position(best_deployment),
    "arrival": _by_position(best_deployment),
    "choose": _by_position(best_choice),
    "command": _by_position(best_preparation),
    "manoeuvre": _by_place_values(best_manoeuvre),
    "fire": _by_position(best_shot),
    "hand_to_hand": _done,
    "break_active": _by_place_values(best_break),
    "break_passive": _by_place_values(best_break),
    "end": _end,
    "course": _by_frame(best_reaction),
    "stand_course": _by_frame(best_evasion),
    "onward": _by_place_values(best_continuation),
    "naming": _by_position(best_defender),
    "contact answer": _by_frame(best_charge_answer),
    "contact nearby": _by_position(best_nearby_squares),
    "contact flight": _by_frame(best_charge_answer),
    "contact feint": _by_frame(best_feint),
    "contact feint_back": _by_frame(best_feint_move),
    "shot": _by_frame(best_answer),
    "joining": _by_position(best_join),
    "choose_group": _by_position(best_group),
    "allot": _by_frame(best_allotment),
}


def evaluator(view_or_state: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> Evaluator:
    """Evaluator of a position. With ``ahead`` it counts whole combats and charges during the move.

    A view is turned into a state: nothing that the evaluation needs is hidden.
    """
    return Evaluator(view_or_state if isinstance(view_or_state, State) else state_from_view(view_or_state), side, ahead)


CERTAIN: Final = True
"""True: looking ahead already weighs the enemy's answers, so rollouts would add nothing."""

_ORDER: Final = get_args(Step)
"""Steps in the order of a battle."""


def horizon(state: State) -> int:
    """Number that grows with each finished action of the active side; 0 while one is in progress."""
    if state.stack:
        return 0
    acted = sum((unit.manoeuvred + unit.fired) for unit in state.units)
    chosen = sum(brigade.chosen for brigade in state.brigades)
    return 1 + acted + _ORDER.index(state.step) + 100 * chosen + 100_000 * state.turn
