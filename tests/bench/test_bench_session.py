from __future__ import annotations

from referee.rules.seats import Side
from referee.session.history import replay
from tests.bench.bench_session import figures, run, whole_round, with_deadlines


def test_what_is_timed_is_a_whole_round_that_can_be_replayed() -> None:
    """Real plays in every deal, and a record that leads to the same table."""
    script = whole_round(2)
    events = with_deadlines(script.events)

    assert script.table.round is not None
    assert [row.result.winner for row in script.table.round.sheet] == [
        Side.EAST_WEST,
        Side.NORTH_SOUTH,
    ]
    assert len(events) > 300
    assert run(events) == replay(events).table == script.table


def test_every_figure_is_measured() -> None:
    """One pass over a short round is enough to see that each of them comes out."""
    measured = figures(deals=2, repeats=1)

    assert measured["reducer"]["events_per_second"] > 500
    assert measured["correction"]["times_replay"] < 10
    assert measured["replay"]["events"] > 300
