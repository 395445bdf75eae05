"""What the README of 0.8.0 shows works for one version more, with a warning that says the new name."""

import pytest

from battles.ai.players import player
from battles.engine import registry, replay
from battles.engine.defaults import EARLIER_NAMES
from battles.engine.record import Record


def test_the_battle_of_the_earlier_readme_is_still_fought() -> None:
    rules = registry.load("easy_napoleonics")
    players = {side: player("random", rules, side.encode()) for side in rules.sides}
    with pytest.deprecated_call(match=r"`scenario` is `scenarios\.load`"):
        setup = rules.scenario("village")
    record = Record.new(rules, setup, secret=b"any thirty-two bytes will do it!")
    while sides := rules.deciding(record.state):
        side = min(sides)
        with pytest.deprecated_call():
            seen = rules.view(record.state, side)
        record.play(side, players[side].choose(seen, rules.options(record.state, side)).action)
    with pytest.deprecated_call():
        assert "points" in rules.score(record.state)
    assert replay.verify(record.battle()) == []


@pytest.mark.parametrize("key", registry.playable())
def test_every_earlier_name_is_the_new_one(key: str) -> None:
    rules = registry.load(key)
    for name, now in EARLIER_NAMES.items():
        group, member = now.split(".")
        with pytest.deprecated_call():
            earlier = getattr(rules, name)
        assert earlier == getattr(getattr(rules, group), member)
