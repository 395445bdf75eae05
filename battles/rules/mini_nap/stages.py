"""The steps of an initiative, and of what comes before the first, as a player counts them (section 5.2)."""

from typing import Final

from battles.engine.progress import Stage
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.state import NONE, State, Step
from battles.rules.mini_nap.view import View, known

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
_TASKS: Final[dict[Step, str]] = {
    "deployment": "Put your army down, one Division after the other (MN-RULING-60): choose a unit, then its place.",
    "arrival": "Troops of yours have come up (MN-RULING-97): choose a unit, then its place in the zone.",
    "choose": "Which of your Brigades, or which Division as one, is to act now (MN-SEQ-02)?",
    "command": "{of} acts now. Its command stands move and join units first, which decides who is in command "
    "(MN-CMD-11).",
    "manoeuvre": "{of} moves now, each unit once (MN-SEQ-04): choose a unit, then where it goes or whom it charges.",
    "fire": "{of} fires now, each unit once (MN-FIRE-01): choose a unit, then its target.",
}
"""What the active side does in a step of its own; ``{of}`` is the Brigade or the Division that has the initiative."""
_AS_ONE: Final = (
    "{of} moves as one, far, but without a charge or a shot (MN-DIVMAN-04, MN-DIVMAN-08): choose a unit, then where "
    "it goes."
)
"""The same for the manoeuvres of a Division."""


def stages(seen: View) -> tuple[Stage, ...]:
    """The steps in ``seen``. In a Division manoeuvre there is no fire (MN-DIVMAN-08)."""
    rows = _BEFORE if seen.step in ("edges", "deployment") else _turn(seen)
    place = next((number for number, (_, steps) in enumerate(rows) if seen.step in steps), len(rows))
    return tuple(
        Stage(name, "now", _task(seen)) if number == place else Stage(name, "done" if number < place else "next")
        for number, (name, _) in enumerate(rows)
    )


def _task(seen: View) -> str:
    """What there is to do in the step that is now."""
    as_one = seen.step == "manoeuvre" and seen.division != NONE
    text = (_AS_ONE if as_one else _TASKS.get(seen.step, "")).format(of=_of(known(seen)))
    return f"{text[:1].upper()}{text[1:]}"


def _of(state: State) -> str:
    """Whoever has the initiative."""
    if state.division != NONE:
        return say.division(state, state.division)
    return say.brigade(state, state.brigade) if state.brigade != NONE else ""


def _turn(seen: View) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    if seen.step == "arrival":
        return (_ARRIVALS, *_TURN)
    return tuple(row for row in _TURN if row[0] != "Fire" or seen.division == NONE)
