"""The nations that an army can belong to, read once from ``nations.json`` beside this module."""

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
        """The CSS class of this nation's colours for symbols and stripes."""
        return f"n-{self.code.lower()}"


@cache
def nations() -> dict[str, Nation]:
    """Every nation by its code, in the order of the file."""
    text = resources.files("battles.engine.armies").joinpath("nations.json").read_text(encoding="utf-8")
    return {row["code"]: Nation(**row) for row in json.loads(text)["nations"]}


def find(text: str) -> Nation | None:
    """The nation with this code, name or adjective, in any case; None if there is none."""
    wanted = text.strip().casefold()
    for nation in nations().values():
        if wanted in (nation.code.casefold(), nation.name.casefold(), nation.adjective.casefold()):
            return nation
    return None
