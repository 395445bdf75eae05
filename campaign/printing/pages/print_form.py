"""The choices of the print page, read from an address or a form, with their errors."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict
from django.http.request import HttpRequest
from django.utils.http import urlencode
from msgspec import Struct

from armies.paper.sheet import PAPERS
from armies.sheets.charts.chart_content import PAPER_WORDS
from campaign.models import PrintSetup
from campaign.printing.services import setups
from campaign.printing.services.packet_files import EVERYBODY
from campaign.printing.services.setups import Remembered, remembered_print
from campaign.printing.services.subject_access import Source
from campaign.printing.sheets.kinds import Choice, Kind, read_choices
from campaign.printing.sheets.packet import BadWanted, Wanted, checked, offered, read_saved, usual

PAPER_TITLES: Final = {key: PAPER_WORDS[key] for key in PAPERS}
USUAL: Final = "usual"
"""Field of an address that asks for the usual choices and not for those of the last print."""
CHOSEN: Final = "chosen"
"""Field that marks a posted form, so that no kinds means none and not the usual ones."""


class Cell(Struct, frozen=True):
    """A choice of a kind as a form field: its name, its value and its error."""

    name: str
    choice: Choice
    value: str
    wrong: str

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")


class Row(Struct, frozen=True):
    """A kind of sheet on the form: selected or not, why it is not available, its error, its choices."""

    kind: Kind
    is_in: bool
    lack: str
    wrong: str
    cells: tuple[Cell, ...]

    @property
    def is_open(self) -> bool:
        """True if its choices are shown open, because one is wrong or not the usual one."""
        plain = read_choices(self.kind, {})
        return any(cell.wrong or cell.value != plain[cell.choice.key] for cell in self.cells)


class PrintForm:
    """The choices of the print page.

    ``reader`` is for whom to print, ``wanted`` are the valid choices, ``faults`` are error messages by field, and
    ``notices`` are sentences about choices of a set-up that no longer exist.
    """

    def __init__(self, query: QueryDict, source: Source, user: Any, paper: str, last: Remembered | None = None) -> None:
        self.fields, self.source = query, source
        self.last = None if USUAL in query else last
        self.faults: dict[str, str] = {}
        self.notices: tuple[str, ...] = ()
        self.reader = self._reader()
        self.setup = self._setup(user)
        self.subject = source.subject(self.shown)
        self.wanted = self._wanted(paper)

    @property
    def readers(self) -> dict[str, str]:
        """The readers for whom one may print, everybody first; empty if there is only one."""
        if len(self.source.readers) < 2:
            return {}
        return {EVERYBODY: "Everybody: one packet each, in a ZIP", **self.source.readers}

    @property
    def shown(self) -> str:
        """The reader whose sheets are previewed."""
        if self.reader != EVERYBODY:
            return self.reader
        seen = self.fields.get("seen", "")
        return seen if seen in self.source.readers else self.source.first

    @property
    def is_remembered(self) -> bool:
        """True if the choices are those of the last print."""
        return self.last is not None and self.setup is None and CHOSEN not in self.fields

    @property
    def changed(self) -> bool:
        """True if only changed sheets are to be printed."""
        return "changed" in self.fields

    def rows(self) -> list[Row]:
        """All kinds, the available ones first."""
        rows = [self._row(kind, lack) for kind, lack in offered(self.subject)]
        return sorted(rows, key=lambda row: bool(row.lack))

    def query(self, *, kinds: Mapping[str, Mapping[str, str]] | None = None) -> str:
        """These choices, or some kinds of them, as the query of an address."""
        chosen = self.wanted.kinds if kinds is None else kinds
        pairs = [(CHOSEN, "1"), ("for", self.reader), ("paper", self.wanted.paper)]
        pairs += [("duplex", "1")] * self.wanted.duplex
        pairs += [] if self.setup is None else [("setup", str(self.setup.pk))]
        pairs += [("kind", key) for key in chosen]
        pairs += [(f"{key}.{name}", value) for key, values in chosen.items() for name, value in values.items()]
        return urlencode(pairs)

    def _reader(self) -> str:
        usual_one = EVERYBODY if len(self.source.readers) > 1 else self.source.first
        before = self.last.reader if self.last else usual_one
        known = before in self.source.readers or (before == EVERYBODY and len(self.source.readers) > 1)
        reader = self.fields.get("for", before if known else usual_one)
        if reader in self.source.readers or (reader == EVERYBODY and len(self.source.readers) > 1):
            return reader
        self.faults["for"] = "You cannot print for that side: it does not exist, or it is not yours."
        return usual_one

    def _setup(self, user: Any) -> PrintSetup | None:
        key = self.fields.get("setup", "")
        if not key:
            return None
        try:
            return setups.offered_one(user, int(key) if key.isdecimal() and len(key) < 10 else 0)
        except setups.Unknown as unknown:
            self.notices = (str(unknown),)
            return None

    def _wanted(self, paper: str) -> Wanted:
        if CHOSEN in self.fields:
            return self._read()
        if self.setup is not None:
            wanted, self.notices = read_saved(self.setup.choices)
            return wanted
        if self.last is not None:
            return self.last.wanted
        return usual(self.subject, paper)

    def _read(self) -> Wanted:
        """Read the fields. Errors go into ``faults``; the valid choices are returned."""
        paper = self.fields.get("paper", "")
        if paper not in PAPERS:
            self.faults["paper"] = f"There is no paper {paper[:20]!r}. Choose one of {', '.join(PAPERS)}."
            paper = next(iter(PAPERS))
        kinds: dict[str, Mapping[str, str]] = {}
        for key in dict.fromkeys(self.fields.getlist("kind")):
            fields = [name for name in self.fields if name.startswith(f"{key}.")]
            values = {name.partition(".")[2]: str(self.fields[name]) for name in fields}
            try:
                kinds |= checked(Wanted({key: values})).kinds
            except BadWanted as bad:
                self.faults |= bad.faults
        return checked(Wanted(kinds, paper, "duplex" in self.fields))

    def _row(self, kind: Kind, lack: str) -> Row:
        values = self.wanted.kinds.get(kind.key) or read_choices(kind, {})
        cells = tuple(
            Cell(name, choice, self.fields.get(name, "") or values[choice.key], self.faults.get(name, ""))
            for choice in kind.choices
            for name in [f"{kind.key}.{choice.key}"]
        )
        is_in = kind.key in self.wanted.kinds or (CHOSEN in self.fields and kind.key in self.fields.getlist("kind"))
        return Row(kind, is_in and not lack, lack, self.faults.get(kind.key, ""), cells)


def form_of(request: HttpRequest, source: Source) -> PrintForm:
    """The choices of a request, from its form if it is a POST, else from its address."""
    profile = getattr(request.user, "profile", None)
    paper = profile.paper if profile is not None and profile.paper in PAPERS else next(iter(PAPERS))
    last = remembered_print(request.session, source.key)
    return PrintForm(request.POST if request.method == "POST" else request.GET, source, request.user, paper, last)
