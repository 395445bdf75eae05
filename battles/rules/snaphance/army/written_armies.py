"""Armies of Snaphance from text: era, commands with leaders, stands by number; the sample armies of section 19.3."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final

import msgspec

from battles.engine.armies.army_list import ArmyList
from battles.engine.options import echoed
from battles.engine.sheets.cheat_pages import Wanted
from battles.rules.snaphance.army.army_list import army_list_of
from battles.rules.snaphance.army.force import Command, Force, Stand
from battles.rules.snaphance.army.force import wanted as wanted_by

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
