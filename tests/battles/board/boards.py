"""Boards for tests: small ones by hand, scenarios as they begin, and one as large as boards get."""

from msgspec.structs import replace

from battles.engine.picture import Area, Block, Ground, GroundKind, Name, Point, Scene, Way, Zone, spot_key
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
    seen = SYSTEM.secrets.view(SYSTEM.start(SYSTEM.scenarios.load(key)), viewer)
    return SYSTEM.ui.ground(seen), SYSTEM.ui.scene(seen)


def large(columns: int = 20, rows: int = 20, units: int = 60) -> tuple[Ground, Scene]:
    """Four hundred hexes, a third of them not open, and sixty units of both sides with long names."""
    plain = SYSTEM.scenarios.sample({"board_columns": columns, "board_rows": rows})
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
    seen = SYSTEM.secrets.view(replace(state, board=board, units=stand), "umpire")
    return SYSTEM.ui.ground(seen), SYSTEM.ui.scene(seen)


def open_ground(*areas: Area, ways: tuple[Way, ...] = (), names: tuple[Name, ...] = ()) -> Ground:
    """An open table of 120 by 80 cm."""
    return Ground(
        words="Table of 120 by 80 cm",
        width=1200,
        height=800,
        step=50,
        tenths=500,
        areas=areas,
        ways=ways,
        names=names,
        open=True,
    )


def tract(key: str, kind: GroundKind, *outline: Point, words: str = "") -> Area:
    """An area of an open table, of three corners or more."""
    middle = sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)
    return Area(key, middle, outline, kind, words or kind)


def base(key: str = "unit 0", at: Point = (600, 400), size: tuple[int, int] = (50, 20), **facts: object) -> Block:
    """A block of an open table, on the spot where it stands."""
    return block(key, spot_key(at), at, **{"size": size, **facts})


def battlefield(units: int = 80) -> tuple[Ground, Scene]:
    """An open table with terrain of every kind and as many units of both sides, in ranks that face each other."""
    ground = open_ground(
        tract("hill", "hill", (100, 420), (500, 400), (560, 560), (140, 600), words="Long ridge, hill, 1 level high"),
        tract("wood", "wood", (640, 60), (900, 60), (930, 260), (700, 300), words="wood"),
        tract("village", "town", (300, 120), (470, 110), (470, 250), (300, 260), words="Rothenau, village"),
        tract("bog", "marsh", (980, 420), (1100, 420), (1100, 520), (980, 540), words="bog"),
        tract("corn", "field", (640, 560), (840, 560), (840, 700), (640, 700), words="standing corn"),
        tract("stones", "rough", (980, 600), (1100, 620), (1060, 720), (960, 700), words="rough ground"),
        tract("bridge", "bridge", (570, 300), (620, 300), (620, 360), (570, 360), words="bridge"),
        ways=(
            Way("river", ((0, 330), (600, 330), (1200, 350)), 46, "river", "river"),
            Way("road", ((595, 0), (595, 800)), 30, "road", "road"),
            Way("wall", ((500, 120), (500, 250)), 6, "wall", "wall"),
            Way("hedge", ((640, 540), (840, 540)), 6, "hedge", "hedge"),
        ),
        names=(Name("Rothenau", (385, 185)), Name("Long ridge", (330, 500), "hill")),
    )
    kinds = (("line_infantry", "line", (50, 20)), ("line_infantry", "column", (25, 40)),
             ("heavy_cavalry", "line", (50, 40)), ("foot_artillery", "unlimbered", (30, 30)))  # fmt: skip
    found = []
    for number in range(units):
        sign, shape, size = kinds[number // 2 % len(kinds)]
        side, place = "ab"[number % 2], number // 2
        at = 60 + 75 * (place % 15), (640 if side == "a" else 150) + (60 if side == "a" else -60) * (place // 15)
        found.append(
            base(
                f"unit {number}",
                at,
                size,
                side=side,
                sign=sign,
                shape=shape,
                turn=0 if side == "a" else 1800,
                label=f"{number}th",
                name=f"{number}th regiment",
                marks=("5/6",),
            )
        )
    return ground, plain_scene(*found)
