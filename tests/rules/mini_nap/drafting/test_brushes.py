"""Brushes of the scenario editor, and strokes that it refuses."""

import pytest

from battles.engine.core import SetupError
from battles.engine.drafting import Stroke
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.drafts import BARE, cm, manned, refused

BRUSHES = [
    *(f"ground.{kind} area {look}" for kind, look in (("contour", "hill"), ("hill", "hill"), ("wood", "wood"))),
    *(f"ground.{kind} area {look}" for kind, look in (("forest", "wood"), ("village", "town"), ("landmark", "town"))),
    *(f"ground.{kind} area {look}" for kind, look in (("rough", "rough"), ("rough_x", "rough"), ("bog", "marsh"))),
    *(f"ground.{kind} line {look}" for kind, look in (("road", "road"), ("stream", "stream"), ("river", "water"))),
    *(f"ground.{kind} line {look}" for kind, look in (("ditch", "other"), ("fence", "wood"), ("wall", "wall"))),
    "ground.bridge spot bridge",
    "ground.ford spot stream",
    "move shift None",
    "corner bend None",
    "name  None",
    "erase  None",
    "zone.a box None",
    "zone.b box None",
    "zone.none spot None",
    *("unit.a.0.0.0.0  None", "unit.a.0.0.0.1  None", "unit.a.0.0.1.0  None"),
    *(f"stand.{key}  None" for key in ("a.0", "a.0.0", "a.0.0.0", "a.0.0.1", "b.0", "b.0.0")),
]
"""Each brush with how it is drawn and what ground it shows."""


def test_brushes() -> None:
    palette = SYSTEM.drafting.draft(manned()).palette
    assert [f"{each.key} {each.draws} {each.ground}" for each in palette] == BRUSHES
    blocks = {each.key: each.block for each in palette if each.block}
    assert list(blocks.values()) == ["unit 0", "unit 1", "unit 2", *(f"stand {number}" for number in range(6))]
    free = [each for each in palette if each.freely]
    assert {each.key.partition(".")[0] for each in free} == {"unit"}
    assert {each.turns for each in free} == {tuple(range(0, 3600, 450))}
    assert [each.asks for each in palette if each.asks] == ["Name"]


WOOD = SYSTEM.drafting.paint(BARE, [Stroke("ground.wood", points=cm((60, 60)))])
FAR = ((9_999_999, 0), (0, 0))


@pytest.mark.parametrize(
    ("stroke", "part", "words"),
    [
        (Stroke("ground.sea", points=cm((1, 1))), "brush", "There is no brush 'ground.sea'."),
        (Stroke("move", (), points=cm((1, 1), (2, 2))), "areas", "Choose one feature or block, not 0."),
        (Stroke("erase", ("wood 1", "wood 2")), "areas", "Choose one feature or block, not 2."),
        (Stroke("erase", ("wood 2",)), "areas", "Nothing on the table has the key 'wood 2'."),
        (Stroke("name", ("wood 1",), "n" * 81), "text", "A name has at most 80 characters; this one has 81."),
        (Stroke("ground.wall", points=cm((1, 1))), "points", "Wall: 1 point drawn; it needs 2 to "),
        (Stroke("ground.bridge", points=cm((1, 1), (2, 2))), "points", "Bridge: 2 points drawn; it needs 1."),
        (Stroke("ground.wall", points=FAR), "points", "A point is at most "),
        (Stroke("stand.a.0"), "areas", "Choose one place for Command stand of First Corps."),
        (Stroke("stand.a.0", ("wood 1",)), "areas", "'wood 1' is not a place on the table."),
        (Stroke("stand.a.0", points=FAR[:1]), "areas", "A place is at most "),
        (
            Stroke("stand.a.0", points=cm((9, 9)), turn=900),
            "turn",
            "Command stand of First Corps cannot face 90 degrees.",
        ),
    ],
)
def test_strokes_that_cannot_be_laid(stroke: Stroke, part: str, words: str) -> None:
    error = refused(lambda: SYSTEM.drafting.paint(WOOD, [stroke]))
    assert (error.path, words in str(error)) == (f"strokes[0].{part}", True)


def test_the_same_wood_twice_is_one() -> None:
    assert SYSTEM.drafting.paint(WOOD, [Stroke("ground.wood", points=cm((60, 60)))]) == WOOD
    with pytest.raises(SetupError, match="the most at once is"):
        SYSTEM.drafting.paint(WOOD, [Stroke("erase", ("wood 1",))] * 20_000)
