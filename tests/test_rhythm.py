"""Deadlines: the hour on the wall stays the same, whatever the clocks do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbem.campaign.rhythm import Rhythm, at, following, left, read_deadline, read_rhythm, stamp, unstamp

LONDON = "Europe/London"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def utc(written: str) -> datetime:
    """A moment, written short."""
    return datetime.fromisoformat(written).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "rhythm"),
    [
        ("7 days", Rhythm(168)),
        ("every 7 days", Rhythm(168)),
        ("1 week", Rhythm(168)),
        ("every week", Rhythm(168)),
        ("2 weeks", Rhythm(336)),
        ("fortnight", Rhythm(336)),
        ("Day", Rhythm(24)),
        ("36 hours", Rhythm(36)),
        ("Sunday", Rhythm(weekdays=(6,))),
        ("Wednesday and Sunday", Rhythm(weekdays=(2, 6))),
        ("sun, wed", Rhythm(weekdays=(2, 6))),
        ("every Tue", Rhythm(weekdays=(1,))),
    ],
)
def test_rhythms_as_people_write_them(written: str, rhythm: Rhythm) -> None:
    """So many hours, days or weeks, or days of the week."""
    assert rhythm == read_rhythm(written)


@pytest.mark.parametrize(
    "written", ["", "often", "0 days", "400 days", "t", "s and x", "7", "seven days", "-1 days", "9999 weeks"]
)
def test_what_is_no_rhythm(written: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(ValueError, match=r"rhythm|hour"):
        read_rhythm(written)


@pytest.mark.parametrize(
    ("written", "zone", "moment"),
    [
        ("2026-12-06 20:00", LONDON, "2026-12-06 20:00"),
        ("2026-07-06 20:00", LONDON, "2026-07-06 19:00"),
        ("2026-07-06T20:00", "Australia/Lord_Howe", "2026-07-06 09:30"),
        ("2026-10-25 01:30", LONDON, "2026-10-25 00:30"),
        ("2026-10-25 01:30+00:00", LONDON, "2026-10-25 01:30"),
        ("2026-10-25 01:30Z", LONDON, "2026-10-25 01:30"),
        ("2026-12-06 8:00", "UTC", "2026-12-06 08:00"),
    ],
)
def test_times_as_people_write_them(written: str, zone: str, moment: str) -> None:
    """By the clock of the zone; of an hour that comes twice the first, unless an offset says otherwise."""
    assert utc(moment) == read_deadline(written, zone).moment


@pytest.mark.parametrize(
    "written",
    [
        "2026-03-29 01:30",
        "2026-02-30 20:00",
        "2026-12-06",
        "tomorrow",
        "6.12.2026 20:00",
        "2026-12-06 25:00",
        "0000-01-01 00:00",
    ],
)
def test_times_that_do_not_exist(written: str) -> None:
    """An hour the clocks leave out, and days there are not."""
    with pytest.raises(ValueError, match=r"no time|does not exist"):
        read_deadline(written, LONDON)


def test_the_hour_stays_across_both_changes() -> None:
    """Eight in the evening in London is eight in the evening, in summer and in winter."""
    deadline, week = read_deadline("2026-03-22 20:00", LONDON), Rhythm(168)
    moments = []
    for _ in range(2):
        deadline = following(deadline, week, LONDON, LONG_AGO)
        moments.append(deadline.moment)
    assert [utc("2026-03-29 19:00"), utc("2026-04-05 19:00")] == moments

    autumn = following(read_deadline("2026-10-18 20:00", LONDON), week, LONDON, LONG_AGO)
    assert utc("2026-10-25 20:00") == autumn.moment


def test_an_hour_left_out_does_not_shift_the_rhythm() -> None:
    """A deadline that falls into the gap is an hour later that day, and at its own hour again after."""
    gap = following(read_deadline("2026-03-22 01:30", LONDON), Rhythm(168), LONDON, LONG_AGO)
    after = following(gap, Rhythm(168), LONDON, LONG_AGO)

    assert utc("2026-03-29 01:30") == gap.moment
    assert utc("2026-04-05 00:30") == after.moment


def test_weekdays_follow_each_other() -> None:
    """From Sunday to Wednesday to Sunday."""
    sunday, rhythm = read_deadline("2026-12-06 20:00", "UTC"), Rhythm(weekdays=(2, 6))
    wednesday = following(sunday, rhythm, "UTC", LONG_AGO)

    assert utc("2026-12-09 20:00") == wednesday.moment
    assert utc("2026-12-13 20:00") == following(wednesday, rhythm, "UTC", LONG_AGO).moment


@pytest.mark.parametrize(
    ("now", "next_one"),
    [
        ("2026-12-01 12:00", "2026-12-13 20:00"),
        ("2026-12-06 20:05", "2026-12-13 20:00"),
        ("2026-12-10 08:00", "2026-12-13 20:00"),
        ("2026-12-10 08:01", "2026-12-20 20:00"),
        ("2027-06-01 12:00", "2027-06-06 20:00"),
    ],
)
def test_a_late_run_leaves_time(now: str, next_one: str) -> None:
    """The next deadline is of the rhythm, and leaves at least half a turn's time."""
    assert utc(next_one) == following(at(datetime(2026, 12, 6, 20), "UTC"), Rhythm(168), "UTC", utc(now)).moment


def test_a_late_run_by_weekdays_leaves_time() -> None:
    """So it is where turns follow the days of the week."""
    assert (
        utc("2027-06-06 20:00")
        == following(
            at(datetime(2026, 12, 6, 20), "UTC"), Rhythm(weekdays=(2, 6)), "UTC", utc("2027-06-02 12:00")
        ).moment
    )


def test_moments_are_written_and_read() -> None:
    """To the second, in UTC."""
    moment = datetime(2026, 12, 6, 21, 0, 7, tzinfo=UTC)
    assert "2026-12-06T21:00:07Z" == stamp(moment)
    assert moment == unstamp(stamp(moment))


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(days=6, hours=3, minutes=20), "6 days 3 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(seconds=30), "less than a minute"),
        (timedelta(days=-3), "less than a minute"),
    ],
)
def test_time_left_in_words(time: timedelta, told: str) -> None:
    """In the two largest units."""
    assert told == left(LONG_AGO + time, LONG_AGO)
