"""Names of sides in sentences: "the French", "the Anglo-allied army", "Blue"; and the edge that a side comes from.

A side's name is free text of a scenario or an army. `in_sentence` adds "the" where English wants it, `agrees` chooses
the form of a verb.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

_BODIES = (
    "advance allies armies army avant-garde band battalion battery battle-group brigade brigades cavalry "
    "centre center coalition column columns command company contingent corps defenders defence detachment "
    "division divisions escort expedition flank force forces front garrison guard guards horde host "
    "infantry left legion levy line militia outposts party picket pickets pursuit raiders rearguard "
    "regiment regiments relief reserve reserves right side squadron squadrons team troops vanguard wing "
    "wings attackers attacker defender crown confederation"
)
BODIES: Final = frozenset(_BODIES.split())
"""The last word of a name that takes "the": a body of troops or a party to a battle."""

_PEOPLES = (
    "british cornish danish dutch english finnish french irish piedmontese polish portuguese prussian "
    "scottish spanish swedish swiss turkish welsh anglo-allied anglo-dutch anglo-portuguese franco-allied "
    "hanoverian austrian russian bavarian saxon italian neapolitan brunswick"
)
PEOPLES: Final = frozenset(_PEOPLES.split())
"""Adjectives that name a people: "the French"."""

_PLURAL_BODIES = (
    "allies armies brigades columns defenders attackers divisions forces guards outposts pickets raiders "
    "regiments reserves squadrons troops wings"
)
PLURAL_BODIES: Final = frozenset(_PLURAL_BODIES.split())
"""Bodies with a plural verb."""

PLURAL: Final = re.compile(r"(?:ans|ians|ers|ons|ots|ites|ies|ts|rds|nes|les|des|sks|ues|eds|els|ars)$")
"""How a single word ends that names people, such as Prussians, Saxons, Britons, Rebels, Blues."""

_OWN_ARTICLE = "a an my our your his her their la le les los las el il i die der das den de het"
OWN_ARTICLE: Final = frozenset(_OWN_ARTICLE.split())
"""First words that leave no room for "the"."""

OWNER: Final = re.compile(r"\w['’]s\b|s['’](?=\s)")
"""``Ney's wing`` and ``Davis' wing``."""

NUMERAL: Final = re.compile(r"(?:[IVXLC]+|\d+)\.?")
"""A number before a body, such as ``II Corps`` or ``3. Armee``; not an ordinal such as ``3rd``."""

SMALL: Final = frozenset(["corps", "division", "brigade", "army"])
"""Bodies that go by a number alone, without "the": ``II Corps``, ``Division 2``."""

OFF_CENTRE: Final = 0.08
"""Part of the board by which the middle of a side's ground must lie off the centre to have an edge."""


def in_sentence(name: str) -> str:
    """A side's name in the middle of a sentence, with "the" where English wants it."""
    return _with_article(name.strip())


def at_start(name: str) -> str:
    """A side's name at the beginning of a sentence."""
    return capitalized(in_sentence(name))


def capitalized(words: str) -> str:
    """Words with a capital as the first letter."""
    return words[:1].upper() + words[1:]


def agrees(name: str, one: str, many: str) -> str:
    """The form of a verb for a side: ``one`` for "Blue has", ``many`` for "the French have"."""
    return many if _is_plural(name.strip()) else one


@lru_cache(maxsize=256)
def _with_article(name: str) -> str:
    words = name.split()
    if not words:
        return name
    first = words[0].casefold()
    if first == "the":
        return " ".join(["the", *words[1:]])
    if first in OWN_ARTICLE or OWNER.search(name.partition(" of ")[0]):
        return name
    return f"the {name}" if _wants_article(words) else name


def _wants_article(words: list[str]) -> bool:
    """True if a name without article or owner takes "the"."""
    head = _head(words)
    if len(words) == 1:
        return _is_people(head)
    if NUMERAL.fullmatch(words[0]) and head in SMALL and len(words) == 2:
        return False
    return head in BODIES or _is_people(head)


def _head(words: list[str]) -> str:
    """The noun of a name: the last word before "of", "under", "at" or a bracket, in lower case."""
    for number, word in enumerate(words):
        if number and (word.casefold() in ("of", "under", "at", "in", "from", "on", "with") or word.startswith("(")):
            return words[number - 1].rstrip(",").casefold()
    return words[-1].rstrip(",").casefold()


def _is_people(word: str) -> bool:
    return word in PEOPLES or _names_many(word)


def _names_many(word: str) -> bool:
    """True for a plural such as Prussians or Allies."""
    return len(word) > 3 and word not in BODIES - PLURAL_BODIES and PLURAL.search(word) is not None


def _is_plural(name: str) -> bool:
    """True if a verb of the side is plural."""
    words = [word for word in name.split() if word.casefold() != "the"]
    if not words or (OWNER.search(name) and len(words) == 1):
        return False
    head = _head(words)
    return head in PLURAL_BODIES or head in PEOPLES or _names_many(head)


def edge_of(places: Iterable[tuple[float, float]], width: float, height: float) -> str:
    """The edge that troops at ``places`` come from: "north", "south", "west", "east"; "" in the middle or for none.

    Args:
        places: points with y to the south, within ``width`` and ``height``.
    """
    points = list(places)
    if not points or not width or not height:
        return ""
    east = sum(x for x, _ in points) / len(points) / width - 0.5
    south = sum(y for _, y in points) / len(points) / height - 0.5
    if max(abs(east), abs(south)) < OFF_CENTRE:
        return ""
    if abs(south) >= abs(east):
        return "south" if south > 0 else "north"
    return "east" if east > 0 else "west"
