"""Random terrain keeps to the customs whatever the dice show, and bridges lie where they should."""

import itertools
import math

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
from battles.rules.mini_nap.tables import PRINTED, FeatureKind
from battles.rules.mini_nap.tables_ground import LANDMARK_ACROSS, SHAPES, USUAL_FACE, VILLAGE_ACROSS, WOOD_ACROSS

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
            assert all(grounds.grounds_apart(own, ground_of(PRINTED, one)) > 200 for one in others), each


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


RIVER = Feature(key="river", kind="river", points=((0, 6000), (18_000, 6000)), width=600)
HEDGE = Feature(key="hedge", kind="fence", points=((0, 6000), (18_000, 6000)))
DOWNHILL = Feature(key="burn", kind="stream", points=((6000, 0), (6000, 12_000)))


def box(x: int, y: int, wide: int, deep: int) -> set[tuple[int, int]]:
    """The corners of a rectangle along the table's edges about its middle."""
    return {(x + right, y + ahead) for right in (-wide // 2, wide // 2) for ahead in (-deep // 2, deep // 2)}


@pytest.mark.rule("MNT-RULING-34", "5 cm wide, a ford 7 cm, 1 cm beyond either bank; on a watercourse within 10 cm")
@pytest.mark.parametrize(
    ("kind", "features", "at", "where"),
    [
        ("bridge", (STREAM,), (4000, 6000), (STREAM, box(4000, 6000, 500, 350))),
        ("bridge", (RIVER,), (4000, 5500), (RIVER, box(4000, 6000, 500, 800))),
        ("ford", (RIVER,), (4000, 5500), (RIVER, box(4000, 6000, 700, 800))),
        ("bridge", (STREAM,), (4000, 7000), (STREAM, box(4000, 6000, 500, 350))),
        ("bridge", (STREAM,), (4000, 7001), None),
        ("bridge", (STREAM,), (4000, 4999), None),
        ("bridge", (HEDGE,), (4000, 6000), None),
        ("bridge", (HEDGE, STREAM), (4000, 6000), (STREAM, box(4000, 6000, 500, 350))),
        ("bridge", (DOWNHILL,), (6200, 3000), (DOWNHILL, box(6000, 3000, 350, 500))),
        ("bridge", (STREAM, DOWNHILL), (6200, 5700), (DOWNHILL, box(6000, 5700, 350, 500))),
        ("bridge", (STREAM, DOWNHILL), (6300, 5800), (STREAM, box(6300, 6000, 500, 350))),
        ("bridge", (STREAM, ROAD), (8000, 6000), (STREAM, box(9000, 6000, 500, 350))),
        ("bridge", (STREAM, ROAD), (7999, 6000), (STREAM, box(7999, 6000, 500, 350))),
        ("bridge", (STREAM, ROAD), (10_000, 6000), (STREAM, box(9000, 6000, 500, 350))),
        ("bridge", (STREAM, ROAD), (10_001, 6000), (STREAM, box(10_001, 6000, 500, 350))),
        ("bridge", (STREAM, replace(HEDGE, points=ROAD.points)), (9400, 6000), (STREAM, box(9400, 6000, 500, 350))),
    ],
)
def test_where_a_bridge_lies(
    kind: FeatureKind,
    features: tuple[Feature, ...],
    at: tuple[int, int],
    where: tuple[Feature, set[tuple[int, int]]] | None,
) -> None:
    found = span(PRINTED, features, kind, at)
    assert (found if found is None else (found[0], set(found[1]))) == where


@pytest.mark.rule("MNT-RULING-34", "a bridge lies along its road, though that crosses the water aslant")
def test_a_bridge_on_a_road_aslant() -> None:
    slant = replace(ROAD, points=((3000, 0), (15_000, 12_000)))
    found = span(PRINTED, (STREAM, slant), "bridge", (9400, 6300))
    assert found is not None
    # 2.5 cm to either side of the road and 1.75 cm along it, at 45 degrees.
    want = [(8700, 6053), (8947, 6300), (9053, 5700), (9300, 5947)]
    assert all(math.dist(*pair) < 2 for pair in zip(sorted(found[1]), want, strict=True))


@pytest.mark.rule("MNT-RULING-33", "each higher face makes an area larger, and turned it has the same shape")
@pytest.mark.parametrize("kind", SHAPES)
def test_usual_shapes_grow_and_turn(kind: FeatureKind) -> None:
    sizes = [extents(usual_outline(kind, (0, 0), face)) for face in range(1, 7)]
    assert all(
        small < large for one, other in itertools.pairwise(sizes) for small, large in zip(one, other, strict=True)
    )
    assert usual_outline(kind, (0, 0)) == usual_outline(kind, (0, 0), USUAL_FACE, 0)
    plain = usual_outline(kind, (5000, 4000), 4)
    turned = usual_outline(kind, (5000, 4000), 4, 900)
    for (x, y), (turned_x, turned_y) in zip(plain, turned, strict=True):
        assert math.dist((turned_x - 5000, turned_y - 4000), (y - 4000, 5000 - x)) <= 1


@pytest.mark.rule("MNT-RULING-33", "an area lies about its middle, as broad as deep or broader, its first corner ahead")
@pytest.mark.parametrize("kind", SHAPES)
def test_usual_shapes_lie_about_their_middle(kind: FeatureKind) -> None:
    outline = usual_outline(kind, (0, 0), 1)
    row = SHAPES[kind]
    assert len(outline) == len(row.corners)
    assert min(outline)[0] < 0 < max(outline)[0]
    for (x, y), part in zip(outline, row.corners, strict=True):
        assert abs(math.hypot(x, y * 100 / row.across) - row.least * part / 100) <= 2
    right = [math.atan2(x, y * 100 / row.across) % math.tau for x, y in outline]
    assert right == sorted(right)
    assert abs(right[0] - math.pi / len(outline)) < 0.01


def test_keys_are_the_first_that_are_free() -> None:
    assert key_for("wood", {"wood 1", "wood 3"}) == "wood 2"
    assert key_for("rough_x", ()) == "impassable rough ground 1"
