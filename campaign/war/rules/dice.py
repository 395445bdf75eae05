"""Campaign dice under ``campaign-dice/1``: each die from its place alone, so that no hidden roll shifts another.

A die is keyed by the campaign's key, the turn and how often it was taken back, the step, the rule, and whom it
concerns: forces in the order of the ties rule, else a dispatch, commander, point or unit (chapter 2). The
key and the commitment are those of battles (``battles.engine.rng``).
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from msgspec import Struct

from battles.engine.rng import commitment, faces_at, key, matches_commitment
from campaign.war.rules.tables import DIE

__all__ = [
    "SCHEME",
    "CampaignDice",
    "CampaignRoll",
    "DicePlace",
    "DryDice",
    "FixedDice",
    "SeededCampaignDice",
    "commitment",
    "key",
    "matches_commitment",
]

SCHEME: Final = "campaign-dice/1"
"""The name of the method that makes faces; a changed method gets a new name."""
MOST_DICE: Final = 100


class DicePlace(Struct, frozen=True, gc=False):
    """Where a roll stands: its turn, how often the turn began again, the minute of the step, rule and whom."""

    turn: int
    again: int
    step: int
    rule: str
    who: str

    def text(self) -> str:
        """The bytes that are hashed, as text."""
        return f"{SCHEME}/{self.turn}/{self.again}/{self.step}/{self.rule}/{self.who}/"


class CampaignRoll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Dice that a rule rolled, with natural faces; its turn is that of the entry that holds it."""

    rule: str
    who: str
    step: int
    faces: tuple[int, ...]


class CampaignDice(Protocol):
    """The only source of chance of the campaign rules."""

    def roll(self, place: DicePlace, count: int) -> tuple[int, ...]:
        """Natural faces of ``count`` D6."""


class SeededCampaignDice:
    """The dice of a campaign, from its key (``key``: the server's secret and the salts of the sides)."""

    __slots__ = ("_key", "_prefix")

    def __init__(self, key: bytes, prefix: str = "") -> None:
        if not 0 < len(key) <= hashlib.blake2b.MAX_KEY_SIZE:
            raise ValueError(f"A key has 1 to {hashlib.blake2b.MAX_KEY_SIZE} bytes; this one has {len(key)}.")
        self._key = key
        self._prefix = prefix

    def roll(self, place: DicePlace, count: int) -> tuple[int, ...]:
        if not 0 < count <= MOST_DICE:
            raise ValueError(f"A roll has 1 to {MOST_DICE} dice; {place.rule} asks for {count}.")
        start = hashlib.blake2b((self._prefix + place.text()).encode(), key=self._key, digest_size=64)
        return faces_at(start, 0, count, DIE)


class DryDice(SeededCampaignDice):
    """Dice for a dry run, used nowhere else: the same campaign rolls others when it is resolved."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key, "dry/")


class FixedDice:
    """Faces by rule, for tests and worked examples, and those of ``rest`` for all others.

    ``faces`` holds for each rule ID the faces in the order asked; they are used up.
    """

    def __init__(self, faces: Mapping[str, Iterable[int]], rest: int = 3) -> None:
        self._left = {rule: list(given) for rule, given in faces.items()}
        self._rest = rest
        self.asked: list[tuple[DicePlace, tuple[int, ...]]] = []

    def roll(self, place: DicePlace, count: int) -> tuple[int, ...]:
        left = self._left.get(place.rule, [])
        faces = tuple((left.pop(0) if left else self._rest) for _ in range(count))
        self.asked.append((place, faces))
        return faces
