"""Options of a rule system that bear on an army: what each allows, and reading them from outside."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

OptionValue = bool | int | str


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
            raise ValueError(f"{title} has no army option {name}; it has {', '.join(specs)}.")
        known[name] = _READERS[spec.kind](name, spec, value)
    return known


def _tick(name: str, spec: OptionSpec, value: OptionValue) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is true or false, not {value!r} ({spec.rule}).")
    return value


def _number(name: str, spec: OptionSpec, value: OptionValue) -> int:
    text = "" if isinstance(value, bool) else str(value).strip()
    digits = text.lstrip("0") or "0"
    whole = text.isascii() and text.isdigit()
    if whole and (len(digits) > len(str(spec.most)) or int(digits) > spec.most):
        raise ValueError(f"{name} is a whole number of at most {spec.most:,}, not {digits[:20]} ({spec.rule}).")
    if not whole or int(digits) < spec.least:
        raise ValueError(f"{name} is a whole number of at least {spec.least}, not {value!r} ({spec.rule}).")
    return int(digits)


def _choice(name: str, spec: OptionSpec, value: OptionValue) -> str:
    if value not in spec.allowed:
        raise ValueError(f"{name} is one of {', '.join(spec.allowed)}, not {value!r} ({spec.rule}).")
    return str(value)


def _set(name: str, spec: OptionSpec, value: OptionValue) -> frozenset[str]:
    chosen = frozenset(part.strip() for part in str(value).split(",")) - {""}
    if isinstance(value, bool | int) or not chosen <= set(spec.allowed):
        raise ValueError(
            f"{name} is any of {', '.join(spec.allowed)} with commas between, or nothing, not {value!r} ({spec.rule})."
        )
    return chosen


_READERS = {"tick": _tick, "number": _number, "choice": _choice, "set": _set}
