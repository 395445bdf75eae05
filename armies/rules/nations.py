"""The nations an army can belong to, read once from ``armies/data/nations.json``."""

import json
from functools import cache
from importlib import resources

from msgspec import Struct


class Nation(Struct, frozen=True):
    """One nation: its code, its names, its colours for counters and maps, and short notes on its armies."""

    code: str
    name: str
    adjective: str
    colour: str
    accent: str
    text: str
    years: str
    corps: str
    infantry: str
    cavalry: str
    artillery: str
    rating_range: str

    @property
    def css(self) -> str:
        """The class that gives symbols and stripes this nation's colours."""
        return f"n-{self.code.lower()}"


@cache
def nations() -> dict[str, Nation]:
    """Every nation by its code, in the order of the file."""
    text = resources.files("armies").joinpath("data/nations.json").read_text(encoding="utf-8")
    return {row["code"]: Nation(**row) for row in json.loads(text)["nations"]}


def find(text: str) -> Nation | None:
    """The nation that ``text`` names by code, name or adjective, in any case; None where there is none."""
    wanted = text.strip().casefold()
    for nation in nations().values():
        if wanted in (nation.code.casefold(), nation.name.casefold(), nation.adjective.casefold()):
            return nation
    return None
