"""The facts in square brackets at the end of a line: ``[sourced: S1, S2; nation: KGL; lancer]``."""

from collections.abc import Callable
from typing import Final

from armies.exchange.cleaning import plain
from armies.exchange.figures import whole
from armies.exchange.overrides import override_text, read_override
from armies.exchange.parsed import Parsed
from armies.exchange.quoting import mask, quote_if, split, unquote
from armies.exchange.words import KIND_WORDS, nation_code, quality_of
from armies.rules.facts import BASES, Brigade, Corps, Division, Formation, Unit

SPECIAL: Final = ",;:[]|#="
FLAGS: Final = ("lancer", "irregular", "kgl", "armoured")
SUB_UNITS: Final = ("battalions", "companies", "squadrons")


def cut_facts(text: str) -> tuple[str, str]:
    """The line before its square brackets, and what stands in them (empty where there are none)."""
    masked = mask(text).rstrip()
    if not masked.endswith("]") or "[" not in masked:
        return text, ""
    at = masked.rindex("[")
    return text[:at].rstrip(), text[at + 1 : len(masked) - 1]


def read_facts(inside: str, parsed: Parsed) -> None:
    """Take every fact of ``inside`` into ``parsed``; what is not one is an error."""
    for item in split(inside, ";"):
        try:
            known = not item or _read(item, parsed)
        except ValueError as error:
            parsed.errors.append(str(error))
        else:
            if not known:
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
        parsed.errors.append(f"“{unquote(value)}” is not a nation that is known here.")
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
        facts["sub_units"], facts["sub_unit"] = whole(value), word
    elif word == "sub-units" and value.isdecimal():
        facts["sub_units"] = whole(value)
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
    """The square brackets of an element with a space before them, empty where it has no such facts.

    The note is not among them: it stands in lines of its own.
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
            write(f"command: {quote_if(element.command_nation, SPECIAL)}")
    if element.nation:
        write(f"nation: {quote_if(element.nation, SPECIAL)}")
    return f" [{'; '.join(items)}]" if items else ""


def _write_unit(unit: Unit, write: Callable[[str], None]) -> None:
    sources = ", ".join(quote_if(source, SPECIAL) for source in unit.sources)
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
        write(f"commander: {quote_if(unit.commander, SPECIAL)}")
