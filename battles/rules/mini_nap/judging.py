"""What to do at each decision, and why: the judge of Mini-Nap."""

from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

from battles.engine.core import Option, SideId
from battles.engine.judge import Advice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.judging_combat import best_allotment, best_break, best_group, best_join
from battles.rules.mini_nap.judging_command import best_choice, best_preparation
from battles.rules.mini_nap.judging_field import Field, field_of
from battles.rules.mini_nap.judging_fire import best_answer, best_shot
from battles.rules.mini_nap.judging_moves import best_manoeuvre
from battles.rules.mini_nap.judging_placing import best_edge, best_placing
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.judging_windows import (
    best_defender,
    best_evasion,
    best_feint,
    best_nearby,
    best_onward,
    best_reaction,
    best_stand,
    best_way_back,
)
from battles.rules.mini_nap.state import State, Step
from battles.rules.mini_nap.view import known as state_known


class MnJudge:
    """A position as one side judges it."""

    __slots__ = ("field", "standing")

    def __init__(self, state: State, side: SideId, ahead: bool = False) -> None:
        self.field: Final[Field] = field_of(state, side, ahead)
        self.standing: Final = Standing(self.field, ahead)

    def best(self, options: Sequence[Option]) -> Advice:
        """What to do."""
        return _BEST[self._topic(options)](self, options)

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        """The best action alone."""
        return [self.best(options)]

    def _topic(self, options: Sequence[Option]) -> str:
        """What a decision is about: what goes on, and of a contact or a combat its stage."""
        state = self.field.state
        what = now(state)
        if what == "contact":
            return f"contact {state.stack[-1].stage}"  # type: ignore[union-attr]
        if what == "combat":
            return options[0].kind
        return what


def _end(judge: MnJudge, options: Sequence[Option]) -> Advice:
    for option in options:
        if option.kind == "reman":
            return Advice(option.actions[0], 1, "The crew goes back to its guns.")
    return Advice(act.Done(), 0, "There is nothing else to do.")


def _done(judge: MnJudge, options: Sequence[Option]) -> Advice:
    return Advice(act.Done(), 0, "There is nothing else to do.")


def _of_field(choose: Callable[[Field, Sequence[Option]], Advice]) -> "Best":
    return lambda judge, options: choose(judge.field, options)


def _of_frame(choose: Callable[[Field, Any, Sequence[Option]], Advice]) -> "Best":
    return lambda judge, options: choose(judge.field, judge.field.state.stack[-1], options)


def _of_place(choose: Callable[[Field, Standing, Sequence[Option]], Advice]) -> "Best":
    return lambda judge, options: choose(judge.field, judge.standing, options)


Best = Callable[[MnJudge, Sequence[Option]], Advice]

_BEST: Final[dict[str, Best]] = {
    "edges": _of_field(best_edge),
    "deployment": _of_field(best_placing),
    "arrival": _of_field(best_placing),
    "choose": _of_field(best_choice),
    "command": _of_field(best_preparation),
    "manoeuvre": _of_place(best_manoeuvre),
    "fire": _of_field(best_shot),
    "hand_to_hand": _done,
    "break_active": _of_place(best_break),
    "break_passive": _of_place(best_break),
    "end": _end,
    "course": _of_frame(best_reaction),
    "stand_course": _of_frame(best_evasion),
    "onward": _of_place(best_onward),
    "naming": _of_field(best_defender),
    "contact answer": _of_frame(best_stand),
    "contact nearby": _of_field(best_nearby),
    "contact flight": _of_frame(best_stand),
    "contact feint": _of_frame(best_feint),
    "contact feint_back": _of_frame(best_way_back),
    "shot": _of_frame(best_answer),
    "joining": _of_field(best_join),
    "choose_group": _of_field(best_group),
    "allot": _of_frame(best_allotment),
}


def judge(known: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> MnJudge:
    """The judge of a position, who looks at whole combats and at what may come on the way where ``ahead``.

    A view is judged as the state that it shows: nothing is hidden that a judgement needs.
    """
    return MnJudge(known if isinstance(known, State) else state_known(known), side, ahead)


_ORDER: Final = get_args(Step)
"""The steps in the order of a battle."""


def horizon(state: State) -> int:
    """Grows with every action of the active side once nothing is under way that it has begun."""
    if state.stack:
        return 0
    done = sum((unit.manoeuvred + unit.fired) for unit in state.units)
    chosen = sum(brigade.chosen for brigade in state.brigades)
    return 1 + done + _ORDER.index(state.step) + 100 * chosen + 100_000 * state.turn
