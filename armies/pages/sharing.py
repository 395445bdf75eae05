"""Sharing an army: who finds it, who has a link to it, who may change it with its owner."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armies.models import Army, ShareLink, Visibility
from armies.pages.files import address_of, qr_code
from armies.pages.finding import acting, hold, may_edit, own, owns, private, readable
from armies.pages.forms import LineField
from armies.services import sharing
from armies.services.editing import set_visibility
from armies.services.exporting import export
from armies.services.locking import Refused

KINDS: Final = (
    (ShareLink.Kind.VIEW.value, "See it, with its files. No account is needed."),
    (ShareLink.Kind.EDIT.value, "Become a co-editor. Who opens it signs in."),
)


class LinkForm(forms.Form):
    """A new link."""

    kind = forms.ChoiceField(label="Who opens it may", choices=KINDS, widget=forms.RadioSelect, initial="view")
    label = LineField(
        label="What it is for",
        required=False,
        max_length=sharing.MOST_LABEL,
        help_text="Only you see this: Saturday’s opponent.",
    )


@require_safe
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """The address, its QR code, the army as files and for a forum; for the owner who else may see and change it."""
    return shown(request, readable(request, slug), LinkForm())


def shown(request: HttpRequest, army: Army, form: LinkForm, status: int = 200) -> HttpResponse:
    """The share page. Links and their tokens are on the owner's only."""
    owner = owns(request.user, army)
    editor = may_edit(request.user, army)
    context: dict[str, Any] = {
        "army": army,
        "address": address_of(request, army),
        "forum": export(army, "forum"),
        "owner": owner,
        "may_edit": editor,
        "visibilities": Visibility.choices,
        "co_editors": list(army.co_editors.select_related("user")) if editor else [],
        "links": [(link, address_of_link(request, link)) for link in army.links.all()] if owner else [],
        "most_links": sharing.MOST_LINKS,
        "form": form,
    }
    return private(render(request, "armies/share.html", context, status=status), army)


def address_of_link(request: HttpRequest, link: ShareLink) -> str:
    """The whole address of a link, to be sent and scanned."""
    return request.build_absolute_uri(reverse("armies:link", args=[link.token]))


def back_to(army: Army, part: str = "") -> HttpResponse:
    """Back to the share page."""
    return redirect(f"{reverse('armies:share', args=[army.slug])}{part}")


@acting("armies:share")
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Who finds the army."""
    army = own(request, slug)
    try:
        set_visibility(army, request.POST.get("visibility", ""))
    except Refused as refused:
        messages.error(request, str(refused))
        return shown(request, army, LinkForm(), status=422)
    messages.success(request, f"{army.get_visibility_display()}.")
    return back_to(army)


@acting("armies:share")
def new_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a link."""
    army = own(request, slug)
    form = LinkForm(request.POST)
    if form.is_valid():
        try:
            link = sharing.make_link(army, form.cleaned_data["kind"], form.cleaned_data["label"])
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        else:
            messages.success(request, "The link is made. Copy it below and send it to whom you mean.")
            return back_to(army, f"#link-{link.pk}")
    return shown(request, army, form, status=422)


@acting("armies:share")
def take_back(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """End a link."""
    army = own(request, slug)
    was = sharing.take_back(army, link)
    messages.success(request, f"Taken back: {was}. Who had this link sees the army no longer by it.")
    return back_to(army, "#links")


@acting("armies:share")
def renew(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """Give a link another address; the old one ends."""
    army = own(request, slug)
    now = sharing.renew(army, link)
    messages.success(request, "The link has a new address; the old one opens nothing any more.")
    return back_to(army, f"#link-{now.pk}")


@login_required
@require_safe
def link_qr(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """A link's address as a QR code, for the owner."""
    army = own(request, slug)
    return private(qr_code(address_of_link(request, get_object_or_404(army.links, pk=link))), army)


@acting("armies:share")
def remove(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """Take a co-editor's right from him."""
    army = own(request, slug)
    gone = sharing.remove_co_editor(army, user)
    if gone is not None:
        messages.success(request, f"{name_of(gone.user)} is a co-editor no longer.")
    return back_to(army, "#co-editors")


@acting("armies:share")
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Be a co-editor no longer."""
    army = readable(request, slug)
    if request.user.pk is None or sharing.remove_co_editor(army, request.user.pk) is None:
        raise Http404("You are no co-editor of this army.")
    messages.success(request, f"You are no co-editor of {army.name} any more.")
    return redirect("armies:list")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """``/v/<token>``: open a view link, or be asked to become a co-editor and, with POST, become one."""
    found = ShareLink.objects.select_related("army__owner").filter(token=token).first()
    if found is None:
        raise Http404("This link was taken back.")
    if found.kind == ShareLink.Kind.VIEW:
        hold(request, found.pk)
        return redirect(found.army)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:link", args=[token]))
    return joined(request, found) if request.method == "POST" else asked(request, found)


def joined(request: HttpRequest, found: ShareLink) -> HttpResponse:
    """Make the user a co-editor."""
    try:
        sharing.accept(found, request.user)
    except Refused as refused:
        return asked(request, found, str(refused))
    messages.success(request, f"You are a co-editor of {found.army.name} now.")
    return redirect(found.army)


def asked(request: HttpRequest, found: ShareLink, refused: str = "") -> HttpResponse:
    """The question, or what answers it already: the army is his own, or he is a co-editor."""
    army = found.army
    context = {
        "army": army,
        "owner": owns(request.user, army),
        "joined": army.co_editors.filter(user=request.user.pk).exists(),
        "refused": refused,
        "by": name_of(army.owner) if army.owner else "",
    }
    return private(render(request, "armies/join.html", context, status=422 if refused else 200), army)


def name_of(user: Any) -> str:
    """The name that others see."""
    return str(user.get_full_name() or user.get_username())
