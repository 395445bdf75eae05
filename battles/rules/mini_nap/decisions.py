"""Frames: procedures and decisions under way within a step. The last one of ``State.stack`` is the present one."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import SideId
from battles.kits.open_table.notation import Bearing, Number

Face = Literal["", "front", "rear", "left", "right"]
MOST_POINTS: Final = 40
"""Most corners of a stand's path."""

MOST_TRIES: Final = 60
"""Most units that try to form square at once."""

MOST_SHARES: Final = 200
"""Most shares in one allotment."""


class FrameBase(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="kind"
):
    """Base class of frames."""


Travel = Literal[
    "advance",
    "side_step",
    "step_back",
    "oblique",
    "inch",
    "prolong",
    "redeploy",
    "road_move",
    "cross_bridge",
    "division",
    "charge",
    "extension",
    "opportunity",
    "counter",
    "break_charge",
    "fall_back",
    "flee",
    "feint",
    "rally_back",
    "rally_forward",
    "join",
]
"""Kind of movement: it decides the allowance, the terrain column, what may be met and who may react (section 5.3)."""


class Leg(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A straight part of a path: ``travel`` along ``bearing``, with the footprint facing ``facing`` throughout."""

    bearing: int
    travel: int
    facing: int


class FollowUp(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Steps after a movement: a pivot to a bearing, an about-face, a formation change, a charge."""

    face: int | None = None
    """The facing of a redeployed battery; taking it is no pivot (MN-ART-04)."""
    pivot: int | None = None
    about_face: bool = False
    change: "Change | None" = None
    change_first: bool = True
    charge: int = -1
    """The target to charge after an extension (MN-EXTEND-04)."""
    defend: str = ""
    """The landmark to defend afterwards (MNT-LANDMARK-03)."""
    over: tuple[int, int] | None = None
    """Where a unit that crosses a bridge is placed (MNT-BRIDGE-02)."""
    bridge: str = ""
    """The bridge that a charge crosses (MNT-BRIDGE-05)."""
    lost: str = ""
    """The rule that removes the unit at the end of its path: it flees or feints into something.

    Source: MN-REACT-12, MN-REACT-52.
    """


class Change(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A formation change (MN-MAN-07): the stand that stays in place, and the side on which the other stand forms.

    For a unit in square, ``bearing`` is its new facing (MN-MAN-08), and ``anchor`` and ``side`` are ``""``.
    """

    to: Literal["line", "column", "solid_square", "skirmish_line"]
    anchor: Literal["", "front", "rear", "left", "right"] = ""
    side: Literal["", "left", "right", "front", "rear"] = ""
    bearing: Bearing | None = None


NO_FOLLOW_UP: Final = FollowUp()


class MoveInProgress(FrameBase, frozen=True, tag="course"):
    """A unit is moving along ``legs``, the legs it has still to move.

    ``target`` is the unit it charges or flees from, or -1. While ``window`` is set, the other side may make an
    opportunity charge or a counter-charge (W1); ``asked_to`` is the travel up to which it has passed, ``failed`` are
    units whose charge on this move has failed.
    """

    unit: int
    travel: Travel
    legs: tuple[Leg, ...]
    target: int = -1
    plan: FollowUp = NO_FOLLOW_UP
    window: bool = False
    asked_to: int = -1
    failed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Make equal moves share the plan, so that they are encoded alike."""
        if self.plan is not NO_FOLLOW_UP and self.plan == NO_FOLLOW_UP:
            force_setattr(self, "plan", NO_FOLLOW_UP)


class MoveContinuation(FrameBase, frozen=True, tag="onward"):
    """After a failed charge against a moving unit, its owner decides how far it still moves (MN-RULING-69).

    The move itself is the frame below.
    """

    unit: int


class DefenderChoice(FrameBase, frozen=True, tag="naming"):
    """The enemy of a unit that charges across a bridge chooses the defender (MNT-BRIDGE-03).

    The charge is the frame below.
    """

    unit: int


class StandEvasion(FrameBase, frozen=True, tag="stand_course"):
    """A command stand must evade: the unit ``mover`` touches it (W10, MN-CMD-42)."""

    stand: int
    mover: int


class Contact(FrameBase, frozen=True, tag="contact"):
    """A charger has touched its target (section 5.6, 5 and 6): W2, W3, W4.

    ``stage`` says which decision is next: of the target's owner (``answer``), of the same player for infantry nearby
    (``nearby``), of the owner of a fleeing unit (``flight``: how far), of the charger's owner (``feint``, then
    ``feint_back``: how far). ``formed`` are squares that formed against this charge.
    """

    charger: int
    target: int
    travel: Travel
    stage: Literal["answer", "nearby", "flight", "feint", "feint_back"] = "answer"
    formed: tuple[int, ...] = ()


class Shot(FrameBase, frozen=True, tag="shot"):
    """A shot is declared (section 5.7). Stage ``suppress`` is W5, ``return`` is W6.

    ``last`` is the target's position when it was fired at: x, y, facing and formation, since the unit may be removed.
    ``answered`` are passive units that have returned fire or may not.
    """

    unit: int
    target: int
    aim: tuple[int, int]
    face: Literal["", "front", "rear", "left", "right"] = ""
    stage: Literal["suppress", "return"] = "suppress"
    answered: tuple[int, ...] = ()
    last: tuple[int, int, int, str] | None = None


class Joining(FrameBase, frozen=True, tag="joining"):
    """The six stages of joining in (MN-HTH-04); ``stage`` 1 to 6."""

    stage: int = 1


class Allotment(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Strength points of ``unit`` put on ``enemy`` (MN-HTH-11)."""

    unit: Number
    enemy: Number
    points: Number


class Group(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Units linked by contact with enemies (MN-HTH-10): the pairs in contact, side a's unit first in each."""

    pairs: tuple[tuple[int, int], ...]


class Combat(FrameBase, frozen=True, tag="combat"):
    """Hand-to-hand combat. ``waiting`` are groups still to fight; the active side chooses the next (MN-RULING-32).

    ``round`` 0 is the impact round of ``group``. ``allotted`` are the sides that have answered this round, ``shares``
    their answers, hidden from the other side until both have answered (``hth_allotment``). ``outflanked``,
    ``defended`` and ``impacting`` are decided when the impact round begins (MN-HTH-36, MNT-HTH-06): pairs
    (unit, enemy) in which the unit outflanks; triples (unit, enemy, features that it defends against that enemy);
    units that count as charging.
    """

    waiting: tuple[Group, ...] = ()
    group: Group | None = None
    round: int = 0
    allotted: tuple[SideId, ...] = ()
    shares: tuple[Allotment, ...] = ()
    outflanked: tuple[tuple[int, int], ...] = ()
    defended: tuple[tuple[int, int, int], ...] = ()
    impacting: tuple[int, ...] = ()


class BreakThroughMove(FrameBase, frozen=True, tag="breaking"):
    """A unit with a white marker makes a charge or rally movement; the frames above are its steps."""

    unit: int


Frame = (
    MoveInProgress
    | MoveContinuation
    | DefenderChoice
    | StandEvasion
    | Contact
    | Shot
    | Joining
    | Combat
    | BreakThroughMove
)
"""Every kind of frame."""
