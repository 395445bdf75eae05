"""The account at 00:00, in its order (CM-TIME-04)."""

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import midnight
from campaign.war.rules.day.fatigue import come_back, stray, tire
from campaign.war.rules.day.hospital import nurse, repair_guns, replace_men
from campaign.war.rules.day.supply import feed, move_depots
from campaign.war.rules.day.weather import begin_day
from campaign.war.rules.events import Fed
from campaign.war.rules.victory import daily_points
from campaign.war.rules.works import surrender_garrisons


def account(act: Act) -> None:
    """Settle the day that ends at ``act.begins`` and begin the next; nothing at another hour.

    The day before the campaign is not settled; it only gets its weather.
    """
    setup = act.state.setup
    if act.begins == setup.start:
        if act.state.turn == 1 and act.settings.use_weather_dice:
            begin_day(act)
        return
    if midnight(act.begins):
        settle_day(act)
        if act.begins < setup.end:
            begin_day(act)
        daily_points(act)


def settle_day(act: Act) -> None:
    """What is settled of a day, in the order of the rules; replacements come to those whom a depot supplied."""
    feed(act)
    last = act.entries[-1].event
    supplied = frozenset(last.supplied) if isinstance(last, Fed) else frozenset()
    tire(act)
    come_back(act)
    stray(act)
    nurse(act)
    repair_guns(act)
    surrender_garrisons(act)
    move_depots(act)
    replace_men(act, supplied)
