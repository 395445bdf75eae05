"""Cells of the cheat sheet: numbers of the tables, marked where they are the club's or our own for a gap."""

from battles.engine.cheat_sheet import OURS, house, signed
from battles.rules.snappy_nappy.rules import Rules
from battles.rules.snappy_nappy.tables import PRINTED, QUARTERS, Mark


def number(rules: Rules, name: str, text: str = "{}") -> str:
    """A number of the tables by its name, within ``text``."""
    own = getattr(rules.tables, name)
    return house(text.format(own), own, getattr(PRINTED, name))


def ours(text: str, mark: Mark) -> str:
    """``text``, marked where it is our own."""
    return f"{text}{OURS}" if mark == "H" else text


def added(own: int | None, printed: int | None) -> str:
    """A modifier with its sign; ``–`` where there is none."""
    return house("–" if own is None else signed(own), own, printed)


def times(own: int, printed: int) -> str:
    """A multiplier that is told in halves: ``× 3/2``."""
    return house(f"× {own // 2}" if own % 2 == 0 else f"× {own}/2", own, printed)


def share(rules: Rules, name: str) -> str:
    """A part of the allowance that is told in quarters: ``1/2``."""
    own = getattr(rules.tables, name)
    return house(quarters(own), own, getattr(PRINTED, name))


def quarters(count: int) -> str:
    """``1/4``, ``1/2``, ``1``."""
    for part in (QUARTERS, QUARTERS // 2):
        if count % part == 0:
            rest = QUARTERS // part
            return str(count // part) if rest == 1 else f"{count // part}/{rest}"
    return f"{count}/{QUARTERS}"
