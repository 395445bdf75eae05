"""The rule systems by key: what each says of itself, loading one when it is asked for, and whether it is whole.

A system is a package of ``battles.rules``. One that has a module ``system`` can be played: its package then has a
``SYSTEM``, made when it is first asked for, with a ``meta`` (a ``Meta``) and ``tables`` as printed. One that has none
is a draft: a rulebook, tables and sheets, of which no battle can be fought. Draft or not, its modules ``meta``,
``rules``, ``cheat_sheet``, ``teaching`` and ``kit`` can be asked for, and ``needs`` of one that can be played.
"""

import pkgutil
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from battles.engine.cheat_sheet import Page
from battles.engine.core import RuleSystem, SideId
from battles.engine.kit import Kit, faults
from battles.engine.limiting import Wanted
from battles.engine.option_spec import OptionSpec, OptionValue, echoed
from battles.engine.roll import Roll

PACKAGE: Final = "battles.rules"


class Meta(Struct, frozen=True, kw_only=True):
    """What a system says of itself.

    ``version`` counts the changes after which a stored battle would go otherwise; ``source`` is the book the rules
    were taken from and ``licence`` what may be done with our text of them. ``dice`` are the sides of its die.
    ``options`` is what may be set for a battle; ``table_rules`` is the rule that each of its tables stands under,
    or a part of one, by its path (``fire``, ``fire.infantry``).
    Each of ``whole`` is a list of words of which a table by such words must have every one.
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

    @property
    def is_draft(self) -> bool:
        """Whether no battle can be fought by the system, for want of an engine."""
        return self.stage == "draft"


class UnknownSystem(ValueError):
    """There is no system of that key; a sentence that says which there are."""


class NotPlayable(UnknownSystem):
    """The system has tables and no engine, so no battle can be fought by it."""


def keys() -> tuple[str, ...]:
    """Every system, by name, whether it can be played or not. None is loaded."""
    return tuple(sorted(key for folder in _folders() for key in _modules(folder, packages=True)))


def playable() -> tuple[str, ...]:
    """The systems that can be played, by name. None is loaded."""
    folders = {key: f"{folder}/{key}" for folder in _folders() for key in _modules(folder, packages=True)}
    return tuple(sorted(key for key, folder in folders.items() if "system" in _modules(folder)))


def load(key: str) -> RuleSystem[Any]:
    """The system of that key.

    Raises:
        UnknownSystem: there is none, or (``NotPlayable``) it has no engine; a sentence for the user.
    """
    _known(key, playable())
    if key not in playable():
        names = ", ".join(playable()) or "none"
        raise NotPlayable(f"No battle can be fought by {key} yet; systems that can be played: {names}.")
    system: RuleSystem[Any] = import_module(f"{PACKAGE}.{key}").SYSTEM
    return system


def meta(key: str) -> Meta:
    """What a system says of itself, whether it can be played or not; raises `UnknownSystem`."""
    found: Meta = _module(key, "meta").META
    return found


def printed(key: str) -> Any:
    """The rules of a system with every option at its default and the printed tables; raises `UnknownSystem`."""
    return _module(key, "rules").DEFAULTS


def cheat_sheet(key: str, rules: Any) -> tuple[Page, ...]:
    """The cheat sheet of a system, draft or not, for its ``rules``; raises `UnknownSystem`."""
    found: tuple[Page, ...] = _module(key, "cheat_sheet").pages(rules)
    return found


def roll(key: str, seen: Any, side: str) -> Roll:
    """The muster roll of ``side`` in a state or a view of a battle of a system; raises as ``load``."""
    _known(key, playable())
    found: Roll = _module(key, "rolls").roll(seen, side)
    return found


def kit(key: str, rules: Any) -> Kit:
    """The markers, rulers and forms of a system, draft or not, for its ``rules``; raises `UnknownSystem`."""
    found: Kit = _module(key, "kit").kit(rules)
    return found


def lesson(key: str, rules: Any) -> Page:
    """A worked example of a system, draft or not, by its ``rules``; raises `UnknownSystem`."""
    found: Page = _module(key, "teaching").lesson(rules)
    return found


def rules_of(key: str, values: Mapping[str, OptionValue]) -> Any:
    """The printed tables of a system with these options, the others at their defaults.

    Raises:
        UnknownSystem: there is no such system. ValueError: an unknown option or a wrong value; a sentence.
    """
    return _module(key, "rules").Rules(_module(key, "meta").read(values))


def wanted(key: str, setup: Any, side: SideId) -> Wanted:
    """What the cheat sheet of a side must have in a battle of a playable system: by what both sides know at its start.

    Raises `UnknownSystem`.
    """
    found: Wanted = _module(key, "needs").wanted(setup, side)
    return found


def brought(key: str, force: Any, rules: Any) -> Wanted:
    """The same for a force of a playable system that may meet anybody; raises `UnknownSystem`."""
    found: Wanted = _module(key, "needs").brought(force, rules)
    return found


def _known(key: str, offered: tuple[str, ...]) -> None:
    if key not in keys():
        raise UnknownSystem(f"There is no rule system {echoed(key)}; there are {', '.join(offered)}.")


def _module(key: str, name: str) -> Any:
    """A module of the package of that system; raises `UnknownSystem`."""
    _known(key, keys())
    return import_module(f"{PACKAGE}.{key}.{name}")


def _folders() -> tuple[str, ...]:
    return tuple(import_module(PACKAGE).__path__)


def _modules(folder: str, packages: bool = False) -> tuple[str, ...]:
    """The names of the modules, or of the packages, in a folder."""
    return tuple(module.name for module in pkgutil.iter_modules([folder]) if module.ispkg == packages)


def check_contract(system: Any) -> tuple[str, ...]:
    """What ``system`` lacks of what every system has, a sentence for each; empty where it is whole."""
    return (*_missing(system), *_repeated(system), *_untold(system), *_gaps(system))


def check_draft(key: str) -> tuple[str, ...]:
    """What a system without an engine lacks of what such a one has, a sentence for each; empty where it is whole."""
    found, rules = meta(key), printed(key)
    system = SimpleNamespace(key=key, version=found.version, meta=found, tables=getattr(rules, "tables", None))
    stage = () if found.is_draft else (f"It has no engine and says that its stage is {found.stage}.",)
    sheet = () if cheat_sheet(key, rules) else ("It has no cheat sheet.",)
    taught = () if lesson(key, rules).tables else ("It has no worked example.",)
    return (*stage, *sheet, *taught, *check_kit(key), *_untold(system), *_gaps(system))


def check_kit(key: str) -> tuple[str, ...]:
    """What is wrong with the kit of a system, draft or not, a sentence for each; empty where it is whole."""
    if not any("kit" in _modules(f"{folder}/{key}") for folder in _folders()):
        return ("It has no kit of markers and forms.",)
    return tuple(faults(kit(key, printed(key))))


def _missing(system: Any) -> Iterator[str]:
    """What is asked of a system and is not there."""
    for name in get_type_hints(RuleSystem):
        if not hasattr(system, name):
            yield f"It has no {name}."
    for name, value in vars(RuleSystem).items():
        if callable(value) and not name.startswith("_") and not callable(getattr(system, name, None)):
            yield f"It cannot answer {name}()."


def _repeated(system: Any) -> Iterator[str]:
    """Kinds that two classes of actions, or of events, share."""
    for what in ("action_type", "event_type"):
        union = getattr(system, what, None)
        classes = get_args(union) or (() if union is None else (union,))
        count = Counter(str(each.__struct_config__.tag) for each in classes)
        noun = what.removesuffix("_type")
        yield from (f"{times} classes of its {noun}s are of kind {kind}." for kind, times in count.items() if times > 1)


def _untold(system: Any) -> Iterator[str]:
    """What is wrong with what the system says of itself."""
    meta = getattr(system, "meta", None)
    if not isinstance(meta, Meta):
        yield "It has no meta that says what it is."
        return
    if not meta.options:
        yield "Its meta has no options."
    if meta.is_draft and hasattr(system, "decide"):
        yield "Its meta says that it is a draft, and it has an engine."
    if (meta.key, meta.version) != (getattr(system, "key", None), getattr(system, "version", None)):
        yield f"Its meta says it is {meta.key}, version {meta.version}, and it says otherwise itself."


def _gaps(system: Any) -> Iterator[str]:
    """Words that a table by such words has not, and tables without their rule."""
    meta, tables = getattr(system, "meta", None), getattr(system, "tables", None)
    if not isinstance(tables, Struct):
        yield "It has no tables."
        return
    if not isinstance(meta, Meta):
        return
    ruled = {path.partition(".")[0] for path in meta.table_rules}
    for name, hint in get_type_hints(type(tables)).items():
        if name not in ruled:
            yield f"Its table {name} stands under no rule."
        words = get_args(get_args(hint)[0]) if get_origin(hint) is Mapping else ()
        if words in meta.whole:
            lacking = [word for word in words if word not in getattr(tables, name)]
            if lacking:
                yield f"Its table {name} has no {', '.join(lacking)}."
