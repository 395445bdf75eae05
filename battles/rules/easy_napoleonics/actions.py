"""Actions: one class for each kind, with every choice that the action needs (section 10.2)."""

from typing import Literal

from battles.engine.core import Action, SideId
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.state import NOWHERE
from battles.rules.easy_napoleonics.tables import Formation, NationTag


class TakeCard(Action, frozen=True):
    """Choose the unit card that a choice card becomes (EN-COST-09)."""

    card: str


class NameNation(Action, frozen=True):
    """Choose the nation of the units that the cards add (EN-RULING-83)."""

    nation: NationTag


class Deploy(Action, frozen=True):
    """Put a unit on the board (EN-SETUP-09)."""

    unit: int
    cell: Cell
    facing: int
    formation: Formation


class DeployLeader(Action, frozen=True):
    """Put a leader on the board (EN-SETUP-09); ``unit`` names one of two batteries that share the hex."""

    leader: int
    cell: Cell
    unit: int = NOWHERE


class ChooseMover(Action, frozen=True):
    """Choose which side moves first (EN-INIT-08)."""

    side: SideId


class Rally(Action, frozen=True):
    """Try to raise a unit's level (EN-RALLY-01)."""

    unit: int


class MoveLeader(Action, frozen=True):
    """Move a leader along the shortest path (EN-LEADER-04); ``unit`` names one of two batteries that share the hex."""

    leader: int
    cell: Cell
    unit: int = NOWHERE


class Activate(Action, frozen=True):
    """All that a unit does in its turn except fire (EN-ACTION-08), in the order performed.

    ``formation`` and ``facing`` are the new ones, None if unchanged. ``cell`` is where a Move or Sidestep ends;
    ``unlimber`` follows it. ``along`` are the leaders that go with the unit. ``over`` are the lone enemy leaders that
    it runs over; they are needed because another path to the same hex may run over others.
    """

    unit: int
    formation: Formation | None = None
    facing: int | None = None
    cell: Cell = NOWHERE
    unlimber: bool = False
    along: tuple[int, ...] = ()
    over: tuple[int, ...] = ()


class Done(Action, frozen=True):
    """End this phase for this side."""


class HastySquare(Action, frozen=True):
    """Answer whether the infantry tries to form square (EN-SQUARE-04)."""

    attempt: bool


class Relocate(Action, frozen=True):
    """Choose where a lone leader flees after an enemy ran over the hex (EN-LEADER-09)."""

    cell: Cell
    unit: int = NOWHERE


class ChooseFireOrder(Action, frozen=True):
    """Choose which side fires first (EN-INIT-08)."""

    side: SideId


class Fire(Action, frozen=True):
    """Fire a mission: one target, and pairs of unit and dice for all that fire at it (EN-ART-18, EN-MUSK-06)."""

    target: int
    dice: tuple[tuple[int, int], ...]


class Accept(Action, frozen=True):
    """Answer whether the unit attacks an enemy that came into contact without charging (EN-MELEE-06)."""

    fight: bool


class Fight(Action, frozen=True):
    """Choose the melee that is fought next (EN-MELEE-08)."""

    attacker: int
    defender: int


class Advance(Action, frozen=True):
    """Choose what the winner of a melee does (EN-OPT-01).

    It stays; or it moves in and fights ``target``, if one is given; or it moves in and turns.
    """

    how: Literal["stay", "in", "turn"]
    facing: int | None = None
    target: int = NOWHERE


class Answer(Action, frozen=True):
    """Choose how a unit meets the attack of a breakthrough (EN-OPT-03)."""

    how: Literal["hold", "fire", "square"]


class CallTime(Action, frozen=True):
    """End the battle after the turn in progress, since the time limit has passed (EN-RULING-69). Umpire only."""


AnyAction = (
    TakeCard
    | NameNation
    | Deploy
    | DeployLeader
    | ChooseMover
    | Rally
    | MoveLeader
    | Activate
    | Done
    | HastySquare
    | Relocate
    | ChooseFireOrder
    | Fire
    | Accept
    | Fight
    | Advance
    | Answer
    | CallTime
)
"""Every kind of action."""
