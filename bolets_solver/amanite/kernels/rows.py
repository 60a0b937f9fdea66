"""Kernels: what final tokens are worth in every world, and what players get out of an outcome.

Points that depend on one player's tokens alone are worked out once for each row. ``worth`` is made
so that comparing two numbers compares two results (A-R37). Majority points depend on the others and
are added when an outcome is made.
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    ANTIDOTE_CODE,
    COUNT_CODE,
    ELIXIR_CODE,
    NEED_ROWS,
    OUT,
    P_AIM,
    P_MARGIN,
    P_ME,
    P_MODE,
    P_PLAYERS,
    P_SHARED,
    P_VP,
    P_WIN,
    P_WORLDS,
    P_ZERO,
    POINT,
    POISON_CODE,
    S_NEED,
    S_OUTCOMES,
    S_ROWS,
    S_UNSAFE,
    Array,
    Book,
    Desk,
)
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, VOID


@kernel(inline=True)
def number_of(player: int, index: int, kind: int, lowest: int, book: Book) -> int:
    """Return the number of tokens of a kind that an index stands for, counted from ``lowest``."""
    return int(lowest + index // book.stride[player, kind] % book.radix[player, kind])


@kernel()
def new_row(player: int, index: int, book: Book) -> int:
    """Make the row of a player's tokens; -1 if there is no room for it."""
    row = int(book.state[S_ROWS])
    if row >= book.worth.shape[0]:
        book.state[S_NEED] = NEED_ROWS
        return -1
    held = 0
    for colour in range(6):
        number = number_of(player, index, colour, book.low[player, colour], book)
        book.numbers[row, colour] = number
        held += number
    pigs = number_of(player, index, 6, book.low[player, 6], book)
    for world in range(book.par[P_WORLDS]):
        total = 3 * pigs  # A-R35
        poison = 0
        antidote = 0
        elixir = 0
        out = False
        for colour in range(6):
            code = book.codes[world, colour]
            number = int(book.numbers[row, colour])
            if code == POISON_CODE:
                poison = number
            elif code == ANTIDOTE_CODE:
                antidote = number
            elif code == ELIXIR_CODE:
                elixir = number
            elif code == COUNT_CODE and number > 3:
                out = True  # A-R25
            else:
                total += book.points[code, number]  # A-R26, A-R29, A-R30
        total += 5 * poison - 3 * min(antidote, elixir)  # A-R27, A-R28
        if out or poison > antidote + elixir:  # A-R24
            book.worth[row, world] = OUT
        else:
            book.worth[row, world] = POINT * total + 63 - held
            if total <= -50:
                book.state[S_UNSAFE] = 1  # `dominates` would not be right any more
    book.rows[book.offsets[player] + index] = row
    book.state[S_ROWS] = row + 1
    return row


@kernel(inline=True)
def row_of(player: int, index: int, book: Book) -> int:
    """Return the row of a player's tokens, made if it is new; -1 if there is no room for it."""
    row = int(book.rows[book.offsets[player] + index])
    return row if row >= 0 else new_row(player, index, book)


@kernel()
def majority(colour: int, out: int, rows: Array, prizes: Array, numbers: Array, book: Book) -> None:
    """Put each player's majority points for ``colour`` into ``prizes`` (A-R31 to A-R34).

    ``out`` has a bit for each eliminated player (A-R32).
    """
    players = book.par[P_PLAYERS]
    shared = book.par[P_SHARED] != 0
    least = 0 if book.par[P_ZERO] else 1
    most = -1
    second = -1
    firsts = 0
    seconds = 0
    for player in range(players):
        prizes[player] = 0
        number = int(book.numbers[rows[player], colour])
        if out >> player & 1 or number < least:  # A-R32, A-Q12
            number = -1
        numbers[player] = number
        if number > most:
            second = most
            seconds = firsts
            most = number
            firsts = 1
        elif number == most:
            firsts += 1
        elif number > second:
            second = number
            seconds = 1
        elif number == second:
            seconds += 1
    for player in range(players):
        if numbers[player] < 0:
            continue
        if numbers[player] == most:
            prizes[player] = 10 if firsts == 1 else 14 // firsts if shared else 7  # A-Q10
        elif numbers[player] == second and firsts == 1:
            prizes[player] = 4 if seconds == 1 else 4 // seconds if shared else 2  # A-Q11


@kernel(inline=True)
def outcome(book: Book, desk: Desk) -> None:
    """Put the keys of all players who end with ``desk.rows`` into ``desk.keys``."""
    players = book.par[P_PLAYERS]
    rows = desk.rows
    win, margin, vp, score, worths, prizes = (
        desk.sums[0], desk.sums[1], desk.sums[2], desk.sums[3], desk.sums[4], desk.sums[5],
    )  # fmt: skip
    book.state[S_OUTCOMES] += 1
    for player in range(players):
        win[player] = 0
        margin[player] = 0
        vp[player] = 0
        prizes[player] = 0
    last_colour = -1
    last_out = -1
    for world in range(book.par[P_WORLDS]):
        colour = int(book.major[world])
        if colour >= 0:
            out = 0
            for player in range(players):
                if book.worth[rows[player], world] == OUT:
                    out |= 1 << player
            if colour != last_colour or out != last_out:
                majority(colour, out, rows, prizes, desk.sums[6], book)
                last_colour = colour
                last_out = out
        best = OUT
        sharers = 0
        first = -100000
        second = -100000
        for player in range(players):
            worth = int(book.worth[rows[player], world])
            points = -50  # of who is out (A-Q31)
            if worth != OUT:
                worth += POINT * prizes[player]
                points = worth >> 6
                if worth > best:
                    best = worth
                    sharers = 1
                elif worth == best:
                    sharers += 1
            worths[player] = worth
            score[player] = points
            if points > first:
                second = first
                first = points
            elif points > second:
                second = points
        weight = book.weights[world]
        for player in range(players):
            points = score[player]
            vp[player] += weight * points
            margin[player] += weight * (points - (second if points == first else first))
            if worths[player] == best and best != OUT:  # A-R37, A-Q28
                win[player] += weight * (12 // sharers)
    for player in range(players):
        desk.keys[player] = (
            (win[player] << book.par[P_WIN])
            + ((margin[player] + 1048576) << book.par[P_MARGIN])
            + ((vp[player] + 1048576) << book.par[P_VP])
        )


@kernel(inline=True)
def known_outcome(book: Book, desk: Desk) -> None:
    """Do as `outcome`, but remember: a new outcome takes the place of an older one.

    Worth its while where there are many worlds.
    """
    players = book.par[P_PLAYERS]
    place = 0
    for player in range(players):
        place = (place * 1000003 + desk.rows[player]) % 2147483647
    place &= book.cache_rows.shape[0] - 1
    same = True
    for player in range(players):
        if book.cache_rows[place, player] != desk.rows[player]:
            same = False
    if same:
        for player in range(players):
            desk.keys[player] = book.cache_keys[place, player]
        return
    outcome(book, desk)
    for player in range(players):
        book.cache_rows[place, player] = desk.rows[player]
        book.cache_keys[place, player] = desk.keys[player]


@kernel(inline=True)
def better(mover: int, keys: Array, bests: Array, number: int, par: Array) -> bool:
    """Tell whether ``mover`` prefers ``keys`` to row ``number`` of ``bests``.

    The same order as `objective.Preference.rank`.
    """
    players = par[P_PLAYERS]
    mode = par[P_MODE]
    if mode == 2:
        me = par[P_ME]
        if mover == me:
            return bool(keys[me] > bests[number, me])
        return bool(keys[me] < bests[number, me])
    shift = par[P_AIM]
    new = keys[mover] >> shift
    old = bests[number, mover] >> shift
    if mode == 1:
        new -= keys[1 - mover] >> shift
        old -= bests[number, 1 - mover] >> shift
    if new != old:
        return bool(new > old)
    for step in range(1, players):
        other = (mover + step) % players
        new = keys[other] >> shift
        old = bests[number, other] >> shift
        if new != old:
            return bool(new < old)
    if keys[mover] != bests[number, mover]:
        return bool(keys[mover] > bests[number, mover])
    for step in range(1, players):
        other = (mover + step) % players
        if keys[other] != bests[number, other]:
            return bool(keys[other] < bests[number, other])
    return False


@kernel(inline=True)
def keep_preferred(
    mover: int, first: bool, keys: Array, bests: Array, number: int, par: Array
) -> None:
    """Put ``keys`` into a row of ``bests`` if they are the first, or preferred by ``mover``."""
    if first or better(mover, keys, bests, number, par):
        for player in range(par[P_PLAYERS]):
            bests[number, player] = keys[player]


@kernel(VOID(INT, BLOCKS, BLOCKS, INTS, INTS))
def reduce_axis(mover: int, values: Array, best: Array, keys: Array, par: Array) -> None:
    """Let ``mover`` choose along an axis of ``values`` (before * length, after, players).

    ``best`` is what is left without that axis (before, after, players). ``keys`` is scratch space
    for one number a player.
    """
    length = values.shape[0] // best.shape[0]
    for outer in range(values.shape[0]):
        for inner in range(best.shape[1]):
            for player in range(par[P_PLAYERS]):
                keys[player] = values[outer, inner, player]
            keep_preferred(mover, outer % length == 0, keys, best[outer // length], inner, par)
