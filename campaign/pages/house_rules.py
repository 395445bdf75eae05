"""The house rules of a club as a form: every value that may be overlaid, with the printed one beside it."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.http.request import QueryDict
from msgspec import Struct

from armies.rules.house import HOUSE_SPECS
from armies.rules.house_spec import HouseSpec
from battles.engine.option_spec import OptionValue
from battles.rules import SYSTEMS

Overlays = Mapping[str, Mapping[str, OptionValue]]


class Cell(Struct, frozen=True):
    """One value: the name of its field, what it says now, the printed value in words, what is wrong with it."""

    name: str
    spec: HouseSpec
    value: str
    printed: str
    wrong: str

    @property
    def differs(self) -> bool:
        """Whether the field says something else than is printed."""
        return self.value != str(self.spec.default)


class Group(Struct, frozen=True):
    """Values that belong together; it stands open where one of them differs or is wrong."""

    title: str
    cells: tuple[Cell, ...]

    @property
    def differing(self) -> int:
        return sum(cell.differs for cell in self.cells)

    @property
    def wrong(self) -> int:
        return sum(bool(cell.wrong) for cell in self.cells)


def groups_of(overlays: Overlays, wrong: Mapping[str, str]) -> list[tuple[str, list[Group]]]:
    """Every value under every system that has house rules: the system's title and its groups.

    Args:
        overlays: what the fields say where they are not as printed; it may be wrong.
        wrong: a sentence by the name of a field.
    """
    return [
        (SYSTEMS[system].title, list(_groups(system, specs, overlays.get(system, {}), wrong)))
        for system, specs in HOUSE_SPECS.items()
    ]


def _groups(system: str, specs: Mapping[str, HouseSpec], said: Mapping[str, Any], wrong: Mapping[str, str]) -> Any:
    for title, items in groupby(specs.items(), key=lambda item: item[1].group):
        cells = (
            Cell(
                name=f"{system}.{key}",
                spec=spec,
                value=str(said.get(key, spec.default)),
                printed=in_words(spec),
                wrong=wrong.get(f"{system}.{key}", ""),
            )
            for key, spec in items
        )
        yield Group(title, tuple(cells))


def in_words(spec: HouseSpec) -> str:
    """The printed value as it is read."""
    return spec.words[str(spec.default)] if spec.kind == "choice" else str(spec.default).replace("-", "−")


def typed(sent: QueryDict) -> dict[str, dict[str, OptionValue]]:
    """What was sent in for each known value; an empty field is as printed and left out, like one that says so."""
    found: dict[str, dict[str, OptionValue]] = {}
    for system, specs in HOUSE_SPECS.items():
        for key, spec in specs.items():
            value = sent.get(f"{system}.{key}", "").strip()
            if value and value != str(spec.default):
                found.setdefault(system, {})[key] = value
    return found
