"""How commands put a battle in words: lines of the log, the end, names of players."""

from textwrap import wrap
from typing import Any

from battles.engine.log import Line

WIDTH = 110


def indented(line: Line) -> str:
    """A line of the log: a heading with a blank line before it, a sentence with its entry's number."""
    if line.is_heading:
        return f"\n{line.text}"
    return "\n".join(
        wrap(line.text, WIDTH, initial_indent=f"{line.n:>5}  ", subsequent_indent=" " * 7, break_on_hyphens=False)
    )


def outcome_words(system: Any, state: Any) -> str:
    """How a battle stands or ended: ``Red won by points (EN-VP-02). Blue 6 points, ...``."""
    outcome = system.outcome(state)
    score = system.score(state)
    if outcome is None:
        return f"The battle is not over. {score}."
    reason = outcome.reason.replace("_", " ")
    if outcome.winner is None:
        return f"Nobody won: {reason} ({outcome.rule}). {score}."
    return f"{system.side_name(state, outcome.winner)} won by {reason} ({outcome.rule}). {score}."
