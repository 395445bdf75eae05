"""The interface of a rules system: a few functions of play, and groups for text, pages, odds, AI and paper."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from sys import modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar
from warnings import warn

from battles.engine.core import Option, Outcome, Refusal, SideId, Step, Viewer
from battles.engine.defaults import DEFAULTS, EARLIER_NAMES, PlainRules

if TYPE_CHECKING:
    from battles.engine.ai import Ai
    from battles.engine.armies.group import ArmyGroup
    from battles.engine.campaign import CampaignGroup
    from battles.engine.core import Shortcut, Stage, Tally
    from battles.engine.dice import Dice
    from battles.engine.dice import Roll as DiceRoll
    from battles.engine.drafting import Drafting
    from battles.engine.forecast import Aim, Forecast
    from battles.engine.odds import Reading
    from battles.engine.options import OptionSpec, OptionValue
    from battles.engine.picture import Block, Ground, Highlight, Reach, Scene
    from battles.engine.rng import Chances
    from battles.engine.scenarios import Arriving
    from battles.engine.settings import Difference
    from battles.engine.sheets.cheat_pages import Page, Wanted
    from battles.engine.sheets.kit_list import Kit
    from battles.engine.sheets.muster_roll import Roll
    from battles.engine.tracker import Tracker

S = TypeVar("S")


class Secrets(Protocol):
    """What each viewer may know. By default everything is public."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        """What ``viewer`` may know, built up from nothing."""

    def shadow(self, state: Any, event: Any, viewer: Viewer) -> Any | None:
        """``event`` as ``viewer`` gets it: whole, reduced, or None for nothing. ``state`` is the one of the battle."""

    def resample(self, seen: Any, chances: "Chances") -> Any:
        """A possible state for a viewer with the view ``seen``: one that the viewer cannot tell from the true one."""


class Text(Protocol):
    """Sentences, notation and the board as text."""

    def sentence(self, state: Any, event: Any) -> str | None:
        """What ``event`` did, in a sentence with its rules; ``state`` is the one before it. None for nothing to say."""

    def story(self, state: Any, event: Any) -> str:
        """What came of ``event``, without dice, for the story of a battle; "" where the log's sentence will do."""

    def heading(self, state: Any, event: Any) -> str | None:
        """The heading of the turn or phase that ``event`` starts."""

    def choice(self, state: Any, action: Any) -> str:
        """``action`` as a choice for the side that may take it."""

    def offer(self, state: Any, option: Option) -> str:
        """The actions of ``option`` in a few words, for a player who chooses the actor first."""

    def notation(self, state: Any, action: Any) -> str:
        """The short notation of ``action``."""

    def read_notation(self, state: Any, text: str) -> Any:
        """The action of a short notation; raises `ValueError` with a sentence if there is none."""

    def side_name(self, state: Any, side: SideId) -> str:
        """The name of a side in this battle."""

    def hint(self, state: Any) -> str:
        """What a beginner does in the present step, in one sentence without rules; "" for nothing to say."""

    def side_edge(self, state: Any, side: SideId) -> str:
        """The edge that a side comes from: "north", "south", "west" or "east"; "" if the set-up and dice say none."""

    def board(self, seen: Any, colour: bool = False) -> str:
        """The view ``seen`` as a board in text, with terminal colours if ``colour``."""

    def score(self, state: Any) -> str:
        """The score of both sides, in a line."""

    def result(self, state: Any, side: SideId) -> str:
        """What ``side`` reached in a battle that is over, to follow "You won" or "You lost"; "" for nothing."""


class Ui(Protocol):
    """What pages need to draw a battle and to turn clicks into actions."""

    @property
    def standing_orders(self) -> "Mapping[str, OptionSpec]":
        """The standing orders that a side may give, by name: choices whose default is to ask."""

    def ground(self, seen: Any) -> "Ground":
        """The board of the view ``seen`` without its blocks: the same until its terrain changes."""

    def scene(self, seen: Any) -> "Scene":
        """The blocks on the board and beside it, as the view ``seen`` knows them."""

    def highlights(self, event: Any) -> "tuple[Highlight, ...]":
        """What a board highlights for ``event``, besides the new places of blocks; shows only what the event tells."""

    def reach(self, seen: Any, key: str) -> "tuple[Reach, ...]":
        """How far the block ``key`` sees, fires, commands and moves, as the view ``seen`` knows it; () for no block."""

    def target(self, seen: Any, action: Any) -> "Aim":
        """Actor and targets of ``action``, legal or not."""

    def preview_blocks(self, seen: Any, side: SideId, actions: Sequence[Any]) -> "Sequence[tuple[Block, ...]]":
        """For each legal action of ``side``, the blocks that it moves or turns without dice, the actor first."""

    def actions_for_click(self, seen: Any, side: SideId, actor: str, at: str) -> Sequence[Any]:
        """The actions that a click may mean, the likeliest first: from a block or ``""`` to an area, block or ``""``.

        At a spot of an open table it means the nearest legal action.
        """

    def question(self, seen: Any, side: SideId) -> str:
        """The question that ``side`` must answer now, in a sentence, if it is more than its next step; otherwise ""."""

    def stages(self, seen: Any) -> "tuple[Stage, ...]":
        """The steps of the present turn of the view ``seen``, in order; one of them is now until the battle is over."""

    def length(self, state: Any) -> int:
        """The number of turns after which the battle ends; 0 for no such limit."""

    def tally(self, state: Any) -> "Tally":
        """The numbers of the battle."""

    def shortcut(self, seen: Any, action: Any) -> "Shortcut | None":
        """``action`` with the end of the step after it, if that is usual; None if it is not."""

    def ordered(self, seen: Any, side: SideId, options: Sequence[Option], orders: "Mapping[str, OptionValue]") -> Any:
        """The action of ``options`` that standing orders decide, as the view ``seen`` knows it; None to ask."""


class Odds(Protocol):
    """Exact odds."""

    def forecast(self, seen: Any, side: SideId, action: Any) -> "tuple[Forecast, ...]":
        """The exact odds of the dice that a legal ``action`` leads to, over all that may be hidden from the viewer."""

    def ask(self, what: str, text: str) -> Mapping[str, Any]:
        """The exact odds of a procedure from facts in JSON; raises `ValueError` with a sentence for a wrong one."""

    def questions(self) -> Mapping[str, str]:
        """The questions for ``ask``, each with a help text on its JSON keys."""

    def readings(self, state: Any, side: SideId, rolls: "Sequence[DiceRoll]", event: Any = None) -> "Sequence[Reading]":
        """How the rules read ``rolls`` of ``event``; every die is in one reading. ``state`` is the one before it.

        ``side`` is the one that acted. Without ``event`` they are rolls of the action that no event holds.
        """


class Scenarios(Protocol):
    """Scenario files, and the scenarios that come with the system."""

    def shipped(self) -> Mapping[str, str]:
        """The title of each shipped scenario by key."""

    def load(self, key: str) -> Any:
        """The set-up of a shipped scenario; raises `SetupError` for an unknown one."""

    def text_of(self, key: str) -> str:
        """The description of a shipped scenario; raises `SetupError` for an unknown one."""

    def read(self, content: bytes) -> Any:
        """The set-up of a scenario file; raises `SetupError` with the path of the fault."""

    def write(self, setup: Any, text: str = "") -> bytes:
        """The file of a set-up, with ``text`` as its description."""

    def special_rules(self, setup: Any) -> Sequence[str]:
        """The scenario's own rules that ``setup`` uses, such as who moves first: sentences, each with its rule ID."""

    def arrivals(self, setup: Any) -> "Sequence[Arriving]":
        """The troops of ``setup`` that come later, by side and turn."""

    def victory(self, setup: Any) -> Sequence[str]:
        """What wins the battle of ``setup`` and when it ends: sentences, each with its rule IDs."""

    def sample(self, values: "Mapping[str, OptionValue]") -> Any:
        """Two sample armies on open ground, with options by name; raises `ValueError` for a wrong one."""


class Settings(Protocol):
    """Options and house rules of a battle."""

    @property
    def specs(self) -> "Mapping[str, OptionSpec]":
        """Every option by name, in the order of a form."""

    def rules(self, values: "Mapping[str, OptionValue] | None" = None) -> Any:
        """The printed tables with options by name; raises `ValueError` for a wrong one."""

    def options_of(self, setup: Any) -> "Mapping[str, OptionValue]":
        """The options of ``setup`` that are not at their defaults, by name; ``with_options`` reads them."""

    def with_options(self, setup: Any, values: "Mapping[str, OptionValue]") -> Any:
        """``setup`` with options replaced by name; raises `ValueError` for a wrong one."""

    def with_house_rules(self, setup: Any, patch: Mapping[str, Any]) -> Any:
        """``setup`` with a club's numbers in place of printed ones; raises `OverlayError` for a wrong one."""

    def differences(self, setup: Any) -> "tuple[Difference, ...]":
        """The numbers in which the tables of ``setup`` differ from the printed ones."""


class Sheets(Protocol):
    """The printed sheets of a system, playable or not. ``rules`` are the options and tables of a battle."""

    def cheat_sheet(self, rules: Any) -> "tuple[Page, ...]":
        """The cheat sheet for ``rules``."""

    def kit(self, rules: Any) -> "Kit":
        """The markers, rulers and forms for ``rules``."""

    def lesson(self, rules: Any) -> "Page":
        """A worked example by ``rules``."""

    def roll(self, seen: Any, side: SideId) -> "Roll":
        """The muster roll of ``side`` in a state or a view."""

    def wanted(self, setup: Any, side: SideId) -> "Wanted":
        """What the cheat sheet of a side needs in a battle, by what both sides know at its start."""

    def brought(self, force: Any, rules: Any) -> "Wanted":
        """What the cheat sheet of a force needs against any enemy."""


GROUPS: Final = (
    *("secrets", "text", "ui", "odds", "scenarios", "settings"),
    *("ai", "sheets", "army", "campaign", "tracker", "drafting"),
)


class RuleSystem(Protocol[S]):
    """One set of rules. ``S`` is its state, a value: ``decide`` turns a legal action and dice into events.

    ``evolve`` turns an event into the next state. A system never waits, rolls no dice and keeps nothing between calls.
    """

    key: str
    version: int
    sides: tuple[SideId, ...]
    meta: Any
    tables: Any
    state_type: Any
    action_type: Any
    event_type: Any
    setup_type: Any
    view_type: Any

    secrets: Secrets
    text: Text
    ui: Ui
    odds: Odds
    scenarios: Scenarios
    settings: Settings
    ai: "Ai"
    sheets: Sheets
    army: "ArmyGroup"
    campaign: "CampaignGroup"
    tracker: "Tracker | None"
    drafting: "Drafting | None"

    def start(self, setup: Any, /) -> S:
        """The state before anything has happened; raises ``SetupError`` for a set-up that cannot be played."""

    def begin(self, state: S, dice: "Dice", /) -> Step[S]:
        """Everything that happens before the first decision of a side."""

    def deciding(self, state: S, /) -> frozenset[SideId]:
        """The sides that decide now; two if they choose at the same time; none once the battle is over."""

    def options(self, state: S, side: SideId, /) -> Sequence[Option]:
        """The legal actions of ``side``, in a fixed order; empty exactly if it has nothing to decide."""

    def refuse(self, state: S, side: SideId, action: Any, /) -> Refusal | None:
        """Why ``side`` may not do ``action``; None if it may. Never raises, whatever the action."""

    def decide(self, state: S, side: SideId, action: Any, dice: "Dice", /) -> Step[S]:
        """The result of a legal action, up to the next decision of a side."""

    def evolve(self, state: S, event: Any, /) -> S:
        """The state after ``event``. No dice, no legality."""

    def outcome(self, state: S, /) -> Outcome | None:
        """How the battle ended; None while it goes on."""

    def time_limit(self, state: S, /) -> int | None:
        """Minutes after which the umpire calls time when people play; None for no limit."""


PLACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "meta": "meta:META",
        "tables": "tables:PRINTED",
        "state_type": "state:State",
        "action_type": "actions:AnyAction",
        "event_type": "events:AnyEvent",
        "setup_type": "state:Setup",
        "view_type": "hidden:View",
        "start": "system:start",
        "begin": "system:begin",
        "deciding": "system:deciding",
        "options": "system:options",
        "refuse": "system:refuse",
        "decide": "system:decide",
        "evolve": "evolve:evolve",
        "outcome": "system:outcome",
        "time_limit": "system:time_limit",
        "secrets.view": "hidden:view",
        "secrets.shadow": "hidden:shadow",
        "secrets.resample": "hidden:resample",
        "text.sentence": "words.sentences:sentence",
        "text.story": "words.combat:story",
        "text.heading": "words.sentences:heading",
        "text.choice": "words.sentences:action_words",
        "text.offer": "ui.questions:offer",
        "text.notation": "notation.actions:write",
        "text.read_notation": "notation.actions:read",
        "text.side_name": "words.sentences:side_name",
        "text.hint": "words.turn:hint",
        "text.side_edge": "words.sentences:side_edge",
        "text.board": "notation.board:board",
        "text.score": "words.turn:score",
        "text.result": "words.turn:result",
        "ui.standing_orders": "standing_orders:ORDERS",
        "ui.ordered": "standing_orders:standing_answer",
        "ui.ground": "ui.scene:ground",
        "ui.scene": "ui.scene:scene",
        "ui.highlights": "ui.picture:highlights",
        "ui.reach": "ui.picture:reach_of_block",
        "ui.target": "ui.targets:action_target",
        "ui.preview_blocks": "ui.scene:preview_blocks",
        "ui.actions_for_click": "ui.click:actions_for_click",
        "ui.question": "ui.questions:question",
        "ui.stages": "ui.questions:stages",
        "ui.length": "words.turn:length",
        "ui.tally": "words.turn:tally",
        "ui.shortcut": "ui.questions:shortcut",
        "odds.forecast": "odds.forecast:forecast",
        "odds.ask": "odds.questions:ask",
        "odds.questions": "odds.questions:questions",
        "odds.readings": "odds.readings:readings",
        "scenarios.write": "scenario.files:written",
        "scenarios.special_rules": "scenario.files:special_rules",
        "scenarios.arrivals": "scenario.files:arrivals",
        "scenarios.victory": "scenario.files:victory",
        "scenarios.sample": "scenario.files:sample_setup",
        "settings": "meta:SETTINGS",
        "settings.with_options": "scenario.files:with_options",
        "ai.evaluator": "ai.evaluator:evaluator",
        "ai.evaluate": "ai.evaluation:evaluate",
        "ai.horizon": "ai.evaluator:horizon",
        "ai.certain": "ai.evaluator:CERTAIN",
        "ai.random_action": "ai.random_action:random_action",
        "tracker": "tracker.entries:Tracker",
        "drafting": "drafting.editor:Editor",
        "sheets.cheat_sheet": "sheets.cheat_sheet:pages",
        "sheets.kit": "sheets.needs:kit",
        "sheets.lesson": "sheets.worked_example:lesson",
        "sheets.roll": "sheets.muster_roll:roll",
        "sheets.wanted": "sheets.needs:wanted",
        "sheets.brought": "sheets.needs:brought",
        "army": "army:ARMY",
        "campaign": "campaign:CAMPAIGN",
    }
)
"""Where a system's package has each member: a module and a name in it.

A member of play goes by its name, one of a group by ``group.member``, a group that is one object by its own name. What
a package lacks is the group's default."""

NOTHING: Final = object()
"""Result of a search for a place that a package does not have."""


def found_at(package: str, place: str) -> Any:
    """The value at a place of ``package`` such as ``words:sentence``; ``NOTHING`` without such a module or name."""
    module, _, name = place.partition(":")
    path = f"{package}.{module}"
    try:
        if path not in modules and find_spec(path) is None:
            return NOTHING
    except ModuleNotFoundError:  # its parent package is missing
        return NOTHING
    loaded = import_module(path)
    return getattr(loaded, name, NOTHING) if name else loaded


class Group:
    """The members of a group, each found at its place of ``package`` on first use; ``default`` has what is lacking."""

    def __init__(self, package: str, places: Mapping[str, str], default: object = None) -> None:
        self._package = package
        self.places = places
        self._default = default

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        place = self.places.get(name)
        value = NOTHING if place is None else found_at(self._package, place)
        if value is NOTHING:
            value = getattr(self._default, name, NOTHING)
        if value is NOTHING:
            raise AttributeError(f"{self._package} has no {name}.")
        setattr(self, name, value)
        return value


def group(package: str, name: str, places: Mapping[str, str] = PLACES) -> Any:
    """A group of a package by its name; None for an optional group that it lacks."""
    whole = found_at(package, places[name]) if name in places else NOTHING
    if isinstance(whole, type):
        whole = whole()
    start = f"{name}."
    members = {key.removeprefix(start): place for key, place in places.items() if key.startswith(start)}
    if whole is NOTHING:
        make = DEFAULTS.get(name)
        return None if make is None and not members else Group(package, members, make and make(package))
    return Group(package, members, whole) if members else whole


class PackageSystem(Group):
    """A rules system whose members are modules of a package, found by their names and loaded on first use.

    Args:
        package: the dotted name of the package.
        places: differences from ``PLACES``.
    """

    version: int
    meta: Any
    tables: Any
    state_type: Any
    action_type: Any
    event_type: Any
    setup_type: Any
    view_type: Any
    secrets: Secrets
    text: Text
    ui: Ui
    odds: Odds
    scenarios: Scenarios
    settings: Settings
    ai: "Ai"
    sheets: Sheets
    army: "ArmyGroup"
    campaign: "CampaignGroup"
    tracker: "Tracker | None"
    drafting: "Drafting | None"
    start: Callable[[Any], Any]
    begin: "Callable[[Any, Dice], Step[Any]]"
    deciding: Callable[[Any], frozenset[SideId]]
    options: Callable[[Any, SideId], Sequence[Option]]
    refuse: Callable[[Any, SideId, Any], Refusal | None]
    decide: "Callable[[Any, SideId, Any, Dice], Step[Any]]"
    evolve: Callable[[Any, Any], Any]
    outcome: Callable[[Any], Outcome | None]
    time_limit: Callable[[Any], int | None]

    def __init__(self, package: str, places: Mapping[str, str] = MappingProxyType({})) -> None:
        every = {**PLACES, **places}
        super().__init__(package, every, PlainRules(package))
        self.key = package.rpartition(".")[2]
        self.sides: tuple[SideId, ...] = ("a", "b")

    def __getattr__(self, name: str) -> Any:
        if name in EARLIER_NAMES:
            now = EARLIER_NAMES[name]
            warn(f"A system's `{name}` is `{now}` since 0.9.", DeprecationWarning, stacklevel=2)
            return attrgetter(now)(self)
        if name not in GROUPS:
            return super().__getattr__(name)
        value = group(self._package, name, self.places)
        setattr(self, name, value)
        return value

    def load_all(self) -> None:
        """Load every member now, so that nobody waits for it later."""
        for place in self.places:
            name, _, member = place.partition(".")
            value = getattr(self, name)
            if member:
                getattr(value, member, None)
