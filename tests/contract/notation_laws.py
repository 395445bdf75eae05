"""Laws of notation: what is read back is the same action, and it leads to the same bytes."""

from typing import Any

from battles.engine.codec import encode
from battles.engine.dice import SeededDice
from tests.contract.suite import Walk, some

KEY = bytes(32)


def a_read_notation_leads_to_the_same_state(walk: Walk) -> None:
    """An action typed in notation is equal to the chosen one, and so is the stored form of the state that follows."""
    text = walk.system.text
    if not hasattr(text, "read_notation"):
        return
    for moment in some(walk.played(), 60, walk.chances("notation")):
        entry = moment.entry
        if entry is None or entry.action is None or not entry.side:
            continue
        text = walk.system.text.notation(moment.state, entry.action)
        action = walk.system.text.read_notation(moment.state, text)
        assert action == entry.action, text
        steps = [
            walk.system.decide(moment.state, entry.side, one, SeededDice(KEY, entry.n))
            for one in (entry.action, action)
        ]
        assert encode(steps[0].state) == encode(steps[1].state), text


def every_listed_action_is_read_back(walk: Walk) -> None:
    """What is written of a listed action is read as that action, and no two listed actions are written alike."""
    text, chances = walk.system.text, walk.chances("written")
    if not hasattr(text, "read_notation"):
        return
    for moment in some(walk.played(), 60, chances):
        for side in walk.system.sides:
            written: dict[str, Any] = {}
            for action in some(moment.listed(side), 12, chances):
                words = text.notation(moment.state, action)
                assert written.setdefault(words, action) == action, f"{words} is {action} and {written[words]}."
                assert text.read_notation(moment.state, words) == action, f"{words} is not read as {action}."


NOTATION = (a_read_notation_leads_to_the_same_state, every_listed_action_is_read_back)
