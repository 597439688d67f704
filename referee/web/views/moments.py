"""Moments as people at the table read them: their own time, with the zone it is."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo


def local(wall_clock: str, zone: tzinfo | None = None) -> datetime:
    """The moment of a row of the record.

    Args:
        wall_clock: As it is written there, ISO 8601 with an offset.
        zone: Of the table; ``None``: the one that its machine is set to.
    """
    return datetime.fromisoformat(wall_clock).astimezone(zone)


def day_and_time(moment: datetime) -> str:
    """Such as ``2026-11-30 20:15:07 UTC+8``."""
    return f"{moment:%Y-%m-%d %H:%M:%S} {_zone(moment.utcoffset() or timedelta())}"


def time_of_day(moment: datetime) -> str:
    """Such as ``20:15:07``."""
    return f"{moment:%H:%M:%S}"


def _zone(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    if minutes == 0:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}{f':{rest:02}' if rest else ''}"
