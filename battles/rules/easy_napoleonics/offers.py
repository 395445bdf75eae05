"""What a list of legal actions is called, for a player who chooses the actor first."""

from battles.engine.core import Option
from battles.rules.easy_napoleonics import words, words_names
from battles.rules.easy_napoleonics.state import State

_KINDS = {
    "activate": ("activation", "activations"),
    "deploy": ("hex", "hexes"),
    "deploy_leader": ("hex", "hexes"),
    "move_leader": ("hex to go to", "hexes to go to"),
    "relocate": ("hex to flee to", "hexes to flee to"),
    "fire": ("way to fire at it", "ways to fire at it"),
    "take_card": ("card to take", "cards to take"),
    "advance": ("thing to do", "things to do"),
    "answer": ("answer", "answers"),
}
_DEPLOYING = ("deploy", "deploy_leader")


def offer(state: State, option: Option) -> str:
    """``3rd Line: 34 activations``; a single action is told as it is."""
    if len(option.actions) == 1:
        return words.action_words(state, option.actions[0])
    one, many = _KINDS.get(option.kind, ("choice", "choices"))
    count = _hexes(option) if option.kind in _DEPLOYING else len(option.actions)
    said = f"{count:,} {one if count == 1 else many}"
    what, _, number = option.actor.partition(" ")
    if not number:
        return f"{option.kind.replace('_', ' ').capitalize()}: {said}"
    name = words_names.unit(state, int(number)) if what == "unit" else words_names.leader(state, int(number))
    return f"{name}: {said}"


def _hexes(option: Option) -> int:
    """In how many hexes a unit may be deployed, whatever its formation and facing there."""
    return len({action.cell for action in option.actions})
