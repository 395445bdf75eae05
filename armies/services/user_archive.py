"""Export all data of one user as one archive, and import chosen parts of an archive with their checked history."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast
from uuid import uuid4

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from msgspec import Struct, structs

from armies.building.difference import patched
from armies.building.element_tree import ARMY, LEVELS, Record, Tree, army_of_tree, tree_from, tree_of_army
from armies.building.element_tree import Refused as EditRefused
from armies.exchange.draft_army import Unreadable
from armies.exchange.files.archive_file import (
    Archive,
    ArchivedArmy,
    Entry,
    History,
    HistoryEntry,
    Holding,
    KeptAnswer,
    Mapping,
    pack,
    unpack,
)
from armies.exchange.files.oob_json import checksum
from armies.exchange.limits import MAX_ARCHIVE_ARMIES, MAX_BYTES, MAX_HISTORY, army_faults, element_faults
from armies.exchange.table.columns import MEANINGS
from armies.exchange.table.holdings import checked
from armies.models import Army, Change, ColumnMapping, ImportDraft, Visibility
from armies.models import Holding as HoldingRow
from armies.models.personal import new_key
from armies.services.apply_edit import BASE
from armies.services.import_drafts import remember_meanings
from armies.services.kept_choices import add_kept, kept_choices, new_answers
from armies.services.locks import Gone, Refused
from armies.services.storage import create, facts_of
from battles.engine.armies import facts
from battles.engine.armies.systems import valid_options
from battles.engine.armies.tree import walk

UNFIT = "Its history does not lead to the present army, so the history is left out."
Difference = dict[str, list[Record | None]]


def fault_in(history: History, army: facts.Army) -> str:
    """The reason why the history cannot be imported with ``army``; empty if it can.

    It is replayed from its first entry, every state is checked, and the last must equal ``army``.
    """
    try:
        last = _replayed(_cleaned(history))
        now = tree_of_army(_with_ids(army, history.ids), _no_id)
        return "" if last.all_at() == now.all_at() and last.under == now.under else UNFIT
    except Exception:
        # A difference from a file can be wrong in any way; all faults get the same sentence.
        return UNFIT


def with_new_ids(history: History, now: list[str]) -> History:
    """The history with the ids ``now`` of the army's elements; deleted elements get new ids."""
    history = _cleaned(history)
    new = dict(zip(history.ids, now, strict=True))
    for past in history.changes:
        for element in past.difference:
            if element != ARMY and element not in new:
                new[element] = str(uuid4())
    return structs.replace(
        history, ids=tuple(now), changes=tuple(_renumbered(past, {**new, ARMY: ARMY}) for past in history.changes)
    )


def _renumbered(past: HistoryEntry, new: dict[str, str]) -> HistoryEntry:
    difference = {
        new[element]: [record and _under(record, new) for record in pair] for element, pair in past.difference.items()
    }
    return structs.replace(past, difference=difference)


def _under(record: Record, new: dict[str, str]) -> Record:
    return {**record, "parent": new[record["parent"]]} if "parent" in record else record


def _cleaned(history: History) -> History:
    """The history without house rules, which belong to another installation, and without unknown options."""

    def bare(past: HistoryEntry) -> HistoryEntry:
        if ARMY not in past.difference:
            return past
        pair = [record and _clean_record(record) for record in past.difference[ARMY]]
        return structs.replace(past, difference={**past.difference, ARMY: pair})

    return structs.replace(history, changes=tuple(bare(past) for past in history.changes))


def _clean_record(record: Record) -> Record:
    changes: Record = {"house_rules": None} if "house_rules" in record else {}
    if "options" in record:
        changes["options"] = valid_options(record["options"])[0]
    return {**record, **changes} if changes else record


def _replayed(history: History) -> Tree:
    base, *later = history.changes
    if base.kind != BASE:
        raise EditRefused("base", "The history does not begin with the creation of the army.")
    if len(set(history.ids)) != len(history.ids):
        raise EditRefused("ids", "Two elements have the same id.")
    records = {element: dict(after or {}) for element, (_, after) in base.difference.items()}
    tree = tree_from(records)
    if tree.all_at() != records:
        raise EditRefused("base", "The positions in the first entry have gaps.")
    _check_state(tree, base.difference)
    for past in later:
        _refuse_other_past(tree, past.difference)
        tree = patched(tree, past.difference)
        _check_state(tree, past.difference)
    return tree


def _refuse_other_past(tree: Tree, difference: Difference) -> None:
    """Refuse a removal whose record differs from the removed element, because it could not be undone."""
    for element, (before, after) in difference.items():
        if after is None and before != tree.at(element):
            raise EditRefused(element, "The record of a removed element is wrong.")


def _check_state(tree: Tree, difference: Difference) -> None:
    """Raise Refused if a changed element is invalid or beyond the limits."""
    faults: list[str] = []
    if ARMY in difference:
        faults += army_faults(army_of_tree(Tree(tree.head)))
    for element in difference:
        if element != ARMY and element in tree.records:
            record = {**tree.records[element], "id": element}
            faults += element_faults(cast(facts.Element, msgspec.convert(record, LEVELS[record["level"]])))
    if faults:
        raise EditRefused("limits", faults[0])


def _with_ids(army: facts.Army, ids: tuple[str, ...]) -> facts.Army:
    """``army`` with these ids in printed order, and without house rules."""
    left = iter(ids)

    def named(element: facts.Element) -> facts.Element:
        own = next(left)
        if isinstance(element, facts.Unit):
            return structs.replace(element, id=own)
        children: tuple[facts.Element, ...] = tuple(named(child) for child in element.children)
        return structs.replace(element, id=own, children=children)

    whole = structs.replace(army, house=None, children=tuple(named(child) for child in army.children))
    if next(left, None) is not None:
        raise EditRefused("ids", "The history has more elements than the army.")
    return whole


def _no_id() -> str:
    raise EditRefused("ids", "An element of the army has no id.")


CHOICES: Final = ("paper", "theme")
"""The user's settings in an archive, if the installation has them."""
KEY: Final = "archive-"
"""The beginning of the key of a draft with an archive."""

MOST_WORK: Final = 3_000_000
"""Most work for the histories of one archive: the sum of entries times elements of the army."""
TOO_MUCH: Final = "The histories in this archive are too long to read together, so this one is left out."


class ArmyChoice(Struct, frozen=True):
    """One army of an archive, compared with the user's armies.

    ``there`` is True if the user has an army of this name and content. ``fault`` says why its history cannot be
    imported, ``house`` names house rules that are not imported, ``left_out`` lists facts that are not understood.
    """

    index: int
    name: str
    units: int
    changes: int
    there: bool
    same_name: bool
    fault: str
    house: str
    left_out: tuple[str, ...] = ()


class Contents(Struct, frozen=True):
    """Content of an archive compared with the user's data: armies, new figures, columns and settings.

    ``other_holdings`` counts figures of the user that differ from the archive and stay.
    """

    archive: Archive
    armies: tuple[ArmyChoice, ...]
    new_holdings: tuple[Holding, ...]
    other_holdings: int
    new_mappings: tuple[Mapping, ...]
    new_choices: dict[str, str]
    new_answers: tuple[KeptAnswer, ...] = ()


def archive_of(user: Any, slugs: Iterable[str] | None = None) -> bytes:
    """The armies of ``user`` with these slugs (None: all) and all their other data, as a ZIP file.

    Raises:
        Refused: it would be too large to import again.
    """
    armies = Army.objects.filter(owner=user).select_related("house_rules").order_by("pk")
    chosen = list(armies if slugs is None else armies.filter(slug__in=list(slugs)))
    if len(chosen) > MAX_ARCHIVE_ARMIES:
        raise Refused("army", f"An archive may have at most {MAX_ARCHIVE_ARMIES:,} armies; you chose {len(chosen):,}.")
    rows = HoldingRow.objects.filter(owner=user)
    data = pack(
        Archive(
            made=timezone.now().isoformat(timespec="seconds"),
            user=user.get_username(),
            armies=tuple(_archived_army(army) for army in chosen),
            holdings=tuple(Holding(h.nation, h.type, h.stands, h.figures, h.note) for h in rows),
            mappings=tuple(Mapping(m.head, m.columns) for m in ColumnMapping.objects.filter(owner=user).order_by("pk")),
            choices=_choices(user),
            answers=tuple(KeptAnswer(c.kind, c.key, c.value, c.words) for c in kept_choices(user)),  # type: ignore[arg-type]
        )
    )
    if len(data) > MAX_BYTES:
        raise Refused(
            "army",
            f"The archive would have {len(data):,} bytes; at most {MAX_BYTES:,} can be imported again. "
            "Choose fewer armies and make several archives.",
        )
    return data


def _archived_army(army: Army) -> ArchivedArmy:
    plain = facts_of(army)
    visibility = Visibility.PRIVATE if army.visibility == Visibility.CLUB else army.visibility
    entry = Entry(army.name, army.slug, visibility, army.version, "", origin=army.origin)  # type: ignore[arg-type]
    changes = list(army.changes.order_by("number")[: MAX_HISTORY + 1])
    if len(changes) > MAX_HISTORY:
        raise Refused(
            "army", f"{army.name} has more than {MAX_HISTORY:,} changes; leave it out, or copy it and choose the copy."
        )
    if not changes:
        return ArchivedArmy(entry, plain)
    entries = tuple(
        HistoryEntry(c.number, c.kind, c.words, c.difference, c.undoes, c.by, c.at.isoformat()) for c in changes
    )
    return ArchivedArmy(entry, plain, History(tuple(place.element.id for place in walk(plain)), entries))


def _choices(user: Any) -> dict[str, str]:
    profile = getattr(user, "profile", None)
    return {name: str(getattr(profile, name)) for name in CHOICES if hasattr(profile, name)}


def stage_archive(data: bytes, filename: str, user: Any) -> ImportDraft:
    """Store an archive as a draft for preview; it replaces an earlier one of ``user``.

    Raises:
        Unreadable: it is not a readable archive; nothing is stored.
    """
    unpack(data)
    with transaction.atomic():
        ImportDraft.objects.filter(owner=user, key__startswith=KEY).delete()
        return ImportDraft.objects.create(key=KEY + new_key(), data=data, filename=filename[:200], owner=user)


def contents(draft: ImportDraft, user: Any) -> Contents:
    """The content of a draft's archive, compared with the data of ``user``."""
    archive = unpack(bytes(draft.data))
    names = {army.name for army in Army.objects.filter(owner=user).only("name")}
    sums = _sums(user, {archived.army.name for archived in archive.armies} & names)
    owned = {(row.nation, row.type): row for row in HoldingRow.objects.filter(owner=user)}
    mapped = set(ColumnMapping.objects.filter(owner=user).values_list("head", flat=True))
    holdings = {(one.nation, one.type): one for one in archive.holdings if _is_valid(one)}
    new = tuple(one for key, one in holdings.items() if key not in owned)
    return Contents(
        archive=archive,
        armies=_armies(archive, names, sums),
        new_holdings=new,
        other_holdings=sum(
            (row.stands, row.figures) != (one.stands, one.figures)
            for key, one in holdings.items()
            if (row := owned.get(key))
        ),
        new_mappings=tuple(one for one in archive.mappings if one.head not in mapped and _is_readable(one)),
        new_answers=new_answers(archive.answers, user),
        new_choices={k: v for k, v in archive.choices.items() if _choices(user).get(k, v) != v},
    )


def _armies(archive: Archive, names: set[str], sums: set[tuple[str, str]]) -> tuple[ArmyChoice, ...]:
    choices: list[ArmyChoice] = []
    work = 0
    for index, archived in enumerate(archive.armies):
        elements = sum(1 for _ in walk(archived.army))
        work += elements * len(archived.history.changes) if archived.history else 0
        fault = TOO_MUCH if work > MOST_WORK else ""
        if archived.history and not fault:
            fault = fault_in(archived.history, archived.army)
        choices.append(_army_choice(index, archived, names, sums, fault))
    return tuple(choices)


def _army_choice(
    index: int, archived: ArchivedArmy, names: set[str], sums: set[tuple[str, str]], fault: str
) -> ArmyChoice:
    return ArmyChoice(
        index=index,
        name=archived.army.name,
        units=sum(isinstance(place.element, facts.Unit) for place in walk(archived.army)),
        changes=len(archived.history.changes) if archived.history else 0,
        there=(archived.army.name, _sum(archived.army)) in sums,
        same_name=archived.army.name in names,
        fault=fault if archived.history else "",
        house=archived.army.house.name if archived.army.house else "",
        left_out=archived.left_out,
    )


def _sums(user: Any, names: set[str]) -> set[tuple[str, str]]:
    """(name, checksum) of the user's armies with these names."""
    rows = Army.objects.filter(owner=user, name__in=names).select_related("house_rules")
    return {(row.name, _sum(facts_of(row))) for row in rows}


def _sum(army: facts.Army) -> str:
    """The checksum of an army without house rules, which belong to a club."""
    return checksum(structs.replace(army, house=None))


def _is_valid(one: Holding) -> bool:
    try:
        checked(one.nation, one.type, one.stands, one.figures, one.note)
    except ValueError:
        return False
    return True


def _is_readable(one: Mapping) -> bool:
    return all(place.isdecimal() and len(place) < 4 and word in MEANINGS for place, word in one.columns.items())


def import_archive(
    draft: ImportDraft,
    user: Any,
    *,
    chosen: Sequence[int],
    figures: bool,
    columns: bool,
    choices: bool,
    answers: bool = False,
) -> list[Army]:
    """Create the chosen armies of the archive for ``user``, and add the other chosen data; all or nothing.

    Elements get new ids, also in the histories. A second call returns the same armies.

    Raises:
        Refused: nothing is chosen, or a setting is unknown.
        Gone: the draft was deleted in the meantime.
    """
    with transaction.atomic():
        row = ImportDraft.objects.select_for_update(of=("self",)).filter(pk=draft.pk).first()
        if row is None:
            raise Gone("This archive no longer exists.")
        if row.made or not row.data:
            return list(Army.objects.filter(slug__in=row.made, owner=user).order_by("pk"))
        content = contents(row, user)
        wanted = [army for army in content.armies if army.index in set(chosen)]
        if not (wanted or figures or columns or choices or answers):
            raise Refused("army", "Choose at least one thing to import.")
        armies = [_create_army(content.archive.armies[choice.index], choice, user) for choice in wanted]
        if figures:
            HoldingRow.objects.bulk_create(_figures(content, user))
        if columns:
            remember_meanings(user, {one.head: one.columns for one in content.new_mappings})
        if answers:
            add_kept(content.new_answers, user)
        if choices:
            _apply_choices(user, content.new_choices)
        row.made, row.data = [army.slug for army in armies], b""
        row.save()
    return armies


def _figures(content: Contents, user: Any) -> list[HoldingRow]:
    return [HoldingRow(owner=user, **structs.asdict(one)) for one in content.new_holdings]


def _create_army(archived: ArchivedArmy, choice: ArmyChoice, user: Any) -> Army:
    row = create(archived.army, user, visibility=archived.entry.visibility, origin=archived.entry.origin)
    if archived.history is None or choice.fault:
        return row
    now = [place.element.id for place in walk(facts_of(row))]
    history = with_new_ids(archived.history, now)
    changes = [_change(row, past, user) for past in history.changes]
    Change.objects.bulk_create(changes)
    for change, past in zip(changes, history.changes, strict=True):
        change.at = parse_datetime(past.at) or timezone.now()
    Change.objects.bulk_update(changes, ["at"], batch_size=200)
    row.version = archived.entry.version
    row.save(update_fields=["version"])
    return row


def _change(row: Army, past: HistoryEntry, user: Any) -> Change:
    """A row of the history; entries by ``user`` are linked to them, so that they can undo them."""
    own = past.by and past.by == user.get_username()
    return Change(
        army=row,
        number=past.number,
        kind=past.kind,
        words=past.words,
        difference=past.difference,
        undoes=past.undoes,
        user=user if own else None,
        by=past.by,
    )


def _apply_choices(user: Any, choices: dict[str, str]) -> None:
    profile = getattr(user, "profile", None)
    if profile is None:
        return
    for name, value in choices.items():
        setattr(profile, name, value)
    try:
        profile.full_clean()
    except ValidationError as error:
        raise Refused("choices", f"A setting in the archive is unknown: {'; '.join(error.messages)}") from error
    profile.save()


__all__ = ["ArmyChoice", "Contents", "Unreadable", "archive_of", "contents", "import_archive", "stage_archive"]
