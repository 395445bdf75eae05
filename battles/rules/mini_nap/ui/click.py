"""Actions for a click: from a unit or a stand to a place or to another block."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from battles.engine.core import Option, SideId
from battles.engine.forecast import taking_part
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.fire import firing_phase
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.movement import samples
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.ui.candidates import candidates, candidates_in_other_phases
from battles.rules.mini_nap.ui.coordinates import place_named
from battles.rules.mini_nap.ui.keys import Click, click_on, unit_key
from battles.rules.mini_nap.ui.targets import action_target_in

MOST: Final = 60
"""Most actions offered for one click."""
FIRST: Final = 24
"""Most listed actions offered when nothing is clicked."""
NEAR: Final = 50
"""Moves that end within this distance of each other count as equal; the simplest comes first."""


def actions_for_click(seen: View, side: SideId, actor: str, at: str) -> tuple[Any, ...]:
    """Actions of ``side`` for a click from the block ``actor`` on the spot, feature or block ``at``.

    Legal actions come first: listed actions that lead there, and the nearest possible of those without a full list.
    Actions that are not legal follow, so that ``refuse`` can explain why. If ``at`` is ``""``: one action of each
    kind. Empty if ``actor`` or ``at`` names nothing.
    """
    state = state_from_view(seen)
    click = click_on(state, side, actor, at)
    if click is None:
        return ()
    if side not in turn.deciders(state):
        return tuple(islice(dict.fromkeys((*candidates(click), *candidates_in_other_phases(click))), MOST))
    legal = dict.fromkeys(_listed(click))
    refused: dict[Any, None] = {}
    for action in dict.fromkeys((*candidates(click), *candidates_in_other_phases(click))):
        if action not in legal:
            (refused if turn.refuse_decider(state, side, action) else legal)[action] = None
    order = {action: _rank(click, action) for action in legal}
    return (*sorted(legal, key=order.__getitem__), *refused)[:MOST]


def _listed(click: Click) -> Iterator[Any]:
    """Listed actions of the actor that lead to the click; one of each kind if nothing is clicked."""
    state = click.state
    aimed_actions = taking_part(
        lambda action: action_target_in(state, action), tuple(_actor_options(click)), click.actor
    )
    if not click.key:
        first: dict[Any, Any] = {}
        for action, aim in aimed_actions:
            first.setdefault((action.kind, aim.targets, aim.how) if click.actor_kind else action, action)
        yield from islice(first.values(), FIRST if click.actor_kind else MOST)
        return
    foes = {unit_key(state, foe) for foe in click.foes}
    for action, aim in aimed_actions:
        if click.key in aim.areas or click.key in aim.targets or not foes.isdisjoint(aim.targets):
            yield action


def _actor_options(click: Click) -> Iterator[Option]:
    """Options of the clicking side for the actor, found without listing all others."""
    state, side = click.state, click.side
    own = not state.stack and state.step in ("manoeuvre", "fire")
    if not own:
        yield from (option for option in turn.options(state, side) if option.actor == click.actor)
        return
    if click.actor_kind == "unit" and click.unit.side == side:
        if current_kind(state) == "fire":
            yield from firing_phase.unit_options(state, click.number)
        elif samples.can_act(state, click.number):
            yield from samples.options(state, click.number)
    if click.actor_kind:
        yield from (option for option in turn.interrupt_options(state, side) if option.actor == click.actor)
    else:
        yield Option("done", "", (act.Done(),))


def _rank(click: Click, action: Any) -> tuple[int, int]:
    """Sort key of an action, lowest first: at the clicked enemy, then near the place, then few free steps."""
    aim = action_target_in(click.state, action)
    around = (action.before, action.after) if isinstance(action, act.Manoeuvre) else ()
    steps = sum((pre.change is not None) + (pre.pivot is not None) + pre.about_face for pre in around)
    if any(unit_key(click.state, foe) in aim.targets for foe in click.foes) or click.place is None:
        return -1, steps
    return _away(click.state, click.place, aim.areas[-1:]) // NEAR, steps


def _away(state: State, place: tuple[int, int], areas: tuple[str, ...]) -> int:
    """Distance from a place to where an action leads; 0 if it leads nowhere."""
    goal = place_named(state.setup.table, areas[0]) if areas else None
    if goal is None:
        return 0
    return max(abs(goal[0] - place[0]), abs(goal[1] - place[1]))
