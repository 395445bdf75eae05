"""One-line notation of ratings, overrides, card draws, dates, and facts in square brackets."""

import json
import re
from collections.abc import Callable
from datetime import date
from typing import Final, get_args

from armies.exchange.clean_text import mask, plain, quote_if, split, unquote
from armies.exchange.draft_army import Parsed
from armies.exchange.text.strengths import whole_number
from armies.exchange.vocabulary import COMMANDER_WORDS, KIND_WORDS, nation_code, quality_of
from battles.engine.armies.facts import BASES, Brigade, Corps, Division, Draw, Formation, Override, Throw, Unit
from battles.engine.armies.systems import groups

MONTHS: Final = {
    word: number
    for number, words in enumerate(
        (
            "jan january januar janvier",
            "feb february februar fevrier",
            "mar march marz maerz mars",
            "apr april avril",
            "may mai",
            "jun june juni juin",
            "jul july juli juillet",
            "aug august aout",
            "sep sept september septembre",
            "oct october okt oktober octobre",
            "nov november novembre",
            "dec december dez dezember decembre",
        ),
        start=1,
    )
    for word in words.split()
}
ISO: Final = re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})")
NUMBERS: Final = re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})")
DAY_FIRST: Final = re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?P<m>[a-z]+)\.?,?\s+(?P<y>\d{4})")
MONTH_FIRST: Final = re.compile(r"(?P<m>[a-z]+)\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})")


def iso(text: str) -> str:
    """The date of ``text`` as YYYY-MM-DD, empty for an empty text.

    Raises:
        ValueError: with a sentence; it is not a date, or is ambiguous (6/16/1815).
    """
    wanted = plain(text).strip()
    if not wanted:
        return ""
    for pattern in (ISO, NUMBERS, DAY_FIRST, MONTH_FIRST):
        if match := pattern.fullmatch(wanted):
            month = MONTHS.get(match["m"]) or (int(match["m"]) if match["m"].isdecimal() else 0)
            try:
                return date(int(match["y"]), month, int(match["d"])).isoformat()
            except ValueError:
                break
    raise ValueError(f"“{text}” is not a date; write it as 1815-06-16.")


RATING_SIGNS = ",;[]|#="


def rating_text(rating: Throw) -> str:
    """One rating with its dice and all other facts, as text."""
    parts: list[str] = [rating.rating, rating.source]
    if rating.faces:
        parts.append("faces " + "+".join(str(face) for face in rating.faces))
    if rating.modifier:
        parts.append(f"modifier {rating.modifier:+d}")
    for word, value in (("rule", rating.rule), ("by", rating.by), ("at", rating.at)):
        if value:
            parts.append(f"{word} = {quote_if(value, RATING_SIGNS)}")
    return ", ".join(parts)


def read_rating(text: str) -> Throw:
    """The rating written in ``text``; one word alone is a historical rating without dice.

    Raises:
        ValueError: with a sentence.
    """
    words, *rest = split(text, ",")
    rating = COMMANDER_WORDS.get(words.casefold())
    if rating is None:
        ratings = ", ".join(dict.fromkeys(COMMANDER_WORDS.values()))
        raise ValueError(f"“{words}” is not a commander's rating; write one of {ratings}.")
    facts: dict[str, object] = {"rating": rating, "source": "fixed"}
    for part in rest:
        key, value = _part(part)
        facts[key] = value
    return Throw(**facts)  # type: ignore[arg-type]


def _part(part: str) -> tuple[str, object]:
    if part in get_args(Throw.__annotations__["source"]):
        return "source", part
    word, _, value = part.partition(" ")
    value = value.removeprefix("=").strip()
    try:
        if word == "faces":
            return "faces", tuple(int(face) for face in value.split("+"))
        if word == "modifier":
            return "modifier", int(value)
    except ValueError:
        raise ValueError(f"“{part}” is not understood: write faces as 4+5 and a modifier as +1.") from None
    if word in ("rule", "by", "at"):
        return word, unquote(value)
    raise ValueError(f"“{part}” is not understood in a rating.")


SOURCES: Final = get_args(Draw.__annotations__["source"])


def draw_text(draw: Draw) -> str:
    """One draw with its dice, cards and all other facts, as text."""
    parts: list[str] = [draw.source]
    if draw.faces:
        parts.append("faces " + "+".join(str(face) for face in draw.faces))
    parts += [f"card = {quote_if(card, RATING_SIGNS)}" for card in draw.cards]
    for word, value in (("choice", draw.choice), ("by", draw.by), ("at", draw.at)):
        if value:
            parts.append(f"{word} = {quote_if(value, RATING_SIGNS)}")
    return ", ".join(parts)


def read_draw(text: str) -> Draw:
    """The draw written in ``text``.

    Raises:
        ValueError: with a sentence.
    """
    facts: dict[str, object] = {"faces": ()}
    cards: list[str] = []
    for part in split(text, ","):
        word, _, value = part.partition(" ")
        value = unquote(value.removeprefix("=").strip())
        if part in SOURCES:
            facts["source"] = part
        elif word == "faces":
            facts["faces"] = _faces(part, value)
        elif word == "card":
            cards.append(value)
        elif word in ("choice", "by", "at"):
            facts[word] = value
        else:
            raise ValueError(f"“{part[:60]}” is not understood in a draw of cards.")
    return Draw(cards=tuple(cards), **facts)  # type: ignore[arg-type]


def _faces(part: str, value: str) -> tuple[int, ...]:
    faces = value.split("+")
    if not all(face.isdecimal() and len(face) < 6 for face in faces):
        raise ValueError(f"“{part[:60]}” is not understood: write the dice of a draw as faces 3+11.")
    return tuple(int(face) for face in faces)


OVERRIDE_SIGNS: Final = ",;:[]|#=."


def override_text(override: Override) -> str:
    """One override with its reason, as text."""
    value = json.dumps(override.value, ensure_ascii=False)
    system, what, reason = (
        quote_if(text, OVERRIDE_SIGNS) for text in (override.system, override.what, override.reason)
    )
    return f"{system}.{what} = {value} | {reason}"


def read_override(text: str) -> Override:
    """The override written in ``text``.

    Raises:
        ValueError: with a sentence.
    """
    masked = mask(text)
    equals = masked.find("=")
    bar = masked.find("|", equals)
    names = [unquote(part) for part in split(text[: max(equals, 0)], ".")]
    if equals < 0 or bar < 0 or len(names) != 2:
        raise ValueError(f"“{text[:60]}” is not understood as an override; write it as: {_example()}.")
    try:
        value = scalar(text[equals + 1 : bar].strip())
    except (ValueError, RecursionError):
        raise ValueError(
            f"“{text[:60]}”: the value of an override is a number, true, false or a quoted text."
        ) from None
    return Override(system=names[0], what=names[1], value=value, reason=unquote(text[bar + 1 :]))


def scalar(text: str) -> bool | int | str:
    """The value of an option or override written as JSON; ValueError if it is not a number, truth value or text."""
    value = json.loads(text)
    if not isinstance(value, bool | int | str):
        raise ValueError(text)
    return value


def _example() -> str:
    """An example of an override, from the first system that has one."""
    examples = ((key, *group.override_example) for key, group in groups().items() if group.override_example)
    system, what, value = next(examples)
    return f"{system}.{what} = {json.dumps(value)} | why"


FACT_SIGNS: Final = ",;:[]|#="
FLAGS: Final = ("lancer", "irregular", "kgl", "armoured")
SUB_UNITS: Final = ("battalions", "companies", "squadrons")


def cut_facts(text: str) -> tuple[str, str]:
    """The line before its square brackets, and the text inside them (empty if there are none)."""
    masked = mask(text).rstrip()
    if not masked.endswith("]") or "[" not in masked:
        return text, ""
    at = masked.rindex("[")
    return text[:at].rstrip(), text[at + 1 : len(masked) - 1]


def read_facts(inside: str, parsed: Parsed) -> None:
    """Add every fact of ``inside`` to ``parsed``; other text becomes an error."""
    for item in split(inside, ";"):
        try:
            understood = not item or _read(item, parsed)
        except ValueError as error:
            parsed.errors.append(str(error))
        else:
            if not understood:
                parsed.errors.append(f"“{item}” in the square brackets is not understood.")


def _read(item: str, parsed: Parsed) -> bool:
    at = mask(item).find(":")
    key, value = (item, "") if at < 0 else (item[:at].strip(), item[at + 1 :].strip())
    word = plain(key)
    facts = parsed.facts
    if word in BASES:
        facts["basis"] = word
        if value:
            facts["sources"] = _ids(value)
    elif word in ("source", "sources", "src"):
        facts["sources"] = _ids(value)
    elif word in ("note", "commander"):
        facts[word] = unquote(value)
    elif word in ("nation", "command"):
        return _nation("nation" if word == "nation" else "command_nation", value, parsed)
    elif parsed.kind == "formation":
        return _formation_fact(word, value, facts)
    else:
        return _unit_fact(word, value, facts)
    return True


def _ids(value: str) -> tuple[str, ...]:
    return tuple(unquote(source) for source in split(value, ","))


def _nation(key: str, value: str, parsed: Parsed) -> bool:
    code = nation_code(unquote(value))
    if not code:
        parsed.errors.append(f"“{unquote(value)}” is not a known nation.")
    parsed.facts[key] = code
    return True


def _formation_fact(word: str, value: str, facts: dict[str, object]) -> bool:
    if word == "reserve" and not value:
        facts["reserve"] = True
        return True
    kind = KIND_WORDS.get(plain(value) if word == "kind" else word)
    facts["kind"] = kind or ""
    return kind is not None


def _unit_fact(word: str, value: str, facts: dict[str, object]) -> bool:
    if word in FLAGS and not value:
        facts[word] = True
    elif word in SUB_UNITS and value.isdecimal():
        facts["sub_units"], facts["sub_unit"] = whole_number(value), word
    elif word == "sub-units" and value.isdecimal():
        facts["sub_units"] = whole_number(value)
    elif word == "sub-unit" and value in SUB_UNITS:
        facts["sub_unit"] = value
    elif word == "override":
        facts["overrides"] = (*facts.get("overrides", ()), read_override(value))  # type: ignore[misc]
    elif not value and (quality := quality_of(word)):
        facts.setdefault("quality", quality)
    else:
        return False
    return True


def write_facts(element: Formation | Unit) -> str:
    """The facts of an element in square brackets, with a space before them; empty if it has none.

    The note is not included; it has lines of its own.
    """
    items: list[str] = []
    write: Callable[[str], None] = items.append
    if isinstance(element, Unit):
        _write_unit(element, write)
    else:
        if isinstance(element, Brigade | Division) and element.kind:
            write(element.kind)
        if isinstance(element, Brigade) and element.reserve:
            write("reserve")
        if isinstance(element, Corps) and element.command_nation:
            write(f"command: {quote_if(element.command_nation, FACT_SIGNS)}")
    if element.nation:
        write(f"nation: {quote_if(element.nation, FACT_SIGNS)}")
    return f" [{'; '.join(items)}]" if items else ""


def _write_unit(unit: Unit, write: Callable[[str], None]) -> None:
    sources = ", ".join(quote_if(source, FACT_SIGNS) for source in unit.sources)
    if unit.basis != "unknown":
        write(f"{unit.basis}: {sources}" if sources else unit.basis)
    elif sources:
        write(f"sources: {sources}")
    if unit.sub_units is not None:
        write(f"{unit.sub_unit or 'sub-units'}: {unit.sub_units}")
    elif unit.sub_unit:
        write(f"sub-unit: {unit.sub_unit}")
    for flag in FLAGS:
        if getattr(unit, flag):
            write(flag)
    for override in unit.overrides:
        write(f"override: {override_text(override)}")
    if unit.commander:
        write(f"commander: {quote_if(unit.commander, FACT_SIGNS)}")
