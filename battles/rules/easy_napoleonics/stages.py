"""The steps of a turn, and of the preparation before the first, as a player counts them (EN-SEQ-01, EN-SETUP-04)."""

from typing import Final

from battles.engine.progress import Stage
from battles.rules.easy_napoleonics.state import Phase, other
from battles.rules.easy_napoleonics.view import View

_TASKS: Final[dict[Phase, str]] = {
    "cards": "Take what your cards add to your army (EN-COST-08).",
    "deployment": "Put your army down in your zone (EN-SETUP-07): choose a unit, then its hex.",
    "initiative": "You have the initiative (EN-INIT-08). Which side moves first?",
    "rally": "Units that are not Good may try to rally, once each (EN-RALLY-01); leaders may ride to them before.",
    "movement": "Your units move, one after the other (EN-SEQ-02): choose a unit, then where it goes.",
    "artillery": "Your batteries may fire (EN-ART-01): choose one, then its target.",
    "musketry": "Your infantry may fire (EN-MUSK-01): choose a unit, then its target.",
    "melee": "Which melee is fought next (EN-MELEE-08)?",
}
"""What a side does in a phase."""


def stages(seen: View) -> tuple[Stage, ...]:
    """The steps of the turn in ``seen``: both sides move in turn, everything else is done by both."""
    now = f"movement {seen.acting}" if seen.phase == "movement" else str(seen.phase)
    steps = _before(seen) if seen.phase in ("cards", "deployment") else _turn(seen)
    place = next((number for number, (key, _) in enumerate(steps) if key == now), len(steps))
    return tuple(
        Stage(name, "now", _TASKS.get(seen.phase, ""))
        if number == place
        else Stage(name, "done" if number < place else "next")
        for number, (_, name) in enumerate(steps)
    )


def _before(seen: View) -> list[tuple[str, str]]:
    cards = [("cards", "Cards")] if any(side.cards or side.owes for side in seen.sides) else []
    return [*cards, ("deployment", "Deployment"), ("initiative", "The first turn")]


def _turn(seen: View) -> list[tuple[str, str]]:
    names = {side: each.name for side, each in zip("ab", seen.sides, strict=True)}
    moves = [("movement", "Movement")]
    if seen.mover and seen.phase != "initiative":
        moves = [(f"movement {side}", f"{names[side]} moves") for side in (seen.mover, other(seen.mover))]
    return [
        ("initiative", "Initiative"),
        ("rally", "Rally"),
        *moves,
        ("artillery", "Artillery"),
        ("musketry", "Musketry"),
        ("melee", "Melee"),
    ]
