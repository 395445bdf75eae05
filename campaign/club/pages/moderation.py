"""Report something, answer reports, hide things and show them again; the records of accounts and administrators."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.pages.forms import LineField
from armies.services.locks import Refused
from campaign.club.pages.club import member
from campaign.club.services import clubs, moderation, ownership
from campaign.club.services.permissions import NotAllowed


class ReportForm(forms.Form):
    """Why somebody reports a thing."""

    reason = forms.ChoiceField(label="Reason", widget=forms.RadioSelect)
    words = LineField(
        label="In a sentence",
        max_length=moderation.MOST_WORDS,
        required=False,
        help_text="What is wrong, and where. Its owner does not read this and does not learn who you are.",
    )

    def __init__(self, reasons: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].choices = reasons  # type: ignore[attr-defined]
        if len(reasons) == 1:
            self.fields["reason"].widget = forms.HiddenInput()
            self.initial["reason"] = reasons[0][0]
            self.fields["words"].help_text = "What you changed, or why it should be shown."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """Report a thing; those who decide about it hide it here, or show it again."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    row = moderation.seen(f"{kind}:{slug}", request.user)
    form = ReportForm(moderation.reasons_for(row, request.user), request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            moderation.report(row, by=request.user, **form.cleaned_data)
        except moderation.TooManyReports as refused:
            form.add_error(None, str(refused))
            status = 429
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            messages.success(request, "Reported. You see the answer in your record.")
            return redirect("account_record")
    return _report_page(request, row, form, status)


def _report_page(request: HttpRequest, row: Any, form: ReportForm, status: int, wrong: str = "") -> HttpResponse:
    context = {
        "row": row,
        "kind": ownership.kind_of(row),
        "of": ownership.KINDS[ownership.kind_of(row)],
        "form": form,
        "may_report": bool(moderation.reasons_for(row, request.user)),
        "may_decide": moderation.is_moderator(row, request.user),
        "may_open": bool(row.hidden) and moderation.is_administrator(request.user),
        "text": moderation.text_to_judge(row, request.user),
        "mine": row.owner_id == request.user.pk,
        "wrong": wrong,
    }
    return render(request, "clubs/report.html", context, status=status)


@require_POST
def decide(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """Hide a thing, show it again, or open what is hidden to judge it; without a report."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    row = moderation.seen(f"{kind}:{slug}", request.user)
    try:
        if request.POST.get("act") == "open":
            moderation.open_hidden(row, by=request.user)
            return redirect(row)
        if request.POST.get("act") == "restore":
            moderation.restore(row, by=request.user)
            messages.success(request, f"{row} is shown again.")
        else:
            moderation.hide(row, by=request.user, reason=request.POST.get("reason", ""))
            messages.success(request, f"{row} is hidden. Its owner reads the reason.")
    except Refused as refused:
        row = moderation.seen(f"{kind}:{slug}", request.user)
        form = ReportForm(moderation.reasons_for(row, request.user))
        return _report_page(request, row, form, 403 if isinstance(refused, NotAllowed) else 422, str(refused))
    return redirect("report", kind, slug)


@login_required
@never_cache
@require_safe
def club_reports(request: HttpRequest, slug: str) -> HttpResponse:
    """The reports about what belongs to the club."""
    place = member(request, slug, "moderate")
    return _reports_page(request, {"club": place.club, "reports": moderation.reports_for(request.user, place.club)})


@login_required
@never_cache
@require_safe
def all_reports(request: HttpRequest) -> HttpResponse:
    """All reports, for administrators."""
    if not moderation.is_administrator(request.user):
        raise Http404("Only administrators see all reports.")
    return _reports_page(request, {"reports": moderation.reports_for(request.user)})


def _reports_page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "clubs/reports.html", context | {"most": moderation.MOST_SHOWN}, status=status)


@require_POST
def answer(request: HttpRequest, report: int) -> HttpResponse:
    """Answer a report: hide its thing, leave it as it is, or show it again."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    back = request.POST.get("next", "")
    try:
        done = moderation.answer(
            report, by=request.user, act=request.POST.get("act", ""), answer=request.POST.get("answer", "")
        )
    except NotAllowed as refused:
        raise Http404(str(refused)) from None
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{done.title}: {done.get_state_display().lower()}.")
    return redirect(back if url_has_allowed_host_and_scheme(back, None) else "account_record")


@login_required
@never_cache
@require_safe
def account_record(request: HttpRequest) -> HttpResponse:
    """What others did about the user and their things, and what became of their reports."""
    context = {
        "entries": clubs.entries_about(request.user),
        "reports": moderation.own_reports(request.user),
        "most": clubs.MOST_RECORDED,
    }
    return render(request, "campaign/account_record.html", context)


@login_required
@never_cache
@require_safe
def installation_record(request: HttpRequest) -> HttpResponse:
    """What administrators did, and what was hidden anywhere."""
    if not moderation.is_administrator(request.user):
        raise Http404("Only administrators read this record.")
    context = {"entries": clubs.entries_of_installation(), "most": clubs.MOST_RECORDED, "installation": True}
    return render(request, "campaign/account_record.html", context)
