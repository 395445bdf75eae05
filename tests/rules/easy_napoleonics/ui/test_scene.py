"""Views as they are drawn, and the hexes that a battery can hit or a leader can reach."""

import pytest
from msgspec.structs import replace

from battles.engine.picture import Block, Reach, Scene
from battles.kits.hex.picture import middle
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.state import Board, Objective, State
from battles.rules.easy_napoleonics.tables import FORMATIONS, TERRAINS
from battles.rules.easy_napoleonics.ui.picture import ground
from tests.rules.easy_napoleonics.builders.positions import at, leader, position, unit


def placed(*units: object, men: tuple[object, ...] = (), board: Board | None = None, **state: object) -> State:
    """A small board, where units are moved to cells by hand."""
    plain = position(units, men, board_columns=6, board_rows=5)
    small = board or Board(6, 5)
    return replace(plain, board=small, setup=replace(plain.setup, board=small), **state)


def on(cell: int, **facts: object) -> object:
    return replace(unit(**facts), cell=cell)


def scene(state: State, viewer: str = "umpire") -> Scene:
    return SYSTEM.ui.scene(SYSTEM.secrets.view(state, viewer))


def block(state: State, key: str, viewer: str = "umpire") -> Block:
    seen = scene(state, viewer)
    return next(each for each in (*seen.blocks, *seen.off) if each.key == key)


@pytest.mark.rule("EN-FACE-09", "odd rows stand half a hex to the east, and hexes that touch share two corners")
def test_hexes_touch() -> None:
    found = {area.key: area for area in ground(Board(3, 3)).areas}
    assert [area.key for area in ground(Board(3, 3)).areas][:4] == ["0101", "0201", "0301", "0102"]
    first, east, below = found["0101"], found["0201"], found["0102"]
    assert len(set(first.outline) & set(east.outline)) == 2
    assert len(set(first.outline) & set(below.outline)) == 2
    assert below.middle[0] - first.middle[0] == (east.middle[0] - first.middle[0]) // 2


def test_a_part_of_a_named_place_has_no_name_of_its_own_on_the_board() -> None:
    board = Board(6, 2, names=((0, "Wavre"), (1, "Wavre, the bridge"), (2, "Limale, the mill"), (3, "Bierges")))
    assert [name.text for name in ground(board).names if name.kind != "edge"] == [
        "Wavre",
        "Limale, the mill",
        "Bierges",
    ]


@pytest.mark.rule("EN-SETUP-05", "each type of terrain is drawn as what it is and said in words")
def test_each_terrain_is_drawn_and_said() -> None:
    board = Board(6, 1, tuple(enumerate(TERRAINS))[1:], ((1, "Big Wood"),))
    areas = ground(board).areas
    assert [area.ground for area in areas] == ["open", "wood", "hill", "town", "stream", "water"]
    assert [area.words for area in areas] == [
        *("open ground", "Big Wood, woods", "hill", "settlement", "stream", "pond"),
    ]


def test_a_stream_runs_on_along_its_hexes_into_the_pond() -> None:
    board = Board(6, 3, ((6, "stream"), (7, "stream"), (8, "stream"), (9, "pond")))
    (way,) = ground(board).ways
    middles = {area.key: area.middle for area in ground(board).areas}
    assert [middles[key] for key in ("0102", "0202", "0302")] == sorted(way.points)[1:-1]
    assert max(way.points) == middles["0402"]
    assert min(way.points)[0] == middles["0102"][0] - 26


def test_a_fork_of_a_stream_has_two_courses_that_meet() -> None:
    stream = (6, 7, 8, 14, 2)
    board = Board(6, 3, tuple(sorted((cell, "stream") for cell in stream)))
    ways = ground(board).ways
    assert len(ways) == 2
    assert set(ways[0].points) & set(ways[1].points)


def test_edges_carry_the_numbers_of_columns_and_rows() -> None:
    names = [name for name in ground(Board(3, 2)).names if name.kind == "edge"]
    assert sorted(name.text for name in names) == sorted(["01", "02", "03"] * 2 + ["01", "02"] * 2)


@pytest.mark.rule("EN-FACE-03", "a block is turned to the apex that its unit faces")
@pytest.mark.parametrize("facing", range(6))
def test_a_block_is_turned_to_its_front(facing: int) -> None:
    assert block(placed(on(8, facing=facing)), "unit 0").turn == 600 * facing


@pytest.mark.parametrize("formation", FORMATIONS)
def test_every_formation_has_a_footprint(formation: str) -> None:
    shapes = {"hasty_square": "square", "masse": "mass"}
    assert block(placed(on(8, formation=formation)), "unit 0").shape == shapes.get(formation, formation)


def test_all_that_is_known_of_a_unit_is_said() -> None:
    state = placed(
        on(8, name="4th Line", level="fair", formation="column", facing=2, locked=True, moved="move"),
        men=(replace(leader("a"), cell=8),),
        board=Board(6, 5, (), ((8, "Hougoumont"),)),
    )
    assert block(state, "unit 0").words == (
        "4th Line, seasoned infantry, A, in column, facing east-south-east, morale fair, with Leader of a, locked, "
        "moved, hex 0302 (Hougoumont)"
    )
    assert block(state, "leader 0").words == "Leader of a, leader, A, with 4th Line, hex 0302 (Hougoumont)"
    assert block(state, "leader 0").at != block(state, "unit 0").at


@pytest.mark.rule("EN-MORALE-13", "an enemy's morale is neither drawn nor said where it is hidden")
def test_a_hidden_level_is_not_drawn() -> None:
    state = placed(on(8, level="bad"), on(20, side="b", level="fair"))
    options = replace(state.setup.rules.options, hidden_morale=True)
    state = replace(state, setup=replace(state.setup, rules=replace(state.setup.rules, options=options)))
    own, enemy = block(state, "unit 0", "a"), block(state, "unit 1", "a")
    assert (own.level, own.unsure) == ("bad", False)
    assert (enemy.level, enemy.unsure) == ("", True)
    assert "morale unknown" in enemy.words
    assert "fair" not in enemy.words
    assert block(state, "unit 1", "b").level == "fair"


def test_what_is_not_on_the_board_is_beside_it() -> None:
    state = placed(unit("a", name="Late"), unit("b", name="Lost", level="broken"), men=(replace(leader(), cell=-1),))
    seen = scene(state)
    assert seen.blocks == ()
    assert [(each.name, each.level) for each in seen.off] == [("Late", ""), ("Lost", "broken"), ("Leader of a", "")]
    assert [each.words.rpartition(", ")[2] for each in seen.off] == [
        "not yet on the board",
        "broken",
        "not yet on the board",
    ]


def test_a_fallen_leader_is_out_of_the_battle() -> None:
    state = placed(on(8), men=(replace(leader(), cell=-1, alive=False),))
    assert block(state, "leader 0").level == "broken"
    assert block(state, "leader 0").words.endswith("killed")


def test_enemies_of_which_one_faces_the_other_are_linked() -> None:
    facing_north, beside = on(14, facing=0), on(8, side="b", facing=0)
    away = on(7, side="b", facing=0)
    assert scene(placed(facing_north, beside, on(16))).links == (("unit 0", "unit 1"),)
    assert scene(placed(on(14, facing=3), away)).links == ()
    assert scene(placed(facing_north, on(8))).links == ()


@pytest.mark.rule("EN-OPT-08", "two batteries that share a hex stand beside each other")
def test_two_batteries_in_a_hex_are_both_to_be_seen() -> None:
    state = placed(on(8, kind="field_artillery"), on(8, kind="field_artillery"))
    one, two = scene(state).blocks
    assert one.area == two.area
    assert one.at != two.at


def test_who_has_moved_is_spent_while_units_move() -> None:
    moved = placed(on(8, activated=True), on(9, side="b"))
    assert [each.spent for each in scene(moved).blocks] == [True, False]
    assert not any(each.spent for each in scene(replace(moved, phase="melee")).blocks)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Kempt's Brigade", "Kempt"),
        ("Bauduin's Brigade: 1er Léger", "1er Léger"),
        ("18th Co., 6th Foot Artillery", "18/6 Foot"),
        ("2nd Silesian Hussars", "2nd Hussars"),
        ("Kielmansegge's Hanoverians", "Kielmansegge"),
        ("7th Co., 2nd Foot Artillery (12-pdr)", "7/2 Foot"),
        ("The Guard", "Guard"),
        ("The", "The"),
    ],
)
def test_a_label_is_the_part_of_a_name_that_tells_it_from_others(name: str, label: str) -> None:
    assert block(placed(on(8, name=name)), "unit 0").label == label


def test_units_of_one_name_are_numbered() -> None:
    seen = scene(placed(on(8, name="Foot regiment"), on(9, name="Foot regiment"), on(10, name="Guard")))
    assert [each.label for each in seen.blocks] == ["Foot regt 1", "Foot regt 2", "Guard"]


@pytest.mark.rule("EN-SETUP-08", "zones of deployment are drawn as long as units are deployed")
def test_zones_are_drawn_while_units_are_deployed() -> None:
    state = position((), phase="deployment")
    zones = scene(state).zones
    assert {zone.side: zone.areas[0] for zone in zones} == {"a": "0122", "b": "0101"}
    assert scene(replace(state, phase="movement")).zones == ()


@pytest.mark.rule("EN-SETUP-12", "an objective says who holds each of its hexes now")
@pytest.mark.parametrize(
    ("held_from_start", "held"), [(True, (("0301", "b"), ("0401", "a"))), (False, (("0301", "b"),))]
)
def test_an_objective_says_who_holds_it(held_from_start: bool, held: tuple[tuple[str, str], ...]) -> None:
    goal = Objective(name="Hold", cells=(2, 3), hold=1, side="a", from_turn=4, held_from_start=held_from_start)
    state = placed(on(8), held=((2, "b"),))
    state = replace(state, setup=replace(state.setup, objectives=(goal,)))
    (zone,) = scene(state).zones
    assert zone.held == held
    assert zone.name == "Hold"
    board = replace(state.board, names=((3, "Gemioncourt"),))
    (named,) = scene(replace(state, board=board)).zones
    assert named.name == "Gemioncourt"
    assert named.words == zone.words
    last = "A" if held_from_start else "nobody"
    assert zone.words == f"Hold: A must hold 1 of 2 hexes from turn 4 on to win; held now: 0301 B, 0401 {last}."


FAR = unit("b", (14, -11), facing=3)


def about(state: State, key: str) -> tuple[Reach, ...]:
    return SYSTEM.ui.reach(SYSTEM.secrets.view(state, "a"), key)


def holds(state: State, reach: Reach, q: int, r: int) -> bool:
    """Whether the outline of a reach goes about the hex of a vector."""
    x, y = middle(state.board, at(q, r))
    crossed = False
    for (x1, y1), (x2, y2) in zip(reach.outline, (*reach.outline[1:], reach.outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


@pytest.mark.rule("EN-ART-04", "the ranges of a battery are shown as outlines, the nearest apart from the far ones")
def test_a_battery_shows_its_ranges() -> None:
    state = position([unit("a", (0, 0), kind="field_artillery", formation="unlimbered"), FAR])
    close, medium, long = about(state, "unit 0")
    assert [close.kind, medium.kind, long.kind] == ["fire", "far_fire", "far_fire"]
    assert close.words.endswith("fires 3 dice at close range, up to 2 hexes (EN-ART-03, EN-ART-08).")
    assert holds(state, close, 0, -2)
    assert not holds(state, close, 0, -3)
    assert holds(state, medium, 0, -6)


@pytest.mark.rule("EN-ART-08", "nothing behind a battery lies in its arc")
def test_the_arc_is_ahead_of_the_battery() -> None:
    state = position([unit("a", (0, 0), kind="field_artillery", formation="limbered"), FAR])
    close = about(state, "unit 0")[0]
    assert not holds(state, close, 0, 1)
    assert not holds(state, close, 0, 0)
    assert "when unlimbered" in close.words


@pytest.mark.rule("EN-LEADER-04", "a leader's ride is shown as far as he has hexes left, and not where enemies stand")
def test_a_leader_shows_his_ride() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -2), facing=3)], [leader("a", (0, 0))])
    (ride,) = about(state, "leader 0")
    assert ride.kind == "move"
    assert holds(state, ride, -5, 0)
    assert not holds(state, ride, -6, 0)


def test_nobody_else_has_a_reach() -> None:
    state = position([unit("a", (0, 0)), FAR])
    for key in ("unit 0", "unit 9", "leader 3", "", "unit x", "0101"):
        assert about(state, key) == ()


@pytest.mark.rule("EN-MOVE-03", "a move is drawn through the hexes that its path enters, and turns where it turns")
def test_the_way_of_a_preview_turns_where_the_path_does() -> None:
    state = replace(placed(on(21, formation="column"), on(4, side="b")), phase="movement")
    options = [option for option in SYSTEM.options(state, "a") if option.actor == "unit 0"]
    moves = [action for option in options for action in option.actions if action.cell >= 0 and action.facing is None]
    previews = SYSTEM.ui.preview_blocks(SYSTEM.secrets.view(state, "a"), "a", moves)
    bends = {move.cell: blocks[0].bends for move, blocks in zip(moves, previews, strict=True)}
    assert (bends[10], bends[9]) == ((), (middle(state.board, 15),))
