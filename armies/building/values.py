"""What may be written into an army: every fact that an edit sets, checked, with a sentence for each refusal.

What the rules find wrong is no refusal here: an army may break any rule, and is told so.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import structs

from armies.building.refusing import Refused
from armies.building.trees import ARMY, LEVELS, as_json
from armies.exchange import limits
from armies.exchange.cleaning import many_lines, one_line, short
from armies.rules import facts
from armies.rules.nations import nations
from armies.rules.overriding import read_overrides

Check = Callable[[Any], Any]
"""Takes a value as it came, gives it as it is kept, or raises ValueError with a sentence."""

DIVISION_KINDS: Final = ("", "infantry", "cavalry", "mixed")
SUB_UNITS: Final = ("", "battalions", "companies", "squadrons")
DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def _text(what: str, most: int, value: Any, *, empty: bool = True, lines: bool = False) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} is text.")
    text = many_lines(value) if lines else one_line(value)
    if not text and not empty:
        raise ValueError(f"{what} cannot be empty.")
    if len(text) > most:
        raise ValueError(f"{what} may have {most:,} characters; this one has {len(text):,}.")
    return text


def _number(what: str, most: int, value: Any) -> int | None:
    if value is None or value == "":
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value.strip()) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{what} must be a whole number of 1 to {most:,}.")
    if not 1 <= value <= most:
        raise ValueError(f"{what} must be between 1 and {most:,}; this is {limits.figure(value)}.")
    return value


def _one_of(what: str, allowed: tuple[str, ...], value: Any) -> str:
    if value not in allowed:
        words = ", ".join(word or "empty" for word in allowed)
        raise ValueError(f"{what} is one of {words}.")
    return str(value)


def _weight(value: Any) -> str | None:
    return None if value in (None, "") else _one_of("The weight of guns", facts.GUN_WEIGHTS, value)


def _flag(what: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{what} is true or false.")
    return value


def _nation(value: Any) -> str:
    if value in (None, ""):
        return ""
    if not isinstance(value, str) or value not in nations():
        raise ValueError(f"There is no nation with that code; the codes are {', '.join(nations())}.")
    return value


def _date(value: Any) -> str:
    if value in (None, ""):
        return ""
    if not isinstance(value, str) or not DATE.fullmatch(value):
        raise ValueError("Write the date as year, month and day: 1815-06-16.")
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValueError("There is no such day.") from None
    return value


def _structs(what: str, kind: Any, value: Any) -> list[Any]:
    try:
        found = msgspec.convert(value, tuple[kind, ...])
    except msgspec.ValidationError as error:
        raise ValueError(f"{what} cannot be read: {short(str(error))}.") from None
    if len(found) > limits.MAX_ITEMS:
        raise ValueError(f"{what}: at most {limits.MAX_ITEMS}.")
    return list(found)


def _texts(what: str, value: Any) -> list[str]:
    found = [_text(what, limits.MAX_NOTE, text, lines=True) for text in _structs(what, str, value)]
    return [text for text in found if text]


def _sources(value: Any) -> list[Any]:
    kept = []
    for source in _structs("The sources", facts.Source, value):
        texts = {name: getattr(source, name) for name in source.__struct_fields__}
        said = {name: _text("A text of a source", limits.MAX_NOTE, text) for name, text in texts.items()}
        if not said["id"]:
            raise ValueError("A source has no id.")
        kept.append(said)
    if len({source["id"] for source in kept}) < len(kept):
        raise ValueError("Two sources have the same id.")
    return kept


def _overrides(value: Any) -> list[Any]:
    found = _structs("The overrides", facts.Override, value)
    tidy = [structs.replace(override, reason=one_line(override.reason)) for override in found]
    kept: list[Any] = as_json(read_overrides(tidy))
    return kept


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
        "scope": partial(_text, "What the army holds", limits.MAX_NOTE, lines=True),
        "notes": partial(_texts, "The notes"),
        "sources": _sources,
    },
    "corps": {**COMMON, "command_nation": _nation},
    "division": {**COMMON, "kind": partial(_one_of, "The kind of a division", DIVISION_KINDS)},
    "brigade": {
        **COMMON,
        "kind": partial(_one_of, "The kind of a brigade", facts.BRIGADE_KINDS),
        "reserve": partial(_flag, "Whether it was a reserve"),
    },
    "unit": {
        **COMMON,
        "type": partial(_one_of, "The type of a unit", facts.UNIT_TYPES),
        "quality": partial(_one_of, "The rating of a unit", facts.QUALITIES),
        "men": partial(_number, "The men of a unit", limits.MAX_MEN),
        "guns": partial(_number, "The guns of a unit", limits.MAX_GUNS),
        "gun_weight": _weight,
        "lancer": partial(_flag, "Whether they are lancers"),
        "irregular": partial(_flag, "Whether they are irregulars"),
        "kgl": partial(_flag, "Whether they are of the King's German Legion"),
        "armoured": partial(_flag, "Whether they are armoured"),
        "sub_units": partial(_number, "The sub-units of a unit", limits.MAX_SUB_UNITS),
        "sub_unit": partial(_one_of, "The kind of sub-units", SUB_UNITS),
        "basis": partial(_one_of, "Where the figure comes from", facts.BASES),
        "sources": partial(_texts, "The sources of a unit"),
        "overrides": _overrides,
    },
}
"""By level, each fact that an edit may set and its check."""

DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "corps": {"name": "New corps"},
    "division": {"name": "New division"},
    "brigade": {"name": "New brigade", "kind": "infantry"},
    "unit": {"name": "New unit", "type": "line_infantry", "quality": "trained"},
}
"""What a new element is where nothing is said."""


def checked(level: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """``values`` as they are kept.

    Raises:
        Refused: with a sentence for each value that cannot be kept.
    """
    checks = CHECKS[level]
    kept, faults = {}, []
    for name, value in values.items():
        if name not in checks:
            article, what = ("A", level) if level else ("An", "army")
            faults.append(
                (str(name)[:40], f"{article} {what} has no {str(name)[:40]} to set; it has {', '.join(checks)}.")
            )
            continue
        try:
            kept[name] = checks[name](value)
        except ValueError as error:
            faults.append((name, str(error)))
    if faults:
        raise Refused(*faults[0], *faults[1:])
    return kept


def new_record(level: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The whole record of a new element of ``level`` with ``values``, already checked.

    Source of the defaults: ``DEFAULTS``, then those of ``armies.rules.facts``.
    """
    record: dict[str, Any] = as_json(LEVELS[level](**{**DEFAULTS[level], **values}))
    del record["id"]
    record.pop("children", None)
    return record
