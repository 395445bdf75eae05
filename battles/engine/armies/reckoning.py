"""Numbers with their arithmetic, faults with their place in the army, and values of a unit that its owner sets."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct, structs

from battles.engine.armies.facts import Override, Unit
from battles.engine.options import OptionSpec, OptionValue, echoed, read_value

MOST_REASON: Final = 200
"""Characters of the reason of an override."""


class Line(Struct, frozen=True, gc=False):
    """One step of arithmetic: what was done, its result, its rule IDs.

    ``house`` names the house rule that applies ("house rule of Sound the Charge"), empty for the printed numbers;
    ``overridden`` marks the step in which the owner's override replaces the result so far.
    """

    text: str
    value: str
    rules: tuple[str, ...] = ()
    house: str = ""
    overridden: bool = False

    @property
    def sources(self) -> str:
        """The rules of the step in one line: ``MN-SP-01; house rule of Sound the Charge``."""
        return "; ".join(filter(None, (", ".join(self.rules), self.house)))

    @property
    def sentence(self) -> str:
        """The step with its rules: ``rounded: 5 (MN-SP-01)``."""
        return f"{self.text}: {self.value}" + (f" ({self.sources})" if self.sources else "")


class Reckoning(Struct, frozen=True, gc=False):
    """A number with the arithmetic behind it. ``title`` asks the question: "Why 5 strength points?"."""

    value: int
    title: str
    lines: tuple[Line, ...]

    @property
    def sentence(self) -> str:
        """The arithmetic in one line, for JSON and paper: ``517 men + 50 = 567; ...: 5 (MN-SP-01)``."""
        return "; ".join(line.sentence for line in self.lines)

    @property
    def house(self) -> str:
        """The house rule that applies to the number, empty if none does."""
        return next((line.house for line in self.lines if line.house), "")


Severity = Literal["error", "warning", "info"]


class Fault(Struct, frozen=True, gc=False):
    """A rule that an army breaks. ``element`` is the id of the faulty element, empty for the army itself."""

    severity: Severity
    rule: str
    sentence: str
    element: str = ""


class OverrideSpec(OptionSpec, frozen=True, kw_only=True):
    """What a form needs to offer a value for overriding. ``label`` names the value, ``rule`` is its rule.

    There is no default: without an override the converted value counts.
    """

    default: OptionValue = ""
    sentence: str = ""


def in_force(system: str, specs: Mapping[str, OverrideSpec], unit: Unit) -> dict[str, Override]:
    """The unit's valid overrides under ``system`` by what they override, each with its value as the spec stores it.

    Stored overrides that are invalid now (of another version, or with a value not allowed) are ignored. Of two for
    the same value the later counts.
    """
    valid: dict[str, Override] = {}
    for override in unit.overrides:
        if override.system == system and override.what in specs:
            spec = specs[override.what]
            try:
                valid[override.what] = structs.replace(override, value=read_value(spec.label, spec, override.value))
            except ValueError:
                continue
    return valid


def reasons(overrides: Mapping[str, Override], *passed_over: str) -> dict[str, str]:
    """The reason of each override, by what is overridden."""
    return {what: override.reason for what, override in overrides.items() if what not in passed_over}


def override_line(spec: OverrideSpec, override: Override, was: str, now: str, ruling: str) -> Line:
    """The last line of an arithmetic: the overriding value, the original value, and the reason."""
    text = f"{spec.label} overridden by the owner, “{override.reason}”; would have been {was}, now"
    return Line(text, now, (spec.rule, ruling), overridden=True)


def read_override(title: str, specs: Mapping[str, OverrideSpec], override: Override) -> Override:
    """``override`` with its value as its spec stores it and its reason without extra spaces.

    Raises:
        ValueError: a value that ``title`` does not allow to override, one that is not allowed, no reason or one that is
            too long; a sentence for the user.
    """
    spec = specs.get(override.what)
    if spec is None:
        names = ", ".join(specs)
        raise ValueError(f"{title} has no value {echoed(override.what)} of a unit to override; it has {names}.")
    value = read_value(spec.label, spec, override.value)
    reason = " ".join(override.reason.split())
    if not reason:
        raise ValueError(f"{spec.label} is overridden without a reason: give one of at most {MOST_REASON} characters.")
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
