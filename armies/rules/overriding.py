"""Overrides from outside, under any system: what may be overridden, and whether an override may stand."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from armies.rules import easy_napoleonics, mini_nap
from armies.rules.facts import Override
from armies.rules.override_spec import OverrideSpec, read_override, twice
from battles.engine.option_spec import OptionValue, echoed
from battles.rules import SYSTEMS

OVERRIDE_SPECS: Final[Mapping[str, Mapping[str, OverrideSpec]]] = MappingProxyType(
    {"mini_nap": mini_nap.OVERRIDE_SPECS, "easy_napoleonics": easy_napoleonics.OVERRIDE_SPECS}
)
"""By system: the values of a unit that its owner may override, in the order of a form."""


def read_overrides(overrides: Iterable[Override]) -> tuple[Override, ...]:
    """``overrides`` with values as their specs want them and tidy reasons.

    Raises:
        ValueError: one that may not stand, or two for the same value; a sentence for the user.
    """
    read = tuple(_read(override) for override in overrides)
    if again := twice(read):
        label = OVERRIDE_SPECS[again.system][again.what].label
        raise ValueError(f"{SYSTEMS[again.system].title} has the {label} of the unit overridden twice: keep one.")
    return read


def refuse_override(system: str, what: str, value: OptionValue, reason: str) -> str:
    """Why such an override may not stand, as a sentence; empty where it may."""
    try:
        _read(Override(system=system, what=what, value=value, reason=reason))
    except ValueError as error:
        return str(error)
    return ""


def _read(override: Override) -> Override:
    specs = OVERRIDE_SPECS.get(override.system)
    if specs is None:
        raise ValueError(
            f"{echoed(override.system)} is no system with overrides: it is one of {', '.join(OVERRIDE_SPECS)}."
        )
    return read_override(SYSTEMS[override.system].title, specs, override)
