"""The scenario editor: each change of a draft returns a file that can be read, though perhaps not yet played."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SIDES, UMPIRE, SetupError, SideId
from battles.engine.dice import SeededDice
from battles.engine.drafting import Brush, Stroke
from battles.engine.options import OptionValue
from battles.engine.picture import Ground, Scene, Zone
from battles.engine.scenario_editor import SIDE_NAMES, Form, Part, ScenarioEditor
from battles.engine.scenario_file import read_options
from battles.kits.open_table.picture import line_of
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.drafting.brushes import palette, with_strokes
from battles.rules.mini_nap.drafting.forms import forms
from battles.rules.mini_nap.hidden import view
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario.check import faults, misplacements, warnings
from battles.rules.mini_nap.scenario.files import special_rules, written
from battles.rules.mini_nap.scenario.parts import brigades, read_unchecked, with_all_changed, with_change
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.setup.features import ground_of, occupied_footprints, random_features
from battles.rules.mini_nap.state import CorpsForce, DivisionForce, Feature, Force, Setup, Table
from battles.rules.mini_nap.ui import scene

Rectangle = tuple[int, int, int, int]


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
    features = tuple(each for each in setup.table.features if _is_on(each, table))
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
        sized = with_change(sized, key, lambda one: replace(one, entry=_within(one.entry, table)))
    return with_all_changed(sized, lambda one: _cut_place(one, table))


def _is_on(feature: Feature, table: Table) -> bool:
    """True if the bounding box of a feature touches the table."""
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    return max(xs) >= 0 and min(xs) <= table.width and max(ys) >= 0 and min(ys) <= table.height


def _force(side: SideId, force: Force, before: Options, options: Options, table: Table) -> Force:
    at_edge = force.zone == edge_zone(side, before)
    return replace(force, zone=edge_zone(side, options) if at_edge else _within(force.zone, table))


def _within(zone: Rectangle | None, table: Table) -> Rectangle | None:
    """The part of a rectangle on the table; None if it is wholly off it."""
    if zone is None:
        return None
    left, bottom = max(zone[0], 0), max(zone[1], 0)
    right, top = min(zone[2], table.width), min(zone[3], table.height)
    return (left, bottom, right, top) if left < right and bottom < top else None


def _cut_place(one: Any, table: Table) -> Any:
    if one.place is None or (0 <= one.place.x <= table.width and 0 <= one.place.y <= table.height):
        return one
    return replace(one, place=None)


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
    for number, feature in enumerate(setup.table.features):
        try:
            ground_of(setup.rules.tables, feature)
        except ValueError as error:
            raise SetupError(f"{feature.name or feature.key}: {error}", f"table.features[{number}].points") from None
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
