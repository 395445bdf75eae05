"""The picture of a battle for any rules: ground, scene, outlines of areas, labels of units."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId

Point = tuple[int, int]

SPOT: Final = re.compile(r"at (-?\d{1,5}) (-?\d{1,5})")

GroundKind = Literal[
    "open", "wood", "hill", "town", "water", "stream", "rough", "marsh", "field", "wall", "road", "bridge", "other"
]
"""How an area of ground is painted. Adjacent areas of ``hill``, ``wood`` or ``water`` are joined."""

WayKind = Literal["road", "track", "stream", "river", "wall", "hedge", "ditch", "bank"]
"""How a line of terrain is drawn."""

STEPS: Final = (40, 64)
"""The smallest and the largest step, in units of the ground."""

Sign = Literal[
    "line_infantry",
    "light_infantry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
    "lancers",
    "foot_artillery",
    "horse_artillery",
    "leader_brigade",
    "leader_division",
    "leader_corps",
    "leader_army",
    "unknown",
]
"""A symbol of the symbol sheet that screen and paper share."""

Shape = Literal["line", "column", "mass", "square", "skirmish", "limbered", "unlimbered", "leader"]
"""The footprint of a formation on the board; a ``mass`` is closed up on all sides."""


class Area(Struct, frozen=True):
    """A piece of ground that a player can point at. ``key`` is its name for players, ``words`` describe it."""

    key: str
    middle: Point
    outline: tuple[Point, ...]
    ground: GroundKind
    words: str


def spot_key(at: Point) -> str:
    """The key of a spot on an open table, where a hex board would have an area's key: ``at 612 340``."""
    return f"at {at[0]} {at[1]}"


def spot_of(key: str) -> Point | None:
    """The spot that a key names; None if it names none."""
    match = SPOT.fullmatch(key)
    return (int(match[1]), int(match[2])) if match else None


class Way(Struct, frozen=True):
    """Terrain along a line: its centre line and its width on the ground; 0 for the usual drawn width.

    ``words`` describe it; ``key`` is its name for players if it can be pointed at. ``name`` is written along it.
    """

    kind: WayKind
    points: tuple[Point, ...]
    wide: int = 0
    key: str = ""
    words: str = ""
    name: str = ""


class Name(Struct, frozen=True):
    """A name on the map for what lies at ``at``; an ``edge`` is a coordinate written beside the ground.

    ``about`` is the width and height of what the name must not cover, such as a house; (0, 0) if it may cover what it
    names.
    """

    text: str
    at: Point
    kind: Literal["place", "hill", "wood", "water", "ground", "edge"] = "place"
    about: tuple[int, int] = (0, 0)


class Zone(Struct, frozen=True):
    """Areas that belong together: a deployment zone or an objective.

    ``side`` is its owner, or the side that wins by it, None for both. ``held`` gives the side that holds each area of
    an objective; ``words`` say all of it in a sentence. On an open table ``outline`` is a zone that is not an area.
    """

    name: str
    kind: Literal["deployment", "objective"]
    areas: tuple[str, ...]
    words: str
    side: SideId | None = None
    held: tuple[tuple[str, SideId], ...] = ()
    outline: tuple[Point, ...] = ()


class Ground(Struct, frozen=True):
    """The board. ``step`` is the distance between two adjacent areas, in the units of the points.

    It is within `STEPS`, whatever the scale of the table, since blocks, type and lines are drawn in these units too.
    ``tenths`` is the length of a step on the table in tenths of a millimetre; ``words`` say how large the board is. An
    ``open`` table has no areas to stand on; its step only gives the size of what is drawn.
    """

    words: str
    width: int
    height: int
    step: int
    tenths: int
    areas: tuple[Area, ...]
    ways: tuple[Way, ...] = ()
    names: tuple[Name, ...] = ()
    open: bool = False


class Block(Struct, frozen=True, kw_only=True):
    """A unit or leader on the board. ``key`` is its name as an actor of options, such as ``unit 7``.

    ``label`` fits beside the symbol; ``words`` say all that the viewer knows of it, in a sentence. ``body`` is the
    label of the larger body it belongs to, for scales where units are too small for labels. ``level`` is its loss of
    morale, ``""`` for none; ``unsure`` means that the viewer does not know it. ``marks`` are short words of the system,
    such as ``charged``. ``spent`` means that it can do nothing more for now. On an open table ``area`` is the key of
    the spot ``at``, the centre of its footprint, and ``size`` the width of its front and its depth, in units of the
    ground; (0, 0) for the size of its drawing.
    """

    key: str
    side: SideId
    sign: Sign
    shape: Shape
    nation: str = ""
    area: str
    at: Point
    turn: int = 0
    name: str
    label: str
    words: str
    body: str = ""
    level: Literal["", "fair", "bad", "broken"] = ""
    unsure: bool = False
    marks: tuple[str, ...] = ()
    spent: bool = False
    size: tuple[int, int] = (0, 0)


class Reach(Struct, frozen=True):
    """The outline of the ground that a block can see, fire at, command or move to.

    ``name`` is its name for players, ``words`` explain it in a sentence with its rule.
    """

    kind: Literal["fire", "far_fire", "command", "move", "charge"]
    name: str
    words: str
    outline: tuple[Point, ...]


class Highlight(Struct, frozen=True):
    """What an event highlights on the board: blocks that fired, fought or were ``lost``, and ``at``, their target."""

    kind: Literal["fire", "melee", "lost"]
    by: tuple[str, ...]
    at: str = ""


class Scene(Struct, frozen=True):
    """The blocks on the board and beside it, as one viewer knows them.

    ``off`` are units and leaders that are not on the board: their ``area`` is ``""``; their ``level`` is ``broken`` if
    they are out of the battle, otherwise they are still to arrive. ``links`` are pairs of blocks in contact. ``sides``
    are the names of the sides.
    """

    sides: tuple[tuple[SideId, str], ...]
    blocks: tuple[Block, ...]
    off: tuple[Block, ...] = ()
    zones: tuple[Zone, ...] = ()
    links: tuple[tuple[str, str], ...] = ()


LABEL: Final = 10
"""Letters of a label."""

TOLD_APART: Final = 11
"""Letters of a longer label, used where two would be the same."""

ABBREVIATED: Final = 3
"""Letters kept of a word that does not fit."""

WORD: Final = 4
"""Fewest letters of a word that can name a unit alone; shorter words are numbers or numerals."""


ABBREVIATIONS: Final = {
    "Artillery": "Art.",
    "Battalion": "Bn",
    "Battery": "Bty",
    "Brigade": "Bde",
    "Cavalry": "Cav.",
    "Chasseurs": "Chass.",
    "Company": "Co.",
    "Cuirassiers": "Cuir.",
    "Dragoons": "Drag.",
    "Fusiliers": "Fus.",
    "Grenadiers": "Gren.",
    "Hussars": "Huss.",
    "Infantry": "Inf.",
    "Lancers": "Lanc.",
    "Landwehr": "Landw.",
    "Militia": "Mil.",
    "Musketeers": "Musk.",
    "Regiment": "Regt",
    "battalion": "bn",
    "battery": "bty",
    "brigade": "bde",
    "regiment": "regt",
}
"""Usual short forms, used for words that do not fit."""

VOWELS: Final = "aeiouyäöüéèêàAEIOUYÄÖÜÉ"
"""Letters before which a word may be cut, and with which a cut word does not end."""


def short(name: str, most: int = LABEL) -> str:
    """A name shortened to fit beside a symbol; keeps the part that distinguishes the unit within its formation."""
    part = name.rpartition(": ")[2].partition(", ")[0].partition(" (")[0].partition("'s ")[0].partition("’s ")[0]
    return _fitted(part.removeprefix("The ").split() or [name], most)


def labels(names: Sequence[str], tags: Sequence[str], most: int = LABEL) -> list[str]:
    """A unique label of about ``most`` letters for each name, from the words that distinguish it.

    The label is the ``tag`` if no words do.
    """
    unique = [short(name, most) for name in names]
    for way in (_from_first_difference, _with_first_difference):
        unique = _distinct(names, unique, partial(way, most))
    count = Counter(unique)
    return [label if count[label] == 1 else tag for label, tag in zip(unique, tags, strict=True)]


def commander_labels(names: Sequence[str], tags: Sequence[str]) -> list[str]:
    """A unique label for each commander: the family name, or the words that distinguish the commander.

    The family name is the last word, unless it is in lower case: a "General of cavalry" goes by the first word.
    """
    plain = [
        name.partition(" (")[0].removeprefix("The ").split() or [tag] for name, tag in zip(names, tags, strict=True)
    ]
    surnames = [short(words[0] if words[-1][0].islower() else words[-1]) for words in plain]
    return surnames if len(set(surnames)) == len(surnames) else labels([" ".join(words) for words in plain], tags)


def _distinct(names: Sequence[str], shared: list[str], way: Callable[[Sequence[str]], list[str]]) -> list[str]:
    """The labels with duplicates replaced by those that ``way`` makes, if these are unique."""
    unique = list(shared)
    for label in [label for label, many in Counter(shared).items() if many > 1]:
        alike = [place for place, each in enumerate(shared) if each == label]
        others = {each for place, each in enumerate(unique) if place not in alike}
        new = way([names[place] for place in alike])
        if len(set(new)) == len(alike) and others.isdisjoint(new):
            for place, each in zip(alike, new, strict=True):
                unique[place] = each
    return unique


def _from_first_difference(most: int, names: Sequence[str]) -> list[str]:
    """Each name from the first word that they do not all share, such as the name of a battery's captain.

    Empty if that word or the shared words are a number: then a label needs both.
    """
    first, *others = (name.split() for name in names)
    head = min(_alike(first, other) for other in others)
    words = [name.split()[head:] for name in names]
    numbered = any(letter.isdigit() for letter in "".join(first[:head]))
    if numbered or any(not each or len(each[0]) < WORD for each in words):
        return []
    return [_fitted(each, most) for each in words]


def _with_first_difference(most: int, names: Sequence[str]) -> list[str]:
    """The beginning of each name, and enough of the first differing word to distinguish it."""
    return [_against(name, [other for other in names if other != name], most) for name in names]


def _against(name: str, others: Iterable[str], most: int) -> str:
    """The beginning of ``name``, and enough of the first word that differs from the most similar of ``others``."""
    words = _words(name)
    alike = [_words(other) for other in others]
    head = max((_alike(words, other) for other in alike), default=0)
    if not 0 < head < len(words):
        return short(name, most)
    own = words[head]
    rivals = [other[head] for other in alike if other[:head] == words[:head] and len(other) > head]
    least = max((_alike(own, rival) for rival in rivals), default=0) + 1
    longest = most + TOLD_APART - LABEL
    room = longest - len(_fitted(words[:head], most - least)) - 1
    tail = own if len(own) <= room or own[0].isdigit() else f"{own[: max(least, room - 1)]}."
    return f"{_fitted(words[:head], longest - 1 - len(tail))} {tail}"


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of words, or letters, with which both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _words(name: str) -> list[str]:
    return [word.removesuffix(",") for word in name.split()]


def _fitted(words: Sequence[str], most: int) -> str:
    """As many words as fit into ``most`` letters; the last one is shortened if enough of it is left."""
    first, *others = words
    text = first if len(first) <= most else _cut(first, most)
    for word in others:
        room = most - len(text) - 1
        if len(word) > room:
            return f"{text} {_cut(word, room)}" if room > ABBREVIATED else text
        text += f" {word}"
    return text


def _cut(word: str, room: int) -> str:
    """A word in ``room`` letters: its usual short form, or its beginning, which ends with a consonant if it can."""
    usual = ABBREVIATIONS.get(word, "")
    if usual and len(usual) <= room:
        return usual
    start = word[: room - 1]
    end = len(start)
    while end > ABBREVIATED and start[end - 1] in VOWELS:
        end -= 1
    return f"{start[:end].rstrip('-')}."


Edge = tuple[Point, Point]


def edges_of(outline: Sequence[Point]) -> Iterator[Edge]:
    """The edges of an outline, from each corner to the next."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def rims(outlines: Iterable[Sequence[Point]]) -> list[tuple[Point, ...]]:
    """Outlines of the areas joined where they share whole edges: the outer ones, and one for each hole.

    The outlines must all have the same direction; an outer rim keeps it, and the rim of a hole has the opposite one.
    """
    edges = {edge for outline in outlines for edge in edges_of(outline)}
    after: dict[Point, list[Point]] = {}
    for one, two in sorted(edges):
        if (two, one) not in edges:
            after.setdefault(one, []).append(two)
    joined = []
    while after:
        start = at = next(iter(after))
        rim = []
        while True:
            rim.append(at)
            ways = after[at]
            step = ways.pop()
            if not ways:
                del after[at]
            at = step
            if at == start:
                break
        joined.append(tuple(rim))
    return joined


def is_clockwise(outline: Sequence[Point]) -> bool:
    """True if an outline runs clockwise, with y to the south."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges_of(outline)) > 0
