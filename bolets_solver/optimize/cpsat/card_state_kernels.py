"""The kernels of ``standings``: steps listed, standings marked, what can follow each valued."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import BYTES, INT, INTS, ROWS, SHORTS, VOID
from bolets_solver.optimize.tracing.crow_losses import PEAKS, crow_cost, peak_after
from bolets_solver.optimize.tracing.deal_arrays import (
    CROW_LOSS,
    MAX_CUBES,
    MAX_LIVES,
    MAX_MARKER,
    MAX_REDS,
    MOST_REDS,
    POINTS_PER_RED,
    RED_IN_TRACE,
    Bytes,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.effects import (
    EFFECTS_TYPE,
    HANDS,
    YELLOWS,
    Effects,
    effect_outcome,
)
from bolets_solver.optimize.tracing.traces import earned_reds

SITUATION, LIVES, HAND, YELLOW, MARKER, PEAK, POINTS = range(7)
"""Columns of a standing; SITUATION is a number among those of its card."""

STANDING_COLUMNS = 7

FOUND, STANDINGS = range(2)
"""Indices of what :func:`list_layer` has done."""

FROM, KIND, COVERS, OLDER, TO = range(5)
"""Columns of a step: standings by number in their layers, kind of turn (numbered through its card),
crows covered by cubes, crows of older cards in sight before that."""

DOOR, WORTH, EFFECT, LEFT = range(4)
"""Columns of a kind of turn."""

PHASES = MAX_REDS * POINTS_PER_RED + 1
"""Points matter for red cubes only, up to the last one: standings with more are alike in that."""

STATES = MAX_LIVES * HANDS * YELLOWS * (MAX_MARKER + 1) * PEAKS * PHASES

NEVER = -1
"""In place of points: no chain goes on from here to the last card."""


class Desk(NamedTuple):
    """Room to work in: the steps from a standing, and the standing."""

    rows: Ints
    standing: Ints


class Layer(NamedTuple):
    """A card and what follows it, see ``standings``.

    ``switches``; ``effects``; ``kinds``, ``kind_at`` and
    ``card_shown`` of the card; ``door_at``, ``hidden`` and ``shown`` of the next one.
    """

    switches: Ints
    effects: Effects
    kinds: Ints
    kind_at: Ints
    card_shown: Ints
    door_at: Ints
    hidden: Ints
    shown: Ints


DESK_TYPE = bundle_type(Desk, rows=ROWS, standing=INTS)

LAYER_TYPE = bundle_type(
    Layer,
    switches=INTS,
    effects=EFFECTS_TYPE,
    kinds=ROWS,
    kind_at=INTS,
    card_shown=INTS,
    door_at=INTS,
    hidden=INTS,
    shown=INTS,
)

_ROWS = 9
_NEXT, _LIVES, _HAND, _YELLOW, _MARKER, _PEAK, _EARNED, _COVERS, _OLDER = range(_ROWS)


@kernel(INT(*[INT] * 7), inline=True)
def state_slot(
    situation: Int, lives: Int, hand: Int, yellow: Int, marker: Int, peak: Int, phase: Int
) -> Int:
    """Where what follows a standing is kept."""
    state = (((lives - 1) * HANDS + hand) * YELLOWS + yellow) * (MAX_MARKER + 1) + marker
    return situation * STATES + (state * PEAKS + peak) * PHASES + phase


@kernel()
def list_steps(layer: Layer, kind: Int, older: Int, standing: Ints, rows: Ints) -> Int:
    """List the steps with one kind of turn from a standing; return how many there are.

    ``older``: visible crows outside the card. Cubes on crows are paid with the hand, then with
    yellow ones.
    """
    switches = layer.switches
    door_at, hidden, shown = layer.door_at, layer.hidden, layer.shown
    door, worth = layer.kinds[kind, DOOR], layer.kinds[kind, WORTH]
    left = layer.kinds[kind, LEFT]
    effect = layer.kinds[kind, EFFECT]
    points = standing[POINTS]
    lives, hand, yellow = effect_outcome(
        layer.effects,
        effect,
        standing[LIVES],
        standing[HAND],
        standing[YELLOW],
        points,
        switches[RED_IN_TRACE],
    )
    if lives == 0:
        return 0
    total = points + worth
    earned = np.int64(0)
    if not switches[RED_IN_TRACE]:
        most_reds = switches[MOST_REDS]
        earned = earned_reds(total, most_reds) - earned_reds(points, most_reds)
    crow_loss = switches[CROW_LOSS]
    count = 0
    for situation in range(door_at[door], door_at[door + 1]):
        for seen in range(older + 1):
            visible = left + seen
            for covers in range(visible + 1):
                marker = visible - covers + shown[situation]
                laid = covers + hidden[situation]
                paid = max(np.int64(0), laid - hand)
                if marker > MAX_MARKER or paid > yellow or paid >= lives:
                    continue
                cost = crow_cost(standing[MARKER], marker, standing[PEAK], crow_loss)
                if cost >= lives - paid:
                    continue
                rows[count, _NEXT] = situation
                rows[count, _LIVES] = lives - paid - cost
                rows[count, _HAND] = min(MAX_CUBES, hand + paid - laid + earned)
                rows[count, _YELLOW] = yellow - paid
                rows[count, _MARKER] = marker
                rows[count, _PEAK] = peak_after(standing[PEAK], marker, crow_loss)
                rows[count, _EARNED] = total
                rows[count, _COVERS] = covers
                rows[count, _OLDER] = seen
                count += 1
    return count


def new_desk(door_at: Ints, kinds: Ints) -> Desk:
    """Return room for a standing and for every list of steps from it."""
    widest = max(1, int(np.max(np.diff(door_at), initial=1)))
    most_left = max(MAX_MARKER, int(np.max(kinds[:, LEFT], initial=0)))
    most = widest * (MAX_MARKER + 1) * (most_left + MAX_MARKER + 1)
    return Desk(
        rows=np.empty((most, _ROWS), dtype=np.int64),
        standing=np.empty(STANDING_COLUMNS, dtype=np.int64),
    )


@kernel()
def read_slot(slot: Int, standing: Ints) -> None:
    """Fill a standing from its slot; points only as far as red cubes ask for them."""
    standing[SITUATION] = slot // STATES
    state = slot % STATES
    standing[POINTS] = state % PHASES
    state //= PHASES
    standing[PEAK] = state % PEAKS
    state //= PEAKS
    standing[MARKER] = state % (MAX_MARKER + 1)
    state //= MAX_MARKER + 1
    standing[YELLOW] = state % YELLOWS
    state //= YELLOWS
    standing[HAND] = state % HANDS
    standing[LIVES] = state // HANDS + 1


@kernel(inline=True)
def slot_of_row(row: Ints) -> Int:
    """The slot of the standing to which a row of :func:`list_steps` leads."""
    return state_slot(
        row[_NEXT],
        row[_LIVES],
        row[_HAND],
        row[_YELLOW],
        row[_MARKER],
        row[_PEAK],
        min(row[_EARNED], PHASES - 1),
    )


@kernel(VOID(LAYER_TYPE, DESK_TYPE, BYTES, BYTES, INTS))
def mark_layer(
    layer: Layer,
    desk: Desk,
    reached: Bytes,
    following: Bytes,
    flag: Ints,
) -> None:
    """Mark the standings of the next card that one step leads to."""
    rows, standing = desk.rows, desk.standing
    kind_at, card_shown = layer.kind_at, layer.card_shown
    for slot in range(reached.shape[0]):
        if not reached[slot]:
            continue
        if flag[0] != 0:
            return
        read_slot(slot, standing)
        situation = standing[SITUATION]
        older = standing[MARKER] - card_shown[situation]
        for kind in range(kind_at[situation], kind_at[situation + 1]):
            count = list_steps(layer, kind, older, standing, rows)
            for index in range(count):
                following[slot_of_row(rows[index])] = 1


@kernel(VOID(LAYER_TYPE, DESK_TYPE, BYTES, SHORTS, SHORTS, INT, SHORTS, SHORTS, INTS))
def value_layer(
    layer: Layer,
    desk: Desk,
    reached: Bytes,
    next_most: NDArray[np.int16],
    next_fewest: NDArray[np.int16],
    is_last: Int,
    most: NDArray[np.int16],
    fewest: NDArray[np.int16],
    flag: Ints,
) -> None:
    """Find the most and the fewest points that can follow each standing that is reached.

    ``is_last``: the next card is the last one, nothing follows there.
    """
    rows, standing = desk.rows, desk.standing
    kind_at, card_shown = layer.kind_at, layer.card_shown
    for slot in range(reached.shape[0]):
        if not reached[slot]:
            continue
        if flag[0] != 0:
            return
        read_slot(slot, standing)
        situation = standing[SITUATION]
        older = standing[MARKER] - card_shown[situation]
        for kind in range(kind_at[situation], kind_at[situation + 1]):
            count = list_steps(layer, kind, older, standing, rows)
            worth = layer.kinds[kind, WORTH]
            for index in range(count):
                high = low = np.int64(0)
                if not is_last:
                    target = slot_of_row(rows[index])
                    high = np.int64(next_most[target])
                    low = np.int64(next_fewest[target])
                if high == NEVER:
                    continue
                most[slot] = max(np.int64(most[slot]), high + worth)
                if fewest[slot] == NEVER or low + worth < fewest[slot]:
                    fewest[slot] = low + worth


@kernel(INT(LAYER_TYPE, DESK_TYPE, SHORTS, SHORTS, INT, ROWS, INTS, ROWS, ROWS, INTS, INTS))
def list_layer(
    layer: Layer,
    desk: Desk,
    next_most: NDArray[np.int16],
    next_fewest: NDArray[np.int16],
    is_last: Int,
    standings: Ints,
    wanted: Ints,
    steps: Ints,
    targets: Ints,
    done: Ints,
    flag: Ints,
) -> Int:
    """List the steps from some standings that wanted points can follow.

    ``wanted``: least and most points of the whole game, and how many steps there may be (one more
    is listed if there are more). Fills rows of ``steps``, TO left open, and ``targets``, the
    standings they lead to; of the last card only situation and points are told. ``done``: how many
    steps were found and how many standings are done. Returns 1 if there is no room for the steps
    from the next one: called with more room it goes on there.
    """
    rows = desk.rows
    kind_at, card_shown = layer.kind_at, layer.card_shown
    found = done[FOUND]
    for number in range(done[STANDINGS], standings.shape[0]):
        if flag[0] != 0:
            break
        standing = standings[number]
        situation = standing[SITUATION]
        older = standing[MARKER] - card_shown[situation]
        for kind in range(kind_at[situation], kind_at[situation + 1]):
            count = list_steps(layer, kind, older, standing, rows)
            for index in range(count):
                row = rows[index]
                high = low = np.int64(0)
                if not is_last:
                    target = slot_of_row(row)
                    high, low = np.int64(next_most[target]), np.int64(next_fewest[target])
                total = row[_EARNED]
                if high == NEVER or total + high < wanted[0] or total + low > wanted[1]:
                    continue
                if found == steps.shape[0]:
                    return np.int64(1)
                steps[found, FROM] = number
                steps[found, KIND] = kind
                steps[found, COVERS] = row[_COVERS]
                steps[found, OLDER] = row[_OLDER]
                targets[found, SITUATION] = row[_NEXT]
                targets[found, POINTS] = total
                if not is_last:
                    targets[found, LIVES] = row[_LIVES]
                    targets[found, HAND] = row[_HAND]
                    targets[found, YELLOW] = row[_YELLOW]
                    targets[found, MARKER] = row[_MARKER]
                    targets[found, PEAK] = row[_PEAK]
                found += 1
                if found > wanted[2]:
                    done[FOUND] = found
                    return np.int64(0)
        done[FOUND] = found
        done[STANDINGS] = number + 1
    return np.int64(0)
