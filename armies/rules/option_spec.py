"""Values that a rule system lets an owner or a club set: what each allows, and reading them from outside."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

OptionValue = bool | int | str

MOST_ECHOED = 40
"""Characters of a wrong value that its sentence repeats."""


class OptionSpec(Struct, frozen=True, kw_only=True):
    """What a form needs to offer an option.

    A ``tick`` is true or false; a ``number`` is whole, from ``least`` to ``most``; a ``choice`` is one of
    ``allowed``; a ``set`` is any of ``allowed``, written with commas between them, or nothing.
    ``label`` heads it in a form, ``words`` say what each of ``allowed`` means, ``sentence`` what it is for.
    """

    kind: Literal["tick", "number", "choice", "set"]
    default: OptionValue
    label: str
    sentence: str
    rule: str
    words: Mapping[str, str] = {}
    least: int = 0
    most: int = 1_000_000

    @property
    def allowed(self) -> tuple[str, ...]:
        """The values of a choice or a set, in the order of a form."""
        return tuple(self.words)


def read_options(title: str, specs: Mapping[str, OptionSpec], values: Mapping[str, OptionValue]) -> dict[str, Any]:
    """The values that ``values`` gives, each as its option wants it: a set as a frozenset of names.

    A number may be given as digits.

    Raises:
        ValueError: an option that ``title`` has not, or a value it does not allow; a sentence for the user.
    """
    known: dict[str, Any] = {}
    for name, value in values.items():
        spec = specs.get(name)
        if spec is None:
            raise ValueError(f"{title} has no army option {name[:MOST_ECHOED]}; it has {', '.join(specs)}.")
        known[name] = read_value(name, spec, value)
    return known


def read_value(name: str, spec: OptionSpec, value: OptionValue) -> Any:
    """``value`` as ``spec`` wants it: a bool, an int, a str, or for a set a frozenset of str.

    Raises:
        ValueError: ``spec`` does not allow it; a sentence about ``name`` for the user.
    """
    return _READERS[spec.kind](name, spec, value)


def echoed(value: OptionValue) -> str:
    """A value from outside for a sentence, cut where it is long."""
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


def _tick(name: str, spec: OptionSpec, value: OptionValue) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is true or false, not {echoed(value)} ({spec.rule}).")
    return value


def _number(name: str, spec: OptionSpec, value: OptionValue) -> int:
    text = "" if isinstance(value, bool) else str(value).strip().replace("−", "-")
    sign, digits = ("-" if text.startswith("-") else ""), text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit()
    digits = digits.lstrip("0") or "0"
    longest = len(str(max(spec.most, -spec.least)))
    number = int(sign + digits[: longest + 1]) if whole else None
    if number is not None and number > spec.most:
        raise ValueError(f"{name} is a whole number of at most {spec.most:,}, not {digits[:20]} ({spec.rule}).")
    if number is None or number < spec.least:
        raise ValueError(f"{name} is a whole number of at least {spec.least}, not {echoed(value)} ({spec.rule}).")
    return number


def _choice(name: str, spec: OptionSpec, value: OptionValue) -> str:
    if value not in spec.allowed:
        raise ValueError(f"{name} is one of {', '.join(spec.allowed)}, not {echoed(value)} ({spec.rule}).")
    return str(value)


def _set(name: str, spec: OptionSpec, value: OptionValue) -> frozenset[str]:
    chosen = frozenset(part.strip() for part in str(value).split(",")) - {""}
    if isinstance(value, bool | int) or not chosen <= set(spec.allowed):
        names = ", ".join(spec.allowed)
        text = f"{name} is any of {names} with commas between, or nothing, not {echoed(value)} ({spec.rule})."
        raise ValueError(text)
    return chosen


_READERS = {"tick": _tick, "number": _number, "choice": _choice, "set": _set}
