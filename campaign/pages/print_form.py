"""What is chosen on the page for printing: read from an address or a form, and shown again with what is wrong."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict
from django.http.request import HttpRequest
from django.utils.http import urlencode
from msgspec import Struct

from armies.paper.sheet import PAPERS
from armies.sheets.chart_model import PAPER_WORDS
from campaign.models import PrintSetup
from campaign.services import print_setups
from campaign.services.packets import EVERYBODY
from campaign.services.printable import Source
from campaign.sheets.kinds import Choice, Kind, read_choices
from campaign.sheets.packet import BadWanted, Wanted, checked, offered, read_kept, usual

PAPER_TITLES: Final = {key: PAPER_WORDS[key] for key in PAPERS}
CHOSEN: Final = "chosen"
"""A field that says that the form was sent, so that an empty one means nothing and not the usual."""


class Cell(Struct, frozen=True):
    """A choice of a kind as a field: its name, what it says now, and what is wrong with that."""

    name: str
    choice: Choice
    value: str
    wrong: str

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")


class Row(Struct, frozen=True):
    """A kind of sheet: whether it is in, its choices, why there can be none, what is wrong with it."""

    kind: Kind
    is_in: bool
    lack: str
    wrong: str
    cells: tuple[Cell, ...]

    @property
    def is_open(self) -> bool:
        """Whether its choices stand open: one is wrong, or not as usual."""
        plain = read_choices(self.kind, {})
        return any(cell.wrong or cell.value != plain[cell.choice.key] for cell in self.cells)


class PrintForm:
    """What was chosen.

    ``reader`` is for whom, ``wanted`` what of it can be had, ``faults`` are sentences by field, ``said`` is what a
    set-up asked for that there is no more.
    """

    def __init__(self, given: QueryDict, source: Source, user: Any, paper: str) -> None:
        self.given, self.source = given, source
        self.faults: dict[str, str] = {}
        self.said: tuple[str, ...] = ()
        self.reader = self._reader()
        self.setup = self._setup(user)
        self.subject = source.subject(source.first if self.reader == EVERYBODY else self.reader)
        self.wanted = self._wanted(paper)

    @property
    def readers(self) -> dict[str, str]:
        """For whom it may be printed, everybody first; empty where there is one alone."""
        if len(self.source.readers) < 2:
            return {}
        return {EVERYBODY: "Everybody: a packet each, in a ZIP", **self.source.readers}

    @property
    def shown(self) -> str:
        """The reader whose sheets are previewed."""
        return self.source.first if self.reader == EVERYBODY else self.reader

    @property
    def changed(self) -> bool:
        """Whether only what has changed is to be printed."""
        return self.setup is not None and "changed" in self.given

    def rows(self) -> list[Row]:
        """Every kind, those that can be had first."""
        found = [self._row(kind, lack) for kind, lack in offered(self.subject)]
        return sorted(found, key=lambda row: bool(row.lack))

    def query(self, *, kinds: Mapping[str, Mapping[str, str]] | None = None) -> str:
        """The address of these choices, or of some kinds of them, as a query."""
        chosen = self.wanted.kinds if kinds is None else kinds
        pairs = [(CHOSEN, "1"), ("for", self.reader), ("paper", self.wanted.paper)]
        pairs += [("duplex", "1")] * self.wanted.duplex
        pairs += [] if self.setup is None else [("setup", str(self.setup.pk))]
        pairs += [("kind", key) for key in chosen]
        pairs += [(f"{key}.{name}", value) for key, values in chosen.items() for name, value in values.items()]
        return urlencode(pairs)

    def _reader(self) -> str:
        usual_one = EVERYBODY if len(self.source.readers) > 1 else self.source.first
        asked = self.given.get("for", usual_one)
        if asked in self.source.readers or (asked == EVERYBODY and len(self.source.readers) > 1):
            return asked
        self.faults["for"] = "You cannot print for that side: there is none, or it is not yours."
        return usual_one

    def _setup(self, user: Any) -> PrintSetup | None:
        key = self.given.get("setup", "")
        if not key:
            return None
        try:
            return print_setups.offered_one(user, int(key) if key.isdecimal() and len(key) < 10 else 0)
        except print_setups.Unknown as unknown:
            self.said = (str(unknown),)
            return None

    def _wanted(self, paper: str) -> Wanted:
        if CHOSEN in self.given:
            return self._read()
        if self.setup is not None:
            wanted, self.said = read_kept(self.setup.choices)
            return wanted
        return usual(self.subject, paper)

    def _read(self) -> Wanted:
        """What the fields say; what is wrong with them goes into ``faults``, and the rest stands."""
        paper = self.given.get("paper", "")
        if paper not in PAPERS:
            self.faults["paper"] = f"There is no paper {paper[:20]!r}: it is one of {', '.join(PAPERS)}."
            paper = next(iter(PAPERS))
        kinds: dict[str, Mapping[str, str]] = {}
        for key in dict.fromkeys(self.given.getlist("kind")):
            fields = [name for name in self.given if name.startswith(f"{key}.")]
            values = {name.partition(".")[2]: str(self.given[name]) for name in fields}
            try:
                kinds |= checked(Wanted({key: values})).kinds
            except BadWanted as bad:
                self.faults |= bad.faults
        return checked(Wanted(kinds, paper, "duplex" in self.given))

    def _row(self, kind: Kind, lack: str) -> Row:
        held = self.wanted.kinds.get(kind.key) or read_choices(kind, {})
        cells = tuple(
            Cell(name, choice, self.given.get(name, "") or held[choice.key], self.faults.get(name, ""))
            for choice in kind.choices
            for name in [f"{kind.key}.{choice.key}"]
        )
        is_in = kind.key in self.wanted.kinds or (CHOSEN in self.given and kind.key in self.given.getlist("kind"))
        return Row(kind, is_in and not lack, lack, self.faults.get(kind.key, ""), cells)


def form_of(request: HttpRequest, source: Source) -> PrintForm:
    """The choices of a request, as they stand in its form, else in its address."""
    profile = getattr(request.user, "profile", None)
    paper = profile.paper if profile is not None and profile.paper in PAPERS else next(iter(PAPERS))
    return PrintForm(request.POST if request.method == "POST" else request.GET, source, request.user, paper)
