"""Overrides: which values of a unit its owner may lay down himself, and which of those he laid down are in force."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import structs

from armies.rules.facts import Override, Unit
from armies.rules.reckoning import Line
from battles.engine.option_spec import OptionSpec, OptionValue, echoed, read_value

MOST_REASON: Final = 200
"""Characters of the reason that an override needs."""


class OverrideSpec(OptionSpec, frozen=True, kw_only=True):
    """What a form needs to offer a value for overriding. ``label`` names the value, ``rule`` is what it stands under.

    There is no default: what is not overridden is what the mapping gives.
    """

    default: OptionValue = ""
    sentence: str = ""


def in_force(system: str, specs: Mapping[str, OverrideSpec], unit: Unit) -> dict[str, Override]:
    """The unit's overrides under ``system`` by what they override, each value as its spec wants it.

    What is kept but not understood here (another version's, a value not allowed) is passed over. Of two for
    the same value the later counts.
    """
    found: dict[str, Override] = {}
    for override in unit.overrides:
        if override.system == system and override.what in specs:
            spec = specs[override.what]
            try:
                found[override.what] = structs.replace(override, value=read_value(spec.label, spec, override.value))
            except ValueError:
                continue
    return found


def reasons(overrides: Mapping[str, Override], *passed_over: str) -> dict[str, str]:
    """Why each value is overridden, by what is overridden."""
    return {what: override.reason for what, override in overrides.items() if what not in passed_over}


def override_line(spec: OverrideSpec, override: Override, was: str, now: str, ruling: str) -> Line:
    """The step that a reckoning ends with: the value laid down, what it would have been, and why."""
    text = f"{spec.label} overridden by the owner, “{override.reason}”; would have been {was}, now"
    return Line(text, now, (spec.rule, ruling), overridden=True)


def read_override(title: str, specs: Mapping[str, OverrideSpec], override: Override) -> Override:
    """``override`` with its value as its spec wants it and its reason tidy.

    Raises:
        ValueError: a value that ``title`` does not let be overridden, one that it does not allow, no reason or
            one that is too long; a sentence for the user.
    """
    spec = specs.get(override.what)
    if spec is None:
        names = ", ".join(specs)
        raise ValueError(f"{title} has no value {echoed(override.what)} of a unit to override; it has {names}.")
    value = read_value(spec.label, spec, override.value)
    reason = " ".join(override.reason.split())
    if not reason:
        raise ValueError(f"{spec.label} is overridden without a reason: say why, in {MOST_REASON} characters at most.")
    if len(reason) > MOST_REASON:
        long = f"the reason has {len(reason):,} characters; it may have {MOST_REASON}"
        raise ValueError(f"{spec.label} is overridden, but {long}.")
    return structs.replace(override, value=value, reason=reason)


def twice(overrides: Iterable[Override]) -> Override | None:
    """The first override of a value that an earlier one overrides already."""
    seen: set[tuple[str, str]] = set()
    for override in overrides:
        if (override.system, override.what) in seen:
            return override
        seen.add((override.system, override.what))
    return None
