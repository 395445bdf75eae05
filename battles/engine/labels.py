"""Labels: as much of a name as fits beside a symbol."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

LABEL: Final = 10
"""Letters of a label."""
ABBREVIATED: Final = 3
"""Letters that are left of a word that does not fit."""


def short(name: str) -> str:
    """As much of a name as fits beside a symbol: of the part that tells it from others of its formation."""
    part = name.rpartition(": ")[2].partition(", ")[0].partition(" (")[0].partition("'s ")[0].partition("’s ")[0]
    first, *words = part.removeprefix("The ").split() or [name]
    found = first if len(first) <= LABEL else f"{first[: LABEL - 1]}."
    for word in words:
        room = LABEL - len(found) - 1
        if len(word) > room:
            return f"{found} {word[:ABBREVIATED]}." if room > ABBREVIATED else found
        found += f" {word}"
    return found


def labels(names: Sequence[str], tags: Sequence[str]) -> list[str]:
    """A label for each name: its ``tag`` where another has the same."""
    made = [short(name) for name in names]
    count = Counter(made)
    return [name if count[name] == 1 else tag for name, tag in zip(made, tags, strict=True)]
