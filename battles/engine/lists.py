"""Lists of actions that are made when somebody reads them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload


class Made(Sequence[Any]):
    """The actions that ``make`` gives for its arguments, made once, when they are first looked at.

    Whoever looks at the first alone has the others not made.
    """

    __slots__ = ("_found", "_given", "_make")

    def __init__(self, make: Callable[..., Iterable[Any]], *given: Any) -> None:
        self._make = make
        self._given = given
        self._found: tuple[Any, ...] | None = None

    def _all(self) -> tuple[Any, ...]:
        if self._found is None:
            self._found = tuple(self._make(*self._given))
        return self._found

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if place == 0 and self._found is None:
            for first in self._make(*self._given):
                return first
        return self._all()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return f"Made({list(self._all())!r})"
