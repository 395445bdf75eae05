"""Armies of Snaphance from text, and their lists with values and points (section 19)."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import count
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final, cast

import msgspec

from battles.engine.armies.army_list import ArmyList, Column, Fact, Leads, ListedGroup, ListedUnit
from battles.engine.options import echoed
from battles.engine.sheets.cheat_pages import Table, Wanted, signed
from battles.rules.snaphance import tables
from battles.rules.snaphance.army.checks import (
    Command,
    Force,
    Stand,
    command_points,
    faults,
    force_points,
    name_of,
    profile_of,
    stand_points,
    strength_of,
)
from battles.rules.snaphance.army.checks import wanted as wanted_by
from battles.rules.snaphance.meta import KEY
from battles.rules.snaphance.sheets.needs import bands, pikes
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
            Fact("Leader range", f"{tables.LEADER_RANGE} hexes", "SH-CMD-02"),
            Fact("Leader moves", f"{tables.LEADER_MOVE} hexes", "SH-CMD-03"),
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
        ("SP (SH-STAND-05)", "Cross off a box for each strength point lost. Remove a stand without points."),
        (
            "MP, CB, dice (SH-STAND-02, SH-STAND-07, SH-STAND-08)",
            "MP are movement points. The charge bonus and the dice at a range are added to the strength points.",
        ),
        (
            "Rank (SH-BLOCK-01)",
            "The letter of the block and the rank in it, 1 in front. Pikes: dice against foot / horse in front.",
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


MOST_CHARACTERS: Final = 6_000
MOST_STANDS: Final = 300
MOST_NAME: Final = 100
BLOCK: Final = "block"
HEAD: Final = re.compile(r"(general|command)\s*:\s*([^,]*)(?:,\s*(.*))?", re.IGNORECASE)
ERA: Final = re.compile(r"era\s*:?\s*(\S+)", re.IGNORECASE)
STANDS: Final = re.compile(r"([0-9]{1,3})\s+([A-Za-z0-9]{1,8})\s+([A-Za-z])(?:\s+(block))?", re.IGNORECASE)


def read_army(text: str) -> Force:
    """The army described by ``text``. It is not checked against the rules; see ``faults``.

    The first line is the army's name unless it is an era, a command or stands. ``block`` makes the stands of its line
    one block.

    Raises:
        ValueError: the text is too long, has too many stands, or a line cannot be read; the message has its number.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"The text has {len(text):,} characters; the most is {MOST_CHARACTERS:,}.")
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), start=1):
        words = " ".join(line.split())
        if words and not words.startswith("#"):
            reader.read(number, words)
    return reader.force()


class _Reader:
    """Reads an army line by line."""

    def __init__(self) -> None:
        self.name = ""
        self.era = "16"
        self.commands: list[Command] = []
        self.stands: list[list[Stand]] = [[]]
        self.blocks = 0
        self.lines = 0

    def read(self, number: int, words: str) -> None:
        """Read one line."""
        self.lines += 1
        if match := HEAD.fullmatch(words):
            self._command(match)
        elif match := ERA.fullmatch(words):
            self.era = "60" if match[1].startswith("1660") else match[1].removesuffix("th")
        elif match := STANDS.fullmatch(words):
            self._stands(number, match)
        elif self.lines == 1:
            self.name = words[:MOST_NAME]
        else:
            allowed = "write an era, General: or Command: with a leader, or stands such as 3 SWP A block"
            raise ValueError(f"Line {number} is {echoed(words)}: {allowed}.")

    def _command(self, match: re.Match[str]) -> None:
        general = match[1].casefold() == "general"
        leader = match[2].strip()[:MOST_NAME]
        name = (match[3] or "").strip()[:MOST_NAME] or ("General's command" if general else f"{leader}'s command")
        self.commands.append(Command(name=name, leaders=(leader,) if leader else (), general=general))
        self.stands.append([])

    def _stands(self, number: int, match: re.Match[str]) -> None:
        count = int(match[1])
        if sum(map(len, self.stands)) + count > MOST_STANDS:
            raise ValueError(f"Line {number} takes the army over {MOST_STANDS} stands.")
        block = ""
        if match[4]:
            self.blocks += 1
            block = ascii_lowercase[self.blocks - 1] if self.blocks <= len(ascii_lowercase) else str(self.blocks)
        code, training = match[2].upper(), match[3].upper()
        self.stands[-1] += [Stand(code=code, training=training, block=block)] * count

    def force(self) -> Force:
        """The army; stands before the first command are in no command."""
        commands = tuple(
            Command(name=one.name, leaders=one.leaders, general=one.general, stands=tuple(stands))
            for one, stands in zip(self.commands, self.stands[1:], strict=True)
        )
        name = self.name or "An army"
        return Force(name=name, era=self.era, commands=commands, loose=tuple(self.stands[0]))


EXAMPLE: Final = (
    f"Swiss, about 1515\nEra 16\nGeneral: The captain, Battle\n3 SWP A {BLOCK}\n3 SWP B {BLOCK}\n1 SHT16 B\n"
    "Command: A captain of horse, Horse\n2 GEN B\n1 LC B\n"
)
"""An example army that can be read and has no faults."""


def read_list(text: str) -> ArmyList:
    """The army list of an army described by ``text``; raises ValueError like ``read_army``."""
    return army_list_of(read_army(text))


def wanted(text: str) -> Wanted:
    """The cheat sheet needs of an army described by ``text``; raises ValueError like ``read_army``."""
    return wanted_by(read_army(text))


@cache
def samples() -> Mapping[str, Force]:
    """The sample armies by key, in the order of the file."""
    data = resources.files("battles.rules.snaphance.army").joinpath("samples.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(data, type=dict[str, Force]))
