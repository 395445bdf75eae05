"""The page of a club's webhooks: set one up, change, test and remove it, and see what it posted last."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armies.pages.access import counted_as, post_view
from armies.pages.forms import LineField
from armies.services.locks import Refused
from campaign.club.pages.access import member
from campaign.club.pages.club import add_faults
from campaign.models import Delivery, Membership, News, Webhook, WebhookForm
from campaign.notices import webhooks
from campaign.notices.outbound import MOST_URL

PAGE: Final = "clubs:webhooks"
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
        help_text="Whoever reads there sees names and titles. What is private or hidden is never posted.",
    )


@login_required
@never_cache
@counted_as("write")
@require_http_methods(["GET", "HEAD", "POST"])
def listing(request: HttpRequest, slug: str) -> HttpResponse:
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
                return redirect(PAGE, slug)
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


@post_view(PAGE)
def change(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Change the news of a webhook, or switch it on or off."""
    place = member(request, slug, "webhooks")
    values: dict[str, Any] = {}
    if "active" in request.POST:
        values["active"] = request.POST["active"] == "on"
    else:
        values["news"] = request.POST.getlist("news")
    return _done(request, slug, lambda: webhooks.change(place.club, webhook, by=request.user, **values), "Saved.")


@post_view(PAGE)
def remove(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Remove a webhook."""
    place = member(request, slug, "webhooks")
    return _done(request, slug, lambda: webhooks.remove(place.club, webhook, by=request.user), "Removed.")


@post_view(PAGE)
def test(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Send a test."""
    place = member(request, slug, "webhooks")
    sent = "The test is sent within a few seconds. Load this page again to see its result."
    return _done(request, slug, lambda: webhooks.test(place.club, webhook, by=request.user), sent)


def _done(request: HttpRequest, slug: str, act: Any, words: str) -> HttpResponse:
    try:
        row: Webhook | Delivery | None = act()
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(PAGE, slug)
    messages.success(request, words)
    return redirect(
        f"{redirect(PAGE, slug).url}#webhook-{row.pk}" if isinstance(row, Webhook) else redirect(PAGE, slug).url
    )
