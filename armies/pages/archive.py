"""The archive of a user's data: download, preview and restore."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from armies.exchange import Unreadable
from armies.models import Army, ImportDraft
from armies.pages.access import COSTLY, counted_as
from armies.pages.forms import refuse_large
from armies.services.locks import Refused
from armies.services.user_archive import KEY, archive_of, contents, import_archive, stage_archive


class ArchiveForm(forms.Form):
    """Upload of an archive."""

    file = forms.FileField(label="Muster archive", allow_empty_file=True, help_text="A ZIP file, up to 5 MB.")

    def clean_file(self) -> Any:
        return refuse_large(self.cleaned_data["file"])


@counted_as(*COSTLY)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: HttpRequest) -> HttpResponse:
    """Download an archive, or upload one for a preview."""
    act = request.POST.get("act")
    form = ArchiveForm(request.POST, request.FILES) if act == "look" else ArchiveForm()
    problem = ""
    try:
        if act == "download":
            return _download(request)
        if act == "look" and form.is_valid():
            return _stage(request, form.cleaned_data["file"])
    except Unreadable as error:
        form.add_error("file", str(error))
    except Refused as refused:
        problem = str(refused)
    armies = Army.objects.filter(owner_id=request.user.pk).order_by("name", "pk")
    context = {"form": form, "problem": problem, "armies": armies}
    return render(request, "armies/archive.html", context, status=422 if problem or form.errors else 200)


def _download(request: HttpRequest) -> HttpResponse:
    slugs = request.POST.getlist("army")
    data = archive_of(request.user, slugs)
    response = HttpResponse(data, content_type="application/zip")
    name = f"muster-{timezone.localdate():%Y-%m-%d}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _stage(request: HttpRequest, sent: Any) -> HttpResponse:
    draft = stage_archive(sent.read(), sent.name, request.user)
    return redirect("armies:archive_look", draft.key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def archive_preview(request: HttpRequest, key: str) -> HttpResponse:
    """Preview of an uploaded archive and of what the user already has. A POST restores it."""
    draft = ImportDraft.objects.filter(key=key, key__startswith=KEY, owner_id=request.user.pk).first()
    if draft is None:
        raise Http404("This archive no longer exists. Uploaded archives are kept for two days.")
    problem = ""
    if not draft.data:
        return redirect(f"{reverse('armies:list')}?whose=mine")
    if request.method == "POST":
        try:
            return _import_archive(request, draft)
        except Refused as refused:
            problem = str(refused)
    context = {"draft": draft, "held": contents(draft, request.user), "problem": problem}
    return render(request, "armies/archive_look.html", context, status=422 if problem else 200)


def _import_archive(request: HttpRequest, draft: ImportDraft) -> HttpResponse:
    chosen = [int(value) for value in request.POST.getlist("army") if value.isdecimal() and len(value) < 5]
    wanted = {name: name in request.POST for name in ("figures", "columns", "choices", "answers")}
    armies = import_archive(draft, request.user, chosen=chosen, **wanted)
    count = f"{len(armies)} arm{'y' if len(armies) == 1 else 'ies'}"
    messages.success(request, f"Restored: {count}{_other_data(wanted)}.")
    return redirect(f"{reverse('armies:list')}?whose=mine")


def _other_data(wanted: dict[str, bool]) -> str:
    words = {
        "figures": "figures",
        "columns": "column meanings",
        "choices": "your settings",
        "answers": "your answers for lists",
    }
    return "".join(f", {words[name]}" for name, is_wanted in wanted.items() if is_wanted)
