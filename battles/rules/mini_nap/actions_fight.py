"""Choices of the phases of fire, of hand-to-hand combat and of break-through."""

from typing import Annotated

from msgspec import Meta

from battles.engine.core import Action
from battles.rules.mini_nap.actions_parts import MOST_SHARES, Bearing, Face, FeatureKey, Length, Number, Spot
from battles.rules.mini_nap.frames import Allotment

# Fire


class Fire(Action, frozen=True):
    """A shot at a unit (MN-FIRE-10); ``face`` is that of a square."""

    unit: Number
    target: Number
    aim: Spot
    face: Face = ""


class FireStructure(Action, frozen=True):
    """A shot at a structure with no enemy in it (MNT-STRUCT-02)."""

    unit: Number
    structure: FeatureKey
    aim: Spot


class Suppress(Action, frozen=True):
    """MN-FIRE-61."""

    unit: Number
    batteries: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=2)]


class ReturnFire(Action, frozen=True):
    """MN-FIRE-50, 53: at the firer."""

    unit: Number
    aim: Spot
    face: Face = ""


# Hand-to-hand combat and break-through


class Join(Action, frozen=True):
    """MN-HTH-02."""

    unit: Number
    enemy: Number
    facing: Bearing


class BreakSquare(Action, frozen=True):
    """MN-HTH-05: to column facing ``facing``."""

    unit: Number
    enemy: Number
    facing: Bearing


class ChooseGroup(Action, frozen=True):
    """The group to be fought next, by its place among those waiting (MN-RULING-32)."""

    group: Number


class Allot(Action, frozen=True):
    """All strength points of each unit of one's own that is asked to share them out, by unit and then by enemy.

    Enemies that get none are left out (MN-HTH-11, MN-RULING-101).
    """

    shares: Annotated[tuple[Allotment, ...], Meta(max_length=MOST_SHARES)]


class RallyBack(Action, frozen=True):
    """MN-BREAK-05; ``travel`` is allowance (MN-RULING-103)."""

    unit: Number
    travel: Length


class StopAndRally(Action, frozen=True):
    """MN-BREAK-06."""

    unit: Number
    facing: Bearing


class RallyForward(Action, frozen=True):
    """MN-BREAK-07; ``travel`` is allowance (MN-RULING-103)."""

    unit: Number
    travel: Length


class BreakCharge(Action, frozen=True):
    """MN-BREAK-08."""

    unit: Number
    target: Number
    facing: Bearing
