"""What losses mean, from facts alone: points left, who is removed, when a command stand goes (MN-LOSS, MN-CMD-45)."""

from battles.rules.mini_nap import tables
from battles.rules.mini_nap.kinds import SQUARES
from battles.rules.mini_nap.tables import CommandLossRule, Formation, Kind, Quality


def points_after(points: int, hits: int) -> int:
    """Strength points left after so many hits (MN-LOSS-01); never below 0, hits beyond are lost (MN-LOSS-04)."""
    return max(0, points - hits)


def is_exempt(rating: Quality, formation: Formation) -> bool:
    """Whether a unit stays in play with 1 point: Guard, unformed, or in any square (MN-LOSS-03)."""
    formed = tables.FORMATIONS[formation].formed
    return rating in tables.EXEMPT_QUALITIES or not formed or formation in SQUARES


def is_exempt_for_good(rating: Quality, kind: Kind) -> bool:
    """Whether a unit stays with 1 point in every formation it usually takes: Guard, or never formed (MN-LOSS-03)."""
    forms = any(tables.FORMATIONS[each].formed for each in tables.FORMATIONS_OPEN[kind])
    return rating in tables.EXEMPT_QUALITIES or not forms


def is_removed(points: int, rating: Quality, formation: Formation) -> bool:
    """Whether a unit that has just lost points is removed with those it has left (MN-LOSS-02, 03)."""
    return points <= (tables.REMOVED_AT_EXEMPT if is_exempt(rating, formation) else tables.REMOVED_AT)


def is_held_in_formation(points: int, rating: Quality, formation: Formation, to: Formation) -> bool:
    """Whether a unit has too few points to leave its exempt formation for ``to`` (MN-LOSS-06).

    What then follows is the option ``one_sp_reform``.
    """
    return is_exempt(rating, formation) and is_removed(points, rating, to)


def stand_goes_at(units: int, rule: CommandLossRule) -> int | None:
    """The loss at which a Division or Brigade stand goes, of ``units`` at the start (MN-CMD-45, 46, MN-RULING-03).

    None where no loss passes the threshold, so that it goes only when no unit is left (MN-CMD-47, MN-RULING-05).
    """
    exact, rounded = units // 2, (units + 1) // 2
    at = {
        "exceed_exact_half": exact + 1,
        "exceed_rounded_half": rounded + 1,
        "reach_rounded_half": rounded,
    }[rule]
    return at if 0 < at <= units else None
