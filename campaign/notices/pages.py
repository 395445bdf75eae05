"""The pages of notices, choices of mail and calendar, and the webhooks of a club."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.access import counted_as, post_view
from armies.pages.forms import LineField
from armies.services.locks import Refused
from campaign.accounts.profile import profile_of
from campaign.club.pages.club import add_faults, member
from campaign.models import Delivery, MailTime, Membership, News, NoticeKind, Webhook, WebhookForm, is_demo_member
from campaign.notices import calendar, mail, notices, sources, webhooks
from campaign.notices.outbound import MOST_URL

PAGE = 30
LIST = "notices:list"


class MailForm(forms.Form):
    """When mail is sent, for each kind of notice."""

    def __init__(self, choices: dict[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, label in NoticeKind.choices:
            self.fields[kind] = forms.ChoiceField(
                label=label, choices=MailTime.choices, initial=choices[kind], widget=forms.Select
            )


@login_required
@never_cache
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show what waits for the user and what they should know, unread ones first, 30 on a page."""
    user: Any = request.user
    sources.refresh_turns(user)
    sources.refresh_orders(user)
    rows = list(notices.notices_of(user)[: notices.MOST_KEPT])
    rows.sort(key=lambda row: not row.is_unread)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    profile = profile_of(user)
    feed = calendar.address(profile)
    context = {
        "notices": page.object_list,
        "unread": sum(row.is_unread for row in rows),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "address": "?",
        "form": MailForm(notices.mail_choices(profile)),
        "calendar": request.build_absolute_uri(feed) if feed else "",
        "demo": is_demo_member(user),
        "confirmed": user.emailaddress_set.filter(verified=True).exists(),
    }
    return render(request, "notices/list.html", context)


@login_required
@never_cache
@require_safe
def open_notice(request: HttpRequest, notice: int) -> HttpResponse:
    """Mark a notice as read and go where it leads."""
    row = notices.find(request.user, notice)
    notices.mark_read(request.user, [row.pk])
    return redirect(row.address)


@post_view(LIST)
def read(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read."""
    notices.mark_read(request.user)
    return redirect(LIST)


@post_view(LIST)
def choose_mail(request: HttpRequest) -> HttpResponse:
    """Choose when mail is sent."""
    user: Any = request.user
    form = MailForm(notices.mail_choices(profile_of(user)), request.POST)
    try:
        notices.choose_mail(user, {kind: request.POST.get(kind, "") for kind in form.fields if kind in request.POST})
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, "Saved.")
    return redirect(f"{reverse(LIST)}#mail")


@post_view(LIST)
def choose_calendar(request: HttpRequest) -> HttpResponse:
    """Make a new secret address of the calendar, or close it."""
    user: Any = request.user
    try:
        if request.POST.get("act") == "close":
            calendar.close(user)
        else:
            calendar.renew(user)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(f"{reverse(LIST)}#calendar")


@counted_as("read")
@require_safe
def read_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar of whose secret address it is, without signing in."""
    user = calendar.reader_of(token)
    if user is None:
        raise Http404("There is no calendar at this address.")
    answer = HttpResponse(calendar.feed(user), content_type="text/calendar; charset=utf-8")
    answer["Cache-Control"] = "private, max-age=900"
    answer["Content-Disposition"] = 'inline; filename="muster.ics"'
    return answer


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then stop the mail that a link names. A mail program posts without asking (RFC 8058).

    The signature of the link is the proof that it came from the user's mail, so no form of ours is needed.
    """
    known = mail.read_stop(token)
    if known is None:
        context: dict[str, Any] = {"wrong": True}
        return render(request, "notices/stop.html", context, status=404)
    user, kinds = known
    context = {"kinds": [NoticeKind(kind).label for kind in kinds], "stopped": request.method == "POST"}
    if request.method == "POST":
        mail.stop(user, kinds)
    return render(request, "notices/stop.html", context)


WEBHOOKS: Final = "clubs:webhooks"
MOST_SHOWN: Final = 5
"""Deliveries of a webhook that the page shows, the latest."""


class NewWebhookForm(forms.Form):
    """A webhook to set up."""

    name = LineField(label="Name", max_length=webhooks.MOST_NAME, help_text="Such as “Our Discord”.")
    form = forms.ChoiceField(label="For", choices=WebhookForm.choices, widget=forms.RadioSelect, initial="discord")
    url = forms.CharField(
        label="Address",
        max_length=MOST_URL,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
        help_text="In Discord: channel settings, Integrations, Webhooks, Copy webhook URL. It is stored sealed.",
    )
    news = forms.MultipleChoiceField(
        label="News",
        choices=News.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=News.values,
        error_messages={"required": "Choose at least one."},
        help_text="All who read there see names and titles. What is private or hidden is never posted.",
    )


@login_required
@never_cache
@counted_as("write")
@require_http_methods(["GET", "HEAD", "POST"])
def club_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the webhooks of the club, with a form for a new one. A new key is shown once."""
    place = member(request, slug, "webhooks")
    form = NewWebhookForm(request.POST if request.method == "POST" else None)
    key = ""
    if form.is_valid():
        try:
            hook, key = webhooks.make(place.club, by=request.user, **form.cleaned_data)
        except Refused as refused:
            add_faults(form, refused)
        else:
            if hook.form != WebhookForm.JSON:
                messages.success(request, f"{hook.name} is set up. Send a test next.")
                return redirect(WEBHOOKS, slug)
    return _page(request, place, form, key)


def _page(request: HttpRequest, place: Membership, form: NewWebhookForm, key: str = "") -> HttpResponse:
    latest = Prefetch("deliveries", Delivery.objects.order_by("-created", "-pk"))
    context: dict[str, Any] = {
        "club": place.club,
        "hooks": [(hook, hook.deliveries.all()[:MOST_SHOWN]) for hook in place.club.webhooks.prefetch_related(latest)],
        "form": NewWebhookForm() if key else form,
        "key": key,
        "most": webhooks.MOST_WEBHOOKS,
        "failures": webhooks.MOST_FAILURES,
        "news": dict(News.choices),
    }
    status = 201 if key else 422 if form.is_bound else 200
    return render(request, "clubs/webhooks.html", context, status=status)


@post_view(WEBHOOKS)
def change_webhook(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Change the news of a webhook, or switch it on or off."""
    place = member(request, slug, "webhooks")
    values: dict[str, Any] = {}
    if "active" in request.POST:
        values["active"] = request.POST["active"] == "on"
    else:
        values["news"] = request.POST.getlist("news")
    return _done(request, slug, lambda: webhooks.change(place.club, webhook, by=request.user, **values), "Saved.")


@post_view(WEBHOOKS)
def remove_webhook(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Remove a webhook."""
    place = member(request, slug, "webhooks")
    return _done(request, slug, lambda: webhooks.remove(place.club, webhook, by=request.user), "Removed.")


@post_view(WEBHOOKS)
def test_webhook(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Send a test."""
    place = member(request, slug, "webhooks")
    sent = "The test is sent within a few seconds. Load this page again to see its result."
    return _done(request, slug, lambda: webhooks.test(place.club, webhook, by=request.user), sent)


def _done(request: HttpRequest, slug: str, act: Any, words: str) -> HttpResponse:
    try:
        row: Webhook | Delivery | None = act()
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(WEBHOOKS, slug)
    messages.success(request, words)
    return redirect(
        f"{redirect(WEBHOOKS, slug).url}#webhook-{row.pk}" if isinstance(row, Webhook) else redirect(WEBHOOKS, slug).url
    )
