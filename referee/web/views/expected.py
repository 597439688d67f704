"""Which orders a table listens to, so that a page offers no other."""

from __future__ import annotations

from referee.session.events import Corrected
from referee.session.step import EXPECTED
from referee.session.table import Table
from referee.web.orders.table import ORDERS


def expected_orders(table: Table) -> list[str]:
    """Names of orders that may change something now; a record can always be put right."""
    listens = EXPECTED[table.phase] | {Corrected}
    return [name for name, order in ORDERS.items() if order.becomes in listens]
