"""What a battle may be made from: a scenario, two sample armies, or two armies of the army manager."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from armies.models import Army
from armies.services.reading import facts_of
from battles.engine import registry
from battles.engine.core import RuleSystem, SetupError
from battles.engine.overlay import Difference
from battles.models import Scenario
from battles.services.setting_up import fielded

SAMPLE: Final = "sample"
ARMIES: Final = "armies"
SHIPPED: Final = "scenario"
DRAWN: Final = "drawn"
KINDS: Final = (SHIPPED, DRAWN, SAMPLE, ARMIES)


class Source(Struct, frozen=True):
    """Something to make a battle from. ``key`` names it in an address, as ``scenario:easy_napoleonics:meeting``."""

    kind: str
    system: RuleSystem[Any]
    name: str
    title: str
    text: str

    @property
    def key(self) -> str:
        return ":".join(part for part in (self.kind, self.system.key, self.name) if part)

    @property
    def prints(self) -> str:
        """The key that its sheets are printed under; "" for what is not laid out yet."""
        return {SHIPPED: self.key, DRAWN: f"{DRAWN}:{self.name}"}.get(self.kind, "")


class NoSource(ValueError):
    """There is nothing of that name to make a battle from; a sentence."""


class OfDraft(NoSource):
    """Its system has no engine, so no battle can be fought by it; a sentence that says so."""


def playable() -> list[RuleSystem[Any]]:
    """The systems that battles can be fought by."""
    return [registry.load(key) for key in registry.playable()]


def shipped(system: RuleSystem[Any]) -> list[Source]:
    """The scenarios that come with a system."""
    return [Source(SHIPPED, system, key, title, system.scenario_text(key)) for key, title in system.scenarios().items()]


def at_once() -> list[Source]:
    """What a newcomer is offered: the first scenario of each system, the first system first."""
    return [shipped(system)[0] for system in playable()]


def sample(system: RuleSystem[Any]) -> Source:
    """Two sample armies."""
    text = "Two equal armies for a first game, on a board of the size that the options say."
    return Source(SAMPLE, system, "", "Two sample armies", text)


def of_armies(system: RuleSystem[Any]) -> Source:
    """Two armies of the army manager."""
    text = "Any two armies that you can see, each as the rules of this game take it."
    return Source(ARMIES, system, "", "Two armies of yours", text)


def drawn(scenario: Scenario) -> Source:
    """A scenario that somebody drew."""
    system = registry.load(scenario.system)
    return Source(DRAWN, system, scenario.slug, scenario.title, "A scenario drawn here.")


def find(key: str, user: Any) -> Source:
    """The source of that key.

    Raises:
        NoSource: there is none, or ``user`` may not see it; ``OfDraft`` where its system has no engine.
    """
    kind, _, rest = key.partition(":")
    system_key, _, name = rest.partition(":")
    try:
        system = registry.load(system_key)
    except registry.NotPlayable as error:
        raise OfDraft(str(error)) from None
    except registry.UnknownSystem:
        kind = ""
    if kind not in KINDS:
        raise NoSource("There is nothing of that name to make a battle from; choose below.")
    if kind == SHIPPED:
        found = [source for source in shipped(system) if source.name == name]
    elif kind == DRAWN:
        found = [drawn(row) for row in Scenario.objects.readable_by(user).filter(slug=name, system=system_key)]
    else:
        found = [sample(system) if kind == SAMPLE else of_armies(system)]
    if not found:
        raise NoSource("There is no such scenario any more; choose below.")
    return found[0]


def setup_of(
    source: Source, armies: tuple[Army, Army] | None = None, *, cards: bool = False
) -> tuple[Any, tuple[str, ...]]:
    """The set-up that a source gives with its own options, and what the players ought to know before they agree.

    Args:
        armies: the two armies, for a source that asks for them.
        cards: armies without a draw draw their random cards in the battle.

    Raises:
        SetupError: it cannot be played; the text says which part and why.
    """
    system = source.system
    if source.kind == SHIPPED:
        return system.scenario(source.name), ()
    if source.kind == DRAWN:
        content = Scenario.objects.values_list("content", flat=True).get(slug=source.name)
        return system.read_scenario(content.encode()), ()
    if source.kind == SAMPLE:
        return system.plain_setup({}), ()
    if armies is None:
        raise SetupError("Choose an army for each side.", "armies")
    return fielded(system.key, facts_of(armies[0]), facts_of(armies[1]), {}, cards=cards)


def options_of(source: Source) -> Mapping[str, Any]:
    """The options that a source comes with, those at their defaults left out.

    Raises:
        SetupError: a scenario with faults.
    """
    return {} if source.kind == ARMIES else source.system.options_of(setup_of(source)[0])


def house_of(source: Source) -> tuple[Difference, ...]:
    """The house rules that a source comes with. Raises `SetupError` for a scenario with faults."""
    return () if source.kind == ARMIES else tuple(source.system.house_of(setup_of(source)[0]))


def configured(
    source: Source,
    values: Mapping[str, Any],
    house: Mapping[str, Any] | None,
    armies: tuple[Army, Army] | None = None,
    *,
    cards: bool = False,
) -> tuple[Any, tuple[str, ...]]:
    """As ``setup_of``, with options by name and house rules as a patch of the tables; None leaves its own.

    Raises:
        SetupError: it cannot be played so.
        ValueError: a wrong option or house rule; a sentence.
    """
    system = source.system
    setup: Any
    notes: tuple[str, ...] = ()
    if source.kind == SAMPLE:
        setup = system.plain_setup(values)
    elif source.kind == ARMIES and armies is not None:
        setup, notes = fielded(system.key, facts_of(armies[0]), facts_of(armies[1]), values, cards=cards)
    else:
        setup, notes = setup_of(source, armies)
        if values:
            setup = system.with_options(setup, values)
    if house is not None:
        setup = system.with_house(setup, house)
    system.start(setup)
    return setup, notes
