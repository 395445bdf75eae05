"""The ratings of a commander in one line: ``good, seed, faces 4+5, modifier +1, rule MN-CMD-07, by alice``."""

from typing import get_args

from armies.exchange.quoting import quote_if, split, unquote
from armies.exchange.words import COMMANDER_WORDS
from armies.rules.facts import Throw

SPECIAL = ",;[]|#="


def throw_text(throw: Throw) -> str:
    """One rating with its dice, complete."""
    parts: list[str] = [throw.rating, throw.source]
    if throw.faces:
        parts.append("faces " + "+".join(str(face) for face in throw.faces))
    if throw.modifier:
        parts.append(f"modifier {throw.modifier:+d}")
    for word, value in (("rule", throw.rule), ("by", throw.by), ("at", throw.at)):
        if value:
            parts.append(f"{word} = {quote_if(value, SPECIAL)}")
    return ", ".join(parts)


def read_throw(text: str) -> Throw:
    """The rating that ``text`` tells; a word alone is a historical rating without dice.

    Raises:
        ValueError: with a sentence.
    """
    words, *rest = split(text, ",")
    rating = COMMANDER_WORDS.get(words.casefold())
    if rating is None:
        known = ", ".join(dict.fromkeys(COMMANDER_WORDS.values()))
        raise ValueError(f"“{words}” is not a commander's rating; those are {known}.")
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
        raise ValueError(f"“{part}” is not understood: faces are written 4+5, a modifier +1.") from None
    if word in ("rule", "by", "at"):
        return word, unquote(value)
    raise ValueError(f"“{part}” is not understood in a rating.")
