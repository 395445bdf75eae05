"""House rules: a club's own numbers laid over the tables of a system, and which of them are in force.

Tables are a frozen Struct. A patch has their shape and only what the club has otherwise, down to the number::

    {"leader_move": 6, "fire": {"infantry": {"line": {"dice": 3}}}}

A field of a Struct goes by its name, an entry of a mapping by its key. A row goes by its first field where that is a
word and no other row has it, else by its place from 0. Only numbers change, never words or the IDs of rules.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

from msgspec import Struct, structs

from battles.engine.option_spec import MOST_ECHOED, echoed

LEAST: Final = -1_000
MOST: Final = 1_000
"""The least and the highest number of a house rule."""

T = TypeVar("T", bound=Struct)


class OverlayError(ValueError):
    """A house rule that the tables have no place for; a sentence for the user after its ``path``."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(f"{path}: {sentence}")
        self.path = path
        self.sentence = sentence


class Difference(Struct, frozen=True):
    """One number that a club has otherwise, with the printed one and the rule it stands under."""

    path: str
    value: int
    printed: int
    rule: str


def overlay(tables: T, patch: Mapping[str, Any]) -> T:
    """``tables`` with the numbers of ``patch`` in place of theirs; ``tables`` itself where none differs.

    Raises:
        OverlayError: a name that is not there, something else than a whole number from ``LEAST`` to ``MOST``, or
            words where only numbers change.
    """
    laid: T = _laid(tables, patch, "tables")
    return laid


def differing(tables: T, printed: T, rules: Mapping[str, str] = MappingProxyType({})) -> tuple[Difference, ...]:
    """Every number in which ``tables`` differ from ``printed``, in the order of the tables.

    Its rule is that of its row, else that of the longest path among ``rules`` that leads to it, else none.
    """
    return tuple(
        Difference(".".join(path), value, was, rule or _rule_of(path, rules))
        for path, value, was, rule in _changes(tables, printed)
    )


def numbers(tables: Any, rules: Mapping[str, str] = MappingProxyType({})) -> tuple[Difference, ...]:
    """Every number that a club may have otherwise, as ``tables`` have it, in their order."""
    return tuple(
        Difference(".".join(path), value, value, rule or _rule_of(path, rules))
        for path, value, rule in _every(tables, (), "")
    )


def patch_of(tables: T, printed: T) -> dict[str, Any]:
    """The least patch that lays ``tables`` over ``printed``."""
    patch: dict[str, Any] = {}
    for path, value, _, _ in _changes(tables, printed):
        at = patch
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at[path[-1]] = value
    return patch


def _parts(value: Any) -> dict[str, Any]:
    """What lies in ``value`` by the keys of a patch: only what is a number or may hold one; empty for a number."""
    if isinstance(value, Struct):
        found = {name: getattr(value, name) for name in value.__struct_fields__}
    elif isinstance(value, Mapping):
        found = {str(key): part for key, part in value.items()}
    elif isinstance(value, tuple):
        found = dict(zip(_addresses(value), value, strict=True))
    else:
        return {}
    return {key: part for key, part in found.items() if _is_number(part) or isinstance(part, Struct | Mapping | tuple)}


def _addresses(rows: tuple[Any, ...]) -> list[str]:
    """What each row goes by: its first field, or its place."""
    firsts = [
        getattr(row, row.__struct_fields__[0]) for row in rows if isinstance(row, Struct) and row.__struct_fields__
    ]
    if len(set(firsts)) == len(rows) and all(isinstance(first, str) for first in firsts):
        return firsts
    return [str(place) for place in range(len(rows))]


def _laid(value: Any, patch: Any, path: str) -> Any:
    if _is_number(value):
        return _number(patch, path)
    parts = _parts(value)
    if not isinstance(patch, Mapping):
        raise OverlayError(path, f"this is {echoed(patch)}; what lies under it is given by name. {_there_is(parts)}")
    changed: dict[str, Any] = {}
    for key, inner in patch.items():
        at = f"{path}.{str(key)[:MOST_ECHOED]}"
        if key not in parts:
            raise OverlayError(at, _no_such(value, key, parts))
        laid = _laid(parts[key], inner, at)
        if laid is not parts[key] and laid != parts[key]:
            changed[key] = laid
    return _rebuilt(value, changed) if changed else value


def _rebuilt(value: Any, changed: Mapping[str, Any]) -> Any:
    """``value`` with some of its parts in place of its own."""
    if isinstance(value, Struct):
        return structs.replace(value, **changed)
    if isinstance(value, Mapping):
        return MappingProxyType({key: changed.get(str(key), part) for key, part in value.items()})
    return tuple(changed.get(key, part) for key, part in zip(_addresses(value), value, strict=True))


def _number(given: Any, path: str) -> int:
    if not _is_number(given):
        raise OverlayError(path, f"this is a whole number, not {echoed(given)}.")
    if not LEAST <= given <= MOST:
        raise OverlayError(path, f"this is a whole number from {LEAST:,} to {MOST:,}, not {_cut(given)}.")
    return int(given)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cut(number: int) -> str:
    """A number from outside for a sentence; one too long to write is only called so."""
    return f"{number:,}" if abs(number) < 10**20 else "a number of more than 20 digits"


def _no_such(value: Any, key: Any, parts: Mapping[str, Any]) -> str:
    if isinstance(value, Struct) and key in value.__struct_fields__:
        return f"{key} is no number, and only numbers change. {_there_is(parts)}"
    return f"there is no {str(key)[:MOST_ECHOED]}. {_there_is(parts)}"


def _there_is(parts: Mapping[str, Any]) -> str:
    return f"There are {', '.join(parts)}." if parts else "There is nothing to change here."


def _changes(
    value: Any, printed: Any, path: tuple[str, ...] = (), rule: str = ""
) -> Iterator[tuple[tuple[str, ...], int, int, str]]:
    """Path, number, printed number and rule of the row, of every number that differs."""
    if value is printed:
        return
    if _is_number(value):
        if value != printed:
            yield path, value, printed, rule
        return
    own = getattr(printed, "rule", rule) if isinstance(printed, Struct) else rule
    theirs = _parts(printed)
    for key, part in _parts(value).items():
        yield from _changes(part, theirs[key], (*path, key), own)


def _every(value: Any, path: tuple[str, ...], rule: str) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """Path, number and rule of the row, of every number in ``value``."""
    if _is_number(value):
        yield path, value, rule
        return
    own = getattr(value, "rule", rule) if isinstance(value, Struct) else rule
    for key, part in _parts(value).items():
        yield from _every(part, (*path, key), own)


def _rule_of(path: tuple[str, ...], rules: Mapping[str, str]) -> str:
    ends = (".".join(path[:end]) for end in range(len(path), 0, -1))
    return next((rules[end] for end in ends if end in rules), "")
