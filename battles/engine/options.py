"""Options of a rules system that an owner or a club may set: their values, their form rows, and reading user input."""

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct

OptionValue = bool | int | str

OptionKind = Literal["tick", "number", "number_or_none", "length", "sides", "choice", "set"]

MOST_ECHOED = 40
"""Characters of a wrong value that an error repeats."""

NONE: Final = "none"
"""The written form of "no number"."""

CM: Final = 100
"""Units of length in a centimetre."""


class OptionSpec(Struct, frozen=True, kw_only=True):
    """What a form needs to offer an option.

    A ``tick`` is true or false. A ``number`` is whole, from ``least`` to ``most``; a ``number_or_none`` may also be
    ``none``. A ``length`` is written in centimetres with up to two decimals (``0.5``) and read as a whole number of
    tenths of a millimetre, the unit of ``least`` and ``most`` too. ``sides`` is a number for each of two sides, written
    with a comma between them. A ``choice`` is one of ``allowed``; a ``set`` is any of ``allowed``, written with commas
    between them, or nothing. ``default`` is the written form. ``label`` names the option in a form and ``group`` is the
    heading over related options; ``words`` explain each of ``allowed``; ``sentence`` says what the option does.
    """

    kind: OptionKind
    default: OptionValue
    label: str
    sentence: str
    rule: str
    group: str = ""
    words: Mapping[str, str] = {}
    least: int = 0
    most: int = 1_000_000

    @property
    def allowed(self) -> tuple[str, ...]:
        """The values of a choice or a set, in the order of a form."""
        return tuple(self.words)


def sorted_tuple(names: Collection[str]) -> tuple[str, ...]:
    """The names in order, so that equal sets give equal values."""
    return tuple(sorted(names))


def read_options(
    title: str,
    specs: Mapping[str, OptionSpec],
    values: Mapping[str, OptionValue],
    *,
    noun: str = "option",
    gather: Callable[[frozenset[str]], Collection[str]] = frozenset,
) -> dict[str, Any]:
    """The values of ``values``, each as its option stores it; sets are made by ``gather``.

    A number may be given as digits.

    Raises:
        ValueError: a ``noun`` that ``title`` does not have, or a value it does not allow; a sentence for the user.
    """
    parsed: dict[str, Any] = {}
    for name, value in values.items():
        spec = specs.get(name)
        if spec is None:
            raise ValueError(f"{title} has no {noun} {name[:MOST_ECHOED]}; it has {', '.join(specs)}.")
        read = read_value(name, spec, value)
        parsed[name] = gather(read) if spec.kind == "set" else read
    return parsed


def read_value(name: str, spec: OptionSpec, value: OptionValue) -> Any:
    """``value`` as ``spec`` stores it: a bool, an int, None, two ints, a str, or for a set a frozenset of str.

    Raises:
        ValueError: ``spec`` does not allow it; a sentence about ``name`` for the user.
    """
    return _READERS[spec.kind](name, spec, value)


def written(value: Any, kind: OptionKind = "number") -> OptionValue:
    """The written form of ``value`` for an option of that kind; ``read_value`` reads it back."""
    if kind == "length":
        return written_length(value)
    if value is None:
        return NONE
    if isinstance(value, bool | int | str):
        return value
    return ",".join(str(part) for part in (sorted(value) if isinstance(value, frozenset) else value))


def written_length(units: int) -> str:
    """Tenths of a millimetre as centimetres: ``0.5``, ``180``."""
    whole, rest = divmod(units, CM)
    return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)


def echoed(value: OptionValue) -> str:
    """A value from outside for a sentence, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


def _tick(name: str, spec: OptionSpec, value: OptionValue) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {echoed(value)} ({spec.rule}).")
    return value


def _number(name: str, spec: OptionSpec, value: OptionValue) -> int:
    text = "" if isinstance(value, bool) else str(value).strip().replace("−", "-")
    sign, digits = ("-" if text.startswith("-") else ""), text.removeprefix("-")
    whole = digits.isascii() and digits.isdigit()
    digits = digits.lstrip("0") or "0"
    longest = len(str(max(spec.most, -spec.least)))
    number = int(sign + digits[: longest + 1]) if whole else None
    if number is not None and number > spec.most:
        raise ValueError(f"{name} must be a whole number of at most {spec.most:,}, not {digits[:20]} ({spec.rule}).")
    if number is None or number < spec.least:
        raise ValueError(f"{name} must be a whole number of at least {spec.least}, not {echoed(value)} ({spec.rule}).")
    return number


def _number_or_none(name: str, spec: OptionSpec, value: OptionValue) -> int | None:
    if isinstance(value, str) and value.strip().lower() == NONE:
        return None
    return _number(f"{name}, if not {NONE},", spec, value)


def _length(name: str, spec: OptionSpec, value: OptionValue) -> int:
    text = "" if isinstance(value, bool) else str(value).strip()
    match = re.fullmatch(r"0*([0-9]{1,6})(?:\.([0-9]{1,2}))?", text, re.ASCII)
    units = int(match[1]) * CM + int((match[2] or "").ljust(2, "0")) if match else -1
    if not spec.least <= units <= spec.most:
        ends = f"from {written_length(spec.least)} to {written_length(spec.most)}"
        what = f"{name} must be a length in centimetres {ends}, with at most two decimals"
        raise ValueError(f"{what}, not {echoed(value)} ({spec.rule}).")
    return units


def _sides(name: str, spec: OptionSpec, value: OptionValue) -> tuple[int, int]:
    parts = value.split(",", 2) if isinstance(value, str) else ()
    if len(parts) != 2:
        text = f"a number for each of two sides with a comma between them, such as 2,0, not {echoed(value)}"
        raise ValueError(f"{name} must be {text} ({spec.rule}).")
    return (_number(f"{name} of side a", spec, parts[0]), _number(f"{name} of side b", spec, parts[1]))


def _choice(name: str, spec: OptionSpec, value: OptionValue) -> str:
    if value not in spec.allowed:
        raise ValueError(f"{name} must be one of {', '.join(spec.allowed)}, not {echoed(value)} ({spec.rule}).")
    return str(value)


def _set(name: str, spec: OptionSpec, value: OptionValue) -> frozenset[str]:
    chosen = frozenset(part.strip() for part in str(value).split(",")) - {""}
    if isinstance(value, bool | int) or not chosen <= set(spec.allowed):
        names = ", ".join(spec.allowed)
        text = f"{name} must be any of {names}, separated by commas, or empty, not {echoed(value)} ({spec.rule})."
        raise ValueError(text)
    return chosen


_READERS: Final[Mapping[OptionKind, Callable[[str, OptionSpec, OptionValue], Any]]] = {
    "tick": _tick,
    "number": _number,
    "number_or_none": _number_or_none,
    "length": _length,
    "sides": _sides,
    "choice": _choice,
    "set": _set,
}

OptionRow = Mapping[str, Any]
"""The fields of an ``OptionSpec`` except its default and its group."""


def tick(label: str, sentence: str, rule: str) -> OptionRow:
    """An option that is on or off."""
    return {"kind": "tick", "label": label, "sentence": sentence, "rule": rule}


def number(label: str, sentence: str, rule: str, kind: str = "number", **ends: int) -> OptionRow:
    """A number from ``least`` to ``most``, or one of the kinds made of numbers."""
    return {"kind": kind, "label": label, "sentence": sentence, "rule": rule, **ends}


def choice(label: str, sentence: str, rule: str, **words: str) -> OptionRow:
    """One of ``words``; each keyword is a value with its meaning."""
    return {"kind": "choice", "label": label, "sentence": sentence, "rule": rule, "words": MappingProxyType(words)}


def names(label: str, sentence: str, rule: str, *allowed: str) -> OptionRow:
    """A set of any of ``allowed``."""
    words = MappingProxyType({name: name.capitalize() for name in allowed})
    return {"kind": "set", "label": label, "sentence": sentence, "rule": rule, "words": words}


def group(defaults: Any, title: str, /, **rows: OptionRow) -> Mapping[str, OptionSpec]:
    """The options under one heading of a form, by name; ``defaults`` has an attribute for each."""
    specs = {
        name: OptionSpec(group=title, default=written(getattr(defaults, name), row["kind"]), **row)
        for name, row in rows.items()
    }
    return MappingProxyType(specs)
