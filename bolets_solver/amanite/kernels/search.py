"""Kernel: the values of gathering for all splits of one arrangement, read off its chart.

The same tree as in `gather`, with states in place of tokens and codes in place of keys.
After the last choice of a pile, players with a settled end are not searched.

Functions that take a whole chart are inlined: passing its many arrays takes longer than their work.
"""

from __future__ import annotations

from bolets_solver.amanite.kernels.arrays import (
    CHOOSE,
    INNER,
    OUT,
    P_AIM_MARGIN,
    P_AIM_VP,
    P_AIM_WIN,
    P_MAJOR_COLOURS,
    P_MODE,
    P_PLAYERS,
    Array,
)
from bolets_solver.amanite.kernels.chart import (
    AIMS,
    B_AIM,
    B_CODE,
    B_LENGTH,
    B_OPTION,
    B_STAGE,
    B_START,
    BENCH,
    CHART,
    CODES,
    H_AXIS,
    H_KIND,
    H_LEFT,
    H_LISTS,
    H_OTHER,
    H_PLAYER,
    H_RIGHT,
    L_BEST_START,
    L_LENGTH,
    L_START,
    NUMBER_BITS,
    UNSETTLED,
    Bench,
    Chart,
)
from bolets_solver.amanite.kernels.codes import aim_in, code_of, field, preferred, unpack, value_in
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS


@kernel(inline=True)
def unsettled(stage: int, chart: Chart, bench: Bench) -> int:
    """Note all players' ends before ``stage``; return a bit for each player whose end is open."""
    bits = 0
    for player in range(chart.par[P_PLAYERS]):
        end = int(chart.ends[chart.ends_begin[stage, player] + bench.states[player]])
        bench.ends[player] = end
        if end == UNSETTLED:
            bits |= 1 << player
    return bits


@kernel(inline=True)
def code_at_the_end(chart: Chart, bench: Bench) -> int:
    """Return the code of the table once all players have their ends."""
    ends = bench.ends
    return int(code_of(ends[0], ends[1], ends[2], ends[3], chart.prizes, chart.par))


@kernel(inline=True)
def leave_frame(
    frame: int, stage: int, length: int, start: int, chart: Chart, bench: Bench
) -> None:
    """Note a decision with several options."""
    bench.frames[frame, B_STAGE] = stage
    bench.frames[frame, B_OPTION] = 0
    bench.frames[frame, B_LENGTH] = length
    bench.frames[frame, B_START] = start
    for player in range(chart.par[P_PLAYERS]):
        bench.kept[frame, player] = bench.states[player]


@kernel(inline=True)
def take(stage: int, option: int, start: int, chart: Chart, bench: Bench) -> None:
    """Carry out an option: a pile, or an entry of the list that begins at ``start``."""
    player = chart.steps[stage, H_PLAYER]
    if chart.steps[stage, H_KIND] != CHOOSE:
        bench.states[player] = chart.entries[start + option]
        return
    axis = chart.steps[stage, H_AXIS]
    other = chart.steps[stage, H_OTHER]
    size = chart.sizes[axis]
    column = option * size + bench.combination[axis]
    left = chart.steps[stage, H_LEFT] + 2 * size * bench.states[player]
    right = chart.steps[stage, H_RIGHT] + 2 * size * bench.states[other]
    bench.states[player] = chart.jumps[left + column]
    bench.states[other] = chart.jumps[right + column]


@kernel(inline=True)
def next_option(frame: int, chart: Chart, bench: Bench) -> int:
    """Take the next option of a frame and return the next stage; -1 if there is no option left."""
    option = bench.frames[frame, B_OPTION] + 1
    if option == bench.frames[frame, B_LENGTH]:
        return -1
    bench.frames[frame, B_OPTION] = option
    for player in range(chart.par[P_PLAYERS]):
        bench.states[player] = bench.kept[frame, player]
    stage = bench.frames[frame, B_STAGE]
    take(stage, option, bench.frames[frame, B_START], chart, bench)
    return int(stage + 1)


@kernel(inline=True)
def finish(stage: int, chart: Chart, bench: Bench) -> int:
    """Return the code of best play from ``stage`` on, which lies behind the last choice of a pile.

    An own decision on which no later decision depends needs only the filtered list.
    """
    depth = INNER
    while True:
        bits = unsettled(stage, chart, bench)
        while bits:
            player = chart.steps[stage, H_PLAYER]
            line = chart.steps[stage, H_LISTS] + bench.states[player]
            column = L_START if bits & ~(1 << player) else L_BEST_START
            start = chart.lists[line, column]
            length = chart.lists[line, column + 1]
            if length > 1:
                leave_frame(depth, stage, length, start, chart, bench)
                depth += 1
            bench.states[player] = chart.entries[start]
            stage += 1
            bits = unsettled(stage, chart, bench)
        code = code_at_the_end(chart, bench)
        bench.count[0] += 1
        stage = -1
        while depth > INNER and stage < 0:
            frame = depth - 1
            mover = chart.steps[bench.frames[frame, B_STAGE], H_PLAYER]
            best = bench.frames[frame, B_CODE]
            first = bench.frames[frame, B_OPTION] == 0
            if first or code != best:
                aim = aim_in(code, mover, chart.par)
                old = bench.frames[frame, B_AIM]
                wanted = first or aim > old
                if not wanted and aim == old:
                    wanted = preferred(mover, code, best, bench.keys, chart.par)
                if wanted:
                    bench.frames[frame, B_CODE] = code
                    bench.frames[frame, B_AIM] = aim
            stage = next_option(frame, chart, bench)
            if stage < 0:
                code = bench.frames[frame, B_CODE]
                depth -= 1
        if stage < 0:
            return int(code)


@kernel(inline=True)
def is_settled(chart: Chart, bench: Bench) -> bool:
    """Return whether no decision is left after the last choice, for every option.

    Notes the ends of those who do not take part in that choice.
    """
    stage = chart.last[0]
    left = chart.steps[stage, H_PLAYER]
    right = chart.steps[stage, H_OTHER]
    settled = chart.open[0, bench.states[left]] == 0 and chart.open[1, bench.states[right]] == 0
    for player in range(chart.par[P_PLAYERS]):
        if player != left and player != right:
            end = int(chart.ends[chart.ends_begin[stage + 1, player] + bench.states[player]])
            bench.ends[player] = end
            settled = settled and end != UNSETTLED
    return bool(settled)


@kernel(inline=True)
def settled_codes(pile: int, codes: Array, chart: Chart, bench: Bench) -> None:
    """Put a code for every split of the last split tile into ``codes``, ``pile`` being chosen."""
    stage = chart.last[0]
    left = chart.steps[stage, H_PLAYER]
    right = chart.steps[stage, H_OTHER]
    size = codes.shape[0]
    begin_left = chart.leaps_begin[0] + size * (2 * bench.states[left] + pile)
    begin_right = chart.leaps_begin[1] + size * (2 * bench.states[right] + pile)
    leaps_left = chart.leaps[begin_left : begin_left + size]
    leaps_right = chart.leaps[begin_right : begin_right + size]
    bench.ends[left] = OUT << NUMBER_BITS  # counts nothing, until it is replaced
    bench.ends[right] = OUT << NUMBER_BITS
    one, two, three, four = bench.ends[0], bench.ends[1], bench.ends[2], bench.ends[3]
    rest = code_at_the_end(chart, bench)
    if chart.par[P_MAJOR_COLOURS] == 0:  # the same as below, for processors that do several at once
        for split in range(size):
            part_left = field(int(leaps_left[split]), 0, left)
            codes[split] = rest | part_left | field(int(leaps_right[split]), 0, right)
    else:
        for split in range(size):
            end_left = int(leaps_left[split])
            end_right = int(leaps_right[split])
            codes[split] = code_of(
                end_left if left == 0 else end_right if right == 0 else one,
                end_left if left == 1 else end_right if right == 1 else two,
                end_left if left == 2 else end_right if right == 2 else three,
                end_left if left == 3 else end_right if right == 3 else four,
                chart.prizes,
                chart.par,
            )
    bench.count[0] += size


@kernel(inline=True)
def open_codes(pile: int, codes: Array, chart: Chart, bench: Bench) -> None:
    """Do as `settled_codes`, where something is left to decide behind the last choice."""
    stage = chart.last[0]
    left = chart.steps[stage, H_PLAYER]
    right = chart.steps[stage, H_OTHER]
    size = codes.shape[0]
    before = bench.kept[INNER - 1]
    for player in range(chart.par[P_PLAYERS]):
        before[player] = bench.states[player]
    begin_left = chart.steps[stage, H_LEFT] + size * (2 * before[left] + pile)
    begin_right = chart.steps[stage, H_RIGHT] + size * (2 * before[right] + pile)
    for split in range(size):
        bench.states[left] = chart.jumps[begin_left + split]
        bench.states[right] = chart.jumps[begin_right + split]
        codes[split] = finish(stage + 1, chart, bench)
        for player in range(chart.par[P_PLAYERS]):
            bench.states[player] = before[player]


@kernel()
def aims_of(mover: int, found: Array, par: Array) -> None:
    """Write what ``mover`` maximises in each code below the codes."""
    codes, aims = found[CODES], found[AIMS]
    if par[P_MODE] == 0:  # the same as below, but for processors that do several at once
        win, margin, vp = par[P_AIM_WIN], par[P_AIM_MARGIN], par[P_AIM_VP]
        for place in range(codes.shape[0]):
            aims[place] = value_in(codes[place], mover, win, margin, vp)
        return
    for place in range(codes.shape[0]):
        aims[place] = aim_in(codes[place], mover, par)


@kernel()
def keep_better(mover: int, found: Array, best: Array, keys: Array, par: Array) -> None:
    """Let ``mover`` keep the better of two codes with its aim, place by place, in ``best``."""
    codes, aims = found[CODES], found[AIMS]
    best_codes, best_aims = best[CODES], best[AIMS]
    for place in range(codes.shape[0]):
        new, old = aims[place], best_aims[place]
        wanted = new > old
        if new == old and codes[place] != best_codes[place]:
            wanted = preferred(mover, codes[place], best_codes[place], keys, par)
        best_codes[place] = codes[place] if wanted else best_codes[place]
        best_aims[place] = new if wanted else old


@kernel(inline=True)
def last_choice(chart: Chart, bench: Bench) -> None:
    """Put a code for every split of the last split tile into ``bench.codes[0]``.

    Where both piles are alike, the second is as good as the first.
    """
    mover = chart.steps[chart.last[0], H_PLAYER]
    others, best = bench.others, bench.codes[0]
    settled = is_settled(chart, bench)
    for pile in range(2):
        found = others[CODES] if pile else best[CODES]
        if settled:
            settled_codes(pile, found, chart, bench)
        else:
            open_codes(pile, found, chart, bench)
    aims_of(mover, best, chart.par)
    aims_of(mover, others, chart.par)
    keep_better(mover, others, best, bench.keys, chart.par)


@kernel(inline=True)
def copy_codes(source: Array, target: Array) -> None:
    """Copy the codes of every split."""
    for split in range(source.shape[1]):
        target[CODES, split] = source[CODES, split]


@kernel(inline=True)
def prefer(depth: int, chart: Chart, bench: Bench) -> None:
    """Let the player of the topmost frame keep the better of new and old codes, split by split."""
    frame = depth - 1
    mover = chart.steps[bench.frames[frame, B_STAGE], H_PLAYER]
    codes, best = bench.codes[0], bench.codes[depth]
    aims_of(mover, codes, chart.par)  # those of who decided below are of no use here
    if bench.frames[frame, B_OPTION] == 0:
        copy_codes(codes, best)
        for split in range(codes.shape[1]):
            best[AIMS, split] = codes[AIMS, split]
        return
    keep_better(mover, codes, best, bench.keys, chart.par)


@kernel(inline=True)
def all_choices(chart: Chart, bench: Bench) -> None:
    """Put the codes of best play for one combination of the other splits into ``codes[0]``."""
    last = chart.last[0]
    depth = 0
    stage = 0
    while True:
        while stage < last:
            player = chart.steps[stage, H_PLAYER]
            start = 0
            if chart.steps[stage, H_KIND] == CHOOSE:
                axis = chart.steps[stage, H_AXIS]
                length = 1 if chart.same[axis, bench.combination[axis]] else 2
            else:
                line = chart.steps[stage, H_LISTS] + bench.states[player]
                start = chart.lists[line, L_START]
                length = chart.lists[line, L_LENGTH]
            if length > 1:
                leave_frame(depth, stage, length, start, chart, bench)
                depth += 1
            take(stage, 0, start, chart, bench)
            stage += 1
        last_choice(chart, bench)
        stage = -1
        while depth > 0 and stage < 0:
            prefer(depth, chart, bench)
            stage = next_option(depth - 1, chart, bench)
            if stage < 0:
                copy_codes(bench.codes[depth], bench.codes[0])
                depth -= 1
        if stage < 0:
            return


@kernel(INT(INTS, CHART, BENCH, BLOCKS, INT, INT))
def search_chart(flag: Array, chart: Chart, bench: Bench, out: Array, first: int, end: int) -> int:
    """Fill ``out`` from combination ``first`` to before ``end``; return the first not done.

    ``out`` is that of `gather.gather`. Ends early if ``flag[0]`` is set.
    """
    for number in range(first, end):
        if flag[0] != 0:
            return number
        for axis in range(chart.sizes.shape[0] - 1):
            bench.combination[axis] = number // chart.apart[axis] % chart.sizes[axis]
        for player in range(chart.par[P_PLAYERS]):
            bench.states[player] = 0
        all_choices(chart, bench)
        for split in range(out.shape[1]):
            unpack(bench.codes[0, CODES, split], out[number], split, chart.par)
    return end
