"""Actor and targets of an action, the odds of its dice, and questions about odds as JSON."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from types import UnionType
from typing import Any, Final, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from battles.engine.core import Modifier, Option
from battles.engine.odds import per_mille, whole_percent
from battles.engine.options import OptionValue

P = ParamSpec("P")
T = TypeVar("T")


class Aim(Struct, frozen=True):
    """What an action refers to on the board.

    ``actor`` is the block that acts, ``""`` if the side acts as a whole; ``others`` act together with it. ``areas`` are
    where it leads, or where the actor stands if it stays; ``targets`` are the blocks it is directed against. ``turn``
    is the angle that its actor faces after it, in tenths of a degree clockwise from north; None keeps it. ``how`` tells
    apart actions with the same actor and target in a few words: ``in column``.
    """

    actor: str
    others: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    turn: int | None = None
    how: str = ""


class Chance(Struct, frozen=True):
    """A possible result and its exact probability."""

    what: str
    share: Fraction
    good: bool | None = None
    """True if it is good for the side that asks; None if neither good nor bad."""


class Sum(Struct, frozen=True):
    """How a number is computed: its name, the modifiers with their rules, and the result."""

    what: str
    modifiers: tuple[Modifier, ...]
    result: str


class Forecast(Struct, frozen=True):
    """The possible dice results of one step. The title names the step, who is in it, and on what condition.

    If ``whole``, the chances exclude each other and sum to exactly 1; otherwise they may overlap. ``rule`` is the rule
    that rolls the dice. ``brief`` are the chances that the action's button names, the first of them the wanted one:
    ``at least one hit``; empty for a step that a button does not name.
    """

    title: str
    chances: tuple[Chance, ...]
    sums: tuple[Sum, ...] = ()
    rule: str = ""
    whole: bool = True
    brief: tuple[Chance, ...] = ()


NO_BREAK: Final = "\N{NO-BREAK SPACE}%"


class Brief(Struct, frozen=True):
    """A result with its lowest and its highest chance over the conditions of the forecasts, such as a hidden level."""

    what: str
    low: Fraction
    high: Fraction
    good: bool | None

    @property
    def words(self) -> str:
        """``82 % at least one hit``; if the chance depends on a condition: ``31 to 45 % you win``.

        No line breaks before the sign.
        """
        low, high = whole_percent(self.low), whole_percent(self.high)
        share = low if low == high else f"{low.removesuffix(' %')} to {high}"
        return f"{share.replace(' %', NO_BREAK)} {self.what}"


def briefs(forecasts: Sequence[Forecast]) -> tuple[tuple[Brief, ...], ...]:
    """The chances that a button names, a group for each step, in the order of play.

    Forecasts that name the same results are one step under different conditions.
    """
    steps: dict[tuple[str, ...], list[Forecast]] = {}
    for forecast in forecasts:
        if forecast.brief:
            steps.setdefault(tuple(chance.what for chance in forecast.brief), []).append(forecast)
    return tuple(
        tuple(_brief([forecast.brief[place] for forecast in same]) for place in range(len(names)))
        for names, same in steps.items()
    )


def _brief(same: Sequence[Chance]) -> Brief:
    shares = [chance.share for chance in same]
    return Brief(same[0].what, min(shares), max(shares), same[0].good)


def brief_words(forecasts: Sequence[Forecast]) -> str:
    """``67 % it may charge; then 64 % you win the combat, 12 % you lose it``; ``""`` if a button names no chance."""
    return "; then ".join(", ".join(brief.words for brief in step) for step in briefs(forecasts))


def taking_part(aim: Callable[[Any], Aim], options: Sequence[Option], actor: str) -> Iterator[tuple[Any, Aim]]:
    """The actions of ``options`` in which ``actor`` takes part, each with its targets; for when the block is selected.

    For an option of another block, such as fire at an enemy, these are the actions that ``actor`` does or helps with.
    """
    for option in options:
        if option.actor == actor:
            for action in option.actions:
                yield action, aim(action)
        elif actor and aim(option.actions[0]).actor != option.actor:
            for action in option.actions:
                aimed = aim(action)
                if actor == aimed.actor or actor in aimed.others:
                    yield action, aimed


Answer = dict[str, Any]
"""An answer, ready for JSON."""

MOST_NUMBER: Final = 1_000
"""Largest number that a fact may have."""

MOST_LISTED: Final = 50
"""Most items in a list of facts."""

MOST_ECHOED: Final = 40
"""Characters of a wrong value that an error repeats."""

_UNIONS: Final = frozenset({Union, UnionType})
_PLAIN_WORDS: Final = {int: "a whole number", float: "a number", bool: "true or false", str: "a name"}

S = TypeVar("S", bound=Struct)


class OddsError(ValueError):
    """A question about odds that cannot be answered: a sentence for the user, after the path of the faulty part."""

    def __init__(self, sentence: str, path: str = "") -> None:
        super().__init__(f"{path}: {sentence}" if path else sentence)
        self.sentence = sentence
        self.path = path


class Query(Struct, frozen=True):
    """A question about odds: its sentence, the type of its facts, and the function that answers it by given rules."""

    sentence: str
    facts: type[Struct]
    answer: Callable[[Any, Any], Answer]


def query_of(queries: Mapping[str, Query], what: str) -> Query:
    """The question named ``what``; raises ``OddsError`` if there is none."""
    query = queries.get(what)
    if query is None:
        raise OddsError(f"There are no odds for {what[:40]!r}. Choose one of {', '.join(queries)}.")
    return query


def answered(
    queries: Mapping[str, Query],
    what: str,
    text: bytes | str,
    read: Callable[[Mapping[str, OptionValue]], Any],
    rules_of: Callable[[Any], Any],
) -> Answer:
    """The answer to a question about facts in JSON; ``rules_of`` makes the rules from the options that ``read`` reads.

    Raises:
        OddsError: there is no such question, or the facts are unreadable or impossible.
    """
    query = query_of(queries, what)
    facts: Any = read_facts(query.facts, text)
    try:
        options = read(facts.options)
    except ValueError as error:
        raise OddsError(str(error), "options") from None
    return query.answer(rules_of(options), facts)


def collected(faults: Callable[P, Iterator[T]]) -> Callable[P, tuple[T, ...]]:
    """``faults`` with a tuple as its result."""

    @wraps(faults)
    def collect(*args: P.args, **kwargs: P.kwargs) -> tuple[T, ...]:
        return tuple(faults(*args, **kwargs))

    return collect


def help_of(query: Query) -> str:
    """The help text of a question: its sentence, then one line per key."""
    return "\n".join([query.sentence, "", *_key_lines(query.facts, "  ")])


def _key_lines(shape: type[Struct], indent: str) -> list[str]:
    lines = []
    for key in fields(shape):
        lines.append(f"{indent}{key_line(key)}")
        inner = struct_in(key.type)
        if inner is not None:
            lines += _key_lines(inner, indent + "  ")
    return lines


def chance_answer(chance: Fraction) -> Answer:
    """A chance for an answer: as a fraction and in per cent."""
    return {"fraction": str(chance), "percent": decimal_percent(chance)}


def decimal_percent(chance: Fraction) -> str:
    """A chance in per cent for programs, always with one decimal: ``33.3%``, ``30.0%``."""
    tenths = per_mille(chance)
    return f"{tenths // 10}.{tenths % 10}%"


def read_facts(shape: type[S], text: bytes | str) -> S:
    """``text`` as ``shape``.

    Raises:
        OddsError: it is not a JSON object, has an unknown key, lacks a fact, or has a value that is not allowed.
    """
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise OddsError(f"This is not JSON: {error}.") from None
    facts: S = _struct(shape, value, "")
    return facts


def key_line(key: FieldInfo) -> str:
    """A line of help for ``key``: its name, its default, and its allowed values."""
    if key.required:
        note = " (required)"
    elif key.default is NODEFAULT or key.default is None:
        note = ""
    else:
        note = f" (default: {str(key.default).lower()})"
    return f"{key.name}{note}: {_words(key.type)}"


def struct_in(kind: Any) -> type[Struct] | None:
    """The type of facts in a key of type ``kind``, single or in a list; None for a plain value."""
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
        raise OddsError(f"{_echoed(value)} is not one of {', '.join(get_args(kind))}.", path)
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
        raise OddsError(f"The list has {len(value)} items; at most {MOST_LISTED} are allowed.", path)
    return tuple(_read(get_args(kind)[0], part, f"{path}[{number}]") for number, part in enumerate(value))


def _struct(shape: Any, value: Any, path: str) -> Any:
    keys = {field.name: field for field in fields(shape)}
    if not isinstance(value, dict):
        raise OddsError(f"{_echoed(value)} is not an object with {', '.join(keys)}.", path)
    for key in value:
        if key not in keys:
            raise OddsError(f"There is no key {_echoed(key)} here; the keys are {', '.join(keys)}.", path)
    at = f"{path}." if path else ""
    for field in keys.values():
        if field.required and field.name not in value:
            raise OddsError(f"{field.name} is required: {_words(field.type)}.", path)
    return shape(**{key: _read(keys[key].type, part, f"{at}{key}") for key, part in value.items()})


def _echoed(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"
