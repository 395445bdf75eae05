"""House rules: a club's own numbers laid over the printed tables, and whose they are."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from armies.rules.facts import HouseRules
from battles.engine.option_spec import OptionSpec, OptionValue, echoed, read_value

T = TypeVar("T", int, str)


class HouseSpec(OptionSpec, frozen=True, kw_only=True):
    """What a form needs to offer a value of the tables to a club. ``default`` is the printed value.

    ``group`` heads the values that belong together. The value may be no higher than that of the key
    ``not_over``, where there is one.
    """

    group: str
    sentence: str = ""
    not_over: str = ""


class House(Struct, frozen=True):
    """The values that one club has otherwise under one system, by their keys; none of them is the printed one."""

    name: str = ""
    values: Mapping[str, int | str] = {}

    def get(self, key: str, printed: T) -> T:
        """The club's value, or the printed one."""
        return self.values.get(key, printed)  # type: ignore[return-value]

    def mark(self, *keys: str) -> str:
        """Whose house rule it is where one of ``keys`` is the club's: "house rule of Sound the Charge"."""
        if not any(key in self.values for key in keys):
            return ""
        return f"house rule of {self.name}" if self.name else "house rule"


PRINTED: Final = House()
"""No house rules: the numbers as they are printed."""


class HouseValue(Struct, frozen=True):
    """One number that a club has otherwise, for screen and paper: both values in words, the rule it stands under."""

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
    """``text`` with the house rule that acts in it, for the sentence of a fault."""
    return f"{text} ({mark})" if mark else text


def house_of(system: str, specs: Mapping[str, HouseSpec], rules: HouseRules | None) -> House:
    """The club's values for ``system``; what is kept but not understood here is passed over, and printed holds."""
    given = dict(rules.overlays.get(system, {})) if rules else {}
    if not rules or not given:
        return PRINTED
    while wrong := house_faults("", specs, given):
        given = {key: value for key, value in given.items() if key not in wrong}
    values = {key: read_value(key, specs[key], value) for key, value in given.items()}
    own = {key: value for key, value in values.items() if value != specs[key].default}
    return House(rules.name, own) if own else PRINTED


def house_faults(title: str, specs: Mapping[str, HouseSpec], overlay: Mapping[str, OptionValue]) -> dict[str, str]:
    """What is wrong with the house rules in ``overlay``: a sentence by key, empty where nothing is.

    A value that is allowed by itself but over the one it may not pass is wrong, and so is that other one
    where the club set it.
    """
    found: dict[str, str] = {}
    values: dict[str, Any] = {key: spec.default for key, spec in specs.items()}
    for key, value in overlay.items():
        spec = specs.get(key)
        if spec is None:
            found[key] = f"{title} has no house rule {echoed(key)}."
            continue
        try:
            values[key] = read_value(f"{spec.group}, {spec.label}", spec, value)
        except ValueError as error:
            found[key] = str(error)
    for key, spec in specs.items():
        above = spec.not_over
        if above and values[key] > values[above] and (key in overlay or above in overlay):
            other = f"{specs[above].group}, {specs[above].label}"
            text = f"{spec.group}, {spec.label} is {values[key]}, over {other}, which is {values[above]} ({spec.rule})."
            found.update({at: text for at in (key, above) if at in overlay})
    return found


def differing(specs: Mapping[str, HouseSpec], house: House) -> tuple[HouseValue, ...]:
    """Every number of ``house`` in the order of a form."""
    return tuple(
        HouseValue(key, spec.group, spec.label, _words(spec, house.values[key]), _words(spec, spec.default), spec.rule)
        for key, spec in specs.items()
        if key in house.values
    )


def _words(spec: HouseSpec, value: OptionValue) -> str:
    """A value as it is read: a choice in its words, a number with commas and a true minus."""
    if spec.kind == "choice":
        return spec.words[str(value)]
    return f"{int(value):,}".replace("-", "−")
