"""Actions: one class for each kind (sections 5.3, 5.4). A pivot is written as the bearing it ends on."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from battles.engine.core import Action
from battles.kits.open_table.notation import Bearing, FeatureKey, Length, MaybeKey, Number, Ordinate, Spot
from battles.rules.mini_nap.decisions import MOST_POINTS, MOST_SHARES, MOST_TRIES, Allotment, Change, Face
from battles.rules.mini_nap.tables import Formation

# Fire


class Fire(Action, frozen=True):
    """Fire at a unit (MN-FIRE-10, MN-FIRE-03); a square names the ``face`` that fires."""

    unit: Number
    target: Number
    aim: Spot
    face: Face = ""


class FireStructure(Action, frozen=True):
    """Fire at a structure with no enemy in it (MNT-STRUCT-02)."""

    unit: Number
    structure: FeatureKey
    aim: Spot


class Suppress(Action, frozen=True):
    """Skirmishers suppress one or two batteries (MN-FIRE-61)."""

    unit: Number
    batteries: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=2)]


class ReturnFire(Action, frozen=True):
    """Return fire at the unit that fired (MN-FIRE-50, MN-FIRE-53)."""

    unit: Number
    aim: Spot
    face: Face = ""


# Hand-to-hand combat and break-through


class Join(Action, frozen=True):
    """A unit joins in a combat (MN-HTH-02)."""

    unit: Number
    enemy: Number
    facing: Bearing


class BreakSquare(Action, frozen=True):
    """A square changes to column facing ``facing`` and joins in a combat (MN-HTH-05)."""

    unit: Number
    enemy: Number
    facing: Bearing


class ChooseGroup(Action, frozen=True):
    """Choose the group that fights next, by its index among those waiting (MN-RULING-32)."""

    group: Number


class Allot(Action, frozen=True):
    """Share out all strength points of each of the side's units that must be shared, by unit and then by enemy.

    Enemies that get none are left out (MN-HTH-11, MN-RULING-101).
    """

    shares: Annotated[tuple[Allotment, ...], Meta(max_length=MOST_SHARES)]


class RallyBack(Action, frozen=True):
    """Rally back (MN-BREAK-05); ``travel`` is allowance (MN-RULING-103)."""

    unit: Number
    travel: Length


class StopAndRally(Action, frozen=True):
    """Stop and rally, facing ``facing`` (MN-BREAK-06)."""

    unit: Number
    facing: Bearing


class RallyForward(Action, frozen=True):
    """Rally forward (MN-BREAK-07); ``travel`` is allowance (MN-RULING-103)."""

    unit: Number
    travel: Length


class BreakCharge(Action, frozen=True):
    """Break-through charge (MN-BREAK-08); ``bridge`` if it crosses one (MNT-BRIDGE-04)."""

    unit: Number
    target: Number
    facing: Bearing
    bridge: MaybeKey = ""


# Manoeuvre


class FreeSteps(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Free steps before or after a movement: a change, and a pivot to a bearing or an about-face.

    ``change_first`` gives the order of the two (MN-MAN-03, MN-MAN-04).
    """

    change: Change | None = None
    pivot: Bearing | None = None
    about_face: bool = False
    change_first: bool = True


NO_FREE_STEPS = FreeSteps()


class Advance(Struct, frozen=True, forbid_unknown_fields=True, tag="advance"):
    """Move straight ahead (MN-MOVE-13)."""

    travel: Length


class SideStep(Struct, frozen=True, forbid_unknown_fields=True, tag="side_step"):
    """Move straight aside (MN-SIDE)."""

    side: Literal["left", "right"]
    travel: Length


class StepBack(Struct, frozen=True, forbid_unknown_fields=True, tag="step_back"):
    """Move straight back (MN-BACK)."""

    travel: Length


class Oblique(Struct, frozen=True, forbid_unknown_fields=True, tag="oblique"):
    """Move ``ahead`` and then ``aside``, or in the other order with ``aside_first`` (MN-OBLIQUE)."""

    side: Literal["left", "right"]
    ahead: Length
    aside: Length
    aside_first: bool = False


class Inch(Struct, frozen=True, forbid_unknown_fields=True, tag="inch"):
    """Move a solid square a short way (MN-SQUARE-01)."""

    bearing: Bearing
    travel: Length


class Prolong(Struct, frozen=True, forbid_unknown_fields=True, tag="prolong"):
    """Move a battery by hand (MN-ART-02)."""

    travel: Length
    back: bool = False


class Redeploy(Struct, frozen=True, forbid_unknown_fields=True, tag="redeploy"):
    """Move a battery with its teams and set its facing (MN-ART-04)."""

    bearing: Bearing
    travel: Length
    facing: Bearing


class RoadMove(Struct, frozen=True, forbid_unknown_fields=True, tag="road_move"):
    """Follow a road or ditch (MNT-ROAD-03, MNT-DITCH-01); ``back`` runs towards the line's first point."""

    road: FeatureKey
    travel: Length
    back: bool = False


class CrossBridge(Struct, frozen=True, forbid_unknown_fields=True, tag="cross_bridge"):
    """Cross a bridge; the unit is placed on the far side (MNT-BRIDGE-02)."""

    bridge: FeatureKey
    x: Ordinate
    y: Ordinate
    facing: Bearing


class Charge(Struct, frozen=True, forbid_unknown_fields=True, tag="charge"):
    """Charge a unit (MN-CHARGE-02); ``bridge`` if the charge crosses one (MNT-BRIDGE-04)."""

    target: Number
    bridge: MaybeKey = ""


class ExtendedCharge(Struct, frozen=True, forbid_unknown_fields=True, tag="extended_charge"):
    """Charge a unit beyond the charge allowance: dice extend the charge (MN-EXTEND-01)."""

    target: Number


Movement = (
    Advance
    | SideStep
    | StepBack
    | Oblique
    | Inch
    | Prolong
    | Redeploy
    | RoadMove
    | CrossBridge
    | Charge
    | ExtendedCharge
)


class Manoeuvre(Action, frozen=True):
    """A unit's whole plan (MN-MAN-02, MN-DIVMAN-04).

    ``defend`` is a landmark that the unit then defends; ``leave`` ends its defence (MNT-LANDMARK-06).
    """

    unit: Number
    before: FreeSteps = NO_FREE_STEPS
    move: Movement | None = None
    after: FreeSteps = NO_FREE_STEPS
    defend: MaybeKey = ""
    leave: bool = False


# Reactions


class Pass(Action, frozen=True):
    """Do not react."""


class OpportunityCharge(Action, frozen=True):
    """Charge the moving unit at ``at`` along its path, facing ``facing`` (MN-REACT-60).

    Against the unit's own charger it is a counter-charge. ``bridge`` if the charge crosses one (MNT-BRIDGE-04).
    """

    unit: Number
    at: Length
    facing: Bearing
    bridge: MaybeKey = ""


class GoOn(Action, frozen=True):
    """After a failed charge against a moving unit: how far the unit still moves (MN-RULING-69)."""

    travel: Length


class NameDefender(Action, frozen=True):
    """Choose the unit that defends a bridge against a charge across it (MNT-BRIDGE-03)."""

    unit: Number


class Stay(Action, frozen=True):
    """Stand and fight (MN-REACT-03), or continue a charge instead of feinting."""


class FallBack(Action, frozen=True):
    """Fall back (MN-REACT-10); ``turn`` adds an about-face where the owner may choose (MN-RULING-36)."""

    travel: Length
    turn: bool = False


class LimberAndFlee(Action, frozen=True):
    """A charged battery tries to limber and flee (MN-REACT-21)."""


class Flee(Action, frozen=True):
    """How far a battery flees (MN-REACT-23)."""

    travel: Length
    turn: bool = False


class FleeToSquare(Action, frozen=True):
    """Gunners flee into a square nearby (MN-REACT-31)."""

    square: Number


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that tries to form square, and the stand that stays in place."""

    unit: Number
    anchor: Literal["front", "rear", "left", "right"]


class EmergencySquare(Action, frozen=True):
    """The charged unit tries to form an emergency square (MN-REACT-41)."""

    anchor: Literal["front", "rear", "left", "right"]


class NearbySquares(Action, frozen=True):
    """Infantry nearby that tries to form square, in the order of the rolls (MN-RULING-38)."""

    tries: Annotated[tuple[Anchor, ...], Meta(max_length=MOST_TRIES)]


class Feint(Action, frozen=True):
    """The charger tries to feint (MN-REACT-50)."""


class FeintBack(Action, frozen=True):
    """Move back along the charge path, then face ``facing`` (MN-REACT-51)."""

    travel: Length
    facing: Bearing


class EvadeStand(Action, frozen=True):
    """Move a command stand out of an enemy's way (MN-CMD-42)."""

    x: Ordinate
    y: Ordinate


# Deployment and arrival


class ChooseEdge(Action, frozen=True):
    """Choose the lower or the upper edge of the table (MN-RULING-60)."""

    edge: Literal["lower", "upper"]


class Deploy(Action, frozen=True):
    """Put a unit on the table (MN-RULING-60), or bring it on as it arrives."""

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
    """Keep a unit that has no legal place out of the battle (MN-RULING-74)."""

    unit: Number


# Choice of Brigade or Division, and command


class ChooseBrigade(Action, frozen=True):
    """Give the initiative to a Brigade (MN-SEQ-02)."""

    brigade: Number


class DivisionManoeuvre(Action, frozen=True):
    """Give the initiative to a whole Division (MN-DIVMAN-01)."""

    division: Number


class MoveStand(Action, frozen=True):
    """Move a command stand along a line of points (MN-CMD-01)."""

    stand: Number
    points: Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=MOST_POINTS)]


class Attach(Action, frozen=True):
    """Attach a Brigade stand to a unit (MN-CMD-31)."""

    stand: Number
    unit: Number


class Detach(Action, frozen=True):
    """Detach a Brigade stand from its unit (MN-CMD-32)."""

    stand: Number
    x: Ordinate
    y: Ordinate


class Done(Action, frozen=True):
    """End this step. Troops that have not been brought on as they arrive wait for the next Turn."""


# At any time, or at the end


class Retreat(Action, frozen=True):
    """Retreat a unit from the battle (MN-RETREAT-01)."""

    unit: Number
    leave_stand: bool = False


class Reman(Action, frozen=True):
    """The crew mans its abandoned battery again (MN-REACT-33)."""

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
