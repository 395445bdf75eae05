"""Every system that keeps the books of games on real tables: games of random notes, each of them sound."""

from random import Random
from typing import Any

import pytest

from battles.engine import registry
from battles.engine.codec import decode, encode
from battles.engine.dice import DiceNeeded, RecordedDice, SeededDice
from battles.engine.tracker import Books, Fact, Note, Tap

SYSTEMS = [system for system in map(registry.load, registry.playable()) if system.tracker is not None]
NOTES = 120


def taps_of(page: Books) -> list[Tap]:
    """Every tap that a page offers, those that go on with the game many times over."""
    found = [*page.taps, *(tap for group in page.groups for tap in group.taps)] * 8
    for group in page.groups:
        for row in group.rows:
            found += [*row.taps, *([row.hit] if row.hit else [])]
    return found


def asks_of(page: Books) -> list[Note]:
    """Every question that a page offers."""
    rows = [row for group in page.groups for row in group.rows]
    likely = [row.likely[0] for row in rows if row.likely]
    return [note for note, _ in page.asks] + likely + [note for row in rows for note, _ in row.asks]


def stated(system: Any, books: Any, note: Note, chances: Random) -> Note:
    """A question with facts that somebody might state, one after the other."""
    for _ in range(40):
        facts = system.tracker.inquire(books, note).facts
        fact = next((each for each in facts if each.key not in note.facts), None)
        if fact is None:
            return note
        note = Note(note.key, {**note.facts, fact.key: some(fact, chances)})
    return note


def some(fact: Fact, chances: Random) -> str:
    """A value that a fact may have."""
    if fact.kind == "tick":
        return chances.choice(("", "yes"))
    return chances.choice(fact.choices).value if fact.choices else ""


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_random_notes(system: Any, seed: int) -> None:
    chances = Random(seed)  # noqa: S311
    books = system.tracker.start(system.scenarios.sample({}))
    made = set()
    for number in range(NOTES):
        page = system.tracker.page(books)
        assert page.heading
        if system.tracker.outcome(books) is not None:
            assert (page.taps, page.asks, page.ends) == ((), (), ())
            break
        asks = asks_of(page)
        if asks and chances.random() < 0.5:
            note = stated(system, books, chances.choice(asks), chances)
        else:
            note = chances.choice(taps_of(page)).note
            assert system.tracker.refuse(books, note) is None, note
        found = system.tracker.inquire(books, note)
        for odds in found.forecasts:
            assert all(0 <= chance.share <= 1 for chance in odds.chances)
            assert not odds.whole or sum(chance.share for chance in odds.chances) == 1
        if system.tracker.refuse(books, note) is not None:
            continue
        made.add(note.key)
        books = sound(system, books, note, number)
        for answer, words in system.tracker.answers(books, note):
            assert words
            assert system.tracker.inquire(books, answer).title
    assert len(made) > 6


def sound(system: Any, books: Any, note: Note, number: int) -> Any:
    """The books after a note that is made as it must be."""
    dice = SeededDice(b"a key of these tests", number)
    step = system.tracker.decide(books, note, dice)
    again = system.tracker.decide(books, note, RecordedDice(dice.rolls))
    assert again == step
    if dice.rolls:
        assert system.tracker.throwing(books, note, ())
        with pytest.raises(DiceNeeded):
            system.tracker.decide(books, note, RecordedDice(()))
    for event in step.events:
        assert decode(encode(event), system.tracker.event_type) == event
        words = system.tracker.sentence(books, event)
        assert words is None or words.endswith(".")
        books = system.tracker.evolve(books, event)
    assert books == step.state
    assert decode(encode(books), system.tracker.state_type) == books
    return books
