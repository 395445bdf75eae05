"""An army of Snaphance: its commands under leaders (SH-RULING-29), points and checks (SH-ARMY-02, section 19.4)."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import cast

from msgspec import Struct

from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.engine.options import echoed
from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.snaphance import tables
from battles.rules.snaphance.sheets.needs import profile
from battles.rules.snaphance.tables import PROFILES, Code, Era, ProfileRow, TrainingClass


class Stand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stand. ``code`` and ``training`` should be those of the catalogue; ``faults`` checks them.

    Stands of a command with the same ``block`` are the ranks of a block, the first in front; empty for a single stand.
    ``points``, ``moves`` and ``charge`` are None for the values of its profile.
    """

    code: str
    training: str
    name: str = ""
    block: str = ""
    points: int | None = None
    moves: int | None = None
    charge: int | None = None


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Stands under a leader; ``general`` marks the general's command. A correct command has exactly one leader."""

    name: str
    leaders: tuple[str, ...]
    general: bool = False
    stands: tuple[Stand, ...] = ()


class Force(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army of one era; ``loose`` are stands without a command."""

    name: str
    era: str
    nation: str = ""
    text: str = ""
    commands: tuple[Command, ...] = ()
    loose: tuple[Stand, ...] = ()

    @property
    def stands(self) -> tuple[Stand, ...]:
        return (*(stand for command in self.commands for stand in command.stands), *self.loose)


def wanted(force: Force) -> Wanted:
    """Profiles of an army's stands; stands that are not in the catalogue are left out."""
    groups = (*(command.stands for command in force.commands), force.loose)
    return Wanted(frozenset(each for stands in groups for each in _profiles(stands)))


def _profiles(stands: tuple[Stand, ...]) -> Iterator[Profile]:
    ranks = Counter(stand.block for stand in stands if stand.block)
    for stand in stands:
        if stand.code in PROFILES:
            yield profile(stand.code, stand.training, block=ranks[stand.block] > 1)  # type: ignore[arg-type]


RULE = "SH-ARMY-02"
LATE_WARNED = ("SWP", "GEN")


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


def faults(force: Force, points_limit: int | None = None) -> tuple[Fault, ...]:
    """Every fault: those of the army first, then those of each command and its stands."""
    listed = [*_army(force, points_limit)]
    for command in force.commands:
        listed += [*_command(command), *_blocks(command)]
        for stand in command.stands:
            listed += _stand(stand, force.era)
    for stand in force.loose:
        listed.append(Fault("error", "SH-ARMY-06", f"{name_of(stand)} is in no command."))
        listed += _stand(stand, force.era)
    return tuple(listed)


def name_of(stand: Stand) -> str:
    """The stand's name, or else its type and class."""
    row = profile_of(stand)
    return stand.name or f"{row.word if row else stand.code} {stand.training}"


def _stand(stand: Stand, era: str) -> Iterator[Fault]:
    """Faults of a stand (SH-ARMY-04, SH-ARMY-08)."""
    row = profile_of(stand)
    if row is None:
        codes = ", ".join(tables.PROFILES)
        yield Fault(
            "error", "SH-ARMY-04", f"{name_of(stand)} has the type {echoed(stand.code)}: the types are {codes}."
        )
        return
    if stand.training not in tables.CLASS_QUARTERS:
        classes = ", ".join(tables.CLASS_QUARTERS)
        text = f"{name_of(stand)} has the class {echoed(stand.training)}: the classes are {classes}."
        yield Fault("error", "SH-ARMY-04", text)
    if era in tables.ERAS and era not in row.eras:
        words = tables.ERAS[cast(Era, era)]
        yield Fault("error", "SH-ARMY-04", f"{name_of(stand)} is not of the army's era, {words}.")
        if stand.code in LATE_WARNED:
            yield Fault("warning", "SH-ARMY-08", f"{name_of(stand)} is outside the {tables.ERAS['16']}.")
    for label, own, printed in (
        ("SP", stand.points, row.points),
        ("MP", stand.moves, row.moves),
        ("CB", stand.charge, row.charge),
    ):
        if own not in (None, printed):
            yield Fault("error", "SH-ARMY-04", f"{name_of(stand)} has {label} {own}: its profile has {printed}.")


def _blocks(command: Command) -> Iterator[Fault]:
    """Faults of blocks (SH-ARMY-05)."""
    in_blocks = sorted((stand for stand in command.stands if stand.block), key=lambda stand: stand.block)
    for block, run in groupby(in_blocks, key=lambda stand: stand.block):
        ranks = list(run)
        codes = {stand.code for stand in ranks}
        if len(codes) > 1:
            yield Fault(
                "error", "SH-ARMY-05", f"Block {block} is of {', '.join(sorted(codes))}: a block is of one type."
            )
            continue
        row = profile_of(ranks[0])
        if row is None:
            continue
        if row.depth == 1 and len(ranks) > 1:
            yield Fault("error", "SH-ARMY-05", f"Block {block} is of {row.word}, which cannot form a block.")
        elif len(ranks) > row.depth:
            text = f"Block {block} has {len(ranks)} ranks: a block of {row.word} has at most {row.depth}."
            yield Fault("error", "SH-ARMY-05", text)


def _command(command: Command) -> Iterator[Fault]:
    """Faults of a command (SH-ARMY-06, SH-ARMY-07)."""
    name = command.name or "A command without a name"
    if len(command.leaders) != 1:
        count = len(command.leaders) or "no"
        text = f"{name} has {count} leader{'' if len(command.leaders) == 1 else 's'}: a command has one."
        yield Fault("error", "SH-ARMY-06", text)
    count = len(command.stands)
    least, most = tables.COMMAND_LEAST, tables.COMMAND_MOST
    if not least <= count <= most:
        text = f"{name} has {count} stand{'' if count == 1 else 's'}: a command has {least} to {most}."
        yield Fault("warning", "SH-ARMY-07", text)


def _army(force: Force, points_limit: int | None) -> Iterator[Fault]:
    """Faults of the whole army (SH-ARMY-01, SH-ARMY-06, SH-ARMY-07, SH-ARMY-08)."""
    if force.era not in tables.ERAS:
        yield Fault("error", "SH-ARMY-04", f"The era is {echoed(force.era)}: it must be {', '.join(tables.ERAS)}.")
    generals = sum(command.general for command in force.commands)
    if generals != 1:
        text = "The army has no general." if not generals else f"The army has {generals} generals: it can have one."
        yield Fault("error", "SH-ARMY-06", text)
    leaders = sum(len(command.leaders) for command in force.commands)
    if leaders > tables.LEADERS_MOST:
        text = f"The army has {leaders} leaders: it can have {tables.LEADERS_LEAST} to {tables.LEADERS_MOST}."
        yield Fault("warning", "SH-ARMY-01", text)
    yield from _shares(force)
    total = force_points(force).value
    if points_limit is not None and total > points_limit:
        text = f"The army costs {total:,} points: the limit is {points_limit:,}."
        yield Fault("warning", "SH-ARMY-07", text)


def _shares(force: Force) -> Iterator[Fault]:
    """Warnings if less than half the strength is in combat stands, or there are too many guns (SH-RULING-31)."""
    whole = sum(strength_of(stand) for stand in force.stands)
    rows = [(stand, profile_of(stand)) for stand in force.stands]
    combat = sum(strength_of(stand) for stand, row in rows if row and row.kind in tables.COMBAT)
    if 2 * combat < whole:
        text = f"{combat} of {whole} strength points are in combat stands: at least half should be."
        yield Fault("warning", "SH-ARMY-07", text)
    guns = sum(row is not None and row.kind == "artillery" for _, row in rows)
    others = len(rows) - guns
    if guns * tables.STANDS_PER_GUN > others:
        noun = "gun" if guns == 1 else "guns"
        text = f"{guns} {noun} with {others} other stands: one for every {tables.STANDS_PER_GUN} is usual."
        yield Fault("warning", "SH-ARMY-08", text)
