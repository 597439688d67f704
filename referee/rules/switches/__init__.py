"""Switches (参数): what rule sheets decide differently, one file for each part of the game.

Rules every switch here obeys:

- It is a field of one of the groups that `referee.rules.ruleset.Ruleset` holds.
- Its type is bool, int, text, `Level`, `Seat`, an enum, or a tuple of these; a number has bounds.
- The text beneath it says what it decides, with unit, and who says so; ``AMB-nn`` is the
  discussion of an open question. The reference of all keys is printed from these texts.
- Its default is the advised value where a sheet is silent; the file ``advised-defaults.toml`` of
  the rulesets gives the reason for each.
"""
