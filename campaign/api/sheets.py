"""Sheets to print over the API: what there is, one as a PDF, packets at once or in the background, set-ups."""

from typing import Any, Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from battles.api.endpoint import SEAT
from campaign.api import sheet_shapes as shapes
from campaign.api.sheet_endpoint import SheetEndpoint, asker_of, setup_of, wanted_of
from campaign.models import PrintJob, PrintSetup
from campaign.services import print_jobs, print_setups
from campaign.services.packets import EVERYBODY, PDF, ZIP, is_large, packet_file, sheet_file
from campaign.sheets.kinds import Kind
from campaign.sheets.packet import BadWanted, Wanted, checked, offered, read_kept

TAG: Final[dict[str, Any]] = {"tag": "Sheets"}
OPEN: Final[dict[str, Any]] = {"signed_in": False, "headers": (SEAT,), **TAG}
NO_JOB: Final = "There is no such packet any more, or it is not yours."


class Sheets(SheetEndpoint):
    """``/sheets/<subject>``"""

    @operation(name="sheet_list", answer=shapes.SheetKinds, **OPEN)
    def get(self, request: Request, subject: str) -> HttpResponse:
        """List what can be printed

        Of an army, a scenario, a battle, a game at the table or a system: `army:<slug>` or `army:<slug>:<system>`,
        `scenario:<system>:<key>`, `drawn:<slug>`, `battle:<slug>`, `table:<slug>` (`table:<slug>:now`: as its books
        stand), `list:<system>:<key>`, `rules:<system>`.
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
        said="The sheet.",
        **OPEN,
    )
    def get(self, request: Request, subject: str, kind: str, query: shapes.SheetQuery) -> HttpResponse:
        """Print one kind of sheet

        What does not fit even in the smallest type is told in the header `Sheet-Troubles`, a JSON list of sentences.
        """
        source = self.source(request, subject)
        chosen = {}
        for said in query.choice:
            key, sign, value = said.partition("=")
            if not sign:
                raise BadWanted({"choice": f"A choice is key=value, not {said[:40]!r}."})
            chosen[key] = value
        wanted = checked(Wanted({kind: chosen}, query.paper, query.duplex))
        return self.file(sheet_file(source, query.reader or source.first, kind, wanted, at_once=True), inline=True)


class Packets(SheetEndpoint):
    """``/sheets/<subject>/packets``"""

    @operation(
        name="packet_retrieve",
        query=shapes.PacketQuery,
        files=(PDF, ZIP),
        also=(422,),
        costly=True,
        said="The packet; for `all` a ZIP with one for each reader.",
        **OPEN,
    )
    def get(self, request: Request, subject: str, query: shapes.PacketQuery) -> HttpResponse:
        """Print a packet

        Of the usual kinds or by a set-up, with a cover and contents. One that is too long to wait for is refused:
        ask for it by POST. What does not fit is told in the header `Sheet-Troubles`.
        """
        source = self.source(request, subject)
        reader = query.reader or source.first
        setup = setup_of(request, query.setup)
        first = source.first if reader == EVERYBODY else reader
        wanted = wanted_of(source, first, setup, None, query.paper, query.duplex)
        if is_large(source, reader):
            said = "This packet is too large to wait for. Ask for it to be made in the background: POST to packets."
            raise BadWanted({"kinds": said})
        return self.file(packet_file(source, reader, wanted, at_once=True))

    @operation(
        name="packet_make",
        body=shapes.PacketToMake,
        example={"reader": "all", "paper": "a4"},
        answer=shapes.PacketJob,
        status=202,
        said="It is to be made.",
        costly=True,
        **TAG,
    )
    def post(self, request: Request, subject: str, body: shapes.PacketToMake) -> HttpResponse:
        """Have a packet made in the background

        Read how far it is at `packets/<job>`; its file stands there when it is done.
        """
        source = self.source(request, subject)
        reader = body.reader or source.first
        setup = setup_of(request, body.setup)
        first = source.first if reader == EVERYBODY else reader
        wanted = wanted_of(source, first, setup, body.kinds, body.paper, body.duplex)
        source.subject(first)
        job = print_jobs.ask(asker_of(request), source, reader, wanted, setup=setup, changed=body.changed)
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
        return self.respond(shapes.PacketJobs([_job(job) for job in print_jobs.of(request.user)]))


class OneJob(SheetEndpoint):
    """``/packets/<job>``"""

    @operation(name="packet_follow", answer=shapes.PacketJob, **TAG)
    def get(self, request: Request, job: str) -> HttpResponse:
        """See how far a packet is"""
        return self.respond(_job(_found(request, job)))

    @operation(name="packet_take_back", status=204, **TAG)
    def delete(self, request: Request, job: str) -> HttpResponse:
        """Take a packet back

        One that is being made stops; the file of one that is done is deleted.
        """
        print_jobs.take_back(_found(request, job))
        return self.done()


class JobFile(SheetEndpoint):
    """``/packets/<job>/file``"""

    @operation(name="packet_file", files=(PDF, ZIP), said="The packet.", **TAG)
    def get(self, request: Request, job: str) -> HttpResponse:
        """Fetch a packet that was made in the background"""
        found = _found(request, job)
        answer = HttpResponse(print_jobs.file_of(found), content_type=found.media)
        answer["Content-Disposition"] = content_disposition_header(True, found.name)
        answer["Cache-Control"] = "private, no-store"
        return answer


def _found(request: Request, job: str) -> PrintJob:
    found = print_jobs.seen_by(request.user, job)
    if found is None:
        raise Problem("not-found", NO_JOB)
    return found


class Setups(SheetEndpoint):
    """``/print-setups``"""

    @operation(name="print_setup_list", answer=shapes.PrintSetups, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List print set-ups"""
        rows = print_setups.offered_to(request.user)
        runs = print_setups.runs(request.user)
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
        made = print_setups.save(request.user, body.name, wanted, source=source, club=body.club)
        return self.respond(_setup(request, made), 201)


class OneSetup(SheetEndpoint):
    """``/print-setups/<setup>``"""

    @operation(name="print_setup_retrieve", answer=shapes.PrintSetupNow, **TAG)
    def get(self, request: Request, setup: int) -> HttpResponse:
        """Read a print set-up"""
        return self.respond(_setup(request, print_setups.offered_one(request.user, setup)))

    @operation(
        name="print_setup_change",
        body=shapes.PrintSetupToChange,
        example={"name": "Sunday"},
        answer=shapes.PrintSetupNow,
        **TAG,
    )
    def patch(self, request: Request, setup: int, body: shapes.PrintSetupToChange) -> HttpResponse:
        """Change a print set-up

        409 with the version now, where `version` is not that.
        """
        kept = read_kept(print_setups.offered_one(request.user, setup).choices)[0]
        wanted = None
        if (body.kinds, body.paper, body.duplex) != (None, None, None):
            duplex = kept.duplex if body.duplex is None else body.duplex
            wanted = Wanted(kept.kinds if body.kinds is None else body.kinds, body.paper or kept.paper, duplex)
        made = print_setups.change(request.user, setup, name=body.name, wanted=wanted, expect=body.version)
        return self.respond(_setup(request, made))

    @operation(name="print_setup_delete", status=204, **TAG)
    def delete(self, request: Request, setup: int) -> HttpResponse:
        """Delete a print set-up"""
        print_setups.delete(request.user, setup)
        return self.done()


def _setup(request: Request, row: PrintSetup, runs: set[int] | None = None) -> shapes.PrintSetupNow:
    wanted, gone = read_kept(row.choices)
    runs = print_setups.runs(request.user) if runs is None else runs
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
        gone=list(gone),
        updated=row.updated,
    )
