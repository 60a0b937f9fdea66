"""Columns of the integer arrays in which the kernel reads Forest, Leaders, contests and states."""

from __future__ import annotations

TAKE, SEEN, NEED, PAY, GAIN, MORE, BAR1, BAR1_NEED, BAR2, BAR2_NEED = range(10)
"""An entry of a Leader's table: cards that must lie there and go; of these cards no others may;
packed Items that must be owned, and those that are discarded; Experience won less Items discarded;
packed Items won; if the cards of a bar lie there and its Items are owned, the entry is barred."""

SHIFT, CAP, FIELD, WANTING = range(4)
"""An Item: where its count stands, how far it counts, the bits of the count (the guard bit above
them left out), the cards that require it."""

PLAYER, RANK, TABLE = range(3)
"""A Group in a contest: only the order of ranks counts."""

CONTEST, REST, LIVE, ACTING, HIGH, LOW, OWN = 0, 1, 2, 3, 4, 9, 14
"""A sequence of contests: its first contest and the sequence after it (0: the empty one); cards
that anybody may still touch; players who have Groups in it; for each of five players the most and
the least that his Groups may change his Experience by, and the cards that they may touch."""

SEQUENCE_WIDTH = 19

SEQUENCE, WAITING, SLOTS, FIRST, FLAGS, CARDS = range(6)
"""A state: the sequence it stands at, its Groups not dealt with (bits), how many of them may still
act, the rank of the Group that acted first (-1: none), packed flags, cards that lie (bits)."""

STATE_WIDTH = 6
"""Items of the players follow in a state, packed; then their Experience with unused Items."""

DUEL, WIN, MARGIN = range(3)
"""What is compared: two players' margin, then flag; winning, then margin; margin alone."""

COMPARE, HERO, PER_CLASS, SECOND_MOVES, UNABLE_STAYS = range(5)
"""A mode: how ends are compared, the paranoid player or -1, Groups of a Class that act, and two
switches of the procedure."""
