"""Lines of the text form that are no units: facts of the whole army, and headings of formations."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from armies.exchange.clean_text import mask, plain, quote_if, split, unquote
from armies.exchange.draft_army import Draft, Parsed
from armies.exchange.text.notation import draw_text, iso, read_draw, scalar
from armies.exchange.text.strengths import GAP, LOOSE, Figures
from armies.exchange.vocabulary import KIND_WORDS, RANK_AND_NAME, nation_code, nation_in, type_in
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
LEVEL_WORDS: Final = (
    ("corps", r"(?:armee)?[ck]or(?:ps|po)|column|[ck]olonn?e"),
    ("division", r"divisi(?:on|one|e|ons)|div"),
    ("brigade", r"brig(?:ade|ada|ata|ades)?|bde|bgde"),
)
ANY_LEVEL: Final = re.compile("|".join(rf"(?P<{level}>\b(?:{words})\b)" for level, words in LEVEL_WORDS))
NO_LEVEL: Final = re.compile(
    r"gardes? du corps|garde-du-corps|demi-?brigade|\bgeneral\w* (?:of|de|di|der) (?:division|brigade)e?\b"
)
"""Guards, ranks and French regiments with level words that are no level: ``Général de Division Quiot``."""
GUNS_HEADING: Final = re.compile(
    r"\b(?:division\w*|div|corps|brigade|bde|column|reserve|army|foot|horse|russian|austrian)"
    r" (?:reserve |foot |horse )*(?:artillery|arty|guns|batteries)$|^(?:reserve )?(?:artillery|arty)(?: reserve)?$"
)
MODIFIED: Final = re.compile(r"\b(?:[ck]orps|division|div|brigade) (?:reserve|cavalry|troops|light cavalry|infantry)$")
DASH: Final = re.compile(r"\s+[-–—]+\s+")
CLOSING: Final = re.compile(r"\s*\(([^()]+)\)$")
PLACEHOLDERS: Final = ("part", "detachment", "detached", "reserve", "remnant", "remnants", "half", "elements")
FOLLOWED: Final = re.compile(
    r"^(\S.*\b(?:corps|division|div\.?|brigade|bde\.?))\s+([^\W\d_][^\d,():]*)$",
    re.IGNORECASE,
)
"""``2nd Brigade Campi``. A heading that begins with its level word is not split."""
NAMED_AFTER: Final = re.compile(
    r"^(?:brigade|division|div\.?|bde\.?|corps|korps) (?P<after>[^\d,()]+)$"
    r"|^(?P<before>[^\d,()]+)['’]s? (?:(?:infantry|cavalry|light|heavy) )?(?:brigade|division|div|bde|corps)\.?$",
    re.IGNORECASE,
)
TOTAL: Final = re.compile(
    r"(?:grand |army |sub-?|sous-)?(?:totals?|totaux|sum|summe|gesamt\w*|insgesamt|zusammen|somme|ensemble)\b"
)
ITS_TOTAL: Final = re.compile(r"\b(?:totals?|gesamt\w*|insgesamt)\b(?=[\s:=]*(?:\d|$))")
TOTAL_SENTENCE: Final = "Totals are not imported; Muster adds up the units."


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


def is_total(text: str) -> bool:
    """True if a line or a cell begins with a total, or states the total of a formation: ``II Corps total: 20,000``."""
    words = plain(text).strip()
    return TOTAL.match(words) is not None or (ITS_TOTAL.search(words) is not None and level_in(text) != "")


def level_in(name: str) -> str:
    """The level of the last level word in ``name``; empty if there is none or it only modifies another word."""
    words = NO_LEVEL.sub("", plain(name))
    if GUNS_HEADING.search(words) or MODIFIED.search(words):
        return ""
    levels = [match.lastgroup or "" for match in ANY_LEVEL.finditer(re.sub(r"\([^()]*\)", "", words))]
    return levels[-1] if levels else ""


def is_guns_heading(name: str) -> bool:
    """True for ``Division artillery`` and similar headings: a brigade that consists of guns."""
    return GUNS_HEADING.search(plain(name)) is not None


def cut_commander(text: str) -> tuple[str, str]:
    """Name and commander of a heading. The commander follows a colon, a dash or a comma, or is in brackets."""
    for pattern in (re.compile(r"\s*:\s*"), DASH):
        parts = pattern.split(text, maxsplit=1)
        if len(parts) == 2 and parts[0].strip():
            return parts[0].strip(), parts[1].strip()
    if (match := CLOSING.search(text)) and _is_person(match[1]) and text[: match.start()].strip():
        return text[: match.start()].strip(), match[1].strip()
    name, comma, commander = text.partition(",")
    if comma and (RANK_AND_NAME.match(plain(commander.strip())) or (level_in(name) and _is_person(commander))):
        return name.strip(), commander.strip()
    return text.strip(), ""


def _is_person(text: str) -> bool:
    words = plain(text).split()
    if not words or any(char.isdigit() for char in text) or nation_code(text) or words[0] in PLACEHOLDERS:
        return False
    if any(word in KIND_WORDS or ANY_LEVEL.fullmatch(word) for word in words):
        return False
    return RANK_AND_NAME.match(plain(text)) is not None or text.strip()[:1].isupper()


def heading(text: str, *, over_others: bool) -> Parsed | None:
    """The formation that ``text`` is the heading of; None if it is not a heading.

    ``over_others``: lines below are indented under it. Then it is a heading, whatever its words.
    """
    name, commander = cut_commander(text)
    level = level_in(name)
    guns = is_guns_heading(name)
    figures = Figures(text)
    if not over_others and (not (level or guns or MODIFIED.search(plain(name))) or _is_unit(name, level, figures)):
        return None
    parsed = Parsed("formation", level=level)
    name = _without_total(name, parsed)
    commander = _without_total(commander, parsed)
    if not commander:
        name, commander = cut_commander(name)
    if not commander and (match := FOLLOWED.match(name)) and _is_person(match[2]) and type_in(match[2]) is None:
        name, commander = match[1], match[2]
    if not commander and (match := NAMED_AFTER.match(name)) and (person := match["after"] or match["before"]):
        commander = _namesake(person.strip(), parsed)
    if type_in(commander) and any(char.isdigit() for char in commander):
        parsed.errors.append("This line has a formation and a unit; write each on its own line.")
    parsed.facts = {"name": name.strip(" .,;:-"), "commander": commander}
    if guns:
        parsed.facts["kind"] = "artillery"
    parsed.named_nation = _nation(parsed.name)
    return parsed


def _nation(name: str) -> str:
    """The nation named by a word before the level word: ``4th Hanoverian Brigade``, ``Brunswick Corps``."""
    match = ANY_LEVEL.search(plain(name))
    words = re.findall(r"[\w'-]{3,}", plain(name)[: match.start()] if match else "")
    return next((code for word in words if (code := nation_code(word) or nation_in(word))), "")


def _namesake(person: str, parsed: Parsed) -> str:
    if not _is_person(person) or type_in(person) is not None:
        return ""
    parsed.assumed.append(f"the commander “{person}” is taken from the name")
    return person


def _is_unit(name: str, level: str, figures: Figures) -> bool:
    """True if a line with a level word and figures is a unit: ``Field Jäger Corps 321``."""
    if figures.guns.count is not None or (figures.sub_unit and level in ("", "corps")):
        return True
    return level == "corps" and figures.any and type_in(name) is not None


def _without_total(text: str, parsed: Parsed) -> str:
    figures = Figures(text)
    total = figures.men if figures.men is not None else next(iter(figures.loose[-1:]), 0)
    if figures.men is None and total < SMALLEST_TOTAL and not figures.sub_unit:
        return text
    if total:
        parsed.assumed.append(f"the total of {total:,} is not imported; Muster adds up the units")
    return re.sub(r"\([\s,;]*\)", "", figures.rest.replace(GAP, "").replace(LOOSE, "")).strip(" ,;:-")


SMALLEST_TOTAL: Final = 100
"""A bare number below this in a heading is part of its name."""
