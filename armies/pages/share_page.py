"""Share an army: visibility, share links and co-editors."""

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

from armies.models import Army, ShareLink
from armies.models.visibility import visibilities_of
from armies.pages.access import may_edit, own_army, owns, post_view, private, readable, remember_link
from armies.pages.army_sheets import address_of, qr_code
from armies.pages.forms import LineField
from armies.services import people
from armies.services.army_changes import set_visibility
from armies.services.exports import export
from armies.services.locks import Refused
from armies.services.people import display_name

KINDS: Final = (
    (ShareLink.Kind.VIEW.value, "See the army and its files. No account is needed."),
    (ShareLink.Kind.EDIT.value, "Become a co-editor. An account is needed."),
)


class LinkForm(forms.Form):
    """A new share link."""

    kind = forms.ChoiceField(label="This link lets others", choices=KINDS, widget=forms.RadioSelect, initial="view")
    label = LineField(
        label="Name of the link",
        required=False,
        max_length=people.MOST_LABEL,
        help_text="Only you see the name, such as: Saturday’s opponent.",
    )


@require_safe
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """The share page: address, QR code, files and forum text; for the owner also visibility, links and co-editors."""
    return share_reply(request, readable(request, slug), LinkForm())


def share_reply(request: HttpRequest, army: Army, form: LinkForm, status: int = 200) -> HttpResponse:
    """The share page. Only the owner sees the links and their tokens."""
    owner = owns(request.user, army)
    editor = may_edit(request.user, army)
    context: dict[str, Any] = {
        "army": army,
        "address": address_of(request, army),
        "forum": export(army, "forum"),
        "owner": owner,
        "may_edit": editor,
        "visibilities": visibilities_of(army),
        "co_editors": list(army.co_editors.select_related("user")) if editor else [],
        "links": [(link, address_of_link(request, link)) for link in army.links.all()] if owner else [],
        "most_links": people.MOST_LINKS,
        "form": form,
    }
    return private(render(request, "armies/share.html", context, status=status), army)


def address_of_link(request: HttpRequest, link: ShareLink) -> str:
    """The full address of a link."""
    return request.build_absolute_uri(reverse("armies:link", args=[link.token]))


def back_to(army: Army, part: str = "") -> HttpResponse:
    """Redirect to the share page."""
    return redirect(f"{reverse('armies:share', args=[army.slug])}{part}")


@post_view("armies:share")
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Set who can find the army."""
    army = own_army(request, slug)
    try:
        set_visibility(army, request.POST.get("visibility", ""))
    except Refused as refused:
        messages.error(request, str(refused))
        return share_reply(request, army, LinkForm(), status=422)
    messages.success(request, f"{army.get_visibility_display()}.")
    return back_to(army)


@post_view("armies:share")
def new_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a share link."""
    army = own_army(request, slug)
    form = LinkForm(request.POST)
    if form.is_valid():
        try:
            link = people.make_link(army, form.cleaned_data["kind"], form.cleaned_data["label"])
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        else:
            messages.success(request, "Link created. Copy it below and send it.")
            return back_to(army, f"#link-{link.pk}")
    return share_reply(request, army, form, status=422)


@post_view("armies:share")
def end_link(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """Delete a share link."""
    army = own_army(request, slug)
    was = people.end_link(army, link)
    messages.success(request, f"Deleted: {was}. This link no longer opens the army.")
    return back_to(army, "#links")


@post_view("armies:share")
def renew(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """Give a link a new address; the old one stops working."""
    army = own_army(request, slug)
    now = people.renew(army, link)
    messages.success(request, "The link has a new address. The old one no longer works.")
    return back_to(army, f"#link-{now.pk}")


@login_required
@require_safe
def link_qr(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """A link's address as a QR code, for the owner."""
    army = own_army(request, slug)
    return private(qr_code(address_of_link(request, get_object_or_404(army.links, pk=link))), army)


@post_view("armies:share")
def remove(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """Remove a co-editor."""
    army = own_army(request, slug)
    co_editor = people.remove_co_editor(army, user)
    if co_editor is not None:
        messages.success(request, f"{display_name(co_editor.user)} is no longer a co-editor.")
    return back_to(army, "#co-editors")


@post_view("armies:share")
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop being a co-editor."""
    army = readable(request, slug)
    if request.user.pk is None or people.remove_co_editor(army, request.user.pk) is None:
        raise Http404("You are not a co-editor of this army.")
    messages.success(request, f"You are no longer a co-editor of {army.name}.")
    return redirect("armies:list")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """``/v/<token>``: open a view link, or confirm an invitation to become a co-editor (POST accepts it)."""
    share_link = ShareLink.objects.select_related("army__owner").filter(token=token).first()
    if share_link is None:
        raise Http404("This link no longer works.")
    if share_link.kind == ShareLink.Kind.VIEW:
        remember_link(request, share_link.pk)
        return redirect(share_link.army)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:link", args=[token]))
    return join(request, share_link) if request.method == "POST" else join_question(request, share_link)


def join(request: HttpRequest, link: ShareLink) -> HttpResponse:
    """Make the user a co-editor."""
    try:
        people.accept(link, request.user)
    except Refused as refused:
        return join_question(request, link, str(refused))
    messages.success(request, f"You are now a co-editor of {link.army.name}.")
    return redirect(link.army)


def join_question(request: HttpRequest, link: ShareLink, refused: str = "") -> HttpResponse:
    """Ask the user to confirm, or say that they own the army or are already a co-editor."""
    army = link.army
    context = {
        "army": army,
        "owner": owns(request.user, army),
        "joined": army.co_editors.filter(user=request.user.pk).exists(),
        "refused": refused,
        "by": display_name(army.owner) if army.owner else "",
    }
    return private(render(request, "armies/join.html", context, status=422 if refused else 200), army)
