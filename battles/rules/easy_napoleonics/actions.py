"""What a side may choose: one class for each kind of action, complete and concrete (section 10.2)."""

from typing import Literal

from battles.engine.core import Action, SideId
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.state import NOWHERE
from battles.rules.easy_napoleonics.tables import Formation, NationTag


class TakeCard(Action, frozen=True):
    """The unit card that a choice card becomes (EN-COST-09)."""

    card: str


class NameNation(Action, frozen=True):
    """The nation of the units that the cards add (EN-RULING-83)."""

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
    """Which side moves first (EN-INIT-08)."""

    side: SideId


class Rally(Action, frozen=True):
    """Try to raise a unit's level (EN-RALLY-01)."""

    unit: int


class MoveLeader(Action, frozen=True):
    """Move a leader by the shortest way (EN-LEADER-04); ``unit`` names one of two batteries that share the hex."""

    leader: int
    cell: Cell
    unit: int = NOWHERE


class Activate(Action, frozen=True):
    """A unit's programme for the turn, without its fire (EN-ACTION-08), in the order performed.

    ``formation`` and ``facing`` are the new ones where they change. ``cell`` is where a Move or Sidestep ends;
    ``unlimber`` follows it. ``along`` are the leaders that go with the unit. ``over`` are the lone enemy leaders
    in hexes that the Move enters, where another way to the same hex would miss one.
    """

    unit: int
    formation: Formation | None = None
    facing: int | None = None
    cell: Cell = NOWHERE
    unlimber: bool = False
    along: tuple[int, ...] = ()
    over: tuple[int, ...] = ()


class Done(Action, frozen=True):
    """Nothing more from this side in this phase."""


class HastySquare(Action, frozen=True):
    """Whether the infantry in question tries to form square (EN-SQUARE-04)."""

    attempt: bool


class Relocate(Action, frozen=True):
    """Where a lone leader goes who was run over (EN-LEADER-09)."""

    cell: Cell
    unit: int = NOWHERE


class ChooseFireOrder(Action, frozen=True):
    """Which side fires first (EN-INIT-08)."""

    side: SideId


class Fire(Action, frozen=True):
    """A mission: one target and the dice of each unit that fires at it (EN-ART-18, EN-MUSK-06), by unit."""

    target: int
    dice: tuple[tuple[int, int], ...]


class Accept(Action, frozen=True):
    """Whether the unit in question attacks an enemy that came into contact without charging (EN-MELEE-06)."""

    fight: bool


class Fight(Action, frozen=True):
    """The melee that is fought next (EN-MELEE-08)."""

    attacker: int
    defender: int


class Advance(Action, frozen=True):
    """What the winner of a melee does (EN-OPT-01): stay; move in, and fight ``target`` or nobody; move in and turn."""

    how: Literal["stay", "in", "turn"]
    facing: int | None = None
    target: int = NOWHERE


class Answer(Action, frozen=True):
    """What the enemy does whom a breakthrough attacks (EN-OPT-03)."""

    how: Literal["hold", "fire", "square"]


class CallTime(Action, frozen=True):
    """The time limit has passed: the turn in progress is the last (EN-RULING-69). The umpire's."""


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
