"""Weather of a day: given, rolled, or dry (CM-WEATHER-01, CM-WEATHER-02)."""

from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.calendar import day_of, month_of
from campaign.war.rules.events import DayBegan
from campaign.war.rules.tables import RAIN_DAYS_TO_MUD, SUMMER, WEATHER_DICE, Weather


class DayWeather(NamedTuple):
    """A day's weather, whether the next is mud, and days of rain in a row so far."""

    weather: Weather
    mud_next: bool
    rain_days: int


def rolled_weather(total: int, summer: bool, mud_next: bool, rain_days: int) -> DayWeather:
    """The weather of a day for 2D6 (CM-WEATHER-01). After two days of rain, or a 12 in summer, comes mud."""
    if mud_next or rain_days >= RAIN_DAYS_TO_MUD:
        return DayWeather("mud", False, 0)
    weather, mud = next((word, mud) for most, word, mud in WEATHER_DICE[summer] if total <= most)
    return DayWeather(weather, mud, rain_days + 1 if weather == "rain" else 0)


def begin_day(act: Act) -> None:
    """The weather of the day that begins."""
    state, day = act.state, day_of(act.begins)
    given = state.setup.weather.get(day)
    if not act.settings.use_weather:
        act.add(DayBegan("dry"))
    elif given is not None:
        rain = state.rain_days + 1 if given == "rain" else 0
        act.add(DayBegan(given, False, rain))
    elif act.settings.use_weather_dice:
        summer = SUMMER[0] <= month_of(state.setup.date, act.begins) <= SUMMER[1]
        total = sum(act.roll(2, "CM-WEATHER-01", f"day {day}"))
        act.add(DayBegan(*rolled_weather(total, summer, state.mud_next, state.rain_days)))
    else:
        act.add(DayBegan("dry"))
