"""Template tags of campaigns: colours of sides, times, sentences with their rules."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from battles.engine.armies.nations import nations
from battles.templatetags.battles import ruled
from campaign.war.pages.situation import Situation
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
