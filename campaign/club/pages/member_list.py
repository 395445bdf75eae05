"""The page that imports a list of members: form, preview with the fate of each line, and what was done."""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMessage, get_connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armies.pages.access import COSTLY, counted_as
from armies.pages.forms import refuse_large
from armies.services.locks import Refused
from campaign.club.pages.access import member
from campaign.club.services import member_list
from campaign.club.services.clubs import name_of
from campaign.models import Membership
from campaign.project import mail, rates

DAY: Final = 24 * 60 * 60
MOST_MAILS: Final = 300
"""Invitations that one person sends by mail in a day; further ones are shown as links."""


class ListForm(forms.Form):
    """A list of people as text or a file."""

    one_of = True

    text = forms.CharField(
        label="List",
        required=False,
        strip=False,
        max_length=member_list.MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
        help_text="A line for each person: name, mail address, role. Headings are understood; commas, semicolons and "
        "tabs divide the columns.",
    )
    file = forms.FileField(label="Or a file", required=False, allow_empty_file=True, help_text="CSV, text or XLSX.")

    def clean_file(self) -> Any:
        return refuse_large(self.cleaned_data.get("file"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("file") and (data.get("text") or "").strip():
            raise forms.ValidationError("Paste a list or choose a file, not both.")
        return data


@login_required
@never_cache
@counted_as(*COSTLY)
@require_http_methods(["GET", "HEAD", "POST"])
def import_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, the preview of a list, or after the confirmation what was done."""
    place = member(request, slug, "invite")
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if not form.is_bound or not form.is_valid():
        return _page(request, place, form, status=422 if form.is_bound else 200)
    try:
        sent = form.cleaned_data["file"]
        text, notes = member_list.text_of(sent.read()) if sent else (form.cleaned_data["text"], ())
        if request.POST.get("act") == "confirm":
            return _confirmed(request, place, text)
        plan = member_list.plan(place.club, text, answers_in(request), notes)
        return _page(request, place, form, plan=plan, text=text)
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return _page(request, place, form, status=422)


def answers_in(request: HttpRequest) -> dict[int, str]:
    """The answers of the form by line number."""
    found = {}
    for name, value in request.POST.items():
        number = name.removeprefix("line-")
        if name.startswith("line-") and number.isdecimal() and len(number) < 7:
            found[int(number)] = str(value)
    return found


def _confirmed(request: HttpRequest, place: Membership, text: str) -> HttpResponse:
    answers, digest = answers_in(request), request.POST.get("digest", "")
    try:
        plan, invited = member_list.carry_out(place.club, text, answers, by=request.user, digest=digest)
    except member_list.PlanChanged as changed:
        form = ListForm()
        return _page(request, place, form, plan=changed.plan, text=text, wrong=str(changed), status=409)
    links = list(_send(request, place, invited))
    context = {"club": place.club, "plan": plan, "links": links, "sent": len(invited) - len(links), "done": True}
    context["added"] = plan.counted("guest")
    return render(request, "clubs/import_members.html", context, status=201)


def _send(
    request: HttpRequest, place: Membership, invited: list[member_list.Invited]
) -> Iterator[tuple[member_list.Line, str, str]]:
    """Mail the invitations; yields the line, link and reason of each that was not sent."""
    failure = "" if mail.is_sent() else "Muster sends no mail here."
    connection = get_connection()
    for each in invited:
        link = request.build_absolute_uri(reverse("clubs:join", args=[each.token]))
        if not failure and rates.over(f"club_mail:{request.user.pk}", MOST_MAILS, DAY):
            failure = f"You have sent {MOST_MAILS} invitations today."
        if not failure:
            words = {"club": place.club, "line": each.line, "link": link, "by": name_of(request.user)}
            words |= {"invitation": each.invitation, "name": each.line.name}
            text = render_to_string("clubs/invitation.txt", words)
            title = f"Muster: {place.club.name} invites you"
            try:
                EmailMessage(title, text, None, [each.line.mail], connection=connection).send()
            except mail.FAULTS as fault:
                yield each.line, link, f"The mail server did not take it: {str(fault)[:200]}"
            continue
        yield each.line, link, failure


def _page(
    request: HttpRequest, place: Membership, form: ListForm, *, status: int = 200, **context: Any
) -> HttpResponse:
    plan: member_list.Plan | None = context.get("plan")
    context |= {"club": place.club, "form": form, "most": member_list.MOST_LINES, "days": member_list.DAYS}
    if plan is not None:
        context |= {
            "questions": plan.counted(member_list.QUESTION),
            "answers": answers_in(request).items(),
            "invited": plan.counted("invite"),
            "guests": plan.counted("guest"),
            "left_out": plan.counted("skip"),
        }
    return render(request, "clubs/import_members.html", context, status=status)
