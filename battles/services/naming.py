"""Names of units that are each one unit's alone."""

from collections.abc import Callable


class Names:
    """Gives names out: the second of a name has a 2 after it (AB-08). ``cut`` makes a name short enough to be kept."""

    def __init__(self, cut: Callable[[str], str], most: int) -> None:
        self._cut, self._most = cut, most
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def own(self, name: str) -> str:
        """A name that nobody has yet, made of ``name``."""
        plain = found = self._cut(" ".join(name.split()) or "Unit")
        number = self._numbers.get(plain, 1)
        while found.casefold() in self._taken:
            number += 1
            found = f"{plain[: self._most - 6].rstrip()} ({number})"
        self._numbers[plain] = number
        self._taken.add(found.casefold())
        return found
