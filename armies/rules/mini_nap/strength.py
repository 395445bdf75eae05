"""Strength points: what is left of men and guns once a unit takes the table (MN-SP)."""

from armies.rules.facts import ARTILLERY, Unit
from armies.rules.mini_nap.words import count
from armies.rules.reckoning import Line, Reckoning
from battles.rules.mini_nap.tables import (
    GUNS_PER_POINT,
    LEAST_POINTS,
    MEN_PER_POINT,
    MEN_ROUNDED_UP,
    MOST_BATTERY_POINTS,
)


def strength(unit: Unit) -> Reckoning:
    """The unit's strength points with their arithmetic; 0 where its men or guns are not given (MN-VAL-02).

    Source: MN-SP-01, 02 for foot and horse, MN-SP-03, 04 for batteries. Points are worked out anew each time
    and never stored (MN-VAL-07); the game uses nothing else of men and guns (MN-SP-06).
    """
    number = unit.guns if unit.type in ARTILLERY else unit.men
    if number is None or number < 1:
        noun = "guns" if unit.type in ARTILLERY else "men"
        return Reckoning(0, "Why no strength points?", (Line(f"number of {noun}", "not given", ("MN-VAL-02",)),))
    lines = _battery(number) if unit.type in ARTILLERY else _men(number)
    value = int(lines[-1].value)
    return Reckoning(value, f"Why {count(value, 'strength point')}?", lines)


def _men(men: int) -> tuple[Line, ...]:
    """MN-SP-01: no upper limit (MN-SP-02)."""
    points = (men + MEN_ROUNDED_UP) // MEN_PER_POINT
    lines = [
        Line(f"{count(men, 'man', 'men')} / {MEN_PER_POINT}", f"{men / MEN_PER_POINT:,.2f}", ("MN-SP-01",)),
        Line("rounded", str(points), ("MN-SP-01",)),
    ]
    if points < LEAST_POINTS:
        lines.append(Line(f"never under {LEAST_POINTS}", str(LEAST_POINTS), ("MN-SP-01",)))
    return tuple(lines)


def _battery(guns: int) -> tuple[Line, ...]:
    """MN-SP-03, 04: howitzers count as guns."""
    points = guns // GUNS_PER_POINT
    lines = [Line(f"{count(guns, 'gun')}, full pairs", str(points), ("MN-SP-03",))]
    if points < LEAST_POINTS:
        lines.append(Line(f"never under {LEAST_POINTS}", str(LEAST_POINTS), ("MN-SP-03",)))
    if points > MOST_BATTERY_POINTS:
        lines.append(Line(f"never over {MOST_BATTERY_POINTS}", str(MOST_BATTERY_POINTS), ("MN-SP-03", "MN-SP-04")))
    return tuple(lines)
