"""A packet: every sheet that was chosen for one reader, in the order of the catalogue, behind a cover.

What one chooses is a ``Wanted``, read from a form, an API body or a set-up that was saved.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from armies.paper.section import Bound, Imprint, Section, bind, digest_of
from armies.paper.sheet import PAPERS
from armies.sheets.chart_model import PAPER_WORDS
from battles.rules import SYSTEMS
from campaign.sheets.catalogue import KINDS
from campaign.sheets.cover import Cover, Line, cover
from campaign.sheets.kinds import BadChoice, Kind, Order, Subject, read_choices

MOST_SAID: Final = 40
"""Troubles that are told one by one."""


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be printed: the kinds of sheets, each with what was chosen of it, and on what."""

    kinds: Mapping[str, Mapping[str, str]]
    paper: str = "a4"
    duplex: bool = False


class BadWanted(ValueError):
    """Something was chosen that there is not. ``faults`` are sentences by field: ``paper``, ``map.step``."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = dict(faults)


class Part(NamedTuple):
    """A section and the kind of sheet that it is of; ``key`` names it among the parts of its packet.

    ``mark`` stands for what it says and for the paper that it is printed on: another mark, another sheet.
    """

    kind: Kind
    section: Section
    key: str
    mark: str


class Packet(NamedTuple):
    """A finished packet: the file, what is in it, and how many sheets were left out since they had not changed."""

    bound: Bound
    parts: tuple[Part, ...]
    left_out: int = 0


def offered(subject: Subject) -> list[tuple[Kind, str]]:
    """Every kind with why there can be none of it, "" where there can."""
    return [(kind, _lack(kind, subject)) for kind in KINDS.values()]


def _lack(kind: Kind, subject: Subject) -> str:
    if lack := kind.lacks(subject):
        return lack
    return "It tells a side’s own affairs, and no side is yours here." if kind.secret and not subject.sides else ""


def usual(subject: Subject, paper: str = "a4") -> Wanted:
    """What is printed where nothing was chosen: the usual kinds, each as usual."""
    kinds = {kind.key: read_choices(kind, {}) for kind, lack in offered(subject) if kind.usual and not lack}
    return Wanted(kinds, paper)


def checked(wanted: Wanted) -> Wanted:
    """The same with a value for every choice.

    Raises:
        BadWanted: a kind, choice, value or paper that there is not.
    """
    faults: dict[str, str] = {}
    kinds: dict[str, dict[str, str]] = {}
    if wanted.paper not in PAPERS:
        faults["paper"] = f"There is no paper {wanted.paper[:20]!r}: it is one of {', '.join(PAPERS)}."
    for key, given in wanted.kinds.items():
        if key not in KINDS:
            faults[key[:40]] = f"There is no kind of sheet {key[:40]!r}; there are {', '.join(KINDS)}."
            continue
        kinds[key] = {}
        for name, value in given.items():
            try:
                kinds[key] |= {name: read_choices(KINDS[key], {name: value})[name]}
            except BadChoice as bad:
                faults[f"{key}.{bad.choice[:40]}"] = str(bad)
        kinds[key] = {**read_choices(KINDS[key], {}), **kinds[key]}
    if faults:
        raise BadWanted(faults)
    return Wanted({key: kinds[key] for key in KINDS if key in kinds}, wanted.paper, wanted.duplex)


def read_kept(content: Any) -> tuple[Wanted, tuple[str, ...]]:
    """A saved choice as it can be had today, and a sentence for each part of it that there is no more.

    What cannot be read at all gives nothing chosen.
    """
    try:
        kept = msgspec.convert(content, Wanted)
    except msgspec.ValidationError:
        return Wanted({}), ("This set-up cannot be read any more. Choose anew and save it.",)
    said: list[str] = []
    kinds: dict[str, Mapping[str, str]] = {}
    for key, given in kept.kinds.items():
        try:
            kinds |= checked(Wanted({key: given})).kinds
        except BadWanted as bad:
            said += bad.faults.values()
            if key in KINDS:
                kinds[key] = read_choices(KINDS[key], {})
    paper = kept.paper if kept.paper in PAPERS else next(iter(PAPERS))
    return Wanted(kinds, paper, kept.duplex), tuple(said)


def parts_of(subject: Subject, reader: str, wanted: Wanted, imprint: Imprint) -> list[Part]:
    """Every section of what is wanted, in the order of the catalogue; kinds that there cannot be are passed over.

    Raises:
        BadWanted: a choice that does not go with this subject; its field is the kind.
    """
    found: list[Part] = []
    for kind, lack in offered(subject):
        if kind.key not in wanted.kinds or lack:
            continue
        order = Order(subject, reader, subject.sides, wanted.kinds[kind.key], wanted.paper, imprint)
        try:
            sections = kind.make(order)
        except ValueError as error:
            raise BadWanted({kind.key: str(error)}) from error
        found += [
            Part(
                kind,
                section,
                digest_of(kind.key, section.title, index),
                digest_of(section.digest, wanted.paper, wanted.duplex),
            )
            for index, section in enumerate(sections)
        ]
    return found


def digests(parts: Sequence[Part]) -> dict[str, str]:
    """What each part said and on what paper, to be held against the next print."""
    return {part.key: part.mark for part in parts}


class Since(NamedTuple):
    """What the last print said, by the keys of its parts, and the day of it."""

    digests: Mapping[str, str]
    day: str


class Reader(NamedTuple):
    """For whom a packet is: his key, and what he is called on its cover; "" where there is one reader alone."""

    key: str
    title: str


def packet(
    subject: Subject,
    reader: Reader,
    wanted: Wanted,
    imprint: Imprint,
    *,
    since: Since | None = None,
    most: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Packet:
    """The packet of one reader.

    Args:
        since: the last print: what has not changed is left out; None for all.
        most: pages that it may have; None for as many as a file may have.

    Raises:
        BadWanted: as ``parts_of``, or nothing to print. ``TooLong``: too many pages.
    """
    every = parts_of(subject, reader.key, wanted, imprint)
    parts = _news(every, since)
    kept = [part.section.heading for part in every if part not in parts]
    bound = bind(
        [part.section for part in parts],
        imprint,
        title=f"{subject.title}, packet" + (f" for {reader.title}" if reader.title else ""),
        subject="Packet",
        paper=wanted.paper,
        duplex=wanted.duplex,
        front=_front(subject, reader, wanted, parts, kept, since.day if since else ""),
        progress=progress,
        most=most,
    )
    return Packet(bound, tuple(every), len(kept))


def _front(
    subject: Subject, reader: Reader, wanted: Wanted, parts: Sequence[Part], kept: Sequence[str], since: str
) -> Callable[[Sequence[int], int], Section]:
    """What makes the cover once it is known where the parts begin."""
    said = Cover(
        title=subject.title,
        reader=reader.title,
        system=SYSTEMS[subject.system].title,
        kept=tuple(kept),
        since=since,
        address=subject.address,
    )

    def front(starts: Sequence[int], pages: int) -> Section:
        return cover(said._replace(lines=tuple(_lines(parts, starts, pages)), notes=tuple(_notes(wanted, pages))))

    return front


def _news(every: Sequence[Part], since: Since | None) -> list[Part]:
    """What is printed: the parts whose mark is not that of the last print. Raises `BadWanted` for none."""
    if not every:
        raise BadWanted({"kinds": "There is nothing to print: choose at least one sheet that can be had here."})
    parts = [part for part in every if since is None or since.digests.get(part.key) != part.mark]
    if since is not None and not parts:
        said = f"Nothing has changed since the last print on {since.day}. Print everything instead."
        raise BadWanted({"changed": said})
    return parts


def alone(kind: Kind, subject: Subject, reader: str, wanted: Wanted, imprint: Imprint) -> Bound:
    """One kind of sheet as a file without a cover.

    Raises:
        BadWanted: there can be none of this subject, or a choice does not go with it. ``TooLong``: too many pages.
    """
    if lack := _lack(kind, subject):
        raise BadWanted({kind.key: lack})
    sections = [part.section for part in parts_of(subject, reader, wanted, imprint) if part.kind is kind]
    if not sections:
        raise BadWanted({kind.key: f"There is no sheet of the kind {kind.title} here."})
    title = f"{subject.title}: {kind.title}"
    return bind(sections, imprint, title=title, subject=kind.title, paper=wanted.paper, duplex=wanted.duplex)


def said(troubles: Collection[str]) -> tuple[str, ...]:
    """What did not fit, each sentence once; the last tells of how many more there are."""
    found = list(dict.fromkeys(troubles))
    more = len(found) - MOST_SAID
    return tuple(found) if more <= 0 else (*found[:MOST_SAID], f"And {more:,} more like these.")


def _lines(parts: Sequence[Part], starts: Sequence[int], pages: int) -> list[Line]:
    """The contents: first and last page of each section."""
    ends = [*(start - 1 for start in starts[1:]), pages]
    return [
        Line(part.kind.title, part.section.kind, part.section.title, start, end)
        for part, start, end in zip(parts, starts, ends, strict=True)
    ]


def _notes(wanted: Wanted, pages: int) -> list[str]:
    """How it is to be printed, and what was chosen otherwise than usual."""
    sides = "on both sides: every sheet begins on the front of a leaf" if wanted.duplex else "on one side or both"
    notes = [f"{pages} pages of {PAPER_WORDS[wanted.paper]}; print at 100 %, without fitting to the page, {sides}."]
    for key, chosen in wanted.kinds.items():
        kind = KINDS[key]
        plain = read_choices(kind, {})
        other = [
            f"{choice.label.lower()}: {choice.values.get(chosen[choice.key], chosen[choice.key])}"
            for choice in kind.choices
            if chosen[choice.key] != plain[choice.key]
        ]
        if other:
            notes.append(f"{kind.title} with {'; '.join(other)}.")
    return notes
