"""The rules systems by key: their descriptions, loading one on demand, and the check that it is complete.

A system is a package of ``battles.rules``. One that has a module ``system`` can be played: its package then has a
``SYSTEM``, created when it is first asked for. Otherwise it is a draft: a rulebook, tables and sheets without an
engine for battles. Both kinds have a ``meta`` and the groups ``settings`` and ``sheets``.
"""

import os
import pkgutil
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from battles.engine import scenarios
from battles.engine.ai import Ai
from battles.engine.armies.group import ArmyGroup
from battles.engine.campaign import CampaignGroup
from battles.engine.drafting import Drafting
from battles.engine.options import OptionSpec, echoed
from battles.engine.scenarios import Balance, balance
from battles.engine.sheets.kit_list import faults
from battles.engine.system import (
    GROUPS,
    Odds,
    PackageSystem,
    RuleSystem,
    Scenarios,
    Secrets,
    Settings,
    Sheets,
    Text,
    Ui,
    group,
)
from battles.engine.tracker import Tracker

PACKAGE: Final = "battles.rules"

PROTOCOLS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "secrets": Secrets,
        "text": Text,
        "ui": Ui,
        "odds": Odds,
        "scenarios": Scenarios,
        "settings": Settings,
        "ai": Ai,
        "sheets": Sheets,
        "army": ArmyGroup,
        "campaign": CampaignGroup,
        "tracker": Tracker,
        "drafting": Drafting,
    }
)
"""The protocol of each group of a system."""

OPTIONAL: Final = ("tracker", "drafting")
"""Groups that a system may lack."""


class Meta(Struct, frozen=True, kw_only=True):
    """A system's description of itself.

    ``version`` grows with each change after which a stored battle would go differently; ``source`` is the rules' book
    and ``licence`` the licence of our text of them. ``dice`` are the sides of its die. ``options`` are the options of a
    battle; ``table_rules`` is the rule of each table, or of a part of one, by its path (``fire``, ``fire.infantry``).
    Each of ``whole`` is a list of words; a table keyed by such words must have every one.
    ``first_scenario`` is the key of the scenario that a newcomer is offered; ``""`` for the first in order.
    """

    key: str
    version: int
    title: str
    author: str
    source: str
    licence: str
    space: Literal["hex", "open"]
    dice: int
    stage: Literal["draft", "playable", "complete"]
    options: Mapping[str, OptionSpec]
    table_rules: Mapping[str, str] = {}
    whole: tuple[tuple[str, ...], ...] = ()
    first_scenario: str = ""

    @property
    def is_draft(self) -> bool:
        """True if the system has no engine, so that no battle can be fought."""
        return self.stage == "draft"


class UnknownSystem(ValueError):
    """There is no system of that key; the sentence lists the systems."""


class NotPlayable(UnknownSystem):
    """The system has tables but no engine, so no battle can be fought."""


def keys() -> tuple[str, ...]:
    """Every system's key in order, playable or not. Loads none."""
    return tuple(sorted(key for folder in _folders() for key in _modules(folder, packages=True)))


def playable() -> tuple[str, ...]:
    """The keys of the systems that can be played, in order. Loads none."""
    folders = {key: f"{folder}/{key}" for folder in _folders() for key in _modules(folder, packages=True)}
    return tuple(sorted(key for key, folder in folders.items() if "system" in _modules(folder)))


def army_systems() -> tuple[str, ...]:
    """The keys of the systems that have an army group, in the order of pages. Loads none."""
    return _with_army(_folders())


@cache
def _with_army(folders: tuple[str, ...]) -> tuple[str, ...]:
    listed = tuple(import_module(PACKAGE).SYSTEMS)
    grouped = {path.parent.parent.name for folder in folders for path in Path(folder).glob("*/army/__init__.py")}
    return (*(key for key in listed if key in grouped), *sorted(grouped.difference(listed)))


def army(key: str) -> ArmyGroup:
    """The army group of a system; raises `UnknownSystem` if it has none or does not exist."""
    if key not in army_systems():
        raise UnknownSystem(
            f"There is no system {echoed(key)} with armies; the systems are {', '.join(army_systems())}."
        )
    group: ArmyGroup = import_module(f"{PACKAGE}.{key}.army").ARMY
    return group


def load(key: str) -> RuleSystem[Any]:
    """The system of that key.

    Raises:
        UnknownSystem: there is none, or (``NotPlayable``) it has no engine; a sentence for the user.
    """
    _known(key, playable())
    if key not in playable():
        playable_keys = ", ".join(playable()) or "none"
        raise NotPlayable(
            f"You cannot fight battles with {key} yet; the systems that you can play are: {playable_keys}."
        )
    system: RuleSystem[Any] = import_module(f"{PACKAGE}.{key}").SYSTEM
    return system


def load_all(key: str) -> None:
    """Load every module of a system now, so that no visitor waits for it; raises as ``load``."""
    system = load(key)
    if isinstance(system, PackageSystem):
        system.load_all()


def scenario_titles(key: str) -> dict[str, str]:
    """The shipped scenarios of a playable system, title by key; raises as ``load``. Does not load the system."""
    _known(key, playable())
    return scenarios.titles_of(f"{PACKAGE}.{key}")


def balance_of(key: str, scenario: str) -> Balance | None:
    """The measured balance of a shipped scenario, if there is one; raises as ``load``."""
    _known(key, playable())
    return balance(f"{PACKAGE}.{key}", scenario)


def meta(key: str) -> Meta:
    """A system's description of itself, playable or not; raises `UnknownSystem`."""
    description: Meta = _module(key, "meta").META
    return description


def settings(key: str) -> Settings:
    """Options and house rules of a system, playable or not; raises `UnknownSystem`."""
    settings_group: Settings = _group(key, "settings")
    return settings_group


def sheets(key: str) -> Sheets:
    """The printed sheets of a system, playable or not; raises `UnknownSystem`."""
    sheets_group: Sheets = _group(key, "sheets")
    return sheets_group


def campaign(key: str) -> CampaignGroup:
    """What a system does for campaigns, playable or not; raises `UnknownSystem`."""
    campaign_group: CampaignGroup = _group(key, "campaign")
    return campaign_group


def _known(key: str, offered: tuple[str, ...]) -> None:
    if key not in keys():
        raise UnknownSystem(f"There is no rule system {echoed(key)}; the systems are {', '.join(offered)}.")


def _module(key: str, name: str) -> Any:
    """A module of the package of that system; raises `UnknownSystem`."""
    _known(key, keys())
    return import_module(f"{PACKAGE}.{key}.{name}")


def _group(key: str, name: str) -> Any:
    """A group of the system, without loading the system; raises `UnknownSystem`."""
    _known(key, keys())
    return group(f"{PACKAGE}.{key}", name)


def _folders() -> tuple[str, ...]:
    return tuple(import_module(PACKAGE).__path__)


def _modules(folder: str, packages: bool = False) -> tuple[str, ...]:
    """The names of the modules, or of the packages, in a folder."""
    changed = os.stat(folder).st_mtime_ns if os.path.isdir(folder) else 0
    return _listed(folder, packages, changed)


@lru_cache(maxsize=256)
def _listed(folder: str, packages: bool, changed: int) -> tuple[str, ...]:
    """The names in a folder that was last changed at that moment."""
    return tuple(module.name for module in pkgutil.iter_modules([folder]) if module.ispkg == packages)


def check_contract(system: Any) -> tuple[str, ...]:
    """What a system lacks of the contract, a sentence for each; empty if it is complete."""
    return (*check_play(system), *_missing_groups(system))


def check_play(system: Any) -> tuple[str, ...]:
    """The same checks without the groups, which are not loaded."""
    return (*_missing(system), *_repeated(system), *_untold(system), *_gaps(system))


def check_draft(key: str) -> tuple[str, ...]:
    """What a system without an engine lacks, a sentence for each; empty if it is complete."""
    description, rules = meta(key), settings(key).rules()
    system = SimpleNamespace(
        key=key, version=description.version, meta=description, tables=getattr(rules, "tables", None)
    )
    stage_problem = () if description.is_draft else (f"It has no engine, but its stage is {description.stage}.",)
    sheet_problem = () if sheets(key).cheat_sheet(rules) else ("It has no cheat sheet.",)
    lesson_problem = () if sheets(key).lesson(rules).tables else ("It has no worked example.",)
    return (*stage_problem, *sheet_problem, *lesson_problem, *check_kit(key), *_untold(system), *_gaps(system))


def check_kit(key: str) -> tuple[str, ...]:
    """What is wrong with the kit of a system, a sentence for each; empty if it is complete."""
    if not hasattr(sheets(key), "kit"):
        return ("It has no kit of markers and forms.",)
    return tuple(faults(sheets(key).kit(settings(key).rules())))


def _missing(system: Any) -> Iterator[str]:
    """Members that the system lacks."""
    for name in RuleSystem.__annotations__:
        if name not in GROUPS and not hasattr(system, name):
            yield f"It has no {name}."
    for name in members(RuleSystem):
        if not callable(getattr(system, name, None)):
            yield f"It has no function {name}()."


def _missing_groups(system: Any) -> Iterator[str]:
    """Groups that the system lacks, and members that its groups lack."""
    for name, protocol in PROTOCOLS.items():
        group_object = getattr(system, name, None)
        if group_object is None and name not in OPTIONAL:
            yield f"It has no {name}."
        elif group_object is not None:
            lacking = [member for member in members(protocol) if not hasattr(group_object, member)]
            yield from (f"Its group {name} has no {member}." for member in lacking)


def members(protocol: type) -> tuple[str, ...]:
    """The names of a protocol's methods and properties."""
    own = vars(protocol).items()
    return tuple(name for name, value in own if name[0] != "_" and (callable(value) or isinstance(value, property)))


def _repeated(system: Any) -> Iterator[str]:
    """Kinds shared by two classes of actions, or of events."""
    for what in ("action_type", "event_type"):
        union = getattr(system, what, None)
        classes = get_args(union) or (() if union is None else (union,))
        count = Counter(str(each.__struct_config__.tag) for each in classes)
        noun = what.removesuffix("_type")
        yield from (f"{times} classes of its {noun}s are of kind {kind}." for kind, times in count.items() if times > 1)


def _untold(system: Any) -> Iterator[str]:
    """Problems with the system's ``meta``."""
    meta = getattr(system, "meta", None)
    if not isinstance(meta, Meta):
        yield "It has no meta."
        return
    if not meta.options:
        yield "Its meta has no options."
    if meta.is_draft and hasattr(system, "decide"):
        yield "Its meta says that it is a draft, but it has an engine."
    if (meta.key, meta.version) != (getattr(system, "key", None), getattr(system, "version", None)):
        yield f"Its meta says {meta.key}, version {meta.version}, which differs from the system itself."


def _gaps(system: Any) -> Iterator[str]:
    """Words missing from tables that need every one, and tables without a rule."""
    meta, tables = getattr(system, "meta", None), getattr(system, "tables", None)
    if not isinstance(tables, Struct):
        yield "It has no tables."
        return
    if not isinstance(meta, Meta):
        return
    ruled = {path.partition(".")[0] for path in meta.table_rules}
    for name, hint in get_type_hints(type(tables)).items():
        if name not in ruled:
            yield f"Its table {name} has no rule."
        words = get_args(get_args(hint)[0]) if get_origin(hint) is Mapping else ()
        if words in meta.whole:
            lacking = [word for word in words if word not in getattr(tables, name)]
            if lacking:
                yield f"Its table {name} has no {', '.join(lacking)}."
