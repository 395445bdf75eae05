"""Options of an army from outside, under any system: which of them are understood here."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from armies.rules import easy_napoleonics, mini_nap
from armies.rules.facts import Army, HouseRules
from armies.rules.lists import OF_HISTORY
from battles.engine.option_spec import OptionSpec, OptionValue, echoed, read_options
from battles.rules import SYSTEMS

OPTION_SPECS: Final[Mapping[str, Mapping[str, OptionSpec]]] = MappingProxyType(
    {
        "mini_nap": mini_nap.OPTION_SPECS,
        "easy_napoleonics": easy_napoleonics.OPTION_SPECS,
        **{key: system.OPTION_SPECS for key, system in OF_HISTORY.items()},
    }
)
"""By system: the options that an army may have under it, in the order of a form."""

_READ: Final[Mapping[str, Callable[[Mapping[str, OptionValue], HouseRules | None], Any]]] = MappingProxyType(
    {
        "mini_nap": mini_nap.options,
        "easy_napoleonics": easy_napoleonics.options,
        **{key: system.options for key, system in OF_HISTORY.items()},
    }
)

TITLES: Final[Mapping[str, str]] = MappingProxyType({key: SYSTEMS[key].title for key in OPTION_SPECS})
"""The systems that an army is shown under, each with its title, in the order of the pages."""

BUILT: Final[Mapping[str, str]] = MappingProxyType({key: TITLES[key] for key in TITLES if key not in OF_HISTORY})
"""Those of them in whose numbers an army is built unit by unit."""


def options_in_force(army: Army, system: str) -> tuple[Any, str]:
    """The army's options under a system with its house rules; the defaults with a sentence where they are no options.

    Raises:
        ValueError: no army is shown under that system; a sentence.
    """
    read = _READ.get(system)
    if read is None:
        raise ValueError(_unknown(system))
    try:
        return read(army.options.get(system, {}), army.house), ""
    except ValueError as error:
        return read({}, army.house), f"{error} The defaults of the rules are used."


def refuse_option(system: str, name: str, value: OptionValue) -> str:
    """Why an army may not have this option, as a sentence; empty where it may."""
    if system not in OPTION_SPECS:
        return _unknown(system)
    try:
        read_options(SYSTEMS[system].title, OPTION_SPECS[system], {name: value}, noun="army option")
    except ValueError as error:
        return str(error)
    return ""


def understood(
    options: Mapping[str, Mapping[str, OptionValue]],
) -> tuple[dict[str, dict[str, OptionValue]], tuple[str, ...]]:
    """The options that an army may have, as they were given, and a sentence for each that it may not."""
    kept: dict[str, dict[str, OptionValue]] = {}
    refused: list[str] = []
    for system, values in options.items():
        if system not in OPTION_SPECS:
            refused.append(_unknown(system))
            continue
        why = {name: refuse_option(system, name, value) for name, value in values.items()}
        refused += [sentence for sentence in why.values() if sentence]
        sound = {name: value for name, value in values.items() if not why[name]}
        if sound or not values:
            kept[system] = sound
    return kept, tuple(refused)


def _unknown(system: str) -> str:
    return f"{echoed(system)} is no system with options: it is one of {', '.join(OPTION_SPECS)}."
