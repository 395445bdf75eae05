"""Strength points of units, from their men or guns (MN-SP)."""

from battles.engine.armies.facts import ARTILLERY, Unit
from battles.engine.armies.house_rules import House
from battles.engine.armies.overrides import override_line
from battles.engine.armies.reckoning import Line, Reckoning
from battles.rules.mini_nap.army.house_rules import number
from battles.rules.mini_nap.army.options import DEFAULTS, Options
from battles.rules.mini_nap.army.overrides import OVERRIDE_SPECS, RULING, as_overridden, fact_lines, overrides_of
from battles.rules.mini_nap.army.words import count


def strength(unit: Unit, options: Options = DEFAULTS) -> Reckoning:
    """The unit's strength points with their arithmetic; 0 if its men or guns are not recorded (MN-VAL-02).

    Source: MN-SP-01, MN-SP-02 for foot and horse, MN-SP-03, MN-SP-04 for batteries. Points are computed each time and
    never stored (MN-VAL-07); the game makes no other use of men and guns (MN-SP-06). The owner's override replaces the
    computed points (MN-RULING-95).
    """
    lines, computed = _computed(unit, options.house)
    override = overrides_of(unit).get("strength_points")
    if override is None:
        title = f"Why {count(computed, 'strength point')}?" if computed else "Why no strength points?"
        return Reckoning(computed, title, lines)
    value = int(override.value)
    was = f"{computed:,}" if computed else "none"
    last = override_line(OVERRIDE_SPECS["strength_points"], override, was, f"{value:,}", RULING)
    return Reckoning(value, f"Why {count(value, 'strength point')}?", (*lines, last))


def is_raised(unit: Unit, house: House) -> bool:
    """True if men or guns give fewer points than the minimum, so that the points are raised (MN-VAL-31)."""
    shown = as_overridden(unit)
    return _full_points(shown, house) < number(house, "least_points")


def _computed(unit: Unit, house: House) -> tuple[tuple[Line, ...], int]:
    """The arithmetic from men or guns, and its result; an overridden type decides which of the two counts."""
    shown = as_overridden(unit)
    guns = shown.type in ARTILLERY
    before = tuple(fact_lines(unit, "type")) if guns != (unit.type in ARTILLERY) else ()
    figure = shown.guns if guns else shown.men
    if figure is None or figure < 1:
        return (*before, Line(f"number of {'guns' if guns else 'men'}", "not recorded", ("MN-VAL-02",))), 0
    lines, points = _battery(figure, house) if guns else _men(figure, house)
    return (*before, *lines), points


def _full_points(unit: Unit, house: House) -> int:
    """Points before the minimum and the maximum (MN-SP-01, MN-SP-03)."""
    if unit.type in ARTILLERY:
        return (unit.guns or 0) // number(house, "guns_per_point")
    return ((unit.men or 0) + number(house, "men_rounded_up")) // number(house, "men_per_point")


def _men(men: int, house: House) -> tuple[list[Line], int]:
    """Points of men (MN-SP-01); there is no maximum (MN-SP-02)."""
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
    return f"rounded down after adding {added:,} men" if added else "rounded down"


def _battery(guns: int, house: House) -> tuple[list[Line], int]:
    """Points of guns (MN-SP-03, MN-SP-04); howitzers count as guns."""
    per_point, most = number(house, "guns_per_point"), number(house, "most_battery_points")
    points = guns // per_point
    mark = house.mark("guns_per_point")
    how = f"{per_point} guns per point" if mark else "full pairs"
    lines = [Line(f"{count(guns, 'gun')}, {how}", str(points), ("MN-SP-03",), mark)]
    lines, points = _at_least(lines, points, "MN-SP-03", house)
    if points > most:
        points = most
        mark = house.mark("most_battery_points")
        lines.append(Line(f"at most {most}", str(most), ("MN-SP-03", "MN-SP-04"), mark))
    return lines, points


def _at_least(lines: list[Line], points: int, rule: str, house: House) -> tuple[list[Line], int]:
    least = number(house, "least_points")
    if points >= least:
        return lines, points
    return [*lines, Line(f"at least {least}", str(least), (rule,), house.mark("least_points"))], least
