"""Legal actions of a side by phase, and refusals of all others (section 10.3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from battles.engine.core import UMPIRE, Option, Refusal, SideId
from battles.engine.words import agrees, capitalized, with_verb
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import command, reactions, setup
from battles.rules.easy_napoleonics.command import refuse_leader_move, refuse_refuge
from battles.rules.easy_napoleonics.fire import fire_options, refuse_fire
from battles.rules.easy_napoleonics.movement.activation import activations
from battles.rules.easy_napoleonics.movement.moves import still_meets
from battles.rules.easy_napoleonics.movement.refusals import refuse_activation
from battles.rules.easy_napoleonics.names import side_label, side_verb
from battles.rules.easy_napoleonics.reactions import (
    refuse_advance,
    refuse_answer,
    refuse_fight,
    refuse_nothing,
    refuse_rally,
    refuse_side,
)
from battles.rules.easy_napoleonics.resolution import RefusalContext, refusal, side_name
from battles.rules.easy_napoleonics.setup import (
    choices,
    nations,
    refuse_card,
    refuse_deployment,
    refuse_leader_deployment,
    refuse_nation,
)
from battles.rules.easy_napoleonics.state import Occupancy, Pending, State
from battles.rules.easy_napoleonics.terrain import Field

DONE = (Option("done", "", (act.Done(),)),)
_SIDES = (act.ChooseMover("a"), act.ChooseMover("b"))
_ORDERS = (act.ChooseFireOrder("a"), act.ChooseFireOrder("b"))
_SQUARE = (act.HastySquare(True), act.HastySquare(False))
_ACCEPT = (act.Accept(True), act.Accept(False))


def deciders(state: State) -> tuple[SideId, ...]:
    """Sides that have a choice to make: both while they choose cards, none if the rules go on by themselves."""
    if state.outcome is not None:
        return ()
    if state.pending:
        return (state.pending[-1].side,)
    if state.phase == "cards":
        return tuple(side for side in ("a", "b") if choices(state, side) or nations(state, side))
    return (state.acting,) if state.acting else ()


def options(field: Field, state: State, side: SideId) -> tuple[Option, ...]:
    """Legal options of ``side``; none if it has no decision to make."""
    cached = field.listed
    if cached is not None and cached[0] is state and cached[1] == side:
        return cached[2]
    listed = tuple(_options(field, state, side)) if side in deciders(state) else ()
    field.listed = (state, side, listed)
    return listed


def _options(field: Field, state: State, side: SideId) -> Iterable[Option]:
    occupancy = field.occupancy(state)
    if state.pending:
        return _answers(field, occupancy, state, state.pending[-1])
    return _PHASES[state.phase](field, occupancy, state, side)


def _cards(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Iterator[Option]:
    if cards := choices(state, side):
        yield Option("take_card", "", tuple(act.TakeCard(card) for card in cards))
    else:
        yield Option("name_nation", "", tuple(act.NameNation(tag) for tag in nations(state, side)))


def _deployment(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Iterator[Option]:
    yield from setup.deployment_options(field, occupancy, side)
    for number, man in enumerate(occupancy.leaders):
        waits = man.side == side and man.alive and man.cell < 0 and man.arrival is None
        if waits and (deployment_options := command.leader_deployments(field, occupancy, number)):
            yield Option("deploy_leader", f"leader {number}", deployment_options)


def _initiative(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Iterator[Option]:
    yield Option("choose_mover", "", _SIDES)


def _rally(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Iterator[Option]:
    for number, unit in enumerate(occupancy.units):
        if unit.level != "good" and unit.side == side and unit.cell >= 0 and not unit.rallied:
            yield Option("rally", f"unit {number}", (act.Rally(number),))
    yield from _leaders(field, occupancy, side)
    yield from DONE


def _move(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Sequence[Option]:
    return (*activations(field, occupancy, side), *_leaders(field, occupancy, side), *DONE)


def _fire(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Iterator[Option]:
    yield from fire_options(field, occupancy, state)
    yield from DONE


def _melee(field: Field, occupancy: Occupancy, state: State, side: SideId) -> Iterator[Option]:
    for attacker, defender in state.pairs:
        if still_meets(field, state, attacker, defender):
            yield Option("fight", f"unit {attacker}", (act.Fight(attacker, defender),))


_PHASES: Final[dict[str, Callable[[Field, Occupancy, State, SideId], Iterable[Option]]]] = {
    "cards": _cards,
    "deployment": _deployment,
    "initiative": _initiative,
    "rally": _rally,
    "movement": _move,
    "artillery": _fire,
    "musketry": _fire,
    "melee": _melee,
}


def _leaders(field: Field, occupancy: Occupancy, side: SideId) -> Iterator[Option]:
    for number, man in enumerate(occupancy.leaders):
        if man.side == side and man.left > 0:
            option = command.leader_moves(field, occupancy, number)
            if option is not None:
                yield option


def _answers(field: Field, occupancy: Occupancy, state: State, decision: Pending) -> Iterator[Option]:
    if decision.kind == "hasty_square":
        yield Option("hasty_square", f"unit {decision.unit}", _SQUARE)
    elif decision.kind == "relocate":
        refuges = command.refuges(field, occupancy, decision.leader)
        if refuges:
            yield Option("relocate", f"leader {decision.leader}", refuges)
    elif decision.kind == "fire_order":
        yield Option("choose_fire_order", "", _ORDERS)
    elif decision.kind == "accept":
        yield Option("accept", f"unit {decision.unit}", _ACCEPT)
    elif decision.kind == "breakthrough":
        yield Option(
            "advance", f"unit {decision.unit}", reactions.breakthrough_choices(field, occupancy, state, decision)
        )
    else:
        yield Option(
            "answer", f"unit {decision.unit}", reactions.breakthrough_answers(field, occupancy, state, decision)
        )


def umpire_options(state: State) -> tuple[Option, ...]:
    """Options of the umpire: call time, if there is a limit (EN-RULING-69)."""
    limit = state.setup.rules.options.time_limit_minutes
    if state.outcome is not None or state.time_called or limit is None:
        return ()
    return (Option("call_time", "", (act.CallTime(),)),)


LONG: Final = 64
"""Longer lists of actions are looked up in a set, which the field caches."""

ACTORS: Final[dict[type, tuple[str, str, str]]] = {
    act.Deploy: ("deploy", "unit", "unit"),
    act.DeployLeader: ("deploy_leader", "leader", "leader"),
    act.Rally: ("rally", "unit", "unit"),
    act.MoveLeader: ("move_leader", "leader", "leader"),
    act.Activate: ("activate", "unit", "unit"),
    act.Fire: ("fire", "unit", "target"),
    act.Fight: ("fight", "unit", "attacker"),
}
"""Actions whose options name an actor: kind of option, kind of actor, and the field with its number."""

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
"""Phases of each kind of action (EN-SEQ-01, section 10.2); kinds that are missing answer a pending decision."""

ANSWERS: Final[dict[str, type]] = {
    "hasty_square": act.HastySquare,
    "relocate": act.Relocate,
    "fire_order": act.ChooseFireOrder,
    "accept": act.Accept,
    "breakthrough": act.Advance,
    "answer": act.Answer,
}
"""Kind of action that answers each kind of pending decision."""

ACTION_WORDS: Final[dict[type, str]] = {
    act.TakeCard: "take a card",
    act.NameNation: "name a nation",
    act.Deploy: "deploy a unit",
    act.DeployLeader: "deploy a leader",
    act.ChooseMover: "choose which side moves first",
    act.Rally: "rally",
    act.MoveLeader: "move a leader",
    act.Activate: "move a unit",
    act.Done: "end the phase",
    act.HastySquare: "try hasty square",
    act.Relocate: "move a leader who flees",
    act.ChooseFireOrder: "choose which side fires first",
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
    "initiative": "a side chooses which side moves first",
    "rally": "it is the rally phase",
    "movement": "it is the movement phase",
    "artillery": "it is the artillery phase",
    "musketry": "it is the musketry phase",
    "melee": "it is the melee phase",
    "over": "the battle is over",
}


def refuse(field: Field, state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not do ``action``; None if it may.

    ``action`` is an action of Easy Napoleonics whose fields have the right types.
    """
    return None if is_listed(field, state, side, action) else explain(field, state, side, action)


def is_listed(field: Field, state: State, side: SideId, action: Any) -> bool:
    """True if an action is in the `options` of a side."""
    named = ACTORS.get(type(action))
    if named is None:
        return any(action in option.actions for option in options(field, state, side))
    kind, who, number = named[0], named[1], getattr(action, named[2])
    if not 0 <= number < max(len(state.units), len(state.leaders)):
        return False
    actor = f"{who} {number}"
    for option in options(field, state, side):
        if option.actor == actor and option.kind == kind:
            actions = option.actions
            if action in actions if type(actions) is not tuple else _is_in(field, actions, action):
                return True
    return False


def _is_in(field: Field, actions: tuple[Any, ...], action: Any) -> bool:
    if len(actions) <= LONG:
        return action in actions
    key = ("listed", id(actions))
    cached = field.memo.get(key)
    if cached is None or cached[0] is not actions:
        cached = field.keep(key, (actions, frozenset(actions)))
    return action in cached[1]


def explain(field: Field, state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not do ``action``, worked out from the rules without the lists; None if it may."""
    if side not in ("a", "b", UMPIRE):
        return refusal("no_such", "EN-SETUP-01", "There are only side A and side B")
    if state.outcome is not None:
        return refusal("over", state.outcome.rule, f"No side can {ACTION_WORDS[type(action)]}: the battle is over")
    if side == UMPIRE or type(action) is act.CallTime:
        return _time(state, side, action)
    context = RefusalContext(field, state, side)
    return _order(context, action) or _CHECKS[type(action)](context, action)


def _time(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why time may not be called; only the umpire may call it (EN-RULING-69)."""
    if type(action) is not act.CallTime:
        return refusal(
            "not_yours", "EN-SETUP-01", f"The umpire cannot {ACTION_WORDS[type(action)]}: only the sides can"
        )
    if side != UMPIRE:
        who = capitalized(side_name(state, side))
        return refusal("not_yours", "EN-RULING-69", f"{who} cannot call time: only the umpire can")
    if state.setup.rules.options.time_limit_minutes is None:
        return refusal("not_needed", "EN-RULING-69", "Time cannot be called: this battle has no time limit")
    if state.time_called:
        return refusal("done_already", "EN-RULING-69", "Time has been called already: this turn is the last")
    return None


def _order(context: RefusalContext, action: Any) -> Refusal | None:
    """Why the side may not do this kind of action now (EN-SEQ-01, section 10.2)."""
    state, side, task = context.state, context.side, ACTION_WORDS[type(action)]
    you = capitalized(side_name(state, side))
    if state.pending:
        decision = state.pending[-1]
        rule, question = _question(context, decision)
        if decision.side != side:
            waits = f"{side_name(state, decision.side)} must first decide {question}"
            return refusal("not_deciding", rule, f"{you} cannot {task} now: {waits}")
        if type(action) is not ANSWERS[decision.kind]:
            must = agrees(side_label(state, side), "it must", "they must")
            return refusal("owed_first", rule, f"{you} cannot {task} now: {must} first decide {question}")
        return None
    deciding = deciders(state)
    if side not in deciding:
        waits = f"{side_verb(state, deciding[0], 'acts', 'act')} now" if deciding else "no side has a choice to make"
        return refusal("not_deciding", "EN-SEQ-01", f"{you} cannot {task} now: {waits}")
    phases = PHASES.get(type(action))
    if phases is None:
        return refusal("not_needed", "EN-SEQ-01", f"{you} cannot {task} now: there is no such decision to make")
    if state.phase not in phases:
        return refusal("wrong_phase", "EN-SEQ-01", f"{you} cannot {task} now: {PHASE_WORDS[state.phase]}")
    return None


def _question(context: RefusalContext, decision: Pending) -> tuple[str, str]:
    """Rule and wording of a pending decision."""
    unit, enemy = context.name(decision.unit), context.name(decision.other)
    return {
        "hasty_square": ("EN-SQUARE-04", f"whether {with_verb(unit, 'tries')} hasty square against {enemy}"),
        "relocate": ("EN-LEADER-09", f"where {context.leader_name(decision.leader)} flees to"),
        "fire_order": ("EN-INIT-08", "which side fires first"),
        "accept": ("EN-MELEE-06", f"whether {with_verb(unit, 'attacks')} {enemy}"),
        "breakthrough": ("EN-OPT-01", f"whether {with_verb(unit, 'breaks')} through"),
        "answer": ("EN-OPT-03", f"how {with_verb(unit, 'answers')} {enemy}"),
    }[decision.kind]


_CHECKS: Final[dict[type, Callable[[RefusalContext, Any], Refusal | None]]] = {
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
"""Check of each kind of action, once its phase or decision has come."""
