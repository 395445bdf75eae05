"""Unique names for units."""

from collections.abc import Callable


class Names:
    """Makes unique names: the second use of a name gets a 2 after it (AB-08). ``cut`` shortens a name for storage."""

    def __init__(self, cut: Callable[[str], str], most: int) -> None:
        self._cut, self._most = cut, most
        self._used: set[str] = set()
        self._numbers: dict[str, int] = {}

    def own(self, name: str) -> str:
        """A new unique name made from ``name``."""
        plain = unique = self._cut(" ".join(name.split()) or "Unit")
        number = self._numbers.get(plain, 1)
        while unique.casefold() in self._used:
            number += 1
            unique = f"{plain[: self._most - 6].rstrip()} ({number})"
        self._numbers[plain] = number
        self._used.add(unique.casefold())
        return unique
