"""Values that all rules systems share: actions, events, options, refusals, outcomes."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import Struct

from battles.engine.options import OptionSpec

SideId = str
"""``a`` or ``b``; a system with more sides continues with ``c``."""

SIDES: Final[tuple[SideId, SideId]] = ("a", "b")
"""The sides of a battle of two."""

Viewer = str
"""A side, ``umpire`` (sees everything) or ``public`` (sees what no side hides)."""

UMPIRE: Final = "umpire"
PUBLIC: Final = "public"


def tag_of(name: str) -> str:
    """The ``kind`` of a class in JSON: ``move_leader`` for ``MoveLeader``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Item(Struct, frozen=True, gc=False, tag_field="kind", tag=tag_of, forbid_unknown_fields=True, omit_defaults=True):
    """A value of one of several kinds, each its own class."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Action(Item, frozen=True):
    """A complete choice of a side; equal choices are equal values."""


class Event(Item, frozen=True):
    """A fact of the battle with all that ``evolve`` needs, dice included; it needs no legality check and no chance.

    ``audience`` names the sides that may see it whole, None for everybody; the others get the system's ``shadow``.
    """

    audience: tuple[SideId, ...] | None = None


RefusalCode = Literal[
    "over",  # the battle has ended
    "not_deciding",  # it is not this side's decision now
    "wrong_phase",  # an action of another phase
    "owed_first",  # another decision must be answered before
    "no_such",  # there is no unit, leader, hex or side with that name
    "not_yours",  # it belongs to the other side
    "gone",  # removed from play, or not yet on the board
    "done_already",  # allowed once in a turn, a phase or a battle, and already done
    "no_action_left",
    "locked",  # pinned by an enemy
    "bad_order",  # steps of a turn in an order that is not allowed
    "not_for_kind",  # this kind of unit, grade, nation or formation cannot
    "no_change",  # it would change nothing
    "off_board",
    "occupied",
    "impassable",
    "out_of_zone",
    "out_of_reach",
    "out_of_range",
    "out_of_arc",
    "out_of_sight",
    "no_target",
    "no_dice_left",
    "not_needed",  # there is nothing to do
    "malformed",  # the parts of the action do not fit together
]
"""Why an action is refused: a closed set for all systems."""


class Refusal(Struct, frozen=True):
    """Why an action is not allowed: a code, the rule, and a sentence that names what, which and why."""

    code: RefusalCode
    rule: str
    sentence: str

    @property
    def cited(self) -> str:
        """The sentence, with its rule at the end if it does not name it."""
        return self.sentence if self.rule in self.sentence else f"{self.sentence.rstrip('.')} ({self.rule})."


class Outcome(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a battle ended. ``winner`` is None for a draw or if both lose; ``reason`` is a word of the system."""

    winner: SideId | None
    reason: str
    rule: str


class Option(Struct, frozen=True):
    """One kind of action of one actor. A ``seldom`` option is a rare choice and is shown after all others.

    If ``complete``, ``actions`` is every legal action of this ``kind`` for ``actor``, in a fixed order. If not, they
    are samples, ``domains`` says which other values are allowed, and ``outline`` is the ground that can be reached.
    """

    kind: str
    actor: str
    actions: Sequence[Any]
    complete: bool = True
    domains: Mapping[str, Any] = {}
    outline: tuple[tuple[int, int], ...] = ()
    seldom: bool = False


S = TypeVar("S")


class Step(Struct, Generic[S], frozen=True, gc=False):
    """The result of one action: its events, and the state after them.

    ``state`` always equals applying ``evolve`` to the events in order, so it need not be computed again.
    """

    events: tuple[Any, ...]
    state: S


class Modifier(Struct, frozen=True, gc=False):
    """A number added to a die or a total, its reason, and its rule."""

    rule: str
    what: str
    value: int


class SetupError(ValueError):
    """A set-up that cannot be played: a sentence for the user that says which part and why, after its ``path``."""

    def __init__(self, sentence: str, path: str = "") -> None:
        super().__init__(f"{path}: {sentence}" if path else sentence)
        self.path = path


ASK: Final = "ask"
ALWAYS: Final = "always"
NEVER: Final = "never"
SKIP: Final = "skip"
"""The side continues without being asked; it can still answer from the panel."""
EITHER: Final[Mapping[str, str]] = {ALWAYS: "Always", NEVER: "Never"}


def order(label: str, sentence: str, rule: str, words: Mapping[str, str] = EITHER) -> OptionSpec:
    """A standing order with the values ``words``; its default is to ask the player."""
    return OptionSpec(
        kind="choice", default=ASK, label=label, sentence=sentence, rule=rule, words={ASK: "Ask me", **words}
    )


def all_skipped(orders: Mapping[str, OptionSpec]) -> dict[str, str]:
    """All orders that allow ``skip``, set to it: for a computer player, which decides without being asked."""
    return {name: SKIP for name, spec in orders.items() if SKIP in spec.allowed}


def order_value(orders: Mapping[str, object], name: str) -> str:
    """The value of an order, ``ask`` if it was not given."""
    return str(orders.get(name, ASK))


class Stage(Struct, frozen=True):
    """A step of the turn, or of the preparations before it: its name, and whether it is done, now or next.

    ``task`` tells the deciding player what to do and how, with the rule; ``""`` unless the step is now.
    """

    name: str
    when: Literal["done", "now", "next"]
    task: str = ""


class Shortcut(Struct, frozen=True):
    """An action after which most players skip a step.

    ``words`` are for both together, ``alone`` for the action alone. ``end`` ends the step that is the ``stage``.
    """

    words: str
    alone: str
    stage: str
    end: Any


class Tally(Struct, frozen=True):
    """Numbers of a battle: turns started, and for each side the units lost and its points.

    ``strength`` is the strength left by side, as its muster roll adds it up, and ``commanders`` the number of its
    commanders out of play. A system may leave both empty: they are then counted on the roll.
    """

    turns: int
    lost: Mapping[SideId, int]
    points: Mapping[SideId, int]
    strength: Mapping[SideId, int] = {}
    commanders: Mapping[SideId, int] = {}
