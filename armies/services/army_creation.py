"""Create an army: empty, from a template, sample or proposal, or as a copy that can follow its original."""

import secrets
from collections.abc import Iterator
from importlib import resources
from typing import Any, Final

from django.db import transaction
from django.utils.text import slugify
from msgspec import Struct, structs

from armies.building.difference import WORDS, Row, difference, difference_rows
from armies.building.edits import refuse_too_many
from armies.building.element_tree import ARMY, Record, Tree, tree_of_army
from armies.building.proposal import Measure, propose
from armies.building.templates import army_of, template
from armies.exchange import read
from armies.models import Army, Change, Visibility
from armies.models.visibility import usable_by
from armies.services.apply_edit import record
from armies.services.history import DICE_FACTS, army_at, tree_after
from armies.services.locks import Refused, writing
from armies.services.people import display_name
from armies.services.storage import count, create, facts_of, new_id, tree_of
from battles.engine.armies import facts, systems
from battles.engine.options import OptionValue

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
    return Army.objects.readable_by(user).filter(usable_by(user), pk=copy.copied_from_id).first()


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


FILES = (
    *("austerlitz-1805", "salamanca-1812", "lutzen-1813", "quatre-bras-1815"),
    *("1813-army-of-the-main", "1813-allied-spring", "1815-armee-du-nord", "1815-anglo-allied", "1815-lower-rhine"),
)
"""Battles, with two armies each; then whole armies, for campaigns."""


def load_historical() -> list[Army]:
    """Create the historical armies that do not exist yet. Those of earlier versions get the options that they need."""
    armies: list[Army] = []
    rows = {army.slug: army for army in Army.objects.filter(historical=True)}
    for row in rows.values():
        _allow_history(row)
    for name in FILES:
        if any(slug.startswith(name) for slug in rows):
            continue
        data = resources.files("armies").joinpath(f"data/oob/{name}.json").read_bytes()
        for army in read(data, f"{name}.json").armies:
            slug = f"{name}-{slugify(army.name.split('(')[0])}"[:80].strip("-")
            allowed = structs.replace(army, options=historical_options(army))
            armies.append(create(allowed, slug=slug, historical=True, visibility=Visibility.PUBLIC))
    return armies


def historical_options(army: facts.Army) -> dict[str, dict[str, OptionValue]]:
    """The options by system that allow ``army`` the corps that history gave it, where it has more than the rules do."""
    corps = sum(isinstance(child, facts.Corps) for child in army.children)
    return {
        key: {group.corps_option: corps}
        for key, group in systems.groups().items()
        if group.corps_option and corps > int(group.option_specs[group.corps_option].default)
    }


def _allow_history(row: Army) -> None:
    """Give a historical army the options that it needs and lacks, and count its faults again."""
    if row.options or not row.errors:
        return
    army = facts_of(row)
    if options := historical_options(army):
        row.options = options
        count(row, structs.replace(army, options=options))
        row.save()


def from_nothing(name: str, nation: str, owner: Any) -> Army:
    """Create an army without elements."""
    return create(facts.Army(name=name, nation=nation), owner)


def from_template(key: str, name: str, owner: Any) -> Army:
    """Create an army from a template.

    Raises:
        Refused: there is no such template.
    """
    try:
        chosen = template(key)
    except ValueError as error:
        raise Refused("template", str(error)) from error
    return create(army_of(chosen, name), owner, origin=f"From the template “{chosen.title}”.")


def from_sample(nation: str, name: str, owner: Any) -> Army:
    """Create the sample basic army of a nation (EN-COST-03).

    Raises:
        Refused: there is no such nation.
    """
    title, sample_army = systems.sample()
    try:
        army = sample_army(nation)
    except ValueError as error:
        raise Refused("nation", str(error)) from error
    origin = f"The sample basic army of {title} (EN-COST-03)."
    return create(structs.replace(army, name=name or army.name), owner, origin=origin)


def from_proposal(nation: str, year: int, target: int, measure: Measure, seed: str, name: str, owner: Any) -> Army:
    """Create a proposed force, from a random seed if none is given. The origin names the seed, to repeat it.

    Raises:
        Refused: as ``propose``.
    """
    seed = seed or secrets.token_hex(3)
    army = propose(nation, year, target, measure, seed, name=name)
    words = "strength points" if measure == "strength_points" else "points"
    return create(army, owner, origin=f"Proposed for {target} {words}, year {year}, from the seed {seed}.")


def copied(army: Army, owner: Any, number: int | None = None) -> Army:
    """Create a copy of an army for ``owner``, without its ratings and drawn cards; its origin names the original.

    Args:
        number: copy the army as it was after this change; None for its present state.

    Raises:
        Refused: there is no such change, or it is hidden and not theirs.
    """
    if refused := army.refused_copy(owner):
        raise Refused("army", refused)
    if number is None:
        with writing(army) as row:  # its facts and its version belong together
            plain, version = facts_of(row), row.version
    else:
        plain, version = army_at(army, number), number
    when = "" if number is None else f", as it was after change {number}"
    by = "" if army.owner is None else f" of {display_name(army.owner)}"
    bare = structs.replace(plain, draws=(), children=tuple(_unrated(child) for child in plain.children))
    with transaction.atomic():
        copy = create(bare, owner, origin=f"Copied from {army.name}{by}{when}."[:300], copied_from=army)
        remember(copy, tree_of_army(plain, new_id), version)
    return copy


def _unrated(element: facts.Element) -> facts.Element:
    if isinstance(element, facts.Unit):
        return element
    changes: dict[str, Any] = {"children": tuple(_unrated(child) for child in element.children)}
    if isinstance(element, facts.Corps | facts.Division):
        changes["throws"] = ()
    return structs.replace(element, **changes)
