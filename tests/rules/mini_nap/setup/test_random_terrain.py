"""Random terrain: what each die says, and features that keep to MNT-PLACE (MNT-RULING-33)."""

import itertools
import math
import re
from importlib import resources

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice, SeededDice
from battles.kits.open_table import areas
from battles.kits.open_table.polygons import extents
from battles.rules.mini_nap.positions import stand_disc
from battles.rules.mini_nap.setup.features import (
    ScatterTable,
    crossing_faults,
    feature_faults,
    ground_of,
    key_for,
    occupied_footprints,
    placing_warnings,
    random_features,
    span,
    usual_outline,
)
from battles.rules.mini_nap.state import Feature, Table
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED, FeatureKind
from battles.rules.mini_nap.terrain.features import features_in_play
from battles.rules.mini_nap.terrain_tables import (
    LANDMARK_ACROSS,
    SCATTERED,
    SHAPES,
    USUAL_FACE,
    VILLAGE_ACROSS,
    WOOD_ACROSS,
)
from tests.rules.mini_nap.builders import full_battle as rich


@pytest.mark.rule("MNT-RULING-33", "terrain lies clear of units and stands on the table, and of no other unit")
def test_who_is_in_the_way() -> None:
    state = rich.rich()
    shapes = occupied_footprints(state)
    units = [unit for unit in state.units if unit.where == "table"]
    stands = [stand for stand in state.stands if stand.where == "table"]
    assert len(shapes) == len(units) + len(stands)
    assert shapes[-1] == stand_disc(stands[-1].x, stands[-1].y)
    gone = replace(state, units=tuple(replace(unit, where="lost") for unit in state.units))
    assert occupied_footprints(gone) == shapes[len(units) :]


@pytest.mark.rule("MNT-RULING-33", "an area lies wholly on the table, its edges included")
@pytest.mark.parametrize(
    ("x", "y", "fits"),
    [(0, 0, True), (18_000, 12_000, True), (-1, 0, False), (0, -1, False), (18_001, 0, False), (0, 12_001, False)],
)
def test_where_an_area_may_reach(x: int, y: int, fits: bool) -> None:
    bog = Feature(key="bog", kind="bog", points=((9_000, 6_000), (x, y), (9_000, 6_600)))
    assert ScatterTable(SeededDice(b"1", 0), PRINTED, Table(), ())._is_on_table(bog) is fits


STREAM = Feature(key="brook", kind="stream", points=((0, 6000), (18_000, 6000)))
ROAD = Feature(key="lane", kind="road", points=((9000, 0), (9000, 12_000)))


def random_table(seed: int, table: Table | None = None, **facts: object) -> Table:
    """A table after random terrain."""
    before = table or Table()
    found = random_features(SeededDice(b"%d" % seed, 0), PRINTED, before, **facts)  # type: ignore[arg-type]
    return replace(before, features=(*before.features, *found))


@pytest.mark.rule("MNT-RULING-33", "what the dice lay breaks no rule of placement, on tables of any size")
@pytest.mark.parametrize("size", [(18_000, 12_000), (6_000, 6_000), (30_000, 18_000)])
def test_what_is_laid_can_be_played(size: tuple[int, int]) -> None:
    kinds = set()
    for seed in range(25):
        table = random_table(seed, Table(*size))
        faults = [str(one) for each in table.features for one in feature_faults(PRINTED, table, each, each.key)]
        assert [*faults, *map(str, crossing_faults(PRINTED, table)), *placing_warnings(PRINTED, table)] == []
        assert len({each.key for each in table.features}) == len(table.features)
        kinds |= {each.kind for each in table.features}
    assert kinds >= {"contour", "hill", "wood", "rough", "stream", "road", "bridge"}


@pytest.mark.rule("MNT-RULING-33", "areas lie wholly on the table and 2 cm from others, high ground apart")
def test_areas_keep_clear() -> None:
    for seed in range(20):
        table = random_table(seed)
        low = [each for each in table.features if each.kind in ("wood", "village", "rough", "bog")]
        for each in low:
            assert all(0 <= x <= table.width and 0 <= y <= table.height for x, y in each.points), each
            others = [one for one in table.features if one is not each and one.kind not in ("contour", "hill")]
            own = ground_of(PRINTED, each)
            assert all(areas.grounds_apart(own, ground_of(PRINTED, one)) > 200 for one in others), each


@pytest.mark.rule("MNT-RULING-33", "the faces tell how many there are, how large, and where")
def test_faces_are_read_one_after_the_other() -> None:
    faces = [3, 2]  # no stream, no road
    faces += [1, 1, 1, 1, 6, 1, 51, 26, 1, 1]  # no high ground, no village, one wood: size, bearing, place; the rest
    (wood,) = random_features(ScriptedDice(faces), PRINTED, Table())
    assert (wood.key, wood.kind) == ("wood 1", "wood")
    assert wood.points == usual_outline("wood", (300 + 17_400 * 50 // 99, 300 + 11_400 * 25 // 99), 6, 0)


@pytest.mark.rule("MNT-RULING-33", "only high ground is placed on units")
def test_units_stand_clear() -> None:
    crowd = tuple(stand_disc(x, y) for x in range(300, 18_000, 600) for y in range(300, 12_000, 600))
    kinds = {each.kind for seed in range(4) for each in random_table(seed, crowd=crowd).features}
    assert kinds <= {"contour", "hill"}
    assert kinds


@pytest.mark.rule("MNT-RULING-33", "what lies there stays, and nothing more is laid than a table takes")
def test_what_lies_there_stays() -> None:
    before = Table(features=(STREAM,))
    assert random_table(1, before).features[0] == STREAM
    assert len(random_table(1, random_table(2, random_table(3, before))).features) > 3


@pytest.mark.rule("MNT-RULING-33", "by option the dice lay terrain before the ratings, and the battle goes on upon it")
def test_a_battle_begins_on_random_terrain() -> None:
    setup = SYSTEM.scenarios.sample({"random_terrain": True})
    step = SYSTEM.begin(SYSTEM.start(setup), SeededDice(b"k" * 32, 0))
    laid = step.events[0]
    assert laid.kind == "terrain_laid"
    assert laid.features == step.state.setup.table.features
    assert [each.feature.key for each in features_in_play(step.state)] == [each.key for each in laid.features]
    sentence = SYSTEM.text.sentence(step.state, laid) or ""
    assert sentence.endswith("(MNT-RULING-33).")
    assert "contour" in sentence
    assert SYSTEM.options(step.state, next(iter(SYSTEM.deciding(step.state))))
    bare = SYSTEM.begin(SYSTEM.start(SYSTEM.scenarios.sample({})), SeededDice(b"k" * 32, 0))
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


BOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook_terrain.md").read_text(encoding="utf-8")
(RULING,) = re.findall(r"^\| \*\*MNT-RULING-33\*\* .*$", BOOK, re.MULTILINE)
NOTHING = [1, 1, 1, 1, 1, 1]
"""Faces by which a part of the table gets only one wood: the dice for that follow the fourth."""

WORDS = {"contour": "contours", "hill": "hills", "village": "villages", "wood": "woods"}

WORDS |= {"rough": "passable rough ground", "bog": "boggy ground"}


def features_by(
    *faces: int, table: Table | None = None, crowd: tuple[tuple[int, int], ...] = ()
) -> tuple[tuple[Feature, ...], int]:
    """What these dice lay, and how many of them are left over."""
    dice = ScriptedDice(faces)
    found = random_features(dice, PRINTED, table or Table(), tuple(stand_disc(x, y) for x, y in crowd))
    return found, len(dice.left)


def area_count(*numbers: int, wood: tuple[int, ...] = (1, 1, 50, 50)) -> list[int]:
    """The dice of a part of the table; ``numbers`` are the faces for each kind, only one wood may come of them."""
    return [*numbers[:4], *wood, *numbers[4:]]


@pytest.mark.rule("MNT-RULING-33", "the number of each kind by the face of a die, as the ruling has it")
def test_the_numbers_of_each_kind_are_those_of_the_ruling() -> None:
    assert len(SCATTERED) == len(WORDS)
    places = []
    for row in SCATTERED:
        found = re.search(rf"{WORDS[row.kind]} ((?:\d ){{5}}\d)", RULING)
        assert found
        assert row.numbers == tuple(map(int, found[1].split()))
        places.append(found.start())
    assert places == sorted(places)


@pytest.mark.rule("MNT-RULING-33", "the usual shapes are those of the rulebook")
def test_shapes_are_those_of_the_rulebook() -> None:
    part = BOOK.split("### 1.4 ")[1].split("## 2.")[0]
    found = re.findall(r"^\| `(\w+)` \| ([\d ]+) \| ([\d.]+) \| ([\d.]+) \| (\d+) \|$", part, re.MULTILINE)
    assert [key for key, *_ in found] == list(SHAPES)
    for key, corners, size, step, depth in found:
        row = SHAPES[key]
        assert row.corners == tuple(map(int, corners.split()))
        assert (row.least, row.step, row.across) == (round(float(size) * 100), round(float(step) * 100), int(depth))
    assert f"a face of {USUAL_FACE} where no die is thrown" in part


@pytest.mark.rule("MNT-RULING-33", "a stream on 4 or more, bending at three heights 3 cm inside the table")
@pytest.mark.parametrize(
    ("faces", "heights"),
    [((3,), None), ((4, 1, 100, 50), (300, 11_700, 5942)), ((6, 100, 1, 1), (11_700, 300, 300))],
)
def test_a_stream(faces: tuple[int, ...], heights: tuple[int, ...] | None) -> None:
    found, left = features_by(*faces, 2, *area_count(*NOTHING))
    assert left == 0
    streams = [each.points for each in found if each.kind == "stream"]
    assert streams == ([] if heights is None else [tuple(zip((0, 9000, 18_000), heights, strict=True))])


@pytest.mark.rule("MNT-RULING-33", "a road up the table on 3 or more")
@pytest.mark.parametrize(("faces", "ends"), [((2,), None), ((3, 1, 100), (300, 17_700)), ((6, 100, 1), (17_700, 300))])
def test_a_road(faces: tuple[int, ...], ends: tuple[int, int] | None) -> None:
    found, left = features_by(1, *faces, *area_count(*NOTHING, wood=(1, 1, 20, 99)))
    assert left == 0
    roads = [each.points for each in found if each.kind == "road"]
    assert roads == ([] if ends is None else [((ends[0], 0), (ends[1], 12_000))])


@pytest.mark.rule("MNT-RULING-33", "a road crosses the stream by a ford on 1 or 2, else by a bridge")
@pytest.mark.parametrize(("face", "kind"), [(1, "ford"), (2, "ford"), (3, "bridge"), (6, "bridge")])
def test_a_crossing(face: int, kind: str) -> None:
    found, left = features_by(4, 50, 50, 50, 3, 80, 80, face, *area_count(*NOTHING, wood=(1, 1, 20, 90)))
    assert left == 0
    assert [(each.key, each.over) for each in found if each.kind in ("ford", "bridge")] == [(f"{kind} 1", "stream 1")]


@pytest.mark.rule("MNT-RULING-33", "dice for each full 180 by 120 cm of table, once at least")
@pytest.mark.parametrize(
    ("size", "parts"),
    [((18_000, 12_000), 1), ((9000, 6000), 1), ((35_900, 12_000), 1), ((36_000, 12_000), 2), ((36_000, 24_000), 4)],
)
def test_parts_of_a_table(size: tuple[int, int], parts: int) -> None:
    woods = [area_count(*NOTHING, wood=(1, 1, 10 + 24 * part, 50)) for part in range(parts)]
    found, left = features_by(1, 1, *(face for part in woods for face in part), table=Table(*size))
    assert (len(found), left) == (parts, 0)


@pytest.mark.rule("MNT-RULING-33", "so many of a kind as its die shows")
@pytest.mark.parametrize("face", range(1, 7))
def test_so_many_woods(face: int) -> None:
    count = (1, 1, 2, 2, 3, 3)[face - 1]
    woods = [each for n in range(count) for each in (1, 1, 10 + 40 * n, 50)]
    found, left = features_by(1, 1, 1, 1, 1, face, *woods, 1, 1)
    assert ([each.key for each in found], left) == ([f"wood {n + 1}" for n in range(count)], 0)


@pytest.mark.rule("MNT-RULING-33", "up to 20 places in all are rolled for, then a feature is left out")
@pytest.mark.parametrize(("tries", "laid_down"), [(1, True), (19, True), (20, True), (21, False)])
def test_a_place_is_rolled_again(tries: int, laid_down: bool) -> None:
    bad = [50, 50] * (tries - 1)
    good = [10, 10] if laid_down else []
    found, left = features_by(1, 1, *area_count(*NOTHING, wood=(1, 1, *bad[:40], *good)), crowd=((9000, 6000),))
    assert (len(found), left) == (int(laid_down), 0)


@pytest.mark.rule("MNT-RULING-33", "a place within 2 cm of a unit or stand is rolled again")
@pytest.mark.parametrize(("away", "clear"), [(150, False), (200, False), (201, True)])
def test_clear_of_units_there(away: int, clear: bool) -> None:
    """The wood lies at the left rim in the middle of the table; a stand of 2.5 cm looks at its foremost corner."""
    (wood,), _ = features_by(1, 1, *area_count(*NOTHING, wood=(1, 1, 4, 50)))
    right, y = max(wood.points)
    again = () if clear else (90, 50)
    found, left = features_by(1, 1, *area_count(*NOTHING, wood=(1, 1, 4, 50, *again)), crowd=((right + away + 125, y),))
    assert left == 0
    assert (found == (wood,)) is clear


@pytest.mark.rule("MNT-RULING-33", "an area lies wholly on the table, though its middle may be 3 cm from the rim")
def test_wholly_on_the_table() -> None:
    found, left = features_by(1, 1, *area_count(*NOTHING, wood=(6, 1, 1, 50, 50, 1, 50, 100, 100, 50, 50, 50)))
    assert left == 0
    (wood,) = found
    assert min(x for x, _ in wood.points) > WOOD_ACROSS[0]


@pytest.mark.rule("MNT-RULING-33", "1D12 tells how a feature lies, in twelfths of a turn")
def test_how_a_feature_lies() -> None:
    def contour(face: int) -> Feature:
        found, left = features_by(1, 1, 2, 1, face, 50, 50, 1, 1, 1, 1, 1, 10, 90, 1, 1)
        assert left == 0
        return found[0]

    plain, quarter, half = (contour(face).points for face in (1, 4, 7))
    middle = (300 + 17_400 * 49 // 99, 300 + 11_400 * 49 // 99)
    for (x, y), (qx, qy), (hx, hy) in zip(plain, quarter, half, strict=True):
        assert abs(qx - middle[0] - (y - middle[1])) <= 1
        assert abs(qy - middle[1] + (x - middle[0])) <= 1
        assert abs(hx + x - 2 * middle[0]) <= 1
        assert abs(hy + y - 2 * middle[1]) <= 1
