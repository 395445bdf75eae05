"""Labels: as much of a name as fits beside a symbol, and what tells it from its like."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final

LABEL: Final = 10
"""Letters of a label."""
TOLD_APART: Final = 11
"""Letters of one that says more, because another would be the same."""
ABBREVIATED: Final = 3
"""Letters that are left of a word that does not fit."""
WORD: Final = 4
"""Letters of a word that names somebody by itself: a number or a numeral has fewer."""


def short(name: str) -> str:
    """As much of a name as fits beside a symbol: of the part that tells it from others of its formation."""
    part = name.rpartition(": ")[2].partition(", ")[0].partition(" (")[0].partition("'s ")[0].partition("’s ")[0]
    return _fitted(part.removeprefix("The ").split() or [name], LABEL)


def labels(names: Sequence[str], tags: Sequence[str]) -> list[str]:
    """A label for each name, no two the same: what tells it from its like, its ``tag`` where nothing does."""
    made = [short(name) for name in names]
    for way in (_own, _told):
        made = _parted(names, made, way)
    count = Counter(made)
    return [label if count[label] == 1 else tag for label, tag in zip(made, tags, strict=True)]


def called(names: Sequence[str], tags: Sequence[str]) -> list[str]:
    """A label for each commander, no two the same: his family name, or else what tells him from his like.

    The last word is that, unless it is written as a common word: a "General of cavalry" goes by the first one.
    """
    plain = [
        name.partition(" (")[0].removeprefix("The ").split() or [tag] for name, tag in zip(names, tags, strict=True)
    ]
    found = [short(words[0] if words[-1][0].islower() else words[-1]) for words in plain]
    return found if len(set(found)) == len(found) else labels([" ".join(words) for words in plain], tags)


def _parted(names: Sequence[str], made: list[str], way: Callable[[Sequence[str]], list[str]]) -> list[str]:
    """The labels where those that several names share give way to others, if each of these is of one name alone."""
    found = list(made)
    for label in [label for label, many in Counter(made).items() if many > 1]:
        alike = [place for place, each in enumerate(made) if each == label]
        others = {each for place, each in enumerate(found) if place not in alike}
        new = way([names[place] for place in alike])
        if len(set(new)) == len(alike) and others.isdisjoint(new):
            for place, each in zip(alike, new, strict=True):
                found[place] = each
    return found


def _own(names: Sequence[str]) -> list[str]:
    """Each name from the first word that not all share, such as that of a battery's captain.

    Nothing where that is but a number, or where what they share is one: then both are wanted.
    """
    first, *others = (name.split() for name in names)
    head = min(_alike(first, other) for other in others)
    words = [name.split()[head:] for name in names]
    numbered = any(letter.isdigit() for letter in "".join(first[:head]))
    if numbered or any(not each or len(each[0]) < WORD for each in words):
        return []
    return [_fitted(each, LABEL) for each in words]


def _told(names: Sequence[str]) -> list[str]:
    """The beginning of each name, and of the first word by which it differs from the others as much as that takes."""
    return [_against(name, [other for other in names if other != name]) for name in names]


def _against(name: str, others: Iterable[str]) -> str:
    """The beginning of ``name`` and of the word by which it differs from those of ``others`` that are most like it."""
    words = _words(name)
    alike = [_words(other) for other in others]
    head = max((_alike(words, other) for other in alike), default=0)
    if not 0 < head < len(words):
        return short(name)
    own = words[head]
    rivals = [other[head] for other in alike if other[:head] == words[:head] and len(other) > head]
    least = max((_alike(own, rival) for rival in rivals), default=0) + 1
    room = TOLD_APART - len(_fitted(words[:head], LABEL - least)) - 1
    tail = own if len(own) <= room or own[0].isdigit() else f"{own[: max(least, room - 1)]}."
    return f"{_fitted(words[:head], TOLD_APART - 1 - len(tail))} {tail}"


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many words, or letters, both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _words(name: str) -> list[str]:
    return [word.removesuffix(",") for word in name.split()]


def _fitted(words: Sequence[str], most: int) -> str:
    """As many words as ``most`` letters hold, the last one cut where enough of it is left."""
    first, *others = words
    found = first if len(first) <= most else f"{first[: most - 1]}."
    for word in others:
        room = most - len(found) - 1
        if len(word) > room:
            return f"{found} {word[:ABBREVIATED]}." if room > ABBREVIATED else found
        found += f" {word}"
    return found
