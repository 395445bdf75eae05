"""Read and write header lines with facts of the whole army: ``Commander: Marshal Ney``."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from armies.exchange.clean_text import mask, plain, quote_if, split, unquote
from armies.exchange.draft_army import Draft
from armies.exchange.text.notation import draw_text, iso, read_draw, scalar
from armies.exchange.vocabulary import nation_code
from battles.engine.armies.facts import Army, Source
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import groups, refuse_option, valid_options

KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        word: key
        for key, words in {
            "format": "format",
            "army": "army|armee|force|side|order of battle",
            "nation": "nation|nationality",
            "commander": "commander|commandant|kommandeur|c-in-c|commander-in-chief|cinc",
            "battle": "battle|schlacht|bataille",
            "date": "date|datum",
            "place": "place|ort|lieu",
            "scope": "scope",
            "confidence": "confidence",
            "option": "option",
            "draw": "draw",
            "house": "house rules",
            "source": "source|quelle",
            "note": "note|notes|remark|bemerkung|remarque",
        }.items()
        for word in words.split("|")
    }
)
LINE: Final = re.compile(r"(?P<key>[^\W\d][\w -]{2,24}?)\s*:(?:\s+(?P<value>.*)|\s*)$")
FORMAT: Final = "muster-text"
VERSION: Final = 1
SPECIAL: Final = "|=.#:"
HOUSE_RULES: Final = (
    "The army was written under the house rules “{}”. The file has only their name, so they are not imported."
)


def header(text: str) -> tuple[str, str] | None:
    """The key and the value of a header line, or None if ``text`` is not one."""
    match = LINE.match(text.strip())
    key = KEYS.get(plain(match["key"])) if match else None
    return (key, (match["value"] or "").strip()) if match and key else None


def apply(army: Draft, key: str, value: str) -> None:
    """Set the fact of one header line in ``army``.

    Raises:
        ValueError: with a sentence.
    """
    facts = army.facts
    if key == "army":
        facts["name"] = value
    elif key == "nation":
        facts["nation"] = army.nation = known_nation(value)
    elif key == "date":
        facts["date"] = iso(value)
    elif key in ("commander", "battle", "place", "scope"):
        facts[key] = value
    elif key == "note":
        facts["notes"] = (*facts.get("notes", ()), value)
    elif key == "source":
        facts["sources"] = (*facts.get("sources", ()), _source(value))
    elif key == "confidence":
        word, level = _pair(value)
        facts["confidence"] = {**facts.get("confidence", {}), word: level}
    elif key == "draw":
        facts["draws"] = (*facts.get("draws", ()), read_draw(value))
    elif key == "option":
        facts["options"] = _with_option(facts.get("options", {}), value)


def known_nation(text: str) -> str:
    """The code of the nation named ``text``, empty for an empty text; ValueError if it is unknown."""
    code = nation_code(unquote(text)) if text else ""
    if text and not code:
        raise ValueError(f"“{text}” is not a known nation.")
    return code


def _source(value: str) -> Source:
    parts = [unquote(part) for part in split(value, "|")]
    parts += [""] * (4 - len(parts))
    if len(parts) > 4 or not parts[0]:
        raise ValueError("Write a source as: Source: S1 | title | where | used for.")
    return Source(id=parts[0], title=parts[1], where=parts[2], used_for=parts[3])


def _pair(value: str) -> tuple[str, str]:
    at = mask(value).find("=")
    if at < 0:
        raise ValueError("Write confidence as: Confidence: strengths = high.")
    return unquote(value[:at]), value[at + 1 :].strip()


def _with_option(options: dict[str, dict[str, Any]], value: str) -> dict[str, dict[str, Any]]:
    masked = mask(value)
    at = masked.find("=")
    path, setting = (value, "") if at < 0 else (value[:at], value[at + 1 :].strip())
    names = [unquote(part) for part in split(path, ".")]
    system = dict(options.get(names[0], {}))
    if at >= 0:
        try:
            system[names[1]] = scalar(setting)
        except (ValueError, IndexError, RecursionError):
            raise ValueError(f"Write an option as: Option: {_example()}.") from None
        if why := refuse_option(names[0], names[1], system[names[1]]):
            raise ValueError(why)
    elif unknown := valid_options({names[0]: {}})[1]:
        raise ValueError(unknown[0])
    return {**options, names[0]: system}


def write(army: Army) -> list[str]:
    """The header lines of ``army``; their texts may contain line ends."""
    nation = nations().get(army.nation)
    lines = [f"Format: {FORMAT} {VERSION}", f"Army: {army.name}"]
    for key, value in (
        ("Nation", nation.name if nation else army.nation),
        ("Commander", army.commander),
        ("Battle", army.battle),
        ("Date", army.date),
        ("Place", army.place),
        ("Scope", army.scope),
    ):
        if value:
            lines.append(f"{key}: {value}")
    lines += [f"Confidence: {quote_if(word, SPECIAL)} = {level}" for word, level in sorted(army.confidence.items())]
    for system, options in sorted(army.options.items()):
        name = quote_if(system, SPECIAL)
        lines += [f"Option: {name}"] if not options else []
        for option, setting in sorted(options.items()):
            lines.append(f"Option: {name}.{quote_if(option, SPECIAL)} = {json.dumps(setting, ensure_ascii=False)}")
    lines += [f"Draw: {draw_text(draw)}" for draw in army.draws]
    if army.house:
        lines.append(f"House rules: {army.house.name}")
    for source in army.sources:
        parts = [source.id, source.title, source.where, source.used_for]
        while not parts[-1]:
            parts.pop()
        lines.append("Source: " + " | ".join(quote_if(part, "|") if part else "" for part in parts))
    lines += [f"Note: {note}" for note in army.notes]
    return lines


def _example() -> str:
    """An example of an option, from the first system that has one."""
    examples = ((key, *group.option_example) for key, group in groups().items() if group.option_example)
    system, name, value = next(examples)
    return f"{system}.{name} = {json.dumps(value)}"
