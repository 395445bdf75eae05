"""Boards for tests: small ones by hand, scenarios as they begin, and one as large as boards get."""

from msgspec.structs import replace

from battles.engine.picture import Area, Block, Ground, GroundKind, Name, Point, Scene, Way, Zone
from battles.engine.registry import load

SYSTEM = load("easy_napoleonics")


def square(key: str, column: int, row: int, kind: GroundKind = "open", words: str = "open ground") -> Area:
    """A patch of 50 by 50, so that patches of the same row or column touch."""
    x, y = 50 * column, 50 * row
    return Area(key, (x + 25, y + 25), ((x, y), (x + 50, y), (x + 50, y + 50), (x, y + 50)), kind, words)


def plain_ground(
    *areas: Area, names: tuple[Name, ...] = (), ways: tuple[Way, ...] = (), columns: int = 3, rows: int = 2
) -> Ground:
    """Open ground of three by two patches, ``11`` to ``32``, but for the areas that are given."""
    own = {area.key: area for area in areas}
    keys = [(f"{column + 1}{row + 1}", column, row) for row in range(rows) for column in range(columns)]
    return Ground(
        words=f"Ground of {columns} by {rows} patches",
        width=50 * columns,
        height=50 * rows,
        step=50,
        tenths=500,
        areas=tuple(own.get(key, square(key, column, row)) for key, column, row in keys),
        names=names,
        ways=ways,
    )


def block(key: str = "unit 0", area: str = "11", at: Point = (25, 25), **facts: object) -> Block:
    """Line infantry of side a in line."""
    given = {
        "side": "a",
        "sign": "line_infantry",
        "shape": "line",
        "name": "4th Line",
        "label": "4th",
        "words": "4th Line, in line",
    }
    return Block(key=key, area=area, at=at, **{**given, **facts})


def plain_scene(*blocks: Block, off: tuple[Block, ...] = (), zones: tuple[Zone, ...] = ()) -> Scene:
    return Scene(sides=(("a", "Blue"), ("b", "Red")), blocks=blocks, off=off, zones=zones)


def scenario(key: str, viewer: str = "a") -> tuple[Ground, Scene]:
    """A shipped scenario before its first decision."""
    seen = SYSTEM.view(SYSTEM.start(SYSTEM.scenario(key)), viewer)
    return SYSTEM.ground(seen), SYSTEM.scene(seen)


def large(columns: int = 20, rows: int = 20, units: int = 60) -> tuple[Ground, Scene]:
    """Four hundred hexes, a third of them not open, and sixty units of both sides with long names."""
    plain = SYSTEM.plain_setup({"board_columns": columns, "board_rows": rows})
    kinds = ("woods", "open", "open", "hill", "open", "open", "settlement", "open", "open", "woods", "stream", "open")
    cells = range(columns * rows)
    lie = ((cell, kinds[(cell * 7 + cell // columns * 3) % len(kinds)]) for cell in cells)
    board = replace(plain.board, terrain=tuple((cell, kind) for cell, kind in lie if kind != "open"))
    setup = replace(plain, board=board)
    force_a, force_b = setup.forces
    many = tuple(
        replace(
            force,
            units=tuple(replace(force.units[n % 13], name=f"{n}th regiment of the line") for n in range(units // 2)),
        )
        for force in (force_a, force_b)
    )
    state = SYSTEM.start(replace(setup, forces=many))
    stand = tuple(
        replace(unit, cell=columns * (2 + n // 10 * 3) + n % 10 * 2, facing=n % 6, level=("good", "fair", "bad")[n % 3])
        for n, unit in enumerate(state.units)
    )
    seen = SYSTEM.view(replace(state, board=board, units=stand), "umpire")
    return SYSTEM.ground(seen), SYSTEM.scene(seen)
