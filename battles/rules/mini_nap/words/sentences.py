"""Events as sentences with dice and rules. Sentences are made when read and never stored."""

from collections.abc import Callable
from typing import Any, Final

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.state import State, Step
from battles.rules.mini_nap.words import combat, movement, turn
from battles.rules.mini_nap.words import names as say

STEP_WORDS: Final[dict[Step, str]] = {
    "deployment": "Deployment",
    "arrival": "Arrivals",
    "choose": "Choice of a Brigade",
    "command": "Command",
    "manoeuvre": "Manoeuvre",
    "fire": "Firing",
    "hand_to_hand": "Hand-to-hand combat",
    "break_active": "Break-through",
    "break_passive": "Break-through of the passive side",
    "end": "End of the initiative",
    "over": "The battle is over",
}
"""Headings of the steps (MN-SEQ-03)."""


def sentence(state: State, event: Any) -> str | None:
    """The log sentence of ``event``, or None if it has none; ``state`` is the state before the event."""
    sentence_for = _SENTENCES.get(type(event))
    return sentence_for(state, event) if sentence_for else None


def heading(state: State, event: Any) -> str | None:
    """The heading that ``event`` starts, such as ``Turn 3``; None for most events."""
    if isinstance(event, happened.TurnBegan):
        return f"Turn {event.turn}"
    if isinstance(event, happened.InitiativeGained):
        return f"Turn {state.turn}: initiative to {say.side(state, event.side)}"
    if isinstance(event, happened.StepBegan):
        return STEP_WORDS[event.step]
    if isinstance(event, happened.SideDeploys):
        return f"{'Arrivals' if state.turn else 'Deployment'}: {say.side(state, event.side)}"
    if isinstance(event, happened.Ended):
        return STEP_WORDS["over"]
    return None


_SENTENCES: Final[dict[type, Callable[[State, Any], str | None]]] = {
    happened.RatingsThrown: turn.ratings_thrown,
    happened.TerrainLaid: turn.terrain_laid,
    happened.DeploymentThrown: turn.deployment_thrown,
    happened.DeploymentBegan: turn.deployment_began,
    happened.Placed: turn.placed,
    happened.InitiativeGained: turn.initiative_gained,
    happened.MarkersCleared: turn.markers_cleared,
    happened.BrigadeChosen: turn.brigade_chosen,
    happened.DivisionChosen: turn.division_chosen,
    happened.CommandChecked: turn.command_checked,
    happened.StandPlaced: turn.stand_placed,
    happened.StandAttached: turn.stand_attached,
    happened.StandRemoved: turn.stand_removed,
    happened.Marked: turn.marked,
    happened.Hit: turn.hit,
    happened.Gone: turn.gone,
    happened.Turned: movement.turned,
    happened.Reformed: movement.reformed,
    happened.Moved: movement.moved,
    happened.Defended: movement.defended,
    happened.Tested: movement.tested,
    happened.Fired: combat.fired,
    happened.StructureHit: combat.structure_hit,
    happened.Suppressed: combat.suppressed,
    happened.Allotted: combat.allotted,
    happened.AllottedHidden: combat.allotted_hidden,
    happened.Fought: combat.fought,
    happened.TurnEnded: turn.turn_ended,
    happened.Ended: turn.ended,
}
