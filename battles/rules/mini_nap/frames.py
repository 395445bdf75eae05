"""What is under way within a step of the turn, as data: the last frame of ``State.stack`` is what goes on now.

A procedure never waits. Where it needs an answer it leaves a frame that says whose answer and what for, and the
module that ``flow.HANDLERS`` names for the frame goes on from it. Frames nest: a path stops for a window, a contact
opens another, a break-through charge runs a whole combat.
"""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import SideId
from battles.rules.mini_nap.actions_parts import Bearing, Number


class Held(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="kind"
):
    """What every frame is."""


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
"""What a movement is for: it decides allowance, terrain column, what may be met and who may react (section 5.3)."""


class Leg(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A straight part of a path: ``travel`` along ``bearing``, with the footprint facing ``facing`` all the way."""

    bearing: int
    travel: int
    facing: int


class Plan(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What follows once the movement is done: a pivot to a bearing, an about-face, a change, a charge."""

    face: int | None = None
    """The bearing that a redeployed battery takes, which is no pivot (MN-ART-04)."""
    pivot: int | None = None
    about_face: bool = False
    change: "Change | None" = None
    change_first: bool = True
    charge: int = -1
    """The target that an extension goes on to charge (MN-EXTEND-04)."""
    defend: str = ""
    """The landmark that is then defended (MNT-LANDMARK-03)."""
    over: tuple[int, int] | None = None
    """Where a unit is placed that crosses a bridge (MNT-BRIDGE-02)."""
    bridge: str = ""
    """The bridge that a charge goes over (MNT-BRIDGE-05)."""
    lost: str = ""
    """The rule by which the unit is gone where its way ends: a flight or feint into something (MN-REACT-12, 52)."""


class Change(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A formation change (MN-MAN-07): the stand that stays and the side on which the other forms.

    From a square ``bearing`` says where the unit faces (MN-MAN-08); ``anchor`` and ``side`` are then ``""``.
    """

    to: Literal["line", "column", "solid_square", "skirmish_line"]
    anchor: Literal["", "front", "rear", "left", "right"] = ""
    side: Literal["", "left", "right", "front", "rear"] = ""
    bearing: Bearing | None = None


NOTHING_MORE: Final = Plan()


class Course(Held, frozen=True, tag="course"):
    """A unit is moving along ``legs``; what it has made of them is no longer there.

    ``target`` is whom it charges, whom it flees from, or -1. Where ``window`` is set, its other side is asked for an
    opportunity charge or a counter-charge (W1); ``asked_to`` is the travel up to which it has passed, ``failed`` are
    units that tried in vain on this path.
    """

    unit: int
    travel: Travel
    legs: tuple[Leg, ...]
    target: int = -1
    plan: Plan = NOTHING_MORE
    window: bool = False
    asked_to: int = -1
    failed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Equal courses have the same plan, so that they are written alike."""
        if self.plan is not NOTHING_MORE and self.plan == NOTHING_MORE:
            force_setattr(self, "plan", NOTHING_MORE)


class Onward(Held, frozen=True, tag="onward"):
    """The owner of a unit on its way, which the enemy has tried in vain to charge, says how far it goes on; its course
    is the frame below (MN-RULING-69).
    """

    unit: int


class Naming(Held, frozen=True, tag="naming"):
    """The enemy of a unit that charges over a bridge says who defends it; its course is the frame below
    (MNT-BRIDGE-03).
    """

    unit: int


class StandCourse(Held, frozen=True, tag="stand_course"):
    """A stand must evade: the unit ``mover`` touches it (W10, MN-CMD-42)."""

    stand: int
    mover: int


class Contact(Held, frozen=True, tag="contact"):
    """A charger has touched its target (section 5.6, 5 and 6): W2, W3, W4.

    ``stage`` says who is asked: the target's owner (``answer``), he for infantry nearby (``nearby``), the owner of a
    unit that may flee how far (``flight``), the charger's owner (``feint``) and how far back (``feint_back``).
    ``formed`` are squares that formed against this charge.
    """

    charger: int
    target: int
    travel: Travel
    stage: Literal["answer", "nearby", "flight", "feint", "feint_back"] = "answer"
    formed: tuple[int, ...] = ()


class Shot(Held, frozen=True, tag="shot"):
    """A shot is declared (section 5.7). ``stage`` suppress is W5, return is W6.

    ``place`` is where the target stood when it was fired at: x, y, facing and formation of a unit that may be gone.
    ``answered`` are passive units that have returned fire or may not.
    """

    unit: int
    target: int
    aim: tuple[int, int]
    face: Literal["", "front", "rear", "left", "right"] = ""
    stage: Literal["suppress", "return"] = "suppress"
    answered: tuple[int, ...] = ()
    last: tuple[int, int, int, str] | None = None


class Joining(Held, frozen=True, tag="joining"):
    """The six stages of joining in (MN-HTH-04); ``stage`` 1 to 6."""

    stage: int = 1


class Allotment(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Strength points of ``unit`` put on ``enemy`` (MN-HTH-11)."""

    unit: Number
    enemy: Number
    points: Number


class Group(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Units linked by contact with enemies (MN-HTH-10), and the pairs in contact, each with side a's unit first."""

    pairs: tuple[tuple[int, int], ...]


class Combat(Held, frozen=True, tag="combat"):
    """Hand-to-hand combat. ``waiting`` are groups still to be fought; the active side picks the next (MN-RULING-32).

    ``round`` 0 is the impact round of ``group``. ``allotted`` are the sides that have answered this round, ``shares``
    what they answered, which the other side may not know before both have (``hth_allotment``). ``outflanked``,
    ``defended`` and ``impacting`` are judged as the impact round begins (MN-HTH-36, MNT-HTH-06): ordered pairs
    (unit, enemy) in which the unit outflanks, in which it defends so many features, and units that count as charging.
    """

    waiting: tuple[Group, ...] = ()
    group: Group | None = None
    round: int = 0
    allotted: tuple[SideId, ...] = ()
    shares: tuple[Allotment, ...] = ()
    outflanked: tuple[tuple[int, int], ...] = ()
    defended: tuple[tuple[int, int, int], ...] = ()
    impacting: tuple[int, ...] = ()


class Breaking(Held, frozen=True, tag="breaking"):
    """A unit with a white marker has chosen a charge or rally movement: what follows from it is above this frame."""

    unit: int


Frame = Course | Onward | Naming | StandCourse | Contact | Shot | Joining | Combat | Breaking
"""Everything that can be under way."""
