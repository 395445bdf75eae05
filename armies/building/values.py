"""Check the values that an edit sets, with a sentence for each refusal.

An army that breaks the rules is not refused here; its page shows the problems.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import structs

from armies.building.element_tree import ARMY, LEVELS, Refused, as_json
from armies.exchange import limits
from armies.exchange.clean_text import many_lines, one_line, short
from battles.engine.armies import facts
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import read_overrides

Check = Callable[[Any], Any]
"""A function from a raw value to the stored value; it raises ValueError with a sentence."""

DIVISION_KINDS: Final = ("", "infantry", "cavalry", "mixed")
SUB_UNITS: Final = ("", "battalions", "companies", "squadrons")
DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def _text(what: str, most: int, value: Any, *, empty: bool = True, lines: bool = False) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} must be text.")
    text = many_lines(value) if lines else one_line(value)
    if not text and not empty:
        raise ValueError(f"{what} cannot be empty.")
    if len(text) > most:
        raise ValueError(f"{what} may have at most {most:,} characters; this one has {len(text):,}.")
    return text


def _number(what: str, most: int, value: Any) -> int | None:
    if value is None or value == "":
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value.strip()) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{what} must be a whole number from 1 to {most:,}.")
    if not 1 <= value <= most:
        raise ValueError(f"{what} must be between 1 and {most:,}, not {limits.number_text(value)}.")
    return value


def _one_of(what: str, allowed: tuple[str, ...], value: Any) -> str:
    if value not in allowed:
        words = ", ".join(word or "empty" for word in allowed)
        raise ValueError(f"{what} must be one of {words}.")
    return str(value)


def _weight(value: Any) -> str | None:
    return None if value in (None, "") else _one_of("The weight of guns", facts.GUN_WEIGHTS, value)


def _flag(what: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{what} must be true or false.")
    return value


def _nation(value: Any) -> str:
    if value in (None, ""):
        return ""
    if not isinstance(value, str) or value not in nations():
        raise ValueError(f"There is no nation with this code; the codes are {', '.join(nations())}.")
    return value


def _date(value: Any) -> str:
    if value in (None, ""):
        return ""
    if not isinstance(value, str) or not DATE.fullmatch(value):
        raise ValueError("Write the date as year, month and day: 1815-06-16.")
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValueError("There is no such date.") from None
    return value


def _structs(what: str, kind: Any, value: Any) -> list[Any]:
    try:
        converted = msgspec.convert(value, tuple[kind, ...])
    except msgspec.ValidationError as error:
        raise ValueError(f"{what} cannot be read: {short(str(error))}.") from None
    if len(converted) > limits.MAX_ITEMS:
        raise ValueError(f"{what}: at most {limits.MAX_ITEMS} are allowed.")
    return list(converted)


def _texts(what: str, value: Any) -> list[str]:
    texts = [_text(what, limits.MAX_NOTE, text, lines=True) for text in _structs(what, str, value)]
    return [text for text in texts if text]


def _sources(value: Any) -> list[Any]:
    records = []
    for source in _structs("The sources", facts.Source, value):
        texts = {name: getattr(source, name) for name in source.__struct_fields__}
        record = {name: _text("A text of a source", limits.MAX_NOTE, text) for name, text in texts.items()}
        if not record["id"]:
            raise ValueError("A source has no id.")
        records.append(record)
    if len({record["id"] for record in records}) < len(records):
        raise ValueError("Two sources have the same id.")
    return records


def _overrides(value: Any) -> list[Any]:
    overrides = _structs("The overrides", facts.Override, value)
    tidy = [structs.replace(override, reason=one_line(override.reason)) for override in overrides]
    records: list[Any] = as_json(read_overrides(tidy))
    return records


COMMON: Final[Mapping[str, Check]] = {
    "name": partial(_text, "A name", limits.MAX_NAME, empty=False),
    "commander": partial(_text, "The name of a commander", limits.MAX_NAME),
    "nation": _nation,
    "note": partial(_text, "A note", limits.MAX_NOTE, lines=True),
}
CHECKS: Final[Mapping[str, Mapping[str, Check]]] = {
    ARMY: {
        "name": COMMON["name"],
        "commander": COMMON["commander"],
        "nation": _nation,
        "battle": partial(_text, "The name of the battle", limits.MAX_NAME),
        "date": _date,
        "place": partial(_text, "The place", limits.MAX_NOTE),
        "scope": partial(_text, "The scope", limits.MAX_NOTE, lines=True),
        "notes": partial(_texts, "The notes"),
        "sources": _sources,
    },
    "corps": {**COMMON, "command_nation": _nation},
    "division": {**COMMON, "kind": partial(_one_of, "The kind of a division", DIVISION_KINDS)},
    "brigade": {
        **COMMON,
        "kind": partial(_one_of, "The kind of a brigade", facts.BRIGADE_KINDS),
        "reserve": partial(_flag, "Reserve"),
    },
    "unit": {
        **COMMON,
        "type": partial(_one_of, "The type of a unit", facts.UNIT_TYPES),
        "quality": partial(_one_of, "The rating of a unit", facts.QUALITIES),
        "men": partial(_number, "The men of a unit", limits.MAX_MEN),
        "guns": partial(_number, "The guns of a unit", limits.MAX_GUNS),
        "gun_weight": _weight,
        "lancer": partial(_flag, "Lancer"),
        "irregular": partial(_flag, "Irregular"),
        "kgl": partial(_flag, "King's German Legion"),
        "armoured": partial(_flag, "Armoured"),
        "sub_units": partial(_number, "The sub-units of a unit", limits.MAX_SUB_UNITS),
        "sub_unit": partial(_one_of, "The kind of sub-units", SUB_UNITS),
        "basis": partial(_one_of, "The basis of the figures", facts.BASES),
        "sources": partial(_texts, "The sources of a unit"),
        "overrides": _overrides,
    },
}
"""The facts that an edit may set, by level, with their checks."""

DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "corps": {"name": "New corps"},
    "division": {"name": "New division"},
    "brigade": {"name": "New brigade", "kind": "infantry"},
    "unit": {"name": "New unit", "type": "line_infantry", "quality": "trained"},
}
"""Facts of a new element by default."""


def checked(level: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """``values`` as they are stored.

    Raises:
        Refused: with a sentence for each value that is not allowed.
    """
    checks = CHECKS[level]
    stored, faults = {}, []
    for name, value in values.items():
        if name not in checks:
            article, what = ("A", level) if level else ("An", "army")
            faults.append(
                (str(name)[:40], f"{article} {what} has no value {str(name)[:40]}; it has {', '.join(checks)}.")
            )
            continue
        try:
            stored[name] = checks[name](value)
        except ValueError as error:
            faults.append((name, str(error)))
    if faults:
        raise Refused(*faults[0], *faults[1:])
    return stored


def new_record(level: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a new element of ``level`` with ``values``, which are already checked.

    Source of the defaults: ``DEFAULTS``, then those of ``battles.engine.armies.facts``.
    """
    record: dict[str, Any] = as_json(LEVELS[level](**{**DEFAULTS[level], **values}))
    del record["id"]
    record.pop("children", None)
    return record
