"""Events of Mini-Nap in plain sentences: what happened, the dice and what they needed, and the rules.

A sentence is made on reading and stored nowhere.
"""

from collections.abc import Callable
from typing import Any, Final

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import words_fight, words_move, words_turn
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.state import State, Step

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
"""MN-SEQ-03 and what lies around it, as headings."""


def sentence(state: State, event: Any) -> str | None:
    """What ``event`` did, as a sentence or two; ``state`` is the one before it. None for what only keeps the books."""
    told = _SENTENCES.get(type(event))
    return told(state, event) if told else None


def heading(state: State, event: Any) -> str | None:
    """The heading that ``event`` begins, such as ``Turn 3``; None for most."""
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
    happened.RatingsThrown: words_turn.ratings_thrown,
    happened.TerrainLaid: words_turn.terrain_laid,
    happened.DeploymentThrown: words_turn.deployment_thrown,
    happened.DeploymentBegan: words_turn.deployment_began,
    happened.Placed: words_turn.placed,
    happened.InitiativeGained: words_turn.initiative_gained,
    happened.MarkersCleared: words_turn.markers_cleared,
    happened.BrigadeChosen: words_turn.brigade_chosen,
    happened.DivisionChosen: words_turn.division_chosen,
    happened.CommandChecked: words_turn.command_checked,
    happened.StandPlaced: words_turn.stand_placed,
    happened.StandAttached: words_turn.stand_attached,
    happened.StandRemoved: words_turn.stand_removed,
    happened.Marked: words_turn.marked,
    happened.Hit: words_turn.hit,
    happened.Gone: words_turn.gone,
    happened.Turned: words_move.turned,
    happened.Reformed: words_move.reformed,
    happened.Moved: words_move.moved,
    happened.Defended: words_move.defended,
    happened.Tested: words_move.tested,
    happened.Fired: words_fight.fired,
    happened.StructureHit: words_fight.structure_hit,
    happened.Suppressed: words_fight.suppressed,
    happened.Allotted: words_fight.allotted,
    happened.AllottedHidden: words_fight.allotted_hidden,
    happened.Fought: words_fight.fought,
    happened.TurnEnded: words_turn.turn_ended,
    happened.Ended: words_turn.ended,
}
