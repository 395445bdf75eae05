"""The lines at the top of a text that tell the facts of the whole army: ``Commander: Marshal Ney``."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from armies.exchange.cleaning import plain
from armies.exchange.dates import iso
from armies.exchange.drafts import Draft
from armies.exchange.draws import draw_text, read_draw
from armies.exchange.overrides import scalar
from armies.exchange.quoting import mask, quote_if, split, unquote
from armies.exchange.words import nation_code
from armies.rules.facts import Army, Source
from armies.rules.nations import nations
from armies.rules.opting import refuse_option, understood

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
    "The army was written under the house rules “{}”; a file tells their name only, so they are not kept."
)


def header(text: str) -> tuple[str, str] | None:
    """The key and the value of a header line, None where ``text`` is none."""
    match = LINE.match(text.strip())
    key = KEYS.get(plain(match["key"])) if match else None
    return (key, (match["value"] or "").strip()) if match and key else None


def apply(army: Draft, key: str, value: str) -> None:
    """Write one header line into the army.

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
        word, said = _pair(value)
        facts["confidence"] = {**facts.get("confidence", {}), word: said}
    elif key == "draw":
        facts["draws"] = (*facts.get("draws", ()), read_draw(value))
    elif key == "option":
        facts["options"] = _with_option(facts.get("options", {}), value)


def known_nation(text: str) -> str:
    """The code of a nation, empty for an empty text; ValueError where it is not known."""
    code = nation_code(unquote(text)) if text else ""
    if text and not code:
        raise ValueError(f"“{text}” is not a nation that is known here.")
    return code


def _source(value: str) -> Source:
    parts = [unquote(part) for part in split(value, "|")]
    parts += [""] * (4 - len(parts))
    if len(parts) > 4 or not parts[0]:
        raise ValueError("A source is written: Source: S1 | title | where | used for.")
    return Source(id=parts[0], title=parts[1], where=parts[2], used_for=parts[3])


def _pair(value: str) -> tuple[str, str]:
    at = mask(value).find("=")
    if at < 0:
        raise ValueError("Confidence is written: Confidence: strengths = high.")
    return unquote(value[:at]), value[at + 1 :].strip()


def _with_option(options: dict[str, dict[str, Any]], value: str) -> dict[str, dict[str, Any]]:
    masked = mask(value)
    at = masked.find("=")
    path, said = (value, "") if at < 0 else (value[:at], value[at + 1 :].strip())
    names = [unquote(part) for part in split(path, ".")]
    system = dict(options.get(names[0], {}))
    if at >= 0:
        try:
            system[names[1]] = scalar(said)
        except (ValueError, IndexError, RecursionError):
            raise ValueError("An option is written: Option: mini_nap.max_corps_per_side = 2.") from None
        if why := refuse_option(names[0], names[1], system[names[1]]):
            raise ValueError(why)
    elif unknown := understood({names[0]: {}})[1]:
        raise ValueError(unknown[0])
    return {**options, names[0]: system}


def write(army: Army) -> list[str]:
    """The header lines of ``army``, each perhaps with line ends in its text."""
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
    lines += [f"Confidence: {quote_if(word, SPECIAL)} = {said}" for word, said in sorted(army.confidence.items())]
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
