"""Scenarios that users draw: create, change, copy, import, share, delete."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from armies.exchange.clean_text import one_line
from armies.models import Army, Visibility
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
    """A private copy that belongs to ``owner``. Raises `Refused` for too many scenarios."""
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
