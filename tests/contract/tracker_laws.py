"""The laws that the tracker of every system keeps, held along games of random entries."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from battles.engine.codec import decode, encode
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice, Roll, SeededDice
from battles.engine.tracker import Books, Fact, Note, Tap

KEY = b"a key of these tests"


@dataclass(frozen=True)
class Line:
    """An entry of a game as it is stored, and the states before and after it."""

    note: Note
    rolls: tuple[Roll, ...]
    events: tuple[bytes, ...]
    before: Any
    after: Any


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


def stated(tracker: Any, books: Any, note: Note, chances: Random) -> Note:
    """A question with facts that somebody might state, one after the other."""
    for _ in range(40):
        facts = tracker.inquire(books, note).facts
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


def random_entry(tracker: Any, books: Any, chances: Random) -> Note | None:
    """An entry that a page offers and that is not refused; None once the game is over."""
    while tracker.outcome(books) is None:
        page = tracker.page(books)
        asks = asks_of(page)
        if asks and chances.random() < 0.5:
            note = stated(tracker, books, chances.choice(asks), chances)
        else:
            note = chances.choice(taps_of(page)).note
            refusal = tracker.refuse(books, note)
            assert refusal is None, f"The page offers {note}, which is refused: {refusal}"
        if tracker.refuse(books, note) is None:
            return note
    return None


def random_game(tracker: Any, setup: Any, seed: int, most: int) -> list[Line]:
    """A game of up to ``most`` random entries."""
    chances, lines, books = Random(seed), [], tracker.start(setup)  # noqa: S311
    while len(lines) < most and (note := random_entry(tracker, books, chances)) is not None:
        dice = SeededDice(KEY, len(lines))
        step = tracker.decide(books, note, dice)
        lines.append(Line(note, dice.rolls, tuple(map(encode, step.events)), books, step.state))
        books = step.state
    return lines


def pages_and_odds_are_sound(tracker: Any, lines: Sequence[Line]) -> None:
    """Each page has a heading, nothing is offered after the end, and odds, of two entries a kind, are shares of one.

    Until then a side can concede.
    """
    asked = Counter[str]()
    for line in lines:
        page = tracker.page(line.after)
        assert page.heading, f"No heading after {line.note}."
        if tracker.outcome(line.after) is not None:
            assert (page.taps, page.asks, page.ends) == ((), (), ()), f"Something is offered after the end: {page}"
        else:
            assert page.ends, f"No way to end the game after {line.note}."
        asked[line.note.key] += 1
        if asked[line.note.key] > 2:
            continue
        for odds in tracker.inquire(line.before, line.note).forecasts:
            shares = [chance.share for chance in odds.chances]
            assert all(0 <= share <= 1 for share in shares), f"No chances: {odds}"
            assert not odds.whole or sum(shares) == 1, f"{sum(shares)} in all: {odds}"
        for answer, words in tracker.answers(line.after, line.note):
            assert words, f"A follow-up of {line.note} without words."
            assert tracker.inquire(line.after, answer).title, f"A follow-up of {line.note} without a title."


def rolls_are_announced(tracker: Any, lines: Sequence[Line]) -> None:
    """Who rolls is said before the dice are typed; an entry that rolls asks for its dice."""
    for line in lines:
        if line.rolls:
            assert tracker.throwing(line.before, line.note, ()), f"Nobody is said to roll for {line.note}."
            try:
                tracker.decide(line.before, line.note, RecordedDice(()))
            except DiceNeeded:
                continue
            raise AssertionError(f"{line.note} rolled without asking for dice.")


def events_are_told(tracker: Any, lines: Sequence[Line]) -> None:
    """Each event has a sentence, or none at all."""
    for line in lines:
        books = line.before
        for event in line.events:
            happened = decode(event, tracker.event_type)
            words = tracker.sentence(books, happened)
            assert words is None or words.endswith("."), words
            books = tracker.evolve(books, happened)


def a_game_verifies(tracker: Any, lines: Sequence[Line]) -> None:
    """Each entry, decided again from its rolls, gives the same events and the same state."""
    for line in lines:
        dice = RecordedDice(line.rolls)
        try:
            step = tracker.decide(line.before, line.note, dice)
        except (DiceDiffer, DiceNeeded) as wrong:
            raise AssertionError(f"Decided again, {line.note} went otherwise: {wrong}") from None
        assert tuple(map(encode, step.events)) == line.events, f"Decided again, {line.note} went otherwise."
        assert step.state == line.after, f"Decided again, {line.note} led elsewhere."
        assert dice.left == (), f"Decided again, {line.note} used fewer dice."


def undoing_leads_back(tracker: Any, lines: Sequence[Line]) -> None:
    """What undoing does: the stored events of the first entries, without those undone, make the state after them.

    From there the entry that was undone may be made again, and leads where it led.
    """
    folded = lines[0].before if lines else None
    for line in lines:
        assert folded == line.before, f"The entries before {line.note} fold to another state."
        assert tracker.refuse(folded, line.note) is None, f"{line.note} was undone and is now refused."
        for event in line.events:
            folded = tracker.evolve(folded, decode(event, tracker.event_type))
        assert decode(encode(folded), tracker.state_type) == line.after, f"The events of {line.note} lead elsewhere."


TRACKER_LAWS: tuple[Callable[[Any, Sequence[Line]], None], ...] = (
    pages_and_odds_are_sound,
    rolls_are_announced,
    events_are_told,
    a_game_verifies,
    undoing_leads_back,
)
