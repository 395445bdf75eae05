"""The drawn map of each shipped campaign: names collide nowhere, and all of it lies on the sheet."""

from itertools import combinations

import pytest

from battles.drawing.course_names import overlap
from campaign.war.drawing.ground import draw_ground
from campaign.war.drawing.pieces import draw_pieces
from campaign.war.rules.view import view
from campaign.war.shipped import CAMPAIGNS, shipped_state
from campaign.war.words import force_label


@pytest.mark.parametrize("key", CAMPAIGNS)
def test_names_collide_nowhere(key: str) -> None:
    ground = draw_ground(shipped_state(key).setup.map)
    names = ground.boxes[len(ground.towns) : 2 * len(ground.towns)]
    assert [pair for pair in combinations(names, 2) if overlap(pair[0], [pair[1]]) > 0] == []
    assert all(box[0] > 0 and box[1] > 0 and box[2] < ground.sheet.width for box in names)


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
