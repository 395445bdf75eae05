"""Scenarios that users draw: create, change, copy, import, share, delete; what changed in a copy's original."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models import Army, Visibility
from armies.models.visibility import usable_by
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.core import SetupError, SideId
from battles.engine.drafting import Draft, Drafting, Stroke, fault_of
from battles.engine.options import OptionValue
from battles.engine.system import RuleSystem
from battles.models import Scenario
from battles.services.create.battle_start import check_visibility
from battles.services.create.from_armies import copy_force_sources, fielded, record_force
from battles.services.play.lock import CannotAct, Gone, NotYours, Refused

MOST_BYTES: Final = 1_000_000
MOST_SCENARIOS: Final = 200
"""Scenarios of one owner."""
SEED_BYTES: Final = 16

Change = Callable[[Drafting, bytes], bytes]


MISSING: Final = object()
"""The value of what is not there."""
MOST_TOLD: Final = 60
"""Changed parts that are named, at most."""
Path = tuple[str, ...]


class Outdated(CannotAct):
    """The scenario changed after it was read; ``scenario`` is its current version."""

    code: ClassVar[str] = "stale"

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(
            "The scenario was changed in the meantime, perhaps in another window. You see its current version; your "
            "changes are not saved yet. Save again to apply them."
        )
        self.scenario = scenario


class Faulty(Refused):
    """A change after which the scenario could not be read; ``path`` says where the fault is."""

    def __init__(self, error: SetupError) -> None:
        fault = fault_of(error)
        super().__init__(fault.sentence, fault.path)
        self.path = fault.path


def drawable_systems() -> dict[str, RuleSystem[Any]]:
    """The systems that have a scenario editor, by key."""
    systems = {key: registry.load(key) for key in registry.playable()}
    return {key: system for key, system in systems.items() if system.drafting is not None}


def drawable_system(key: str) -> RuleSystem[Any]:
    """A system that has a scenario editor.

    Raises:
        Gone: it has none.
    """
    system = drawable_systems().get(key)
    if system is None:
        raise Gone(f"There is no scenario editor for {key}.")
    return system


def editor_of(key: str) -> Drafting:
    """The scenario editor of a system. Raises as ``drawable_system``."""
    editor = drawable_system(key).drafting
    if editor is None:
        raise Gone(f"There is no scenario editor for {key}.")
    return editor


def draft_of(scenario: Scenario) -> Draft:
    """A scenario as the editor shows it.

    Raises:
        Faulty: its file cannot be read.
    """
    try:
        draft: Draft = editor_of(scenario.system).draft(scenario.content.encode())
    except SetupError as error:
        raise Faulty(error) from None
    return draft


def create(owner: Any, system: str, title: str, values: Mapping[str, OptionValue]) -> Scenario:
    """A new scenario with an empty board. Raises `Refused` for a wrong title or size, or too many scenarios."""
    try:
        content = editor_of(system).new(one_line(title), values)
    except SetupError as error:
        raise Faulty(error) from None
    return _stored(owner, system, content)


def copy_shipped(owner: Any, system: str, key: str) -> Scenario:
    """A copy of a scenario that comes with its system, for the editor. Raises as ``create``."""
    scenarios = drawable_system(system).scenarios
    try:
        return _stored(owner, system, scenarios.write(scenarios.load(key), scenarios.text_of(key)))
    except SetupError as error:
        raise Faulty(error) from None


def copy(scenario: Scenario, owner: Any) -> Scenario:
    """A private copy that belongs to ``owner``. Raises `Refused` for too many scenarios, or a hidden one of others."""
    if refused := scenario.refused_copy(owner):
        raise Refused(refused)
    with transaction.atomic():
        copied = _stored(owner, scenario.system, scenario.content.encode(), scenario)
        copy_force_sources(scenario, copied, owner)
    return copied


def import_scenario(owner: Any, system: str, content: bytes) -> Scenario:
    """A new scenario from a file. The scenario must be playable.

    Raises:
        Refused: it is too large or has a fault (`Faulty`, with its path), or there are too many scenarios.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"A scenario file has at most {MOST_BYTES:,} bytes; this one has {len(content):,}.", "file")
    scenarios = drawable_system(system).scenarios
    try:
        scenarios.read(content)
        return _stored(owner, system, content)
    except SetupError as error:
        raise Faulty(error) from None


def change(scenario: Scenario, user: Any, expect: int, edit: Change) -> Scenario:
    """Change a scenario; return it.

    Args:
        expect: the version that the editor has seen.
        edit: makes the new content from the old.

    Raises:
        NotYours: it belongs to somebody else.
        Outdated: it has another version now; nothing is written.
        Faulty: the scenario could not be read after the change.
    """
    must_own(scenario, user)
    with transaction.atomic():
        row = Scenario.objects.select_for_update(of=("self",)).filter(pk=scenario.pk).first()
        if row is None:
            raise Gone("This scenario was deleted in the meantime.")
        if row.version != expect:
            raise Outdated(row)
        editor = editor_of(row.system)
        try:
            content = edit(editor, row.content.encode())
            if len(content) > MOST_BYTES:
                raise Refused(f"A scenario has at most {MOST_BYTES:,} bytes; this one would have {len(content):,}.")
            row.title = editor.draft(content).title
        except SetupError as error:
            raise Faulty(error) from None
        row.content = content.decode()
        row.version += 1
        row.save(update_fields=["content", "title", "version", "updated"])
    return row


def paint(scenario: Scenario, user: Any, expect: int, strokes: Sequence[Stroke]) -> Scenario:
    """Apply strokes to the board. Raises as ``change``."""
    return change(scenario, user, expect, lambda editor, content: editor.paint(content, strokes))


def preview_strokes(scenario: Scenario, expect: int, strokes: Sequence[Stroke], *, last: bool) -> tuple[Draft, str]:
    """The scenario after ``strokes``, without saving it, and why the last stroke is not allowed ("" if it is).

    Args:
        last: check the last stroke: it may not put anything where it may not stand.

    Raises:
        Outdated: the scenario has another version now.
        Faulty: a stroke cannot be applied.
    """
    if scenario.version != expect:
        raise Outdated(scenario)
    editor = editor_of(scenario.system)
    try:
        content = editor.paint(scenario.content.encode(), strokes)
        if last and strokes:
            before = editor.paint(scenario.content.encode(), strokes[:-1])
            earlier = editor.misplaced(before)
            for fault in editor.misplaced(content):
                if fault not in earlier:
                    return editor.draft(before), fault.sentence
        return editor.draft(content), ""
    except SetupError as error:
        raise Faulty(error) from None


def fill(scenario: Scenario, user: Any, expect: int, sheet: str, rows: Sequence[Mapping[str, str]]) -> Scenario:
    """Replace the rows of a sheet. Raises as ``change``."""
    return change(scenario, user, expect, lambda editor, content: editor.fill(content, sheet, rows))


def set_options(
    scenario: Scenario,
    user: Any,
    expect: int,
    values: Mapping[str, OptionValue],
    house: Mapping[str, Any] | None = None,
) -> Scenario:
    """Set options by name, and replace the house rules unless ``house`` is None. Raises as ``change``."""

    def edit(editor: Drafting, content: bytes) -> bytes:
        content = editor.set_options(content, values)
        return content if house is None else editor.set_house_rules(content, house)

    return change(scenario, user, expect, edit)


def take_army(scenario: Scenario, user: Any, expect: int, side: SideId, army: Army) -> Scenario:
    """Replace the force of ``side`` by an army, under the scenario's options. Raises as ``change``."""
    army_facts = facts_of(army)

    def edit(editor: Drafting, content: bytes) -> bytes:
        setup, _ = fielded(scenario.system, army_facts, army_facts, editor.draft(content).options)
        content = editor.take_force(content, side, setup)
        record_force(scenario, side, army, army_facts, setup)
        return content

    return change(scenario, user, expect, edit)


def scatter(scenario: Scenario, user: Any, expect: int, *, clear_first: bool) -> Scenario:
    """Place random terrain, with ``clear_first`` after clearing the board. Raises as ``change``."""
    seed = secrets.token_bytes(SEED_BYTES)
    return change(
        scenario, user, expect, lambda editor, content: editor.scatter(content, seed, clear_first=clear_first)
    )


def share(scenario: Scenario, user: Any, visibility: str) -> None:
    """Set who may see it. Raises `NotYours`, or `Refused` for an unknown visibility."""
    must_own(scenario, user)
    check_visibility(visibility, scenario.club_id)
    with transaction.atomic():
        row = Scenario.objects.select_for_update(of=("self",)).filter(pk=scenario.pk).first()
        if row is None:
            raise Gone("This scenario was deleted in the meantime.")
        if row.hidden_words and visibility != Visibility.PRIVATE:
            raise Refused(row.hidden_words, "visibility")
        row.visibility = visibility
        row.save(update_fields=["visibility"])


def delete(scenario: Scenario, user: Any) -> None:
    """Delete it; battles made from it stay. Raises `NotYours`."""
    must_own(scenario, user)
    scenario.delete()


def owns(scenario: Scenario, user: Any) -> bool:
    """True if ``user`` may change it."""
    return bool(user.is_authenticated and scenario.owner_id == user.pk)


def must_own(scenario: Scenario, user: Any) -> None:
    """Raise `NotYours` unless ``user`` is the owner."""
    if not owns(scenario, user):
        raise NotYours("Only its owner may change a scenario. Copy it and change the copy.")


def _stored(owner: Any, system: str, content: bytes, source: Scenario | None = None) -> Scenario:
    """A new private row, titled as its content says. The owner's row is locked while their scenarios are counted."""
    with transaction.atomic():
        get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
        if Scenario.objects.filter(owner=owner).count() >= MOST_SCENARIOS:
            raise Refused(f"You have {MOST_SCENARIOS} scenarios, the maximum. Delete one first.")
        return Scenario.objects.create(
            owner=owner,
            system=system,
            title=editor_of(system).draft(content).title,
            content=content.decode(),
            copied_from=source,
            copied_content=source.content if source is not None else "",
            visibility=Visibility.PRIVATE,
        )


class ScenarioOriginal(Struct, frozen=True):
    """The original of a copy and the parts of it that changed since, in words."""

    scenario: Scenario
    parts: tuple[str, ...]


def original_of(copy: Scenario, user: Any) -> Scenario | None:
    """The original of a copy, if ``user`` may see it."""
    if copy.copied_from_id is None:
        return None
    return Scenario.objects.readable_by(user).filter(usable_by(user), pk=copy.copied_from_id).first()


def has_changed(copy: Scenario, original: Scenario | None) -> bool:
    """True if the original was changed since the copy was made, so far as it is known."""
    return original is not None and bool(copy.copied_content) and original.content != copy.copied_content


def changes_of_original(copy: Scenario, user: Any) -> ScenarioOriginal:
    """What changed in the original of ``copy``.

    Raises:
        Refused: it is no copy, the original is not for ``user`` to see, or its earlier state is not known.
    """
    original = original_of(copy, user)
    if original is None:
        raise Refused("The original of this scenario was deleted, or you may not see it.")
    if not copy.copied_content:
        raise Refused("This copy is older than Muster’s memory of originals. Compare the two by hand.")
    paths = _changed(json.loads(copy.copied_content), json.loads(original.content), ())
    return ScenarioOriginal(original, tuple(dict.fromkeys(map(_words, paths)))[:MOST_TOLD])


def take_over(copy: Scenario, user: Any, expect: int) -> tuple[Scenario, tuple[str, ...]]:
    """Make the changes of the original in the copy too, except where the copy was changed itself.

    `undo_take_over` undoes it.

    Returns:
        The copy, and the parts that stay as the copy has them.

    Raises:
        Refused: as `changes_of_original`, or there is nothing to take over.
        NotYours, Outdated, Faulty, Gone: as ``change``.
    """
    original = changes_of_original(copy, user)
    if not original.parts:
        raise Refused("The original has not changed since.")
    left: list[Path] = []
    before: dict[str, Any] = {}

    def merge(editor: Drafting, content: bytes) -> bytes:
        before.update(content=content.decode(), copied=copy.copied_content)
        base, theirs = json.loads(copy.copied_content), json.loads(original.scenario.content)
        return json.dumps(_merged(base, json.loads(content), theirs, (), left), ensure_ascii=False, indent=1).encode()

    with transaction.atomic():
        row = change(copy, user, expect, merge)
        row.copied_content = original.scenario.content
        row.taken_over = before | {"version": row.version}
        row.save(update_fields=["copied_content", "taken_over"])
    return row, tuple(dict.fromkeys(map(_words, left)))[:MOST_TOLD]


def undo_take_over(copy: Scenario, user: Any, expect: int) -> Scenario:
    """Undo the last `take_over`: the copy is as before, and the original's changes can be taken over again.

    Raises:
        Refused: nothing was taken over, or the copy was changed since.
        NotYours, Outdated, Gone: as ``change``.
    """
    must_own(copy, user)
    before = copy.taken_over
    if before is None:
        raise Refused("There is nothing to undo: this copy has taken no changes over.")
    if not copy.can_undo:
        raise Refused("The copy was changed after it took the changes over, so this cannot be undone any more.")
    with transaction.atomic():
        row = change(copy, user, expect, lambda editor, content: before["content"].encode())
        row.copied_content, row.taken_over = before["copied"], None
        row.save(update_fields=["copied_content", "taken_over"])
    return row


def _merged(base: Any, mine: Any, theirs: Any, path: Path, left: list[Path]) -> Any:
    """``mine`` with what ``theirs`` changed of ``base``; what both changed stays, and ``left`` gets its path."""
    if theirs == base or mine == theirs:
        return mine
    if mine == base:
        return theirs
    if all(isinstance(each, dict) for each in (base, mine, theirs)):
        names = [*mine, *(name for name in theirs if name not in mine)]
        values = {
            name: _merged(
                base.get(name, MISSING), mine.get(name, MISSING), theirs.get(name, MISSING), (*path, name), left
            )
            for name in names
        }
        return {name: value for name, value in values.items() if value is not MISSING}
    if all(isinstance(each, list) for each in (base, mine, theirs)) and len(base) == len(mine) == len(theirs):
        triples = zip(base, mine, theirs, strict=True)
        return [_merged(a, b, c, (*path, str(place)), left) for place, (a, b, c) in enumerate(triples, 1)]
    left.append(path)
    return mine


def _changed(before: Any, after: Any, path: Path) -> Iterator[Path]:
    """The paths of the parts that differ."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in [*before, *(name for name in after if name not in before)]:
            yield from _changed(before.get(name, MISSING), after.get(name, MISSING), (*path, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changed(old, new, (*path, str(place + 1)))
    else:
        yield path


def _words(path: Path) -> str:
    """A path in words, not deeper than its fourth part: "forces, a, units, 3"."""
    return ", ".join(part.replace("_", " ") for part in path[:4]) or "everything"
