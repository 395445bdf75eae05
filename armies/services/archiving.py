"""Everything of one user in one file, and back: what comes back is new armies, all of the chosen ones or none."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from msgspec import Struct, structs

from armies.exchange.archive_file import Archive, Entry, History, Holding, Kept, Mapping, Past, packed, unpacked
from armies.exchange.holdings import checked
from armies.exchange.limits import MAX_ARCHIVE_ARMIES, MAX_BYTES, MAX_HISTORY
from armies.exchange.meanings import MEANINGS
from armies.exchange.muster_json import checksum
from armies.exchange.outcome import Unreadable
from armies.models import Army, Change, ColumnMapping, ImportDraft
from armies.models import Holding as HoldingRow
from armies.models.draft import new_key
from armies.rules import facts
from armies.rules.tree import walk
from armies.services.columns import remember
from armies.services.locking import Gone, Refused
from armies.services.past_ids import fault_in, with_new_ids
from armies.services.reading import facts_of
from armies.services.writing import create

CHOICES: Final = ("paper", "theme")
"""What is kept of the user's own choices, where the installation has them."""
KEY: Final = "archive-"
"""How the key of a draft begins that holds an archive."""

MOST_WORK: Final = 3_000_000
"""Entries of the histories of an archive, each times the elements of its army, that are replayed in one go."""
TOO_MUCH: Final = "The histories in this archive are too long to be read in one go, so this one is left out."


class Found(Struct, frozen=True):
    """One army of an archive, beside what the user has.

    ``there`` says that an army of this name and content is there already. ``fault`` says why its history cannot
    come along, ``house`` names house rules that do not come along, ``left_out`` says what is not understood here.
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
    """What an archive holds and what of it is there: new figures and columns, and those that differ and stay."""

    archive: Archive
    armies: tuple[Found, ...]
    new_holdings: tuple[Holding, ...]
    other_holdings: int
    new_mappings: tuple[Mapping, ...]
    new_choices: dict[str, str]


def archive_of(user: Any, slugs: Iterable[str] | None = None) -> bytes:
    """The armies of ``user`` with these slugs (None: all) and all else that is his, as a ZIP file.

    Raises:
        Refused: it would be larger than what can be read back.
    """
    armies = Army.objects.filter(owner=user).select_related("house_rules").order_by("pk")
    chosen = list(armies if slugs is None else armies.filter(slug__in=list(slugs)))
    if len(chosen) > MAX_ARCHIVE_ARMIES:
        raise Refused("army", f"An archive may hold {MAX_ARCHIVE_ARMIES:,} armies; these are {len(chosen):,}.")
    rows = HoldingRow.objects.filter(owner=user)
    data = packed(
        Archive(
            made=timezone.now().isoformat(timespec="seconds"),
            user=user.get_username(),
            armies=tuple(_kept(army) for army in chosen),
            holdings=tuple(Holding(h.nation, h.type, h.stands, h.figures, h.note) for h in rows),
            mappings=tuple(Mapping(m.head, m.columns) for m in ColumnMapping.objects.filter(owner=user).order_by("pk")),
            choices=_choices(user),
        )
    )
    if len(data) > MAX_BYTES:
        raise Refused(
            "army",
            f"The archive would have {len(data):,} bytes, and at most {MAX_BYTES:,} can be read back. "
            "Choose fewer armies and make several.",
        )
    return data


def _kept(army: Army) -> Kept:
    plain = facts_of(army)
    entry = Entry(army.name, army.slug, army.visibility, army.version, "", origin=army.origin)  # type: ignore[arg-type]
    changes = list(army.changes.order_by("number")[: MAX_HISTORY + 1])
    if len(changes) > MAX_HISTORY:
        raise Refused(
            "army", f"{army.name} was changed more than {MAX_HISTORY:,} times; leave it out, or copy it first."
        )
    if not changes:
        return Kept(entry, plain)
    told = tuple(Past(c.number, c.kind, c.words, c.difference, c.undoes, c.by, c.at.isoformat()) for c in changes)
    return Kept(entry, plain, History(tuple(place.element.id for place in walk(plain)), told))


def _choices(user: Any) -> dict[str, str]:
    profile = getattr(user, "profile", None)
    return {name: str(getattr(profile, name)) for name in CHOICES if hasattr(profile, name)}


def stage_archive(data: bytes, filename: str, user: Any) -> ImportDraft:
    """Keep an archive to be looked at, in the place of any that ``user`` sent before.

    Raises:
        Unreadable: it is no archive that can be read; nothing is kept.
    """
    unpacked(data)
    with transaction.atomic():
        ImportDraft.objects.filter(owner=user, key__startswith=KEY).delete()
        return ImportDraft.objects.create(key=KEY + new_key(), data=data, filename=filename[:200], owner=user)


def contents(draft: ImportDraft, user: Any) -> Contents:
    """What the archive of a draft holds, beside what ``user`` has."""
    archive = unpacked(bytes(draft.data))
    names = {army.name for army in Army.objects.filter(owner=user).only("name")}
    sums = _sums(user, {kept.army.name for kept in archive.armies} & names)
    held = {(row.nation, row.type): row for row in HoldingRow.objects.filter(owner=user)}
    known = set(ColumnMapping.objects.filter(owner=user).values_list("head", flat=True))
    told = {(one.nation, one.type): one for one in archive.holdings if _sound(one)}
    new = tuple(one for key, one in told.items() if key not in held)
    return Contents(
        archive=archive,
        armies=_armies(archive, names, sums),
        new_holdings=new,
        other_holdings=sum(
            (row.stands, row.figures) != (one.stands, one.figures)
            for key, one in told.items()
            if (row := held.get(key))
        ),
        new_mappings=tuple(one for one in archive.mappings if one.head not in known and _readable(one)),
        new_choices={k: v for k, v in archive.choices.items() if _choices(user).get(k, v) != v},
    )


def _armies(archive: Archive, names: set[str], sums: set[tuple[str, str]]) -> tuple[Found, ...]:
    found: list[Found] = []
    work = 0
    for index, kept in enumerate(archive.armies):
        elements = sum(1 for _ in walk(kept.army))
        work += elements * len(kept.history.changes) if kept.history else 0
        fault = TOO_MUCH if work > MOST_WORK else ""
        if kept.history and not fault:
            fault = fault_in(kept.history, kept.army)
        found.append(_found(index, kept, names, sums, fault))
    return tuple(found)


def _found(index: int, kept: Kept, names: set[str], sums: set[tuple[str, str]], fault: str) -> Found:
    return Found(
        index=index,
        name=kept.army.name,
        units=sum(isinstance(place.element, facts.Unit) for place in walk(kept.army)),
        changes=len(kept.history.changes) if kept.history else 0,
        there=(kept.army.name, _sum(kept.army)) in sums,
        same_name=kept.army.name in names,
        fault=fault if kept.history else "",
        house=kept.army.house.name if kept.army.house else "",
        left_out=kept.left_out,
    )


def _sums(user: Any, names: set[str]) -> set[tuple[str, str]]:
    """Name and content of the user's armies of these names."""
    rows = Army.objects.filter(owner=user, name__in=names).select_related("house_rules")
    return {(row.name, _sum(facts_of(row))) for row in rows}


def _sum(army: facts.Army) -> str:
    """What tells two armies apart; house rules are a club's and do not count."""
    return checksum(structs.replace(army, house=None))


def _sound(one: Holding) -> bool:
    try:
        checked(one.nation, one.type, one.stands, one.figures, one.note)
    except ValueError:
        return False
    return True


def _readable(one: Mapping) -> bool:
    return all(place.isdecimal() and len(place) < 4 and word in MEANINGS for place, word in one.columns.items())


def bring_back(
    draft: ImportDraft, user: Any, *, chosen: Sequence[int], figures: bool, columns: bool, choices: bool
) -> list[Army]:
    """Make the chosen armies of the archive anew for ``user``, and add what else is wanted; all or nothing.

    Element ids are new, in the armies and in their histories alike. Confirming again gives the same armies.

    Raises:
        Refused: nothing is chosen, or one of the choices is not known here.
        Gone: the draft was dropped meanwhile.
    """
    with transaction.atomic():
        row = ImportDraft.objects.select_for_update(of=("self",)).filter(pk=draft.pk).first()
        if row is None:
            raise Gone("This archive is not there any more.")
        if row.made or not row.data:
            return list(Army.objects.filter(slug__in=row.made, owner=user).order_by("pk"))
        held = contents(row, user)
        wanted = [found for found in held.armies if found.index in set(chosen)]
        if not (wanted or figures or columns or choices):
            raise Refused("army", "Choose at least one thing to bring back.")
        made = [_made(held.archive.armies[found.index], found, user) for found in wanted]
        if figures:
            HoldingRow.objects.bulk_create(HoldingRow(owner=user, **structs.asdict(one)) for one in held.new_holdings)
        if columns:
            remember(user, {one.head: one.columns for one in held.new_mappings})
        if choices:
            _choose(user, held.new_choices)
        row.made, row.data = [army.slug for army in made], b""
        row.save()
    return made


def _made(kept: Kept, found: Found, user: Any) -> Army:
    row = create(kept.army, user, visibility=kept.entry.visibility, origin=kept.entry.origin)
    if kept.history is None or found.fault:
        return row
    now = [place.element.id for place in walk(facts_of(row))]
    history = with_new_ids(kept.history, now)
    changes = [_change(row, past, user) for past in history.changes]
    Change.objects.bulk_create(changes)
    for change, past in zip(changes, history.changes, strict=True):
        change.at = parse_datetime(past.at) or timezone.now()
    Change.objects.bulk_update(changes, ["at"], batch_size=200)
    row.version = kept.entry.version
    row.save(update_fields=["version"])
    return row


def _change(row: Army, past: Past, user: Any) -> Change:
    """A row of the ledger; what ``user`` did himself is his again, so that he can take it back."""
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


def _choose(user: Any, choices: dict[str, str]) -> None:
    profile = getattr(user, "profile", None)
    if profile is None:
        return
    for name, value in choices.items():
        setattr(profile, name, value)
    try:
        profile.full_clean()
    except ValidationError as error:
        raise Refused("choices", f"A choice of the archive is not known here: {'; '.join(error.messages)}") from error
    profile.save()


__all__ = ["Contents", "Found", "Unreadable", "archive_of", "bring_back", "contents", "stage_archive"]
