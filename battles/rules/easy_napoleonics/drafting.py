"""Scenarios as they are drawn: every change of a drawing leaves a file that can be read, if not yet played."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from battles.engine.core import UMPIRE, SetupError, SideId
from battles.engine.dice import SeededDice
from battles.engine.drafting import Draft, Fault, Stroke, fault_of
from battles.engine.option_spec import OptionValue
from battles.engine.overlay import differing
from battles.engine.picture import Scene
from battles.rules.easy_napoleonics import drawing, meta, tables, terrain
from battles.rules.easy_napoleonics.checking import SIDES, faults, misplaced, warnings
from battles.rules.easy_napoleonics.drafting_brushes import painted, palette
from battles.rules.easy_napoleonics.drafting_sheets import File, filled, sheets
from battles.rules.easy_napoleonics.drafting_size import resized
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario import Laid, edge_zone, laid, written
from battles.rules.easy_napoleonics.scenario_parts import captains
from battles.rules.easy_napoleonics.setup import Board, Force, Setup
from battles.rules.easy_napoleonics.starting import start
from battles.rules.easy_napoleonics.view import view

SIDE_NAMES: Final[Mapping[SideId, str]] = {"a": "Southern army", "b": "Northern army"}


class Drafts:
    """The part of the system that draws scenarios (`battles.engine.drafting.Drafting`)."""

    size_options: ClassVar[tuple[str, ...]] = ("board_columns", "board_rows")

    def new_drawing(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """An open board, zones at its edges as deep as they usually are or can be, no units, nameless leaders."""
        room = _options({"deployment_depth": 1, **values}).board_rows // 2
        options = _options({"deployment_depth": min(tables.DEPLOYMENT_DEPTH, room), **values})
        board = Board(options.board_columns, options.board_rows)
        a, b = (
            Force(
                name=SIDE_NAMES[side],
                units=(),
                leaders=captains(("",) * options.leaders_per_side),
                zone=edge_zone(side, options),
            )
            for side in SIDES
        )
        return _kept(Setup(title=title, board=board, forces=(a, b), rules=Rules(options)), "")

    def drawing_of(self, setup: Setup, text: str) -> bytes:
        """``setup`` as a file."""
        return written(setup, text)

    def draft(self, content: bytes) -> Draft:
        """All of a drawing; its scene is that of the umpire before the first die."""
        drawn = laid(content)
        setup = drawn.setup
        seen = view(start(setup), UMPIRE)
        found = faults(setup, drawn.rows)
        return Draft(
            title=setup.title,
            text=drawn.text,
            ground=drawing.ground(seen),
            scene=_scene(setup, drawing.scene(seen)),
            palette=palette(setup),
            sheets=sheets(_file(drawn)),
            options=meta.written(setup.rules.options),
            house=differing(setup.rules.tables, tables.PRINTED, meta.TABLE_RULES),
            faults=tuple(map(fault_of, found)),
            notes=() if found else warnings(setup),
        )

    def paint(self, content: bytes, strokes: Sequence[Stroke]) -> bytes:
        """Each stroke in turn."""
        drawn = laid(content)
        return _kept(painted(drawn.setup, strokes), drawn.text)

    def misplaced(self, content: bytes) -> tuple[Fault, ...]:
        """What forbids units and leaders their set places; nothing where none are set."""
        drawn = laid(content)
        if drawn.setup.rules.options.deployment_order != "preset":
            return ()
        return tuple(map(fault_of, misplaced(drawn.setup, drawn.rows)))

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """These rows in one of the sheets."""
        return _reread(filled(_file(laid(content)), sheet, rows))

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """Options by name over those it has. Set places are gone where nothing stands in its place any more."""
        drawn = laid(content)
        before = drawn.setup.rules.options
        options = _options({**meta.written(before), **values})
        file = _file(drawn._replace(setup=resized(drawn.setup, options)))
        file["options"] = {
            name: value for name, value in meta.written(options).items() if name not in self.size_options
        }
        if options.deployment_order != "preset":
            _forget_places(file)
        return _reread(file)

    def set_house(self, content: bytes, patch: Mapping[str, Any]) -> bytes:
        """House rules in place of those it has."""
        return _reread({**_file(laid(content)), "house": dict(patch)})

    def take_force(self, content: bytes, side: SideId, setup: Setup) -> bytes:
        """The force of ``side`` in ``setup``, deployed where its own was."""
        drawn = laid(content)
        taken = (
            replace(new, zone=old.zone) if side == of else old
            for of, old, new in zip(SIDES, drawn.setup.forces, setup.forces, strict=True)
        )
        a, b = taken
        return _kept(replace(drawn.setup, forces=(a, b)), drawn.text)

    def scatter(self, content: bytes, seed: bytes, *, anew: bool) -> bytes:
        """EN-SETUP-06: woods, hills and settlements by the dice, on hexes where nothing stands."""
        drawn = laid(content)
        setup = drawn.setup
        board = replace(setup.board, terrain=()) if anew else setup.board
        everybody = [one.place for force in setup.forces for one in force.units]
        everybody += [one.place for force in setup.forces for one in force.leaders]
        placed = {place.cell for place in everybody if place}
        found = terrain.scatter(SeededDice(seed, 0), board, setup.rules, placed)
        board = replace(board, terrain=tuple(sorted((*board.terrain, *found))))
        return _kept(replace(setup, board=board), drawn.text)


def _options(values: Mapping[str, OptionValue]) -> Options:
    try:
        return meta.read(values)
    except ValueError as error:
        raise SetupError(str(error), "options") from None


def _kept(setup: Setup, text: str) -> bytes:
    """The file of a drawing, read once more so that nothing is kept that cannot be read."""
    content = written(setup, text)
    laid(content)
    return content


def _file(drawn: Laid) -> File:
    found: File = msgspec.json.decode(written(drawn.setup, drawn.text))
    return found


def _reread(file: File) -> bytes:
    """The file in its usual form; raises `SetupError` for what cannot be read."""
    drawn = laid(msgspec.json.encode(file))
    return written(drawn.setup, drawn.text)


def _scene(setup: Setup, scene: Scene) -> Scene:
    """Without zones where everything stands in set places."""
    if setup.rules.options.deployment_order != "preset":
        return scene
    return replace(scene, zones=tuple(zone for zone in scene.zones if zone.kind != "deployment"))


def _forget_places(file: File) -> None:
    for force in file["forces"].values():
        for unit in force["units"]:
            unit.pop("at", None)
        for leader in force["leaders"]:
            leader.pop("hex", None)
