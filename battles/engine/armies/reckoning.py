"""Numbers with their arithmetic, faults with their place, values of a unit that its owner sets, and house rules."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct, structs

from battles.engine.armies.facts import HouseRules, Override, Unit
from battles.engine.options import OptionSpec, OptionValue, echoed, read_value

T = TypeVar("T", int, str)


class HouseSpec(OptionSpec, frozen=True, kw_only=True):
    """What a form needs to offer a table value to a club. ``default`` is the printed value.

    ``group`` is the heading over related values. The value may not exceed that of the key ``not_over``, if there is
    one.
    """

    group: str
    sentence: str = ""
    not_over: str = ""


class House(Struct, frozen=True):
    """The values that one club changed under one system, by their keys; none of them equals the printed one."""

    name: str = ""
    values: Mapping[str, int | str] = {}

    def get(self, key: str, printed: T) -> T:
        """The club's value, or the printed one."""
        return self.values.get(key, printed)  # type: ignore[return-value]

    def mark(self, *keys: str) -> str:
        """The house rule's name if one of ``keys`` is changed: "house rule of Sound the Charge"."""
        if not any(key in self.values for key in keys):
            return ""
        return f"house rule of {self.name}" if self.name else "house rule"


PRINTED: Final = House()
"""No house rules: all numbers as printed."""


class HouseValue(Struct, frozen=True):
    """One changed number, for screen and paper: both values in words, and its rule."""

    key: str
    group: str
    label: str
    value: str
    printed: str
    rule: str

    @property
    def sentence(self) -> str:
        """``3, printed 2 (EN-COST-02)``."""
        return f"{self.value}, printed {self.printed} ({self.rule})"


def marked(text: str, mark: str) -> str:
    """``text`` with the house rule that applies, for the sentence of a fault."""
    return f"{text} ({mark})" if mark else text


def house_of(system: str, specs: Mapping[str, HouseSpec], rules: HouseRules | None) -> House:
    """The club's values for ``system``; stored values that are invalid now are ignored, so the printed ones hold."""
    stored = dict(rules.overlays.get(system, {})) if rules else {}
    if not rules or not stored:
        return PRINTED
    while wrong := house_faults("", specs, stored):
        stored = {key: value for key, value in stored.items() if key not in wrong}
    values = {key: read_value(key, specs[key], value) for key, value in stored.items()}
    own = {key: value for key, value in values.items() if value != specs[key].default}
    return House(rules.name, own) if own else PRINTED


def house_faults(title: str, specs: Mapping[str, HouseSpec], overlay: Mapping[str, OptionValue]) -> dict[str, str]:
    """What is wrong with the house rules in ``overlay``: a sentence by key, empty if nothing is.

    A value above the one that it may not exceed is wrong, and so is that other one if the club set it.
    """
    faults: dict[str, str] = {}
    values: dict[str, Any] = {key: spec.default for key, spec in specs.items()}
    for key, value in overlay.items():
        spec = specs.get(key)
        if spec is None:
            faults[key] = f"{title} has no house rule {echoed(key)}."
            continue
        try:
            values[key] = read_value(f"{spec.group}, {spec.label}", spec, value)
        except ValueError as error:
            faults[key] = str(error)
    for key, spec in specs.items():
        limit = spec.not_over
        if limit and values[key] > values[limit] and (key in overlay or limit in overlay):
            other = f"{specs[limit].group}, {specs[limit].label}"
            text = f"{spec.group}, {spec.label} is {values[key]}, over {other}, which is {values[limit]} ({spec.rule})."
            faults.update({at: text for at in (key, limit) if at in overlay})
    return faults


def differing(specs: Mapping[str, HouseSpec], house: House) -> tuple[HouseValue, ...]:
    """Every changed number of ``house`` in the order of a form."""
    return tuple(
        HouseValue(key, spec.group, spec.label, _words(spec, house.values[key]), _words(spec, spec.default), spec.rule)
        for key, spec in specs.items()
        if key in house.values
    )


def values_in_force(system: str, specs: Mapping[str, HouseSpec], rules: HouseRules | None) -> tuple[HouseValue, ...]:
    """Every number of ``system`` that the club changed, with the printed one; none without house rules."""
    return differing(specs, house_of(system, specs, rules))


def _words(spec: HouseSpec, value: OptionValue) -> str:
    """A value for readers: a choice in its words, a number with commas and a true minus."""
    if spec.kind == "choice":
        return spec.words[str(value)]
    return f"{int(value):,}".replace("-", "−")


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
