"""Choices of the Manoeuvre phase: a unit's plan, and its enemy's answers to it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from battles.engine.core import Action
from battles.rules.mini_nap.actions_parts import MOST_TRIES, Bearing, FeatureKey, Length, MaybeKey, Number, Ordinate
from battles.rules.mini_nap.frames import Change

# Manoeuvre


class Pre(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Free steps on one side of a movement (MN-MAN-03, 04): a change, and a pivot to a bearing or an about-face.

    ``change_first`` says which of the two comes first.
    """

    change: Change | None = None
    pivot: Bearing | None = None
    about_face: bool = False
    change_first: bool = True


NO_STEPS = Pre()


class Advance(Struct, frozen=True, forbid_unknown_fields=True, tag="advance"):
    """MN-MOVE-13."""

    travel: Length


class SideStep(Struct, frozen=True, forbid_unknown_fields=True, tag="side_step"):
    """MN-SIDE."""

    side: Literal["left", "right"]
    travel: Length


class StepBack(Struct, frozen=True, forbid_unknown_fields=True, tag="step_back"):
    """MN-BACK."""

    travel: Length


class Oblique(Struct, frozen=True, forbid_unknown_fields=True, tag="oblique"):
    """MN-OBLIQUE: ``ahead`` and ``aside``, in that order or, with ``aside_first``, the other."""

    side: Literal["left", "right"]
    ahead: Length
    aside: Length
    aside_first: bool = False


class Inch(Struct, frozen=True, forbid_unknown_fields=True, tag="inch"):
    """MN-SQUARE-01."""

    bearing: Bearing
    travel: Length


class Prolong(Struct, frozen=True, forbid_unknown_fields=True, tag="prolong"):
    """MN-ART-02."""

    travel: Length
    back: bool = False


class Redeploy(Struct, frozen=True, forbid_unknown_fields=True, tag="redeploy"):
    """MN-ART-04."""

    bearing: Bearing
    travel: Length
    facing: Bearing


class RoadMove(Struct, frozen=True, forbid_unknown_fields=True, tag="road_move"):
    """MNT-ROAD-03, MNT-DITCH-01; ``back`` follows the line towards its first point."""

    road: FeatureKey
    travel: Length
    back: bool = False


class CrossBridge(Struct, frozen=True, forbid_unknown_fields=True, tag="cross_bridge"):
    """MNT-BRIDGE-02: where it is placed on the far side."""

    bridge: FeatureKey
    x: Ordinate
    y: Ordinate
    facing: Bearing


class Charge(Struct, frozen=True, forbid_unknown_fields=True, tag="charge"):
    """MN-CHARGE-02; ``bridge`` where it goes over one (MNT-BRIDGE-04)."""

    target: Number
    bridge: MaybeKey = ""


class ExtendedCharge(Struct, frozen=True, forbid_unknown_fields=True, tag="extended_charge"):
    """MN-EXTEND-01."""

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

    ``defend`` is a landmark that it then defends; with ``leave`` it defends no longer (MNT-LANDMARK-06).
    """

    unit: Number
    before: Pre = NO_STEPS
    move: Movement | None = None
    after: Pre = NO_STEPS
    defend: MaybeKey = ""
    leave: bool = False


# Windows


class Pass(Action, frozen=True):
    """Do nothing in a window."""


class OpportunityCharge(Action, frozen=True):
    """MN-REACT-60: at ``at`` of the mover's path, facing ``facing``. Against its own charger it is a counter-charge.

    ``bridge`` where it goes over one (MNT-BRIDGE-04).
    """

    unit: Number
    at: Length
    facing: Bearing
    bridge: MaybeKey = ""


class GoOn(Action, frozen=True):
    """How much more of its way a unit goes that the enemy has tried in vain to charge (MN-RULING-69)."""

    travel: Length


class NameDefender(Action, frozen=True):
    """The unit that defends a bridge against the charge that is made over it (MNT-BRIDGE-03)."""

    unit: Number


class Stay(Action, frozen=True):
    """Stand and fight (MN-REACT-03), or go on fighting in place of a feint."""


class FallBack(Action, frozen=True):
    """MN-REACT-10; ``turn`` is an about-face, where it is the owner's choice (MN-RULING-36)."""

    travel: Length
    turn: bool = False


class LimberAndFlee(Action, frozen=True):
    """Try it (MN-REACT-21)."""


class Flee(Action, frozen=True):
    """How far a battery flees that may (MN-REACT-23)."""

    travel: Length
    turn: bool = False


class FleeToSquare(Action, frozen=True):
    """MN-REACT-31."""

    square: Number


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that tries for a square, and the stand that stays."""

    unit: Number
    anchor: Literal["front", "rear", "left", "right"]


class EmergencySquare(Action, frozen=True):
    """The contacted unit tries (MN-REACT-41)."""

    anchor: Literal["front", "rear", "left", "right"]


class NearbySquares(Action, frozen=True):
    """Infantry nearby that tries, in the order it throws (MN-RULING-38)."""

    tries: Annotated[tuple[Anchor, ...], Meta(max_length=MOST_TRIES)]


class Feint(Action, frozen=True):
    """Try it (MN-REACT-50)."""


class FeintBack(Action, frozen=True):
    """Back along its path, and then to face ``facing`` (MN-REACT-51)."""

    travel: Length
    facing: Bearing


class EvadeStand(Action, frozen=True):
    """MN-CMD-42."""

    x: Ordinate
    y: Ordinate
