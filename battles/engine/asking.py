"""Questions for odds: facts stated as JSON, read by their types, so that a wrong one is told what is right, and where.

A system gives each of its questions as a ``Query``; what the facts then mean is its own.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from battles.engine.odds import percent

Answer = dict[str, Any]
"""What comes back, ready for JSON."""

MOST_NUMBER: Final = 1_000
"""The largest number that a fact may have."""

MOST_LISTED: Final = 50
"""Parts that a list of facts may have."""

MOST_ECHOED: Final = 40
"""Characters of a wrong value that its sentence repeats."""

_UNIONS: Final = frozenset({Union, UnionType})
_PLAIN_WORDS: Final = {int: "a whole number", float: "a number", bool: "true or false", str: "a name"}

S = TypeVar("S", bound=Struct)


class OddsError(ValueError):
    """A question for odds that cannot be answered: a sentence for the user, after the path of the part at fault."""

    def __init__(self, sentence: str, path: str = "") -> None:
        super().__init__(f"{path}: {sentence}" if path else sentence)
        self.sentence = sentence
        self.path = path


class Query(Struct, frozen=True):
    """A question: what it is about, the facts it takes, and how they are answered by the rules of a battle."""

    sentence: str
    facts: type[Struct]
    answer: Callable[[Any, Any], Answer]


def query_of(queries: Mapping[str, Query], what: str) -> Query:
    """Question ``what``; raises ``OddsError`` if there is no such question."""
    query = queries.get(what)
    if query is None:
        raise OddsError(f"There are no odds of {what[:40]!r}; there are those of {', '.join(queries)}.")
    return query


def help_of(query: Query) -> str:
    """What a question is about, and its keys, a line each."""
    return "\n".join([query.sentence, "", *_key_lines(query.facts, "  ")])


def _key_lines(shape: type[Struct], indent: str) -> list[str]:
    lines = []
    for key in fields(shape):
        lines.append(f"{indent}{key_line(key)}")
        inner = struct_in(key.type)
        if inner is not None:
            lines += _key_lines(inner, indent + "  ")
    return lines


def told(chance: Fraction) -> Answer:
    """A chance as an answer gives it: exactly, and in per cent."""
    return {"fraction": str(chance), "percent": percent(chance)}


def read_facts(shape: type[S], text: bytes | str) -> S:
    """``text`` as ``shape``.

    Raises:
        OddsError: no JSON object, an unknown key, a fact left out, or a value that its key does not allow.
    """
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise OddsError(f"This is not JSON: {error}.") from None
    facts: S = _struct(shape, value, "")
    return facts


def key_line(key: FieldInfo) -> str:
    """The name of ``key``, what it is if left out, and what it may be: a line of a help text."""
    if key.required:
        note = " (must be stated)"
    elif key.default is NODEFAULT or key.default is None:
        note = ""
    else:
        note = f" ({str(key.default).lower()} if left out)"
    return f"{key.name}{note}: {_words(key.type)}"


def struct_in(kind: Any) -> type[Struct] | None:
    """The facts that a key of type ``kind`` holds one or many of; None for a plain value."""
    inner = get_args(kind)[0] if get_origin(kind) is tuple else kind
    return inner if isinstance(inner, type) and issubclass(inner, Struct) else None


def _words(kind: Any) -> str:
    if get_origin(kind) in _UNIONS:
        return _words(_not_none(kind))
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return "a list of objects, each with"
    if struct_in(kind) is not None:
        return "an object with"
    return _PLAIN_WORDS.get(kind, "an object of options by name")


def _not_none(kind: Any) -> Any:
    return next(part for part in get_args(kind) if part is not type(None))


def _read(kind: Any, value: Any, path: str) -> Any:
    if get_origin(kind) in _UNIONS:
        return None if value is None else _read(_not_none(kind), value, path)
    if get_origin(kind) is Literal:
        if isinstance(value, str) and value in get_args(kind):
            return value
        raise OddsError(f"{_echoed(value)} is none of {', '.join(get_args(kind))}.", path)
    if get_origin(kind) is tuple:
        return _list(kind, value, path)
    if struct_in(kind) is not None:
        return _struct(kind, value, path)
    return _plain(kind, value, path)


def _plain(kind: Any, value: Any, path: str) -> Any:
    if kind is bool:
        if isinstance(value, bool):
            return value
        raise OddsError(f"{_echoed(value)} is neither true nor false.", path)
    if kind is int:
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER:
            return value
        raise OddsError(f"{_echoed(value)} is not a whole number up to {MOST_NUMBER:,}.", path)
    if kind is float:
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER:
            return value
        raise OddsError(f"{_echoed(value)} is not a number up to {MOST_NUMBER:,}.", path)
    if kind is str:
        if isinstance(value, str) and 0 < len(value) <= MOST_ECHOED:
            return value
        raise OddsError(f"{_echoed(value)} is not a name of 1 to {MOST_ECHOED} letters.", path)
    if isinstance(value, dict):
        return value
    raise OddsError(f"{_echoed(value)} is not an object of options by name.", path)


def _list(kind: Any, value: Any, path: str) -> Any:
    if not isinstance(value, list):
        raise OddsError(f"{_echoed(value)} is not a list.", path)
    if len(value) > MOST_LISTED:
        raise OddsError(f"There are {len(value)} here; at most {MOST_LISTED} can be.", path)
    return tuple(_read(get_args(kind)[0], part, f"{path}[{number}]") for number, part in enumerate(value))


def _struct(shape: Any, value: Any, path: str) -> Any:
    known = {field.name: field for field in fields(shape)}
    if not isinstance(value, dict):
        raise OddsError(f"{_echoed(value)} is not an object with {', '.join(known)}.", path)
    for key in value:
        if key not in known:
            raise OddsError(f"There is no {_echoed(key)} here; there may be {', '.join(known)}.", path)
    at = f"{path}." if path else ""
    for field in known.values():
        if field.required and field.name not in value:
            raise OddsError(f"{field.name} must be stated: {_words(field.type)}.", path)
    return shape(**{key: _read(known[key].type, part, f"{at}{key}") for key, part in value.items()})


def _echoed(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"
