"""House rules of armies: a club's own numbers in place of printed ones, with the club's name."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from battles.engine.armies.facts import HouseRules
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
