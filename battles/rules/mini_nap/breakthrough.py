"""Who obtains break-through (MN-BREAK-01, 02): the white marker."""

from battles.rules.mini_nap.board import touched
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.play import Play


def break_through(play: Play, unit: int, rule: str) -> None:
    """A unit has lost its opponent by ``rule``: a white marker, if no other enemy touches it (MN-RULING-31).

    Squares and artillery never have one. What the active side gains while the passive side breaks through is lost
    (MN-BREAK-03).
    """
    state = play.state
    found = state.units[unit]
    if found.where != "table" or found.white or in_square(found) or unit_class(found) == "artillery":
        return
    if touched(state, unit) or (state.step == "break_passive" and found.side == state.active):
        return
    play.mark(unit, rule, white=True)
