"""The laws of a system whose scenarios can be drawn. ``test_drafting`` holds each for each such system."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, get_args

from battles.engine.chance import Chances
from battles.engine.core import SetupError
from battles.engine.drafting import ColumnKind, Stroke
from battles.engine.picture import GroundKind

SEEDS = (b"one", b"another")


def drawings(system: Any) -> Iterator[bytes]:
    """An empty board, and every shipped scenario."""
    yield system.new_drawing("A day in May", {})
    for key in system.scenarios():
        yield system.drawing_of(system.scenario(key), system.scenario_text(key))


def a_shipped_scenario_comes_back_unchanged(system: Any) -> None:
    """As a drawing it is the same battle and text, and every sheet filled with its own rows changes nothing."""
    for key in system.scenarios():
        content = system.drawing_of(system.scenario(key), system.scenario_text(key))
        found = system.draft(content)
        assert system.read_scenario(content) == system.scenario(key), key
        assert found.text == system.scenario_text(key), key
        assert found.faults == (), key
        assert system.set_options(content, {}) == content, key
        for sheet in found.sheets:
            assert system.fill(content, sheet.key, sheet.rows) == content, (key, sheet.key)


def a_drawing_without_faults_can_be_played(system: Any) -> None:
    """It reads as a scenario exactly where no fault is found."""
    for content in drawings(system):
        faults = system.draft(content).faults
        error = refused(lambda c=content: system.start(system.read_scenario(c)))
        assert bool(error) == bool(faults), error
        if error:
            assert error.path == faults[0].path, error
            assert str(error) == f"{faults[0].path}: {faults[0].sentence}"


def every_brush_leaves_a_drawing(system: Any) -> None:
    """Each lays its ground, or leaves a drawing that can be read; laid twice it changes no more."""
    for content in drawings(system):
        found = system.draft(content)
        keys = [brush.key for brush in found.palette]
        assert len(set(keys)) == len(keys)
        area = Chances(b"brush").choice(found.ground.areas).key
        for brush in found.palette:
            assert brush.words, brush
            assert brush.group, brush
            stroke = Stroke(brush.key, (area,), "Somewhere")
            painted = system.paint(content, [stroke])
            assert system.paint(painted, [stroke]) == painted, brush
            after = {one.key: one.ground for one in system.draft(painted).ground.areas}
            if brush.ground is not None:
                assert brush.ground in get_args(GroundKind), brush
                assert after[area] == brush.ground, brush


def strange_strokes_are_refused(system: Any) -> None:
    """A brush or an area that is not there, and none at all."""
    for content in drawings(system):
        found = system.draft(content)
        key, area = found.palette[0].key, found.ground.areas[0].key
        for brush, areas in (("no such brush", (area,)), (key, ("no such area",)), (key, ())):
            assert refused(lambda b=brush, a=areas, c=content: system.paint(c, [Stroke(b, a)])), (brush, areas)


def sheets_say_what_they_hold(system: Any) -> None:
    """Keys are their own, every row has every column, and a choice holds one of its words or nothing."""
    for content in drawings(system):
        sheets = system.draft(content).sheets
        assert len({sheet.key for sheet in sheets}) == len(sheets)
        for sheet in sheets:
            assert sheet.title, sheet
            assert sheet.grows or len(sheet.rows) == 1, sheet
            for column in sheet.columns:
                assert column.kind in get_args(ColumnKind)
                assert column.label
                assert bool(column.words) == (column.kind == "choice"), column
            for row in sheet.rows:
                assert set(row) == {column.key for column in sheet.columns}
                assert all(row[one.key] in ("", *one.words) for one in sheet.columns if one.kind == "choice"), row


def needed_cells_are_needed(system: Any) -> None:
    """A row without what is needed is refused at its place, and so is a column or sheet that there is not."""
    for content in islice(drawings(system), 1, None):
        for sheet in system.draft(content).sheets:
            assert refused(lambda s=sheet, c=content: system.fill(c, s.key, [*s.rows, {"no such column": "x"}]))
            for column in (one for one in sheet.columns if one.needed and sheet.rows):
                lacking = [{**sheet.rows[0], column.key: ""}, *sheet.rows[1:]]
                error = refused(lambda s=sheet, c=content, r=lacking: system.fill(c, s.key, r))
                assert error, (sheet.key, column.key)
                start = f"{sheet.key}[0]." if sheet.grows else ""
                assert error.path.startswith(start), error
                assert error.path.endswith(column.key), error
        assert refused(lambda c=content: system.fill(c, "no such sheet", []))


def scattered_ground_is_that_of_its_seed(system: Any) -> None:
    """The same seed lays the same ground; another lays other ground; what lies there stays unless it is laid anew."""
    for content in drawings(system):
        first, second = (system.scatter(content, seed, anew=False) for seed in SEEDS)
        assert system.scatter(content, SEEDS[0], anew=False) == first
        assert first != second
        before, after = (system.draft(each).ground.areas for each in (content, first))
        usual = system.draft(system.new_drawing("Open", {})).ground.areas[0].ground
        assert all(new.ground == old.ground for old, new in zip(before, after, strict=True) if old.ground != usual)
        anew = system.scatter(first, SEEDS[1], anew=True)
        assert anew == system.scatter(second, SEEDS[1], anew=True)


def files_that_are_none_are_refused(system: Any) -> None:
    """Every question answers a file that cannot be read with a sentence."""
    for content in (b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"system": "another"}'):
        questions: list[Callable[[], Any]] = [
            lambda c=content: system.draft(c),
            lambda c=content: system.paint(c, []),
            lambda c=content: system.fill(c, "head", []),
            lambda c=content: system.set_options(c, {}),
            lambda c=content: system.scatter(c, SEEDS[0], anew=True),
        ]
        for question in questions:
            assert refused(question), content[:20]


def a_board_of_any_size_can_be_drawn(system: Any) -> None:
    """The least and the largest that the options allow; another size keeps what still lies on it."""
    specs = system.meta.options
    for end in ("least", "most"):
        values = {name: getattr(specs[name], end) for name in system.size_options}
        if error := refused(lambda v=values: system.new_drawing("Of its size", v)):
            assert error.path == "options", error
        for content in drawings(system):
            refused(lambda c=content, v=values: system.draft(system.set_options(c, v)))


def refused(question: Callable[[], Any]) -> SetupError | None:
    """What is refused; None where it is answered."""
    try:
        question()
    except SetupError as error:
        return error
    return None


DRAFTING = (
    a_shipped_scenario_comes_back_unchanged,
    a_drawing_without_faults_can_be_played,
    every_brush_leaves_a_drawing,
    strange_strokes_are_refused,
    sheets_say_what_they_hold,
    needed_cells_are_needed,
    scattered_ground_is_that_of_its_seed,
    files_that_are_none_are_refused,
    a_board_of_any_size_can_be_drawn,
)
