"""What actions and lists of them are called, for a player who may choose them."""

from typing import Any, Final

from battles.engine.core import Option
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.words_choices import CHOICES

_KINDS: Final = {
    "choose_edge": "edges of the table",
    "deploy": "places to deploy",
    "deploy_stand": "places to take",
    "choose_brigade": "Brigades to give the initiative to",
    "division_manoeuvre": "Divisions that may manoeuvre as one",
    "move_stand": "places to ride to",
    "attach": "units to join",
    "detach": "places to leave his unit for",
    "turn": "ways to turn",
    "change_formation": "formations to form",
    "defend": "things to defend",
    "advance": "ways to advance",
    "side_step": "ways to side-step",
    "step_back": "ways to step back",
    "oblique": "ways to move obliquely",
    "inch": "ways to inch",
    "prolong": "ways to prolong",
    "redeploy": "ways to redeploy",
    "road_move": "ways along a road",
    "cross_bridge": "ways over a bridge",
    "charge": "charges",
    "extended_charge": "extended charges",
    "opportunity_charge": "charges at the enemy on its way",
    "go_on": "ways to go on",
    "name_defender": "units to defend the bridge",
    "fall_back": "ways to fall back",
    "flee": "ways to flee",
    "flee_to_square": "squares to run to",
    "emergency_square": "ways to form square",
    "nearby_squares": "choices of who tries to form square",
    "feint_back": "ways to ride back",
    "evade_stand": "places to evade to",
    "retreat": "ways to leave the field",
    "fire": "targets to fire at",
    "fire_structure": "structures to fire at",
    "suppress": "choices of batteries to suppress",
    "join": "ways to join in",
    "break_square": "ways to break out of square",
    "choose_group": "combats to fight next",
    "allot": "ways to share out strength points",
    "rally_back": "ways to rally back",
    "stop_and_rally": "ways to stop and rally",
    "rally_forward": "ways to rally forward",
    "break_charge": "ways to charge on",
}
"""What several actions of a kind are."""


def action_words(state: State, action: Any) -> str:
    """``action`` as a choice: ``33rd Foot: advance 6.5 cm, then turn to face north-east (45°)``."""
    text = CHOICES[type(action)](state, action)
    return f"{text[:1].upper()}{text[1:]}"


def offer(state: State, option: Option) -> str:
    """``33rd Foot: 6 ways to advance``; a single action is told as it is."""
    if len(option.actions) == 1:
        return action_words(state, option.actions[0])
    said = f"{len(option.actions):,} {_KINDS.get(option.kind, 'choices')}"
    what, _, number = option.actor.partition(" ")
    if not number:
        return said
    name = say.unit(state, int(number)) if what == "unit" else say.stand(state, int(number))
    return f"{name[:1].upper()}{name[1:]}: {said}"
