"""A served table for hours, with a fault every few minutes: what it survives, and how fast.

``python -m tests.soak --hours 2`` serves a real table in a process of its own, with a seat unit on
a pseudo-terminal and its journals on a disk of their own, lets officials and players use it in real
time, and does to it what happens to tables. With ``--camera`` the players lay cards on a rendered
table and the program has to see them; otherwise they are entered at the page. ``--week`` plays a
week's worth of deals through runtime and journal as fast as they go.
"""
