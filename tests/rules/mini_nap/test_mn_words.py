"""A battle of Mini-Nap told: every kind of event in a sentence with its rules, and nothing secret in what is seen."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.codec import encode
from battles.engine.core import UMPIRE, tag_of
from battles.rules.mini_nap import view, words
from battles.rules.mini_nap.events import Allotted, AllottedHidden, AnyEvent
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.frames import Allotment, Combat, Group
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_walks import decisions, forces

SILENT = {"opened", "went_on", "closed", "step_began", "turn_began", "side_deploys"}
"""Kinds that keep the books, or that a heading tells."""
TURNS = 2


def told() -> list[tuple[State, Any]]:
    """Every event of some turns in which what was done least is done next, each with the state before it."""
    found: list[tuple[State, Any]] = []
    for state, _, _, play in decisions(TURNS):
        for event in play.events:
            found.append((state, event))
            state = evolve(state, event)
    return found


@pytest.fixture(scope="module")
def happening() -> list[tuple[State, Any]]:
    return told()


def test_every_event_is_told_with_its_rule(happening: list[tuple[State, Any]]) -> None:
    seen = set()
    for state, event in happening:
        kind = str(event.__struct_config__.tag)
        sentence = words.sentence(state, event)
        if sentence is None:
            assert kind in SILENT | {"marked", "command_checked"}, kind
            continue
        seen.add(kind)
        assert sentence[0].isupper() or not sentence[0].isalpha(), sentence
        assert sentence.endswith(")."), sentence
        assert "MN" in sentence.rpartition("(")[2], sentence
        assert "_" not in sentence, sentence
        assert "  " not in sentence, sentence
    assert {"moved", "tested", "fired", "fought", "initiative_gained", "turned", "reformed", "gone"} <= seen


def test_every_kind_of_event_has_its_words() -> None:
    kinds = {tag_of(each.__name__) for each in AnyEvent.__args__}
    known = {tag_of(each.__name__) for each in words._SENTENCES}
    assert kinds - known == SILENT


def test_turns_and_steps_have_headings(happening: list[tuple[State, Any]]) -> None:
    headings = {words.heading(state, event) for state, event in happening}
    assert {"Manoeuvre", "Firing", "Hand-to-hand combat", "Turn 2"} <= headings
    assert any(text and text.startswith("Turn 1: initiative to ") for text in headings)


def fighting() -> State:
    state = forces()
    frame = Combat(group=Group(((0, 7),)), allotted=("a",), shares=(Allotment(0, 7, 6),))
    return replace(state, step="hand_to_hand", stack=(frame,))


@pytest.mark.rule("MN-RULING-32", "what a side allots is its own until both have answered")
def test_an_allotment_is_seen_by_its_owner_alone() -> None:
    state = fighting()
    assert "points" in encode(view.view(state, "a").stack[0]).decode()
    for viewer in ("b", "public"):
        seen = view.view(state, viewer).stack[0]
        assert isinstance(seen, Combat)
        assert not seen.shares
        assert seen.allotted == ("a",)
    assert view.view(state, UMPIRE).stack == state.stack
    event = Allotted(side="a", shares=(Allotment(0, 7, 6),), audience=("a",))
    assert view.shadow(state, event, "a") is event
    hidden = view.shadow(state, event, "b")
    assert isinstance(hidden, AllottedHidden)
    assert "allotted" in (words.sentence(state, hidden) or "")


def test_a_view_holds_all_that_its_viewer_may_know(happening: list[tuple[State, Any]]) -> None:
    states = [state for state, _ in happening][:: len(happening) // 40]
    for state in [*states, fighting()]:
        for viewer in ("a", "b", "public", UMPIRE):
            seen = view.view(state, viewer)
            assert view.view(view.suppose(seen, Chances(b"x")), viewer) == seen
