"""Pages of background packets and of saved print set-ups."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from battles.services.play.lock import Gone
from campaign.models import PrintJob
from campaign.printing.services import jobs
from campaign.printing.services import setups as services_setups
from campaign.printing.sheets.packet import BadWanted


def _job(request: HttpRequest, key: str) -> PrintJob:
    packet = jobs.seen_by(request.user, key)
    if packet is None:
        raise Http404("This packet does not exist any more, or it is not yours.")
    return packet


def _private(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def job(request: HttpRequest, key: str) -> HttpResponse:
    """Show the progress of a packet."""
    packet = _job(request, key)
    context = {
        "job": packet,
        "ahead": jobs.ahead_of(packet) if packet.state == PrintJob.State.DUE else 0,
        "lack": jobs.lack() if packet.state == PrintJob.State.DUE else "",
        "back": reverse("printing:page", args=[packet.subject]),
        "going": packet.state in (PrintJob.State.DUE, PrintJob.State.CLAIMED),
    }
    return _private(render(request, "printing/job.html", context))


@require_safe
def job_file(request: HttpRequest, key: str) -> HttpResponse:
    """The finished packet as a file."""
    packet = _job(request, key)
    try:
        response = HttpResponse(jobs.file_of(packet), content_type=packet.media)
    except Gone as gone:
        raise Http404(str(gone)) from None
    response["Content-Disposition"] = content_disposition_header(True, packet.name)
    return _private(response)


@require_POST
def cancel(request: HttpRequest, key: str) -> HttpResponse:
    """Cancel a packet that is being made, or delete a finished one."""
    packet = _job(request, key)
    jobs.cancel(packet)
    return redirect("printing:page", packet.subject)


@login_required
@require_safe
def setups(request: HttpRequest) -> HttpResponse:
    """List the set-ups that the user may use, and their packets in the background."""
    return _setups(request)


def _setups(request: HttpRequest, wrong: str = "", at: int = 0, status: int = 200) -> HttpResponse:
    rows = list(services_setups.offered_to(request.user))
    runs = services_setups.runs(request.user)
    context = {
        "setups": [(row, row.owner_id == request.user.pk or row.club_id in runs) for row in rows],
        "jobs": jobs.of(request.user),
        "wrong": wrong,
        "at": at,
    }
    return _private(render(request, "printing/setups.html", context, status=status))


@login_required
@require_POST
def rename(request: HttpRequest, setup: int) -> HttpResponse:
    """Rename a set-up."""
    return _changed(request, setup, delete=False)


@login_required
@require_POST
def delete(request: HttpRequest, setup: int) -> HttpResponse:
    """Delete a set-up."""
    return _changed(request, setup, delete=True)


def _changed(request: HttpRequest, setup: int, *, delete: bool) -> HttpResponse:
    version = request.POST.get("version", "")
    expect = int(version) if version.isdecimal() and len(version) < 10 else None
    try:
        if delete:
            services_setups.delete(request.user, setup, expect=expect)
        else:
            services_setups.change(request.user, setup, name=request.POST.get("name", ""), expect=expect)
    except services_setups.Unknown as unknown:
        raise Http404(str(unknown)) from None
    except services_setups.Stale as stale:
        return _setups(request, str(stale), setup, 409)
    except BadWanted as bad:
        return _setups(request, str(bad), setup, 422)
    return redirect("printing:setups")
