"""An army of Snaphance from text: the era, commands with their leaders, and stands by number, code and class.

Swiss, about 1515
Era 16
General: The captain, Battle
3 SWP A block
1 SHT16 B
Command: A captain of horse, Horse
2 LC B
"""

import re
from string import ascii_lowercase
from typing import Final

from armies.rules.snaphance.force import Command, Force, Stand
from battles.engine.option_spec import echoed

MOST_CHARACTERS: Final = 6_000
MOST_STANDS: Final = 300
MOST_NAME: Final = 100
BLOCK: Final = "block"
HEAD: Final = re.compile(r"(general|command)\s*:\s*([^,]*)(?:,\s*(.*))?", re.IGNORECASE)
ERA: Final = re.compile(r"era\s*:?\s*(\S+)", re.IGNORECASE)
STANDS: Final = re.compile(r"([0-9]{1,3})\s+([A-Za-z0-9]{1,8})\s+([A-Za-z])(?:\s+(block))?", re.IGNORECASE)


def read_army(text: str) -> Force:
    """The army that ``text`` writes; what it breaks of the rules is told by ``faults``, not here.

    The first line is its name where it is nothing else. ``block`` makes one block of the stands of its line.

    Raises:
        ValueError: it is too long, has too many stands, or a line that cannot be read; a sentence with its number.
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
    """What was read so far."""

    def __init__(self) -> None:
        self.name = ""
        self.era = "16"
        self.commands: list[Command] = []
        self.stands: list[list[Stand]] = [[]]
        self.blocks = 0
        self.lines = 0

    def read(self, number: int, words: str) -> None:
        """Take in one line."""
        self.lines += 1
        if found := HEAD.fullmatch(words):
            self._command(found)
        elif found := ERA.fullmatch(words):
            self.era = "60" if found[1].startswith("1660") else found[1].removesuffix("th")
        elif found := STANDS.fullmatch(words):
            self._stands(number, found)
        elif self.lines == 1:
            self.name = words[:MOST_NAME]
        else:
            said = "it is an era, a General: or Command: with a leader, or stands such as 3 SWP A block"
            raise ValueError(f"Line {number} is {echoed(words)}: {said}.")

    def _command(self, found: re.Match[str]) -> None:
        general = found[1].casefold() == "general"
        leader = found[2].strip()[:MOST_NAME]
        name = (found[3] or "").strip()[:MOST_NAME] or ("General's command" if general else f"{leader}'s command")
        self.commands.append(Command(name=name, leaders=(leader,) if leader else (), general=general))
        self.stands.append([])

    def _stands(self, number: int, found: re.Match[str]) -> None:
        count = int(found[1])
        if sum(map(len, self.stands)) + count > MOST_STANDS:
            raise ValueError(f"Line {number} brings the army over {MOST_STANDS} stands.")
        block = ""
        if found[4]:
            self.blocks += 1
            block = ascii_lowercase[self.blocks - 1] if self.blocks <= len(ascii_lowercase) else str(self.blocks)
        code, training = found[2].upper(), found[3].upper()
        self.stands[-1] += [Stand(code=code, training=training, block=block)] * count

    def force(self) -> Force:
        """The whole of it; stands before the first command stand in none."""
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
"""An army that can be read and breaks nothing."""
