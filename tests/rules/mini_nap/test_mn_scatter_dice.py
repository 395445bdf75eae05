"""Random terrain: what each die says, read against the ruling in the rulebook (MNT-RULING-33)."""

import re
from importlib import resources

import pytest

from battles.engine.dice import ScriptedDice
from battles.rules.mini_nap.board import disc_of
from battles.rules.mini_nap.scattering import scatter
from battles.rules.mini_nap.setup import Feature, Table
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.tables_ground import SCATTERED, SHAPES, USUAL_FACE, WOOD_ACROSS

BOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook_terrain.md").read_text(encoding="utf-8")
(RULING,) = re.findall(r"^\| \*\*MNT-RULING-33\*\* .*$", BOOK, re.MULTILINE)
NOTHING = [1, 1, 1, 1, 1, 1]
"""Faces by which a part of the table gets only one wood: the dice for that follow the fourth."""
WORDS = {"contour": "contours", "hill": "hills", "village": "villages", "wood": "woods"}
WORDS |= {"rough": "passable rough ground", "bog": "boggy ground"}


def laid(
    *faces: int, table: Table | None = None, crowd: tuple[tuple[int, int], ...] = ()
) -> tuple[tuple[Feature, ...], int]:
    """What these dice lay, and how many of them are left over."""
    dice = ScriptedDice(faces)
    found = scatter(dice, PRINTED, table or Table(), tuple(disc_of(x, y) for x, y in crowd))
    return found, len(dice.left)


def areas(*numbers: int, wood: tuple[int, ...] = (1, 1, 50, 50)) -> list[int]:
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
    found, left = laid(*faces, 2, *areas(*NOTHING))
    assert left == 0
    streams = [each.points for each in found if each.kind == "stream"]
    assert streams == ([] if heights is None else [tuple(zip((0, 9000, 18_000), heights, strict=True))])


@pytest.mark.rule("MNT-RULING-33", "a road up the table on 3 or more")
@pytest.mark.parametrize(("faces", "ends"), [((2,), None), ((3, 1, 100), (300, 17_700)), ((6, 100, 1), (17_700, 300))])
def test_a_road(faces: tuple[int, ...], ends: tuple[int, int] | None) -> None:
    found, left = laid(1, *faces, *areas(*NOTHING, wood=(1, 1, 20, 99)))
    assert left == 0
    roads = [each.points for each in found if each.kind == "road"]
    assert roads == ([] if ends is None else [((ends[0], 0), (ends[1], 12_000))])


@pytest.mark.rule("MNT-RULING-33", "a road crosses the stream by a ford on 1 or 2, else by a bridge")
@pytest.mark.parametrize(("face", "kind"), [(1, "ford"), (2, "ford"), (3, "bridge"), (6, "bridge")])
def test_a_crossing(face: int, kind: str) -> None:
    found, left = laid(4, 50, 50, 50, 3, 80, 80, face, *areas(*NOTHING, wood=(1, 1, 20, 90)))
    assert left == 0
    assert [(each.key, each.over) for each in found if each.kind in ("ford", "bridge")] == [(f"{kind} 1", "stream 1")]


@pytest.mark.rule("MNT-RULING-33", "dice for each full 180 by 120 cm of table, once at least")
@pytest.mark.parametrize(
    ("size", "parts"),
    [((18_000, 12_000), 1), ((9000, 6000), 1), ((35_900, 12_000), 1), ((36_000, 12_000), 2), ((36_000, 24_000), 4)],
)
def test_parts_of_a_table(size: tuple[int, int], parts: int) -> None:
    woods = [areas(*NOTHING, wood=(1, 1, 10 + 24 * part, 50)) for part in range(parts)]
    found, left = laid(1, 1, *(face for part in woods for face in part), table=Table(*size))
    assert (len(found), left) == (parts, 0)


@pytest.mark.rule("MNT-RULING-33", "so many of a kind as its die shows")
@pytest.mark.parametrize("face", range(1, 7))
def test_so_many_woods(face: int) -> None:
    count = (1, 1, 2, 2, 3, 3)[face - 1]
    woods = [each for n in range(count) for each in (1, 1, 10 + 40 * n, 50)]
    found, left = laid(1, 1, 1, 1, 1, face, *woods, 1, 1)
    assert ([each.key for each in found], left) == ([f"wood {n + 1}" for n in range(count)], 0)


@pytest.mark.rule("MNT-RULING-33", "up to 20 places in all are thrown for, then a feature is left out")
@pytest.mark.parametrize(("tries", "laid_down"), [(1, True), (19, True), (20, True), (21, False)])
def test_a_place_is_thrown_again(tries: int, laid_down: bool) -> None:
    bad = [50, 50] * (tries - 1)
    good = [10, 10] if laid_down else []
    found, left = laid(1, 1, *areas(*NOTHING, wood=(1, 1, *bad[:40], *good)), crowd=((9000, 6000),))
    assert (len(found), left) == (int(laid_down), 0)


@pytest.mark.rule("MNT-RULING-33", "a place within 2 cm of a unit or stand is thrown again")
@pytest.mark.parametrize(("away", "clear"), [(150, False), (200, False), (201, True)])
def test_clear_of_whoever_stands_there(away: int, clear: bool) -> None:
    """The wood lies at the left rim in the middle of the table; a stand of 2.5 cm looks at its foremost corner."""
    (wood,), _ = laid(1, 1, *areas(*NOTHING, wood=(1, 1, 4, 50)))
    right, y = max(wood.points)
    again = () if clear else (90, 50)
    found, left = laid(1, 1, *areas(*NOTHING, wood=(1, 1, 4, 50, *again)), crowd=((right + away + 125, y),))
    assert left == 0
    assert (found == (wood,)) is clear


@pytest.mark.rule("MNT-RULING-33", "an area lies wholly on the table, though its middle may be 3 cm from the rim")
def test_wholly_on_the_table() -> None:
    found, left = laid(1, 1, *areas(*NOTHING, wood=(6, 1, 1, 50, 50, 1, 50, 100, 100, 50, 50, 50)))
    assert left == 0
    (wood,) = found
    assert min(x for x, _ in wood.points) > WOOD_ACROSS[0]


@pytest.mark.rule("MNT-RULING-33", "1D12 tells how a feature lies, in twelfths of a turn")
def test_how_a_feature_lies() -> None:
    def contour(face: int) -> Feature:
        found, left = laid(1, 1, 2, 1, face, 50, 50, 1, 1, 1, 1, 1, 10, 90, 1, 1)
        assert left == 0
        return found[0]

    plain, quarter, half = (contour(face).points for face in (1, 4, 7))
    middle = (300 + 17_400 * 49 // 99, 300 + 11_400 * 49 // 99)
    for (x, y), (qx, qy), (hx, hy) in zip(plain, quarter, half, strict=True):
        assert abs(qx - middle[0] - (y - middle[1])) <= 1
        assert abs(qy - middle[1] + (x - middle[0])) <= 1
        assert abs(hx + x - 2 * middle[0]) <= 1
        assert abs(hy + y - 2 * middle[1]) <= 1
