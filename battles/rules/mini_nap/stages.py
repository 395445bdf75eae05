"""The steps of an initiative, and of what comes before the first, as a player counts them (section 5.2)."""

from typing import Final

from battles.engine.progress import Stage
from battles.rules.mini_nap.state import NONE, Step
from battles.rules.mini_nap.view import View

_BEFORE: Final[tuple[tuple[str, tuple[Step, ...]], ...]] = (
    ("Edges", ("edges",)),
    ("Deployment", ("deployment",)),
    ("The first Turn", ("choose",)),
)
_ARRIVALS: Final[tuple[str, tuple[Step, ...]]] = ("Arrivals", ("arrival",))
_TURN: Final[tuple[tuple[str, tuple[Step, ...]], ...]] = (
    ("Brigade", ("choose",)),
    ("Command", ("command",)),
    ("Manoeuvre", ("manoeuvre",)),
    ("Fire", ("fire",)),
    ("Hand-to-hand", ("hand_to_hand",)),
    ("Break-through", ("break_active", "break_passive")),
    ("End", ("end",)),
)
"""MN-SEQ-03."""


def stages(seen: View) -> tuple[Stage, ...]:
    """The steps in ``seen``. In a Division manoeuvre there is no fire (MN-DIVMAN-08)."""
    rows = _BEFORE if seen.step in ("edges", "deployment") else _turn(seen)
    place = next((number for number, (_, steps) in enumerate(rows) if seen.step in steps), len(rows))
    return tuple(
        Stage(name, "done" if number < place else "now" if number == place else "next")
        for number, (name, _) in enumerate(rows)
    )


def _turn(seen: View) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    if seen.step == "arrival":
        return (_ARRIVALS, *_TURN)
    return tuple(row for row in _TURN if row[0] != "Fire" or seen.division == NONE)
