"""Actions with one value changed: some are legal, most are refused."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

MOST = 40
"""Changed actions of one action."""


def changed_actions(action: Any, others: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The action with one of its values one more, one less, far off, or as in one of the ``others``."""
    whole = msgspec.to_builtins(action)
    bank: dict[str, list[Any]] = {}
    for other in others:
        for path, value in _values(msgspec.to_builtins(other)):
            values = bank.setdefault(path, [])
            if value not in values:
                values.append(value)
    changes = [
        (path, other)
        for path, value in _values(whole)
        for other in [*_near(value), *bank.get(path, ())[:4]]
        if other != value
    ]
    changes += [(path, values[0]) for path, values in bank.items() if path not in dict(_values(whole))]
    made = 0
    for path, value in changes:
        try:
            other = msgspec.convert(_with(whole, path.split("."), value), type(action))
        except (msgspec.ValidationError, OverflowError):
            continue
        made += 1
        if made > MOST:
            return
        yield f"with {path} {str(value).replace(chr(39), '')}", other


def _values(whole: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of an action by path, without the kinds of it and of its parts."""
    for name, value in whole.items():
        if isinstance(value, Mapping):
            yield from _values(value, f"{path}{name}.")
        elif name not in ("kind", "type"):
            yield f"{path}{name}", value


def _near(value: Any) -> list[Any]:
    """Values of the same form beside ``value``."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value + 700]
    if isinstance(value, list) and value and isinstance(value[-1], int):
        return [[], [*value[:-1], value[-1] + 1], [*value[:-1], value[-1] - 300], [*value, value[0]]]
    if isinstance(value, list) and value:
        return [[], value[:-1], [*value, value[0]], value[::-1]]
    return []


def _with(whole: Mapping[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    """A copy with the value at a path changed."""
    name, *more = path
    inner = whole.get(name)
    return {**whole, name: _with(inner if isinstance(inner, Mapping) else {}, more, value) if more else value}
