"""Sheets over the API: kinds, single sheets, packets, packets made in the background, print set-ups."""

import json
from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem, error
from armies.paper.section import TooLong
from battles.api.endpoint import SEAT, BattleEndpoint, guest_seat_ids
from battles.services.play.lock import Gone
from campaign.models import PrintJob, PrintSetup
from campaign.printing.api import shapes
from campaign.printing.services import jobs, setups
from campaign.printing.services.jobs import TooMany
from campaign.printing.services.packet_files import (
    EVERYBODY,
    PDF,
    TEXT,
    ZIP,
    File,
    is_large,
    packet_file,
    sheet_file,
    text_file,
)
from campaign.printing.services.subject_access import Asker, Source, Unfinished
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.kinds import Kind
from campaign.printing.sheets.packet import BadWanted, Wanted, checked, offered, read_saved, usual

TROUBLES: Final = "Sheet-Troubles"
MOST_HEADER: Final = 2_000
"""Longest header of sentences about text that did not fit, in characters."""

MORE: Final = "Sentences left out of this header: {:,}."


class SheetEndpoint(BattleEndpoint):
    """An endpoint of sheets."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for battles; an invalid choice is reported with its field."""
        return super().handle_exception(problem_of(exc) or exc)

    def source(self, request: Request, subject: str) -> Source:
        """The subject to print from. Raises `Gone` if there is none or the user may not see it."""
        return source_of(subject, asker_of(request))

    def file(self, file: File, *, inline: bool = False) -> HttpResponse:
        """The answer with a file. A header reports text that did not fit, as a JSON list in ASCII."""
        answer = HttpResponse(file.data, content_type=file.media)
        answer["Content-Disposition"] = content_disposition_header(not inline, file.name) or ""
        answer["Cache-Control"] = "private, no-cache"
        if file.troubles:
            answer[TROUBLES] = troubles_header(file.troubles)
        return answer


def troubles_header(troubles: Sequence[str]) -> str:
    """Sentences as a JSON list in ASCII, as many as fit into the header; the last one counts the others."""
    for count in range(len(troubles), -1, -1):
        left = len(troubles) - count
        words = json.dumps([*troubles[:count], *([MORE.format(left)] if left else [])])
        if len(words) <= MOST_HEADER:
            return words
    return "[]"


def asker_of(request: Request) -> Asker:
    """The user of an API request, with the guest seat that the request names."""
    origin = request.build_absolute_uri("/").rstrip("/")
    return Asker(user=request.user, seats=tuple(guest_seat_ids(request)), origin=origin)


def setup_of(request: Request, key: int) -> PrintSetup | None:
    """The set-up with this id; None for 0. Raises `BadWanted` if the user may not use it."""
    if not key:
        return None
    try:
        return setups.offered_one(request.user, key)
    except setups.Unknown as unknown:
        raise BadWanted({"setup": str(unknown)}) from None


def wanted_of(
    source: Source, reader: str, setup: PrintSetup | None, kinds: Any, paper: str | None, duplex: bool
) -> Wanted:
    """What to print: the kinds named, else those of the set-up, else the usual ones.

    Raises:
        BadWanted: a choice is not allowed.
    """
    base = read_saved(setup.choices)[0] if setup is not None else usual(source.subject(reader))
    return checked(Wanted(base.kinds if kinds is None else kinds, paper or base.paper, duplex or base.duplex))


def chosen_sheet(kind: str, query: shapes.SheetQuery) -> Wanted:
    """One kind of sheet with the choices of a query. Raises `BadWanted` for a choice that is not allowed."""
    chosen = {}
    for text in query.choice:
        key, sign, value = text.partition("=")
        if not sign:
            raise BadWanted({"choice": f"Write a choice as key=value, not {text[:40]!r}."})
        chosen[key] = value
    return checked(Wanted({kind: chosen}, query.paper, query.duplex))


def problem_of(fault: Exception) -> Problem | None:
    """The API problem for an exception of printing; None for other exceptions."""
    match fault:
        case BadWanted():
            return Problem("refused", str(fault), errors=[error(*pair) for pair in _errors(fault)])
        case TooLong():
            sentence = f"{fault} POST to packets to make it in the background."
            return Problem("refused", sentence, errors=[error("kinds", "too-long", sentence)])
        case Unfinished():
            return Problem("refused", str(fault), errors=[error("subject", "unfinished", str(fault))])
        case TooMany():
            return Problem("too-many", str(fault))
        case setups.Stale():
            return Problem("conflict", str(fault), extra={"version": fault.setup.version})
        case setups.Unknown() | Gone():
            return Problem("not-found", str(fault))
    return None


def _errors(fault: BadWanted) -> list[tuple[str, str, str]]:
    return [(field, "refused", sentence) for field, sentence in fault.faults.items()]


TAG: Final[dict[str, Any]] = {"tag": "Sheets"}
OPEN: Final[dict[str, Any]] = {"signed_in": False, "headers": (SEAT,), **TAG}
NO_JOB: Final = "This packet does not exist any more, or it is not yours."


class Sheets(SheetEndpoint):
    """``/sheets/<subject>``"""

    @operation(name="sheet_list", answer=shapes.SheetKinds, **OPEN)
    def get(self, request: Request, subject: str) -> HttpResponse:
        """List what can be printed

        For an army, a scenario, a battle, a tracked game or a system: `army:<slug>` or `army:<slug>:<system>`,
        `scenario:<system>:<key>`, `drawn:<slug>`, `battle:<slug>`, `table:<slug>` (`table:<slug>:now`: in its present
        state), `list:<system>:<key>`, `rules:<system>`.
        """
        source = self.source(request, subject)
        kinds = [_kind(kind, lack) for kind, lack in offered(source.subject(source.first))]
        return self.respond(shapes.SheetKinds(source.key, source.title, source.system, source.readers, kinds))


def _kind(kind: Kind, lack: str) -> shapes.SheetKind:
    choices = [
        shapes.SheetChoice(
            key=choice.key,
            label=choice.label,
            values=dict(choice.values),
            least=choice.least,
            most=choice.most,
            usual=choice.usual or next(iter(choice.values), ""),
            help=choice.help,
        )
        for choice in kind.choices
    ]
    return shapes.SheetKind(kind.key, kind.title, kind.text, kind.usual, kind.secret, lack, choices)


class OneSheet(SheetEndpoint):
    """``/sheets/<subject>/<kind>``"""

    @operation(
        name="sheet_retrieve",
        query=shapes.SheetQuery,
        files=(PDF,),
        also=(422,),
        costly=True,
        success="The sheet.",
        **OPEN,
    )
    def get(self, request: Request, subject: str, kind: str, query: shapes.SheetQuery) -> HttpResponse:
        """Print one kind of sheet

        The header `Sheet-Troubles`, a JSON list of sentences, reports text that does not fit even in the smallest type.
        """
        source = self.source(request, subject)
        wanted = chosen_sheet(kind, query)
        return self.file(sheet_file(source, query.reader or source.first, kind, wanted, at_once=True), inline=True)


class SheetText(SheetEndpoint):
    """``/sheets/<subject>/<kind>/text``"""

    @operation(
        name="sheet_text",
        query=shapes.SheetQuery,
        files=(TEXT,),
        also=(422,),
        costly=True,
        success="The words of the sheet.",
        **OPEN,
    )
    def get(self, request: Request, subject: str, kind: str, query: shapes.SheetQuery) -> HttpResponse:
        """Read one kind of sheet as plain text

        The words of the PDF in the order of reading, for people who cannot use it. Headings begin with `#`.
        """
        source = self.source(request, subject)
        wanted = chosen_sheet(kind, query)
        return self.file(text_file(source, query.reader or source.first, kind, wanted), inline=True)


class Packets(SheetEndpoint):
    """``/sheets/<subject>/packets``"""

    @operation(
        name="packet_retrieve",
        query=shapes.PacketQuery,
        files=(PDF, ZIP),
        also=(422,),
        costly=True,
        success="The packet; for `all` a ZIP with a packet for each reader.",
        **OPEN,
    )
    def get(self, request: Request, subject: str, query: shapes.PacketQuery) -> HttpResponse:
        """Print a packet

        The usual kinds, or those of a set-up; a large packet has a cover with its contents. A packet that takes too
        long is refused: use POST instead. The header `Sheet-Troubles` reports text that does not fit.
        """
        source = self.source(request, subject)
        reader = query.reader or source.first
        setup = setup_of(request, query.setup)
        first = source.first if reader == EVERYBODY else reader
        wanted = wanted_of(source, first, setup, None, query.paper, query.duplex)
        if is_large(source, reader):
            sentence = "This packet is too large to make at once. POST to packets to make it in the background."
            raise BadWanted({"kinds": sentence})
        return self.file(packet_file(source, reader, wanted, at_once=True))

    @operation(
        name="packet_make",
        body=shapes.PacketToMake,
        example={"reader": "all", "paper": "a4"},
        answer=shapes.PacketJob,
        status=202,
        success="The packet will be made.",
        costly=True,
        **TAG,
    )
    def post(self, request: Request, subject: str, body: shapes.PacketToMake) -> HttpResponse:
        """Make a packet in the background

        Follow its progress at `packets/<job>`, which gives the address of the file when it is done.
        """
        source = self.source(request, subject)
        reader = body.reader or source.first
        setup = setup_of(request, body.setup)
        first = source.first if reader == EVERYBODY else reader
        wanted = wanted_of(source, first, setup, body.kinds, body.paper, body.duplex)
        source.subject(first)
        job = jobs.ask(asker_of(request), source, reader, wanted, setup=setup, changed=body.changed)
        return self.respond(_job(job), 202, Location=f"/api/v1/packets/{job.key}")


def _job(job: PrintJob) -> shapes.PacketJob:
    done = job.state == PrintJob.State.DONE
    return shapes.PacketJob(
        key=job.key,
        title=job.title,
        subject=job.subject,
        state=job.state,  # type: ignore[arg-type]
        done=job.done,
        pages=job.pages,
        size=job.size,
        fault=job.fault,
        troubles=list(job.troubles),
        file=f"/api/v1/packets/{job.key}/file" if done else None,
        created=job.created,
        ends=job.ends,
    )


class Jobs(SheetEndpoint):
    """``/packets``"""

    @operation(name="packet_list", answer=shapes.PacketJobs, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List your packets in the background"""
        return self.respond(shapes.PacketJobs([_job(job) for job in jobs.of(request.user)]))


class OneJob(SheetEndpoint):
    """``/packets/<job>``"""

    @operation(name="packet_follow", answer=shapes.PacketJob, **TAG)
    def get(self, request: Request, job: str) -> HttpResponse:
        """Follow the progress of a packet"""
        return self.respond(_job(_packet_job(request, job)))

    @operation(name="packet_take_back", status=204, **TAG)
    def delete(self, request: Request, job: str) -> HttpResponse:
        """Cancel or delete a packet

        A packet that is being made is stopped; the file of a finished packet is deleted.
        """
        jobs.cancel(_packet_job(request, job))
        return self.done()


class JobFile(SheetEndpoint):
    """``/packets/<job>/file``"""

    @operation(name="packet_file", files=(PDF, ZIP), success="The packet.", **TAG)
    def get(self, request: Request, job: str) -> HttpResponse:
        """Fetch a packet that was made in the background"""
        packet = _packet_job(request, job)
        answer = HttpResponse(jobs.file_of(packet), content_type=packet.media)
        answer["Content-Disposition"] = content_disposition_header(True, packet.name)
        answer["Cache-Control"] = "private, no-store"
        return answer


def _packet_job(request: Request, job: str) -> PrintJob:
    packet = jobs.seen_by(request.user, job)
    if packet is None:
        raise Problem("not-found", NO_JOB)
    return packet


class Setups(SheetEndpoint):
    """``/print-setups``"""

    @operation(name="print_setup_list", answer=shapes.PrintSetups, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List print set-ups"""
        rows = setups.offered_to(request.user)
        runs = setups.runs(request.user)
        return self.respond(shapes.PrintSetups([_setup(request, row, runs) for row in rows]))

    @operation(
        name="print_setup_make",
        body=shapes.PrintSetupToMake,
        example={"name": "Game day", "kinds": {"cheat_sheet": {}}},
        answer=shapes.PrintSetupNow,
        status=201,
        **TAG,
    )
    def post(self, request: Request, body: shapes.PrintSetupToMake) -> HttpResponse:
        """Save a print set-up"""
        source = self.source(request, body.subject) if body.subject else None
        wanted = Wanted(body.kinds, body.paper, body.duplex)
        saved = setups.save(request.user, body.name, wanted, source=source, club=body.club)
        return self.respond(_setup(request, saved), 201)


class OneSetup(SheetEndpoint):
    """``/print-setups/<setup>``"""

    @operation(name="print_setup_retrieve", answer=shapes.PrintSetupNow, **TAG)
    def get(self, request: Request, setup: int) -> HttpResponse:
        """Read a print set-up"""
        return self.respond(_setup(request, setups.offered_one(request.user, setup)))

    @operation(
        name="print_setup_change",
        body=shapes.PrintSetupToChange,
        example={"name": "Sunday"},
        answer=shapes.PrintSetupNow,
        **TAG,
    )
    def patch(self, request: Request, setup: int, body: shapes.PrintSetupToChange) -> HttpResponse:
        """Change a print set-up

        If `version` is not the present version, the answer is 409 with the present one.
        """
        before = read_saved(setups.offered_one(request.user, setup).choices)[0]
        wanted = None
        if (body.kinds, body.paper, body.duplex) != (None, None, None):
            duplex = before.duplex if body.duplex is None else body.duplex
            wanted = Wanted(before.kinds if body.kinds is None else body.kinds, body.paper or before.paper, duplex)
        changed = setups.change(request.user, setup, name=body.name, wanted=wanted, expect=body.version)
        return self.respond(_setup(request, changed))

    @operation(name="print_setup_delete", status=204, **TAG)
    def delete(self, request: Request, setup: int) -> HttpResponse:
        """Delete a print set-up"""
        setups.delete(request.user, setup)
        return self.done()


def _setup(request: Request, row: PrintSetup, runs: set[int] | None = None) -> shapes.PrintSetupNow:
    wanted, notices = read_saved(row.choices)
    runs = setups.runs(request.user) if runs is None else runs
    return shapes.PrintSetupNow(
        id=row.pk,
        name=row.name,
        subject=row.subject,
        club=row.club.slug if row.club else "",
        mine=row.owner_id == request.user.pk or row.club_id in runs,
        version=row.version,
        kinds={key: dict(chosen) for key, chosen in wanted.kinds.items()},
        paper=wanted.paper,
        duplex=wanted.duplex,
        gone=list(notices),
        updated=row.updated,
    )
