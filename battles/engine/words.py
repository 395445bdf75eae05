"""Words of log sentences: names of sides, lists, counts, dice and rules, verbs that agree; a reader of notations.

A side's name is free text of a scenario or an army. `in_sentence` adds "the" where English wants it, `agrees` chooses
the form of a verb.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from battles.engine.core import Modifier, Refusal, RefusalCode, SideId
from battles.engine.dice import Roll

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

PREPOSITIONS: Final = frozenset(["of", "under", "at", "in", "from", "on", "with"])
"""Words that end the noun of a name."""

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
    """The form of a verb for a side or force: ``one`` for "Blue has", ``many`` for "the French have".

    Two bodies have a plural verb: "5th Division and 4th Brigade have".
    """
    return many if _is_plural(name.strip()) else one


def does(name: str, one: str, many: str) -> str:
    """A side and its verb at the beginning of a sentence: ``Blue wins``, ``The French win``."""
    return f"{at_start(name)} {agrees(name, one, many)}"


def body_does(name: str, words: str) -> str:
    """A force and what it does: ``words`` is the form for one, such as ``drops its order``."""
    return f"{name} {agrees(name, words, plural(words))}"


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
        if number and (word.casefold() in PREPOSITIONS or word.startswith("(")):
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
    return head in PLURAL_BODIES or head in PEOPLES or _names_many(head) or _names_two(words)


def _names_two(words: list[str]) -> bool:
    """True for two bodies joined by "and", before any "of" or the like."""
    lower = [word.casefold() for word in words]
    end = next((number for number, word in enumerate(lower) if word in PREPOSITIONS), len(lower))
    return any(word == "and" and before in BODIES for before, word in pairwise(lower[:end]))


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


MINUS: Final = "−"


def sentence_of(*parts: str, rules: Iterable[str]) -> str:
    """Join sentences, each with a capital and a full stop; the rules, each once, come before the last full stop."""
    text = " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part)
    cited = ", ".join(dict.fromkeys(filter(None, rules)))
    return f"{text[:-1]} ({cited})." if cited else text


def joined(words: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; with another word before the last one, ``a or b``."""
    items = list(words)
    return f" {last} ".join([*([", ".join(items[:-1])] if len(items) > 1 else []), *items[-1:]])


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; of several with commas of their own, ``a; b; and c``."""
    items = list(words)
    if len(items) > 2 and any("," in word for word in items):
        return f"{'; '.join(items[:-1])}; and {items[-1]}"
    return joined(items)


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 hex``, ``12 units``; give ``plural`` if it is irregular."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def signed(number: int) -> str:
    """``+2`` or ``−1``."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def number(value: int) -> str:
    """``2`` or ``−1``."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def plus(first: str, number: int) -> str:
    """``first`` with a number added or subtracted: ``2D10 + 3``."""
    return f"{first} {MINUS if number < 0 else '+'} {abs(number)}"


def faces(rolls: Iterable[Roll]) -> str:
    """Natural faces as a list: ``7 and 3``."""
    return joined(str(face) for roll in rolls for face in roll.faces)


def modifiers(rows: Iterable[Modifier]) -> str:
    """``target in column +1; square −2``."""
    return "; ".join(f"{row.what} {signed(row.value)}" for row in rows)


def rules_of(rows: Iterable[Modifier]) -> list[str]:
    """The rules of modifiers."""
    return [row.rule for row in rows]


def mid_sentence(name: str) -> str:
    """A name as it stands in the middle of a sentence: ``the`` for a first ``The``."""
    return f"the{name[3:]}" if name.startswith("The ") else name


def side_name(state: Any, number: SideId) -> str:
    """The name of a side as its force states it."""
    name: str = state.setup.forces[number == "b"].name
    return name


def side(state: Any, number: SideId) -> str:
    """The name of a side in the middle of a sentence: ``the French``."""
    return in_sentence(side_name(state, number))


def side_label(state: Any, number: SideId) -> str:
    """The name of a side without an article of ours, for headings, scores and brackets."""
    return mid_sentence(side_name(state, number))


def side_verb(state: Any, number: SideId, one: str, many: str) -> str:
    """The name of a side in a sentence, with the form of a verb that agrees with it."""
    return f"{side(state, number)} {agrees(side_name(state, number), one, many)}"


def aligned(rows: Iterable[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Rows of cells as lines of text, each column as wide as its widest cell."""
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for row in lines:
        cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"{indent}{cells}".rstrip()


class NotationError(ValueError):
    """A text that cannot be read; the sentence says what is wrong and where."""


class WordReader:
    """Reads the words of a text from the first to the last. ``place`` is how many are read."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.place = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""


_TROOPS = (
    "lancers dragoons hussars guards guardsmen grenadiers carabiniers carabineers chasseurs cuirassiers fusiliers "
    "rifles riflemen voltigeurs tirailleurs skirmishers jägers jaegers jagers schützen musketeers musketiers "
    "highlanders uhlans ulans cossacks greys grays royals blues buffs scots inniskillings guides marines mamelukes "
    "pioneers sappers volunteers pandours gunners guns horsemen troops horseguards lifeguards fencibles irregulars "
    "lanciers hussards carabiniers gendarmes sapeurs flanqueurs husaren dragoner ulanen kürassiere cazadores "
    "hanoverians brunswickers nassauers saxons bavarians prussians russians austrians hessians badeners württembergers "
    "poles italians neapolitans spaniards belgians dutchmen croats hungarians bohemians silesians westphalians"
)
TROOPS: Final = frozenset(_TROOPS.split())
"""Nouns for troops that take a plural verb."""

_AFTER_NAME: Final = frozenset(["of", "under", "at", "in", "from", "on", "with", "and", "à", "de", "der", "zu"])
"""Words that end the noun of a name: ``Dragoons of the Guard``."""

_IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_ITS: Final = re.compile(r"\bits\b")
_HISSING: Final = ("sses", "shes", "ches", "xes", "zes")


@lru_cache(maxsize=1024)
def is_many(name: str) -> bool:
    """True if the name of a unit is a plural, such as ``Wathiez's Lancers``."""
    words = name.partition(" (")[0].casefold().replace(",", " ").split()
    end = next((place for place, word in enumerate(words) if place and word in _AFTER_NAME), len(words))
    return bool(words) and words[end - 1] in TROOPS


def with_verb(name: str, words: str) -> str:
    """A unit and what it does: ``words`` is the form for one unit, such as ``limbers up and flees``."""
    return f"{name} {verb(name, words)}"


def refused(code: RefusalCode, rule: str, name: str, verb: str, rest: str) -> Refusal:
    """The refusal of something that a unit ``is``, ``has`` or ``does``: ``verb`` is the form for one unit."""
    return Refusal(code, rule, f"{with_verb(name, verb)} {rest}")


def verb(name: str, words: str) -> str:
    """What a unit does, in the form that agrees with its name."""
    return plural(words) if is_many(name) else words


@lru_cache(maxsize=256)
def plural(words: str) -> str:
    """A predicate for several: its first verb, those after "and", and "their" for "its".

    A capital after "and" begins the rest of a name, as in ``charges the Hussars and Uhlans``.
    """
    parts = (part.split(" ") for part in words.split(" and "))
    return _ITS.sub("their", " and ".join(" ".join([_plural_verb(head), *rest]) for head, *rest in parts))


def _plural_verb(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.islower() or word in ("its", "this"):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(_HISSING):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
