"""Packets that are made in the background: how far each is, the file, taking one back; and set-ups by name."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from battles.services.locking import Gone
from campaign.models import PrintJob
from campaign.services import print_jobs, print_setups
from campaign.sheets.packet import BadWanted


def _job(request: HttpRequest, key: str) -> PrintJob:
    found = print_jobs.seen_by(request.user, key)
    if found is None:
        raise Http404("There is no such packet any more, or it is not yours.")
    return found


def _private(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def job(request: HttpRequest, key: str) -> HttpResponse:
    """How far a packet is."""
    found = _job(request, key)
    context = {
        "job": found,
        "ahead": print_jobs.ahead_of(found) if found.state == PrintJob.State.DUE else 0,
        "lack": print_jobs.lack() if found.state == PrintJob.State.DUE else "",
        "back": reverse("printing:page", args=[found.subject]),
        "going": found.state in (PrintJob.State.DUE, PrintJob.State.CLAIMED),
    }
    return _private(render(request, "printing/job.html", context))


@require_safe
def job_file(request: HttpRequest, key: str) -> HttpResponse:
    """The finished packet."""
    found = _job(request, key)
    try:
        response = HttpResponse(print_jobs.file_of(found), content_type=found.media)
    except Gone as gone:
        raise Http404(str(gone)) from None
    response["Content-Disposition"] = content_disposition_header(True, found.name)
    return _private(response)


@require_POST
def take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Do away with a packet, made or not."""
    found = _job(request, key)
    print_jobs.take_back(found)
    return redirect("printing:page", found.subject)


@login_required
@require_safe
def setups(request: HttpRequest) -> HttpResponse:
    """Every set-up that the user may print by, and his packets in the background."""
    return _setups(request)


def _setups(request: HttpRequest, wrong: str = "", at: int = 0, status: int = 200) -> HttpResponse:
    rows = list(print_setups.offered_to(request.user))
    runs = print_setups.runs(request.user)
    context = {
        "setups": [(row, row.owner_id == request.user.pk or row.club_id in runs) for row in rows],
        "jobs": print_jobs.of(request.user),
        "wrong": wrong,
        "at": at,
    }
    return _private(render(request, "printing/setups.html", context, status=status))


@login_required
@require_POST
def rename(request: HttpRequest, setup: int) -> HttpResponse:
    """Give a set-up another name."""
    return _changed(request, setup, delete=False)


@login_required
@require_POST
def delete(request: HttpRequest, setup: int) -> HttpResponse:
    """Do away with a set-up."""
    return _changed(request, setup, delete=True)


def _changed(request: HttpRequest, setup: int, *, delete: bool) -> HttpResponse:
    said = request.POST.get("version", "")
    expect = int(said) if said.isdecimal() and len(said) < 10 else None
    try:
        if delete:
            print_setups.delete(request.user, setup, expect=expect)
        else:
            print_setups.change(request.user, setup, name=request.POST.get("name", ""), expect=expect)
    except print_setups.Unknown as unknown:
        raise Http404(str(unknown)) from None
    except print_setups.Stale as stale:
        return _setups(request, str(stale), setup, 409)
    except BadWanted as bad:
        return _setups(request, str(bad), setup, 422)
    return redirect("printing:setups")
