"""The steps of a turn, and of the preparation before the first, as a player counts them (EN-SEQ-01, EN-SETUP-04)."""

from battles.engine.core import Stage
from battles.rules.easy_napoleonics.state import other
from battles.rules.easy_napoleonics.view import View


def stages(seen: View) -> tuple[Stage, ...]:
    """The steps of the turn in ``seen``: both sides move in turn, everything else is done by both."""
    if seen.phase in ("cards", "deployment"):
        steps = [("cards", "Cards"), ("deployment", "Deployment")]
        if not any(side.cards or side.owes for side in seen.sides):
            del steps[0]
        now = seen.phase
    else:
        steps, now = _turn(seen), f"movement {seen.acting}" if seen.phase == "movement" else str(seen.phase)
    place = next((number for number, (key, _) in enumerate(steps) if key == now), len(steps))
    return tuple(
        Stage(name, "done" if number < place else "now" if number == place else "next")
        for number, (_, name) in enumerate(steps)
    )


def _turn(seen: View) -> list[tuple[str, str]]:
    names = {side: each.name for side, each in zip("ab", seen.sides, strict=True)}
    first = seen.mover or seen.acting
    moves = [("movement", "Movement")]
    if first:
        moves = [(f"movement {side}", f"{names[side]} moves") for side in (first, other(first))]
    return [
        ("initiative", "Initiative"),
        ("rally", "Rally"),
        *moves,
        ("artillery", "Artillery"),
        ("musketry", "Musketry"),
        ("melee", "Melee"),
    ]
