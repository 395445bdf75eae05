"""Default behaviour of a system's groups, for packages without a module for it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from msgspec import defstruct

from battles.engine import scenarios
from battles.engine.actions import random_listed_action
from battles.engine.campaign import CampaignGroup
from battles.engine.core import Option, Outcome, SideId, Viewer
from battles.engine.dice import Roll
from battles.engine.odds import Reading, unread
from battles.engine.rng import Chances


class Plain:
    """A default group of a package."""

    def __init__(self, package: str) -> None:
        self._package = package

    def _module(self, name: str) -> Any:
        return import_module(f"{self._package}.{name}")


class PlainRules(Plain):
    """Default rules: the outcome is a field of the state, there is no time limit, and a view holds the state."""

    @property
    def version(self) -> int:
        return int(self._module("meta").META.version)

    @property
    def view_type(self) -> Any:
        return public_view(self._package)

    def outcome(self, state: Any) -> Outcome | None:
        outcome: Outcome | None = state.outcome
        return outcome

    def time_limit(self, state: Any) -> int | None:
        return None


@cache
def public_view(package: str) -> Any:
    """The view class of a package without secrets: the viewer and the whole state."""
    state = import_module(f"{package}.state").State
    fields = [("viewer", Viewer), ("state", state)]
    return defstruct("View", fields, frozen=True, module=package)


class PublicSecrets(Plain):
    """Everything is public: a view is the viewer and the state."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        return public_view(self._package)(viewer, state)

    def shadow(self, state: Any, event: Any, viewer: Viewer) -> Any | None:
        return event

    def resample(self, seen: Any, chances: Chances) -> Any:
        return seen.state


class PlainText(Plain):
    """Default texts: no story, no headings, no board and no score; a side has the name of its force."""

    def story(self, state: Any, event: Any) -> str:
        return ""

    def heading(self, state: Any, event: Any) -> str | None:
        return None

    def offer(self, state: Any, option: Option) -> str:
        """The kind of the option in words."""
        return option.kind.replace("_", " ").capitalize()

    def side_name(self, state: Any, side: SideId) -> str:
        return str(state.setup.forces["ab".index(side)].name)

    def hint(self, state: Any) -> str:
        return ""

    def side_edge(self, state: Any, side: SideId) -> str:
        return ""

    def board(self, seen: Any, colour: bool = False) -> str:
        return ""

    def score(self, state: Any) -> str:
        return ""

    def result(self, state: Any, side: SideId) -> str:
        return ""


class PlainUi(Plain):
    """Default pages: no highlights, previews, questions, stages or standing orders."""

    standing_orders: Final[Mapping[str, Any]] = MappingProxyType({})

    def ordered(self, seen: Any, side: SideId, options: Sequence[Option], orders: Mapping[str, Any]) -> Any:
        return None

    def highlights(self, event: Any) -> tuple[Any, ...]:
        return ()

    def reach(self, seen: Any, key: str) -> tuple[Any, ...]:
        return ()

    def preview_blocks(self, seen: Any, side: SideId, actions: Sequence[Any]) -> tuple[tuple[Any, ...], ...]:
        return ((),) * len(actions)

    def question(self, seen: Any, side: SideId) -> str:
        return ""

    def stages(self, seen: Any) -> tuple[Any, ...]:
        return ()

    def length(self, state: Any) -> int:
        return 0

    def shortcut(self, seen: Any, action: Any) -> None:
        return None


class NoOdds(Plain):
    """No odds and no questions."""

    def forecast(self, seen: Any, side: SideId, action: Any) -> tuple[Any, ...]:
        return ()

    def questions(self) -> Mapping[str, str]:
        return {}

    def ask(self, what: str, text: str) -> Mapping[str, Any]:
        """Raise `ValueError`: there are no questions."""
        raise ValueError("This rules system answers no questions about odds.")

    def readings(self, state: Any, side: SideId, rolls: Sequence[Roll], event: Any = None) -> tuple[Reading, ...]:
        """Every roll belongs to the side that acted, without odds."""
        return tuple(unread(side, rolls))


class ShippedScenarios(Plain):
    """The scenario files in the package's folder ``scenarios``, opened by the package's ``scenario.files``."""

    def __init__(self, package: str) -> None:
        super().__init__(package)
        self._titles: dict[str, str] = {}

    @cached_property
    def _files(self) -> scenarios.Shipped[Any]:
        return scenarios.Shipped(self._package, self._module("scenario.files").opened)

    def load(self, key: str) -> Any:
        return self._files.known(key).setup

    def text_of(self, key: str) -> str:
        return self._files.known(key).text

    def read(self, content: bytes) -> Any:
        return self._module("scenario.files").opened(content).setup

    def shipped(self) -> Mapping[str, str]:
        """The title of each scenario by key; does not load the rules."""
        self._titles = self._titles or scenarios.titles_of(self._package)
        return dict(self._titles)

    def special_rules(self, setup: Any) -> Sequence[str]:
        return ()

    def arrivals(self, setup: Any) -> Sequence[scenarios.Arriving]:
        return ()

    def victory(self, setup: Any) -> Sequence[str]:
        return ()


class ListedActions(Plain):
    """An AI that only draws a random action from the lists of legal actions."""

    certain: Final = False
    evaluator: Final = None

    def evaluate(self, state: Any, side: SideId) -> int:
        return 0

    def horizon(self, state: Any) -> int:
        return 0

    def random_action(self, position: Any, side: SideId, options: Sequence[Option], chances: Chances) -> Any:
        return random_listed_action(options, chances)


class NoCampaigns(Plain, CampaignGroup):
    """Battles of campaigns are fought at a table, and their results are written in."""


DEFAULTS: Final[Mapping[str, Callable[[str], Plain]]] = MappingProxyType(
    {
        "secrets": PublicSecrets,
        "text": PlainText,
        "ui": PlainUi,
        "odds": NoOdds,
        "scenarios": ShippedScenarios,
        "ai": ListedActions,
        "army": Plain,
        "campaign": NoCampaigns,
    }
)
"""The default of each group that has one, by the group's name."""


EARLIER_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "view": "secrets.view",
        "shadow": "secrets.shadow",
        "sentence": "text.sentence",
        "choice": "text.choice",
        "notation": "text.notation",
        "read_notation": "text.read_notation",
        "board": "text.board",
        "score": "text.score",
        "scenario": "scenarios.load",
        "scenario_text": "scenarios.text_of",
        "forecast": "odds.forecast",
        "ask": "odds.ask",
    }
)
"""Members that stood at the system itself in 0.8 and are in a group now. They go in 0.10."""
