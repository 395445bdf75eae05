"""House rules, a club's own numbers in place of those in a system's tables; options and house rules of a battle."""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from msgspec import Struct, structs
from msgspec.structs import replace

from battles.engine.options import MOST_ECHOED, OptionSpec, OptionValue, echoed, read_options, written

if TYPE_CHECKING:
    from battles.engine.registry import Meta

LEAST: Final = -1_000
MOST: Final = 1_000
"""The least and the highest number of a house rule."""

T = TypeVar("T", bound=Struct)


class OverlayError(ValueError):
    """A house rule that does not fit the tables; a sentence for the user after its ``path``."""

    def __init__(self, path: str, sentence: str) -> None:
        super().__init__(f"{path}: {sentence}")
        self.path = path
        self.sentence = sentence


class Difference(Struct, frozen=True):
    """A number that a club has changed, with the printed number and its rule."""

    path: str
    value: int
    printed: int
    rule: str


def overlay(tables: T, patch: Mapping[str, Any]) -> T:
    """``tables`` with the numbers of ``patch``; ``tables`` itself if none differs.

    Raises:
        OverlayError: an unknown name, a value that is not a whole number from ``LEAST`` to ``MOST``, or a value for
            something that is not a number.
    """
    changed: T = _overlaid(tables, patch, "tables")
    return changed


def differing(tables: T, printed: T, rules: Mapping[str, str] = MappingProxyType({})) -> tuple[Difference, ...]:
    """Every number in which ``tables`` differ from ``printed``, in the order of the tables.

    Its rule is that of its row, or that of the longest path in ``rules`` that leads to it, or none.
    """
    return tuple(
        Difference(".".join(path), value, was, rule or _rule_of(path, rules))
        for path, value, was, rule in _changes(tables, printed)
    )


def numbers(tables: Any, rules: Mapping[str, str] = MappingProxyType({})) -> tuple[Difference, ...]:
    """Every number of ``tables`` that a club may change, in their order."""
    return tuple(
        Difference(".".join(path), value, value, rule or _rule_of(path, rules))
        for path, value, rule in _every(tables, (), "")
    )


def patch_of(tables: T, printed: T) -> dict[str, Any]:
    """The smallest patch that turns ``printed`` into ``tables``."""
    patch: dict[str, Any] = {}
    for path, value, _, _ in _changes(tables, printed):
        at = patch
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at[path[-1]] = value
    return patch


def _parts(value: Any) -> dict[str, Any]:
    """The parts of ``value`` by patch key: only numbers and what may hold numbers; empty for a number."""
    if isinstance(value, Struct):
        parts = {name: getattr(value, name) for name in value.__struct_fields__}
    elif isinstance(value, Mapping):
        parts = {str(key): part for key, part in value.items()}
    elif isinstance(value, tuple):
        parts = dict(zip(_addresses(value), value, strict=True))
    else:
        return {}
    return {key: part for key, part in parts.items() if _is_number(part) or isinstance(part, Struct | Mapping | tuple)}


def _addresses(rows: tuple[Any, ...]) -> list[str]:
    """The patch key of each row: its first field, or its index."""
    firsts = [
        getattr(row, row.__struct_fields__[0]) for row in rows if isinstance(row, Struct) and row.__struct_fields__
    ]
    if len(set(firsts)) == len(rows) and all(isinstance(first, str) for first in firsts):
        return firsts
    return [str(place) for place in range(len(rows))]


def _overlaid(value: Any, patch: Any, path: str) -> Any:
    if _is_number(value):
        return _number(patch, path)
    parts = _parts(value)
    if not isinstance(patch, Mapping):
        raise OverlayError(path, f"this must be an object with names, not {echoed(patch)}. {_there_is(parts)}")
    changed: dict[str, Any] = {}
    for key, inner in patch.items():
        at = f"{path}.{str(key)[:MOST_ECHOED]}"
        if key not in parts:
            raise OverlayError(at, _no_such(value, key, parts))
        new = _overlaid(parts[key], inner, at)
        if new is not parts[key] and new != parts[key]:
            changed[key] = new
    return _rebuilt(value, changed) if changed else value


def _rebuilt(value: Any, changed: Mapping[str, Any]) -> Any:
    """``value`` with some of its parts replaced."""
    if isinstance(value, Struct):
        return structs.replace(value, **changed)
    if isinstance(value, Mapping):
        return MappingProxyType({key: changed.get(str(key), part) for key, part in value.items()})
    return tuple(changed.get(key, part) for key, part in zip(_addresses(value), value, strict=True))


def _number(value: Any, path: str) -> int:
    if not _is_number(value):
        raise OverlayError(path, f"this must be a whole number, not {echoed(value)}.")
    if not LEAST <= value <= MOST:
        raise OverlayError(path, f"this must be a whole number from {LEAST:,} to {MOST:,}, not {_cut(value)}.")
    return int(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cut(number: int) -> str:
    """A number from outside for a sentence; one too long to write is only described."""
    return f"{number:,}" if abs(number) < 10**20 else "a number of more than 20 digits"


def _no_such(value: Any, key: Any, parts: Mapping[str, Any]) -> str:
    if isinstance(value, Struct) and key in value.__struct_fields__:
        return f"{key} is not a number, and only numbers can be changed. {_there_is(parts)}"
    return f"there is no {str(key)[:MOST_ECHOED]}. {_there_is(parts)}"


def _there_is(parts: Mapping[str, Any]) -> str:
    return f"There are {', '.join(parts)}." if parts else "There is nothing to change here."


def _changes(
    value: Any, printed: Any, path: tuple[str, ...] = (), rule: str = ""
) -> Iterator[tuple[tuple[str, ...], int, int, str]]:
    """Path, number, printed number and row's rule of every number that differs."""
    if value is printed:
        return
    if _is_number(value):
        if value != printed:
            yield path, value, printed, rule
        return
    own = getattr(printed, "rule", rule) if isinstance(printed, Struct) else rule
    theirs = _parts(printed)
    for key, part in _parts(value).items():
        yield from _changes(part, theirs[key], (*path, key), own)


def _every(value: Any, path: tuple[str, ...], rule: str) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """Path, number and row's rule of every number in ``value``."""
    if _is_number(value):
        yield path, value, rule
        return
    own = getattr(value, "rule", rule) if isinstance(value, Struct) else rule
    for key, part in _parts(value).items():
        yield from _every(part, (*path, key), own)


def _rule_of(path: tuple[str, ...], rules: Mapping[str, str]) -> str:
    ends = (".".join(path[:end]) for end in range(len(path), 0, -1))
    return next((rules[end] for end in ends if end in rules), "")


Options = TypeVar("Options")


class OptionSettings(Generic[Options]):
    """The options and house rules of a system, from its meta and its default rules.

    Args:
        defaults: the system's rules with every option at its default and the printed tables: a Struct with the fields
            ``options`` and ``tables``.
        check: raises ``ValueError`` for options that do not go together.
        gather: makes the stored value of an option that is a set.
    """

    def __init__(
        self,
        meta: "Meta",
        defaults: Any,
        check: Callable[[Options], None] = lambda options: None,
        gather: Callable[[frozenset[str]], Collection[str]] = frozenset,
    ) -> None:
        self.specs: Final[Mapping[str, OptionSpec]] = meta.options
        self._meta = meta
        self._defaults = defaults
        self._check = check
        self._gather = gather

    def read(self, values: Mapping[str, OptionValue]) -> Options:
        """The options with the values in ``values``, the others at their defaults.

        A number may be given as digits, a length as centimetres, a set as names with commas between them.

        Raises:
            ValueError: an unknown option, a wrong value, or values that do not go together; a sentence for the user.
        """
        options: Options = type(self._defaults.options)(
            **read_options(self._meta.title, self.specs, values, gather=self._gather)
        )
        self._check(options)
        return options

    def written(self, options: Options) -> dict[str, OptionValue]:
        """The written values of the options that are not at their defaults, in the order of a form, for ``read``."""
        values = {name: written(getattr(options, name), spec.kind) for name, spec in self.specs.items()}
        return {name: value for name, value in values.items() if value != self.specs[name].default}

    def rules(self, values: Mapping[str, OptionValue] | None = None) -> Any:
        """The printed tables with options by name; raises as ``read``."""
        return replace(self._defaults, options=self.read(values)) if values else self._defaults

    def options_of(self, setup: Any) -> dict[str, OptionValue]:
        """The options of ``setup`` that are not at their defaults, by name; ``with_options`` reads them."""
        return self.written(setup.rules.options)

    def with_options(self, setup: Any, values: Mapping[str, OptionValue]) -> Any:
        """``setup`` with options replaced by name; raises as ``read``."""
        options = self.read({**self.options_of(setup), **values})
        return replace(setup, rules=replace(setup.rules, options=options))

    def with_house_rules(self, setup: Any, patch: Mapping[str, Any]) -> Any:
        """``setup`` with a club's numbers in place of printed ones; raises `OverlayError` for a wrong one."""
        return replace(setup, rules=replace(setup.rules, tables=overlay(self._defaults.tables, patch)))

    def differences(self, setup: Any) -> tuple[Difference, ...]:
        """The numbers in which the tables of ``setup`` differ from the printed ones."""
        return differing(setup.rules.tables, self._defaults.tables, self._meta.table_rules)
