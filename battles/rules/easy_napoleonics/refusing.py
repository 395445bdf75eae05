"""Why an action may not be done: what is listed may, and for the rest a rule is found and said in a sentence.

``explain`` looks at an action by the rules alone, without the lists of `legal`: the two must agree.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from battles.engine.core import UMPIRE, Refusal, SideId
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import legal
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.refusing_answers import (
    refuse_advance,
    refuse_answer,
    refuse_fight,
    refuse_nothing,
    refuse_rally,
    refuse_side,
)
from battles.rules.easy_napoleonics.refusing_before import (
    refuse_card,
    refuse_deployment,
    refuse_leader_deployment,
    refuse_nation,
)
from battles.rules.easy_napoleonics.refusing_case import Case, no, side_name
from battles.rules.easy_napoleonics.refusing_fire import refuse_fire
from battles.rules.easy_napoleonics.refusing_leaders import refuse_leader_move, refuse_refuge
from battles.rules.easy_napoleonics.refusing_moves import refuse_activation
from battles.rules.easy_napoleonics.state import Pending, State

LONG: Final = 64
"""A list of more actions than this is looked up in a set that is kept with the field."""

ACTORS: Final[dict[type, tuple[str, str, str]]] = {
    act.Deploy: ("deploy", "unit", "unit"),
    act.DeployLeader: ("deploy_leader", "leader", "leader"),
    act.Rally: ("rally", "unit", "unit"),
    act.MoveLeader: ("move_leader", "leader", "leader"),
    act.Activate: ("activate", "unit", "unit"),
    act.Fire: ("fire", "unit", "target"),
    act.Fight: ("fight", "unit", "attacker"),
}
"""The actions whose options name an actor: the kind of the option, what the actor is, and the field with its number."""

PHASES: Final[dict[type, tuple[str, ...]]] = {
    act.TakeCard: ("cards",),
    act.NameNation: ("cards",),
    act.Deploy: ("deployment",),
    act.DeployLeader: ("deployment",),
    act.ChooseMover: ("initiative",),
    act.Rally: ("rally",),
    act.MoveLeader: ("rally", "movement"),
    act.Activate: ("movement",),
    act.Done: ("rally", "movement", "artillery", "musketry"),
    act.Fire: ("artillery", "musketry"),
    act.Fight: ("melee",),
}
"""The phases of each kind of action (EN-SEQ-01, section 10.2); those that are missing answer a question."""

ANSWERS: Final[dict[str, type]] = {
    "hasty_square": act.HastySquare,
    "relocate": act.Relocate,
    "fire_order": act.ChooseFireOrder,
    "accept": act.Accept,
    "breakthrough": act.Advance,
    "answer": act.Answer,
}
"""What answers each kind of pending decision."""

DEEDS: Final[dict[type, str]] = {
    act.TakeCard: "take a card",
    act.NameNation: "name a nation",
    act.Deploy: "deploy a unit",
    act.DeployLeader: "deploy a leader",
    act.ChooseMover: "choose who moves first",
    act.Rally: "rally",
    act.MoveLeader: "move a leader",
    act.Activate: "activate a unit",
    act.Done: "end a part of the turn",
    act.HastySquare: "try hasty square",
    act.Relocate: "put a leader who fled elsewhere",
    act.ChooseFireOrder: "choose who fires first",
    act.Fire: "fire",
    act.Accept: "accept a melee",
    act.Fight: "choose a melee",
    act.Advance: "break through",
    act.Answer: "answer a breakthrough",
    act.CallTime: "call time",
}

PHASE_WORDS: Final[dict[str, str]] = {
    "cards": "cards are being chosen",
    "deployment": "the armies are being deployed",
    "initiative": "it is being chosen who moves first",
    "rally": "it is the Rally phase",
    "movement": "it is the movement phase",
    "artillery": "it is the artillery phase",
    "musketry": "it is the small-arms phase",
    "melee": "it is the melee phase",
    "over": "the battle is over",
}


def refuse(field: Field, state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not do ``action``; None where it may. Never raises, whatever ``action`` is."""
    return None if is_listed(field, state, side, action) else explain(field, state, side, action)


def is_listed(field: Field, state: State, side: SideId, action: Any) -> bool:
    """Whether an action stands in the lists of `legal`."""
    named = ACTORS.get(type(action))
    if named is None:
        return any(action in option.actions for option in legal.options(field, state, side))
    kind, who, number = named[0], named[1], getattr(action, named[2])
    if type(number) is not int or not 0 <= number < max(len(state.units), len(state.leaders)):
        return False
    actor = f"{who} {number}"
    for option in legal.options(field, state, side):
        if option.actor == actor and option.kind == kind:
            actions = option.actions
            if action in actions if type(actions) is not tuple else _holds(field, actions, action):
                return True
    return False


def _holds(field: Field, actions: tuple[Any, ...], action: Any) -> bool:
    if len(actions) <= LONG:
        return action in actions
    key = ("listed", id(actions))
    known = field.memo.get(key)
    if known is None or known[0] is not actions:
        known = field.keep(key, (actions, frozenset(actions)))
    try:
        return action in known[1]
    except TypeError:  # it holds a list where there should be a tuple
        return False


def explain(field: Field, state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not do ``action``, by the rules and not by the lists; None where it may."""
    if side not in ("a", "b", UMPIRE):
        return no("no_such", "EN-SETUP-01", "There are only the sides A and B")
    if refused := _malformed(action):
        return refused
    if state.outcome is not None:
        return no("over", state.outcome.rule, f"Nobody can {DEEDS[type(action)]}: the battle is over")
    if side == UMPIRE or type(action) is act.CallTime:
        return _time(state, side, action)
    case = Case(field, state, side)
    return _order(case, action) or _CHECKS[type(action)](case, action)


def _malformed(action: Any) -> Refusal | None:
    """Why something is no action at all, or has a part of the wrong type."""
    if type(action) not in DEEDS:
        return no("malformed", "EN-ACTION-02", "That is no action of Easy Napoleonics")
    try:
        fits = msgspec.convert(msgspec.to_builtins(action), type(action)) == action
    except (msgspec.MsgspecError, TypeError, ValueError, ArithmeticError, RecursionError):
        fits = False
    if fits:
        return None
    return no(
        "malformed", "EN-ACTION-02", f"You cannot {DEEDS[type(action)]} so: a part of the action has a wrong type"
    )


def _time(state: State, side: SideId, action: Any) -> Refusal | None:
    """The umpire may call time, and nobody else (EN-RULING-69)."""
    if type(action) is not act.CallTime:
        return no("not_yours", "EN-SETUP-01", f"The umpire cannot {DEEDS[type(action)]}: that is for the sides")
    if side != UMPIRE:
        who = _first_up(side_name(state, side))
        return no("not_yours", "EN-RULING-69", f"{who} cannot call time: that is the umpire's")
    if state.setup.rules.options.time_limit_minutes is None:
        return no("not_needed", "EN-RULING-69", "Time cannot be called: this battle has no time limit")
    if state.time_called:
        return no("done_already", "EN-RULING-69", "Time has been called already: this turn is the last")
    return None


def _first_up(words: str) -> str:
    return words[:1].upper() + words[1:]


def _order(case: Case, action: Any) -> Refusal | None:
    """Who decides now, whether something must be answered first, and the phase (EN-SEQ-01, section 10.2)."""
    state, side, deed = case.state, case.side, DEEDS[type(action)]
    you = _first_up(side_name(state, side))
    if state.pending:
        owed = state.pending[-1]
        rule, question = _question(case, owed)
        if owed.side != side:
            waits = f"{side_name(state, owed.side)} decides first {question}"
            return no("not_deciding", rule, f"{you} cannot {deed} now: {waits}")
        if type(action) is not ANSWERS[owed.kind]:
            return no("owed_first", rule, f"{you} cannot {deed} now: it decides first {question}")
        return None
    deciding = legal.deciders(state)
    if side not in deciding:
        waits = f"{side_name(state, deciding[0])} is to act" if deciding else "nobody has a choice to make"
        return no("not_deciding", "EN-SEQ-01", f"{you} cannot {deed} now: {waits}")
    phases = PHASES.get(type(action))
    if phases is None:
        return no("not_needed", "EN-SEQ-01", f"{you} cannot {deed} now: no such question is open")
    if state.phase not in phases:
        return no("wrong_phase", "EN-SEQ-01", f"{you} cannot {deed} now: {PHASE_WORDS[state.phase]}")
    return None


def _question(case: Case, owed: Pending) -> tuple[str, str]:
    """The rule and the words of a pending decision."""
    unit, enemy = case.name(owed.unit), case.name(owed.other)
    return {
        "hasty_square": ("EN-SQUARE-04", f"whether {unit} tries hasty square against {enemy}"),
        "relocate": ("EN-LEADER-09", f"where {case.man(owed.leader)} flees to"),
        "fire_order": ("EN-INIT-08", "who fires first"),
        "accept": ("EN-MELEE-06", f"whether {unit} attacks {enemy}"),
        "breakthrough": ("EN-OPT-01", f"whether {unit} breaks through"),
        "answer": ("EN-OPT-03", f"how {unit} meets {enemy}"),
    }[owed.kind]


_CHECKS: Final[dict[type, Callable[[Case, Any], Refusal | None]]] = {
    act.TakeCard: refuse_card,
    act.NameNation: refuse_nation,
    act.Deploy: refuse_deployment,
    act.DeployLeader: refuse_leader_deployment,
    act.ChooseMover: refuse_side,
    act.Rally: refuse_rally,
    act.MoveLeader: refuse_leader_move,
    act.Activate: refuse_activation,
    act.Done: refuse_nothing,
    act.HastySquare: refuse_nothing,
    act.Relocate: refuse_refuge,
    act.ChooseFireOrder: refuse_side,
    act.Fire: refuse_fire,
    act.Accept: refuse_nothing,
    act.Fight: refuse_fight,
    act.Advance: refuse_advance,
    act.Answer: refuse_answer,
}
"""What the rules say against each kind of action once it is its time."""
