"""Kit list: markers, losses and forms."""

from typing import Final

from battles.engine.sheets.kit_list import Form, Grid, Kit, Marker, Tally
from battles.rules.snaphance.rules import Rules
from battles.rules.snaphance.tables import BREAK_PERCENT, ERAS, EXTRA_MOVEMENT

_MARKERS: Final = (
    Marker(
        key="disordered",
        word="disordered",
        short="D",
        what="It has fewer dice and worse morale. An order test recovers it.",
        rule="SH-DIS-01",
        on="The stand moved or fought out of order.",
        until="when it recovers",
        share=4,
    ),
    Marker(
        key="movement",
        word="movement",
        short=str(EXTRA_MOVEMENT).replace("-", "−"),
        what="One for each movement in this player turn.",
        rule="SH-ORDER-05",
        on="The stand moved.",
        until="at the end of the player turn",
        share=8,
    ),
    Marker(
        key="fired",
        word="fired",
        short="F",
        what="It cannot fire again.",
        rule="SH-TURN-05",
        on="The stand fired in this step.",
        until="at the end of the player turn",
        share=3,
    ),
    Marker(
        key="engaged",
        word="engaged",
        short="E",
        what="It cannot move; the melee goes on.",
        rule="SH-MELEE-08",
        on="Both stands of a drawn melee have it.",
        until="when the melee is decided or broken off",
        share=3,
    ),
    Marker(
        key="evading",
        word="evading",
        short="EV",
        what="Fire at it has 1 die less.",
        rule="SH-EVADE-04",
        on="The stand evaded a charge.",
        until="at the end of the player turn",
        share=1,
    ),
    Marker(
        key="leader_dead",
        word="leader dead",
        short="†",
        what="It modifies order tests of the command.",
        rule="SH-ORDER-04",
        on="A command whose leader died has it.",
        per="commander",
        share=3,
    ),
)
"""Markers of stands and commands; evading is optional."""


def kit(rules: Rules) -> Kit:
    """The kit: markers (SH-DIS, SH-EVADE, SH-FIRE, SH-MELEE), strength points lost, and forms."""
    return Kit(
        markers=tuple(each for each in _MARKERS if each.key != "evading" or rules.options.evade),
        tally=Tally(title="Strength points lost", what="Strength points that the stand has lost.", rule="SH-STAND-05"),
        forms=(_army(rules),),
        reckoning=_reckoning(rules),
    )


def _army(rules: Rules) -> Form:
    need = ", ".join(f"{training} {least}+" for training, least in rules.tables.order_need.items())
    grid = Grid(
        title="Stands",
        columns=("Stand", "Command", "Class", "SP at the start", "SP lost"),
        blank=20,
        rule="SH-STAND-01",
    )
    text = f"Eras: {', '.join(ERAS.values())}. Order test by class: {need}."
    return Form(key="army", title="Army list", text=text, lines=("Side", "Era", "General"), grids=(grid,))


def _reckoning(rules: Rules) -> tuple[Grid, ...]:
    """The grid for victory (SH-WIN-01, SH-WIN-02)."""
    verdict = Grid(
        title="Victory",
        columns=("", "First side", "Second side"),
        rows=(
            "Strength points at the start",
            "Points of stands destroyed or gone",
            f"{BREAK_PERCENT} per cent or more lost at the end of a player turn: broken",
            f"End of turn {rules.options.turn_limit}: share lost",
        ),
        rule="SH-WIN-01",
    )
    return (verdict,)
