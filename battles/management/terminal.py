"""A battle in the terminal: a human player, and the log in lines."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any, Final

from battles.ai.search import Choice
from battles.engine.core import Option
from battles.engine.replay import LogLine
from battles.engine.rng import Chances
from battles.engine.system import RuleSystem

PAGE: Final = 30
"""Choices of a list that are shown at once."""

HELP: Final = (
    "Type the number of a choice, an action in short notation, or some words to narrow a list. "
    "Enter shows more of a long list. b: the board. u: back to the first list. q: stop the battle."
)


class Stopped(Exception):
    """The player wants to stop, or the input has ended."""


class Human:
    """A human player. ``ask`` shows a prompt and returns the typed text, ``show`` prints a text."""

    name = "human"

    def __init__(self, system: RuleSystem[Any], ask: Callable[[str], str], show: Callable[[str], None]) -> None:
        self.system = system
        self.ask = ask
        self.show = show

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """One of ``options``; raises `Stopped`."""
        state = self.system.secrets.resample(view, Chances(b""))
        side = next(side for side in self.system.sides if side == view.viewer)
        self.show(f"\n{self.system.text.side_name(state, side)} to choose. (? for help)")
        while True:
            option = self._pick([self.system.text.offer(state, option) for option in options], view, state)
            action = self._within(view, state, options[option]) if isinstance(option, int) else option
            if action is None:
                continue
            refusal = self.system.refuse(state, side, action)
            if refusal is None:
                return Choice(action, "chosen at the terminal")
            self.show(f"{refusal.sentence}")

    def _within(self, view: Any, state: Any, option: Option) -> Any | None:
        """The action of an option: the only one, or the chosen one; None to go back."""
        if len(option.actions) == 1:
            return option.actions[0]
        actions = option.actions
        picked = self._pick([self.system.text.choice(state, action) for action in actions], view, state, True)
        return actions[picked] if isinstance(picked, int) else picked

    def _pick(self, texts: Sequence[str], view: Any, state: Any, inner: bool = False) -> Any:
        """An index in ``texts``, an action typed in short notation, or None to go back from an inner list."""
        shown = list(range(len(texts)))
        start = 0
        self._list(texts, shown, start)
        while True:
            typed = self.ask("> ").strip()
            if typed == "q":
                raise Stopped
            if typed == "?":
                self.show(HELP)
            elif typed == "b":
                self.show(self.system.text.board(view))
            elif typed == "u" and inner:
                return None
            elif not typed:
                start = start + PAGE if start + PAGE < len(shown) else 0
                self._list(texts, shown, start)
            elif typed.isdecimal() and 1 <= int(typed) <= len(texts) and len(typed) < 7:
                return int(typed) - 1
            else:
                matches = [place for place, text in enumerate(texts) if typed.lower() in text.lower()]
                if matches:
                    shown, start = matches, 0
                    self._list(texts, shown, start)
                    continue
                action = self._typed(state, typed)
                if action is not None:
                    return action

    def _list(self, texts: Sequence[str], shown: Sequence[int], start: int) -> None:
        width = len(str(len(texts)))
        for place in shown[start : start + PAGE]:
            self.show(f"  {place + 1:>{width}}  {texts[place]}")
        left = len(shown) - start - PAGE
        if left > 0:
            self.show(f"  ... and {left} more: Enter shows them.")

    def _typed(self, state: Any, typed: str) -> Any | None:
        """An action in short notation; None, with a message, if there is none."""
        try:
            return self.system.text.read_notation(state, typed)
        except ValueError as error:
            self.show(f"No choice contains these words. {error}")
            return None


WIDTH = 110


def indented_lines(line: LogLine) -> str:
    """A line of the log: a heading with a blank line before it, a sentence with its entry's number."""
    if line.is_heading:
        return f"\n{line.text}"
    return "\n".join(
        wrap(line.text, WIDTH, initial_indent=f"{line.n:>5}  ", subsequent_indent=" " * 7, break_on_hyphens=False)
    )


def outcome_words(system: Any, state: Any) -> str:
    """The state or end of a battle: ``Red won by points (EN-VP-02). Blue 6 points, ...``."""
    outcome = system.outcome(state)
    score = system.text.score(state)
    if outcome is None:
        return f"The battle is not over. {score}."
    reason = outcome.reason.replace("_", " ")
    if outcome.winner is None:
        return f"Nobody won: {reason} ({outcome.rule}). {score}."
    return f"{system.text.side_name(state, outcome.winner)} won by {reason} ({outcome.rule}). {score}."
