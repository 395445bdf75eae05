"""Strength points: what is left of men and guns once a unit takes the table (MN-SP)."""

from armies.rules.facts import ARTILLERY, Unit
from armies.rules.house_spec import House
from armies.rules.mini_nap.house import number
from armies.rules.mini_nap.options import DEFAULTS, Options
from armies.rules.mini_nap.overrides import OVERRIDE_SPECS, RULING, as_overridden, fact_lines, overrides_of
from armies.rules.mini_nap.words import count
from armies.rules.override_spec import override_line
from armies.rules.reckoning import Line, Reckoning


def strength(unit: Unit, options: Options = DEFAULTS) -> Reckoning:
    """The unit's strength points with their arithmetic; 0 where its men or guns are not given (MN-VAL-02).

    Source: MN-SP-01, 02 for foot and horse, MN-SP-03, 04 for batteries. Points are worked out anew each time
    and never stored (MN-VAL-07); the game uses nothing else of men and guns (MN-SP-06). The owner's own points
    take the place of those worked out (MN-RULING-95).
    """
    lines, worked_out = _worked_out(unit, options.house)
    laid = overrides_of(unit).get("strength_points")
    if laid is None:
        title = f"Why {count(worked_out, 'strength point')}?" if worked_out else "Why no strength points?"
        return Reckoning(worked_out, title, lines)
    value = int(laid.value)
    was = f"{worked_out:,}" if worked_out else "none"
    last = override_line(OVERRIDE_SPECS["strength_points"], laid, was, f"{value:,}", RULING)
    return Reckoning(value, f"Why {count(value, 'strength point')}?", (*lines, last))


def raised(unit: Unit, house: House) -> bool:
    """Whether men or guns alone would give fewer points than the least, so that it is raised (MN-VAL-31)."""
    shown = as_overridden(unit)
    return _full_points(shown, house) < number(house, "least_points")


def _worked_out(unit: Unit, house: House) -> tuple[tuple[Line, ...], int]:
    """The arithmetic from men or guns, and what it comes to; a type that the owner overrode decides which."""
    shown = as_overridden(unit)
    guns = shown.type in ARTILLERY
    before = tuple(fact_lines(unit, "type")) if guns != (unit.type in ARTILLERY) else ()
    figure = shown.guns if guns else shown.men
    if figure is None or figure < 1:
        return (*before, Line(f"number of {'guns' if guns else 'men'}", "not given", ("MN-VAL-02",))), 0
    lines, points = _battery(figure, house) if guns else _men(figure, house)
    return (*before, *lines), points


def _full_points(unit: Unit, house: House) -> int:
    """Points before any least or most (MN-SP-01, 03)."""
    if unit.type in ARTILLERY:
        return (unit.guns or 0) // number(house, "guns_per_point")
    return ((unit.men or 0) + number(house, "men_rounded_up")) // number(house, "men_per_point")


def _men(men: int, house: House) -> tuple[list[Line], int]:
    """MN-SP-01: no upper limit (MN-SP-02)."""
    per_point, added = number(house, "men_per_point"), number(house, "men_rounded_up")
    points = (men + added) // per_point
    mark = house.mark("men_per_point")
    lines = [
        Line(f"{count(men, 'man', 'men')} / {per_point}", f"{men / per_point:,.2f}", ("MN-SP-01",), mark),
        Line(_rounding(house), str(points), ("MN-SP-01",), house.mark("men_rounded_up")),
    ]
    return _at_least(lines, points, "MN-SP-01", house)


def _rounding(house: House) -> str:
    added = number(house, "men_rounded_up")
    if not house.mark("men_rounded_up"):
        return "rounded"
    return f"rounded after {added:,} men more" if added else "rounded down"


def _battery(guns: int, house: House) -> tuple[list[Line], int]:
    """MN-SP-03, 04: howitzers count as guns."""
    per_point, most = number(house, "guns_per_point"), number(house, "most_battery_points")
    points = guns // per_point
    mark = house.mark("guns_per_point")
    how = f"{per_point} guns a point" if mark else "full pairs"
    lines = [Line(f"{count(guns, 'gun')}, {how}", str(points), ("MN-SP-03",), mark)]
    lines, points = _at_least(lines, points, "MN-SP-03", house)
    if points > most:
        points = most
        mark = house.mark("most_battery_points")
        lines.append(Line(f"never over {most}", str(most), ("MN-SP-03", "MN-SP-04"), mark))
    return lines, points


def _at_least(lines: list[Line], points: int, rule: str, house: House) -> tuple[list[Line], int]:
    least = number(house, "least_points")
    if points >= least:
        return lines, points
    return [*lines, Line(f"never under {least}", str(least), (rule,), house.mark("least_points"))], least
