"""Sources of a battle (scenarios by size and balance, sample armies, armies), and its options and house rules."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from armies.models import Army
from armies.models.visibility import usable_by
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.core import PUBLIC, SetupError
from battles.engine.options import NONE, OptionSpec, OptionValue
from battles.engine.picture import Ground, Scene
from battles.engine.record import Record
from battles.engine.scenarios import Balance, Briefing, briefing_of
from battles.engine.settings import Difference
from battles.engine.system import RuleSystem
from battles.models import Battle, Scenario
from battles.services.create.from_armies import fielded
from battles.services.play.position import setup_of, system_of


class ChosenOption(Struct, frozen=True):
    """An option that differs from its default, with both values in words."""

    label: str
    value: str
    usual: str
    rule: str


class AgreedRules(Struct, frozen=True):
    """Everything in which a battle differs from the printed rules."""

    options: tuple[ChosenOption, ...]
    house: tuple[Difference, ...]


def agreed_rules(battle: Battle) -> AgreedRules:
    """The options and house rules of a battle, in the order of the rules; no query."""
    system, setup = system_of(battle.system), setup_of(battle)
    values = system.settings.options_of(setup)
    options = tuple(
        ChosenOption(spec.label, in_words(spec, values[name]), in_words(spec, spec.default), spec.rule)
        for name, spec in system.meta.options.items()
        if name in values
    )
    return AgreedRules(options, system.settings.differences(setup))


def in_words(spec: OptionSpec, value: OptionValue) -> str:
    """A value of an option in the words of its form."""
    if spec.kind == "tick":
        return "yes" if value else "no"
    if spec.kind == "choice":
        return spec.words[str(value)]
    if spec.kind == "set":
        return ", ".join(spec.words[name] for name in str(value).split(",") if name) or NONE
    if spec.kind == "length":
        return f"{value} cm"
    return f"{value:,}" if isinstance(value, int) else str(value)


SAMPLE: Final = "sample"
ARMIES: Final = "armies"
SHIPPED: Final = "scenario"
DRAWN: Final = "drawn"
KINDS: Final = (SHIPPED, DRAWN, SAMPLE, ARMIES)


class Source(Struct, frozen=True):
    """A scenario or a choice of armies to make a battle from.

    Only a shipped scenario has a ``balance`` and a ``briefing``.

    ``key`` names it in an address, such as ``scenario:system:name``.
    """

    kind: str
    system: RuleSystem[Any]
    name: str
    title: str
    text: str
    balance: Balance | None = None
    briefing: Briefing = Briefing()

    @property
    def key(self) -> str:
        return ":".join(part for part in (self.kind, self.system.key, self.name) if part)

    @property
    def prints(self) -> str:
        """The key of its printed sheets; "" for armies, which have no board yet."""
        return {SHIPPED: self.key, DRAWN: f"{DRAWN}:{self.name}"}.get(self.kind, "")


class UnknownSource(ValueError):
    """There is no source of that name; the text is a sentence."""


class SystemNotPlayable(UnknownSource):
    """The source's system has no engine, so it has no battles; the text is a sentence."""


def playable() -> list[RuleSystem[Any]]:
    """The systems that have battles."""
    return [registry.load(key) for key in registry.playable()]


def shipped(system: RuleSystem[Any]) -> list[Source]:
    """The scenarios that come with a system."""
    return [
        Source(
            SHIPPED,
            system,
            key,
            title,
            system.scenarios.text_of(key),
            registry.balance_of(system.key, key),
            _briefing(system, system.scenarios.load(key)),
        )
        for key, title in system.scenarios.shipped().items()
    ]


def first_scenarios() -> list[Source]:
    """The scenario of each system for a newcomer: the one that its ``meta`` names, else its first."""
    return [_first_of(system) for system in playable()]


def _first_of(system: RuleSystem[Any]) -> Source:
    scenarios = shipped(system)
    return next((each for each in scenarios if each.name == system.meta.first_scenario), scenarios[0])


def sample(system: RuleSystem[Any]) -> Source:
    """Two sample armies."""
    text = "Two equal armies for a first game. The options set the size of the board."
    return Source(SAMPLE, system, "", "Two sample armies", text)


def of_armies(system: RuleSystem[Any]) -> Source:
    """Two armies of the army manager."""
    text = "Any two armies that you can see, converted to the rules of this game."
    return Source(ARMIES, system, "", "Two armies you choose", text)


def drawn(scenario: Scenario) -> Source:
    """A drawn scenario as a source."""
    system = registry.load(scenario.system)
    return Source(DRAWN, system, scenario.slug, scenario.title, "A scenario drawn here.")


def find_source(key: str, user: Any) -> Source:
    """The source of that key.

    Raises:
        UnknownSource: there is none, or ``user`` may not see it.
        SystemNotPlayable: its system has no engine.
    """
    kind, _, rest = key.partition(":")
    system_key, _, name = rest.partition(":")
    try:
        system = registry.load(system_key)
    except registry.NotPlayable as error:
        raise SystemNotPlayable(str(error)) from None
    except registry.UnknownSystem:
        kind = ""
    if kind not in KINDS:
        raise UnknownSource("There is no scenario of that name. Choose one below.")
    if kind == SHIPPED:
        sources = [source for source in shipped(system) if source.name == name]
    elif kind == DRAWN:
        rows = Scenario.objects.readable_by(user).filter(usable_by(user), slug=name, system=system_key)
        sources = [drawn(row) for row in rows]
    else:
        sources = [sample(system) if kind == SAMPLE else of_armies(system)]
    if not sources:
        raise UnknownSource("This scenario does not exist any more. Choose one below.")
    return sources[0]


def source_setup(
    source: Source, armies: tuple[Army, Army] | None = None, *, cards: bool = False
) -> tuple[Any, tuple[str, ...]]:
    """The set-up of a source with its own options, and notes for the players.

    Args:
        armies: the two armies, for a source that needs them.
        cards: armies that have no random cards yet draw them in the battle.

    Raises:
        SetupError: it cannot be played; the text says which part and why.
    """
    system = source.system
    if source.kind == SHIPPED:
        return system.scenarios.load(source.name), ()
    if source.kind == DRAWN:
        content = Scenario.objects.values_list("content", flat=True).get(slug=source.name)
        return system.scenarios.read(content.encode()), ()
    if source.kind == SAMPLE:
        return system.scenarios.sample({}), ()
    if armies is None:
        raise SetupError("Choose an army for each side.", "armies")
    return fielded(system.key, facts_of(armies[0]), facts_of(armies[1]), {}, cards=cards)


def options_of(source: Source) -> Mapping[str, Any]:
    """The options that a source sets to other than their defaults.

    Raises:
        SetupError: a scenario with faults.
    """
    return {} if source.kind == ARMIES else source.system.settings.options_of(source_setup(source)[0])


def stated_briefing(source: Source) -> Briefing:
    """The situation and tasks of a source; empty for armies. Raises `SetupError` for a scenario with faults."""
    return Briefing() if source.kind == ARMIES else _briefing(source.system, source_setup(source)[0])


def _briefing(system: RuleSystem[Any], setup: Any) -> Briefing:
    return briefing_of(setup, system.scenarios.special_rules(setup))


def house_of(source: Source) -> tuple[Difference, ...]:
    """The house rules of a source. Raises `SetupError` for a scenario with faults."""
    return () if source.kind == ARMIES else tuple(source.system.settings.differences(source_setup(source)[0]))


def configured_setup(
    source: Source,
    values: Mapping[str, Any],
    house: Mapping[str, Any] | None,
    armies: tuple[Army, Army] | None = None,
    *,
    cards: bool = False,
) -> tuple[Any, tuple[str, ...]]:
    """As ``source_setup``, with these options and house rules; ``house`` None keeps the source's own house rules.

    Raises:
        SetupError: it cannot be played with them.
        ValueError: a wrong option or house rule; a sentence.
    """
    system = source.system
    setup: Any
    notes: tuple[str, ...] = ()
    if source.kind == SAMPLE:
        setup = system.scenarios.sample(values)
    elif source.kind == ARMIES and armies is not None:
        setup, notes = fielded(system.key, facts_of(armies[0]), facts_of(armies[1]), values, cards=cards)
    else:
        setup, notes = source_setup(source, armies)
        if values:
            setup = system.settings.with_options(setup, values)
    if house is not None:
        setup = system.settings.with_house_rules(setup, house)
    system.start(setup)
    return setup, notes


SECONDS: Final = 15
"""Usual time for a unit in a turn, its enemy's answer included."""
ROUNDED: Final = 5
"""Minutes are told in multiples of this."""


class Start(Struct, frozen=True):
    """A scenario at its first decision, as everybody may see it.

    ``units`` are those of each side, later arrivals included; ``turns`` is 0 for a battle without a last turn.
    ``is_deployed``: the first decision is a move.
    """

    source: Source
    ground: Ground
    scene: Scene
    units: tuple[int, ...]
    turns: int
    is_deployed: bool

    @property
    def minutes(self) -> int:
        """About how long the battle takes against the computer, if it goes to its last turn."""
        seconds = max(self.units, default=0) * self.turns * SECONDS
        return max(ROUNDED, round(seconds / 60 / ROUNDED) * ROUNDED) if seconds else 0

    @property
    def sizes(self) -> str:
        """``9 against 7 units``."""
        return f"{' against '.join(map(str, self.units))} units"

    @property
    def label(self) -> str:
        """What the picture of the start shows."""
        return f"{self.source.title}: the armies at the start"


def starts(system: Any) -> list[Start]:
    """The shipped scenarios of a system: deployed ones first, each by rising size."""
    each = (_start(system.key, source.name) for source in shipped(system))
    return sorted(each, key=lambda start: (not start.is_deployed, sum(start.units), start.source.title))


def following(system: Any, title: str) -> Source | None:
    """The next larger deployed scenario after the one with this title; None after the last, or without such a title."""
    rising = [start.source for start in starts(system) if start.is_deployed]
    place = next((number for number, source in enumerate(rising) if source.title == title), None)
    return rising[place + 1] if place is not None and place + 1 < len(rising) else None


@lru_cache(maxsize=64)
def _start(system_key: str, name: str) -> Start:
    system = system_of(system_key)
    source = next(each for each in shipped(system) if each.name == name)
    state = Record.new(system, system.scenarios.load(name), b"start", [b"start"]).state
    seen = system.secrets.view(state, PUBLIC)
    scene = system.ui.scene(seen)
    fighting = [block.side for block in (*scene.blocks, *scene.off) if block.shape != "leader"]
    return Start(
        source=source,
        ground=system.ui.ground(seen),
        scene=scene,
        units=tuple(map(fighting.count, system.sides)),
        turns=system.ui.length(state),
        is_deployed=system.ui.tally(state).turns > 0,
    )
