"""The laws of a system whose scenarios can be drawn. ``test_drafting`` holds each for each such system."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, get_args

from battles.engine.core import SetupError
from battles.engine.drafting import Brush, ColumnKind, Draft, Draws, Stroke
from battles.engine.picture import GroundKind, spot_key
from battles.engine.rng import Chances
from battles.engine.settings import numbers

SEEDS = (b"one", b"another")

OF_BLOCKS = 6
"""Brushes of blocks that are tried on a drawing: a large army has a hundred, all alike."""


def drawings(system: Any) -> Iterator[bytes]:
    """An empty board, and every shipped scenario."""
    yield system.drafting.new("A day in May", {})
    for key in system.scenarios.shipped():
        yield system.scenarios.write(system.scenarios.load(key), system.scenarios.text_of(key))


def a_shipped_scenario_comes_back_unchanged(system: Any) -> None:
    """As a drawing it is the same battle and text, and every sheet filled with its own rows changes nothing."""
    for key in system.scenarios.shipped():
        content = system.scenarios.write(system.scenarios.load(key), system.scenarios.text_of(key))
        found = system.drafting.draft(content)
        assert system.scenarios.read(content) == system.scenarios.load(key), key
        assert found.text == system.scenarios.text_of(key), key
        assert found.faults == (), key
        assert system.drafting.set_options(content, {}) == content, key
        for sheet in found.sheets:
            assert system.drafting.fill(content, sheet.key, sheet.rows) == content, (key, sheet.key)


def a_drawing_without_faults_can_be_played(system: Any) -> None:
    """It reads as a scenario exactly where no fault is found."""
    for content in drawings(system):
        faults = system.drafting.draft(content).faults
        error = refused(lambda c=content: system.start(system.scenarios.read(c)))
        assert bool(error) == bool(faults), error
        if error:
            assert error.path == faults[0].path, error
            assert str(error) == f"{faults[0].path}: {faults[0].sentence}"


def every_brush_leaves_a_drawing(system: Any) -> None:
    """Each lays its ground, or leaves a drawing that can be read; laid twice it changes no more, or is refused."""
    for content in drawings(system):
        found = system.drafting.draft(content)
        keys = [brush.key for brush in found.palette]
        assert len(set(keys)) == len(keys)
        for brush in found.palette:
            assert brush.words, brush
            assert brush.group, brush
            assert brush.draws in get_args(Draws), brush
        for brush in (*(brush for brush in found.palette if not brush.block), *block_brushes(found)):
            stroke = a_stroke(found, brush)
            if stroke is None or refused(lambda c=content, s=stroke: system.drafting.paint(c, [s])):
                assert brush.draws in ("", "spot", "shift", "bend"), brush
                assert found.ground.open, brush
                continue
            painted = system.drafting.paint(content, [stroke])
            again = (
                None
                if refused(lambda c=painted, s=stroke: system.drafting.paint(c, [s]))
                else system.drafting.paint(painted, [stroke])
            )
            assert brush.draws in ("shift", "bend") or again in (painted, None), brush
            lies_where_it_was_laid(found, brush, stroke, system.drafting.draft(painted))


def block_brushes(found: Draft) -> list[Brush]:
    """Some of the brushes that set a block."""
    return Chances(b"blocks").shuffled([brush for brush in found.palette if brush.block])[:OF_BLOCKS]


def a_stroke(found: Draft, brush: Brush) -> Stroke | None:
    """A stroke of a brush on a drawing; None where there is nothing that it could be laid on."""
    ground, chances = found.ground, Chances(b"brush")
    keys = [area.key for area in ground.areas] or [way.key for way in ground.ways]
    if not ground.open:
        return Stroke(brush.key, (chances.choice(keys),), "Somewhere")
    x, y = ground.width // 3, ground.height // 3
    points = {
        "area": ((x, y), (x + 70, y), (x + 70, y + 70), (x, y + 70)),
        "line": ((x, y), (x + 100, y + 20), (x + 200, y + 10)),
        "spot": next(((way.points[0],) for way in ground.ways if way.kind in ("stream", "river")), ((x, y),)),
        "box": ((x, y), (x + 300, y + 200)),
        "shift": ((x, y), (x + 30, y + 10)),
        "bend": ((x, y), (x + 30, y + 10)),
    }.get(brush.draws, ())
    if brush.block:
        return Stroke(brush.key, (spot_key((x, y)),))
    if brush.draws in ("", "shift", "bend"):
        return Stroke(brush.key, (chances.choice(keys),), "Somewhere", points=points) if keys else None
    return Stroke(brush.key, points=points)


def lies_where_it_was_laid(found: Draft, brush: Brush, stroke: Stroke, after: Draft) -> None:
    """What a brush of ground lays is ground of its kind."""
    if brush.ground is None or brush.draws not in ("", "area"):
        return
    assert brush.ground in get_args(GroundKind), brush
    if found.ground.open:
        new = {area for area in after.ground.areas if area not in found.ground.areas}
        assert [area.ground for area in new] == [brush.ground], brush
        assert {area.outline for area in new} == {stroke.points}, brush
    else:
        assert {one.key: one.ground for one in after.ground.areas}[stroke.areas[0]] == brush.ground, brush


def brushes_of_blocks_set_them_in_their_places(system: Any) -> None:
    """The block that a brush names stands on the area then, and faces the angle; where it may not stand it is told."""
    for content in drawings(system):
        found = system.drafting.draft(content)
        known = {block.key for block in (*found.scene.blocks, *found.scene.off)}
        before = set(system.drafting.misplaced(content))
        for brush in block_brushes(found):
            assert brush.block in known, brush
            turn = brush.turns[-1] if brush.turns else None
            tried = (
                system.drafting.paint(content, [Stroke(brush.key, (area,), turn=turn)]) for area in places(found, brush)
            )
            after = next(each for each in tried if set(system.drafting.misplaced(each)) <= before)
            block = next(one for one in system.drafting.draft(after).scene.blocks if one.key == brush.block)
            assert block.area in places(found, brush), brush
            assert block.turn == (turn or 0), brush
            strange = -1 if brush.freely else 1
            assert refused(
                lambda b=brush, a=block.area, c=content, t=strange: system.drafting.paint(
                    c, [Stroke(b.key, (a,), turn=t)]
                )
            )
            foes = [one.area for one in found.scene.blocks if one.side != block.side and one.shape != "leader"]
            if foes:
                there = system.drafting.paint(content, [Stroke(brush.key, (foes[0],))])
                assert set(system.drafting.misplaced(there)) - before, brush


def places(found: Draft, brush: Brush) -> list[str]:
    """Where a block might stand: a hex that is free, or some spots of an open table."""
    chances, ground = Chances(brush.key.encode()), found.ground
    if ground.open:
        return [spot_key((chances.below(ground.width), chances.below(ground.height))) for _ in range(40)]
    taken = {one.area for one in found.scene.blocks}
    free = {area.key for area in ground.areas if area.ground == "open"} - taken
    return [chances.choice(sorted(free))]


def strange_strokes_are_refused(system: Any) -> None:
    """A brush or an area that is not there, and none at all."""
    for content in drawings(system):
        found = system.drafting.draft(content)
        key = found.palette[0].key
        area = found.ground.areas[0].key if found.ground.areas else spot_key((0, 0))
        for brush, areas in (("no such brush", (area,)), (key, ("no such area",)), (key, ())):
            assert refused(lambda b=brush, a=areas, c=content: system.drafting.paint(c, [Stroke(b, a)])), (brush, areas)
        for brush in found.palette:
            if brush.draws:
                assert refused(lambda b=brush.key, c=content: system.drafting.paint(c, [Stroke(b)])), brush
                far = Stroke(brush.key, (area,), points=((10**9, 10**9),) * 2)
                assert refused(lambda s=far, c=content: system.drafting.paint(c, [s])), brush


def sheets_say_what_they_hold(system: Any) -> None:
    """Keys are their own, every row has every column, and a choice holds one of its words or nothing."""
    for content in drawings(system):
        sheets = system.drafting.draft(content).sheets
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
        for sheet in system.drafting.draft(content).sheets:
            assert refused(
                lambda s=sheet, c=content: system.drafting.fill(c, s.key, [*s.rows, {"no such column": "x"}])
            )
            for column in (one for one in sheet.columns if one.needed and sheet.rows):
                lacking = [{**sheet.rows[0], column.key: ""}, *sheet.rows[1:]]
                error = refused(lambda s=sheet, c=content, r=lacking: system.drafting.fill(c, s.key, r))
                assert error, (sheet.key, column.key)
                start = f"{sheet.key}[0]." if sheet.grows else ""
                assert error.path.startswith(start), error
                assert error.path.endswith(column.key), error
        assert refused(lambda c=content: system.drafting.fill(c, "no such sheet", []))


def other_cells_may_be_empty(system: Any) -> None:
    """What is not needed may be left out, each cell by itself; a place is left out as a whole."""
    for content in islice(drawings(system), 1, 2):
        for sheet in system.drafting.draft(content).sheets:
            for column in (one for one in sheet.columns if sheet.rows and not one.needed):
                if not column.key.startswith("at."):
                    without = [{**sheet.rows[0], column.key: ""}, *sheet.rows[1:]]
                    error = refused(lambda s=sheet, r=without, c=content: system.drafting.fill(c, s.key, r))
                    assert error is None, (sheet.key, column.key, error)


def house_rules_are_laid_and_put_back(system: Any) -> None:
    """A number of its own is told and counts, in place of those it had; what has no place is refused at its path."""
    printed = numbers(system.tables, system.meta.table_rules)
    for content in drawings(system):
        for one in (printed[0], printed[-1]):
            *heads, last = one.path.split(".")
            patch: Any = {last: one.value + 1}
            for head in reversed(heads):
                patch = {head: patch}
            laid = system.drafting.set_house_rules(content, patch)
            found = system.drafting.draft(laid).house
            assert [(each.path, each.value, each.printed) for each in found] == [(one.path, one.value + 1, one.value)]
            assert system.drafting.set_house_rules(laid, {}) == content
        error = refused(lambda c=content: system.drafting.set_house_rules(c, {"no such table": 1}))
        assert error, "A table that is not there."
        assert error.path.startswith("house"), error


def a_force_that_is_taken_leaves_the_other_alone(system: Any) -> None:
    """Its side has the units of the other set-up, and the other side is as it was."""
    for content in drawings(system):
        for key in system.scenarios.shipped():
            setup = system.scenarios.load(key)
            if refused(lambda c=content, s=setup: system.drafting.take_force(c, "b", s)):
                continue
            before, taken = (
                system.drafting.draft(content),
                system.drafting.draft(system.drafting.take_force(content, "b", setup)),
            )
            there = system.drafting.draft(system.scenarios.write(setup, ""))
            assert named(taken, "b") == named(there, "b"), key
            assert named(taken, "a") == named(before, "a"), key


def named(found: Draft, side: str) -> list[str]:
    """Who is of a side, on the board and beside it."""
    return sorted(block.name for block in (*found.scene.blocks, *found.scene.off) if block.side == side)


def scattered_ground_is_that_of_its_seed(system: Any) -> None:
    """The same seed lays the same ground; another lays other ground; what lies there stays unless it is laid anew."""
    for content in drawings(system):
        first, second = (system.drafting.scatter(content, seed, clear_first=False) for seed in SEEDS)
        assert system.drafting.scatter(content, SEEDS[0], clear_first=False) == first
        assert first != second
        before, after = (system.drafting.draft(each).ground for each in (content, first))
        if before.open:
            assert set(before.areas) <= set(after.areas)
        else:
            usual = system.drafting.draft(system.drafting.new("Open", {})).ground.areas[0].ground
            both = zip(before.areas, after.areas, strict=True)
            assert all(new.ground == old.ground for old, new in both if old.ground != usual)
        anew = system.drafting.scatter(first, SEEDS[1], clear_first=True)
        assert anew == system.drafting.scatter(second, SEEDS[1], clear_first=True)


def files_that_are_none_are_refused(system: Any) -> None:
    """Every question answers a file that cannot be read with a sentence."""
    for content in (b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"system": "another"}'):
        questions: list[Callable[[], Any]] = [
            lambda c=content: system.drafting.draft(c),
            lambda c=content: system.drafting.paint(c, []),
            lambda c=content: system.drafting.fill(c, "head", []),
            lambda c=content: system.drafting.set_options(c, {}),
            lambda c=content: system.drafting.set_house_rules(c, {}),
            lambda c=content: system.drafting.scatter(c, SEEDS[0], clear_first=True),
        ]
        for question in questions:
            assert refused(question), content[:20]


def a_board_of_any_size_can_be_drawn(system: Any) -> None:
    """The least and the largest that the options allow; another size keeps what still lies on it."""
    specs = system.meta.options
    for end in ("least", "most"):
        values = {name: getattr(specs[name], end) for name in system.drafting.size_options}
        if error := refused(lambda v=values: system.drafting.new("Of its size", v)):
            assert error.path == "options", error
        for content in drawings(system):
            refused(lambda c=content, v=values: system.drafting.draft(system.drafting.set_options(c, v)))


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
    brushes_of_blocks_set_them_in_their_places,
    strange_strokes_are_refused,
    sheets_say_what_they_hold,
    needed_cells_are_needed,
    other_cells_may_be_empty,
    house_rules_are_laid_and_put_back,
    a_force_that_is_taken_leaves_the_other_alone,
    scattered_ground_is_that_of_its_seed,
    files_that_are_none_are_refused,
    a_board_of_any_size_can_be_drawn,
)
