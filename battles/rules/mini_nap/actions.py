"""What a side can choose, one class for each kind (sections 5.3 and 5.4). Lengths and angles as in the state.

A pivot is given as the bearing that the unit then faces, never as a turn: equal outcomes are equal actions.
"""

from typing import Annotated, Literal

from msgspec import Meta

from battles.engine.core import Action
from battles.rules.mini_nap.actions_fight import Allot as Allot
from battles.rules.mini_nap.actions_fight import BreakCharge as BreakCharge
from battles.rules.mini_nap.actions_fight import BreakSquare as BreakSquare
from battles.rules.mini_nap.actions_fight import ChooseGroup as ChooseGroup
from battles.rules.mini_nap.actions_fight import Fire as Fire
from battles.rules.mini_nap.actions_fight import FireStructure as FireStructure
from battles.rules.mini_nap.actions_fight import Join as Join
from battles.rules.mini_nap.actions_fight import RallyBack as RallyBack
from battles.rules.mini_nap.actions_fight import RallyForward as RallyForward
from battles.rules.mini_nap.actions_fight import ReturnFire as ReturnFire
from battles.rules.mini_nap.actions_fight import StopAndRally as StopAndRally
from battles.rules.mini_nap.actions_fight import Suppress as Suppress
from battles.rules.mini_nap.actions_move import NO_STEPS as NO_STEPS
from battles.rules.mini_nap.actions_move import Advance as Advance
from battles.rules.mini_nap.actions_move import Anchor as Anchor
from battles.rules.mini_nap.actions_move import Charge as Charge
from battles.rules.mini_nap.actions_move import CrossBridge as CrossBridge
from battles.rules.mini_nap.actions_move import EmergencySquare as EmergencySquare
from battles.rules.mini_nap.actions_move import EvadeStand as EvadeStand
from battles.rules.mini_nap.actions_move import ExtendedCharge as ExtendedCharge
from battles.rules.mini_nap.actions_move import FallBack as FallBack
from battles.rules.mini_nap.actions_move import Feint as Feint
from battles.rules.mini_nap.actions_move import FeintBack as FeintBack
from battles.rules.mini_nap.actions_move import Flee as Flee
from battles.rules.mini_nap.actions_move import FleeToSquare as FleeToSquare
from battles.rules.mini_nap.actions_move import GoOn as GoOn
from battles.rules.mini_nap.actions_move import Inch as Inch
from battles.rules.mini_nap.actions_move import LimberAndFlee as LimberAndFlee
from battles.rules.mini_nap.actions_move import Manoeuvre as Manoeuvre
from battles.rules.mini_nap.actions_move import Movement as Movement
from battles.rules.mini_nap.actions_move import NameDefender as NameDefender
from battles.rules.mini_nap.actions_move import NearbySquares as NearbySquares
from battles.rules.mini_nap.actions_move import Oblique as Oblique
from battles.rules.mini_nap.actions_move import OpportunityCharge as OpportunityCharge
from battles.rules.mini_nap.actions_move import Pass as Pass
from battles.rules.mini_nap.actions_move import Pre as Pre
from battles.rules.mini_nap.actions_move import Prolong as Prolong
from battles.rules.mini_nap.actions_move import Redeploy as Redeploy
from battles.rules.mini_nap.actions_move import RoadMove as RoadMove
from battles.rules.mini_nap.actions_move import SideStep as SideStep
from battles.rules.mini_nap.actions_move import Stay as Stay
from battles.rules.mini_nap.actions_move import StepBack as StepBack
from battles.rules.mini_nap.actions_parts import MOST_POINTS, Bearing, Number, Ordinate, Spot
from battles.rules.mini_nap.tables import Formation

# Before the first Turn, and as troops arrive


class ChooseEdge(Action, frozen=True):
    """Take the lower or the upper edge of the table (MN-RULING-60)."""

    edge: Literal["lower", "upper"]


class Deploy(Action, frozen=True):
    """Put a unit on the table (MN-RULING-60), or bring it on (``arrival``)."""

    unit: Number
    x: Ordinate
    y: Ordinate
    facing: Bearing
    formation: Formation


class DeployStand(Action, frozen=True):
    """Put a command stand on the table."""

    stand: Number
    x: Ordinate
    y: Ordinate


class Withhold(Action, frozen=True):
    """Leave a unit that has no place off the table for good (MN-RULING-74)."""

    unit: Number


# Choosing and command


class ChooseBrigade(Action, frozen=True):
    """Give the initiative to a Brigade (MN-SEQ-02)."""

    brigade: Number


class DivisionManoeuvre(Action, frozen=True):
    """Give it to a whole Division (MN-DIVMAN-01)."""

    division: Number


class MoveStand(Action, frozen=True):
    """Move a command stand along a line of points (MN-CMD-01)."""

    stand: Number
    points: Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=MOST_POINTS)]


class Attach(Action, frozen=True):
    """MN-CMD-31."""

    stand: Number
    unit: Number


class Detach(Action, frozen=True):
    """MN-CMD-32."""

    stand: Number
    x: Ordinate
    y: Ordinate


class Done(Action, frozen=True):
    """Nothing more in this step; what has not come on as it arrives waits for the next Turn."""


# At any time, or at the end


class Retreat(Action, frozen=True):
    """Take a unit out of the game (MN-RETREAT-01)."""

    unit: Number
    leave_stand: bool = False


class Reman(Action, frozen=True):
    """MN-REACT-33."""

    battery: Number


AnyAction = (
    ChooseEdge
    | Deploy
    | DeployStand
    | Withhold
    | ChooseBrigade
    | DivisionManoeuvre
    | MoveStand
    | Attach
    | Detach
    | Done
    | Manoeuvre
    | Pass
    | OpportunityCharge
    | GoOn
    | NameDefender
    | Stay
    | FallBack
    | LimberAndFlee
    | Flee
    | FleeToSquare
    | EmergencySquare
    | NearbySquares
    | Feint
    | FeintBack
    | EvadeStand
    | Fire
    | FireStructure
    | Suppress
    | ReturnFire
    | Join
    | BreakSquare
    | ChooseGroup
    | Allot
    | RallyBack
    | StopAndRally
    | RallyForward
    | BreakCharge
    | Retreat
    | Reman
)
"""Every kind of action."""
