"""What a rules system is to everybody else: its types and the seven questions it answers.

A system never waits, never throws dice of its own and keeps nothing between two questions. A state is a value;
``decide`` turns a legal action and dice into events, ``evolve`` turns an event into the next state. Who owes a
decision, what he may do and what he may see are all asked of the state.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from battles.engine.chance import Chances
from battles.engine.dice import Dice
from battles.engine.option_spec import OptionSpec, OptionValue
from battles.engine.overlay import Difference

if TYPE_CHECKING:
    from battles.engine.picture import Block, Deed, Ground, Reach, Scene
    from battles.engine.pointing import Aim, Forecast
    from battles.engine.progress import Stage, Tally

SideId = str
"""``a`` or ``b``; a system of more sides goes on with ``c``."""

Viewer = str
"""A side, or one of ``umpire`` (everything) and ``public`` (what nobody hides)."""

UMPIRE: Final = "umpire"
PUBLIC: Final = "public"


def tag_of(name: str) -> str:
    """The ``kind`` of a class in JSON: ``MoveLeader`` is ``move_leader``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Item(Struct, frozen=True, gc=False, tag_field="kind", tag=tag_of, forbid_unknown_fields=True, omit_defaults=True):
    """A value of one of many kinds, each a class of its own."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Action(Item, frozen=True):
    """A complete choice of a side; equal choices are equal values."""


class Event(Item, frozen=True):
    """A fact of the battle, with all that ``evolve`` needs: dice included, legality and chance left behind.

    ``audience`` names the sides that may know it as it is, None everybody; the others get the system's ``shadow``.
    """

    audience: tuple[SideId, ...] | None = None


RefusalCode = Literal[
    "over",  # the battle has ended
    "not_deciding",  # this side owes no decision now
    "wrong_phase",  # an action of another phase
    "owed_first",  # another decision must be answered before
    "no_such",  # no unit, leader, hex or side of that name
    "not_yours",  # it belongs to the other side
    "gone",  # removed from play, or not yet on the board
    "done_already",  # once a turn, a phase or a battle, and it was done
    "no_action_left",
    "locked",  # pinned by an enemy
    "bad_order",  # steps of a turn in an order that is not allowed
    "not_for_kind",  # this kind of unit, grade, nation or formation cannot
    "no_change",  # it is so already
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
    "not_needed",  # nothing there to be done
    "malformed",  # the parts of the action do not fit together
]
"""Why an action is refused: the closed set for every system."""


class Refusal(Struct, frozen=True):
    """An action that may not be done: why in one word, the rule, and a sentence that names what, which and why."""

    code: RefusalCode
    rule: str
    sentence: str


class Outcome(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a battle ended. ``winner`` is None for a draw or where both lose; ``reason`` is a word of the system."""

    winner: SideId | None
    reason: str
    rule: str


class Option(Struct, frozen=True):
    """What one actor may do in one way; what is ``seldom`` wanted stands behind all else for a person who chooses.

    Where ``complete``, ``actions`` are every legal action of this ``kind`` for ``actor``, in a fixed order. Where not,
    they are samples, ``domains`` says what may be given instead; ``outline`` is the ground that can be reached.
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
    """What followed from one action: the events, and the state they lead to.

    ``state`` is always what ``evolve`` makes of the events in order: nobody who has it need fold again.
    """

    events: tuple[Any, ...]
    state: S


class Modifier(Struct, frozen=True, gc=False):
    """A number added to a die or a total, what for, and the rule that says so."""

    rule: str
    what: str
    value: int


class RuleSystem(Protocol[S]):
    """One set of rules. ``S`` is its state."""

    key: ClassVar[str]
    version: ClassVar[int]
    sides: ClassVar[tuple[SideId, ...]]
    meta: ClassVar[Any]
    tables: ClassVar[Any]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    setup_type: ClassVar[Any]
    view_type: ClassVar[Any]

    def start(self, setup: Any) -> S:
        """The state before anything has happened; raises ``SetupError`` for a set-up that cannot be played."""

    def begin(self, state: S, dice: Dice) -> Step[S]:
        """All that happens before the first decision of a side."""

    def deciding(self, state: S) -> frozenset[SideId]:
        """The sides that owe a decision now, two where they choose at the same time; none once the battle is over."""

    def options(self, state: S, side: SideId) -> Sequence[Option]:
        """What ``side`` may do, in a fixed order; empty exactly where it owes no decision."""

    def refuse(self, state: S, side: SideId, action: Any) -> Refusal | None:
        """Why ``side`` may not do ``action``; None where it may. Never raises, whatever the action."""

    def decide(self, state: S, side: SideId, action: Any, dice: Dice) -> Step[S]:
        """What follows from a legal action, up to the next decision of a side."""

    def evolve(self, state: S, event: Any) -> S:
        """The state after ``event``. No dice, no legality."""

    def view(self, state: S, viewer: Viewer) -> Any:
        """What ``viewer`` may know, built up from nothing."""

    def shadow(self, state: S, event: Any, viewer: Viewer) -> Any | None:
        """``event`` of the battle of ``state`` as ``viewer`` gets it: itself, less of it, or None for nothing."""

    def suppose(self, seen: Any, chances: Chances) -> S:
        """A state that whoever has the view ``seen`` cannot tell from the true one."""

    def outcome(self, state: S) -> Outcome | None:
        """How the battle ended; None while it goes on."""

    def ground(self, seen: Any) -> "Ground":
        """The board of the view ``seen`` without what stands on it: the same until its terrain changes."""

    def scene(self, seen: Any) -> "Scene":
        """What stands on the board and beside it, as the view ``seen`` knows it."""

    def deeds(self, event: Any) -> "tuple[Deed, ...]":
        """What a board shows of ``event`` besides where blocks stand after it, by as much as the event tells."""

    def about(self, seen: Any, key: str) -> "tuple[Reach, ...]":
        """How far the block of a key sees, fires, commands and goes, as the view ``seen`` knows it; () for no block."""

    def aim(self, seen: Any, action: Any) -> "Aim":
        """What ``action`` points at, whether it is legal or not."""

    def ghosts(self, seen: Any, actions: Sequence[Any]) -> "Sequence[tuple[Block, ...]]":
        """As a scene draws them, the blocks that each moves or turns where no dice decide it, the actor first."""

    def meant(self, seen: Any, side: SideId, actor: str, at: str) -> Sequence[Any]:
        """What may be meant by pointing from a block or ``""`` at an area, a spot, a block or ``""``, likeliest first.

        By pointing at a spot of an open table the nearest is meant that may be done.
        """

    def forecast(self, seen: Any, side: SideId, action: Any) -> "tuple[Forecast, ...]":
        """The exact odds of the dice that a legal ``action`` leads to, by what may be hidden from the viewer."""

    def sentence(self, state: S, event: Any) -> str | None:
        """What ``event`` did, in a sentence with its rules; ``state`` is the one before it. None for bookkeeping."""

    def heading(self, state: S, event: Any) -> str | None:
        """The heading of the turn or phase that ``event`` begins."""

    def choice(self, state: S, action: Any) -> str:
        """``action`` as a choice for the side that may take it."""

    def offer(self, state: S, option: Option) -> str:
        """What the actions of ``option`` are, for a player who chooses the actor first."""

    def notation(self, state: S, action: Any) -> str:
        """``action`` in its short form."""

    def read_notation(self, state: S, text: str) -> Any:
        """The action of a short form; raises `ValueError` with a sentence where there is none."""

    def side_name(self, state: S, side: SideId) -> str:
        """What the battle calls a side."""

    def board(self, seen: Any, colour: bool = False) -> str:
        """The view ``seen`` as a board in text, with terminal colours where ``colour``."""

    def question(self, seen: Any, side: SideId) -> str:
        """What ``side`` has to answer now, in a sentence, where it is more than its next step; or ""."""

    def orders(self) -> Mapping[str, OptionSpec]:
        """The standing orders that a side may give, by name: choices whose default is to be asked."""

    def ordered(self, seen: Any, side: SideId, options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any:
        """The action of ``options`` that standing orders settle, as the view ``seen`` knows it; None to be asked."""

    def stages(self, seen: Any) -> "tuple[Stage, ...]":
        """The steps of the turn that the view ``seen`` is in, in order; one of them is now until the battle is over."""

    def score(self, state: S) -> str:
        """How the battle stands, in a line."""

    def tally(self, state: S) -> "Tally":
        """The battle in numbers."""

    def time_limit(self, state: S) -> int | None:
        """Minutes after which the umpire calls time where people play; None for no limit."""

    def scenarios(self) -> Mapping[str, str]:
        """The scenarios that come with the system: what each is called, by key."""

    def scenario(self, key: str) -> Any:
        """The set-up of a scenario; raises `SetupError` for an unknown one."""

    def scenario_text(self, key: str) -> str:
        """What a scenario is about, in a paragraph or two; raises `SetupError` for an unknown one."""

    def read_scenario(self, content: bytes) -> Any:
        """The set-up of a scenario file; raises `SetupError` with the path of the fault."""

    def plain_setup(self, values: Mapping[str, Any]) -> Any:
        """Two sample armies on open ground, with options by name; raises `ValueError` for a wrong one."""

    def with_options(self, setup: Any, values: Mapping[str, Any]) -> Any:
        """``setup`` with options by name; raises `ValueError` for a wrong one."""

    def options_of(self, setup: Any) -> Mapping[str, OptionValue]:
        """The options of ``setup`` by name, those at their defaults left out; ``with_options`` reads them."""

    def with_house(self, setup: Any, patch: Mapping[str, Any]) -> Any:
        """``setup`` with a club's numbers laid over the printed tables; raises `OverlayError` for a wrong one."""

    def house_of(self, setup: Any) -> tuple[Difference, ...]:
        """The numbers in which the tables of ``setup`` differ from the printed ones."""

    def ask(self, what: str, text: str) -> Mapping[str, Any]:
        """The exact odds of a procedure from facts in JSON; raises `ValueError` with a sentence for a wrong one."""

    def questions(self) -> Mapping[str, str]:
        """What ``ask`` can be asked, each with the keys of its JSON in words."""


class SetupError(ValueError):
    """A battle that cannot be set up: a sentence for the user that says which part and why, after its ``path``."""

    def __init__(self, sentence: str, path: str = "") -> None:
        super().__init__(f"{path}: {sentence}" if path else sentence)
        self.path = path
