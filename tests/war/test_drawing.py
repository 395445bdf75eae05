"""The drawn map of each shipped campaign: names collide nowhere, and all of it lies on the sheet."""

from itertools import combinations

import pytest

from armies.paper.sheet import PAPERS
from armies.paper.typography import width
from battles.drawing.course_names import Box, overlap, text_box
from campaign.war.drawing.ground import RIVER_SIZE, GroundDrawing, draw_ground, name_boxes
from campaign.war.drawing.pieces import draw_pieces
from campaign.war.rules.view import view
from campaign.war.services.creation import CAMPAIGNS, shipped_state
from campaign.war.sheets.map_sheet import LEAST, letters_for, scale_on
from campaign.war.words import force_label


@pytest.mark.parametrize("key", CAMPAIGNS)
def test_names_collide_nowhere(key: str) -> None:
    ground = draw_ground(shipped_state(key).setup.map)
    names = ground.boxes[len(ground.towns) : 2 * len(ground.towns)]
    assert [pair for pair in combinations(names, 2) if overlap(pair[0], [pair[1]]) > 0] == []
    assert all(box[0] > 0 and box[1] > 0 and box[2] < ground.sheet.width for box in names)


POINTS = 72 / 25.4
SIZES = ("screen", "a4", "letter")


def lettered(ground: GroundDrawing) -> list[tuple[str, Box]]:
    """Names of towns and rivers in the boxes that their true letters fill, and the frame of the title."""
    rows = []
    for town in ground.towns:
        wide = width(town.point.name, "text", town.size) * POINTS
        left = town.name_at[0] - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[town.anchor]
        rows.append((town.point.name, text_box(left, town.name_at[1], wide, town.size)))
    for river in ground.rivers:
        wide = width(river.name, "ital", river.size) * POINTS
        rows += [(river.name, box) for box in name_boxes(river.name_at, river.turn, wide, river.size)]
    if ground.cartouche:
        rows.append(("cartouche", ground.cartouche.box))
    return rows


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", CAMPAIGNS)
def test_names_and_forces_collide_at_no_size(key: str, size: str) -> None:
    state = shipped_state(key)
    plain = draw_ground(state.setup.map)
    letters = 1.0
    if size != "screen":
        form = PAPERS[size] if plain.sheet.height > plain.sheet.width else PAPERS[size].turned()
        letters = letters_for(form, plain)
        assert RIVER_SIZE * letters * scale_on(form, plain) * POINTS >= LEAST - 0.001
    ground = draw_ground(state.setup.map, letters)
    for side in state.setup.sides:
        seen = view(state, side.key)
        labels = {row.force.id: force_label(state.setup, row) for row in seen.forces}
        pieces = draw_pieces(ground, seen, labels, state.setup.settings, letters)
        rows = [*lettered(ground), *((piece.name, piece.box) for piece in pieces.forces)]
        pairs = {(one, other) for (one, a), (other, b) in combinations(rows, 2) if one != other and overlap(a, [b]) > 1}
        assert pairs == set()


def test_forces_of_the_evening_stand_clear_of_each_other_and_of_names() -> None:
    state = shipped_state("evening-1815")
    ground, seen = draw_ground(state.setup.map), view(state, "french")
    labels = {row.force.id: force_label(state.setup, row) for row in seen.forces}
    pieces = draw_pieces(ground, seen, labels, state.setup.settings)
    boxes = [piece.box for piece in pieces.forces]
    assert len(boxes) == 4
    for box in boxes:
        assert overlap(box, [other for other in (*boxes, *ground.boxes) if other != box]) == 0
    assert "quatre-bras" in pieces.unseen
    assert "gosselies" not in pieces.unseen
