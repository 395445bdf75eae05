"""Template tags of clubs: the club to which a thing belongs, chosen when it is made or shared later."""

from typing import Any

from django import template

from campaign.club.services.ownership import clubs_to_share_with

register = template.Library()


@register.inclusion_tag("clubs/_club_choice.html", takes_context=True)
def club_choice(context: template.Context) -> dict[str, Any]:
    """A choice of the club for what the forms of the page make, kept in the address; empty for who has no club."""
    request = context["request"]
    rest = [(name, value) for name, values in request.GET.lists() for value in values if name != "club"]
    return {"clubs": clubs_to_share_with(request.user), "chosen": request.GET.get("club", ""), "rest": rest}


@register.inclusion_tag("clubs/_report_link.html", takes_context=True)
def report_link(context: template.Context, kind: str, row: Any) -> dict[str, Any]:
    """Why a thing is hidden, for its owner; for others who are signed in the link to report it."""
    user = context["request"].user
    mine = user.is_authenticated and row.owner_id == user.pk
    shown = (mine and row.hidden) or (user.is_authenticated and not mine and not getattr(row, "historical", False))
    return {"kind": kind, "row": row, "mine": mine, "shown": shown}


@register.inclusion_tag("clubs/_club_of.html", takes_context=True)
def club_of(context: template.Context, kind: str, row: Any) -> dict[str, Any]:
    """The club to which a thing of the user belongs, with a form to change that."""
    request = context["request"]
    return {
        "kind": kind,
        "row": row,
        "club": row.club,
        "clubs": [] if row.club else clubs_to_share_with(request.user),
        "csrf_token": context.get("csrf_token"),
    }
