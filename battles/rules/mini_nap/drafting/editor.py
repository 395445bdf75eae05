"""The scenario editor: the contents of a draft as rows of text, and changes that each give a file that can be read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SIDES, UMPIRE, SetupError, SideId
from battles.engine.dice import SeededDice
from battles.engine.drafting import Brush, Column, Stroke
from battles.engine.options import OptionValue
from battles.engine.picture import Ground, Scene, Zone
from battles.engine.scenario_editor import SIDE_NAMES, Cell, Form, Part, ScenarioEditor, choice, number, text, tick
from battles.engine.scenario_file import MOST_TEXT, read_options
from battles.engine.scenarios import MOST_SITUATION, MOST_TASK
from battles.kits.open_table.picture import line_of
from battles.kits.open_table.scenario import MOST_CM, Rectangle, length, part_on, places, rectangle, touches
from battles.rules.mini_nap import meta, tables
from battles.rules.mini_nap.drafting.brushes import palette, with_strokes
from battles.rules.mini_nap.hidden import view
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario.check import faults, misplacements, warnings
from battles.rules.mini_nap.scenario.files import special_rules, written
from battles.rules.mini_nap.scenario.parts import LEVELS, brigades, read_unchecked, with_all_changed, with_change
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.setup.features import WATER, ground_of, occupied_footprints, random_features
from battles.rules.mini_nap.state import CorpsForce, DivisionForce, Force, Setup, Table
from battles.rules.mini_nap.terrain_tables import EFFECTS
from battles.rules.mini_nap.ui import scene

MOST_DEGREES: Final = 359.9
MOST_NUMBER: Final = 1_000
MOST_POINTS: Final = 200
MOST_COUNT: Final = 40

FEATURE_WORDS: Final[Mapping[str, str]] = {kind: row.word for kind, row in EFFECTS.items()}
NATIONS: Final[Mapping[str, str]] = {
    word: word.capitalize() for word in (*dict.fromkeys(tables.NATION_WORDS.values()), "other")
}
KINDS: Final[Mapping[str, str]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "mixed": "mixed",
    "artillery": "division artillery",
}
RATINGS: Final[Mapping[str, str]] = {
    rating: rating.capitalize() for rating in ("excellent", "good", "average", "poor", "dreadful")
}
WEIGHTS: Final[Mapping[str, str]] = {weight: f"{weight} guns" for weight in ("light", "medium", "heavy")}


def _of_rows(rows: Mapping[Any, Any]) -> Mapping[str, str]:
    """The words of a table's rows, by key."""
    return {key: row.word for key, row in rows.items()}


def _spot(what: str) -> tuple[Cell, Cell]:
    """Columns for a place, measured from the lower left corner."""
    return (
        length(
            "at.x", f"{what}: from the left edge, cm", least=-MOST_CM, seldom=True, hint="Empty: the player deploys it."
        ),
        length("at.y", f"{what}: from the southern edge, cm", least=-MOST_CM, seldom=True),
    )


def _rating(key: str) -> Cell:
    return choice(key, "Rating", RATINGS, hint="Empty: rolled.", seldom=True)


HEAD: Final = (
    text("title", "Title", needed=True),
    text("text", "Description", most=MOST_TEXT, hint="One or two paragraphs."),
    text("situation", "Situation", most=MOST_SITUATION, hint="One or two sentences for both players."),
)
FORCE: Final = (
    text("name", "Name of the side", needed=True),
    text("task", "Task", most=MOST_TASK, hint="What the side must do to win. Both players read it."),
    rectangle("zone", "Deployment zone, cm", hint="Left, bottom, right, top. Empty: roll for a table edge."),
)
FEATURES: Final = (
    text("key", "Key", needed=True, hint="Unique, such as wood 2."),
    choice("kind", "Kind", FEATURE_WORDS, needed=True),
    text("name", "Name"),
    places("points", "Points, cm", needed=True, hint="60,40 75.5,40 80,52: from left, from southern edge."),
    length("width", "Width, cm", hint="Lines only. Empty: the usual width.", seldom=True),
    number("levels", "Levels", 0, MOST_NUMBER, hint="Empty: the usual number.", seldom=True),
    number("strength", "Strength", 0, MOST_NUMBER, hint="Structures only. Empty: the usual strength.", seldom=True),
    tick("church", "A village church", seldom=True),
)
CORPS: Final = (
    text("name", "Name", needed=True),
    choice("nation", "Nation", NATIONS, needed=True),
    text("commander", "Commander"),
    _rating("rating"),
    *_spot("Stand"),
)
DIVISIONS: Final = (
    text("name", "Name", needed=True),
    choice("kind", "Kind", {key: KINDS[key] for key in ("infantry", "cavalry", "mixed")}, hint="Empty: infantry."),
    text("commander", "Commander"),
    _rating("rating"),
    *_spot("Stand"),
)
BRIGADES: Final = (
    text("name", "Name", needed=True),
    choice("kind", "Kind", KINDS, needed=True),
    text("commander", "Commander"),
    choice("nation", "Nation", NATIONS, hint="Empty: that of the Corps.", seldom=True),
    number("arrives", "Arrives in Turn", 0, MOST_NUMBER, hint="Empty: on the table from the start.", seldom=True),
    rectangle("entry", "Arrival zone, cm", hint="Left, bottom, right, top.", seldom=True),
    *_spot("Stand"),
)
UNITS: Final = (
    text("name", "Name", needed=True),
    choice("type", "Type", _of_rows(tables.TYPES), needed=True),
    choice("rating", "Rating", _of_rows(tables.PRINTED.qualities), needed=True),
    number("points", "Strength points", 1, MOST_POINTS, needed=True),
    number("count", "How many", 1, MOST_COUNT, hint="More than one: units are numbered."),
    choice("weight", "Guns", WEIGHTS, hint="Batteries only."),
    choice("nation", "Nation", NATIONS, hint="Empty: that of the Brigade.", seldom=True),
    tick("lancer", "Lancers", seldom=True),
    tick("irregular", "Irregular cavalry", seldom=True),
    tick("kgl", "King's German Legion", seldom=True),
    *_spot("Unit"),
    length("at.facing", "Facing, degrees", most=MOST_DEGREES, hint="0 is north, 90 is east.", seldom=True),
    choice("at.formation", "Formation", _of_rows(tables.FORMATIONS), seldom=True),
)


def row_of() -> Cell:
    """A hidden column: which row this was."""
    return Cell(Column("row", "Row", "row"), str)


def parent(label: str, words: Mapping[str, str]) -> Cell:
    """A column for the formation that a row belongs to."""
    return choice("of", label, words, hint="Empty: as in the row above.")


def of_water(words: Mapping[str, str]) -> Cell:
    """A column for the watercourse under a bridge or a ford."""
    return choice("over", "Over", words, hint="Bridges and fords only.", seldom=True)


LEVEL_CELLS: Final[Mapping[str, tuple[Cell, ...]]] = dict(zip(LEVELS, (CORPS, DIVISIONS, BRIGADES, UNITS), strict=True))
TITLES: Final = {"corps": "Corps", "divisions": "Divisions", "brigades": "Brigades", "units": "Units"}
PARENTS: Final = {"divisions": "Its Corps", "brigades": "Its Division", "units": "Its Brigade"}


def forms(file: Part) -> dict[str, Form]:
    """All forms for the draft ``file``. A level has a form only if the level above it has parts."""
    head = partial(_update, file, {"text": "", "situation": ""})
    by_key = {
        "head": Form("Title, text and situation", "Scenario", HEAD, [file], head, grows=False),
        "table.features": Form("Terrain", "Scenario", _features(file), _feature_parts(file), partial(_write, file)),
    }
    for side in SIDES:
        force = file["forces"][side]
        usual = partial(_update, force, {"zone": None, "task": ""})
        by_key[f"forces.{side}"] = Form("Name, task and zone", force["name"], FORCE, [force], usual, grows=False)
        for depth, level in enumerate(LEVELS):
            if any(_parts(force, depth)):
                key = _key(side, depth)
                parts = [_level_part(*part, depth) for part in _parts(force, depth + 1)]
                write = partial(_fill_level, force, key, depth)
                by_key[key] = Form(TITLES[level], force["name"], _level_cells(depth, force), parts, write)
    return by_key


def _update(part: Part, usual: Part, rows: list[Part]) -> None:
    part.update({**usual, **rows[0]})


def _write(file: Part, features: list[Part]) -> None:
    file.setdefault("table", {})["features"] = features


def _feature_parts(file: Part) -> list[Part]:
    features: list[Part] = file.get("table", {}).get("features", [])
    return features


def _features(file: Part) -> tuple[Cell, ...]:
    """The columns of features, with a column for watercourses under bridges and fords if the draft has any."""
    waters = {each["key"]: each.get("name") or each["key"] for each in _feature_parts(file) if each["kind"] in WATER}
    used = {each["over"]: each["over"] for each in _feature_parts(file) if each.get("over")}
    words = {**used, **waters}
    return (*FEATURES, of_water(words)) if words else FEATURES


def _key(side: str, depth: int) -> str:
    """The key of a level's form: the path of its parts in a file, without numbers."""
    return ".".join(("forces", side, *LEVELS[: depth + 1]))


def _parts(part: Part, depth: int, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Part]]:
    """The parts at a depth of a force, each with its place: (0, 1) is the second Division of the first Corps."""
    if depth == 0:
        yield at, part
        return
    for place, each in enumerate(part.get(LEVELS[len(at)], [])):
        yield from _parts(each, depth - 1, (*at, place))


def _place_text(place: tuple[int, ...]) -> str:
    return ".".join(map(str, place))


def _level_cells(depth: int, force: Part) -> tuple[Cell, ...]:
    """The columns of a level: its row, its formation, and its own columns."""
    level = LEVELS[depth]
    if depth == 0:
        return (row_of(), *LEVEL_CELLS[level])
    words = {_place_text(place): part["name"] for place, part in _parts(force, depth)}
    return (row_of(), parent(PARENTS[level], words), *LEVEL_CELLS[level])


def _level_part(place: tuple[int, ...], part: Part, depth: int) -> Part:
    """A part of a level with its row and its formation."""
    above = {"of": _place_text(place[:-1])} if depth else {}
    return {**part, "row": _place_text(place), **above}


def _fill_level(force: Part, key: str, depth: int, rows: list[Part]) -> None:
    """Replace the parts of a level by rows. Each part keeps its own parts and belongs to the formation it names.

    A row that names no formation belongs to that of the row before; the first such row belongs to the first formation.
    """
    before = {_place_text(place): part for place, part in _parts(force, depth + 1)}
    above = {_place_text(place): part for place, part in _parts(force, depth)}
    owner = next(iter(above))
    children: dict[str, list[Any]] = {name: [] for name in above}
    for index, part in enumerate(rows):
        old = before.pop(part.pop("row", ""), {})
        owner = part.pop("of", owner)
        if depth + 1 < len(LEVELS):
            below = LEVELS[depth + 1]
            part[below] = old.get(below, [])
        _check_place(part, f"{key}[{index}]")
        children[owner].append(part)
    for name, parts in children.items():
        above[name][LEVELS[depth]] = parts


def _check_place(part: Part, path: str) -> None:
    """Check that a place has both numbers and belongs to one unit."""
    if "at" not in part:
        return
    for name in ("x", "y"):
        if name not in part["at"]:
            raise SetupError("This field is required.", f"{path}.at.{name}")
    if part.get("count", 1) > 1:
        sentence = f"{part['count']} units cannot have the same place; give each unit its own row."
        raise SetupError(sentence, f"{path}.count")


def edge_zone(side: SideId, options: Options) -> Rectangle:
    """The usual deployment zone along a side's edge (MN-RULING-60)."""
    low = 0 if side == "a" else options.table_h - options.deploy_depth
    return 0, low, options.table_w, low + options.deploy_depth


def resized(setup: Setup, options: Options) -> Setup:
    """``setup`` on a table of the size in ``options``; its other options stay.

    Zones along an edge move to the new edge, with the depth in ``options``; other zones are cut to the table.
    """
    before = setup.rules.options
    table = Table(options.table_w, options.table_h)
    features = tuple(each for each in setup.table.features if touches(each.points, table.width, table.height))
    remaining_keys = {each.key for each in features}
    features = tuple(each for each in features if not each.over or each.over in remaining_keys)
    a, b = (_force(side, force, before, options, table) for side, force in zip("ab", setup.forces, strict=True))
    sized = replace(
        setup,
        table=replace(table, features=features),
        forces=(a, b),
        rules=replace(setup.rules, options=replace(before, table_w=table.width, table_h=table.height)),
    )
    for key, _ in brigades(sized):
        sized = with_change(sized, key, lambda one: replace(one, entry=part_on(one.entry, table.width, table.height)))
    return with_all_changed(sized, lambda one: _cut_place(one, table))


def _force(side: SideId, force: Force, before: Options, options: Options, table: Table) -> Force:
    at_edge = force.zone == edge_zone(side, before)
    zone = edge_zone(side, options) if at_edge else part_on(force.zone, table.width, table.height)
    return replace(force, zone=zone)


def _cut_place(one: Any, table: Table) -> Any:
    is_off = one.place and not touches([(one.place.x, one.place.y)], table.width, table.height)
    return replace(one, place=None) if is_off else one


class Drawn(NamedTuple):
    """A scenario file that was read but not checked."""

    setup: Setup
    text: str


class Editor(ScenarioEditor):
    """The scenario editor of the system (`battles.engine.drafting.Drafting`)."""

    settings = meta.SETTINGS
    size_options = ("table_w", "table_h")

    def new(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """An open table with a zone along each edge, and a Corps of one Division on each side."""
        options = read_options(meta.read, values)
        a, b = (
            Force(
                name=name,
                corps=(
                    CorpsForce(
                        name="First Corps",
                        nation="other",
                        divisions=(DivisionForce(name="First Division", kind="infantry", brigades=()),),
                    ),
                ),
                zone=edge_zone(side, options),
            )
            for side, name in SIDE_NAMES.items()
        )
        table = Table(options.table_w, options.table_h)
        return self.checked(Setup(title=title, table=table, forces=(a, b), rules=Rules(options)), "")

    def read(self, content: bytes) -> Drawn:
        return _checked_draft(content)

    def write(self, setup: Setup, text: str) -> bytes:
        return written(setup, text)

    def forms(self, file: Part) -> Mapping[str, Form]:
        return forms(file)

    def faults(self, drawn: Drawn) -> Iterable[SetupError]:
        return faults(drawn.setup)

    def misplacements(self, drawn: Drawn) -> Iterable[SetupError]:
        """Faults of the places set for units and stands. Those without a place deploy in the battle."""
        return misplacements(drawn.setup)

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        return warnings(setup)

    def special_rules(self, setup: Setup) -> tuple[str, ...]:
        return special_rules(setup)

    def palette(self, setup: Setup) -> tuple[Brush, ...]:
        return palette(setup)

    def picture(self, setup: Setup) -> tuple[Ground, Scene]:
        """The umpire's table before the first die."""
        seen = view(initial_state(setup), UMPIRE)
        return scene.ground(seen), _scene(setup, scene.scene(seen))

    def painted(self, setup: Setup, strokes: Sequence[Stroke]) -> Setup:
        return with_strokes(setup, strokes)

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """The file with these options changed."""
        setup, text = _checked_draft(content)
        options = read_options(meta.read, {**meta.written(setup.rules.options), **values})
        sized = resized(setup, options)
        return self.checked(replace(sized, rules=replace(sized.rules, options=options)), text)

    def scatter(self, content: bytes, seed: bytes, *, clear_first: bool) -> bytes:
        """The file with random terrain, clear of units and stands on the table (MNT-RULING-33)."""
        setup, text = _checked_draft(content)
        table = replace(setup.table, features=()) if clear_first else setup.table
        features = random_features(
            SeededDice(seed, 0), setup.rules.tables, table, occupied_footprints(initial_state(setup))
        )
        return self.checked(replace(setup, table=replace(table, features=(*table.features, *features))), text)


def _checked_draft(content: bytes) -> Drawn:
    """The set-up and text of a draft.

    Raises:
        SetupError: the content is not a scenario file, or a feature has no shape.
    """
    setup, text = read_unchecked(content)
    for index, feature in enumerate(setup.table.features):
        try:
            ground_of(setup.rules.tables, feature)
        except ValueError as error:
            raise SetupError(f"{feature.name or feature.key}: {error}", f"table.features[{index}].points") from None
    return Drawn(setup, text)


def _scene(setup: Setup, scene: Scene) -> Scene:
    """``scene`` with both sides' deployment zones and the arrival zones of Brigades."""
    zones = []
    for side, force in zip(SIDES, setup.forces, strict=True):
        if force.zone is not None:
            zones.append(_zone(setup, force.name, f"{force.name} deploys here.", side, force.zone))
    for key, brigade in brigades(setup):
        if brigade.entry is not None:
            words = f"{brigade.name} arrives here in Turn {brigade.arrives}."
            zone = _zone(setup, brigade.name, words, key[0], brigade.entry)
            zones.append(replace(zone, name=f"Turn {brigade.arrives}", kind="arrival"))
    others = tuple(zone for zone in scene.zones if zone.kind == "objective")
    return replace(scene, zones=(*others, *zones))


def _zone(setup: Setup, name: str, words: str, side: SideId, box: tuple[int, int, int, int]) -> Zone:
    left, bottom, right, top = box
    outline = line_of(setup.table, ((left, top), (right, top), (right, bottom), (left, bottom)))
    return Zone(name=name, kind="deployment", areas=(), words=words, side=side, outline=outline)
