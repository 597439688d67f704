"""Roles, each of which may do everything that the ones before it may."""

from __future__ import annotations

from enum import Enum

from referee.rules.switches.officials import Official


class Role(Enum):
    NOBODY = "nobody"
    """Has given no PIN."""
    PLAYER = "player"
    """牌手, or a spectator: sees what is public."""
    REFEREE = "referee"
    """裁判员"""
    CHIEF = "chief"
    """裁判长"""

    @property
    def official(self) -> Official:
        """In whose name a ruling of this role is recorded; asked of officials only."""
        return _OFFICIALS[self]

    def may(self, least: Role) -> bool:
        """Whether this role may do what *least* may."""
        return _ORDER.index(self) >= _ORDER.index(least)


_ORDER = tuple(Role)
_OFFICIALS = {Role.REFEREE: Official.REFEREE, Role.CHIEF: Official.CHIEF_REFEREE}

WITH_PIN = (Role.PLAYER, Role.REFEREE, Role.CHIEF)
"""Roles that a PIN gives."""
