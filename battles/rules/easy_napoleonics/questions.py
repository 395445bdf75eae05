"""What a side is asked where it must answer the enemy, or more than the next step of the turn, in a sentence."""

from collections.abc import Callable
from typing import Final

from battles.engine.core import SideId
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.known import known
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, State
from battles.rules.easy_napoleonics.view import View


def question(seen: View, side: SideId) -> str:
    """The question of the decision that ``side`` owes before anything else; ``""`` where it owes none."""
    owed = seen.pending[-1] if seen.pending else None
    if owed is None or owed.side != side:
        return ""
    text = _QUESTIONS[owed.kind](known(seen), owed)
    return f"{text[:1].upper()}{text[1:]}"


def _hasty_square(state: State, owed: Pending) -> str:
    charge = f"{say.unit(state, owed.other)} charges your {say.unit(state, owed.unit)} (EN-SQUARE-04)"
    return f"{charge}. Try to form square, or stand {say.in_formation(state.units[owed.unit].formation)}?"


def _relocate(state: State, owed: Pending) -> str:
    return f"The enemy has come upon your {say.leader(state, owed.leader)} (EN-LEADER-09). Which hex does he flee to?"


def _fire_order(state: State, owed: Pending) -> str:
    return "Your side has the initiative (EN-INIT-08). Which side fires first?"


def _accept(state: State, owed: Pending) -> str:
    meeting = f"Your {say.unit(state, owed.unit)} faces {say.unit(state, owed.other)} without having charged"
    return f"{meeting} (EN-MELEE-06). Does it attack?"


def _breakthrough(state: State, owed: Pending) -> str:
    won = f"Your {say.unit(state, owed.unit)} has broken its enemy in {say.place(state, owed.cell)}"
    return f"{won} (EN-OPT-01). Stay, move in, or go on?"


def _answer(state: State, owed: Pending) -> str:
    enemy = "the enemy" if owed.other == NOWHERE else say.unit(state, owed.other)
    return f"{enemy} goes on to attack your {say.unit(state, owed.unit)} (EN-OPT-03). Hold, fire or form square?"


_QUESTIONS: Final[dict[str, Callable[[State, Pending], str]]] = {
    "hasty_square": _hasty_square,
    "relocate": _relocate,
    "fire_order": _fire_order,
    "accept": _accept,
    "breakthrough": _breakthrough,
    "answer": _answer,
}
