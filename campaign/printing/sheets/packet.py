"""A packet: the sheets chosen for one reader, in the order of the catalogue of all kinds; a large one has a cover.

The choices are a ``Wanted``, read from a form, an API body or a saved set-up.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from armies.paper.section import Bound, Imprint, Section, bind, digest_of, plain_text
from armies.paper.sheet import PAPERS
from armies.paper.typography import Printable, printable_texts
from armies.sheets.charts.chart_content import PAPER_WORDS
from battles.rules import RULEBOOKS
from campaign.printing.sheets.army_sheets import CARDS, CHARTS, LABELS, ROSTERS
from campaign.printing.sheets.cover import Cover, Line, cover
from campaign.printing.sheets.kinds import BadChoice, Kind, Order, Subject, read_choices
from campaign.printing.sheets.table_sheets import BRIEFINGS, CHEAT_SHEETS, FORMS, MAPS, MARKERS, RULERS
from campaign.printing.sheets.war_sheets import CAMPAIGNS

FAMILIES: Final = (
    *(BRIEFINGS, ROSTERS, CHARTS, MAPS, CHEAT_SHEETS, CARDS),
    *(LABELS, MARKERS, RULERS, FORMS),
    CAMPAIGNS,
)
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.key: kind for family in FAMILIES for kind in family})


MOST_TROUBLES: Final = 40
"""Sentences about text that does not fit, at most."""


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What to print: kinds of sheets with their choices, and the paper."""

    kinds: Mapping[str, Mapping[str, str]]
    paper: str = "a4"
    duplex: bool = False


class BadWanted(ValueError):
    """A choice is not allowed. ``faults`` are sentences by field, such as ``paper`` or ``map.step``."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = dict(faults)


class Part(NamedTuple):
    """A section with its kind of sheet. ``key`` is unique in the packet.

    ``mark`` is a digest of content and paper: it changes when the printed sheet changes.
    """

    kind: Kind
    section: Section
    key: str
    mark: str


class Packet(NamedTuple):
    """A finished packet: the file, its parts, and the number of sheets left out because they have not changed."""

    bound: Bound
    parts: tuple[Part, ...]
    left_out: int = 0


def offered(subject: Subject) -> list[tuple[Kind, str]]:
    """The kinds of campaigns or those of everything else, each with the reason why it cannot have it, or ""."""
    return [(kind, _lack(kind, subject)) for kind in KINDS.values() if kind.war == (subject.war is not None)]


def _lack(kind: Kind, subject: Subject) -> str:
    if kind.war != (subject.war is not None):
        return "Only campaigns have it." if kind.war else "Campaigns do not have it."
    if lack := kind.lacks(subject):
        return lack
    return "It is only for its own side, and no side here is yours." if kind.secret and not subject.sides else ""


def usual(subject: Subject, paper: str = "a4") -> Wanted:
    """The default: the usual kinds with their usual choices."""
    kinds = {kind.key: read_choices(kind, {}) for kind, lack in offered(subject) if kind.usual and not lack}
    return Wanted(kinds, paper)


def checked(wanted: Wanted) -> Wanted:
    """The same with a value for every choice.

    Raises:
        BadWanted: a kind, choice, value or paper does not exist.
    """
    faults: dict[str, str] = {}
    kinds: dict[str, dict[str, str]] = {}
    if wanted.paper not in PAPERS:
        faults["paper"] = f"There is no paper {wanted.paper[:20]!r}: choose one of {', '.join(PAPERS)}."
    for key, choices in wanted.kinds.items():
        if key not in KINDS:
            faults[key[:40]] = f"There is no kind of sheet {key[:40]!r}. Kinds: {', '.join(KINDS)}."
            continue
        kinds[key] = {}
        for name, value in choices.items():
            try:
                kinds[key] |= {name: read_choices(KINDS[key], {name: value})[name]}
            except BadChoice as bad:
                faults[f"{key}.{bad.choice[:40]}"] = str(bad)
        kinds[key] = {**read_choices(KINDS[key], {}), **kinds[key]}
    if faults:
        raise BadWanted(faults)
    return Wanted({key: kinds[key] for key in KINDS if key in kinds}, wanted.paper, wanted.duplex)


def read_saved(content: Any) -> tuple[Wanted, tuple[str, ...]]:
    """The saved choices that still exist, and a sentence for each that no longer does.

    Content that cannot be read gives no choices.
    """
    try:
        saved = msgspec.convert(content, Wanted)
    except msgspec.ValidationError:
        return Wanted({}), ("This set-up cannot be read any more. Choose again and save it.",)
    notices: list[str] = []
    kinds: dict[str, Mapping[str, str]] = {}
    for key, choices in saved.kinds.items():
        try:
            kinds |= checked(Wanted({key: choices})).kinds
        except BadWanted as bad:
            notices += bad.faults.values()
            if key in KINDS:
                kinds[key] = read_choices(KINDS[key], {})
    paper = saved.paper if saved.paper in PAPERS else next(iter(PAPERS))
    return Wanted(kinds, paper, saved.duplex), tuple(notices)


def parts_of(subject: Subject, reader: str, wanted: Wanted, imprint: Imprint) -> list[Part]:
    """All sections of the wanted kinds, in the order of the catalogue. Kinds that the subject cannot have are left out.

    Raises:
        BadWanted: a choice does not fit this subject; the field is the kind.
    """
    parts: list[Part] = []
    for kind, lack in offered(subject):
        if kind.key not in wanted.kinds or lack:
            continue
        order = Order(subject, reader, subject.sides, wanted.kinds[kind.key], wanted.paper, imprint)
        try:
            sections = kind.make(order)
        except ValueError as error:
            raise BadWanted({kind.key: str(error)}) from error
        parts += [
            Part(
                kind,
                section,
                digest_of(kind.key, section.title, index),
                digest_of(section.digest, wanted.paper, wanted.duplex),
            )
            for index, section in enumerate(sections)
        ]
    return parts


def latin_names(subject: Subject) -> str:
    """A sentence that names what is printed in Latin letters because the fonts lack its script; "" for nothing."""
    printable = Printable()
    printable(subject.title)
    for side in subject.sides:
        printable_texts(side.roll, printable)
    for name in subject.ground.names if subject.ground else ():
        printable(name.text)
    return printable.trouble


def digests(parts: Sequence[Part]) -> dict[str, str]:
    """The mark of each part by key, to compare with the next print."""
    return {part.key: part.mark for part in parts}


class Since(NamedTuple):
    """The last print: the marks of its parts by key, and its day."""

    digests: Mapping[str, str]
    day: str


MOST_UNCOVERED: Final = 12
"""Sheets of a packet that has no cover, at most."""


class Reader(NamedTuple):
    """The reader of a packet: key, and title on the cover; "" if there is only one reader."""

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
        since: the last print; unchanged sheets are left out. None to print all.
        most: largest number of pages; None for the limit of a file.

    Raises:
        BadWanted: as ``parts_of``, or nothing to print.
        TooLong: too many pages.
    """
    every = parts_of(subject, reader.key, wanted, imprint)
    parts = _news(every, since)
    unchanged = [part.section.heading for part in every if part not in parts]
    bound = bind(
        [part.section for part in parts],
        imprint,
        title=f"{subject.title}, packet" + (f" for {reader.title}" if reader.title else ""),
        subject="Packet",
        paper=wanted.paper,
        duplex=wanted.duplex,
        front=_front(subject, reader, wanted, parts, unchanged, since.day if since else ""),
        progress=progress,
        most=most,
    )
    troubles = (*filter(None, [latin_names(subject)]), *bound.troubles)
    return Packet(bound._replace(troubles=troubles), tuple(every), len(unchanged))


def _front(
    subject: Subject, reader: Reader, wanted: Wanted, parts: Sequence[Part], unchanged: Sequence[str], since: str
) -> Callable[[Sequence[int], int], Section] | None:
    """A function that makes the cover when the first pages of the parts are known; None for a packet without one.

    A packet of few sheets needs no contents: its first sheet is on top, unless the cover tells of unusual choices or of
    sheets that are not printed again.
    """
    if len(parts) <= MOST_UNCOVERED and not unchanged and not _unusual(wanted):
        return None
    content = Cover(
        title=subject.title,
        reader=reader.title,
        system=RULEBOOKS[subject.system].title,
        kept=tuple(unchanged),
        since=since,
        address=subject.address,
    )

    def front(starts: Sequence[int], pages: int) -> Section:
        return cover(content._replace(lines=tuple(_lines(parts, starts, pages)), notes=tuple(_notes(wanted, pages))))

    return front


def _news(every: Sequence[Part], since: Since | None) -> list[Part]:
    """The parts that have changed since the last print. Raises `BadWanted` if there are none."""
    if not every:
        raise BadWanted({"kinds": "There is nothing to print. Choose at least one available sheet."})
    parts = [part for part in every if since is None or since.digests.get(part.key) != part.mark]
    if since is not None and not parts:
        sentence = f"Nothing has changed since the last print on {since.day}. Print everything instead."
        raise BadWanted({"changed": sentence})
    return parts


def alone(kind: Kind, subject: Subject, reader: str, wanted: Wanted, imprint: Imprint) -> Bound:
    """One kind of sheet as a file without a cover.

    Raises:
        BadWanted: the subject cannot have this kind, or a choice does not fit it.
        TooLong: too many pages.
    """
    sections = _of_kind(kind, subject, reader, wanted, imprint)
    title = f"{subject.title}: {kind.title}"
    return bind(sections, imprint, title=title, subject=kind.title, paper=wanted.paper, duplex=wanted.duplex)


def as_text(kind: Kind, subject: Subject, reader: str, wanted: Wanted, imprint: Imprint) -> str:
    """The words of one kind of sheet in the order of reading. Raises `BadWanted` like ``alone``."""
    sections = _of_kind(kind, subject, reader, wanted, imprint)
    return "\n".join(plain_text(section, wanted.paper) for section in sections)


def _of_kind(kind: Kind, subject: Subject, reader: str, wanted: Wanted, imprint: Imprint) -> list[Section]:
    if lack := _lack(kind, subject):
        raise BadWanted({kind.key: lack})
    sections = [part.section for part in parts_of(subject, reader, wanted, imprint) if part.kind is kind]
    if not sections:
        raise BadWanted({kind.key: f"There is no {kind.title.lower()} to print here."})
    return sections


def shortened_troubles(troubles: Collection[str]) -> tuple[str, ...]:
    """The sentences, each once; the last one counts those left out."""
    sentences = list(dict.fromkeys(troubles))
    more = len(sentences) - MOST_TROUBLES
    return tuple(sentences) if more <= 0 else (*sentences[:MOST_TROUBLES], f"And {more:,} more like these.")


def _lines(parts: Sequence[Part], starts: Sequence[int], pages: int) -> list[Line]:
    """The lines of the contents, with the first and last page of each section."""
    ends = [*(start - 1 for start in starts[1:]), pages]
    return [
        Line(part.kind.title, part.section.kind, part.section.title, start, end)
        for part, start, end in zip(parts, starts, ends, strict=True)
    ]


def _notes(wanted: Wanted, pages: int) -> list[str]:
    """Notes on the cover: how to print, and choices that are not the usual ones."""
    sides = "on both sides: each sheet starts on a new piece of paper" if wanted.duplex else "on one side or both"
    how = f"{pages} pages of {PAPER_WORDS[wanted.paper]}; print at 100 %, without fitting to the page, {sides}."
    return [how, *_unusual(wanted)]


def _unusual(wanted: Wanted) -> list[str]:
    """The choices that are not the usual ones, in a sentence for each kind."""
    notes = []
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
