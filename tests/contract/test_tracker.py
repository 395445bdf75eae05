"""Every tracker keeps every law along games of random entries, and each law finds a tracker that breaks it."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine import registry
from battles.engine.core import Step
from battles.engine.dice import Dice
from battles.engine.tracker import Books, Note
from tests.contract.tracker_laws import (
    TRACKER_LAWS,
    Line,
    a_game_verifies,
    events_are_told,
    pages_and_odds_are_sound,
    random_game,
    rolls_are_announced,
    undoing_leads_back,
)

SYSTEMS = [key for key in registry.playable() if registry.load(key).tracker is not None]
ENTRIES = 30


@cache
def lines(key: str, seed: int) -> list[Line]:
    """A random game of a system."""
    system = registry.load(key)
    return random_game(system.tracker, system.scenarios.sample({}), seed, ENTRIES)


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("law", TRACKER_LAWS, ids=lambda law: law.__name__)
def test_every_tracker_keeps_the_law(law: Callable[[Any, Sequence[Line]], None], key: str, seed: int) -> None:
    law(registry.load(key).tracker, lines(key, seed))


@pytest.mark.parametrize("key", SYSTEMS)
def test_random_games_make_entries_of_many_kinds(key: str) -> None:
    assert len({line.note.key for line in lines(key, 0)}) > 6


class Faulty:
    """A tracker with one fault."""

    def __init__(self, tracker: Any) -> None:
        self.tracker = tracker

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tracker, name)


class Untitled(Faulty):
    def page(self, books: Any) -> Books:
        page: Books = self.tracker.page(books)
        return replace(page, heading="")


class Silent(Faulty):
    def throwing(self, books: Any, note: Note, rolls: Any) -> str:
        return ""


class Unfinished(Faulty):
    def sentence(self, books: Any, event: Any) -> str | None:
        return "It happened"


class Moody(Faulty):
    """It does everything twice when it is asked a second time."""

    def decide(self, books: Any, note: Note, dice: Dice) -> Step[Any]:
        step: Step[Any] = self.tracker.decide(books, note, dice)
        return Step((*step.events, *step.events), step.state)


class Forgetful(Faulty):
    """It leaves out every third event that it folds."""

    folded = 0

    def evolve(self, books: Any, event: Any) -> Any:
        self.folded += 1
        return self.tracker.evolve(books, event) if self.folded % 3 else books


class Unforgiving(Faulty):
    """It refuses what has been made once."""

    def refuse(self, books: Any, note: Note) -> Any:
        return "No."


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(
    ("fault", "law"),
    [
        (Untitled, pages_and_odds_are_sound),
        (Silent, rolls_are_announced),
        (Unfinished, events_are_told),
        (Moody, a_game_verifies),
        (Forgetful, undoing_leads_back),
        (Unforgiving, undoing_leads_back),
    ],
    ids=lambda each: each.__name__,
)
def test_a_law_finds_the_tracker_that_breaks_it(
    fault: type[Faulty], law: Callable[[Any, Sequence[Line]], None], key: str
) -> None:
    with pytest.raises(AssertionError):
        law(fault(registry.load(key).tracker), lines(key, 0))
