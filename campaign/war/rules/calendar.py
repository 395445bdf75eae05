"""Minutes, days and daylight (CM-TIME-01, CM-TIME-03). Times are local, without summer time.

``light`` is a campaign's table ``daylight``: by month, the hours of first light and of dark.
"""

from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from campaign.war.rules.tables import DAY, HOUR

Daylight = tuple[tuple[int, int], ...]
MOMENT: Final = "%Y-%m-%dT%H:%M"


def day_of(minute: int) -> int:
    """The number of the day, from 0."""
    return minute // DAY


def midnight(minute: int) -> bool:
    """True at 00:00."""
    return minute % DAY == 0


@lru_cache(maxsize=1024)
def _light(light: Daylight, first: str, day: int) -> tuple[int, int]:
    month = (date.fromisoformat(first) + timedelta(days=day)).month
    begin, end = light[month - 1]
    return day * DAY + begin * HOUR, day * DAY + end * HOUR


def daylight(light: Daylight, first: str, minute: int) -> tuple[int, int]:
    """The minutes of first light and of dark on the day of ``minute``; ``first`` is the campaign's first day."""
    return _light(light, first, minute // DAY)


def is_night(light: Daylight, first: str, minute: int) -> bool:
    """True if a step that begins at ``minute`` is by night (CM-TIME-03)."""
    begin, end = _light(light, first, minute // DAY)
    return not begin <= minute < end


def light_left(light: Daylight, first: str, minute: int) -> int:
    """Minutes until dark; 0 by night."""
    begin, end = _light(light, first, minute // DAY)
    return end - minute if begin <= minute < end else 0


def month_of(first: str, minute: int) -> int:
    """The month of the year, from 1."""
    return (date.fromisoformat(first) + timedelta(days=minute // DAY)).month


def moment(first: str, minute: int) -> str:
    """``minute`` as local time, ``YYYY-MM-DDTHH:MM``."""
    start = datetime.fromisoformat(first)
    return (start + timedelta(minutes=minute)).strftime(MOMENT)


def minute_of(first: str, text: str) -> int:
    """The minute of a local time ``YYYY-MM-DDTHH:MM``. Raises ``ValueError`` if it is none."""
    given = datetime.strptime(text, MOMENT)
    return int((given - datetime.fromisoformat(first)).total_seconds()) // HOUR


def daylight_between(light: Daylight, first: str, begin: int, end: int) -> int:
    """Minutes of light from ``begin`` to ``end``."""
    total = 0
    for day in range(begin // DAY, (end - 1) // DAY + 1):
        dawn, dark = _light(light, first, day)
        total += max(0, min(end, dark) - max(begin, dawn))
    return total
