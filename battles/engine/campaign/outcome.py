"""The result of a battle as a campaign reads it (CM-ENG-07)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

Standing = Literal["undecided", "left", "beaten", "routed"]
"""What became of the loser: nobody lost, it left the field, was beaten, or was routed (CM-AFTER-02)."""

Fate = Literal["unhurt", "hurt", "dead", "captured"]
"""A leader's fate (CM-AFTER-07)."""

STANDINGS: Final[tuple[Standing, ...]] = Standing.__args__  # type: ignore[attr-defined]
FATES: Final[tuple[Fate, ...]] = Fate.__args__  # type: ignore[attr-defined]

STOPPED: Final = "stopped"
"""The result word of a battle that was not played to its end."""

AGREED: Final[Mapping[str, Standing]] = MappingProxyType(
    {
        STOPPED: "undecided",
        "resigned": "left",
        "the other side gave up": "left",
        "draw_agreed": "undecided",
    }
)
"""Result words of every system: ends by agreement (CM-AFTER-02)."""


class UnitLoss(Struct, frozen=True, kw_only=True):
    """What a unit lost in a battle, and if it fled. ``unit`` is its id in the army."""

    unit: str
    men: int = 0
    guns: int = 0
    fled: bool = False


class LeaderFate(Struct, frozen=True, kw_only=True):
    """The fate of a commander, by name; ``of`` is the id of the highest formation commanded, "" for the army."""

    name: str
    of: str
    fate: Fate


class Outcome(Struct, frozen=True, kw_only=True):
    """How a battle ended: ``winner`` is 0 for the attacker, 1 for the defender, None for nobody.

    ``word`` is the system's result word, ``standing`` what it means for the loser, ``holder`` who holds the ground,
    None for both. ``losses`` and ``leaders`` are those of each side; only units that fought are in ``losses``.
    """

    winner: Literal[0, 1] | None
    word: str
    standing: Standing
    holder: Literal[0, 1] | None
    minutes: int
    losses: tuple[tuple[UnitLoss, ...], tuple[UnitLoss, ...]]
    leaders: tuple[tuple[LeaderFate, ...], tuple[LeaderFate, ...]] = ((), ())
