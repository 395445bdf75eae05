"""Template tags of campaigns: colours of sides, times, sentences with their rules."""

from functools import cache, lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from battles.engine.armies.nations import nations
from battles.rules import CAMPAIGN
from battles.templatetags.battles import ruled
from campaign.models import CampaignEngagement
from campaign.pages.rulebook import Volume, read_rulebook
from campaign.war.drawing.ground import GroundDrawing, RiverLine, RoadLine
from campaign.war.player_card import card_text
from campaign.war.situation import Situation
from campaign.war.words import time_words

register = template.Library()
register.filter(ruled)


@register.simple_tag
def nation_of(situation: Situation, side: str) -> str:
    """The CSS class of the nation whose colours a side has."""
    row = next((row for row in situation.setup.sides if row.key == side), None)
    nation = nations().get(row.nations[0]) if row and row.nations else None
    return nation.css if nation else ""


@register.simple_tag(takes_context=True)
def war_time(context: Any, minute: int) -> str | SafeString:
    """A minute of the campaign of the page in words."""
    found = context.get("situation")
    return time_words(found.setup if found else context["setup"], minute)


@register.simple_tag
@cache
def player_card() -> SafeString:
    """The player's card as HTML, built once in a process."""
    book = read_rulebook([Volume(card_text(), "CM")], CAMPAIGN.prefixes)
    # Made from the shipped text with raw HTML switched off.
    return mark_safe(book.html)  # noqa: S308


@register.simple_tag
def engagement_of(slug: str) -> CampaignEngagement | None:
    """The engagement of a campaign that a battle was made from; one query."""
    return CampaignEngagement.objects.filter(battle__slug=slug).select_related("campaign").first()


@register.simple_tag
def ground_svg(ground: GroundDrawing) -> SafeString:
    """The ground of a map inside an ``<svg>``; a drawing is rendered once in a process."""
    return _ground_svg(ground.sheet.width, ground.sheet.height, ground.hills, ground.woods, ground.rivers, ground.roads)


@lru_cache(maxsize=16)
def _ground_svg(
    width: float,
    height: float,
    hills: str,
    woods: str,
    rivers: tuple[RiverLine, ...],
    roads: tuple[RoadLine, ...],
) -> SafeString:
    sheet = {"width": width, "height": height}
    ground = {"sheet": sheet, "hills": hills, "woods": woods, "rivers": rivers, "roads": roads}
    return render_to_string("war/_ground.html", {"ground": ground})
