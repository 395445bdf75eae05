"""Hexes: directions, facings, aspects, distances, labels and the tables of a board."""

from itertools import product

import pytest

from battles.kits.hex import grid as hexes
from battles.kits.hex.grid import APEXES, OFFSETS, Aspect, centre, distance, grid, to_axial, to_offset

FACES = {
    0: (((0, -1), (1, -1)), ((-1, 0), (1, 0)), ((0, 1), (-1, 1))),
    1: (((1, -1), (1, 0)), ((0, -1), (0, 1)), ((-1, 1), (-1, 0))),
    2: (((1, 0), (0, 1)), ((1, -1), (-1, 1)), ((-1, 0), (0, -1))),
    3: (((0, 1), (-1, 1)), ((1, 0), (-1, 0)), ((0, -1), (1, -1))),
    4: (((-1, 1), (-1, 0)), ((0, 1), (0, -1)), ((1, -1), (1, 0))),
    5: (((-1, 0), (0, -1)), ((-1, 1), (1, -1)), ((1, 0), (0, 1))),
}
"""EN-FACE-04: front left and right, flank left and right, rear right and left, for a unit at (0, 0)."""

SHOWN = ("F K R R K F", "F F K R R K", "K F F K R R", "R K F F K R", "R R K F F K", "K R R K F F")
"""EN-FACE-10: by facing, the aspects shown to NE, E, SE, SW, W and NW."""

LETTERS: dict[str, Aspect] = {"F": "front", "K": "flank", "R": "rear"}
BOARDS = [(1, 1), (1, 5), (5, 1), (2, 2), (7, 6), (4, 9)]


def axial(board: hexes.Grid, cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(board.axial[cell] for cell in cells)


@pytest.mark.rule("EN-FACE-01", "q grows to the east and r to the south, on hexes with an apex to the north")
def test_axial_places_grow_to_the_east_and_to_the_south() -> None:
    (x, y), (east_x, east_y), (south_x, south_y) = centre(4, -7), centre(5, -7), centre(4, -6)
    assert (east_x - x, east_y - y) == (2, 0)
    assert (south_x - x, south_y - y) == (1, 3)
    assert APEXES[0] == (0, -2)


@pytest.mark.rule("EN-FACE-02", "six directions clockwise from NE, each by its step")
def test_directions_are_numbered_clockwise_from_north_east() -> None:
    assert OFFSETS == ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


@pytest.mark.rule("EN-FACE-03", "six facings, clockwise from north")
@pytest.mark.rule("EN-FACE-06", "a facing is an apex, between two front hexes, never a hexside")
@pytest.mark.rule("EN-FACE-07", "centres and apexes lie on one lattice of whole numbers")
@pytest.mark.parametrize("facing", range(6))
def test_a_facing_is_the_apex_its_unit_shares_with_both_front_hexes(facing: int) -> None:
    def corners(q: int, r: int) -> set[tuple[int, int]]:
        x, y = centre(q, r)
        return {(x + apex_x, y + apex_y) for apex_x, apex_y in APEXES}

    left, right = FACES[facing][0]
    assert corners(0, 0) & corners(*left) & corners(*right) == {APEXES[facing]}


@pytest.mark.rule("EN-FACE-07", "every side of a hex has the same length, whatever its direction")
def test_apexes_make_a_regular_hex_clockwise() -> None:
    turns = [(one, APEXES[(number + 1) % 6]) for number, one in enumerate(APEXES)]
    assert {3 * (ax - bx) ** 2 + (ay - by) ** 2 for (ax, ay), (bx, by) in turns} == {4}
    assert all(ax * by - ay * bx > 0 for (ax, ay), (bx, by) in turns)


@pytest.mark.rule("EN-FACE-04", "front, flank and rear hexes of every facing")
@pytest.mark.rule("EN-RULING-73", "facings by apex, as section 2 has them")
@pytest.mark.parametrize("facing", range(6))
def test_tables_hold_front_and_side_hexes(facing: int) -> None:
    board = grid(9, 9)
    q, r = board.axial[40]
    front, (left, right), rear = FACES[facing]
    steps = [(dq + q, dr + r) for dq, dr in (*front, right, *rear, left)]
    assert axial(board, board.front[facing][40] + board.side_cells[facing][40]) == tuple(steps)
    assert board.cells(board.front_mask[facing][40]) == tuple(sorted(board.front[facing][40]))


@pytest.mark.rule("EN-FACE-08", "an adjacent hex is at the front, a flank or the rear by its direction")
@pytest.mark.rule("EN-FACE-10", "the printed aspects of every neighbour for every facing")
@pytest.mark.parametrize("facing", range(6))
def test_neighbours_see_the_printed_aspects(facing: int) -> None:
    board = grid(9, 9)
    want = [LETTERS[letter] for letter in SHOWN[facing].split()]
    assert [hexes.aspect(facing, direction) for direction in range(6)] == want
    assert [board.aspect(40, facing, other) for other in board.near[40]] == want


@pytest.mark.rule("EN-FACE-08", "only an adjacent hex has an aspect of its own")
def test_a_hex_further_off_has_no_aspect() -> None:
    with pytest.raises(ValueError, match=r"^Hexes 0101 and 0301 are not adjacent\.$"):
        grid(9, 9).aspect(0, 0, 2)


@pytest.mark.rule("EN-FACE-05", "distance is the greatest of the three axial differences")
@pytest.mark.rule("EN-FACE-11", "the printed distances")
@pytest.mark.rule("EN-RULING-52", "the last hex counts, so a neighbour is at range 1")
@pytest.mark.parametrize(
    ("one", "other", "want"),
    [((0, 0), (2, -4), 4), ((0, 0), (9, -3), 9), ((2, 1), (-1, -1), 5), ((3, 3), (3, 3), 0)]
    + [((0, 0), step, 1) for step in OFFSETS],
)
def test_distances_are_as_printed(one: tuple[int, int], other: tuple[int, int], want: int) -> None:
    assert distance(other[0] - one[0], other[1] - one[1]) == want
    assert distance(one[0] - other[0], one[1] - other[1]) == want


@pytest.mark.rule("EN-FACE-09", "odd rows stand half a hex to the east")
@pytest.mark.rule("EN-FACE-11", "the printed conversions")
@pytest.mark.parametrize(
    ("place", "offset"),
    [((0, 0), (0, 0)), ((0, 1), (0, 1)), ((-1, 2), (0, 2)), ((3, 5), (5, 5)), ((4, 6), (7, 6)), ((4, 7), (7, 7))],
)
def test_places_convert_to_columns_and_rows_and_back(place: tuple[int, int], offset: tuple[int, int]) -> None:
    assert to_offset(*place) == offset
    assert to_axial(*offset) == place


@pytest.mark.rule("EN-FACE-09", "a rectangular board is stored row by row")
@pytest.mark.parametrize("size", BOARDS)
def test_cells_run_row_by_row_and_know_their_places(size: tuple[int, int]) -> None:
    board = grid(*size)
    columns, rows = size
    assert board.size == len(board.axial) == columns * rows
    assert [board.column_row(cell) for cell in range(board.size)] == [
        (c, r) for r, c in product(range(rows), range(columns))
    ]
    assert [to_axial(*board.column_row(cell)) for cell in range(board.size)] == list(board.axial)
    assert [board.cell_at(*place) for place in board.axial] == list(range(board.size))


@pytest.mark.parametrize("size", BOARDS)
def test_places_off_the_board_have_no_cell(size: tuple[int, int]) -> None:
    columns, rows = size
    ring = [
        (c, r) for c, r in product(range(-1, columns + 1), range(-1, rows + 1)) if c in (-1, columns) or r in (-1, rows)
    ]
    assert {grid(*size).cell_at(*to_axial(*place)) for place in ring} == {-1}


@pytest.mark.parametrize("size", BOARDS)
def test_tables_agree_with_axial_steps(size: tuple[int, int]) -> None:
    board = grid(*size)
    for cell, (q, r) in enumerate(board.axial):
        near = tuple(board.cell_at(q + dq, r + dr) for dq, dr in OFFSETS)
        assert board.near[cell] == near
        assert board.around[cell] == tuple(other for other in near if other >= 0)
        assert board.cells(board.around_mask[cell]) == tuple(sorted(board.around[cell]))
        for facing, turns in product(range(6), [(5, 0), (1, 2, 3, 4)]):
            table = board.front if len(turns) == 2 else board.side_cells
            cells = [near[(facing + turn) % 6] for turn in turns]
            assert table[facing][cell] == tuple(other for other in cells if other >= 0)


@pytest.mark.rule("EN-FACE-05", "on a board too, at every cell")
@pytest.mark.parametrize("size", BOARDS)
def test_distance_direction_and_reach_on_a_board_agree_with_steps(size: tuple[int, int]) -> None:
    board = grid(*size)
    for one, other in product(range(board.size), repeat=2):
        (q, r), (other_q, other_r) = board.axial[one], board.axial[other]
        step = other_q - q, other_r - r
        away = distance(*step)
        assert board.distance(one, other) == board.distances(one)[other] == away
        assert board.direction(one, other) == (OFFSETS.index(step) if step in OFFSETS else -1)
        assert [board.within(one, radius) >> other & 1 for radius in range(7)] == [
            away <= radius for radius in range(7)
        ]


@pytest.mark.parametrize("size", [(hexes.LONGEST, 2), (2, hexes.LONGEST)])
def test_the_longest_boards_measure_corner_to_corner(size: tuple[int, int]) -> None:
    board = grid(*size)
    corners = [0, board.columns - 1, board.size - board.columns, board.size - 1]
    for one, other in product(corners, repeat=2):
        (q, r), (other_q, other_r) = board.axial[one], board.axial[other]
        assert board.distance(one, other) == distance(other_q - q, other_r - r)


def test_there_is_no_direction_off_the_board() -> None:
    assert grid(7, 6).direction(0, -1) == -1


def test_cells_of_a_bitmask_come_in_rising_order() -> None:
    assert grid(9, 9).cells(1 << 80 | 1 << 3 | 1) == (0, 3, 80)
    assert grid(9, 9).cells(0) == ()


@pytest.mark.parametrize(
    ("size", "cell", "label"),
    [
        ((12, 10), 0, "0101"),
        ((12, 10), 16, "0502"),
        ((12, 10), 119, "1210"),
        ((99, 9), 98, "9901"),
        ((100, 2), 99, "100001"),
    ],
)
def test_labels_are_column_and_row_from_one(size: tuple[int, int], cell: int, label: str) -> None:
    assert grid(*size).label(cell) == label
    assert grid(*size).cell_of(label) == cell


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        ("502", "'502' is not a hex: write column and row, two digits each, as in 0502."),
        ("05-2", "'05-2' is not a hex: write column and row, two digits each, as in 0502."),
        ("٠٥٠٢", "'٠٥٠٢' is not a hex: write column and row, two digits each, as in 0502."),
        ("1301", "There is no hex 1301: the board has 12 columns and 10 rows."),
        ("0111", "There is no hex 0111: the board has 12 columns and 10 rows."),
        ("0001", "There is no hex 0001: the board has 12 columns and 10 rows."),
        ("0100", "There is no hex 0100: the board has 12 columns and 10 rows."),
    ],
)
def test_a_bad_label_is_refused_with_a_sentence(label: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        grid(12, 10).cell_of(label)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("cell", [-1, 120])
def test_a_cell_off_the_board_has_no_label(cell: int) -> None:
    with pytest.raises(ValueError, match=f"^There is no cell {cell}: the board has cells 0 to 119"):
        grid(12, 10).label(cell)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (129, 5), (5, 129)])
def test_a_board_of_no_hexes_or_too_many_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"1 to 128 hexes along each side, not {size[0]} by {size[1]}"):
        grid(*size)


def test_a_board_is_made_once_for_each_size() -> None:
    assert grid(7, 6) is grid(7, 6)


@pytest.mark.parametrize(("columns", "rows"), BOARDS)
def test_the_cells_beside_a_mask_are_those_around_each_of_its_cells(columns: int, rows: int) -> None:
    board = grid(columns, rows)
    for mask in (0, 1, (1 << board.size) - 1, *(1 << cell for cell in range(board.size)), 0x5A96C3 % (1 << board.size)):
        want = hexes.mask_of(tuple({near for cell in board.cells(mask) for near in board.around[cell]}))
        assert board.beside(mask) == want
