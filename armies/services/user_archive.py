"""Export all data of one user as one archive, and import chosen parts of an archive as new armies."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from msgspec import Struct, structs

from armies.exchange.files.archive_file import (
    Archive,
    ArchivedArmy,
    Entry,
    History,
    HistoryEntry,
    Holding,
    Mapping,
    pack,
    unpack,
)
from armies.exchange.files.muster_json import checksum
from armies.exchange.import_result import Unreadable
from armies.exchange.limits import MAX_ARCHIVE_ARMIES, MAX_BYTES, MAX_HISTORY
from armies.exchange.table.columns import MEANINGS
from armies.exchange.table.holdings import checked
from armies.models import Army, Change, ColumnMapping, ImportDraft
from armies.models import Holding as HoldingRow
from armies.models.draft import new_key
from armies.services.import_drafts import remember_meanings
from armies.services.import_history import fault_in, with_new_ids
from armies.services.locks import Gone, Refused
from armies.services.storage import create, facts_of
from battles.engine.armies import facts
from battles.engine.armies.tree import walk

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
    entry = Entry(army.name, army.slug, army.visibility, army.version, "", origin=army.origin)  # type: ignore[arg-type]
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
    draft: ImportDraft, user: Any, *, chosen: Sequence[int], figures: bool, columns: bool, choices: bool
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
        if not (wanted or figures or columns or choices):
            raise Refused("army", "Choose at least one thing to import.")
        armies = [_create_army(content.archive.armies[choice.index], choice, user) for choice in wanted]
        if figures:
            HoldingRow.objects.bulk_create(
                HoldingRow(owner=user, **structs.asdict(one)) for one in content.new_holdings
            )
        if columns:
            remember_meanings(user, {one.head: one.columns for one in content.new_mappings})
        if choices:
            _apply_choices(user, content.new_choices)
        row.made, row.data = [army.slug for army in armies], b""
        row.save()
    return armies


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
