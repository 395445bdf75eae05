"""Battles as files: a scenario read and written again, those that are shipped, and a board for two forces.

A scenario is JSON in words that a person can write; the rulebook's terms are its words. ``scenario_parts`` reads
its board, forces and objectives.
"""

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from battles.engine.core import SetupError, SideId
from battles.engine.hex import Cell
from battles.engine.overlay import OverlayError, overlay
from battles.engine.shipped import Scenario, Shipped, decoded
from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.checking import SIDES, check
from battles.rules.easy_napoleonics.parts import Part, echoed
from battles.rules.easy_napoleonics.rules import DEFAULTS, Options, Rules
from battles.rules.easy_napoleonics.scenario_parts import BOARD_KEYS, Sheet, edge, read_board, size_of
from battles.rules.easy_napoleonics.scenario_written import file_of
from battles.rules.easy_napoleonics.setup import Board, Force, Setup
from battles.rules.easy_napoleonics.tables import PRINTED, Tables

FORMAT: Final = "muster-scenario/1"

MOST_TEXT: Final = 4_000
"""Characters of the text of a file."""

KEYS: Final = (
    "format",
    "system",
    "title",
    "text",
    "board",
    "forces",
    "objectives",
    "points_win",
    "options",
    "house",
)


def read_scenario(data: bytes) -> Setup:
    """The battle that a scenario file describes.

    Raises:
        SetupError: a fault of the file, with a sentence for the user and the path of the part at fault.
    """
    return opened(data).setup


def opened(data: bytes, key: str = "") -> Scenario[Setup]:
    """A scenario file with its text; raises as `read_scenario`."""
    drawn = laid(data)
    check(drawn.setup, drawn.rows)
    return Scenario(key=key, text=drawn.text, setup=drawn.setup)


SHIPPED: Final = Shipped("battles.rules.easy_napoleonics", opened)
"""The scenarios that come with the system."""


class Laid(NamedTuple):
    """A scenario file that can be read, whether it can be played or not, with the paths of the units by side."""

    setup: Setup
    text: str
    rows: tuple[list[str], list[str]]


def laid(data: bytes) -> Laid:
    """A scenario file as it stands, not looked through for what keeps it from being played.

    Raises:
        SetupError: it cannot be read.
    """
    file = Part(decoded(data, msgspec.json.decode), "", KEYS)
    file.word("format", (FORMAT,))
    file.word("system", (meta.KEY,))
    title, text = file.text("title"), file.text("text", "", MOST_TEXT)
    rules = Rules(_options(file), _tables(file))
    sheet = Sheet(rules, read_board(file, rules.options))
    forces = file.part("forces", SIDES)
    sides = (sheet.force(forces, "a"), sheet.force(forces, "b"))
    setup = Setup(
        title=title,
        board=sheet.board,
        forces=sides,
        rules=rules,
        objectives=sheet.objectives(file),
        points_win=file.flag("points_win", True),
    )
    return Laid(setup, text, (sheet.paths["a"], sheet.paths["b"]))


def written(setup: Setup, text: str = "") -> bytes:
    """A file that reads as ``setup`` again, with ``text`` on what it is about."""
    head: dict[str, Any] = {"format": FORMAT, "system": meta.KEY, "title": setup.title}
    if text:
        head["text"] = text
    return msgspec.json.format(msgspec.json.encode(head | file_of(setup)), indent=2) + b"\n"


def open_setup(force_a: Force, force_b: Force, rules: Rules = DEFAULTS, title: str = "") -> Setup:
    """Two forces on an open board of the options' size, side a in the south, b in the north (EN-RULING-70, 80, 81).

    The zones of the forces are those of ``deployment_depth``, whatever they were.

    Raises:
        SetupError: what `check` finds.
    """
    options = rules.options
    board = Board(options.board_columns, options.board_rows)
    forces = (in_zone(force_a, "a", options), in_zone(force_b, "b", options))
    setup = Setup(title=title or f"{force_a.name} against {force_b.name}", board=board, forces=forces, rules=rules)
    check(setup)
    return setup


def in_zone(force: Force, side: SideId, options: Options) -> Force:
    """``force`` with the zone at the edge of ``side`` (EN-RULING-80)."""
    return structs.replace(force, zone=edge_zone(side, options))


def edge_zone(side: SideId, options: Options) -> tuple[Cell, ...]:
    """The ``deployment_depth`` rows at the south edge for side a, at the north edge for b (EN-SETUP-08)."""
    return edge(side, options.board_columns, options.board_rows, options.deployment_depth)


def load(key: str) -> Setup:
    """The shipped scenario of that key.

    Raises:
        SetupError: there is none; the sentence lists those there are.
    """
    return SHIPPED.known(key).setup


def text_of(key: str) -> str:
    """What the shipped scenario of that key is about; raises as `load`."""
    return SHIPPED.known(key).text


def _options(file: Part) -> Options:
    """The options of the file, with the size of its board among them."""
    given = {name: _plain(value) for name, value in file.mapping("options").items()}
    columns, rows = size_of(file.part("board", BOARD_KEYS))
    for name, size in (("board_columns", columns), ("board_rows", rows)):
        if size and given.setdefault(name, size) != size:
            sentence = f"The board has {size} of them, this says {echoed(given[name])}; leave it out here."
            raise SetupError(sentence, f"options.{name}")
    try:
        return meta.read(given)
    except ValueError as error:
        raise SetupError(str(error), "options") from None


def _plain(value: Any) -> Any:
    """A value of JSON as options are written: a list with commas, null as none."""
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return "none" if value is None else value


def _tables(file: Part) -> Tables:
    """The printed tables with the house rules of the file over them."""
    given = file.mapping("house")
    if not given:
        return PRINTED
    try:
        return overlay(PRINTED, given)
    except OverlayError as error:
        sentence = error.sentence[:1].upper() + error.sentence[1:]
        raise SetupError(sentence, error.path.replace("tables", "house", 1)) from None
