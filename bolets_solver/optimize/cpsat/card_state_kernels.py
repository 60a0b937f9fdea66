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
"""Indices of ``StepList.done``."""

FROM, KIND, COVERS, OLDER, TO = range(5)
"""Columns of a step: standings by number in their layers, kind of turn (numbered through its card),
crows covered by cubes, crows of older cards visible before that."""

DOOR, WORTH, EFFECT, LEFT = range(4)
"""Columns of a kind of turn."""

PHASES = MAX_REDS * POINTS_PER_RED + 1
"""Points matter for red cubes only, up to the last one: standings with more are alike in that."""

STATES = MAX_LIVES * HANDS * YELLOWS * (MAX_MARKER + 1) * PEAKS * PHASES

NEVER = -1
"""In place of points: no chain continues from here to the last card."""


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


class Span(NamedTuple):
    """Most and fewest points that can follow each standing of a card, by slot; NEVER: none can."""

    most: NDArray[np.int16]
    fewest: NDArray[np.int16]


class StepList(NamedTuple):
    """Steps found, and the standings they lead to, row by row.

    ``done``: how many steps were found and how many standings are done.
    """

    steps: Ints
    targets: Ints
    done: Ints


SPAN_TYPE = bundle_type(Span, most=SHORTS, fewest=SHORTS)

STEP_LIST_TYPE = bundle_type(StepList, steps=ROWS, targets=ROWS, done=INTS)

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
    if lives == 0:  # dead within the trace (B-R37)
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
                # too many crows (B-R36); a yellow cube costs a life, never the last (B-R31, B-Q5)
                if marker > MAX_MARKER or paid > yellow or paid >= lives:
                    continue
                cost = crow_cost(standing[MARKER], marker, standing[PEAK], crow_loss)
                if cost >= lives - paid:  # (B-R35, B-R37)
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


@kernel(inline=True)
def _older_crows(layer: Layer, standing: Ints) -> Int:
    """Crows outside the card that the marker of a standing counts (B-Q7, B-Q8)."""
    return standing[MARKER] - layer.card_shown[standing[SITUATION]]


@kernel(VOID(LAYER_TYPE, DESK_TYPE, BYTES, BYTES, INTS))
def mark_layer(layer: Layer, desk: Desk, reached: Bytes, following: Bytes, flag: Ints) -> None:
    """Mark the standings of the next card that one step leads to."""
    for slot in range(reached.shape[0]):
        if flag[0] != 0:
            return
        if reached[slot]:
            read_slot(slot, desk.standing)
            _mark_steps(layer, desk, following)


@kernel()
def _mark_steps(layer: Layer, desk: Desk, following: Bytes) -> None:
    """Mark what the steps from the current standing lead to."""
    rows, standing = desk.rows, desk.standing
    situation, older = standing[SITUATION], _older_crows(layer, standing)
    for kind in range(layer.kind_at[situation], layer.kind_at[situation + 1]):
        for index in range(list_steps(layer, kind, older, standing, rows)):
            following[slot_of_row(rows[index])] = 1


@kernel(VOID(LAYER_TYPE, DESK_TYPE, BYTES, SPAN_TYPE, INT, SPAN_TYPE, INTS))
def value_layer(
    layer: Layer,
    desk: Desk,
    reached: Bytes,
    following: Span,
    is_last: Int,
    values: Span,
    flag: Ints,
) -> None:
    """Find the most and the fewest points that can follow each standing that is reached.

    ``following``: of the next card's standings; ``is_last``: the next card is the last one, nothing
    follows there. Fills ``values``, in which all is NEVER before.
    """
    for slot in range(reached.shape[0]):
        if flag[0] != 0:
            return
        if reached[slot]:
            read_slot(slot, desk.standing)
            _value_steps(layer, desk, following, is_last, values, slot)


@kernel()
def _value_steps(
    layer: Layer, desk: Desk, following: Span, is_last: Int, values: Span, slot: Int
) -> None:
    """Find what can follow the current standing, which is kept in ``slot``."""
    rows, standing = desk.rows, desk.standing
    most, fewest = values.most, values.fewest
    situation, older = standing[SITUATION], _older_crows(layer, standing)
    for kind in range(layer.kind_at[situation], layer.kind_at[situation + 1]):
        worth = layer.kinds[kind, WORTH]
        for index in range(list_steps(layer, kind, older, standing, rows)):
            high, low = _after_step(rows[index], following, is_last)
            if high == NEVER:
                continue
            most[slot] = max(np.int64(most[slot]), high + worth)
            if fewest[slot] == NEVER or low + worth < fewest[slot]:
                fewest[slot] = low + worth


@kernel()
def _after_step(row: Ints, following: Span, is_last: Int) -> tuple[Int, Int]:
    """Most and fewest points that can follow a step."""
    if is_last:
        return np.int64(0), np.int64(0)
    target = slot_of_row(row)
    return np.int64(following.most[target]), np.int64(following.fewest[target])


@kernel(INT(LAYER_TYPE, DESK_TYPE, SPAN_TYPE, INT, ROWS, INTS, STEP_LIST_TYPE, INTS))
def list_layer(
    layer: Layer,
    desk: Desk,
    following: Span,
    is_last: Int,
    standings: Ints,
    wanted: Ints,
    found: StepList,
    flag: Ints,
) -> Int:
    """List the steps from some standings that wanted points can follow.

    ``wanted``: least and most points of the whole game, and how many steps there may be (one more
    is listed if there are more). Fills rows of steps, TO left open, and targets; of the last card
    these have only situation and points. Returns 1 if there is no room for the steps from the next
    standing: called with more room it continues there.
    """
    rows, done = desk.rows, found.done
    listed = done[FOUND]
    for number in range(done[STANDINGS], standings.shape[0]):
        if flag[0] != 0:
            break
        standing = standings[number]
        situation, older = standing[SITUATION], _older_crows(layer, standing)
        for kind in range(layer.kind_at[situation], layer.kind_at[situation + 1]):
            for index in range(list_steps(layer, kind, older, standing, rows)):
                row = rows[index]
                high, low = _after_step(row, following, is_last)
                total = row[_EARNED]
                if high == NEVER or total + high < wanted[0] or total + low > wanted[1]:
                    continue
                if listed == found.steps.shape[0]:
                    return np.int64(1)
                step = found.steps[listed]
                step[FROM], step[KIND] = number, kind
                _write_step(row, step, found.targets[listed], is_last)
                listed += 1
                if listed > wanted[2]:
                    done[FOUND] = listed
                    return np.int64(0)
        done[FOUND], done[STANDINGS] = listed, number + 1
    return np.int64(0)


@kernel()
def _write_step(row: Ints, step: Ints, target: Ints, is_last: Int) -> None:
    """Write a row of :func:`list_steps` to a step and to the standing it leads to."""
    step[COVERS], step[OLDER] = row[_COVERS], row[_OLDER]
    target[SITUATION], target[POINTS] = row[_NEXT], row[_EARNED]
    if not is_last:
        target[LIVES], target[HAND], target[YELLOW] = row[_LIVES], row[_HAND], row[_YELLOW]
        target[MARKER], target[PEAK] = row[_MARKER], row[_PEAK]
