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
from battles.engine.picture import Scene, Zone
from battles.rules.mini_nap import drawing, meta, tables
from battles.rules.mini_nap.checking import SIDES, faults, misplacements, warnings
from battles.rules.mini_nap.checking_features import ground_of
from battles.rules.mini_nap.drafting_brushes import palette
from battles.rules.mini_nap.drafting_cells import Part
from battles.rules.mini_nap.drafting_chain import brigades
from battles.rules.mini_nap.drafting_sheets import filled, sheets
from battles.rules.mini_nap.drafting_size import edge_zone, resized
from battles.rules.mini_nap.drafting_strokes import painted
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scattering import scatter, standing
from battles.rules.mini_nap.scenario import written
from battles.rules.mini_nap.scenario_read import laid
from battles.rules.mini_nap.setup import CorpsForce, DivisionForce, Force, Setup, Table
from battles.rules.mini_nap.spots import line_of
from battles.rules.mini_nap.starting import start
from battles.rules.mini_nap.view import view

SIDE_NAMES: Final[Mapping[SideId, str]] = {"a": "Southern army", "b": "Northern army"}


class Drafts:
    """The part of the system that draws scenarios (`battles.engine.drafting.Drafting`)."""

    size_options: ClassVar[tuple[str, ...]] = ("table_w", "table_h")

    def new_drawing(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """An open table, zones along its edges, for which the least table has room, a Corps of one Division each."""
        options = _options(values)
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
        return _kept(Setup(title=title, table=table, forces=(a, b), rules=Rules(options)), "")

    def drawing_of(self, setup: Setup, text: str) -> bytes:
        """``setup`` as a file."""
        return written(setup, text)

    def draft(self, content: bytes) -> Draft:
        """All of a drawing; its scene is that of the umpire before the first die."""
        setup, text = _laid(content)
        seen = view(start(setup), UMPIRE)
        found = tuple(faults(setup))
        return Draft(
            title=setup.title,
            text=text,
            ground=drawing.ground(seen),
            scene=_scene(setup, drawing.scene(seen)),
            palette=palette(setup),
            sheets=sheets(_file(setup, text)),
            options=meta.written(setup.rules.options),
            house=differing(setup.rules.tables, tables.PRINTED, meta.TABLE_RULES),
            faults=tuple(map(fault_of, found)),
            notes=() if found else warnings(setup),
        )

    def paint(self, content: bytes, strokes: Sequence[Stroke]) -> bytes:
        """Each stroke in turn."""
        setup, text = _laid(content)
        return _kept(painted(setup, strokes), text)

    def misplaced(self, content: bytes) -> tuple[Fault, ...]:
        """What forbids units and stands the places that are set for them; those that have none are deployed."""
        return tuple(map(fault_of, misplacements(_laid(content)[0])))

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """These rows in one of the sheets."""
        return _reread(filled(_file(*_laid(content)), sheet, rows))

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """Options by name over those it has."""
        setup, text = _laid(content)
        options = _options({**meta.written(setup.rules.options), **values})
        sized = resized(setup, options)
        return _kept(replace(sized, rules=replace(sized.rules, options=options)), text)

    def set_house(self, content: bytes, patch: Mapping[str, Any]) -> bytes:
        """House rules in place of those it has."""
        return _reread({**_file(*_laid(content)), "house": dict(patch)})

    def take_force(self, content: bytes, side: SideId, setup: Setup) -> bytes:
        """The force of ``side`` in ``setup``, deployed where its own was."""
        drawn, text = _laid(content)
        taken = (
            replace(new, zone=old.zone) if side == of else old
            for of, old, new in zip(SIDES, drawn.forces, setup.forces, strict=True)
        )
        a, b = taken
        return _kept(replace(drawn, forces=(a, b)), text)

    def scatter(self, content: bytes, seed: bytes, *, anew: bool) -> bytes:
        """MNT-RULING-33: terrain by the dice, clear of everybody who stands on the table."""
        setup, text = _laid(content)
        table = replace(setup.table, features=()) if anew else setup.table
        found = scatter(SeededDice(seed, 0), setup.rules.tables, table, standing(start(setup)))
        return _kept(replace(setup, table=replace(table, features=(*table.features, *found))), text)


def _options(values: Mapping[str, OptionValue]) -> Options:
    try:
        return meta.read(values)
    except ValueError as error:
        raise SetupError(str(error), "options") from None


def _laid(content: bytes) -> tuple[Setup, str]:
    """A drawing with its text; raises `SetupError` for a file that is none, or with a feature that has no shape."""
    setup, text = laid(content)
    for number, feature in enumerate(setup.table.features):
        try:
            ground_of(setup.rules.tables, feature)
        except ValueError as error:
            raise SetupError(f"{feature.name or feature.key}: {error}", f"table.features[{number}].points") from None
    return setup, text


def _kept(setup: Setup, text: str) -> bytes:
    """The file of a drawing, read once more so that nothing is kept that cannot be read."""
    content = written(setup, text)
    _laid(content)
    return content


def _file(setup: Setup, text: str) -> Part:
    found: Part = msgspec.json.decode(written(setup, text))
    return found


def _reread(file: Part) -> bytes:
    """The file in its usual form; raises `SetupError` for what cannot be read."""
    return written(*_laid(msgspec.json.encode(file)))


def _scene(setup: Setup, scene: Scene) -> Scene:
    """With the zones of deployment of both sides, and where Brigades arrive."""
    found = []
    for side, force in zip(SIDES, setup.forces, strict=True):
        if force.zone is not None:
            found.append(_zone(setup, force.name, f"{force.name} deploys here.", side, force.zone))
    for key, brigade in brigades(setup):
        if brigade.entry is not None:
            words = f"{brigade.name} arrives here in Turn {brigade.arrives}."
            found.append(_zone(setup, brigade.name, words, key[0], brigade.entry))
    others = tuple(zone for zone in scene.zones if zone.kind != "deployment")
    return replace(scene, zones=(*others, *found))


def _zone(setup: Setup, name: str, words: str, side: SideId, box: tuple[int, int, int, int]) -> Zone:
    left, bottom, right, top = box
    outline = line_of(setup.table, ((left, top), (right, top), (right, bottom), (left, bottom)))
    return Zone(name=name, kind="deployment", areas=(), words=words, side=side, outline=outline)
