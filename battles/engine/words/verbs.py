"""Verbs that agree with the name of a unit: "the 33rd Foot moves", "Wathiez's Lancers move"."""

import re
from functools import lru_cache
from typing import Final

from battles.engine.core import Refusal, RefusalCode

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
