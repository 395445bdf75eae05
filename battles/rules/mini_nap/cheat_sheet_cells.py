"""Cells of the cheat sheet: numbers and distances of the tables, marked where they are the club's."""

from battles.engine.cheat_sheet import house, span
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import PRINTED, Act, MoveRow


def number(rules: Rules, name: str) -> str:
    """A number of the tables."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def reach(rules: Rules, act: Act) -> str:
    """A distance that its owner chooses: ``12–18`` (MN-MOVE-16)."""
    own = rules.tables.reaches[act]
    return house(span(own.least, own.most), own, PRINTED.reaches[act])


def allowance(own: MoveRow, printed: MoveRow) -> tuple[str, str]:
    """The move and the charge of a row; ``no`` for who does not charge."""
    moves = " or ".join(map(str, own.moves))
    charge = "no" if own.charge is None else str(own.charge)
    return house(moves, own.moves, printed.moves), house(charge, own.charge, printed.charge)
