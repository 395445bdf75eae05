"""The forms that every system shares: the result to write in afterwards, and orders before the battle."""

from collections.abc import Sequence
from typing import Final

from battles.engine.kit import Form, Grid, Kit
from battles.engine.roll import Roll

ROWS: Final = 20
"""Rows of tables that a page of the result holds."""
FORMATIONS: Final = 5
COMMANDS: Final = 10
"""The fewest rows for formations, and for commands, where no side is known."""
COLUMNS: Final = ("Formation", "Side", "Units at the start", "Units lost", "Broken in turn", "Remarks")


def result_form(kit: Kit, rolls: Sequence[Roll] = ()) -> Form:
    """What happened: turns, losses by formation, and how the system reckons its victory.

    Args:
        rolls: sides whose formations are written in already.
    """
    named = tuple(group.place for roll in rolls for group in roll.groups)
    taken = sum(len(grid.rows) + grid.blank + 1 for grid in kit.reckoning)
    blank = max(2, FORMATIONS - len(named), ROWS - taken - len(named))
    losses = Grid(title="Losses by formation", columns=COLUMNS, rows=named, blank=blank)
    return Form(
        key="result",
        title="Result of the battle",
        text="Fill it in when the battle is over and write it in on its page, or give it to the umpire.",
        lines=(
            "Battle",
            "Date",
            "First side",
            "Player",
            "Second side",
            "Player",
            "Turns played",
            "Umpire",
            "Winner",
            "How",
        ),
        grids=(losses, *kit.reckoning),
        writing=1,
        caption="What happened",
    )


def orders_form(kit: Kit, roll: Roll | None = None) -> Form:
    """What each command is to do, written before the battle; a system with orders of its own has those to choose."""
    commands = _commands(roll) if roll else ()
    grid = Grid(
        title="Commands",
        columns=("Command", "Commander", "Order", "Objective", "When"),
        rows=commands,
        blank=max(2, COMMANDS - len(commands)),
    )
    chosen = ", ".join(order.word for order in kit.orders)
    text = f"Orders: {chosen}." if chosen else "Write down what each command is to do before the first turn."
    lines = ("Side", "Commander", "Battle", "Date")
    return Form(key="plan", title="Plan of battle", text=text, lines=lines, grids=(grid,), writing=8, caption="Intent")


def _commands(roll: Roll) -> tuple[str, ...]:
    """Those over the groups that stand next to the units' own, or the groups where there are none."""
    return tuple(dict.fromkeys(group.above[-1] if group.above else group.title for group in roll.groups))
