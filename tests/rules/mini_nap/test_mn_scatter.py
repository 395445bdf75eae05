"""Random terrain keeps to the customs whatever the dice show, and bridges lie where they should."""

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice, SeededDice
from battles.engine.table import grounds
from battles.engine.table.polygons import extents
from battles.rules.mini_nap.board import disc_of
from battles.rules.mini_nap.checking_features import crossing_faults, feature_faults, ground_of, warned
from battles.rules.mini_nap.ground import lying
from battles.rules.mini_nap.laying import key_for, span, usual_outline
from battles.rules.mini_nap.scattering import scatter
from battles.rules.mini_nap.setup import Feature, Table
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.tables_ground import LANDMARK_ACROSS, VILLAGE_ACROSS, WOOD_ACROSS

STREAM = Feature(key="brook", kind="stream", points=((0, 6000), (18_000, 6000)))
ROAD = Feature(key="lane", kind="road", points=((9000, 0), (9000, 12_000)))


def laid(seed: int, table: Table | None = None, **facts: object) -> Table:
    """A table after random terrain."""
    before = table or Table()
    found = scatter(SeededDice(b"%d" % seed, 0), PRINTED, before, **facts)  # type: ignore[arg-type]
    return replace(before, features=(*before.features, *found))


@pytest.mark.rule("MNT-RULING-33", "what the dice lay breaks no rule of placement, on tables of any size")
@pytest.mark.parametrize("size", [(18_000, 12_000), (6_000, 6_000), (30_000, 18_000)])
def test_what_is_laid_can_be_played(size: tuple[int, int]) -> None:
    kinds = set()
    for seed in range(40):
        table = laid(seed, Table(*size))
        faults = [str(one) for each in table.features for one in feature_faults(PRINTED, table, each, each.key)]
        assert [*faults, *map(str, crossing_faults(PRINTED, table)), *warned(PRINTED, table)] == []
        assert len({each.key for each in table.features}) == len(table.features)
        kinds |= {each.kind for each in table.features}
    assert kinds >= {"contour", "hill", "wood", "rough", "stream", "road", "bridge"}


@pytest.mark.rule("MNT-RULING-33", "areas lie wholly on the table and 2 cm from others, high ground apart")
def test_areas_keep_clear() -> None:
    for seed in range(20):
        table = laid(seed)
        low = [each for each in table.features if each.kind in ("wood", "village", "rough", "bog")]
        for each in low:
            assert all(0 <= x <= table.width and 0 <= y <= table.height for x, y in each.points), each
            others = [one for one in table.features if one is not each and one.kind not in ("contour", "hill")]
            own = ground_of(PRINTED, each)
            assert all(grounds.grounds_apart(own, ground_of(PRINTED, one)) >= 200 for one in others), each


@pytest.mark.rule("MNT-RULING-33", "the faces tell how many there are, how large, and where")
def test_faces_are_read_one_after_the_other() -> None:
    faces = [3, 2]  # no stream, no road
    faces += [1, 1, 1, 1, 6, 1, 51, 26, 1, 1]  # no high ground, no village, one wood: size, bearing, place; the rest
    (wood,) = scatter(ScriptedDice(faces), PRINTED, Table())
    assert (wood.key, wood.kind) == ("wood 1", "wood")
    assert wood.points == usual_outline("wood", (300 + 17_400 * 50 // 99, 300 + 11_400 * 25 // 99), 6, 0)


@pytest.mark.rule("MNT-RULING-33", "nothing is laid on whoever stands there, but high ground")
def test_units_stand_clear() -> None:
    crowd = tuple(disc_of(x, y) for x in range(300, 18_000, 600) for y in range(300, 12_000, 600))
    kinds = {each.kind for seed in range(20) for each in laid(seed, crowd=crowd).features}
    assert kinds <= {"contour", "hill"}
    assert kinds


@pytest.mark.rule("MNT-RULING-33", "what lies there stays, and nothing more is laid than a table takes")
def test_what_lies_there_stays() -> None:
    before = Table(features=(STREAM,))
    assert laid(1, before).features[0] == STREAM
    assert len(laid(1, laid(2, laid(3, before))).features) > 3


@pytest.mark.rule("MNT-RULING-33", "by option the dice lay terrain before the ratings, and the battle goes on upon it")
def test_a_battle_begins_on_random_terrain() -> None:
    setup = SYSTEM.plain_setup({"random_terrain": True})
    step = SYSTEM.begin(SYSTEM.start(setup), SeededDice(b"k" * 32, 0))
    laid = step.events[0]
    assert laid.kind == "terrain_laid"
    assert laid.features == step.state.setup.table.features
    assert [each.feature.key for each in lying(step.state)] == [each.key for each in laid.features]
    sentence = SYSTEM.sentence(step.state, laid) or ""
    assert sentence.endswith("(MNT-RULING-33).")
    assert "contour" in sentence
    assert SYSTEM.options(step.state, next(iter(SYSTEM.deciding(step.state))))
    bare = SYSTEM.begin(SYSTEM.start(SYSTEM.plain_setup({})), SeededDice(b"k" * 32, 0))
    assert bare.state.setup.table.features == ()


@pytest.mark.rule("MNT-PLACE-01", "a wood of the usual shape is 5 to 10 cm across whatever the face")
@pytest.mark.rule("MNT-PLACE-03", "so is a village of the usual shape")
@pytest.mark.rule("MNT-PLACE-05", "a landmark of the usual shape is at most 5 cm across")
@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [("wood", *WOOD_ACROSS), ("village", *VILLAGE_ACROSS), ("landmark", 0, LANDMARK_ACROSS)],
)
def test_usual_shapes_are_of_their_size(kind: str, least: int, most: int) -> None:
    for face in range(1, 7):
        for bearing in range(0, 3600, 300):
            narrow, wide = extents(usual_outline(kind, (5000, 5000), face, bearing))  # type: ignore[arg-type]
            assert least <= narrow, (face, bearing)
            assert wide <= most, (face, bearing)


@pytest.mark.rule("MNT-RULING-34", "a bridge lies along a road that crosses the water, 1 cm longer at either end")
def test_a_bridge_lies_along_the_road() -> None:
    found = span(PRINTED, (STREAM, ROAD), "bridge", (9400, 6300))
    assert found is not None
    water, outline = found
    assert water == STREAM
    assert set(outline) == {(8750, 5825), (8750, 6175), (9250, 6175), (9250, 5825)}
    table = Table(features=(STREAM, ROAD, Feature(key="bridge", kind="bridge", points=outline, over="brook")))
    assert list(crossing_faults(PRINTED, table)) == []


@pytest.mark.rule("MNT-RULING-34", "without a road it lies straight over the water at the nearest place, within 10 cm")
def test_a_ford_lies_at_the_nearest_place() -> None:
    found = span(PRINTED, (STREAM,), "ford", (4000, 6900))
    assert found is not None
    assert set(found[1]) == {(3650, 5825), (3650, 6175), (4350, 6175), (4350, 5825)}
    assert span(PRINTED, (STREAM,), "ford", (4000, 7100)) is None
    assert span(PRINTED, (ROAD,), "ford", (9000, 6000)) is None


def test_keys_are_the_first_that_are_free() -> None:
    assert key_for("wood", {"wood 1", "wood 3"}) == "wood 2"
    assert key_for("rough_x", ()) == "impassable rough ground 1"
