"""Actions in JSON: they come back as they went, and junk is turned away in a sentence."""

import pytest

from battles.services.play.action_menu import action_of, json_of, plain_of
from battles.services.play.lock import Refused
from tests.battles.services.steps import SYSTEM


def test_every_first_action_comes_back_as_it_was() -> None:
    state = SYSTEM.start(SYSTEM.scenarios.sample({}))
    from battles.engine.dice import SeededDice

    state = SYSTEM.begin(state, SeededDice(b"key", 0)).state
    for side in SYSTEM.deciding(state):
        for option in SYSTEM.options(state, side):
            for action in option.actions:
                assert action_of(SYSTEM, json_of(action)) == action
                assert plain_of(action)["kind"] == option.kind


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "It is cut off before its end."),
        ("done", "JSON is malformed"),
        ("[]", "Expected object, got array."),
        ('{"kind":"teleport"}', "At $.kind: Invalid value 'teleport'."),
        ('{"kind":"rally","unit":"first"}', "At $.unit: Expected int, got str."),
        ('{"kind":"done","extra":1}', "Object contains unknown field extra."),
        ('{"kind":"done","kind":"done"}', "The key “kind” appears twice."),
        ("[" * 9_000, ""),
        ("\ud800", ""),
        (b"\xff", ""),
        ("x" * 10_001, "An action has at most 10,000 bytes; this one has 10,001."),
    ],
)
def test_junk_is_no_action(content: str | bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        action_of(SYSTEM, content)
    assert refused.value.field == "action"
    assert words in str(refused.value)
