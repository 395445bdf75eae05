"""The books of a game on a real table, as a rules system keeps them: each question answered by its module."""

from collections.abc import Sequence
from typing import Any

from battles.engine.core import Outcome, Refusal, Step
from battles.engine.dice import Dice, Roll
from battles.engine.tabling import Books, Inquiry, Note
from battles.rules.mini_nap import tabling, tabling_fire, tabling_page, tabling_play
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.state import State


class Bookkeeping:
    """Mini-Nap on a real table."""

    def open_books(self, setup: Setup) -> State:
        """The books of a game on a real table."""
        return tabling.open_books(setup)

    def books(self, kept: State) -> Books:
        """What a page shows of the books."""
        return tabling_page.books(kept)

    def inquire(self, kept: State, note: Note) -> Inquiry:
        """Fire, combat or a test as far as it is stated."""
        return tabling.inquire(kept, note)

    def refuse_note(self, kept: State, note: Note) -> Refusal | None:
        """Why a note cannot be made."""
        return tabling.refuse(kept, note)

    def make_note(self, kept: State, note: Note, dice: Dice) -> Step[State]:
        """What follows from a note."""
        return tabling.make(kept, note, dice)

    def answers(self, kept: State, note: Note) -> Sequence[tuple[Note, str]]:
        """Return fire at who fired last."""
        return tabling_fire.answers(kept, note)

    def throwing(self, kept: State, note: Note, rolls: Sequence[Roll]) -> str:
        """Who throws next for a note."""
        return tabling.throwing(kept, note, rolls)

    def noted(self, kept: State, event: Any) -> State:
        """The books after ``event``."""
        return tabling_play.after(kept, event)

    def noted_words(self, kept: State, event: Any) -> str | None:
        """What ``event`` did, with its rules."""
        return tabling_play.sentence(kept, event)

    def books_outcome(self, kept: State) -> Outcome | None:
        """How the game ended."""
        return kept.outcome
