"""Options and house rules of a system: read, written and compared the same way for every system."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Generic, TypeVar

from msgspec.structs import replace

from battles.engine.house_rules import Difference, differing, overlay
from battles.engine.options import OptionSpec, OptionValue, read_options, written
from battles.engine.registry import Meta

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
        meta: Meta,
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
