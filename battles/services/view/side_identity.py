"""Who a side is, as its player reads it: name, colour on the board, the edge that it comes from."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from battles.engine.core import PUBLIC, SideId
from battles.engine.picture import Scene
from battles.engine.words import agrees, in_sentence

COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "FR": "blue",
        "GB": "red",
        "KGL": "dark red",
        "HAN": "brown",
        "AT": "white",
        "PR": "dark blue",
        "RU": "green",
        "ES": "yellow",
        "PT": "blue",
        "SX": "pale green",
        "BV": "light blue",
        "WU": "dark blue",
        "BD": "blue",
        "WF": "white",
        "DW": "violet",
        "KI": "green",
        "NP": "white",
        "NL": "orange",
        "BW": "black",
        "NS": "green",
        "DK": "red",
        "SE": "blue",
        "OT": "dark red",
        "HE": "blue",
        "FF": "grey",
        "US": "blue",
        "TS": "white",
        "BG": "dark red",
        "SA": "blue",
        "CS": "grey",
    }
)
"""The colour in which a nation's blocks are drawn, by its code: ``nations.css`` in words."""

PLAIN: Final[Mapping[SideId, str]] = MappingProxyType({"a": "blue", "b": "red"})
"""The colour of blocks of no nation."""


class Identity(Struct, frozen=True):
    """A side in words: its name, the colour of most of its blocks, the edge that it comes from, ``""`` for none."""

    side: SideId
    name: str
    colour: str
    edge: str

    @property
    def the(self) -> str:
        """The name in the middle of a sentence."""
        return in_sentence(self.name)

    @property
    def look(self) -> str:
        """``blue, from the south``; without the colour if the side is named for it."""
        colour = "" if self.colour == self.name.casefold() else self.colour
        return ", ".join(filter(None, (colour, self.edge and f"from the {self.edge}")))

    @property
    def words(self) -> str:
        """``the French (blue, from the south)``."""
        return f"{self.the} ({self.look})" if self.look else self.the

    def verb(self, one: str, many: str) -> str:
        """The form of a verb that agrees with the name."""
        return agrees(self.name, one, many)


def nation_of_side(scene: Scene, side: SideId) -> str:
    """The nation of most blocks of a side, ``""`` for none; a side as a whole is drawn in its colours."""
    nations = Counter(block.nation for block in (*scene.blocks, *scene.off) if block.side == side)
    return nations.most_common(1)[0][0] if nations else ""


def identities(system: Any, state: Any, scene: Scene) -> tuple[Identity, ...]:
    """The identity of each side in a state, drawn as ``scene``."""
    return tuple(
        Identity(
            side,
            system.text.side_name(state, side),
            COLOURS.get(nation_of_side(scene, side), PLAIN.get(side, "blue")),
            system.text.side_edge(state, side),
        )
        for side in system.sides
    )


def identities_at_start(system: Any, setup: Any) -> tuple[Identity, ...]:
    """The identity of each side of a set-up before its battle begins. Raises `SetupError` for one with faults."""
    state = system.start(setup)
    return identities(system, state, system.ui.scene(system.secrets.view(state, PUBLIC)))
