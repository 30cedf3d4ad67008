"""Deadlines: wall-clock times in the campaign's zone, kept in UTC. The clock is never read here.

A rhythm keeps its hour across summer time. An hour that a change of clocks leaves out is an hour later that day; one
that comes twice is the first of the two.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WRITTEN = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})(?::00)?\s*(Z|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
EVERY = re.compile(r"(?:every )?(?:(\d{1,4}) )?(hour|day|week|fortnight)s?", re.ASCII)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
YEARS = range(1970, 2200)
"""Years in which a campaign can be played; arithmetic with them never runs over the end of the calendar."""

HOURS = {"hour": 1, "day": 24, "week": 168, "fortnight": 336}


@lru_cache
def zone(name: str) -> ZoneInfo | None:
    """The zone of this name, such as Europe/London; None if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


class Rhythm(NamedTuple):
    """How deadlines follow each other: so many hours apart by the wall clock, or on certain weekdays."""

    hours: int = 0
    weekdays: tuple[int, ...] = ()

    def after(self, wall: datetime) -> datetime:
        """The next wall-clock time after this one."""
        if not self.weekdays:
            return wall + timedelta(hours=self.hours)
        days = next(days for days in range(1, 8) if (wall + timedelta(days=days)).weekday() in self.weekdays)
        return wall + timedelta(days=days)

    @property
    def length(self) -> timedelta:
        """How long a turn lasts, by and large."""
        return timedelta(days=7) / len(self.weekdays) if self.weekdays else timedelta(hours=self.hours)


class Deadline(NamedTuple):
    """A time as the wall clock of the campaign shows it, and the moment meant."""

    wall: datetime
    moment: datetime


def read_rhythm(written: str) -> Rhythm:
    """What '7 days', 'every week' or 'Wednesday and Sunday' mean; raises ValueError with what would be understood."""
    text = " ".join(written.casefold().split())
    match = EVERY.fullmatch(text)
    if match:
        hours = int(match[1] or 1) * HOURS[match[2]]
        if not 1 <= hours <= 366 * 24:
            raise ValueError("turns follow each other after at least an hour and at most a year")
        return Rhythm(hours=hours)
    names = [name for name in re.split(r"[\s,]+|\band\b", text.removeprefix("every ")) if name]
    found = {day for name in names for day, full in enumerate(WEEKDAYS) if len(name) >= 2 and full.startswith(name)}
    if not names or len(found) != len(set(names)):
        raise ValueError(f"'{written[:60]}' is no rhythm; write '7 days', '36 hours' or 'Wednesday and Sunday'")
    return Rhythm(weekdays=tuple(sorted(found)))


def read_deadline(written: str, zone_name: str) -> Deadline:
    """The moment meant by '2026-12-06 20:00' in this zone; raises ValueError if there is no such moment."""
    match = WRITTEN.fullmatch(written.strip())
    place = zone(zone_name)
    if match is None or place is None:
        raise ValueError(f"'{written[:60]}' is no time; write it like 2026-12-06 20:00")
    year, month, day, hour, minute = (int(part) for part in match.groups()[:5])
    if year not in YEARS:
        raise ValueError(f"'{written[:60]}' is no time: the year must lie between {YEARS[0]} and {YEARS[-1]}")
    try:
        if match[6]:
            exact = datetime.fromisoformat(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}{match[6]}")
            return _shown(exact, place)
        wall = datetime.combine(date(year, month, day), time(hour, minute))
        found = at(wall, zone_name)
    except (ValueError, OverflowError) as fault:
        raise ValueError(f"'{written[:60]}' is no time: {fault}") from fault
    if found.moment.astimezone(place).replace(tzinfo=None) != wall:
        raise ValueError(f"'{written[:60]}' does not exist in {zone_name}: the clocks go forward over that hour")
    return found


def at(wall: datetime, zone_name: str) -> Deadline:
    """The moment at which the wall clock of a zone shows this."""
    place = zone(zone_name)
    assert place is not None, "settings name only zones that exist"
    return Deadline(wall, wall.replace(tzinfo=place, fold=0).astimezone(UTC))


def following(last: Deadline, rhythm: Rhythm, zone_name: str, now: datetime) -> Deadline:
    """The deadline after this one: the first of the rhythm that leaves at least half a turn's time from now."""
    earliest = now + rhythm.length / 2
    due = at(rhythm.after(last.wall), zone_name)
    if due.moment < earliest and not rhythm.weekdays:
        missed = (earliest - due.moment) // rhythm.length
        due = at(due.wall + missed * rhythm.length, zone_name)
    while due.moment < earliest:
        due = at(rhythm.after(due.wall), zone_name)
    return due


def stamp(moment: datetime) -> str:
    """A moment as sealed papers have it: UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def unstamp(written: str) -> datetime:
    """The moment that ``stamp`` wrote."""
    return datetime.fromisoformat(written).astimezone(UTC)


def left(until: datetime, now: datetime) -> str:
    """How long it is, in the two largest units: "6 days 3 hours"."""
    minutes = max(int((until - now).total_seconds()) // 60, 0)
    parts = ((minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute"))
    words = [f"{count} {unit}{'s' * (count != 1)}" for count, unit in parts if count]
    return " ".join(words[:2]) or "less than a minute"


def _shown(exact: datetime, place: ZoneInfo) -> Deadline:
    moment = exact.astimezone(UTC)
    return Deadline(moment.astimezone(place).replace(tzinfo=None), moment)
