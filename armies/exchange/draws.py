"""A draw of random cards in one line: ``seed, faces 3+11, card = Heavy guns, card = Scouts, by = alice``."""

from typing import Final, get_args

from armies.exchange.quoting import quote_if, split, unquote
from armies.exchange.throws import SPECIAL
from armies.rules.facts import Draw

SOURCES: Final = get_args(Draw.__annotations__["source"])


def draw_text(draw: Draw) -> str:
    """One draw with its dice and cards, complete."""
    parts: list[str] = [draw.source]
    if draw.faces:
        parts.append("faces " + "+".join(str(face) for face in draw.faces))
    parts += [f"card = {quote_if(card, SPECIAL)}" for card in draw.cards]
    for word, value in (("choice", draw.choice), ("by", draw.by), ("at", draw.at)):
        if value:
            parts.append(f"{word} = {quote_if(value, SPECIAL)}")
    return ", ".join(parts)


def read_draw(text: str) -> Draw:
    """The draw that ``text`` tells.

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
        raise ValueError(f"“{part[:60]}” is not understood: the dice of a draw are written faces 3+11.")
    return tuple(int(face) for face in faces)
