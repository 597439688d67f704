"""Rounds, standings and pairings of an event. Pure: standard library only.

Who takes part is in `pairs`, what two pairs did to each other in `results`, who stands where and
why in `standings`, who meets whom next in `pairings`. Pairs are named by their draw number
everywhere; an event is its entry list, its format and the results so far, and every answer is a
function of those three, so that a hall restarted from its journal goes on with the same round.
"""
