"""What a page previews on its board: how blocks would stand, for a script to draw without asking again.

A pose is one way to stand: drawings, each at a place in the units of the ground and at an angle. Nothing in it says
what a board is made of.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from battles.engine.picture import Block, Ground
from battles.pages.board_blocks import ghost_drawing
from battles.services.choosing import Choice, Spot

FULL: Final = 3600
"""Tenths of a degree of a full turn."""
NEAR: Final = 0.6
"""Of a step: how far from a pose a pointer still means it."""
NEAR_OPEN: Final = 0.24
"""The same on an open table, where what lies farther off can be asked for."""


class Poses(Struct, frozen=True):
    """Poses as a script reads them, and what each is called there, by the place pointed at and the action."""

    data: Mapping[str, Any]
    names: Mapping[tuple[str, str], str]

    def name_of(self, choice: Choice, at: str) -> str:
        """What the pose of a choice at a place, or at the first it has, is called; ``""`` where it has none."""
        if at:
            return self.names.get((at, choice.text), "")
        return next((name for (_, text), name in self.names.items() if text == choice.text), "")


NO_POSES: Final = Poses({}, {})


def of_spots(spots: Sequence[Spot], block: Block, ground: Ground) -> Poses:
    """The poses of ``block`` at each of its spots; the usual one of a spot is the one most like how it stands.

    ``data`` holds ``drawings``, SVG about 0, 0 with its front up; ``ways``, lists of poses that many spots share, each
    the figures ``[drawing, x, y, turn]`` of a pose, the actor first, from the spot's own place; ``spots``, each its
    key, its place, which ways it has, and which of these is usual; ``near``, how far from a pose it is still meant.
    A pose is called by the places of its spot and of itself among the ways: ``12:3``. Where a spot holds what is
    likeliest meant there, the first is the usual one.
    """
    found = _Laying()
    for spot in spots:
        found.lay(spot.at, spot.choices, None if spot.likeliest else block)
    return found.poses(round(ground.step * (NEAR_OPEN if ground.open else NEAR))) if found.spots else NO_POSES


def of_choices(choices: Sequence[Choice]) -> Poses:
    """The poses of choices of several actors, each a spot of its own."""
    found = _Laying()
    for choice in choices:
        found.lay(choice.text, (choice,), None)
    return found.poses(0) if found.spots else NO_POSES


class _Laying:
    """Poses being gathered; what is equal is kept once."""

    def __init__(self) -> None:
        self.drawings: dict[str, int] = {}
        self.ways: dict[tuple[Any, ...], int] = {}
        self.spots: list[tuple[str, int, int, int, int]] = []
        self.names: dict[tuple[str, str], str] = {}

    def lay(self, at: str, choices: Sequence[Choice], block: Block | None) -> None:
        shown = [choice for choice in choices if choice.ghosts]
        if not shown:
            return
        x, y = shown[0].ghosts[0].at
        way = tuple(tuple(self._figure(ghost, x, y) for ghost in choice.ghosts) for choice in shown)
        usual = min(range(len(shown)), key=lambda index: _change(shown[index].ghosts[0], block))
        for index, choice in enumerate(shown):
            self.names[at, choice.text] = f"{len(self.spots)}:{index}"
        self.spots.append((at, x, y, self.ways.setdefault(way, len(self.ways)), usual))

    def _figure(self, ghost: Block, x: int, y: int) -> tuple[int, int, int, int]:
        drawing = self.drawings.setdefault(ghost_drawing(ghost), len(self.drawings))
        return drawing, ghost.at[0] - x, ghost.at[1] - y, ghost.turn

    def poses(self, near: int) -> Poses:
        data = {"drawings": list(self.drawings), "ways": list(self.ways), "spots": self.spots, "near": near}
        return Poses(data, self.names)


def _change(ghost: Block, block: Block | None) -> tuple[bool, int]:
    """How far a ghost is from how its block stands: the shape first, then the turn."""
    if block is None:
        return False, 0
    turned = (ghost.turn - block.turn) % FULL
    return ghost.shape != block.shape, min(turned, FULL - turned)
