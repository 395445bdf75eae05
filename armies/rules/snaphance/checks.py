"""What an army of Snaphance breaks (section 19.4)."""

from collections.abc import Iterator
from itertools import groupby
from typing import cast

from armies.rules.reckoning import Fault
from armies.rules.snaphance.force import Command, Force, Stand
from armies.rules.snaphance.price import force_points, profile_of, strength_of
from battles.engine.option_spec import echoed
from battles.rules.snaphance import tables
from battles.rules.snaphance.tables import Era

LATE_WARNED = ("SWP", "GEN")


def faults(force: Force, points_limit: int | None = None) -> tuple[Fault, ...]:
    """Everything that it breaks: the army first, then each command with its stands."""
    found = [*_army(force, points_limit)]
    for command in force.commands:
        found += [*_command(command), *_blocks(command)]
        for stand in command.stands:
            found += _stand(stand, force.era)
    for stand in force.loose:
        found.append(Fault("error", "SH-ARMY-06", f"{name_of(stand)} stands in no command."))
        found += _stand(stand, force.era)
    return tuple(found)


def name_of(stand: Stand) -> str:
    """Its own name, or its type and class."""
    row = profile_of(stand)
    return stand.name or f"{row.word if row else stand.code} {stand.training}"


def _stand(stand: Stand, era: str) -> Iterator[Fault]:
    """SH-ARMY-04, SH-ARMY-08."""
    row = profile_of(stand)
    if row is None:
        codes = ", ".join(tables.PROFILES)
        yield Fault("error", "SH-ARMY-04", f"{name_of(stand)} is of the type {echoed(stand.code)}: there are {codes}.")
        return
    if stand.training not in tables.CLASS_QUARTERS:
        classes = ", ".join(tables.CLASS_QUARTERS)
        text = f"{name_of(stand)} is of the class {echoed(stand.training)}: there are {classes}."
        yield Fault("error", "SH-ARMY-04", text)
    if era in tables.ERAS and era not in row.eras:
        words = tables.ERAS[cast(Era, era)]
        yield Fault("error", "SH-ARMY-04", f"{name_of(stand)} is not of the army's era, {words}.")
        if stand.code in LATE_WARNED:
            yield Fault("warning", "SH-ARMY-08", f"{name_of(stand)} stands outside the {tables.ERAS['16']}.")
    for label, own, printed in (
        ("SP", stand.points, row.points),
        ("MP", stand.moves, row.moves),
        ("CB", stand.charge, row.charge),
    ):
        if own not in (None, printed):
            yield Fault("error", "SH-ARMY-04", f"{name_of(stand)} has {label} {own}: its profile has {printed}.")


def _blocks(command: Command) -> Iterator[Fault]:
    """SH-ARMY-05."""
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
            yield Fault("error", "SH-ARMY-05", f"Block {block} is of {row.word}, which forms none.")
        elif len(ranks) > row.depth:
            text = f"Block {block} has {len(ranks)} ranks: a block of {row.word} has at most {row.depth}."
            yield Fault("error", "SH-ARMY-05", text)


def _command(command: Command) -> Iterator[Fault]:
    """SH-ARMY-06, SH-ARMY-07."""
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
    """SH-ARMY-01, SH-ARMY-06 to 08."""
    if force.era not in tables.ERAS:
        yield Fault("error", "SH-ARMY-04", f"The era is {echoed(force.era)}: it is one of {', '.join(tables.ERAS)}.")
    generals = sum(command.general for command in force.commands)
    if generals != 1:
        text = "The army has no general." if not generals else f"The army has {generals} generals: it has one."
        yield Fault("error", "SH-ARMY-06", text)
    leaders = sum(len(command.leaders) for command in force.commands)
    if leaders > tables.LEADERS_MOST:
        text = f"The army has {leaders} leaders: it has {tables.LEADERS_LEAST} to {tables.LEADERS_MOST}."
        yield Fault("warning", "SH-ARMY-01", text)
    yield from _shares(force)
    total = force_points(force).value
    if points_limit is not None and total > points_limit:
        text = f"The army costs {total:,} points: {points_limit:,} were agreed on."
        yield Fault("warning", "SH-ARMY-07", text)


def _shares(force: Force) -> Iterator[Fault]:
    """Half of the strength in combat stands; a gun for every four other stands (SH-RULING-31)."""
    whole = sum(strength_of(stand) for stand in force.stands)
    rows = [(stand, profile_of(stand)) for stand in force.stands]
    combat = sum(strength_of(stand) for stand, row in rows if row and row.kind in tables.COMBAT)
    if 2 * combat < whole:
        text = f"{combat} of {whole} strength points are in combat stands: at least half are."
        yield Fault("warning", "SH-ARMY-07", text)
    guns = sum(row is not None and row.kind == "artillery" for _, row in rows)
    others = len(rows) - guns
    if guns * tables.STANDS_PER_GUN > others:
        text = f"{guns} guns with {others} other stands: there is one for every {tables.STANDS_PER_GUN}."
        yield Fault("warning", "SH-ARMY-08", text)
