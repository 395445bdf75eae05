"""Copies of armies: what changed in the original since, and taking it over where the copy was not changed."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from armies.building.difference import WORDS, Row, difference, difference_rows
from armies.building.edits import refuse_too_many
from armies.building.element_tree import ARMY, Record, Tree
from armies.models import Army, Change
from armies.services.apply_edit import record
from armies.services.history import DICE_FACTS, tree_after
from armies.services.locks import Refused, writing
from armies.services.storage import new_id, tree_of

TAKE_OVER: Final = "take_over"
"""The kind of the entry that takes changes of the original over."""
OWN: Final = DICE_FACTS | {"house_rules"}
"""Facts that a copy never takes over: dice, and the house rules that its owner chose."""
PLACE: Final = frozenset({"parent", "position"})


class Original(Struct, frozen=True):
    """What changed in an original since the copy was made or last took changes over.

    ``then`` and ``now`` are its trees; ``rows`` are the changes in sentences.
    """

    army: Army
    version: int
    then: Tree
    now: Tree
    rows: tuple[Row, ...]


class TakenOver(Struct, frozen=True):
    """What a copy took over, and sentences about what stays because the copy was changed there too.

    ``change`` is None if nothing in the copy changed.
    """

    change: Change | None
    left: tuple[str, ...]


def remember(copy: Army, tree: Tree, number: int) -> None:
    """Note from which version of the original a new copy was made, and which element became which.

    Args:
        tree: the original as it was copied, in the order of the copy.
    """
    ids = dict(zip(tree.below(ARMY), tree_of(copy).below(ARMY), strict=True))
    Army.objects.filter(pk=copy.pk).update(copied_version=number, copied_ids=ids)
    copy.copied_version, copy.copied_ids = number, ids


def original_of(copy: Army, user: Any) -> Army | None:
    """The original of a copy, if ``user`` may see it."""
    if copy.copied_from_id is None:
        return None
    return Army.objects.readable_by(user).filter(pk=copy.copied_from_id).first()


def has_changed(copy: Army, original: Army | None) -> bool:
    """True if the original was changed since the copy was made, so far as it is known."""
    return original is not None and copy.copied_version is not None and original.version > copy.copied_version


def changes_of_original(copy: Army, user: Any) -> Original:
    """What changed in the original of ``copy``.

    Raises:
        Refused: it is no copy, the original is not for ``user`` to see, or its earlier state is not known.
    """
    original = original_of(copy, user)
    if original is None:
        raise Refused("original", "The original of this army was deleted, or you may not see it.")
    if copy.copied_version is None:
        raise Refused("original", "This copy is older than Muster’s memory of originals. Compare the two by hand.")
    with writing(original) as row:
        now = tree_of(row)
        then = now if row.version == copy.copied_version else tree_after(row, copy.copied_version, now)
    rows = tuple(difference_rows(difference(then, now), then, now))
    if not rows and row.version != copy.copied_version:  # changed and changed back
        Army.objects.filter(pk=copy.pk, copied_version=copy.copied_version).update(copied_version=row.version)
    return Original(original, row.version, then, now, rows)


def take_over(copy: Army, *, by: Any, expect: int | None = None) -> TakenOver:
    """Make the changes of the original in ``copy`` too, except where the copy was changed itself; one entry.

    Raises:
        Refused: as `changes_of_original`, there is nothing to take over, or the army would be too large.
        Stale, Gone: as ``amend``.
    """
    original = changes_of_original(copy, by)
    if not original.rows:
        raise Refused("original", "The original has not changed since.")
    with writing(copy, expect) as row:
        before = tree_of(row)
        merge = _Merge(original, before.copy(), dict(row.copied_ids))
        merge.run()
        refuse_too_many(merge.tree)
        row.copied_version, row.copied_ids = original.version, merge.ids
        words = f"Took over {len(original.rows)} change{'' if len(original.rows) == 1 else 's'} of the original."
        change = record(row, before, merge.tree, TAKE_OVER, words, by=by)
        if change is None:
            row.save(update_fields=["copied_version", "copied_ids"])
    return TakenOver(change, tuple(dict.fromkeys(merge.left)))


class _Merge:
    """Makes the changes of an original in the tree of its copy; ``ids`` are the copy's by those of the original."""

    def __init__(self, original: Original, tree: Tree, ids: dict[str, str]) -> None:
        self.then, self.now = original.then, original.now
        self.tree = tree
        self.ids = {ARMY: ARMY, **ids}
        self.left: list[str] = []
        self.ordered = {parent for parent in self.then.under if self._has_order_of_original(parent)}

    def run(self) -> None:
        """Change and move what stays, add what is new, remove what is gone, then put it in the original's order."""
        change = difference(self.then, self.now)
        for element in (ARMY, *self.now.below(ARMY)):
            before, after = change.get(element, (None, None))
            if after is None:
                continue
            if before is None:
                self._add(element)
            elif element == ARMY:
                self.tree.head = self._merged(ARMY, self.tree.head, before, after)
            else:
                self._change(element, before, after)
        for element in [each for each in self.then.below(ARMY) if each not in self.now.records]:
            self._remove(element)
        for parent in self.now.under:
            if parent in self.ordered:
                self._order(parent)
        del self.ids[ARMY]
        self.ids = {theirs: mine for theirs, mine in self.ids.items() if mine in self.tree.records}

    def _here(self, element: str) -> str | None:
        """The element of the copy, None if the copy has it no more."""
        mine = self.ids.get(element)
        return mine if mine == ARMY or mine in self.tree.records else None

    def _add(self, element: str) -> None:
        parent = self._here(self.now.parents[element])
        if parent is None:
            self.left.append(f"{self.now.name(element)} is not added: you deleted its formation.")
            return
        values = {name: [] if name in OWN else value for name, value in self.now.records[element].items()}
        self.ids[element] = new_id()
        self.tree.put(self.ids[element], values, parent)

    def _change(self, element: str, before: Record, after: Record) -> None:
        mine = self._here(element)
        if mine is None:
            if set(after) - PLACE:
                self.left.append(f"{self.then.name(element)} stays deleted: the original changed it.")
            return
        if "parent" in after:
            self._move(element, mine, before, after)
        self.tree.records[mine] = self._merged(mine, self.tree.records[mine], before, after)

    def _move(self, element: str, mine: str, before: Record, after: Record) -> None:
        target = self._here(after["parent"])
        if target is None or self.tree.parents[mine] != self.ids.get(before["parent"]):
            self.left.append(f"{self.tree.name(mine)} stays where it is: you moved it, or deleted its new formation.")
        elif target != mine and target not in self.tree.below(mine):
            self.tree.take(mine)
            self.tree.parents[mine] = target
            self.tree.under[target].append(mine)

    def _merged(self, mine: str, values: Record, before: Record, after: Record) -> Record:
        """A record with those facts of the original that the copy has not changed."""
        taken = {}
        for name in after.keys() - PLACE - OWN:
            if values.get(name) == before[name]:
                taken[name] = after[name]
            elif values.get(name) != after[name]:
                word = WORDS.get(name, name.replace("_", " "))
                self.left.append(f"{values['name']}: {word} stays as you set it.")
        return {**values, **taken}

    def _remove(self, element: str) -> None:
        mine = self._here(element)
        if mine is None:
            return
        inside = {self.ids.get(each) for each in self.then.below(element)}
        if any(each not in inside for each in self.tree.below(mine)) or any(
            self._is_own(each) for each in self._all(element)
        ):
            self.left.append(f"{self.tree.name(mine)} stays: the original deleted it, and you changed it.")
        else:
            self.tree.drop(mine)

    def _all(self, element: str) -> Iterator[str]:
        yield element
        yield from self.then.below(element)

    def _is_own(self, element: str) -> bool:
        """True if the copy changed this element since."""
        mine = self._here(element)
        if mine is None:
            return False
        theirs, values = self.then.records[element], self.tree.records[mine]
        return any(values.get(name) != theirs[name] for name in theirs.keys() - OWN)

    def _has_order_of_original(self, parent: str) -> bool:
        """True if the copy has the elements under a formation in the order of the original."""
        mine = self._here(parent)
        if mine is None:
            return False
        wanted = [self.ids.get(each) for each in self.then.under[parent]]
        shared = [each for each in self.tree.under.get(mine, ()) if each in wanted]
        return shared == [each for each in wanted if each in shared]

    def _order(self, parent: str) -> None:
        """Put the elements under a formation in the order of the original; the copy's own ones stay behind theirs."""
        mine = self._here(parent)
        if mine is None:
            return
        rank = {self.ids[each]: place for place, each in enumerate(self.now.under[parent]) if each in self.ids}
        place, ranks = -1, {}
        for each in self.tree.under[mine]:
            place = rank.get(each, place)
            ranks[each] = (place, each not in rank)
        self.tree.under[mine].sort(key=lambda each: ranks[each])
