"""Texts of a sheet, ready to be set: paragraphs, titled lists, the masthead, the boxes of a rating."""

from msgspec import Struct


class Entry(Struct, frozen=True):
    """A short paragraph: ``lead`` in bold, then ``text``. Without text it is a heading over the following ones."""

    lead: str
    text: str = ""


class Part(Struct, frozen=True):
    """A titled list among the closing pages; ``rules`` are rule IDs shown beside the title."""

    title: str
    entries: tuple[Entry, ...]
    intro: str = ""


class Masthead(Struct, frozen=True):
    """The head of the first page: the army, its battle, its totals, and the number of its faults."""

    title: str
    system: str
    commander: str
    occasion: str
    totals: str
    faults: str


class Rating(Struct, frozen=True):
    """The boxes for a commander's rating: each word with its radius, the crossed one, and how it was decided."""

    choices: tuple[str, ...]
    chosen: int | None
    how: str
