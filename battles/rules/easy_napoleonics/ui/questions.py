"""Questions for pending decisions, words for groups of actions, and the stages of a turn."""

from collections.abc import Callable
from typing import Final

from battles.engine.core import Option, SideId, Stage
from battles.engine.words import capitalized, with_verb
from battles.rules.easy_napoleonics import names
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.state import NOWHERE, Pending, Phase, State, other
from battles.rules.easy_napoleonics.ui.targets import unit_key
from battles.rules.easy_napoleonics.words import sentences

_KINDS = {
    "activate": ("can act", "can act"),
    "deploy": ("can deploy in 1 hex", "can deploy in {count} hexes"),
    "deploy_leader": ("can deploy in 1 hex", "can deploy in {count} hexes"),
    "move_leader": ("can move to 1 hex", "can move to {count} hexes"),
    "relocate": ("can flee to 1 hex", "can flee to {count} hexes"),
    "fire": ("can fire at 1 unit", "can fire at {count} units"),
    "take_card": ("1 card to choose from", "{count} cards to choose from"),
}
"""Words for one action of a kind, and for more than one."""
_DEPLOYING = ("deploy", "deploy_leader")


def offer(state: State, option: Option) -> str:
    """Words for the actions of one actor: ``3rd Line: can act``. A single action has its own words."""
    if len(option.actions) == 1:
        return sentences.action_words(state, option.actions[0])
    one, many = _KINDS.get(option.kind, ("1 choice", "{count} choices"))
    count = _hexes(option) if option.kind in _DEPLOYING else len(option.actions)
    if option.kind == "fire":
        targets = {unit_key(state, action.target) for action in option.actions}
        if option.actor in targets:
            return f"{names.unit(state, int(option.actor.split()[1]))}: can be fired at"
        if len(targets) == 1 and option.actor:
            firer, target = (int(key.split()[1]) for key in (option.actor, *targets))
            return f"{names.unit(state, firer)}: can fire at {names.unit(state, target)}"
        count = len(targets)
    text = one if count == 1 else many.format(count=f"{count:,}")
    what, _, number = option.actor.partition(" ")
    if not number:
        return f"{option.kind.replace('_', ' ').capitalize()}: {text}"
    name = names.unit(state, int(number)) if what == "unit" else names.leader(state, int(number))
    return f"{name}: {text}"


def _hexes(option: Option) -> int:
    """Number of hexes where a unit can deploy, in any formation and facing."""
    return len({action.cell for action in option.actions})


def question(view: View, side: SideId) -> str:
    """The question of the pending decision of ``side``; empty if it has none."""
    decision = view.pending[-1] if view.pending else None
    if decision is None or decision.side != side:
        return ""
    text = _QUESTIONS[decision.kind](state_from_view(view), decision)
    return capitalized(text)


def _hasty_square(state: State, decision: Pending) -> str:
    charge = (
        f"{with_verb(say.unit(state, decision.other), 'charges')} your {say.unit(state, decision.unit)} (EN-SQUARE-04)"
    )
    return f"{charge}. Try to form square, or stay {say.in_formation(state.units[decision.unit].formation)}?"


def _relocate(state: State, decision: Pending) -> str:
    return f"The enemy has reached your {say.leader(state, decision.leader)} (EN-LEADER-09). Choose a hex to flee to."


def _fire_order(state: State, decision: Pending) -> str:
    return f"{capitalized(state.phase)}: you have the initiative (EN-INIT-08). Which side fires first?"


def _accept(state: State, decision: Pending) -> str:
    contact = with_verb(say.unit(state, decision.unit), f"is in contact with {say.unit(state, decision.other)}")
    return f"Your {contact} without a charge (EN-MELEE-06). Attack?"


def _breakthrough(state: State, decision: Pending) -> str:
    won = with_verb(say.unit(state, decision.unit), f"has broken its enemy in {say.place(state, decision.cell)}")
    return f"Your {won} (EN-OPT-01). Stay, move in, or attack again?"


def _answer(state: State, decision: Pending) -> str:
    enemy = "the enemy" if decision.other == NOWHERE else say.unit(state, decision.other)
    attack = with_verb(enemy, f"breaks through and attacks your {say.unit(state, decision.unit)}")
    return f"{attack} (EN-OPT-03). Hold, fire or form square?"


_QUESTIONS: Final[dict[str, Callable[[State, Pending], str]]] = {
    "hasty_square": _hasty_square,
    "relocate": _relocate,
    "fire_order": _fire_order,
    "accept": _accept,
    "breakthrough": _breakthrough,
    "answer": _answer,
}

_TASKS: Final[dict[Phase, str]] = {
    "cards": "Choose one extra unit for your army (EN-COST-08).",
    "deployment": "Deploy your army in your zone (EN-SETUP-07): choose a unit, then a hex.",
    "initiative": "You have the initiative (EN-INIT-08). Which side moves first?",
    "rally": "Rally (EN-RALLY-01): move leaders first; then each Fair or Bad unit may try once.",
    "movement": "Movement (EN-SEQ-02): choose a unit, then a hex.",
    "artillery": "Artillery (EN-ART-01): choose a battery, then its target.",
    "musketry": "Musketry (EN-MUSK-01): choose a unit, then its target.",
    "melee": "Melee (EN-MELEE-08): choose which melee is fought next.",
}
"""The task of a side in each phase."""


def stages(view: View) -> tuple[Stage, ...]:
    """The stages of the turn: one for each side's movement, one for each other phase."""
    now = f"movement {view.acting}" if view.phase == "movement" else str(view.phase)
    steps = _preparation(view) if view.phase in ("cards", "deployment") else _turn_stages(view)
    place = next((number for number, (key, _) in enumerate(steps) if key == now), len(steps))
    return tuple(
        Stage(name, "now", _TASKS.get(view.phase, ""))
        if number == place
        else Stage(name, "done" if number < place else "next")
        for number, (_, name) in enumerate(steps)
    )


def _preparation(view: View) -> list[tuple[str, str]]:
    cards = [("cards", "Cards")] if any(side.cards or side.owes for side in view.sides) else []
    return [*cards, ("deployment", "Deployment"), ("initiative", "First turn")]


def _turn_stages(view: View) -> list[tuple[str, str]]:
    names = {side: each.name for side, each in zip("ab", view.sides, strict=True)}
    moves = [("movement", "Movement")]
    if view.mover and view.phase != "initiative":
        moves = [(f"movement {side}", f"{names[side]} moves") for side in (view.mover, other(view.mover))]
    return [
        ("initiative", "Initiative"),
        ("rally", "Rally"),
        *moves,
        ("artillery", "Artillery"),
        ("musketry", "Musketry"),
        ("melee", "Melee"),
    ]
