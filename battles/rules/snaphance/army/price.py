"""Points of stands and armies of Snaphance, with the arithmetic (SH-ARMY-02)."""

from typing import cast

from battles.engine.armies.reckoning import Line, Reckoning
from battles.rules.snaphance import tables
from battles.rules.snaphance.army.force import Command, Force, Stand
from battles.rules.snaphance.tables import Code, ProfileRow, TrainingClass

RULE = "SH-ARMY-02"


def profile_of(stand: Stand) -> ProfileRow | None:
    """The profile of the stand's type; None for an unknown type."""
    return tables.PROFILES.get(cast(Code, stand.code))


def stand_points(stand: Stand) -> Reckoning:
    """Points for strength, charge, movement, fire and pikes, times the factor of its class; 0 for an unknown type."""
    row = profile_of(stand)
    quarters = tables.CLASS_QUARTERS.get(cast(TrainingClass, stand.training))
    if row is None or quarters is None:
        return Reckoning(0, "Why no points?", (Line("type or class not in the catalogue", "0", ("SH-ARMY-04",)),))
    points, charge, moves = strength_of(stand), row.charge or 0, row.moves
    near = max(0, points + row.fire[0].dice) if row.fire else 0
    reach = row.fire[-1].far - 1 if row.fire else 0
    parts = [
        (f"{points} SP × {tables.POINTS_PER_SP}", points * tables.POINTS_PER_SP),
        (f"CB {charge} × {tables.POINTS_PER_CHARGE}", charge * tables.POINTS_PER_CHARGE),
        (f"{moves} MP × {tables.POINTS_PER_MOVE}", moves * tables.POINTS_PER_MOVE),
        (f"{near} dice at 1H × {tables.POINTS_PER_DIE}", near * tables.POINTS_PER_DIE),
        ("hexes of range beyond the first", reach),
        ("pikes", row.block_points),
    ]
    whole = sum(points_ for _, points_ in parts)
    total = (whole * quarters * 2 + 4) // 8
    lines = [Line(text, str(points_), (RULE,)) for text, points_ in parts if points_]
    lines.append(Line(f"{whole} × {quarters}/4 for class {stand.training}, half up", str(total), (RULE,)))
    return Reckoning(total, f"Why {total} points?", tuple(lines))


def strength_of(stand: Stand) -> int:
    """Strength points at the start; 0 for an unknown type."""
    row = profile_of(stand)
    return stand.points if stand.points is not None else row.points if row else 0


def command_points(command: Command) -> Reckoning:
    """Points of a command with its leaders."""
    stands = sum(stand_points(stand).value for stand in command.stands)
    led = len(command.leaders) * tables.LEADER_POINTS
    count = len(command.stands)
    lines = (
        Line(f"{count} stand{'' if count == 1 else 's'}", str(stands), (RULE,)),
        Line(f"{len(command.leaders)} × {tables.LEADER_POINTS} of leaders", str(led), (RULE,)),
        Line("together", str(stands + led), (RULE,)),
    )
    return Reckoning(stands + led, f"Why {stands + led} points?", lines)


def force_points(force: Force) -> Reckoning:
    """Points of a whole army, with a line for each command."""
    lines, total = [], 0
    for command in force.commands:
        points = command_points(command).value
        total += points
        lines.append(Line(command.name or "a command without a name", str(points), (RULE,)))
    loose = sum(stand_points(stand).value for stand in force.loose)
    if force.loose:
        total += loose
        lines.append(Line("in no command", str(loose), (RULE,)))
    lines.append(Line("together", f"{total:,}", (RULE,)))
    return Reckoning(total, f"Why {total:,} points?", tuple(lines))
