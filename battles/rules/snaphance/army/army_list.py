"""The army list of an army of Snaphance, and every stand with its values and points (sections 19.1 to 19.4)."""

from itertools import count
from typing import Final, cast

from battles.engine.armies.army_list import ArmyList, Column, Fact, Leads, ListedGroup, ListedUnit
from battles.engine.sheets.cheat_pages import Table, signed
from battles.rules.snaphance import tables
from battles.rules.snaphance.army.checks import (
    command_points,
    faults,
    force_points,
    name_of,
    profile_of,
    stand_points,
    strength_of,
)
from battles.rules.snaphance.army.force import Command, Force, Stand
from battles.rules.snaphance.meta import KEY
from battles.rules.snaphance.sheets.cheat_sheet import bands, pikes
from battles.rules.snaphance.tables import Era, Kind

COLUMNS: Final = (
    Column("Type", 26.0, says="kind"),
    Column("Class", 10.0, "c", "quality"),
    Column("MP", 8.0, "c"),
    Column("CB", 10.0, "c"),
    Column("Dice at hexes", 33.0),
    Column("Pikes", 14.0, "c"),
    Column("Rank", 12.0, "c"),
)
UNBASED: Final = "Every stand fills a hex (SH-STAND-06); the rules give no base width."
SYMBOLS: Final[dict[Kind, str]] = {
    "mounted_combat": "heavy_cavalry",
    "mounted_support": "light_cavalry",
    "foot_combat": "line_infantry",
    "foot_support": "light_infantry",
    "artillery": "foot_artillery",
}


def army_list_of(force: Force, points_limit: int | None = None) -> ArmyList:
    """The army list for pages and rosters, with the army's faults."""
    numbers = count(1)
    era = tables.ERAS.get(cast(Era, force.era), force.era)
    groups = [_group(command, numbers) for command in force.commands]
    if force.loose:
        groups.append(_group(Command(name="In no command", leaders=(), stands=force.loose), numbers))
    strength = sum(strength_of(stand) for stand in force.stands)
    general = next((command.leaders[0] for command in force.commands if command.general and command.leaders), "")
    return ArmyList(
        system=KEY,
        title=force.name,
        text=force.text,
        commander=general,
        nation=force.nation,
        facts=(Fact("Era", era, "SH-STAND-04"), Fact("Strength", f"{strength} SP", "SH-WIN-01")),
        columns=COLUMNS,
        box_title="SP",
        groups=tuple(groups),
        points=force_points(force),
        faults=faults(force, points_limit),
        foot=_foot(),
        unbased=UNBASED,
    )


def _group(command: Command, numbers: "count[int]") -> ListedGroup:
    """The group of a command; stands are numbered through the whole army."""
    words = ", ".join(filter(None, (*command.leaders, "general" if command.general else "")))
    strength = sum(strength_of(stand) for stand in command.stands)
    ranks: dict[str, int] = {}
    units = []
    for stand in command.stands:
        if stand.block:
            ranks[stand.block] = ranks.get(stand.block, 0) + 1
        units.append(_unit(stand, next(numbers), ranks.get(stand.block, 0)))
    return ListedGroup(
        title=command.name or "A command without a name",
        commander=words or "no leader",
        nation="",
        facts=(
            Fact("Leader range", f"{tables.LEADER_RANGE}H", "SH-CMD-02"),
            Fact("Leader moves", f"{tables.LEADER_MOVE}H", "SH-CMD-03"),
            Fact("Strength", f"{strength} SP", "SH-WIN-01"),
        ),
        units=tuple(units),
        points=command_points(command),
        leads=Leads(", ".join(command.leaders)) if command.leaders else None,
    )


def _unit(stand: Stand, number: int, rank: int) -> ListedUnit:
    row = profile_of(stand)
    cells: tuple[str, ...] = (stand.code, stand.training, *["–"] * (len(COLUMNS) - 2))
    if row:
        charge = "none" if row.charge is None else signed(row.charge)
        order = f"{stand.block} {rank}" if rank else "–"
        cells = (row.word, stand.training, str(row.moves), charge, bands(row), pikes(row), order)
    return ListedUnit(
        number=str(number),
        name=name_of(stand),
        symbol=SYMBOLS[row.kind] if row else SYMBOLS["foot_support"],
        cells=cells,
        boxes=tuple(str(point) for point in range(1, strength_of(stand) + 1)),
        points=stand_points(stand),
        notes=row.other if row and row.other != "block" else "",
    )


def _foot() -> tuple[tuple[str, str], ...]:
    """Notes below the list, with numbers from the tables."""
    need = ", ".join(f"{training} {least}+" for training, least in tables.ORDER_NEED.items())
    return (
        ("Order test (SH-ORDER-02)", f"{need} on 1D{tables.DIE_SIDES}."),
        ("SP (SH-STAND-05)", "Cross off a box for each point lost; remove a stand without points."),
        (
            "Rank (SH-BLOCK-01)",
            "The block and the rank in it, 1 in front. Pikes: dice against foot / horse in front.",
        ),
    )


def catalogue() -> Table:
    """A row for each profile, with its points in class A, B and C."""
    rows = []
    for code, row in tables.PROFILES.items():
        prices = [str(stand_points(Stand(code=code, training=training)).value) for training in tables.CLASS_QUARTERS]
        eras = ", ".join(tables.ERAS[era] for era in row.eras) if len(row.eras) < len(tables.ERAS) else "all"
        charge = "none" if row.charge is None else signed(row.charge)
        rows.append((code, row.word, eras, str(row.points), str(row.moves), charge, bands(row), *prices))
    columns = ("Code", "Stand", "Eras", "SP", "MP", "CB", "Dice at hexes", *tables.CLASS_QUARTERS)
    note = f"A leader costs {tables.LEADER_POINTS} points. All values are ours: the army lists are not available."
    cited = ("SH-ARMY-02", "SH-STAND-02")
    return Table(title="Stands and their points", columns=columns, rows=tuple(rows), rules=cited, note=note)
