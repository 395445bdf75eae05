"""Scenarios that people draw: made, changed, copied, brought in, shared, done away with."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from armies.exchange.cleaning import one_line
from armies.models import Army, Visibility
from armies.services.reading import facts_of
from battles.engine import registry
from battles.engine.core import RuleSystem, SetupError, SideId
from battles.engine.drafting import Draft, Drafting, Stroke, fault_of
from battles.engine.option_spec import OptionValue
from battles.models import Scenario
from battles.services.fielded import copy_taken, take
from battles.services.locking import CannotAct, Gone, NotYours, Refused
from battles.services.setting_up import fielded
from battles.services.starting import check_visibility

MOST_BYTES: Final = 1_000_000
MOST_SCENARIOS: Final = 200
"""Scenarios of one owner."""
SEED_BYTES: Final = 16

Change = Callable[[Drafting, bytes], bytes]


class Outdated(CannotAct):
    """The scenario has moved on since it was read; ``scenario`` is how it stands now."""

    code: ClassVar[str] = "stale"

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(
            "The scenario was changed in the meantime, perhaps in another window. It is shown as it stands now, with "
            "what you sent still to be saved: send it again to lay it over."
        )
        self.scenario = scenario


class Faulty(Refused):
    """A change that would not leave a scenario that can be read; ``path`` says where."""

    def __init__(self, error: SetupError) -> None:
        fault = fault_of(error)
        super().__init__(fault.sentence, fault.path)
        self.path = fault.path


def drafters() -> dict[str, RuleSystem[Any]]:
    """The systems whose scenarios can be drawn, by key."""
    found = {key: registry.load(key) for key in registry.playable()}
    return {key: system for key, system in found.items() if isinstance(system, Drafting)}


def drafting(key: str) -> Any:
    """The system of a scenario, which can be drawn.

    Raises:
        Gone: it cannot.
    """
    system = drafters().get(key)
    if system is None:
        raise Gone(f"Scenarios of {key} cannot be drawn.")
    return system


def draft_of(scenario: Scenario) -> Draft:
    """All that is to be seen of a scenario.

    Raises:
        Faulty: its file cannot be read.
    """
    try:
        found: Draft = drafting(scenario.system).draft(scenario.content.encode())
    except SetupError as error:
        raise Faulty(error) from None
    return found


def make(owner: Any, system: str, title: str, values: Mapping[str, OptionValue]) -> Scenario:
    """A new drawing on an empty board. Raises `Refused` for a title or size that cannot be, or too many scenarios."""
    try:
        content = drafting(system).new_drawing(one_line(title), values)
    except SetupError as error:
        raise Faulty(error) from None
    return _stored(owner, system, content)


def shipped(owner: Any, system: str, key: str) -> Scenario:
    """A copy of a scenario that comes with its system, to be drawn on. Raises as ``make``."""
    rules = drafting(system)
    try:
        return _stored(owner, system, rules.drawing_of(rules.scenario(key), rules.scenario_text(key)))
    except SetupError as error:
        raise Faulty(error) from None


def copy(scenario: Scenario, owner: Any) -> Scenario:
    """A copy that is ``owner``'s own; nobody else sees it. Raises `Refused` for too many scenarios."""
    with transaction.atomic():
        made = _stored(owner, scenario.system, scenario.content.encode(), scenario)
        copy_taken(scenario, made, owner)
    return made


def bring(owner: Any, system: str, content: bytes) -> Scenario:
    """A scenario from a file that can be played.

    Raises:
        Refused: it is too large or has a fault (`Faulty`, with its path), or there are too many scenarios.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"A scenario's file has up to {MOST_BYTES:,} bytes; this one has {len(content):,}.", "file")
    rules = drafting(system)
    try:
        rules.read_scenario(content)
        return _stored(owner, system, content)
    except SetupError as error:
        raise Faulty(error) from None


def change(scenario: Scenario, user: Any, expect: int, how: Change) -> Scenario:
    """The scenario after a change of its drawing.

    Args:
        expect: the version that the one who changes it has seen.
        how: makes the new content of the old.

    Raises:
        NotYours: it is another's.
        Outdated: it is at another version; nothing is written.
        Faulty: the change would not leave a scenario that can be read.
    """
    must_own(scenario, user)
    with transaction.atomic():
        row = Scenario.objects.select_for_update(of=("self",)).filter(pk=scenario.pk).first()
        if row is None:
            raise Gone("This scenario was deleted meanwhile.")
        if row.version != expect:
            raise Outdated(row)
        rules = drafting(row.system)
        try:
            content = how(rules, row.content.encode())
            if len(content) > MOST_BYTES:
                raise Refused(f"A scenario has up to {MOST_BYTES:,} bytes; this would have {len(content):,}.")
            row.title = rules.draft(content).title
        except SetupError as error:
            raise Faulty(error) from None
        row.content = content.decode()
        row.version += 1
        row.save(update_fields=["content", "title", "version", "updated"])
    return row


def paint(scenario: Scenario, user: Any, expect: int, strokes: Sequence[Stroke]) -> Scenario:
    """Strokes laid on the board. Raises as ``change``."""
    return change(scenario, user, expect, lambda rules, content: rules.paint(content, strokes))


def tried(scenario: Scenario, expect: int, strokes: Sequence[Stroke], *, last: bool) -> tuple[Draft, str]:
    """How the scenario would look after ``strokes``, of which nothing is written; ``""``, or what forbids it.

    Args:
        last: the last stroke is new: what it sets in a place where it may not stand is forbidden.

    Raises:
        Outdated: it is at another version.
        Faulty: a stroke cannot be laid.
    """
    if scenario.version != expect:
        raise Outdated(scenario)
    rules = drafting(scenario.system)
    try:
        content = rules.paint(scenario.content.encode(), strokes)
        if last and strokes:
            before = rules.paint(scenario.content.encode(), strokes[:-1])
            known = rules.misplaced(before)
            for fault in rules.misplaced(content):
                if fault not in known:
                    return rules.draft(before), fault.sentence
        return rules.draft(content), ""
    except SetupError as error:
        raise Faulty(error) from None


def fill(scenario: Scenario, user: Any, expect: int, sheet: str, rows: Sequence[Mapping[str, str]]) -> Scenario:
    """Rows in place of those of a sheet. Raises as ``change``."""
    return change(scenario, user, expect, lambda rules, content: rules.fill(content, sheet, rows))


def set_options(
    scenario: Scenario,
    user: Any,
    expect: int,
    values: Mapping[str, OptionValue],
    house: Mapping[str, Any] | None = None,
) -> Scenario:
    """Options by name, and ``house`` rules in place of those it has, None for these. Raises as ``change``."""

    def made(rules: Drafting, content: bytes) -> bytes:
        content = rules.set_options(content, values)
        return content if house is None else rules.set_house(content, house)

    return change(scenario, user, expect, made)


def take_army(scenario: Scenario, user: Any, expect: int, side: SideId, army: Army) -> Scenario:
    """What an army brings by the scenario's options, in place of the force of ``side``. Raises as ``change``."""
    known = facts_of(army)

    def made(rules: Drafting, content: bytes) -> bytes:
        setup, _ = fielded(scenario.system, known, known, rules.draft(content).options)
        content = rules.take_force(content, side, setup)
        take(scenario, side, army, known, setup)
        return content

    return change(scenario, user, expect, made)


def scatter(scenario: Scenario, user: Any, expect: int, *, anew: bool) -> Scenario:
    """Random terrain, on open ground where ``anew``. Raises as ``change``."""
    seed = secrets.token_bytes(SEED_BYTES)
    return change(scenario, user, expect, lambda rules, content: rules.scatter(content, seed, anew=anew))


def share(scenario: Scenario, user: Any, visibility: str) -> None:
    """Say who may see it. Raises `NotYours`, or `Refused` for a word that there is not."""
    must_own(scenario, user)
    check_visibility(visibility)
    Scenario.objects.filter(pk=scenario.pk).update(visibility=visibility)


def delete(scenario: Scenario, user: Any) -> None:
    """Do away with it; battles that were made from it stay. Raises `NotYours`."""
    must_own(scenario, user)
    scenario.delete()


def owns(scenario: Scenario, user: Any) -> bool:
    """Whether it is ``user``'s to change."""
    return bool(user.is_authenticated and scenario.owner_id == user.pk)


def must_own(scenario: Scenario, user: Any) -> None:
    """Raise `NotYours` for anybody but the owner."""
    if not owns(scenario, user):
        raise NotYours("Only who drew a scenario may change it. Copy it, and change the copy.")


def _stored(owner: Any, system: str, content: bytes, source: Scenario | None = None) -> Scenario:
    """A new row, in the name of its drawing; only its owner sees it. The owner's row is the lock of his count."""
    with transaction.atomic():
        get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
        if Scenario.objects.filter(owner=owner).count() >= MOST_SCENARIOS:
            raise Refused(f"You have {MOST_SCENARIOS} scenarios, which is the most. Delete one first.")
        return Scenario.objects.create(
            owner=owner,
            system=system,
            title=drafting(system).draft(content).title,
            content=content.decode(),
            copied_from=source,
            visibility=Visibility.PRIVATE,
        )
