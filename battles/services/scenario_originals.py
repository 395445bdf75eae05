"""Copies of scenarios: what changed in the original since, and taking it over where the copy was not changed."""

import json
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from battles.engine.drafting import Drafting
from battles.models import Scenario
from battles.services.drawn_scenarios import change
from battles.services.play.lock import Refused

MISSING: Final = object()
"""The value of what is not there."""
MOST_TOLD: Final = 60
"""Changed parts that are named, at most."""
Path = tuple[str, ...]


class ScenarioOriginal(Struct, frozen=True):
    """The original of a copy and the parts of it that changed since, in words."""

    scenario: Scenario
    parts: tuple[str, ...]


def original_of(copy: Scenario, user: Any) -> Scenario | None:
    """The original of a copy, if ``user`` may see it."""
    if copy.copied_from_id is None:
        return None
    return Scenario.objects.readable_by(user).filter(pk=copy.copied_from_id).first()


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

    def merge(editor: Drafting, content: bytes) -> bytes:
        base, theirs = json.loads(copy.copied_content), json.loads(original.scenario.content)
        return json.dumps(_merged(base, json.loads(content), theirs, (), left), ensure_ascii=False, indent=1).encode()

    row = change(copy, user, expect, merge)
    Scenario.objects.filter(pk=row.pk).update(copied_content=original.scenario.content)
    return row, tuple(dict.fromkeys(map(_words, left)))[:MOST_TOLD]


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
