"""Positions against expected text; run this module as a script to write the text again."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from battles.rules.mini_nap.state import State
from tests.kept import kept, write
from tests.rules.mini_nap.builders import position_lines
from tests.rules.mini_nap.builders.question_lines import POSITIONS, QUESTIONS
from tests.rules.mini_nap.builders.scenes import BY_HAND, PLAYED, scene

ASKED: dict[str, Callable[[State], Iterator[str]]] = {
    "lists": position_lines.lists,
    "refusals": position_lines.refusals,
    "follows": position_lines.follows,
    "follows_else": position_lines.follows_else,
    "foretold": position_lines.foretold,
    "aims": position_lines.aims,
    "marked": position_lines.marked,
    "options": position_lines.other_options,
    "said": position_lines.said,
    "reaches": position_lines.reaches,
}

SHOWN = ("on ground", "in the open", "under fire", "weak ones", "division")
"""Positions of which the reaches are kept."""


VARIED = (
    "in the open",
    "weak ones",
    "command",
    "under fire",
    "charged by horse",
    "on its way",
    "joining horse",
    "along roads",
    "left guns",
)
"""Positions that are asked about under other options."""


def names(asked: str) -> tuple[str, ...]:
    some = {"reaches": SHOWN, "options": VARIED}
    return some.get(asked, (*BY_HAND, *PLAYED))


def path(asked: str) -> Path:
    return Path(__file__).with_name("kept") / f"{asked}.txt"


@pytest.mark.parametrize(("asked", "name"), [(asked, name) for asked in ASKED for name in names(asked)])
def test_a_position_is_as_it_was(asked: str, name: str) -> None:
    assert list(ASKED[asked](scene(name))) == kept(path(asked), name)


def made(asked: str, name: str) -> Iterator[str]:
    return ASKED[asked](scene(name))


@pytest.mark.parametrize("what", QUESTIONS)
def test_questions_for_odds_are_answered_as_they_were(what: str) -> None:
    assert list(QUESTIONS[what]()) == kept(path("odds"), what)


@pytest.mark.parametrize("what", POSITIONS)
def test_small_things_are_as_they_were(what: str) -> None:
    assert list(POSITIONS[what]()) == kept(path("small"), what)


if __name__ == "__main__":
    for each in ASKED:
        write(path(each), {name: partial(made, each, name) for name in names(each)})
    write(path("odds"), QUESTIONS)
    write(path("small"), POSITIONS)
